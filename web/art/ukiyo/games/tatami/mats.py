"""The table top: woven rush, as a tile that repeats without a seam."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ukiyo.draw.brush import block, num
from ukiyo.draw.sheet import Sheet

SIDE = 256


@dataclass(frozen=True)
class Rush:
    """Hue, colour and brightness of the straw, and how much one differs from the next."""

    hue: int
    depth: int
    light: int
    play: float
    gleam: float
    """How bright a straw is where it lies on top."""


LIGHT = Rush(49, 34, 74, 3.2, 0.1)
DARK = Rush(76, 16, 15, 1.8, 0.04)


def draw(rush: Rush) -> str:
    """Rows of straw over and under the warp; every edge meets its opposite."""
    sheet, luck = Sheet(SIDE, SIDE), Random(5)
    rows = [_row(rush, luck, y) for y in range(0, SIDE, 4)]
    warp = "".join(block(x, 0, 3, SIDE, "#000", opacity=0.07) for x in range(14, SIDE, 32))
    return sheet.svg(sheet.cover(_tone(rush, 0)) + "".join(rows) + warp)


def _row(rush: Rush, luck: Random, y: int) -> str:
    straw = _tone(rush, luck.uniform(-rush.play, rush.play))
    body = block(0, y, SIDE, 4, straw)
    shade = block(0, y + 3, SIDE, 1, "#000", opacity=0.1)
    shift = 16 if y % 8 else 0
    humps = "".join(
        block(x + shift, y, 16, 1.4, "#fff", opacity=rush.gleam) for x in range(0, SIDE, 32)
    )
    return body + shade + humps


def _tone(rush: Rush, change: float) -> str:
    return f"hsl({rush.hue}, {rush.depth}%, {num(rush.light + change)}%)"
