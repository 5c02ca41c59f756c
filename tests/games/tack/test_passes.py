"""T4, T5, T22 to T25: passes, the count, timeouts, limits."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.flow import counting
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import HAND, PASSED, ROUND, WOLF
from tests.games.tack.positions import (
    NINJA,
    answer,
    asked,
    call,
    chosen,
    held,
    options,
    passed,
    penal,
    refused,
    strike,
    table,
    tokens,
    told,
)

HANDS = "RROY ROYG ROGG YYGO"


def test_all_cards_go_to_the_left_at_once() -> None:
    """T4: hands are four again."""
    game = table(HANDS)
    passed(game, "YGRO")
    assert [held(game, seat) for seat in range(4)] == ["RROO", "ROYY", "OGGG", "RYYG"]
    assert game.world.count[PASSED] == 1
    assert [asked(game, seat) for seat in range(4)] == ["pass"] * 4


def test_one_can_pass_on_the_very_card_that_came() -> None:
    """T4"""
    game = table(HANDS)
    passed(game, "YGRO")
    passed(game, "OYGR")
    assert held(game, 0) == "RRRO"


def test_only_cards_in_hand_can_be_passed() -> None:
    """T4"""
    game = table(HANDS)
    assert options(game, 0) == ["pass:Red", "pass:Orange", "pass:Yellow"]
    assert refused(game, 0, "pass:Green") == ("not_in_hand", "T4")


def test_nothing_moves_until_the_count_is_over() -> None:
    """T4, T5"""
    game = table(HANDS)
    chosen(game, "YGRO")
    assert counting(game.world)
    assert game.view(0).counting
    assert held(game, 0) == "RROY"


def test_a_choice_can_be_changed_and_that_starts_the_count_again() -> None:
    """T5: the tick of the old count is void."""
    game = table(HANDS)
    chosen(game, "YGRO")
    turn, revision = game.turn, game.revision
    assert game.back(2)
    assert not counting(game.world)
    answer(game, 2, "pass:Green")
    assert counting(game.world)
    assert isinstance(game.expire(turn, revision), Refusal)
    assert game.turn == turn
    assert game.expire(turn, game.revision)
    assert held(game, 3) == "YYGG"


def test_when_the_time_to_choose_is_up_the_pass_happens_at_once() -> None:
    """T5, T24: those who have not chosen pass by default, and a count does not matter."""
    game = table(HANDS)
    answer(game, 0, "pass:Red")
    assert game.expire(game.turn)
    assert game.world.count[PASSED] == 1
    assert [held(game, seat) for seat in range(4)] == ["ROOY", "ROYG", "ROGG", "RYYG"]


@pytest.mark.parametrize(
    ("hands", "default"),
    [
        ("RROY ROYG ROGG YYGO", ["pass:Orange", "pass:Red", "pass:Red", "pass:Orange"]),
        ("RRRO OOOR YYYG GGGY", ["pass:Orange", "pass:Red", "pass:Green", "pass:Yellow"]),
        ("RRRR OOYY OOGG YYGG", ["pass:Red", "pass:Orange", "pass:Orange", "pass:Yellow"]),
    ],
)
def test_the_clan_one_holds_fewest_of_is_passed_by_default(hands: str, default: list[str]) -> None:
    """T24: ties in the order of T1."""
    game = table(hands)
    for seat in range(4):
        ask, found = game.asks(seat)[0]
        # one option is asked for, so the default is its number
        assert found.question.spelled[game.default(seat, ask)] == default[seat]  # type: ignore[index]


def test_everybody_sees_who_has_chosen_and_nobody_what() -> None:
    """T22"""
    game, other = table(HANDS), table(HANDS)
    answer(game, 2, "pass:Red")
    answer(other, 2, "pass:Green")
    for seat in (0, 1, 3, 4):
        assert game.view(seat).answered == (2,)
        assert game.view(seat) == other.view(seat)
    assert game.view(2) != other.view(2)


def test_one_knows_what_one_passed_until_it_may_have_been_passed_on() -> None:
    """T22"""
    game = table(HANDS)
    passed(game, "YGRO")
    assert game.view(0).zones[HAND[1]] == (2, -1, -1, -1)
    assert game.view(2).zones[HAND[1]] == (-1, -1, -1, -1)
    passed(game, "OYGR")
    assert game.view(0).zones[HAND[1]] == (1, -1, -1, -1)


def test_the_same_inputs_in_the_same_order_give_the_same_game() -> None:
    """T23: no time is ever read; a record replays exactly."""
    game = Referee(GAME, 5, 7)
    for seat in (3, 1, 4, 0, 2):
        ask, found = game.asks(seat)[0]
        assert game.act(found.options[0], seat, ask)
    assert game.remark(2, "gesture", (4,))
    assert game.back(4)
    assert game.expire(game.turn)
    call(game, 1, NINJA)
    text = record(game).text()
    assert record(replay(GAME, parse(text))).text() == text


def test_a_limit_of_passes_brings_a_new_deal_without_award_or_throws() -> None:
    """T25"""
    game = table(
        HANDS, "team-0: Red-token*2\nteam-1: Blue-token\npenalty-1 = 1", "passes=4", passes=3
    )
    since = game.happened()
    passed(game, "YGRO")
    assert told(game, since) == ["no_call"]
    assert game.world.count[ROUND] == 2
    assert game.world.count[PASSED] == 0
    assert tokens(game, 0) == "RR"
    assert not penal(game, 1)
    assert asked(game, 0) == "pass"


def test_a_round_without_a_call_counts_for_penalty_and_wolf() -> None:
    """T25, T11, T18"""
    hands = "RROY ROYG ROGG YYGO BBBB"
    game = table(hands, "penalty-3 = 2", "passes=4", wolf=4, passes=3)
    passed(game, "YGROB")
    assert game.world.holder(WOLF) == 0
    assert penal(game, 3)


def test_without_limits_a_round_goes_on() -> None:
    """T25"""
    game = Referee(GAME, 4, 1)
    for number in range(40):
        assert game.world.count[PASSED] == number
        assert game.expire(game.turn)
    assert game.world.count[ROUND] == 1


def test_after_a_call_nobody_passes_the_old_cards() -> None:
    """T5, T7, T12: sealed choices are forgotten with the deal."""
    game = table(HANDS)
    chosen(game, "YGRO")
    assert strike(game, 0, NINJA)
    assert game.world.count[ROUND] == 2
    assert game.view(0).answered == ()
    assert game.world.count[PASSED] == 0
