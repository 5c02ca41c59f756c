"""N33 to N35: two players with three members each."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.night.rules import GAME
from tests.games.night.positions import (
    ASSASSIN,
    MEMBERS,
    MYSTIC,
    REVEAL,
    SPY,
    TRICKSTER,
    answer,
    asked,
    counts,
    dead,
    knows,
    options,
    phase,
    play,
    refused,
    reveal,
    said,
    table,
    zone,
)

NAMES = ["s0:first", "s1:first", "s0:second", "s1:second", "s0:third", "s1:third"]
"""How the members are named, clockwise."""


def at(*members: int) -> set[str]:
    return {f"at:{NAMES[member]}" for member in members}


def houses(game: Referee) -> list[str]:
    return [zone(game, f"house-{name}")[0] for name in MEMBERS]


def test_each_player_has_three_members_of_one_house_at_alternate_seats() -> None:
    """N33: ranks 1 to 3, at random seats; which House seat 0 has is random."""
    first = set()
    for seed in range(30):
        game = Referee(GAME, 2, seed)
        found = houses(game)
        mine, theirs = found[::2], found[1::2]
        assert (
            sorted(card[-1] for card in mine) == sorted(card[-1] for card in theirs) == list("123")
        )
        assert len({card[:-2] for card in mine}) == 1
        assert {card[:-2] for card in found} == {"Crane", "Lotus"}
        first.add(tuple(mine))
    assert len(first) == 12


def test_a_player_knows_the_ranks_of_their_own_members_only() -> None:
    """N33, N37"""
    game = Referee(GAME, 2, 4)
    for member, name in enumerate(MEMBERS):
        for seat in range(3):
            seen = knows(game, seat, name)
            assert seen == (houses(game)[member] if seat == member % 2 else "?")


def test_houses_are_public_and_fixed_for_the_game_while_ranks_move() -> None:
    """N33: every imagined world has the same Houses; in a later round the ranks lie anew."""
    from tatami.engine.imagine import imagine

    game = Referee(GAME, 2, 4, (0, 0, 0))
    sides = [card[:-2] for card in houses(game)]
    for number in range(40):
        other = imagine(game.view(2), number)
        found = [GAME.faces[other.faces(other.layout.places[f"house-{n}"])[0]] for n in MEMBERS]
        assert [card[:-2] for card in found] == sides
    dealt = {tuple(houses(game))}
    while not game.over:
        game.expire(game.turn)
        assert [card[:-2] for card in houses(game)] == sides
        dealt.add(tuple(houses(game)))
    assert len(dealt) > 1


def test_every_member_drafts_for_itself_and_passes_to_the_left() -> None:
    """N34: as with six players; the left neighbour is the other player's."""
    game = Referee(GAME, 2, 4)
    assert [found.position for _, found in game.asks(0)] == [0, 2, 4]
    assert [found.position for _, found in game.asks(1)] == [1, 3, 5]
    mine = zone(game, "draft-0-a")
    for seat in range(2):
        for _, found in game.asks(seat):
            name = MEMBERS[found.position]
            answer(game, seat, f"keep:{zone(game, f'draft-{name}')[0]}", found.position)
    assert zone(game, "draft-1-a") == mine[1:]
    assert zone(game, "hand-0-a") == mine[:1]


def test_each_living_member_is_asked_for_itself() -> None:
    """N34, N24"""
    game = table("hand-0-a: Spy-1\nhand-0-b: Spy-2 Mystic-1\ndead-a-1 = 1", 2)
    assert [found.position for _, found in game.asks(0)] == [0, 2, 4]
    assert [found.position for _, found in game.asks(1)] == [3, 5]
    assert options(game, 0, 0) == {"play:Spy-1"}
    assert options(game, 0, 2) == {"play:Spy-2"}
    assert options(game, 0, 4) == set()
    assert refused(game, 0, "play:Spy-2", 0) == ("not_in_hand", "N7")
    assert refused(game, 0, "play:Mystic-1", 2) == ("out_of_phase", "N36")


def test_a_member_may_aim_at_any_other_member() -> None:
    """N34: its own player's too."""
    game = table("hand-0-b: Spy-2", 2, SPY)
    phase(game, "2 Spy-2")
    assert options(game, 0) == at(0, 1, 3, 4, 5)
    assert refused(game, 0, "at:s0:second") == ("not_yourself", "N13")
    assert refused(game, 0, "at:s1:only") == ("no_such_player", "N13")
    play(game, "0 at:s1:third")
    assert knows(game, 0, "1-c") == "Lotus-3"
    assert said(game, "looks") == ["looks 0 2 1 3"]


def test_members_of_one_player_can_kill_one_another() -> None:
    """N34"""
    game = table("hand-0-a: Blind-Assassin-1\nhand-0-c: Martyr", 2, ASSASSIN)
    phase(game, "0 Blind-Assassin-1")
    play(game, "0 at:s0:third")
    assert asked(game, 0) == "react"
    assert game.asks(0)[0][1].position == 4
    play(game, "0 play:Martyr")
    assert dead(game) == {4}
    assert counts(game) == [1, 0]


def test_the_shapeshifter_leaves_the_owner_of_two_cards_in_the_dark_unless_it_is_theirs() -> None:
    """N34, N17"""
    game = table("hand-0-a: Shapeshifter", 2, TRICKSTER)
    phase(game, "0 Shapeshifter")
    play(game, "0 at:s1:first", "0 at:s1:second", "0 swap")
    assert knows(game, 1, "1-a") == knows(game, 1, "1-b") == "?"
    assert knows(game, 0, "1-a") == "Lotus-2"
    game = table("hand-0-a: Shapeshifter", 2, TRICKSTER)
    phase(game, "0 Shapeshifter")
    play(game, "0 at:s0:first", "0 at:s1:second", "0 swap")
    assert knows(game, 0, "0-a") == "Lotus-2"
    assert knows(game, 1, "1-b") == "?"


def test_a_swapped_card_counts_for_the_house_it_shows() -> None:
    """N34: seat 1's member shows Crane 1 now, and Crane wins for seat 0."""
    game = table("hand-0-a: Shapeshifter\ndead-a-0 = 0", 2, TRICKSTER)
    phase(game, "0 Shapeshifter")
    play(game, "0 at:s0:first", "0 at:s1:third", "0 swap")
    phase(game)
    phase(game)
    assert asked(game, 1, 5) == "mastermind"
    assert knows(game, 1, "1-c") == "Crane-1"
    reveal(game)
    assert said(game, "all_tied") == ["all_tied"]


def test_the_player_whose_house_wins_draws_one_token() -> None:
    """N35"""
    game = table("dead-a-1 = 1\ndead-c-0 = 1", 2, REVEAL)
    reveal(game)
    assert said(game, "house_wins") == ["house_wins 0"]
    assert counts(game) == [1, 0]


def test_seat_0_may_be_lotus() -> None:
    """N33, N35"""
    houses = "Lotus-1 Crane-1 Lotus-2 Crane-2 Lotus-3 Crane-3"
    game = table("first = Lotus\ndead-a-1 = 1", 2, REVEAL, houses)
    reveal(game)
    assert said(game, "house_wins") == ["house_wins 1"]
    assert counts(game) == [1, 0]


def test_on_a_total_tie_each_player_with_a_survivor_draws() -> None:
    """N35"""
    game = table("", 2, REVEAL)
    reveal(game)
    assert counts(game) == [1, 1]
    houses = "Crane-1 Crane-2 Lotus-1 Lotus-2 Crane-3 Lotus-3"
    swapped = "dead-a-1 = 1\ndead-b-1 = 1\ndead-c-1 = 1\ndead-c-0 = 1"
    game = table(swapped, 2, REVEAL, houses)
    reveal(game)
    assert said(game, "all_tied") == ["all_tied"]
    assert counts(game) == [1, 0]


def test_all_dead_members_stay_hidden() -> None:
    """N29: dead winners too."""
    game = table("dead-b-0 = 1\ndead-a-1 = 1", 2, REVEAL)
    reveal(game)
    assert said(game, "house_wins") == ["house_wins 0"]
    assert not [
        line for line in said(game, "turns_up") if line.startswith(("turns_up 0 2", "turns_up 1 1"))
    ]
    assert len(said(game, "turns_up")) == 4


def test_the_mastermind_works_for_a_member_and_its_card() -> None:
    """N28, N34"""
    game = table("hand-1-b: Mastermind\ndead-a-1 = 1", 2, REVEAL)
    reveal(game, 3)
    assert said(game, "unmasks") == ["unmasks 1 2"]
    assert counts(game) == [0, 1]


def test_the_mastermind_goes_by_the_card_before_the_member_and_not_by_its_player() -> None:
    """N28, N34: seat 0's member lies with Lotus 3, so seat 1 is paid."""
    game = table("hand-0-a: Shapeshifter Mastermind\ndead-a-1 = 1", 2, TRICKSTER)
    phase(game, "0 Shapeshifter")
    play(game, "0 at:s0:first", "0 at:s1:third", "0 swap")
    reveal(game, 0)
    assert said(game, "house_wins") == ["house_wins 1"]
    assert counts(game) == [0, 1]


def test_the_thief_robs_the_other_player() -> None:
    """N35"""
    game = table("hand-0-b: Thief\ntokens-1: Honor-2", 2, TRICKSTER)
    phase(game, "2 Thief")
    assert options(game, 0) == {"leave", "rob:s1"}
    assert refused(game, 0, "rob:s0") == ("not_richer", "N22")
    play(game, "0 rob:s1")
    assert counts(game) == [1, 0]
    assert knows(game, 1, "0-b") == "Crane-2"
    assert knows(game, 1, "0-a") == "?"


@pytest.mark.parametrize("touched", [0, 63])
def test_the_merchant_visits_members_of_the_other_player_only(touched: int) -> None:
    """N35: also to look at a House card, and even if its own was touched."""
    position = (
        f"hand-0-b: Spirit-Merchant\ntokens-1: Honor-2\ntokens-0: Honor-3\ntouched = {touched}"
    )
    game = table(position, 2, TRICKSTER)
    phase(game, "2 Spirit-Merchant")
    assert options(game, 0) == at(1, 3, 5)
    assert refused(game, 0, "at:s0:first") == ("other_player", "N35")
    assert refused(game, 0, "at:s0:second") == ("other_player", "N35")
    play(game, "0 at:s1:second", "0 look_house")
    assert knows(game, 0, "1-b") == "Lotus-2"
    play(game, "0 take_unseen", "0 give:Honor-3")
    assert zone(game, "tokens-0") == ["Honor-2"]


def test_a_mystic_sees_a_card_of_one_member() -> None:
    """N34, N16"""
    game = table("hand-0-b: Mystic-2\nhand-1-a: Judge\nhand-1-b: Spy-3", 2, MYSTIC)
    phase(game, "2 Mystic-2")
    play(game, "0 at:s1:first")
    assert zone(game, "hand-1-a", 0) == ["Judge"]
    assert zone(game, "hand-1-b", 0) == ["?"]


def test_the_grave_diggers_card_goes_to_the_member_who_dug() -> None:
    """N34, N18"""
    game = table("hand-0-b: Grave-Digger\ndiscard: Shinobi-1 Spy-3", 2, TRICKSTER)
    phase(game, "2 Grave-Digger")
    play(game, "0 keep:Shinobi-1", *["0 wait"] * 5)
    assert zone(game, "hand-0-b") == ["Shinobi-1"]
    assert game.asks(0)[0][1].position == 0


def test_ten_points_win_here_too() -> None:
    """N30, N35"""
    game = table("tokens-0: Honor-3*3\ndead-a-1 = 1", 2, REVEAL)
    reveal(game)
    assert game.over
    assert game.winners() == (0,)
