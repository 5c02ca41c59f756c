"""What a client says over a socket."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tatami.tables.wire.base import Answer, Number, Numbers


class Hello(Struct, tag="hello", tag_field="t"):
    """The first message. ``since`` is the last update you have (-1: none), and ``seat`` is the seat
    whose stream that is (-1: a watcher's); another seat's stream counts for nothing.

    A hello with fields of another version is read too, so that its client can be told.
    """

    protocol: int
    since: int = -1
    seat: int = -1


class GiveAnswer(Struct, tag="answer", tag_field="t", forbid_unknown_fields=True):
    """Answer an ask with one of its options (or, for a pick, a list of items)."""

    id: Number
    ask: int
    answer: Answer


class GoBack(Struct, tag="back", tag_field="t", forbid_unknown_fields=True):
    """Take back your last answer inside a step that has not acted yet."""

    id: Number


class UseRight(Struct, tag="right", tag_field="t", forbid_unknown_fields=True):
    """Use a right that your view lists."""

    id: Number
    name: str
    stamp: int
    option: int


class Say(Struct, tag="say", tag_field="t", forbid_unknown_fields=True):
    """Say something: free text (kind say), or a remark of the game with its numbers."""

    id: Number
    text: str = ""
    kind: str = "say"
    args: Numbers = ()


class Why(Struct, tag="why", tag_field="t", forbid_unknown_fields=True):
    """Why is this option not open to me? Answered with the refusal; nothing is done."""

    id: Number
    ask: int
    answer: Answer


class TryOut(Struct, tag="try", tag_field="t", forbid_unknown_fields=True):
    """What would these answers do? The first is to the ask, the others to what the step asks then.

    The reply foretells it in sentences, or refuses as the answers would be; nothing is done.
    """

    id: Number
    ask: int
    answers: tuple[Answer, ...]


class Sit(Struct, tag="sit", tag_field="t", forbid_unknown_fields=True):
    """Sit down at a free seat (-1: any), or during a game take over a bot's.

    Where ``joining`` is host, the latter is a request: it waits in ``asking`` until it is admitted.
    """

    id: Number
    seat: int = -1
    name: str = ""


class CommitTo(Struct, tag="commit", tag_field="t", forbid_unknown_fields=True):
    """Commit to a share for the start of this number, before it is begun: see "Fair deals".

    ``commit`` is 64 hexadecimal digits, or ``-`` if you add nothing. The last one counts.
    """

    id: Number
    start: int
    commit: str


class OpenShare(Struct, tag="open", tag_field="t", forbid_unknown_fields=True):
    """Open the share that you committed to, once ``dealing`` is in its phase open.

    It is 32 to 128 hexadecimal digits. Empty: you cannot, and that start is void.
    """

    id: Number
    start: int
    share: str


class Do(Struct, tag="do", tag_field="t", forbid_unknown_fields=True):
    """A command that needs nothing more, one of those the table's ``can`` lists.

    leave: give up the seat; start; rematch; concede; end: offer (or agree) to end the game without
    a winner; go_on: withdraw that; pause; resume; come_back: take the seat back from the bot that
    plays it meanwhile; move_seat: a link (in the reply) that takes your seat to another device.
    """

    id: Number
    what: Literal[
        "leave",
        "start",
        "rematch",
        "concede",
        "end",
        "go_on",
        "pause",
        "resume",
        "come_back",
        "move_seat",
    ]


class TakeSeat(Struct, tag="take_seat", tag_field="t", forbid_unknown_fields=True):
    """Take the seat that a move_seat link stands for."""

    id: Number
    token: str


class Admit(Struct, tag="admit", tag_field="t", forbid_unknown_fields=True):
    """Let somebody who asks have a bot's seat, or turn them away for the rest of the game."""

    id: Number
    number: int
    yes: bool


class Arrange(Struct, tag="arrange", tag_field="t", forbid_unknown_fields=True):
    """The host arranges the table before the start: one of these at a time.

    bot: seat a bot of this level (empty: clear the seat); remove: send away who sits there;
    swap: two seats change places; set: size, options, clock, tempo, private, joining.
    """

    id: Number
    what: Literal["bot", "remove", "swap", "set"]
    seat: int = -1
    other: int = -1
    level: str = ""
    size: int = 0
    options: dict[str, str] | None = None
    clock: str = ""
    tempo: str = ""
    private: bool | None = None
    joining: str = ""


class Ping(Struct, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Answered at once; for measuring the round trip."""

    id: Number


Order: TypeAlias = (
    GiveAnswer
    | GoBack
    | UseRight
    | Say
    | Why
    | TryOut
    | Sit
    | CommitTo
    | OpenShare
    | Do
    | TakeSeat
    | Admit
    | Arrange
)
"""What somebody wants of a table, each with a reply."""
FromClient: TypeAlias = Hello | Order | Ping
