"""The clock of a test server: it can stand still, and be turned by the test.

What a server waits for, it waits for by the clock of its event loop. Here that clock is one that a
test can stop and put forward, over a socket. Whatever is due then happens, as late as it would on a
machine that had been asleep; and the test hears back when nothing more comes of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import signal
import socket
import time
from collections.abc import Sequence
from typing import Any

import uvicorn

from tatami.server import serving
from tatami.server.sqlite import SqliteStore
from tatami.server.thinkers import Pool, Thinkers, Worker
from tatami.tables.chance import Timepiece
from tatami.tables.house import House
from tatami.tables.store import CannotStore, Change, Hold
from tests.support.brood import Brood

MIDNIGHT = 1_000_000_000
"""What the wall says when a clock that stands has not been turned yet."""
AGES = 10.0**8
"""Seconds that no machine takes for anything."""
CALM = 6
"""How many rounds of the loop without anything to do are quiet enough."""


class Stoppable(selectors.DefaultSelector):
    """Where a loop would wait for a time that does not come, it waits for a message only."""

    loop: ClockLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        """As always, unless the clock stands."""
        stands = not self.loop.flows and timeout is not None and timeout > 0
        return super().select(None if stands else timeout)


class ClockLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own."""

    def __init__(self, passed: float, flows: bool) -> None:
        self.flows = flows
        self._stood = not flows
        self._passed = passed
        self._since = time.monotonic()
        selector = Stoppable()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        """Seconds since midnight."""
        return self._passed + (time.monotonic() - self._since if self.flows else 0.0)

    def told(self) -> float:
        """The same for the time of day: what stood is put forward by the test alone."""
        return self._passed if self._stood else self.time()

    def put_forward(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self._passed = round(self._passed + seconds, 6)

    def let_flow(self) -> None:
        """Whoever waits does not wait in vain, from now on."""
        if not self.flows:
            self._since = time.monotonic()
            self.flows = True


class Keeper:
    """Does with the clock of a server what the test says."""

    def __init__(self, passed: float, flows: bool, line: int) -> None:
        self.loop = ClockLoop(passed, flows)
        self.line = socket.socket(fileno=line)
        self.house: House | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.loop.add_reader(self.line, self._told)

    def timepiece(self) -> Timepiece:
        """The time of day: half a millisecond more, so that rounding never falls between two."""
        wall = (time.time() if self.loop.flows else MIDNIGHT) + self.loop.time()
        return Timepiece(lambda: wall + 0.0005, lambda: round(self.loop.told(), 3))

    def _told(self) -> None:
        text = self.line.recv(4096)
        if not text:  # whoever has started this server is gone
            os.kill(os.getpid(), signal.SIGKILL)
        task = self.loop.create_task(self._obey(text.decode()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _obey(self, words: str) -> None:
        what, _, number = words.partition(" ")
        if what == "pass":
            self.loop.put_forward(float(number))
        else:
            await self._obey_in_quiet(what, number)
        self.line.send(b"done")

    async def _obey_in_quiet(self, what: str, number: str) -> None:
        await self._quiet()
        if what == "turn":
            self.loop.put_forward(float(number))
            await self._quiet()

    async def _quiet(self) -> None:
        """Until nothing more happens at this time of day: all is stored, every bot has thought."""
        while not await self._still():
            pass

    async def _still(self) -> bool:
        """Look twice: what the store or a bot was busy with may have led to something new."""
        await self._calm()
        if self.house is None or self.house.closing:
            return True
        if not self._bots_rest():
            await self.loop.run_in_executor(None, time.sleep, 0.002)
            return False
        store = self.house.store
        assert isinstance(store, CountingStore), "a clock that nodes share cannot be turned"
        commits = store.commits
        with contextlib.suppress(CannotStore):
            await SqliteStore.commit(store, [])  # it is done when all before it is
        await self._calm()
        return self._bots_rest() and store.commits == commits

    async def _calm(self) -> None:
        """Until the loop has nothing to do for a few rounds."""
        calm = 0
        while calm < CALM:
            await asyncio.sleep(0)
            calm = 0 if self.loop._ready else calm + 1  # type: ignore[attr-defined]  # see above

    def _bots_rest(self) -> bool:
        assert self.house is not None
        return all(map(_idle, (self.house.thinkers._bots, self.house.thinkers._replays)))


def _idle(pool: Pool) -> bool:
    return not pool.queue and not pool.starting and len(pool.idle) == len(pool.all)


class CountingStore(SqliteStore):
    """Counts what it is asked to store."""

    commits = 0

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Store all of these changes for good."""
        self.commits += 1
        return super().commit(changes, hold)


class PatientThinkers(Thinkers):
    """Bots that are given up for their budget alone, never because the machine is busy."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, patience=AGES, replay_budget=AGES)

    async def start(self) -> None:
        """The first process starts when a bot is asked: most tests need none."""


def take_over(keeper: Keeper) -> None:
    """Give the server of this process that clock."""
    uvicorn.Config.get_loop_factory = lambda _: lambda: keeper.loop  # type: ignore[assignment,method-assign]
    serving.Thinkers = PatientThinkers  # type: ignore[misc]
    serving.SqliteStore = CountingStore  # type: ignore[misc]
    Worker.start = Brood().start  # type: ignore[method-assign]
    if not keeper.loop.flows:  # nobody is there to answer a ping while time is put forward
        serving.DatedSocket.schedule_ping = lambda _: None  # type: ignore[method-assign]
    leave = uvicorn.Server.handle_exit

    def handle_exit(server: uvicorn.Server, sign: int, frame: Any) -> None:
        """Who closes does not wait for a clock that stands."""
        leave(server, sign, frame)
        keeper.loop.let_flow()
        keeper.loop.call_soon_threadsafe(lambda: None)

    uvicorn.Server.handle_exit = handle_exit  # type: ignore[method-assign]

    def build(*args: Any) -> House:
        *rest, chance, time = args  # a time that nodes share is not the test's to turn
        keeper.house = House(*rest, chance, time or keeper.timepiece())
        return keeper.house

    serving.House = build  # type: ignore[assignment,misc]
