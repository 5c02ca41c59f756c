"""A table at rest comes back from the store while everybody else plays on."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tatami.bots.acting import answer
from tatami.bots.base import RandomBot
from tatami.catalogue import Listing
from tatami.engine.record import lines_of
from tatami.engine.referee import Referee
from tatami.games.clans import GAME
from tatami.tables import waking
from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.proof import seed_of
from tatami.tables.rounds import Rounds
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import AddMove, Elsewhere, Hold, PutDeadline, PutTable
from tests.tables.memory import MemoryStore
from tests.tables.solitaire import ANN, Fixed, HereAndNow

MOVES = 40
NAME = "at-rest"


def played() -> tuple[TableRow, list[str]]:
    """A table of three people in the middle of a game, and its moves."""
    seats = [Seat("person", name, name.title()) for name in (ANN, "ben", "cleo")]
    row = TableRow(NAME, "CODE42", "clans", GAME.version, ANN, "c0" * 32, seats, 0)
    row.state, row.started = "playing", 1
    referee = Referee(GAME, 3, seed_of(row), GAME.choose_settings({}))
    bots = [RandomBot(bytes([seat] * 32)) for seat in range(3)]
    while len(referee.moves) < MOVES:
        seat = referee.waiting()[0]
        answer(referee, seat, bots[seat])
    return row, lines_of(referee)


class Reading(MemoryStore):
    """Counts how often the moves of a table are read."""

    read = 0

    async def moves(self, table: str) -> list[str]:
        self.read += 1
        return await super().moves(table)


async def stored() -> tuple[House, Reading, list[str]]:
    row, lines = played()
    store = Reading()
    moves = [AddMove(NAME, n, 1, line, "") for n, line in enumerate(lines, 1)]
    await store.commit([PutTable(row, 1), *moves])
    house = House(HouseConfig(pace=0), store, LocalBus(), HereAndNow(), "waking", chance=Fixed())
    return house, store, lines


@pytest.fixture(autouse=True)
def thin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice is one move."""
    monkeypatch.setattr(waking, "SLICE", 0.0)


def night(work: Callable[[House, Reading, list[str]], Coroutine[Any, Any, None]]) -> None:
    async def through() -> None:
        house, store, lines = await stored()
        await work(house, store, lines)
        await house.close_doors()

    asyncio.run(through())


def test_others_have_a_turn_after_every_slice() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        turns = 0
        coming = asyncio.ensure_future(house.find(NAME))
        while not coming.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns >= MOVES

    night(work)


def test_however_many_come_at_once_a_table_wakes_once() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        found = await asyncio.gather(*(house.find(NAME) for _ in range(5)))
        assert found[0] is not None
        assert all(table is found[0] for table in found)
        assert store.read == 1

    night(work)


def test_until_a_table_is_awake_nobody_has_it() -> None:
    """So nothing can be done there before it is where its moves lead."""

    async def work(house: House, store: Reading, lines: list[str]) -> None:
        coming = asyncio.ensure_future(house.find(NAME))
        while not coming.done():
            known = house.tables.get(NAME)
            assert known is None or known.referee is not None
            await asyncio.sleep(0)
        table = coming.result()
        assert table is house.tables[NAME]
        assert table.referee is not None
        assert lines_of(table.referee) == lines

    night(work)


def test_a_move_after_waking_is_stored_behind_the_others() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        table = await house.find(NAME)
        assert table is not None
        assert table.referee is not None
        seat = table.referee.waiting()[0]
        ask, offer = table.referee.asks(seat)[0]
        assert await table.play(lambda referee: referee.act(offer.options[0], seat, ask))
        kept = await store.moves(NAME)
        assert kept[:-1] == lines
        assert kept[-1].startswith(f"{MOVES + 1} s{seat} ")

    night(work)


def test_what_could_not_be_stored_is_forgotten_before_anybody_moves_again() -> None:
    """The table goes back to its stored moves slice by slice, and keeps its lock until it has."""

    async def work(house: House, store: Reading, lines: list[str]) -> None:
        table = await house.find(NAME)
        assert table is not None
        assert table.referee is not None
        seat = table.referee.waiting()[0]
        ask, offer = table.referee.asks(seat)[0]

        def fail(referee: Referee) -> Any:
            referee.act(offer.options[0], seat, ask)
            raise RuntimeError("a fault of the rules")

        def move(referee: Referee) -> Any:
            assert lines_of(referee) == lines
            return referee.act(offer.options[0], seat, referee.asks(seat)[0][0])

        failed = asyncio.ensure_future(table.play(fail))
        await asyncio.sleep(0)
        assert table.referee is None
        assert await table.play(move)
        with pytest.raises(RuntimeError):
            await failed
        assert (await store.moves(NAME))[:-1] == lines

    night(work)


def test_a_table_that_wakes_is_not_cleared_away() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        coming = asyncio.ensure_future(house.find(NAME))
        await asyncio.sleep(0)
        assert not house.let_go(NAME)
        table = await coming
        assert table is not None
        assert not table.gone
        assert house.let_go(NAME)
        assert table.gone, "nobody sits down at what is cleared away"

    night(work)


def test_a_table_that_cannot_wake_is_no_fault_though_nobody_waits_for_it_any_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        async def refuses(table: str, held: Hold | None = None) -> Hold:
            raise Elsewhere("another node has the table")

        store.claim = refuses  # type: ignore[method-assign]
        coming = asyncio.ensure_future(house.find(NAME))
        await asyncio.sleep(0)
        coming.cancel()
        while house._waking:
            await asyncio.sleep(0)
        await asyncio.wait([coming])
        del coming
        gc.collect()
        assert not caplog.records

    night(work)


def test_a_house_that_closes_waits_for_no_table() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        coming = asyncio.ensure_future(house.find(NAME))
        await asyncio.sleep(0)
        await house.close_doors()
        assert await coming is None
        assert await house.find(NAME) is None

    night(work)


def test_a_table_that_cannot_wake_keeps_no_other_one_waiting() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        row, _ = played()
        row.id = "broken"
        await store.commit([PutTable(row, 1), PutDeadline("broken", 1, 9), PutDeadline(NAME, 2, 9)])
        walk = house.walker.walk

        async def fail(listing: Listing, row: TableRow, lines: list[str]) -> Referee:
            assert row.id != "broken", "a fault of ours"
            return await walk(listing, row, lines)

        house.walker.walk = fail  # type: ignore[method-assign]
        await Rounds(house)._tend()
        assert [*house.tables] == [NAME]

    night(work)


def test_two_tables_wake_slice_by_slice_in_turn() -> None:
    async def work(house: House, store: Reading, lines: list[str]) -> None:
        row, _ = played()
        row.id = "other"  # another deal: of its moves none can be made
        await store.commit([PutTable(row, 1), AddMove("other", 1, 1, "1 s0 nonsense", "")])
        slow = asyncio.ensure_future(house.find(NAME))
        await asyncio.sleep(0)
        assert await house.find("other") is not None
        assert not slow.done()
        await slow

    night(work)
