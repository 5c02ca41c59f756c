"""Loyalty: a folding fan with the clan's crest, on gold leaf; the red set."""

from __future__ import annotations

from random import Random

from ukiyo.draw.armour import bow_knot
from ukiyo.draw.brush import (
    Point,
    block,
    dot,
    group,
    pair,
    place,
    polar,
    poly,
    shape,
    stroke,
)
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, cloud, plinth, sun
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.clans.crests import CLANS, Clan, crest

PIVOT: Point = (250, 462)
REACH, HUB, SPREAD, RIBS = 248.0, 88.0, 62.0, 14


def draw(name: str) -> str:
    """The whole card of one clan."""
    sheet, clan = Sheet(500, 700), CLANS[name]
    return card(
        sheet,
        leaf(sheet),
        sheet.grain(0.4),
        group(fan(sheet, clan, name), filter="url(#shade)"),
        _tag(sheet, clan),
        plinth(sheet, "#7a1510", "#3d0906"),
        border(sheet, "#3d0906"),
    )


def leaf(sheet: Sheet) -> str:
    """Squares of gold leaf, with clouds of red."""
    luck = Random(12)
    squares = "".join(_square(luck, x, y) for y in range(-20, 700, 84) for x in range(-30, 500, 84))
    disc = sun(sheet, (250, 300), 186, "#c0261b", "#d9502f")
    bands = cloud(-80, 150, 200, "#a3241a", 4, opacity=0.9) + cloud(
        -60, 520, 230, "#a3241a", 4, opacity=0.9
    )
    return squares + disc + bands + cloud(330, 540, 240, "#8e1a14", 3, opacity=0.9)


def _square(luck: Random, x: float, y: float) -> str:
    shade = luck.uniform(-6, 8)
    colour = f"hsl({42 + luck.uniform(-2, 2):.0f}, {62 + shade:.0f}%, {62 + shade:.0f}%)"
    return block(x, y, 87, 87, colour, stroke="#fbe9ae", stroke_opacity=0.6, stroke_width=1.4)


def _fold(i: float) -> float:
    return -SPREAD + 2 * SPREAD * i / RIBS


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    corners = [
        polar(PIVOT, r, a) for r, a in ((inner, start), (outer, start), (outer, end), (inner, end))
    ]
    return poly(corners)


def fan(sheet: Sheet, clan: Clan, name: str) -> str:
    """Pleats of paper, ribs of bamboo, the crest across them."""
    ribs = "".join(_rib(sheet, _fold(i + 0.5)) for i in range(RIBS))
    pleats = "".join(_pleat(sheet, clan, i) for i in range(RIBS))
    mark = place(crest(name, clan.deep, 12), (251, 299), 0, 0.7) + place(
        crest(name, sheet.fade("#fffbe6", "#f6d98a")), (250, 296), 0, 0.7
    )
    shades = "".join(
        shape(_sector(_fold(i), _fold(i + 1), HUB, REACH), "#000", opacity=0.13)
        for i in range(0, RIBS, 2)
    )
    edge = poly([polar(PIVOT, REACH, _fold(i)) for i in range(RIBS + 1)], False)
    rim = stroke(edge, 7) + stroke(edge, 4, sheet.gold())
    guards = "".join(
        shape(
            _sector(s * SPREAD - 1.6, s * SPREAD + 1.6, -14, REACH + 6),
            sheet.fade("#5a3018", "#2a140a"),
            2.4,
        )
        for s in (-1, 1)
    )
    return (
        ribs
        + pleats
        + mark
        + shades
        + rim
        + guards
        + dot(PIVOT, 9, sheet.gold(), 2.4)
        + bow_knot((250, 482), 1.25, clan.colour)
    )


def _rib(sheet: Sheet, angle: float) -> str:
    return shape(
        _sector(angle - 1.5, angle + 1.5, 0, HUB + 6), sheet.fade("#d9b47a", "#8a5f34"), 1.6
    )


def _pleat(sheet: Sheet, clan: Clan, i: int) -> str:
    whole = _sector(_fold(i), _fold(i + 1), HUB, REACH)
    band = _sector(_fold(i), _fold(i + 1), REACH - 26, REACH)
    hem = _sector(_fold(i), _fold(i + 1), HUB, HUB + 12)
    line = f"M{pair(polar(PIVOT, HUB, _fold(i)))}L{pair(polar(PIVOT, REACH, _fold(i)))}"
    return (
        shape(whole, clan.dark, 1.2, clan.deep)
        + shape(band, clan.colour)
        + shape(hem, "#e3bd62")
        + stroke(line, 1.4, clan.deep)
    )


def _tag(sheet: Sheet, clan: Clan) -> str:
    """The clan's name on a slip of paper, at the upper right."""
    slip = shape(rounded(398, 36, 66, 128, 4), sheet.fade("#fdf6e2", "#ecdcb6"))
    frame = stroke(rounded(403, 41, 56, 118, 2), 1.6, clan.colour)
    return group(slip, filter="url(#shade)") + frame + column(clan.kanji, (431, 72), 52, clan.dark)
