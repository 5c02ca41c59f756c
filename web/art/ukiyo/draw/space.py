"""Space: solid things are turned here, then drawn flat."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ukiyo.draw.brush import Point

Spot = tuple[float, float, float]
"""x to the right, y down, z towards us."""


@dataclass(frozen=True)
class View:
    """Where a solid thing is and how it is turned."""

    at: Point
    yaw: float = 0
    """Degrees; positive looks to the right of the picture."""
    nod: float = 8
    """Degrees; positive looks down."""
    size: float = 1
    tilt: float = 0
    """Degrees; positive leans to the right."""

    def depth(self, spot: Spot) -> tuple[float, float, float]:
        """A spot after turning: picture x and y, and how near it is."""
        x, y, z = spot
        yaw, nod, tilt = (math.radians(a) for a in (self.yaw, self.nod, self.tilt))
        x, z = x * math.cos(yaw) + z * math.sin(yaw), z * math.cos(yaw) - x * math.sin(yaw)
        y, z = y * math.cos(nod) + z * math.sin(nod), z * math.cos(nod) - y * math.sin(nod)
        x, y = x * math.cos(tilt) - y * math.sin(tilt), x * math.sin(tilt) + y * math.cos(tilt)
        return self.at[0] + x * self.size, self.at[1] + y * self.size, z

    def see(self, spot: Spot) -> Point:
        """A spot as a point of the picture."""
        x, y, _ = self.depth(spot)
        return x, y

    def faces_us(self, spot: Spot) -> bool:
        """Whether a spot is on the near side."""
        return self.depth(spot)[2] > 0

    def line(self, spots: Iterable[Spot]) -> list[Point]:
        """Spots as points."""
        return [self.see(spot) for spot in spots]


def around(radius: float, y: float, degrees: float) -> Spot:
    """A spot on a level ring; 0 degrees is the front, 90 the right ear of the picture."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), y, radius * math.cos(angle)


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex outline of some points (monotone chain)."""
    spots = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (spots, spots[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) > 1 and left(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def left(a: Point, b: Point, c: Point) -> float:
    """Positive if c is to the right of the way from a to b, as y grows downward."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
