"""The four who play War of Clans: a page, a hothead, a captain, an old adviser."""

from __future__ import annotations

from ukiyo.draw.brush import Point, dot, mirrored, place, polar, poly, shape, stroke
from ukiyo.draw.face import (
    HAIR,
    LINE,
    LIP,
    SKIN,
    TANNED,
    WHITE,
    beams,
    blush,
    brow,
    bust,
    eyes,
    head,
    headband,
    medal,
    nose,
    robe,
    shut,
    smile,
    teeth,
)


def dreamy() -> str:
    """A page with his eyes shut and a blossom behind his ear."""
    back = dot((0, -66), 20, HAIR, LINE) + shape(
        "M-66 44C-84 -40 -52 -82 0 -82C52 -82 84 -40 66 44Q58 20 56 -6H-56Q-58 20 -66 44Z",
        HAIR,
        LINE,
    )
    fringe = shape(
        "M-58 2C-62 -48 -30 -64 0 -64C30 -64 62 -48 58 2Q50 -26 24 -30L6 -12L-8 -30Q-44 -28 -58 2Z",
        HAIR,
        4,
    )
    petals = "".join(dot(polar((0, 0), 14, 72 * i), 11.5, "#fff0f0", 4.4) for i in range(5))
    blossom = place(petals + dot((0, 0), 7.5, "#e0567a"), (54, -44))
    features = shut(25, 8, 14, 14) + blush(38, 30, 13) + nose(26) + smile(46, 14, 12, LIP)
    whole = back + head(SKIN) + fringe + features + blossom
    return medal("#d98c97", "#fbe3d0", robe("#7fae8c", "#fbe9c8"), bust(whole, -9))


def fiery() -> str:
    """Red in the face, teeth clenched, hair like a fire."""
    tips: list[Point] = []
    for at in range(17):
        angle = -112 + 14 * at
        tips.append(polar((0, 4), 104 if at % 2 else 74, angle))
    mane = shape(poly([*tips, (52, 60), (-52, 60)]), "#5a1512", LINE)
    streaks = mirrored(
        stroke("M52 -2Q38 14 52 36", 7, "#a3180f") + stroke("M34 40Q46 44 48 56", 6, "#a3180f")
    )
    frown = mirrored(brow(((6, -2), (20, -8), (40, -22), (58, -22)), 9))
    glare = eyes(28, 10, 17, 8, (-1, -1))
    face = head("#e2764e") + streaks + glare + frown + nose(28) + teeth(40, 27, 20)
    band = headband(WHITE, -26, "#cf2a1c")
    return medal(
        "#f0a030",
        "#f6c85a",
        robe("#7c1f1a", "#f0b23c"),
        bust(mane + face + band, 0, (0, 4)),
        behind=beams("#e07a22"),
    )


def steady() -> str:
    """A captain in his helmet."""
    guards = mirrored(shape("M50 -24C86 -14 96 20 92 54L58 46Q62 10 50 -24Z", "#27406b", LINE))
    rows = mirrored(stroke("M56 4Q76 8 92 22M60 26Q76 30 92 42", 4, "#e6c67a"))
    bowl = shape(
        "M-66 -14C-68 -66 -36 -84 0 -84C36 -84 68 -66 66 -14Q0 -40 -66 -14Z", "#2c4c80", LINE
    )
    ribs = stroke("M0 -82V-32M-28 -78Q-36 -52 -34 -26M28 -78Q36 -52 34 -26", 4, "#1c2f52")
    peak = shape("M-70 -8Q0 -46 70 -8L64 6Q0 -22 -64 6Z", "#e2b048", LINE)
    moon = shape(
        "M-48 -94C-44 -46 44 -46 48 -94C64 -34 34 -22 0 -22C-34 -22 -64 -34 -48 -94Z",
        "#f1cd68",
        LINE,
    )
    look = eyes(25, 18, 14, 6.5) + mirrored(brow(((10, 4), (20, 1), (34, 0), (44, 4)), 6))
    beard = mirrored(shape("M2 44Q24 36 38 54Q22 52 2 52Z", HAIR, 3)) + smile(60, 12, 0)
    knot = stroke("M-40 60Q-20 78 0 80Q20 78 40 60", 7, "#b5321f") + dot((0, 82), 8, "#b5321f", 4)
    face = head(TANNED) + look + nose(34) + beard + knot
    whole = guards + rows + face + bowl + ribs + peak + moon
    return medal("#8fa9c4", "#e9e2c6", robe("#27406b", "#e6c67a"), bust(whole, 0, (0, 14)))


def shrewd() -> str:
    """An old adviser in a tall cap, one brow raised."""
    cap = shape(
        "M-50 -40C-56 -80 -40 -118 10 -112C50 -108 58 -72 50 -40Q0 -58 -50 -40Z", "#1d1a22", LINE
    )
    cord = stroke("M-54 -38Q0 -60 54 -38", 7, "#b5321f") + stroke(
        "M-30 -92Q8 -76 44 -88", 4, "#55506a"
    )
    hair = mirrored(shape("M48 -36Q70 -22 64 22L54 20Q56 -12 48 -36Z", "#e9e4da", 5))
    beard = shape(
        "M-54 26Q-40 46 -18 40Q0 32 18 40Q40 46 54 26C58 64 30 98 0 124C-30 98 -58 64 -54 26Z",
        "#f4f0e6",
        LINE,
    )
    strands = stroke("M-18 62Q-16 84 -4 104M18 62Q16 84 4 104", 4, "#b9b2a4")
    low = brow(((-8, -4), (-22, -12), (-40, -6), (-52, 10)), 7, "#f4f0e6")
    high = brow(((8, -14), (22, -32), (42, -26), (54, -6)), 7, "#f4f0e6")
    look = eyes(25, 12, 15, 5, (5, 0))
    lines = stroke("M-50 22L-40 20M50 22L40 20", 4)
    lips = stroke("M-14 50Q2 56 18 46", 6, LIP)
    outline = stroke("M-8 -4Q-24 -16 -52 10M8 -14Q26 -36 54 -6", 2.6)
    face = (
        head(SKIN) + hair + beard + strands + look + lines + nose(28) + low + high + outline + lips
    )
    return medal(
        "#9a8a3c", "#f0dc96", robe("#5a3d78", "#e6c67a"), bust(face + cap + cord, 0, (0, 14))
    )


FACES = {"dreamy": dreamy, "fiery": fiery, "steady": steady, "shrewd": shrewd}
