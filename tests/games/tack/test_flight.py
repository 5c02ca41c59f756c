"""T15: the flight of a thrown token, and its odds."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.tack.flight import (
    BOX_PLACES,
    FINE,
    HALF,
    JOLT,
    MIDDLE,
    SHAKE,
    UNIT,
    Flight,
    box_place,
    fly,
)
from tatami.games.tack.rules import GAME
from tatami.games.tack.table import AIMS, BOX_FAR, BOX_SIDE, POWERS
from tatami.games.tack.throws import disturbed, jolt

JOLTS = Counter(a + b - SHAKE + 1 for a in range(SHAKE) for b in range(SHAKE))
"""How often each disturbance comes, of all pairs of numbers."""
WRITTEN = [
    (True, 3, 0, 1869, 0, 1889, False),
    (False, 3, 158, 1869, 190, 1889, True),
    (False, 3, 0, 1571, 0, 1556, False),
    (True, 3, -50, 1943, -60, 1839, False),
]
PLACES = [(0, 0), (BOX_PLACES // 2, BOX_PLACES // 2), (BOX_PLACES - 1, 1)]


@lru_cache
def odds(side: int, far: int, aim: int, power: int) -> float:
    """The exact chance that a throw ends in the box, over every disturbance."""
    hits = 0
    for a, ways in JOLTS.items():
        for b, more in JOLTS.items():
            if fly(side, far, (aim - 4) * FINE + a * JOLT, (power - 4) * FINE + b * JOLT).inside:
                hits += ways * more
    return hits / SHAKE**4


def best(side: int, far: int) -> float:
    """The chance of a perfect throw: the best aim and power near the box."""
    aim, power = 4 + round(side / 80), 4 + round((far - MIDDLE) / 80)
    near = [(a, p) for a in (aim - 1, aim, aim + 1) for p in (power - 1, power, power + 1)]
    return max(odds(side, far, a, p) for a, p in near if 0 <= a < AIMS and 0 <= p < POWERS)


@pytest.mark.parametrize("place", PLACES)
def test_a_perfect_throw_lands_about_four_times_in_five(place: tuple[int, int]) -> None:
    """T15: wherever the box stands."""
    found = best(box_place(place[0]), MIDDLE + box_place(place[1]))
    assert 0.75 <= found <= 0.87


def test_a_careless_throw_lands_about_once_in_five() -> None:
    """T15: any aim, any power, wherever the box stands; by the game's own chance."""
    w = Referee(GAME, 4, 11).world
    hits = 0
    for _ in range(3000):
        careless = throw(w, w.rand(AIMS), w.rand(POWERS))
        hits += careless.inside
    assert 0.16 <= hits / 3000 <= 0.25


def throw(w: World, aim: int, power: int) -> Flight:
    """A throw at a box that stands anywhere."""
    w.set(BOX_SIDE, box_place(w.rand(BOX_PLACES)))
    w.set(BOX_FAR, MIDDLE + box_place(w.rand(BOX_PLACES)))
    return disturbed(w, aim, power)


def test_the_measured_odds_of_a_choice_are_the_computed_ones() -> None:
    """T15: pointer and keys make the same choice, and the flight knows of nothing else."""
    w = Referee(GAME, 4, 12).world
    for aim, power in ((4, 4), (5, 3), (2, 6)):
        w.set(BOX_SIDE, 0)
        w.set(BOX_FAR, MIDDLE)
        hits = sum(disturbed(w, aim, power).inside for _ in range(1500))
        assert abs(hits / 1500 - odds(0, MIDDLE, aim, power)) < 0.04


def test_a_choice_made_twice_with_the_same_dice_flies_the_same_way() -> None:
    """T15, T23: whoever makes it and however, the flight is reproducible."""
    one, two = Referee(GAME, 4, 5).world, Referee(GAME, 4, 5).world
    for aim in range(AIMS):
        for power in range(POWERS):
            assert throw(one, aim, power) == throw(two, aim, power)


def test_the_flight_is_the_same_on_every_machine() -> None:
    """T15: whole numbers only; these are written down."""
    assert [
        fly(0, MIDDLE, aim, power) for aim, power in ((0, 0), (32, 0), (0, -60), (-10, 25))
    ] == [Flight(*one) for one in WRITTEN]


def test_the_disturbance_is_small_and_mostly_little() -> None:
    """T15"""
    w = Referee(GAME, 4, 1).world
    found = Counter(jolt(w) for _ in range(4000))
    assert max(found) == -min(found) == (SHAKE - 1) * JOLT == 2 * FINE
    assert found[0] > 2 * found[6 * JOLT]
    assert abs(sum(value * times for value, times in found.items())) < 4000


def test_every_way_to_land_and_to_miss_happens() -> None:
    """T14, T15: in at once, by a bounce, out by a bounce, past the box; where it rests decides."""
    seen = set()
    for side in range(-80, 81, 8):
        for push in range(-90, 91, 3):
            flight = fly(0, MIDDLE, side, push)
            seen.add((flight.inside, flight.hopped))
            over = abs(flight.rest_side) <= HALF // UNIT + 1
            over = over and abs(flight.rest_far - MIDDLE) <= HALF // UNIT + 1
            assert over or not flight.inside
            assert 1 <= flight.bounces <= 12
    assert seen == {(True, False), (True, True), (False, True), (False, False)}


def test_the_two_sides_are_alike() -> None:
    """T15: left is as good as right."""
    for aim in range(AIMS):
        assert abs(odds(0, MIDDLE, aim, 4) - odds(0, MIDDLE, AIMS - 1 - aim, 4)) < 0.02
