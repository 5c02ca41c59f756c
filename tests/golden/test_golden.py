"""Golden playthroughs and node counts: any change of what happens or is seen shows up here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.engine.errors import BadRecord
from tatami.engine.record import parse, record, replay
from tests.golden.choices import CHOICES, SHOWN
from tests.golden.playthrough import Setup, node_counts, parting, playthrough, tables

HERE = Path(__file__).parent
GAMES = HERE / "games"
ROOT = HERE.parent.parent
OF_EACH_GAME = {setup.game.name: setup for setup in reversed(tables())}
TOLD_ELSEWHERE = """
import json
from tests.golden.playthrough import playthrough
from tests.golden.test_golden import OF_EACH_GAME
print(json.dumps({setup.key(): playthrough(setup) for setup in OF_EACH_GAME.values()}))
"""
OPTIONS = [(setup, option) for setup in tables() for option in setup.chosen()]


def name(value: object) -> str:
    return value.key() if isinstance(value, Setup) else str(value)


@pytest.mark.parametrize("setup", tables(), ids=name)
def test_every_seat_sees_the_golden_game(setup: Setup) -> None:
    golden = GAMES.joinpath(f"{setup.key()}.txt").read_text("utf-8")
    assert playthrough(setup) == golden


@pytest.mark.parametrize("salt", ["1", "2"])
def test_no_game_depends_on_how_python_hashes_text(salt: str) -> None:
    """In every process sets of texts have another order; all these tests have the same one."""
    env = os.environ | {"PYTHONHASHSEED": salt}
    command = [sys.executable, "-c", TOLD_ELSEWHERE]
    told = json.loads(subprocess.check_output(command, cwd=ROOT, env=env, text=True))
    assert {setup.key() for setup in OF_EACH_GAME.values()} == told.keys()
    for key, text in told.items():
        assert text == GAMES.joinpath(f"{key}.txt").read_text("utf-8")


@pytest.mark.parametrize(("setup", "option"), OPTIONS, ids=name)
def test_each_option_is_seen_at_work_in_its_golden_game(setup: Setup, option: str) -> None:
    """From the same seed, with the same answers: the two part where the option says so."""
    here, there = parting(setup, option.partition("=")[0])
    shown = shows(setup.game.name, option)
    assert re.search(shown, f"{here} / {there}"), f"{here!r} / {there!r}"
    golden = GAMES.joinpath(f"{setup.key()}.txt").read_text("utf-8")
    assert here in golden.splitlines()


def shows(game: str, option: str) -> str:
    """How an option shows: by its value, or else in general."""
    key = f"{game}.{option}"
    return SHOWN.get(key) or SHOWN[key.partition("=")[0]]


def test_what_is_chosen_is_chosen_for_a_table_and_an_option_that_there_are() -> None:
    assert CHOICES.keys() <= {setup.key() for setup in tables()}
    found = {f"{setup.game.name}.{option}" for setup, option in OPTIONS}
    assert SHOWN.keys() <= found | {one.partition("=")[0] for one in found}


def test_no_two_golden_games_are_the_same_but_for_their_options_and_hash() -> None:
    found: dict[str, str] = {}
    for path in sorted(GAMES.iterdir()):
        lines = path.read_text("utf-8").splitlines()
        played = "\n".join(line for line in lines if not line.startswith(("#", "hash:")))
        assert found.setdefault(played, path.name) == path.name
    assert len(found) == len(tables())


def test_golden_games_are_told_in_names() -> None:
    """No event, answer or card is a bare number; what is counted says what it counts."""
    told = re.compile(
        r"""\#\ .* | hash:\ [0-9a-f]{64} | winners:\ (s\d+(\ s\d+)*|-)   # the head and the end
        | \d+\.\ (s\d+(/\d+)?\ (back|right\ \w+\ \S+|\S+\ \S+(\ \(of\ \d+\))?)|expire)  # an input
        | \ \ .*[A-Za-z].*                                              # an event
        | ---\ (all|s\d+):\ .*                                          # what is seen""",
        re.VERBOSE,
    )
    for path in sorted(GAMES.iterdir()):
        for line in path.read_text("utf-8").splitlines():
            assert told.fullmatch(line), f"{path.name}: {line}"
            assert not re.search(r"\bmove -?\d|\bshow \d|: -?\d+ -?\d+", line), (
                f"{path.name}: {line}"
            )


@pytest.mark.parametrize("setup", tables(), ids=name)
def test_the_number_of_ways_to_go_on_is_as_counted(setup: Setup) -> None:
    counts = json.loads(HERE.joinpath("nodes.json").read_text("utf-8"))
    assert node_counts(setup) == counts[setup.key()]


@pytest.mark.parametrize("kept", sorted(HERE.glob("records/*.tatami")), ids=lambda path: path.name)
def test_a_kept_record_still_replays(kept: Path) -> None:
    """If this fails, old games play differently now: the rules version must rise."""
    found = parse(kept.read_text("utf-8"))
    game = catalogue.find(found.game).game
    if game.version == found.version:
        again = record(replay(game, found))
        again.format = found.format
        assert again.text() == kept.read_text("utf-8")
    else:
        with pytest.raises(BadRecord):
            replay(game, found)


def test_every_registered_game_keeps_records() -> None:
    kept = {path.name.split("-")[0] for path in HERE.glob("records/*.tatami")}
    assert kept == set(catalogue.names())


def test_there_is_no_golden_file_without_a_game() -> None:
    wanted = {f"{setup.key()}.txt" for setup in tables()}
    assert {path.name for path in GAMES.iterdir()} == wanted
