"""Mori: the archer at full draw, above the sea and its gate."""

from __future__ import annotations

from ukiyo.draw.armour import Lacing, fist, hair, sleeve
from ukiyo.draw.body import Suit, cuirass, neck, shoulder, skirt, trousers
from ukiyo.draw.brush import Point, Spine, block, dot, group, place, shape, stroke, taper
from ukiyo.draw.helmet import Mask, Metal, brim, crown, ears, emblem, face, guard
from ukiyo.draw.paper import cloud, ridge, seigaiha, sun
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View
from ukiyo.draw.weapons import arrow, longbow
from ukiyo.games.clans.crests import crest

SUIT = Suit(
    Lacing(("#173f28", "#1f5a38", "#2f7a4a", "#5d9a63", "#e6dfae"), "#0a2414"),
    Metal("#a39c78", "#454432", "#17170f", "#e0bd62"),
    Mask("#ecd9ae", "#c9a978", "#6d4f2e", "#2a211b", teeth="#fff6dc"),
    cloth="#c9b26a",
    cloth_dark="#7d6a32",
    cords="#d9762c",
    glove="#2e3a26",
)


def ground(sheet: Sheet) -> str:
    """An evening sea, a gate standing in the water, islands."""
    sky = sheet.cover(sheet.fade("#3f8a78", (0.3, "#a9cda4"), (0.62, "#f6ecc4")))
    disc = sun(sheet, (286, 214), 158, "#f2b43c", "#f6dc9a")
    west = shape(ridge([(-10, 452), (60, 420), (140, 452), (240, 472)], 500), "#6d9a8f")
    east = shape(ridge([(300, 476), (390, 430), (460, 448), (520, 420)], 500), "#4a7a72")
    sea = block(0, 468, 500, 140, sheet.fade("#3b8a80", "#1d5450"))
    mist = cloud(-30, 372, 190, "#fdf7dd", 3, 0.75) + cloud(340, 392, 200, "#fdf7dd", 2, 0.7)
    waves = seigaiha(500, 530, 620, 30, sheet.fade("#2f7a6c", "#154640"), "#e9f0dc", 5)
    return sky + disc + mist + west + east + sea + _gate() + waves


def _gate() -> str:
    """A red gate in the water."""
    posts = "M-44 0L-38 -104H-28L-30 0ZM44 0L38 -104H28L30 0Z"
    top = "M-70 -122Q0 -110 70 -122L66 -106Q0 -98 -66 -106Z"
    beams = "M-50 -84H50V-74H-50ZM-5 -104H5V-84H-5Z"
    return place(shape(posts + top + beams, "#b8442c", 2.4), (78, 530), 0, 0.72)


def figure(sheet: Sheet) -> str:
    """The lord, the string at his ear."""
    trunk, head = View((282, 344), -34, 5, 1.16), View((276, 238), -46, 3, 1.28)
    bow_arm = Spine([(212, 356), (180, 352), (140, 336), (106, 330)], taper(29, 20, 2))
    upper = Spine([(352, 366), (400, 378), (432, 356), (426, 334)], taper(30, 25, 2))
    lower = Spine([(432, 350), (404, 320), (374, 310), (348, 310)], taper(27, 20, 2))
    legs = [(134, 640), (140, 530), (196, 452), (280, 474), (370, 452), (426, 530), (430, 640)]
    folds = "M170 480Q150 560 160 640M210 480L212 640M344 480L350 640M390 490Q406 560 398 640"
    return "".join(
        (
            "".join(_spare(i) for i in range(5)),
            trousers(sheet, legs, SUIT, folds),
            skirt(sheet, trunk, SUIT),
            cuirass(sheet, trunk, SUIT, crest("Mori", "#e8c46a")),
            sleeve(sheet, upper, SUIT.cloth, SUIT.cloth_dark),
            group(shoulder(sheet, (372, 346), -30, SUIT, 1.0), filter="url(#shade)"),
            group(_head(sheet, head), filter="url(#shade)"),
            sleeve(sheet, lower, SUIT.cloth, SUIT.cloth_dark),
            sleeve(sheet, bow_arm, SUIT.cloth, SUIT.cloth_dark),
            group(shoulder(sheet, (216, 340), 34, SUIT, 0.96, 98), filter="url(#shade)"),
            place(longbow(sheet, 270), (96, 324), 0, 0.88),
            place(arrow(sheet, 262, "#f4ecd8"), (334, 320)),
            fist(sheet, (100, 330), 180, 0.98, SUIT.glove),
            fist(sheet, (342, 314), 184, 0.98, SUIT.glove),
        )
    )


def _spare(i: int) -> str:
    """An arrow in the quiver behind his shoulder."""
    vane = shape("M0 -60L9 -52L9 -12L0 -4L-9 -12L-9 -52Z", "#f4ecd8" if i % 2 else "#3b2a1c", 1.8)
    body = stroke("M0 -64V110", 3.4) + stroke("M0 -64V110", 1.8, "#d9c58a") + vane
    return place(body, (376 + i * 13, 306 + abs(i - 2) * 8), 20 + i * 7)


def _head(sheet: Sheet, head: View) -> str:
    return "".join(
        (
            _plume(head),
            guard(sheet, head, SUIT.lacing),
            neck(sheet, head, SUIT),
            face(sheet, head, SUIT.mask),
            crown(sheet, head, SUIT.metal),
            ears(sheet, head, SUIT.metal),
            brim(sheet, head, SUIT.metal),
            emblem(head, _discs(sheet), 12, 60),
        )
    )


def _plume(head: View) -> str:
    """Long cock feathers, blown back from the crown."""
    locks = [_feather(head, i / 8) for i in range(9)]
    return hair(locks[::2], 9, "#12261a", 1.6) + hair(locks[1::2], 8, "#3f7a52", 1.6)


def _feather(head: View, k: float) -> list[Point]:
    return [
        head.see((0, -60, -6)),
        head.see((0, -118 + 22 * k, -20 - 26 * k)),
        head.see((0, -128 + 58 * k, -86 - 22 * k)),
        head.see((0, -64 + 96 * k, -134 + 4 * k)),
    ]


def _discs(sheet: Sheet) -> str:
    """A gilt bar and three discs above the visor."""
    gold = sheet.fade("#fff3c2", "#e3b650", "#94681f", end=(0.5, 1))
    bar = shape("M-50 -92Q0 -84 50 -92L48 -72Q0 -64 -48 -72Z", gold, 2.6)
    discs = "".join(dot(at, 18, gold, 2.6) for at in ((-25, -45), (25, -45), (0, -12)))
    stem = shape("M-7 -70H7V10H-7Z", "#94681f", 2)
    return stem + bar + discs
