"""What a game is, sent once: all that the numbers of a view mean."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tatami.tables.wire.base import Numbers


class SortInfo(Struct):
    """A kind of thing that options and sentences speak of, such as clans or seats."""

    name: str
    names: tuple[str, ...]


class VerbInfo(Struct):
    """One verb of a question; ``sorts`` are the kinds of its arguments, in their order."""

    verb: str
    sorts: tuple[str, ...]


class QuestionInfo(Struct):
    """Something a seat can be asked.

    An option is a number: the verbs one after the other, inside each verb its arguments in mixed
    radix, the last one fastest. ``stop`` is the option that ends a pick.
    """

    key: str
    clause: str
    verbs: tuple[VerbInfo, ...]
    stop: int


class ZoneInfo(Struct):
    """A place for cards. ``kind`` is pile, row or hand; ``owner`` is a seat or -1."""

    name: str
    kind: Literal["pile", "row", "hand"]
    sight: Literal["nobody", "owner", "all"]
    owner: int


class SentenceInfo(Struct):
    """Something the log can say; a ``tell`` event names it by its number."""

    key: str
    clause: str
    sorts: tuple[str, ...]


class RemarkInfo(Struct):
    """Something that players can say in words of the game: ``say`` with its key and arguments.

    ``values`` are, for each argument, the numbers that it can be at this table.
    """

    key: str
    clause: str
    sorts: tuple[str, ...]
    values: tuple[Numbers, ...]


class SettingInfo(Struct):
    """A table option and the values it can take."""

    name: str
    values: tuple[str, ...]
    default: str
    clause: str


class RightInfo(Struct):
    """Something a seat may do at any time while its view lists it."""

    name: str
    question: str


class LevelInfo(Struct):
    """A bot that people can play against; ``face``: its face is at ``/art/GAME/level-NAME.svg``."""

    name: str
    face: bool = False


class GameCard(Struct):
    """A game as the start page shows it.

    ``counts`` are the numbers of players it can have; ``talk``: players talk in words of the game;
    ``real_time``: its own options are its clock, and a table's clock is not asked for;
    ``lessons`` are the names of its lessons.
    """

    name: str
    version: int
    fewest: int
    most: int
    counts: Numbers
    settings: tuple[SettingInfo, ...]
    levels: tuple[LevelInfo, ...]
    art: bool
    talk: bool = False
    real_time: bool = False
    lessons: tuple[str, ...] = ()


class MarksInfo(Struct):
    """Marks, such as those on armies: ``counter`` holds a bit for each of ``names``, in order."""

    counter: str
    names: tuple[str, ...]


class TallyInfo(Struct):
    """How many of each thing there are, such as cards of each clan in a hand that was shown.

    Each of ``counters`` holds a number for each of ``names``: its digits to that base, in the order
    of the names, the last one lowest.
    """

    counters: tuple[str, ...]
    names: tuple[str, ...]
    base: int


class GameInfo(Struct):
    """A game at a table of so many seats with these options: all that a view's numbers mean.

    ``printed`` is the number on each face, -1 where it has none; empty where no face has one.
    ``moments`` are what a view's ``moment`` can be.
    """

    name: str
    version: int
    seats: int
    faces: tuple[str, ...]
    printed: tuple[int, ...]
    zones: tuple[ZoneInfo, ...]
    counters: tuple[str, ...]
    sorts: tuple[SortInfo, ...]
    questions: tuple[QuestionInfo, ...]
    sentences: tuple[SentenceInfo, ...]
    rights: tuple[RightInfo, ...]
    remarks: tuple[RemarkInfo, ...] = ()
    marks: tuple[MarksInfo, ...] = ()
    tallies: tuple[TallyInfo, ...] = ()
    moments: tuple[str, ...] = ()
