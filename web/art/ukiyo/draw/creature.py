"""Ninja of any kind: trunk, arms and paws, hood and brow band, eyes, ears, horns, tails.

Heads are drawn around (0, 0), about 110 in every direction; ``place`` puts them on a body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ukiyo.draw.brush import (
    INK,
    Point,
    Spine,
    dot,
    mirrored,
    num,
    pen,
    place,
    polar,
    poly,
    shape,
    smooth,
    stroke,
    taper,
)
from ukiyo.draw.glyphs import outline


@dataclass(frozen=True)
class Coat:
    """The colours of a figure: its skin or fur, and what it wears."""

    fur: str
    shade: str
    pale: str
    cloth: str
    deep: str
    trim: str
    eye: str = "#ffd23c"


# --- the body ----------------------------------------------------------------


def trunk(coat: Coat, wide: float = 1) -> str:
    """Chest and hips in a crossed jacket with a sash, down to the plinth."""
    w = wide
    body = pen("M", -128 * w, 240, "C", -136 * w, 140, -122 * w, 50, -88 * w, 24, "Q", -40, 0, 0, 0)
    body += pen("Q", 40, 0, 88 * w, 24, "C", 122 * w, 50, 136 * w, 140, 128 * w, 240, "Z")
    shadow = pen("M", 20, 0, "Q", 60, 4, 88 * w, 24, "C", 122 * w, 50, 136 * w, 140, 128 * w, 240)
    shadow += pen("H", 40, "Q", 90 * w, 120, 20, 0, "Z")
    lapels = pen("M", -50, 4, "L", 34, 130, "L", 14, 150, "L", -84, 26, "Z")
    lapels += pen("M", 50, 4, "L", -6, 88, "L", 12, 112, "L", 84, 26, "Z")
    return (
        shape(body, coat.cloth)
        + shape(shadow, coat.deep, opacity=0.55)
        + shape("M-50 4L0 78L50 4Z", coat.shade, 4)
        + shape(lapels, coat.trim, 4)
        + shape(body, "none", 7)
        + sash(coat, w)
    )


def sash(coat: Coat, wide: float = 1) -> str:
    """A knotted belt."""
    w = 130 * wide
    band = pen("M", -w, 150, "Q", 0, 176, w, 150, "L", w + 2, 184, "Q", 0, 212, -w - 2, 184, "Z")
    ends = "M-8 186L-34 250L-6 244L4 196ZM8 186L40 246L14 252L-2 196Z"
    knot = "M-20 160Q0 152 20 160Q28 182 20 202Q0 210 -20 202Q-28 182 -20 160Z"
    return shape(band, coat.trim, 5) + shape(ends, coat.trim, 4.4) + shape(knot, coat.trim, 4.4)


def arm(coat: Coat, points: Sequence[Point], wide: float = 34, paw: float = 27) -> str:
    """A sleeve, a wrapped forearm and a paw, along a cubic from shoulder to wrist."""
    limb = Spine(points, taper(wide, wide * 0.66, 3))
    cuff = limb.edge(1, 0.56, 1) + limb.edge(-1, 1, 0.56)
    turns = "".join(
        smooth([limb.off(t, -0.95), limb.at(t + 0.05), limb.off(t + 0.08, 0.95)], False)
        for t in (0.62, 0.72, 0.82, 0.92)
    )
    return (
        dot(points[0], wide, coat.cloth, 6.4)
        + shape(limb.outline(6), coat.cloth, 6.4)
        + dot(points[0], wide - 3.4, coat.cloth)
        + shape(
            smooth(limb.edge(0.2, 0.05, 0.95) + limb.edge(0.9, 0.95, 0.05)), coat.deep, opacity=0.5
        )
        + shape(poly(cuff), coat.pale, 5)
        + stroke(turns, 3, coat.deep)
        + hand(coat, limb.at(1.0), paw)
    )


def hand(coat: Coat, at: Point, size: float) -> str:
    """A paw closed around something: three knuckles and a thumb."""
    fist = (
        "M-24 -12Q-28 -24 -14 -26Q-8 -30 -2 -26Q6 -31 12 -25Q26 -24 25 -8Q30 22 4 26"
        "Q-28 26 -24 -12Z"
    )
    lines = "M-9 -26Q-11 -14 -8 -6M6 -27Q4 -16 6 -6M-22 2Q-4 -8 14 2Q20 10 10 14"
    return place(shape(fist, coat.fur, 5.4) + stroke(lines, 3.4), at, 0, size / 26)


def tail(points: Sequence[Point], wide: float, fur: str, tip: str = "", root: float = 0.4) -> str:
    """A bushy or a thin tail; with a tip, its end has another colour."""
    brush = Spine(points, lambda t: wide * (root + (1 - root) * t) * min(1, (1.02 - t) * 4.2))
    end = brush.edge(1, 0.68, 1) + brush.edge(-1, 1, 0.68)
    return shape(brush.outline(18), fur, 6.4) + (shape(smooth(end), tip, 5) if tip else "")


# --- the head ----------------------------------------------------------------

ROUND = (
    "M0 -116C70 -116 118 -66 118 4C118 76 66 118 0 118"
    "C-66 118 -118 76 -118 4C-118 -66 -70 -116 0 -116Z"
)
SLIT = "M-92 -30Q0 -58 92 -30Q98 20 60 28Q0 38 -60 28Q-98 20 -92 -30Z"


def masked(coat: Coat, look: str | None = None) -> str:
    """A head of which only the eyes are seen, or what is put in their place."""
    folds = stroke("M-84 48Q0 78 84 48M-70 74Q0 100 70 74", 4, coat.deep)
    gaze = eyes(40, -4, 0.86, coat.eye, 14) if look is None else look
    return shape(ROUND, coat.cloth, 7) + shape(SLIT, coat.fur, 5.6) + gaze + folds


def hood(coat: Coat, crown: str, opening: str) -> str:
    """Cloth around a head, open for the face."""
    folds = "M-96 40Q-60 96 -10 108M96 40Q60 96 10 108M-104 10Q-96 46 -80 66M104 10Q96 46 80 66"
    return (
        shape(crown, coat.cloth, 7)
        + stroke(folds, 3.6, coat.deep, opacity=0.7)
        + shape(opening, coat.fur, 5.6)
    )


def band(coat: Coat, wide: float, y: float, mark: str = "", tails: bool = True) -> str:
    """A brow band with an iron plate, its ends flying to the right."""
    top = pen("M", -wide, y + 16, "Q", 0, y - 26, wide, y + 16)
    cloth = top + pen("L", wide + 2, y + 44, "Q", 0, y + 4, -wide - 2, y + 44, "Z")
    plate = pen("M", -42, y - 8, "Q", 0, y - 18, 42, y - 8, "L", 44, y + 32, "Q", 0, y + 22, -44)
    plate += pen("", y + 32, "Z")
    nails = dot((-34, y + 10), 3.4) + dot((34, y + 10), 3.4)
    ends = _ends(coat, wide, y) if tails else ""
    return (
        ends
        + shape(cloth, coat.trim, 5)
        + shape(plate, "#dfe5e6", 4.4)
        + nails
        + place(mark, (0, y + 7), 0, 0.2)
    )


def _ends(coat: Coat, wide: float, y: float) -> str:
    one = [(wide - 6, y + 26), (wide + 40, y - 4), (wide + 62, y + 34), (wide + 104, y + 4)]
    two = [(wide - 6, y + 32), (wide + 34, y + 26), (wide + 50, y + 68), (wide + 92, y + 52)]
    ribbons = (Spine(points, taper(8, 15)).outline() for points in (two, one))
    return "".join(shape(ribbon, coat.trim, 4.6) for ribbon in ribbons)


def eye(at: Point, size: float, iris: str, lean: float = 14, slit: bool = False) -> str:
    """The right eye of a comic face: a straight lid that falls towards the nose."""
    ball = "M-30 -8L30 -18Q34 12 12 22Q-14 26 -26 12Q-31 4 -30 -8Z"
    lid = stroke("M-34 -8L34 -20", 10)
    pupil = shape("M-4 -16Q6 0 -4 18Q-13 0 -4 -16Z", INK) if slit else dot((-4, 1), 8.4)
    looks = dot((-4, 1), 15, iris, 2.4) + pupil + dot((-9, -4), 3.6, "#fff")
    return place(shape(ball, "#fffaf0", 3) + looks + lid, at, -lean * 0.7, size)


def eyes(
    apart: float, y: float, size: float, iris: str, lean: float = 14, slit: bool = False
) -> str:
    """Both."""
    return mirrored(eye((apart, y), size, iris, lean, slit))


def brows(apart: float, y: float, colour: str = INK, heavy: float = 13) -> str:
    """Thick strokes that fall towards the nose."""
    return mirrored(
        stroke(pen("M", apart - 26, y + 12, "Q", apart, y - 6, apart + 32, y - 16), heavy, colour)
    )


def round_ears(apart: float, y: float, size: float, fur: str, inner: str) -> str:
    """Two discs."""
    return mirrored(dot((apart, y), size, fur, 6.4) + dot((apart, y + 3), size * 0.58, inner, 3))


def tall_ears(fur: str, inner: str, tip: str = "") -> str:
    """Two points, as a fox has."""
    outer = "M28 -84Q50 -150 104 -180Q128 -110 104 -40Z"
    point = (
        shape("M66 -148Q84 -168 104 -180Q116 -152 117 -128Q92 -124 66 -148Z", tip) if tip else ""
    )
    inside = shape("M56 -90Q72 -128 96 -146Q104 -100 92 -58Z", inner, 3)
    return mirrored(shape(outer, fur) + inside + point + shape(outer, "none", 6.4))


def whiskers(x: float, y: float, long: float = 64, ink: str = INK) -> str:
    """Three on each side."""
    lines = "".join(
        pen("M", x, y + k * 9, "Q", x + long * 0.5, y + k * 14 - 4, x + long, y + k * 24)
        for k in (-1, 0, 1)
    )
    return mirrored(stroke(lines, 3.4, ink))


def fangs(spots: Sequence[Point], size: float, fill: str = "#fffaf0", up: bool = False) -> str:
    """Pointed teeth, downward or upward, and their mirror images."""
    s = -size if up else size
    teeth = "".join(
        pen("M", x - size * 0.42, y, "L", x + size * 0.42, y, "L", x, y + s * 1.3, "Z")
        for x, y in spots
    )
    return mirrored(shape(teeth, fill, 3))


def horn(points: Sequence[Point], root: float, fill: str, rings: int = 4) -> str:
    """A tapering horn with rings, and its mirror image."""
    spike = Spine(points, taper(root, 1.5, root * 0.1))
    lines = "".join(
        poly([spike.off(t, -0.9), spike.off(t, 0.9)], False)
        for t in (0.14 + 0.14 * i for i in range(rings))
    )
    return mirrored(shape(spike.outline(), fill, 5.6) + stroke(lines, 3, opacity=0.6))


def flame(at: Point, size: float, outer: str, inner: str, lean: float = 0) -> str:
    """A spirit flame: a drop with a curling tip."""
    big = "M0 40C-34 40 -40 4 -20 -18C-10 -30 -14 -44 -2 -66C2 -46 22 -40 30 -12C40 18 26 40 0 40Z"
    small = "M0 32C-18 32 -22 10 -10 -4C-4 -12 -4 -20 0 -30C4 -16 16 -8 18 8C20 24 12 32 0 32Z"
    return place(shape(big, outer, 3.6, opacity=0.92) + shape(small, inner), at, lean, size)


# --- small things ------------------------------------------------------------


def shuriken(at: Point, size: float, fill: str, turn: float = 0, line: float = 5) -> str:
    """A throwing star of four blades, about 100 in every direction before scaling."""
    star = "M0 -100Q16 -30 30 -30Q30 -16 100 0Q30 16 30 30Q16 30 0 100Q-16 30 -30 30Q-30 16 -100 0"
    star += "Q-30 -16 -30 -30Q-16 -30 0 -100Z"
    hole = "M0 -13A13 13 0 1 0 0.1 -13Z"
    return place(shape(star + hole, fill, line / size, fill_rule="evenodd"), at, turn, size)


def kunai(size: float = 1) -> str:
    """A throwing knife along the x axis, the point to the right, the grip at 0."""
    blade = shape("M26 -10L52 -20L150 0L52 20L26 10Z", "#cfd8dc", 5) + stroke("M34 0H140", 2.6)
    grip = shape("M-34 -8H28V8H-34Z", "#3a2a22", 4.4) + stroke(
        "M-20 -8L-12 8M-4 -8L4 8M12 -8L20 8", 3, "#c8a060"
    )
    return place(blade + grip + dot((-48, 0), 15, "none", 7), (0, 0), 0, size)


def staff(long: float, wood: str = "#a8652c", caps: str = "#e3bd62") -> str:
    """A fighting stick along the x axis, its middle at 0."""
    half = long / 2
    body = pen("M", -half, -9, "H", half, "V", 9, "H", -half, "Z")
    ends = "".join(
        pen("M", s * half, -12, "H", s * (half - 34), "V", 12, "H", s * half, "Z") for s in (-1, 1)
    )
    return shape(body, wood, 5) + shape(ends, caps, 5)


def club(fill: str = "#4a4650", studs: str = "#cfc7b8") -> str:
    """An iron club with studs, upward from the grip at 0."""
    body = shape("M-12 20L-34 -190Q0 -226 34 -190L12 20Z", fill, 6.4)
    rows = [(x * (1 + (k - 3) * 0.16), -30 - 38 * k) for k in range(5) for x in (-14, 14)]
    grip = shape("M-12 18H12V78H-12Z", "#8a5a34", 5) + dot((0, 86), 14, "#c9a24a", 5)
    return grip + body + "".join(dot(at, 8.4, studs, 3.6) for at in rows)


def scroll(wide: float, paper: str = "#fbf1d4", rods: str = "#8a2a1c") -> str:
    """A rolled scroll along the x axis, its middle at 0."""
    half = wide / 2
    knobs = mirrored(shape(pen("M", half, -10, "h", 20, "v", 20, "h", -20, "Z"), rods, 4.4))
    roll = shape(pen("M", -half, -22, "H", half, "V", 22, "H", -half, "Z"), paper, 5)
    return knobs + roll + shape("M-14 -22H14V22H-14Z", rods, 4)


def speed(
    seed: int, colour: str, centre: Point, inner: float, reach: float = 640, count: int = 34
) -> str:
    """Wedges that rush inward, as in a comic."""
    luck = Random(seed)
    parts = []
    for i in range(count):
        turn, near = i * 360 / count + luck.uniform(-4, 4), inner + luck.uniform(0, 90)
        wide = luck.uniform(0.7, 2.2)
        far = (polar(centre, reach, turn - wide), polar(centre, reach, turn + wide))
        parts.append(poly([polar(centre, near, turn), *far]))
    return shape("".join(parts), colour)


def numeral(value: int | str, at: Point, size: float, fill: str, line: float = 0) -> str:
    """A figure, outlined in ink where a line is given."""
    d = outline(str(value), at, size)
    edge = shape(d, INK, line) if line else ""
    return edge + shape(d, fill)


def web(centre: Point, reach: float, threads: int, ink: str, width: float = 2.4) -> str:
    """Threads outward and the rounds between them."""
    turns = [360 * i / threads + 7 for i in range(threads)]
    spokes = "".join(poly([centre, polar(centre, reach, t)], False) for t in turns)
    rounds = []
    for k in range(1, 8):
        radius = reach * k / 7.5
        for a, b in zip(turns, [*turns[1:], turns[0] + 360], strict=True):
            (x0, y0), (x1, y1) = polar(centre, radius, a), polar(centre, radius, b)
            mid = polar(centre, radius * 0.86, (a + b) / 2)
            rounds.append(f"M{num(x0)} {num(y0)}Q{num(mid[0])} {num(mid[1])} {num(x1)} {num(y1)}")
    return stroke(spokes + "".join(rounds), width, ink)
