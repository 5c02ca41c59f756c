"""What a connection sends at once, what waits, and how it is cut off."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from tatami.tables import connection
from tatami.tables.connection import Connection
from tatami.tables.house import House
from tatami.tables.line import Heard, LineLost


class Wire:
    """A line on which nothing comes in; it takes texts at once while it is ``ready``."""

    credit = 0.0
    basis = ""

    def __init__(self) -> None:
        self.ready = True
        self.free = asyncio.Event()
        self.sent: list[str] = []
        self.closed = ""

    def measure(self) -> None:
        """Nothing is measured here."""

    def at_once(self, text: str) -> bool:
        """Take a text, if nothing has to be waited for."""
        if self.ready:
            self.sent.append(text)
        return self.ready

    async def receive(self) -> Heard:
        """Nobody says anything."""
        return await asyncio.get_running_loop().create_future()

    async def send(self, text: str) -> None:
        """Wait until somebody reads."""
        await self.free.wait()
        self.sent.append(text)

    async def close(self, why: str) -> None:
        """Remember why."""
        self.closed = why


class Dead(Wire):
    """A line at whose end nobody is."""

    async def send(self, text: str) -> None:
        """It cannot be sent."""
        raise LineLost


def connect(wire: Wire) -> Connection:
    house = SimpleNamespace(config=SimpleNamespace(messages=10))
    return Connection(cast("House", house), "Ann", wire, "", wire.at_once)


async def turn() -> None:
    """Let everything happen that can happen now."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_a_line_takes_at_once_has_left_when_send_returns() -> None:
    async def say() -> list[str]:
        wire = Wire()
        connect(wire).send("one")
        return wire.sent

    assert asyncio.run(say()) == ["one"]


def test_nothing_overtakes_what_waits_or_is_leaving() -> None:
    async def say() -> list[str]:
        wire = Wire()
        guest = connect(wire)
        life = asyncio.ensure_future(guest.run("table"))
        await turn()
        wire.ready = False
        guest.send("one")
        wire.ready = True
        guest.send("two")
        await turn()  # the first is leaving, and nobody reads
        guest.send("three")
        wire.free.set()
        await turn()
        wire.free.clear()
        wire.ready = False
        guest.send("four")
        await turn()  # it is leaving, and nothing waits behind it
        wire.ready = True
        guest.send("five")
        wire.free.set()
        await turn()
        life.cancel()
        await asyncio.wait([life])
        return wire.sent

    assert asyncio.run(say()) == ["one", "two", "three", "four", "five"]


def test_a_line_that_is_lost_while_sending_ends_the_wait_for_what_comes_in() -> None:
    async def lose() -> bool:
        wire = Dead()
        wire.ready = False
        guest = connect(wire)
        life = asyncio.ensure_future(guest.run("table"))
        await turn()
        guest.send("anybody there?")
        await turn()
        return life.done() and not life.cancelled() and life.exception() is None

    assert asyncio.run(lose())


def test_who_is_cancelled_from_outside_is_cancelled_and_not_hung_up() -> None:
    async def cancel() -> bool:
        life = asyncio.ensure_future(connect(Wire()).run("table"))
        await turn()
        life.cancel()
        await asyncio.wait([life])
        return life.cancelled()

    assert asyncio.run(cancel())


def test_who_does_not_leave_after_goodbye_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FAREWELL", 0)

    async def part() -> tuple[str, bool]:
        wire = Wire()
        wire.free.set()
        guest = connect(wire)
        life = asyncio.ensure_future(guest.run("table"))
        await turn()
        guest.hang_up("restarting")
        await turn()
        return wire.closed, life.done() and not life.cancelled()

    assert asyncio.run(part()) == ("restarting", True)
