"""A start goes on to its deal, or stays where it was, while the store comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.tables import lobby
from tatami.tables.chance import Timepiece
from tatami.tables.row import Dealing, TableRow
from tatami.tables.store import CannotStore, PutTable
from tatami.tables.table import Table
from tests.support.clockwork import MIDNIGHT, turn
from tests.tables.solitaire import Fixed
from tests.tables.test_deadline import Full, Guest
from tests.tables.test_waking import NAME, HereAndNow, House, HouseConfig, LocalBus, played


class Away(Full):
    """A database that can be away: nothing can be looked up then."""

    away = False

    async def moves(self, table: str) -> list[str]:
        if self.away:
            raise CannotStore("the database cannot be reached")
        return await super().moves(table)

    async def voids(self, host: str, but: str) -> int:
        if self.away:
            raise CannotStore("the database cannot be reached")
        return await super().voids(host, but)


def evening(work: Callable[[Table, Away], Coroutine[Any, Any, None]]) -> None:
    """A table whose start waits for nobody any more."""

    async def through() -> None:
        store = Away()
        row, _ = played()
        row.state, row.started = "open", 0
        nothing = [NO_SHARE] * len(row.seats)
        row.dealing = Dealing(1 << 50, row.version, {}, nothing, nothing[:])
        await store.commit([PutTable(row, 1)])
        house = House(HouseConfig(pace=0), store, LocalBus(), HereAndNow(), "dealing")
        table = await house.find(NAME)
        assert table is not None
        await work(table, store)
        await house.close_doors()

    asyncio.run(through())


def dealt(row: TableRow) -> Refusal | None:
    assert row.dealing is not None
    lobby.deal(row, row.dealing)
    return None


def test_cards_are_dealt_though_nothing_can_be_looked_up() -> None:
    async def work(table: Table, store: Away) -> None:
        store.away = True
        table.row.host = "ben"  # of whom the table has not looked up anything yet
        assert await table.change(dealt) is None
        assert table.row.state == "playing"
        assert table.referee is not None
        stored = await store.table(NAME)
        assert stored is not None
        assert stored.state == "playing"

    evening(work)


def test_a_deal_that_cannot_be_stored_leaves_the_start_under_way() -> None:
    async def work(table: Table, store: Away) -> None:
        store.away = store.full = True
        refusal = await table.change(dealt)
        assert refusal is not None
        assert refusal.code == "cannot_store"
        assert table.row.state == "open"
        assert table.row.dealing is not None
        assert table.referee is None
        store.away = store.full = False
        assert await table.change(dealt) is None
        assert table.referee is not None

    evening(work)


# -- a table that has changed hands while shares were being opened


class Back(Guest):
    """Ben, whose browser has come back and opens nothing."""

    viewer = 1
    person = "ben"


def taken_over(work: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
    """A start of which two shares are awaited, at a node that has just claimed the table."""

    async def through() -> None:
        loop = asyncio.get_running_loop()
        store = Away()
        row, _ = played()
        row.state, row.started = "open", 0
        commits = [NO_SHARE, "b" * 64, "c" * 64]
        row.dealing = Dealing(1, row.version, {}, commits, [NO_SHARE, "", ""])
        await store.commit([PutTable(row, 1)])
        time = Timepiece(lambda: MIDNIGHT, loop.time)
        bots = HereAndNow()
        house = House(HouseConfig(), store, LocalBus(), bots, "taken", chance=Fixed(), time=time)
        table = await house.find(NAME)
        assert table is not None
        await work(table)
        await house.close_doors()

    turn(through())


def test_who_comes_back_late_after_a_take_over_still_has_the_whole_time_to_open() -> None:
    """A page that was long without a connection asks again after 16 seconds at the latest."""

    async def work(table: Table) -> None:
        await asyncio.sleep(16)
        table.attendance.enter(Back())
        await asyncio.sleep(HouseConfig().reveal - 0.5)
        assert table.row.dealing is not None
        await asyncio.sleep(1)
        assert table.row.dealing is None

    taken_over(work)


def test_nobody_is_blamed_who_has_not_been_back_since_a_take_over() -> None:
    async def work(table: Table) -> None:
        ben = Back()
        table.attendance.enter(ben)
        await asyncio.sleep(5)
        await table.part(ben)  # who was here, and went, was asked
        await asyncio.sleep(60)
        assert table.row.dealing is None
        assert table.row.voids == [["Ben"]], "Cleo has not been asked by this node"

    taken_over(work)


def test_who_leaves_after_the_next_start_is_named_again() -> None:
    async def work(table: Table) -> None:
        await asyncio.sleep(60)
        assert table.row.voids == [[]]
        again = Dealing(table.house.now() + 1000, table.row.version, {}, ["-", "b" * 64, "-"])
        again.shares = ["-", "", "-"]

        def edit(row: TableRow) -> Refusal | None:
            row.dealing = again
            return None

        assert await table.change(edit) is None
        await asyncio.sleep(60)
        assert table.row.voids == [[], ["Ben"]]

    taken_over(work)
