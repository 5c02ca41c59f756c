"""Ninjaaa'Tack: transforming a token (T13 to T16, T21)."""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask, choose_or
from tatami.engine.world import World
from tatami.games.tack.cards import KINDS, TOKEN
from tatami.games.tack.ending import check_swap
from tatami.games.tack.flight import BOX_PLACES, FINE, JOLT, MIDDLE, SHAKE, Flight, box_place, fly
from tatami.games.tack.table import (
    AIMS,
    BOOK,
    BOUNCES,
    BOUNCES_IN,
    BOUNCES_OUT,
    BOX_FAR,
    BOX_SIDE,
    FALL_FAR,
    FALL_SIDE,
    HOLD,
    KEEP,
    KEEPS,
    LANDS,
    LOSES,
    MISSES,
    ON,
    POWERS,
    REST_FAR,
    REST_SIDE,
    SUPPLY,
    SWAP,
    SWAPS,
    THROW,
    THROW_AIM,
    THROW_POWER,
    THROW_WHAT,
    THROWS,
    owner_of,
    owners,
    purse,
    tokens_of,
)

# -- who may throw


@BOOK.step
def throws(w: World, caller: int) -> None:
    """T16: one after another, the caller's team first, then by the first seat met clockwise.

    Whoever is met first throws for the team. T21: with odd numbers each player for themself.
    """
    if w.opts[THROW] != ON:
        return
    met: list[int] = []
    for step in range(w.seats):
        seat = (caller + step) % w.seats
        owner = owner_of(w.seats, seat)
        if owner not in met:
            met.append(owner)
            w.then(may_throw, seat)


@BOOK.step
def may_throw(w: World, me: int) -> None:
    """T13: with two or more tokens of one clan, and somebody else with a token at this moment."""
    if not doubles(w, me) or not prizes(w, me):
        return
    w.set(BOX_SIDE, box_place(w.rand(BOX_PLACES)))
    w.set(BOX_FAR, MIDDLE + box_place(w.rand(BOX_PLACES)))
    w.then(throw, me)


def doubles(w: World, me: int) -> list[int]:
    """T13: the tokens of which one has two or more."""
    mine = tokens_of(w, owner_of(w.seats, me))
    return sorted({token for token in mine if mine.count(token) > 1})


def prizes(w: World, me: int) -> list[int]:
    """T14, T21: what a throw can be exchanged for, as options of the swap."""
    found: list[int] = []
    for owner in range(owners(w.seats)):
        if owner != owner_of(w.seats, me):
            kinds = w.kinds_in(purse(w.seats, owner))
            found += [swap_option(owner, token) for token in kinds]
    return found


def swap_option(owner: int, token: int) -> int:
    """The option of taking a token from an owner."""
    return 1 + owner * KINDS + token - TOKEN


# -- the throw


@BOOK.step
def throw(
    w: World, me: int, what: int = UNASKED, aim: int = UNASKED, power: int = UNASKED
) -> Ask | None:
    """T13, T15: which token, or none; where to aim; how hard. On a timeout there is no throw."""
    if what == UNASKED:
        tokens = [1 + token - TOKEN for token in doubles(w, me)]
        return choose_or(me, THROW_WHAT, [HOLD, *tokens], HOLD)
    if what == HOLD:
        return None
    if aim == UNASKED:
        return choose_or(me, THROW_AIM, list(range(AIMS + 1)), HOLD)
    if aim == HOLD:
        return None
    if power == UNASKED:
        return choose_or(me, THROW_POWER, list(range(POWERS + 1)), HOLD)
    if power != HOLD:
        fling(w, me, what - 1 + TOKEN, aim - 1, power - 1)
    return None


def fling(w: World, me: int, token: int, aim: int, power: int) -> None:
    """T15: a small disturbance, then the flight. T14: in, or lost."""
    w.tell(THROWS, me, token - TOKEN, aim, power)
    flight = disturbed(w, aim, power)
    for counter, value in (
        (FALL_SIDE, flight.fall_side),
        (FALL_FAR, flight.fall_far),
        (REST_SIDE, flight.rest_side),
        (REST_FAR, flight.rest_far),
        (BOUNCES, flight.bounces),
    ):
        w.set(counter, value)
    if flight.inside:
        w.tell(BOUNCES_IN if flight.hopped else LANDS, me)
        w.then(swap, me, token)
        return
    w.tell(BOUNCES_OUT if flight.hopped else MISSES, me)
    owner = owner_of(w.seats, me)
    w.play(purse(w.seats, owner), token, SUPPLY)
    w.tell(LOSES, owner, token - TOKEN)


def disturbed(w: World, aim: int, power: int) -> Flight:
    """T15: the flight of a throw that a little chance has disturbed."""
    side = (aim - AIMS // 2) * FINE + jolt(w)
    push = (power - POWERS // 2) * FINE + jolt(w)
    return fly(w.count[BOX_SIDE], w.count[BOX_FAR], side, push)


def jolt(w: World) -> int:
    """T15: mostly little."""
    return (w.rand(SHAKE) + w.rand(SHAKE) - SHAKE + 1) * JOLT


# -- the exchange


@BOOK.step
def swap(w: World, me: int, token: int, taken: int = UNASKED) -> Ask | None:
    """T14: a true swap for any token of an opponent; declined or too late, the thrower keeps it."""
    if taken == UNASKED:
        return choose_or(me, SWAP, [KEEP, *prizes(w, me)], KEEP)
    if taken == KEEP:
        w.tell(KEEPS, me)
        return None
    owner, prize = (taken - 1) // KINDS, TOKEN + (taken - 1) % KINDS
    mine = owner_of(w.seats, me)
    here, there = purse(w.seats, mine), purse(w.seats, owner)
    w.trade([(here, token, there), (there, prize, here)])
    w.tell(SWAPS, me, token - TOKEN, owner, prize - TOKEN)
    check_swap(w, mine)
    return None
