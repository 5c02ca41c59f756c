"""The landscape of the house: a quiet room, a round window, cards on the mats."""

from __future__ import annotations

from ukiyo.draw.brush import Point, block, dot, group, place, poly, shape, smooth, stroke
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import cloud, mountain, ridge, seigaiha, sun
from ukiyo.draw.sheet import Sheet, rounded

WIDE, HIGH = 1200, 630
FLOOR = 410
VANISH: Point = (600, 250)


def draw() -> str:
    """The whole picture."""
    sheet = Sheet(WIDE, HIGH)
    return sheet.svg(
        _wall(sheet)
        + _window(sheet)
        + _floor(sheet)
        + sheet.grain(0.4)
        + _hand(sheet)
        + _seal(sheet)
    )


def _wall(sheet: Sheet) -> str:
    wall = sheet.cover(sheet.fade("#3a2c20", (0.5, "#8a6a46"), (0.66, "#b08c5c")))
    posts = "".join(
        block(x, 0, 22, FLOOR, sheet.fade("#3a2416", "#6a4428", "#2a180e", end=(1, 0)))
        for x in (150, 1028)
    )
    beam = block(0, 40, WIDE, 20, sheet.fade("#5a3a22", "#2a180e")) + block(
        0, FLOOR - 14, WIDE, 14, sheet.fade("#5a3a22", "#1c1008")
    )
    return wall + _screens(sheet) + posts + beam


def _screens(sheet: Sheet) -> str:
    paper = "".join(
        block(x, 60, 150, FLOOR - 74, sheet.fade("#f6ecd0", "#d9c79a")) for x in (0, 1050)
    )
    bars = "".join(f"M{x} 60V{FLOOR}" for x in (50, 100, 1100, 1150)) + "".join(
        f"M0 {y}H150M1050 {y}H1200" for y in range(130, FLOOR, 70)
    )
    return paper + stroke(bars, 4, "#4a2f1c")


def _window(sheet: Sheet) -> str:
    hole = "M436 230a164 164 0 1 0 328 0a164 164 0 1 0 -328 0Z"
    frame = stroke(hole, 24) + stroke(hole, 18, "#5a3a22") + stroke(hole, 3, "#d9b45c")
    return sheet.within(hole, _view(sheet), place(_bough(), (-40, 18))) + frame


def _view(sheet: Sheet) -> str:
    """The world outside: mountain, sun and sea."""
    hills = ridge([(420, 336), (490, 310), (590, 330), (690, 300), (780, 326)], 460)
    return (
        block(420, 50, 360, 360, sheet.fade("#1d4a7a", (0.4, "#e9c98a"), (0.8, "#fbeecb")))
        + sun(sheet, (664, 196), 66, "#c0261b", "#e8733f")
        + mountain(sheet, (540, 166), 190, 380, "#4d668a")
        + shape(hills, "#56788a")
        + cloud(420, 268, 150, "#fdf6e0", 2, 0.85)
        + seigaiha(800, 348, 410, 18, sheet.fade("#2c5c94", "#12305c"), "#eaf0ea", 3)
    )


def _bough() -> str:
    """A pine reaching into the view."""
    line = smooth([(820, 60), (760, 96), (716, 92), (660, 120)], False)
    tufts = ((660, 112), (704, 78), (742, 104), (782, 70), (690, 132))
    return stroke(line, 13) + stroke(line, 8, "#5a3a26") + "".join(_needles(at) for at in tufts)


def _needles(at: Point) -> str:
    x, y = at
    rays = "".join(f"M{x} {y + 8}L{x + dx} {y - 20 + abs(dx) * 0.5}" for dx in range(-34, 35, 5))
    return stroke(rays, 3, "#1d3a2a") + stroke(rays, 1.4, "#4a7a52")


def _floor(sheet: Sheet) -> str:
    mats = block(0, FLOOR, WIDE, HIGH - FLOOR, sheet.fade("#a89a5c", "#d6ca8c"))
    rushes = "".join(f"M0 {FLOOR + 1.2 * i + 0.045 * i * i:.1f}H{WIDE}" for i in range(1, 60))
    lines = "".join(_seam(x) for x in (-500, 0, 420, 780, 1200, 1700))
    cross = _hem(476, 8) + _hem(590, 14)
    return mats + stroke(rushes, 1.2, "#7a6e38", opacity=0.35) + lines + cross


def _seam(x: float) -> str:
    def at(y: float) -> float:
        return VANISH[0] + (x - VANISH[0]) * (y - VANISH[1]) / (HIGH - VANISH[1])

    return shape(
        poly(
            [
                (at(FLOOR) - 4, FLOOR),
                (at(FLOOR) + 4, FLOOR),
                (at(HIGH) + 11, HIGH),
                (at(HIGH) - 11, HIGH),
            ]
        ),
        "#2c4a34",
        1.4,
    )


def _hem(y: float, thick: float) -> str:
    return block(0, y, WIDE, thick, "#2c4a34") + stroke(f"M0 {y}H{WIDE}", 1.4)


def _hand(sheet: Sheet) -> str:
    """Four cards, one for each game, fanned on the floor."""
    looks = (("#1d3f66", "戦"), ("#7a1510", "忍"), ("#2c4a34", "夜"), ("#5a3070", "刀"))
    cards = (
        place(_card(sheet, *look), (456 + 96 * i, 508 - 10 * (1.5 - abs(i - 1.5))), -18 + 12 * i)
        for i, look in enumerate(looks)
    )
    return "".join(group(one, filter="url(#shade)") for one in cards)


def _card(sheet: Sheet, colour: str, kanji: str) -> str:
    edge = shape(rounded(-56, -79, 112, 158, 9), colour, 3) + stroke(
        rounded(-48, -71, 96, 142, 5), 2.4, sheet.gold()
    )
    return edge + dot((0, 0), 38, "#fdf3da", 2) + column(kanji, (0, 0), 52, colour)


def _seal(sheet: Sheet) -> str:
    tag = shape(rounded(1084, 440, 74, 74, 8), sheet.fade("#d23a26", "#8e1a14"), 2.6)
    return group(tag, filter="url(#shade)") + column("畳", (1121, 476), 54, "#fdf3da")
