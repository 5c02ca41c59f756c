"""The mark of the house: four mats around a half one, as in a tea room. Four games, one room."""

from __future__ import annotations

from ukiyo.draw.brush import block, shape, stroke, tag
from ukiyo.draw.glyphs import column
from ukiyo.draw.sheet import Sheet, rounded

MATS = ((4, 4, 36, 18), (42, 4, 18, 36), (24, 42, 36, 18), (4, 24, 18, 36))
"""Left, top, width and height in a square of 64."""


def favicon() -> str:
    """As small and plain as an icon must be."""
    ground = tag("rect", width=64, height=64, rx=12, fill="#22301f")
    mats = "".join(block(*mat, "#d9cf94", rx=2) for mat in MATS)
    heart = block(24, 24, 16, 16, "#c0301f", rx=2)
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 64 64"}
    return tag("svg", ground + mats + heart, **head)


def icon() -> str:
    """The same with rushes, cloth edges and a seal, for a home screen."""
    sheet = Sheet(512, 512)
    body = sheet.cover(sheet.fade("#2f4029", "#161f13")) + "".join(
        _mat(sheet, *mat) for mat in MATS
    )
    seal = shape(rounded(190, 190, 132, 132, 12), sheet.fade("#d23a26", "#8e1a14"), 4)
    rim = stroke(rounded(200, 200, 112, 112, 7), 3, "#fdf3da")
    return sheet.svg(body + seal + rim + column("畳", (256, 254), 96, "#fdf3da"))


def _mat(sheet: Sheet, left: float, top: float, width: float, height: float) -> str:
    x, y, w, h = (8 * v for v in (left, top, width, height))
    long = w > h
    body = block(x, y, w, h, sheet.fade("#e6dca4", "#c3b676"), rx=8)
    spots = range(10, int(h if long else w), 7)
    rushes = "".join(f"M{x} {y + d}H{x + w}" if long else f"M{x + d} {y}V{y + h}" for d in spots)
    hems = "".join(_hem(x, y, w, h, far) for far in (False, True))
    return sheet.within(
        rounded(x, y, w, h, 8), body, stroke(rushes, 1.6, "#8f8448", opacity=0.5), hems
    )


def _hem(x: float, y: float, w: float, h: float, far: bool) -> str:
    """The cloth edge along one of the long sides."""
    if w > h:
        return block(x, y + (h - 20 if far else 0), w, 20, "#2c4a34")
    return block(x + (w - 20 if far else 0), y, 20, h, "#2c4a34")
