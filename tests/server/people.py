"""People at tables of real servers: they keep every word they hear, and come back when cut off."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ClassVar, TypeVar

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.support.player import Player, Refused
from tests.support.serving import Server

T = TypeVar("T")

CUT = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError)
"""What a client sees of a server that goes."""
PATIENCE = 120.0
"""Seconds after which something has gone wrong, however busy the machine is."""
LONGEST = 600.0
"""Seconds that a whole conversation may take."""
NAMES = (
    *("Anneke", "Benoit", "Cleophea", "Dorothea"),
    *("Emilio", "Friso", "Griet", "Hendrik"),
)


class Witness(Player):
    """A player who remembers what was heard to the letter, and what was sent and acknowledged."""

    here: ClassVar[list[Witness]] = []
    """Everybody of the conversation that runs."""

    def __init__(self, base: str, name: str = "Ann", seed: int = 0) -> None:
        super().__init__(base, name)
        Witness.here.append(self)
        self.dice = random.Random(f"{name} {seed}")
        self.raw: list[str] = []
        self.sent: list[tuple[str, int, Any]] = []
        """Every answer: the question's key, its place in the ask, the answer."""
        self.acked: list[tuple[str, int, Any]] = []
        self.cuts = 0

    async def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        text = await self.next(timeout)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.take(message)
        return message

    async def heed(self, seconds: float = 0.15) -> list[dict[str, Any]]:
        """Everything that comes until it has been quiet for a while."""
        found = []
        try:
            while True:
                found.append(await self.hear(seconds))
        except TimeoutError:
            return found

    async def catch_up(self) -> list[dict[str, Any]]:
        """Everything that is on its way here: messages keep their order, so a ping is the last."""
        heard = len(self.seen)
        number = await self.tell("ping")
        await self.until(lambda m: m["t"] == "pong" and m["id"] == number)
        return self.seen[heard:-1]

    async def until_state(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Hear until the table is as wanted."""
        async with asyncio.timeout(PATIENCE):
            while not wanted(self.state):
                await self.hear(PATIENCE)
        return self.state

    async def until_view(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Hear until the view is as wanted."""
        async with asyncio.timeout(PATIENCE):
            while self.view is None or not wanted(self.view):
                await self.hear(PATIENCE)
        return self.view

    # -- answers

    def some_answer(self, offer: dict[str, Any]) -> Any:
        """One of the answers that are open, a pick in one or in several steps."""
        if offer.get("high") and not offer.get("picked") and self.dice.random() < 0.5:
            size = self.dice.randint(offer.get("low", 0), offer["high"])
            items = offer.get("items", [])
            return sorted(self.dice.sample(items, min(size, len(items))))
        return self.dice.choice(offer["options"])

    async def answer(self, offer: dict[str, Any], answer: Any) -> dict[str, Any]:
        """Answer, and remember whether it was acknowledged."""
        given = (offer["key"], offer["at"], answer)
        self.sent.append(given)
        reply = await self.ask("answer", ask=offer["ask"], answer=answer)
        if reply["ok"] and not reply.get("repeated"):
            self.acked.append(given)
        return reply

    async def answer_some(self) -> dict[str, Any]:
        """Answer something that is asked, at random."""
        offer = self.dice.choice(self.offers)
        return await self.answer(offer, self.some_answer(offer))

    async def play(self, done: Callable[[], bool] | None = None) -> None:
        """Answer whatever is asked until the game is over (or something else is)."""
        async with asyncio.timeout(LONGEST):
            while not (done() if done else self.over):
                if self.offers:
                    await self.answer_some()
                else:
                    await self.hear(PATIENCE)

    # -- coming back

    async def through(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something at the table, connecting again as often as that is needed."""
        while True:
            try:
                if self.socket is None:
                    await self.come()
                return await work()
            except CUT:
                self.cuts += 1
                await self.drop()
                await asyncio.sleep(0.1)

    async def through_once(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something; where the line is cut meanwhile, so be it."""
        try:
            await work()
        except CUT:
            self.cuts += 1
            await self.drop()

    async def drop(self) -> None:
        """Cut the line without a word."""
        if self.socket is not None:
            self.socket.transport.abort()
            await self.socket.wait_closed()
        await self.fall_silent()

    async def ask_http(self, path: str, body: object = None) -> Any:
        """A request, again and again while nobody is there to answer."""
        while True:
            try:
                return await asyncio.to_thread(self.http, path, body)
            except Refused:
                raise
            except OSError:
                await asyncio.sleep(0.1)


def run(work: Coroutine[Any, Any, T], seconds: float = LONGEST) -> T:
    """Run a test's conversation; it must end, and with it every connection."""

    async def everything() -> T:
        try:
            return await asyncio.wait_for(work, seconds)
        finally:
            for one in Witness.here:
                await one.drop()
            Witness.here.clear()

    return asyncio.run(everything())


async def play_all(
    people: Sequence[Witness],
    server: Server,
    *,
    until: Callable[[], object] | None = None,
    step: float = 1.0,
) -> None:
    """Play to the end, or until something holds: one answer after the other, in the same order.

    Before each one all bots have thought, so that nothing depends on who is quicker. Where nobody
    is asked anything, time goes on.
    """

    def done() -> object:
        return until() if until else all(one.over for one in people)

    async with asyncio.timeout(LONGEST):
        while not done():
            await catch_up(people, server if has_bots(people[0]) else None)
            asked = [one for one in people if one.offers]
            if asked:
                await asked[0].answer_some()
            elif not done():
                server.turn(step)
        await catch_up(people, server)


def has_bots(one: Witness) -> bool:
    """Whether bots play at somebody's table, in their own name or for people."""
    return any(seat["kind"] == "bot" or seat.get("stand_in") for seat in one.state["seats"])


async def catch_up(people: Sequence[Witness], server: Server | None = None) -> None:
    """Everybody hears everything that has happened and, given the server, that comes of it."""
    if server is not None:
        server.settle()
    numbers = [await one.tell("ping") for one in people]
    for one, number in zip(people, numbers, strict=True):
        await one.until(lambda m, n=number: m["t"] == "pong" and m["id"] == n)


async def seated(
    base: str, game: str, people: int, *, start: bool = True, share: str = "", **wishes: Any
) -> Any:
    """A table with so many people, who have all come; the first one hosts it.

    ``share``: the randomness that each of them adds, where a test wants the same deal again.
    """
    found = [Witness(base, name) for name in NAMES[:people]]
    for one in found:
        one.share = share or one.share
    host = found[0]
    host.open(game, **{"seats": people, "clock": "none", **wishes})
    await host.come()
    for guest in found[1:]:
        await guest.come(host.table)
        await guest.must("sit", name=guest.name)
    if start:
        await host.must("do", what="start")
        for guest in found[1:]:
            await guest.until_view(lambda view: True)
    return found


def whole_log(server: Server) -> str:
    """All that every start of a server has written."""
    return server.whole_log()
