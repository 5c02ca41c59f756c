"""T15: the flight of a thrown token, and its odds."""

from __future__ import annotations

from collections import Counter
from functools import cache

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

JOLTS = Counter((a + b - SHAKE + 1) * JOLT for a in range(SHAKE) for b in range(SHAKE))
"""How often each disturbance comes, of all pairs of numbers, in fine steps."""
CHOICES = range(-(AIMS // 2), AIMS // 2 + 1)
"""Aims and powers, from the middle."""
FINES = range(-(AIMS // 2) * FINE - max(JOLTS), (AIMS // 2) * FINE + max(JOLTS) + 1, JOLT)
"""Where any of them can end up once it is disturbed."""
WRITTEN = [
    (True, 3, 0, 1869, 0, 1889, False),
    (False, 3, 158, 1869, 190, 1889, True),
    (False, 3, 0, 1571, 0, 1556, False),
    (True, 3, -50, 1943, -60, 1839, False),
]
ALL = SHAKE**4
BOXES = [
    (box_place(side), MIDDLE + box_place(far))
    for side in range(BOX_PLACES)
    for far in range(BOX_PLACES)
]


@cache
def ways(side: int, far: int) -> dict[tuple[int, int], int]:
    """By aim and power: how many of ``ALL`` disturbances leave a throw in the box.

    Neighbouring choices share most of the flights, so each is flown once.
    """
    lands = {(x, y): fly(side, far, x, y).inside for x in FINES for y in FINES}
    by_power = {
        x: [sum(JOLTS[y - at * FINE] for y in FINES if lands[x, y]) for at in CHOICES]
        for x in FINES
    }
    return {
        (aim + 4, power + 4): sum(JOLTS[x - aim * FINE] * by_power[x][power + 4] for x in FINES)
        for aim in CHOICES
        for power in CHOICES
    }


def odds(side: int, far: int, aim: int, power: int) -> float:
    """The exact chance that a throw ends in the box, over every disturbance."""
    return ways(side, far)[aim, power] / ALL


def test_always_the_same_throw_lands_at_most_one_time_in_three() -> None:
    """T15: every throw there is, over every place of the box and every disturbance, counted."""
    found = {
        (aim, power): sum(ways(side, far)[aim, power] for side, far in BOXES)
        for aim in range(AIMS)
        for power in range(POWERS)
    }
    assert 3 * max(found.values()) <= ALL * len(BOXES)
    at_random = sum(found.values()) / len(found) / len(BOXES) / ALL
    assert 0.18 <= at_random <= 0.22, "T15: one aimed at random about one time in five"


@pytest.mark.parametrize("box", BOXES)
def test_a_perfect_throw_lands_about_four_times_in_five(box: tuple[int, int]) -> None:
    """T15: wherever the box stands, and the place for it can be read off the box."""
    side, far = box
    aim, power = 4 + round(side / 80), 4 + round((far - MIDDLE) / 80)
    assert 0.73 <= odds(side, far, aim, power) <= 0.87
    near = [odds(side, far, aim + a, power + p) for a in (-1, 0, 1) for p in (-1, 0, 1)]
    assert 0.75 <= max(near) <= 0.89


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
