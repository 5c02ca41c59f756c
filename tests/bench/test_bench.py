"""Short runs of the benchmarks: that they measure, not what."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import clock, history, ours, paths, peers, run, scaling
from tatami.engine.look import look

SIZES = (60, 200)
TABLES = ("clans, 4 seats", "grasshopper, 4 seats", "night, 4 seats", "tack, 4 seats")
BLOCKS = (
    "whole games",
    "median µs",
    "median µs by bots",
    "worst µs",
    "worst µs by bots",
    "last quarter over second",
    "last quarter over second by bots",
)
BLINK = 0.002


@pytest.fixture(scope="module")
def figures() -> ours.Figures:
    """One short run."""
    return ours.measure("pure", BLINK, seed=3, sizes=SIZES, tables=TABLES)


@pytest.fixture
def found(figures: ours.Figures) -> run.Part:
    """What a run would have found, with peers of round numbers."""
    names = ["RLCard gin-rummy", "OpenSpiel hearts", "PettingZoo gin_rummy"]
    rows = [peers.Row(name, 1000.0, 10.0, 250_000.0, "") for name in names]
    rows[2] = rows[2]._replace(copies_per_second=None)
    return {
        "machine": "a machine",
        "rounds": 3,
        "seconds": 1.0,
        "took": 100.0,
        "share": 1.0,
        "ours": {build: copy.deepcopy(run.best_of_ours([dict(figures)])) for build in run.BUILDS},
        "peers": [row._asdict() for row in rows],
    }


def test_every_figure_is_measured(figures: ours.Figures) -> None:
    assert list(figures["play"]) == list(ours.WAYS)
    assert all(rate["decisions"] > rate["games"] > 0 for rate in figures["play"].values())
    assert list(figures["tack"]) == [f"{seats} seats" for seats in ours.TABLES]
    assert all(rate["decisions"] > rate["games"] > 0 for rate in figures["tack"].values())
    assert list(figures["wataah"]) == list(ours.MODES)
    assert all(rate["decisions"] > rate["games"] > 0 for rate in figures["wataah"].values())
    assert list(figures["paths"]) == list(TABLES)
    for table in figures["paths"].values():
        assert set(table["rates"]) == {"bare", "playout", "view and act"}
        assert list(table["times"]) == list(paths.CALLS)
        assert all(0 < took <= table["worst"][name] for name, took in table["times"].items())
        assert list(table["worst_by_bots"]) == list(paths.LOOKS)
        for growth in (table["growth"], table["growth_by_bots"]):
            assert list(growth) == ["look with news", "first imagine", "further imagine"]
    assert set(figures["microseconds"]) == {"copy", "look", "imagine", "copy and answer"}
    assert all(took > 0 for took in figures["microseconds"].values())
    assert set(figures["scaling"]) == {"copy", "look", "imagine"}
    assert all(len(times) == len(SIZES) for times in figures["scaling"].values())


def test_a_playout_plays_a_whole_game() -> None:
    assert ours.game_by_playout(5, random.Random(5).random) > 50


@pytest.mark.parametrize("way", [way for way in ours.WAYS if "playout" not in way])
def test_all_ways_play_the_same_game(way: str) -> None:
    decisions = ours.WAYS[way](5, random.Random(5).random)
    assert decisions == ours.game_by_act(5, random.Random(5).random)
    assert decisions > 50


def test_a_middle_is_not_an_end() -> None:
    world = ours.middle_of_clans(7, 80)
    assert not world.over
    assert look(world, ours.asked_seat(world)).options


@pytest.mark.parametrize("size", scaling.SIZES)
def test_the_scaling_game_has_as_many_cards_as_it_says(size: int) -> None:
    world = scaling.middle(size, 1)
    assert len(world.face) == size
    assert world.size(scaling.DISCARD) + world.size(scaling.LINE) == size // 10
    view = look(world, ours.asked_seat(world))
    assert len(view.zones[scaling.DECK]) == size - size // 10 - scaling.SEATS * scaling.HAND_SIZE


@pytest.mark.parametrize(("power", "slope"), [(0, 0.0), (1, 1.0), (2, 2.0)])
def test_the_slope_is_the_power(power: int, slope: float) -> None:
    sizes = scaling.SIZES
    assert run.slope(sizes, [3.0 * size**power for size in sizes]) == pytest.approx(slope)


def test_the_clock_counts_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    used = [0.0]

    def work(seconds: float) -> int:
        used[0] += seconds
        return 12

    monkeypatch.setattr(clock, "time", SimpleNamespace(process_time=lambda: used[0]))
    assert clock.microseconds(lambda: work(3e-6), BLINK) == pytest.approx(3.0)
    games = iter([0.002] * 60 + [0.001] * 1000)  # it gets faster, and the best slice counts
    assert clock.rate(lambda: work(next(games)), 0.5) == pytest.approx((12_000, 1000))


def test_the_pure_build_is_recognized() -> None:
    loaded = {name: ours.source_of(name, ours.SOURCE) for name in ours.MODULES}
    assert ours.faults("pure", loaded, ours.SOURCE) == []
    assert len(ours.faults("compiled", loaded, ours.SOURCE)) == len(loaded)


def test_a_compiled_build_is_not_taken_for_pure(tmp_path: Path) -> None:
    loaded = {"tatami.engine.flow": tmp_path / "tatami/engine/flow.so"}
    assert "is not the source" in ours.faults("pure", loaded, tmp_path)[0]


def test_an_outdated_wheel_is_refused(tmp_path: Path) -> None:
    loaded = {"tatami.engine.flow": tmp_path / "tatami/engine/flow.so"}
    packed = tmp_path / "tatami/engine/flow.py"
    packed.parent.mkdir(parents=True)
    packed.write_text("old = True\n")
    assert "another source" in ours.faults("compiled", loaded, tmp_path)[0]
    packed.write_bytes(ours.source_of("tatami.engine.flow", ours.SOURCE).read_bytes())
    assert ours.faults("compiled", loaded, tmp_path) == []


def test_the_best_of_every_figure_is_kept(figures: ours.Figures) -> None:
    slower: run.Part = copy.deepcopy(dict(figures))
    for rate in slower["play"].values():
        rate["decisions"] /= 2
    slower["microseconds"] = {name: 2 * took for name, took in figures["microseconds"].items()}
    slower["scaling"]["copy"][0] /= 2
    best = run.best_of_ours([slower, dict(figures)])
    assert best["play"] == figures["play"]
    assert best["microseconds"] == figures["microseconds"]
    assert best["scaling"]["copy"] == [slower["scaling"]["copy"][0], figures["scaling"]["copy"][1]]


def test_the_best_of_a_peer_is_kept() -> None:
    rows = [
        peers.Row("peer", speed, speed / 10, copies, "")._asdict()
        for speed, copies in ((100.0, 7.0), (300.0, 5.0), (200.0, 6.0))
    ]
    assert run.best_of_a_peer(rows) == peers.Row("peer", 300.0, 30.0, 7.0, "")._asdict()


def test_the_table_shows_ours_and_theirs_and_the_targets(found: run.Part) -> None:
    text = run.table(found)
    ours_and_theirs = ("clans, 4 seats, pure", "wataah, grand-master, compiled", "PettingZoo")
    for words in (*ours_and_theirs, "slope", "µs"):
        assert words in text
    assert "other work" not in text.lower()


@pytest.mark.parametrize(
    ("build", "peer", "times"),
    [("pure", "RLCard gin-rummy", 10), ("compiled", "OpenSpiel hearts", 2)],
)
def test_a_target_is_reached_by_so_many_times_what_a_peer_does(
    found: run.Part, build: str, peer: str, times: int
) -> None:
    ours, names = found["ours"][build], (f"{build} / {peer}", f"wataah, {build} / {peer}")
    for decisions, reached in ((1000.0 * times, True), (1000.0 * times - 1, False)):
        ours["play"]["act"]["decisions"] = decisions
        for rate in ours["wataah"].values():
            rate["decisions"] = decisions / 2
        targets = {target.name: target for target in run.targets(found)}
        assert [targets[name].reached for name in names] == [reached] * 2
        assert targets[names[0]].value == decisions / 1000


def test_the_slopes_of_both_builds_are_targets(found: run.Part) -> None:
    found["ours"]["pure"]["slopes"]["imagine"] = 1.1
    found["ours"]["compiled"]["slopes"]["imagine"] = 1.2
    reached = {target.name: target.reached for target in run.targets(found)}
    assert reached["slope of imagine, pure"]
    assert not reached["slope of imagine, compiled"]


def test_every_table_has_its_rows_and_targets(found: run.Part) -> None:
    text = run.table(found)
    for name in TABLES:
        assert text.count(f"\n{name} ") == len(BLOCKS) * len(run.BUILDS)
    for block in BLOCKS:
        assert all(f"\n{block}, {build} " in text for build in run.BUILDS)
    promised = {target.name: target for target in run.targets(found)}
    assert "grasshopper, 4 seats: further imagine µs" in promised
    night = found["ours"]["compiled"]["paths"]["night, 4 seats"]
    night["growth"]["look with news"] = night["growth_by_bots"]["first imagine"] = 1.6
    night["worst_by_bots"]["first imagine"] = 1e9
    grown = {target.name: target.reached for target in run.targets(found)}
    assert not grown["night, 4 seats: growth of look with news"]
    assert not grown["night, 4 seats: growth of first imagine, by bots"]
    assert not grown["night, 4 seats: worst µs, by bots"]


def test_a_commit_is_kept_as_ratios_and_a_fall_is_named(found: run.Part, tmp_path: Path) -> None:
    measured = history.ratios(found)
    bare = found["ours"]["compiled"]["paths"]["clans, 4 seats"]["rates"]["bare"]
    name = "clans, 4 seats, bare, compiled"
    assert measured[name] == bare / 1000
    kept = history.add([], "one", measured)
    assert history.falls(kept, measured, "two") == []
    slower = measured | {name: 0.8 * measured[name]}
    assert history.falls(kept, slower, "two") == [f"{name}: -20% since one"]
    assert history.falls(kept, slower, "one") == []
    both = history.add(kept, "two", slower)
    assert history.add(both, "two", measured)[1]["ratios"] == pytest.approx(measured, rel=1e-3)
    file, picture = tmp_path / "history.json", tmp_path / "history.svg"
    history.write(both, file, picture)
    assert history.read(file) == both
    assert picture.read_text().count("<circle") == 2 * len(TABLES)
    found["peers"] = []
    assert history.ratios(found) == {}


def test_every_run_names_a_fall_and_only_a_kept_one_is_kept(
    found: run.Part, tmp_path: Path
) -> None:
    files = tmp_path / "history.json", tmp_path / "history.svg"
    found["share"] = 0.5
    assert run.compare(found, "one", True, *files) == []
    assert [(one["commit"], one["share"]) for one in history.read(files[0])] == [("one", 0.5)]
    found["ours"]["pure"]["paths"]["night, 4 seats"]["rates"]["bare"] *= 0.7
    for keep in (False, True):
        fallen = run.compare(found, "two", keep, *files)
        assert fallen == ["night, 4 seats, bare, pure: -30% since one"]
        assert len(history.read(files[0])) == 1 + keep
    found["peers"] = []
    assert run.compare(found, "three", True, *files) == []
    assert len(history.read(files[0])) == 2


def test_a_missed_target_is_marked(found: run.Part) -> None:
    found["peers"][0]["decisions_per_second"] = 1e9
    lines = [line for line in run.table(found).splitlines() if line.startswith("pure / RLCard")]
    assert lines[0].endswith("MISSED")


def test_a_crowded_core_is_told(found: run.Part) -> None:
    found["share"] = 0.5
    assert "other work" in run.table(found).lower()


def test_one_build_without_peers_makes_a_table_too(found: run.Part) -> None:
    del found["ours"]["compiled"]
    found["peers"] = []
    assert "hearts" not in run.table(found)
    assert "compiled" not in run.table(found)


def test_chance_is_drawn_by_its_weights() -> None:
    outcomes = [(7, 0.25), (9, 0.5), (4, 0.25)]
    assert [peers.drawn(outcomes, lot) for lot in (0.0, 0.3, 0.74, 0.76, 1.0)] == [7, 9, 9, 4, 4]


def test_the_program_runs_on_the_pure_source_and_refuses_another(tmp_path: Path) -> None:
    script = run.ROOT / "benchmarks" / "run.py"
    command = [sys.executable, str(script), "--no-peers", "--rounds=1", f"--seconds={BLINK}"]
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [*command, "--only=pure", f"--json={file}"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Tatami clans, 4 seats, pure" in done.stdout
    assert json.loads(file.read_text())["ours"]["pure"]["build"] == "pure"
    done = subprocess.run([*command, "--only=compiled"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "this is not the compiled build" in done.stderr
