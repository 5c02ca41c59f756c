"""The rules page of a game: found where it was installed, lightly styled, clause by clause."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import tatami
from tatami.catalogue import Listing
from tatami.cli.fail import Failure, misused, shown
from tatami.cli.paint import Line

CLAUSE: Final = re.compile(r"^\*\*([A-Z]+\d+[a-z]?)\*\*", re.MULTILINE)
STYLED: Final = re.compile(
    r"(\*\*.+?\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[(?:book|sourced|derived|ruling)[^\]]*\])"
)


def page_of(listing: Listing) -> str:
    """The rules of a game as they were installed, or as they lie in a source tree."""
    home = Path(tatami.__file__).resolve().parent
    name = f"{listing.game.name}.md"
    for folder in (home / "rules", home.parents[1] / "docs" / "rules"):
        if (folder / name).is_file():
            return (folder / name).read_text("utf-8")
    raise Failure(f"the rules page of {listing.game.name} is not installed")


def clauses(page: str) -> list[str]:
    """The ids of all clauses, in their order."""
    return CLAUSE.findall(page)


def clause_of(page: str, wanted: str) -> str:
    """One clause by its id, written as C7, c7 or clans:C7."""
    name = wanted.strip().rpartition(":")[2].upper()
    for paragraph in page.split("\n\n"):
        found = CLAUSE.match(paragraph.lstrip("\n"))
        if found and found[1].upper() == name:
            return paragraph.strip("\n")
    known = clauses(page)
    listed = f"they are {known[0]} to {known[-1]}" if known else "it has none"
    raise misused(f"there is no clause {shown(wanted)!r} in these rules: {listed}")


def painted(page: str) -> list[Line]:
    """A page with its headings, clauses and marks set off."""
    return [_painted_line(line) for line in page.splitlines()]


def _painted_line(line: str) -> Line:
    if line.startswith("#"):
        return [(line.lstrip("# "), "title")]
    if line.startswith(("|--", "|:-")):
        return [(line, "dim")]
    return [_span(piece) for piece in STYLED.split(line) if piece]


def _span(piece: str) -> tuple[str, str]:
    if piece.startswith("**") and piece.endswith("**"):
        return piece[2:-2], "key" if CLAUSE.match(piece) else "bold"
    if STYLED.fullmatch(piece):
        if piece.startswith("["):
            return piece, "dim"
        return piece[1:-1], "italic" if piece.startswith("*") else "key"
    return piece, ""
