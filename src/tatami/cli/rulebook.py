"""The rules page of a game on a terminal: lightly styled, or one clause of it."""

from __future__ import annotations

import re
from typing import Final

from tatami import rulebook
from tatami.catalogue import Listing
from tatami.cli.fail import Failure, misused, shown
from tatami.cli.paint import Line
from tatami.rulebook import CLAUSE, NoRules, Page

STYLED: Final = re.compile(r"(\*\*.+?\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\[\]]+\](?!\())")


def page_of(listing: Listing, language: str) -> Page:
    """The rules of a game, or a failure that says they are not there."""
    try:
        return rulebook.page_of(listing, language)
    except NoRules as lacking:
        raise Failure(str(lacking)) from None


def clause_of(page: Page, wanted: str) -> str:
    """One clause by its id, or a failure that says which there are."""
    try:
        return rulebook.clause_of(page, wanted)
    except NoRules as lacking:
        raise misused(shown(str(lacking))) from None


def painted(text: str) -> list[Line]:
    """A page with its headings, clauses and marks set off."""
    return [_painted_line(line) for line in text.splitlines()]


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
