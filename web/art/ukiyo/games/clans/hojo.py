"""Hojo: the swordsman of the storm, wide horns on his helmet, the blade held high."""

from __future__ import annotations

from ukiyo.draw.armour import Lacing, bow_knot, fist, sleeve
from ukiyo.draw.body import Suit, cuirass, neck, shoulder, skirt, trousers
from ukiyo.draw.brush import Point, Spine, dot, group, mirrored, place, shape, stroke, taper
from ukiyo.draw.helmet import Mask, Metal, brim, crown, ears, emblem, face, guard
from ukiyo.draw.paper import cloud, seigaiha, sun
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View
from ukiyo.draw.weapons import katana, scabbard
from ukiyo.games.clans.crests import crest

SUIT = Suit(
    Lacing(("#3a1c53", "#502970", "#6c3d8e", "#9a6fb8", "#efe3c8"), "#1d0c2c"),
    Metal("#9a8fa8", "#3d3248", "#120c18", "#e0bd62"),
    Mask("#a594b8", "#67567c", "#251832", "#f4f0f6"),
    cloth="#35506a",
    cloth_dark="#15253a",
    cords="#d5b13f",
    glove="#31243c",
)
WAVE = (
    "M520 232C462 226 404 262 384 322C414 306 440 312 450 330C416 344 396 384 402 424"
    "C356 440 326 484 316 536L316 640H520Z"
)
WAVE_LINES = (
    "M510 268C466 266 440 290 428 312M510 330C460 342 426 380 422 432C380 462 356 500 350 560"
    "M510 396C470 408 450 440 446 482C420 512 400 550 396 600M510 460C486 474 474 500 472 540"
)
CREST_FOAM = (
    (384, 324, 11), (396, 308, 9), (412, 292, 9), (430, 276, 8), (450, 332, 10), (436, 322, 8),
    (420, 312, 7), (402, 426, 10), (412, 406, 8), (380, 438, 9), (360, 452, 8), (372, 346, 5),
    (362, 330, 4), (438, 352, 5), (388, 410, 5),
)  # fmt: skip
SMALL = "M-20 452C40 432 92 456 112 500C92 488 78 494 72 506C98 518 124 560 128 640H-20Z"
SMALL_FOAM = ((112, 502, 8), (98, 490, 7), (72, 506, 8), (84, 478, 6), (62, 464, 6), (118, 520, 5))


def ground(sheet: Sheet) -> str:
    """A storm: a claw of sea before a pale sun."""
    sky = sheet.cover(sheet.fade("#4d2f68", (0.35, "#9b7bb0"), (0.7, "#efdcd2")))
    disc = sun(sheet, (266, 214), 162, "#f8ecd0", "#fbf3e2")
    dark = cloud(-60, 330, 170, "#7d5f98", 3, 0.8) + cloud(20, 190, 110, "#6d4c88", 2, 0.55)
    sea = seigaiha(500, 540, 620, 28, sheet.fade("#3b4f86", "#1b2550"), "#eef0f0", 8)
    return sky + disc + dark + _waves(sheet) + sea


def _waves(sheet: Sheet) -> str:
    """A breaking wave to the right, and its smaller brother."""
    water = sheet.fade("#5672b0", "#1d2c5c")
    great = shape(WAVE, water, 3) + stroke(WAVE_LINES, 3, "#dfe8f0", opacity=0.85)
    little = shape(SMALL, water, 3)
    foam = (dot((x, y), r, "#f7f7f2", 1.5) for x, y, r in CREST_FOAM + SMALL_FOAM)
    return great + little + "".join(foam)


def figure(sheet: Sheet) -> str:
    """The lord with both hands on the hilt."""
    trunk, head = View((270, 342), 12, 6, 1.16), View((270, 242), 16, 6, 1.26)
    near = Spine([(160, 404), (118, 452), (104, 440), (116, 402)], taper(30, 21, 3))
    elbow = Spine([(376, 400), (386, 440), (374, 466), (350, 470)], taper(27, 23, 2))
    far = Spine([(356, 462), (312, 484), (222, 476), (146, 450)], taper(21, 16, 4))
    legs = [(122, 640), (126, 530), (182, 452), (268, 470), (362, 452), (416, 530), (414, 640)]
    folds = "M160 480Q146 560 156 640M194 480L204 640M342 480L336 640M380 490Q392 560 384 640"
    return "".join(
        (
            place(scabbard(sheet, 220, "#3a2a4a", "#120a18"), (352, 478), 208),
            trousers(sheet, legs, SUIT, folds),
            skirt(sheet, trunk, SUIT),
            cuirass(sheet, trunk, SUIT, crest("Hojo", "#e8c46a")),
            bow_knot((280, 392), 0.9, SUIT.cords),
            sleeve(sheet, far, SUIT.cloth, SUIT.cloth_dark),
            sleeve(sheet, elbow, SUIT.cloth, SUIT.cloth_dark),
            group(shoulder(sheet, (372, 346), -14, SUIT, 1.05), filter="url(#shade)"),
            sleeve(sheet, near, SUIT.cloth, SUIT.cloth_dark),
            group(shoulder(sheet, (172, 346), 22, SUIT, 1.0), filter="url(#shade)"),
            group(_head(sheet, head), filter="url(#shade)"),
            place(katana(sheet, 258, "#3a1c53"), (112, 374), -86),
            fist(sheet, (113, 400), -88, 0.98, SUIT.glove),
            fist(sheet, (117, 444), -84, 0.98, SUIT.glove),
        )
    )


def _head(sheet: Sheet, head: View) -> str:
    return "".join(
        (
            guard(sheet, head, SUIT.lacing),
            neck(sheet, head, SUIT),
            face(sheet, head, SUIT.mask),
            _horns(sheet, head.see((0, -34, 0))),
            crown(sheet, head, SUIT.metal),
            ears(sheet, head, SUIT.metal),
            brim(sheet, head, SUIT.metal),
            emblem(head, _scales(sheet)),
        )
    )


def _horns(sheet: Sheet, at: Point) -> str:
    """The wide horns of a water buffalo."""
    bone = sheet.fade("#f6ecd4", "#9a8464", "#2a2018")
    horn = shape("M40 6C92 6 124 -28 116 -92C150 -34 128 40 48 34Z", bone, 3)
    rings = stroke("M66 8Q72 20 68 32M86 2Q96 14 94 26M104 -12Q118 -4 118 8", 1.8, opacity=0.6)
    return place(mirrored(horn + rings), at, 3)


def _scales(sheet: Sheet) -> str:
    """Three gilt scales above the visor."""
    gold = sheet.fade("#fff3c2", "#e3b650", "#94681f", end=(0.5, 1))
    return place(crest("Hojo", gold, 5), (0, -32), 0, 0.56)
