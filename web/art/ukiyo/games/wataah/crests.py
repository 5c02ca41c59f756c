"""The nine clans of animals: how each is told from the others, by crest and by colour."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ukiyo.draw.brush import Point, Spine, num, pen, poly, shape, tag, taper
from ukiyo.draw.creature import Coat


@dataclass(frozen=True)
class Clan:
    """Shape first, then colour."""

    kanji: str
    crest: str
    """Path around (0, 0), about 100 in every direction; overlaps are holes."""
    colour: str
    dark: str
    deep: str
    sky: str
    sun: str
    coat: Coat


def disc(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = pen("a", radius, radius, " 0 1 0")
    return pen("M", x - radius, y, half, 2 * radius, 0, half, -2 * radius, 0, "Z")


def twice(d: str) -> str:
    """A path of absolute pairs and its mirror image."""
    return d + re.sub(r"(-?[\d.]+)([ ]-?[\d.]+)", lambda m: num(-float(m[1])) + m[2], d)


def _legs() -> str:
    """Eight, each bent twice."""
    lines: list[list[Point]] = [
        [(30, -18), (58, -66), (78, -44), (64, -100)],
        [(36, -4), (84, -40), (88, -14), (100, -52)],
        [(36, 12), (84, 2), (88, 34), (100, 46)],
        [(28, 30), (60, 44), (74, 66), (58, 100)],
    ]
    return "".join(
        twice(poly(Spine(line, taper(7, 3)).edge(1) + Spine(line, taper(7, 3)).edge(-1, 1, 0)))
        for line in lines
    )


MONKEY = (
    disc(0, 4, 80)
    + "M0 -22C18 -48 62 -34 60 2C58 20 48 28 52 44C46 70 22 76 0 76C-22 76 -46 70 -52 44"
    "C-48 28 -58 20 -60 2C-62 -34 -18 -48 0 -22Z"
    + disc(-26, 6, 10)
    + disc(26, 6, 10)
    + "M-34 42Q0 60 34 42Q26 66 0 66Q-26 66 -34 42Z"
    + twice("M84 -30C108 -34 108 34 84 30Q90 0 84 -30Z")
)
CARP = (
    "M-14 -98C52 -104 100 -54 92 8C86 56 46 84 6 74C-8 82 -22 92 -44 98C-40 84 -42 76 -40 70"
    "C-52 70 -66 66 -78 56C-58 48 -40 40 -26 30C8 40 34 22 36 -8C36 -38 4 -50 -32 -34"
    "C-60 -24 -84 -34 -84 -34C-70 -44 -66 -52 -62 -62C-50 -84 -34 -96 -14 -98Z"
    + disc(-22, -68, 9)
    + "M18 -90Q34 -66 20 -44L12 -50Q24 -66 10 -88ZM56 -52L88 -40L86 -30L54 -38ZM52 -8"
    "L92 4L88 14L50 2ZM38 28L68 58L58 64L30 36Z"
)
CROW = (
    "M0 -58C2 -84 24 -96 38 -84L58 -72L34 -62C34 -50 30 -44 24 -38"
    "C56 -60 88 -48 100 -14L80 -18L88 8L66 4L70 30L48 22"
    "L48 42L26 34L30 66L48 96L20 84L0 98L-20 84L-48 96L-30 66L-26 34L-48 42L-48 22"
    "L-70 30L-66 4L-88 8L-80 -18L-100 -14"
    "C-88 -48 -56 -60 -24 -38Q-4 -40 0 -58Z" + disc(24, -74, 6)
)
TOAD = (
    "M0 -40Q14 -46 24 -52C22 -84 84 -92 88 -48C100 -34 102 -10 100 8C96 56 50 72 0 72"
    "C-50 72 -96 56 -100 8C-102 -10 -100 -34 -88 -48"
    "C-84 -92 -22 -84 -24 -52Q-14 -46 0 -40Z"
    + disc(56, -50, 20)
    + disc(-56, -50, 20)
    + disc(56, -50, 9)
    + disc(-56, -50, 9)
    + "M-84 12Q0 48 84 12Q0 66 -84 12Z"
    + disc(-12, -8, 5)
    + disc(12, -8, 5)
)
SPIDER = disc(0, 32, 36) + disc(0, -26, 22) + _legs() + "M-12 24L12 24L0 34L12 50L-12 50L0 34Z"
FOX = (
    "M0 -34C20 -40 34 -44 44 -52Q62 -84 88 -100C102 -64 98 -34 92 -8C88 30 46 52 18 92"
    "Q0 104 -18 92C-46 52 -88 30 -92 -8"
    "C-98 -34 -102 -64 -88 -100Q-62 -84 -44 -52C-34 -44 -20 -40 0 -34Z"
    + twice("M24 8Q44 -14 72 -14Q60 10 24 8Z")
    + twice("M84 8Q60 22 40 34Q58 20 62 32L28 66Q44 36 84 8Z")
    + "M-12 76Q0 68 12 76Q8 88 0 90Q-8 88 -12 76Z"
)
DRAGON = (
    "M0 -36L18 -42C22 -66 34 -74 50 -78L44 -100C60 -94 66 -84 64 -72"
    "C78 -70 90 -82 92 -100C104 -72 88 -50 60 -50L52 -30L100 -28L74 -8L98 18L64 20"
    "L62 52C58 84 30 98 0 98C-30 98 -58 84 -62 52L-64 20L-98 18L-74 -8L-100 -28L-52 -30"
    "L-60 -50C-88 -50 -104 -72 -92 -100"
    "C-90 -82 -78 -70 -64 -72C-66 -84 -60 -94 -44 -100L-50 -78C-34 -74 -22 -66 -18 -42Z"
    + twice("M14 2L48 -14Q46 10 22 12Z")
    + twice("M12 44Q26 34 32 46Q26 56 12 52Z")
    + "M-40 70Q0 84 40 70L30 86L20 78L0 88L-20 78L-30 86Z"
)
RAT = (
    twice("M14 -44C16 -92 92 -100 98 -50C100 -28 88 -10 70 -4Q58 -40 14 -44Z")
    + twice("M38 -48C44 -76 80 -76 80 -48Q80 -34 70 -26Q60 -44 38 -48Z")
    + "M0 -34C40 -36 62 -8 56 22C48 54 20 68 12 88L14 100H-14L-12 88C-20 68 -48 54 -56 22"
    "C-62 -8 -40 -36 0 -34Z"
    + disc(-26, 10, 9)
    + disc(26, 10, 9)
    + "M-12 58Q0 50 12 58Q8 74 0 76Q-8 74 -12 58Z"
    + twice("M50 48L98 36L100 42L50 56ZM46 62L94 76L92 82L42 68Z")
)
BEAR = (
    "M0 -8C46 -12 84 26 74 62C66 96 32 76 0 76C-32 76 -66 96 -74 62C-84 26 -46 -12 0 -8Z"
    + twice("M26 -92C50 -100 62 -30 34 -26C10 -24 8 -84 26 -92Z")
    + twice("M84 -56C106 -54 98 2 72 4C50 4 60 -58 84 -56Z")
)

CLANS = {
    "Monkey": Clan(
        "猿",
        MONKEY,
        "#c2452d",
        "#7c2316",
        "#2e0b07",
        "#f6c95c",
        "#e8622e",
        Coat("#9a6236", "#6b3f20", "#f6c9a0", "#b8321f", "#7a1a10", "#f2c14a"),
    ),
    "Carp": Clan(
        "鯉",
        CARP,
        "#2b7db3",
        "#154f7a",
        "#07243d",
        "#bfe3e6",
        "#e9553a",
        Coat("#fff6e6", "#d8c6ae", "#ffffff", "#e0522b", "#9a2a14", "#f2c14a"),
    ),
    "Crow": Clan(
        "烏",
        CROW,
        "#4a4470",
        "#2b2748",
        "#100e22",
        "#e7b8a8",
        "#b8385a",
        Coat("#2e2b3e", "#191725", "#5a5674", "#4a4470", "#262340", "#d8433a"),
    ),
    "Toad": Clan(
        "蛙",
        TOAD,
        "#5d8f2c",
        "#34591a",
        "#14280a",
        "#e3e39a",
        "#f0a63c",
        Coat("#79ad3c", "#4f7d24", "#e9edb0", "#7d4a26", "#4d2a12", "#d8433a"),
    ),
    "Spider": Clan(
        "蜘",
        SPIDER,
        "#8a3f7a",
        "#55214b",
        "#240a1f",
        "#d9c3dc",
        "#7a2f6a",
        Coat("#43334f", "#281d31", "#9c86ab", "#8a3f7a", "#55214b", "#f2c14a", "#ff5a4a"),
    ),
    "Fox": Clan(
        "狐",
        FOX,
        "#e07b25",
        "#8f4410",
        "#3a1803",
        "#f8e2b4",
        "#c8331f",
        Coat("#ec8a34", "#3b2216", "#fff4e0", "#28487c", "#152a50", "#d8433a"),
    ),
    "Dragon": Clan(
        "竜",
        DRAGON,
        "#1c8f80",
        "#0d5750",
        "#042623",
        "#bfe7d2",
        "#f0b53a",
        Coat("#3fb39a", "#1b7a6a", "#d9f0c8", "#d8902a", "#8f5410", "#f3cf5a"),
    ),
    "Rat": Clan(
        "鼠",
        RAT,
        "#75706c",
        "#45413f",
        "#1c1a19",
        "#ead9ae",
        "#c98a2e",
        Coat("#9a9590", "#6b6662", "#efe3d6", "#3f5560", "#22323a", "#e0a52c"),
    ),
    "Bear": Clan(
        "熊",
        BEAR,
        "#8a5227",
        "#552f12",
        "#251204",
        "#bcd6b0",
        "#f4ead0",
        Coat("#7d4c28", "#4a2a14", "#dcb98a", "#24563c", "#103322", "#c8402a"),
    ),
}


def crest(name: str, fill: str, line: float = 0) -> str:
    """A clan's crest around (0, 0)."""
    return shape(CLANS[name].crest, fill, line, fill_rule="evenodd")


def icon(name: str) -> str:
    """The crest alone, in the colour of the text around it."""
    return mark(CLANS[name].crest)


def mark(d: str) -> str:
    """A path as an icon."""
    path = tag("path", d=d, fill="currentColor", fill_rule="evenodd")
    return tag("svg", path, xmlns="http://www.w3.org/2000/svg", viewBox="-104 -104 208 208")
