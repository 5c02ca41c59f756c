"""While a table wakes others go on: what was read before the claim can be old after it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tatami.games.clans import GAME
from tatami.server.postgresql.store import PostgresStore
from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.store import Elsewhere, Hold, PutDeadline, PutTable
from tests.nodes.test_claims import Night, Nodes, night
from tests.tables.solitaire import HereAndNow
from tests.tables.test_waking import NAME, played

__all__ = ["night"]
OURS, THEIRS = GAME.version, GAME.version + 1


def housed(store: PostgresStore) -> House:
    return House(HouseConfig(pace=0), store, LocalBus(), HereAndNow(), "late", time=store.time)


def owner(nodes: Nodes) -> int | None:
    ((found,),) = nodes.ask("SELECT owner FROM seating")
    return found  # type: ignore[no-any-return]


def test_a_game_that_a_newer_node_has_begun_meanwhile_is_left_to_it(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        old = await nodes.node("old", rules=(f"clans:{OURS}",))
        new = await nodes.node("new", rules=(f"clans:{THEIRS}",))
        row, _ = played()
        row.state, row.started = "open", 0
        await old.commit([PutTable(row, 1)])
        claim = old.claim

        async def late(table: str, held: Hold | None = None) -> Hold:
            begun, _ = played()
            begun.version = THEIRS
            hold = await new.claim(table)
            await new.commit([PutTable(begun, 2)], hold)
            await new.release([hold], leaving=False)
            return await claim(table, held)

        old.claim = late  # type: ignore[method-assign]
        house = housed(old)
        with pytest.raises(Elsewhere):
            await house.find(NAME)
        await house.close_doors()
        left = await new.table(NAME)
        assert left is not None
        assert (left.state, left.version) == ("playing", THEIRS)
        assert owner(nodes) is None, "it was let go again"
        assert await old.route(NAME) == "new:1"
        assert await new.claim(NAME)

    night(work)


def test_a_table_that_wakes_while_its_node_is_thought_dead_is_claimed_anew(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        store = await nodes.node("a")
        house = housed(store)
        row, _ = played()
        await store.commit([PutTable(row, 1)])
        walk = house.walker.walk
        former = store.lease.me

        async def slow(*given: Any) -> Any:
            nodes.die("a", "40 s")
            assert await store.lease._register()
            await house._regain()
            return await walk(*given)

        house.walker.walk = slow  # type: ignore[method-assign]
        table = await house.find(NAME)
        assert table is not None
        while owner(nodes) == former:
            await asyncio.sleep(0.01)
        async with table.lock:  # it has what came with the claim
            assert owner(nodes) == store.lease.me != former
        assert not table.gone
        assert house.tables[NAME] is table
        await store.commit([PutDeadline(NAME, 9, 9)], table.hold)
        await house.close_doors()

    night(work)


def test_one_that_somebody_else_has_by_then_is_not_ours(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        nodes.age("b")
        house = housed(a)
        row, _ = played()
        await a.commit([PutTable(row, 1)])
        walk = house.walker.walk
        theirs: list[Hold] = []

        async def slow(*given: Any) -> Any:
            nodes.die("a")
            theirs.append(await b.claim(NAME))
            assert await a.lease._register()
            await house._regain()
            return await walk(*given)

        house.walker.walk = slow  # type: ignore[method-assign]
        table = await house.find(NAME)
        assert table is not None
        while not table.gone:
            await asyncio.sleep(0.01)
        assert NAME not in house.tables
        await b.commit([PutDeadline(NAME, 9, 9)], theirs[0])
        await house.close_doors()

    night(work)
