"""What the server says over a socket."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tatami.tables.wire.base import Numbers
from tatami.tables.wire.game import GameInfo
from tatami.tables.wire.table import TableState
from tatami.tables.wire.view import ClockState, EventState, RemarkState, StrikeState, ViewState


class Welcome(Struct, tag="welcome", tag_field="t"):
    """The first message: who you are here (``seat`` -1: you watch), and the table.

    ``seq`` is the number of the last update of your stream; ``game`` is there once it has begun.
    """

    protocol: int
    build: str
    seat: int
    name: str
    table: TableState
    seq: int
    game: GameInfo | None = None


class TableChanged(Struct, tag="table", tag_field="t"):
    """The table around the game has changed; ``seat`` is yours."""

    seat: int
    table: TableState


class Presence(Struct, tag="presence", tag_field="t", omit_defaults=True):
    """Who is here has changed: how many watch, and the seats whose people came and went since."""

    watchers: int = 0
    came: Numbers = ()
    went: Numbers = ()


class Started(Struct, tag="started", tag_field="t"):
    """The game begins: what its numbers mean. The first update follows."""

    seat: int
    table: TableState
    game: GameInfo


class Update(Struct, tag="update", tag_field="t"):
    """Number ``seq`` of your stream: what happened, what was said, and the view after it.

    The first update after ``hello`` may be ``fresh``: the view as it is now, with everything the
    log needs in ``events`` (not to be animated) and the last 1,000 remarks. ``seq`` rises by one
    otherwise. ``happened`` counts events from the start of the game, this update's included; of a
    fresh update ``numbers`` says for each event how many had happened before it. Where somebody
    used a right that only the first may use, ``race`` tells who struck when, the first one first.
    """

    seq: int
    happened: int
    events: tuple[EventState, ...]
    said: tuple[RemarkState, ...]
    view: ViewState
    clock: ClockState | None = None
    fresh: bool = False
    numbers: Numbers = ()
    race: tuple[StrikeState, ...] = ()


class Talk(Struct, tag="talk", tag_field="t"):
    """Something said outside the game: before it, after it, or among those who watch."""

    name: str
    text: str
    watcher: bool


class RefusalState(Struct):
    """Why something was refused: a code, a sentence, the clause that forbids it (or none)."""

    code: str
    sentence: str
    clause: str = ""
    args: Numbers = ()


class Reply(Struct, tag="reply", tag_field="t", omit_defaults=True):
    """The answer to your message ``id``: taken, or refused and nothing changed.

    ``ahead`` is what tried answers would do: sentences, each its number and its arguments.
    """

    id: int
    ok: bool
    refusal: RefusalState | None = None
    repeated: bool = False
    link: str = ""
    ahead: tuple[Numbers, ...] = ()


class Pong(Struct, tag="pong", tag_field="t"):
    """The answer to a ping."""

    id: int


class Warned(Struct, tag="warned", tag_field="t"):
    """Your time is nearly up: after ``left`` milliseconds the default is taken for you."""

    left: int


Goodbye: TypeAlias = Literal["restarting", "too_fast", "slow", "old_client", "no_such_table"]
"""Why a server hangs up."""


class Bye(Struct, tag="bye", tag_field="t"):
    """The server hangs up. After restarting, too_fast and slow it makes sense to come back."""

    why: Goodbye


FromServer: TypeAlias = (
    Welcome | TableChanged | Presence | Started | Update | Talk | Reply | Pong | Warned | Bye
)
