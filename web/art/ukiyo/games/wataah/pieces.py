"""What lies beside the cards: the Shosho, the masters' tokens, and the signs of the places."""

from __future__ import annotations

from ukiyo.draw.brush import dot, place, shape, stroke, tag
from ukiyo.draw.creature import shuriken
from ukiyo.draw.glyphs import column
from ukiyo.games.wataah.court import flower
from ukiyo.games.wataah.crests import disc, twice

SIGNS = {
    "Ronin": "M-100 34Q-34 -60 0 -66Q34 -60 100 34Q0 -4 -100 34ZM-52 34Q0 12 52 34Q48 86 0 92"
    "Q-48 86 -52 34Z",
    "Yokai": "M0 -44Q30 -44 44 -34Q60 -64 46 -100Q92 -84 84 -14C94 40 50 96 0 96"
    "C-50 96 -94 40 -84 -14"
    "Q-92 -84 -46 -100Q-60 -64 -44 -34Q-30 -44 0 -44Z"
    + twice("M16 6L58 -12Q54 20 26 22Z")
    + "M-44 52Q0 36 44 52Q36 76 0 76Q-36 76 -44 52Z",
    "Temple": "M-100 -82Q0 -54 100 -82L96 -50Q0 -26 -96 -50ZM-80 -22H80V2H-80Z"
    + twice("M46 14L72 14L78 96L48 96Z")
    + twice("M44 -42L68 -44L68 -26L44 -26Z"),
    "Court": "".join(disc(0, 0, r) for r in (98, 80, 26))
    + twice("M8 -34L20 -72L-0.1 -76L-0.1 -34Z")
    + twice("M30 -20L66 -46L74 -28L36 -10Z")
    + twice("M36 8L76 20L70 40L30 22Z")
    + twice("M14 34L38 68L20 76L4 38Z"),
    "Missions": "M-78 -96H78V-70H-78ZM-62 -60H62V60H-62ZM-78 70H78V96H-78ZM-34 -34H34V-22H-34Z"
    "M-34 -6H34V6H-34ZM-34 22H14V34H-34Z",
    "Showdown": twice(
        "M0 -14L74 -100L100 -96L96 -70L14 8ZM-16 20L-60 62L-40 82L0 40ZM-66 70L-100 96"
        "L-86 100L-50 88Z"
    ),
    "Jigoku": "M0 98C-70 98 -84 30 -46 -14C-24 -40 -30 -66 -8 -100C0 -60 44 -54 60 -4"
    "C80 60 56 98 0 98Z"
    "M0 84C34 84 40 46 18 22C8 10 10 -4 2 -20C-4 2 -22 10 -30 34C-38 62 -28 84 0 84Z",
    "Corruption": "M0 -96C66 -96 98 -52 90 4C86 34 62 38 60 58L54 92H-54L-60 58C-62 38 -86 34 -90 4"
    "C-98 -52 -66 -96 0 -96Z"
    + disc(-38, 0, 24)
    + disc(38, 0, 24)
    + "M0 22L14 46H-14Z"
    + "M-26 62H-16V92H-26ZM-5 62H5V92H-5ZM16 62H26V92H16Z",
    "Pawn": disc(0, -52, 40)
    + "M-30 -6H30C34 30 58 50 64 96H-64C-58 50 -34 30 -30 -6Z"
    + "M-32 -62H32V-46H-32Z",
}
"""Paths as those of the crests."""


def _token(*parts: str) -> str:
    return tag("svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox="0 0 200 200")


def shosho() -> str:
    """Who has it begins: a golden flower with the general's word."""
    flower_ = place(flower(0.98, "#f0c04a", "#f0c04a", 4), (100, 100))
    heart = dot((100, 100), 58, "#8a1f14", 5)
    return _token(flower_, heart, column("将", (100, 100), 84, "#fff3c0"))


def master() -> str:
    """A ninja master: it lies on a pile of corruption."""
    ring = dot((100, 100), 95, "#2a2834", 5) + dot(
        (100, 100), 84, "none", stroke="#c9a24a", stroke_width=5
    )
    head = shape(
        "M100 40C144 40 164 72 162 106C160 146 134 166 100 166C66 166 40 146 38 106"
        "C36 72 56 40 100 40Z",
        "#4a4658",
        5,
    )
    slit = shape("M48 92Q100 74 152 92Q154 120 132 124Q100 130 68 124Q46 120 48 92Z", "#e8b98c", 4)
    look = "".join(stroke(d, 8) for d in ("M66 100L90 108", "M134 100L110 108"))
    return _token(ring, head, slit, look, place(shuriken((0, 0), 0.2, "#dfe5e6", 20, 4), (100, 62)))
