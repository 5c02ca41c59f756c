"""W1 to W4 and W23: the deck, who begins, the deal, the board."""

from __future__ import annotations

from collections import Counter

import pytest

from tatami.engine.referee import Referee
from tatami.games.wataah.cards import FACES, STRENGTH
from tatami.games.wataah.rules import GAME
from tests.games.wataah.positions import (
    asked,
    cards,
    counter,
    counters,
    hand,
    jigoku,
    mover,
    said,
    table,
    zone,
)

EACH = pytest.mark.parametrize("seats", [2, 3, 4])
MODES = pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])


def begun(seats: int, seed: int, mode: str = "grasshopper") -> Referee:
    return Referee(GAME, seats, seed, GAME.choose_settings({"mode": mode}))


def revealed(referee: Referee) -> list[list[str]]:
    """What the players reveal, round by round."""
    lines = [line.split() for line in said(referee) if line.startswith("reveals ")]
    faces = [FACES[int(line[2])] for line in lines]
    return [faces[at : at + referee.seats] for at in range(0, len(faces), referee.seats)]


def strength(face: str) -> int:
    return STRENGTH[FACES.index(face)]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    """W1"""
    with pytest.raises(ValueError, match="2 to 4"):
        begun(seats, 1)


@EACH
@MODES
def test_whoever_reveals_the_highest_strength_plays_first(seats: int, mode: str) -> None:
    """W3"""
    for seed in range(40):
        referee = begun(seats, seed, mode)
        *ties, last = [[strength(face) for face in faces] for faces in revealed(referee)]
        assert all(round.count(max(round)) > 1 for round in ties)
        assert last.count(max(last)) == 1
        first = last.index(max(last))
        assert mover(referee) == first
        assert f"begins {first}" in said(referee)


def test_on_a_tie_for_the_highest_all_reveal_again() -> None:
    """W3"""
    ties = 0
    for seed in range(60):
        rounds = revealed(begun(4, seed))
        ties += len(rounds) > 1
        assert all(len(faces) == 4 for faces in rounds)
    assert ties > 5


def test_a_tie_below_the_highest_is_none() -> None:
    """W3"""
    position = "deck: Carp-1 Carp-1 Bear-6\nstep: wataah.reveal\noption mode = grasshopper"
    referee = table(position, 3, 0)
    assert mover(referee) == 0
    assert revealed(referee) == [["Bear-6", "Carp-1", "Carp-1"]]


@EACH
def test_revealed_cards_go_to_the_jigoku_each_reveal_weakest_first(seats: int) -> None:
    """W3"""
    for seed in range(20):
        referee = begun(seats, seed)
        expected: list[str] = []
        for faces in revealed(referee):
            expected += sorted(faces, key=lambda face: (strength(face), FACES.index(face)))
        assert jigoku(referee) == expected


@EACH
@MODES
def test_everyone_gets_8_cards_and_the_first_player_7(seats: int, mode: str) -> None:
    """W4"""
    for seed in range(10):
        referee = begun(seats, seed, mode)
        first = mover(referee)
        sizes = [len(hand(referee, seat)) for seat in range(seats)]
        assert sizes == [7 if seat == first else 8 for seat in range(seats)]
        assert len(zone(referee, "deck")) == 94 - sum(sizes) - len(jigoku(referee))


def test_reveals_go_on_through_a_reshuffle() -> None:
    """W2, W3: the deck runs out between the reveals of two players."""
    referee = table(
        "deck: Bear-6\nrest: jigoku\nstep: wataah.reveal\noption mode = grasshopper", 2, 0
    )
    assert said(referee)[0] == "reshuffles"
    assert sum(len(zone(referee, name)) for name in ("deck", "hand-0", "hand-1", "jigoku")) == 94


@EACH
def test_the_deck_lies_face_down_and_the_jigoku_face_up(seats: int) -> None:
    """W1"""
    referee = begun(seats, 5)
    for seat in range(seats + 1):
        assert set(zone(referee, "deck", seat)) == {"?"}
        assert "?" not in zone(referee, "jigoku", seat)


@EACH
def test_grand_master_adds_decks_bosses_and_the_shosho(seats: int) -> None:
    """W23"""
    bosses = Counter[str]()
    for seed in range(30):
        referee = begun(seats, seed, "grand-master")
        assert len(zone(referee, "temple-deck")) == len(zone(referee, "court-deck")) == 10
        for name in ("boss", "box", "decoy-0", "decoy-1", "decoy-2"):
            assert len(zone(referee, name)) == 1
            for seat in range(seats + 1):
                assert zone(referee, name, seat) == ["?"]
        bosses[zone(referee, "boss")[0]] += 1
        assert counter(referee, "shosho") == mover(referee) + 1
        assert counters(referee, "pawns") == [0] * seats
    assert len(bosses) == 5


def test_temple_and_court_decks_are_shuffled() -> None:
    """W23"""
    orders = {tuple(zone(begun(2, seed, "grand-master"), "court-deck")) for seed in range(5)}
    assert len(orders) == 5


def test_grasshopper_mode_has_no_board() -> None:
    """W22, W23"""
    referee = begun(2, 1)
    assert "boss" not in referee.view(0).data()["zones"]
    assert counter(referee, "shosho") == 0
    assert sum(cards(referee).values()) == 94


def test_the_first_question_is_how_to_draw() -> None:
    """W5"""
    assert asked(begun(3, 2)) == "draw"
