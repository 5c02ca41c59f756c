"""Eight people at a Ninjaaa'Tack table who read all the time, as a browser does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode

from tatami.games.tack.zones import CAME
from tests.server.people import CUT, NAMES, Witness
from tests.support.cluster import Cluster
from tests.support.line import Line
from tests.support.serving import Server

GONG = "gong"
NINJA, ATTACK = 0, 1
SOON = 0.005
PATIENCE = 120.0


class Ponging(ClientConnection):
    """An end of a line that counts the pings it has answered, and may hold its answers back."""

    def __init__(self, protocol: ClientProtocol, *, hold: float = 0.0, **wishes: Any) -> None:
        super().__init__(protocol, **wishes)
        self.pongs = 0
        self._hold = hold
        self._send_frame = protocol.send_frame
        setattr(protocol, "send_frame", self._sends)  # noqa: B010 - a method of one object alone

    def _sends(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG and self._hold:
            self.loop.call_later(self._hold, self._pong, frame)
        else:
            self._pong(frame)

    def _pong(self, frame: Frame) -> None:
        if self.transport.is_closing():
            return
        self._send_frame(frame)
        if frame.opcode is Opcode.PONG:
            self.pongs += 1
            self.send_data()


class Racer(Witness):
    """A player whose messages are taken in as they come, so that pings are answered at once."""

    connection = Ponging
    _reading: asyncio.Task[None] | None = None

    async def come(self, table: str = "") -> None:
        """Connect, say hello, and read from then on."""
        await super().come(table)
        self._reading = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while self.socket is not None:
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

    def ponged(self) -> bool:
        """Whether a ping of the server has been answered."""
        return isinstance(self.socket, Ponging) and self.socket.pongs > 0

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
    server: Server | Cluster,
    seats: int,
    lines: Sequence[Line | None] = (),
    kinds: Sequence[type[Racer]] = (),
    **wishes: Any,
) -> list[Racer]:
    """A table of so many people, dealt; over lines of their own and of other kinds, where given."""
    people: list[Racer] = []
    for at in range(seats):
        one = (kinds[at] if kinds else Racer)(server.url, NAMES[at])
        line = lines[at] if lines else None
        one.way = line.url if line else one.way
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


async def credited(people: list[Racer], seat: int) -> tuple[float, str]:
    """The seconds that this player's strike is credited with, and on what that rests.

    Nobody else strikes. A pong has gone before it on the same line, so the line is measured.
    """
    one = people[seat]
    await one.wait(one.ponged)
    before = len(one.races())
    assert (await one.strike())["ok"]
    await one.wait(lambda: len(one.races()) > before)
    ((_, _, _, credit, basis),) = one.races()[-1]
    return credit / 1e6, str(basis)


async def next_deal(people: list[Racer], called: int) -> None:
    """After a call on these cards: answer whatever is asked, until all have others."""
    while not all(one.over or one.stamp() > called for one in people):
        for one in people:
            if one.offers and one.view and not one.view.get("rights"):
                offer = one.offers[0]
                await one.ask("answer", ask=offer["ask"], answer=offer["options"][0])
        await asyncio.sleep(SOON)
