"""A lesson as it is written: a position in our notation, a script, and keys of what is said.

``lessons/script.toml`` in the game's package holds the lessons in the order of learning,
``lessons/LANGUAGE.toml`` what the sensei says (ours: see tatami.games.words); docs/add-a-game.md
describes both.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from tatami.catalogue import Listing
from tatami.engine.errors import BadRecord
from tatami.engine.game import Game
from tatami.engine.notation import draw
from tatami.engine.referee import Referee
from tatami.games.words import FALLBACK, merged, text_file

Texts = dict[str, Any]


class BadLesson(Exception):
    """A lesson that cannot be read, or that the rules no longer allow; the text names it."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, what the learner does after it, and what the others do after that."""

    says: tuple[str, ...] = ()
    """Sentences, one at a time; with the last one the learner may act."""
    do: tuple[str, ...] = ()
    """The right answers, as a record spells them without the seat; ``first.card *`` is any."""
    wrong: dict[str, str] = {}
    """Answers that the rules allow and the lesson does not, and what each would lead to."""
    other: str = ""
    """What is said about every other answer that the rules allow."""
    why: str = ""
    """Why the right answer mattered."""
    then: tuple[str, ...] = ()
    """What happens next, as a record spells it: moves and words of others, time that is up."""
    play: bool = False
    """The learner plays on against bots until the game is over."""

    def is_right(self, line: str) -> bool:
        """Whether this is one of the right answers."""
        return any(_fits(line, wanted) for wanted in self.do)

    def verdict(self, line: str) -> str:
        """What is said about an answer that the rules allow and the lesson does not."""
        return next((key for named, key in self.wrong.items() if _fits(line, named)), self.other)


def _fits(line: str, wanted: str) -> bool:
    return line.startswith(wanted[:-1]) if wanted.endswith("*") else line == wanted


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One aim, one to two minutes. It begins with a drawn position, or with a fixed deal."""

    name: str
    parts: tuple[Part, ...]
    position: str = ""
    deal: int = 0
    """The seed of the deal, where no position is drawn."""
    seats: int = 0
    options: dict[str, str] = {}
    seat: int = 0
    """Where the learner sits."""
    bots: str = ""
    """The level of the others, where the learner plays on; empty: the first that the game has."""
    heard: dict[str, str] = {}
    """What somebody at one's side says when a sentence of the log is told for the first time."""

    def begin(self, game: Game) -> Referee:
        """The table as the lesson finds it."""
        if not self.position:
            return Referee(game, self.seats, self.deal, game.choose_settings(self.options))
        try:
            world = draw(game, self.position)
        except (BadRecord, KeyError, ValueError) as fault:
            raise BadLesson(f"{game.name}, lesson {self.name}: {fault}") from None
        return Referee(game, world.seats, 0, world.opts, world)

    def keys(self) -> list[str]:
        """Every text that the lesson needs, in the order in which it is needed."""
        found = ["title", "aim"]
        for part in self.parts:
            found += [*part.says, *part.wrong.values(), part.other, part.why]
        return list(dict.fromkeys(key for key in [*found, *self.heard.values()] if key))


class _Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


def read_lessons(listing: Listing) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order of learning; none where it has none."""
    raw = _script(listing.package)
    if not raw:
        return ()
    try:
        return msgspec.convert(raw, _Script).lesson
    except msgspec.ValidationError as fault:
        raise BadLesson(f"the lessons of {listing.game.name} cannot be read: {fault}") from None


def lesson_named(listing: Listing, name: str) -> Lesson | None:
    """The lesson of that name."""
    return next((one for one in read_lessons(listing) if one.name == name), None)


def read_texts(listing: Listing, language: str = FALLBACK) -> Texts:
    """What is said in the lessons of a game, by lesson; what a language lacks is English."""
    spoken = texts_in(listing, FALLBACK)
    return spoken if language == FALLBACK else merged(spoken, texts_in(listing, language))


def texts_in(listing: Listing, language: str) -> Texts:
    """The texts of one language alone; none where there are none."""
    file = text_file(listing.package, "lessons", language)
    return tomllib.loads(file.read_text("utf-8")) if file else {}


def _script(package: str) -> Texts:
    """A package's lessons as they are written; nothing where it has none."""
    if not package:
        return {}
    file = files(package).joinpath("lessons", "script.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
