"""Honor tokens, the standing and the fallen, three backs, and the landscape."""

from __future__ import annotations

from ukiyo.draw.brush import Point, dot, group, place, polar, shape, stroke, tag
from ukiyo.draw.creature import Coat, flame, masked, numeral
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, cloud, plinth, scatter, seigaiha
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.night.figures import FIGURES
from ukiyo.games.night.kinds import mark

GOLD, MIDDLE = "#f0c04a", (250.0, 350.0)


# --- honor -------------------------------------------------------------------


RIMS = {
    2: "M0 -150C70 -150 108 -100 108 0C108 100 70 150 0 150C-70 150 -108 100 -108 0"
    "C-108 -100 -70 -150 0 -150Z",
    3: "M-34 -136Q0 -166 34 -136L146 66Q160 110 112 122H-112Q-160 110 -146 66Z",
    4: rounded(-132, -132, 264, 264, 40),
}
"""A shape for every worth: an oval, a triangle, a square."""
BUDS = {
    2: ((0, -104), (0, 104)),
    3: ((0, -92), (-94, 78), (94, 78)),
    4: ((-88, -88), (88, -88), (-88, 88), (88, 88)),
}


def coin(value: int, at: Point, size: float) -> str:
    """A gold piece with a blossom for every point it is worth."""
    rim = shape(RIMS[value], GOLD, 9) + place(stroke(RIMS[value], 6, "#8a5f1a"), (0, 0), 0, 0.87)
    buds = "".join(place(_blossom(), spot, 0, 0.52) for spot in BUDS[value])
    hub = dot((0, 8 if value == 3 else 0), 66, "#5a1a24", 6)
    worth = numeral(value, (0, 8 if value == 3 else 0), 124, "#fff3c8")
    return place(rim + buds + hub + worth, at, 0, size)


def _blossom() -> str:
    petals = "".join(dot(polar((0, 0), 30, 72 * i), 26, "#fff0f2", 7) for i in range(5))
    return (
        petals
        + "".join(dot(polar((0, 0), 30, 72 * i), 20, "#f7b8cc") for i in range(5))
        + dot((0, 0), 14, "#d8402a")
    )


def honor(value: int) -> str:
    """A token as a card."""
    sheet = Sheet(500, 700)
    sea = sheet.cover("#14285a") + seigaiha(500, 0, 610, 50, "#1c3872", "#3f64a8")
    return card(
        sheet,
        sea,
        sheet.grain(0.4),
        coin(value, (250, 306), 1.36),
        plinth(sheet, "#3a1420", "#14060a"),
        border(sheet, "#14060a"),
    )


def _svg(body: str, wide: int = 200, high: int = 200) -> str:
    return tag("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {high}")


def piece(value: int) -> str:
    """A token alone."""
    return _svg(coin(value, (100, 100), 0.62))


def secret() -> str:
    """A token face down."""
    rim = dot((100, 100), 93, "#5a1a24", 6) + dot(
        (100, 100), 80, "none", stroke=GOLD, stroke_width=5
    )
    return _svg(rim + column("誉", (100, 100), 96, GOLD))


# --- standees ----------------------------------------------------------------

DRESS = Coat("#e8b98c", "#a8744a", "#8f9cc0", "#33447a", "#1a2448", "#d8402a", "#ffe9a0")


def _doll(look: str | None = None, cloth: Coat = DRESS) -> str:
    body = shape("M-84 250Q-100 120 0 108Q100 120 84 250Z", cloth.cloth, 8)
    belt = shape("M-92 180Q0 204 92 180L94 210Q0 234 -94 210Z", cloth.trim, 6)
    return body + belt + masked(cloth, look)


def living() -> str:
    """On its feet."""
    base = shape("M30 236Q100 216 170 236L176 250Q100 264 24 250Z", "#7a4a24", 5)
    return _svg(base + place(_doll(), (100, 86), 0, 0.62), 200, 260)


def fallen() -> str:
    """Not any more."""
    crosses = "".join(
        stroke(f"M{x - 16} -16L{x + 16} 10M{x + 16} -16L{x - 16} 10", 8) for x in (-40, 40)
    )
    pale = Coat("#cfd4cc", "#8a9088", "#aaa", "#5a6070", "#343844", "#7a7f8c")
    soul = flame((150, 60), 0.8, "#8fd0f0", "#f2fdff")
    return _svg(soul + place(_doll(crosses, pale), (70, 190), -84, 0.56), 260, 260)


# --- backs -------------------------------------------------------------------


def ninja() -> str:
    """The moon over waves of night: a Ninja card."""
    sheet = Sheet(500, 700)
    night = sheet.cover("#0c1838") + seigaiha(500, 0, 700, 44, "#122450", "#2f4c8a")
    crescent = "M250 210A140 140 0 1 0 388 374A112 112 0 1 1 250 210Z"
    moon = dot(MIDDLE, 166, "#04081a", 6) + shape(crescent, "#f6ecc4", 6)
    return card(
        sheet,
        night,
        sheet.grain(0.4),
        moon + column("夜", (298, 326), 104, "#f6ecc4"),
        border(sheet, "#04060e"),
    )


def house() -> str:
    """Bird and flower in one ring: a House card."""
    sheet = Sheet(500, 700)
    rows = "".join(
        stroke(f"M{x} -10L{x + 260} 710M{x + 260} -10L{x} 710", 3, "#c88a4a", opacity=0.5)
        for x in range(-280, 520, 65)
    )
    ring_ = dot(MIDDLE, 166, "#2a0810", 8) + dot(MIDDLE, 152, "none", stroke=GOLD, stroke_width=6)
    marks = place(mark("Crane", "#f4f0e2"), (250, 282), 0, 0.62) + place(
        mark("Lotus", "#f7a8c4"), (250, 416), 0, 0.62
    )
    return card(
        sheet,
        sheet.cover("#6a1424") + rows,
        sheet.grain(0.4),
        ring_ + marks,
        border(sheet, "#2a0810"),
    )


def honors() -> str:
    """A gold piece nobody has seen: an Honor token."""
    sheet = Sheet(500, 700)
    sea = sheet.cover("#3a1420") + seigaiha(500, 0, 700, 50, "#4a1a28", "#8a4a4a")
    disc = dot(MIDDLE, 160, GOLD, 9) + dot(MIDDLE, 136, "none", stroke="#8a5f1a", stroke_width=6)
    return card(
        sheet,
        sea,
        sheet.grain(0.4),
        disc + column("誉", MIDDLE, 170, "#5a1a24"),
        border(sheet, "#14060a"),
    )


# --- the landscape -----------------------------------------------------------

STANDS = (
    ("Mastermind", (640, 176), 0.78, 0),
    ("Mystic", (352, 264), 0.66, -4),
    ("Mirror-Monk", (908, 268), 0.64, 4),
    ("Spirit-Merchant", (1090, 366), 0.6, 4),
    ("Shapeshifter", (206, 352), 0.64, -5),
    ("Blind-Assassin", (500, 352), 0.72, -3),
    ("Shinobi", (776, 358), 0.74, 3),
)
"""From the back to the front: name, head, size, lean."""


def landscape() -> str:
    """All of them on one ridge, before one moon."""
    sheet = Sheet(1200, 630)
    sky = sheet.cover(sheet.fade("#040814", (0.5, "#10204a"), (0.95, "#34549a")))
    stars = "".join(
        dot(at, 1 + i % 3, "#fff") for i, at in enumerate(scatter(5, 120, (0, 60, 1200, 460)))
    )
    moon = dot((640, 260), 300, "#f3e6b0", opacity=0.18) + dot((640, 260), 262, "#f6ecc4")
    mist = cloud(-40, 300, 340, "#24407a", 4) + cloud(930, 240, 320, "#24407a", 4)
    men = "".join(
        place(place(FIGURES[name](sheet), (-250, -276)), head, lean, size)
        for name, head, size, lean in STANDS
    )
    return sheet.svg(sky + stars + moon + mist + sheet.grain(0.4) + men + _ridge() + _seal())


def _ridge() -> str:
    tiles = "".join(f"M{x} 560V640" for x in range(10, 1200, 40))
    roof = shape("M0 548H1200V640H0Z", "#1c2848", 6) + stroke(tiles, 5, "#0a1024")
    return (
        roof
        + shape("M0 526H1200V554H0Z", "#4a5f94", 6)
        + "".join(dot((x, 566), 14, "#34487a", 5) for x in range(30, 1200, 40))
    )


def _seal() -> str:
    seal = shape(rounded(60, 88, 92, 92, 8), "#b3261e", 4) + stroke(
        rounded(67, 95, 78, 78, 4), 2.4, "#fdf3da"
    )
    return group(seal + column("夜", (106, 134), 68, "#fdf3da"))
