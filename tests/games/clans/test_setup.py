"""C1 to C4: the cards, the deal, the provinces."""

from __future__ import annotations

from collections import Counter

import pytest

from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS
from tatami.games.clans.rules import GAME
from tests.games.clans.positions import (
    armies,
    asked,
    discards,
    hand,
    mover,
    play,
    said,
    table,
    zone,
)

EACH = pytest.mark.parametrize("seats", [3, 4, 5])
SEEDS = range(150)


def deal(seats: int, seed: int = 0) -> Referee:
    return Referee(GAME, seats, seed)


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 6, 7])
def test_no_other_number_than_three_to_five_can_play(seats: int) -> None:
    """C1"""
    with pytest.raises(ValueError, match="3 to 5 players"):
        deal(seats)


@EACH
def test_every_player_is_dealt_one_loyalty_and_no_two_the_same(seats: int) -> None:
    """C1"""
    for seed in range(20):
        game = deal(seats, seed)
        dealt = [zone(game, f"loyalty-{seat}") for seat in range(seats)]
        assert all(len(cards) == 1 for cards in dealt)
        undealt = zone(game, "loyalties")
        every = sorted([card for (card,) in dealt] + undealt)
        assert every == sorted(f"{clan}-loyalty" for clan in CLANS)


@EACH
def test_loyalties_are_shuffled(seats: int) -> None:
    """C1"""
    for seat in range(seats):
        found = {zone(deal(seats, seed), f"loyalty-{seat}")[0] for seed in SEEDS}
        assert len(found) == 5


@EACH
def test_a_loyalty_is_known_to_its_player_only(seats: int) -> None:
    """C1"""
    game = deal(seats)
    for owner in range(seats):
        for seat in range(seats + 1):
            seen = zone(game, f"loyalty-{owner}", seat)
            assert seen == (zone(game, f"loyalty-{owner}") if seat == owner else ["?"])


@EACH
def test_undealt_loyalties_are_unseen_by_all(seats: int) -> None:
    """C2"""
    game = deal(seats)
    for seat in range(seats + 1):
        assert zone(game, "loyalties", seat) == ["?"] * (5 - seats)
        for event in game.events(seat):
            if event.verb == "move" and event.args[0] == game.world.layout.places["loyalties"]:
                owned = event.args[2] == game.world.layout.places.get(f"loyalty-{seat}")
                assert (event.args[4] >= 0) == owned


@EACH
def test_any_clan_can_be_neutral(seats: int) -> None:
    """C2"""
    found = {card for seed in SEEDS for card in zone(deal(seats, seed), "loyalties")}
    assert len(found) == (5 if seats < 5 else 0)


@EACH
def test_there_are_58_blue_cards(seats: int) -> None:
    """C3"""
    game = deal(seats)
    blue = Counter(zone(game, "deck"))
    for seat in range(seats):
        blue += Counter(hand(game, seat))
    assert blue == Counter({"Ninja": 3, **dict.fromkeys(CLANS, 11)})


@EACH
def test_each_player_draws_four(seats: int) -> None:
    """C3"""
    for seed in range(20):
        game = deal(seats, seed)
        assert [len(hand(game, seat)) for seat in range(seats)] == [4] * seats
        assert len(zone(game, "deck")) == 58 - 4 * seats
        assert not discards(game)
        assert not armies(game)


@EACH
def test_the_blue_cards_are_shuffled(seats: int) -> None:
    """C3"""
    games = [deal(seats, seed) for seed in SEEDS]
    for seat in range(seats):
        assert {card for game in games for card in hand(game, seat)} == {*CLANS, "Ninja"}
    assert {zone(game, "deck")[-1] for game in games} == {*CLANS, "Ninja"}
    assert {zone(game, "deck")[0] for game in games} == {*CLANS, "Ninja"}


@EACH
def test_the_first_player_is_random(seats: int) -> None:
    """C3"""
    starts = Counter(mover(deal(seats, seed)) for seed in range(100 * seats))
    assert set(starts) == set(range(seats))
    assert all(60 < number < 140 for number in starts.values())


@EACH
def test_the_first_player_is_announced(seats: int) -> None:
    """C3"""
    for seed in range(10):
        game = deal(seats, seed)
        assert said(game) == [f"starts {mover(game)}"]
        assert asked(game) == "first.card"


@EACH
def test_the_size_of_the_deck_and_the_discards_are_public(seats: int) -> None:
    """C3"""
    game = table("hand-0: Oda*4\ndiscard: Mori Ninja Oda", seats)
    for seat in range(seats + 1):
        assert zone(game, "deck", seat) == ["?"] * (58 - 4 * seats - 3)
        assert zone(game, "discard", seat) == ["Mori", "Ninja", "Oda"]


def test_the_discard_pile_is_never_reshuffled() -> None:
    """C3"""
    game = table("hand-0: Oda*4\nhand-1: Mori*4\nhand-2: Hojo*4\ndeck: Uesugi\nrest: discard")
    thrown = zone(game, "discard")
    play(game, "deploy:Oda into:province-1 play:Oda")
    play(game, "deploy:Mori into:province-0 play:Mori")
    play(game, "deploy:Hojo into:province-0 play:Hojo")
    assert zone(game, "deck") == []
    assert zone(game, "discard") == thrown
    assert [len(hand(game, seat)) for seat in range(3)] == [3, 2, 2]


@pytest.mark.parametrize("clan", CLANS)
@EACH
def test_troops_of_any_clan_can_stand_in_any_province(clan: str, seats: int) -> None:
    """C4"""
    for province in range(1, seats):
        game = table(f"hand-0: {clan}*2 Oda", seats)
        play(game, f"deploy:{clan} into:province-{province} play:{clan}")
        assert armies(game) == {f"{province}-{clan}": 1, f"0-{clan}": 1}


def test_cards_of_one_clan_in_one_province_are_one_army() -> None:
    """C4"""
    game = table("hand-0: Oda Mori*3\narmy-1-Oda: Oda*2\narmy-2-Oda: Oda\narmy-1-Mori: Mori")
    play(game, "deploy:Oda into:province-1")
    assert armies(game) == {"1-Oda": 3, "2-Oda": 1, "1-Mori": 1}


def test_the_strength_of_an_army_is_its_cards_in_that_province_alone() -> None:
    """C4"""
    game = table(
        """
        hand-0: Hojo*4
        army-0-Oda: Oda*2
        army-1-Oda: Oda*5
        army-1-Mori: Mori*2
        army-2-Mori: Mori*2
        """
    )
    play(game, "deploy:Hojo into:province-1 play:Hojo")
    assert said(game)[-1] == "no_attack 0"
