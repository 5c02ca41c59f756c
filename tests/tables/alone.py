"""A house of tables where no server can be: a whole game, played by one person against bots.

`python -m tests.tables.alone` forbids itself what a browser's worker does not have, imports every
module of `tatami.tables`, plays, and prints the record. It ends with an error where any of them
reaches for a socket, a process, a signal, a file, a database or a web framework.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any

GONE = (
    *("multiprocessing", "prometheus_client", "segno", "sqlite3", "starlette", "uvicorn"),
    *("websockets", "tatami.cli", "tatami.server"),
)
"""What nobody in this process gets."""
OURS = (
    *("concurrent", "fcntl", "http", "io", "mmap", "os", "pathlib", "queue", "resource"),
    *("select", "selectors", "shutil", "signal", "socket", "socketserver", "ssl", "subprocess"),
    *("sys", "tempfile", "threading", "urllib"),
)
"""What our own modules do not get; Python's library may need it for itself."""
LIBRARY = ("tatami.tables", "tatami.bots", "tatami.engine", "tatami.games", "tatami.fair")


def forbid() -> None:
    """From now on nobody gets what a worker has not."""
    for name in GONE:
        sys.modules[name] = None  # type: ignore[assignment]  # how Python is told: there is none
    really = builtins.__import__

    def guarded(name: str, given: Any = None, *rest: Any, **more: Any) -> Any:
        by = (given or {}).get("__name__", "")
        if by.startswith(LIBRARY) and name.partition(".")[0] in OURS:
            raise ImportError(f"{by} imports {name}")
        return really(name, given, *rest, **more)

    builtins.__import__ = guarded


def import_all() -> None:
    """Every module of the house."""
    import importlib
    import pkgutil

    import tatami.tables

    for found in pkgutil.walk_packages(tatami.tables.__path__, "tatami.tables."):
        importlib.import_module(found.name)


if __name__ == "__main__":
    forbid()
    import_all()
    import asyncio

    from tests.tables.solitaire import play

    print(asyncio.run(play(sys.argv[1])))
