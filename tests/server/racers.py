"""Eight people at a Ninjaaa'Tack table who read all the time, as a browser does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tatami.games.tack.table import CAME
from tests.server.people import CUT, NAMES, Witness
from tests.support.line import Line
from tests.support.serving import Server

GONG = "gong"
NINJA, ATTACK = 0, 1
SOON = 0.005
PATIENCE = 60.0


class Racer(Witness):
    """A player whose messages are taken in as they come, so that pings are answered at once."""

    line: Line | None = None
    _reading: asyncio.Task[None] | None = None

    async def come(self, table: str = "") -> None:
        """Connect, say hello, and read from then on."""
        await super().come(table)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                await self.hear(600)
        except CUT:
            pass

    async def drop(self) -> None:
        """Cut the line without a word."""
        await super().drop()
        if self._reading is not None:
            await asyncio.wait([self._reading])
            self._reading = None

    async def wait(self, holds: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(seconds):
            while not holds():
                await asyncio.sleep(SOON)

    async def ask(self, t: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        number = await self.tell(t, **fields)
        await self.wait(lambda: number in self.replies)
        return self.replies[number]

    def stamp(self) -> int:
        """The cards that this player sees, by their number."""
        assert self.view is not None
        return int(self.view["count"][CAME])

    async def press(self, call: int = NINJA, stamp: int | None = None) -> int:
        """Strike the gong, and do not wait; the number of the message."""
        seen = self.stamp() if stamp is None else stamp
        return await self.tell("right", name=GONG, stamp=seen, option=call)

    async def strike(self, call: int = NINJA, stamp: int | None = None) -> dict[str, Any]:
        """Strike the gong, and wait for the reply."""
        number = await self.press(call, stamp)
        await self.wait(lambda: number in self.replies)
        return self.replies[number]

    async def choose(self) -> None:
        """Choose a card, whichever."""
        offer = self.offers[0]
        reply = await self.answer(offer, offer["options"][0])
        assert reply["ok"], reply

    def races(self) -> list[list[list[Any]]]:
        """Every race: seat, option, arrival, credit and basis of each strike."""
        return [m["race"] for m in self.seen if m["t"] == "update" and m.get("race")]

    def signals(self) -> list[list[Any]]:
        """All that this player has heard in the game."""
        return [line for m in self.seen if m["t"] == "update" for line in m["said"]]


async def racers(
    server: Server,
    seats: int,
    lines: list[Line] | None = None,
    stack: AsyncExitStack | None = None,
    **wishes: Any,
) -> list[Racer]:
    """A table of so many people, dealt; each over a line of their own, where there are any."""
    people: list[Racer] = []
    for at in range(seats):
        one = Racer(server.url, NAMES[at])
        if lines is not None and stack is not None:
            one.line = await stack.enter_async_context(lines[at])
            one.way = one.line.url
        people.append(one)
    host = people[0]
    host.open("tack", seats=seats, **wishes)
    await host.come()
    for at, guest in enumerate(people[1:], 1):
        await guest.come(host.table)
        reply = await guest.ask("sit", seat=at, name=guest.name)
        assert reply["ok"], reply
    assert (await host.ask("do", what="start"))["ok"]
    for one in people:
        await one.wait(lambda one=one: one.view is not None)
    return people
