"""Many things are asked of the database at once: they go together, in turn, and in one order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import psycopg
import pytest

from tatami.server.postgresql import session
from tatami.server.postgresql.groups import Groups
from tatami.server.postgresql.session import Session, Unreachable
from tatami.tables.store import CannotStore, Hold, PutTable, Unsure
from tests.nodes.test_claims import Night, Nodes, move, night, row

__all__ = ["night"]
Does = Callable[[list[str]], Coroutine[Any, Any, Sequence[str | CannotStore]]]
MANY = 200


def together(does: Does, *what: str) -> list[str | BaseException]:
    """What comes of things that are asked for at once."""

    async def go() -> list[str | BaseException]:
        groups: Groups[str, str] = Groups(does, str)
        asked = [groups.ask(one) for one in what]
        groups.begin()
        await groups.end()
        return await asyncio.gather(*asked, return_exceptions=True)

    return asyncio.run(go())


def test_what_waits_goes_together_in_the_order_of_its_tables() -> None:
    seen: list[list[str]] = []

    async def does(group: list[str]) -> list[str | CannotStore]:
        seen.append(group)
        return [CannotStore(one) if one == "b" else one.upper() for one in group]

    told = together(does, "c", "a", "b")
    assert seen == [["a", "b", "c"]]
    assert (told[0], told[1], str(told[2])) == ("C", "A", "b")


def test_what_cannot_be_done_harms_none_of_those_it_came_together_with() -> None:
    async def does(group: list[str]) -> list[str | CannotStore]:
        if "bad" in group:
            raise CannotStore("bad")
        return list(group)

    told = together(does, "good", "bad", "well")
    assert (told[0], str(told[1]), told[2]) == ("good", "bad", "well")


@pytest.mark.parametrize("error", [Unreachable("away"), Unsure("lost"), ZeroDivisionError()])
def test_where_nothing_is_to_blame_nothing_is_tried_again(error: Exception) -> None:
    tried: list[int] = []

    async def does(group: list[str]) -> list[str | CannotStore]:
        tried.append(len(group))
        raise error

    told = together(does, *(str(at) for at in range(50)))
    assert tried == [50], "one attempt for all; fifty of them could take minutes"
    expected = Unreachable if isinstance(error, Unreachable) else Unsure
    assert {type(one) for one in told} == {expected}


def test_the_patience_for_a_statement_begins_with_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    async def work() -> None:
        go = asyncio.Event()

        async def asked(line: object, sql: str, values: object) -> list[Any]:
            begun.append(sql)
            await go.wait()
            return []

        async def connected(self: Session) -> None:
            return None

        monkeypatch.setattr(session, "_asked", asked)
        monkeypatch.setattr(Session, "_connected", connected)
        line = Session("")
        both = [asyncio.ensure_future(line.ask(sql)) for sql in ("one", "two")]  # type: ignore[arg-type]
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == ["one"]
        go.set()
        await asyncio.gather(*both)

    asyncio.run(work())
    assert begun == ["one", "two"]


def test_whoever_waits_while_nobody_can_connect_need_not_try_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[object] = []

    async def work() -> None:
        lost = asyncio.Event()

        async def connect(*_: object, **__: object) -> None:
            tried.append(1)
            await lost.wait()
            raise psycopg.OperationalError

        monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
        line = Session("")
        asked = [asyncio.ensure_future(line.ask("SELECT 1")) for _ in range(9)]
        for _ in range(10):
            await asyncio.sleep(0)
        lost.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(one) for one in told} == {Unreachable}
        assert len(tried) == 1
        with pytest.raises(Unreachable):
            await line.ask("SELECT 1")
        assert len(tried) == 2, "whoever comes later does try"

    asyncio.run(work())


async def laid(nodes: Nodes, number: int) -> Any:
    """A node, and so many tables that nobody has."""
    store = await nodes.node("a")
    tables = [row(f"t{at:03}", f"C{at}") for at in range(number)]
    await asyncio.gather(*[store.commit([PutTable(one, 1)]) for one in tables])
    return store


def test_all_tables_of_a_dead_node_are_claimed_with_few_statements(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        store, asked = await laid(nodes, MANY), 0
        ask = store._claimer.ask

        async def counted(*values: Any) -> Any:
            nonlocal asked
            asked += 1
            return await ask(*values)

        store._claimer.ask = counted
        holds = await asyncio.gather(*[store.claim(f"t{at:03}") for at in reversed(range(MANY))])
        assert holds == [Hold(f"t{at:03}", 1) for at in reversed(range(MANY))]
        assert asked <= 2

    night(work)


def test_a_line_that_broke_unnoticed_costs_nobody_a_table(night: Night) -> None:
    """As when the database was away: nothing is claimed meanwhile, and then everything anew."""

    async def work(nodes: Nodes) -> None:
        store = await laid(nodes, 2)
        holds = [await store.claim(name) for name in ("t000", "t001")]
        nodes.ask(CUT)
        again = await asyncio.gather(*[store.claim(hold.table, hold) for hold in holds])
        assert again == [Hold(hold.table, hold.epoch + 1) for hold in holds]

    night(work)


CUT = """SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'tatami'"""


def test_a_table_that_cannot_be_claimed_now_keeps_no_move_of_another_one_waiting(
    night: Night,
) -> None:
    async def work(nodes: Nodes) -> None:
        store = await laid(nodes, 2)
        await store._claimer.close()
        store._claimer = Session(nodes.postgres.url(nodes.name), 600)
        hold = await store.claim("t001")
        with psycopg.connect(nodes.postgres.url(nodes.name)) as other:
            other.execute("SELECT 1 FROM tatami.seating WHERE id = 't000' FOR UPDATE")
            claiming = asyncio.ensure_future(store.claim("t000"))
            await until_waiting(nodes)
            await store.commit([move(1, "t001")], hold)
            assert not claiming.done()
        assert (await claiming).epoch == 1

    night(work)


def test_two_nodes_that_need_the_same_tables_take_them_in_one_order(night: Night) -> None:
    """Else each could have what the other one waits for."""

    async def work(nodes: Nodes) -> None:
        store = await laid(nodes, 2)
        await store._writer.close()
        store._writer = Session(nodes.postgres.url(nodes.name), 600)
        holds = [await store.claim(name) for name in ("t001", "t000")]
        with psycopg.connect(nodes.postgres.url(nodes.name)) as other:
            take = "SELECT 1 FROM tatami.seating WHERE id = %s FOR UPDATE NOWAIT"
            other.execute(take, ("t000",))
            both = [store.commit([move(1, hold.table)], hold) for hold in holds]
            await until_waiting(nodes)
            other.execute(take, ("t001",))
        await asyncio.gather(*both)

    night(work)


async def until_waiting(nodes: Nodes) -> None:
    """Until a statement waits for a lock."""
    waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = %s"
    while not nodes.ask(waits, nodes.name):
        await asyncio.sleep(0.01)
