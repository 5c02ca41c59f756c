"""While others may think us gone, or nothing can be stored, all stands; then all goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tatami import catalogue
from tatami.tables.bus import LocalBus
from tatami.tables.chance import Timepiece
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import PutTable
from tatami.tables.table import Table
from tests.support.clockwork import MIDNIGHT, turn
from tests.tables.solitaire import ANN, Fixed, HereAndNow
from tests.tables.test_deadline import Full, Guest

NAME = "at-rest"
LONG = 60.0
"""Longer than any step here, or any bot's pause."""


class Here(Guest):
    """The person who is here."""

    viewer = 3
    person = ANN


def row_of(game: str, seats: list[Seat]) -> TableRow:
    """A game at its beginning."""
    listing = catalogue.find(game)
    row = TableRow(NAME, "CODE42", game, listing.game.version, ANN, "c0" * 32, seats, 0)
    row.state, row.started = "playing", 1
    return row


def evening(row: TableRow, work: Callable[[Table, Full], Coroutine[Any, Any, None]]) -> None:
    """A table in a time that the test turns, with one person who is here and does nothing."""

    async def through() -> None:
        loop = asyncio.get_running_loop()
        store = Full()
        await store.commit([PutTable(row, 1)])
        time = Timepiece(lambda: MIDNIGHT, loop.time)
        bots, chance = HereAndNow(), Fixed()
        house = House(HouseConfig(), store, LocalBus(), bots, "late", chance=chance, time=time)
        await house.open_doors()
        table = await house.find(NAME)
        assert table is not None
        table.attendance.enter(Here())
        await table.reclock()
        await work(table, store)
        await house.close_doors()

    turn(through())


async def nothing_then_something(table: Table, store: Full) -> None:
    """The moment at which something was to happen passes while the store is late."""
    store.reachable = False
    before = await store.moves(NAME)
    await table.reclock()  # somebody comes or goes meanwhile
    await asyncio.sleep(LONG)
    assert await store.moves(NAME) == before
    store.reachable = True
    await asyncio.sleep(LONG)
    assert await store.moves(NAME) != before


def test_a_deadline_that_passed_while_the_store_was_late_is_not_forgotten() -> None:
    people = [Seat("person", name, name.title()) for name in (ANN, "ben", "cleo")]
    row = row_of("clans", people)
    row.clock = "quick"
    evening(row, nothing_then_something)


@pytest.mark.parametrize("game", ["clans", "tack"])
def test_bots_that_were_to_move_while_the_store_was_late_move_then(game: str) -> None:
    level = catalogue.find(game).ready
    bots = [Seat("bot", name=name, level=level) for name in ("Abe", "Bea", "Cid")]
    evening(row_of(game, [*bots, Seat("person", ANN, "Ann")]), nothing_then_something)


def test_a_person_who_let_the_time_pass_while_nothing_could_be_stored_is_stood_in_for() -> None:
    people = [Seat("person", name, name.title()) for name in (ANN, "ben", "cleo")]
    row = row_of("clans", people)
    row.clock = "quick"

    async def work(table: Table, store: Full) -> None:
        store.full = True
        await asyncio.sleep(LONG)
        store.full = False
        await asyncio.sleep(LONG)
        assert await store.moves(NAME)

    evening(row, work)


def test_who_wakes_a_table_is_not_asked_again_and_again() -> None:
    """Turned away a hundred times, a table tries again once a second, and not a hundred times."""
    people = [Seat("person", name, name.title()) for name in (ANN, "ben", "cleo")]

    async def work(table: Table, store: Full) -> None:
        store.reachable = False
        for _ in range(100):
            table.try_later()
        tried = 0
        rouse = table.bots.rouse

        def counted() -> None:
            nonlocal tried
            tried += 1
            rouse()

        table.bots.rouse = counted  # type: ignore[method-assign]  # to count
        store.reachable = True
        await asyncio.sleep(LONG)
        assert tried <= 2

    evening(row_of("clans", people), work)


def test_who_stays_away_while_nothing_can_be_stored_gets_a_bot_afterwards() -> None:
    """Without a clock nothing else is done when the time is up: nothing else wakes the table."""
    people = [Seat("person", name, name.title()) for name in ("ben", ANN, "cleo")]
    row = row_of("clans", people)
    row.clock = "none"

    async def work(table: Table, store: Full) -> None:
        store.full = True
        await asyncio.sleep(2 * LONG)
        assert not any(seat.stand_in for seat in table.row.seats)
        store.full = False
        await asyncio.sleep(LONG)
        assert any(seat.stand_in for seat in table.row.seats)

    evening(row, work)


def test_a_house_whose_tables_others_may_have_is_not_healthy() -> None:
    people = [Seat("person", name, name.title()) for name in (ANN, "ben", "cleo")]

    async def work(table: Table, store: Full) -> None:
        house = table.house
        assert await house.health() == "ok"
        store.reachable = False
        assert await house.health() == "cannot store: no lease"
        store.reachable = True
        assert await house.health() == "ok"

    evening(row_of("clans", people), work)
