"""A host with games under way installs a new version: nothing is lost, and old pages are told."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.engine.record import UNSIGNED, parse
from tatami.fair import why_unfair
from tatami.server.sqlite import FILE, MIGRATIONS
from tests.cli.support import inside
from tests.server.people import Witness, run, whole_log
from tests.support.player import dial
from tests.support.serving import Server
from tests.support.turning import MIDNIGHT

OLD = Path(__file__).parent / "old"
PLAYING = {
    "clans": "CIzYlf0hSZpUU6Vc",
    "wataah": "0PSxEsyZvNaE6nDZ",
    "night": "Zm0ZTSpQiPffbNMp",
    "tack": "KsPjndc1vATKbOeb",
}
OVER, CLOSED, OPEN = "esUhEm3gKBc-69da", "nikx0hE_1w_MWbYP", "qMP2Eu3eT_jYNJzx"


def left(data: Path) -> None:
    """The data directory of version 3, as if its server had stopped a moment ago."""
    data.mkdir(parents=True)
    now = MIDNIGHT * 1000
    with closing(sqlite3.connect(data / FILE)) as db:
        db.executescript((OLD / "version3.sql").read_text())
        assert db.execute("PRAGMA user_version").fetchone()[0] == 3
        for table, column in (("seating", "touched"), ("move", "at"), ("person", "seen")):
            db.execute(f"UPDATE {table} SET {column}=?", (now,))
        db.execute("UPDATE note SET value=?", (now,))
        db.commit()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this version on data of the last one."""
    data = tmp_path_factory.mktemp("upgrade") / "data"
    left(data)
    with Server(data, stands=True, pace=0, thinkers=1) as server:
        yield server


def person(server: Server, name: str) -> Witness:
    """One of those who played before the upgrade."""
    found = Witness(server.url, name)
    found.token = name[0].lower() * 43
    return found


def is_same(game: str, version: int) -> bool:
    """Whether a game has the same rules as when it was dealt."""
    return catalogue.find(game).game.version == version


def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *args: str) -> str:
    """What ``tatami verify`` says of a record."""
    path = tmp_path / "game.tatami"
    path.write_text(text, "utf-8")
    done = inside(capsys, "verify", str(path), *args)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("game", PLAYING)
def test_a_game_under_way_goes_on_with_its_deal_or_is_closed_with_its_record(
    game: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> tuple[str, str]:
        ann, ben = person(server, "Ann"), person(server, "Ben")
        for one in (ann, ben):
            await one.come(PLAYING[game])
        if ann.state["state"] == "playing" and is_same(game, ann.state["version"]):
            assert PLAYING[game] in [card["id"] for card in ann.http("/api/front")["mine"]]
            await ann.must("say", text="hello, version four")
            await asyncio.gather(ann.must("do", what="end"), ben.must("do", what="end"))
        await ann.until_state(lambda state: state["state"] == "closed")
        return ann.state["why"], ann.http(f"/api/tables/{PLAYING[game]}/record")

    why, text = run(evening())
    record = parse(text)
    same = is_same(game, record.version)
    assert why == ("agreed" if same else "upgrade")
    assert (record.format, record.signature, why_unfair(record)) == (1, UNSIGNED, "")
    assert any(f"goodbye, {game}" in line for line in record.lines)
    said = verified(tmp_path, capsys, text)
    assert "it is unsigned" in said
    assert "format 1" in said
    assert ("not checked: whether it was so played" in said) == (not same)
    assert ("the hash of its last position was not checked (format 1)" in said) == same


@pytest.mark.parametrize(("table", "file"), [(OVER, "over"), (CLOSED, "closed")])
def test_a_game_that_had_ended_has_the_record_that_it_had(
    table: str, file: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = (OLD / f"{file}.tatami").read_text("utf-8")
    text = person(server, "Cleo").http(f"/api/tables/{table}/record")
    Witness.here.clear()
    record = parse(kept)
    if is_same(record.game, record.version):
        assert text == kept
    assert parse(text).lines == record.lines
    said = verified(tmp_path, capsys, kept)
    assert "the deal fits" in said
    assert ("not checked" in said) == (not is_same(record.game, record.version))


def test_a_table_that_was_open_is_dealt_as_all_are_now(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> tuple[str, list[str]]:
        dora, ann = person(server, "Dora"), person(server, "Ann")
        for one in (dora, ann):
            await one.come(OPEN)
        assert [seat["kind"] for seat in dora.state["seats"]] == ["person", "person", "bot"]
        await dora.until_state(lambda state: all(state["commits"][:2]))
        seen = [dora.state["commit"], dora.state["commits"][1]]
        await dora.must("do", what="start")
        await asyncio.gather(dora.must("do", what="end"), ann.must("do", what="end"))
        return str(dora.http(f"/api/tables/{OPEN}/record")), seen

    text, seen = run(evening())
    record = parse(text)
    assert (record.format, why_unfair(record)) == (2, "")
    kept = ["--share", record.notes["shares"].split(" ")[0]]
    kept += [part for one in seen for part in ("--commit", one)]
    assert "nobody chose it: Dora, Ann committed" in verified(tmp_path, capsys, text, *kept)


def test_the_data_is_brought_to_the_new_version_and_nothing_goes_wrong(server: Server) -> None:
    with closing(sqlite3.connect(server.data / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    assert '"trace"' not in whole_log(server)


def test_a_page_from_before_is_told_to_reload(server: Server) -> None:
    async def evening() -> None:
        address = f"{server.url.replace('http', 'ws')}/ws/{OPEN}"
        headers = {"Authorization": f"Bearer {'d' * 43}"}
        hello = {"t": "hello", "protocol": 1, "since": -1, "seat": -1, "share": "ab" * 16}
        async with dial(address, additional_headers=headers, compression=None) as socket:
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv()) == {"t": "bye", "why": "old_client"}
            await socket.wait_closed()
            assert socket.close_code == 4400

    run(evening())


def test_a_game_whose_rules_have_changed_is_closed_with_that_reason_and_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    left(data)
    with closing(sqlite3.connect(data / FILE)) as db, db:  # as if its rules had risen since
        (stored,) = db.execute(
            "SELECT paper FROM seating WHERE id=?", (PLAYING["clans"],)
        ).fetchone()
        row = json.loads(stored) | {"version": 0}
        changed = (json.dumps(row).encode(), PLAYING["clans"])
        db.execute("UPDATE seating SET paper=? WHERE id=?", changed)

    async def evening(server: Server) -> str:
        ann = person(server, "Ann")
        await ann.come(PLAYING["clans"])
        await ann.until_state(lambda state: state["state"] == "closed")
        assert ann.state["why"] == "upgrade"
        assert ann.state["proof"]["format"] == 1
        return str(ann.http(f"/api/tables/{ann.table}/record"))

    with Server(data, pace=0, thinkers=1) as server:
        text = run(evening(server))
    record = parse(text)
    assert record.notes["ended"] == "upgrade"
    assert any("goodbye, clans" in line for line in record.lines)
    said = verified(tmp_path, capsys, text)
    assert "the deal fits" in said
    assert "not checked: whether it was so played; it has version 0 of the rules of clans" in said
