"""A start goes on to its deal, or stays where it was, while the store comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE
from tatami.tables import lobby
from tatami.tables.row import Dealing, TableRow
from tatami.tables.store import CannotStore, PutTable
from tatami.tables.table import Table
from tests.tables.test_deadline import Full
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
