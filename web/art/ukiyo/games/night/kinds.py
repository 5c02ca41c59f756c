"""The marks and colours of the phases, the three that stand alone, and the Houses."""

from __future__ import annotations

import re

from ukiyo.draw.brush import num, pen, polar, poly, shape, tag
from ukiyo.games.night.scene import Kind


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = pen("a", radius, radius, " 0 1 0")
    return pen("M", x - radius, y, half, 2 * radius, 0, half, -2 * radius, 0, "Z")


def star(points: int, outer: float, inner: float) -> str:
    """A star with straight sides."""
    return poly(
        [polar((0, 0), outer if i % 2 == 0 else inner, 180 * i / points) for i in range(2 * points)]
    )


def twice(d: str) -> str:
    """A path of absolute pairs and its mirror image."""
    return d + re.sub(r"(-?[\d.]+)([ ]-?[\d.]+)", lambda m: num(-float(m[1])) + m[2], d)


LOTUS = (
    "M0 -92C36 -52 36 14 0 48C-36 14 -36 -52 0 -92Z"
    + twice("M56 -74C76 -18 60 36 14 60C40 18 44 -20 36 -52C44 -60 48 -66 56 -74Z")
    + twice("M98 -36C102 22 66 66 14 76C56 48 70 8 68 -20C80 -24 88 -28 98 -36Z")
    + "M-100 66C-60 96 60 96 100 66C80 110 -80 110 -100 66Z"
)


def _flower() -> str:
    """Six petals, a heart cut out."""
    spots = [polar((0, 0), 60, 60 * i) for i in range(6)]
    return "".join(disc(x, y, 29) for x, y in spots) + disc(0, 0, 26) + disc(0, 0, 12)


CRANE = (
    twice(
        "M14 98C66 92 102 50 100 -6C98 -48 78 -80 50 -98C60 -66 60 -40 46 -18C46 14 36 44 14 62Z"
        "M96 18L60 12L58 22L92 34ZM80 54L50 36L46 46L70 66Z"
    )
    + "M-8 100C-8 60 -30 40 -22 0C-16 -30 8 -36 4 -54C0 -60 -14 -54 -40 -52C-24 -66 -14 -78 2 -78"
    "C24 -76 30 -54 20 -36C6 -14 0 4 4 30C8 56 10 76 8 100Z"
)
SIGNS = {
    "Spy": "M-100 0Q0 -96 100 0Q0 96 -100 0Z" + disc(0, 0, 40) + disc(0, 0, 16),
    "Mystic": disc(0, -8, 76) + "M-30 -8Q0 -44 30 -8Q0 28 -30 -8Z" + "M-60 76H60L78 100H-78Z",
    "Trickster": "M-92 -60Q0 -96 92 -60Q100 40 0 98Q-100 40 -92 -60ZM-64 -26Q-38 -50 -14 -22"
    "Q-40 -10 -64 -26Z"
    "M64 -26Q38 -50 14 -22Q40 -10 64 -26ZM-46 26Q0 60 46 26Q30 74 0 76Q-30 74 -46 26Z",
    "Blind-Assassin": "M-100 -20Q0 -52 100 -20L96 22Q0 -8 -96 22Z"
    "M-96 -100L-70 -94L40 -40L-4 -40ZM96 -100L70 -94L8 -62L40 -56ZM-22 20L-80 96"
    "L-54 100L0 40L54 100L80 96L22 20L0 24Z",
    "Shinobi": star(4, 100, 34) + disc(0, 0, 15),
    "Mirror-Monk": disc(0, -22, 76)
    + disc(0, -22, 58)
    + "M-34 -40L-6 -68L8 -54L-20 -26ZM-20 -4L30 -54L44 -40L-6 10Z"
    + "M-14 58H14V100H-14Z",
    "Martyr": _flower(),
    "Mastermind": "M-100 -88H100V-66H-100ZM-74 -56H-64V24H-74ZM-5 -56H5V10H-5ZM64 -56H74V24H64Z"
    + disc(0, 34, 22)
    + "M-44 100Q-40 62 0 60Q40 62 44 100Z"
    + disc(-69, 38, 13)
    + disc(69, 38, 13),
    "Crane": CRANE,
    "Lotus": LOTUS,
    "Ronin": "M-100 34Q-34 -60 0 -66Q34 -60 100 34Q0 -4 -100 34ZM-52 34Q0 12 52 34Q48 86 0 92"
    "Q-48 86 -52 34Z",
}
"""Paths around (0, 0), about 100 in every direction; overlaps are holes."""

KINDS = {
    "Spy": Kind(SIGNS["Spy"], "#7fd8c0", "#1f4a54", "#0c2228"),
    "Mystic": Kind(SIGNS["Mystic"], "#c9a0f0", "#4a2f7a", "#20123a"),
    "Trickster": Kind(SIGNS["Trickster"], "#f5b35a", "#6a3a1c", "#2c160a"),
    "Blind-Assassin": Kind(SIGNS["Blind-Assassin"], "#ef6a58", "#5a1620", "#26080e"),
    "Shinobi": Kind(SIGNS["Shinobi"], "#c8dcf4", "#2f3f6a", "#121a34"),
    "Mirror-Monk": Kind(SIGNS["Mirror-Monk"], "#f4ead0", "#8a5a1c", "#3a2408"),
    "Martyr": Kind(SIGNS["Martyr"], "#f7a8b8", "#f2efe6", "#5a2030"),
    "Mastermind": Kind(SIGNS["Mastermind"], "#e8cf6a", "#2a2430", "#120e18"),
    "Crane": Kind(SIGNS["Crane"], "#dcebf7", "#2f6aa8", "#10305c"),
    "Lotus": Kind(SIGNS["Lotus"], "#f7b8cc", "#a8285c", "#4a0c28"),
    "Ronin": Kind(SIGNS["Ronin"], "#d8cba8", "#5a5448", "#24201a"),
}
COLOURS = {
    "Spy": "#2f9a84", "Mystic": "#8a5ac8", "Trickster": "#d88a2a", "Blind-Assassin": "#c8382c",
    "Shinobi": "#4a68a8", "Mirror-Monk": "#a8843c", "Martyr": "#c85a74", "Mastermind": "#a88a1c",
    "Crane": "#2f6aa8", "Lotus": "#b8386a", "Ronin": "#75684a",
}  # fmt: skip


def icon(d: str) -> str:
    """A mark alone, in the colour of the text around it."""
    path = tag("path", d=d, fill="currentColor", fill_rule="evenodd")
    return tag("svg", path, xmlns="http://www.w3.org/2000/svg", viewBox="-104 -104 208 208")


def mark(name: str, fill: str, line: float = 0) -> str:
    """A mark around (0, 0)."""
    return shape(SIGNS[name], fill, line, fill_rule="evenodd")
