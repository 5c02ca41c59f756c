"""Rules pages: found, read clause by clause, drawn block by block, the same in every language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.games.words import LANGUAGES
from tatami.rulebook import Block, NoRules, Page, blocks, clause_of, clauses, page_of, spans
from tatami.tables import wire
from tests.fixtures import GAMES
from tests.support.languages import WHOLE

GAME = catalogue.find("clans")
FOREIGN = [(name, language) for name in catalogue.names() for language in WHOLE if language != "en"]
MARKS = {
    "livret": "book",
    "source": "sourced",
    "déduit": "derived",
    "décision": "ruling",
    "reconstitué": "reconstructed",
    "Regelheft": "book",
    "belegt": "sourced",
    "abgeleitet": "derived",
    "Entscheidung": "ruling",
    "rekonstruiert": "reconstructed",
    "reglamento": "book",
    "fuente": "sourced",
    "deducido": "derived",
    "decisión": "ruling",
    "reconstruido": "reconstructed",
}
"""Marks in other languages, and what they are in English."""


# -- the same in every language


@pytest.mark.parametrize(("name", "language"), FOREIGN)
def test_our_rules_are_there_in_every_language(name: str, language: str) -> None:
    assert page_of(catalogue.find(name), language).language == language


@pytest.mark.parametrize(("name", "language"), FOREIGN)
def test_clauses_and_their_marks_are_the_same_in_every_language(name: str, language: str) -> None:
    listing = catalogue.find(name)
    assert marks(page_of(listing, language)) == marks(page_of(listing))


@pytest.mark.parametrize(("name", "language"), FOREIGN)
def test_pages_cite_the_same_clauses_in_the_same_places(name: str, language: str) -> None:
    listing = catalogue.find(name)
    assert outline(page_of(listing, language)) == outline(page_of(listing))


@pytest.mark.parametrize("name", catalogue.names())
def test_french_signs_stand_off_from_their_word(name: str) -> None:
    for block in blocks(page_of(catalogue.find(name), "fr")):
        for text, style in every_span(block):
            if style != "code":
                bare = text.replace("WAT-AAH!", "")
                assert not re.search(r"[^\u202f][;!?]|[^\u00a0]:|'", bare), text


# -- finding a page


def test_a_language_that_a_game_lacks_falls_back_to_english() -> None:
    assert page_of(GAME, "it") == page_of(GAME, "en") == page_of(GAME)


@pytest.mark.parametrize("language", ["../rules", "fr/../fr", "", "\0", "FR", "x" * 5000])
def test_a_language_is_never_a_path(language: str) -> None:
    assert page_of(GAME, language) == page_of(GAME)


def test_a_package_can_bring_its_own_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "brought" / "rules"
    folder.mkdir(parents=True)
    (tmp_path / "brought" / "__init__.py").touch()
    (folder / "en.md").write_text("**L1** Three cards each.\n", "utf-8")
    (folder / "fr.md").write_text("**L1** Trois cartes chacun.\n", "utf-8")
    listing = Listing(GAMES[0], "brought", {})
    assert page_of(listing, "fr") == Page(GAMES[0].name, "fr", "**L1** Trois cartes chacun.\n")
    assert page_of(listing, "de").language == "en"


def test_a_game_without_rules_says_so() -> None:
    for package in ("tests.fixtures", ""):
        with pytest.raises(NoRules, match="not installed"):
            page_of(Listing(GAMES[0], package, {}))


# -- clauses


@pytest.mark.parametrize("wanted", ["C7", "c7", " clans:C7 "])
def test_a_clause_is_found_by_its_id(wanted: str) -> None:
    assert clause_of(page_of(GAME), wanted).startswith("**C7** [book] *Or ninja:*")


def test_an_unknown_clause_is_refused_with_those_there_are() -> None:
    with pytest.raises(NoRules, match="they are C1 to C19"):
        clause_of(page_of(GAME), "Q9")


# -- blocks

PAGE = Page(
    "lantern",
    "en",
    """\
# Lantern
Lights, *slowly*.

**L1** [book] Three cards each; see **not this** and L2.

**L2** Play `one`,
or L9, says [the book](https://example.org).

- first
  and more
- second L1
1. third

| card | light |
|------|------:|
| Wick | [book] |

```
raw *text*

L1
```
**Why?**
Because.
""",
)


def test_a_page_becomes_blocks() -> None:
    assert blocks(PAGE) == [
        Block("h1", (("Lantern", ""),)),
        Block("p", (("Lights, ", ""), ("slowly", "i"), (".", ""))),
        Block(
            "p",
            (
                *(("L1", "clause"), (" ", ""), ("book", "mark")),
                *((" Three cards each; see ", ""), ("not this", "b"), (" and ", "")),
                *(("L2", "clause"), (".", "")),
            ),
            clause="L1",
        ),
        Block(
            "p",
            (
                *(("L2", "clause"), (" Play ", ""), ("one", "code"), (", or L9, says ", "")),
                *(("the book", ""), (".", "")),
            ),
            clause="L2",
        ),
        Block("li", (("first and more", ""),)),
        Block("li", (("second ", ""), ("L1", "clause"))),
        Block("li", (("third", ""),)),
        Block("th", cells=((("card", ""),), (("light", ""),))),
        Block("tr", cells=((("Wick", ""),), (("book", "mark"),))),
        Block("p", (("raw *text*\n\nL1", "code"),)),
        Block("h3", (("Why?", ""),)),
        Block("p", (("Because.", ""),)),
    ]


def test_a_text_without_marks_is_one_span_and_an_empty_one_none() -> None:
    assert spans("plain") == (("plain", ""),)
    assert spans("") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_can_cross_the_wire(language: str) -> None:
    kinds = get_args(get_type_hints(wire.Block)["kind"])
    for block in blocks(page_of(GAME, language)):
        assert block.kind in kinds
        assert bool(block.cells) == (block.kind in ("th", "tr"))
        assert {style for _, style in every_span(block)} <= {"", "b", "i", "code", "mark", "clause"}


def test_nothing_is_lost_between_page_and_blocks() -> None:
    page = page_of(GAME)
    shown = "".join(text for block in blocks(page) for text, _ in every_span(block))
    assert letters(shown) == letters(page.text)


# -- help


def every_span(block: Block) -> list[tuple[str, str]]:
    return [*block.spans, *(span for cell in block.cells for span in cell)]


def letters(text: str) -> str:
    return re.sub(r"[^\w]", "", text)


def marks(page: Page) -> list[tuple[str, list[str]]]:
    """Each clause with its marks, in English."""
    found = [(name, spans(clause_of(page, name))) for name in clauses(page)]
    return [
        (name, [english(t) for t, style in pieces if style == "mark"]) for name, pieces in found
    ]


def english(mark: str) -> str:
    return " + ".join(MARKS.get(one, one) for one in mark.split(" + "))


def outline(page: Page) -> list[tuple[str, str, list[str]]]:
    """What each block is, and which clauses it cites."""
    return [
        (block.kind, block.clause, [t for t, style in every_span(block) if style == "clause"])
        for block in blocks(page)
    ]
