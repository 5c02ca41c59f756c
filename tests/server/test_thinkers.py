"""Bots in other processes: what they get, and what becomes of those that misbehave."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tatami import catalogue
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.games.clans import BOTS
from tatami.games.clans import GAME as CLANS
from tatami.server import wire
from tatami.server.thinker import GRACE, HEAD, Answered, think
from tatami.server.thinkers import CannotReplay, Job, Thinkers
from tatami.server.views import fresh_update, replay_frames
from tests.fixtures import gong, heap
from tests.server.rascals import BOTS as RASCALS

EXTRA = ("tests.server.rascals:GAME", "tests.fixtures.heap")
KEY = bytes(range(32))
SLACK = 1.5
"""Seconds that a busy machine may take beyond what is meant."""


def job(level: str, referee: Referee | None = None, seat: int = 0, key: bytes = KEY) -> Job:
    """A bot's job at a table."""
    table = Referee(gong.GAME, 3, 1) if referee is None else referee
    update = msgspec.json.encode(fresh_update(table, seat))
    return Job(table.game.name, table.seats, table.opts, level, key, update)


def with_thinkers(
    act: Callable[[Thinkers], Awaitable[Any]], *, limit: int = 4, budget: float = 5.0, **more: Any
) -> Any:
    """Run something with processes of its own, and let none of them survive."""

    async def run() -> Any:
        thinkers = Thinkers(limit, budget, EXTRA, **more)
        await thinkers.start()
        try:
            return await act(thinkers)
        finally:
            pids = pids_of(thinkers)
            await thinkers.close()
            assert not any(alive(pid) for pid in pids)

    return asyncio.run(run())


def pids_of(thinkers: Thinkers) -> list[int]:
    pools = (thinkers._bots, thinkers._replays)
    return [worker.process.pid for pool in pools for worker in pool.all]


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.05)


# -- what a bot does


def test_bots_play_a_game_from_what_browsers_get() -> None:
    referee = Referee(CLANS, 3, 5)

    async def play(thinkers: Thinkers) -> None:
        while not referee.over:
            seat = referee.waiting()[0]
            key = bytes([len(referee.moves) % 256]) * 32
            answer = await thinkers.think(job("steady", referee, seat, key))
            assert answer == BOTS["steady"](key).decide(referee.view(seat))
            assert referee.submit(seat, referee.asks(seat)[0][0], answer)

    with_thinkers(play, limit=1)
    assert len(referee.moves) > 50


def test_a_job_holds_a_browsers_update_and_nothing_else_of_the_table() -> None:
    """Given the job alone, everything that the bot knows is in ``update``."""
    names = set(Job.__struct_fields__)
    assert names == {"game", "seats", "opts", "level", "key", "update", "speak"}
    made = job("plain")
    assert msgspec.json.decode(made.update, type=wire.Update).fresh
    catalogue.add_named(EXTRA[0])
    assert isinstance(think(made), Answered)


def test_the_same_key_gives_the_same_answer_and_a_bot_is_made_anew_every_time() -> None:
    async def act(thinkers: Thinkers) -> None:
        table = Referee(CLANS, 3, 2)
        answers = [await thinkers.think(job("random", table, table.waiting()[0])) for _ in range(3)]
        assert len(set(answers)) == 1
        assert [await thinkers.think(job("counts")) for _ in range(3)] == [0, 0, 0]

    with_thinkers(act)


def test_a_whole_pick_comes_back_as_one_answer() -> None:
    async def act(thinkers: Thinkers) -> None:
        table = Referee(heap.GAME, 2, 1)
        answer = await thinkers.think(job("random", table))
        assert table.submit(0, table.asks(0)[0][0], answer)

    with_thinkers(act)


# -- bots that misbehave


MISBEHAVED = {
    "hangs": "hung",
    "raises": "error_RuntimeError",
    "exits": "died",
    "quits": "died",
    "eats": "died",
    "garbles": "garbled",
    "boasts": "garbled",
    "forges": "garbled",
    "spawns": "hung",
    "writes": "no_answer",
    "absent": "error_KeyError",
}


@pytest.mark.parametrize("level", MISBEHAVED)
def test_a_bot_that_misbehaves_gives_no_answer_and_the_next_one_does(
    level: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(thinkers: Thinkers) -> float:
        assert await thinkers.think(job("plain")) is not None
        began = time.monotonic()
        assert await thinkers.think(job(level)) is None
        took = time.monotonic() - began
        assert await thinkers.think(job("plain")) is not None
        assert thinkers.counts == {"answered": 2, MISBEHAVED[level]: 1}
        return took

    with caplog.at_level(logging.WARNING, "tatami.thinkers"):
        took = with_thinkers(act, limit=1, budget=2.0, memory=512)
    assert took < 2.0 + SLACK
    told = [one for one in caplog.records if one.name == "tatami.thinkers"]
    assert [one.getMessage() for one in told] == ["a bot gave no answer"]
    fields = vars(told[0])
    assert (fields["game"], fields["bot"]) == ("gong", level)
    assert fields["why"] == MISBEHAVED[level]
    assert "hand" not in str(fields)


def test_every_rascal_is_tried() -> None:
    assert set(RASCALS) | {"absent"} == {*MISBEHAVED, "plain", "sleeps", "prints", "counts"}


def test_what_a_bot_prints_goes_nowhere_and_it_can_read_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def act(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.think(job("prints")) == 0
        assert thinkers.counts == {"answered": 3}

    with_thinkers(act)
    assert capfd.readouterr() == ("", "")


def test_the_children_of_a_bot_end_with_it() -> None:
    async def act(thinkers: Thinkers) -> None:
        assert await thinkers.think(job("plain")) is not None
        (leader,) = pids_of(thinkers)
        task = asyncio.create_task(thinkers.think(job("spawns")))
        await eventually(lambda: len(group(leader)) == 2)
        family = group(leader)
        assert await task is None
        await eventually(lambda: not any(alive(pid) for pid in family))

    with_thinkers(act, budget=2.0)


def group(leader: int) -> list[int]:
    """The processes of a process group."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and alive(int(folder.name)):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == leader:
                found.append(int(folder.name))
    return found


def test_a_process_that_is_killed_while_idle_is_not_even_noticed() -> None:
    async def act(thinkers: Thinkers) -> None:
        assert await thinkers.think(job("plain")) is not None
        (pid,) = pids_of(thinkers)
        os.kill(pid, signal.SIGKILL)
        await eventually(lambda: not alive(pid))
        await asyncio.sleep(0.1)
        assert await thinkers.think(job("plain")) is not None
        assert thinkers.counts == {"answered": 2}
        assert pids_of(thinkers) != [pid]

    with_thinkers(act)


def test_a_process_that_is_killed_while_it_thinks_costs_that_move_only() -> None:
    async def act(thinkers: Thinkers) -> None:
        assert await thinkers.think(job("plain")) is not None
        task = asyncio.create_task(thinkers.think(job("sleeps")))
        await asyncio.sleep(0.2)
        os.kill(pids_of(thinkers)[0], signal.SIGKILL)
        assert await task is None
        assert await thinkers.think(job("plain")) is not None
        assert thinkers.counts == {"answered": 2, "died": 1}

    with_thinkers(act)


# -- many at once


def test_nobody_waits_for_anothers_bot_while_there_is_room() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 3)
        slow = [asyncio.create_task(thinkers.think(job("hangs"))) for _ in range(2)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        assert await thinkers.think(job("plain")) is not None
        assert time.monotonic() - began < SLACK
        assert await asyncio.gather(*slow) == [None, None]

    with_thinkers(act, limit=3, budget=3.0)


async def warm(thinkers: Thinkers, number: int) -> None:
    """Have so many processes ready."""
    await eventually(lambda: thinkers.load()["idle"] == 1)
    await asyncio.gather(*(thinkers.think(job("sleeps")) for _ in range(number)))
    await eventually(lambda: thinkers.load()["idle"] == number)


def test_beyond_the_limit_jobs_wait_their_turn() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 2)
        done: list[int] = []

        async def one(number: int) -> None:
            assert await thinkers.think(job("sleeps")) is not None
            done.append(number)

        tasks = [asyncio.create_task(one(number)) for number in range(6)]
        await asyncio.sleep(0.2)
        assert thinkers.load() == {"processes": 2, "idle": 0, "waiting": 4}
        await asyncio.gather(*tasks)
        assert done[0] in (0, 1)
        assert done[-1] in (4, 5)
        assert thinkers.load() == {"processes": 2, "idle": 2, "waiting": 0}

    with_thinkers(act, limit=2)


def test_who_has_waited_too_long_gets_nothing() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 1)
        slow = asyncio.create_task(thinkers.think(job("hangs")))
        await asyncio.sleep(0.1)
        assert await thinkers.think(job("plain")) is None
        assert thinkers.counts["busy"] == 1
        assert thinkers.load()["waiting"] == 0
        assert await slow is None

    with_thinkers(act, limit=1, budget=2.0, patience=0.5)


def test_surplus_processes_end_and_one_stays_ready() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 3)
        pids = pids_of(thinkers)
        await eventually(lambda: sum(alive(pid) for pid in pids) == 1)
        await asyncio.sleep(1)
        assert thinkers.load() == {"processes": 1, "idle": 1, "waiting": 0}

    with_thinkers(act, linger=3.0)


def test_whoever_gives_up_does_not_confuse_the_next() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 1)
        table = Referee(CLANS, 3, 9)
        right = await thinkers.think(job("random", table, table.waiting()[0]))
        tasks = [asyncio.create_task(thinkers.think(job("sleeps"))) for _ in range(3)]
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks)
        assert await thinkers.think(job("random", table, table.waiting()[0])) == right
        assert thinkers.load()["waiting"] == 0

    with_thinkers(act, limit=1)


def test_closing_answers_everybody_who_still_waits() -> None:
    async def run() -> None:
        thinkers = Thinkers(1, 5.0, EXTRA)
        await thinkers.start()
        tasks = [asyncio.create_task(thinkers.think(job("hangs"))) for _ in range(3)]
        await asyncio.sleep(1.0)
        began = time.monotonic()
        await thinkers.close()
        assert await asyncio.gather(*tasks) == [None] * 3
        assert await thinkers.think(job("plain")) is None
        assert time.monotonic() - began < SLACK

    asyncio.run(run())


def test_a_game_that_cannot_be_loaded_is_told_once_in_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        thinkers = Thinkers(2, 1.0, ["tests.server.nowhere:GAME"], patience=1.5)
        await thinkers.start()
        assert await thinkers.think(job("plain")) is None
        assert thinkers.counts == {"busy": 1}
        await thinkers.close()

    with caplog.at_level(logging.ERROR, "tatami.thinkers"):
        asyncio.run(run())
    told = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert 1 <= len(told) <= 2
    assert "nowhere" in vars(told[0])["why"]


# -- a server that is gone


COMMAND = [sys.executable, "-m", "tatami.server.thinker", "--games", EXTRA[0], "--budget", "0.5"]


def test_a_process_ends_with_its_server() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.read(HEAD.size)
        process.stdin.close()
        assert process.wait(5) == 0


def test_a_process_whose_bot_hangs_ends_by_itself_when_its_server_is_gone() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.read(HEAD.size)
        body = msgspec.msgpack.encode(job("hangs"))
        process.stdin.write(HEAD.pack(len(body), 1) + body)
        process.stdin.close()
        assert process.wait(0.5 + GRACE + 3) == -signal.SIGALRM


# -- replays


def played() -> Referee:
    referee = Referee(CLANS, 3, 5)
    while not referee.over:
        referee.expire(referee.turn)
    return referee


@pytest.mark.parametrize("eyes", ["1", "watch", "all"])
def test_a_record_is_walked_through_in_another_process(eyes: str) -> None:
    found = record(played(), {"table": "abc"})

    async def act(thinkers: Thinkers) -> None:
        frames = await thinkers.replay(found.text(), eyes)
        assert frames == msgspec.json.encode(replay_frames(CLANS, found, eyes))

    with_thinkers(act)


def test_a_record_that_cannot_be_replayed_is_refused_in_one_sentence() -> None:
    text = record(played()).text()

    async def act(thinkers: Thinkers) -> None:
        with pytest.raises(CannotReplay, match="hash does not fit"):
            await thinkers.replay(text.replace("seats: 3", "seats: 4"), "all")
        with pytest.raises(CannotReplay, match="no such eyes"):
            await thinkers.replay(text, "3")
        absent = record(Referee(gong.GAME, 2, 1))
        absent.game = "shogi"
        with pytest.raises(CannotReplay, match="not installed"):
            await thinkers.replay(absent.text(), "all")
        assert await thinkers.replay(text, "all")

    with_thinkers(act)


def test_a_replay_that_takes_too_long_is_given_up_and_bots_go_on() -> None:
    text = record(played()).text()

    async def act(thinkers: Thinkers) -> None:
        with pytest.raises(CannotReplay, match="cannot be replayed now"):
            await thinkers.replay(text, "all")
        assert await thinkers.think(job("plain")) is not None

    with_thinkers(act, replay_budget=0.001)
