"""The faces of bots: a head in a round field, with few thick lines, as it is seen very small.

Everything lies around (0, 0) in a circle of 100; a line of 7 is a pixel where a face is smallest.
"""

from __future__ import annotations

from ukiyo.draw.brush import (
    INK,
    Point,
    Spine,
    dot,
    group,
    mirrored,
    place,
    polar,
    poly,
    shape,
    stroke,
    tag,
    taper,
)

LINE = 6.5
"""The contour of everything."""
RIM = 95
SKIN, TANNED, PALE = "#f2cfa6", "#dea878", "#fbeee0"
HAIR, WHITE = "#241d20", "#fff8ea"
LIP, BLUSH = "#c23b2c", "#e9846c"
HEAD = "M0 -60C40 -60 61 -34 58 4C56 42 30 72 0 74C-30 72 -56 42 -58 4C-61 -34 -40 -60 0 -60Z"


def medal(ground: str, glow: str, *parts: str, behind: str = "") -> str:
    """A round field with a low sun, the parts in it, a rim around all."""
    inside = "".join((dot((0, 0), RIM, ground), behind, dot((34, -36), 46, glow), *parts))
    clip = tag("clipPath", tag("circle", r=RIM), id="rim")
    rim = dot((0, 0), RIM, "none", stroke=INK, stroke_width=8)
    leaf = dot((0, 0), RIM - 5.5, "none", stroke="#e6c67a", stroke_width=3)
    body = tag("defs", clip) + group(inside, clip_path="url(#rim)") + leaf + rim
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox="-100 -100 200 200")


def beams(colour: str, count: int = 12, turn: float = 0) -> str:
    """Rays from the middle of the field."""
    wide = 90 / count
    rays = (360 * i / count + turn for i in range(count))
    wedges = [
        poly([(0, 0), polar((0, 0), 120, a - wide), polar((0, 0), 120, a + wide)]) for a in rays
    ]
    return shape("".join(wedges), colour)


def robe(cloth: str, trim: str) -> str:
    """Shoulders with a crossed collar, from below."""
    back = shape("M-96 112C-92 70 -50 58 0 58C50 58 92 70 96 112Z", cloth, LINE)
    collar = shape("M-44 56L8 104L-14 112L-66 64ZM44 56L-18 112H10L66 64Z", trim, 5)
    return back + collar


def ears(skin: str, wide: float = 58) -> str:
    """Ears at both sides of a head."""
    one = dot((wide, 12), 13, skin, LINE) + stroke(
        f"M{wide + 2:g} 6Q{wide + 8:g} 12 {wide + 1:g} 18", 4
    )
    return mirrored(one)


def head(skin: str) -> str:
    """A bare head with its ears."""
    return ears(skin) + shape(HEAD, skin, LINE)


# --- features ----------------------------------------------------------------


def eyes(
    gap: float, y: float, wide: float, tall: float, look: Point = (0, 0), iris: str = INK
) -> str:
    """White eyes with a pupil that looks somewhere."""
    found = ""
    for side in (-gap, gap):
        lid = f"M{side - wide:g} {y:g}Q{side:g} {y - 2 * tall:g} {side + wide:g} {y:g}"
        whole = f"{lid}Q{side:g} {y + 1.5 * tall:g} {side - wide:g} {y:g}Z"
        at = (side + look[0], y + look[1])
        found += shape(whole, WHITE, 3) + dot(at, min(8.5, tall + 1), iris) + stroke(lid, LINE)
    return found


def round_eyes(gap: float, y: float, radius: float, look: Point = (0, 0)) -> str:
    """Wide open ones."""
    one = ""
    for side in (-gap, gap):
        at = (side + look[0], y + look[1])
        one += dot((side, y), radius, WHITE, LINE) + dot(at, radius * 0.45)
    return one


def shut(gap: float, y: float, wide: float, sag: float) -> str:
    """Closed eyes; laughing ones have a sag below zero."""
    return mirrored(stroke(f"M{gap - wide:g} {y:g}Q{gap:g} {y + sag:g} {gap + wide:g} {y:g}", 7.5))


def brow(points: tuple[Point, Point, Point, Point], thick: float, colour: str = HAIR) -> str:
    """A brow as one stroke of the brush."""
    return shape(Spine(points, taper(thick * 0.7, 1, thick * 0.5)).outline(8), colour, 2.4, colour)


def blush(gap: float = 38, y: float = 30, size: float = 11) -> str:
    """Red cheeks."""
    return mirrored(dot((gap, y), size, BLUSH, opacity=0.6))


def nose(y: float = 22) -> str:
    """One line."""
    return stroke(f"M-2 {y - 12:g}Q-12 {y:g} 0 {y + 2:g}", 5)


def smile(y: float, wide: float, deep: float, ink: str = INK) -> str:
    """A mouth that is shut; turned down where it is less than nothing deep."""
    return stroke(f"M{-wide:g} {y:g}Q0 {y + deep:g} {wide:g} {y:g}", 7, ink)


def laugh(y: float, wide: float, deep: float) -> str:
    """An open mouth with its upper teeth and a tongue."""
    mouth = f"M{-wide:g} {y:g}Q0 {y + 6:g} {wide:g} {y:g}Q{wide - 2:g} {y + deep:g} 0 {y + deep:g}"
    mouth += f"Q{2 - wide:g} {y + deep:g} {-wide:g} {y:g}Z"
    tongue = shape(
        f"M{-wide * 0.6:g} {y + deep - 4:g}Q0 {y + deep * 0.35:g} {wide * 0.6:g} {y + deep - 4:g}"
        f"Q0 {y + deep + 3:g} {-wide * 0.6:g} {y + deep - 4:g}Z",
        "#e06a5c",
    )
    edge = f"M{2 - wide:g} {y + 2:g}Q0 {y + 7:g} {wide - 2:g} {y + 2:g}"
    edge += f"L{wide - 6:g} {y + 9:g}Q0 {y + 13:g} {6 - wide:g} {y + 9:g}Z"
    teeth = shape(edge, WHITE)
    return shape(mouth, "#7a1f1a", LINE) + tongue + teeth


def teeth(y: float, wide: float, tall: float) -> str:
    """A row of clenched teeth."""
    rim = f"M{-wide:g} {y:g}Q0 {y + 8:g} {wide:g} {y:g}Q{wide:g} {y + tall:g} 0 {y + tall + 2:g}"
    rim += f"Q{-wide:g} {y + tall:g} {-wide:g} {y:g}Z"
    half, reach = y + tall * 0.5 + 2, wide - 4
    row = f"M{-reach:g} {half:g}Q0 {half + 6:g} {reach:g} {half:g}"
    bars = "".join(f"M{x:g} {y + 4:g}V{y + tall:g}" for x in (-wide * 0.5, 0, wide * 0.5))
    return shape(rim, WHITE, LINE) + stroke(row + bars, 3.4)


# --- what is worn ------------------------------------------------------------


def headband(cloth: str, y: float = -34, disc: str = "") -> str:
    """A band around the brow."""
    band = f"M-58 {y + 10:g}Q0 {y - 12:g} 58 {y + 10:g}L60 {y - 10:g}Q0 {y - 34:g} -60 {y - 10:g}Z"
    return shape(band, cloth, LINE) + (dot((0, y - 11), 9, disc) if disc else "")


HOOD = "M0 -84C58 -84 84 -44 82 6C80 50 66 84 60 104H-60C-66 84 -80 50 -82 6C-84 -44 -58 -84 0 -84Z"
SLIT = "M-62 -22Q0 -46 62 -22Q66 8 52 24Q0 12 -52 24Q-66 8 -62 -22Z"
OPENING = "M0 -50C42 -50 60 -26 56 10C52 46 28 68 0 70C-28 68 -52 46 -56 10C-60 -26 -42 -50 0 -50Z"


def hood(cloth: str, deep: str, skin: str, opening: str = SLIT) -> str:
    """The cloth of a ninja, wound around the head, with an opening."""
    folds = stroke("M-66 -34Q0 -74 66 -34M-70 48Q-20 66 30 96M68 40Q40 64 4 78", 4.4, deep)
    return shape(HOOD, cloth, LINE) + folds + shape(opening, skin, LINE)


def bust(body: str, degrees: float = 0, at: Point = (0, 9)) -> str:
    """A head in its field: with room for what it wears, held askew or straight."""
    return place(body, at, degrees, 0.88)
