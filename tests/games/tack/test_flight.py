"""T15: the flight of a thrown token, and its odds."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.tack.asked import AIM, HIGHEST, LOWEST, POWER, STRAIGHT
from tatami.games.tack.flight import (
    BOX_DISTANCES,
    BOX_HALF,
    BOX_SIDES,
    JOLT,
    MIDDLE_MM,
    NOTCH_MM,
    PARTS,
    SHAKES,
    UNITS_A_MM,
    Flight,
    finely,
    fly,
    jolted,
    notches,
)
from tatami.games.tack.rules import GAME
from tatami.games.tack.throws import flight_of, jolt
from tatami.games.tack.zones import BOX_FAR, BOX_SIDE

JOLTS = Counter(jolted(a, b) for a in SHAKES for b in SHAKES)
"""How often each disturbance comes, of all pairs of draws, in fine parts."""
CHOICES = [aim - STRAIGHT for aim in AIM.all]
"""Aims and powers, from the middle."""
FINES = range(CHOICES[0] * PARTS - max(JOLTS), CHOICES[-1] * PARTS + max(JOLTS) + 1, JOLT)
"""Where any of them can end up once it is disturbed."""
WRITTEN = [
    (True, 3, 0, 1869, 0, 1889, False),
    (False, 3, 158, 1869, 190, 1889, True),
    (False, 3, 0, 1571, 0, 1556, False),
    (True, 3, -50, 1943, -60, 1839, False),
]
ALL = len(SHAKES) ** 4
BOXES = [(side, far) for side in BOX_SIDES for far in BOX_DISTANCES]


@cache
def ways(side: int, far: int) -> dict[tuple[int, int], int]:
    """By aim and power: how many of ``ALL`` disturbances leave a throw in the box.

    Neighbouring choices share most of the flights, so each is flown once.
    """
    lands = {(x, y): fly(side, far, x, y).inside for x in FINES for y in FINES}
    by_power = {
        x: {at: sum(JOLTS[y - at * PARTS] for y in FINES if lands[x, y]) for at in CHOICES}
        for x in FINES
    }
    return {
        (aim + STRAIGHT, power + STRAIGHT): sum(
            JOLTS[x - aim * PARTS] * by_power[x][power] for x in FINES
        )
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
        for aim in AIM.all
        for power in POWER.all
    }
    assert 3 * max(found.values()) <= ALL * len(BOXES)
    at_random = sum(found.values()) / len(found) / len(BOXES) / ALL
    assert 0.18 <= at_random <= 0.22, "T15: one aimed at random about one time in five"


@pytest.mark.parametrize("box", BOXES)
def test_a_perfect_throw_lands_about_four_times_in_five(box: tuple[int, int]) -> None:
    """T15: wherever the box stands, and the place for it can be read off the box."""
    side, far = box
    aim, power = STRAIGHT + notches(side), STRAIGHT + notches(far - MIDDLE_MM)
    assert 0.73 <= odds(side, far, aim, power) <= 0.87
    near = [odds(side, far, aim + a, power + p) for a in (-1, 0, 1) for p in (-1, 0, 1)]
    assert 0.75 <= max(near) <= 0.89


def test_there_is_an_aim_and_a_power_for_every_place_of_the_box() -> None:
    """T15: a notch carries a token as far as the places of the box are apart."""
    middle = fly(0, MIDDLE_MM, 0, 0)
    for box in BOXES:
        aim, power = STRAIGHT + notches(box[0]), STRAIGHT + notches(box[1] - MIDDLE_MM)
        assert LOWEST <= min(aim, power) <= max(aim, power) <= HIGHEST
        fall = fly(*box, finely(aim - STRAIGHT), finely(power - STRAIGHT))
        assert abs(fall.fall_side - box[0]) <= NOTCH_MM // 10
        assert abs(fall.fall_far - box[1] - (middle.fall_far - MIDDLE_MM)) <= NOTCH_MM // 10


def test_a_careless_throw_lands_about_once_in_five() -> None:
    """T15: any aim, any power, wherever the box stands; by the game's own chance."""
    w = Referee(GAME, 4, 11).world
    hits = 0
    for _ in range(3000):
        careless = throw(w, AIM.all[w.rand(len(AIM.all))], POWER.all[w.rand(len(POWER.all))])
        hits += careless.inside
    assert 0.16 <= hits / 3000 <= 0.25


def throw(w: World, aim: int, power: int) -> Flight:
    """A throw at a box that stands anywhere."""
    w.set(BOX_SIDE, w.random_of(BOX_SIDES))
    w.set(BOX_FAR, w.random_of(BOX_DISTANCES))
    return flight_of(w, aim, power)


def test_the_measured_odds_of_a_choice_are_the_computed_ones() -> None:
    """T15: pointer and keys make the same choice, and the flight knows of nothing else."""
    w = Referee(GAME, 4, 12).world
    for aim, power in ((5, 5), (6, 4), (3, 7)):
        w.set(BOX_SIDE, 0)
        w.set(BOX_FAR, MIDDLE_MM)
        hits = sum(flight_of(w, aim, power).inside for _ in range(1500))
        assert abs(hits / 1500 - odds(0, MIDDLE_MM, aim, power)) < 0.04


def test_a_choice_made_twice_with_the_same_dice_flies_the_same_way() -> None:
    """T15, T23: whoever makes it and however, the flight is reproducible."""
    one, two = Referee(GAME, 4, 5).world, Referee(GAME, 4, 5).world
    for aim in AIM.all:
        for power in POWER.all:
            assert throw(one, aim, power) == throw(two, aim, power)


def test_the_flight_is_the_same_on_every_machine() -> None:
    """T15: whole numbers only; these are written down."""
    assert [
        fly(0, MIDDLE_MM, aim, power) for aim, power in ((0, 0), (32, 0), (0, -60), (-10, 25))
    ] == [Flight(*one) for one in WRITTEN]


def test_the_disturbance_is_small_and_mostly_little() -> None:
    """T15"""
    w = Referee(GAME, 4, 1).world
    found = Counter(jolt(w) for _ in range(4000))
    assert max(found) == -min(found) == 2 * max(SHAKES) * JOLT == 2 * PARTS
    assert found[0] > 2 * found[6 * JOLT]
    assert abs(sum(value * times for value, times in found.items())) < 4000


def test_every_way_to_land_and_to_miss_happens() -> None:
    """T14, T15: in at once, by a bounce, out by a bounce, past the box; where it rests decides."""
    seen = set()
    for side in range(-80, 81, 8):
        for push in range(-90, 91, 3):
            flight = fly(0, MIDDLE_MM, side, push)
            seen.add((flight.inside, flight.hopped))
            over = abs(flight.rest_side) <= BOX_HALF // UNITS_A_MM + 1
            over = over and abs(flight.rest_far - MIDDLE_MM) <= BOX_HALF // UNITS_A_MM + 1
            assert over or not flight.inside
            assert 1 <= flight.bounces <= 12
    assert seen == {(True, False), (True, True), (False, True), (False, False)}


def test_the_two_sides_are_alike() -> None:
    """T15: left is as good as right."""
    for aim in AIM.all:
        assert abs(odds(0, MIDDLE_MM, aim, 5) - odds(0, MIDDLE_MM, 2 * STRAIGHT - aim, 5)) < 0.02
