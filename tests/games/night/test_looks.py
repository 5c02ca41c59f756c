"""N13 to N16: who can be aimed at, and what Spies, Mystics and the Troublemaker see."""

from __future__ import annotations

import pytest

from tests.games.night.positions import (
    ASSASSIN,
    MYSTIC,
    SHINOBI,
    SPY,
    TRICKSTER,
    answer,
    asked,
    dead,
    knows,
    options,
    phase,
    play,
    refused,
    said,
    table,
    zone,
)

OTHERS = {f"at:s{seat}:only" for seat in (1, 2, 3)}
LOOKS = [("Spy-1", SPY), ("Mystic-1", MYSTIC), ("Troublemaker", TRICKSTER), ("Shinobi-1", SHINOBI)]


@pytest.mark.parametrize(("card", "number"), LOOKS)
def test_a_look_is_aimed_at_another_player_the_dead_too(card: str, number: int) -> None:
    """N13, N14"""
    game = table(f"hand-0: {card}\ndead-2 = 1", phase=number)
    phase(game, f"0 {card}")
    assert options(game, 0) == OTHERS
    assert refused(game, 0, "at:s0:only") == ("not_yourself", "N13")
    assert refused(game, 0, "at:s4:only") == ("no_such_player", "N13")
    assert refused(game, 0, "at:s1:first") == ("no_such_player", "N13")
    play(game, "0 at:s2:only")
    assert knows(game, 0, "2") == "Crane-2"
    assert knows(game, 1, "2") == "?"
    assert knows(game, 4, "2") == "?"
    assert "looks 0 0 2 0" in said(game)


@pytest.mark.parametrize("two", [("0", "1"), ("1", "0")])
@pytest.mark.parametrize(("card", "number"), LOOKS[2:])
def test_whom_the_shapeshifter_touched_may_look_at_their_own_card(
    card: str, number: int, two: tuple[str, str]
) -> None:
    """N13, N17: whichever of the two was named first."""
    game = table("hand-3: Shapeshifter\nhand-0: " + card, phase=TRICKSTER)
    if number == TRICKSTER:
        phase(game, f"3 Shapeshifter, 0 {card}")
    else:
        phase(game, "3 Shapeshifter")
    play(game, *[f"3 at:s{one}:only" for one in two], "3 swap")
    assert knows(game, 0, "0") == "?"
    if number == SHINOBI:
        phase(game)
        phase(game, f"0 {card}")
    assert options(game, 0) == OTHERS | {"at:s0:only"}
    play(game, "0 at:s0:only")
    assert knows(game, 0, "0") == "Lotus-1"
    if number == TRICKSTER:
        assert knows(game, 2, "0") == "?"


def test_a_shinobi_aimed_at_oneself_kills_nobody() -> None:
    """N13"""
    game = table("hand-0: Shinobi-1\ntouched = 1", phase=SHINOBI)
    phase(game, "0 Shinobi-1")
    play(game, "0 at:s0:only")
    assert asked(game, 0) == "mastermind"
    assert not dead(game)


def test_a_troublemaker_aimed_at_oneself_may_turn_it_up() -> None:
    """N13"""
    game = table("hand-0: Troublemaker\ntouched = 1", phase=TRICKSTER)
    phase(game, "0 Troublemaker")
    play(game, "0 at:s0:only", "0 turn")
    assert knows(game, 3, "0") == "Crane-1"


@pytest.mark.parametrize(("card", "number"), [("Blind-Assassin-1", ASSASSIN), ("Judge", TRICKSTER)])
def test_a_kill_needs_a_living_target_and_must_be_made(card: str, number: int) -> None:
    """N14, N15"""
    game = table(f"hand-0: {card}\ndead-2 = 1", phase=number)
    phase(game, f"0 {card}")
    assert options(game, 0) == {"at:s1:only", "at:s3:only"}
    assert refused(game, 0, "at:s2:only") == ("dead_already", "N14")
    assert refused(game, 0, "at:s0:only") == ("not_yourself", "N13")


@pytest.mark.parametrize(("card", "number"), [("Blind-Assassin-1", ASSASSIN), ("Judge", TRICKSTER)])
def test_a_kill_without_a_living_target_does_nothing(card: str, number: int) -> None:
    """N14"""
    game = table(f"hand-0: {card}\ndead-1 = 1\ndead-2 = 1\ndead-3 = 1", phase=number)
    phase(game, f"0 {card}")
    assert said(game, "no_target") == ["no_target 0 0"]
    assert dead(game) == {1, 2, 3}


def test_a_shinobi_looks_at_the_dead_and_is_not_asked_to_kill_them() -> None:
    """N14"""
    game = table("hand-0: Shinobi-1\ndead-1 = 1\ndead-2 = 1\ndead-3 = 1", phase=SHINOBI)
    phase(game, "0 Shinobi-1")
    play(game, "0 at:s1:only")
    assert asked(game, 0) == "mastermind"
    assert knows(game, 0, "1") == "Lotus-1"


def test_every_look_is_obligatory_and_only_a_may_is_optional() -> None:
    """N15: there is no way to look at nobody; showing and killing can be left."""
    game = table("hand-0: Troublemaker\nhand-1: Shinobi-2", phase=TRICKSTER)
    phase(game, "0 Troublemaker")
    assert all(option.startswith("at:") for option in options(game, 0))
    play(game, "0 at:s1:only")
    assert options(game, 0) == {"leave", "turn"}
    answer(game, 0, "leave")
    assert knows(game, 2, "1") == "?"
    phase(game)
    phase(game, "1 Shinobi-2")
    assert all(option.startswith("at:") for option in options(game, 1))
    play(game, "1 at:s0:only")
    assert options(game, 1) == {"spare", "kill"}


@pytest.mark.parametrize("card", ["Thief", "Judge"])
def test_thief_and_judge_turn_up_their_own_card_even_if_nothing_follows(card: str) -> None:
    """N15, N3"""
    game = table(f"hand-0: {card}\ndead-1 = 1\ndead-2 = 1\ndead-3 = 1", phase=TRICKSTER)
    phase(game, f"0 {card}")
    for seat in range(5):
        assert knows(game, seat, "0") == "Crane-1"
    assert said(game, "turns_up") == ["turns_up 0 0 0"]


def test_a_card_that_is_turned_up_stays_up_for_the_round() -> None:
    """N3"""
    game = table("hand-0: Troublemaker", phase=TRICKSTER)
    phase(game, "0 Troublemaker")
    play(game, "0 at:s3:only", "0 turn")
    for _ in range(2):
        for seat in range(5):
            assert knows(game, seat, "3") == "Lotus-2"
        phase(game)
    assert said(game, "turns_up").count("turns_up 3 0 6") == 1


def test_an_absent_player_aims_at_the_next_living_one_to_the_left_and_uses_no_may() -> None:
    """N15: how a card that is already revealed goes on when its player is absent."""
    game = table("hand-2: Shinobi-1 Troublemaker\ndead-3 = 1", phase=TRICKSTER)
    phase(game, "2 Troublemaker")
    game.expire(game.turn)
    game.expire(game.turn)
    assert knows(game, 2, "0") == "Crane-1"
    assert knows(game, 1, "0") == "?"
    phase(game)
    phase(game, "2 Shinobi-1")
    game.expire(game.turn)
    game.expire(game.turn)
    assert said(game, "spares") == ["spares 2 0 0 0"]


# -- the Mystic


def test_a_mystic_sees_a_house_card_and_a_random_unplayed_card() -> None:
    """N16"""
    found = set()
    for seed in range(20):
        game = table("hand-0: Mystic-1\nhand-1: Judge Spy-3", phase=MYSTIC, seed=seed)
        phase(game, "0 Mystic-1")
        play(game, "0 at:s1:only")
        assert knows(game, 0, "1") == "Lotus-1"
        seen = zone(game, "hand-1", 0)
        assert len(seen) == 2
        assert seen.count("?") == 1
        found |= set(seen)
        assert zone(game, "hand-1", 2) == ["?", "?"]
    assert found == {"Judge", "Spy-3", "?"}


def test_a_card_counts_as_played_once_it_is_revealed() -> None:
    """N16: the other Mystic, not yet resolved, is no unplayed card."""
    game = table("hand-0: Mystic-1\nhand-1: Mystic-2 Spy-3", phase=MYSTIC)
    phase(game, "0 Mystic-1, 1 Mystic-2")
    play(game, "0 at:s1:only")
    assert zone(game, "hand-1", 0) == ["Spy-3"]


def test_a_mystic_sees_only_the_house_card_of_one_without_cards() -> None:
    """N16"""
    game = table("hand-0: Mystic-1\nplayed-1: Spy-3 Spy-4", phase=MYSTIC)
    phase(game, "0 Mystic-1")
    play(game, "0 at:s1:only")
    assert knows(game, 0, "1") == "Lotus-1"
    assert not said(game, "looks_twice")
