"""T13 to T17, T21: transforming tokens, and winning."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.tack.flight import ASIDE_MM, MIDDLE_MM, NOTCH_MM
from tatami.games.tack.zones import BOX_FAR, BOX_SIDE, REST_FAR, REST_SIDE, ROUND, SUPPLY
from tests.games.tack.positions import (
    ATTACK,
    NINJA,
    answer,
    asked,
    call,
    options,
    refused,
    table,
    throw_in,
    throw_out,
    tokens,
    told,
)

SPLIT = "RROY OOYY RROG YGGG"
NOTHING = "RROY ROYG ROGG YYGO"
SIX = "RROY ROYG ROGG YYGO PPPP BBBB"


def ready(position: str = "team-0: Red-token\nteam-1: Blue-token*2", seed: int = 0) -> Referee:
    """Seat 0 has just won a second red token and may throw."""
    game = table(SPLIT, position, seed=seed)
    call(game, 0, NINJA)
    return game


# -- T13


def test_two_tokens_of_a_clan_may_be_thrown_at_the_end_of_a_round() -> None:
    """T13"""
    game = ready()
    assert game.waiting() == [0]
    assert options(game, 0) == ["hold", "throw:Red-token"]


def test_three_of_a_clan_will_do_and_single_ones_cannot_be_thrown() -> None:
    """T13: two or more."""
    game = table(NOTHING, "team-0: Red-token*4 Blue-token\nteam-1: Pink-token")
    call(game, 0, NINJA)
    answer(game, 0, "lose:Red-token")
    assert options(game, 0) == ["hold", "throw:Red-token"]
    assert refused(game, 0, "throw:Blue-token") == ("only_one", "T13")
    assert refused(game, 0, "throw:Pink-token") == ("no_such_token", "T13")


def test_without_two_of_a_clan_there_is_no_throw() -> None:
    """T13"""
    game = ready("team-0: Blue-token\nteam-1: Pink-token")
    assert game.world.count[ROUND] == 2


def test_there_is_no_throw_unless_an_opponent_has_a_token() -> None:
    """T13"""
    game = ready("team-0: Red-token*3")
    assert game.world.count[ROUND] == 2


def test_the_opponent_must_have_a_token_at_that_moment() -> None:
    """T13: the loss comes first, and may take the reason for a throw away."""
    game = table(NOTHING, "team-0: Red-token\nteam-1: Blue-token*2")
    call(game, 0, NINJA)
    answer(game, 0, "lose:Red-token")
    assert game.world.count[ROUND] == 2


def test_a_team_has_one_throw_a_round() -> None:
    """T13"""
    game = table(SPLIT, "team-0: Red-token*3\nteam-1: Blue-token")
    call(game, 0, NINJA)
    answer(game, 0, "throw:Red-token")
    throw_out(game, 0)
    assert game.world.count[ROUND] == 2


@pytest.mark.parametrize("answers", [(), ("throw:Red-token",), ("throw:Red-token", "aim:5")])
def test_on_a_timeout_there_is_no_throw(answers: tuple[str, ...]) -> None:
    """T13: at whichever of its questions the time runs out."""
    game = ready("team-0: Red-token\nteam-1: Blue-token")
    for one in answers:
        answer(game, 0, one)
    assert game.expire(game.turn)
    assert tokens(game, 0) == "RR"
    assert game.world.count[ROUND] == 2


def test_a_throw_can_be_taken_back_until_the_power_is_chosen() -> None:
    """T13, T15"""
    game = ready()
    answer(game, 0, "throw:Red-token")
    answer(game, 0, "aim:5")
    assert game.back(0)
    assert asked(game, 0) == "throw.aim"
    assert "hold" in options(game, 0)


def test_a_table_can_do_without_throws() -> None:
    """T13"""
    game = table(SPLIT, "team-0: Red-token\nteam-1: Blue-token*2", "throw=off")
    call(game, 0, NINJA)
    assert game.world.count[ROUND] == 2


# -- T14


def test_a_token_in_the_box_is_swapped_for_an_opponents() -> None:
    """T14: a true swap, they get the one that was thrown."""
    game = ready("team-0: Red-token\nteam-1: Blue-token Pink-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    assert options(game, 0) == ["keep", "take:s1:Blue-token", "take:s1:Pink-token"]
    answer(game, 0, "take:s1:Pink-token")
    assert (tokens(game, 0), tokens(game, 1)) == ("RK", "RB")


def test_the_thrower_may_keep_the_token() -> None:
    """T14"""
    game = ready("team-0: Red-token\nteam-1: Blue-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    answer(game, 0, "keep")
    assert (tokens(game, 0), tokens(game, 1)) == ("RR", "B")


def test_who_is_too_late_with_the_exchange_keeps_the_token() -> None:
    """T14"""
    game = ready("team-0: Red-token\nteam-1: Blue-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    assert game.expire(game.turn)
    assert (tokens(game, 0), tokens(game, 1)) == ("RR", "B")


def test_a_token_outside_the_box_is_lost() -> None:
    """T14, T10: it goes back to the supply."""
    game = ready("team-0: Red-token\nteam-1: Blue-token")
    reds = game.world.faces(SUPPLY).count(8)
    answer(game, 0, "throw:Red-token")
    throw_out(game, 0)
    assert tokens(game, 0) == "R"
    assert game.world.faces(SUPPLY).count(8) == reds + 1


def test_only_opponents_tokens_can_be_taken() -> None:
    """T14"""
    game = ready("team-0: Red-token\nteam-1: Blue-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    assert refused(game, 0, "take:s0:Red-token") == ("your_own", "T14")
    assert refused(game, 0, "take:s1:Pink-token") == ("not_theirs", "T14")
    assert refused(game, 0, "take:s3:Pink-token") == ("no_such_player", "T14")


def test_everybody_sees_where_the_box_stands_and_the_token_comes_to_rest() -> None:
    """T15, T22: enough to draw the flight."""
    game = ready()
    places = range(-ASIDE_MM, ASIDE_MM + 1, NOTCH_MM)
    assert game.view(3).count[BOX_FAR] - MIDDLE_MM in places
    assert game.view(3).count[BOX_SIDE] in places
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    rest = game.view(4).count
    assert abs(rest[REST_FAR] - rest[BOX_FAR]) <= 170
    assert abs(rest[REST_SIDE] - rest[BOX_SIDE]) <= 170


# -- T16


@pytest.mark.parametrize(
    ("caller", "order"),
    [(0, [0, 1, 2]), (1, [1, 2, 3]), (2, [2, 3, 4]), (3, [3, 4, 5]), (5, [5, 0, 1])],
)
def test_the_callers_team_throws_first_then_by_the_first_seat_met(
    caller: int, order: list[int]
) -> None:
    """T16: whoever is met first throws for the team."""
    three = "team-0: Red-token*3\nteam-1: Blue-token*3\nteam-2: Pink-token*3"
    game = table(SIX, three)
    call(game, caller, NINJA)
    if asked(game, caller) == "lose":
        game.expire(game.turn)
    found = []
    while game.world.count[ROUND] == 1:
        found += game.waiting()
        assert asked(game, found[-1]) == "throw.what"
        answer(game, found[-1], "hold")
    assert found == order


def test_throws_follow_an_award_and_the_check_for_a_win() -> None:
    """T16, T17: who has won need not throw, and nobody else does."""
    game = ready("team-0: Blue-token Pink-token*2\nteam-1: Blue-token*2")
    assert game.over
    assert game.winners() == (0, 2)


def test_a_swap_can_win() -> None:
    """T16, T17"""
    game = ready("team-0: Red-token Pink-token\nteam-1: Blue-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    answer(game, 0, "take:s1:Blue-token")
    assert game.over
    assert game.winners() == (0, 2)


def test_a_swap_can_complete_the_other_side_only() -> None:
    """T16: then they win."""
    game = ready("team-0: Red-token\nteam-1: Blue-token Pink-token*2")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    answer(game, 0, "take:s1:Pink-token")
    assert game.over
    assert game.winners() == (1, 3)


def test_if_a_swap_completes_both_sides_the_thrower_alone_wins() -> None:
    """T16"""
    game = ready("team-0: Red-token Pink-token\nteam-1: Blue-token*2 Green-token")
    answer(game, 0, "throw:Red-token")
    throw_in(game, 0)
    answer(game, 0, "take:s1:Blue-token")
    assert tokens(game, 0) == "RBK"
    assert tokens(game, 1) == "RGB"
    assert game.winners() == (0, 2)


# -- T17, T25


def test_three_different_colours_win_at_once() -> None:
    """T17"""
    game = table(SPLIT, "team-0: Blue-token Pink-token\nteam-1: Blue-token Pink-token")
    call(game, 1, ATTACK)
    assert game.over
    assert game.winners() == (1, 3)
    assert told(game)[-1] == "wins"


def test_three_tokens_of_two_colours_do_not_win() -> None:
    """T17"""
    game = ready("team-0: Red-token Pink-token")
    assert tokens(game, 0) == "RRK"
    assert not game.over


@pytest.mark.parametrize(
    ("position", "winners"),
    [
        ("team-0: Red-token Blue-token\nteam-1: Pink-token*5", (0, 2)),
        ("team-0: Red-token Blue-token\nteam-1: Pink-token*2 Blue-token", (1, 3)),
        ("team-0: Red-token Blue-token\nteam-1: Pink-token Blue-token", (0, 1, 2, 3)),
        ("", (0, 1, 2, 3)),
    ],
)
def test_after_the_last_round_colours_then_tokens_decide(
    position: str, winners: tuple[int, ...]
) -> None:
    """T25: then the win is shared."""
    game = table(NOTHING, position, "rounds=3 passes=4 throw=off", passes=3)
    game.world.count[ROUND] = 3
    assert game.expire(game.turn)
    assert game.over
    assert game.winners() == winners


def test_the_throws_of_the_last_round_come_before_the_reckoning() -> None:
    """T25"""
    game = table(SPLIT, "team-0: Red-token\nteam-1: Blue-token", "rounds=1")
    call(game, 0, NINJA)
    assert asked(game, 0) == "throw.what"
    answer(game, 0, "hold")
    assert game.over
    assert game.winners() == (0, 2)
