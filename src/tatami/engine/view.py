"""All that one seat may know, as plain data.

``look`` makes a view of the truth (``engine/look.py``), ``imagine`` a world of a view
(``engine/imagine.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from tatami.engine.asking import UNANSWERED, Answer
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.facts import NO_FACTS, Facts
from tatami.engine.game import Game
from tatami.engine.ids import Face, Holder, Mark, Option, Seat, Zone
from tatami.engine.offer import Offer
from tatami.engine.prepared import Prepared
from tatami.engine.question import Question, Reason
from tatami.engine.spelled import spelled
from tatami.engine.step import Step, names_of
from tatami.engine.watch import UNSEEN, Remark
from tatami.engine.world import MARK, MARK_BITS, Closed, T, World

A = TypeVar("A", bound=int)
V = TypeVar("V")

LAST_REMARKS: Final = 200
"""How much talk a view carries; the rest is in the record."""

SeenFrame: TypeAlias = tuple[Step, tuple[int, ...], tuple[Closed, ...]]


PARTS: Final = (
    "seats",
    "opts",
    "seat",
    "zones",
    "count",
    "stack",
    "offers",
    "given",
    "waiting",
    "answered",
    "counting",
    "rights",
    "facts",
    "over",
    "winners",
    "remarks",
    "back",
)
"""What two views of a game are compared by."""


def _plain(part: object) -> object:
    """A part of a view with steps and offers as plain data."""
    if isinstance(part, tuple):
        return tuple([_plain(one) for one in part])
    if isinstance(part, Step):
        return part.name
    return part.key() if isinstance(part, Offer) else part


class View:
    """Everything one seat may know, as plain data: it can be built again from its parts elsewhere.

    ``zones`` are the faces of each zone in its order, -1 where the seat cannot see; hands are in
    ascending order, a foreign one with the faces known to be in it first. ``stack`` shows the
    steps under way with this seat's own answers only; ``back`` tells whether the last of them can
    be taken back. ``happened`` counts the events so far, as ``when`` of a remark does: it dates
    what was said, and is no part of the comparison of views.
    """

    __slots__ = ("_prepared", "game", *PARTS, "happened")

    def __init__(self, game: Game, seats: int, opts: tuple[int, ...], seat: int) -> None:
        """A table of which nothing is seen yet; what follows is all that a view consists of."""
        self.game = game
        self.seats = seats
        self.opts = opts
        self.seat: Seat = seat  # type: ignore[assignment]  # ``Seat`` costs a call
        """Through whose eyes: a seat's, or a spectator's, whose number is that of the seats."""
        self.zones: tuple[tuple[int, ...], ...] = ()
        self.count: tuple[int, ...] = ()
        self.stack: tuple[SeenFrame, ...] = ()
        self.offers: tuple[Offer, ...] = ()
        self.given: tuple[tuple[int, Answer], ...] = ()
        """What this seat has sealed, by the part of the ask."""
        self.waiting: tuple[int, ...] = ()
        """Who, as far as this seat can know, has still to answer."""
        self.answered: tuple[int, ...] = ()
        """The parts of the ask that are known to be answered."""
        self.counting = False
        """Whether all have answered and a count runs."""
        self.rights: tuple[tuple[str, int, tuple[int, ...]], ...] = ()
        self.facts: Facts = NO_FACTS
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.remarks: tuple[Remark, ...] = ()
        self.back = False
        self.happened = 0
        self._prepared: Prepared | None = None

    def key(self) -> tuple[object, ...]:
        """Everything in the view as one comparable tuple."""
        return (self.game.name, self.game.version, *[_plain(getattr(self, one)) for one in PARTS])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def size(self, zone: Zone) -> int:
        """How many cards lie in a zone."""
        return len(self.zones[zone])

    def is_empty(self, zone: Zone) -> bool:
        """Whether no card lies in a zone."""
        return not self.zones[zone]

    def with_cards(self, things: list[A], zones: list[Zone]) -> list[A]:
        """Of some things those in whose zone cards lie: ``with_cards(armies, ARMY)``."""
        lying = self.zones
        return [thing for thing in things if lying[zones[thing]]]

    def with_several(self, things: list[A], zones: list[Zone]) -> list[A]:
        """Of some things those in whose zone two cards lie, or more."""
        lying = self.zones
        return [thing for thing in things if len(lying[zones[thing]]) > 1]

    def has(self, zone: Zone, face: Face) -> bool:
        """Whether the seat sees a face in a zone."""
        return face in self.zones[zone]

    def faces(self, zone: Zone) -> tuple[Face, ...]:
        """The faces in a zone, -1 where the seat cannot see."""
        found: Any = self.zones[zone]
        return found  # type: ignore[no-any-return]  # numbers are what faces are

    def faces_with(self, zone: Zone, on: list[T], thing: T) -> list[Face]:
        """The faces that the seat sees in a zone and that have something on them."""
        found: Any = [face for face in self.zones[zone] if face >= 0 and on[face] == thing]
        return found  # type: ignore[no-any-return]

    def counted(self, zone: Zone, on: list[T], things: list[T]) -> list[int]:
        """How many faces that the seat sees in a zone have each of these things on them."""
        found = [0] * len(things)
        for face in self.zones[zone]:
            if face >= 0:
                found[on[face]] += 1
        return found

    def kinds_in(self, zone: Zone) -> list[Face]:
        """The different faces that the seat sees in a zone, in ascending order."""
        found: Any = sorted({face for face in self.zones[zone] if face >= 0})
        return found  # type: ignore[no-any-return]

    def possible(self, zone: Zone) -> set[Face]:
        """The faces that may lie hidden in a zone, as far as the seat can know."""
        groups = self.facts[0]
        found: Any = {
            face
            for faces, _, most in groups
            if dict(most).get(zone)
            for face, number in faces
            if number
        }
        return found  # type: ignore[no-any-return]

    def top(self, zone: Zone) -> Face:
        """The uppermost face of a zone; ``NO_FACE`` where it is empty, or not to be seen."""
        cards = self.zones[zone]
        return Face(cards[-1] if cards else UNSEEN)

    def marked(self, mark: Mark) -> bool:
        """Whether a mark is there."""
        return bool(self.count[mark >> MARK_BITS] >> (mark & MARK) & 1)

    def unmarked(self, things: list[A], marks: list[Mark]) -> list[A]:
        """Of some things those whose mark is not there: ``unmarked(members, DEAD)``."""
        count = self.count
        return [
            thing
            for thing in things
            if not count[marks[thing] >> MARK_BITS] >> (marks[thing] & MARK) & 1
        ]

    def holder(self, what: Holder) -> Seat:
        """Who has something; -1 for nobody."""
        return Seat(self.count[what] - 1)

    def is_at(self, step: Step) -> bool:
        """Whether the game stands at this step."""
        return bool(self.stack) and self.stack[-1][0] is step

    def is_held(self, what: Holder) -> bool:
        """Whether anybody has it."""
        return self.count[what] > 0

    def who_has(self, what: Holder) -> Seat | None:
        """Who has something; None where nobody has it."""
        held = self.count[what]
        return Seat(held - 1) if held else None

    @property
    def about(self) -> tuple[int, ...]:
        """What the open step is about: its arguments."""
        return self.stack[-1][1]

    @property
    def before(self) -> tuple[Closed, ...]:
        """What this seat has answered in the open step so far."""
        return self.stack[-1][2]

    def answer_to(self, question: Question) -> Option | None:
        """What this seat has chosen for a question of the open step; None as long as it has not."""
        before = self.before
        chosen = before[question.place] if question.place < len(before) else UNANSWERED
        return Option(chosen) if isinstance(chosen, int) else UNANSWERED

    def of_step(self, names: tuple[str, ...]) -> list[Any]:
        """What the open step calls so: of its arguments and this seat's answers, None if open."""
        step, about, before = self.stack[-1]
        for name in names:
            if name not in step.names:
                raise EngineFault(f"{step.name} has nothing that it calls {name}")
        known = dict(zip(step.names, (*about, *before), strict=False))
        return [known.get(name, UNANSWERED) for name in names]

    def called(self, name: str) -> Any:
        """What the open step calls so: ``view.called("turn")``; None if that is not answered."""
        (found,) = self.of_step((name,))
        return found

    def read(self, reader: Callable[..., V]) -> V:
        """Call a function of a module with what the open step calls as the function does."""
        return reader(*self.of_step(names_of(reader)))

    def guarded(self) -> tuple[Step, tuple[int, ...]]:
        """What the open step, a guard, can cancel, and what that is about: its arguments."""
        step, about, _ = self.stack[-2]
        return step, about

    def everyone(self) -> list[Seat]:
        """All players, from the first seat on."""
        return self.game.layout(self.seats, self.opts).seats

    def all_but(self, seat: Seat) -> list[Seat]:
        """All players but one, from the first seat on."""
        return self.game.layout(self.seats, self.opts).all_but[seat]

    def others(self, seat: Seat) -> list[Seat]:
        """All other players, clockwise from the left neighbour."""
        return self.game.layout(self.seats, self.opts).others[seat]

    def left_of(self, seat: Seat) -> Seat:
        """The left neighbour."""
        return self.others(seat)[0]

    def right_of(self, seat: Seat) -> Seat:
        """The right neighbour."""
        return self.others(seat)[-1]

    def from_on(self, seat: Seat) -> list[Seat]:
        """All players, clockwise from that one on."""
        return [seat, *self.others(seat)]

    @property
    def options(self) -> tuple[int, ...]:
        """The options of the first thing asked of this seat; empty where nothing is."""
        if not self.offers:
            return ()
        return tuple(spelled(self.offers[0].question, self.offers[0].options))

    def actions(self) -> tuple[int, ...]:
        """The same as stable numbers: the question's first number plus the option."""
        if not self.offers:
            return ()
        first = self.offers[0].question.first
        return tuple(first + option for option in self.offers[0].options)

    def prepare(self) -> Prepared:
        """Make ready what every imagined world needs: most of the work, done once for a view."""
        if self._prepared is None:
            layout = self.game.layout(self.seats, self.opts)
            self._prepared = Prepared(layout, self.seat, self.zones, self.facts)
        return self._prepared

    def imagine(self, seed: int | bytes, watched: bool = False) -> World:
        """A whole world that this could be a view of: see the function ``imagine``."""
        from tatami.engine.imagine import imagine

        return imagine(self, seed, watched)

    def __repr__(self) -> str:
        asked = " ".join(repr(offer) for offer in self.offers)
        if not asked:
            seats = " ".join(f"s{seat}" for seat in self.waiting)
            asked = "over" if self.over else f"waiting for {seats}"
        who = f"s{self.seat}" if self.seat < self.seats else "a spectator"
        return f"<view of {self.game.name} by {who} of {self.seats}: {asked}>"

    def __str__(self) -> str:
        from tatami.engine.notation import runs, spell_counter

        data = self.data()
        layout = self.game.layout(self.seats, self.opts)
        zones = [f"{name}: {runs(cards)}" for name, cards in data["zones"].items() if cards]
        counted = [at for at in layout.listed_counters if self.count[at]]
        counters = [spell_counter(layout, at, self.count[at]) for at in counted]
        return "\n".join([repr(self), *zones, *counters]) + "\n"

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        stack = tuple([(step.name, args, got) for step, args, got in self.stack])
        offers = tuple([offer.key() for offer in self.offers])
        kept = {part: getattr(self, part) for part in (*PARTS, "happened")}
        return (_read_again, (self.game, kept | {"stack": stack, "offers": offers}))

    def __deepcopy__(self, memo: dict[int, object]) -> View:
        return self

    def data(self) -> dict[str, Any]:
        """The view as JSON-ready data with names."""
        layout = self.game.layout(self.seats, self.opts)
        faces = self.game.faces
        return {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "seat": self.seat,
            "zones": {
                layout.zones[at].name: ["?" if face < 0 else faces[face] for face in self.zones[at]]
                for at in layout.listed
            },
            "counters": {layout.counters[at]: self.count[at] for at in layout.listed_counters},
            "steps": [[step.name, *args] for step, args, _ in self.stack],
            "asked": [
                [o.question.key, [o.question.spell(option) for option in o.options]]
                for o in self.offers
            ],
            "waiting": list(self.waiting),
            "rights": [name for name, _, _ in self.rights],
            "over": self.over,
            "winners": list(self.winners),
        }


class InStep:
    """A rule that needs to know what is under way; see ``in_step``."""

    __slots__ = ("names", "rule")

    def __init__(self, rule: Callable[..., Refusal | None]) -> None:
        self.rule = rule
        self.names = names_of(rule)[1:]
        """What it gets of the step, then what the option speaks of."""

    def __call__(self, view: View, seat: int, *things: int) -> Refusal | None:
        """Why not; who is asked is told by the step, if the rule needs it."""
        return self.rule(view, *view.of_step(self.needed(len(things))), *things)

    def needed(self, things: int) -> tuple[str, ...]:
        """What it gets of the step, where the option speaks of so many things."""
        return self.names[: len(self.names) - things]


def in_step(rule: Callable[..., Refusal | None]) -> Reason:
    """Why not, by a rule that needs to know what is under way: a function of a module.

    It names the view; of what the open step has, arguments and answers so far, what it needs, as
    the step calls it; and last what the option speaks of. So the names between are no free choice:
    they say which of the step's values it gets. Where no step has them, no game can be made of the
    book; where the open one has not, that is an ``EngineFault`` as well.
    """
    return InStep(rule)


def _read_again(game: Game, kept: dict[str, Any]) -> View:
    """A view that was pickled."""
    view = View(game, kept["seats"], kept["opts"], kept["seat"])
    for part in (*PARTS, "happened"):
        setattr(view, part, kept[part])
    steps = game.book.steps
    view.stack = tuple([(steps[name], args, got) for name, args, got in kept["stack"]])
    view.offers = tuple([Offer(at, game.keys[key], *rest) for key, at, *rest in kept["offers"]])
    return view
