"""A game that has ended, moment by moment."""

from __future__ import annotations

from msgspec import Struct

from tatami.tables.wire.game import GameInfo
from tatami.tables.wire.table import TableState
from tatami.tables.wire.view import EventState, RemarkState, ViewState


class SearchedState(Struct):
    """How much a bot searched for its answer: simulations planned, and done in its time."""

    planned: int
    done: int


class Frame(Struct):
    """A moment of a replay: the move as the record spells it, what happened, the view after.

    ``truths`` has for each remark of ``said`` whether it was true; null: it claimed nothing.
    ``searched`` is there where the answer was found by a search.
    """

    move: str
    seat: int
    events: tuple[EventState, ...]
    said: tuple[RemarkState, ...]
    view: ViewState
    truths: tuple[bool | None, ...] = ()
    searched: SearchedState | None = None


class ReplayState(Struct):
    """GET /api/tables/ID/replay?eyes=SEAT|watch|all, of a game that has ended."""

    table: TableState
    game: GameInfo
    eyes: str
    frames: tuple[Frame, ...]
