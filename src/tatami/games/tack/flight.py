"""The throw of Ninjaaa'Tack (T15): whole numbers only, so that every machine gets the same flight.

Lengths are 1/256 millimetres, time goes in steps of 8 milliseconds. The token is thrown from a
standing height, falls, bounces on the floor or in the box, and cannot pass a wall below its rim.
"""

from __future__ import annotations

from typing import Final, NamedTuple

UNIT: Final = 256
FINE: Final = 16
"""How many fine steps there are between two aims, or two powers."""
SHAKE: Final = 9
"""T15: the disturbance is the sum of two numbers below this, about its middle, times ``JOLT``."""
JOLT: Final = 4

GRAVITY: Final = 161
HEIGHT: Final = 800 * UNIT
LIFT: Final = 20 * UNIT
"""The speed upward at the start: 2.5 metres a second."""
AHEAD: Final = 5259
"""The speed ahead with the middle power."""
STEP: Final = 223
"""What one more power, or aim, adds to the speed."""
HALF: Final = 170 * UNIT
"""Half the width of the box."""
WALL: Final = 80 * UNIT
REST: Final = 2 * UNIT
"""A token that comes down more slowly than this stays where it is."""
LONGEST: Final = 600

MIDDLE: Final = 1800
"""How far away the box stands on average, in millimetres."""
BOX_STEP: Final = 80
BOX_PLACES: Final = 7
"""T15: the box stands at one of so many distances, and as many sides: too many of them for always
the same throw to land more than one time in three."""


class Flight(NamedTuple):
    """What became of a throw; lengths in millimetres."""

    inside: bool
    bounces: int
    fall_side: int
    fall_far: int
    rest_side: int
    rest_far: int
    hopped: bool
    """Whether it came down on the other side of a wall first: it bounced in, or out."""


def box_place(at: int) -> int:
    """How far the box stands from its middle place, of ``BOX_PLACES``."""
    return (at - BOX_PLACES // 2) * BOX_STEP


def fly(side: int, far: int, aim: int, power: int) -> Flight:
    """A throw at a box in millimetres, with aim and power in fine steps from the middle."""
    return _Token(side * UNIT, far * UNIT, aim, power).fly()


class _Token:
    """A token in the air."""

    def __init__(self, side: int, far: int, aim: int, power: int) -> None:
        self.box_x = side
        self.box_y = far
        self.x = 0
        self.y = 0
        self.z = HEIGHT
        self.vx = STEP * aim // FINE
        self.vy = AHEAD + STEP * power // FINE
        self.vz = LIFT
        self.inside = False
        self.hopped = False
        self.bounces = 0
        self.fall_x = 0
        self.fall_y = 0

    def fly(self) -> Flight:
        """Step by step until it lies still."""
        for _ in range(LONGEST):
            self._move()
            if self.z <= 0 and self._land():
                break
        return Flight(
            self.inside,
            self.bounces,
            self.fall_x // UNIT,
            self.fall_y // UNIT,
            self.x // UNIT,
            self.y // UNIT,
            self.hopped,
        )

    def _over_box(self) -> bool:
        return abs(self.x - self.box_x) <= HALF and abs(self.y - self.box_y) <= HALF

    def _move(self) -> None:
        """One step; a wall throws the token back."""
        x, y = self.x, self.y
        self.x += self.vx
        self.y += self.vy
        self.vz -= GRAVITY
        self.z += self.vz
        if self._over_box() == self.inside:
            return
        if self.z >= WALL:
            self.inside = not self.inside
            self.hopped = self.hopped or self.bounces > 0
            return
        self.x = x
        if self._over_box() == self.inside:
            self.vx = -self.vx // 4
        else:
            self.vy = -self.vy // 4
        self.y = y

    def _land(self) -> bool:
        """The floor, or the bottom of the box: it bounces there, or stays. Whether it stays."""
        self.z = 0
        if not self.bounces:
            self.fall_x, self.fall_y = self.x, self.y
        if -self.vz < REST:
            return True
        self.bounces += 1
        self.vx //= 2
        self.vy //= 2
        self.vz = -self.vz * 9 // 32
        return False
