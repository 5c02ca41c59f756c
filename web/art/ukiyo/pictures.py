"""What a game's module hands over: drawings, and the files that each of them becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Draw = Callable[[], str]
"""Draws a picture: the text of an SVG."""


@dataclass(frozen=True)
class Print:
    """One file made of a drawing; the end of its name tells the format."""

    file: str
    width: int = 0
    height: int = 0
    quality: int = 80
    over: Draw | None = None
    """Drawn over the picture: what tells one variant from the next."""


@dataclass(frozen=True)
class Picture:
    """A drawing, its prints, and where the manifest lists them."""

    draw: Draw
    prints: tuple[Print, ...]
    listed: tuple[tuple[str, str, str], ...]
    """(section, name, file); without a name the section is the file itself."""


def card(name: str, draw: Draw) -> Picture:
    """A face: large for the hand and the close look, small for a crowded table."""
    return _sheet("faces", name, name, draw)


def back(name: str, draw: Draw) -> Picture:
    """A back of cards."""
    return _sheet("backs", name, f"back-{name}", draw)


def cards(draw: Draw, marks: Mapping[str, Draw]) -> Picture:
    """Faces that differ by a mark alone: the picture is drawn once, each mark laid over it."""
    sheets = [_sheet("faces", name, name, draw, over) for name, over in marks.items()]
    prints = tuple(entry for sheet in sheets for entry in sheet.prints)
    return Picture(draw, prints, tuple(entry for sheet in sheets for entry in sheet.listed))


def _sheet(section: str, name: str, stem: str, draw: Draw, over: Draw | None = None) -> Picture:
    large, small = f"{stem}.webp", f"small/{stem}.webp"
    prints = (Print(large, 450, 630, 78, over), Print(small, 160, 224, 82, over))
    return Picture(draw, prints, ((section, name, large), (f"small_{section}", name, small)))


def crest(name: str, draw: Draw) -> Picture:
    """An icon in one colour, kept as vectors."""
    file = f"crest-{name}.svg"
    return Picture(draw, (Print(file),), (("crests", name, file),))


def piece(name: str, draw: Draw) -> Picture:
    """A token or a figure in colours, kept as vectors."""
    file = f"piece-{name}.svg"
    return Picture(draw, (Print(file),), (("pieces", name, file),))


def face(level: str, draw: Draw) -> Picture:
    """The face of a level of bots, kept as vectors."""
    file = f"level-{level}.svg"
    return Picture(draw, (Print(file),), (("levels", level, file),))


def landscape(draw: Draw) -> Picture:
    """A picture of 1200 x 630: whole for link previews, its middle as a banner."""
    whole = Print("preview.jpg", 1200, 630, 84)
    strip = Print("banner.webp", 1280, 540, 78)
    return Picture(draw, (strip, whole), (("banner", "", strip.file), ("preview", "", whole.file)))


def icon(name: str, draw: Draw, *sizes: int) -> Picture:
    """A square mark: as vectors, and as PNG in some sizes."""
    prints = tuple(Print(f"{name}-{size}.png", size, size) for size in sizes) or (
        Print(f"{name}.svg"),
    )
    return Picture(draw, prints, tuple(("icons", entry.file, entry.file) for entry in prints))


def tile(name: str, draw: Draw, size: int) -> Picture:
    """A texture that repeats."""
    file = f"{name}.webp"
    return Picture(draw, (Print(file, size, size, 70),), (("tiles", name, file),))
