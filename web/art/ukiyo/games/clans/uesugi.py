"""Uesugi: the warrior monk in a white cowl, a crescent on his helmet, in falling snow."""

from __future__ import annotations

from ukiyo.draw.armour import Lacing, fist, sleeve
from ukiyo.draw.body import Suit, cuirass, shoulder, skirt, trousers
from ukiyo.draw.brush import Point, Spine, dot, group, place, shape, smooth, stroke, taper
from ukiyo.draw.helmet import Mask, Metal, brim, crown, emblem, face
from ukiyo.draw.paper import cloud, ridge, scatter
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View, around
from ukiyo.draw.weapons import katana, naginata, scabbard

SUIT = Suit(
    Lacing(("#1c3f73", "#24508c", "#2f64a6", "#5d8fc4", "#eef2f4"), "#0b1c38"),
    Metal("#7d8a9c", "#2b3444", "#0d121b", "#e6cf8a"),
    Mask("#6d7480", "#3d434c", "#12161b", "#f6f3ea"),
    cloth="#f0ece0",
    cloth_dark="#a9adb8",
    cords="#e9e2cf",
    glove="#23304a",
)
PINES = ((50, 476, 1.1), (104, 500, 0.8), (450, 478, 1.2), (408, 504, 0.8))


def ground(sheet: Sheet) -> str:
    """A winter night: a great moon, white hills, black pines."""
    sky = sheet.cover(sheet.fade("#0f2444", (0.45, "#345f92"), (0.8, "#a9c3d9")))
    glow = dot((266, 210), 182, "#e9f0f2", filter="url(#glow)", opacity=0.35)
    moon = dot((266, 210), 166, sheet.fade("#fdfbf0", "#dfe7ea"))
    peaks = [(-10, 470), (70, 420), (150, 450), (240, 400), (340, 446), (430, 404), (520, 440)]
    far = shape(ridge(peaks, 610), "#86a5c2") + cloud(-30, 400, 190, "#e7eef2", 3, 0.6)
    field = ridge([(-10, 540), (110, 505), (240, 540), (380, 500), (520, 530)], 610)
    near = shape(field, sheet.fade("#f4f6f4", "#b9cbdb"))
    return sky + glow + moon + far + "".join(_pine(*pine) for pine in PINES) + near


def _pine(x: float, y: float, size: float) -> str:
    tiers = "".join(_tier(26 * i, 18 + 9 * i, 42) for i in range(4))
    snow = "".join(_tier(26 * i, 10 + 5 * i, 24) for i in range(4))
    trunk = stroke("M0 -14V22", 7, "#101f33")
    return place(trunk + shape(tiers, "#173050") + shape(snow, "#eef3f4"), (x, y), 0, size)


def _tier(down: float, wide: float, tall: float) -> str:
    top, low = down - 120, down - 120 + tall
    return f"M0 {top}L{wide} {low}Q0 {low - 10} {-wide} {low}Z"


def snow(sheet: Sheet) -> str:
    """Flakes before everything, but for the corner of the number."""
    spots = scatter(7, 90, (130, 30, 480, 590)) + scatter(8, 24, (25, 150, 130, 590))
    return "".join(dot(at, 1.2 + (i % 5) * 0.6, "#fff", opacity=0.9) for i, at in enumerate(spots))


def figure(sheet: Sheet) -> str:
    """The lord, the halberd upright beside him."""
    trunk, head = View((264, 340), -16, 6, 1.16), View((260, 238), -22, 4, 1.28)
    right = Spine([(160, 396), (126, 450), (100, 452), (94, 416)], taper(30, 21, 3))
    left = Spine([(370, 400), (412, 450), (394, 486), (352, 480)], taper(31, 22, 3))
    legs = [(112, 640), (118, 530), (176, 452), (262, 470), (356, 452), (412, 530), (412, 640)]
    folds = "M150 480Q136 560 146 640M184 480L194 640M330 480L326 640M372 490Q386 560 378 640"
    return "".join(
        (
            _cape(sheet),
            place(scabbard(sheet, 210, "#22364f", "#0b1420"), (342, 468), 206),
            trousers(sheet, legs, SUIT, folds),
            skirt(sheet, trunk, SUIT),
            cuirass(sheet, trunk, SUIT),
            place(katana(sheet, 0, "#e9e2cf", False), (330, 476), 158),
            sleeve(sheet, right, "#2d4a78", "#16294a"),
            place(naginata(sheet, -330, 116), (96, 338), -92, 0.86),
            fist(sheet, (93, 402), -92, 1.0, SUIT.glove),
            sleeve(sheet, left, "#2d4a78", "#16294a"),
            fist(sheet, (348, 478), 166, 1.0, SUIT.glove),
            group(shoulder(sheet, (160, 344), 18, SUIT, 1.02), filter="url(#shade)"),
            group(shoulder(sheet, (366, 344), -16, SUIT, 1.08), filter="url(#shade)"),
            group(_head(sheet, head), filter="url(#shade)"),
            _beads(trunk),
        )
    )


def _cape(sheet: Sheet) -> str:
    right = [(180, 300), (350, 296), (430, 420), (468, 560), (440, 640), (380, 600)]
    left = [(150, 600), (86, 640), (92, 480), (130, 380)]
    folds = "M400 400Q430 500 424 620M132 420Q108 520 120 620M420 440Q452 520 450 610"
    cloth = shape(smooth(right + left), sheet.fade("#f7f4ea", "#b4bfd0"), 3)
    return cloth + stroke(folds, 2, "#5b6b84", opacity=0.7)


def _beads(trunk: View) -> str:
    """A monk's rosary over the chest."""
    spots = [(-56 + i * 7, -14 + 62 * (1 - ((i - 8) / 8) ** 2)) for i in range(17)]
    places = [trunk.see((x, y, 54 - abs(x) * 0.3)) for x, y in spots]
    return "".join(_bead(at, "#e6cf8a" if i == 8 else "#8a3022") for i, at in enumerate(places))


def _bead(at: Point, colour: str) -> str:
    return dot(at, 6.2, colour, 1.8) + dot((at[0] - 1.8, at[1] - 2), 1.6, "#fff", opacity=0.7)


def _head(sheet: Sheet, head: View) -> str:
    return "".join(
        (
            _hood(sheet, head),
            face(sheet, head, SUIT.mask),
            crown(sheet, head, SUIT.metal),
            "".join(_fold(sheet, head, side) for side in (-1, 1)),
            brim(sheet, head, SUIT.metal),
            emblem(head, _moon(sheet)),
        )
    )


def _hood(sheet: Sheet, head: View) -> str:
    """The cowl behind the face."""
    half = ((64, -8, 110), (70, 20, 120), (88, 70, 125), (100, 112, 100), (64, 122, 30))
    right = [head.see(around(*spot)) for spot in half]
    left = [head.see(around(radius, y, -bearing)) for radius, y, bearing in half]
    return shape(smooth(right + left[::-1]), sheet.fade("#cfd6de", "#8f9db0"), 3)


def _fold(sheet: Sheet, head: View, side: int) -> str:
    """The cloth that frames the face at one side and falls to the chest."""

    def run(*spots: tuple[float, float, float]) -> list[Point]:
        return [head.see(around(radius, y, side * bearing)) for radius, y, bearing in spots]

    inner = run((61, -6, 66), (63, 14, 50), (60, 44, 46), (62, 78, 32), (60, 104, 10))
    outer = run(
        (74, 118, 30), (94, 116, 62), (104, 106, 95), (88, 62, 112), (70, 14, 114), (63, -10, 104)
    )
    first = run((66, 0, 76), (76, 44, 70), (88, 100, 54))
    second = run((67, 4, 96), (84, 56, 92), (98, 104, 80))
    cloth = shape(smooth(inner + outer), sheet.fade("#ffffff", "#e6e9e8", "#a8b4c2"), 3)
    if side * head.yaw > 0:  # too narrow for folds
        return cloth
    return cloth + stroke(smooth(first, False) + smooth(second, False), 2, "#5b6b84", opacity=0.8)


def _moon(sheet: Sheet) -> str:
    """A gilt crescent with a small sun between its tips."""
    gold = sheet.fade("#fff3c2", "#e3b650", "#94681f", end=(0.5, 1))
    right = "C46 8 82 -34 74 -92C62 -50 34 -28 0 -28C-34 -28 -62 -50 -74 -92Z"
    moon = shape("M-74 -92C-82 -34 -46 8 0 8" + right, gold, 2.8)
    shine = stroke("M-66 -62C-58 -26 -32 -6 0 -4", 2, "#fffbe4", opacity=0.9)
    return stroke("M0 -41V-26", 4, "#94681f") + dot((0, -62), 21, "#b3261e", 2.6) + moon + shine
