"""What bots are asked, and how they think about it, in whatever process that is.

A job to think holds what a browser at that seat gets, and nothing else: no table, no truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol, TypeAlias, cast

import msgspec
from msgspec import Struct, structs

from tatami import catalogue
from tatami.bots.base import Bot, Talker, talks
from tatami.bots.realtime import planner
from tatami.catalogue import Listing
from tatami.engine.errors import BadRecord
from tatami.engine.intent import KINDS, Intent
from tatami.engine.record import parse
from tatami.engine.referee import clean
from tatami.engine.view import View
from tatami.search.bot import hurry, simulations
from tatami.tables import wire
from tatami.tables.teaching import Lessons, NotThere
from tatami.tables.views import read_view, replay_frames

NO_TIME: Final = 1e-9
"""Seconds of a search that has none left; 0 would be as many as it takes."""


class Job(Struct, tag="think", frozen=True):
    """A move to think about: the game, whose bot, its own randomness, a fresh ``wire.Update``.

    The answer is one to ``update.view.offers[0]``, whose number is its ``ask``. With ``speak`` the
    bot is asked for a remark instead. One that searches has so many ``seconds`` for it, if any, and
    no more than is left of ``within`` when its turn comes.
    """

    game: str
    seats: int
    opts: tuple[int, ...]
    level: str
    key: bytes
    update: bytes
    speak: bool = False
    seconds: float = 0.0
    within: float = 0.0
    """Seconds from being asked to the end of the search, waiting for a process included; where it
    is 0, that is ``seconds``."""

    def after(self, waited: float) -> Job:
        """The same when it has waited so long: it searches for what is left, or answers by rule."""
        if self.seconds <= 0.0:
            return self
        left = (self.within or self.seconds) - waited
        return structs.replace(self, seconds=max(NO_TIME, min(self.seconds, left)))


class PlanJob(Struct, tag="plan", frozen=True):
    """Bots of one table in real time, each with its own seat's view: what do they mean to do?

    ``heard``: after somebody said something; else after a new step has asked.
    """

    jobs: tuple[Job, ...]
    heard: bool = False


class ReplayJob(Struct, tag="replay", frozen=True):
    """A record to walk through with a pair of eyes."""

    record: str
    eyes: str


class LessonJob(Struct, tag="lesson", frozen=True):
    """A lesson and all that was done in it so far."""

    game: str
    lesson: str
    did: tuple[wire.Did, ...]


class Ready(Struct, tag="ready", frozen=True):
    """The process has loaded its games."""


class Answered(Struct, tag="answered", frozen=True):
    """What the bot answers; of a search also how many simulations were planned, and done.

    These are for the record: they can tell of what the bot holds, and are told after the game.
    """

    answer: int | tuple[int, ...]
    planned: int = 0
    done: int = 0


class Spoken(Struct, tag="spoken", frozen=True):
    """What the bot says to all: a remark of its game; an empty kind is silence."""

    kind: str = ""
    args: tuple[int, ...] = ()


class Planned(Struct, tag="planned", frozen=True):
    """What each of the bots means to do; null where it failed."""

    intents: tuple[tuple[Intent, ...] | None, ...]


class Walked(Struct, tag="walked", frozen=True):
    """The frames of a replay as JSON."""

    frames: bytes


class Taught(Struct, tag="taught", frozen=True):
    """Where a lesson stands, as JSON."""

    state: bytes


class Failed(Struct, tag="failed", frozen=True):
    """Nothing came of it: a word for counting, and for replays a sentence."""

    why: str
    sentence: str = ""


Task: TypeAlias = Job | PlanJob | ReplayJob | LessonJob
Outcome: TypeAlias = Ready | Answered | Spoken | Planned | Walked | Taught | Failed


class CannotReplay(Exception):
    """A record cannot be replayed; the text says why, in one sentence."""


class CannotTeach(Exception):
    """There is no such lesson, or what was done in it is not possible."""


class Thinkers(Protocol):
    """Where jobs are done: a house asks, and waits without being held up."""

    async def think(self, job: Job) -> Answered | None:
        """What the bot answers to the first offer of its view; nothing where none came of it."""
        ...

    async def speak(self, job: Job) -> Spoken | None:
        """What the bot says to all now; nothing where it is silent."""
        ...

    async def plan(self, jobs: Sequence[Job], heard: bool) -> list[list[Intent] | None] | None:
        """What each bot of a table in real time means to do; nothing where none of it came."""
        ...

    async def replay(self, record_text: str, eyes: str) -> bytes:
        """The frames of a record through these eyes, as JSON; ``CannotReplay`` where it is none."""
        ...

    async def teach(self, job: LessonJob) -> bytes:
        """Where a lesson stands, as JSON; ``CannotTeach`` where it cannot stand there."""
        ...

    def load(self) -> dict[str, int]:
        """How many processes there are, how many are idle, how many jobs wait."""
        ...


# -- the work


@lru_cache
def listing(name: str) -> Listing:
    return catalogue.find(name)


def think(job: Job) -> Outcome:
    """Let a bot decide: it is made anew for every decision and sees what a browser gets."""
    bot, view = _made(job)
    if job.speak:
        return _spoken(bot, view)
    answer = clean(bot.decide(view))
    return Failed("no_answer") if answer is None else Answered(answer, *simulations(bot))


def _made(job: Job) -> tuple[Bot, View]:
    """A bot, and what it sees."""
    found = listing(job.game)
    update = msgspec.json.decode(job.update, type=wire.Update)
    seen = (update.view, update.said, update.happened)
    view = read_view(found.game, job.seats, job.opts, *seen)
    bot = found.bots[job.level](job.key)
    hurry(bot, job.seconds)
    return bot, view


def plan(task: PlanJob) -> Outcome:
    """Let bots plan, or listen; one that fails does not keep the others from it."""
    return Planned(tuple(_intents(job, task.heard) for job in task.jobs))


def _intents(job: Job, heard: bool) -> tuple[Intent, ...] | None:
    try:
        bot, view = _made(job)
        live = planner(bot, job.key)
        found = tuple(live.hear(view) if heard else live.plan(view))
        intents = msgspec.convert(found, tuple[Intent, ...])
        return intents if all(one.kind in KINDS for one in intents) else None
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
        frames = replay_frames(listing(found.game).game, found, job.eyes)
    except KeyError:
        return Failed("no_such_game", "this game is not installed here")
    except (BadRecord, ValueError) as error:
        return Failed("bad_record", str(error))
    return Walked(msgspec.json.encode(frames))


_lessons: Final = Lessons()


def teach(job: LessonJob) -> Outcome:
    """Take a lesson to where it stands."""
    try:
        state = _lessons.state(listing(job.game), job.lesson, job.did)
    except (KeyError, NotThere):
        return Failed("no_such_lesson")
    return Taught(msgspec.json.encode(state))


def work(task: Task) -> Outcome:
    """Do one job; an error becomes the name of its kind, since its words could hold secrets."""
    try:
        if isinstance(task, PlanJob):
            return plan(task)
        if isinstance(task, LessonJob):
            return teach(task)
        return think(task) if isinstance(task, Job) else replay(task)
    except MemoryError:  # nothing can be relied on any more: who runs this decides
        raise
    except Exception as error:
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"]
        return Failed(f"error_{kinds[0]}")
