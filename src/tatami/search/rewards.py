"""What a position is worth to each seat, from 0 to 1."""

from __future__ import annotations

from typing import Final

from tatami.engine.world import World
from tatami.games.guide import Guide, blended

SCALE: Final = 5.0
"""The lead in points that counts three quarters of the way from a tie to a certain win."""


def worth(guide: Guide, w: World) -> list[float]:
    """What a playout came to: its end, or the position where it stopped."""
    if w.over:
        return guide.reward(w) if guide.reward is not None else ended(w)
    if guide.evaluate is not None:
        return guide.evaluate(w)
    return [1.0 / w.seats] * w.seats


def ended(w: World) -> list[float]:
    """Half the victory and half the lead in points; the victory alone where there are none."""
    winners = w.game.outcome(w)
    won = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(w.seats)]
    if w.game.scores is None or w.seats == 1:
        return won
    return blended(won, [float(points) for points in w.game.scores(w)], SCALE)
