"""Golden playthroughs and node counts: any change of what happens or is seen shows up here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.engine.errors import BadRecord
from tatami.engine.game import Game
from tatami.engine.record import parse, record, replay
from tests.golden.playthrough import file_name, node_counts, playthrough, tables

HERE = Path(__file__).parent


def name(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


@pytest.mark.parametrize(("game", "seats", "opts"), tables(), ids=name)
def test_every_seat_sees_the_golden_game(game: Game, seats: int, opts: tuple[int, ...]) -> None:
    golden = HERE.joinpath("games", file_name(game, seats, opts)).read_text("utf-8")
    assert playthrough(game, seats, opts) == golden


@pytest.mark.parametrize(("game", "seats", "opts"), tables(), ids=name)
def test_the_number_of_ways_to_go_on_is_as_counted(
    game: Game, seats: int, opts: tuple[int, ...]
) -> None:
    counts = json.loads(HERE.joinpath("nodes.json").read_text("utf-8"))
    assert node_counts(game, seats, opts) == counts[file_name(game, seats, opts)[:-4]]


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
    wanted = {file_name(*table) for table in tables()}
    assert {path.name for path in HERE.joinpath("games").iterdir()} == wanted
