"""The gate of secrecy: here alone the truth becomes one seat's view.

Games never write a view. That a seat is told what it may know and no more is seen on this page, and
in the ledger that is read here for what lies out of sight. A spectator is a seat that has seen
nothing.
"""

from __future__ import annotations

from tatami.engine.asking import ONE, Answer, Ask
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Facts
from tatami.engine.flow import can_back, counting, sealed
from tatami.engine.ledger import Ledger
from tatami.engine.offer import Offer, offer_of
from tatami.engine.view import LAST_REMARKS, SeenFrame, View
from tatami.engine.watch import UNSEEN
from tatami.engine.world import FORCED, Frame, World


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
        view.stack = tuple([seen_frame(frame, seat) for frame in w.stack])
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
    view.stack = tuple([seen_frame(frame, seat) for frame in w.stack])
    if w.ask is not None:
        _look_at_ask(w, w.ask, view)
    return view


def _at_a_glance(w: World, view: View) -> Facts:
    """All that the seat does not see as one group that may lie anywhere out of its sight."""
    number = [0] * len(w.game.faces)
    room: list[tuple[int, int]] = []
    face = w.face
    for zone, seen in enumerate(view.zones):
        hidden = seen.count(UNSEEN)
        if hidden:
            room.append((zone, hidden))
            for card in w.zones[zone]:
                number[face[card]] += 1
            if hidden < len(seen):
                for known in seen:
                    if known != UNSEEN:
                        number[known] -= 1
    faces = tuple([(at, many) for at, many in enumerate(number) if many])
    return (((faces, (), tuple(room)),), (), (), ())


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
    known = ledger.all_known() if ledger is not None else {}
    found: list[tuple[int, ...]] = []
    for zone, cards in enumerate(w.zones):
        if not cards:
            found.append(())
        elif not hand[zone]:
            found.append(tuple([face[c] if (seen[c] >> seat) & 1 else UNSEEN for c in cards]))
        elif (sight[zone] >> seat) & 1:
            found.append(tuple(sorted([face[c] for c in cards])))
        else:
            faces = known.get(zone, [])
            found.append((*faces, *([UNSEEN] * (len(cards) - len(faces)))))
    return tuple(found)


def seen_frame(frame: Frame, seat: int) -> SeenFrame:
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
