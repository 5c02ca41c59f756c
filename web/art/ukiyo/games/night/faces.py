"""The four of Night of the Ninja: a chatterbox, a silent one, a watcher, a lady with a plan."""

from __future__ import annotations

from ukiyo.draw.brush import dot, mirrored, shape, stroke
from ukiyo.draw.face import (
    HAIR,
    LINE,
    LIP,
    OPENING,
    PALE,
    SKIN,
    TANNED,
    blush,
    brow,
    bust,
    eyes,
    head,
    hood,
    laugh,
    medal,
    nose,
    robe,
    round_eyes,
    shut,
)

STARS = "".join(dot(at, 3.4, "#f6e7b4") for at in ((-70, -40), (-46, -72), (-84, 10), (80, 26)))


def giddy() -> str:
    """Laughs and talks with the mask pulled down."""
    wrap = hood("#7a4f9e", "#55326f", SKIN, OPENING)
    mask = shape("M-58 52Q0 92 58 52Q64 80 50 104H-50Q-64 80 -58 52Z", "#93679f", LINE)
    knot = shape(
        "M-10 -84Q-44 -112 -40 -78Q-24 -70 -10 -78ZM10 -84Q40 -116 42 -80Q26 -70 10 -78Z",
        "#e6a63c",
        LINE,
    )
    face = shut(27, 0, 14, -18) + blush(40, 20, 11) + laugh(22, 30, 36)
    lifts = mirrored(brow(((14, -30), (22, -38), (34, -38), (42, -30)), 5))
    words = stroke("M74 -6L92 -16M78 14L96 14M74 34L92 42", 7, "#fff0c0")
    whole = bust(wrap + face + lifts + mask + knot, 8, (-6, 10))
    return medal("#2c3f74", "#f4dc8c", whole, words, behind=STARS)


def taciturn() -> str:
    """Nothing but heavy eyes, and a paper seal where the mouth must be."""
    wrap = hood("#3d434c", "#23272e", TANNED)
    look = eyes(27, -2, 16, 6, (0, 2))
    lids = mirrored(shape("M9 -4Q27 -18 45 -4Q27 -9 9 -4Z", TANNED, 4))
    frown = mirrored(brow(((8, -14), (20, -18), (38, -18), (50, -12)), 6))
    paper = shape("M-44 34Q0 46 44 34L42 76Q0 88 -42 76Z", "#f6ecd0", LINE)
    seal = dot((0, 60), 12, "#c8331f") + stroke("M-32 50V70M-24 52V72M24 52V72M32 50V70", 4)
    return medal("#7d929c", "#ece6d0", bust(wrap + look + lids + frown + paper + seal))


def wary() -> str:
    """Looks aside from under a straw hat."""
    wrap = hood("#2f6a68", "#1c4644", SKIN)
    look = round_eyes(27, 0, 15, (7, 1))
    hat = shape(
        "M0 -98C30 -84 84 -50 100 -14Q50 -36 0 -36Q-50 -36 -100 -14C-84 -50 -30 -84 0 -98Z",
        "#e0b65c",
        LINE,
    )
    straw = stroke(
        "M0 -94V-40M-10 -86Q-40 -62 -60 -32M10 -86Q40 -62 60 -32M-6 -88Q-22 -64 -28 -38"
        "M6 -88Q22 -64 28 -38",
        4,
        "#a97c2a",
    )
    shade = shape("M-62 -20Q0 -44 62 -20L64 -10Q0 -32 -64 -10Z", "#1b1714", opacity=0.3)
    cord = stroke("M-64 -18Q-50 60 -6 84M64 -18Q50 60 6 84", 5, "#b5321f")
    return medal(
        "#3b4f74", "#e4e6da", bust(wrap + look + shade + cord + hat + straw, -4), behind=STARS
    )


def cunning() -> str:
    """A lady with red at her eyes and two pins in her hair."""
    bun = dot((0, -74), 25, HAIR, LINE)
    back = shape("M-64 64C-96 -10 -74 -76 0 -76C74 -76 96 -10 64 64Q0 40 -64 64Z", HAIR, LINE)
    wings = shape(
        "M0 -60C44 -62 66 -30 58 22Q52 -16 30 -32Q14 -38 0 -56"
        "Q-14 -38 -30 -32Q-52 -16 -58 22C-66 -30 -44 -62 0 -60Z",
        HAIR,
        4,
    )
    pins = (
        stroke("M-64 -98L18 -66M64 -98L-18 -66", 7, "#e6b84a")
        + dot((-66, -98), 9, LIP, 4)
        + dot((66, -98), 9, LIP, 4)
    )
    paint = mirrored(shape("M8 8Q30 -12 56 -10Q44 10 30 15Z", "#d8402e"))
    look = eyes(27, 8, 16, 6, (4, 0), "#4a1f14")
    dots = mirrored(dot((16, -24), 5.4, HAIR))
    lips = shape("M-13 46Q-5 40 0 44Q8 38 16 43Q4 58 -13 46Z", LIP, 3, "#8a1f16")
    whole = bun + pins + back + head(PALE) + wings + paint + look + dots + nose(28) + lips
    return medal("#8e1f2c", "#f6e2b0", robe("#1f2440", "#d8402e"), bust(whole, 5, (0, 14)))


FACES = {"giddy": giddy, "taciturn": taciturn, "wary": wary, "cunning": cunning}
