"""N1 to N5 and N31: the cards, the deal, the draft, the next round."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.night.cards import CARD, HOUSE_CARD, PHASE_OF, PROVENANCE, SPLITS, TOKEN
from tatami.games.night.resolve import POWER_OF
from tatami.games.night.rules import GAME
from tatami.games.night.zones import DRAFTING, STAGE
from tests.games.night.positions import (
    REVEAL,
    answer,
    asked,
    counts,
    options,
    quiet,
    refused,
    reveal,
    said,
    table,
    zone,
)

EVERY = pytest.mark.parametrize("seats", range(4, 12))


def deal(seats: int, seed: int = 0) -> Referee:
    return Referee(GAME, seats, seed)


def houses(game: Referee) -> list[str]:
    return [zone(game, f"house-{seat}")[0] for seat in range(game.seats)]


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 12, 13])
def test_only_two_or_four_to_eleven_can_play(seats: int) -> None:
    """N1, N33"""
    with pytest.raises(ValueError, match="2 or 4 to 11 players"):
        deal(seats)


@EVERY
def test_houses_are_equal_from_rank_one_upward_with_a_ronin_where_the_number_is_odd(
    seats: int,
) -> None:
    """N1"""
    ranks = range(1, seats // 2 + 1)
    expected = [f"Crane-{rank}" for rank in ranks] + [f"Lotus-{rank}" for rank in ranks]
    expected += ["Ronin"] if seats % 2 else []
    for seed in range(5):
        assert sorted(houses(deal(seats, seed))) == sorted(expected)


def test_four_players_have_the_ranks_one_and_two() -> None:
    """N1"""
    assert sorted(houses(deal(4))) == ["Crane-1", "Crane-2", "Lotus-1", "Lotus-2"]


def test_the_seven_player_deal_of_the_book() -> None:
    """N1: three ranks of each House, and the Ronin."""
    cards = {"Crane-1", "Crane-2", "Crane-3", "Lotus-1", "Lotus-2", "Lotus-3", "Ronin"}
    assert {*houses(deal(7))} == cards


def test_there_are_33_ninja_cards_11_house_cards_and_35_tokens() -> None:
    """N2"""
    assert len(CARD.names) == len(set(CARD.names)) == 33
    assert len(HOUSE_CARD.names) == 11
    for phase in ("Spy", "Mystic", "Blind-Assassin", "Shinobi"):
        assert [f"{phase}-{n}" for n in range(1, 7)] == [f for f in CARD.names if phase in f]
    assert all(sum(split) == 35 for split in SPLITS)
    assert SPLITS[0] == (12, 12, 11)
    assert set(PROVENANCE.values()) <= {"book", "sourced", "reconstructed"}


@pytest.mark.parametrize("honor", range(3))
def test_the_bag_holds_the_split_of_the_table(honor: int) -> None:
    """N2"""
    game = Referee(GAME, 4, 1, (honor, 0, 0))
    bag = zone(game, "bag")
    assert tuple(bag.count(token) for token in TOKEN.names) == SPLITS[honor]
    assert zone(game, "bag", 0) == ["?"] * 35


@EVERY
def test_a_house_card_is_known_to_its_player_only(seats: int) -> None:
    """N3"""
    game = deal(seats)
    for owner in range(seats):
        for seat in range(seats + 1):
            seen = zone(game, f"house-{owner}", seat)
            assert seen == (zone(game, f"house-{owner}") if seat == owner else ["?"])


def test_house_cards_are_shuffled() -> None:
    """N3"""
    assert {houses(deal(5, seed))[0] for seed in range(80)} == set(houses(deal(5)))


@EVERY
def test_three_ninja_cards_are_dealt_to_each_and_the_rest_is_out_of_the_round(seats: int) -> None:
    """N4, N5: with eleven players all cards are dealt."""
    game = deal(seats)
    for seat in range(seats):
        assert len(zone(game, f"draft-{seat}")) == 3
        assert asked(game, seat) == "draft.first"
        assert options(game, seat) == {f"keep:{face}" for face in zone(game, f"draft-{seat}")}
    assert len(zone(game, "deck")) == 33 - 3 * seats
    assert zone(game, "deck", 0) == ["?"] * (33 - 3 * seats)


def test_the_ninja_deck_is_shuffled() -> None:
    """N2, N4: any card can be dealt to anybody, in later rounds too."""
    first = {face for seed in range(60) for face in zone(deal(4, seed), "draft-0")}
    assert len(first) > 25
    later = set()
    for seed in range(60):
        game = table(phase=REVEAL, seed=seed)
        reveal(game)
        later |= set(zone(game, "draft-3"))
    assert len(later) > 25


def keep(game: Referee, seat: int, at: int) -> str:
    """Keep one of the cards one chooses from."""
    face = zone(game, f"draft-{seat}", seat)[at]
    answer(game, seat, f"keep:{face}")
    return face


@EVERY
def test_two_are_passed_to_the_left_and_of_these_one_is_kept(seats: int) -> None:
    """N4"""
    game = deal(seats)
    dealt = [zone(game, f"draft-{seat}") for seat in range(seats)]
    kept = [keep(game, seat, seat % 3) for seat in range(seats)]
    passed = [[f for f in dealt[seat] if f != kept[seat]] for seat in range(seats)]
    for seat in range(seats):
        assert zone(game, f"hand-{seat}") == [kept[seat]]
        assert zone(game, f"draft-{seat}") == passed[seat - 1]
        assert asked(game, seat) == "draft.second"
        assert options(game, seat) == {f"keep:{face}" for face in passed[seat - 1]}
    second = [keep(game, seat, seat % 2) for seat in range(seats)]
    discarded = [f for seat in range(seats) for f in passed[seat - 1] if f != second[seat]]
    for seat in range(seats):
        assert sorted(zone(game, f"hand-{seat}")) == sorted([kept[seat], second[seat]])
        assert not zone(game, f"draft-{seat}")
    assert sorted(zone(game, "discard")) == sorted(discarded)


def test_all_choose_at_the_same_time() -> None:
    """N4: nothing moves before the last has chosen, and nobody sees who has."""
    game = deal(4)
    before = [game.view(seat) for seat in range(5)]
    keep(game, 0, 0)
    keep(game, 2, 1)
    for seat in (1, 3, 4):
        assert game.view(seat) == before[seat]
    keep(game, 1, 0)
    keep(game, 3, 0)
    assert game.view(4) != before[4]


def test_a_card_that_one_does_not_choose_from_is_refused() -> None:
    """N4"""
    game = deal(4)
    other = zone(game, "draft-1")[0]
    assert refused(game, 0, f"keep:{other}") == ("not_in_draft", "N4")


def test_one_knows_what_one_passed_and_what_one_discarded() -> None:
    """N5"""
    game = deal(5)
    mine = zone(game, "draft-0", 0)
    for seat in range(5):
        keep(game, seat, 0)
    assert sorted(zone(game, "draft-1", 0)) == sorted(mine[1:])
    assert zone(game, "draft-2", 0) == ["?"] * 2
    got = zone(game, "draft-0", 0)
    for seat in range(5):
        keep(game, seat, 0)
    assert zone(game, "discard", 0) == [got[1], "?", "?", "?", "?"]
    assert zone(game, "discard", 5) == ["?"] * 5


def test_the_draft_of_an_absent_player_goes_on() -> None:
    """N4: by default the first card is kept."""
    game = deal(4)
    first = [zone(game, f"draft-{seat}")[0] for seat in range(4)]
    assert game.expire(game.turn)
    assert [zone(game, f"hand-{seat}")[0] for seat in range(4)] == first


def test_a_new_round_shuffles_everything_back_but_the_tokens() -> None:
    """N31"""
    game = table(
        """
        hand-0: Spy-1 Martyr
        played-1: Mystic-4
        discard: Judge Thief
        tokens-2: Honor-2 Honor-3
        touched = m0 m1
        """,
        phase=REVEAL,
    )
    reveal(game)
    assert game.world.count[0] == 2
    assert STAGE.of(game.world) == DRAFTING
    assert asked(game, 0) == "draft.first"
    assert len(zone(game, "deck")) == 33 - 12
    assert not zone(game, "discard")
    assert not any(zone(game, f"{what}-{s}") for what in ("hand", "played") for s in range(4))
    assert {"Honor-2", "Honor-3"} <= set(zone(game, "tokens-2"))
    assert game.world.count[2] == game.world.count[3] == 0
    assert sorted(houses(game)) == ["Crane-1", "Crane-2", "Lotus-1", "Lotus-2"]
    for seat in range(4):
        assert zone(game, "house-0", seat) == (zone(game, "house-0") if seat == 0 else ["?"])


def test_the_dead_stand_up_for_a_new_round() -> None:
    """N31"""
    game = table("dead-1 = 1\ndead-2 = 1", phase=REVEAL)
    reveal(game)
    quiet(game, "play.Spy")
    assert game.waiting() == [0, 1, 2, 3]


@pytest.mark.parametrize(("value", "limit"), [(1, 1), (2, 3), (3, 5)])
def test_a_table_can_limit_the_rounds(value: int, limit: int) -> None:
    """N31: at the limit the most points win."""
    game = Referee(GAME, 4, 3, (0, 0, value))
    while not game.over:
        game.expire(game.turn)
    assert game.world.count[0] <= limit
    if "counted" in said(game):
        assert game.world.count[0] == limit
        assert all(zone(game, f"tokens-{s}", 4) == zone(game, f"tokens-{s}") for s in range(4))
    assert sum(counts(game)) > 0


def test_every_card_of_the_five_phases_has_a_power_and_no_other_has() -> None:
    """N6, N19, N28"""
    assert POWER_OF.keys() == PHASE_OF.keys()
