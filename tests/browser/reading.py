"""How well can a page be read? Every text against the pixels behind it, its words, its room."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page

from tests.browser.tables import see

LARGE, LARGE_BOLD, BOLD = 24.0, 18.66, 700
GRID = 6

Colour = tuple[float, float, float]


class Text(NamedTuple):
    """A piece of text on a screen."""

    text: str
    box: Sequence[float]
    colour: str
    size: float
    weight: int
    opacity: float

    @property
    def needed(self) -> float:
        """The contrast that WCAG 2.2 AA asks for."""
        large = self.size >= LARGE or (self.size >= LARGE_BOLD and self.weight >= BOLD)
        return 3.0 if large else 4.5


def unreadable(page: Page) -> list[str]:
    """One line for every text whose contrast with what is behind it is too small."""
    texts = [Text(**found) for found in see(page, "texts")]
    behind = background(page)
    ratios = [(contrast(text, behind), text) for text in texts]
    weak = {f"{t.text!r}: {ratio:.2f} ({t.colour})" for ratio, t in ratios if ratio < t.needed}
    return sorted(weak)


def background(page: Page) -> Image.Image:
    """The page without its letters, one pixel for a CSS pixel."""
    see(page, "clear", True)
    shot = page.screenshot(scale="css")
    see(page, "clear", False)
    return Image.open(io.BytesIO(shot)).convert("RGB")


def contrast(text: Text, behind: Image.Image) -> float:
    """The contrast at all but the worst tenth of some points of the text."""
    ratios = sorted(_ratio(_ink(text, ground), ground) for ground in _points(text, behind))
    return ratios[len(ratios) // 10] if ratios else 99.0


def _points(text: Text, behind: Image.Image) -> list[Colour]:
    """What is behind the letters: the middle half of the line."""
    x, y, width, height = text.box
    found: list[Any] = []
    for step in range(GRID * GRID):
        px = round(x + width * (step % GRID + 0.5) / GRID)
        py = round(y + height * (0.25 + (step // GRID + 0.5) / GRID / 2))
        if 0 <= px < behind.width and 0 <= py < behind.height:
            found.append(behind.getpixel((px, py)))
    return found


def _ink(text: Text, ground: Colour) -> Colour:
    """The text's colour on that ground, where it lets some of it through."""
    red, green, blue, alpha = _parse(text.colour)
    share = alpha * text.opacity
    mixed = [
        share * ink + (1 - share) * g for ink, g in zip((red, green, blue), ground, strict=True)
    ]
    return mixed[0], mixed[1], mixed[2]


def _parse(colour: str) -> list[float]:
    kind, _, inside = colour.rstrip(")").partition("(")
    for sign in ("/", ",", "srgb"):
        inside = inside.replace(sign, " ")
    numbers = [float(one) for one in inside.split()]
    if kind == "color":
        numbers[:3] = [255 * one for one in numbers[:3]]
    return numbers if len(numbers) == 4 else [*numbers, 1.0]


def _ratio(one: Colour, other: Colour) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [value / 255 for value in colour]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def cramped(page: Page, smallest: int = 0) -> list[str]:
    """What is too wide for the screen, cut off at its side, or smaller than a finger."""
    found: list[str] = see(page, "cramped", smallest)
    return found


def cut_off(page: Page) -> list[str]:
    """Texts of which a part cannot be seen, and that nothing tells whole."""
    found: list[str] = see(page, "cut")
    return found


def sayings(page: Page) -> set[str]:
    """All that a page says to eyes and ears, piece by piece."""
    return set(see(page, "sayings"))
