"""A node of this version beside a database that a newer one has brought up to date."""

from __future__ import annotations

import asyncio

import pytest

from tatami.server.postgresql import admin, care
from tatami.server.postgresql.lease import NodeSettings
from tatami.server.postgresql.schema import LEAST, MIGRATIONS
from tatami.server.postgresql.store import READERS, PostgresStore
from tatami.server.sqlite import TooNew
from tatami.tables.store import (
    AddMove,
    Alive,
    DropLink,
    DropTable,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    PutVoid,
)
from tests.nodes.test_claims import LONG
from tests.stores.makers import nothing
from tests.stores.test_every_store import row
from tests.support.postgres import Postgres


async def everything(store: PostgresStore, name: str, seq: int) -> None:
    """Every kind of question and of change, at a table of its own."""
    await store.commit([PutPerson("ann", "Ann", 5), PutTable(row(name), 5), Alive(5)])
    hold = await store.claim(name)
    digest, due = name.encode(), PutDeadline(name, 9, 8, 7, 6, 5)
    link = PutLink(digest, name, 0, 99)
    await store.commit([AddMove(name, 1, 1, "1 s0 back", "1", "0"), due, link], hold)
    await store.commit([PutKey("aa", "bb", 1), PutVoid(name, seq, "ann", 5)])
    assert await store.table(name) == row(name)
    assert await store.by_code(row(name).code) == name
    assert await store.moves(name) == ["1 s0 back"]
    assert (await store.streams(name), await store.asked(name)) == ("1", [0])
    assert await store.deadline(name) == due
    assert due in await store.deadlines()
    assert await store.link(digest) == link
    assert await store.keys() == [PutKey("aa", "bb", 1)]
    assert [one.id for one in await store.tables_of("ann")] == [name]
    assert await store.listed(5) == []  # it is private
    assert await store.idle(("open",), 9) == [name]
    assert (await store.unfinished(), await store.name_of("ann")) == (1, "Ann")
    assert await store.voids("ann", "other") >= 1
    assert await store.wishes() == []
    assert await store.route(name) == "a:1"
    assert await store.outlived("clans", 9)
    await store.commit([DropLink(digest)], hold)
    await store.release([hold], leaving=False)
    await store.commit([DropTable(name, ("open",), 9)])


def a_newer_version(postgres: Postgres, name: str, least: int) -> None:
    """What `store migrate` of a newer version does: it only adds."""
    tables = postgres.execute(
        name,
        "SELECT relname FROM pg_class WHERE relnamespace = 'tatami'::regnamespace"
        " AND relkind = 'r'",
    )
    assert len(tables) >= 10
    for (table,) in tables:
        postgres.execute(name, f"ALTER TABLE {table} ADD COLUMN later int DEFAULT 7")
    number = len(MIGRATIONS) + 1
    postgres.execute(name, "UPDATE version SET number = %s, least = %s", number, least)


def test_a_node_goes_on_and_starts_again_while_the_database_has_columns_of_a_newer_version(
    postgres: Postgres,
) -> None:
    with postgres.house() as name:
        where = postgres.url(name)

        def store() -> PostgresStore:
            return PostgresStore(where, NodeSettings("a", "a:1", ("clans:1",), LONG))

        async def work() -> None:
            one = store()
            await one.open(nothing)
            for seq in range(3 * READERS):  # by now every line has learnt its statements by heart
                await everything(one, f"before{seq}", seq)
            await asyncio.to_thread(a_newer_version, postgres, name, len(MIGRATIONS))
            for seq in range(READERS):
                await everything(one, f"after{seq}", seq)
            assert await one.lease._renew()
            await one.close()
            admin.check(where)
            again = store()
            await again.open(nothing)
            await everything(again, "again", 1)
            await again.close()

        asyncio.run(work())
        assert [key.public for key in care.keys(where)] == ["aa"]
        assert care.tables(where) == []
        assert admin.nodes(where) == []
        assert admin.bring_up_to_date(where) == 0


def test_a_database_that_a_newer_version_has_changed_otherwise_is_left_alone(
    postgres: Postgres,
) -> None:
    with postgres.house() as name:
        a_newer_version(postgres, name, len(MIGRATIONS) + 1)
        for does in (admin.check, admin.nodes, admin.bring_up_to_date):
            with pytest.raises(TooNew, match="this Tatami knows"):
                does(postgres.url(name))


def test_a_house_of_a_newer_version_is_not_copied_by_halves(
    postgres: Postgres, tmp_path: object
) -> None:
    with postgres.house() as name:
        a_newer_version(postgres, name, LEAST)
        with pytest.raises(TooNew, match="this Tatami knows"):
            admin.copy(postgres.url(name), f"{tmp_path}/data")
