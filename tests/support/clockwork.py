"""A house whose time is turned by the test: hours pass at once, and every moment is the same again.

No socket, no thread, no process: people are talked to through the connection that a socket would
have, a commit is done when it is asked for, and bots take as long to think as the test says. What
somebody hears, and when, then follows from the deal and from what was done, and can be compared.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from tatami.server.config import Config
from tatami.server.pulse import Pulse
from tatami.server.sqlite import SqliteStore, statements
from tatami.tables.bus import LocalBus
from tatami.tables.chance import Timepiece
from tatami.tables.connection import Connection
from tatami.tables.house import House
from tatami.tables.line import Heard, LineLost
from tatami.tables.row import TableRow
from tatami.tables.store import Change, Hold, PutTable
from tatami.tables.table import Table
from tatami.tables.thinking import Thinkers
from tests.support.deals import Sharer
from tests.support.player import OWN, PROTOCOL, note_presence

T = TypeVar("T")
Plan = Callable[[dict[str, Any]], "tuple[float, Any] | None"]
"""What somebody does about an offer: after how many seconds they answer what; or nothing."""
MIDNIGHT = 1_000_000_000
"""The time of day at which everything begins."""


class Skips(selectors.DefaultSelector):
    """Where a loop would wait, its time goes on instead."""

    loop: TurnedLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        """Wait for nothing, and be there at once."""
        assert timeout is not None, "nothing will ever happen again"
        self.loop.passed += max(0.0, timeout)
        return super().select(0)


class TurnedLoop(asyncio.SelectorEventLoop):
    """An event loop that never waits."""

    def __init__(self) -> None:
        self.passed = 0.0
        selector = Skips()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        """Seconds since the beginning."""
        return self.passed


class PromptStore(SqliteStore):
    """Stores at once, without the writer's thread and without waiting for the disk."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self._db.execute("PRAGMA synchronous=OFF")

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Store all of these changes now."""
        done = asyncio.get_running_loop().create_future()
        error = self._transaction([one for change in changes for one in statements(change)])
        assert error is None, error
        done.set_result(None)
        return done

    def lines(self, table: str) -> list[str]:
        """The moves that are stored, for a test that cannot wait."""
        rows = self._rows("SELECT line FROM move WHERE seating=? ORDER BY seq", table)
        return [line for (line,) in rows]


class Thread:
    """The line between a guest and the house."""

    def __init__(self, hear: Callable[[str], None], pulse: Pulse | None) -> None:
        self.inbox: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._hear = hear
        self._pulse = pulse

    @property
    def credit(self) -> float:
        """Seconds by which what comes in was surely under way."""
        return 0.0 if self._pulse is None else self._pulse.credit

    @property
    def basis(self) -> str:
        """What caps that credit."""
        return "" if self._pulse is None else self._pulse.cap.basis

    def measure(self) -> None:
        """Begin to ping, where there is anything to measure."""
        if self._pulse is not None:
            self._pulse.start()

    async def receive(self) -> Heard:
        """What the guest says next."""
        found = await self.inbox.get()
        if found is None:
            raise LineLost
        return found

    async def send(self, text: str) -> None:
        """The guest hears it."""
        self._hear(text)

    async def close(self, why: str) -> None:
        """Nothing more is heard."""


class Guest:
    """A person at a table: what they hear, with the moment, and what they do about it."""

    def __init__(self, house: House, name: str, plan: Plan = lambda offer: None) -> None:
        self.house = house
        self.name = name
        self.plan = plan
        self.address = ""
        """Where they come from; empty: nobody counts."""
        self.heard: list[tuple[float, str]] = []
        self.view: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self._line = Thread(self._hear, None)
        self.sharer = Sharer(sha256(name.encode()).hexdigest())
        self._asked = 0
        self._number = 0

    async def come(self, table: str) -> None:
        """Connect and say hello."""
        self._line = Thread(self._hear, self._pulse_of_line())
        self.sharer.again()
        connection = Connection(self.house, self.name, self._line, self.address)
        self.house.run(connection.run(table))
        self._send({"t": "hello", "protocol": PROTOCOL, "since": -1})
        await asyncio.sleep(0.01)

    def _pulse_of_line(self) -> Pulse | None:
        """What measures the line, where it has a length."""
        return None

    def go(self) -> None:
        """The line is cut."""
        self._line.inbox.put_nowait(None)

    def say(self, t: str, **fields: object) -> None:
        """Send a message."""
        self._number += 1
        self._send({"t": t, "id": self._number, **fields})

    def _send(self, message: dict[str, object]) -> None:
        now = asyncio.get_running_loop().time()
        self._line.inbox.put_nowait(Heard(json.dumps(message), now))

    def _hear(self, text: str) -> None:
        told = json.loads(text)
        if (told["t"], told.get("id")) == ("reply", OWN):
            return
        self.heard.append((round(asyncio.get_running_loop().time(), 3), text))
        self.state = told.get("table", self.state)
        if told["t"] == "presence":
            note_presence(self.state, told)
        answer = self.sharer.answer(told)
        if answer is not None:
            self._send({"id": OWN, **answer})
        if told["t"] == "update":
            self.view = told["view"]
            for offer in self.view.get("offers", [])[:1]:
                self._consider(offer)

    def _consider(self, offer: dict[str, Any]) -> None:
        """Answer what was not asked before, in time."""
        if offer["ask"] <= self._asked:
            return
        self._asked = offer["ask"]
        wanted = self.plan(offer)
        if wanted is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(
                wanted[0], lambda: self.say("answer", ask=offer["ask"], answer=wanted[1])
            )

    def timed(self, t: str) -> list[tuple[float, dict[str, Any]]]:
        """The messages of a kind, with the moment of each."""
        every = [(at, json.loads(text)) for at, text in self.heard]
        return [(at, message) for at, message in every if message["t"] == t]

    def messages(self, t: str) -> list[dict[str, Any]]:
        """The messages of a kind."""
        return [message for _, message in self.timed(t)]


class Clockwork:
    """One table in a house of its own."""

    def __init__(self, data: Path, bots: object, **settings: Any) -> None:
        """To be made while the loop runs whose time it has."""
        config = Config(**settings)
        loop = asyncio.get_running_loop()
        begins = round(loop.time(), 3)
        # half a millisecond more, so that rounding never falls between two
        time = Timepiece(lambda: MIDNIGHT + begins + 0.0005, lambda: round(loop.time(), 3))
        thinkers = cast("Thinkers", bots)
        self.store = PromptStore(data)
        self.house = House(config, self.store, LocalBus(), thinkers, "clockwork", time=time)

    async def table(self, row: TableRow) -> Table:
        """A table that lies there as the test wrote it."""
        await self.store.commit([PutTable(row, 0)])
        found = await self.house.find(row.id)
        assert found is not None
        return found

    async def close(self) -> None:
        """Nothing goes on."""
        await self.house.close_doors()
        await self.store.close()


def turn(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a time of its own, which begins at midnight."""
    loop = TurnedLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(work)
