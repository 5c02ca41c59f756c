"""Who was told what: the log of a watched world, its ledgers, and the events each seat gets."""

from __future__ import annotations

from typing import NamedTuple

from tatami.engine.layout import Layout
from tatami.engine.ledger import Ledger
from tatami.engine.ops import (
    DENY,
    END,
    LIMIT,
    MOVE,
    POUR,
    SET,
    SHOW,
    SHUFFLE,
    SWAP,
    TELL,
    TRADE,
    VERBS,
    each,
    once,
)

UNSEEN = -1


class Remark(NamedTuple):
    """Something said aloud: talk, a claim, a signal. ``when`` counts what had happened before."""

    when: int
    seat: int
    kind: str
    args: tuple[int, ...]
    text: str


class Watch:
    """The log of what happened (the truth), what was said, and a ledger for each viewer."""

    __slots__ = ("ledgers", "ops", "remarks")

    def __init__(
        self, ledgers: dict[int, Ledger], ops: list[tuple[int, ...]], remarks: list[Remark]
    ) -> None:
        self.ledgers = ledgers
        self.ops = ops
        self.remarks = remarks

    def __repr__(self) -> str:
        return f"<watch of {len(self.ledgers)} eyes: {len(self.ops)} events>"

    @staticmethod
    def fresh(layout: Layout, seats: int) -> Watch:
        """A watch for every seat and for spectators, before the first card moves."""
        return Watch({seat: Ledger.fresh(seat, layout) for seat in range(seats + 1)}, [], [])

    def copy(self) -> Watch:
        """A copy that goes its own way."""
        ledgers = {seat: ledger.copy() for seat, ledger in self.ledgers.items()}
        return Watch(ledgers, self.ops[:], self.remarks[:])

    def ledger(self, seat: int) -> Ledger:
        """The seat's ledger, up to date."""
        ledger = self.ledgers[seat]
        ledger.read(self.ops)
        return ledger


class Event:
    """Something that happened, as one seat saw it: a verb and numbers, -1 where it saw none.

    ====== =====================================================================
    verb   numbers
    ====== =====================================================================
    move   source, index, target, index, face; an index in a hand is -1
    show   zone, seats that saw it (bits), then index and face of each card
    shuffle zone
    pour   source, target, then the faces
    swap   zone, zone, whether they were swapped (-1: cannot know)
    trade  source, target, face of each card
    tell   number of the sentence, then its arguments
    set    counter, value
    deny   zone, then faces that do not lie there
    end    nothing
    limit  zone, the most, then faces, each as often as it counts
    ====== =====================================================================
    """

    __slots__ = ("args", "layout", "verb")

    def __init__(self, verb: str, args: tuple[int, ...], layout: Layout | None = None) -> None:
        self.verb = verb
        self.args = args
        self.layout = layout
        """The table where it happened, for names; no part of the comparison of events."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.verb, self.args) == (other.verb, other.args)

    def __hash__(self) -> int:
        return hash((self.verb, self.args))

    def __repr__(self) -> str:
        from tatami.engine.notation import spell_event

        if self.layout is None:
            return f"Event({self.verb!r}, {self.args!r})"
        return f"<{spell_event(self, self.layout)}>"


def _seen(face: int, bits: int, seat: int) -> int:
    return face if (bits >> seat) & 1 else UNSEEN


def told(op: tuple[int, ...], seat: int, layout: Layout) -> Event:
    """What one seat sees of something that happened."""
    verb, *rest = op
    args: list[int] = []
    if verb == MOVE:
        source, index, target, slot, face, before, after = rest
        args = [source, UNSEEN if layout.hand[source] else index]
        args += [target, UNSEEN if layout.hand[target] else slot]
        args.append(_seen(face, before | after, seat))
    elif verb == SHOW:
        zone, seats = once(op)
        args = [zone, seats]
        shown: list[tuple[int, int]] = []
        for index, face, before, after in each(op):
            place = UNSEEN if layout.hand[zone] else index
            shown.append((place, _seen(face, before | after, seat)))
        for pair in sorted(shown):
            args.extend(pair)
    elif verb == SHUFFLE:
        args = list(once(op))
    elif verb == POUR:
        args = list(once(op))
        args += [_seen(face, before | after, seat) for face, before, after in each(op)]
    elif verb == SWAP:
        one, other, who, done = rest[:4]
        args = [one, other, done if (who >> seat) & 1 else UNSEEN]
    elif verb == TRADE:
        for source, target, face, before, after in each(op):
            args += [source, target, _seen(face, before | after, seat)]
    elif verb in (TELL, SET, DENY, END, LIMIT):
        args = rest
    return Event(VERBS[verb], tuple(args), layout)
