"""A process in which bots think: ``python -m tatami.server.thinker``.

It takes jobs from its standard input and gives a reply to each on its standard output, one after
the other, as frames: the length and the number of the job, then msgpack. A job to think holds what
a browser at that seat gets, and nothing else. Whatever a bot prints goes nowhere. The process ends
with its input, and by itself where a job takes far too long.
"""

from __future__ import annotations

import os
import resource
import signal
import struct
import sys
from argparse import ArgumentParser
from functools import lru_cache
from typing import BinaryIO, Final, TypeAlias, cast

import msgspec
from msgspec import Struct

from tatami import catalogue
from tatami.bots.base import Bot, Talker, talks
from tatami.bots.realtime import planner
from tatami.catalogue import Listing
from tatami.engine.deed import Deed
from tatami.engine.errors import BadRecord
from tatami.engine.record import parse
from tatami.engine.referee import clean
from tatami.engine.view import View
from tatami.server import wire
from tatami.server.views import read_view, replay_frames

HEAD: Final = struct.Struct(">II")
"""Before each frame: its length, and the number of the job."""
NICE: Final = 5
"""Bots stand back where the server itself has something to do."""
GRACE: Final = 2.0
"""Seconds that a process goes on beyond its budget when nobody is there to end it."""


class Job(Struct, tag="think", frozen=True):
    """A move to think about: the game, whose bot, its own randomness, a fresh ``wire.Update``.

    The answer is one to ``update.view.offers[0]``, whose number is its ``ask``. With ``speak`` the
    bot is asked for a remark instead.
    """

    game: str
    seats: int
    opts: tuple[int, ...]
    level: str
    key: bytes
    update: bytes
    speak: bool = False


class MeanJob(Struct, tag="mean", frozen=True):
    """Bots of one table in real time, each with its own seat's view: what do they mean to do?

    ``heard``: after somebody said something; else after a new step has asked.
    """

    jobs: tuple[Job, ...]
    heard: bool = False


class ReplayJob(Struct, tag="replay", frozen=True):
    """A record to walk through with a pair of eyes."""

    record: str
    eyes: str


class Ready(Struct, tag="ready", frozen=True):
    """The process has loaded its games."""


class Answered(Struct, tag="answered", frozen=True):
    """What the bot answers."""

    answer: int | tuple[int, ...]


class Spoken(Struct, tag="spoken", frozen=True):
    """What the bot says to all: a remark of its game; an empty kind is silence."""

    kind: str = ""
    args: tuple[int, ...] = ()


class Meant(Struct, tag="meant", frozen=True):
    """What each of the bots means to do; null where it failed."""

    deeds: tuple[tuple[Deed, ...] | None, ...]


class Walked(Struct, tag="walked", frozen=True):
    """The frames of a replay as JSON."""

    frames: bytes


class Failed(Struct, tag="failed", frozen=True):
    """Nothing came of it: a word for counting, and for replays a sentence."""

    why: str
    sentence: str = ""


Task: TypeAlias = Job | MeanJob | ReplayJob
Outcome: TypeAlias = Ready | Answered | Spoken | Meant | Walked | Failed


# -- the work


@lru_cache
def _listing(name: str) -> Listing:
    return catalogue.find(name)


def think(job: Job) -> Outcome:
    """Let a bot decide: it is made anew for every decision and sees what a browser gets."""
    bot, view = _made(job)
    if job.speak:
        return _spoken(bot, view)
    answer = clean(bot.decide(view))
    return Failed("no_answer") if answer is None else Answered(answer)


def _made(job: Job) -> tuple[Bot, View]:
    """A bot, and what it sees."""
    listing = _listing(job.game)
    update = msgspec.json.decode(job.update, type=wire.Update)
    seen = (update.view, update.said, update.happened)
    view = read_view(listing.game, job.seats, job.opts, *seen)
    return listing.bots[job.level](job.key), view


def mean(task: MeanJob) -> Outcome:
    """Let bots plan, or listen; one that fails does not keep the others from it."""
    return Meant(tuple(_deeds(job, task.heard) for job in task.jobs))


def _deeds(job: Job, heard: bool) -> tuple[Deed, ...] | None:
    try:
        bot, view = _made(job)
        live = planner(bot, job.key)
        found = tuple(live.hear(view) if heard else live.plan(view))
        return msgspec.convert(found, tuple[Deed, ...])
    except MemoryError:
        raise
    except Exception:  # its words could hold secrets
        return None


def _spoken(bot: object, view: View) -> Outcome:
    """What a bot says now; one that does not talk is silent."""
    said = cast("Talker", bot).speak(view) if talks(bot) else None
    return Spoken() if said is None else Spoken(*said)


def replay(job: ReplayJob) -> Outcome:
    """Walk through a record."""
    try:
        found = parse(job.record)
        frames = replay_frames(_listing(found.game).game, found, job.eyes)
    except KeyError:
        return Failed("no_such_game", "this game is not installed here")
    except (BadRecord, ValueError) as error:
        return Failed("bad_record", str(error))
    return Walked(msgspec.json.encode(frames))


def work(task: Task) -> Outcome:
    """Do one job; an error becomes the name of its kind, since its words could hold secrets."""
    try:
        if isinstance(task, MeanJob):
            return mean(task)
        return think(task) if isinstance(task, Job) else replay(task)
    except MemoryError:
        os._exit(1)  # nothing can be relied on any more: end at once, and be replaced
    except Exception as error:
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"]
        return Failed(f"error_{kinds[0]}")


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
        outcome = work(task[1])
        signal.setitimer(signal.ITIMER_REAL, 0)
        _give(giving, task[0], outcome)
    return 0


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
            _listing(name)
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
