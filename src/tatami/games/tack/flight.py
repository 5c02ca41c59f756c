"""The throw of Ninjaaa'Tack (T15): whole numbers only, so that every machine gets the same flight.

Inside, lengths are counted in units, a 256th of a millimetre (``UNITS_A_MM``), time in ticks, so
speeds in units a tick. What comes in, goes out or has MM in its name is in millimetres, a speed in
millimetres a second. The token is thrown from a standing height, falls, bounces on the floor or in
the box, and cannot pass a wall below its rim. A *notch* is one more aim, or one more power; each
has fine parts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

UNITS_A_MM: Final = 256
"""How many units there are in a millimetre."""
TICK_MS: Final = 8
SECOND_MS: Final = 1000
TICKS_A_SECOND: Final = SECOND_MS // TICK_MS


def a_tick(mm_a_second: int) -> int:
    """A speed in units a tick."""
    return mm_a_second * UNITS_A_MM * TICK_MS // SECOND_MS


def each_tick(mm_a_second: int) -> int:
    """What a tick adds to a speed that grows by so much in a second, to the nearest unit a tick."""
    return (a_tick(mm_a_second) + TICKS_A_SECOND // 2) // TICKS_A_SECOND


# -- the throw

NOTCH_MM: Final = 80
"""How far one more aim, or power, carries a token in millimetres, and how far apart the places of
the box are: so there is a notch for each of them."""
PARTS: Final = 16
"""The fine parts of a notch."""
HEIGHT: Final = 800 * UNITS_A_MM
LIFT: Final = a_tick(2500)
"""The speed upward at the start."""
FALL_MS: Final = 732
"""The time t from the throw until the token comes down, from ``HEIGHT`` with ``LIFT``: in metres
and seconds, 0.8 + 2.5 t - 9.81 t t / 2 = 0."""
MIDDLE_MM: Final = 1800
"""How far away the box stands on average."""
AHEAD: Final = a_tick((MIDDLE_MM + NOTCH_MM) * SECOND_MS // FALL_MS)
"""The speed ahead with the middle power: the token comes down in a box ``MIDDLE_MM`` away, a
notch beyond its middle, since the near wall holds back what falls short."""
NOTCH_SPEED: Final = a_tick(NOTCH_MM * SECOND_MS // FALL_MS)
"""The speed that a notch adds: ``NOTCH_MM`` in the time of the fall."""
SHAKES: Final = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
"""T15: the disturbance is two of these together, each as likely as the next ..."""
JOLT: Final = PARTS // 4
"""... in quarters of a notch: so at most two notches, and mostly less than one."""

# -- what becomes of it

GRAVITY: Final = each_tick(9810)
"""The speed downward that each tick adds: 9.81 metres a second in a second."""
BOX_HALF: Final = 170 * UNITS_A_MM
"""Half the width of the box."""
RIM: Final = 80 * UNITS_A_MM
"""The height of its walls."""
WALL_BOUNCE: Final = 4
"""A wall throws a token back with the speed divided by this ..."""
DRAG: Final = 2
"""... the floor leaves it the speed along it divided by this ..."""
BOUNCE: Final = 9
BOUNCE_OF: Final = 32
"""... and sends it up again with 9 of 32 parts of the speed at which it fell."""
SLOWEST: Final = a_tick(250)
"""A token that comes down more slowly than this stays where it is."""
LONGEST: Final = 4800 // TICK_MS
"""The ticks after which a flight is over in any case."""

# -- how far it can come at most

WIDEST_MM: Final = 1000
"""To either side, whatever is thrown ..."""
FARTHEST_MM: Final = 3000
"""... away from the thrower ..."""
MOST_BOUNCES: Final = 12
"""... and how often it can bounce: less than any of these in fact."""

# -- where the box stands

BOX_NOTCHES: Final = (-3, -2, -1, 0, 1, 2, 3)
"""T15: how many notches from the middle it can stand, to the right and ahead: too many places for
always the same throw to land more than one time in three."""
ASIDE_MM: Final = max(BOX_NOTCHES) * NOTCH_MM
"""How far from the middle it can stand, to either side, nearer or farther."""
BOX_SIDES: Final = [notch * NOTCH_MM for notch in BOX_NOTCHES]
"""How far to the right of straight ahead it can stand, in millimetres ..."""
BOX_DISTANCES: Final = [MIDDLE_MM + notch * NOTCH_MM for notch in BOX_NOTCHES]
"""... and how far away."""


def notches(millimetres: int) -> int:
    """The notches from the middle that carry a token nearest to so many millimetres from it."""
    return (millimetres + NOTCH_MM // 2) // NOTCH_MM


# -- a throw


class Flight(NamedTuple):
    """What became of a throw; lengths in millimetres."""

    inside: bool
    bounces: int
    """How often it bounced on the floor or in the box, from when it first came down on."""
    fall_side: int
    fall_far: int
    rest_side: int
    rest_far: int
    hopped: bool
    """Whether it came down on the other side of a wall first: it bounced in, or out."""


def finely(off: int) -> int:
    """So many notches off the middle in fine parts."""
    return off * PARTS


def jolted(one: int, two: int) -> int:
    """T15: the disturbance by two of ``SHAKES``, in fine parts: mostly little."""
    return (one + two) * JOLT


def fly(box_side: int, box_far: int, fine_aim: int, fine_power: int) -> Flight:
    """A throw at a box in millimetres, with aim and power in fine parts from the middle."""
    return _Token(box_side * UNITS_A_MM, box_far * UNITS_A_MM, fine_aim, fine_power).fly()


class _Token:
    """A token in the air: x is to the right, y ahead, z upward."""

    def __init__(self, box_x: int, box_y: int, fine_aim: int, fine_power: int) -> None:
        self.box_x = box_x
        self.box_y = box_y
        self.x = 0
        self.y = 0
        self.z = HEIGHT
        self.vx = NOTCH_SPEED * fine_aim // PARTS
        self.vy = AHEAD + NOTCH_SPEED * fine_power // PARTS
        self.vz = LIFT
        self.inside = False
        self.hopped = False
        self.bounces = 0
        self.fall_x = 0
        self.fall_y = 0

    def fly(self) -> Flight:
        """Tick by tick until it lies still."""
        for _ in range(LONGEST):
            self._move()
            if self.z <= 0 and self._land():
                break
        return Flight(
            inside=self.inside,
            bounces=self.bounces,
            fall_side=self.fall_x // UNITS_A_MM,
            fall_far=self.fall_y // UNITS_A_MM,
            rest_side=self.x // UNITS_A_MM,
            rest_far=self.y // UNITS_A_MM,
            hopped=self.hopped,
        )

    def _over_box(self) -> bool:
        return abs(self.x - self.box_x) <= BOX_HALF and abs(self.y - self.box_y) <= BOX_HALF

    def _crosses_wall(self) -> bool:
        """Whether it is over the box and was outside, or was inside and is not."""
        return self._over_box() != self.inside

    def _move(self) -> None:
        """One tick; above the rim a token crosses a wall, below it the wall throws it back."""
        x, y = self.x, self.y
        self.x += self.vx
        self.y += self.vy
        self.vz -= GRAVITY
        self.z += self.vz
        if not self._crosses_wall():
            return
        if self.z >= RIM:
            self.inside = not self.inside
            self.hopped = self.hopped or self.bounces > 0
        else:
            self._bounce_off(x, y)

    def _bounce_off(self, x: int, y: int) -> None:
        """Back to where it was, from a wall beside it or, if it is not that one, ahead of it."""
        self.x = x
        if not self._crosses_wall():
            self.vx = -self.vx // WALL_BOUNCE
        else:
            self.vy = -self.vy // WALL_BOUNCE
        self.y = y

    def _land(self) -> bool:
        """The floor, or the bottom of the box: it bounces there, or stays. Whether it stays."""
        self.z = 0
        if not self.bounces:
            self.fall_x, self.fall_y = self.x, self.y
        if -self.vz < SLOWEST:
            return True
        self.bounces += 1
        self.vx //= DRAG
        self.vy //= DRAG
        self.vz = -self.vz * BOUNCE // BOUNCE_OF
        return False
