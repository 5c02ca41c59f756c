"""The head of a samurai: helmet, neck guard and mask, turned as wished.

The head is a small model in space, drawn by projection: so all five lords can look where they
want, and the lames of the neck guard still meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ukiyo.draw.armour import Lacing, hair
from ukiyo.draw.brush import INK, Point, dot, group, poly, shape, smooth, stroke
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.space import Spot, View, around, hull, left

BOWL = 60.0
HIGH = 64.0
OPEN = 58
"""The neck guard leaves this many degrees open at each side of the face."""


def bowl(lon: float, lat: float, peak: float = 0) -> Spot:
    """A spot of the helmet's bowl; ``lat`` 90 is the crown, ``peak`` draws it up to a point."""
    x, _, z = around(math.cos(math.radians(lat)) * BOWL, 0, lon)
    rise = math.sin(math.radians(lat))
    return x, -HIGH * rise - 6 - peak * rise**6, z * 1.08


# --- the bowl ----------------------------------------------------------------


@dataclass(frozen=True)
class Metal:
    """Light, middle and dark of a lacquered or bare iron."""

    light: str = "#8a8f99"
    body: str = "#3c4048"
    dark: str = "#14161b"
    rim: str = "#d9b45c"


def crown(sheet: Sheet, head: View, metal: Metal, ribs: int = 22, peak: float = 0) -> str:
    """The ridged bowl, with gilt ribs in front and a gilt ring on top."""
    lats = range(0, 91, 10)
    grid = [head.see(bowl(lon, lat, peak)) for lon in range(0, 360, 10) for lat in lats]
    outline = smooth(hull(grid))
    body = shape(
        outline, sheet.halo(metal.light, metal.body, metal.dark, at=(0.36, 0.3), radius=0.75)
    )
    lines = [_rib(head, 360 * (i + 0.5) / ribs, peak) for i in range(ribs)]
    dark = stroke("".join(lines), 1.6, metal.dark, opacity=0.9)
    gilt = [_rib(head, lon, peak, 70) for lon in (-9, 0, 9)]
    top = head.line(
        around(11 if not peak else 4, -HIGH - 5.5 - peak, lon) for lon in range(0, 360, 30)
    )
    ring = shape(smooth(top), sheet.gold(), 1.6)
    gilded = stroke("".join(gilt), 3, metal.rim)
    return body + dark + gilded + ring + shape(outline, "none", 3.4)


def _rib(head: View, lon: float, peak: float, until: int = 84) -> str:
    spots = [bowl(lon, lat, peak) for lat in range(0, until, 6)]
    seen = [head.see(spot) for spot in spots if head.faces_us(spot)]
    return poly(seen, False) if len(seen) > 1 else ""


def brim(sheet: Sheet, head: View, metal: Metal) -> str:
    """The visor over the eyes, with a gilt rim and a row of rivets."""
    lons = range(-72, 73, 12)
    inner = head.line(around(BOWL + 1, -8, lon) for lon in lons)
    spots = [(lon, 13 * math.cos(math.radians(lon))) for lon in lons]
    outer = head.line(around(BOWL + 5 + out, -3 + out * 0.2, lon) for lon, out in spots)
    body = smooth(inner, False) + "L" + smooth(outer[::-1], False)[1:] + "Z"
    rim = stroke(smooth(outer, False), 4.6) + stroke(smooth(outer, False), 2.6, metal.rim)
    band = head.line(around(BOWL + 1, -14, lon) for lon in lons)
    belt = poly(band + inner[::-1])
    rivets = "".join(dot(p, 1.7, metal.rim) for p in head.line(around(61, -11, a) for a in lons))
    fill = sheet.fade(metal.body, metal.dark)
    return shape(belt, metal.dark, 2) + rivets + shape(body, fill, 2.4) + rim


def emblem(head: View, body: str, lift: float = 14, out: float = 72) -> str:
    """A flat badge above the visor, narrower as the head turns away."""
    x, y = head.see((0, -lift, out))
    thin = 0.35 + 0.65 * math.cos(math.radians(head.yaw))
    lean = math.radians(head.tilt + head.yaw * 0.25)
    turn = math.cos(lean), math.sin(lean)
    size = head.size / 1.26
    numbers = (turn[0] * thin, turn[1] * thin, -turn[1], turn[0])
    matrix = " ".join(f"{value * size:.3f}" for value in numbers)
    return group(body, transform=f"matrix({matrix} {x:.1f} {y:.1f})")


# --- the neck guard ----------------------------------------------------------


def guard(sheet: Sheet, head: View, lacing: Lacing, rows: int = 4, flare: float = 9) -> str:
    """The neck guard: rings of laced lames, the far inside first."""
    lons = list(range(OPEN, 361 - OPEN, 6))
    patches = [
        (_patch(head, lacing, row, rows, flare, lon)) for row in range(rows) for lon in lons[:-1]
    ]
    patches.sort(key=lambda patch: patch[0])
    edges = "".join(_edge(head, flare, row, lons) for row in range(rows + 1))
    ends = "".join(
        stroke(poly([head.see(_spot(row, flare, lon)) for row in range(rows + 1)], False), 2.6)
        for lon in (OPEN, 360 - OPEN)
        if head.depth(_spot(rows, flare, lon))[2] > -30
    )
    return "".join(patch[1] for patch in patches) + edges + ends


def _spot(row: float, flare: float, lon: float) -> Spot:
    return around(BOWL + 1 + flare * row**1.1, 2 + row * 16.5, lon)


def _outward(head: View, flare: float, row: int, lon: float) -> bool:
    a, b, c = (
        head.see(_spot(*spot))
        for spot in ((row, flare, lon), (row, flare, lon + 6), (row + 1, flare, lon))
    )
    return left(a, b, c) > 0


def _patch(
    head: View, lacing: Lacing, row: int, rows: int, flare: float, lon: int
) -> tuple[float, str]:
    """One small piece of a lame, with how near it is."""
    split = row + 0.66
    corners = [(row, lon), (row, lon + 6), (split, lon + 6), (split, lon)]
    strip = [(split, lon), (split, lon + 6), (row + 1, lon + 6), (row + 1, lon)]
    near = head.depth(_spot(row + 0.5, flare, lon + 3))[2] + row * 0.01
    if not _outward(head, flare, row, lon):
        whole = [corners[0], corners[1], strip[2], strip[3]]
        return near, shape(_quad(head, flare, whole), "#2a1512", 1, "#2a1512")
    cord = lacing.cords[min(row, len(lacing.cords) - 1)]
    silk = shape(_quad(head, flare, corners), cord, 0.8, cord)
    lines = "".join(
        poly([head.see(_spot(r, flare, lon + d)) for r in (row, split)], False) for d in (1, 3, 5)
    )
    iron = shape(_quad(head, flare, strip), lacing.lacquer, 0.8, lacing.lacquer)
    return near, silk + stroke(lines, 1, lacing.groove) + iron


def _quad(head: View, flare: float, corners: Iterable[tuple[float, float]]) -> str:
    return poly(head.see(_spot(row, flare, lon)) for row, lon in corners)


def _edge(head: View, flare: float, row: int, lons: list[int]) -> str:
    """The lower edge of a lame, only where its outside is seen."""
    runs = [
        poly([head.see(_spot(row, flare, a)), head.see(_spot(row, flare, a + 6))], False)
        for a in lons[:-1]
        if _outward(head, flare, max(0, row - 1), a)
    ]
    return stroke("".join(runs), 2)


def ears(sheet: Sheet, head: View, metal: Metal, mark: str | None = None) -> str:
    """The turned-back wings of the neck guard."""
    return "".join(_ear(sheet, head, metal, side, mark) for side in _far_first(head))


def _far_first(head: View) -> tuple[int, int]:
    return (1, -1) if head.yaw > 0 else (-1, 1)


def _ear(sheet: Sheet, head: View, metal: Metal, side: int, mark: str | None) -> str:
    def at(out: float, down: float) -> Point:
        x, y, z = around(BOWL + 4 + out, -8 + down, OPEN + out * 0.55)
        return head.see((side * x, y, z))

    leaf = smooth([at(0, 0), at(17, -9), at(33, -7), at(37, 9), at(31, 26), at(15, 32), at(0, 30)])
    lip = stroke(
        smooth([at(4, 2), at(17, -4), at(30, -3), at(32, 9), at(28, 21), at(15, 27), at(4, 26)]),
        1.6,
        metal.rim,
    )
    boss = dot(at(18, 11), 6 * head.size, metal.rim, 1.4)
    return shape(leaf, sheet.fade(mark or metal.body, metal.dark), 2.6) + lip + boss


# --- the mask ----------------------------------------------------------------


@dataclass(frozen=True)
class Mask:
    """A war mask: its lacquer, its beard and its teeth."""

    light: str = "#b8432f"
    body: str = "#8c2318"
    dark: str = "#45100b"
    beard: str | None = "#efe6d2"
    teeth: str = "#f1d88b"
    snarl: float = 1
    eye: str = "#fbf1d5"


def face(sheet: Sheet, head: View, mask: Mask) -> str:
    """Eyes in the shadow of the visor, and the mask below."""
    return _shadow(head) + _eyes(head, mask) + _shell(sheet, head, mask) + _grimace(head, mask)


def _skin(x: float, y: float, out: float = 0) -> Spot:
    """A spot of the face: a rounded shape that narrows to the chin."""
    wide = 47 - max(0, y - 22) * 0.42
    bend = math.sqrt(max(0.0, 1 - (x / (wide + 3)) ** 2))
    return x, y, 40 * bend + 10 - max(0, y - 30) * 0.18 + out


def _curve(head: View, spots: Iterable[tuple[float, ...]], closed: bool = True) -> str:
    return smooth([head.see(_skin(*spot)) for spot in spots], closed)


def _shadow(head: View) -> str:
    rim = [(-46, -8), (0, -14), (46, -8), (45, 26), (24, 34), (0, 30), (-24, 34), (-45, 26)]
    return shape(_curve(head, rim), "#160c0a", 2)


def _eyes(head: View, mask: Mask) -> str:
    return "".join(_eye(head, mask, side) for side in (-1, 1))


def _eye(head: View, mask: Mask, s: int) -> str:
    lid = _curve(head, [(s * 7, 18.5), (s * 17, 12), (s * 33, 8.5), (s * 28, 16.5), (s * 17, 20)])
    brow = _curve(head, [(s * 4, 12), (s * 15, 3), (s * 38, -1), (s * 36, 6.5), (s * 17, 12)])
    iris = head.see(_skin(s * 18 + head.yaw * 0.05, 15.5))
    size = head.size
    return (
        shape(lid, mask.eye, 1.6)
        + dot(iris, 3.4 * size, INK)
        + dot((iris[0] + 1.2, iris[1] - 1.4), 1.2 * size, "#fff")
        + shape(brow, "#0d0706", 1)
    )


def _shell(sheet: Sheet, head: View, mask: Mask) -> str:
    edge = [
        (0, 13), (7, 22), (18, 26), (34, 21), (46, 12), (47, 30), (40, 52), (26, 70), (0, 77),
        (-26, 70), (-40, 52), (-47, 30), (-46, 12), (-34, 21), (-18, 26), (-7, 22),
    ]  # fmt: skip
    fill = sheet.halo(mask.light, mask.body, mask.dark, at=(0.42, 0.3), radius=0.7)
    return shape(_curve(head, edge), fill, 3) + _wrinkles(head, mask) + _nose(sheet, head, mask)


def _wrinkles(head: View, mask: Mask) -> str:
    runs = [
        ((12, 26), (22, 31), (28, 42), (26, 52)),
        ((34, 24), (40, 32), (39, 44)),
        ((15, 68), (22, 62), (26, 56)),
        ((40, 18), (44, 22), (44, 30)),
    ]
    both = [[(s * x, y) for x, y in run] for run in runs for s in (-1, 1)]
    dark = stroke("".join(_curve(head, run, False) for run in both), 2.6, mask.dark)
    lit = [[(x - 1.5, y - 2.5) for x, y in run] for run in both]
    pale = stroke("".join(_curve(head, run, False) for run in lit), 1.3, mask.light, opacity=0.8)
    return pale + dark


def _nose(sheet: Sheet, head: View, mask: Mask) -> str:
    edge = [
        (0, 13, 4),
        (5, 24, 12),
        (11, 33, 9),
        (8, 38, 8),
        (0, 40, 15),
        (-8, 38, 8),
        (-11, 33, 9),
        (-5, 24, 12),
    ]
    body = shape(_curve(head, edge), sheet.fade(mask.light, mask.body), 2.2)
    holes = "".join(dot(head.see(_skin(s * 5, 37.5, 12)), 2 * head.size) for s in (-1, 1))
    return body + holes


def _grimace(head: View, mask: Mask) -> str:
    """The open mouth, with what grows around it."""
    g = mask.snarl
    lips = [
        (0, 46),
        (12, 45 - g),
        (24, 50 + 3 * g),
        (14, 57 + 3 * g),
        (0, 58 + 4 * g),
        (-14, 57 + 3 * g),
        (-24, 50 + 3 * g),
        (-12, 45 - g),
    ]
    mouth = shape(_curve(head, lips), "#1c0605", 2.6)
    return mouth + _teeth(head, mask) + (_beard(head, mask.beard) if mask.beard else "")


def _teeth(head: View, mask: Mask) -> str:
    tops = "".join(_tooth(head, x, 47 + abs(x) * 0.1, 5.5) for x in (-15, -9, -3, 3, 9, 15))
    lows = "".join(
        _tooth(head, x, 57 + 3 * mask.snarl - abs(x) * 0.14, -5) for x in (-10, -4, 4, 10)
    )
    return shape(tops + lows, mask.teeth, 1)


def _tooth(head: View, x: float, y: float, long: float) -> str:
    wide = 2.8
    return poly(
        head.line(
            _skin(*s)
            for s in (
                (x - wide, y),
                (x + wide, y),
                (x + wide * 0.6, y + long),
                (x - wide * 0.6, y + long),
            )
        )
    )


def _beard(head: View, colour: str) -> str:
    """A moustache of stiff tufts, and a small beard."""
    left = [
        (
            (s * 3, 42, 8),
            (s * 14, 42, 6),
            (s * 30, 46 + k * 5, 3),
            (s * (40 - k * 5), 58 + k * 8, 4),
        )
        for s in (-1, 1)
        for k in range(3)
    ]
    chin = [
        ((x * 0.5, 66, 2), (x * 0.7, 76, 4), (x, 86, 2), (x * 1.2, 98 - abs(x) * 0.5, 0))
        for x in (-14, -7, 0, 7, 14)
    ]
    locks = [[head.see(_skin(*spot)) for spot in lock] for lock in left + chin]
    return group(hair(locks, 4.2 * head.size, colour, 1.4))
