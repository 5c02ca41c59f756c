"""Bots play whole games of every kind through the referee."""

from __future__ import annotations

import pytest

from tatami.bots.arena import play_one, play_out, seated
from tatami.bots.base import RandomBot
from tatami.bots.playout import playout
from tatami.engine.flow import new
from tatami.engine.game import Game
from tatami.engine.referee import Referee
from tatami.games.clans import GAME as CLANS
from tests.fixtures import GAMES


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_bots_play_every_kind_of_game_to_its_end(game: Game) -> None:
    for seats in game.counts:
        bots = [RandomBot(bytes([seat] * 32)) for seat in range(seats)]
        result = play_out(Referee(game, seats, 3), list(bots))
        assert result.winners
        assert not result.cut


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_a_playout_ends_every_kind_of_game(game: Game) -> None:
    world = new(game, game.low, 3)
    assert playout(world, 1) > 0
    assert world.over


def test_everybody_moves_on_one_seat_each_game() -> None:
    names = ["a", "b", "c"]
    assert [seated(names, n) for n in range(4)] == [
        ["a", "b", "c"],
        ["c", "a", "b"],
        ["b", "c", "a"],
        ["a", "b", "c"],
    ]


def test_a_game_of_a_series_depends_on_seed_and_number_alone() -> None:
    def results(seed: int) -> list[tuple[tuple[int, ...], int]]:
        bots = {"random": RandomBot}
        played = [play_one(CLANS, (), bots, ["random"] * 3, seed, n) for n in range(5)]
        return [(result.winners, result.decisions) for result in played]

    assert results(1) == results(1)
    assert results(1) != results(2)
