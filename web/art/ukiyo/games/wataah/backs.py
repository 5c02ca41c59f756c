"""Four backs: the common deck, the Temple, the Court, and the Boss that might be a Decoy."""

from __future__ import annotations

import math

from ukiyo.draw.brush import Point, dot, mirrored, pen, place, polar, poly, ring, shape, stroke
from ukiyo.draw.creature import horn, shuriken
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, seigaiha
from ukiyo.draw.sheet import Sheet
from ukiyo.games.wataah.court import flower

MIDDLE: Point = (250, 350)


def _back(sheet: Sheet, pattern: str, mark: str, edge: str) -> str:
    return card(sheet, pattern, sheet.grain(0.4), mark, border(sheet, edge))


def shinobi() -> str:
    """Beams of red, a throwing star, and the word."""
    sheet = Sheet(500, 700)
    beams = "".join(
        poly([MIDDLE, polar(MIDDLE, 480, a), polar(MIDDLE, 480, a + 9)]) for a in range(0, 360, 18)
    )
    pattern = sheet.cover("#b8321f") + shape(beams, "#d8502a")
    star = (
        shuriken(MIDDLE, 2.0, "#2a1c22", 45, 8)
        + dot(MIDDLE, 92, "#fdf3da", 8)
        + dot(MIDDLE, 80, "none", stroke="#c9a24a", stroke_width=5)
    )
    return _back(sheet, pattern, star + column("忍", MIDDLE, 120, "#2a1c22"), "#4a0f0a")


def temple() -> str:
    """Waves by night, the gate."""
    sheet = Sheet(500, 700)
    pattern = sheet.cover("#12263a") + seigaiha(500, 0, 700, 50, "#1c3a52", "#3f6a84")
    gate = (
        "M-130 -96Q0 -66 130 -96L126 -64Q0 -38 -126 -64ZM-104 -30H104V-8H-104ZM-88 -56"
        "L-96 120H-64L-60 -56ZM88 -56L96 120H64L60 -56ZM-12 -50H12V-30H-12Z"
    )
    disc = dot(MIDDLE, 158, "#f1ead0", 8) + dot(
        MIDDLE, 146, "none", stroke="#c9a24a", stroke_width=5
    )
    return _back(sheet, pattern, disc + place(shape(gate, "#b8321f", 6), (250, 344)), "#07121f")


def court() -> str:
    """Purple scales and the flower."""
    sheet = Sheet(500, 700)
    size = 50
    net = "".join(
        pen("M", x, y, "q", 25, 25, 0, 50, "q", -25, -25, 0, -50)
        + pen("M", x + 25, y + 25, "q", 25, -25, 50, 0, "q", -25, 25, -50, 0)
        for y in range(-size, 720, size)
        for x in range(0, 540, size)
    )
    pattern = sheet.cover("#4a2068") + stroke(net, 3, "#9a6ab8")
    disc = dot(MIDDLE, 158, "#200a30", 8) + dot(
        MIDDLE, 146, "none", stroke="#f0c04a", stroke_width=6
    )
    return _back(
        sheet, pattern, disc + place(flower(1.2, "#f0c04a", "#f0c04a", 5), MIDDLE), "#200a30"
    )


def boss() -> str:
    """Two eyes and two horns in the dark: who is it?"""
    sheet = Sheet(500, 700)
    high = 40 * math.sqrt(3)
    hexes = "".join(
        poly(ring((x * 120 + (60 if y % 2 else 0), y * high * 1.5), 66, 6))
        for y in range(8)
        for x in range(5)
    )
    pattern = sheet.cover("#160c12") + stroke(hexes, 4, "#5a1a20")
    horns = horn([(70, -60), (150, -80), (160, -160), (120, -210)], 30, "#8a1f1a", 4)
    look = mirrored(
        shape("M24 8L118 -34Q112 40 44 40Z", "#ffb52e", 6)
        + shape("M70 -8Q82 8 72 30Q58 14 70 -8Z", "#160c12")
    )
    shade = shape(
        "M0 -120C110 -120 150 -60 144 20C138 110 70 150 0 150C-70 150 -138 110 -144 20"
        "C-150 -60 -110 -120 0 -120Z",
        "#2a1018",
        8,
    )
    grin = stroke("M-70 90Q0 120 70 90", 9, "#ffb52e")
    return _back(sheet, pattern, place(horns + shade + look + grin, (250, 360), 0, 1.06), "#060304")
