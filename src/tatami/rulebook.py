"""The rules page of a game: found where it was installed, read clause by clause, block by block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeAlias

import tatami
from tatami.catalogue import Listing
from tatami.games.words import FALLBACK, FOLDERS, is_language

CLAUSE: Final = re.compile(r"^\*\*([A-Z]+\d+[a-z]?)\*\*", re.MULTILINE)
"""A paragraph that begins like this is that clause."""
ROW: Final = re.compile(r"^\|.*\|$")
ITEM: Final = re.compile(r"^ *(?:[-*]|\d+\.) +")
FENCE: Final = "```"
INLINE: Final = re.compile(
    r"\*\*(?P<b>.+?)\*\*"
    r"|\*(?P<i>[^*\s][^*]*)\*"
    r"|`(?P<code>[^`]+)`"
    r"|!?\[(?P<link>[^\]]+)\]\([^)]*\)"
    r"|\[(?P<mark>[^\[\]]+)\]"
    r"|\b(?P<clause>[A-Z]+\d+[a-z]?)\b"
)

Span: TypeAlias = tuple[str, str]
"""A piece of text and its style: "", b, i, code, mark or clause."""
Spans: TypeAlias = tuple[Span, ...]


class NoRules(LookupError):
    """There is no such page, or no such clause on it; one sentence says which."""


@dataclass(frozen=True, slots=True)
class Page:
    """The rules of a game in the language in which they were found, as Markdown."""

    game: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: h1 to h4, p, li, or a row of a table (th, tr) with its cells.

    ``clause`` is the id of the clause that the block is.
    """

    kind: str
    spans: Spans = ()
    cells: tuple[Spans, ...] = ()
    clause: str = ""


# -- where pages are


def page_of(listing: Listing, language: str = FALLBACK) -> Page:
    """The rules of a game in a language, else in English; ``NoRules`` where it has none."""
    for spoken in dict.fromkeys((language, FALLBACK)):
        for place in _places(listing, spoken) if is_language(spoken) else ():
            if place.is_file():
                return Page(listing.game.name, spoken, place.read_text("utf-8"))
    raise NoRules(f"the rules page of {listing.game.name} is not installed")


def _places(listing: Listing, language: str) -> Iterator[Traversable]:
    """Where a page can lie: in the game's own package, in ours, in a source tree."""
    if listing.package:
        yield files(listing.package).joinpath("rules", f"{language}.md")
    name = f"{listing.game.name}.md"
    home = Path(tatami.__file__).resolve().parent
    if language != FALLBACK:
        yield FOLDERS.joinpath(language, "rules", name)
    else:
        yield from (home / "rules" / name, home.parents[1] / "docs" / "rules" / name)


# -- clauses


def clauses(page: Page) -> list[str]:
    """The ids of all clauses, in their order."""
    return CLAUSE.findall(page.text)


def clause_of(page: Page, wanted: str) -> str:
    """One clause by its id, written as C7, c7 or clans:C7."""
    name = wanted.strip().rpartition(":")[2].upper()
    for paragraph in page.text.split("\n\n"):
        found = CLAUSE.match(paragraph.lstrip("\n"))
        if found and found[1].upper() == name:
            return paragraph.strip("\n")
    known = clauses(page)
    listed = f"they are {known[0]} to {known[-1]}" if known else "it has none"
    raise NoRules(f"there is no clause {wanted!r} in these rules: {listed}")


# -- blocks


def blocks(page: Page) -> list[Block]:
    """The page as blocks of styled text, for those who draw it."""
    known = frozenset(clauses(page))
    return [block for lines in _paragraphs(page.text) for block in _drawn(lines, known)]


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The page in pieces: paragraphs, headings, single items of lists, tables, fences."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if lines and _ends(lines, line):
            yield lines
            lines = []
        if line.strip() or lines:
            lines.append(line)
    if lines:
        yield lines


def _ends(lines: list[str], line: str) -> bool:
    """Whether a piece is whole before this line."""
    if lines[0].startswith(FENCE):
        return len(lines) > 1 and lines[-1].startswith(FENCE)
    if not line.strip() or line.startswith(("#", FENCE)) or lines[0].startswith("#"):
        return True
    item = ITEM.match(line)
    return bool(item and (ITEM.match(lines[0]) or not item[0].strip()[0].isdecimal()))


def _drawn(lines: list[str], known: frozenset[str]) -> Iterator[Block]:
    first = lines[0]
    if first.startswith("#"):
        level = min(len(first) - len(first.lstrip("#")), 4)
        yield Block(f"h{level}", spans(first.lstrip("#").strip(), known))
    elif first.startswith(FENCE):
        yield Block("p", (("\n".join(lines[1:-1]), "code"),))
    elif ROW.match(first):
        yield from _table(lines, known)
    else:
        yield from _prose(lines, known)


def _prose(lines: list[str], known: frozenset[str]) -> Iterator[Block]:
    """A clause, an item of a list, or a paragraph; a bold first line is a small heading."""
    first = lines[0].strip()
    if re.fullmatch(r"\*\*[^*]+\*\*", first) and len(lines) > 1 and not CLAUSE.match(first):
        yield Block("h3", spans(first.strip("*"), known))
        lines = lines[1:]
    text = " ".join(line.strip() for line in lines)
    found = CLAUSE.match(text)
    kind = "li" if ITEM.match(text) else "p"
    yield Block(kind, spans(ITEM.sub("", text), known), clause=found[1] if found else "")


def _table(lines: list[str], known: frozenset[str]) -> Iterator[Block]:
    """Rows of cells; the first is the head if a rule stands under it."""
    headed = len(lines) > 1 and set(lines[1]) <= set("|-: ")
    for at, line in enumerate(lines):
        if set(line) <= set("|-: "):
            continue
        cells = tuple(spans(cell.strip(), known) for cell in line.strip().strip("|").split("|"))
        yield Block("th" if headed and at == 0 else "tr", cells=cells)


def spans(text: str, known: frozenset[str] = frozenset()) -> Spans:
    """A text in pieces of one style each; ids of clauses that are known are set off."""
    found: list[Span] = []
    end = 0
    for match in INLINE.finditer(text):
        span = _span(match, known)
        if span is not None:
            found += [(text[end : match.start()], ""), span]
            end = match.end()
    found.append((text[end:], ""))
    return tuple(span for span in found if span[0])


def _span(match: re.Match[str], known: frozenset[str]) -> Span | None:
    """One piece that is set off; None where it is plain after all."""
    style = str(match.lastgroup)
    inside = match[style]
    if style == "clause" or (style == "b" and inside in known):
        return (inside, "clause") if inside in known else None
    return inside, "" if style == "link" else style
