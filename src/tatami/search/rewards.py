"""What a position is worth to each seat, from 0 to 1."""

from __future__ import annotations

from typing import Final

from tatami.engine.world import World
from tatami.games.guide import Guide, blended

SCALE: Final = 5.0
"""The lead in points that is much, where the game does not say."""


def worth(guide: Guide, w: World) -> list[float]:
    """What a playout came to: its end, or the position where it stopped."""
    if w.over:
        return ended(w, guide.scale(w) if guide.scale is not None else SCALE)
    if guide.evaluate is not None:
        return guide.evaluate(w)
    return [1.0 / w.seats] * w.seats


def ended(w: World, scale: float = SCALE) -> list[float]:
    """Half the victory and half the lead in points; the victory alone where there are none."""
    winners = w.game.outcome(w)
    won = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(w.seats)]
    points = [float(number) for number in w.scores()]
    return blended(won, points, scale) if len(points) > 1 else won
