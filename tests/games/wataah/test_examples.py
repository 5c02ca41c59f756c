"""The worked examples of the rulebook, played."""

from __future__ import annotations

import pytest

from tests.games.wataah.positions import (
    asked,
    clans,
    counters,
    grand,
    grasshopper,
    hand,
    options,
    placing,
    play,
    said,
    zone,
)


def test_being_corrupt_with_a_crow_of_strength_3_draws_5_cards() -> None:
    """W6"""
    game = grasshopper("deck: Crow-3\nhand-0: Bear-6")
    play(game, "corrupt")
    assert zone(game, "corrupt-0") == ["Crow-3"]
    assert len(hand(game, 0)) == 1 + 5


BRUCE = f"""
hand-0: Carp-1 Carp-2 Carp-4 Dragon-5 Yurei
clan-0-Dragon: Dragon-3 Dragon-4*2
clan-1-Rat: Rat-3*2
{placing()}
"""


def test_three_carp_and_a_dragon_clan_leave_bruce_a_new_clan_or_a_reinforcement_or_nothing() -> (
    None
):
    """W5, W7, W8"""
    game = grasshopper(BRUCE)
    assert options(game) == {
        "place_nothing",
        "found:Carp",
        "reinforce:Dragon",
        "summon:Yurei",
    }


def test_three_carp_are_a_new_clan_and_trigger_the_big_power() -> None:
    """W7, W10"""
    game = grasshopper(BRUCE)
    play(game, "found:Carp", "[Carp-1 Carp-2 Carp-4]")
    assert len(hand(game, 0)) == 2 + 4
    assert asked(game) == "discard"


def test_a_fourth_dragon_triggers_nothing() -> None:
    """W8, W10"""
    game = grasshopper(BRUCE)
    play(game, "reinforce:Dragon", "[Dragon-5]")
    assert clans(game)["0-Dragon"] == ["Dragon-3", "Dragon-4", "Dragon-4", "Dragon-5"]
    assert asked(game) == "discard"


def test_a_yokai_on_the_dragon_clan_triggers_its_own_power() -> None:
    """W8, W10"""
    game = grasshopper(BRUCE)
    play(game, "summon:Yurei", "on:Dragon")
    assert asked(game) == "yurei.clan"
    play(game, "clan_of:s1:Rat")
    assert clans(game) == {"0-Dragon": ["Dragon-3", "Dragon-4", "Dragon-4", "Yurei"]}


def test_bruce_may_do_nothing_at_all() -> None:
    """W5"""
    game = grasshopper(BRUCE)
    play(game, "place_nothing")
    assert asked(game) == "discard"


def test_the_final_scoring_of_18() -> None:
    """W21: 9 and 12 in front, 3 of corruption."""
    game = grasshopper(
        """
        clan-0-Carp: Carp-2 Carp-3 Carp-4
        clan-0-Toad: Toad-4*3
        corrupt-0: Crow-3
        step: wataah.round_end
        """
    )
    assert "scores 0 21 3 0 18" in said(game)
    assert game.winners() == (0,)


def test_two_players_tied_at_25_get_4_pawns_each_and_the_third_3() -> None:
    """W25: Chuck has only 10 points, but moves up to the second rank."""
    game = grand(
        """
        clan-0-Bear: Bear-6*4
        clan-0-Monkey: Monkey-1
        clan-1-Rat: Rat-5*3 Ronin
        clan-1-Dragon: Dragon-4 Dragon-5
        clan-2-Carp: Carp-5 Carp-4
        clan-2-Toad: Toad-1
        corrupt-1: Crow-2
        step: wataah.round_end
        """,
        3,
    )
    assert counters(game, "score") == [25, 23, 10]
    game = grand(
        """
        clan-0-Bear: Bear-6*4
        clan-0-Monkey: Monkey-1
        clan-1-Rat: Rat-5*3 Ronin
        clan-1-Dragon: Dragon-4 Dragon-5
        clan-2-Carp: Carp-5 Carp-4
        clan-2-Toad: Toad-1
        step: wataah.round_end
        """,
        3,
    )
    assert counters(game, "score") == [25, 25, 10]
    assert asked(game) == "shosho"
    play(game, "to:s1")
    assert counters(game, "pawns") == [4, 4, 3]


@pytest.mark.parametrize(("placed", "big"), [(2, False), (1, None)])
def test_one_card_to_two_in_play_does_not_trigger_the_big_power(
    placed: int, big: bool | None
) -> None:
    """W10"""
    game = grasshopper(f"hand-0: Rat-3*2 Oni\nclan-0-Rat: Rat-4*2\nhand-1: Bear-6*5\n{placing()}")
    play(game, "reinforce:Rat", f"[{' '.join(['Rat-3'] * placed)}]")
    if big is None:
        assert asked(game) == "discard"
    else:
        play(game, "at:s1")
        assert asked(game) == "rat.cards"
        play(game, "[Bear-6 Bear-6]")
        assert len(hand(game, 1)) == 3
