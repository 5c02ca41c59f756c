"""The two backs: waves on blue for troops, a lattice on red for loyalties."""

from __future__ import annotations

import math

from ukiyo.draw.brush import dot, group, num, place, polar, poly, ring, shape, stroke
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, seigaiha
from ukiyo.draw.sheet import Sheet
from ukiyo.games.clans.crests import CLANS, crest


def blue() -> str:
    """Waves, a disc, and the five crests in a ring."""
    sheet = Sheet(500, 700)
    sea = seigaiha(500, -10, 700, 32, sheet.fade("#24508a", "#143264"), "#7fa3cf")
    dark = sheet.cover(
        sheet.halo((0, "#06122b", 0.0), (0.6, "#06122b", 0.15), (1, "#06122b", 0.8), radius=0.72)
    )
    return card(
        sheet,
        sea,
        dark,
        sheet.grain(0.4),
        group(_disc(sheet), filter="url(#shade)"),
        border(sheet, "#0a1c3d"),
    )


def _disc(sheet: Sheet) -> str:
    middle = (250.0, 350.0)
    plate = (
        dot(middle, 166, "#0b1c3d", 2)
        + dot(middle, 160, "none", stroke=sheet.gold(), stroke_width=6)
        + dot(middle, 84, "none", stroke="#e3c172", stroke_width=2)
    )
    marks = "".join(
        place(crest(name, sheet.fade("#fff0c0", "#d9b45c")), polar(middle, 121, 72 * i), 0, 0.27)
        for i, name in enumerate(CLANS)
    )
    points = "".join(dot(polar(middle, 121, 72 * i + 36), 3.6, "#e3c172") for i in range(5))
    return plate + marks + points + column("戦", middle, 112, sheet.fade("#fff3c8", "#e0b555"))


def red() -> str:
    """Hemp leaves in straight lines, a square on its corner, one word: loyal."""
    sheet = Sheet(500, 700)
    lacquer = sheet.cover(sheet.halo("#a3241a", "#7a1510", "#3d0906", radius=0.75))
    return card(
        sheet,
        lacquer,
        sheet.grain(0.4),
        _hemp(52),
        group(_lozenge(sheet), filter="url(#shade)"),
        border(sheet, "#2a0604"),
    )


def _hemp(size: float) -> str:
    high = size * math.sqrt(3) / 2
    spots = [
        (i * size + (size / 2 if j % 2 else 0), j * high)
        for j in range(-1, int(700 / high) + 2)
        for i in range(-1, int(500 / size) + 2)
    ]
    return stroke("".join(_star(spot, size) for spot in spots), 1.7, "#e3a24c", opacity=0.55)


def _star(at: tuple[float, float], size: float) -> str:
    tips, knees = ring(at, size, 6, 30), ring(at, size / math.sqrt(3), 6, 60)
    return "".join(poly([at, knee, tip], False) for knee, tip in zip(knees, tips, strict=True))


def _lozenge(sheet: Sheet) -> str:
    def square(radius: float) -> str:
        return poly(ring((250, 350), radius, 4))

    plate = (
        shape(square(206), "#2a0604", 2)
        + stroke(square(196), 6, sheet.gold())
        + stroke(square(178), 1.8, "#e3c172")
    )
    bars = "".join(f"M{num(250 + s * 62)} 350l{num(s * 66)} 0" for s in (-1, 1))
    seal = shape(poly(ring((250, 350), 96, 8, 22.5)), "#8e1a14", 3) + stroke(
        poly(ring((250, 350), 86, 8, 22.5)), 2, "#e3c172"
    )
    return (
        plate
        + stroke(bars, 2, "#e3c172")
        + seal
        + column("忠", (250, 350), 104, sheet.fade("#fff3c8", "#e0b555"))
    )
