"""What every card of the deck has: the strength at the upper left, a flag, a plinth, an edge."""

from __future__ import annotations

from ukiyo.draw.brush import dot, group, place
from ukiyo.draw.creature import numeral, shuriken
from ukiyo.draw.glyphs import column
from ukiyo.draw.paper import border, card, nobori, plinth
from ukiyo.draw.sheet import Sheet
from ukiyo.games.wataah import animals
from ukiyo.games.wataah.crests import CLANS, crest

LEAN = {"Monkey": 5, "Fox": -5, "Dragon": 3, "Rat": -4, "Bear": 3}
"""Degrees: nobody stands to attention."""


def clan(name: str) -> str:
    """The card of a clan, without its strength."""
    sheet, known = Sheet(500, 700), CLANS[name]
    return card(
        sheet,
        animals.ground(sheet, name),
        sheet.grain(0.4),
        flag(sheet, name),
        group(animals.FIGURES[name](sheet), transform=f"rotate({LEAN.get(name, 0)} 250 560)"),
        plinth(sheet, known.dark, known.deep),
        border(sheet, known.deep),
    )


def flag(sheet: Sheet, name: str) -> str:
    """Crest and kanji on a tall flag."""
    known = CLANS[name]
    marks = (
        place(crest(name, "#fdf3da"), (432, 76), 0, 0.3),
        column(known.kanji, (432, 140), 54, "#fdf3da"),
    )
    return nobori(sheet, (396, 36), (72, 142), known.colour, known.dark, *marks)


def badge(value: int, colour: str) -> str:
    """The strength alone: laid over the card."""
    return Sheet(500, 700).svg(strength(value, colour))


def strength(value: int, colour: str) -> str:
    """A number in the hub of a throwing star."""
    star = shuriken((82, 86), 0.96, colour, 45, 6)
    return star + dot((82, 86), 45, "#fdf3da", 6) + numeral(value, (82, 86), 82, "#1b1714", 5)
