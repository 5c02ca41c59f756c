"""The pages of the rules, block by block."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Span(Struct, array_like=True):
    """A piece of text and its style: "", b, i, code, mark or clause."""

    text: str
    style: str


class Block(Struct, omit_defaults=True):
    """A block of a rules page: h (level 1 to 4), p, li, or a table row; ``clause`` names its id."""

    kind: Literal["h1", "h2", "h3", "h4", "p", "li", "th", "tr"]
    spans: tuple[Span, ...] = ()
    cells: tuple[tuple[Span, ...], ...] = ()
    clause: str = ""


class RulesPage(Struct):
    """GET /api/rules/GAME?language=fr: the rules, block by block."""

    game: str
    language: str
    blocks: tuple[Block, ...]
