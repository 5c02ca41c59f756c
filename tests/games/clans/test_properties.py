"""Whole games and any position, held against a second reading of the rules and against C15."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatami.engine.referee import Referee
from tatami.games.clans.cards import CLANS, blue_cards
from tatami.games.clans.rules import GAME
from tests.games.clans.positions import (
    armies,
    discards,
    hand,
    mover,
    options,
    play,
    said,
    table,
    zone,
)
from tests.games.clans.scribe import Scribe

SEATS = st.integers(3, 5)
SEED = st.integers(0, 2**32 - 1)


def games(number: int) -> settings:
    return settings(max_examples=number)


def any_table(dice: Random) -> Referee:
    """Any position, dense or sparse: cards dealt to hands, provinces, deck and discard pile."""
    seats = dice.choice([3, 4, 5])
    cards = [GAME.faces[face] for face in blue_cards()]
    dice.shuffle(cards)
    if dice.random() < 0.3:
        cards.sort(key=lambda card: card != "Ninja")
    lines = []
    for seat in dice.sample(range(seats), seats):
        held = [cards.pop(0) for _ in range(dice.choice([4, 4, 4, 3, 2, 1]))]
        lines.append(f"hand-{seat}: {' '.join(held)}")
    zones: dict[str, list[str]] = {}
    for _ in range(dice.choice([0, 1, 2, 4, 8, 16, 24])):
        card = cards.pop()
        if card != "Ninja":
            zones.setdefault(f"army-{dice.randrange(seats)}-{card}", []).append(card)
    zones["deck"] = [cards.pop() for _ in range(dice.choice([0, 1, 2, 3, 10]))]
    lines += [f"{name}: {' '.join(found)}" for name, found in zones.items()]
    lines.append("rest: discard")
    if not zones["deck"]:
        lines.append(f"last = {dice.randrange(seats) + 1}")
    return table("\n".join(lines), seats, dice.randrange(seats))


@given(SEED)
@games(400)
def test_the_rules_allow_exactly_what_a_plain_reading_allows_in_any_position(seed: int) -> None:
    """C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15"""
    dice = Random(seed)
    referee = any_table(dice)
    scribe = Scribe(referee, dice.choice)
    for _ in range(referee.seats + 1):
        if not scribe.over:
            scribe.turn()
            scribe.agree()


@given(SEATS, SEED)
@games(60)
def test_a_whole_game_goes_as_a_plain_reading_says(seats: int, seed: int) -> None:
    """C3, C5, C14, C15, C16, C17, C18"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    scribe = Scribe(referee, dice.choice)
    while not scribe.over:
        scribe.turn()
        scribe.agree()
    serves = [zone(referee, f"loyalty-{seat}")[0].removesuffix("-loyalty") for seat in range(seats)]
    assert list(referee.winners()) == scribe.winners(serves)


@given(SEED)
@games(300)
def test_the_winners_are_found_rung_by_rung(seed: int) -> None:
    """C16, C17, C18"""
    dice = Random(seed)
    seats = dice.choice([3, 4, 5])
    most = dice.choice([1, 2, 3])
    loyal = dice.sample(CLANS, 5)
    lines = [
        f"army-{province}-{clan}: {clan}*{number}"
        for province in range(seats)
        for clan in CLANS
        if (number := dice.randrange(most))
    ]
    hands = [f"hand-{seat}:" for seat in range(seats)]
    text = "\n".join([*lines, *hands, "step: clans.reckoning"])
    referee = table(text, seats, loyal=" ".join(loyal))
    assert list(referee.winners()) == Scribe(referee, dice.choice).winners(loyal[:seats])


@pytest.mark.one_build
@given(SEATS, SEED)
@games(40)
def test_no_order_changes_the_number_of_cards_and_no_hand_exceeds_four(
    seats: int, seed: int
) -> None:
    """C3, C7, C9, C11, C14"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    cards = sorted(referee.world.face)
    while not referee.over:
        play(referee, dice.choice(sorted(options(referee))))
        world = referee.world
        assert sorted(world.face[card] for cards in world.zones for card in cards) == cards
        assert all(len(hand(referee, seat)) <= 4 for seat in range(seats))
        zones = referee.view(seats).data()["zones"]
        for name, found in zones.items():
            if name.startswith("army-"):
                assert set(found) <= {name.split("-")[2]}


@pytest.mark.one_build
@given(SEATS, SEED)
@games(40)
def test_an_attack_always_removes_exactly_one_card(seats: int, seed: int) -> None:
    """C6, C7, C9, C11, C13"""
    dice = Random(seed)
    referee = Referee(GAME, seats, seed)
    while not referee.over:
        before, thrown, log = armies(referee), discards(referee), referee.happened()
        play(referee, dice.choice(sorted(options(referee))))
        expected = Counter(before)
        news = [line.split() for line in said(referee, log)]
        assert sum(verb == "attacks" for verb, *_ in news) <= 1
        for verb, me, *rest in news:
            clan = CLANS[int(rest[0])] if rest else ""
            if verb == "deploys":
                expected[f"{rest[1]}-{clan}"] += 1
            elif verb == "plays":
                expected[f"{me}-{clan}"] += 1
            elif verb == "moves":
                expected[f"{rest[1]}-{clan}"] -= 1
                expected[f"{rest[2]}-{clan}"] += 1
            elif verb == "strikes":
                expected[f"{rest[1]}-{clan}"] -= 1
                thrown += Counter(["Ninja", clan])
            elif verb == "attacks":
                expected[f"{rest[2]}-{CLANS[int(rest[1])]}"] -= 1
                thrown += Counter([CLANS[int(rest[1])]])
                assert me != rest[2]
        assert armies(referee) == +expected
        assert discards(referee) == thrown


def whole_turn(referee: Referee, choose: Callable[[list[str]], str]) -> int:
    """Play until somebody else is asked or the game is over; whose turn it was."""
    me = mover(referee)
    while referee.waiting() == [me]:
        play(referee, choose(sorted(options(referee))))
    return me


@given(SEATS, SEED, st.sampled_from(["", "move", "play"]))
@games(60)
def test_a_game_has_the_turns_that_its_deck_and_its_moves_imply(
    seats: int, seed: int, habit: str
) -> None:
    """C14, C15"""
    dice = Random(seed)

    def choose(allowed: list[str]) -> str:
        liked = [answer for answer in allowed if habit and answer.startswith(habit)]
        return dice.choice(liked or allowed)

    referee = Referee(GAME, seats, seed)
    left = len(zone(referee, "deck"))
    assert left == 58 - 4 * seats
    drawn: list[tuple[int, int]] = []
    while not referee.over:
        before = left
        me = whole_turn(referee, choose)
        left = len(zone(referee, "deck"))
        drawn.append((me, before - left))
    refills = len(drawn) - seats
    assert all(number in (1, 2) for _, number in drawn[:refills])
    assert all(number == 0 for _, number in drawn[refills:])
    assert sum(number for _, number in drawn) == 58 - 4 * seats
    assert drawn[refills - 1][0] == drawn[-1][0]
    assert [seat for seat, _ in drawn[refills:]] == [
        (drawn[-1][0] + 1 + t) % seats for t in range(seats)
    ]
    assert (58 - 4 * seats + 1) // 2 <= refills <= 58 - 4 * seats
    if habit == "play":
        assert refills == (58 - 4 * seats + 1) // 2
    assert len(referee.moves) <= GAME.longest
