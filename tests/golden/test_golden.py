"""Golden playthroughs and node counts: any change of what happens or is seen shows up here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tatami.engine.game import Game
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


def test_there_is_no_golden_file_without_a_game() -> None:
    wanted = {file_name(*table) for table in tables()}
    assert {path.name for path in HERE.joinpath("games").iterdir()} == wanted
