"""Ninjaaa'Tack: who wins, and when (T16, T17, T21, T25)."""

from __future__ import annotations

from typing import NamedTuple

from tatami.engine import rules
from tatami.engine.rules import World
from tatami.games.tack import told
from tatami.games.tack.cards import TO_WIN
from tatami.games.tack.purses import colours
from tatami.games.tack.zones import COLLECTOR, PURSE, WON, Collector, collector_of


def check_win(w: World) -> bool:
    """T17: three colours win at once. T21: partners who get there by one award share.

    Whether the game is over.
    """
    found = [whose for whose in COLLECTOR.here(w) if colours(w, whose) >= TO_WIN]
    if found:
        crown(w, found)
    return bool(found)


def check_swap(w: World, thrower: Collector) -> None:
    """T16: after a swap too; if it completes both sides, the thrower alone wins."""
    if colours(w, thrower) >= TO_WIN:
        crown(w, [thrower])
    else:
        check_win(w)


def crown(w: World, found: list[Collector]) -> None:
    """The game ends: they have won it."""
    w.mark_all([WON[seat] for seat in w.everyone() if collector_of(w, seat) in found])
    for collector in found:
        w.tell(told.WINS, collector)
    w.end()


class Standing(NamedTuple):
    """T25: what is compared after the last round, in this order."""

    colours: int
    tokens: int


def most_of_all(w: World) -> list[Collector]:
    """T25: after the last round most colours win, then most tokens, then it is shared."""
    return rules.best(
        {
            whose: Standing(colours=colours(w, whose), tokens=w.size(PURSE[whose]))
            for whose in COLLECTOR.here(w)
        }
    )


def winners(w: World) -> list[int]:
    """T17: the seats that have won; with even numbers both of a team."""
    return [seat for seat in w.everyone() if w.marked(WON[seat])]
