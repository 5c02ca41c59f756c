"""From a view to a whole world that it could be a view of.

``imagine`` takes a view and never a world, so whoever holds only a view cannot cheat.
"""

from __future__ import annotations

from typing import Final, cast

from tatami.engine.asking import ONE, Answer
from tatami.engine.dice import Dice, block
from tatami.engine.errors import EngineFault
from tatami.engine.flow import act, advance, key_of, options, parts, seal
from tatami.engine.look import seen_frame
from tatami.engine.offer import offer_of
from tatami.engine.view import View
from tatami.engine.watch import Watch
from tatami.engine.world import NONE_GOT, NONE_SEALED, World

TRIES: Final = 200
"""How many worlds ``imagine`` draws before it gives up on what others may have answered."""

DEALING: Final = (1 << 64) - 1
"""The random block that is the key of a deal: no game gets so far."""


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
        known = seen_frame(w.stack[-1], view.seat)[2]
        if len(known) <= number:
            act(w, cast("Answer", given))
        elif known[number] != given:
            return False
    return not w.over and len(w.stack) == depth and _seal_again(w, view)


def _is_to_answer(w: World, seat: int, number: int) -> bool:
    """Whether another seat is to answer before this seat's answer of that number came."""
    ask = w.ask
    others = ask is not None and ask.terms.close == ONE and ask.seats[0] != seat
    return others and len(seen_frame(w.stack[-1], seat)[2]) <= number


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
