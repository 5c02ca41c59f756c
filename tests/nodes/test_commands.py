"""`tatami store` and `tatami nodes`, and houses that move from one store to the other."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tatami.cli import main
from tatami.server import data_directory
from tatami.server.postgresql import admin, care
from tatami.server.postgresql.schema import MIGRATIONS
from tatami.server.sqlite import FILE, SqliteStore
from tatami.tables.store import (
    AddMove,
    DropTable,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    PutVoid,
)
from tests.server.people import run, seated
from tests.stores.test_every_store import row
from tests.support.cluster import LASTING, Cluster
from tests.support.postgres import Postgres

Make = Callable[..., Cluster]


@pytest.fixture
def where(postgres: Postgres) -> Iterator[str]:
    """The address of an empty house."""
    with postgres.house() as name:
        yield postgres.url(name)


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command says, on whichever stream."""
    capsys.readouterr()
    assert main([*words]) == code
    found = capsys.readouterr()
    return found.err if code else found.out


def filled(data: Path) -> None:
    """A house in a directory, with something of everything."""

    async def fill() -> None:
        store = SqliteStore(data)
        old = row("t2")
        old.state, old.seats[0].name = "over", "Zoë \u2028"
        await store.commit([PutTable(row(), 5), PutTable(old, 6), PutPerson("ann", "Ann", 5)])
        await store.commit([AddMove("t1", n, n, f'{n} s0 say "ü\\t"', "1,1", "0") for n in (1, 2)])
        await store.commit([PutDeadline("t1", 9, 8, 7, 6, 5), PutLink(b"\x00x", "t1", 0, 99)])
        await store.commit([PutKey("aa", "bb", 1), PutVoid("t1", 1, "ann", 5)])
        await store.close()

    asyncio.run(fill())


def contents(data: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(data / FILE)) as db:
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
            for name in admin.COPIED
            if name != "deadline"
        }


def test_a_house_is_made_once_and_checked(
    postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    postgres.execute("postgres", "CREATE DATABASE bare")
    bare = postgres.url("bare")
    assert "tatami store init" in said(capsys, "store", "check", bare, code=1)
    assert f"a house is ready: version {len(MIGRATIONS)} " in said(capsys, "store", "init", bare)
    assert "0 tables" in said(capsys, "store", "check", bare)
    assert "already" in said(capsys, "store", "init", bare, code=1)
    assert "0 steps" in said(capsys, "store", "migrate", bare)
    newer = len(MIGRATIONS) + 1
    postgres.execute("bare", "UPDATE version SET number = %s, least = %s", newer, newer)
    for what in ("check", "migrate"):
        assert "this Tatami knows" in said(capsys, "store", what, bare, code=1)


def test_a_password_on_the_command_line_is_refused_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = "postgresql://tatami:geheim@127.0.0.1:1/tatami"
    for words in (["store", "check", address], ["nodes", address], ["serve", "--store", address]):
        text = said(capsys, *words, code=1)
        assert "PGPASSFILE" in text
        assert "geheim" not in text


def test_a_database_that_is_not_there_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["store", "check"], ["nodes"], ["serve", "--store"]):
        text = said(capsys, *words, "postgresql://tatami@127.0.0.1:1/tatami", code=1)
        assert len(text.splitlines()) == 1
        assert "refused" in text


def test_a_house_moves_to_a_database_and_back_and_nothing_is_lost(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, back = tmp_path / "data", tmp_path / "back"
    filled(data)
    assert "2 tables copied" in said(capsys, "store", "copy", str(data), where)
    assert "already" in said(capsys, "store", "copy", str(data), where, code=1)
    assert "2 tables copied" in said(capsys, "store", "copy", where, str(back))
    assert contents(back) == contents(data)
    assert "already" in said(capsys, "store", "copy", where, str(back), code=1)


def test_the_database_waits_for_a_slow_disk_at_the_other_end_of_a_copy(where: str) -> None:
    """It ends transactions in which nothing is asked for too long: those of nodes soon."""
    limit = (
        "SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'"
    )
    with admin.connected(where) as line:
        assert line.execute(limit).fetchone() >= (60_000,)


def test_a_copy_that_differs_does_not_count(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path / "data")
    put = admin._more
    monkeypatch.setattr(admin, "_text", lambda paper: paper.decode() + " ")
    monkeypatch.setattr(admin, "_more", lambda name, one: put(name, one))
    original = admin._sqlite_rows
    calls = iter(range(100))

    def rows(db: sqlite3.Connection, name: str) -> Any:
        if next(calls) == len(admin.COPIED):  # the copy is made: now it is compared
            monkeypatch.setattr(admin, "_text", lambda paper: paper.decode())
        return original(db, name)

    monkeypatch.setattr(admin, "_sqlite_rows", rows)
    text = said(capsys, "store", "copy", str(tmp_path / "data"), where, code=1)
    assert "seating differs" in text
    assert "0 tables" in said(capsys, "store", "check", where)


@pytest.mark.parametrize("shared", [True, False])
def test_a_purge_tells_how_many_tables_went_though_others_are_opened_meanwhile(
    where: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    shared: bool,
) -> None:
    data = tmp_path / "data"
    filled(data)
    if shared:
        admin.copy(str(data), where)

    def grant(place: object, what: str, which: str) -> None:
        """What a server does meanwhile."""
        if shared:
            with admin.connected(where) as line:
                line.execute("DELETE FROM seating WHERE id = 't2'")
                line.execute(ONE_MORE)
        else:
            asyncio.run(served(data))

    monkeypatch.setattr(care, "_wish", grant)
    monkeypatch.setattr(data_directory, "wish", grant)
    monkeypatch.setattr(data_directory, "is_served", lambda data: True)
    text = said(capsys, "purge", where if shared else str(data), "--older-than", "0d")
    assert text == "1 table cleared away\n"


ONE_MORE = """INSERT INTO seating(id, code, state, private, touched, rules, paper)
SELECT 't3', 'CODEt3', state, private, touched, rules, replace(paper, 't1', 't3') FROM seating"""


async def served(data: Path) -> None:
    store = SqliteStore(data)
    await store.commit([DropTable("t2", ("over",), 1 << 62), PutTable(row("t3"), 9)])
    await store.close()


def test_nodes_are_listed_with_what_they_have(
    cluster: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    house = cluster(lease=LASTING)
    a, b = house.node("a"), house.node("b")
    address = house.postgres.url(house.name)

    async def evening() -> None:
        await seated(a.url, "clans", 3)
        found = {one["name"]: one for one in json.loads(said(capsys, "nodes", address, "--json"))}
        assert [(one["state"], one["tables"]) for one in found.values()] == [
            ("lives", 1),
            ("lives", 0),
        ]
        assert found["a"]["address"] == f"127.0.0.1:{a.port}"
        assert any(rules.startswith("clans:") for rules in found["a"]["rules"])

    run(evening())
    b.stop()
    assert said(capsys, "nodes", address).splitlines()[-1] == "1 node lives"


def test_the_host_s_commands_work_on_a_database_while_nodes_play(
    cluster: Make, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    house = cluster(lease=LASTING)
    a = house.node("a")
    house.node("b")
    address = house.postgres.url(house.name)

    async def evening() -> None:
        ann, *_ = await seated(a.url, "clans", 3)
        await ann.catch_up()
        listed = json.loads(await asyncio.to_thread(said, capsys, "tables", address, "--json"))
        assert [one["id"] for one in listed] == [ann.table]
        file = str(tmp_path / "friday.backup")
        assert "1 table" in await asyncio.to_thread(said, capsys, "backup", address, file)
        said(capsys, "restore", file, str(tmp_path / "back"))
        assert contents(tmp_path / "back")["seating"][0][0] == ann.table
        await asyncio.to_thread(said, capsys, "close", address, ann.table)
        await ann.until_state(lambda state: state["state"] == "closed")
        before = said(capsys, "key", address)
        await asyncio.to_thread(said, capsys, "key", address, "--new")
        after = said(capsys, "key", address).splitlines()
        assert len(after) == len(before.splitlines()) + 1

    run(evening())
    for node in house.nodes.values():
        node.stop()
    assert "no node lives" in said(capsys, "key", address, "--new", code=1)
