"""Oda: the conqueror in a cape from over the sea, a gun across his chest, fire behind him."""

from __future__ import annotations

from ukiyo.draw.armour import Lacing, cord, fist, sleeve
from ukiyo.draw.body import Suit, cuirass, neck, shoulder, skirt, trousers
from ukiyo.draw.brush import Spine, dot, group, mirrored, pen, place, shape, smooth, stroke, taper
from ukiyo.draw.helmet import Mask, Metal, brim, crown, ears, emblem, face, guard
from ukiyo.draw.paper import flames, scatter, sun
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View
from ukiyo.draw.weapons import gun
from ukiyo.games.clans.crests import crest

SUIT = Suit(
    Lacing(("#1f1a18", "#2a2320", "#7d520a", "#d39a1e", "#f2cf6a"), "#0c0908", knots="#f2cf6a"),
    Metal("#77777d", "#26262c", "#08080b", "#f0c75e"),
    Mask("#f0cb66", "#b58524", "#4a3208", None, teeth="#fdf6e0", snarl=2.2),
    cloth="#54201c",
    cloth_dark="#240b09",
    cords="#a3241a",
    glove="#1b1716",
)
BACK = ((30, 420, 58), (120, 330, 50), (390, 350, 52), (470, 430, 58))
MIDDLE = (
    (0, 280, 46),
    (78, 330, 44),
    (140, 210, 40),
    (400, 250, 44),
    (446, 340, 44),
    (500, 260, 46),
)
FRONT = (
    (28, 180, 34),
    (92, 150, 32),
    (140, 120, 30),
    (380, 120, 30),
    (430, 200, 34),
    (484, 170, 34),
)


def ground(sheet: Sheet) -> str:
    """A burning castle and a sun of brass."""
    sky = sheet.cover(sheet.fade("#1d0c08", (0.4, "#4a1a0c"), (0.8, "#7d2c0e")))
    disc = sun(sheet, (262, 214), 166, "#f4c04a", "#f9dd8c")
    fire = (
        flames(sheet, BACK, 640, ("#a8300f", "#d8541a"))
        + flames(sheet, MIDDLE, 640, ("#e8741e", "#f7b43c"))
        + flames(sheet, FRONT, 640, ("#fbd46a", "#fff3c4"))
    )
    sparks = scatter(3, 46, (130, 40, 480, 420))
    lights = "".join(dot(at, 1 + i % 3, "#ffe08a", opacity=0.9) for i, at in enumerate(sparks))
    return sky + disc + _keep() + fire + lights


def _keep() -> str:
    """A castle, black before the fire."""
    return place(shape("".join(_storey(i) for i in range(4)), "#240b06"), (88, 470), 0, 0.94)


def _storey(i: int) -> str:
    y, wall, eave = -40 * i, 60 - 11 * i, 84 - 13 * i
    left = pen("M", -wall, y, "Q", -wall - 10, y - 6, -eave, y - 4, "L", eave, y - 4)
    return left + pen("Q", wall + 10, y - 6, wall, y, "V", y + 30, "H", -wall, "Z")


def figure(sheet: Sheet) -> str:
    """The lord and his gun."""
    trunk, head = View((262, 340), 10, 6, 1.16), View((262, 238), 14, 6, 1.26)
    right = Spine([(158, 398), (128, 446), (150, 440), (190, 414)], taper(30, 21, 3))
    left = Spine([(372, 400), (412, 464), (388, 496), (348, 484)], taper(31, 22, 3))
    legs = [(120, 640), (124, 530), (176, 452), (262, 470), (352, 452), (406, 530), (404, 640)]
    folds = "M154 480Q140 560 150 640M186 480L194 640M334 480L328 640M370 490Q382 560 374 640"
    return "".join(
        (
            _cape(sheet),
            trousers(sheet, legs, SUIT, folds),
            skirt(sheet, trunk, SUIT),
            cuirass(sheet, trunk, SUIT, crest("Oda", "#f2cf6a")),
            group(shoulder(sheet, (160, 344), 16, SUIT, 1.02), filter="url(#shade)"),
            group(shoulder(sheet, (366, 344), -16, SUIT, 1.02), filter="url(#shade)"),
            sleeve(sheet, right, SUIT.cloth, SUIT.cloth_dark),
            sleeve(sheet, left, SUIT.cloth, SUIT.cloth_dark),
            group(place(gun(sheet, 300), (342, 484), -144), filter="url(#shade)"),
            fist(sheet, (202, 408), 42, 1.0, SUIT.glove),
            fist(sheet, (348, 486), 214, 1.0, SUIT.glove),
            group(_head(sheet, head), filter="url(#shade)"),
        )
    )


def _cape(sheet: Sheet) -> str:
    """Red cloth from shoulder to knee, dark within."""
    left = [(70, 640), (92, 450), (150, 310), (200, 250)]
    right = [(330, 250), (376, 308), (424, 450), (446, 640), (330, 600), (190, 600)]
    inside = [(170, 310), (262, 280), (356, 310), (400, 440), (410, 640), (110, 640), (118, 440)]
    outer = "M412 410Q430 500 428 630M104 410Q86 500 88 630"
    inner = "M406 380Q424 480 418 630M116 390Q96 500 102 630"
    cloth = shape(smooth(left + right), sheet.fade("#a3241a", "#4a0d0a"), 3.4)
    return (
        cloth
        + stroke(outer + inner, 2.4, "#2a0605", opacity=0.7)
        + shape(smooth(inside), "#140908")
    )


def _head(sheet: Sheet, head: View) -> str:
    chin = [(-44, 40, 20), (-20, 86, 40), (0, 90, 46), (20, 86, 40), (44, 40, 20)]
    return "".join(
        (
            guard(sheet, head, SUIT.lacing),
            neck(sheet, head, SUIT),
            face(sheet, head, SUIT.mask),
            crown(sheet, head, SUIT.metal, 12, 26),
            ears(sheet, head, SUIT.metal),
            brim(sheet, head, SUIT.metal),
            emblem(head, _flower(sheet)),
            cord(head.line(chin), 4, SUIT.cords),
        )
    )


def _flower(sheet: Sheet) -> str:
    """A gilt flower between two wings."""
    gold = sheet.fade("#fff3c2", "#e3b650", "#94681f", end=(0.5, 1))
    wing = "M10 2C34 -2 60 -20 78 -64C84 -50 82 -44 80 -38C88 -42 92 -40 94 -38C84 -8 52 16 12 16Z"
    heart = dot((0, -22), 36, "#2a1a04", 2.6) + place(crest("Oda", gold, 3), (0, -22), 0, 0.36)
    return mirrored(shape(wing, gold, 2.6)) + heart
