"""Short runs of the benchmarks: that they measure, not what."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from benchmarks import clock, history, ours, paths, peers, run, scaling
from tatami.engine.game import Game
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
SVG = "{http://www.w3.org/2000/svg}"
NAME = "clans, 4 seats, view and act, compiled"


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
    promised = {(target.table, target.name) for target in run.targets(found)}
    assert ("grasshopper, 4 seats", "further imagine µs, by bots") in promised
    night = found["ours"]["compiled"]["paths"]["night, 4 seats"]
    night["growth"]["look with news"] = night["growth_by_bots"]["first imagine"] = 1.6
    night["worst_by_bots"]["first imagine"] = 1e9
    night["rates"]["playout"] = 1.0
    missed = {one.name for one in run.targets(found) if one.table == "night, 4 seats"} - {
        one.name for one in run.targets(found) if one.table == "night, 4 seats" and one.reached
    }
    assert missed >= {
        "growth of look with news",
        "growth of first imagine, by bots",
        "worst µs, by bots",
        "playout, k/s",
    }


def test_of_what_is_promised_of_every_table_the_one_with_least_room_is_shown(
    found: run.Part,
) -> None:
    found["ours"]["compiled"]["microseconds"]["copy"] = 0.5
    tables = found["ours"]["compiled"]["paths"]
    for number, one in enumerate(tables.values()):
        one["times"]["look with news"] = 60.0 - 10 * number
        one["rates"]["view and act"] = 1000.0 * (number + 30)
    lines = [" ".join(row.split()) for row in run.target_lines(found)]
    assert f"look with news µs 60.00 <= 50 MISSED 3 of 4 least room: {TABLES[0]}" in lines
    assert f"{TABLES[0]}: look with news µs 60.00 <= 50" in lines
    views = f"views / RLCard gin-rummy 30.00 >= 1 reached 4 of 4 least room: {TABLES[0]}"
    assert views in lines


def test_times_are_judged_on_a_machine_where_a_copy_takes_half_a_microsecond(
    found: run.Part,
) -> None:
    found["ours"]["compiled"]["microseconds"]["copy"] = 1.0
    one = found["ours"]["compiled"]["paths"]["grasshopper, 4 seats"]
    one["times"]["further imagine"], one["rates"]["playout"] = 119.0, 401_000.0
    judged = {t.name: t for t in run.targets(found) if t.table == "grasshopper, 4 seats"}
    assert (judged["further imagine µs"].value, judged["playout, k/s"].value) == (59.5, 802.0)
    assert judged["further imagine µs"].reached
    assert judged["playout, k/s"].reached


def test_in_brief_one_build_is_shown_by_path_and_no_target_is_left_out(found: run.Part) -> None:
    text = run.table(found, brief=True)
    for name in TABLES:
        assert text.count(f"\n{name} ") == 3
    assert "\nmedian µs, pure" not in text
    assert run.table(found).endswith(text[text.index("\ntargets ") :])


def test_playouts_are_held_against_the_peer_that_is_not_called_from_python(
    found: run.Part,
) -> None:
    row = peers.Row(run.INSIDE, 4000.0, 40.0, None, "")
    found["peers"].append(row._asdict())
    ours = found["ours"]["compiled"]["play"][run.INSIDE_OURS]["decisions"]
    told = next(one for one in run.targets(found) if run.INSIDE in one.name)
    assert (told.value, told.wanted) == (ours / 4000, "")


def test_every_game_is_measured_with_every_number_of_seats() -> None:
    seated: dict[tuple[Game, tuple[int, ...]], list[int]] = {}
    for game, seats, opts in paths.TABLES.values():
        seated.setdefault((game, opts), []).append(seats)
    assert len(seated) == 5
    assert {game.name for game, _ in seated} == set(paths.BOTS)
    for (game, _), numbers in seated.items():
        assert numbers == list(game.counts)


def test_a_commit_is_kept_as_ratios_and_a_fall_is_named(found: run.Part, tmp_path: Path) -> None:
    measured = history.ratios(found)
    bare = found["ours"]["compiled"]["paths"]["clans, 4 seats"]["rates"]["bare"]
    name = "clans, 4 seats, bare, compiled"
    assert measured[name] == bare / 1000
    one, two = history.entry_of("one", found), history.entry_of("two", found)
    assert one["peers"] == {"OpenSpiel hearts": 1.0, "PettingZoo gin_rummy": 1.0}
    kept = history.add([], one)
    assert history.falls(kept, measured, "two") == []
    slower = measured | {name: 0.8 * measured[name]}
    assert history.falls(kept, slower, "two") == [f"{name}: -20% since one"]
    assert history.falls(kept, slower, "one") == []
    both = history.add(kept, two | {"ratios": slower})
    assert history.falls(both, slower, "one") == []
    assert history.add(both, two)[1]["ratios"] == pytest.approx(measured, rel=1e-3)
    file, picture = tmp_path / "history.json", tmp_path / "history.svg"
    history.write(both, file, picture)
    assert history.read(file) == both
    assert picture.read_text() == history.drawn(both)
    found["peers"] = []
    assert history.ratios(found) == history.of_peers(found) == {}


def test_the_picture_has_a_panel_for_every_game_and_a_point_for_every_commit(
    found: run.Part,
) -> None:
    entries = [history.entry_of(commit, found) for commit in ("one", "two", "three")]
    entries[1]["ratios"] = {}  # one that was measured before there were such rows
    picture = ElementTree.fromstring(history.drawn(entries))
    texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
    rows = len(history.PATHS)
    for table in TABLES:
        assert texts.count(table.split(",")[0]) == rows
    assert all(sum(path in text for text in texts) == 1 for path in history.PATHS)
    assert texts.count("two") == len(TABLES)
    points = [one for one in picture.iter(f"{SVG}circle") if one.get("r") == "3"]
    assert len(points) == 2 * rows * len(TABLES)
    high = int(picture.get("height", "0"))
    assert all(0 < float(one.get("cy", "0")) < high - history.FOOT for one in points)


def test_the_higher_of_two_ratios_is_drawn_higher_and_the_later_further_right() -> None:
    entries = [
        history.Entry(commit=str(at), share=1.0, ratios={NAME: ratio}, peers={})
        for at, ratio in enumerate((1.0, 40.0))
    ]
    scale = history.Scale(entries, NAME, 0)
    assert scale.y(40.0) < scale.y(1.0) == history.HEIGHT
    assert scale.x(0) < scale.x(1) < history.PANEL


def test_of_very_many_commits_only_some_are_named() -> None:
    entries = [
        history.Entry(commit=f"c{at}", share=1.0, ratios={NAME: 5.0}, peers={}) for at in range(40)
    ]
    drawn = history.drawn(entries)
    assert ">c0<" in drawn
    assert ">c1<" not in drawn
    assert drawn.count(">c") <= history.MANY


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


@pytest.mark.parametrize("less", ["--tables=night", "--only=pure", "--no-peers"])
def test_a_run_with_less_in_it_is_not_kept(less: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "--history", less])
    with pytest.raises(SystemExit):
        run.main()


def test_chance_is_drawn_by_its_weights() -> None:
    outcomes = [(7, 0.25), (9, 0.5), (4, 0.25)]
    assert [peers.drawn(outcomes, lot) for lot in (0.0, 0.3, 0.74, 0.76, 1.0)] == [7, 9, 9, 4, 4]


def test_the_program_runs_on_the_pure_source_and_refuses_another(tmp_path: Path) -> None:
    script = run.ROOT / "benchmarks" / "run.py"
    few = ("--rounds=1", f"--seconds={BLINK}", "--tables=clans, 4")
    command = [sys.executable, str(script), "--no-peers", *few]
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [*command, "--only=pure", f"--json={file}"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Tatami clans, 4 seats, pure" in done.stdout
    told = json.loads(file.read_text())["ours"]["pure"]
    assert told["build"] == "pure"
    assert list(told["paths"]) == ["clans, 4 seats"]
    done = subprocess.run([*command, "--only=compiled"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "this is not the compiled build" in done.stderr
