"""A server with loaded dice: every table of every run is the same, so that screens can be golden.

`python -m tests.support.loaded FILE serve ...` is the seeded server whose tables have ids, codes
and secrets in a fixed order, whatever test it is.
"""

from __future__ import annotations

import itertools
import sys
from hashlib import sha256
from pathlib import Path

from tatami.tables.chance import CODE_LENGTH, CODE_SIGNS
from tests.support.seeded import SeededChance, run
from tests.support.serving import Server


class LoadedServer(Server):
    """A real server but for its luck."""

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.loaded", *rest]


class LoadedChance(SeededChance):
    """Tables come in a fixed order."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self._again = restarts(file)
        self._tables = itertools.count(1)
        self._secrets = itertools.count(1)
        self._signs = itertools.cycle(CODE_SIGNS)

    def table(self) -> str:
        """The next id; one that is started again finds its former tables, and takes others."""
        return f"golden-{self._again}{next(self._tables)}"

    def code(self) -> str:
        """The next code."""
        return "".join(next(self._signs) for _ in range(CODE_LENGTH))

    def secret(self) -> str:
        """The next secret."""
        return sha256(f"dice {next(self._secrets)}".encode()).hexdigest()

    def key(self) -> str:
        """The same key."""
        return sha256(b"key").hexdigest()


def restarts(file: Path) -> str:
    """Which start of a server this is, but for the first."""
    start = file.read_text(encoding="utf-8").rpartition("start ")[2]
    return "" if start in ("", "0") else f"{start}-"


if __name__ == "__main__":
    sys.exit(run(LoadedChance(Path(sys.argv[1])), sys.argv[2:]))
