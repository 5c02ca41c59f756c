"""Bots in other processes: what they get, and what becomes of those that misbehave.

The processes are real; the clock of those who wait for them stands, and is turned by the test.
"""

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
from tatami.engine.asking import Answer
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.games.clans import BOTS
from tatami.games.clans import GAME as CLANS
from tatami.server.thinker import HEAD
from tatami.server.thinkers import Thinkers
from tatami.tables import wire
from tatami.tables.thinking import Answered, CannotReplay, Job, think
from tatami.tables.views import fresh_update, replay_frames
from tests.fixtures import gong, heap
from tests.server.rascals import BOTS as RASCALS
from tests.server.rascals import GATE
from tests.support.turning import ClockLoop

EXTRA = ("tests.server.rascals:GAME", "tests.fixtures.heap")
KEY = bytes(range(32))
BUDGET = 5.0
PATIENCE = 120.0
"""Seconds after which something has gone wrong, however busy the machine is."""


def job(level: str, referee: Referee | None = None, seat: int = 0, key: bytes = KEY) -> Job:
    """A bot's job at a table."""
    table = Referee(gong.GAME, 3, 1) if referee is None else referee
    update = msgspec.json.encode(fresh_update(table, seat))
    return Job(table.game.name, table.seats, table.opts, level, key, update)


def answer_of(found: Answered | None) -> Answer:
    """What a bot answered."""
    assert found is not None
    return found.answer


def with_thinkers(
    act: Callable[[Thinkers], Awaitable[Any]], *, limit: int = 4, extra: Any = EXTRA, **more: Any
) -> Any:
    """Run something with processes of its own, and let none of them survive."""

    async def run() -> Any:
        thinkers = Thinkers(limit, BUDGET, extra, **more)
        await thinkers.start()
        try:
            return await act(thinkers)
        finally:
            pids = pids_of(thinkers)
            await thinkers.close()
            assert not any(alive(pid) for pid in pids)

    with asyncio.Runner(loop_factory=lambda: ClockLoop(0.0, flows=False)) as runner:
        return runner.run(run())


def clock() -> ClockLoop:
    """The clock by which this test waits."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockLoop)
    return loop


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
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        await asyncio.to_thread(time.sleep, 0.005)


async def under_way(thinkers: Thinkers, level: str, number: int = 1) -> list[asyncio.Task[Any]]:
    """Jobs of which as many are being done as there can be."""
    tasks = [asyncio.create_task(thinkers.think(job(level))) for _ in range(number)]
    await eventually(lambda: thinkers.load()["processes"] > 0 and not thinkers.load()["idle"])
    return tasks


# -- what a bot does


def test_bots_play_a_game_from_what_browsers_get() -> None:
    referee = Referee(CLANS, 3, 5)

    async def play(thinkers: Thinkers) -> None:
        while not referee.over:
            seat = referee.waiting()[0]
            key = bytes([len(referee.moves) % 256]) * 32
            answer = answer_of(await thinkers.think(job("steady", referee, seat, key)))
            assert answer == BOTS["steady"](key).decide(referee.view(seat))
            assert referee.act(answer, seat, referee.asks(seat)[0][0])

    with_thinkers(play, limit=1)
    assert len(referee.moves) > 50


def test_a_job_holds_a_browsers_update_and_nothing_else_of_the_table() -> None:
    """Given the job alone, everything that the bot knows is in ``update``."""
    names = set(Job.__struct_fields__)
    bot = {"game", "seats", "opts", "level", "key"}
    assert names == {*bot, "update", "speak", "seconds", "within"}
    made = job("plain")
    assert msgspec.json.decode(made.update, type=wire.Update).fresh
    catalogue.add_named(EXTRA[0])
    assert isinstance(think(made), Answered)


def test_the_same_key_gives_the_same_answer_and_a_bot_is_made_anew_every_time() -> None:
    async def act(thinkers: Thinkers) -> None:
        table = Referee(CLANS, 3, 2)
        mine = job("random", table, table.waiting()[0])
        answers = [answer_of(await thinkers.think(mine)) for _ in range(3)]
        assert len(set(answers)) == 1
        assert [await thinkers.think(job("counts")) for _ in range(3)] == [Answered(0)] * 3

    with_thinkers(act)


def test_a_whole_pick_comes_back_as_one_answer() -> None:
    async def act(thinkers: Thinkers) -> None:
        table = Referee(heap.GAME, 2, 1)
        answer = answer_of(await thinkers.think(job("random", table)))
        assert table.act(answer, 0, table.asks(0)[0][0])

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
    async def act(thinkers: Thinkers) -> None:
        assert await thinkers.think(job("plain")) is not None
        (task,) = await under_way(thinkers, level) if hangs else [bad(thinkers)]
        if hangs:
            clock().put_forward(BUDGET)
        assert await task is None
        assert await thinkers.think(job("plain")) is not None
        assert thinkers.counts == {"answered": 2, MISBEHAVED[level]: 1}

    def bad(thinkers: Thinkers) -> Awaitable[Any]:
        return thinkers.think(job(level))

    hangs = MISBEHAVED[level] == "hung"
    with caplog.at_level(logging.WARNING, "tatami.thinkers"):
        with_thinkers(act, limit=1, memory=512)
    told = [one for one in caplog.records if one.name == "tatami.thinkers"]
    assert [one.getMessage() for one in told] == ["a bot gave no answer"]
    fields = vars(told[0])
    assert (fields["game"], fields["bot"]) == ("gong", level)
    assert fields["why"] == MISBEHAVED[level]
    assert "hand" not in str(fields)


def test_every_rascal_is_tried() -> None:
    assert set(RASCALS) | {"absent"} == {*MISBEHAVED, "plain", "waits", "prints", "counts"}


def test_what_a_bot_prints_goes_nowhere_and_it_can_read_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def act(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.think(job("prints")) == Answered(0)
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
        clock().put_forward(BUDGET)
        assert await task is None
        await eventually(lambda: not any(alive(pid) for pid in family))

    with_thinkers(act)


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
        await eventually(lambda: all(w.process.returncode is not None for w in thinkers._bots.all))
        assert await thinkers.think(job("plain")) is not None
        assert thinkers.counts == {"answered": 2}
        assert pids_of(thinkers) != [pid]

    with_thinkers(act)


def test_a_process_that_is_killed_while_it_thinks_costs_that_move_only() -> None:
    async def act(thinkers: Thinkers) -> None:
        assert await thinkers.think(job("plain")) is not None
        (task,) = await under_way(thinkers, "hangs")
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
        await eventually(lambda: thinkers.load()["idle"] == 1)
        assert await thinkers.think(job("plain")) is not None
        assert not any(task.done() for task in slow)
        clock().put_forward(BUDGET)
        assert await asyncio.gather(*slow) == [None, None]

    with_thinkers(act, limit=3)


async def warm(thinkers: Thinkers, number: int) -> None:
    """Have so many processes ready: one is started for each job that waits."""
    await eventually(lambda: thinkers.load()["idle"] == 1)
    await asyncio.gather(*(thinkers.think(job("plain")) for _ in range(number)))
    await eventually(lambda: thinkers.load()["idle"] == number)


@pytest.mark.parametrize("limit", [1, 2])
def test_beyond_the_limit_jobs_wait_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv(GATE, str(gate))

    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, limit)
        done: list[int] = []

        async def one(number: int) -> None:
            assert await thinkers.think(job("waits")) is not None
            done.append(number)

        tasks = [asyncio.create_task(one(number)) for number in range(6)]
        await eventually(lambda: thinkers.load()["waiting"] == 6 - limit)
        assert thinkers.load() == {"processes": limit, "idle": 0, "waiting": 6 - limit}
        gate.touch()
        await asyncio.gather(*tasks)
        assert done[0] < limit
        assert limit > 1 or done == [*range(6)]
        assert thinkers.load() == {"processes": limit, "idle": limit, "waiting": 0}

    with_thinkers(act, limit=limit)


def test_who_has_waited_too_long_gets_nothing() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 1)
        (slow,) = await under_way(thinkers, "hangs")
        late = asyncio.create_task(thinkers.think(job("plain")))
        await eventually(lambda: thinkers.load()["waiting"] == 1)
        clock().put_forward(0.5)
        assert await late is None
        assert thinkers.counts["busy"] == 1
        assert thinkers.load()["waiting"] == 0
        clock().put_forward(BUDGET)
        assert await slow is None

    with_thinkers(act, limit=1, patience=0.5)


def test_surplus_processes_end_and_one_stays_ready() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 3)
        pids = pids_of(thinkers)
        clock().put_forward(2.9)
        await asyncio.sleep(0)
        assert sum(alive(pid) for pid in pids) == 3
        clock().put_forward(0.1)
        await eventually(lambda: sum(alive(pid) for pid in pids) == 1)
        clock().put_forward(60)
        await asyncio.sleep(0)
        assert thinkers.load() == {"processes": 1, "idle": 1, "waiting": 0}
        assert sum(alive(pid) for pid in pids) == 1

    with_thinkers(act, linger=3.0)


def test_whoever_gives_up_does_not_confuse_the_next() -> None:
    async def act(thinkers: Thinkers) -> None:
        await warm(thinkers, 1)
        table = Referee(CLANS, 3, 9)
        right = await thinkers.think(job("random", table, table.waiting()[0]))
        tasks = await under_way(thinkers, "hangs", 3)
        await eventually(lambda: thinkers.load()["waiting"] == 2)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() for task in tasks)
        assert await thinkers.think(job("random", table, table.waiting()[0])) == right
        assert thinkers.load()["waiting"] == 0

    with_thinkers(act, limit=1)


def test_closing_answers_everybody_who_still_waits() -> None:
    async def act(thinkers: Thinkers) -> None:
        tasks = await under_way(thinkers, "hangs", 3)
        await thinkers.close()
        assert await asyncio.gather(*tasks) == [None] * 3
        assert await thinkers.think(job("plain")) is None

    with_thinkers(act, limit=1)


def test_a_game_that_cannot_be_loaded_is_told_once_in_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def act(thinkers: Thinkers) -> None:
        task = asyncio.create_task(thinkers.think(job("plain")))
        await eventually(lambda: thinkers._bots.failures == 1)
        clock().put_forward(0.9)
        await asyncio.sleep(0)
        assert thinkers._bots.failures == 1
        clock().put_forward(0.1)
        await eventually(lambda: thinkers._bots.failures == 2)
        clock().put_forward(0.5)
        assert await task is None
        assert thinkers.counts == {"busy": 1}

    with caplog.at_level(logging.ERROR, "tatami.thinkers"):
        with_thinkers(act, limit=2, extra=["tests.server.nowhere:GAME"], patience=1.5)
    told = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert len(told) == 2
    assert "nowhere" in vars(told[0])["why"]


# -- a server that is gone


COMMAND = [sys.executable, "-m", "tatami.server.thinker", "--games", EXTRA[0], "--budget", "0.5"]


def test_a_process_ends_with_its_server() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.read(HEAD.size)
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_a_process_whose_bot_hangs_ends_by_itself_when_its_server_is_gone() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.read(HEAD.size)
        body = msgspec.msgpack.encode(job("hangs"))
        process.stdin.write(HEAD.pack(len(body), 1) + body)
        process.stdin.close()
        assert process.wait(PATIENCE) == -signal.SIGALRM


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
        clock().let_flow()
        with pytest.raises(CannotReplay, match="cannot be replayed now"):
            await thinkers.replay(text, "all")
        assert await thinkers.think(job("plain")) is not None

    with_thinkers(act, replay_budget=0.001)
