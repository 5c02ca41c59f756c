"""What a search is told of War of Clans: how the others play on, what a position is worth."""

from __future__ import annotations

from typing import Final

from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.clans.bot import STEADY, SteadyBot, Temper
from tatami.games.clans.cards import NINJA, TROOP
from tatami.games.clans.rules import cards_in_all
from tatami.games.clans.rules import standing as counted
from tatami.games.clans.zones import DECK, HAND, LAST, serves
from tatami.games.guide import Guide, Level, blended, squashed

SCALE: Final = 2.0
LAP: Final = 1
QUICK: Final = Temper(firsts=2, seconds=2, whim=0.02)
"""How the others play on in a playout: as the steady bot, but at a glance."""
PLAYED: Final = 1.7
HELD: Final = 0.9
SENT: Final = 0.5
DRAWN: Final = 0.3
AT_HOME: Final = 0.1


def quick(key: bytes) -> SteadyBot:
    """A steady bot at a glance."""
    return SteadyBot(key, QUICK)


def ended(w: World) -> list[float]:
    """C16 to C18: half the victory, half the lead in cards."""
    winners = w.game.outcome(w)
    won = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(w.seats)]
    return blended(won, [float(cards_in_all(w, serves(w, seat))) for seat in w.everyone()], SCALE)


def lap_is_over(view: View, w: World) -> bool:
    """A playout stops after about a lap of turns, unless the end is near."""
    drawn = len(view.zones[DECK]) - len(w.zones[DECK])
    return drawn >= LAP * PLAYED * w.seats + 1 and len(w.zones[DECK]) > 0


def standing(w: World) -> list[float]:
    """The chance of each seat, were the leads of all clans independent.

    It counts the cards of a seat's clan that stand, lie in its hand, and may yet be drawn.
    """
    turns = 0.0 if w.is_held(LAST) else 1.0 + w.size(DECK) / (PLAYED * w.seats)
    unseen = w.faces(DECK)
    strong: list[float] = []
    for seat in w.everyone():
        clan = serves(w, seat)
        hand = w.faces(HAND[seat])
        held = HELD * min(hand.count(TROOP[clan]), int(2 * turns)) + SENT * hand.count(NINJA)
        later = DRAWN * unseen.count(TROOP[clan]) + (held if turns else 0.0)
        strong.append(cards_in_all(w, clan) + AT_HOME * counted(w, seat).at_home + later)
    return _chances(strong, 1.0 / (STEADY.spread + STEADY.spread_round * turns))


def _chances(strong: list[float], scale: float) -> list[float]:
    found: list[float] = []
    for seat, mine in enumerate(strong):
        chance = 1.0
        for other, theirs in enumerate(strong):
            if other != seat:
                chance *= squashed((mine - theirs) * scale)
        found.append(chance)
    total = sum(found)
    return [chance / total for chance in found]


GUIDE: Final = Guide(quick, reward=ended, evaluate=standing, until=lap_is_over)
OPEN: Final = Temper(bluff=0.0, firsts=1, seconds=2)
"""Plays for its own clan from the first turn on, for all to see."""
FIERY: Final = Temper(bluff=0.2, reach=1.2, pressure=0.5, held=0.6)
"""Plays its cards at once, strikes the leader, and thinks little of what may strike it."""
LEVELS: Final = (
    Level("dreamy", lambda key: SteadyBot(key, OPEN), slips=115),
    Level("fiery", lambda key: SteadyBot(key, FIERY), slips=24),
    Level("steady", SteadyBot),
    Level("shrewd", SteadyBot, simulations=100),
)
