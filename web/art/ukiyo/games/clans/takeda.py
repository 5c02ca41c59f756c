"""Takeda: the old general with a white mane, fan raised, under the red sun."""

from __future__ import annotations

import math

from ukiyo.draw.armour import Lacing, bow_knot, fist, hair, sleeve
from ukiyo.draw.body import Suit, cuirass, neck, shoulder, skirt, trousers
from ukiyo.draw.brush import Point, Spine, group, mirrored, place, shape, stroke, taper
from ukiyo.draw.helmet import Mask, Metal, brim, crown, ears, emblem, face, guard
from ukiyo.draw.paper import cloud, mountain, rays, ridge, sun
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View
from ukiyo.draw.weapons import katana, scabbard, war_fan
from ukiyo.games.clans.crests import crest

SUIT = Suit(
    Lacing(("#8e1a14", "#a52018", "#b92a1f", "#c94a35", "#e9c79c"), "#4a0a07"),
    Metal("#a5463a", "#4a1210", "#1a0606", "#e2bd62"),
    Mask("#d4583c", "#9a2818", "#43100a", None),
    cloth="#c08a3a",
    cloth_dark="#5e3a14",
    cords="#e08a2c",
    glove="#54201a",
)


def ground(sheet: Sheet) -> str:
    """A red sun over three ranges."""
    sky = sheet.cover(sheet.fade("#e9b24a", (0.3, "#f3d58c"), (0.8, "#fbeecb")))
    beams = rays(sheet, (255, 215), "#f7e3ad", 18)
    far = [(-10, 520), (90, 470), (210, 505), (330, 462), (430, 492), (520, 450)]
    near = [(-10, 560), (120, 535), (260, 560), (400, 520), (520, 545)]
    hills = (
        mountain(sheet, (92, 320), 250, 600, "#8f5a4e")
        + shape(ridge(far, 610), "#6a2f2a")
        + shape(ridge(near, 610), "#431814")
    )
    mist = cloud(-40, 432, 180, "#fdf3d8", 3, 0.85) + cloud(340, 452, 240, "#fdf3d8", 3, 0.75)
    return sky + beams + sun(sheet, (255, 215), 168, "#c0261b", "#e0653a") + hills + mist


def figure(sheet: Sheet) -> str:
    """The lord, from the crown to the knees."""
    trunk, head = View((258, 334), -4, 6, 1.16), View((255, 230), -6, 5, 1.28)
    left = Spine([(362, 384), (410, 446), (392, 492), (346, 486)], taper(31, 22, 3))
    legs = [(112, 640), (112, 530), (168, 452), (258, 470), (352, 452), (408, 530), (404, 640)]
    folds = "M150 480Q132 560 140 640M186 480L192 640M332 480L328 640M370 490Q388 560 378 640"
    return "".join(
        (
            place(scabbard(sheet, 200, "#5a1a14", "#1c0705"), (330, 462), 205),
            trousers(sheet, legs, SUIT, folds),
            skirt(sheet, trunk, SUIT),
            cuirass(sheet, trunk, SUIT, crest("Takeda", "#e8c46a")),
            bow_knot((258, 382), 0.9, SUIT.cords),
            place(katana(sheet, 0, "#7a1d16", False), (322, 470), 160),
            _fan_arm(sheet),
            sleeve(sheet, left, SUIT.cloth, SUIT.cloth_dark),
            fist(sheet, (344, 484), 168, 1.0, SUIT.glove),
            group(shoulder(sheet, (156, 336), 17, SUIT, 1.08), filter="url(#shade)"),
            group(shoulder(sheet, (360, 336), -17, SUIT, 1.08), filter="url(#shade)"),
            group(_head(sheet, head), filter="url(#shade)"),
        )
    )


def _fan_arm(sheet: Sheet) -> str:
    arm = Spine([(152, 392), (112, 450), (92, 448), (90, 412)], taper(30, 21, 3))
    mark = place(crest("Takeda", "#e8c46a"), (0, -36), 0, 0.3)
    fan = place(war_fan(sheet, "#322a26", "#0e0a09", mark), (86, 300), 2, 0.88)
    hand = fist(sheet, (92, 386), -86, 1.0, SUIT.glove)
    return sleeve(sheet, arm, SUIT.cloth, SUIT.cloth_dark) + fan + hand


def _head(sheet: Sheet, head: View) -> str:
    return "".join(
        (
            _mane(head, 1.0, "#d9cdb4"),
            guard(sheet, head, SUIT.lacing),
            neck(sheet, head, SUIT),
            face(sheet, head, SUIT.mask),
            crown(sheet, head, SUIT.metal),
            _mane(head, 0.86, "#f7f0e0"),
            ears(sheet, head, SUIT.metal),
            brim(sheet, head, SUIT.metal),
            emblem(head, _horns(sheet)),
        )
    )


def _mane(head: View, reach: float, fill: str) -> str:
    """White yak hair, falling from the crown over both sides."""
    locks = [_lock(head, (i - 10) / 10, reach) for i in range(21)]
    return hair([lock for lock in locks if abs(lock[3][0] - head.at[0]) > 52], 7.5, fill, 1.6)


def _lock(head: View, side: float, reach: float) -> list[Point]:
    out = math.copysign(abs(side) ** 0.8, side)
    return [
        head.see((out * 6, -72, 4)),
        head.see((out * 66, -84 + 10 * abs(side), 14)),
        head.see((out * 98 * reach, -20, 0)),
        head.see((out * 114 * reach, (24 + 62 * abs(side)) * reach, 8)),
    ]


def _horns(sheet: Sheet) -> str:
    """Gilt horns, and the four diamonds between them."""
    horn = "M6 4C34 2 58 -24 62 -74C66 -98 74 -110 84 -116C80 -96 84 -70 76 -44C66 -10 40 14 8 16Z"
    gold = sheet.fade("#fff0b8", "#e0b04a", "#8a5f1a", end=(0.6, 1))
    shine = stroke("M14 8C42 2 62 -20 68 -60", 1.8, "#fff8dc", opacity=0.8)
    plate = shape("M0 -46L38 -8L0 30L-38 -8Z", "#2c0806", 2.6)
    mark = place(crest("Takeda", "#f3d98f"), (0, -8), 0, 0.29)
    return mirrored(shape(horn, gold, 2.8) + shine) + plate + mark
