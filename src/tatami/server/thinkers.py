"""Bots think in other processes; this is where the server keeps those.

A process does one job at a time. An idle one is taken before another is started, up to a limit;
beyond it jobs wait their turn. One that takes longer than its budget is killed, one that dies or
talks nonsense is replaced, and whoever asked gets nothing and plays the default move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

import msgspec

from tatami.engine.intent import Intent
from tatami.server.thinker import HEAD
from tatami.tables.thinking import (
    Answered,
    CannotReplay,
    CannotTeach,
    Failed,
    Job,
    LessonJob,
    Outcome,
    PlanJob,
    Planned,
    Ready,
    ReplayJob,
    Spoken,
    Task,
    Taught,
    Walked,
)

log = logging.getLogger("tatami.thinkers")

STARTING: Final = 30.0
"""Seconds that a process may take to load its games."""
LINGER: Final = 60.0
"""Seconds after which an idle process that is not the last one ends."""
RARELY: Final = 60.0
"""Most seconds between attempts where no process can be started."""
REPLAYS: Final = 2
"""Most replays at a time; they have processes of their own, so that no bot waits for one."""
LONGEST_ANSWER: Final = 1 << 20
LONGEST_REPLAY: Final = 1 << 28
"""Most bytes of a reply."""


class Thinkers:
    """The bots' processes. ``extra`` names games that are not installed (``module:NAME``).

    ``counts`` tells how many jobs ended how: ``answered``, ``spoken``, ``planned``, or why there
    was no answer (``hung``, ``died``, ``garbled``, ``busy``, ``no_answer``, ``error_...``).
    """

    def __init__(
        self,
        limit: int = 8,
        budget: float = 5.0,
        extra: Sequence[str] = (),
        memory: int = 1024,
        patience: float = 10.0,
        linger: float = LINGER,
        replay_budget: float = 30.0,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        """How long bots have thought, waiting included."""
        thinking = _command(budget, memory, extra)
        walking = _command(replay_budget, memory, extra)
        self._bots = Pool(thinking, limit, budget, patience, linger)
        self._replays = Pool(walking, REPLAYS, replay_budget, replay_budget, linger)
        self._replays.longest = LONGEST_REPLAY

    async def start(self) -> None:
        """Have one process ready, so that the first bot need not wait for it."""
        self._bots.keep = 1
        self._bots.grow()

    async def think(self, job: Job) -> Answered | None:
        """What the bot answers to the first offer of its view; nothing where none came of it."""
        outcome = await self._asked(job)
        return outcome if isinstance(outcome, Answered) else None

    async def speak(self, job: Job) -> Spoken | None:
        """What the bot says to all now; nothing where it is silent."""
        outcome = await self._asked(job)
        return outcome if isinstance(outcome, Spoken) and outcome.kind else None

    async def plan(self, jobs: Sequence[Job], heard: bool) -> list[list[Intent] | None] | None:
        """What each bot of a table in real time means to do; nothing where none of it came."""
        began = asyncio.get_running_loop().time()
        outcome = await self._bots.run(PlanJob(tuple(jobs), heard))
        self.seconds += asyncio.get_running_loop().time() - began
        if not isinstance(outcome, Planned) or len(outcome.intents) != len(jobs):
            why = outcome.why if isinstance(outcome, Failed) else "garbled"
            self.counts[why] += 1
            log.warning("bots made no plan", extra={"game": jobs[0].game, "why": why})
            return None
        self.counts["planned"] += len(jobs) - outcome.intents.count(None)
        self.counts["no_plan"] += outcome.intents.count(None)
        return [None if found is None else list(found) for found in outcome.intents]

    async def _asked(self, job: Job) -> Outcome:
        """What came of a bot's job; how it went is counted."""
        began = asyncio.get_running_loop().time()
        outcome = await self._bots.run(job)
        self.seconds += asyncio.get_running_loop().time() - began
        if isinstance(outcome, Spoken if job.speak else Answered):
            self.counts["spoken" if job.speak else "answered"] += 1
            return outcome
        why = outcome.why if isinstance(outcome, Failed) else "garbled"
        self.counts[why] += 1
        log.warning("a bot gave no answer", extra={"game": job.game, "bot": job.level, "why": why})
        return outcome

    async def replay(self, record_text: str, eyes: str) -> bytes:
        """The frames of a record through these eyes, as JSON; see ``views.replay_page``."""
        outcome = await self._replays.run(ReplayJob(record_text, eyes))
        if isinstance(outcome, Walked):
            return outcome.frames
        failed = outcome if isinstance(outcome, Failed) else Failed("garbled")
        log.warning("a replay failed", extra={"why": failed.why})
        raise CannotReplay(failed.sentence or "this game cannot be replayed now")

    async def teach(self, job: LessonJob) -> bytes:
        """Where a lesson stands, as JSON; ``CannotTeach`` where it cannot stand there."""
        outcome = await self._replays.run(job)
        if isinstance(outcome, Taught):
            return outcome.state
        raise CannotTeach

    def load(self) -> dict[str, int]:
        """How many bots' processes there are, how many are idle, how many jobs wait."""
        pool = self._bots
        return {"processes": len(pool.all), "idle": len(pool.idle), "waiting": len(pool.queue)}

    async def close(self) -> None:
        """End all processes; whoever still waits gets nothing."""
        await asyncio.gather(self._bots.close(), self._replays.close())


def _command(budget: float, memory: int, extra: Sequence[str]) -> list[str]:
    games = [part for named in extra for part in ("--games", named)]
    options = ["--budget", str(budget), "--memory", str(memory), *games]
    return [sys.executable, "-P", "-m", "tatami.server.thinker", *options]


def _environment() -> dict[str, str]:
    """What the server can import, its processes can."""
    found = [os.path.abspath(path) for path in sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(found)}


# -- many processes


class Pool:
    """Processes of one kind. Jobs are done in the order in which they came."""

    def __init__(
        self,
        command: list[str],
        limit: int,
        budget: float,
        patience: float,
        linger: float,
    ) -> None:
        self.command = command
        self.limit = limit
        self.budget = budget
        self.patience = patience
        self.linger = linger
        self.longest = LONGEST_ANSWER
        self.keep = 0
        """How many are kept ready even when there is nothing to do."""
        self.all: set[Worker] = set()
        self.idle: list[Worker] = []
        self.queue: deque[asyncio.Future[Worker]] = deque()
        self.starting: set[asyncio.Task[None]] = set()
        self.ending: set[asyncio.Task[int]] = set()
        self.failures = 0
        """How often in a row no process could be started."""
        self.closed = False

    async def run(self, task: Task) -> Outcome:
        """Do one job; who searches has no more time for having waited."""
        loop = asyncio.get_running_loop()
        came = loop.time()
        worker = None if self.closed else await self._hire()
        if worker is None:
            return Failed("closed" if self.closed else "busy")
        now = task.after(loop.time() - came) if isinstance(task, Job) else task
        try:
            return await worker.ask(now, self.budget, self.longest)
        finally:
            self._give_back(worker)

    async def _hire(self) -> Worker | None:
        """The process that was idle for the shortest time, or the next that is free."""
        while self.idle:
            worker = self.idle.pop()
            worker.rest()
            if worker.process.returncode is None:
                return worker
            worker.dead = True  # it died while it was idle; its number may be another's now
            self._dismiss(worker)
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.queue.append(turn)
        self.grow()
        try:
            await asyncio.wait([turn], timeout=self.patience)
        except asyncio.CancelledError:
            if given := self._taken(turn):
                self._give_back(given)
            raise
        return self._taken(turn)

    def _taken(self, turn: asyncio.Future[Worker]) -> Worker | None:
        """What came of waiting."""
        if turn.done():
            return None if turn.cancelled() else turn.result()
        self.queue.remove(turn)
        return None

    def _give_back(self, worker: Worker) -> None:
        """A process has done its job: the next one, or a rest; a dead one is replaced."""
        if worker.dead or self.closed:
            self._dismiss(worker)
        elif self.queue:
            self.queue.popleft().set_result(worker)
        else:
            self.idle.append(worker)
            loop = asyncio.get_running_loop()
            worker.alarm = loop.call_later(self.linger, self._surplus, worker)

    def _surplus(self, worker: Worker) -> None:
        """Idle for long: it ends, unless it is the last one that is kept ready."""
        if worker in self.idle and len(self.all) > self.keep:
            self.idle.remove(worker)
            self._dismiss(worker)

    def _dismiss(self, worker: Worker) -> None:
        """End a process, and see to it that nothing of it stays behind."""
        worker.end()
        self.all.discard(worker)
        task = asyncio.get_running_loop().create_task(worker.process.wait())
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)
        self.grow()

    # -- starting

    def grow(self) -> None:
        """Start what is missing: a process for each job that waits, up to the limit."""
        wanted = max(len(self.queue), self.keep - len(self.all))
        room = self.limit - len(self.all)
        while not self.closed and len(self.starting) < min(wanted, room):
            task = asyncio.get_running_loop().create_task(self._recruit())
            self.starting.add(task)
            task.add_done_callback(self.starting.discard)
            task.add_done_callback(lambda _: self.grow())

    async def _recruit(self) -> None:
        """Start a process; where that fails, take a breath before the next attempt."""
        try:
            worker = await Worker.start(self.command)
        except (OSError, EOFError, TimeoutError, msgspec.DecodeError, NotReady) as error:
            why = str(error) if isinstance(error, NotReady) else type(error).__name__
            log.error("a process for bots cannot be started", extra={"why": why})
            self.failures += 1
            await asyncio.sleep(min(2.0**self.failures / 2, RARELY))
            return
        self.failures = 0
        self.all.add(worker)
        self._give_back(worker)

    async def close(self) -> None:
        """End everything."""
        self.closed = True
        for turn in self.queue:
            turn.cancel()
        self.queue.clear()
        for task in self.starting:
            task.cancel()
        await asyncio.gather(*self.starting, return_exceptions=True)
        for worker in list(self.all):
            self._dismiss(worker)
        self.idle.clear()
        await asyncio.gather(*self.ending)


# -- one process


_outcomes: msgspec.msgpack.Decoder[Outcome] = msgspec.msgpack.Decoder(Outcome)


class NotReady(Exception):
    """A process could not load its games."""


class Worker:
    """One process: ``dead`` once it can no longer be relied on."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.dead = False
        self.number = 0
        self.alarm: asyncio.TimerHandle | None = None

    @staticmethod
    async def start(command: list[str]) -> Worker:
        """A process that has loaded its games."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
        )
        worker = Worker(process)
        try:
            async with asyncio.timeout(STARTING):
                said = await worker._read(LONGEST_ANSWER)
            if not isinstance(said, Ready):
                raise NotReady(said.sentence if isinstance(said, Failed) else "")
        except BaseException:
            worker.end()
            await process.wait()
            raise
        return worker

    async def ask(self, task: Task, budget: float, longest: int) -> Outcome:
        """Do a job within its budget; a process that fails is ended."""
        try:
            async with asyncio.timeout(budget):
                await self._write(task)
                return await self._read(longest)
        except TimeoutError:
            why = "hung"
        except (EOFError, OSError):
            why = "died"
        except msgspec.DecodeError:
            why = "garbled"
        except OverflowError:  # a number that nobody could send it: it has heard nothing
            return Failed("too_large")
        except BaseException:
            self.end()
            raise
        self.end()
        return Failed(why)

    async def _write(self, task: Task) -> None:
        assert self.process.stdin is not None
        self.number = (self.number + 1) % (1 << 32)
        body = msgspec.msgpack.encode(task)
        self.process.stdin.write(HEAD.pack(len(body), self.number) + body)
        await self.process.stdin.drain()

    async def _read(self, longest: int) -> Outcome:
        """The reply to the job that is under way, and to no other."""
        assert self.process.stdout is not None
        head = await self.process.stdout.readexactly(HEAD.size)
        length, number = HEAD.unpack(head)
        if length > longest or number != self.number:
            raise msgspec.DecodeError("this is no reply")
        body = await self.process.stdout.readexactly(length)
        return _outcomes.decode(body)

    def rest(self) -> None:
        """It is idle no longer."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def end(self) -> None:
        """End it, and whatever it has started."""
        self.rest()
        if self.dead:
            return
        self.dead = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
