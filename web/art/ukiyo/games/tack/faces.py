"""The four of Ninjaaa'Tack: asleep, all ears, quick as the wind, and one who sees through cards."""

from __future__ import annotations

from ukiyo.draw.brush import dot, mirrored, shape, stroke
from ukiyo.draw.face import (
    HAIR,
    LINE,
    LIP,
    SKIN,
    TANNED,
    WHITE,
    blush,
    brow,
    bust,
    eyes,
    head,
    headband,
    medal,
    nose,
    robe,
    round_eyes,
    shut,
)


def drowsy() -> str:
    """Fast asleep, with a bubble at the nose."""
    hair = shape(
        "M-60 0C-70 -56 -36 -74 0 -72C36 -74 70 -56 60 0Q48 -32 0 -36Q-48 -32 -60 0Z",
        "#4a3426",
        LINE,
    )
    tuft = shape("M-6 -70Q-22 -100 6 -98Q-2 -88 14 -86Q6 -78 8 -70Z", "#4a3426", LINE)
    face = (
        shut(25, 10, 15, 13)
        + blush(40, 30, 12)
        + shape("M-10 48Q0 42 10 48Q8 62 0 62Q-8 62 -10 48Z", "#7a1f1a", 5)
    )
    drool = shape("M8 56Q18 66 12 76Q2 74 8 56Z", "#cfeaf6", 3.4)
    bubble = dot((24, 40), 23, "#dff3fb", 5, fill_opacity=0.85) + stroke(
        "M14 30Q20 22 30 24", 5, "#fff"
    )
    whole = bust(head(SKIN) + hair + tuft + face + drool + bubble, 14)
    return medal("#7f9fc9", "#f2ecd2", robe("#c4a5cf", "#fbf1dc"), whole)


def alert() -> str:
    """All ears, both eyes wide open."""
    big = mirrored(dot((66, 8), 22, SKIN, LINE) + stroke("M62 -4Q76 2 66 20", 5, "#b06a48"))
    tail = shape("M-14 -66Q-30 -104 0 -100Q30 -104 14 -66Z", HAIR, LINE)
    hair = shape(
        "M-58 -4C-64 -52 -34 -72 0 -72C34 -72 64 -52 58 -4Q46 -36 0 -40Q-46 -36 -58 -4Z", HAIR, LINE
    )
    face = round_eyes(25, 8, 18) + mirrored(brow(((10, -20), (18, -28), (32, -28), (42, -20)), 5))
    mouth = dot((0, 50), 9, "#7a1f1a", 5)
    band = headband("#2470c0", -30)
    marks = mirrored(stroke("M80 -22L90 -32M84 32L94 40", 6, WHITE))
    whole = tail + big + head(SKIN) + hair + band + face + nose(30) + mouth
    return medal("#e8a42c", "#fbe7a4", robe("#2470c0", WHITE), bust(whole), marks)


def swift() -> str:
    """Into the wind, with a band that streams behind."""
    wind = stroke(
        "M-96 -52H-30M-100 -20H-60M-98 24H-64M-92 60H-40M30 -78H92M60 66H98", 6, "#e8f6e0"
    )
    tails = shape("M-50 -34Q-76 -58 -104 -46L-90 -36L-104 -22Q-74 -30 -50 -18Z", "#d8301f", LINE)
    hair = shape(
        "M58 -16C62 -52 34 -70 0 -70C-20 -92 -56 -90 -84 -82Q-66 -76 -62 -66Q-86 -64 -96 -52"
        "Q-74 -52 -66 -40Q-76 -32 -78 -16Q-64 -24 -56 -18Q0 -44 58 -16Z",
        HAIR,
        LINE,
    )
    look = eyes(26, 10, 15, 7, (5, 0)) + mirrored(brow(((8, 0), (20, -6), (36, -14), (50, -12)), 7))
    grin = shape("M-16 44Q8 52 34 38Q28 60 8 60Q-10 58 -16 44Z", WHITE, LINE) + stroke(
        "M-10 52Q10 56 28 48", 3
    )
    whole = hair + headband("#d8301f", -24)
    whole = tails + head(SKIN) + look + nose(28) + grin + whole
    return medal(
        "#4f9a54", "#d8ecb4", robe("#2c5a34", "#f2c81f"), bust(whole, 6, (6, 9)), behind=wind
    )


def keen() -> str:
    """A bald monk behind round glasses that nothing escapes."""
    shine = stroke("M-30 -40Q-18 -50 -4 -51", 6, "#fbe6c8")
    lens = ""
    for side in (-28, 28):
        lens += dot((side, 8), 24, "#e4f4ee", 7) + stroke(
            f"M{side - 12} 0L{side - 2} -10", 5, "#fff"
        )
        lens += dot((side + 2, 10), 10) + dot((side + 5, 6), 3.6, "#fff")
    frame = stroke("M-5 4Q0 -2 5 4M-52 2L-60 -2M52 2L60 -2", 6)
    brows = mirrored(brow(((10, -24), (22, -34), (40, -32), (52, -20)), 6))
    beard = shape("M-9 62Q0 58 9 62Q8 78 0 92Q-8 78 -9 62Z", HAIR, 4)
    marks = "".join(dot((x, -46), 3.4, "#a8683c") for x in (-12, 0, 12))
    beads = "".join(
        dot(at, 9.5, "#8a3b22", 4)
        for at in ((-52, 72), (-34, 84), (-14, 92), (14, 92), (34, 84), (52, 72))
    )
    mouth = stroke("M-14 50Q4 58 18 46", 6.5, LIP)
    whole = head(TANNED) + shine + marks + lens + frame + brows + nose(36) + mouth + beard
    return medal("#7a3fb0", "#e8c0e4", robe("#d87a22", "#f6d9a0"), beads, bust(whole, 0, (0, 2)))


FACES = {"drowsy": drowsy, "alert": alert, "swift": swift, "keen": keen}
