"""Answers that change only with what is installed: made once, compressed once, known by a tag.

Words, rules and lessons are the same for everybody as long as the server runs. Read anew for each
who asks, they would let one address hold up all others with requests that are within its limits.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Container
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

import msgspec
import segno
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tatami.catalogue import Listing
from tatami.games.words import FALLBACK, LANGUAGES, is_language
from tatami.rulebook import blocks, page_of
from tatami.server.files import has, wanted
from tatami.tables.teaching import lesson_list
from tatami.tables.views import game_card
from tatami.tables.wire import Block, GameCard, RulesPage, Span

CODING: Final = "gzip"
PLACES: Final = ("text", "lessons", "rules")
"""The folders of a package that hold a file for each language."""
CODES: Final = 256
"""Links whose QR codes are kept."""
Make = Callable[[Listing, str], object]

_encode = msgspec.json.Encoder().encode


class Kept(Struct, frozen=True):
    """An answer as it goes out: plain, compressed, and the tag by which a browser knows it."""

    plain: bytes
    packed: bytes
    tag: str

    def answer(self, request: Request) -> Response:
        """The answer; 304 where the browser has it."""
        coding = wanted(request.headers.get("accept-encoding", ""), (CODING,))
        tag = f'"{self.tag}{coding and "-" + coding}"'
        # private: a cookie may come with it, and no proxy should hand that on
        headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "accept-encoding"}
        if coding:
            headers["content-encoding"] = coding
        if has(request.headers.get("if-none-match", ""), tag):
            return Response(None, 304, headers)
        return Response(self.packed if coding else self.plain, 200, headers, "application/json")


def kept(found: object) -> Kept:
    """What was found, ready to go out as often as it is asked for."""
    plain = _encode(found)
    return Kept(plain, gzip.compress(plain, mtime=0), sha256(plain).hexdigest()[:20])


class Texts:
    """What is said of the games here; each answer is made when it is first asked for."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Make, str, str], Kept] = {}
        self._spoken: dict[str, frozenset[str]] = {}
        self._previews: dict[str, tuple[str, str]] = {}
        self._cards: dict[str, GameCard] = {}

    def words(self, listing: Listing, language: str) -> Kept:
        """The texts of a game."""
        return self._of(Listing.words, listing, language)

    def rules(self, listing: Listing, language: str) -> Kept:
        """The rules of a game, block by block; ``NoRules`` where it has none."""
        return self._of(_rules, listing, language)

    def lessons(self, listing: Listing, language: str) -> Kept:
        """The lessons of a game, and what is said in them."""
        return self._of(lesson_list, listing, language)

    def card(self, listing: Listing, art: bool, faces: Container[str]) -> GameCard:
        """A game for the start page, with what was drawn for it."""
        name = listing.game.name
        if name not in self._cards:
            self._cards[name] = game_card(listing, art, faces)
        return self._cards[name]

    def preview(self, listing: Listing) -> tuple[str, str]:
        """A game's title and what it is about, in English; the name, and nothing, without texts."""
        name = listing.game.name
        if name not in self._previews:
            said = listing.words().get("game", {})
            self._previews[name] = (said.get("title", name), said.get("summary", ""))
        return self._previews[name]

    def _of(self, make: Make, listing: Listing, language: str) -> Kept:
        spoken = language if language in self._languages(listing) else FALLBACK
        key = (make, listing.game.name, spoken)
        if key not in self._kept:
            self._kept[key] = kept(make(listing, spoken))
        return self._kept[key]

    def _languages(self, listing: Listing) -> frozenset[str]:
        """What may have answers of its own: there are only so many, whatever is asked for."""
        name = listing.game.name
        if name not in self._spoken:
            self._spoken[name] = _languages_beside(listing.package)
        return self._spoken[name]


def _languages_beside(package: str) -> frozenset[str]:
    """The table's languages, and those of any file that a package brings."""
    folders = [files(package).joinpath(place) for place in PLACES] if package else []
    found = [one.name for folder in folders if folder.is_dir() for one in folder.iterdir()]
    return frozenset(filter(is_language, [*LANGUAGES, *(one.partition(".")[0] for one in found)]))


def _rules(listing: Listing, language: str) -> RulesPage:
    page = page_of(listing, language)
    found = [
        Block(
            one.kind,  # type: ignore[arg-type]  # the pages know no other kinds
            tuple(Span(*span) for span in one.spans),
            tuple(tuple(Span(*span) for span in cell) for cell in one.cells),
            one.clause,
        )
        for one in blocks(page)
    ]
    return RulesPage(page.game, page.language, tuple(found))


# -- pictures of links


def qr_code(link: str) -> bytes:
    """A link as a QR code, an SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(
        out, kind="svg", scale=6, border=3, dark="#1b1714", light="#ffffff", xmldecl=False
    )
    return out.getvalue()


kept_code: Final = lru_cache(CODES)(qr_code)
"""The same, for links that many look at. One that gives a seat away is not kept."""
