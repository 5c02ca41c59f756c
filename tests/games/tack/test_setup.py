"""T1 to T3, T6, T18: material, teams, families, hands, code sheets."""

from __future__ import annotations

import pytest

from tatami.engine.referee import Referee
from tatami.games.tack.cards import CLAN, CLANS, GESTURES, SIGNS, TOKEN
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import (
    CODE,
    DECK,
    HAND,
    LEFT_OUT,
    PAIR,
    SUPPLY,
    WOLF,
    pair_of,
    pair_seats,
    partner_of,
    partner_with,
    tempo,
)

COUNTS = GAME.counts


def test_it_is_for_four_to_eight() -> None:
    """T2, T18"""
    assert COUNTS == (4, 5, 6, 7, 8)
    with pytest.raises(ValueError, match="4 to 8 players"):
        Referee(GAME, 3, 1)


def test_there_are_eight_clans_of_four_and_ten_tokens_of_each_colour() -> None:
    """T1"""
    assert CLANS == ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
    w = Referee(GAME, 8, 1).world
    cards = [face for face in w.face if face in CLAN.all]
    assert [cards.count(clan) for clan in range(8)] == [4] * 8
    assert [w.faces(SUPPLY).count(token) for token in TOKEN.all] == [10] * 8


@pytest.mark.parametrize("seats", COUNTS)
def test_there_are_as_many_families_as_players_and_four_cards_each(seats: int) -> None:
    """T3: the families that are left out lie open."""
    for seed in range(5):
        w = Referee(GAME, seats, seed).world
        out = w.kinds_in(LEFT_OUT)
        assert len(out) == 8 - seats
        assert w.size(LEFT_OUT) == 4 * len(out)
        assert w.size(DECK) == 0
        assert [w.size(HAND[seat]) for seat in range(seats)] == [4] * seats
        assert not any(face in out for seat in range(seats) for face in w.faces(HAND[seat]))


def test_the_families_are_drawn_at_random() -> None:
    """T3: each of the 70 sets of four families is as likely as the next."""
    found: dict[tuple[int, ...], int] = {}
    for seed in range(2100):
        out = tuple(
            Referee(GAME, 4, seed, GAME.choose_settings({"codes": "off"})).world.kinds_in(LEFT_OUT)
        )
        found[out] = found.get(out, 0) + 1
    assert len(found) == 70
    chi = sum((number - 30) ** 2 / 30 for number in found.values())
    assert chi < 69 + 4 * (2 * 69) ** 0.5


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_partners_face_each_other(seats: int) -> None:
    """T2: seat i and seat i + k."""
    half = seats // 2
    w = Referee(GAME, seats, 1).world
    assert [partner_of(w, seat) for seat in range(half)] == list(range(half, seats))
    assert [partner_of(w, seat) for seat in range(half, seats)] == list(range(half))


@pytest.mark.parametrize("seats", [5, 7])
def test_with_odd_numbers_the_others_are_paired_from_the_wolf_on(seats: int) -> None:
    """T18: o[i] with o[i + k], listed clockwise from the wolf's left."""
    half = seats // 2
    w = Referee(GAME, seats, 1).world
    for wolf in range(seats):
        w.hold(WOLF, wolf)
        others = [(wolf + 1 + at) % seats for at in range(seats - 1)]
        assert partner_of(w, wolf) is None
        for at in range(half):
            assert partner_of(w, others[at]) == others[at + half]
            assert partner_of(w, others[at + half]) == others[at]


def test_the_first_wolf_is_random_and_there_is_none_with_even_numbers() -> None:
    """T18"""
    wolves = [Referee(GAME, 5, seed).world.holder(WOLF) for seed in range(100)]
    assert set(wolves) == {0, 1, 2, 3, 4}
    assert {Referee(GAME, 6, seed).world.holder(WOLF) for seed in range(20)} == {-1}


@pytest.mark.parametrize("seats", COUNTS)
def test_every_pair_that_can_be_partners_has_a_code_sheet_of_its_own(seats: int) -> None:
    """T6: each gesture has one meaning, each meaning one gesture; the lone wolf has none."""
    assert len(GESTURES) == len(SIGNS)
    w = Referee(GAME, seats, 3).world
    wolves = range(seats) if seats % 2 else [None]
    partners = {
        pair_of(w, seat, partner_with(w, wolf, seat))
        for wolf in wolves
        for seat in range(seats)
        if seat != wolf
    }
    assert partners == set(PAIR.here(w))
    for pair in partners:
        one, other = pair_seats(w, pair)
        assert pair_of(w, one, other) == pair_of(w, other, one) == pair
        assert sorted(w.faces(CODE[pair])) == SIGNS
    assert len({tuple(w.faces(CODE[pair])) for pair in partners}) == len(partners)


@pytest.mark.parametrize("seats", COUNTS)
def test_only_the_two_see_their_sheet(seats: int) -> None:
    """T6, T22"""
    game = Referee(GAME, seats, 3)
    for pair in PAIR.here(game.world):
        zone = CODE[pair]
        for seat in range(seats + 1):
            mine = seat in pair_seats(game.world, pair)
            assert (game.view(seat).zones[zone] == tuple(game.world.faces(zone))) == mine
            assert mine or set(game.view(seat).zones[zone]) == {-1}


def test_a_table_can_do_without_sheets() -> None:
    """T6"""
    layout = GAME.layout(6, GAME.choose_settings({"codes": "off"}))
    assert not [name for name in layout.places if name.startswith("code")]
    with_sheets = GAME.layout(6, GAME.defaults())
    assert list(with_sheets.places)[-3:] == ["code-0", "code-1", "code-2"]


def test_the_table_options_are_those_of_the_rules() -> None:
    """T23, T25: 20 seconds to choose, 3 between passes, no limits, sheets, throws."""
    chosen = {one.name: one.values[one.default] for one in GAME.settings}
    assert chosen == {
        "choose": "20",
        "between": "3",
        "passes": "none",
        "rounds": "none",
        "codes": "on",
        "throw": "on",
    }
    assert tempo(GAME.defaults()) == (20_000, 3_000, 3_000)
    slow = GAME.choose_settings({"choose": "90", "between": "12"})
    assert tempo(slow) == (90_000, 12_000, 3_000)


def test_faces_have_names_of_their_own() -> None:
    """T1"""
    assert len(set(GAME.faces)) == len(GAME.faces) == 28
