"""The only gate: ``look`` turns the truth into one seat's view, ``imagine`` a view into a world.

Games never write a view. A view holds what its seat may know and nothing else, as plain data; a
spectator is a seat that has seen nothing. ``imagine`` takes a view and never a world, so whoever
holds only a view cannot cheat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar, cast

from tatami.engine.asking import ONE, UNANSWERED, Answer, Ask
from tatami.engine.dice import Dice, block
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.facts import NO_FACTS, Facts
from tatami.engine.flow import (
    act,
    advance,
    can_back,
    counting,
    key_of,
    options,
    part_of,
    parts,
    seal,
    sealed,
)
from tatami.engine.game import Game
from tatami.engine.ids import Face, Holder, Mark, Option, Seat, Zone
from tatami.engine.ledger import Ledger
from tatami.engine.prepared import Prepared
from tatami.engine.question import Question, Reason
from tatami.engine.spelled import spelled
from tatami.engine.step import Step, names_of
from tatami.engine.watch import UNSEEN, Remark, Watch
from tatami.engine.world import (
    FORCED,
    MARK,
    MARK_BITS,
    NONE_GOT,
    NONE_SEALED,
    Closed,
    Frame,
    T,
    World,
)

A = TypeVar("A", bound=int)
V = TypeVar("V")

TRIES: Final = 200
"""How many worlds ``imagine`` draws before it gives up on what others may have answered."""

DEALING: Final = (1 << 64) - 1
"""The random block that is the key of a deal: no game gets so far."""

LAST_REMARKS: Final = 200
"""How much talk a view carries; the rest is in the record."""

SeenFrame: TypeAlias = tuple[Step, tuple[int, ...], tuple[Closed, ...]]


class Offer:
    """What is asked of one seat (for one of its positions): the question and its options now.

    Of a pick, ``items`` are all that can be picked, ``picked`` what has been so far, ``options``
    the next small picks; what is to be chosen has ``low`` and ``high`` 0.
    """

    __slots__ = ("at", "high", "items", "low", "options", "picked", "position", "question")

    def __init__(
        self,
        at: int,
        question: Question,
        position: int,
        options: tuple[int, ...],
        low: int = 0,
        high: int = 0,
        items: tuple[int, ...] = (),
        picked: tuple[int, ...] = (),
    ) -> None:
        self.at = at
        self.question = question
        self.position = position
        self.options = options
        self.low = low
        self.high = high
        self.items = items
        self.picked = picked

    @property
    def is_pick(self) -> bool:
        """Whether several are to be picked, from ``low`` to ``high``."""
        return self.high > 0

    def __repr__(self) -> str:
        allowed = " ".join([self.question.spell(option) for option in self.options])
        return f"<{self.question.key}: {allowed}>"

    def key(self) -> tuple[object, ...]:
        """Everything in it, as a tuple."""
        return (
            self.question.key,
            self.at,
            self.position,
            self.options,
            self.low,
            self.high,
            self.items,
            self.picked,
        )


def offer_of(w: World, ask: Ask, at: int) -> Offer:
    """What part ``at`` of the open ask offers now."""
    position = ask.terms.positions[at] if ask.terms.positions else UNSEEN
    allowed = tuple(options(w, at))
    if not ask.terms.high:
        return Offer(at, ask.question, position, allowed)
    items = tuple(ask.part(at))
    return Offer(
        at, ask.question, position, allowed, ask.terms.low, ask.terms.high, items, part_of(w, at)
    )


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
        self.seat = seat
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
        return imagine(self, seed, watched)

    def __repr__(self) -> str:
        asked = " ".join(repr(offer) for offer in self.offers)
        if not asked:
            seats = " ".join(f"s{seat}" for seat in self.waiting)
            asked = "over" if self.over else f"waiting for {seats}"
        who = f"s{self.seat}" if self.seat < self.seats else "a spectator"
        return f"<view of {self.game.name} by {who} of {self.seats}: {asked}>"

    def __str__(self) -> str:
        from tatami.engine.notation import runs

        data = self.data()
        zones = [f"{name}: {runs(cards)}" for name, cards in data["zones"].items() if cards]
        counters = [f"{name} = {value}" for name, value in data["counters"].items() if value]
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


def in_step(rule: Callable[..., Refusal | None]) -> Reason:
    """Why not, by a rule that needs to know what is under way: a function of a module.

    It names the view; of what the open step has, arguments and answers so far, what it needs, as
    the step calls it; and last what the option speaks of.
    """
    _, *names = names_of(rule)

    def reason(view: View, seat: int, *things: int) -> Refusal | None:
        of_step = tuple(names[: len(names) - len(things)])
        return rule(view, *view.of_step(of_step), *things)

    return reason


def _read_again(game: Game, kept: dict[str, Any]) -> View:
    """A view that was pickled."""
    view = View(game, kept["seats"], kept["opts"], kept["seat"])
    for part in (*PARTS, "happened"):
        setattr(view, part, kept[part])
    steps = game.book.steps
    view.stack = tuple([(steps[name], args, got) for name, args, got in kept["stack"]])
    view.offers = tuple([Offer(at, game.keys[key], *rest) for key, at, *rest in kept["offers"]])
    return view


def look(w: World, seat: int, ledger: bool = True) -> View:
    """What one seat may know; ``seat == w.seats`` is a spectator.

    Without the ledger the view holds what the seat sees and no more: no facts, no faces known in
    foreign hands. It costs less, and no world can be imagined from it.
    """
    watch = w.watch
    if watch is None or seat not in watch.ledgers:
        raise EngineFault("nobody watches this world for that seat: nothing can be looked at")
    reading = watch.ledger(seat) if ledger else None
    view = View(w.game, w.seats, w.opts, seat)
    view.zones = _seen_zones(w, seat, reading)
    view.count = tuple(w.count)
    view.rights = _rights(w, seat)
    if reading is not None:
        view.facts = reading.facts()
    view.remarks = tuple(watch.remarks[-LAST_REMARKS:])
    view.back = can_back(w, seat)
    view.happened = len(watch.ops)
    if w.over:
        view.over = True
        view.winners = tuple(w.game.outcome(w))
    else:
        view.stack = tuple([_seen_frame(frame, seat) for frame in w.stack])
        if w.ask is not None:
            _look_at_ask(w, w.ask, view)
    return view


def glimpse(w: World, seat: int, facts: bool = False) -> View:
    """What a seat sees in a world that nobody watches: a search's copy of an imagined one.

    It holds what lies before the seat's eyes and no memory. With ``facts`` it tells what may lie
    hidden: any card that the seat does not see, in any place where it does not see all. A game
    that is played is watched, and is looked at through its ledgers.
    """
    if w.watch is not None:
        raise EngineFault("this world is watched: look at it")
    view = View(w.game, w.seats, w.opts, seat)
    view.zones = _seen_zones(w, seat, None)
    view.count = tuple(w.count)
    view.rights = _rights(w, seat)
    if facts:
        view.facts = _at_a_glance(w, view)
    view.stack = tuple([_seen_frame(frame, seat) for frame in w.stack])
    if w.ask is not None:
        _look_at_ask(w, w.ask, view)
    return view


def _at_a_glance(w: World, view: View) -> Facts:
    """All that the seat does not see as one group that may lie anywhere out of its sight."""
    faces: dict[int, int] = {}
    room: list[tuple[int, int]] = []
    for zone, seen in enumerate(view.zones):
        hidden = seen.count(UNSEEN)
        if hidden:
            room.append((zone, hidden))
            known = [face for face in seen if face != UNSEEN]
            for card in w.zones[zone]:
                if w.face[card] in known:
                    known.remove(w.face[card])
                else:
                    faces[w.face[card]] = faces.get(w.face[card], 0) + 1
    return (((tuple(sorted(faces.items())), (), tuple(room)),), (), (), ())


def _look_at_ask(w: World, ask: Ask, view: View) -> None:
    """What is asked of this seat, what it has answered, and of whom else an answer is awaited."""
    seat = view.seat
    offers: list[Offer] = []
    given: list[tuple[int, Answer]] = []
    pending: list[int] = []
    answered: list[int] = []
    closed: tuple[Answer | None, ...] = (None,) if ask.terms.close == ONE else sealed(w)
    for at, asked in enumerate(ask.seats):
        mine = closed[at]
        if asked == seat and mine is None:
            offers.append(offer_of(w, ask, at))
        elif asked == seat and mine is not None:
            given.append((at, mine))
        if mine is not None and (ask.terms.public or asked == seat):
            answered.append(at)
        elif asked not in pending:
            pending.append(asked)
    view.offers = tuple(offers)
    view.given = tuple(given)
    view.waiting = tuple(pending)
    view.answered = tuple(answered)
    view.counting = ask.terms.public and counting(w)


def _seen_zones(w: World, seat: int, ledger: Ledger | None) -> tuple[tuple[int, ...], ...]:
    face = w.face
    seen = w.seen
    hand = w.layout.hand
    sight = w.layout.sight
    found: list[tuple[int, ...]] = []
    for zone, cards in enumerate(w.zones):
        if not cards:
            found.append(())
        elif not hand[zone]:
            found.append(tuple([face[c] if (seen[c] >> seat) & 1 else UNSEEN for c in cards]))
        elif (sight[zone] >> seat) & 1:
            found.append(tuple(sorted([face[c] for c in cards])))
        else:
            known = ledger.known(zone) if ledger is not None else []
            found.append((*known, *([UNSEEN] * (len(cards) - len(known)))))
    return tuple(found)


def _seen_frame(frame: Frame, seat: int) -> SeenFrame:
    """A frame with this seat's answers, in their order; how many others gave cannot be told.

    An answer that nobody was asked for is public.
    """
    step, args, got, _ = frame
    own = (seat, FORCED)
    return (step, args, tuple([got[at + 1] for at in range(0, len(got), 2) if got[at] in own]))


def _rights(w: World, seat: int) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    if w.over or seat >= w.seats:
        return ()
    found: list[tuple[str, int, tuple[int, ...]]] = []
    for right in w.game.rights:
        if allowed := right.holds(w, seat):
            stamp = w.count[right.stamp] if right.stamp >= 0 else 0
            found.append((right.name, stamp, tuple(allowed)))
    return tuple(found)


def imagine(view: View, seed: int | bytes, watched: bool = False) -> World:
    """A whole world that this view could be a view of, drawn evenly (see ``deal``).

    The first of a view takes longest: it makes the view ready for any number of them. Others'
    sealed answers are filled in with legal ones; ``reopen`` forgets them. With ``watched`` the
    world can be looked at through the same seat.
    """
    ready = view.prepare()
    layout = view.game.layout(view.seats, view.opts)
    w = World(view.game, view.seats, view.opts, layout, key_of(seed))
    dice = Dice(block(w.key, DEALING))
    for _ in range(TRIES):
        ready.lay(w, dice)
        w.count = list(view.count)
        if watched:
            w.watch = Watch({view.seat: ready.ledger.copy()}, [], list(view.remarks))
        if view.over:
            w.over = True
            return w
        w.stack = [(step, args, NONE_GOT, NONE_SEALED) for step, args, _ in view.stack]
        if _answer_again(w, view):
            return w
    raise EngineFault("no world could be imagined for this view")


def _answer_again(w: World, view: View) -> bool:
    """Ask the open step anew and bring it to where the view has it; false if it went elsewhere."""
    depth = len(w.stack)
    w.over = False
    advance(w)
    for number, given in enumerate(view.stack[-1][2]):
        while len(w.stack) == depth and _is_to_answer(w, view.seat, number):
            allowed = options(w, 0)
            act(w, allowed[w.rand(len(allowed))])
        if w.over or len(w.stack) != depth:
            return False
        known = _seen_frame(w.stack[-1], view.seat)[2]
        if len(known) <= number:
            act(w, cast("Answer", given))
        elif known[number] != given:
            return False
    return not w.over and len(w.stack) == depth and _seal_again(w, view)


def _is_to_answer(w: World, seat: int, number: int) -> bool:
    """Whether another seat is to answer before this seat's answer of that number came."""
    ask = w.ask
    others = ask is not None and ask.terms.close == ONE and ask.seats[0] != seat
    return others and len(_seen_frame(w.stack[-1], seat)[2]) <= number


def _seal_again(w: World, view: View) -> bool:
    """Keep my own sealed answers and picks, fill in those others are known to have sealed."""
    ask = w.ask
    assert ask is not None
    mine = dict(view.given)
    for at, seat in enumerate(ask.seats):
        if at in mine:
            seal(w, at, mine[at], ())
        elif at in view.answered and seat != view.seat:
            seal(w, at, _any_answer(w, at), ())
    for offer in view.offers:
        if offer.at >= parts(w) or ask.seats[offer.at] != view.seat:
            return False
        if offer.picked:
            seal(w, offer.at, None, offer.picked)
        if offer_of(w, ask, offer.at).key() != offer.key():
            return False
    return len(view.offers) + len(mine) == ask.seats.count(view.seat)


def _any_answer(w: World, at: int) -> Answer:
    ask = w.ask
    assert ask is not None
    allowed = ask.part(at)
    if not ask.terms.high:
        return allowed[w.rand(len(allowed))]
    number = ask.terms.low + w.rand(min(ask.terms.high, len(allowed)) - ask.terms.low + 1)
    pool = allowed[:]
    return tuple(sorted(pool.pop(w.rand(len(pool))) for _ in range(number)))
