"""A round that nobody ends: the limit of turns, and a lap in which nobody can do anything (W39)."""

from __future__ import annotations

from tatami.engine.rules import Seat, Sight, World
from tatami.games.wataah.zones import HAND, IDLE, TURN_LIMIT, TURNS, can_draw, has_court_card


def is_at_limit(s: Sight) -> bool:
    """W39: a table can limit the turns of a round, those of all players together."""
    limit = TURN_LIMIT.of(s)
    return limit is not None and s.count[TURNS] >= limit


def count_idleness(w: World, me: Seat) -> None:
    """W39: a turn that begins without a card to draw (W2) or in hand is idle, with one it is not.

    A Court card that is used in it interrupts the lap as well.
    """
    if can_draw(w) or not w.is_empty(HAND[me]):
        interrupt_idleness(w)
    else:
        w.add(IDLE)


def interrupt_idleness(w: World) -> None:
    """W39: the lap without anything to do begins anew."""
    w.set(IDLE, 0)


def is_stuck(s: Sight) -> bool:
    """W39: a whole lap went by idle; or there is no card to draw or in hand, and no Court card.

    Then it is over at once: that is, after the turn in which it came so, since what is left of
    that turn (its power, its discard) could bring a card back.
    """
    if can_draw(s):
        return False
    if s.count[IDLE] >= s.seats:
        return True
    for seat in s.everyone():
        if not s.is_empty(HAND[seat]) or has_court_card(s, seat):
            return False
    return True
