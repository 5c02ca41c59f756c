"""A game's texts put into words for one reader: names of players, crests, second person."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from tatami.cli.grammar import form_of, list_of
from tatami.cli.paint import Line, Span, plain, size
from tatami.engine.game import Game
from tatami.engine.kinds import Kind
from tatami.engine.layout import Place
from tatami.engine.offer import Offer
from tatami.engine.question import Question
from tatami.games.words import FALLBACK, counter_key, has_forms, read_words, starred

Mark: TypeAlias = Callable[[str], Span | None]
"""The sign of a thing by its name, such as a crest and its colour."""

HOLE: Final = re.compile(r"\{(\d+)\}")
STOCK: Final = (
    *("Aki", "Botan", "Chiyo", "Daichi", "Emi", "Fumi", "Goro", "Hana", "Isamu", "Jun"),
    *("Kiku", "Masa", "Nori", "Osamu", "Ren", "Sora"),
)
"""Names for those who have none; no two begin alike, so that one letter can be typed."""


def no_mark(name: str) -> Span | None:
    """For games without signs."""
    return None


def name_table(seats: int, me: int, name: str) -> list[str]:
    """A name for every seat; ``me`` is the person's (-1: nobody's)."""
    stock = [one for one in STOCK if one.casefold() != name.casefold()]
    stock += [f"Seat {number}" for number in range(seats)]
    return [name if seat == me else stock[seat] for seat in range(seats)]


class Wording:
    """Says what a game says, in one language, to one reader."""

    def __init__(
        self,
        game: Game,
        words: dict[str, Any],
        names: list[str],
        me: int,
        mark: Mark = no_mark,
        language: str = FALLBACK,
    ) -> None:
        self.game = game
        self.language = language
        self.own = read_words("tatami.cli", language)
        self.words = words
        self.names = names
        self.me = me
        self.mark = mark

    def say(self, key: str, *args: object) -> str:
        """A text of the terminal's own, such as ``note.saved``."""
        number = next((arg for arg in args if isinstance(arg, int)), 0)
        return self._own(key, number).format(*args)

    def tell(self, key: str, *parts: Line) -> Line:
        """The same with painted parts."""
        return fill(self._own(key), list(parts))

    def _own(self, key: str, number: int = 0) -> str:
        section, _, name = key.partition(".")
        return self._form(self.own[section][name], number, key)

    def find(self, section: str, key: str, otherwise: str, number: int = 0) -> str:
        """A text of the game, in the form for a number, or the words that stand in for it."""
        return self._form(self.words.get(section, {}).get(key), number, otherwise)

    def _form(self, text: Any, number: int, otherwise: str) -> str:
        if has_forms(text):
            return form_of(text, number, self.language)
        return text if isinstance(text, str) else otherwise

    def seat(self, seat: int) -> Line:
        """A player's name."""
        if not 0 <= seat < len(self.names):
            return [(self.say("table.seat", seat), "")]
        return [(self.names[seat], "mine" if seat == self.me else "bold")]

    def in_a_sentence(self, seat: int) -> Line:
        """A player's name; of one who gave none, *you* as it is written in a sentence."""
        line = self.seat(seat)
        nameless = seat == self.me and line[0][0] == self.say("table.you")
        return [(self.say("table.you_there"), line[0][1])] if nameless else line

    def thing(self, sort: Kind[Any], index: int) -> Line:
        """What an option or a sentence speaks of: a player, a province, a clan."""
        texts = self.words.get("sort", {}).get(sort.name, {})
        if not 0 <= index < len(sort.names):
            return [(str(index), "")]
        if "*" in texts:
            if index == self.me and "me" in texts:
                return [(texts["me"], "mine")]
            return fill(texts["*"], [self.seat(index)])
        if sort.name == "seat":
            return self.in_a_sentence(index)
        name = sort.names[index]
        if has_forms(texts):
            return fill(form_of(texts, int(name), self.language), [[(name, "")]])
        text = texts.get(name)
        return self.signed(name, self.find("face", name, name) if text is None else text)

    def signed(self, name: str, text: str) -> Line:
        """A text with the sign of what it names before it."""
        mark = self.mark(name)
        return [(f"{mark[0]} {text}", mark[1])] if mark else [(text, "")]

    def face(self, face: int) -> Line:
        """The name of a card; a card that cannot be seen is a question mark."""
        if face < 0:
            return [("?", "dim")]
        name = self.game.faces[face]
        return self.signed(name, self.find("face", name, name))

    def option(self, question: Question, option: int) -> Line:
        """An option in words."""
        if option == question.stop:
            return [(self.say("table.no_more"), "")]
        verb, args = question.decode(option)
        holes = "".join(f" {{{at}}}" for at in range(len(args)))
        sorts = question.sorts(verb)
        template = self.find("verb", verb, verb + holes, number_in(sorts, args))
        return fill(template, [self.thing(sorts[i], arg) for i, arg in enumerate(args)])

    def question(self, offer: Offer) -> Line:
        """What is asked."""
        key = offer.question.key
        asked: Line = [(self.find("question", key, key), "bold")]
        if offer.position >= 0:
            asked.append((" " + self.say("table.place", offer.position + 1), ""))
        if offer.is_pick:
            number = self.how_many(offer.low, offer.high)
            asked.append((" " + self.say("table.choose", number), ""))
        return [*asked, (f"  {offer.question.clause}", "dim")]

    def sentence(self, number: int, args: tuple[int, ...]) -> Line:
        """A sentence of the log; said to oneself where the text has such a form."""
        sentence = self.game.book.sentences[number]
        holes = "".join(f" {{{at}}}" for at in range(len(args)))
        number = number_in(sentence.sorts, args)
        template = self.find("sentence", sentence.key, sentence.key + holes, number)
        if args and sentence.sorts[0].name == "seat" and args[0] == self.me:
            template = self.find("you", sentence.key, template, number)
        return fill(
            template, [self.thing(s, a) for s, a in zip(sentence.sorts, args, strict=False)]
        )

    def remark(self, kind: str, args: tuple[int, ...]) -> Line:
        """Something that was said in the words of the game."""
        known = [one.sorts for one in self.game.book.remarks if one.key == kind]
        holes = "".join(f" {{{at}}}" for at in range(len(args)))
        sorts = known[0] if known else ()
        number = number_in(sorts, args)
        template = self.find("remark", kind, kind + holes, number)
        if args and sorts and sorts[0].name == "seat" and args[0] == self.me:
            template = self.find("to_you", kind, template, number)
        named = [self.thing(sort, arg) for sort, arg in zip(sorts, args, strict=False)]
        rest: list[Line] = [[(str(arg), "")] for arg in args[len(named) :]]
        return fill(template, named + rest)

    def clause_of(self, number: int) -> str:
        """The clause that a sentence cites."""
        return self.game.book.sentences[number].clause

    def zone(self, zone: Place) -> str:
        """A zone's label, which does not say whose it is."""
        texts = self.words.get("zone", {})
        found = texts.get(starred(zone.name, zone.owner), zone.name)
        return str(found.get("label", zone.name)) if isinstance(found, dict) else str(found)

    def counter(self, name: str) -> str:
        """A counter's name; empty where only the game's own board can show it."""
        key = counter_key(name, len(self.names))
        found = self.find("counter", key, name)
        return plain(fill(found, [self.seat(int(name.rpartition("-")[2]))] if "*" in key else []))

    def how_many(self, low: int, high: int) -> str:
        """From so many to so many, in words."""
        return str(low) if low == high else self.say("table.to", low, high)

    def listed(self, lines: list[Line]) -> Line:
        """Several things as one: this, that and the other."""
        return fill(list_of(len(lines), self.language), lines)


def number_in(sorts: Sequence[Kind[Any]], args: Sequence[int]) -> int:
    """The first number among what a text speaks of: it decides about its form."""
    for sort, arg in zip(sorts, args, strict=False):
        if all(name.isdecimal() for name in sort.names):
            return int(sort.names[arg]) if 0 <= arg < len(sort.names) else arg
    return 0


def fill(template: str, parts: list[Line]) -> Line:
    """A template such as ``{0} moves {1}.`` with its parts in place."""
    line: Line = []
    for at, piece in enumerate(HOLE.split(template)):
        if at % 2 == 0:
            line.append((piece, ""))
        elif int(piece) < len(parts):
            line.extend(parts[int(piece)])
    first = line[0] if line and line[0][0] else (line[1] if size(line) else ("", ""))
    return _capital(line, first) if template[-1:] in ".!" else line


def _capital(line: Line, first: Span) -> Line:
    """A sentence begins with a capital letter."""
    if not first[0] or not first[0][0].islower():
        return line
    at = line.index(first)
    return [*line[:at], (first[0][0].upper() + first[0][1:], first[1]), *line[at + 1 :]]
