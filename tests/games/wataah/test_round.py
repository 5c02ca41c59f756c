"""W20 to W22 and W39: how a round ends, its scores, and who wins in Grasshopper mode."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.wataah.rules import GAME
from tests.games.wataah.positions import (
    asked,
    clans,
    counter,
    counters,
    grand,
    grasshopper,
    hand,
    mover,
    placing,
    play,
    said,
)

THREE = "clan-0-Bear: Bear-6\nclan-0-Rat: Rat-3\nclan-0-Crow: Crow-2"

# -- W20


def test_the_fourth_clan_ends_the_round_after_its_power_without_a_discard() -> None:
    """W20"""
    game = grasshopper(f"{THREE}\nhand-0: Carp-1*2 Oni\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert game.over
    assert len(hand(game, 0)) == 3
    lines = said(game)
    assert lines.index("founds 0 1 2") < lines.index("fourth 0") < lines.index("draws 0 2")


def test_three_clans_do_not_end_it() -> None:
    """W20"""
    position = "clan-0-Bear: Bear-6\nclan-0-Rat: Rat-3\nhand-0: Carp-1*2 Oni"
    game = grasshopper(f"{position}\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert asked(game) == "discard"


def test_reinforcing_does_not_end_it() -> None:
    """W20"""
    game = grasshopper(f"{THREE}\nhand-0: Bear-6 Oni\n{placing()}")
    play(game, "reinforce:Bear", "[Bear-6]")
    assert asked(game) == "discard"


def test_the_end_is_fixed_at_the_placing_even_if_the_power_removes_a_clan() -> None:
    """W20"""
    game = grasshopper(f"{THREE}\nhand-0: Toad-3*2 Oni\n{placing()}")
    play(game, "found:Toad", "[Toad-3 Toad-3]", "card_of:s0:Rat:Rat-3")
    assert game.over
    assert set(clans(game)) == {"0-Bear", "0-Crow", "0-Toad"}
    assert hand(game, 0) == ["Rat-3", "Oni"]


def test_a_clan_lost_before_does_not_count() -> None:
    """W20: four clans at the moment of placing."""
    game = grasshopper(f"{THREE}\nhand-0: Toad-3*2 Fox-3\nhand-1: Spider-3*3 Bear-6\n{placing(1)}")
    play(game, "found:Spider", "[Spider-3 Spider-3 Spider-3]", "clan_of:s0:Rat", "discard:Bear-6")
    play(game, "recruit", "found:Toad", "[Toad-3 Toad-3]", "card_of:s1:Spider:Spider-3")
    assert asked(game) == "discard"
    assert len([one for one in clans(game) if one.startswith("0-")]) == 3


def test_a_power_of_the_fourth_clan_is_asked_to_its_end() -> None:
    """W20"""
    game = grasshopper(f"{THREE}\nhand-0: Fox-3*2 Oni Bear-6\nhand-1: Rat-4 Rat-5\n{placing()}")
    play(game, "found:Fox", "[Fox-3 Fox-3]", "with:s1")
    assert not game.over
    play(game, "0> [Bear-6 Oni]", "1> [Rat-4 Rat-5]")
    assert game.over
    assert hand(game, 0) == ["Rat-4", "Rat-5"]


# -- W21, W22


def scored(position: str, seats: int = 2) -> Referee:
    return grasshopper(f"{position}\nstep: wataah.round_end", seats)


def test_a_score_is_the_strength_in_front_minus_corruption() -> None:
    """W21: hands count for nothing."""
    game = scored("clan-0-Bear: Bear-6*2 Ronin Oni\ncorrupt-0: Rat-5 Carp-1\nhand-0: Bear-6*4")
    assert counters(game, "score") == [21 - 6, 0]
    assert said(game)[:2] == ["scores 0 21 6 0 15", "scores 1 0 0 0 0"]


def test_a_score_may_be_negative() -> None:
    """W21"""
    game = scored("clan-0-Carp: Carp-1\ncorrupt-0: Rat-5\ncorrupt-1: Oni")
    assert counters(game, "score") == [-4, -8]
    assert game.winners() == (0,)


def test_the_highest_score_wins() -> None:
    """W22"""
    game = scored("clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6*2\nclan-2-Carp: Carp-1", 3)
    assert game.over
    assert game.winners() == (1,)


def test_in_a_tie_the_less_corrupt_wins() -> None:
    """W21, W22"""
    game = scored("clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6 Ronin\ncorrupt-1: Carp-1")
    assert counters(game, "score") == [6, 6]
    assert game.winners() == (0,)


def test_less_corrupt_means_the_sum_of_strengths_not_the_number_of_cards() -> None:
    """W21, W22"""
    game = scored(
        "clan-0-Bear: Bear-6*2\ncorrupt-0: Carp-3\nclan-1-Bear: Bear-6*2\ncorrupt-1: Carp-1*2 Ronin"
    )
    assert counters(game, "score") == [9, 9]
    assert game.winners() == (0, 1)
    game = scored(
        """
        clan-0-Bear: Bear-6*2
        corrupt-0: Carp-3
        clan-1-Rat: Rat-4*2 Rat-3
        corrupt-1: Carp-1 Ronin
        """
    )
    assert counters(game, "score") == [9, 9]
    assert game.winners() == (1,)


def test_still_tied_it_is_a_draw() -> None:
    """W22"""
    game = scored("clan-0-Bear: Bear-6\nclan-2-Bear: Bear-6", 3)
    assert game.winners() == (0, 2)


# -- W39


def test_a_round_can_be_limited_to_a_number_of_turns() -> None:
    """W39: those of all players together, then it is scored as it stands."""
    game = grasshopper(
        "option turns = 40\nturns = 39\nhand-0: Bear-6 Rat-3\nclan-1-Bear: Bear-6", 3
    )
    play(game, "recruit", "place_nothing")
    assert not game.over
    play(game, "discard:Bear-6")
    assert game.over
    assert game.winners() == (1,)
    assert "limit_reached" in said(game)


def test_without_a_limit_a_round_goes_on() -> None:
    """W39"""
    game = grasshopper("turns = 39\nhand-0: Bear-6 Rat-3", 3)
    play(game, "recruit", "place_nothing", "discard:Bear-6")
    assert (mover(game), counter(game, "turns")) == (1, 41)


@pytest.mark.parametrize("limit", [40, 80])
def test_turns_are_counted_from_the_first(limit: int) -> None:
    """W39: nobody ever places anything."""
    game = Referee(GAME, 2, 3, GAME.choose_settings({"mode": "grasshopper", "turns": str(limit)}))
    turns = 0
    while not game.over:
        turns += asked(game) == "draw"
        first = {"draw": "recruit", "place": "place_nothing"}.get(asked(game), "")
        play(game, first or "discard:" + hand(game, mover(game))[0])
    assert turns == limit


def test_every_round_has_its_own_limit() -> None:
    """W39"""
    game = grand("option turns = 40\nturns = 39\nhand-0: Bear-6 Rat-3\nclan-1-Bear: Bear-6")
    play(game, "recruit", "place_nothing", "discard:Bear-6")
    assert asked(game) == "temple"
    play(game, "peek:first")
    while asked(game) in ("pawns", "missions.look"):
        play(game, "to_showdown:1")
    assert (counter(game, "round"), counter(game, "turns")) == (2, 1)
