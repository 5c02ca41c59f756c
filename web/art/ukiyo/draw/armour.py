"""Armour in layers: laced lames, plates, sleeves, hands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ukiyo.draw.brush import (
    INK,
    Point,
    Spine,
    dot,
    group,
    lerp,
    pair,
    place,
    poly,
    shape,
    smooth,
    stroke,
)
from ukiyo.draw.sheet import Sheet

Edge = Callable[[float], Point]
"""A curve, followed from 0 to 1."""


@dataclass(frozen=True)
class Lacing:
    """The colours of a suit: silk cords, and the lacquered plates that they hold."""

    cords: tuple[str, ...]
    """Row by row, from the top; the last colour goes on."""
    groove: str
    """Between two cords."""
    lacquer: str = "#201815"
    rim: str = "#caa14f"
    knots: str | None = "#c8412b"
    """Crossed stitches on the lowest lame."""


def bow(start: Point, pull: Point, end: Point) -> Edge:
    """A quadratic curve."""
    return lambda t: lerp(lerp(start, pull, t), lerp(pull, end, t), t)


class Panel:
    """A bent sheet between two curves: ``u`` runs across, ``v`` down."""

    def __init__(self, top: Edge, low: Edge) -> None:
        """Both curves run the same way."""
        self.top = top
        self.low = low

    def at(self, u: float, v: float) -> Point:
        """A point of the sheet."""
        return lerp(self.top(u), self.low(u), v)

    def row(self, v: float, steps: int = 8) -> list[Point]:
        """A line across."""
        return [self.at(i / steps, v) for i in range(steps + 1)]

    def band(self, v0: float, v1: float) -> str:
        """The part between two heights, as a closed path."""
        return poly(self.row(v0) + self.row(v1)[::-1])

    def bars(self, v0: float, v1: float, count: int, lean: float = 0) -> str:
        """Lines downward, evenly spaced."""
        spots = [(i + 0.5) / count for i in range(count)]
        return "".join(
            f"M{pair(self.at(u, v0))}L{pair(self.at(min(1, max(0, u + lean)), v1))}" for u in spots
        )

    def width(self) -> float:
        """Roughly, at the middle."""
        (x0, y0), (x1, y1) = self.at(0, 0.5), self.at(1, 0.5)
        return math.hypot(x1 - x0, y1 - y0)


def lames(
    sheet: Sheet, panel: Panel, rows: int, lacing: Lacing, line: float = 3, light: float = 0.35
) -> str:
    """Rows of laced plates; ``light`` is where the sheet bulges towards us, from 0 to 1."""
    count = max(4, round(panel.width() / 5))
    parts = [_lame(panel, i, rows, lacing, count) for i in range(rows)]
    if lacing.knots:
        parts.append(_knots(panel, rows, lacing.knots, count))
    return "".join(parts) + _round(sheet, panel, light, line)


def _lame(panel: Panel, i: int, rows: int, lacing: Lacing, count: int) -> str:
    top, low, split = i / rows, (i + 1) / rows, (i + 0.68) / rows
    cord = lacing.cords[min(i, len(lacing.cords) - 1)]
    return (
        shape(panel.band(top, split), cord)
        + stroke(panel.bars(top, split, count), 1.3, lacing.groove, stroke_linecap="butt")
        + shape(panel.band(split, low), lacing.lacquer)
        + stroke(poly(panel.row(split + 0.05 / rows), False), 1.1, lacing.rim, opacity=0.9)
        + stroke(poly(panel.row(low), False), 1.8)
    )


def _knots(panel: Panel, rows: int, colour: str, count: int) -> str:
    low, high = 1 - 0.12 / rows, 1 - 0.28 / rows
    wide = 0.36 / count
    spots = [(i + 0.5) / count for i in range(0, count, 2)]
    ends = [((u - wide, u + wide), (low, high)) for u in spots] + [
        ((u - wide, u + wide), (high, low)) for u in spots
    ]
    cross = "".join(f"M{pair(panel.at(u[0], v[0]))}L{pair(panel.at(u[1], v[1]))}" for u, v in ends)
    return stroke(cross, 1.5, colour)


def _round(sheet: Sheet, panel: Panel, light: float, line: float) -> str:
    """Dark where the sheet bends away, and the outline."""
    whole = panel.band(0, 1)
    dark = sheet.span(
        panel.at(0, 0.5),
        panel.at(1, 0.5),
        (0.0, "#0c0503", 0.55 * light + 0.1),
        (light, "#0c0503", 0.0),
        (1.0, "#0c0503", 0.65 - 0.5 * light),
    )
    shine = shape(panel.band(0, 0.05), "#fff", opacity=0.12)
    return shape(whole, dark) + shine + shape(whole, "none", line)


def plate(sheet: Sheet, d: str, colour: str, dark: str, line: float = 3) -> str:
    """A smooth lacquered or leather piece, lit from the upper left."""
    return shape(d, sheet.fade(colour, dark, start=(0.2, 0), end=(0.8, 1)), line)


def sleeve(sheet: Sheet, arm: Spine, cloth: str, dark: str, iron: str = "#3a3a40") -> str:
    """A forearm: cloth with iron splints and mail."""
    splints = "".join(_splint(sheet, arm, side, iron) for side in (-0.55, 0.0, 0.55))
    cuffs = "".join(stroke(poly([arm.off(t, -1), arm.off(t, 1)], False), 2.4) for t in (0.12, 0.9))
    body = arm.outline()
    ends = (arm.off(0.5, -1), arm.off(0.5, 1))
    round_ = sheet.span(*ends, (0.0, "#000", 0.05), (0.35, "#fff", 0.18), (1.0, "#000", 0.5))
    return (
        shape(body, sheet.span(arm.at(0), arm.at(1), cloth, dark))
        + sheet.within(body, _mail(arm), splints, cuffs, shape(body, round_))
        + shape(body, "none", 3.2)
    )


def _mail(arm: Spine) -> str:
    rows = ((0.1 + 0.06 * i, 0.25 * (j + 0.5 * (i % 2))) for i in range(14) for j in range(-4, 5))
    rings = "".join(dot(arm.off(t, side), 1.5, "none") for t, side in rows)
    return group(rings, stroke="#0f0a08", stroke_width=0.8, opacity=0.8)


def _splint(sheet: Sheet, arm: Spine, side: float, iron: str) -> str:
    left, right = arm.edge(side - 0.17, 0.22, 0.82, 5), arm.edge(side + 0.17, 0.82, 0.22, 5)
    shine = sheet.span(left[0], right[-1], iron, "#8d8f96", iron)
    return shape(smooth(left + right), shine, 1.4)


def fist(sheet: Sheet, at: Point, turn: float, size: float, glove: str, flip: bool = False) -> str:
    """A hand closed around a shaft that runs along its length."""
    dark = sheet.fade("#e9c49a", "#b07d52")
    knuckles = "".join(shape(_finger(i), dark, 1.8) for i in range(4))
    guard = "M-21 -22Q-2 -30 13 -24Q17 -2 12 22Q-4 28 -22 20Q-28 0 -21 -22Z"
    back = plate(sheet, guard, glove, "#15100e", 2.6)
    rim = stroke("M-14 -18Q0 -23 9 -19M-15 15Q-2 20 8 17", 1.4, "#caa14f")
    thumb = shape("M-6 -24Q10 -38 24 -28Q28 -20 18 -18Q6 -18 0 -14Z", dark, 1.8)
    return place(thumb + knuckles + back + rim, at, turn, size, flip)


def _finger(i: int) -> str:
    y = -20 + i * 11
    return f"M4 {y}Q26 {y - 5} 30 {y + 3}Q31 {y + 11} 22 {y + 11}L4 {y + 10}Z"


def cord(points: Sequence[Point], width: float, colour: str) -> str:
    """A silk rope: an inked stroke, its colour, and the twist."""
    d = smooth(list(points), False)
    twist = stroke(d, width * 0.5, "#fff", opacity=0.35, stroke_dasharray=f"{width * 0.5:.1f}")
    return stroke(d, width + 2.4) + stroke(d, width, colour) + twist


def bow_knot(at: Point, size: float, colour: str) -> str:
    """An agemaki: the tied cord with two loops and two tassels."""
    loops = cord(
        [(0, 0), (-17, -14), (-24, 0), (-15, 8), (0, 0), (17, -14), (24, 0), (15, 8), (0, 0)],
        4,
        colour,
    )
    tails = cord([(0, 0), (-7, 18), (-9, 32)], 4, colour) + cord(
        [(0, 0), (7, 18), (9, 32)], 4, colour
    )
    tufts = "".join(_tuft((x, 32), colour) for x in (-9, 9))
    return place(tails + tufts + loops + dot((0, 0), 6, colour, 2), at, 0, size)


def _tuft(at: Point, colour: str) -> str:
    x, y = at
    body = f"M{x - 3} {y}L{x - 7} {y + 20}L{x + 7} {y + 20}L{x + 3} {y}Z"
    threads = f"M{x - 2} {y + 4}L{x - 3} {y + 18}M{x + 2} {y + 4}L{x + 3} {y + 18}"
    return shape(body, colour, 2) + stroke(threads, 1, INK, opacity=0.6)


def hair(locks: Sequence[Sequence[Point]], root: float, fill: str, line: float = 1.8) -> str:
    """Locks of a mane or a beard, each a tapering stroke along four points."""
    paths = "".join(Spine(lock, lambda t: root * (1 - t) ** 0.7 + 0.3).outline(8) for lock in locks)
    return shape(paths, fill, line)
