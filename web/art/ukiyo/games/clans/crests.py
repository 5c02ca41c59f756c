"""The five crests and colours: one shape for the cards, the banners and the icons of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ukiyo.draw.brush import group, num, pair, pen, place, polar, poly, shape, stroke, tag


@dataclass(frozen=True)
class Clan:
    """How a clan is told from the others: shape first, then colour."""

    kanji: str
    crest: str
    """Path around (0, 0), about 100 in every direction; overlaps are holes."""
    colour: str
    dark: str
    deep: str
    pale: str


def _rhomb(x: float, y: float, wide: float, tall: float) -> str:
    return poly([(x - wide, y), (x, y - tall), (x + wide, y), (x, y + tall)])


def _diamonds() -> str:
    """Four diamonds set as one, each with a smaller one cut out."""
    spots = ((0, -49), (-49, 0), (49, 0), (0, 49))
    return "".join(_rhomb(x, y, 45, 45) + _rhomb(x, y, 15, 15) for x, y in spots)


BIRD = (
    "M-3 -16L-15 -31C-19 -50 -42 -52 -49 -34C-56 -54 -72 -74 -92 -82"
    "Q-92 -64 -84 -54Q-94 -58 -99 -54Q-100 -36 -86 -24Q-96 -24 -100 -18Q-96 2 -78 8"
    "Q-86 12 -88 20Q-78 32 -62 30Q-62 58 -76 82Q-60 80 -54 66Q-50 84 -40 96Q-32 82 -33 66"
    "Q-26 80 -14 84C-12 62 -2 40 -7 14Q-8 2 -17 -8Z"
    "M-33 -34q-5 0 -5 5.5q0 5 5 5q5 0 5 -5q0 -5.5 -5 -5.5Z"
    "M-52 -14Q-70 -2 -62 18Q-40 14 -34 -10Q-36 4 -52 8Q-60 -2 -52 -14Z"
)


def _mirror(d: str) -> str:
    """The same path in a mirror: every first number of a pair changes its sign."""
    return re.sub(r"(-?[\d.]+)([ ]-?[\d.]+)", lambda m: num(-float(m[1])) + m[2], d)


def _birds() -> str:
    """Two birds face to face under three leaves of bamboo."""
    leaf = "M0 -44C-13 -62 -11 -84 0 -100C11 -84 13 -62 0 -44Z"
    side = "M-8 -48C-28 -56 -38 -72 -40 -92C-22 -84 -10 -70 -8 -48Z"
    return "".join((BIRD, _mirror(BIRD), leaf, side, _mirror(side)))


def _disc(x: float, y: float, radius: float) -> str:
    half = pen("a", radius, radius, " 0 1 0")
    return pen("M", x - radius, y, half, 2 * radius, 0, half, -2 * radius, 0, "Z")


def _discs() -> str:
    """A bar over three discs, the middle one low."""
    bar = "M-92 -84Q0 -70 92 -84V-46Q0 -32 -92 -46Z"
    return bar + _disc(-53, 6, 39) + _disc(53, 6, 39) + _disc(0, 62, 38)


def _flower() -> str:
    """Five notched petals around a ringed heart, with slender leaves between."""
    petal = [_petal(72 * i) for i in range(5)]
    leaf = [_leaf(72 * i + 36) for i in range(5)]
    return "".join(petal + leaf) + _disc(0, 0, 20) + _disc(0, 0, 9)


def _petal(turn: float) -> str:
    def at(radius: float, degrees: float) -> str:
        return pair(polar((0, 0), radius, turn + degrees))

    left = f"M{at(26, 0)}C{at(44, -28)} {at(64, -36)} {at(84, -27)}"
    lobes = f"C{at(100, -20)} {at(104, -8)} {at(90, 0)}C{at(104, 8)} {at(100, 20)} {at(84, 27)}"
    right = f"C{at(64, 36)} {at(44, 28)} {at(26, 0)}Z"
    cut = f"M{at(44, 0)}Q{at(58, -16)} {at(72, 0)}Q{at(58, 16)} {at(44, 0)}Z"
    return left + lobes + right + cut


def _leaf(turn: float) -> str:
    tip, root = polar((0, 0), 98, turn), polar((0, 0), 52, turn)
    sides = polar((0, 0), 76, turn - 7), polar((0, 0), 76, turn + 7)
    return f"M{pair(root)}Q{pair(sides[0])} {pair(tip)}Q{pair(sides[1])} {pair(root)}Z"


def _scales() -> str:
    """Three flat triangles, one upon two; a fine line is cut along the sides of each."""
    return "".join(_scale(x, y, size) for x, y in ((0, -36), (-51, 36), (51, 36)) for size in SCALE)


SCALE = (1.0, 0.66, 0.5)


def _scale(x: float, y: float, size: float) -> str:
    top, base = y + 10 - 43 * size, y + 10 + 23 * size
    return poly([(x, top), (x + 50 * size, base), (x - 50 * size, base)])


CLANS = {
    "Takeda": Clan("武田", _diamonds(), "#b3261e", "#6e120e", "#2c0806", "#f3cdb8"),
    "Uesugi": Clan("上杉", _birds(), "#2a5a9c", "#143059", "#08152b", "#cfdff0"),
    "Mori": Clan("毛利", _discs(), "#2f7a4a", "#134026", "#061c10", "#d3e6c8"),
    "Oda": Clan("織田", _flower(), "#d39a1e", "#7d520a", "#2a1a04", "#fbe7ae"),
    "Hojo": Clan("北条", _scales(), "#6c3d8e", "#3a1c53", "#180a26", "#e3d3ee"),
}


def crest(name: str, fill: str, line: float = 0) -> str:
    """A clan's crest around (0, 0)."""
    return shape(CLANS[name].crest, fill, line, fill_rule="evenodd")


def icon(name: str) -> str:
    """The crest alone, in the colour of the text around it."""
    path = tag("path", d=CLANS[name].crest, fill="currentColor", fill_rule="evenodd")
    return tag("svg", path, xmlns="http://www.w3.org/2000/svg", viewBox="-104 -104 208 208")


def roundel(name: str, at: tuple[float, float], radius: float, fill: str, ground: str) -> str:
    """A crest on a disc with a thin ring."""
    disc = group(
        f'<circle r="100" fill="{ground}"/>',
        stroke("M-92 0a92 92 0 1 0 184 0a92 92 0 1 0 -184 0Z", 3.4, fill),
        place(crest(name, fill), (0, 0), 0, 0.7),
    )
    return place(disc, at, 0, radius / 100)
