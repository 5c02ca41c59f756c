"""The store: all or nothing, in order, for good; old databases; games across an upgrade."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tatami.engine.record import parse
from tatami.fair import why_unfair
from tatami.server import sqlite as store_module
from tatami.server.sqlite import (
    FILE,
    MIGRATIONS,
    DataInUse,
    GamesGone,
    SqliteStore,
    TooNew,
    merged,
    statements,
)
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import (
    AddMove,
    Alive,
)
from tests.server.people import PATIENCE, Witness, play_all, run, seated, whole_log
from tests.server.truth import Truth
from tests.support.player import http
from tests.support.serving import ROOT, Server
from tests.support.turning import MIDNIGHT

Serve = Callable[..., Server]
OLD = Path(__file__).parent / "old" / "version1.sql"
UNDER_WAY, ENDED, OPEN = "QJcUzWLBLubQvYP9", "Zm6ZGfOgzn_4pQGV", "Yaoss8ERxcnDYIsP"


@contextmanager
def opened(data: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(data)
    try:
        yield store
    finally:
        asyncio.run(store.close())


def in_loop(work: Callable[[], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        return await asyncio.wait_for(work(), PATIENCE)

    return asyncio.run(go())


def row(name: str = "t1", **more: Any) -> TableRow:
    seats = [Seat("person", "ann", "Ann"), Seat()]
    return TableRow(name, f"CODE{name}", "clans", 1, "ann", "ab" * 32, seats, 1, **more)


def move(table: str, seq: int) -> AddMove:
    return AddMove(table, seq, 1, f"{seq} s0 back", "1,1")


# -- commits


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_many_moves_of_one_group_are_few_statements_and_all_of_them_are_there(
    tmp_path: Path,
) -> None:
    changes = [one for number in range(1, 251) for one in (move("t1", number), Alive(number))]
    found = merged([one for change in changes for one in statements(change)])
    assert len(found) == 4, "three of moves, and the last sign of life"
    with opened(tmp_path) as store:
        in_loop(lambda: store.commit(changes))
        kept = in_loop(lambda: store.moves("t1"))
        assert [int(line.split()[0]) for line in kept] == list(range(1, 251))
        assert in_loop(store.last_alive) == 250


# -- who may open it


def test_a_directory_in_use_is_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(DataInUse):
        SqliteStore(tmp_path)
    with opened(tmp_path):
        pass


def test_a_second_server_on_the_same_data_says_so_and_ends(serve: Serve) -> None:
    server = serve()
    command = [sys.executable, "-m", "tatami", "serve", "--port", "0", "--data", str(server.data)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode != 0
    assert "another server" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1
    assert http(server.url, "/healthz", "")[0] == 200


def test_a_database_of_a_newer_tatami_is_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(TooNew):
        SqliteStore(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
    command = [sys.executable, "-m", "tatami", "serve", "--port", "0", "--data", str(tmp_path)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert found.returncode != 0
    assert len(found.stderr.strip().splitlines()) == 1


def test_a_first_start_that_fails_leaves_nothing_that_the_next_one_would_miss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, most_megabytes: int = 0) -> sqlite3.Connection:
        path.touch()
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(store_module, "connect", full)
        with pytest.raises(sqlite3.OperationalError):
            SqliteStore(tmp_path)
    with opened(tmp_path):
        pass
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(GamesGone):
        SqliteStore(tmp_path)
    assert not (tmp_path / FILE).stat().st_size, "whoever looks into it finds what was there"


# -- from version to version


def old_database(data: Path) -> None:
    """A database of version 1, as if it had been left a moment ago."""
    data.mkdir(parents=True)
    now = MIDNIGHT * 1000
    with closing(sqlite3.connect(data / FILE)) as db:
        db.executescript(OLD.read_text())
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
        db.execute("UPDATE seating SET touched=?", (now,))
        db.execute("UPDATE move SET at=?", (now,))
        db.execute("UPDATE note SET value=?", (now,))
        db.execute("UPDATE person SET seen=?", (now,))
        db.commit()


def test_a_game_of_the_first_version_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    old_database(data)

    async def evening(server: Server) -> None:
        ann, ben = Witness(server.url, "Ann"), Witness(server.url, "Ben")
        ann.token, ben.token = "a" * 43, "b" * 43
        ann.seq, ben.seq = 6, 4  # where their browsers stood
        for one in (ann, ben):
            assert [card["id"] for card in one.http("/api/front")["mine"]] == [UNDER_WAY]
            one.view = {}
            await one.come(UNDER_WAY)
        await ben.until(lambda m: m["t"] == "update")
        link = (await ann.must("do", what="move_seat"))["link"]  # what version 1 did not have
        phone = Witness(server.url, "Phone")
        await phone.come(UNDER_WAY)
        await phone.must("take_seat", token=link.removeprefix("/m/"))
        await play_all((phone, ben), server)
        truth = Truth(ann.http(f"/api/tables/{UNDER_WAY}/record"))
        assert why_unfair(truth.record) == ""
        assert "goodbye, version one" in "".join(truth.record.lines)
        ended = parse(ann.http(f"/api/tables/{ENDED}/record"))
        assert why_unfair(ended) == ""
        assert len(ended.lines) == 24
        dora = Witness(server.url, "Dora")
        dora.token = "d" * 43
        await dora.come(OPEN)
        assert dora.seat == 0
        await dora.must("arrange", what="bot", seat=1, level="random")
        await dora.must("do", what="start")

    with Server(data, stands=True, pace=0, game="tests.fixtures.trio") as server:
        run(evening(server))
        assert '"trace"' not in whole_log(server)
    with closing(sqlite3.connect(data / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_a_new_database_and_a_migrated_one_are_alike(tmp_path: Path) -> None:
    old_database(tmp_path / "old")
    for name in ("old", "new"):
        with opened(tmp_path / name):
            pass
    shapes = []
    for name in ("old", "new"):
        with closing(sqlite3.connect(tmp_path / name / FILE)) as db:
            rows = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()
            shapes.append([(kind, name, " ".join((sql or "").split())) for kind, name, sql in rows])
    assert shapes[0] == shapes[1]


def test_a_migration_that_breaks_off_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_database(tmp_path / "data")
    broken = (*MIGRATIONS[:1], "CREATE TABLE half(x); CREATE TABLE seating(x);")
    monkeypatch.setattr(store_module, "MIGRATIONS", broken)
    with pytest.raises(sqlite3.Error):
        SqliteStore(tmp_path / "data")
    monkeypatch.undo()
    with opened(tmp_path / "data") as store:
        assert in_loop(lambda: store.moves(UNDER_WAY))
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master")]
        assert "half" not in names
        assert "link" in names


# -- rules that have changed


def change_row(server: Server, table: str, **fields: object) -> None:
    """Write something else on a table's row while no server runs."""
    with closing(sqlite3.connect(server.data / FILE)) as db, db:
        found = json.loads(
            db.execute("SELECT paper FROM seating WHERE id=?", (table,)).fetchone()[0]
        )
        found |= fields
        db.execute("UPDATE seating SET paper=? WHERE id=?", (json.dumps(found).encode(), table))


def test_a_game_whose_rules_have_changed_is_closed_with_its_record(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        await play_all((ann, ben, cleo), server, until=lambda: ann.seq > 4)
        server.stop()
        change_row(server, ann.table, version=0)
        server.start()
        for one in (ann, ben, cleo):
            await one.drop()
            await one.come()
            await one.until_state(lambda state: state["state"] == "closed")
            assert one.state["why"] == "upgrade"
            assert one.state["proof"]["secret"]
            reply = await one.ask("answer", ask=1, answer=0)
            assert reply["refusal"]["code"] == "not_now"
        record = parse(ann.http(f"/api/tables/{ann.table}/record"))
        assert record.notes["ended"] == "upgrade"
        assert why_unfair(record) == ""
        assert len(record.lines) >= 2
        assert http(server.url, f"/api/tables/{ann.table}/replay", ann.token)[0] == 404
        assert "rematch" in ann.state["can"]
        link = (await ann.must("do", what="rematch"))["link"]
        assert ann.http(f"/api/tables/{link.removeprefix('/t/')}")["version"] > 0

    run(evening())
    assert '"trace"' not in whole_log(server)


def test_a_table_that_was_open_is_dealt_by_the_new_rules(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        people = await seated(server.url, "clans", 3, start=False)
        ann = people[0]
        server.stop()
        change_row(server, ann.table, version=0)
        server.start()
        for one in people:
            await one.drop()
            await one.come()
        await ann.must("do", what="start")
        await play_all(people, server)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        assert why_unfair(truth.record) == ""
        assert truth.record.version > 0

    run(evening())


def test_tables_of_a_game_that_is_gone_can_be_left_and_looked_at(serve: Serve) -> None:
    server = serve(stands=True, pace=0, game="tests.fixtures.trio")

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2)
        open_one, _ = await seated(server.url, "trio", 2, start=False)
        await ann.answer_some()
        server.stop()
        server._settings.pop("game")
        server.start()
        for one in (ann, ben, open_one):
            await one.drop()
            await one.come()
        await ben.until_state(lambda state: state["state"] == "closed")
        assert ben.state["why"] == "upgrade"
        assert len(parse(ann.http(f"/api/tables/{ann.table}/record")).lines) == 1
        reply = await ben.ask("do", what="rematch")
        assert reply["refusal"]["code"] == "no_such_game"
        for what in ({"what": "set", "size": 2}, {"what": "bot", "seat": 0, "level": "x"}):
            reply = await open_one.ask("arrange", **what)
            assert reply["refusal"]["code"] == "no_such_game"
        reply = await open_one.ask("do", what="start")
        assert reply["refusal"]["code"] == "bad_table"
        assert open_one.state["state"] == "open"
        await open_one.must("do", what="leave")
        for path in (f"/t/{ann.table}", "/", f"/r/{ann.table}", "/api/front"):
            assert http(server.url, path, ann.token)[0] == 200

    run(evening())
    assert '"trace"' not in whole_log(server)


def test_moves_that_cannot_be_played_again_close_the_game_and_are_not_logged(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        await ann.must("say", text="nobody else should read this")
        for one in (ann, ben, cleo):
            await one.catch_up()
        asked = next(one for one in (ann, ben, cleo) if one.offers)
        await asked.answer_some()
        server.kill()
        with closing(sqlite3.connect(server.data / FILE)) as db, db:
            db.execute(
                "UPDATE move SET line='1 s2 remark nonsense - \"should read this\"' WHERE seq=1"
            )
        server.start()
        await ann.drop()
        await ann.come()
        await ann.until_state(lambda state: state["state"] == "closed")
        assert ann.state["why"] == "upgrade"

    run(evening())
    log = whole_log(server)
    assert "a game cannot go on" in log
    assert "should read this" not in log


def test_the_lock_dies_with_its_holder(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tatami.server.sqlite import hold;"
        "hold(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(DataInUse):
            SqliteStore(tmp_path)
        holder.kill()
    with opened(tmp_path):
        pass
