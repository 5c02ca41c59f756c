"""A process in which bots think: ``python -m tatami.server.thinker``.

It takes jobs from its standard input and gives a reply to each on its standard output, one after
the other, as frames: the length and the number of the job, then msgpack. What a job is, and how it
is done, is in ``tatami.tables.thinking``. Whatever a bot prints goes nowhere. The process ends with
its input, and by itself where a job takes far too long.
"""

from __future__ import annotations

import os
import resource
import signal
import struct
import sys
from argparse import ArgumentParser
from typing import BinaryIO, Final

import msgspec

from tatami import catalogue
from tatami.tables.thinking import Failed, Outcome, Ready, Task, listing, work

HEAD: Final = struct.Struct(">II")
"""Before each frame: its length, and the number of the job."""
NICE: Final = 5
"""Bots stand back where the server itself has something to do."""
GRACE: Final = 2.0
"""Seconds that a process goes on beyond its budget when nobody is there to end it."""


# -- the process


def main(argv: list[str] | None = None) -> int:
    """Take jobs until the input ends."""
    made = ArgumentParser(prog="tatami.server.thinker")
    made.add_argument("--games", action="append", default=[], metavar="MODULE:NAME")
    made.add_argument("--budget", type=float, default=5.0, metavar="SECONDS")
    made.add_argument("--memory", type=int, default=1024, metavar="MEGABYTES")
    args = made.parse_args(argv)
    taking, giving = _streams()
    _restrain(args.memory)
    _give(giving, 0, _load(args.games))
    while task := _take(taking):
        signal.setitimer(signal.ITIMER_REAL, args.budget + GRACE)
        outcome = _worked(task[1])
        signal.setitimer(signal.ITIMER_REAL, 0)
        _give(giving, task[0], outcome)
    return 0


def _worked(task: Task) -> Outcome:
    try:
        return work(task)
    except MemoryError:
        os._exit(1)  # nothing can be relied on any more: end at once, and be replaced


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, kept apart: what a bot prints goes nowhere."""
    taking, giving = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return taking, giving


def _restrain(memory: int) -> None:
    """Bounds of the process: memory, priority, no traces on the disk; an alarm ends it."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    size = memory << 20
    if most == resource.RLIM_INFINITY or size < most:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICE)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _load(games: list[str]) -> Outcome:
    """Import every game before the first job, so that its time is all for thinking."""
    try:
        for named in games:
            catalogue.add_named(named)
        for name in catalogue.names():
            listing(name)
    except Exception as error:
        return Failed("not_loaded", f"{type(error).__name__}: {error}")
    return Ready()


def _take(taking: BinaryIO) -> tuple[int, Task] | None:
    """The next job and its number; none where the server has gone."""
    head = taking.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length, number = HEAD.unpack(head)
    body = taking.read(length)
    return (number, msgspec.msgpack.decode(body, type=Task)) if len(body) == length else None


def _give(giving: BinaryIO, number: int, outcome: Outcome) -> None:
    body = msgspec.msgpack.encode(outcome)
    giving.write(HEAD.pack(len(body), number) + body)
    giving.flush()


if __name__ == "__main__":
    sys.exit(main())
