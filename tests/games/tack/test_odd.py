"""T18 to T21: five and seven players, the lone wolf."""

from __future__ import annotations

import pytest

from tatami.games.tack.zones import HAND, ROUND, SUPPLY, WOLF
from tests.games.tack.positions import (
    ATTACK,
    NINJA,
    answer,
    asked,
    call,
    options,
    passed,
    penal,
    refused,
    table,
    throw_in,
    tokens,
    told,
)

# With wolf 4 the partners are 0 and 2, 1 and 3.
SPLIT = "RROY OOYY RROG YGGG BBBB"
WOLF_THREE = "RROY OOYY RORG YGGB BBBG"
NOTHING = "RROY ROYG ROGG YYBO BBGB"


def test_the_role_moves_one_seat_to_the_left_each_round() -> None:
    """T18: after the throws, and the teams change with it."""
    game = table(SPLIT, wolf=4)
    call(game, 0, NINJA)
    assert game.world.count[ROUND] == 2
    assert game.world.holder(WOLF) == 0
    assert told(game)[-1] == "wolf_is"


def test_the_role_stays_until_the_throws_are_over() -> None:
    """T18"""
    game = table(SPLIT, "tokens-1: Pink-token*2", wolf=4)
    call(game, 0, NINJA)
    assert asked(game, 1) == "throw.what"
    assert game.world.holder(WOLF) == 4
    answer(game, 1, "hold")
    assert game.world.holder(WOLF) == 0


def test_the_partners_tokens_are_not_ones_own_to_throw() -> None:
    """T21"""
    game = table(SPLIT, "tokens-1: Pink-token*2\ntokens-3: Blue-token*2", wolf=4)
    call(game, 0, NINJA)
    assert asked(game, 1) == "throw.what"
    assert refused(game, 1, "throw:Blue-token") == ("not_yours", "T21")


def test_both_partners_gain_the_token() -> None:
    """T19"""
    game = table(SPLIT, wolf=4)
    call(game, 2, NINJA)
    assert [tokens(game, seat) for seat in range(5)] == ["R", "", "R", "", ""]


def test_a_wrong_caller_alone_loses_a_token() -> None:
    """T19"""
    game = table(NOTHING, "tokens-0: Red-token\ntokens-2: Blue-token", wolf=4)
    call(game, 2, NINJA)
    assert asked(game, 0) == ""
    assert refused(game, 2, "lose:Red-token") == ("not_yours", "T19")
    answer(game, 2, "lose:Blue-token")
    assert [tokens(game, 0), tokens(game, 2)] == ["R", ""]


def test_the_penalty_is_the_callers_own() -> None:
    """T19"""
    game = table(NOTHING, "tokens-0: Red-token", "throw=off", wolf=4)
    call(game, 2, NINJA)
    assert [seat for seat in range(5) if penal(game, seat)] == [2]


def test_a_penalty_binds_only_that_players_calls() -> None:
    """T19, T11: the partner can still call the split set, and is paid for both."""
    game = table(SPLIT, "penalty-0 = 1", wolf=4)
    call(game, 2, NINJA)
    assert [tokens(game, 0), tokens(game, 2)] == ["R", "R"]
    game = table(SPLIT, "penalty-0 = 1", wolf=4)
    call(game, 0, NINJA)
    assert [tokens(game, 0), tokens(game, 2)] == ["", ""]


def test_a_right_attack_pays_both_partners() -> None:
    """T19"""
    game = table(SPLIT, wolf=4)
    call(game, 3, ATTACK)
    assert [tokens(game, seat) for seat in range(5)] == ["", "RB", "", "RB", ""]


def test_a_wolfs_call_pays_the_wolf() -> None:
    """T19, T9: a lone wolf attacks as a team of one."""
    game = table(SPLIT, wolf=4)
    call(game, 4, ATTACK)
    assert [tokens(game, seat) for seat in range(5)] == ["", "", "", "", "R"]


def test_three_are_enough_for_the_wolf() -> None:
    """T20"""
    game = table(WOLF_THREE, wolf=4)
    call(game, 4, NINJA)
    assert [tokens(game, seat) for seat in range(5)] == ["", "", "", "", "B"]


def test_three_are_not_enough_for_a_team() -> None:
    """T20, T8"""
    game = table(WOLF_THREE, wolf=0)
    call(game, 4, NINJA)
    assert tokens(game, 4) == ""


def test_four_in_a_wolfs_hand_pay_one_token_too() -> None:
    """T20"""
    game = table(SPLIT, wolf=4)
    call(game, 4, NINJA)
    assert tokens(game, 4) == "B"


def test_a_wolfs_three_can_be_attacked() -> None:
    """T20"""
    game = table(WOLF_THREE, wolf=4)
    call(game, 1, ATTACK)
    assert "B" in tokens(game, 1)


def test_a_wolf_who_attacks_needs_a_team_to_hold_four() -> None:
    """T20"""
    game = table("RROY OOYY RYOG RGGB BBBG", wolf=4)
    call(game, 4, ATTACK)
    assert tokens(game, 4) == ""
    assert penal(game, 4)


def test_a_penalised_wolf_needs_four_but_three_can_be_attacked() -> None:
    """T20"""
    game = table(WOLF_THREE, "penalty-4 = 1", wolf=4)
    call(game, 4, NINJA)
    assert tokens(game, 4) == ""
    assert "not_in_one_hand" in told(game)
    game = table(SPLIT, "penalty-4 = 1", wolf=4)
    call(game, 4, NINJA)
    assert tokens(game, 4) == "B"
    game = table(WOLF_THREE, "penalty-4 = 1", wolf=4)
    call(game, 0, ATTACK)
    assert "B" in tokens(game, 0)


def test_one_token_left_for_two_partners_goes_to_the_caller() -> None:
    """T12"""
    for caller, other in ((0, 2), (2, 0)):
        game = table(SPLIT, "tokens-4: Red-token*9", "throw=off", wolf=4)
        assert game.world.faces(SUPPLY).count(8) == 1
        call(game, caller, NINJA)
        assert (tokens(game, caller), tokens(game, other)) == ("R", "")


@pytest.mark.parametrize("caller", range(5))
def test_throws_are_each_players_own_the_caller_first(caller: int) -> None:
    """T16, T21: then the others clockwise from the caller."""
    all_have = "\n".join(f"tokens-{seat}: Pink-token*3" for seat in range(3))
    all_have += "\ntokens-3: Black-token*3\ntokens-4: Black-token*3"
    game = table(NOTHING, all_have, wolf=4)
    call(game, caller, NINJA)
    if asked(game, caller) == "lose":
        game.expire(game.turn)
    order = []
    while game.world.count[ROUND] == 1:
        order += game.waiting()
        assert asked(game, order[-1]) == "throw.what"
        game.expire(game.turn)
    assert order == [(caller + step) % 5 for step in range(5)]


def test_a_partners_token_can_be_taken() -> None:
    """T21"""
    game = table(SPLIT, "tokens-0: Pink-token*2\ntokens-2: Black-token", wolf=4, seed=1)
    call(game, 0, NINJA)
    answer(game, 0, "throw:Pink-token")
    throw_in(game, 0)
    assert "take:s2:Black-token" in options(game, 0)
    answer(game, 0, "take:s2:Black-token")
    assert (tokens(game, 0), tokens(game, 2)) == ("RKX", "RK")


def test_partners_who_get_there_by_one_award_share_the_win() -> None:
    """T21, T17"""
    game = table(
        SPLIT, "tokens-0: Pink-token Black-token\ntokens-2: Green-token Blue-token", wolf=4
    )
    call(game, 0, NINJA)
    assert game.over
    assert game.winners() == (0, 2)


def test_a_swap_between_partners_that_completes_both_is_the_throwers() -> None:
    """T21, T16"""
    game = table(
        NOTHING,
        "tokens-0: Pink-token*2 Blue-token\ntokens-2: Black-token*2 Red-token",
        wolf=4,
        seed=2,
    )
    call(game, 1, NINJA)
    answer(game, 2, "throw:Black-token")
    throw_in(game, 2)
    answer(game, 2, "take:s0:Pink-token")
    assert game.over
    assert game.winners() == (2,)


def test_cards_pass_to_the_left_past_the_wolf_too() -> None:
    """T4, T18"""
    game = table(NOTHING, wolf=4)
    passed(game, "YGROG")
    assert game.world.has(HAND[0], 3)
