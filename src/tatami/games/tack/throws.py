"""Ninjaaa'Tack: transforming a token (T13 to T16, T21)."""

from __future__ import annotations

from typing import NamedTuple

from tatami.engine import rules
from tatami.engine.rules import (
    UNANSWERED,
    Ask,
    Chosen,
    Option,
    Question,
    Refusal,
    Seat,
    Sight,
    World,
    moving,
)
from tatami.games.tack import asked, flight, refused, told, zones
from tatami.games.tack.cards import BOOK, Token
from tatami.games.tack.ending import check_swap
from tatami.games.tack.flight import Flight
from tatami.games.tack.purses import lose, why_not_thrown
from tatami.games.tack.zones import COLLECTOR, PURSE, Collector, collector_of


class Prize(NamedTuple):
    """T14: a token that could be had for one that was thrown well."""

    whose: Collector
    token: Token


# -- who may throw


@BOOK.step
def throws(w: World, caller: Seat) -> None:
    """T16: who throws in this round, one after another; a table can do without throws."""
    if zones.WITH_THROWS.of(w):
        for seat in throwers(w, caller):
            w.then(may_throw, seat)


def throwers(s: Sight, caller: Seat) -> list[Seat]:
    """T16: the caller, then whoever of each other team is met first. T21: or every player."""
    if zones.is_odd(s):
        return [caller, *s.others(caller)]
    return [caller, *[zones.first_met(others) for others in zones.other_teams(s, caller)]]


@BOOK.step
def may_throw(w: World, me: Seat) -> None:
    """T13: with two or more tokens of one clan, and somebody else with a token at this moment."""
    if doubles(w, me) and prizes(w, me):
        w.set(zones.BOX_SIDE, w.random_of(flight.BOX_SIDES))
        w.set(zones.BOX_FAR, w.random_of(flight.BOX_DISTANCES))
        w.then(throw, me)


def doubles(s: Sight, me: Seat) -> list[Token]:
    """T13: the tokens that can be thrown."""
    mine = s.kinds_in(PURSE[collector_of(s, me)])
    return [token for token in mine if why_not_thrown(s, me, token) is None]


def prizes(s: Sight, me: Seat) -> list[Prize]:
    """T14: what a thrown token can be exchanged for: any token of an opponent, T21: of another."""
    others = COLLECTOR.but(s, collector_of(s, me))
    return [Prize(whose, token) for whose in others for token in s.kinds_in(PURSE[whose])]


# -- the throw


@BOOK.step
def throw(
    w: World,
    me: Seat,
    what: Chosen = UNANSWERED,
    aim: Chosen = UNANSWERED,
    power: Chosen = UNANSWERED,
) -> Ask | None:
    """T13, T15: which token, or none; where to aim; how hard. On a timeout there is no throw."""
    if is_held(what, aim, power):
        return None
    if what is UNANSWERED:
        return choose_or_hold(me, asked.WHAT_TO_THROW, asked.THROW.each(doubles(w, me)))
    if aim is UNANSWERED:
        return choose_or_hold(me, asked.WHERE_TO_AIM, asked.AIM_AT.each(asked.AIM.all))
    if power is UNANSWERED:
        return choose_or_hold(me, asked.HOW_HARD, asked.WITH_POWER.each(asked.POWER.all))
    token = asked.THROW.of(what)
    throw_at_box(w, me, token, aim=asked.AIM_AT.of(aim), power=asked.WITH_POWER.of(power))
    return None


def is_held(what: Chosen, aim: Chosen, power: Chosen) -> bool:
    """T13: whether the token was held at any of the questions."""
    return (
        what == asked.HOLD[asked.WHAT_TO_THROW]
        or aim == asked.HOLD[asked.WHERE_TO_AIM]
        or power == asked.HOLD[asked.HOW_HARD]
    )


def choose_or_hold(me: Seat, question: Question, choices: list[Option]) -> Ask:
    """T13: whoever holds the token, or is too late, does not throw."""
    hold = asked.HOLD[question]
    return rules.choose_or(me, question, [hold, *choices], hold)


def throw_at_box(w: World, me: Seat, token: Token, aim: int, power: int) -> None:
    """T15: a small disturbance, then the flight. T14: in, or lost."""
    w.tell(told.THROWS, me, token, aim, power)
    flown = flight_of(w, aim=aim, power=power)
    show_flight(w, flown)
    if flown.inside:
        w.tell(told.BOUNCES_IN if flown.hopped else told.LANDS, me)
        w.then(swap, me, token)
    else:
        w.tell(told.BOUNCES_OUT if flown.hopped else told.MISSES, me)
        lose(w, collector_of(w, me), token)


def flight_of(w: World, aim: int, power: int) -> Flight:
    """T15: the flight of a throw that a little chance has disturbed."""
    fine_aim = flight.finely(asked.from_middle(aim)) + jolt(w)
    fine_power = flight.finely(asked.from_middle(power)) + jolt(w)
    return flight.fly(
        box_side=w.count[zones.BOX_SIDE],
        box_far=w.count[zones.BOX_FAR],
        fine_aim=fine_aim,
        fine_power=fine_power,
    )


def jolt(w: World) -> int:
    """T15: mostly little."""
    return flight.jolted(w.random_of(flight.SHAKES), w.random_of(flight.SHAKES))


def show_flight(w: World, flown: Flight) -> None:
    """T15: for all to see where it came down, and where it came to rest."""
    w.set(zones.FALL_SIDE, flown.fall_side)
    w.set(zones.FALL_FAR, flown.fall_far)
    w.set(zones.REST_SIDE, flown.rest_side)
    w.set(zones.REST_FAR, flown.rest_far)
    w.set(zones.BOUNCES, flown.bounces)


# -- the exchange


@BOOK.step
def swap(w: World, me: Seat, token: Token, taken: Chosen = UNANSWERED) -> Ask | None:
    """T14: a true swap for any token of an opponent; declined or too late, the thrower keeps it."""
    if taken is UNANSWERED:
        keep, swaps = asked.KEEP.option, [asked.TAKE[prize] for prize in prizes(w, me)]
        return rules.choose_or(me, asked.SWAP, [keep, *swaps], keep)
    if asked.KEEP.fits(taken):
        w.tell(told.KEEPS, me)
    elif asked.TAKE.fits(taken):
        whose, wanted = asked.TAKE.of(taken)
        exchange(w, me, token, whose, wanted)
    return None


def exchange(w: World, me: Seat, token: Token, whose: Collector, wanted: Token) -> None:
    """T14: the other side gets the token that was thrown. T16: that can win."""
    mine, theirs = PURSE[collector_of(w, me)], PURSE[whose]
    given = moving(token, source=mine, target=theirs)
    taken = moving(wanted, source=theirs, target=mine)
    w.trade([given, taken])
    w.tell(told.SWAPS, me, token, whose, wanted)
    check_swap(w, collector_of(w, me))


def why_not_taken(s: Sight, me: Seat, collector: Collector, token: Token) -> Refusal | None:
    """T14: a token of an opposing team, T21: or of any other player."""
    if Prize(collector, token) in prizes(s, me):
        return None
    if not COLLECTOR.is_here(s, collector):
        return refused.NO_SUCH_PLAYER
    return refused.YOUR_OWN if collector == collector_of(s, me) else refused.NOT_THEIRS
