"""The host's commands on data that a server uses, and on data that none does."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis.strategies import from_regex

from tatami.server import data_directory
from tatami.server.sqlite import FILE, MIGRATIONS, GamesGone, SqliteStore, hold
from tatami.tables.chance import Timepiece
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import AddMove, PutDeadline, PutPerson, PutTable, PutVoid
from tests.cli.support import Done, complaint, inside, tatami
from tests.support.player import Player
from tests.support.serving import Server

DAY = 86_400_000
SECRET = "5ec2e7" * 8
Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """One run of the command inside this process."""

    def command(*args: object) -> Done:
        return inside(capsys, *map(str, args))

    return command


def row(table: str, state: str, name: str = "Ada", **more: Any) -> TableRow:
    seats = [Seat("person", f"p-{table}", name), Seat("bot", name="Ken", level="steady"), Seat()]
    code = f"{table.upper():A<6}"
    return TableRow(table, code, "clans", 1, f"p-{table}", SECRET, seats, 1, state=state, **more)  # type: ignore[arg-type]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four tables, of which two are old and ended."""
    folder = tmp_path / "data"
    at = Timepiece().now()
    tables = [
        (row("fresh", "open"), at - 1000),
        (row("game", "playing", started=1), at - 100 * DAY),
        (row("old", "over", started=1, ended=2), at - 95 * DAY),
        (row("gone", "closed", started=1, ended=2, why="idle"), at - 91 * DAY),
    ]

    async def fill(store: SqliteStore) -> None:
        for one, touched in tables:
            await store.commit([PutTable(one, touched), PutPerson(one.host, "Ada", touched)])
        for seq, line in enumerate(("s0 first.card deploy:Oda", "s0 first.to into:province-1"), 1):
            await store.commit([AddMove("game", seq, at, f"{seq} {line}", "1,1,1")])
            await store.commit([AddMove("old", seq, at - 95 * DAY, f"{seq} {line}", "1,1,1")])
        await store.commit([PutDeadline("game", at + DAY, 60_000)])

    in_store(folder, fill)
    return folder


def holding(folder: Path, kept: TableRow) -> None:
    """Data with one table."""

    async def fill(store: SqliteStore) -> None:
        await store.commit(
            [PutTable(kept, Timepiece().now()), PutPerson(kept.host, "Ada", Timepiece().now())]
        )

    in_store(folder, fill)


def in_store(folder: Path, act: Callable[[SqliteStore], Awaitable[None]]) -> None:
    """Do something with a store, as a server does."""

    async def run() -> None:
        store = SqliteStore(folder)
        try:
            await act(store)
        finally:
            await store.close()

    asyncio.run(run())


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    names = [row[0] for row in rows(path, "SELECT name FROM sqlite_master WHERE type='table'")]
    return {name: rows(path, f"SELECT * FROM {name} ORDER BY 1, 2") for name in names}


@pytest.fixture
def in_use(data: Path) -> Iterator[Path]:
    """Data that another process has locked, and does not answer."""
    held = hold(data)
    yield data
    os.close(held)


# -- tables


def test_unfinished_tables_are_listed_the_latest_first(data: Path, run: Run) -> None:
    lines = run("tables", data).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["fresh", "game", "2"]
    assert "FRESHA" in lines[0]
    assert "2 moves" in lines[1]
    assert lines[1].endswith("Ada, Ken, -")


def test_all_tables_can_be_listed_and_read_by_a_script(data: Path, run: Run) -> None:
    found = json.loads(run("tables", data, "--all", "--json").stdout)
    assert [one["id"] for one in found] == ["fresh", "gone", "old", "game"]
    assert found[1]["why"] == "idle"
    assert found[3]["players"] == ["Ada", "Ken", ""]
    assert "closed, idle" in run("tables", data, "--all").stdout


def test_no_list_tells_a_secret(data: Path, run: Run) -> None:
    for more in ((), ("--all",), ("--json",), ("--all", "--json")):
        assert SECRET not in run("tables", data, *more).stdout


# -- closing


@pytest.mark.parametrize("name", ["game", "GAMEAA", "gameaa"])
def test_a_table_is_closed_by_id_or_code_where_no_server_runs(
    data: Path, run: Run, name: str
) -> None:
    assert run("close", data, name).stdout == "the table game is closed\n"
    found = {line.id: line for line in data_directory.tables(data, True)}
    assert (found["game"].state, found["game"].why) == ("closed", "host")
    assert found["game"].moves == 2
    assert rows(data / FILE, "SELECT * FROM deadline") == []
    assert rows(data / FILE, "SELECT * FROM sitter WHERE seating='game'") == []

    async def check(store: SqliteStore) -> None:
        kept = await store.table("game")
        assert kept is not None
        assert kept.ended > 0

    in_store(data, check)


AWKWARD = ("-u3uYabcdefghij0", "--ascii_and_more", "_0-_0-_0-_0-_0-_", "-h--------------")
"""Ids as tables of an older Tatami can have them."""


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("words", [(), ("--ascii",), ("--",)], ids=str)
def test_a_table_whose_id_looks_like_an_option_is_closed(
    tmp_path: Path, run: Run, name: str, words: tuple[str, ...]
) -> None:
    holding(tmp_path, row(name, "open"))
    assert run("tables", tmp_path).stdout.startswith(name)
    assert run("close", *words, tmp_path, name).stdout == f"the table {name} is closed\n"
    assert complaint(run("close", tmp_path, name)).endswith(f"the table {name} is closed already")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(name=from_regex(r"-{0,2}[A-Za-z0-9_-]{14}", fullmatch=True))
@example(name="-" * 16)
def test_a_table_with_any_id_is_closed(
    tmp_path_factory: pytest.TempPathFactory, run: Run, name: str
) -> None:
    folder = tmp_path_factory.mktemp("data")
    holding(folder, row(name, "open"))
    assert run("close", folder, name).stdout == f"the table {name} is closed\n"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("-Ann", "-Ann"),
        ("'\"; DROP TABLE move; --", "'\"; DROP TABLE move; --"),
        ("\u05d3\u05e0\u05d4", "\u05d3\u05e0\u05d4"),
        ("\u202eevil", "?evil"),
        ("\U0001f977\U0001f3fd", "\U0001f977\U0001f3fd"),
        ("a\x1b[2Jb\nc", "a?[2Jb?c"),
    ],
)
def test_players_with_awkward_names_are_listed_in_one_line_and_whole_for_a_script(
    tmp_path: Path, run: Run, name: str, told: str
) -> None:
    holding(tmp_path, row("game", "open", name=name))
    lines = run("tables", tmp_path).stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith(f"{told}, Ken, -")
    assert json.loads(run("tables", tmp_path, "--json").stdout)[0]["players"][0] == name


@pytest.mark.parametrize(
    "name", ["-data", "'d\"a ta'", "\u05d3\u05e0\u05d4", "\U0001f977", "--force"]
)
def test_directories_and_files_with_awkward_names_are_served(
    tmp_path: Path, run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    holding(tmp_path / name, row("game", "open"))
    file = f"{name}.kept"
    assert run("tables", "--", name).stdout.startswith("game")
    assert run("backup", "--", name, file).stdout.startswith("1 table in")
    assert run("restore", "--force", "--", file, name).stdout.startswith("1 table restored")
    assert run("close", name, "game").stdout == "the table game is closed\n"
    assert run("purge", "--older-than", "0d", "--", name).stdout == "1 table cleared away\n"


def test_what_cannot_be_closed_is_told(data: Path, run: Run) -> None:
    assert "the table old is over already" in complaint(run("close", data, "old"))
    assert "there is no table nowhere" in complaint(run("close", data, "nowhere"))
    assert "no table OLDAAA" in complaint(run("close", data, "OLDAAA"))


def test_a_server_that_does_not_react_is_told_and_its_wish_taken_back(
    in_use: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_directory, "PATIENCE", 0.0)
    assert "does not react" in complaint(run("close", in_use, "game"))
    assert rows(in_use / FILE, "SELECT * FROM wish") == []
    assert data_directory.tables(in_use)[1].state == "playing"


# -- purging


def test_old_finished_games_go_and_unfinished_ones_stay(data: Path, run: Run) -> None:
    assert run("purge", data, "--older-than", "93d").stdout == "1 table cleared away\n"
    assert {line.id for line in data_directory.tables(data, True)} == {"fresh", "game", "gone"}
    assert run("purge", data, "--older-than", "90d").stdout == "1 table cleared away\n"
    assert run("purge", data, "--older-than", "90d").stdout == "0 tables cleared away\n"
    assert rows(data / FILE, "SELECT DISTINCT seating FROM move") == [("game",)]
    assert {row[0] for row in rows(data / FILE, "SELECT id FROM person")} == {"p-fresh", "p-game"}


def test_void_starts_are_counted_whatever_is_cleared_away_by_hand(data: Path, run: Run) -> None:
    """A host whose starts were void cannot be rid of that by clearing away their games."""
    voids = [PutVoid("old", 1, "p-old", Timepiece().now() - 95 * DAY)]
    in_store(data, lambda store: store.commit(voids))
    assert run("purge", data, "--older-than", "0d").stdout == "3 tables cleared away\n"
    assert rows(data / FILE, "SELECT count(*) FROM void") == [(1,)]


@pytest.mark.parametrize("age", ["90", "d", "", "-1d", "9y", "1.5d", "9999999d"])
def test_an_age_has_a_unit(data: Path, run: Run, age: str) -> None:
    done = run("purge", data, f"--older-than={age}")
    assert done.returncode == 2
    assert "12h, 90d, 8w" in complaint(done)


# -- backup and restore


def test_a_backup_holds_everything_and_comes_back(data: Path, tmp_path: Path, run: Run) -> None:
    before = everything(data / FILE)
    file = tmp_path / "kept.backup"
    assert run("backup", data, file).stdout.startswith("4 tables in ")
    assert everything(file) == before
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "kept.backup"]
    assert run("restore", file, tmp_path / "new").stdout.startswith("4 tables restored")
    assert everything(tmp_path / "new" / FILE) == before
    in_store(tmp_path / "new", lambda store: store.commit([PutTable(row("later", "open"), 1)]))


def test_a_backup_may_replace_a_backup_and_nothing_else(
    data: Path, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "kept.backup"
    for _ in range(2):
        assert run("backup", data, file).returncode == 0
    other = tmp_path / "letter.txt"
    other.write_text("dear diary " * 100)
    assert "letter.txt" in complaint(run("backup", data, other))
    assert other.read_text().startswith("dear diary")
    for inside_data in (data / FILE, data / "x", data / ".." / "data" / FILE):
        assert "does not belong" in complaint(run("backup", data, inside_data))
    assert "cannot be written" in complaint(run("backup", data, tmp_path / "no" / "where"))


def test_nothing_is_overwritten_without_force(data: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "kept.backup"
    run("backup", data, file)
    run("purge", data, "--older-than", "0d")
    changed = everything(data / FILE)
    assert "--force" in complaint(run("restore", file, data))
    assert everything(data / FILE) == changed
    assert run("restore", file, data, "--force").returncode == 0
    assert everything(data / FILE) == everything(file)
    assert sorted(one.name for one in data.iterdir()) == [FILE, "tatami.lock"]


def test_what_lies_beside_an_old_database_does_not_spoil_the_restored_one(
    data: Path, tmp_path: Path, run: Run
) -> None:
    """A server was killed and left its log of writes behind."""
    file = tmp_path / "kept.backup"
    run("backup", data, file)
    script = (
        "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "db.execute('DELETE FROM move'); os._exit(0)"
    )
    subprocess.run(["python3", "-c", script, str(data / FILE)], check=True)
    assert (data / f"{FILE}-wal").stat().st_size
    assert run("restore", file, data, "--force").returncode == 0
    assert everything(data / FILE) == everything(file)


def test_a_restored_database_that_is_lost_is_missed(data: Path, tmp_path: Path, run: Run) -> None:
    """Though no server has ever used the directory."""
    file, target = tmp_path / "kept.backup", tmp_path / "new"
    run("backup", data, file)
    run("restore", file, target)
    (target / FILE).unlink()
    with pytest.raises(GamesGone):
        SqliteStore(target)


def test_nothing_is_restored_under_a_running_server(in_use: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "kept.backup"
    assert run("backup", in_use, file).returncode == 0
    before = everything(in_use / FILE)
    assert "stop it first" in complaint(run("restore", file, in_use, "--force"))
    assert everything(in_use / FILE) == before


def test_a_damaged_or_foreign_file_is_not_restored(data: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "kept.backup"
    run("backup", data, file)
    whole = file.read_bytes()
    target = tmp_path / "new"
    file.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    assert run("restore", file, target).returncode == 1
    file.write_bytes(whole[: len(whole) // 2])
    assert run("restore", file, target).returncode == 1
    file.write_text("not a database at all, but long enough to be read as one" * 20)
    assert "kept.backup" in complaint(run("restore", file, target))
    with closing(sqlite3.connect(tmp_path / "foreign")) as db:
        db.execute("CREATE TABLE seating(id)")
    assert "no games of Tatami" in complaint(run("restore", tmp_path / "foreign", target))
    assert "there is no file" in complaint(run("restore", tmp_path / "nothing", target))
    assert not (target / FILE).exists()


def test_data_of_a_newer_tatami_is_left_alone(data: Path, tmp_path: Path, run: Run) -> None:
    with closing(sqlite3.connect(data / FILE)) as db:
        db.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    for command in (
        ("tables", data),
        ("close", data, "game"),
        ("purge", data, "--older-than", "1d"),
        ("backup", data, tmp_path / "kept"),
        ("restore", data / FILE, tmp_path / "new"),
    ):
        assert f"this Tatami knows {len(MIGRATIONS)}" in complaint(run(*command))


@pytest.mark.parametrize(
    "command",
    [
        ("tables",),
        ("close", "x"),
        ("purge", "--older-than", "1d"),
        ("backup", "kept"),
    ],
    ids=lambda command: str(command[0]),
)
def test_where_there_are_no_games_nothing_is_made(
    command: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "empty"
    done = run(command[0], folder, *command[1:])
    assert "there are no games of Tatami" in complaint(done)
    assert done.returncode == 1
    assert not folder.exists()


# -- while a server runs


def test_a_running_server_is_backed_up_closed_and_purged(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    state = tmp_path / "state"
    with Server(folder, pace=0) as server:
        host = Player(server.url, "Ada")
        table = host.open("clans", seats=3, bots="steady")

        async def play() -> None:
            await host.come()
            await host.must("do", what="start")
            while not host.offers:
                await host.hear()

        async def closed() -> None:
            done = await asyncio.to_thread(tatami, state, "close", str(folder), table)
            assert done.stdout == f"the table {table} is closed\n", done.stderr
            while host.state["state"] != "closed":
                await host.hear()
            assert host.state["why"] == "host"
            await host.go()

        async def evening() -> None:
            await play()
            file = tmp_path / "kept.backup"
            done = await asyncio.to_thread(tatami, state, "backup", str(folder), str(file))
            assert done.returncode == 0, done.stderr
            moves = rows(file, "SELECT seq FROM move")
            assert [seq for (seq,) in moves] == list(range(1, len(moves) + 1))
            listed = await asyncio.to_thread(tatami, state, "tables", str(folder))
            assert listed.stdout.split()[0] == table
            refused = await asyncio.to_thread(
                tatami, state, "restore", str(file), str(folder), "--force"
            )
            assert "stop it first" in complaint(refused)
            await closed()

        asyncio.run(evening())
        assert host.http(f"/api/tables/{table}")["state"] == "closed"
        record = tmp_path / "game.tatami"
        record.write_text(host.http(f"/api/tables/{table}/record"), "utf-8")
        proven = tatami(state, "verify", str(record))
        assert proven.returncode == 0, proven.stderr
        assert "not finished (host)" in proven.stdout
        done = tatami(state, "purge", str(folder), "--older-than", "0d")
        assert done.stdout == "1 table cleared away\n"
        assert data_directory.tables(folder, True) == []


def test_a_backup_taken_while_moves_are_made_is_one_moment_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time, moves are stored between the moment that a backup is of and its copying."""
    folder, file = tmp_path / "data", tmp_path / "kept"
    copy = data_directory._fill
    with Server(folder, pace=0) as server:
        host = Player(server.url, "Ada")
        table = host.open("clans", seats=3, bots="steady")

        async def asked() -> dict[str, Any]:
            """Once the host is asked, nobody else moves."""
            while not host.offers:
                await host.hear()
            return host.offers[0]

        async def answer() -> None:
            offer = await asked()
            await host.must("answer", ask=offer["ask"], answer=offer["options"][0])

        async def game() -> list[tuple[int, int, int]]:
            await host.come()
            await host.must("do", what="start")
            loop, found = asyncio.get_running_loop(), []

            def late(db: sqlite3.Connection, name: str) -> int:
                asyncio.run_coroutine_threadsafe(answer(), loop).result(120)
                return copy(db, name)

            monkeypatch.setattr(data_directory, "_fill", late)
            for _ in range(8):
                await asked()
                before = stored(folder / FILE, table)
                await asyncio.to_thread(data_directory.backup, folder, file)
                found.append((before, stored(file, table), stored(folder / FILE, table)))
            await host.go()
            return found

        found = asyncio.run(game())
    assert [kept for _, kept, _ in found] == [before for before, _, _ in found]
    assert all(kept < after for _, kept, after in found)
    assert len({kept for _, kept, _ in found}) == 8


def stored(path: Path, table: str) -> int:
    """How many moves of a table a database has; they are numbered without a gap."""
    lines = rows(path, f"SELECT line FROM move WHERE seating='{table}' ORDER BY seq")
    assert [int(line.split()[0]) for (line,) in lines] == [*range(1, len(lines) + 1)]
    return len(lines)
