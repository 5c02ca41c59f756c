"""W24 to W34 and W37: ranks, Shosho, Temple, pawns, three rounds, the Boss."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tests.games.wataah.positions import (
    asked,
    clans,
    counter,
    counters,
    grand,
    hand,
    jigoku,
    mover,
    options,
    play,
    refused,
    said,
    zone,
)

END = "step: wataah.round_end"
SPREAD = "clan-0-Bear: Bear-6*3\nclan-1-Bear: Bear-6*2\nclan-2-Bear: Bear-6\nclan-3-Carp: Carp-1"


def ended(position: str, seats: int = 2) -> Referee:
    return grand(f"{position}\n{END}", seats)


def tied(*scores: int) -> str:
    """Clans that give these scores: Bears for multiples of 6, a Carp for 1."""
    lines = [
        f"clan-{seat}-Bear: Bear-6*{score // 6}" for seat, score in enumerate(scores) if score > 1
    ]
    return "\n".join(
        lines + [f"clan-{s}-Carp: Carp-1" for s, score in enumerate(scores) if score == 1]
    )


# -- W25


@pytest.mark.parametrize(("seats", "pawns"), [(2, [4, 2]), (3, [4, 3, 1]), (4, [4, 3, 2, 1])])
def test_pawns_by_rank(seats: int, pawns: list[int]) -> None:
    """W25"""
    lines = SPREAD.splitlines()[:seats]
    game = ended("\n".join(lines), seats)
    assert counters(game, "pawns") == pawns
    ranked = [line for line in said(game) if line.startswith("ranked")]
    assert ranked == [f"ranked {seat} {seat + 1} {pawns[seat]}" for seat in range(seats)]


@pytest.mark.parametrize(
    ("strengths", "pawns"),
    [
        ((12, 12, 6), [4, 4, 3]),
        ((12, 6, 6), [4, 3, 3]),
        ((6, 6, 6), [4, 4, 4]),
        ((12, 6, 6, 1), [4, 3, 3, 2]),
        ((12, 12, 6, 6), [4, 4, 3, 3]),
        ((12, 12, 12, 6), [4, 4, 4, 3]),
        ((6, 6), [4, 4]),
    ],
)
def test_equal_scores_share_a_rank_and_the_next_move_up(
    strengths: tuple[int, ...], pawns: list[int]
) -> None:
    """W25"""
    game = ended(tied(*strengths), len(strengths))
    while asked(game) == "shosho":
        play(game, "to:s0")
    assert counters(game, "pawns") == pawns


# -- W26


def test_the_shosho_goes_to_the_winner_of_the_round() -> None:
    """W26"""
    game = ended("clan-1-Bear: Bear-6\nshosho = 1")
    assert counter(game, "shosho") == 2
    assert "shosho_goes 1" in said(game)


def test_of_tied_winners_the_least_corrupt_gets_the_shosho() -> None:
    """W26"""
    game = ended("clan-0-Bear: Bear-6 Ronin\ncorrupt-0: Carp-1\nclan-1-Bear: Bear-6\nshosho = 1")
    assert counters(game, "score") == [6, 6]
    assert counter(game, "shosho") == 2


def test_still_tied_the_holder_of_the_shosho_chooses_among_them() -> None:
    """W26"""
    game = ended("clan-0-Bear: Bear-6\nclan-2-Bear: Bear-6\nshosho = 2", 3)
    assert (mover(game), asked(game)) == (1, "shosho")
    assert options(game) == {"to:s0", "to:s2"}
    assert refused(game, "to:s1") == ("not_tied_for_it", "W26")
    play(game, "to:s2")
    assert counter(game, "shosho") == 3


def test_a_tied_holder_may_keep_the_shosho() -> None:
    """W26"""
    game = ended("clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6\nshosho = 2")
    assert mover(game) == 1
    play(game, "to:s1")
    assert counter(game, "shosho") == 2


# -- W27, W28


def test_the_last_activates_the_temple() -> None:
    """W27"""
    game = ended(SPREAD, 4)
    assert (mover(game), asked(game)) == (3, "temple")
    assert options(game) == {"temple_cards", "peek:first", "peek:second", "peek:third"}


def test_all_who_are_tied_for_last_do_from_the_shosho_holder_clockwise() -> None:
    """W27"""
    game = ended("clan-2-Bear: Bear-6", 4)
    visits = []
    while asked(game) == "temple":
        visits.append(mover(game))
        play(game, "peek:first")
    assert visits == [3, 0, 1]
    assert mover(game) == 2


def test_if_everyone_is_tied_nobody_does() -> None:
    """W27"""
    game = ended("clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6")
    play(game, "to:s0")
    assert asked(game) == "pawns"


def test_a_temple_card_is_kept_face_up_and_the_other_goes_under_the_deck() -> None:
    """W28"""
    deck = "Silent-Step Bone-Market Hidden-Dojo Paper-Wards"
    rest = "Veiled-Bribes Cleansing-Smoke Closed-Fist Twin-Shadows Yokai-Pact Full-Ranks"
    game = ended(f"clan-0-Bear: Bear-6\ntemple-deck: {rest} {deck}")
    assert (mover(game), asked(game)) == (1, "temple")
    play(game, "temple_cards")
    assert options(game) == {"keep_face_up:Hidden-Dojo", "keep_face_up:Paper-Wards"}
    assert refused(game, "keep_face_up:Silent-Step") == ("not_looked_at", "W28")
    for seat in (0, 2):
        assert zone(game, "looking-1", seat) == ["?", "?"]
    play(game, "keep_face_up:Hidden-Dojo")
    assert zone(game, "temple-1", 0) == ["Hidden-Dojo"]
    assert zone(game, "temple-deck")[0] == "Paper-Wards"
    assert zone(game, "temple-deck")[-1] == "Bone-Market"
    assert zone(game, "temple-deck", 1)[0] == "Paper-Wards"
    assert zone(game, "temple-deck", 0) == ["?"] * 9


def test_a_look_at_a_decoy_is_secret_but_which_one_is_not() -> None:
    """W28"""
    game = ended("clan-0-Bear: Bear-6")
    play(game, "peek:second")
    assert zone(game, "decoy-1", 1) == ["Grugazor"]
    assert zone(game, "decoy-1", 0) == zone(game, "decoy-1", 2) == ["?"]
    assert said(game)[-1] == "peeks 1 1"


def test_the_same_decoy_may_be_looked_at_again() -> None:
    """W28"""
    game = ended("clan-0-Bear: Bear-6\nmissions-1 = 1")
    play(game, "peek:second", "to_showdown:4", "to_missions:1")
    assert (mover(game), asked(game)) == (1, "missions.look")
    play(game, "peek:second")
    assert said(game)[-1] == "peeks 1 1"


def test_after_round_3_the_temple_offers_only_the_look() -> None:
    """W27"""
    game = ended("clan-0-Bear: Bear-6\nround = 3")
    assert options(game) == {"peek:first", "peek:second", "peek:third"}
    assert refused(game, "temple_cards") == ("only_the_look", "W27")


def test_without_the_decks_powers_the_temple_offers_only_the_look() -> None:
    """W28"""
    game = ended("option temple-court = off\nclan-0-Bear: Bear-6")
    assert options(game) == {"peek:first", "peek:second", "peek:third"}
    assert refused(game, "temple_cards") == ("no_temple_cards", "W28")


# -- W29 to W31


def pawns(position: str, seats: int = 2) -> Referee:
    """After the Temple visits of a round that was won in the order of the seats."""
    lines = SPREAD.splitlines()[:seats]
    game = ended("\n".join([*lines, position]), seats)
    return play(game, "peek:first")


def test_from_the_shosho_holder_clockwise_until_all_are_placed() -> None:
    """W29"""
    game = pawns("", 4)
    movers = []
    while asked(game) == "pawns":
        movers.append(mover(game))
        play(game, "to_showdown:1")
    assert movers == [0, 1, 2, 3, 0, 1, 2, 0, 1, 0]
    assert counters(game, "showdown") == [4, 3, 2, 1]
    assert counters(game, "pawns") == [0] * 4


def test_one_or_more_pawns_go_to_one_location() -> None:
    """W29"""
    game = pawns("")
    assert options(game) == {
        "to_court",
        *(f"to_missions:{n}" for n in (1, 2, 3, 4)),
        *(f"to_showdown:{n}" for n in (1, 2, 3, 4)),
    }
    play(game, "to_missions:3")
    assert (counters(game, "missions"), counters(game, "pawns")) == ([3, 0], [1, 2])
    play(game, "to_court")
    assert mover(game) == 0
    assert refused(game, "to_missions:2") == ("too_few_pawns", "W29")
    assert refused(game, "to_showdown:4") == ("too_few_pawns", "W29")


def test_a_later_turn_may_use_the_same_location() -> None:
    """W29"""
    game = pawns("")
    play(game, "to_missions:1", "to_showdown:2", "to_missions:3")
    play(game, "no_peek")
    assert counters(game, "missions") == [4, 0]


def test_who_has_none_left_is_passed_over() -> None:
    """W29"""
    game = pawns("", 3)
    play(game, "to_showdown:1", "to_showdown:3", "to_showdown:1")
    assert mover(game) == 0
    play(game, "to_showdown:1")
    assert mover(game) == 0


def test_one_pawn_a_player_a_round_goes_to_the_court_for_its_top_card() -> None:
    """W30"""
    game = pawns("court-deck: Pardon Informer Court-Spy\ncourt-gone: " + REST)
    play(game, "to_court")
    assert zone(game, "court-0", 0) == ["Court-Spy"]
    assert zone(game, "court-0", 1) == zone(game, "court-0", 2) == ["?"]
    play(game, "to_court")
    assert zone(game, "court-1", 1) == ["Informer"]
    assert refused(game, "to_court") == ("court_once_a_round", "W30")
    assert counters(game, "court") == [1, 1]


REST = (
    "Imperial-Levy Mobilisation Imperial-Guard Masters-Lesson Ancestors-Memory Moon-Banner "
    "Poisoned-Gift"
)


def test_in_every_round_one_pawn_may_go_to_the_court() -> None:
    """W30: the one of the round before does not count."""
    game = pawns("")
    play(game, "to_court", "to_court", "to_showdown:3", "to_showdown:1")
    assert counter(game, "round") == 2
    assert counter(game, "courted") == 0
    game = ended("clan-0-Bear: Bear-6\nround = 2\ncourt-0 = 1\ncourt-1 = 1")
    play(game, "peek:first", "to_court", "to_court")
    assert counters(game, "court") == [2, 2]


def test_after_round_3_a_pawn_at_the_court_gives_no_card() -> None:
    """W30"""
    game = pawns("round = 3")
    play(game, "to_court")
    assert zone(game, "court-0") == []
    assert counters(game, "court") == [1, 0]


def test_without_the_decks_powers_a_pawn_at_the_court_gives_no_card() -> None:
    """W30"""
    game = pawns("option temple-court = off")
    play(game, "to_court")
    assert zone(game, "court-0") == []
    assert len(zone(game, "court-deck")) == 10


def test_a_court_card_that_was_not_used_is_discarded_unseen_at_the_end_of_the_round() -> None:
    """W30, W37"""
    game = ended("clan-0-Bear: Bear-6\ncourt-0: Pardon")
    play(game, "0> show_nothing")
    assert zone(game, "court-0") == []
    assert zone(game, "court-gone", 0) == ["Pardon"]
    assert zone(game, "court-gone", 1) == zone(game, "court-gone", 2) == ["?"]


def test_temple_cards_in_force_are_discarded_at_the_end_of_the_round() -> None:
    """W28, W37"""
    game = ended("clan-0-Bear: Bear-6\ntemple-0: Paper-Wards")
    assert zone(game, "temple-0") == []
    assert zone(game, "temple-gone", 2) == ["Paper-Wards"]


@pytest.mark.parametrize(
    ("before", "number", "look"),
    [
        (0, 1, False),
        (0, 2, True),
        (1, 1, True),
        (2, 2, True),
        (1, 2, False),
        (2, 1, False),
        (1, 3, True),
        (3, 4, False),
    ],
)
def test_an_even_total_on_missions_gives_one_look(before: int, number: int, look: bool) -> None:
    """W31: even plus two included; passing over an even number gives none."""
    game = pawns(f"missions-0 = {before}")
    play(game, f"to_missions:{number}")
    assert (asked(game) == "missions.look") == look
    if look:
        assert options(game) == {"peek:first", "peek:second", "peek:third", "no_peek"}
        play(game, "no_peek")
        assert said(game)[-1] == "does_not_peek 0"
    assert (mover(game), asked(game)) == (1, "pawns")


def test_the_look_is_taken_before_the_next_player_places() -> None:
    """W31"""
    game = pawns("")
    play(game, "to_missions:2")
    assert (mover(game), asked(game)) == (0, "missions.look")
    play(game, "peek:third")
    assert zone(game, "decoy-2", 0) == ["Ma-Maho"]
    assert zone(game, "decoy-2", 1) == ["?"]


# -- W24, W33, W37


def test_after_the_pawns_table_and_piles_go_to_the_jigoku_and_hands_are_kept() -> None:
    """W24, W33"""
    game = ended("clan-1-Bear: Bear-6 Ronin\nclan-0-Carp: Carp-1\ncorrupt-0: Rat-5\nhand-0: Oni")
    play(game, "peek:first", "to_showdown:4")
    assert clans(game) != {}
    play(game, "to_showdown:2")
    assert clans(game) == {}
    assert zone(game, "corrupt-0") == []
    assert jigoku(game) == ["Carp-1", "Ronin", "Rat-5", "Bear-6"]
    assert hand(game, 0) == ["Oni"]
    assert hand(game, 1) == []
    assert (mover(game), asked(game)) == (1, "draw")
    assert (counter(game, "round"), counter(game, "ending")) == (2, 0)
    assert said(game)[-1] == "round_begins 1 2"


def test_the_table_goes_to_an_empty_deck_as_one_move() -> None:
    """W2, W24"""
    game = ended("clan-1-Bear: Bear-6*2\ncorrupt-0: Rat-5 Carp-1\nrest: hand-0")
    play(game, "peek:first", "to_showdown:4", "to_showdown:2")
    assert sorted(zone(game, "deck")) == ["Bear-6", "Bear-6", "Carp-1", "Rat-5"]
    assert said(game).count("reshuffles") == 1


def test_a_round_ends_in_this_order() -> None:
    """W37"""
    game = ended(
        "clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6\nclan-2-Carp: Carp-1\ncourt-1: Pardon", 3
    )
    assert asked(game, 1) == "banner"
    play(game, "1> show_nothing")
    assert asked(game) == "shosho"
    play(game, "to:s1")
    assert (mover(game), asked(game)) == (2, "temple")
    play(game, "peek:first")
    while asked(game) == "pawns":
        play(game, "to_showdown:1")
    order = ["scores", "ranked", "shosho_goes", "peeks", "sends_to_showdown", "round_begins"]
    first = {key: [line.split()[0] for line in said(game)].index(key) for key in order}
    assert sorted(order, key=first.__getitem__) == order


def test_after_round_3_the_piles_stay_until_the_winner_is_known() -> None:
    """W34, W37"""
    game = ended("clan-1-Bear: Bear-6*2 Ronin\ncorrupt-1: Carp-1\nround = 3")
    play(game, "peek:first", "to_showdown:4", "to_showdown:2")
    assert game.over
    assert zone(game, "corrupt-1") == ["Carp-1"]


# -- W32, W34


def last(position: str, seats: int = 2) -> Referee:
    return grand(f"{position}\nround = 3\nstep: wataah.showdown", seats)


BOSSES = {
    "Dark-Shogun": [0, 50, 50, 50, 50, 50, 50],
    "Gaijins": [-30, -30, -30, 30, 60, 90, 90],
    "Grugazor": [0, 0, 0, 30, 60, 90, 120, 120],
    "Ma-Maho": [-50, -10, -20, -30, -40, -50, -50],
    "Zombies": [-30, -30, 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize(
    ("boss", "sent", "points"),
    [(boss, sent, points) for boss, row in BOSSES.items() for sent, points in enumerate(row)],
)
def test_the_boss_takes_its_damage_first_and_then_gives_points(
    boss: str, sent: int, points: int
) -> None:
    """W32: also to those who have no pawns there."""
    game = last(f"boss: {boss}\nshowdown-0 = {sent}\nmissions-1 = 12")
    assert counters(game, "points")[0] == points


def test_the_boss_is_revealed_to_all() -> None:
    """W32"""
    game = last("boss: Zombies")
    for seat in range(3):
        assert zone(game, "boss", seat) == ["Zombies"]
    assert said(game)[0] == "boss_is 4"


def test_ten_points_for_each_pawn_at_the_court_and_on_missions() -> None:
    """W30, W31, W34"""
    game = last("boss: Dark-Shogun\ncourt-0 = 2\nmissions-0 = 3\nshowdown-0 = 1\nmissions-1 = 9")
    assert counters(game, "points") == [100, 90]
    assert "final_points 0 20 30 50 100" in said(game)
    assert game.winners() == (0,)


def test_in_a_tie_for_the_most_points_the_less_corrupt_wins() -> None:
    """W34: by the third round's piles."""
    game = last(
        "boss: Dark-Shogun\nmissions-0 = 3\ncourt-1 = 3\ncorrupt-0: Rat-3\ncorrupt-1: Ronin"
    )
    assert counters(game, "points") == [30, 30]
    assert game.winners() == (1,)


def test_still_tied_they_share_it() -> None:
    """W34"""
    game = last("boss: Dark-Shogun\nmissions-0 = 3\ncourt-2 = 3", 3)
    assert game.winners() == (0, 2)


def test_the_boss_comes_after_the_third_rounds_placement() -> None:
    """W24, W32"""
    game = ended("clan-0-Bear: Bear-6\nround = 3\nboss: Grugazor")
    play(game, "peek:first", "to_showdown:4")
    assert zone(game, "boss", 0) == ["?"]
    play(game, "to_missions:2", "no_peek")
    assert game.over
    assert counters(game, "points") == [60, 20]


def test_there_are_three_rounds() -> None:
    """W24"""
    for number in (1, 2):
        game = ended(f"clan-0-Bear: Bear-6\nround = {number}")
        play(game, "peek:first", "to_showdown:4", "to_showdown:2")
        assert not game.over
        assert counter(game, "round") == number + 1
