"""A search that hangs or is killed, in real processes of a real server: the game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tatami.engine.record import parse, walk
from tests.fixtures.stuck import GAME
from tests.fixtures.stuck.guide import SIGN
from tests.fixtures.tricks import HAND_SIZE
from tests.server.people import LONGEST, Witness, run
from tests.support.serving import Server

BUDGET = 5.0
ANN = 0


def stuck(server: Server) -> int:
    """The bots' process that is in the middle of a search now; 0: there is none."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if _is_searching(entry) and server.pid in _ancestors(int(entry.name)):
                return int(entry.name)
    return 0


def _is_searching(entry: Path) -> bool:
    return any(SIGN in os.readlink(one) for one in (entry / "fd").iterdir())


def _ancestors(pid: int) -> list[int]:
    """Who started a process, who started that, and so on."""
    found: list[int] = []
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        found.append(pid)
    return found


def hangs(server: Server, pid: int) -> None:
    """It takes longer than any bot may."""
    server.let_pass(BUDGET)


def dies(server: Server, pid: int) -> None:
    """Somebody ends it."""
    os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(("ends", "why"), [(hangs, "hung"), (dies, "died")])
def test_where_a_search_is_cut_off_the_bot_answers_without_one(
    serve: Callable[..., Server], ends: Callable[[Server, int], None], why: str
) -> None:
    server = serve(stands=True, game="tests.fixtures.stuck", budget=BUDGET, pace=0, thinkers=1)

    async def evening() -> str:
        ann, cut = Witness(server.url, "Ann"), 0
        ann.open(GAME.name, seats=3, bots="deep", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        async with asyncio.timeout(LONGEST):
            while not ann.over:
                await ann.catch_up()
                if ann.offers:
                    await ann.answer_some()
                if pid := stuck(server):
                    cut += 1
                    ends(server, pid)
                    while stuck(server) == pid:
                        await asyncio.sleep(0.002)
        assert cut
        assert server.log().count(f'"why": "{why}"') == cut
        return str(ann.http(f"/api/tables/{ann.table}/record"))

    text = run(evening())
    assert "the default was played" not in server.whole_log()
    assert_bots_answered_by_rule(text)


def assert_bots_answered_by_rule(text: str) -> None:
    """Always with their last option; what could be searched in time was nothing."""
    found = parse(text)
    last, answers = [-1] * found.seats, 0
    for number, referee in walk(GAME, found):
        move = referee.moves[-1] if number else None
        if move is not None and move.seat != ANN:
            answers += 1
            assert move.answer == last[move.seat]
            assert move.text == "" or move.text.startswith("0 of 400 simulations")
        last = [one[0][1].options[-1] if (one := referee.asks(seat)) else -1 for seat in (0, 1, 2)]
    assert answers == 2 * HAND_SIZE
