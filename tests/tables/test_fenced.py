"""Somebody else has claimed the table, and this house does not know it yet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tatami.engine.record import parse
from tatami.tables.store import AddMove, Change, Elsewhere, Fenced, Hold, PutTable
from tatami.tables.table import Table
from tests.tables.solitaire import ANN, Fixed, HereAndNow
from tests.tables.test_deadline import Full, evening
from tests.tables.test_waking import NAME, House, HouseConfig, LocalBus, played


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


# -- what can be read wherever one asks


class Foreign(Full):
    """Every table belongs to another node."""

    async def claim(self, table: str, held: Hold | None = None) -> Hold:
        """It stays theirs."""
        raise Elsewhere("another node has the table")


def test_a_record_without_a_seal_is_read_at_any_node_and_claims_nothing() -> None:
    """Games of format 1 have none: their end is found by playing them again."""

    async def through() -> None:
        row, lines = played()
        own, other = Full(), Foreign()
        moves = [AddMove(NAME, n, 1, line, "") for n, line in enumerate(lines, 1)]
        await own.commit([PutTable(row, 1), *moves])
        house = housed(own)
        table = await house.find(NAME)
        assert table is not None
        await table.dealer.close("host")
        text = await house.record_of(NAME)
        await house.close_doors()
        other._kept = own._kept
        elsewhere = housed(other)
        assert await elsewhere.record_of(NAME) == text
        assert elsewhere.tables == {}
        found = parse(text)
        assert found.lines == lines
        await elsewhere.close_doors()

    asyncio.run(through())


def housed(store: Full) -> House:
    return House(HouseConfig(), store, LocalBus(), HereAndNow(), "fenced", chance=Fixed())
