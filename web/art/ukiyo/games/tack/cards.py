"""The cards: eight ninja in full flight, the tokens, the signs, one back."""

from __future__ import annotations

from ukiyo.draw.brush import Point, Spine, dot, pen, place, polar, poly, shape, stroke, taper
from ukiyo.draw.creature import (
    Coat,
    arm,
    band,
    kunai,
    masked,
    numeral,
    shuriken,
    speed,
    staff,
    trunk,
)
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, plinth
from ukiyo.draw.sheet import Sheet
from ukiyo.draw.weapons import blade
from ukiyo.games.tack.clans import CLANS, glyph
from ukiyo.games.tack.pieces import gong, token

STEEL, GOLD, PAPER = "#e4ebee", "#f0c04a", "#fff6e4"
LEFT: list[Point] = [(160, 440), (70, 470), (50, 410), (74, 350)]
RIGHT: list[Point] = [(340, 440), (420, 470), (450, 500), (424, 540)]


def clan(name: str) -> str:
    """A ninja who is already past you."""
    sheet, known = Sheet(500, 700), CLANS[name]
    ground = sheet.cover(known.sky) + speed(len(name), "#fff", (250, 330), 150, 640, 40)
    behind = place(glyph(name, known.colour), (290, 300), 8, 2.3)
    return card(
        sheet,
        ground + behind,
        sheet.grain(0.34),
        place(figure(sheet, name), (58, 42), 5, 0.94),
        corner(name),
        plinth(sheet, known.deep, known.deep),
        border(sheet, known.deep),
    )


def corner(name: str) -> str:
    """The glyph, large enough for a thumb's breadth."""
    plate = dot((102, 106), 82, CLANS[name].deep, 6) + dot((102, 106), 72, PAPER, 4)
    return plate + place(glyph(name, CLANS[name].colour, 3), (102, 106), 0, 0.57)


def figure(sheet: Sheet, name: str) -> str:
    """Scarf in the wind, a weapon of the clan's own."""
    coat = CLANS[name].coat()
    scarf = "".join(
        shape(
            Spine(
                [(320, 400), (400, 330 + k), (430, 430 + k), (496, 350 + k)], taper(15, 24)
            ).outline(),
            PAPER,
            5.6,
        )
        for k in (40, 0)
    )
    head = masked(coat) + band(coat, 112, -76, glyph(name, CLANS[name].deep), tails=False)
    collar = shape("M158 376Q250 430 342 376L356 410Q250 466 144 410Z", PAPER, 6)
    body = place(trunk(coat), (250, 392)) + ARMS[name](sheet, coat)
    return scarf + body + collar + place(head, (250, 282), -10, 1.06)


def _arms(coat: Coat) -> str:
    return arm(coat, LEFT) + arm(coat, RIGHT)


def _swords(sheet: Sheet, coat: Coat) -> str:
    grip = shape("M-70 -11H0V11H-70Z", "#1b1714", 4.4) + shape("M-5 -24H9V24H-5Z", GOLD, 4)
    sword = blade(sheet, 230, 0.07, 12) + grip
    return place(sword, (78, 356), -104) + place(sword, (424, 540), -20) + _arms(coat)


def _fans(sheet: Sheet, coat: Coat) -> str:
    leaves = "".join(
        poly([(0, 0), polar((0, 0), 104, a), polar((0, 0), 104, a + 17)])
        for a in range(-60, 60, 20)
    )
    fan = shape(leaves, GOLD, 5) + dot((0, 0), 9, "#d8301f", 4)
    return place(fan, (76, 350), -30) + place(fan, (426, 534), 120) + _arms(coat)


def _bolts(sheet: Sheet, coat: Coat) -> str:
    knives = place(kunai(0.9), (74, 346), -120) + place(kunai(0.9), (426, 540), 10)
    return knives + _arms(coat)


def _staff(sheet: Sheet, coat: Coat) -> str:
    return place(staff(560, "#8a5a2c"), (250, 446), 28) + _arms(coat)


def _hook(sheet: Sheet, coat: Coat) -> str:
    """A sickle on a chain."""
    sickle = (
        stroke("M0 70V-60", 20)
        + stroke("M0 70V-60", 11, "#8a5a2c")
        + shape("M-10 -64C30 -110 96 -96 120 -40C90 -70 40 -70 10 -44Z", STEEL, 5.6)
    )
    chain = "M424 540C480 600 300 620 150 560"
    links = (
        stroke(chain, 12)
        + stroke(chain, 6, STEEL, stroke_dasharray="12 8")
        + dot((140, 556), 24, "#5a6470", 6)
    )
    return place(sickle, (74, 350), -20) + links + _arms(coat)


def _moons(sheet: Sheet, coat: Coat) -> str:
    ring = dot((0, 0), 66, "none", stroke="#1b1714", stroke_width=30) + dot(
        (0, 0), 66, "none", stroke=STEEL, stroke_width=18
    )
    return place(ring, (84, 330)) + place(ring, (420, 536), 0, 0.9) + _arms(coat)


def _parasol(sheet: Sheet, coat: Coat) -> str:
    roof = [polar((0, 0), 150, a) for a in (-90, -60, -30, 0, 30, 60, 90)]
    cloth = shape(poly([*roof]), "#fff0f4", 6) + "".join(
        shape(poly([(0, 0), a, b]), "#f078a8", 4)
        for a, b in zip(roof[::2], roof[1::2], strict=False)
    )
    pole = stroke("M0 -160V150", 14) + stroke("M0 -160V150", 6, "#8a5a2c")
    return place(pole + cloth, (84, 300), -28, 0.86) + _arms(coat)


def _stars(sheet: Sheet, coat: Coat) -> str:
    flying = shuriken((70, 330), 0.66, STEEL, 20, 6) + shuriken((430, 536), 0.6, STEEL, 50, 6)
    return flying + _arms(coat) + shuriken((440, 420), 0.4, STEEL, 10, 5)


ARMS = {
    "Red": _swords, "Orange": _fans, "Yellow": _bolts, "Green": _staff, "Blue": _hook,
    "Purple": _moons, "Pink": _parasol, "Black": _stars,
}  # fmt: skip


# --- tokens and signs --------------------------------------------------------


def counter(name: str) -> str:
    """A token as a card."""
    sheet, known = Sheet(500, 700), CLANS[name]
    ground = sheet.cover(known.sky) + speed(3, "#fff", (250, 310), 120, 640, 40)
    return card(
        sheet,
        ground,
        sheet.grain(0.34),
        place(token(name), (250, 310), 0, 1.9),
        plinth(sheet, known.deep, known.deep),
        border(sheet, known.deep),
    )


def sign(meaning: str) -> str:
    """What a gesture means: a glyph, a number or a gong in a cloud of thought."""
    sheet = Sheet(500, 700)
    bubble = (
        "M250 90C400 90 452 190 446 300C440 420 350 480 250 480C150 480 60 420 54 300"
        "C48 190 100 90 250 90Z"
    )
    drops = dot((170, 524), 27, "#fff", 7) + dot((116, 570), 16, "#fff", 6)
    what = _meant(meaning)
    return card(
        sheet,
        sheet.cover("#f6d88a") + speed(5, "#fbe9b8", (250, 290), 120, 640, 40),
        sheet.grain(0.34),
        shape(bubble, "#fff", 8) + drops + what,
        plinth(sheet, "#8a4a1c", "#3a1a06"),
        border(sheet, "#3a1a06"),
    )


def _meant(meaning: str) -> str:
    if meaning in CLANS:
        return place(glyph(meaning, CLANS[meaning].colour, 5), (250, 286), 0, 1.44)
    if meaning == "Now":
        return place(gong(), (250, 286), 0, 1.3)
    return fingers(("One", "Two", "Three").index(meaning) + 1)


def fingers(count: int) -> str:
    """A hand that shows a number."""
    skin = "#f0c49a"
    raised = {1: (-8,), 2: (-16, 10), 3: (-24, 0, 24)}[count]
    tips = "".join(
        place(
            shape("M-24 0V-150Q-24 -176 0 -176Q24 -176 24 -150V0Z", skin, 6.4),
            (250 + turn * 2, 320),
            turn,
        )
        for turn in raised
    )
    palm = shape("M180 300Q250 270 320 300L316 390Q300 430 250 430Q200 430 184 390Z", skin, 6.4)
    thumb = shape("M180 330Q150 340 170 370L270 376Q296 366 280 344Z", skin, 6)
    cuff = shape("M190 420H310V456H190Z", "#d8301f", 6)
    return tips + cuff + palm + thumb + numeral(count, (372, 390), 110, "#d8301f", 8)


def back() -> str:
    """Beams in two colours and a star that spins."""
    sheet = Sheet(500, 700)
    middle = (250.0, 350.0)
    beams = "".join(
        pen(
            "M",
            *middle,
            "Q",
            *polar(middle, 240, a + 24),
            *polar(middle, 480, a),
            "L",
            *polar(middle, 480, a + 15),
            "Q",
            *polar(middle, 240, a + 39),
            *middle,
            "Z",
        )
        for a in range(0, 360, 30)
    )
    swirl = sheet.cover("#f2b01f") + shape(beams, "#e8541f")
    star = shuriken(middle, 1.9, "#2a1c22", 22, 8) + dot(middle, 84, PAPER, 8)
    return card(
        sheet,
        swirl,
        sheet.grain(0.36),
        star + column("速", middle, 112, "#c8281c"),
        border(sheet, "#7a1a06"),
    )
