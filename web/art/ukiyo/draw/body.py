"""The body of a samurai under the helmet: cuirass, skirt, shoulder guards, cloth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ukiyo.draw.armour import Edge, Lacing, Panel, lames, plate
from ukiyo.draw.brush import INK, Point, dot, group, place, poly, shape, smooth, stroke
from ukiyo.draw.helmet import Mask, Metal
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import View, around


@dataclass(frozen=True)
class Suit:
    """Everything that a lord wears."""

    lacing: Lacing
    metal: Metal = field(default_factory=Metal)
    mask: Mask = field(default_factory=Mask)
    cloth: str = "#2b4a7a"
    cloth_dark: str = "#152544"
    leather: str = "#5a4630"
    cords: str = "#d0502f"
    glove: str = "#2c2623"


def level(view: View, wide: float, deep: float, y: float, start: float, end: float) -> Edge:
    """A level arc around the trunk, from one bearing to another; 0 is the front."""

    def at(t: float) -> Point:
        x, _, z = around(1, 0, start + (end - start) * t)
        return view.see((x * wide, y, z * deep))

    return at


def _light(view: View, bearing: float) -> float:
    """Where on a panel the light falls, which comes from the left."""
    return min(0.95, max(0.05, 0.35 - (bearing + view.yaw) / 160))


def cuirass(sheet: Sheet, view: View, suit: Suit, crest: str = "") -> str:
    """The laced chest, its leather top and the belt."""
    reach = 84
    start, end = -reach - view.yaw, reach - view.yaw
    chest = Panel(level(view, 62, 42, -6, start, end), level(view, 57, 44, 88, start, end))
    front = Panel(level(view, 50, 46, -26, -58, 58), level(view, 60, 47, 10, -64, 64))
    board = plate(sheet, front.band(0, 1), suit.metal.body, suit.metal.dark)
    rim = stroke(poly(front.row(0.12), False), 2.2, suit.metal.rim)
    mark = place(crest, front.at(0.5, 0.55), 0, 0.24) if crest else ""
    return lames(sheet, chest, 6, suit.lacing, light=0.4) + board + rim + mark + _belt(view, suit)


def _belt(view: View, suit: Suit) -> str:
    start, end = -86 - view.yaw, 86 - view.yaw
    sash = Panel(level(view, 58, 46, 84, start, end), level(view, 60, 48, 100, start, end))
    folds = "".join(stroke(poly(sash.row(v), False), 1.2, INK, opacity=0.5) for v in (0.33, 0.66))
    return shape(sash.band(0, 1), suit.cords, 2.6) + folds


def skirt(sheet: Sheet, view: View, suit: Suit, rows: int = 5, long: float = 118) -> str:
    """The hanging panels, the far ones first."""
    bearings = [
        b for b in range(-180, 180, 45) if abs(b + view.yaw) < 100 or abs(b + view.yaw) > 260
    ]
    bearings.sort(key=lambda b: view.depth(around(1, 0, b))[2])
    return "".join(_flap(sheet, view, suit, b, rows, long) for b in bearings)


def _flap(sheet: Sheet, view: View, suit: Suit, bearing: float, rows: int, long: float) -> str:
    panel = Panel(
        level(view, 58, 47, 98, bearing - 19, bearing + 19),
        level(view, 104, 84, 98 + long, bearing - 21, bearing + 21),
    )
    straps = stroke(panel.bars(-0.02, 0.05, 4), 3, suit.cords)
    return lames(sheet, panel, rows, suit.lacing, light=_light(view, bearing)) + straps


def shoulder(
    sheet: Sheet, at: Point, turn: float, suit: Suit, wide: float = 1, long: float = 112
) -> str:
    """A shoulder guard: a crowned board, then laced rows; ``turn`` swings it with the arm."""
    w = 46 * wide
    top, low = ((-w * 0.86, 4), (0, -12), (w * 0.86, 4)), ((-w, long), (0, long + 14), (w, long))
    panel = Panel(_curve(*top), _curve(*low))
    cap = f"M{-w * 0.92:.1f} 14Q0 -2 {w * 0.92:.1f} 14L{w * 0.84:.1f} -6Q0 -24 {-w * 0.84:.1f} -6Z"
    board = plate(sheet, cap, suit.metal.body, suit.metal.dark, 2.8)
    rim = stroke(f"M{-w * 0.8:.1f} -2Q0 -19 {w * 0.8:.1f} -2", 2, suit.metal.rim)
    nails = "".join(
        dot((x * w, 3 - 9 * (1 - x * x)), 2.2, suit.metal.rim) for x in (-0.6, 0.0, 0.6)
    )
    return place(lames(sheet, panel, 6, suit.lacing, light=0.35) + board + rim + nails, at, turn)


def _curve(a: Point, b: Point, c: Point) -> Edge:
    from ukiyo.draw.armour import bow

    return bow(a, b, c)


def trousers(sheet: Sheet, points: Sequence[Point], suit: Suit, folds: str) -> str:
    """Wide cloth below the skirt, with its folds."""
    outline = smooth(points)
    body = shape(outline, sheet.fade(suit.cloth, suit.cloth_dark))
    lines = stroke(folds, 2.2, INK, opacity=0.65)
    return body + sheet.within(outline, lines) + shape(outline, "none", 3.2)


def neck(sheet: Sheet, view: View, suit: Suit) -> str:
    """The throat guard that hangs from the mask."""
    panel = Panel(level(view, 34, 40, 52, -70, 70), level(view, 52, 56, 92, -72, 72))
    return group(lames(sheet, panel, 3, suit.lacing, 2.4, 0.4))
