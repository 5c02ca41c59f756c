"""W5 to W14: drawing, placing, reinforcing, discarding."""

from __future__ import annotations

import pytest

from tatami.games.wataah.cards import CARD, CLANS, FACES, STRENGTH
from tests.games.wataah.positions import (
    asked,
    clans,
    grasshopper,
    hand,
    jigoku,
    mover,
    options,
    pick_range,
    placing,
    play,
    refused,
    said,
    zone,
)

# -- W5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_is_draw_place_discard_and_then_the_left_neighbour_plays(seats: int) -> None:
    """W5, W14"""
    hands = "\n".join(f"hand-{seat}: Bear-6*2" for seat in range(seats))
    game = grasshopper(hands, seats)
    for seat in [*range(seats), 0]:
        assert (mover(game), asked(game)) == (seat, "draw")
        play(game, "recruit")
        assert (mover(game), asked(game)) == (seat, "place")
        play(game, "place_nothing")
        assert (mover(game), asked(game)) == (seat, "discard")
        play(game, "discard:" + hand(game, seat)[0])


def test_drawing_is_a_must() -> None:
    """W5, W6"""
    game = grasshopper("hand-0: Bear-6")
    assert options(game) == {"recruit", "corrupt"}
    assert refused(game, "no_draw") == ("must_draw", "W6")


def test_placing_is_no_must() -> None:
    """W5"""
    game = grasshopper(f"hand-0: Bear-6*4\n{placing()}")
    assert options(game) == {"place_nothing", "found:Bear"}
    play(game, "place_nothing")
    assert clans(game) == {}
    assert asked(game) == "discard"


def test_discarding_is_a_must_if_any_card_is_left() -> None:
    """W5, W14"""
    game = grasshopper(f"hand-0: Bear-6 Rat-3\n{placing()}")
    play(game, "place_nothing")
    assert options(game) == {"discard:Bear-6", "discard:Rat-3"}
    assert refused(game, "keep_all") == ("must_discard", "W14")
    assert refused(game, "discard:Oni") == ("not_in_hand", "W14")


def test_without_a_card_in_hand_there_is_nothing_to_place_or_discard() -> None:
    """W5"""
    game = grasshopper(f"hand-0: Bear-6*2\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert (mover(game), asked(game)) == (1, "draw")
    assert hand(game, 0) == []


def test_a_discarded_card_lies_face_up_on_the_jigoku() -> None:
    """W14, W36"""
    game = grasshopper(f"hand-0: Bear-6 Rat-3\njigoku: Oni\n{placing()}")
    play(game, "place_nothing", "discard:Rat-3")
    assert jigoku(game) == ["Oni", "Rat-3"]
    assert hand(game, 0) == ["Bear-6"]
    assert said(game)[-1] == f"discards 0 {FACES.index('Rat-3')}"


# -- W6


def test_recruiting_takes_the_top_card_unseen_by_others() -> None:
    """W6"""
    game = grasshopper("hand-0: Bear-6\ndeck: Carp-2 Oni", 3)
    play(game, "recruit")
    assert hand(game, 0) == ["Bear-6", "Oni"]
    assert zone(game, "hand-0", 1) == zone(game, "hand-0", 3) == ["?", "?"]
    assert zone(game, "deck")[-1] == "Carp-2"


@pytest.mark.parametrize("face", CARD.names)
def test_being_corrupt_draws_the_strength_plus_2(face: str) -> None:
    """W6: Ronin and Yokai count with their printed strength."""
    game = grasshopper(f"deck: {face}", 3)
    deck = len(zone(game, "deck"))
    play(game, "corrupt")
    strength = STRENGTH[FACES.index(face)]
    assert len(hand(game, 0)) == strength + 2
    assert zone(game, "corrupt-0") == [face]
    assert len(zone(game, "deck")) == deck - strength - 3


def test_the_corrupt_card_is_shown_to_all_and_the_cards_drawn_are_not() -> None:
    """W6, W40"""
    game = grasshopper("deck: Crow-3", 3)
    play(game, "corrupt")
    for seat in range(4):
        assert zone(game, "corrupt-0", seat) == ["Crow-3"]
    assert zone(game, "hand-0", 1) == ["?"] * 5
    assert said(game)[-1] == f"is_corrupt 0 {FACES.index('Crow-3')} 5"


def test_how_to_draw_is_chosen_before_anything_is_seen() -> None:
    """W6"""
    one = grasshopper("deck: Crow-3")
    two = grasshopper("deck: Oni")
    assert one.view(0) == two.view(0)


# -- W7


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_new_clan_has_2_to_4_cards(number: int) -> None:
    """W7"""
    game = grasshopper(f"hand-0: Bear-6*5\n{placing()}")
    play(game, "found:Bear")
    assert pick_range(game) == (2, 4)
    assert refused(game, "[Bear-6]") == ("pick_size", "W7")
    assert refused(game, "[Bear-6 Bear-6 Bear-6 Bear-6 Bear-6]") == ("pick_size", "W7")
    play(game, f"[{' '.join(['Bear-6'] * number)}]")
    assert clans(game) == {"0-Bear": ["Bear-6"] * number}


def test_a_single_card_is_no_new_clan() -> None:
    """W7"""
    game = grasshopper(f"hand-0: Bear-6 Rat-3\n{placing()}")
    assert options(game) == {"place_nothing"}
    assert refused(game, "found:Bear") == ("two_cards_at_least", "W7")


def test_a_new_clan_is_one_that_is_not_yet_there() -> None:
    """W7, W13"""
    game = grasshopper(f"hand-0: Bear-6*2 Rat-3*2\nclan-0-Bear: Bear-6\n{placing()}")
    assert options(game) == {"place_nothing", "reinforce:Bear", "found:Rat"}
    assert refused(game, "found:Bear") == ("clan_already_there", "W7")


def test_an_opponents_clan_of_the_same_kind_does_not_matter() -> None:
    """W7"""
    game = grasshopper(f"hand-0: Bear-6*2\nclan-1-Bear: Bear-6*2\n{placing()}")
    assert "found:Bear" in options(game)


def test_all_cards_of_a_clan_are_of_that_clan_or_ronin() -> None:
    """W7"""
    game = grasshopper(f"hand-0: Carp-1 Carp-3*2 Rat-3 Ronin Oni\n{placing()}")
    play(game, "found:Carp")
    assert options(game) == {"Carp-1", "Carp-3"}
    assert refused(game, "card:Rat-3") == ("another_clan", "W7")
    assert refused(game, "card:Oni") == ("yokai_comes_alone", "W7")
    assert refused(game, "card:Ronin") == ("ronin_chosen_before", "W7")
    assert refused(game, "card:Carp-5") == ("not_in_hand", "W7")
    play(game, "[Carp-1 Carp-3]")
    assert clans(game) == {"0-Carp": ["Carp-1", "Carp-3"]}


@pytest.mark.parametrize("ronin", [1, 2, 3])
def test_ronin_stand_in_for_any_card(ronin: int) -> None:
    """W7"""
    game = grasshopper(f"hand-0: Bear-6*4 Ronin*4\n{placing()}")
    play(game, f"found_with:Bear:{ronin}")
    assert pick_range(game) == (1, 4 - ronin)
    play(game, "[Bear-6]")
    assert clans(game) == {"0-Bear": ["Bear-6"] + ["Ronin"] * ronin}


def test_a_clan_needs_at_least_one_real_clan_card() -> None:
    """W7, W12"""
    game = grasshopper(f"hand-0: Ronin*4 Carp-1\n{placing()}")
    founded = {option for option in options(game) if option.startswith("found")}
    assert founded == {"found_with:Carp:1", "found_with:Carp:2", "found_with:Carp:3"}
    assert refused(game, "found:Rat") == ("no_card_of_that_clan", "W7")
    assert refused(game, "found_with:Rat:2") == ("no_card_of_that_clan", "W7")


def test_one_cannot_place_more_ronin_than_one_has() -> None:
    """W7"""
    game = grasshopper(f"hand-0: Ronin Carp-1*2\n{placing()}")
    assert refused(game, "found_with:Carp:2") == ("too_few_ronin", "W7")


def test_a_clan_is_placed_at_most_once_a_turn() -> None:
    """W7, W8"""
    game = grasshopper(f"hand-0: Bear-6*2 Rat-3*2 Carp-1\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert asked(game) == "discard"


# -- W8, W9


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_clan_is_reinforced_with_1_to_3_cards(number: int) -> None:
    """W8"""
    game = grasshopper(f"hand-0: Bear-6*4\nclan-0-Bear: Bear-6\n{placing()}")
    play(game, "reinforce:Bear")
    assert pick_range(game) == (1, 3)
    play(game, f"[{' '.join(['Bear-6'] * number)}]")
    assert clans(game) == {"0-Bear": ["Bear-6"] * (number + 1)}
    assert asked(game) == "discard"


@pytest.mark.parametrize("cards", ["Ronin", "Ronin Ronin", "Ronin Ronin Ronin", "Rat-5 Ronin"])
def test_any_number_of_ronin_may_reinforce_with_or_without_a_clan_card(cards: str) -> None:
    """W8"""
    game = grasshopper(f"hand-0: Rat-5 Ronin*4\nclan-0-Rat: Rat-3\nhand-1: Oni\n{placing()}")
    play(game, "reinforce:Rat", f"[{cards}]")
    assert clans(game) == {"0-Rat": ["Rat-3", *cards.split()]}


@pytest.mark.parametrize(("there", "room"), [(1, 3), (2, 2), (3, 1)])
def test_a_clan_never_has_more_than_four_cards(there: int, room: int) -> None:
    """W9"""
    game = grasshopper(f"hand-0: Bear-6*4\nclan-0-Bear: Bear-6*{there}\n{placing()}")
    play(game, "reinforce:Bear")
    assert pick_range(game) == (1, room)
    too_many = " ".join(["Bear-6"] * (room + 1))
    assert refused(game, f"[{too_many}]") == ("pick_size", "W8")


def test_a_clan_of_four_cannot_be_reinforced_by_anything() -> None:
    """W9"""
    game = grasshopper(f"hand-0: Bear-6 Ronin Oni\nclan-0-Bear: Bear-6*3 Ronin\n{placing()}")
    assert options(game) == {"place_nothing"}
    assert refused(game, "reinforce:Bear") == ("clan_is_full", "W9")
    assert refused(game, "summon:Oni") == ("no_room_anywhere", "W9")


def test_ronin_and_yokai_count_toward_the_four() -> None:
    """W9"""
    game = grasshopper(f"hand-0: Bear-6*3\nclan-0-Bear: Bear-6 Ronin Oni\n{placing()}")
    play(game, "reinforce:Bear")
    assert pick_range(game) == (1, 1)


def test_a_yokai_reinforces_alone() -> None:
    """W8"""
    game = grasshopper(f"hand-0: Bear-6 Oni Tengu\nclan-0-Bear: Bear-6\n{placing()}")
    assert options(game) == {"place_nothing", "reinforce:Bear", "summon:Oni", "summon:Tengu"}
    play(game, "summon:Oni", "on:Bear")
    assert clans(game) == {"0-Bear": ["Bear-6", "Oni"]}
    assert asked(game) == "discard"


def test_a_yokai_is_not_among_the_cards_that_reinforce() -> None:
    """W8"""
    game = grasshopper(f"hand-0: Bear-6 Oni\nclan-0-Bear: Bear-6\n{placing()}")
    play(game, "reinforce:Bear")
    assert options(game) == {"Bear-6"}
    assert refused(game, "card:Oni") == ("yokai_comes_alone", "W8")


def test_any_yokai_may_go_on_any_clan_and_several_may_gather_there() -> None:
    """W8"""
    game = grasshopper(
        f"""
        hand-0: Oni Monkey-King
        clan-0-Bear: Bear-6 Old-Hermit Nezumi
        clan-0-Rat: Rat-3*3 Ronin
        clan-0-Carp: Carp-1
        {placing()}
        """
    )
    play(game, "summon:Oni")
    assert options(game) == {"on:Bear", "on:Carp"}
    assert refused(game, "on:Rat") == ("clan_is_full", "W9")
    assert refused(game, "on:Fox") == ("no_such_clan_of_yours", "W8")
    play(game, "on:Bear")
    assert clans(game)["0-Bear"] == ["Bear-6", "Old-Hermit", "Nezumi", "Oni"]


def test_a_yokai_needs_a_clan_in_front_of_one() -> None:
    """W8"""
    game = grasshopper(f"hand-0: Oni Bear-6\nclan-1-Bear: Bear-6\n{placing()}")
    assert options(game) == {"place_nothing"}
    assert refused(game, "summon:Oni") == ("needs_a_clan", "W8")
    assert refused(game, "summon:Kappa") == ("not_in_hand", "W8")


def test_only_ones_own_clans_can_be_reinforced() -> None:
    """W8"""
    game = grasshopper(f"hand-0: Bear-6*2 Ronin\nclan-1-Bear: Bear-6\n{placing()}")
    assert not [option for option in options(game) if option.startswith("reinforce")]
    assert refused(game, "reinforce:Bear") == ("no_such_clan_of_yours", "W8")


def test_a_clan_can_only_be_reinforced_by_what_fits() -> None:
    """W8"""
    game = grasshopper(f"hand-0: Bear-6 Rat-3\nclan-0-Carp: Carp-1\n{placing()}")
    assert refused(game, "reinforce:Carp") == ("nothing_to_add", "W8")


# -- W10, W11


def drawn_by_carp(position: str, *answers: str) -> int:
    """How many cards the Carp brings."""
    game = grasshopper(f"{position}\n{placing()}")
    since = game.happened()
    play(game, *answers)
    lines = [line.split() for line in said(game, since) if line.startswith("draws ")]
    assert len(lines) <= 1
    return int(lines[0][2]) if lines else 0


@pytest.mark.parametrize(("cards", "drawn"), [(2, 2), (3, 4), (4, 4)])
def test_2_cards_trigger_the_small_power_and_3_or_4_the_big_one(cards: int, drawn: int) -> None:
    """W10: four cards never give the small power twice."""
    faces = " ".join(["Carp-1", "Carp-1", "Carp-2", "Carp-2"][:cards])
    found = f"[{faces}]"
    assert drawn_by_carp("hand-0: Carp-1*2 Carp-2*2 Oni", "found:Carp", found) == drawn


@pytest.mark.parametrize(
    ("what", "cards", "drawn"),
    [
        ("found_with:Carp:1", "[Carp-1]", 2),
        ("found_with:Carp:1", "[Carp-1 Carp-1]", 4),
        ("found_with:Carp:2", "[Carp-1]", 4),
        ("found_with:Carp:3", "[Carp-1]", 4),
    ],
)
def test_ronin_count_as_cards_placed(what: str, cards: str, drawn: int) -> None:
    """W10"""
    assert drawn_by_carp("hand-0: Carp-1*2 Ronin*3 Oni", what, cards) == drawn


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [("Carp-1", 0), ("Ronin", 0), ("Carp-1 Ronin", 2), ("Ronin Ronin", 2), ("Carp-1 Carp-1", 2)],
)
def test_cards_already_in_play_do_not_count(cards: str, drawn: int) -> None:
    """W10"""
    position = "hand-0: Carp-1*2 Ronin*2 Oni\nclan-0-Carp: Carp-2 Carp-3"
    assert drawn_by_carp(position, "reinforce:Carp", f"[{cards}]") == drawn


def test_3_cards_that_reinforce_trigger_the_big_power() -> None:
    """W10"""
    position = "hand-0: Carp-1*2 Ronin Oni\nclan-0-Carp: Carp-2"
    assert drawn_by_carp(position, "reinforce:Carp", "[Carp-1 Carp-1 Ronin]") == 4


def test_the_power_comes_before_the_discard() -> None:
    """W10"""
    game = grasshopper(f"hand-0: Carp-1*2 Oni\ndeck: Bear-6 Rat-5\n{placing()}")
    play(game, "found:Carp", "[Carp-1 Carp-1]")
    assert options(game) == {"discard:Oni", "discard:Bear-6", "discard:Rat-5"}


@pytest.mark.parametrize("clan", CLANS)
def test_where_a_power_cannot_be_applied_the_placement_stands(clan: str) -> None:
    """W11"""
    face = "Fox-3" if clan == "Fox" else next(f for f in FACES if f.startswith(f"{clan}-"))
    game = grasshopper(f"hand-0: {face}*2\nrest: corrupt-1\n{placing()}")
    play(game, f"found:{clan}", f"[{face} {face}]")
    if clan == "Toad":
        play(game, "decline")
    assert clans(game) == {f"0-{clan}": [face, face]}
    assert f"founds 0 {CLANS.index(clan)} 2" in said(game)


# -- W12, W13


def test_a_clan_card_left_alone_is_still_a_clan() -> None:
    """W13"""
    position = "clan-0-Rat: Rat-3\nclan-0-Carp: Carp-1\nclan-0-Crow: Crow-2\nhand-0: Bear-6*3"
    game = grasshopper(f"{position}\n{placing()}")
    play(game, "found:Bear", "[Bear-6 Bear-6]")
    assert game.over


def test_a_clan_card_left_alone_blocks_a_second_clan_of_its_kind() -> None:
    """W13"""
    game = grasshopper(f"clan-0-Rat: Rat-3\nhand-0: Rat-4*3\n{placing()}")
    assert options(game) == {"place_nothing", "reinforce:Rat"}
