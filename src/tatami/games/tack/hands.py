"""Ninjaaa'Tack: the hands, what is in them and what is shown of them (T8, T9, T22, T24)."""

from __future__ import annotations

from tatami.engine.rules import Seat, Sight, World
from tatami.games.tack.cards import Clan, Counted, counted
from tatami.games.tack.zones import HAND, SHOWN


def held(s: Sight, seat: Seat) -> Counted:
    """How many cards of each clan a player holds, as far as they can be seen."""
    return counted(s.faces(HAND[seat]))


def fewest(w: World, seat: Seat) -> Clan:
    """T24: on a timeout a card of the clan one holds fewest of, ties in the order of T1.

    The faces are in that order.
    """
    return w.first_with_fewest(HAND[seat])


def show_hands(w: World, seats: list[Seat]) -> None:
    """T8, T9: to all; what was shown, and that nothing else was, is remembered (T22)."""
    for seat in w.everyone():
        if seat in seats:
            w.reveal(HAND[seat])
            SHOWN.put(w, seat, held(w, seat))
        else:
            SHOWN.clear(w, seat)


def show_no_hands(w: World) -> None:
    """T22, T25: a round ends without a call; what an older call showed is no longer remembered."""
    show_hands(w, [])
