"""The disk is full: moves are refused, nothing that was not stored is shown, and later all goes on.

The disk is made full for the server alone, by what the system lets it write; or the database is
not allowed to grow.
"""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tatami.tables.config import CLOCKS
from tests.server.people import Witness, play_all, run, seated, whole_log
from tests.server.truth import Truth, updates_in
from tests.support.player import Refused, http
from tests.support.serving import PATIENCE, Server

Serve = Callable[..., Server]


@contextmanager
def full(server: Server) -> Iterator[None]:
    """No file of the server can be written to."""
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))


def failures(server: Server) -> float:
    """How often something could not be stored."""
    text = http(server.url, "/metrics", "")[1]
    lines = [line for line in text.splitlines() if line.startswith("tatami_store_failures_total")]
    return float(lines[0].split()[1])


def why(reply: dict[str, Any]) -> str:
    assert not reply["ok"], reply
    return str(reply["refusal"]["code"])


async def all_quiet(*people: Witness) -> None:
    """Nobody hears anything."""
    for one in people:
        heard = await one.catch_up()
        assert [message["t"] for message in heard] == []


async def settle(*people: Witness) -> None:
    for one in people:
        await one.catch_up()


def test_a_full_disk_refuses_every_change_and_nobody_notices_anything(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        wim = Witness(server.url, "Wim")
        await wim.come(ann.table)
        everybody = (ann, ben, cleo, wim)
        for _ in range(4):
            await settle(*everybody)
            await next(one for one in (ann, ben, cleo) if one.offers).answer_some()
        await settle(*everybody)
        before = [ann.http(f"/api/tables/{ann.table}")["seats"], *(one.view for one in everybody)]
        asked = next(one for one in (ann, ben, cleo) if one.offers)
        offer = asked.offers[0]
        with full(server):
            for answer in offer["options"] * 2:
                assert why(await asked.answer(offer, answer)) == "cannot_store"
            assert why(await ben.ask("say", text="is the disk full?")) == "cannot_store"
            for what in ("pause", "concede", "end", "leave", "move_seat"):
                assert why(await ann.ask("do", what=what)) == "cannot_store"
            assert why(await wim.ask("sit", name="Wim")) == "table_full"
            status, problem = http(
                server.url, "/api/tables", ann.token, {"game": "clans", "name": "A"}
            )
            assert (status, problem["refusal"]["code"]) == (503, "cannot_store")
            with pytest.raises(Refused, match="cannot_store"):
                ann.http("/api/me", {"name": "Anna"})
            await all_quiet(*everybody)
            late = Witness(server.url, "Lara")
            await late.come(ann.table)
            await late.until_view(lambda view: True)
            assert late.view == wim.view
            await settle(*everybody)
        assert before == [
            ann.http(f"/api/tables/{ann.table}")["seats"],
            *(one.view for one in everybody),
        ]
        await play_all([*everybody, late], server)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        for one in (*everybody, late):
            truth.check(one.seat if one.seat >= 0 else 3, updates_in(one.seen))
        assert "is the disk full" not in "".join(truth.record.lines)

    run(evening())


def test_bots_wait_for_room_without_running_in_circles(serve: Serve) -> None:
    server = serve(stands=True, pace=0.3)

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans", seats=3, bots="steady", tempo="normal", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        for _ in range(2):
            while ann.offers:
                await ann.answer_some()
            seq = ann.seq
            with full(server):
                before = failures(server)
                for _ in range(22):
                    server.turn(0.1)
                assert 0 < failures(server) - before < 8
                assert ann.seq == seq
                assert not updates_in(await ann.catch_up())
            await time_passes(server, ann)

    run(evening())


async def time_passes(server: Server, one: Witness) -> None:
    """Until a player is asked something."""
    for _ in range(600):
        if one.offers:
            return
        server.turn(0.1)
        await one.catch_up()
    raise AssertionError("nobody goes on")


def test_a_bot_that_was_interrupted_thinks_again(serve: Serve) -> None:
    server = serve(stands=True, pace=1)

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans", seats=3, bots="steady", tempo="fast", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        while ann.offers:
            await ann.answer_some()
        with full(server):
            assert why(await ann.ask("say", text="hello?")) == "cannot_store"
        await time_passes(server, ann)

    run(evening())


def test_a_game_that_could_not_be_dealt_is_dealt_later(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3, start=False)
        await settle(ann, ben, cleo)
        with full(server):
            assert why(await ann.ask("do", what="start")) == "cannot_store"
            await all_quiet(ann, ben, cleo)
            assert why(await ann.ask("answer", ask=1, answer=0)) == "not_started"
        await ann.must("do", what="start")
        await play_all((ann, ben, cleo), server)
        Truth(ann.http(f"/api/tables/{ann.table}/record")).check(1, updates_in(ben.seen))

    run(evening())


def test_time_that_runs_out_on_a_full_disk_has_its_effect_later(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3, clock="quick")
        await settle(ann, ben, cleo)
        seq = ann.seq
        with full(server):
            server.turn(CLOCKS["quick"])
            for _ in range(5):
                server.turn(1)
            assert 0 < failures(server) < 8
            await settle(ann, ben, cleo)
            assert ann.seq == seq
        for _ in range(60):
            server.turn(1)
            await settle(ann)
            if ann.seq > seq:
                return
        raise AssertionError("time has run out, and nothing comes of it")

    run(evening())


def test_a_database_that_may_not_grow_refuses_until_there_is_room_even_after_a_kill(
    serve: Serve,
) -> None:
    server = serve(stands=True, pace=0, size=1, messages=100_000)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        fill(server, True)
        talkers = [ann, ben, cleo] * 10
        replies = [await one.ask("say", text=f"{n:02}" * 145) for n, one in enumerate(talkers)]
        refused = [why(reply) for reply in replies if not reply["ok"]]
        assert "cannot_store" in refused
        assert set(refused) <= {"cannot_store", "too_fast"}
        server.kill()
        server.start()
        for one in (ann, ben, cleo):
            await one.drop()
            await one.come()
        fill(server, False)
        await play_all((ann, ben, cleo), server)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        for one in (ann, ben, cleo):
            truth.check(one.seat, updates_in(one.seen))
        said = [line for line in truth.record.lines if " remark " in line]
        assert len(said) == sum(reply["ok"] for reply in replies)

    run(evening())
    log = whole_log(server)
    assert "cannot store" in log
    assert '"trace"' not in log


def fill(server: Server, really: bool) -> None:
    """Take all room in the database, or give it back."""
    db = sqlite3.connect(server.data / "tatami.db", timeout=PATIENCE)
    with db:
        if really:
            size = 1_048_576 // db.execute("PRAGMA page_size").fetchone()[0]
            db.execute("CREATE TABLE filler(x)")
            while db.execute("PRAGMA page_count").fetchone()[0] < size:
                db.execute("INSERT INTO filler VALUES(zeroblob(3000))")
        else:
            db.execute("DELETE FROM filler")
    db.close()
