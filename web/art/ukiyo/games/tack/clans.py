"""The eight clans of Ninjaaa'Tack: a colour each, and a glyph for those who see none."""

from __future__ import annotations

from dataclasses import dataclass

from ukiyo.draw.brush import pen, polar, poly, shape, tag
from ukiyo.draw.creature import Coat


@dataclass(frozen=True)
class Clan:
    """Shape first, then colour."""

    glyph: str
    """Path around (0, 0), about 100 in every direction; overlaps are holes."""
    colour: str
    deep: str
    sky: str

    def coat(self) -> Coat:
        """What its ninja wear."""
        return Coat("#f0c49a", "#b8804a", "#fff6e4", self.colour, self.deep, "#fff6e4", "#ffd23c")


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = pen("a", radius, radius, " 0 1 0")
    return pen("M", x - radius, y, half, 2 * radius, 0, half, -2 * radius, 0, "Z")


def _sun() -> str:
    beams = [
        poly([polar((0, 0), 60, a - 13), polar((0, 0), 102, a), polar((0, 0), 60, a + 13)])
        for a in range(0, 360, 45)
    ]
    return disc(0, 0, 50) + "".join(beams)


def _blossom() -> str:
    """Five petals that touch, a heart cut out."""
    spots = [polar((0, 0), 58, 72 * i) for i in range(5)]
    return "".join(disc(x, y, 33) for x, y in spots) + disc(0, 0, 22)


FLAME = (
    "M0 100C-72 100 -88 34 -50 -14C-40 10 -28 12 -20 4C-34 -38 -12 -76 14 -102C10 -66 34 -50 44 -24"
    "C52 -32 54 -44 52 -58C84 -22 92 28 70 64C56 90 30 100 0 100Z"
    "M0 84C30 84 38 54 20 28C14 38 4 40 -2 34C-6 20 -4 8 -10 -2C-14 22 -34 34 -34 56"
    "C-32 76 -18 84 0 84Z"
)
BOLT = "M30 -102L-62 14H-8L-36 102L66 -24H8Z"
LEAF = "M-86 88C-112 -10 -60 -96 92 -96C98 40 30 104 -52 84L-4 22L52 -50L-24 6L-72 68Z"
WAVE = (
    "M-100 60C-92 -30 -40 -92 32 -86C84 -80 104 -30 82 0C64 22 34 12 34 -12C34 -28 46 -34 56 -30"
    "C48 -54 14 -52 -4 -26C-24 4 -8 44 36 56C62 62 84 58 100 48V92H-100Z"
)
MOON = (
    "M30 -98C-40 -92 -92 -46 -88 14C-84 72 -30 106 30 98C64 92 88 70 98 42"
    "C64 62 14 56 -8 18C-30 -22 -12 -72 30 -98Z"
)
STAR = poly([polar((0, 0), 102 if i % 2 == 0 else 42, 45 * i) for i in range(8)]) + disc(0, 0, 17)

CLANS = {
    "Red": Clan(FLAME, "#d8301f", "#7a120a", "#ffd0a0"),
    "Orange": Clan(_sun(), "#f0831f", "#7a3604", "#ffe6b8"),
    "Yellow": Clan(BOLT, "#f2c81f", "#6a4f04", "#fff6c4"),
    "Green": Clan(LEAF, "#3f9a3a", "#17521a", "#d8f0c0"),
    "Blue": Clan(WAVE, "#2470c0", "#0c3468", "#c4e4f7"),
    "Purple": Clan(MOON, "#7a3fb0", "#3a1460", "#e4d0f4"),
    "Pink": Clan(_blossom(), "#f078a8", "#94285a", "#ffe0ea"),
    "Black": Clan(STAR, "#33303c", "#121016", "#d8d6dc"),
}


def glyph(name: str, fill: str, line: float = 0) -> str:
    """A clan's glyph around (0, 0)."""
    return shape(CLANS[name].glyph, fill, line, fill_rule="evenodd")


def icon(name: str) -> str:
    """The glyph alone, in the colour of the text around it."""
    path = tag("path", d=CLANS[name].glyph, fill="currentColor", fill_rule="evenodd")
    return tag("svg", path, xmlns="http://www.w3.org/2000/svg", viewBox="-104 -104 208 208")
