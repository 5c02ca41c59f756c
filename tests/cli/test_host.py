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

from tatami.server import upkeep
from tatami.server.chance import Timepiece
from tatami.server.papers import Paper, Seat
from tatami.server.sqlite import FILE, MIGRATIONS, SqliteStore, hold
from tatami.server.store import AddMove, PutDeadline, PutPerson, PutTable
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


def paper(name: str, state: str, **more: Any) -> Paper:
    seats = [Seat("person", f"p-{name}", "Ada"), Seat("bot", name="Ken", level="steady"), Seat()]
    code = f"{name.upper():A<6}"
    return Paper(name, code, "clans", 1, f"p-{name}", SECRET, seats, 1, state=state, **more)  # type: ignore[arg-type]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Four tables, of which two are old and ended."""
    folder = tmp_path / "data"
    at = Timepiece().now()
    tables = [
        (paper("fresh", "open"), at - 1000),
        (paper("game", "playing", started=1), at - 100 * DAY),
        (paper("old", "over", started=1, ended=2), at - 95 * DAY),
        (paper("gone", "closed", started=1, ended=2, why="idle"), at - 91 * DAY),
    ]

    async def fill(store: SqliteStore) -> None:
        for one, touched in tables:
            await store.commit([PutTable(one, touched), PutPerson(one.host, "Ada", touched)])
        for seq, line in enumerate(("s0 first.card deploy:Oda", "s0 first.to into:province-1"), 1):
            await store.commit([AddMove("game", seq, at, f"{seq} {line}", "1,1,1")])
            await store.commit([AddMove("old", seq, at, f"{seq} {line}", "1,1,1")])
        await store.commit([PutDeadline("game", at + DAY, 60_000)])

    in_store(folder, fill)
    return folder


def in_store(folder: Path, act: Callable[[SqliteStore], Awaitable[None]]) -> None:
    """Do something with a store, as a server does."""

    async def run() -> None:
        store = SqliteStore(folder)
        try:
            await act(store)
        finally:
            store.close()

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
    found = {line.id: line for line in upkeep.tables(data, True)}
    assert (found["game"].state, found["game"].why) == ("closed", "host")
    assert found["game"].moves == 2
    assert rows(data / FILE, "SELECT * FROM deadline") == []
    assert rows(data / FILE, "SELECT * FROM sitter WHERE seating='game'") == []

    async def check(store: SqliteStore) -> None:
        kept = store.table("game")
        assert kept is not None
        assert kept.ended > 0

    in_store(data, check)


def test_what_cannot_be_closed_is_told(data: Path, run: Run) -> None:
    assert "the table old is over already" in complaint(run("close", data, "old"))
    assert "there is no table nowhere" in complaint(run("close", data, "nowhere"))
    assert "no table OLDAAA" in complaint(run("close", data, "OLDAAA"))


def test_a_server_that_does_not_react_is_told_and_its_wish_taken_back(
    in_use: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "PATIENCE", 0.3)
    assert "does not react" in complaint(run("close", in_use, "game"))
    assert rows(in_use / FILE, "SELECT * FROM wish") == []
    assert upkeep.tables(in_use)[1].state == "playing"


# -- purging


def test_old_finished_games_go_and_unfinished_ones_stay(data: Path, run: Run) -> None:
    assert run("purge", data, "--older-than", "93d").stdout == "1 table cleared away\n"
    assert {line.id for line in upkeep.tables(data, True)} == {"fresh", "game", "gone"}
    assert run("purge", data, "--older-than", "90d").stdout == "1 table cleared away\n"
    assert run("purge", data, "--older-than", "90d").stdout == "0 tables cleared away\n"
    assert rows(data / FILE, "SELECT DISTINCT seating FROM move") == [("game",)]
    assert {row[0] for row in rows(data / FILE, "SELECT id FROM person")} == {"p-fresh", "p-game"}


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
    in_store(tmp_path / "new", lambda store: store.commit([PutTable(paper("later", "open"), 1)]))


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
        assert upkeep.tables(folder, True) == []


def test_a_backup_taken_while_moves_are_made_is_one_moment_of_the_game(tmp_path: Path) -> None:
    """Every backup that is taken during a game of bots replays, and none is a step back."""
    folder = tmp_path / "data"
    with Server(folder, pace=0) as server:
        host = Player(server.url, "Ada")
        table = host.open("clans", seats=3, bots="steady")

        async def game() -> list[int]:
            await host.come()
            await host.must("do", what="start")
            sizes: list[int] = []
            copies = asyncio.create_task(keep_copying(sizes))
            while not host.over:
                if host.offers:
                    offer = host.offers[0]
                    await host.must("answer", ask=offer["ask"], answer=offer["options"][0])
                else:
                    await host.hear()
            copies.cancel()
            await asyncio.gather(copies, return_exceptions=True)
            await host.go()
            return sizes

        async def keep_copying(sizes: list[int]) -> None:
            while True:
                file = tmp_path / "kept"
                await asyncio.to_thread(upkeep.backup, folder, file)
                lines = rows(file, f"SELECT line FROM move WHERE seating='{table}' ORDER BY seq")
                assert [int(line.split()[0]) for (line,) in lines] == [*range(1, len(lines) + 1)]
                sizes.append(len(lines))
                await asyncio.sleep(0.02)

        sizes = asyncio.run(game())
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 3
