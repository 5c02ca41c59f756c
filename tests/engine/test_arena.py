"""Bots play whole games of every kind through the referee."""

from __future__ import annotations

import pytest

from tatami.bots.arena import play_one, play_out, seated
from tatami.bots.base import Bot, RandomBot, talks
from tatami.bots.playout import playout
from tatami.engine.asking import Answer
from tatami.engine.errors import EngineFault
from tatami.engine.flow import new
from tatami.engine.game import Game
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.games.clans import GAME as CLANS
from tests.fixtures import GAMES, purse


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_bots_play_every_kind_of_game_to_its_end(game: Game) -> None:
    for seats in game.counts:
        bots = [RandomBot(bytes([seat] * 32)) for seat in range(seats)]
        result = play_out(Referee(game, seats, 3), list(bots))
        assert result.winners
        assert not result.cut


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_a_playout_ends_every_kind_of_game(game: Game) -> None:
    world = new(game, game.fewest, 3)
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


# -- talk


class Pointer:
    """Points at its left neighbour, once; plays at random."""

    def __init__(self, said: tuple[str, tuple[int, ...]]) -> None:
        self.bot = RandomBot(bytes(32))
        self.said: tuple[str, tuple[int, ...]] | None = said

    def decide(self, view: View) -> Answer:
        return self.bot.decide(view)

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        said, self.said = self.said, None
        return said


def test_a_bot_that_talks_is_heard_and_the_others_need_not() -> None:
    referee = Referee(purse.GAME, 2, 3)
    bots: list[Bot] = [RandomBot(bytes(32)), Pointer((purse.POINT, (0,)))]
    assert play_out(referee, bots).winners
    assert [(remark.seat, remark.kind, remark.args) for remark in referee.remarks] == [
        (1, purse.POINT, (0,))
    ]
    assert [talks(bot) for bot in bots] == [False, True]


def test_a_bot_that_talks_nonsense_is_told_so() -> None:
    with pytest.raises(EngineFault, match="cannot say"):
        play_out(Referee(purse.GAME, 2, 3), [Pointer(("babble", ())), RandomBot(bytes(32))])
