"""Ninjaaa'Tack: tokens come and go, and which of them may (T10, T12, T13, T17, T19, T21)."""

from __future__ import annotations

from tatami.engine.rules import Refusal, Seat, Sight, World
from tatami.games.tack import refused, told
from tatami.games.tack.cards import TO_THROW, Token
from tatami.games.tack.zones import PURSE, SUPPLY, Collector, collector_of, is_odd


def gain(w: World, collector: Collector, token: Token) -> None:
    """T12: from the supply; where it has none left there is nothing."""
    if w.has(SUPPLY, token):
        w.play(SUPPLY, token, PURSE[collector])
        w.tell(told.GAINS, collector, token)
    else:
        w.tell(told.SUPPLY_EMPTY, token)


def lose(w: World, collector: Collector, token: Token) -> None:
    """T10: lost tokens, thrown ones too, go back to the supply."""
    w.play(PURSE[collector], token, SUPPLY)
    w.tell(told.LOSES, collector, token)


def colours(s: Sight, collector: Collector) -> int:
    """T17: how many different colours a collector has."""
    return len(s.kinds_in(PURSE[collector]))


def why_not_lost(s: Sight, me: Seat, token: Token) -> Refusal | None:
    """T10: it must be among the team's tokens; T19: with odd numbers among one's own."""
    if s.has(PURSE[collector_of(s, me)], token):
        return None
    return refused.NOT_YOURS_TO_LOSE if is_odd(s) else refused.NO_SUCH_TOKEN


def why_not_thrown(s: Sight, me: Seat, token: Token) -> Refusal | None:
    """T13: two or more of it must be among the team's tokens; T21: or among one's own."""
    mine = PURSE[collector_of(s, me)]
    if not s.has(mine, token):
        return refused.NOT_YOURS_TO_THROW if is_odd(s) else refused.NO_SUCH_TOKEN
    return None if s.faces(mine).count(token) >= TO_THROW else refused.ONLY_ONE
