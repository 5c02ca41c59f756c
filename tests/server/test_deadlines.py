"""Time: it runs out, it is given back, it stands still; a bot stands in, and the player returns.

On real servers whose clock the test turns, so that every time can be told to the millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tatami.server.config import Config
from tatami.tables.config import CLOCKS, COUNT
from tests.server.people import Witness, catch_up, play_all, run, seated
from tests.server.truth import Truth, updates_in
from tests.support.serving import Server

Serve = Callable[..., Server]
SETTINGS: dict[str, Any] = {
    "stands": True,
    "pace": 0,
    "thinkers": 1,
    "game": ["tests.fixtures.trio", "tests.fixtures.gong"],
}
QUICK, NORMAL, AWAY = CLOCKS["quick"], CLOCKS["normal"], Config().away
WARNED = 6.666
"""Seconds before the end at which a player is warned."""


async def answer_all(one: Witness) -> None:
    """Answer everything that is asked in this phase."""
    assert one.view is not None
    phase = one.view["count"]
    while one.offers and one.view["count"] == phase:
        await one.answer_some()


def phase_of(one: Witness) -> int:
    """How many phases of the game are over."""
    assert one.view is not None
    return int(one.view["count"][0])


def stands_in(one: Witness, seat: int) -> bool:
    """Whether a bot plays for that seat."""
    return bool(one.state["seats"][seat].get("stand_in"))


def left(one: Witness) -> float:
    """Seconds that the open step still has."""
    return float(one.state["time"]["left"] / 1000)


# -- time runs out


def test_a_warning_then_the_default_then_a_bot_then_the_player_again(still: Server) -> None:
    async def evening() -> None:
        ann, ben = people = await seated(still.url, "trio", 2, clock="quick")
        await answer_all(ben)
        still.turn(QUICK - WARNED - 0.1)
        await catch_up(people, still)
        assert not any(m["t"] == "warned" for m in ann.seen)
        still.turn(0.1)
        await catch_up(people, still)
        (warned,) = [m for m in ann.seen if m["t"] == "warned"]
        assert warned["left"] == int(WARNED * 1000)
        still.turn(WARNED - 0.1)
        await catch_up(people, still)
        assert phase_of(ann) == 0
        still.turn(0.1)
        await catch_up(people, still)
        # the default was played, and the seat is still Ann's
        assert phase_of(ann) == 1
        assert not stands_in(ann, 0)
        await answer_all(ben)
        still.turn(QUICK)
        await catch_up(people, still)
        # a second time: from now on a bot plays for her
        assert stands_in(ann, 0)
        assert phase_of(ben) == 2
        await answer_all(ben)
        await catch_up(people, still)
        assert phase_of(ann) == 3
        assert "come_back" in ann.state["can"]
        await ann.must("do", what="come_back")
        assert not stands_in(ann, 0)
        await play_all(people, still)
        assert not any(m["t"] == "warned" for m in ben.seen), "Ben was never late"
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        assert sum(line.endswith("- expire") for line in truth.record.lines) == 2
        truth.check(0, updates_in(ann.seen))

    run(evening())


def test_who_answers_takes_the_seat_back_from_the_bot(serve: Serve) -> None:
    server = serve(**(SETTINGS | {"pace": 1}))  # while time stands, so do the bots

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2, clock="quick")
        for _ in range(2):
            server.turn(QUICK)
        await catch_up((ann, ben), server)
        assert stands_in(ann, 0)
        assert stands_in(ben, 1)
        reply = await ann.ask("answer", ask=10_000, answer=0)
        assert not reply["ok"]
        assert not stands_in(ann, 0)
        await ben.catch_up()
        assert stands_in(ben, 1)

    run(evening())


def test_who_is_away_when_time_runs_out_gets_a_bot_at_once_and_is_welcome_back(
    still: Server,
) -> None:
    async def evening() -> None:
        ann, ben = people = await seated(still.url, "trio", 2, clock="quick")
        await answer_all(ann)
        await ben.drop()
        await ann.until_state(lambda state: not state["seats"][1].get("here"))
        still.turn(QUICK)
        await ann.catch_up()
        assert stands_in(ann, 1)
        assert phase_of(ann) == 1
        await ben.come()
        await catch_up(people, still)
        assert not stands_in(ben, 1)
        assert not stands_in(ann, 1)
        await play_all(people, still)

    run(evening())


def test_a_game_that_everybody_left_open_ends_by_itself_where_there_is_a_clock(
    still: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2, clock="quick")
        await ann.go()
        await ben.go()
        for _ in range(20):
            still.turn(QUICK)
        assert ann.http(f"/api/tables/{ann.table}")["state"] == "over"

    run(evening())


# -- away from a table without clock


def test_without_a_clock_the_absent_get_a_bot_only_while_somebody_waits(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2)
        assert "time" not in ann.state or ann.state["time"] is None
        await ann.go()
        await ben.go()
        still.turn(AWAY * 2)
        await ann.come()
        await catch_up([ann], still)
        assert not stands_in(ann, 1)
        assert ann.state["seats"][1]["kind"] == "person"
        assert ann.state["time"] == {"left": AWAY * 1000, "total": AWAY * 1000}
        still.turn(AWAY - 0.1)
        await ann.catch_up()
        assert not stands_in(ann, 1)
        still.turn(0.1)
        await ann.catch_up()
        assert stands_in(ann, 1)
        await ben.come()
        await catch_up([ann, ben], still)
        assert not stands_in(ann, 1)
        assert not ann.state.get("time")

    run(evening())


def test_without_a_clock_nobody_who_is_here_is_hurried(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2)
        for _ in range(3):
            await ben.drop()
            await ann.until_state(lambda state: not state["seats"][1].get("here"))
            still.turn(AWAY)
            await ann.catch_up()
            assert stands_in(ann, 1), "also where the bot has answered for him already"
            await ben.come()
            await catch_up([ann, ben], still)
            assert not stands_in(ben, 1)
        assert not stands_in(ben, 0), "Ann thinks, that is all"
        assert not any(m["t"] == "warned" for m in ann.seen)
        assert phase_of(ann) == 0, "nothing was answered for anybody who is here"

    run(evening())


# -- time that stands still, time that is given back


def test_a_pause_keeps_the_time_that_is_left_also_through_a_restart(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2, clock="normal")
        server.turn(NORMAL / 3)
        await ann.must("do", what="pause")
        assert not ann.state.get("time")
        server.kill()
        server.turn(NORMAL)
        server.start()
        for one in (ann, ben):
            await one.drop()
            await one.come()
        assert ann.state["paused"]
        server.turn(NORMAL)
        await ann.must("do", what="resume")
        assert left(ann) == NORMAL * 2 / 3
        server.turn(NORMAL * 2 / 3 - 0.1)
        await ann.catch_up()
        assert phase_of(ann) == 0
        server.turn(0.1)
        await ann.catch_up()
        assert phase_of(ann) == 1

    run(evening())


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_the_time_that_the_server_was_down_is_given_back(serve: Serve, how: str) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, _ = await seated(server.url, "trio", 2, clock="normal")
        for _ in range(20):
            server.turn(1)
        server.turn(0.5)
        server.kill() if how == "kill" else server.stop()
        server.turn(NORMAL)
        server.start()
        await ann.drop()
        await ann.come()
        # a kill gives back up to the last sign of life as well, of which there is one each second
        assert left(ann) == (40 if how == "kill" else 39.5)
        assert ann.state["time"]["total"] == NORMAL * 1000

    run(evening())


def test_a_deadline_comes_true_after_a_restart_though_nobody_is_there(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = await seated(server.url, "trio", 2, clock="quick")
        server.kill()
        await ann.drop()
        await ben.drop()
        server.start()
        server.turn(QUICK)  # the server finds the table with its next look
        server.turn(1)
        assert server.moves(ann.table)[0].endswith("- expire")

    run(evening())


def test_a_count_goes_on_after_a_restart(serve: Serve) -> None:
    server = serve(**SETTINGS)

    async def evening() -> None:
        ann, ben = people = await seated(server.url, "gong", 2)
        await ann.answer_some()
        await ben.until_view(lambda view: view["waiting"] == [1])
        await ben.answer_some()
        server.kill()
        for one in (ann, ben):
            await one.drop()
        assert not any("expire" in line for line in server.moves(ann.table))
        server.start()
        for one in people:
            await one.come()
        server.turn(COUNT)
        await catch_up(people, server)
        assert server.moves(ann.table)[-1].endswith("- expire")
        assert ann.offers
        assert ann.view is not None
        assert not ann.view.get("counting")
        await play_all(people, server)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        truth.check(0, updates_in(ann.seen))

    run(evening())


def moves_of(server: Server, table: str) -> list[str]:
    """The moves of a game that are stored."""
    return server.moves(table)
