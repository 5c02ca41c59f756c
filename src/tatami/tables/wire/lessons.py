"""Lessons: what is done in them, and where they stand."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tatami.tables.wire.base import Number, Numbers
from tatami.tables.wire.from_client import GiveAnswer, GoBack, Say, TryOut, UseRight, Why
from tatami.tables.wire.from_server import RefusalState, Update
from tatami.tables.wire.game import GameInfo
from tatami.tables.wire.table import TableState


class LessonText(Struct):
    """A lesson and all that is said in it, by the keys that ``LessonState`` names."""

    name: str
    texts: dict[str, str]


class LessonList(Struct):
    """GET /api/learn/GAME?language=fr: the lessons of a game, in the order of learning."""

    game: str
    language: str
    lessons: tuple[LessonText, ...]


class GoOn(Struct, tag="next", tag_field="t", forbid_unknown_fields=True):
    """In a lesson: what was said has been read."""

    id: Number


Did: TypeAlias = GoOn | GiveAnswer | GoBack | UseRight | Say | Why | TryOut
"""What a learner does; ``why`` and ``try`` ask, and are never followed by anything."""


class Taken(Struct, forbid_unknown_fields=True):
    """POST /api/learn/GAME/LESSON: all that was done in the lesson so far, wrong answers left out.

    Nothing of a lesson is kept on the server: the same things done lead to the same place.
    """

    did: Annotated[tuple[Did, ...], Meta(max_length=2000)] = ()


class SaidState(Struct, array_like=True):
    """What was said: a sentence (``says``), why an answer was right, what was ``heard``."""

    kind: Literal["says", "why", "heard"]
    key: str


class LessonState(Struct):
    """Where a lesson stands after the last thing that was done.

    ``waits``: for what; ``said``: what was said since the thing done before. An answer that the
    rules forbid has a ``refusal``; one that the lesson does not want is ``wrong``, which names the
    text (empty: the lesson has none for it). Neither counts: leave it out of what was done.
    ``ahead`` answers ``try``.
    """

    table: TableState
    game: GameInfo
    seat: int
    update: Update
    waits: Literal["next", "do", "play", "done"]
    part: int
    parts: int
    said: tuple[SaidState, ...] = ()
    refusal: RefusalState | None = None
    wrong: str | None = None
    ahead: tuple[Numbers, ...] = ()
