"""The tests' own tools: the same luck in every run, a clock that obeys, nothing left behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import proxy_bypass

import pytest

from tests.server.people import Witness, play_all, run
from tests.support import failures, seeds, surroundings
from tests.support.serving import PATIENCE, ROOT, Server

Serve = Callable[..., Server]
PLANTED = "tests/server/planted.py"
FAULTS = {
    "test_leaves_a_socket": "socket:",
    "test_leaves_a_socket_in_a_circle": "ResourceWarning",
    "test_leaves_a_file": "file",
    "test_leaves_a_thread": "thread",
    "test_leaves_a_process": "process",
    "test_leaves_a_task": "task: <coroutine object sleep",
    "test_loses_an_error": "Task exception was never retrieved",
    "test_leaves_a_server": "socket:",
}


@pytest.fixture(scope="module")
def planted() -> str:
    """What a run of the planted faults says."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", PLANTED]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE * 3)
    assert ran.returncode == 1, ran.stdout
    return ran.stdout


@pytest.mark.parametrize("fault", FAULTS)
def test_a_test_that_leaves_something_behind_fails_itself(planted: str, fault: str) -> None:
    assert re.search(rf"^ERROR {PLANTED}::{fault}\b", planted, re.MULTILINE)
    story = planted.partition(f" ERROR at teardown of {fault} ")[2].partition(" ERROR at ")[0]
    assert "left behind:" in story
    assert FAULTS[fault] in story


def test_no_neighbour_is_blamed(planted: str) -> None:
    innocent = set(re.findall(r"::(test_is_innocent\w+)", planted))
    assert len(innocent) == 6
    assert not re.search(r"^(ERROR|FAILED) .*test_is_innocent", planted, re.MULTILINE)


def test_a_failure_names_its_seed_and_keeps_log_and_games(planted: str) -> None:
    name = f"{PLANTED}::test_fails_beside_a_server"
    place = failures.folder(name)
    assert f"seed: {name}" in planted
    assert f"kept: {place.relative_to(ROOT)}" in planted
    assert "on purpose" in (place / "failure.txt").read_text()
    assert "listening on" in (place / "server-1" / "log.txt").read_text()
    assert (place / "server-1" / "tatami.db").stat().st_size > 0
    for one in (*FAULTS, "test_fails_beside_a_server"):
        failures.forget(f"{PLANTED}::{one}")


def test_whoever_runs_the_tests_may_have_any_language_terminal_proxy_and_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theirs = {"LC_ALL": "fr_FR.UTF-8", "COLUMNS": "40", "FORCE_COLOR": "1", "PGSSLMODE": "require"}
    for name, value in theirs.items():
        monkeypatch.setenv(name, value)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("http_proxy", "http://192.0.2.1:1")
    surroundings.leave()
    assert not {*theirs} & {*os.environ}
    assert proxy_bypass("127.0.0.1")


def test_a_game_is_kept_with_all_its_moves(still: Server) -> None:
    table = game(still)
    place = failures.keep("a test of tests/x.py", [still], "a story")
    kept = (place / "server-1" / f"table-{table}.txt").read_text()
    assert kept.splitlines()[1:] == still.moves(table)
    assert len(still.moves(table)) > 20
    failures.forget("a test of tests/x.py")
    assert not place.exists()


def game(server: Server) -> str:
    """A whole game against bots; its table."""
    ann = Witness(server.url, "Ann")

    async def evening() -> None:
        ann.open("clans", seats=3, bots="steady", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        await play_all([ann], server)

    run(evening())
    return ann.table


def test_two_runs_of_a_test_see_the_same_game(serve: Serve) -> None:
    games = []
    for _ in range(2):
        seeds.begin(seeds.running())
        server = serve(stands=True, pace=0)
        table = game(server)
        games.append((table, server.moves(table), server.rows("SELECT at FROM move ORDER BY seq")))
    assert games[0] == games[1]
    seeds.begin("another test")
    server = serve(stands=True, pace=0)
    assert game(server) != games[0][0]


def test_a_clock_that_stands_moves_only_when_it_is_turned(serve: Serve) -> None:
    server = serve(stands=True, pace=1)
    ann = Witness(server.url, "Ann")

    async def evening() -> None:
        ann.open("clans", seats=3, bots="steady", clock="slow", tempo="normal")
        await ann.come()
        await ann.must("do", what="start")
        while ann.offers:
            await ann.answer_some()
        server.settle()
        await ann.catch_up()
        before = server.moves(ann.table)
        assert await ann.catch_up() == []
        server.turn(1.1)
        assert server.moves(ann.table) == before, "bots take 1.2 seconds"
        server.turn(0.1)
        assert len(server.moves(ann.table)) == len(before) + 1

    run(evening())


def test_a_server_ends_with_whoever_has_started_it(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from tests.support.serving import Server;"
        "server = Server(Path(sys.argv[1])).__enter__(); print(server.pid, flush=True);"
        "os.kill(os.getpid(), 9)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "data")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    pid = int(ran.stdout)
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.01)
