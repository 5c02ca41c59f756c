"""Games that go on at several tables of a house while something happens to its nodes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, TypeAlias

from tatami.fair import why_unfair
from tests.nodes.history import StoredMove, judge, told
from tests.server.people import Witness
from tests.server.test_kill import Game
from tests.server.truth import Truth
from tests.support.cluster import Cluster, Node
from tests.support.player import Refused, http
from tests.support.seeds import another

Sort: TypeAlias = tuple[str, int, int]
TABLES: tuple[Sort, ...] = (
    *(("clans", 3, 0), ("clans", 1, 2), ("wataah", 2, 0)),
    *(("gong", 2, 1), ("trio", 2, 0)),
)
"""Games that go on at the same time: which, how many people, how many bots."""
ALL_GAMES: tuple[Sort, ...] = (*TABLES[1:], ("night", 2, 2), ("tack", 3, 1))
OPTIONS = {"night": {"rounds": "1"}, "tack": {"passes": "4", "rounds": "1"}}
"""Games that would go on for long otherwise."""
EXTRA = ["tests.fixtures.gong", "tests.fixtures.trio"]


class Traveller(Witness):
    """A player who comes again where a proxy has nobody to pass them on to."""

    def __init__(self, evening: Evening, name: str, seed: int) -> None:
        super().__init__(evening.house.url, name, seed)
        self.evening = evening
        self.refusals: list[str] = []

    async def come(self, table: str = "") -> None:
        """Connect (again), by any of the proxies."""
        self.way = self.dice.choice(self.evening.house.urls)
        await super().come(table)

    def http(self, path: str, body: object = None) -> Any:
        """A request; what a proxy says for a node that is gone is as good as no answer.

        A node that leaves refuses before it has done anything: pages send that again.
        """
        status, found = http(self.base, path, self.token, body)
        if status >= 500:
            code = found["refusal"]["code"] if isinstance(found, dict) else ""
            if code and code != "closing":
                self.refusals.append(code)
            raise ConnectionError(str(status))
        if status >= 400:
            raise Refused(found)
        return found

    async def tell(self, t: str, **fields: object) -> int:
        """Send a message; there may be nobody any more to answer it."""
        number = await super().tell(t, **fields)
        if t == "answer":
            self.evening.happened(self)
        return number

    async def must(self, t: str, **fields: object) -> dict[str, Any]:
        """Do something; what could not be stored is tried again, as a person would."""
        reply = await self.ask(t, **fields)
        while not reply["ok"] and reply["refusal"]["code"] == "cannot_store":
            await asyncio.sleep(0.05)
            reply = await self.ask(t, **fields)
        assert reply["ok"], reply
        return reply

    def take(self, message: dict[str, Any]) -> None:
        """Hear something; refusals are remembered."""
        super().take(message)
        if message["t"] == "reply" and not message["ok"]:
            self.refusals.append(message["refusal"]["code"])
        if message["t"] == "update":
            self.evening.happened(self)


class Evening:
    """Tables of one house; ``event`` is called now and then, after so much has happened."""

    def __init__(
        self,
        house: Cluster,
        seed: int,
        events: int,
        every: int = 60,
        tables: tuple[Sort, ...] = TABLES,
    ) -> None:
        self.house = house
        self.tables = tables
        self.dice = random.Random(another(seed))
        self.games: list[Game] = []
        self.left = events
        self._every = every
        self._until = self.dice.randint(0, every)
        self._busy: asyncio.Task[None] | None = None
        self.event: Callable[[Node], None] = lambda node: None

    async def play(self, which: Sort) -> None:
        """One game after the other, until enough has happened."""
        while self.left > 0 or not self.games:
            await self._game(which).played()
            await self._idle()

    def _game(self, which: Sort) -> Game:
        number, (name, people, bots) = len(self.games), which
        game = Judged(self, number, name, people, bots)
        self.games.append(game)
        return game

    async def _idle(self) -> None:
        if self._busy is not None:
            await asyncio.wait([self._busy])

    def happened(self, one: Traveller) -> None:
        """When it is time, do it to the node that has this player's table."""
        self._until -= 1
        if self._until >= 0 or self.left <= 0 or (self._busy and not self._busy.done()):
            return
        name = self.house.owner(one.table)
        if not name or not self.house.nodes[name].pid_if_alive():
            return
        self.left -= 1
        self._until = self.dice.randint(0, self._every)
        self._busy = asyncio.ensure_future(asyncio.to_thread(self.event, self.house.nodes[name]))
        self._busy.add_done_callback(_raised)

    def cut(self) -> None:
        """Everybody hangs up and comes again. To be called from the thread of an event."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for game in self.games:
            for one in game.people:
                if one.socket is not None:
                    one.socket.transport.abort()

    async def everything(self) -> None:
        """All tables, side by side."""
        self._loop = asyncio.get_running_loop()
        await asyncio.gather(*[self.play(which) for which in self.tables])
        await self._idle()


def _raised(task: asyncio.Task[None]) -> None:
    task.result()


class Judged(Game):
    """A game whose whole history is judged when it is over."""

    def __init__(self, evening: Evening, number: int, game: str, people: int, bots: int) -> None:
        self.game = game
        self.bots = bots
        self.wishes = {"options": OPTIONS.get(game, {})}
        self.house = evening.house
        self.people = [Traveller(evening, f"P{number} {n}", number) for n in range(people)]

    def compare(self, truth: Truth) -> None:
        """One story."""
        assert why_unfair(truth.record) == ""
        table = self.people[0].table
        rows = self.house.rows(
            "SELECT seq, epoch, line FROM move WHERE seating = %s ORDER BY seq", table
        )
        judge(truth, [StoredMove(*row) for row in rows], [told(one) for one in self.people])
