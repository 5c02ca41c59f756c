"""What a search is told of WAT-AAH!: whom to improve on, where to stop, what a round brings."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Seat
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Guide, Level, squashed
from tatami.games.wataah.bot import SlyBot
from tatami.games.wataah.cards import STRENGTH
from tatami.games.wataah.zones import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    HAND,
    PAWN_POINTS,
    ROUND,
    is_grand_master,
)

SCORE_SCALE: Final = 5.0
POINT_SCALE: Final = 3.0
FIGHT: Final = 1.0
"""What a pawn at the Showdown may be worth, in points, before the Boss is known."""
HELD: Final = 0.1
"""What a point of strength in a hand that is kept is worth, in points (W24)."""


def round_is_over(view: View, w: World) -> bool:
    """W24: a playout goes to the end of the round."""
    return w.count[ROUND] != view.count[ROUND]


def scale(w: World) -> float:
    """W22, W34: a lead that is much: in points, or in the score of the only round."""
    return POINT_SCALE if is_grand_master(w) else SCORE_SCALE


def after_a_round(w: World) -> list[float]:
    """W25, W30 to W32: by the pawns placed so far, and by the hands that are kept."""
    stands = [_standing(w, seat) for seat in w.everyone()]
    found: list[float] = []
    for seat, mine in enumerate(stands):
        best = max(stands[:seat] + stands[seat + 1 :])
        found.append(squashed((mine - best) / POINT_SCALE))
    return found


def _standing(w: World, seat: Seat) -> float:
    sure = PAWN_POINTS * (w.count[AT_COURT[seat]] + w.count[AT_MISSIONS[seat]])
    hand = sum([STRENGTH[face] for face in w.faces(HAND[seat])])
    return sure + FIGHT * PAWN_POINTS * w.count[AT_SHOWDOWN[seat]] + HELD * hand


GUIDE: Final = Guide(SlyBot, scale=scale, evaluate=after_a_round, until=round_is_over)
LEVELS: Final = (
    Level("playful", lambda key: SlyBot(key, curious=True), slips=20),
    Level("sly", SlyBot),
    Level("sharp", SlyBot, simulations=16),
    Level("ruthless", SlyBot, simulations=100, most=2000),
)
