"""What a search is told of War of Clans: how the others play on, what a position is worth."""

from __future__ import annotations

import math
from typing import Final

from tatami.engine.rules import Seat
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.clans.bot import MOST_PLAYED, PLAYED, STEADY, SteadyBot, Temper
from tatami.games.clans.cards import NINJA, TROOP
from tatami.games.clans.glance import GlanceBot
from tatami.games.clans.rules import standing
from tatami.games.clans.zones import DECK, HAND, serves
from tatami.games.guide import Guide, Level, squashed

SCALE: Final = 2.0
"""C16: a lead in cards that is much."""
LAP: Final = 1


def lap_is_over(view: View, w: World) -> bool:
    """A playout stops after about a lap of turns; once the deck is empty it goes to the end."""
    drawn = view.size(DECK) - w.size(DECK)
    return drawn >= LAP * PLAYED * w.seats + 1 and not w.is_empty(DECK)


def prospects(w: World) -> list[float]:
    """The chance of each seat, were the leads of all clans independent; while there is a deck."""
    turns = 1.0 + w.size(DECK) / (PLAYED * w.seats)
    strong = [_strong(w, seat, int(MOST_PLAYED * turns)) for seat in w.everyone()]
    return _chances(strong, 1.0 / (STEADY.spread + STEADY.spread_round * turns))


def _strong(w: World, seat: Seat, playable: int) -> float:
    """The cards of a seat's clan that stand, lie in its hand, and may yet be drawn, as weighed."""
    troop = TROOP[serves(w, seat)]
    hand = w.faces(HAND[seat])
    held = STEADY.held * min(hand.count(troop), playable) + STEADY.ninja * hand.count(NINJA)
    later = STEADY.drawn * w.faces(DECK).count(troop) + held
    now = standing(w, seat)
    return now.in_all + STEADY.home * now.at_home + later


def _chances(strong: list[float], scale: float) -> list[float]:
    found: list[float] = []
    for seat, mine in enumerate(strong):
        chance = 1.0
        for other, theirs in enumerate(strong):
            if other != seat:
                chance *= squashed((mine - theirs) * scale)
        found.append(chance)
    total = math.fsum(found)  # the same in every Python
    return [chance / total for chance in found]


GUIDE: Final = Guide(GlanceBot, scale=lambda _: SCALE, evaluate=prospects, until=lap_is_over)
OPEN: Final = Temper(bluff=0.0, firsts=1, seconds=2)
"""Plays for its own clan from the first turn on, for all to see."""
FIERY: Final = Temper(bluff=0.2, reach=1.2, pressure=0.5, held=0.6)
"""Plays its cards at once, strikes the leader, and thinks little of what may strike it."""
LEVELS: Final = (
    Level("dreamy", lambda key: SteadyBot(key, OPEN), slips=115),
    Level("fiery", lambda key: SteadyBot(key, FIERY), slips=36),
    Level("steady", SteadyBot),
    Level("shrewd", SteadyBot, simulations=100, most=2000),
)
