"""The landscape of Ninjaaa'Tack: eight run, one gong."""

from __future__ import annotations

from ukiyo.draw.brush import place, shape, stroke
from ukiyo.draw.creature import shuriken, speed
from ukiyo.draw.glyphs import column
from ukiyo.draw.sheet import Sheet, rounded
from ukiyo.games.tack.cards import figure
from ukiyo.games.tack.pieces import burst, gong, token

STANDS = (
    ("Purple", (452, 150), 0.42, 14),
    ("Black", (836, 150), 0.42, -14),
    ("Pink", (330, 230), 0.54, 16),
    ("Yellow", (944, 236), 0.54, -16),
    ("Blue", (216, 356), 0.64, 12),
    ("Green", (1060, 360), 0.64, -12),
    ("Orange", (404, 416), 0.7, 8),
    ("Red", (870, 420), 0.7, -8),
)
"""From the back to the front: clan, head, size, lean towards the middle."""


def draw() -> str:
    """The whole picture."""
    sheet = Sheet(1200, 630)
    sky = sheet.cover(sheet.fade("#f2a01f", "#ffd84a", "#fff0b0"))
    rush = speed(7, "#fff6d0", (640, 330), 230, 1300, 64)
    men = "".join(_runner(sheet, *stand) for stand in STANDS)
    middle = place(burst(212), (640, 306)) + place(gong(), (640, 316), 0, 1.4)
    stars = place(token("Red"), (560, 120), 20, 0.4) + place(token("Blue"), (726, 110), 50, 0.36)
    far = shuriken((610, 540), 0.3, "#3a2f34", 10) + shuriken((690, 556), 0.24, "#3a2f34", 40)
    return sheet.svg(sky + rush + sheet.grain(0.34) + middle + stars + far + men + _seal())


def _runner(sheet: Sheet, name: str, head: tuple[float, float], size: float, lean: float) -> str:
    body = place(figure(sheet, name), (-250, -282))
    return place(body, head, lean, size, flip=lean > 0)


def _seal() -> str:
    seal = shape(rounded(60, 88, 92, 92, 8), "#b3261e", 4)
    return (
        seal
        + stroke(rounded(67, 95, 78, 78, 4), 2.4, "#fdf3da")
        + column("速", (106, 134), 68, "#fdf3da")
    )
