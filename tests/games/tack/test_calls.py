"""T7 to T12: the gong, what calls show, pay and cost, penalties."""

from __future__ import annotations

import pytest

from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import CAME, HAND, PASSED, ROUND, SHOWN, SUPPLY
from tests.games.tack.positions import (
    ATTACK,
    NINJA,
    answer,
    asked,
    call,
    chosen,
    counts,
    everything,
    options,
    passed,
    penal,
    refused,
    strike,
    table,
    tokens,
    told,
)

SPLIT = "RROY OOYY RROG YGGG"
"""Seats 0 and 2 hold all red; nobody else has a complete clan."""
NOTHING = "RROY ROYG ROGG YYGO"
"""Nobody has anything."""
SECOND = "RROY YYYR OORG GGGO"
"""Nobody between 0 and 2; nobody between 1 and 3."""


# -- T7


def test_anyone_may_strike_before_the_first_pass() -> None:
    """T7"""
    game = Referee(GAME, 6, 1)
    assert [game.view(seat).rights for seat in range(6)] == [(("gong", 1, (0, 1)),)] * 6
    assert game.view(6).rights == ()
    assert strike(game, 5, ATTACK)


def test_a_strike_during_the_count_counts() -> None:
    """T7: the count of three is included."""
    game = table(SPLIT)
    chosen(game, "YOGY")
    call(game, 0, NINJA)
    assert tokens(game, 0) == "R"


def test_only_the_fastest_strike_counts() -> None:
    """T7: whoever comes later named cards that are in no hand any more."""
    game = table(SPLIT)
    seen = game.world.count[CAME]
    assert game.interrupt(1, "gong", seen, ATTACK)
    void(game, 0, seen, NINJA)
    assert tokens(game, 1) == "R"
    assert tokens(game, 0) == ""


def void(game: Referee, seat: int, seen: int, what: int) -> None:
    """A strike that changes nothing; its sender is told that the cards had moved."""
    before = everything(game)
    late = game.interrupt(seat, "gong", seen, what)
    assert isinstance(late, Refusal)
    assert (late.code, late.clause) == ("too_late", "tack:T7")
    assert "the cards had moved" in late.sentence
    assert everything(game) == before


def test_a_strike_for_the_cards_before_a_pass_is_void_and_costs_nothing() -> None:
    """T7: a right call by then, a wrong one now; and the same player may strike again."""
    game = table(SPLIT, "team-0: Blue-token")
    seen = game.world.count[CAME]
    passed(game, "RORY")
    void(game, 0, seen, NINJA)
    assert tokens(game, 0) == "B"
    call(game, 0, ATTACK)


def test_a_strike_that_comes_before_its_cards_is_void_too() -> None:
    """T7: nobody can have seen them."""
    game = table(SPLIT)
    void(game, 0, game.world.count[CAME] + 1, NINJA)


def test_every_deal_and_every_pass_is_named_anew() -> None:
    """T7: no number comes twice in a game, so that it names one deal and one pass of it."""
    game = Referee(GAME, 4, 3, GAME.choose_settings({"passes": "4", "rounds": "3"}))
    named: dict[int, tuple[int, int]] = {}
    while not game.over:
        w = game.world
        assert named.setdefault(w.count[CAME], (w.count[ROUND], w.count[PASSED])) == (
            w.count[ROUND],
            w.count[PASSED],
        )
        assert game.expire(game.turn)
    assert len(set(named.values())) == len(named) == 12


def test_a_change_of_choice_moves_no_cards() -> None:
    """T7, T5: what was struck before it counts."""
    game = table(SPLIT)
    seen = game.world.count[CAME]
    chosen(game, "YOGY")
    assert game.back(3)
    answer(game, 3, "pass:Green")
    assert game.interrupt(0, "gong", seen, NINJA)
    assert tokens(game, 0) == "R"


def test_nobody_strikes_while_a_token_is_chosen() -> None:
    """T7"""
    game = table(NOTHING, "team-0: Red-token Blue-token")
    call(game, 0, NINJA)
    assert asked(game, 0) == "lose"
    assert not any(game.view(seat).rights for seat in range(4))
    reply = strike(game, 1, ATTACK)
    assert isinstance(reply, Refusal)
    assert reply.code == "no_such_right"


def test_nobody_strikes_while_tokens_are_thrown() -> None:
    """T7"""
    game = table(SPLIT, "team-0: Red-token\nteam-1: Blue-token")
    call(game, 0, NINJA)
    assert asked(game, 0) == "throw.what"
    assert isinstance(strike(game, 2, NINJA), Refusal)


# -- T8


@pytest.mark.parametrize("caller", [0, 2])
def test_four_between_two_partners_pay_a_token(caller: int) -> None:
    """T8: either may call; the partner's consent is not asked."""
    game = table(SPLIT)
    call(game, caller, NINJA)
    assert tokens(game, 0) == tokens(game, 2) == "R"
    assert tokens(game, 1) == ""
    assert game.world.faces(SUPPLY).count(8) == 9


def test_two_complete_clans_pay_twice() -> None:
    """T8"""
    game = table("RROO YYGG RROO YYGG")
    call(game, 2, NINJA)
    assert tokens(game, 0) == "RO"


def test_ninja_shows_the_callers_team_to_all_and_nobody_else() -> None:
    """T8, T22"""
    game = table(SPLIT)
    since = game.happened()
    call(game, 0, NINJA)
    for seat in range(5):
        seen = {event.args[0] for event in game.events(seat, since) if event.verb == "show"}
        assert seen == {HAND[0], HAND[2]}
        faces = [e.args[3::2] for e in game.events(seat, since) if e.verb == "show"]
        assert faces == [(0, 0, 1, 2), (0, 0, 1, 3)]


def test_what_was_shown_is_remembered_until_the_next_call() -> None:
    """T22"""
    game = table(SPLIT)
    call(game, 0, NINJA)
    kept = [SHOWN.of(game.view(3), seat) for seat in range(4)]
    assert kept[0] == counts("RROY")
    assert kept[2] == counts("RROG")
    assert kept[1] == kept[3] == counts("")
    four = table("RRRR OYYY XXXX OOOY")
    call(four, 2, NINJA)
    assert SHOWN.of(four.world, 2) == counts("XXXX")


# -- T9


def test_an_attack_takes_what_another_team_has_complete() -> None:
    """T9: they lose nothing."""
    game = table(SPLIT, "team-0: Black-token")
    call(game, 3, ATTACK)
    assert tokens(game, 1) == "R"
    assert tokens(game, 0) == "X"


def test_an_attack_pays_for_every_complete_clan() -> None:
    """T9: one token each, of all other teams."""
    game = table("RROO YYBG PPGB RROO YYBG PPGB")
    call(game, 2, ATTACK)
    assert tokens(game, 2) == "ROY"
    assert game.over
    assert game.winners() == (2, 5)


def test_ones_own_clan_gives_nothing_in_an_attack() -> None:
    """T9: it is a wrong call."""
    game = table(SPLIT)
    since = game.happened()
    call(game, 0, ATTACK)
    assert tokens(game, 0) == ""
    assert told(game, since) == ["calls", "no_prey", "penalised"]


def test_an_attack_shows_all_other_teams() -> None:
    """T9, T22"""
    game = table("RROO YYBG PPGB RROO YYBG PPGB")
    since = game.happened()
    call(game, 0, ATTACK)
    seen = [event.args[0] for event in game.events(6, since) if event.verb == "show"]
    assert seen == [HAND[1], HAND[2], HAND[4], HAND[5]]


# -- T10


@pytest.mark.parametrize("what", [NINJA, ATTACK])
def test_a_wrong_call_costs_a_token_of_the_callers_choice(what: int) -> None:
    """T10: of either kind; the token goes back to the supply."""
    game = table(SECOND, "team-1: Red-token Blue-token*2")
    before = game.world.size(SUPPLY)
    call(game, 3, what)
    assert game.waiting() == [3]
    assert options(game, 3) == ["lose:Red-token", "lose:Blue-token"]
    answer(game, 3, "lose:Red-token")
    assert tokens(game, 1) == "BB"
    assert game.world.size(SUPPLY) == before + 1
    assert not penal(game, 1)


def test_only_a_token_that_one_has_can_be_lost() -> None:
    """T10"""
    game = table(SECOND, "team-1: Red-token Blue-token*2")
    call(game, 3, NINJA)
    assert refused(game, 3, "lose:Pink-token") == ("no_such_token", "T10")


@pytest.mark.parametrize(
    ("mine", "lost"),
    [
        ("Red-token Blue-token*2", "RB"),
        ("Orange-token Red-token", "O"),
        ("Green-token*2 Yellow-token*2", "YGG"),
    ],
)
def test_on_a_timeout_the_colour_with_most_copies_is_lost(mine: str, lost: str) -> None:
    """T10: ties in the order of T1."""
    game = table(SECOND, f"team-1: {mine}")
    call(game, 1, NINJA)
    assert game.expire(game.turn)
    assert tokens(game, 1) == lost


@pytest.mark.parametrize(("how", "why"), [(NINJA, "nothing"), (ATTACK, "no_prey")])
@pytest.mark.parametrize("penalty", ["", "penalty-0 = 1"])
def test_a_wrong_call_is_told_by_what_it_lacks(how: int, why: str, penalty: str) -> None:
    """T8, T9, T11: a penalty is named only where it made the difference."""
    game = table(NOTHING, penalty)
    since = game.happened()
    call(game, 0, how)
    assert told(game, since)[1] == why


# -- T11


def test_a_wrong_call_without_a_token_brings_a_penalty_for_the_next_round() -> None:
    """T11"""
    game = table(NOTHING)
    call(game, 2, NINJA)
    assert game.world.count[ROUND] == 2
    assert (penal(game, 0), penal(game, 1)) == (True, False)
    assert game.view(4).count == game.view(0).count
    call(game, 1, ATTACK)
    while asked(game, 1) in ("lose", "throw.what"):
        game.expire(game.turn)
    assert not penal(game, 0)


def test_under_a_penalty_a_split_set_is_a_wrong_call() -> None:
    """T11: and without a token it renews the penalty."""
    game = table(SPLIT, "penalty-0 = 1")
    since = game.happened()
    call(game, 0, NINJA)
    assert told(game, since) == ["calls", "not_in_one_hand", "penalised"]
    assert tokens(game, 0) == ""
    assert penal(game, 0)


@pytest.mark.parametrize("caller", [0, 2])
def test_under_a_penalty_four_in_a_single_hand_pay(caller: int) -> None:
    """T11: either partner may hold them and either may call; split clans do not pay."""
    game = table("RRRR GGYY OOOO YYGG", "penalty-0 = 1")
    call(game, caller, NINJA)
    assert tokens(game, 0) == "RO"
    game = table("RRRR GGYY GGYY OOOO", "penalty-1 = 1")
    call(game, 1, NINJA)
    assert tokens(game, 1) == "O"
    game = table("RRRR GOYY GGYY OOOG", "penalty-1 = 1")
    call(game, 1, NINJA)
    assert tokens(game, 1) == ""


def test_a_penalised_team_may_attack_and_be_attacked() -> None:
    """T11: its split sets too."""
    game = table(SPLIT, "penalty-1 = 1")
    call(game, 1, ATTACK)
    assert tokens(game, 1) == "R"
    game = table(SPLIT, "penalty-0 = 1")
    call(game, 1, ATTACK)
    assert tokens(game, 1) == "R"


def test_a_penalty_ends_with_the_next_round_even_if_nobody_calls() -> None:
    """T11, T25"""
    game = table(NOTHING, "penalty-0 = 1\npenalty-1 = 2", "passes=4", passes=3)
    passed(game, "YGRO")
    assert (penal(game, 0), penal(game, 1)) == (False, True)


def test_a_penalised_team_with_a_token_loses_it_first() -> None:
    """T10, T11: a wrong call then brings no new penalty."""
    game = table(SPLIT, "penalty-0 = 1\nteam-0: Pink-token")
    call(game, 0, NINJA)
    answer(game, 0, "lose:Pink-token")
    assert not penal(game, 0)
    assert tokens(game, 0) == ""


# -- T12


def test_after_any_call_the_cards_are_dealt_anew() -> None:
    """T12"""
    for what in (NINJA, ATTACK):
        game = table(NOTHING)
        call(game, 0, what)
        w = game.world
        assert w.count[ROUND] == 2
        assert [w.size(HAND[seat]) for seat in range(4)] == [4] * 4
        assert game.view(0).zones[HAND[1]] == (-1, -1, -1, -1)


def test_an_empty_supply_gives_nothing_but_the_call_was_right() -> None:
    """T12"""
    game = table(SPLIT, "team-1: Red-token*10", "throw=off")
    since = game.happened()
    call(game, 0, NINJA)
    assert told(game, since)[:3] == ["calls", "complete", "supply_empty"]
    assert tokens(game, 0) == ""
    assert not penal(game, 0)
