"""What a seat may know, what happened, what was said, and the time that is left."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tatami.tables.wire.base import Numbers


class OfferState(Struct, omit_defaults=True):
    """What is asked of a seat: answer with the number ``ask``.

    A pick has ``high`` above 0: ``items`` are all that can be picked, and the answer is a list of
    ``low`` to ``high`` of them. ``position`` tells apart several places that one seat plays.
    """

    ask: int
    key: str
    at: int
    options: Numbers
    position: int = -1
    low: int = 0
    high: int = 0
    items: Numbers = ()
    picked: Numbers = ()


class RightState(Struct, array_like=True):
    """A right that holds now: its name, the stamp to send with it, its options."""

    name: str
    stamp: int
    options: Numbers


class StepState(Struct, array_like=True):
    """A step under way: its name, its arguments, and this seat's own answers in it."""

    step: str
    args: Numbers
    got: tuple[Any, ...]


class ChosenState(Struct, array_like=True):
    """What this seat has chosen in the open step: the key of the question, the option or pick."""

    key: str
    answer: Any


class NoteState(Struct, array_like=True):
    """Something a seat knows though it cannot see it: these faces lie somewhere in these zones."""

    faces: Numbers
    zones: Numbers


class ViewState(Struct, omit_defaults=True):
    """All that one seat may know now.

    ``zones`` are the faces in each zone, -1 where the seat cannot see; ``waiting`` are the seats
    that have something to answer, as far as that is public; ``given`` are this seat's own sealed
    answers as pairs (place in the ask, answer); ``facts`` is what the seat knows beyond what it
    sees, in the engine's own terms, for bots; ``notes`` are the part of it that a player can use.
    ``steps`` are for bots too: their names are the rules' own and may change. ``moment`` is what
    the game calls the step under way, one of ``game.moments``, or empty; ``chosen`` what this seat
    has answered to the questions before the one that is offered.
    """

    seat: int
    zones: tuple[Numbers, ...]
    count: Numbers
    steps: tuple[StepState, ...] = ()
    offers: tuple[OfferState, ...] = ()
    given: tuple[tuple[int, Any], ...] = ()
    waiting: Numbers = ()
    answered: Numbers = ()
    counting: bool = False
    rights: tuple[RightState, ...] = ()
    facts: Any = ()
    notes: tuple[NoteState, ...] = ()
    over: bool = False
    winners: Numbers = ()
    back: bool = False
    moment: str = ""
    chosen: tuple[ChosenState, ...] = ()


class EventState(Struct, array_like=True):
    """Something that happened, as this seat saw it: a verb and numbers, -1 for what it did not see.

    =======  ==============================================================
    verb     numbers
    =======  ==============================================================
    move     source, index, target, index, face; an index in a hand is -1
    show     zone, seats that saw it (bits), then index and face of each card
    shuffle  zone
    pour     source, target, then the faces
    swap     zone, zone, whether they were swapped (-1: cannot know)
    trade    source, target, face of each card
    tell     number of the sentence, then its arguments
    set      counter, value
    deny     zone, then faces that do not lie there
    limit    zone, the most that its cards count, then faces, each as often as it counts
    end      nothing
    =======  ==============================================================
    """

    verb: str
    args: Numbers


class RemarkState(Struct, array_like=True):
    """Something said at the table: how much had happened before, by which seat, what."""

    when: int
    seat: int
    kind: str
    args: Numbers
    text: str


class StrikeState(Struct, array_like=True):
    """One of the strikes in a race for a right: by which seat, which option, and when.

    ``at`` is when it came in, from the first one on, ``credit`` how long it was surely under way,
    both in microseconds and as the server measured them: ``at`` less ``credit`` decided. ``basis``
    is what caps the credit: ``kernel``, ``proxy`` or ``constant``; empty for a bot, which has none.
    """

    seat: int
    option: int
    at: int
    credit: int
    basis: str = ""


class ClockState(Struct):
    """Time for the step that is open: milliseconds left, out of so many."""

    left: int
    total: int
