"""Nothing left behind: what a test opened and did not close is found, and charged to that test.

Files, sockets, threads and processes are compared before and after each test; tasks that an event
loop had to cancel at its end were left behind too. Where a test has opened anything, its garbage is
collected before the next one begins, so that a complaint about it comes in time.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
import threading
import time
from asyncio import runners
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STARTS = {"socket.__new__", "subprocess.Popen", "sqlite3.connect", "os.fork", "os.posix_spawn"}
"""What the system's books call the beginning of something that must be ended."""
OWN = {"0", "1", "2"}
"""Files that pytest puts others in the place of, to hear what a test prints."""
HERE = Path("/proc/self/fd")
KIN = Path("/proc/self/task")
WATCHED = HERE.is_dir() and KIN.is_dir()
"""Other systems than Linux keep no such books."""
PATIENCE = 120.0
"""Seconds in which a process or thread that was told to end has ended, on a busy machine too."""

Thing = tuple[str, str]
_shared: set[Thing] = set()
_started = False
_tasks: list[str] = []
_complaints: list[str] = []


def open_now() -> set[Thing]:
    """Everything of this process that is open or runs."""
    return _files() | _threads() | _children()


def _files() -> set[Thing]:
    found = set()
    for number in set(os.listdir(HERE) if WATCHED else ()) - OWN:
        with contextlib.suppress(OSError):  # the one by which the others were listed
            found.add((f"file {number}", os.readlink(HERE / number)))
    return found


def _threads() -> set[Thing]:
    every = threading.enumerate()
    return {(f"thread {one.ident}", one.name) for one in every if one.is_alive()}


def _children() -> set[Thing]:
    found = set()
    for task in os.listdir(KIN) if WATCHED else ():
        with contextlib.suppress(OSError):
            for pid in (KIN / task / "children").read_text().split():
                found.add((f"process {pid}", _name(pid)))
    return found


def _name(pid: str) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        return words.decode(errors="replace")[:200] or "(ended, and nobody has asked how)"
    except OSError:
        return ""


@contextlib.contextmanager
def shared() -> Iterator[None]:
    """What is opened meanwhile is there for many tests."""
    before = open_now()
    yield
    _shared.update(open_now() - before)


class Watch:
    """Looks at one test, from before its first fixture until after its last."""

    def __init__(self) -> None:
        global _started
        self._before = open_now()
        _started = False
        _tasks.clear()
        _complaints.clear()

    def left(self) -> list[str]:
        """What was left behind, one line for each."""
        found = self._still_open()
        if _started or found:
            found += _garbage()
        return found + _tasks + _complaints

    def _still_open(self) -> list[str]:
        """What is open that was not; what is ending may take a moment."""
        deadline = time.monotonic() + PATIENCE
        while True:
            known = {what for what, _ in self._before | _shared if what.startswith("process")}
            new = {one for one in open_now() - self._before - _shared if one[0] not in known}
            if not new or time.monotonic() > deadline or _are_files(new):
                return [f"{what}: {name}" for what, name in sorted(new)]
            time.sleep(0.01)


def _are_files(new: set[Thing]) -> bool:
    return all(what.startswith("file") for what, _ in new)


def _garbage() -> list[str]:
    """Collect it now; what it complains of."""
    found: list[str] = []

    def note(one: sys.UnraisableHookArgs) -> None:
        found.append(f"{one.err_msg or 'in'} {one.object!r}: {one.exc_value!r}")

    hook, sys.unraisablehook = sys.unraisablehook, note
    try:
        gc.collect()
    finally:
        sys.unraisablehook = hook
    return found


class _Listener(logging.Handler):
    """Event loops complain of lost tasks and errors in their log alone."""

    def emit(self, record: logging.LogRecord) -> None:
        _complaints.append(f"asyncio: {record.getMessage()}")


def _note_start(event: str, args: Any) -> None:
    global _started
    if event in STARTS:
        _started = True


def _cancel_all_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """An event loop ends: whatever still runs in it was left behind."""
    _tasks.extend(f"task: {one.get_coro()}" for one in asyncio.all_tasks(loop))
    _cancel(loop)


_cancel = runners._cancel_all_tasks  # type: ignore[attr-defined]  # there is no other way to know


def begin() -> None:
    """Watch from now on, for the rest of this process."""
    sys.addaudithook(_note_start)
    runners._cancel_all_tasks = _cancel_all_tasks  # type: ignore[attr-defined]
    logging.getLogger("asyncio").addHandler(_Listener(logging.ERROR))
