"""The only gate: ``look`` turns the truth into one seat's view, ``imagine`` a view into a world.

Games never write a view. A view holds what its seat may know and nothing else, as plain data; a
spectator is a seat that has seen nothing. ``imagine`` takes a view and never a world, so whoever
holds only a view cannot cheat.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from tatami.engine.errors import EngineFault
from tatami.engine.flow import (
    advance,
    answer,
    blank,
    can_back,
    counting,
    key_of,
    options,
    part_of,
    parts,
    put,
    seal,
    sealed,
)
from tatami.engine.game import ONE, Answer, Ask, Game, Question, Step
from tatami.engine.ledger import Facts, Ledger
from tatami.engine.watch import UNSEEN, Remark, Watch
from tatami.engine.world import NONE_GOT, NONE_SEALED, Closed, Frame, World

TRIES: Final = 200
"""How many worlds ``imagine`` draws before it gives up on what others may have answered."""

LAST_REMARKS: Final = 200
"""How much talk a view carries; the rest is in the record."""

SeenFrame: TypeAlias = tuple[Step, tuple[int, ...], tuple[Closed, ...]]


class Offer:
    """What is asked of one seat (for one of its positions): the question and its options now.

    A pick has ``high`` above 0: ``items`` are all that can be picked, ``picked`` what has been so
    far, ``options`` the next small picks.
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
    position = ask.positions[at] if ask.positions else UNSEEN
    allowed = tuple(options(w, at))
    if not ask.high:
        return Offer(at, ask.question, position, allowed)
    items = tuple(ask.part(at))
    return Offer(at, ask.question, position, allowed, ask.low, ask.high, items, part_of(w, at))


class View:
    """Everything one seat may know, as plain data: it can be built again from its parts elsewhere.

    ``zones`` are the faces of each zone in its order, -1 where the seat cannot see; hands are in
    ascending order, a foreign one with the faces known to be in it first. ``stack`` shows the
    steps under way with this seat's own answers only; ``back`` tells whether the last of them can
    be taken back. ``happened`` counts the events so far, as ``when`` of a remark does: it dates
    what was said, and is no part of the comparison of views.
    """

    __slots__ = (
        "answered",
        "back",
        "count",
        "counting",
        "facts",
        "game",
        "given",
        "happened",
        "offers",
        "opts",
        "over",
        "remarks",
        "rights",
        "seat",
        "seats",
        "stack",
        "waiting",
        "winners",
        "zones",
    )

    def __init__(
        self,
        game: Game,
        seats: int,
        opts: tuple[int, ...],
        seat: int,
        zones: tuple[tuple[int, ...], ...],
        count: tuple[int, ...],
        stack: tuple[SeenFrame, ...],
        offers: tuple[Offer, ...],
        given: tuple[tuple[int, Answer], ...],
        waiting: tuple[int, ...],
        answered: tuple[int, ...],
        is_counting: bool,
        rights: tuple[tuple[str, int, tuple[int, ...]], ...],
        facts: Facts,
        over: bool,
        winners: tuple[int, ...],
        remarks: tuple[Remark, ...],
        back: bool,
        happened: int = 0,
    ) -> None:
        self.game = game
        self.seats = seats
        self.opts = opts
        self.seat = seat
        self.zones = zones
        self.count = count
        self.stack = stack
        self.offers = offers
        self.given = given
        self.waiting = waiting
        self.answered = answered
        self.counting = is_counting
        self.rights = rights
        self.facts = facts
        self.over = over
        self.winners = winners
        self.remarks = remarks
        self.back = back
        self.happened = happened

    def key(self) -> tuple[object, ...]:
        """Everything in the view as one comparable tuple."""
        return (
            self.game.name,
            self.game.version,
            self.seats,
            self.opts,
            self.seat,
            self.zones,
            self.count,
            tuple((step.name, args, got) for step, args, got in self.stack),
            tuple(offer.key() for offer in self.offers),
            self.given,
            self.waiting,
            self.answered,
            self.counting,
            self.rights,
            self.facts,
            self.over,
            self.winners,
            self.remarks,
            self.back,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    @property
    def options(self) -> tuple[int, ...]:
        """The options of the first thing asked of this seat; empty where nothing is."""
        return self.offers[0].options if self.offers else ()

    def actions(self) -> tuple[int, ...]:
        """The same as stable numbers: the question's first number plus the option."""
        if not self.offers:
            return ()
        first = self.offers[0].question.first
        return tuple(first + option for option in self.offers[0].options)

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
                zone.name: ["?" if face < 0 else faces[face] for face in self.zones[at]]
                for at, zone in enumerate(layout.zones)
            },
            "counters": dict(zip(layout.counters, self.count, strict=True)),
            "steps": [[step.name, *args] for step, args, _ in self.stack],
            "asked": [
                [o.question.key, [_spell(o, option) for option in o.options]] for o in self.offers
            ],
            "waiting": list(self.waiting),
            "rights": [name for name, _, _ in self.rights],
            "over": self.over,
            "winners": list(self.winners),
        }


def _spell(offer: Offer, option: int) -> str:
    if option == offer.question.stop:
        return "stop"
    return offer.question.spelled[option]


def look(w: World, seat: int) -> View:
    """What one seat may know; ``seat == w.seats`` is a spectator."""
    watch = w.watch
    if watch is None or seat not in watch.ledgers:
        raise EngineFault("nobody watches this world for that seat: nothing can be looked at")
    ledger = watch.ledger(seat)
    ask = w.ask
    offers: list[Offer] = []
    given: list[tuple[int, Answer]] = []
    pending: list[int] = []
    answered: list[int] = []
    if ask is not None and not w.over:
        closed: tuple[Answer | None, ...] = (None,) if ask.close == ONE else sealed(w)
        for at, asked in enumerate(ask.seats):
            mine = closed[at]
            if asked == seat and mine is None:
                offers.append(offer_of(w, ask, at))
            elif asked == seat and mine is not None:
                given.append((at, mine))
            if mine is not None and (ask.public or asked == seat):
                answered.append(at)
            elif asked not in pending:
                pending.append(asked)
    return View(
        w.game,
        w.seats,
        w.opts,
        seat,
        _seen_zones(w, seat, ledger),
        tuple(w.count),
        tuple(_seen_frame(frame, seat) for frame in w.stack) if not w.over else (),
        tuple(offers),
        tuple(given),
        tuple(pending),
        tuple(answered),
        counting(w) and ask is not None and ask.public,
        _rights(w, seat),
        ledger.facts(),
        w.over,
        tuple(w.game.outcome(w)) if w.over else (),
        tuple(watch.remarks[-LAST_REMARKS:]),
        can_back(w, seat),
        len(watch.ops),
    )


def _seen_zones(w: World, seat: int, ledger: Ledger) -> tuple[tuple[int, ...], ...]:
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
            known = ledger.known(zone)
            found.append((*known, *([UNSEEN] * (len(cards) - len(known)))))
    return tuple(found)


def _seen_frame(frame: Frame, seat: int) -> SeenFrame:
    """A frame with this seat's answers, in their order; how many others gave cannot be told."""
    step, args, got, _ = frame
    return (step, args, tuple([got[at + 1] for at in range(0, len(got), 2) if got[at] == seat]))


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
    """A whole world that this view could be a view of, drawn uniformly over labelled deals.

    Others' sealed answers are filled in with legal ones; ``reopen`` forgets them. With
    ``watched`` the world can be looked at through the same seat.
    """
    w = blank(view.game, view.seats, key_of(seed), view.opts)
    ledger = Ledger.of(view.seat, w.layout, view.facts)
    for _ in range(TRIES):
        _lay(w, view, ledger)
        if watched:
            w.watch = Watch({view.seat: ledger.copy()}, [], list(view.remarks))
        if view.over:
            w.stack.clear()
            w.over = True
            return w
        w.stack = [(step, args, NONE_GOT, NONE_SEALED) for step, args, _ in view.stack]
        if _answer_again(w, view):
            return w
    raise EngineFault("no world could be imagined for this view")


def _lay(w: World, view: View, ledger: Ledger) -> None:
    """Put a face under every card: the seen ones as seen, the rest from the ledger."""
    layout = w.layout
    bit = 1 << view.seat
    room: dict[int, int] = {}
    foreign = [
        layout.hand[zone] and not layout.sight[zone] & bit for zone in range(len(layout.zones))
    ]
    for zone, faces in enumerate(view.zones):
        hidden = len(faces) if foreign[zone] else faces.count(UNSEEN)
        if hidden:
            room[zone] = hidden
    laid = ledger.lay_out(room, w.rand)
    w.face = []
    w.seen = []
    w.zones = []
    for zone, faces in enumerate(view.zones):
        start = len(w.face)
        pool = laid.get(zone, [])
        if foreign[zone]:
            w.face.extend(pool)
            w.seen.extend([layout.sight[zone]] * len(pool))
        else:
            for face in faces:
                w.face.append(pool.pop() if face < 0 else face)
                w.seen.append(_who_sees(layout.sight[zone], face, bit))
        w.zones.append(list(range(start, len(w.face))))
    w.mine = (1 << len(w.zones)) - 1
    w.count = list(view.count)


def _who_sees(sight: int, face: int, bit: int) -> int:
    return sight & ~bit if face == UNSEEN else sight | bit


def _answer_again(w: World, view: View) -> bool:
    """Ask the open step anew and bring it to where the view has it; false if it went elsewhere."""
    depth = len(w.stack)
    w.over = False
    advance(w)
    for given in view.stack[-1][2]:
        while _others_turn(w, view.seat):
            allowed = options(w, 0)
            put(w, 0, allowed[w.rand(len(allowed))])
        if w.over or len(w.stack) != depth:
            return False
        answer(w, cast("Answer", given))
    return not w.over and len(w.stack) == depth and _seal_again(w, view)


def _others_turn(w: World, seat: int) -> bool:
    ask = w.ask
    return ask is not None and ask.close == ONE and ask.seats[0] != seat


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
    if not ask.high:
        return allowed[w.rand(len(allowed))]
    number = ask.low + w.rand(min(ask.high, len(allowed)) - ask.low + 1)
    pool = allowed[:]
    return tuple(sorted(pool.pop(w.rand(len(pool))) for _ in range(number)))
