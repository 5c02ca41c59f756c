"""Grounds and frames: sky, sun, mountains, waves, clouds, banners, the border of a card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from ukiyo.draw.brush import (
    INK,
    Point,
    block,
    dot,
    group,
    num,
    pen,
    polar,
    poly,
    shape,
    smooth,
    stroke,
)
from ukiyo.draw.sheet import Sheet, rounded

CARD = (500, 700)
EDGE = rounded(0, 0, *CARD, 26)
"""The outline of a card."""
PLATE_TOP = 602
"""Below this line a card is calm: the client lays the name plate there."""


def rays(sheet: Sheet, centre: Point, colour: str, count: int = 16, reach: float = 800) -> str:
    """A sunburst of even beams."""
    wide = 180 / count
    beams = "".join(
        poly([centre, polar(centre, reach, a - wide / 2), polar(centre, reach, a + wide / 2)])
        for a in (360 * i / count for i in range(count))
    )
    return shape(beams, colour)


def sun(sheet: Sheet, centre: Point, radius: float, top: str, low: str) -> str:
    """A disc that pales downward, as a printer wipes the block."""
    return dot(centre, radius, sheet.fade(top, (0.45, top), (1, low)))


def ridge(points: Sequence[Point], low: float) -> str:
    """A soft range of hills, filled down to ``low``."""
    return (
        smooth(points, False) + f"L{num(points[-1][0])} {num(low)}L{num(points[0][0])} {num(low)}Z"
    )


def seigaiha(
    width: float, top: float, low: float, radius: float, fill: str, line: str, sway: float = 0
) -> str:
    """Rows of scalloped waves."""
    rows = int((low - top) / (radius * 0.5)) + 2
    return "".join(
        _wave_row(width, top + i * radius * 0.5, i, radius, fill, line, sway) for i in range(rows)
    )


def _wave_row(
    width: float, y: float, row: int, radius: float, fill: str, line: str, sway: float
) -> str:
    xs = [
        i * 2 * radius + (radius if row % 2 else 0)
        for i in range(-1, int(width / (2 * radius)) + 2)
    ]
    spots = [(x, y + sway * math.sin(x / 78 + row * 0.4)) for x in xs]
    return "".join(_scallop(spot, radius, fill, line) for spot in spots)


def _scallop(at: Point, radius: float, fill: str, line: str) -> str:
    inner = "".join(dot(at, radius * k, "none") for k in (0.7, 0.42))
    return dot(at, radius, fill, stroke=line, stroke_width=num(radius * 0.08)) + group(
        inner, stroke=line, stroke_width=num(radius * 0.06)
    )


def cloud(x: float, y: float, long: float, fill: str, rows: int = 3, opacity: float = 1) -> str:
    """A band of mist with round ends, as on painted screens."""
    parts = []
    for i in range(rows):
        shift, reach = (i * 37) % 60 - 20, long * (1 - 0.22 * abs(i - rows / 2 + 0.5))
        parts.append(rounded(x + shift, y + i * 15, reach, 17, 8.4))
    return shape("".join(parts), fill, opacity=opacity)


def flames(
    sheet: Sheet, tongues: Sequence[tuple[float, float, float]], low: float, stops: tuple[str, ...]
) -> str:
    """Tongues of fire: (x, height, width) each, rising from ``low``."""
    fill = sheet.fade(*stops)
    return "".join(shape(_tongue(x, low, tall, wide), fill) for x, tall, wide in tongues)


def _tongue(x: float, low: float, tall: float, wide: float) -> str:
    """An S on each side, meeting in a tip that licks to the right."""
    tip = (x + wide * 0.5, low - tall)
    left = pen("C", x - wide * 1.4, low - tall * 0.4, x + wide * 0.5, low - tall * 0.55, *tip)
    right = pen("C", x + wide * 0.5, low - tall * 0.6, x + wide * 1.5, low - tall * 0.5)
    return pen("M", x - wide, low) + left + right + pen("", x + wide, low, "Z")


def scatter(seed: int, count: int, box: tuple[float, float, float, float]) -> list[Point]:
    """Random places in a box, the same for the same seed."""
    luck = Random(seed)
    left, top, right, low = box
    return [(luck.uniform(left, right), luck.uniform(top, low)) for _ in range(count)]


def mountain(
    sheet: Sheet, peak: Point, wide: float, low: float, rock: str, snow: str = "#fbf6ea"
) -> str:
    """A snow-capped cone with hollow slopes."""
    (x, y), tall = peak, low - peak[1]
    left = pen("C", x - wide * 0.5, low - tall * 0.14, x - wide * 0.2, y + tall * 0.36, x - 20, y)
    right = pen("C", x + wide * 0.2, y + tall * 0.36, x + wide * 0.5, low - tall * 0.14)
    crater = pen("L", x - 8, y + 5, "L", x + 5, y - 2, "L", x + 20, y + 1)
    body = pen("M", x - wide, low) + left + crater + right + pen("", x + wide, low, "Z")
    lines = "".join(
        stroke(_gully(peak, wide, tall, k), 2, "#000", opacity=0.12) for k in range(-4, 5)
    )
    cap = shape(_snow(peak, wide, tall), snow)
    return shape(body, rock) + sheet.within(body, lines, cap)


def _gully(peak: Point, wide: float, tall: float, k: int) -> str:
    (x, y), lean = peak, k * wide / 9
    return pen("M", x + lean * 0.1, y, "Q", x + lean * 0.4, y + tall * 0.4, x + lean, y + tall)


def _snow(peak: Point, wide: float, tall: float) -> str:
    """Tongues of snow, longer and shorter, down the gullies."""
    x, y = peak
    depths = (0.22, 0.3, 0.22, 0.36, 0.26, 0.4, 0.28, 0.43, 0.27, 0.38, 0.25, 0.34, 0.22, 0.28, 0.2)
    tips = [(x + (i - 7) * wide * 0.05, y + tall * depth) for i, depth in enumerate(depths)]
    return poly([(x - wide * 0.4, y), *tips, (x + wide * 0.4, y), (x, y - 40)])


def nobori(
    sheet: Sheet, at: Point, size: tuple[float, float], colour: str, dark: str, *marks: str
) -> str:
    """A tall banner on a pole with a cross bar; ``at`` is its upper left corner."""
    (x, y), (w, h) = at, size
    cloth = _cloth(x, y, w, h)
    pole = _rod(pen("M", x + w + 6, y - 14, "V", y + h + 500), 7)
    bar = _rod(pen("M", x - 6, y - 2, "H", x + w + 10), 6.4)
    ties = "".join(pen("M", x + w, y + h * k, "h", 6) for k in (0.15, 0.4, 0.65, 0.9))
    body = shape(cloth, sheet.fade(colour, dark), 2.8)
    return (
        pole
        + body
        + "".join(marks)
        + shape(cloth, _folds(sheet))
        + bar
        + stroke(ties, 3, "#e6d9b8")
    )


def _cloth(x: float, y: float, w: float, h: float) -> str:
    right = pen("H", x + w, "Q", x + w - 5, y + h * 0.4, x + w + 2, y + h)
    low = pen("Q", x + w / 2, y + h - 8, x - 2, y + h)
    return pen("M", x, y) + right + low + pen("Q", x + 4, y + h * 0.5, x, y, "Z")


def _folds(sheet: Sheet) -> str:
    return sheet.fade(
        (0, "#000", 0.0), (0.3, "#fff", 0.13), (0.55, "#000", 0.12), (0.8, "#fff", 0.06),
        (1, "#000", 0.25), end=(1, 0.06),
    )  # fmt: skip


def _rod(d: str, width: float) -> str:
    return stroke(d, width) + stroke(d, width / 2, "#8a5a34")


def border(sheet: Sheet, colour: str) -> str:
    """The lacquered edge of a card with its gold line."""
    width, height = CARD
    edge = shape(rounded(6, 6, width - 12, height - 12, 21), "none", 15, colour)
    return edge + shape(rounded(19, 19, width - 38, height - 38, 12), "none", 3.2, sheet.gold())


def plinth(sheet: Sheet, colour: str, dark: str) -> str:
    """The calm strip at the foot of a card."""
    width, height = CARD
    body = block(0, PLATE_TOP, width, height - PLATE_TOP, sheet.fade(colour, dark))
    return (
        body
        + stroke(f"M0 {PLATE_TOP}H{width}", 5, INK)
        + stroke(f"M0 {PLATE_TOP}H{width}", 2.6, "#e3c172")
    )


def card(sheet: Sheet, *layers: str) -> str:
    """Layers cut to the shape of a card; printing knows the mark."""
    return sheet.svg(group(*layers, class_="card", clip_path=sheet.clip(EDGE)))
