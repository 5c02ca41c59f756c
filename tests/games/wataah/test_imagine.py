"""What a seat imagines is exactly what it cannot exclude, by brute force on small deals."""

from __future__ import annotations

import pytest

from tatami.testing.brute import clone
from tatami.testing.inputs import Input
from tests.conformance.test_imagine import play_on, wrong
from tests.games.wataah.positions import grasshopper, offer_of, placing, read

SWAP = f"""
hand-0: Fox-3*2 Bear-6
hand-1: Carp-1
hand-2: Tengu
deck: Kappa Yurei
rest: corrupt-0
{placing()}
"""
LOOK = f"""
hand-0: Dragon-3*2 Bear-6
hand-1: Carp-1
deck: Kappa Yurei Oni
rest: corrupt-0
{placing()}
"""
RETURN = f"""
hand-0: Toad-3*2 Bear-6
hand-1: Carp-1
hand-2: Tengu
clan-1-Crow: Crow-2*2
deck: Kappa
rest: corrupt-0
{placing()}
"""


def answered(position: str, seats: int, *answers: tuple[int, str]) -> tuple[object, list[Input]]:
    """A start and inputs: the seat and what it answers, in notation."""
    start = grasshopper(position, seats).world
    referee = clone(start)
    inputs: list[Input] = []
    for seat, text in answers:
        _, offer = offer_of(referee, seat)
        picked = read(offer.question, text)
        for option in picked if isinstance(picked, tuple) else (picked,):
            given = Input("answer", seat, offer.at, option, offer.question.key)
            assert given.give(referee), (seat, text)
            inputs.append(given)
    return start, inputs


@pytest.mark.parametrize("seat", range(3))
def test_a_swap_leaves_each_seat_with_what_it_can_know(seat: int) -> None:
    """W19, W40"""
    start, inputs = answered(
        SWAP,
        3,
        (0, "found:Fox"),
        (0, "[Fox-3 Fox-3]"),
        (0, "stop"),
        (0, "with:s1"),
        (1, "[Carp-1]"),
        (0, "[Bear-6]"),
        (0, "discard:Carp-1"),
        (1, "recruit"),
    )
    assert not wrong(start, inputs, seat, 400)


@pytest.mark.parametrize("seat", range(2))
def test_a_look_leaves_each_seat_with_what_it_can_know(seat: int) -> None:
    """W19, W40"""
    start, inputs = answered(
        LOOK,
        2,
        (0, "found:Dragon"),
        (0, "[Dragon-3 Dragon-3]"),
        (0, "stop"),
        (0, "[Oni]"),
        (0, "discard:Bear-6"),
        (1, "recruit"),
    )
    assert not wrong(start, inputs, seat, 400)


@pytest.mark.parametrize("seat", range(4))
def test_a_return_leaves_each_seat_with_what_it_can_know(seat: int) -> None:
    """W19, W40"""
    start, inputs = answered(
        RETURN,
        3,
        (0, "found:Toad"),
        (0, "[Toad-3 Toad-3]"),
        (0, "stop"),
        (0, "card_of:s1:Crow:Crow-2"),
        (0, "discard:Bear-6"),
        (1, "recruit"),
        (1, "place_nothing"),
        (1, "discard:Carp-1"),
        (2, "recruit"),
    )
    assert not wrong(start, inputs, seat, 300)


@pytest.mark.parametrize(("seat", "length"), [(0, 4), (1, 6), (2, 8)])
def test_imagine_is_exact_in_any_small_game(seat: int, length: int) -> None:
    """W40"""
    start = grasshopper(SWAP, 3).world
    assert not wrong(start, play_on(start, 5 * length + seat, length), seat, 300)
