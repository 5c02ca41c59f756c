"""Bots against bots."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest

from tatami.cli.fail import Failure
from tatami.cli.series import Played, Processes, Series, parts, play_part, play_series
from tatami.cli.simulate import in_words, summary
from tests.cli.support import COMMAND, PATIENCE, Console, environment, tatami

SERIES = ("simulate", "clans", "--games", "20", "--seed", "11", "--json")


def report(state: Path, *args: str) -> dict[str, Any]:
    done = tatami(state, *SERIES, *args)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}


def test_the_number_of_jobs_changes_nothing_but_the_time(tmp_path: Path) -> None:
    bots = ("--bots", "random,steady,random,random")
    alone = report(tmp_path, *bots)
    assert timeless(report(tmp_path, *bots, "--jobs", "2")) == timeless(alone)


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    assert timeless(report(tmp_path)) != timeless(report(tmp_path, "--seed", "12"))


@pytest.mark.parametrize(
    ("game", "bots"),
    [("clans", "steady"), ("night", "wary"), ("tack", "swift"), ("wataah", "sly")],
)
def test_bots_do_not_depend_on_how_python_hashes_text(tmp_path: Path, game: str, bots: str) -> None:
    """In every process sets of texts have another order; all other tests have the same one."""
    series = ("simulate", game, "--games", "3", "--seed", "11", "--bots", bots, "--json")
    found = [tatami(tmp_path, *series, PYTHONHASHSEED=salt).stdout for salt in ("1", "2")]
    one, other = (timeless(json.loads(text)) for text in found)
    assert one == other


def test_every_win_is_counted_once_by_seat_and_by_bot(tmp_path: Path) -> None:
    found = report(tmp_path, "--seats", "5", "--bots", "random,random,steady,random,random")
    assert found["games"] == 20
    assert found["cut_off"] == 0
    assert sum(found["wins_by_seat"]) == pytest.approx(20)
    assert sum(one["wins"] for one in found["wins_by_bot"].values()) == pytest.approx(20)
    assert found["wins_by_bot"]["random"]["seats"] == 80
    assert found["mean_length"] == pytest.approx(found["decisions"] / 20)


def test_a_shared_win_is_divided_and_a_cut_off_game_reported_apart() -> None:
    series = Series("clans", (), ["a", "b", "b"], 0, 3)
    games = [((0, 1), 10, False), ((2,), 20, False), ((), 700, True)]
    found = summary(series, games, 2.0)
    assert found["wins_by_seat"] == [0.5, 0.5, 1.0]
    assert found["cut_off"] == 1
    assert found["mean_length"] == 15
    assert found["decisions"] == 730
    assert found["decisions_per_second"] == 365
    assert found["wins_by_bot"]["a"] == {"wins": 0.5, "seats": 2, "rate": 0.25}
    assert found["wins_by_bot"]["b"]["wins"] == float(Fraction(3, 2))
    assert "cut off:              1" in in_words(found)


@pytest.fixture
def tracked() -> Iterator[None]:
    """What multiprocessing starts beside the workers would live as long as the tests do."""
    yield
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]


def dies_once(left: Path, series: Series, first: int, stop: int) -> list[Played]:
    """In a worker: the first that takes it up ends there and then."""
    try:
        left.unlink()
    except FileNotFoundError:
        return play_part(series, first, stop)
    os._exit(1)


@pytest.mark.usefixtures("tracked")
def test_what_a_dead_worker_had_is_played_again_and_counted_once(tmp_path: Path) -> None:
    series = Series("clans", (), ["random"] * 4, 3, 24)
    left = tmp_path / "left"
    left.touch()
    work, cut = partial(dies_once, left, series), [(first, first + 3) for first in range(0, 24, 3)]
    came = list(Processes(2).play(work, cut))
    assert not left.exists()
    assert [at for at, _ in came] == list(range(8))
    assert [game for _, part in came for game in part] == play_part(series, 0, 24)


def always_dies(first: int, stop: int) -> list[Played]:
    os._exit(1)


@pytest.mark.usefixtures("tracked")
def test_workers_that_die_again_and_again_end_the_run() -> None:
    with pytest.raises(Failure, match="again and again"):
        list(Processes(2).play(always_dies, [(0, 1), (1, 2)]))


class Twice:
    """Brings every part twice, the last one first."""

    workers = 2

    def play(self, work: Any, cut: list[tuple[int, int]]) -> Iterator[tuple[int, list[Played]]]:
        for at in [*range(len(cut))][::-1] * 2:
            yield at, work(*cut[at])


def test_parts_are_put_in_their_order_and_none_counts_twice() -> None:
    series = Series("clans", (), ["random"] * 4, 3, 20)
    games = [game for part in play_series(series, Twice()) for game in part]
    assert games == play_part(series, 0, 20)


@pytest.mark.parametrize(("games", "jobs"), [(1, 1), (1, 8), (30, 2), (1000, 3), (7, 4)])
def test_parts_cover_every_game_once(games: int, jobs: int) -> None:
    covered = [n for first, stop in parts(games, jobs) for n in range(first, stop)]
    assert covered == list(range(games))


def test_the_report_in_words_names_everything(tmp_path: Path) -> None:
    done = tatami(tmp_path, *SERIES[:-1])
    for word in ("games:", "cut off:", "decisions:", "seconds:", "decisions per second:"):
        assert word in done.stdout
    assert "wins by seat:" in done.stdout
    assert "random" in done.stdout


def test_a_progress_bar_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    with Console(tmp_path, *SERIES) as console:
        assert console.end() == 0
        assert "20/20 games" in console.raw
    assert "games" not in tatami(tmp_path, *SERIES).stderr


def children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = entry.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_no_worker_outlives_a_run_that_was_killed_outright(tmp_path: Path) -> None:
    words = ["simulate", "clans", "--games", "100000", "--jobs", "2"]
    running = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.DEVNULL, env=environment(tmp_path)
    )
    workers = eventually(lambda: len(children(running.pid)) >= 3 and children(running.pid))
    running.kill()
    running.wait()
    eventually(lambda: not any(alive(pid) for pid in workers))


def eventually(happened: Callable[[], Any]) -> Any:
    """What comes of something once it has happened; two minutes mean that it hangs."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := happened():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")
