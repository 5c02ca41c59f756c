"""A drawing of the table as a view shows it, for ``rgb_array``: a row a zone, a card a face."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from tatami.engine.view import View

    Font = ImageFont.ImageFont | ImageFont.FreeTypeFont

WIDTH: Final = 1200
ROW: Final = 30
NAMES: Final = 140
GAP: Final = 6
FELT: Final = (38, 50, 46)
INK: Final = (24, 24, 24)
PAPER: Final = (244, 236, 216)
BACK: Final = (120, 44, 44)
CHALK: Final = (226, 226, 214)


def draw(view: View) -> Image.Image:
    """The whole table. All pictures of a game with so many seats are of one size."""
    data = view.data()
    rows = len(data["zones"]) + 2
    picture = Image.new("RGB", (WIDTH, GAP + ROW * rows), FELT)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(14)
    pen.text((GAP, GAP + 5), title(view), CHALK, font)
    for at, (zone, faces) in enumerate(data["zones"].items(), 1):
        top = GAP + ROW * at
        pen.text((GAP, top + 5), zone, CHALK, font)
        _cards(pen, font, top, faces)
    counted = [f"{name} {number}" for name, number in data["counters"].items() if number]
    pen.text((GAP, GAP + ROW * (rows - 1) + 5), "   ".join(counted), CHALK, font)
    return picture


def title(view: View) -> str:
    """What game it is, and who is waited for or has won."""
    seats, verb = (view.winners, "won by") if view.over else (view.waiting, "waiting for")
    return f"{view.game.name}: {verb} {' '.join(f's{seat}' for seat in seats) or 'nobody'}"


def _cards(pen: ImageDraw.ImageDraw, font: Font, top: int, faces: list[str]) -> None:
    """The cards of a zone from left to right, like ones beside each other as one with a number."""
    left = NAMES
    for face, run in groupby(faces):
        number = len(list(run))
        text = f"{face} ×{number}" if number > 1 else face
        width = int(pen.textlength(text, font)) + 2 * GAP
        hidden = face == "?"
        box = (left, top + 2, left + width, top + ROW - 4)
        pen.rounded_rectangle(box, 4, BACK if hidden else PAPER)
        pen.text((left + GAP, top + 5), text, PAPER if hidden else INK, font)
        left += width + GAP
