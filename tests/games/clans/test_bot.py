"""The steady bot: it plays by the rules, hides, wins, and answers from its view alone."""

from __future__ import annotations

import pytest

from benchmarks.hiding import recognised, wins
from tatami.bots.arena import key_for, play_one
from tatami.bots.base import Factory, RandomBot
from tatami.engine.ids import Seat
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.games.clans import BOTS, GAME
from tatami.games.clans.asked import PLAY, SECOND
from tatami.games.clans.bot import SteadyBot
from tatami.games.clans.cards import TROOP
from tatami.games.clans.zones import HAND, LAST, LOYALTY, serves

FACTORIES: dict[str, Factory] = {"random": RandomBot, **BOTS}


def views_of_a_game(seats: int, seed: int) -> list[tuple[View, int | tuple[int, ...]]]:
    """Every view that a steady bot was asked with in a game, and what it answered."""
    bots = [SteadyBot(key_for(seed, 0, f"bot {seat}")) for seat in range(seats)]
    referee = Referee(GAME, seats, key_for(seed, 0, "deal"))
    met: list[tuple[View, int | tuple[int, ...]]] = []
    while not referee.over:
        seat = referee.waiting()[0]
        view = referee.view(seat)
        answer = bots[seat].decide(view)
        met.append((view, answer))
        assert referee.act(answer, seat, referee.asks(seat)[0][0])
    return met


@pytest.mark.one_build
def test_wins_among_random_bots() -> None:
    assert wins(200, 4, seed=91) >= 0.75


@pytest.mark.one_build
def test_hides_whom_it_serves() -> None:
    assert recognised(200, 4, seed=92) < 0.45


def test_never_illegal() -> None:
    for seats in (3, 4, 5):
        for number in range(4):
            names = ["steady"] * (seats - number % 2) + ["random"] * (number % 2)
            result = play_one(GAME, (), FACTORIES, names, 93, number)
            assert result.winners
            assert not result.cut


def test_every_question_is_met() -> None:
    asked = {view.offers[0].question.key for n in range(3) for view, _ in views_of_a_game(4, n)}
    assert asked == set(GAME.keys)


def test_same_key_and_views_give_the_same_answers() -> None:
    first = [answer for _, answer in views_of_a_game(5, 7)]
    assert first == [answer for _, answer in views_of_a_game(5, 7)]


def test_remembers_nothing() -> None:
    """A bot that takes over in the middle of a game answers as the one before it."""
    for view, answer in views_of_a_game(3, 8):
        assert SteadyBot(key_for(8, 0, f"bot {view.seat}")).decide(view) == answer


def test_same_answer_in_worlds_that_its_seat_cannot_tell_apart() -> None:
    differ = 0
    for number, (view, answer) in enumerate(views_of_a_game(4, 9)):
        one, two = (imagine(view, 2 * number + more, watched=True) for more in (0, 1))
        others = [seat for seat in range(4) if seat != view.seat]
        differ += any(one.faces(LOYALTY[s]) != two.faces(LOYALTY[s]) for s in others)
        bot = SteadyBot(key_for(9, 0, f"bot {view.seat}"))
        assert bot.decide(look(one, view.seat)) == bot.decide(look(two, view.seat)) == answer
    assert differ > 10


def test_leaves_hardly_a_card_of_its_own_clan_in_hand() -> None:
    """C16: hands count for nothing, so the last turn brings out what was kept."""
    left = 0
    for number in range(10, 18):
        for view, answer in views_of_a_game(4, number):
            own = serves(view, Seat(view.seat))
            ends = view.count[LAST] > 0 and view.offers[0].question is SECOND
            left += ends and TROOP[own] in view.zones[HAND[view.seat]] and answer != PLAY[own]
    assert left <= 1
