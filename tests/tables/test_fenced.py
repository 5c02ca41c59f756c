"""Somebody else has claimed the table, and this house does not know it yet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tatami.tables.store import Change, Fenced, Hold
from tatami.tables.table import Table
from tests.tables.solitaire import ANN
from tests.tables.test_deadline import Full, evening


class Claimed(Full):
    """What is stored under our claim is not stored; what belongs to no table is."""

    claimed = False

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        if not self.claimed or hold is None:
            return super().commit(changes, hold)
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(Fenced("another node has the table"))
        return failed


def test_no_link_to_a_seat_is_handed_out() -> None:
    async def work(table: Table, store: Full) -> None:
        assert isinstance(store, Claimed)
        path, reply = await table.house.seat_link(table, ANN)
        assert reply
        assert path
        store.claimed = True
        path, reply = await table.house.seat_link(table, ANN)
        assert not reply
        assert path == ""
        assert table.gone

    evening(work, Claimed())


def test_nobody_gets_a_link_at_a_table_that_may_be_somebody_elses() -> None:
    async def work(table: Table, store: Full) -> None:
        store.reachable = False
        path, reply = await table.house.seat_link(table, ANN)
        assert not reply
        assert path == ""

    evening(work)
