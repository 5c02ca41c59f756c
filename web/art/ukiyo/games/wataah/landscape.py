"""The landscape of Shinobi WAT-AAH!: nine clans, one shout."""

from __future__ import annotations

from typing import NamedTuple

from ukiyo.draw.brush import Point, dot, group, place, shape, stroke
from ukiyo.draw.creature import shuriken, speed
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import cloud, seigaiha
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.wataah.animals import FIGURES

WIDE, HIGH = 1200, 630


class Stand(NamedTuple):
    """Where the middle of a figure's head is, how large it is, how it leans."""

    name: str
    head: Point
    size: float
    lean: float = 0


STANDS = (
    Stand("Spider", (1046, 160), 0.56, 8),
    Stand("Crow", (418, 186), 0.66, -8),
    Stand("Dragon", (810, 196), 0.74, 6),
    Stand("Carp", (200, 300), 0.78, -6),
    Stand("Bear", (620, 226), 0.84),
    Stand("Toad", (1010, 372), 0.74, 5),
    Stand("Rat", (862, 396), 0.7, 6),
    Stand("Monkey", (384, 388), 0.76, -8),
    Stand("Fox", (560, 410), 0.78, -3),
)
"""From the back to the front."""


def draw() -> str:
    """The whole picture."""
    sheet = Sheet(WIDE, HIGH)
    sky = sheet.cover(sheet.fade("#f6a83c", (0.5, "#fbd98a"), (0.9, "#fff0c4")))
    beams = speed(11, "#fff6d8", (640, 300), 250, 1200, 54)
    disc = dot((640, 270), 250, "#d8381f")
    return sheet.svg(
        sky
        + beams
        + disc
        + cloud(-30, 150, 260, "#fffaf0", 4)
        + cloud(960, 300, 280, "#fffaf0", 4)
        + sheet.grain(0.4)
        + _stars()
        + "".join(_figure(sheet, stand) for stand in STANDS)
        + seigaiha(WIDE, 556, 650, 36, "#2b6ea8", "#eaf4f0", 8)
        + _seal()
    )


def _figure(sheet: Sheet, stand: Stand) -> str:
    body = place(FIGURES[stand.name](sheet), (-250, -270))
    return place(body, stand.head, stand.lean, stand.size)


def _stars() -> str:
    places = ((300, 120, 0.34, 10), (520, 96, 0.26, 40), (1130, 330, 0.4, 20), (716, 88, 0.3, 70))
    return "".join(shuriken((x, y), size, "#3a2f34", turn) for x, y, size, turn in places)


def _seal() -> str:
    """The word, as a seal."""
    seal = shape(rounded(60, 88, 92, 92, 8), "#b3261e", 4)
    rim = stroke(rounded(67, 95, 78, 78, 4), 2.4, "#fdf3da")
    return group(seal + rim + column("忍", (106, 134), 70, "#fdf3da"))
