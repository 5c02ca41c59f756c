"""The ninja: on the ridge of a castle, before the moon. No crest: he serves nobody."""

from __future__ import annotations

from collections.abc import Sequence

from ukiyo.draw.brush import (
    Point,
    Spine,
    block,
    dot,
    group,
    pen,
    place,
    shape,
    smooth,
    stroke,
    taper,
)
from ukiyo.draw.paper import border, card, cloud, plinth, scatter
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.weapons import blade, scabbard

CLOTH, SHADE, DARK = "#34406a", "#1d2540", "#0c1020"
RIM = "#f0e2b4"
WRAP = "#7385b4"
MOON: Point = (262, 258)


def draw() -> str:
    """The whole card."""
    sheet = Sheet(500, 700)
    return card(
        sheet,
        ground(sheet),
        sheet.grain(0.4),
        roof(sheet),
        group(figure(sheet), filter="url(#contour)"),
        plinth(sheet, "#1c2233", "#0a0d16"),
        border(sheet, "#070910"),
    )


def ground(sheet: Sheet) -> str:
    """Stars, the moon, and a far keep."""
    sky = sheet.cover(sheet.fade("#070c1c", (0.4, "#16264a"), (0.85, "#46638f")))
    spots = enumerate(scatter(9, 70, (125, 30, 480, 400)))
    stars = "".join(dot(at, 0.7 + (i % 4) * 0.35, "#fff", opacity=0.8) for i, at in spots)
    glow = dot(MOON, 190, "#f6e6ae", filter="url(#glow)", opacity=0.5)
    moon = dot(MOON, 176, sheet.halo("#fffbe8", (0.8, "#f6e8b6"), (1, "#e6cc84")))
    behind = cloud(30, 210, 150, "#22365f", 2, 0.85) + cloud(330, 150, 150, "#22365f", 2, 0.8)
    before = cloud(16, 404, 190, "#2f4a7a", 3, 0.9) + cloud(330, 418, 190, "#2f4a7a", 3, 0.9)
    return sky + stars + glow + moon + behind + before + _keep()


def _keep() -> str:
    """A castle with a few lamps."""
    lamps = ((-30, 8), (22, 8), (-6, -36), (10, -80))
    windows = "".join(block(x, y, 6, 9, "#f3c766") for x, y in lamps)
    walls = shape("".join(_storey(i) for i in range(4)), "#101a33")
    return place(walls + windows, (64, 510), 0, 0.74)


def _storey(i: int) -> str:
    y, wall, eave = -44 * i, 62 - 12 * i, 90 - 14 * i
    left = pen("M", -wall, y, "Q", -wall - 12, y - 6, -eave, y - 4, "L", eave, y - 4)
    return left + pen("Q", wall + 12, y - 6, wall, y, "V", y + 40, "H", -wall, "Z")


# --- the roof ----------------------------------------------------------------


def roof(sheet: Sheet, wide: int = 500, long: int = 90) -> str:
    """The ridge under his feet: cap tiles, then rows running down."""
    slope = block(0, 556, wide, long, sheet.fade("#3d4a66", "#161c2b"))
    tiles = "".join(_tile(sheet, x, long) for x in range(4, wide, 36))
    ridge = shape(
        f"M-10 536H{wide + 10}V558H-10Z", sheet.fade("#8a99b8", "#39455f", "#1a2132"), 2.6
    )
    seams = "".join(f"M{x} 538V556" for x in range(20, wide, 48))
    return slope + tiles + ridge + stroke(seams, 2, opacity=0.6)


def _tile(sheet: Sheet, x: int, long: int) -> str:
    round_ = sheet.fade("#667594", "#2a344b", "#10151f", end=(1, 0))
    end = dot((x + 10, 567), 11, sheet.halo("#8d9cbb", "#2a344b"), 2) + dot(
        (x + 10, 567), 4, "#161c2b"
    )
    return shape(f"M{x} 560h20v{long}h-20Z", round_, 1.6) + end


# --- the figure --------------------------------------------------------------


def figure(sheet: Sheet) -> str:
    """Crouched to spring, the blade drawn back over his head."""
    return "".join(
        (
            _scarf(sheet),
            place(scabbard(sheet, 190, "#3a2a22", "#120a08"), (338, 330), -38, 0.9),
            _sword_arm(sheet),
            _far_leg(sheet),
            _trunk(sheet),
            _near_leg(sheet),
            _near_arm(sheet),
            _head(sheet),
        )
    )


def _limb(sheet: Sheet, points: Sequence[Point], root: float, tip: float, belly: float = 3) -> str:
    """A sleeve or a trouser leg, moonlit along one edge."""
    limb = Spine(points, taper(root, tip, belly))
    ends = limb.off(0.5, -1), limb.off(0.5, 1)
    body = shape(limb.outline(), sheet.span(*ends, CLOTH, SHADE, DARK), 3)
    light = stroke(smooth(limb.edge(-0.8, 0.08, 0.92, 8), False), 2.2, RIM, opacity=0.7)
    return dot(points[0], root * 0.99, SHADE, 3) + body + light


def _bound(sheet: Sheet, points: Sequence[Point], root: float, tip: float, turns: int = 6) -> str:
    """A forearm or a shin, wrapped crosswise."""
    limb = Spine(points, taper(root, tip, 3))
    ends = limb.off(0.5, -1), limb.off(0.5, 1)
    body = shape(limb.outline(), sheet.span(*ends, "#46557f", "#27314f", DARK), 3)
    steps = [0.1 + 0.76 * i / turns for i in range(turns)]
    over = "".join(
        smooth([limb.off(t, -0.95), limb.at(t + 0.05), limb.off(t + 0.12, 0.95)], False)
        for t in steps
    )
    under = "".join(
        smooth([limb.off(t + 0.12, -0.95), limb.at(t + 0.05), limb.off(t, 0.95)], False)
        for t in steps
    )
    light = stroke(smooth(limb.edge(-0.84, 0.06, 0.94, 8), False), 2, RIM, opacity=0.75)
    return body + stroke(under, 1.6, DARK) + stroke(over, 2.2, WRAP) + light


def _scarf(sheet: Sheet) -> str:
    """Two red tails in the wind."""
    tails = (
        [(252, 366), (330, 318), (372, 420), (474, 352)],
        [(252, 372), (330, 352), (372, 452), (466, 424)],
    )
    return "".join(_tail(sheet, tail) for tail in tails)


def _tail(sheet: Sheet, points: Sequence[Point]) -> str:
    cloth = Spine(points, lambda t: 10 + 11 * t - 40 * max(0.0, t - 0.86))
    red = sheet.fade("#e04a32", "#7a130c", end=(1, 0.4))
    folds = "".join(smooth(cloth.edge(side, 0.1, 0.92, 8), False) for side in (-0.3, 0.4))
    return shape(cloth.outline(18), red, 2.8) + stroke(folds, 1.8, "#4a0a06", opacity=0.7)


def _sword_arm(sheet: Sheet) -> str:
    sword = place(blade(sheet, 268, 0.05, 6.5) + _hilt(), (376, 272), 195)
    upper = _limb(sheet, [(284, 384), (330, 400), (372, 396), (398, 366)], 29, 22)
    lower = _bound(sheet, [(402, 376), (414, 346), (406, 316), (394, 290)], 22, 16)
    return sword + upper + lower + _glove(sheet, (392, 278), 12)


def _hilt() -> str:
    wraps = "".join(f"M{x} -6L{x - 10} 6M{x} 6L{x - 10} -6" for x in range(-6, -62, -10))
    grip = shape("M-2 -7H-70V7H-2Z", "#3a2a22", 2.2) + stroke(wraps, 3, "#b79a62")
    return grip + shape("M-5 -15H5V15H-5Z", "#2b2f3a", 2.4)


def _glove(sheet: Sheet, at: Point, turn: float) -> str:
    palm = shape(
        "M-18 -15Q0 -22 18 -15Q24 0 18 16Q0 22 -18 15Q-24 0 -18 -15Z", sheet.fade(CLOTH, DARK), 2.6
    )
    fingers = stroke("M-9 -17V17M0 -19V19M9 -18V18", 1.8, DARK)
    return place(palm + fingers + stroke("M-15 -13Q0 -19 15 -13", 1.8, RIM, opacity=0.7), at, turn)


def _far_leg(sheet: Sheet) -> str:
    thigh = _limb(sheet, [(306, 468), (344, 462), (376, 474), (398, 498)], 36, 25, 4)
    shin = _bound(sheet, [(392, 486), (408, 508), (420, 520), (432, 534)], 23, 15, 4)
    foot = shape("M418 540Q424 520 444 526Q462 532 466 542H416Z", sheet.fade("#46557f", DARK), 2.8)
    return thigh + foot + shin


def _near_leg(sheet: Sheet) -> str:
    """Knee up, the foot planted."""
    shin = _bound(sheet, [(206, 440), (206, 474), (214, 506), (214, 532)], 24, 15)
    foot = shape("M230 542Q232 522 212 520Q186 528 178 542Z", sheet.fade("#46557f", DARK), 2.8)
    split = stroke("M192 531Q198 534 198 541", 2, DARK)
    thigh = _limb(sheet, [(318, 478), (284, 470), (236, 448), (206, 432)], 37, 27, 5)
    folds = stroke(
        "M300 456Q284 474 290 498M268 446Q256 462 258 482M232 432Q222 446 226 462", 2, DARK
    )
    return foot + split + shin + thigh + folds


def _near_arm(sheet: Sheet) -> str:
    """Fingers spread on the ridge."""
    upper = _limb(sheet, [(200, 392), (176, 410), (156, 430), (148, 456)], 26, 20)
    lower = _bound(sheet, [(150, 446), (144, 474), (146, 500), (148, 520)], 20, 14)
    fingers = "".join(
        _finger(sheet, x, lean) for x, lean in ((134, -7), (142, -3), (151, 1), (160, 5))
    )
    plate = shape("M134 512Q148 506 162 512L164 528Q148 534 132 528Z", sheet.fade(CLOTH, DARK), 2.4)
    return upper + fingers + lower + plate


def _finger(sheet: Sheet, x: float, lean: float) -> str:
    tip = x + lean
    body = pen(
        "M", x - 4, 522, "L", tip - 4, 540, "Q", tip, 546, tip + 4, 540, "L", x + 5, 522, "Z"
    )
    return shape(body, sheet.fade(CLOTH, SHADE), 2)


def _trunk(sheet: Sheet) -> str:
    back = [(184, 392), (208, 362), (258, 346), (300, 364), (336, 410), (358, 452)]
    front = [(342, 494), (296, 500), (254, 474), (212, 436)]
    body = shape(
        smooth(back + front), sheet.fade(CLOTH, SHADE, DARK, start=(0.2, 0), end=(0.7, 1)), 3
    )
    lapels = stroke(
        "M204 388Q252 420 288 474M270 360Q252 398 226 420M210 410Q240 440 270 464", 2.4, DARK
    )
    light = stroke("M268 352Q304 366 334 412Q346 436 353 452", 2.6, RIM, opacity=0.8)
    sash = shape(
        "M268 484Q318 478 350 436L366 458Q332 508 282 508Z", sheet.fade("#d23a26", "#6e120c"), 2.6
    )
    crease = stroke("M276 496Q326 490 358 448", 1.6, "#4a0a06")
    return body + lapels + light + sash + crease


def _head(sheet: Sheet) -> str:
    crown = [(186, 338), (182, 302), (206, 272), (242, 266), (272, 288), (280, 326)]
    jaw = [(268, 358), (236, 378), (202, 368)]
    hood = shape(smooth(crown + jaw), sheet.fade("#46557f", CLOTH, DARK), 3)
    folds = stroke("M196 352Q232 362 270 344M202 364Q234 374 264 358", 2, DARK)
    light = stroke("M208 271Q240 262 268 286Q280 306 279 326", 2.6, RIM, opacity=0.85)
    return _knot(sheet) + hood + _gaze(sheet) + _plate(sheet) + folds + light + _collar(sheet)


def _gaze(sheet: Sheet) -> str:
    slit = [(186, 324), (210, 312), (250, 311), (274, 318), (270, 338), (230, 346), (192, 340)]
    skin = shape(smooth(slit), sheet.fade("#e0b68c", "#a87a54"), 2.2)
    return skin + _eye(208, -1) + _eye(246, 1)


def _eye(x: float, side: int) -> str:
    lid = pen(
        "M", x - 13, 330 + side, "Q", x, 320, x + 13, 329 - side, "Q", x, 336, x - 13, 330 + side
    )
    brow = stroke(pen("M", x - 15 * side, 326, "Q", x, 319, x + 15 * side, 314), 4.6)
    iris = dot((x - 3, 329), 4) + dot((x - 4.4, 327.6), 1.2, "#fff")
    return shape(lid, "#fdf6e2", 1.6) + iris + brow


def _plate(sheet: Sheet) -> str:
    """A brow band with an iron plate."""
    band = shape(
        "M184 308Q230 290 278 306L280 320Q232 304 184 322Z", sheet.fade("#5d6a84", "#2a344b"), 2.4
    )
    iron = shape(
        "M204 299Q230 292 256 297L257 314Q230 308 204 315Z", sheet.fade("#f2f5f6", "#8d99ad"), 2
    )
    return band + iron + dot((209, 306), 1.6) + dot((252, 305), 1.6)


def _knot(sheet: Sheet) -> str:
    ends = "M274 308L322 280L318 298L336 306L276 320Z"
    return shape(ends, sheet.fade("#5d6a84", "#2a344b"), 2.2)


def _collar(sheet: Sheet) -> str:
    """The scarf around the neck."""
    loop = [(190, 364), (230, 382), (272, 358), (290, 372), (268, 398), (224, 404), (190, 386)]
    red = shape(smooth(loop), sheet.fade("#e04a32", "#7a130c"), 2.8)
    return red + stroke("M196 378Q232 396 280 376", 1.8, "#4a0a06", opacity=0.7)
