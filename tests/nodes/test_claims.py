"""Who may write a table, and when: decided by the database, in one statement, by its clock.

Several nodes in one process, each with a store of its own. A node that is to be dead lets its lease
run out; no test waits for anything but the database's own word.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from typing import Any, LiteralString

import psycopg
import pytest

from tatami.server.postgresql.lease import PARTS, NodeSettings, SharedTime
from tatami.server.postgresql.store import PostgresStore, columns
from tatami.tables.health import Health
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import (
    AddMove,
    CannotStore,
    Change,
    Clash,
    DropLink,
    DropTable,
    DropWish,
    Elsewhere,
    Fenced,
    Hold,
    NodeInUse,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
)
from tests.support.postgres import Postgres

LONG = 3600.0
"""A lease that does not run out while a test runs."""


class Nodes:
    """Nodes of one house, in this process."""

    def __init__(self, postgres: Postgres, name: str) -> None:
        self.postgres = postgres
        self.name = name
        self.regained: list[str] = []
        self._stack = AsyncExitStack()

    async def node(
        self, name: str, ttl: float = LONG, rules: tuple[str, ...] = ()
    ) -> PostgresStore:
        store = PostgresStore(
            self.postgres.url(self.name), NodeSettings(name, f"{name}:1", rules, ttl)
        )

        async def regain() -> None:
            self.regained.append(name)

        self._stack.push_async_callback(store.close)
        await store.open(regain)
        return store

    def ask(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        return self.postgres.execute(self.name, sql, *values)

    def die(self, name: str, silent: str = "0 s") -> None:
        """The lease of a node runs out, as if it had been silent for so long."""
        self.ask(
            "UPDATE node SET until = clock_timestamp(), renewed = clock_timestamp() - %s::interval"
            " WHERE name = %s AND until > clock_timestamp()",
            *(silent, name),
        )

    def age(self, name: str) -> None:
        """A node has lived for longer than a lease."""
        self.ask("UPDATE node SET began = began - interval '2 hours' WHERE name = %s", name)

    async def close(self) -> None:
        await self._stack.aclose()


class Rounds:
    """Keepers of long leases, who look after them when the test says so."""

    def __init__(self) -> None:
        self.wait = asyncio.sleep
        self._asleep: dict[asyncio.Task[Any] | None, asyncio.Event] = {}

    async def sleep(self, delay: float) -> None:
        """What is there instead of ``asyncio.sleep``."""
        if delay == LONG / PARTS:
            go = self._asleep[asyncio.current_task()] = asyncio.Event()
            await go.wait()
        else:
            await self.wait(delay)

    async def turn(self, store: PostgresStore) -> None:
        """One round, to its end."""
        keeper = store.lease._keeping
        while keeper not in self._asleep:
            await self.wait(0)
        self._asleep.pop(keeper).set()
        while keeper not in self._asleep:
            await self.wait(0.01)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Rounds:
    found = Rounds()
    monkeypatch.setattr(asyncio, "sleep", found.sleep)
    return found


Night = Callable[[Callable[[Nodes], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def night(postgres: Postgres) -> Iterator[Night]:
    """Run something with the nodes of a new house."""
    with postgres.house() as name:

        def through(work: Callable[[Nodes], Coroutine[Any, Any, None]]) -> None:
            async def go() -> None:
                nodes = Nodes(postgres, name)
                try:
                    await asyncio.wait_for(work(nodes), 120)
                finally:
                    await nodes.close()

            asyncio.run(go())

        yield through


def row(name: str = "t", code: str = "CODE") -> TableRow:
    seats = [Seat("person", "ann", "Ann"), Seat()]
    found = TableRow(name, code, "clans", 1, "ann", "ab" * 32, seats, 1)
    found.state = "playing"
    return found


def move(seq: int, table: str = "t") -> AddMove:
    return AddMove(table, seq, 1, f"{seq} s0 back", "1,1", "0")


async def held(store: PostgresStore) -> Hold:
    await store.commit([PutTable(row(), 1)])
    return await store.claim("t")


def test_of_two_who_claim_at_once_one_has_the_table(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        stores = [await nodes.node("a"), await nodes.node("b")]
        await stores[0].commit([PutTable(row(), 1)])
        asked = [store.claim("t") for store in stores * 4]
        found = await asyncio.gather(*asked, return_exceptions=True)
        winners = {at % 2 for at, one in enumerate(found) if isinstance(one, Hold)}
        assert len(winners) == 1
        assert sum(isinstance(one, Elsewhere) for one in found) == 4

    night(work)


def test_a_node_whose_table_was_taken_can_store_nothing_there(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        await a.commit([move(1), PutDeadline("t", 9, 9)], hold)
        nodes.die("a")
        nodes.age("b")
        theirs = await b.claim("t")
        assert theirs.epoch == hold.epoch + 1
        for late in ([move(2)], [PutTable(row(), 2)], [PutDeadline("t", 0)]):
            with pytest.raises(Fenced):
                await a.commit(late, hold)
        both = [a.commit([move(2)], hold), a.commit([PutPerson("ann", "Ann", 1)])]
        told = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(told[0], Fenced)
        assert told[1] is None, "what came together with it is none the worse"
        await b.commit([move(2)], theirs)
        assert nodes.ask("SELECT seq, epoch FROM move ORDER BY seq") == [(1, 1), (2, 2)]

    night(work)


def test_a_lease_that_has_run_out_never_comes_back(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        me = a.lease.me
        nodes.die("a")
        assert nodes.ask("SELECT held FROM renew(%s, 60)", me) == [(False,)]
        with pytest.raises(Elsewhere):
            await held(a)

    night(work)


def test_a_node_whose_lease_ran_out_lives_again_under_a_new_number_and_asks_for_its_tables(
    night: Night, rounds: Rounds
) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        hold = await held(a)
        before = a.lease.me
        await rounds.turn(a)
        assert (a.lease.me, nodes.regained) == (before, []), "its lease holds"
        nodes.die("a")
        await rounds.turn(a)
        assert a.lease.me > before
        assert nodes.regained == ["a"]
        again = await a.claim("t", hold)
        assert again.epoch == hold.epoch + 1
        with pytest.raises(Elsewhere):
            await a.claim("t", hold)

    night(work)


def test_after_the_database_was_away_nobody_takes_the_tables_of_others(night: Night) -> None:
    """All leases have run out; all come back, some earlier than others."""

    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        for name in ("a", "b"):
            nodes.die(name)
        for store in (b, a):
            assert await store.lease._register()
            if store is b:
                with pytest.raises(Elsewhere):
                    await b.claim("t")
        assert (await a.claim("t", hold)).epoch == hold.epoch + 1

    night(work)


def test_a_name_belongs_to_one_process(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        hold = await held(await nodes.node("a"))
        with pytest.raises(NodeInUse):
            await nodes.node("a", 0.5)
        nodes.die("a")
        again = await nodes.node("a")
        assert (await again.claim("t")).epoch == hold.epoch + 1, "at once: the name is enough"

    night(work)


def test_a_deadline_gets_back_how_long_its_dead_owner_was_silent_and_no_more(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        await a.commit([PutDeadline("t", 1_000_000, 9, 1, -1, 500)], hold)
        nodes.die("a", "40 s")
        nodes.age("b")
        await b.claim("t")
        due = await b.deadline("t")
        assert due is not None
        assert 40_000 <= due.due - 1_000_000 < 100_000
        assert due.due - due.began == 999_500
        await b.claim("t")
        assert await b.deadline("t") == due, "once"

    night(work)


def test_a_table_that_went_to_rest_has_no_time_to_get_back(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        await a.commit([PutDeadline("t", 1_000, 9)], hold)
        await a.release([hold], leaving=False)
        with pytest.raises(Fenced):
            await a.commit([move(1)], hold)
        assert [one.table for one in await b.deadlines(2_000)] == ["t"]
        await b.claim("t")
        assert await b.deadline("t") == PutDeadline("t", 1_000, 9)
        assert await a.deadlines(2_000) == [], "it is another's by now"

    night(work)


def test_who_leaves_gives_the_time_back_and_claims_nothing_more(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        await a.commit([PutDeadline("t", 1_000, 9)], hold)
        await a.release([hold], leaving=True)
        nodes.ask("UPDATE seating SET freed = freed - interval '7 s'")
        with pytest.raises(Elsewhere):
            await a.claim("t")
        assert await b.route("t") == "b:1"
        await b.claim("t")
        due = await b.deadline("t")
        assert due is not None
        assert 7_000 <= due.due - 1_000 < 60_000

    night(work)


def test_a_route_leads_to_the_owner_and_else_everybody_to_the_same_node(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        stores = [await nodes.node(name, rules=("clans:1",)) for name in "abc"]
        await stores[0].commit([PutTable(row(), 1)])
        assert len({await store.route("t") for store in stores}) == 1
        assert len({await stores[0].route(f"t{at}") for at in range(40)}) == 3
        await stores[1].claim("t")
        assert {await store.route("t") for store in stores} == {"b:1"}

    night(work)


def test_a_game_stays_with_who_has_its_rules(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        old = await nodes.node("old", rules=("clans:1",))
        new = await nodes.node("new", rules=("clans:2",))
        await new.commit([PutTable(row(), 1)])
        assert {await store.route("t") for store in (old, new)} == {"old:1"}
        assert not await new.outlived("clans", 1)
        nodes.die("old", "2 days")
        assert await new.outlived("clans", 1)
        assert await new.route("t") == "new:1", "there is nobody else"

    night(work)


def test_however_many_games_wait_for_a_node_with_their_rules_they_hide_no_other(
    night: Night,
) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.node("old", rules=("clans:1",))
        new = await nodes.node("new", rules=("clans:2",))
        nodes.die("old")
        mine = row()
        mine.version = 2
        await new.commit([PutTable(mine, 1)])
        hold = await new.claim("t")
        await new.commit([PutDeadline("t", 50, 9)], hold)
        await new.release([hold], leaving=False)
        nodes.ask(MANY_OF_OLD_RULES)
        assert [one.table for one in await new.deadlines(100)] == ["t"]
        assert await new.idle(("playing",), 100) == ["t"]
        nodes.ask("UPDATE node SET renewed = renewed - interval '2 days' WHERE name = 'old'")
        assert len(await new.deadlines(100)) == 1000, "nobody will come for them"
        assert len(await new.idle(("playing",), 100)) == 1000

    night(work)


MANY_OF_OLD_RULES = """
WITH new AS (INSERT INTO seating(id, code, state, private, touched, rules, paper)
    SELECT 'o' || n, 'O' || n, 'playing', true, 1, 'clans:1', '' FROM generate_series(1, 1001) n
    RETURNING id)
INSERT INTO deadline SELECT id, 7, 9, 1, -1, 0 FROM new
"""


def test_in_another_life_of_the_database_a_table_is_claimed_anew_and_its_epoch_leaps(
    night: Night,
) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        hold = await held(a)
        await a.commit([move(1)], hold)
        nodes.ask("UPDATE seating SET life = life + 1")  # it is another one than now, that is all
        with pytest.raises(Fenced):
            await a.commit([move(2)], hold)
        leapt = await a.claim("t", hold)
        assert leapt.epoch >= 1 << 32, "no claim that was lost has this number"
        await a.commit([move(2)], leapt)
        assert (await a.claim("t", leapt)).epoch == leapt.epoch + 1

    night(work)


def test_a_code_belongs_to_one_unfinished_table(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        both = [store.commit([PutTable(row(store.lease.node.name), 1)]) for store in (a, b)]
        told = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(one) for one in told if one)[0:1] == [Clash]
        assert await a.unfinished() == 1

    night(work)


def test_a_house_signs_with_one_key(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        await a.commit([PutKey("aa", "11", 1)])
        with pytest.raises(CannotStore):
            await b.commit([PutKey("bb", "22", 1)])
        await b.commit([PutKey("aa", "", 1, 2), PutKey("bb", "22", 2)])
        assert [one.public for one in await a.keys()] == ["bb", "aa"]

    night(work)


def test_links_and_wishes_are_used_once_and_with_them_all_that_comes_of_it(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        await a.commit([PutLink(b"x", "t", 0, 9)], hold)
        nodes.ask("INSERT INTO wish(what, which) VALUES('key', 'new')")
        ((number, _, _),) = await b.wishes()
        await a.commit([PutPerson("ann", "Ann", 1), DropLink(b"x")], hold)
        await b.commit([DropWish(number), PutPerson("ben", "Ben", 1)])
        for late in (DropLink(b"x"), DropWish(number)):
            with pytest.raises(Clash):
                await a.commit([PutPerson("ann", "Anna", 2), late])
        assert await a.name_of("ann") == "Ann"

    night(work)


def test_nobody_clears_away_what_another_node_has(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(a)
        assert await b.idle(("playing",), 100) == []
        await b.commit([DropTable("t", ("playing",), 100)])
        await a.commit([move(1)], hold)
        assert await b.table("t") is not None
        assert await a.idle(("playing",), 100) == ["t"]
        await a.commit([DropTable("t", ("playing",), 100)])
        assert await b.table("t") is None

    night(work)


def test_a_node_that_was_stopped_while_it_cleared_away_harms_no_game_that_began_meanwhile(
    night: Night,
) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        old = row()
        old.state = "open"
        await b.commit([PutTable(old, 1)])
        (name,) = await a.idle(("open",), 100)
        nodes.die("a")
        hold = await b.claim(name)
        await b.commit([PutTable(row(), 500), move(1)], hold)
        await b.release([hold], leaving=False)
        drop = DropTable(name, ("open",), 100)
        with pytest.raises(CannotStore, match="TA002"):
            await a.commit([drop])
        assert await a.lease._register()
        await a.commit([drop])
        assert await b.table(name) == row()
        assert await b.moves(name) == [move(1).line]

    night(work)


def test_a_dead_node_clears_nothing_away(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        await b.commit([PutTable(row(), 1)])
        nodes.die("a")
        both = [a.commit([DropTable("t", ("playing",), 100)]), a.commit([PutPerson("x", "X", 1)])]
        told = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(told[0], CannotStore)
        assert told[1] is None, "what came together with it is none the worse"
        assert await b.table("t") is not None

    night(work)


def test_who_clears_away_does_not_wait_for_a_table_that_is_being_changed(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        await a.commit([PutTable(row(), 1)])
        with psycopg.connect(nodes.postgres.url(nodes.name)) as line:
            line.execute("SELECT 1 FROM tatami.seating FOR NO KEY UPDATE")
            await a.commit([DropTable("t", ("playing",), 100)])
            assert await a.table("t") is not None
        await a.commit([DropTable("t", ("playing",), 100)])
        assert await a.table("t") is None

    night(work)


def test_a_node_of_the_version_before_clears_away_no_game(night: Night) -> None:
    """It does not say how idle a table was."""

    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        ended = row("u", "CODU")
        ended.state = "over"
        await a.commit([PutTable(row(), 1), PutTable(ended, 1)])
        jobs = json.dumps([{"c": [["drop table", "t"], ["drop table", "u"]]}])
        assert nodes.ask("SELECT put(%s, %s)", jobs, a.lease.me) == [([""],)]
        assert [await a.table(name) is None for name in "tu"] == [False, True]

    night(work)


@pytest.mark.parametrize(
    "change",
    [
        move(1),
        PutDeadline("t", 9, 9),
        PutDeadline("t", 0),
        PutLink(b"x", "t", 0, 9),
    ],
)
def test_nobody_changes_a_table_without_its_hold_or_with_that_of_another(
    night: Night, change: Change
) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        hold = await held(b)
        await b.commit([PutDeadline("t", 7, 7)], hold)
        await a.commit([PutTable(row("u", "CODU"), 1)])
        for wrong in (None, await a.claim("u")):
            with pytest.raises(CannotStore, match="TA003"):
                await a.commit([change], wrong)
        assert await b.moves("t") == []
        assert await b.deadline("t") == PutDeadline("t", 7, 7)
        assert await b.link(b"x") is None
        await b.commit([change], hold)

    night(work)


def test_a_row_is_changed_by_who_holds_it_alone(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        hold = await held(a)
        line = ["table", *columns(row("u", "CODU"), 5)]
        jobs = json.dumps([{"t": "t", "e": hold.epoch, "c": [line]}])
        with pytest.raises(psycopg.Error):
            nodes.ask("SELECT put(%s, %s)", jobs, a.lease.me)

    night(work)


NOTHING_WRITTEN = """CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no'; END $$;
CREATE TRIGGER full_disk BEFORE UPDATE ON node EXECUTE FUNCTION full_disk();"""


def test_a_node_whose_database_takes_no_writes_is_not_healthy(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        store = await nodes.node("a")
        assert await Health(store).word(1) == "ok"
        nodes.ask(NOTHING_WRITTEN)
        assert await Health(store).word(1) == "cannot store"
        nodes.ask("DROP TRIGGER full_disk ON node")
        assert await Health(store).word(1) == "ok"

    night(work)


def test_a_node_that_was_frozen_until_another_process_had_its_name_is_not_healthy(
    night: Night, rounds: Rounds
) -> None:
    async def work(nodes: Nodes) -> None:
        first = await nodes.node("a")
        nodes.ask("UPDATE node SET until = clock_timestamp()")
        second = await nodes.node("a")
        first.lease._sent -= LONG
        for _ in range(2):  # it asks for its name in vain, for ever
            await rounds.turn(first)
        assert not nodes.regained
        assert await Health(first).word(1) == "cannot store: no lease"
        assert await Health(second).word(1) == "ok"

    night(work)


def test_what_a_database_says_of_a_row_is_told_to_nobody(night: Night) -> None:
    async def work(nodes: Nodes) -> None:
        a = await nodes.node("a")
        hold = await held(a)
        await a.commit([move(1)], hold)
        with pytest.raises(CannotStore) as told:
            await a.commit([move(1)], hold)
        assert str(told.value) == "UniqueViolation 23505"

    night(work)


def test_shared_time_follows_the_database_and_never_goes_back() -> None:
    time = SharedTime()
    wall = time.now()
    time.tell(wall - 60_000, 10.0, 10.0)
    assert time.now() >= wall, "it was a minute ahead, and waits"
    ahead = SharedTime()
    late = ahead._passed()
    ahead.tell(wall + 60_000, late, late)
    assert wall + 60_000 <= ahead.now() < wall + 120_000
