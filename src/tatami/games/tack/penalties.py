"""Ninjaaa'Tack: the penalty of a wrong call without a token (T11, T19).

It binds exactly the round after the call, so the number of that round is all that is kept; a
further one takes its place.
"""

from __future__ import annotations

from tatami.engine.rules import Seat, Sight, World
from tatami.games.tack.zones import PENALTY_ROUND, ROUND, Collector, collector_of


def penalise(w: World, collector: Collector) -> None:
    """T11: a penalty binds the next round."""
    w.set(PENALTY_ROUND[collector], next_round(w))


def is_penalised(s: Sight, caller: Seat) -> bool:
    """T11, T19: whether a penalty binds a player's calls, or those of the team, in this round."""
    return binds_in(s, caller, s.count[ROUND])


def will_be_penalised(s: Sight, caller: Seat) -> bool:
    """T11, T19: whether one will in the next round."""
    return binds_in(s, caller, next_round(s))


def binds_in(s: Sight, caller: Seat, number: int) -> bool:
    """Whether the last penalty of a player, or of the team, binds in the round of that number."""
    return s.count[PENALTY_ROUND[collector_of(s, caller)]] == number


def next_round(s: Sight) -> int:
    """The number of the round after this one."""
    return s.count[ROUND] + 1
