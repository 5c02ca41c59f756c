"""Time: it runs out, it is given back, it stands still; a bot stands in, and the player returns.

All of it on the real clock, with the times of the tables made short.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.people import PATIENCE, Witness, run, seated
from tests.server.truth import Truth, updates_in
from tests.support.serving import Server

Serve = Callable[..., Server]
SETTINGS = {
    "pace": 0,
    "time": 0.05,
    "away": 1,
    "thinkers": 1,
    "game": ["tests.fixtures.trio", "tests.fixtures.gong"],
}
QUICK, NORMAL, AWAY, COUNT = 1.0, 3.0, 1.0, 0.15


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clocks run twenty times as fast."""
    with Server(tmp_path_factory.mktemp("hasty") / "data", **SETTINGS) as server:
        yield server


async def answer_all(one: Witness) -> None:
    """Answer everything that is asked in this phase."""
    assert one.view is not None
    phase = one.view["count"]
    while one.offers and one.view["count"] == phase:
        await one.answer_some()


def stands_in(seat: int) -> Callable[[dict[str, Any]], bool]:
    """A bot plays for that seat."""
    return lambda state: bool(state["seats"][seat].get("stand_in"))


# -- time runs out


def test_a_warning_then_the_default_then_a_bot_then_the_player_again(hasty: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2, clock="quick")
        began = time.monotonic()
        await answer_all(ben)
        warned = await ann.until(lambda m: m["t"] == "warned")
        assert 0 < warned["left"] < QUICK * 1000 / 2
        assert time.monotonic() - began < QUICK
        await ann.until_view(lambda view: view["count"][0] == 1)
        assert time.monotonic() - began > QUICK * 0.9
        # the default was played, and the seat is still Ann's
        assert not stands_in(0)(ann.state)
        await ben.until_view(lambda view: view["count"][0] == 1)
        await answer_all(ben)
        # a second time: from now on a bot plays for her
        await ann.until_state(stands_in(0))
        await ben.until_view(lambda view: view["count"][0] == 2)
        await answer_all(ben)
        await ben.until_view(lambda view: view["count"][0] == 3)
        await ann.until_view(lambda view: view["count"][0] == 3)
        assert "come_back" in ann.state["can"]
        await ann.must("do", what="come_back")
        assert not stands_in(0)(ann.state)
        await asyncio.gather(ann.play(), ben.play())
        assert not any(m["t"] == "warned" for m in ben.seen), "Ben was never late"
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        assert sum(line.endswith("- expire") for line in truth.record.lines) == 2
        truth.check(0, updates_in(ann.seen))

    run(evening())


def test_who_answers_takes_the_seat_back_from_the_bot(hasty: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2, clock="quick")
        await ann.until_state(stands_in(0))
        await ben.until_state(stands_in(1))
        reply = await ann.ask("answer", ask=10_000, answer=0)
        assert not reply["ok"]
        assert not stands_in(0)(ann.state)

    run(evening())


def test_who_is_away_when_time_runs_out_gets_a_bot_at_once_and_is_welcome_back(
    hasty: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2, clock="quick")
        await answer_all(ann)
        await ben.drop()
        await ann.until_state(stands_in(1))
        await ann.until_view(lambda view: view["count"][0] >= 1)
        await ben.come()
        await ben.until_state(lambda state: not stands_in(1)(state))
        await ann.until_state(lambda state: not stands_in(1)(state))
        await asyncio.gather(ann.play(), ben.play())

    run(evening())


def test_a_game_that_everybody_left_open_ends_by_itself_where_there_is_a_clock(
    hasty: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2, clock="quick")
        await ann.go()
        await ben.go()
        async with asyncio.timeout(PATIENCE):
            while ann.http(f"/api/tables/{ann.table}")["state"] != "over":
                await asyncio.sleep(0.1)

    run(evening())


# -- away from a table without clock


def test_without_a_clock_the_absent_get_a_bot_only_while_somebody_waits(hasty: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2)
        assert "time" not in ann.state or ann.state["time"] is None
        await ann.go()
        await ben.go()
        await asyncio.sleep(AWAY * 2)
        await ann.come()
        assert not stands_in(1)(ann.state)
        assert ann.state["seats"][1]["kind"] == "person"
        await ann.until_state(lambda state: state.get("time"))
        assert ann.state["time"]["total"] == AWAY * 1000
        await ann.until_state(stands_in(1))
        await ben.come()
        await ann.until_state(lambda state: not stands_in(1)(state))
        assert not ann.state.get("time")

    run(evening())


def test_without_a_clock_nobody_who_is_here_is_hurried(hasty: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(hasty.url, "trio", 2)
        for number in range(3):
            await ben.drop()
            if number:  # the bot has answered for Ben
                await asyncio.sleep(AWAY * 1.4)
            else:
                await ann.until_state(stands_in(1))
            await ben.come()
            await ben.until_state(lambda state: not stands_in(1)(state))
        await ann.heed()
        await ben.heed()
        assert not stands_in(0)(ben.state), "Ann thinks, that is all"
        assert not any(m["t"] == "warned" for m in ann.seen)
        assert ann.view is not None
        assert ann.view["count"][0] == 0, "nothing was answered for anybody who is here"

    run(evening())


# -- time that stands still, time that is given back


def test_a_pause_keeps_the_time_that_is_left_also_through_a_restart(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2, clock="normal")
        await asyncio.sleep(NORMAL / 3)
        await ann.must("do", what="pause")
        assert not ann.state.get("time")
        server.kill()
        await asyncio.sleep(NORMAL)
        server.start()
        for one in (ann, ben):
            await one.drop()
            await one.come()
        assert ann.state["paused"]
        await asyncio.sleep(0.5)
        await ann.must("do", what="resume")
        left = ann.state["time"]["left"] / 1000
        assert NORMAL / 3 < left <= NORMAL * 2 / 3
        assert ann.view is not None
        assert ann.view["count"][0] == 0
        began = time.monotonic()
        await ann.until_view(lambda view: view["count"][0] == 1)
        assert left * 0.8 < time.monotonic() - began < left + 2

    run(evening())


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_the_time_that_the_server_was_down_is_given_back(serve: Serve, how: str) -> None:
    server = serve(**{**SETTINGS, "time": 0.1})
    total = NORMAL * 2

    async def evening() -> None:
        ann, _ = await seated(server.url, "trio", 2, clock="normal")
        await asyncio.sleep(total / 3)
        left = total * 2 / 3
        server.kill() if how == "kill" else server.stop()
        await asyncio.sleep(total)
        server.start()
        await ann.drop()
        await ann.come()
        now = ann.state["time"]["left"] / 1000
        # a kill gives back up to the last second as well
        assert left - 1 < now < left + 1.5
        assert ann.state["time"]["total"] == total * 1000

    run(evening())


def test_a_deadline_comes_true_after_a_restart_though_nobody_is_there(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2, clock="quick")
        server.kill()
        await ann.drop()
        await ben.drop()
        server.start()
        async with asyncio.timeout(PATIENCE):
            while not moves_of(server, ann.table):
                await asyncio.sleep(0.1)

    run(evening())


def test_a_count_goes_on_after_a_restart(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = await seated(server.url, "gong", 2)
        await ann.answer_some()
        await ben.until_view(lambda view: view["waiting"] == [1])
        await ben.answer_some()
        server.kill()
        for one in (ann, ben):
            await one.drop()
        assert not any("expire" in line for line in moves_of(server, ann.table))
        server.start()
        for one in (ann, ben):
            await one.come()
        await ann.until_view(lambda view: view.get("offers") and not view.get("counting"))
        assert moves_of(server, ann.table)[-1].endswith("- expire")
        await asyncio.gather(ann.play(), ben.play())
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        truth.check(0, updates_in(ann.seen))

    run(evening())


def moves_of(server: Server, table: str) -> list[str]:
    """The moves of a game that are stored."""
    db = sqlite3.connect(server.data / "tatami.db", timeout=10)
    rows = db.execute("SELECT line FROM move WHERE seating=? ORDER BY seq", (table,)).fetchall()
    db.close()
    return [row[0] for row in rows]
