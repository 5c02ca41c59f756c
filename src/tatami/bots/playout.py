"""Random play to the end inside the library: what a Monte Carlo search spends its time on."""

from __future__ import annotations

from tatami.engine.flow import expire, options, put, waiting
from tatami.engine.game import ONE
from tatami.engine.world import World


def playout(w: World, seed: int, limit: int = 100_000) -> int:
    """Answer every ask at random until the game is over; how many had at least two options.

    Its dice are quick, not good: fine for playouts, not for deals. Asks that wait only for a
    count to end are expired.
    """
    state = seed & 0xFFFFFFFF
    decisions = 0
    for _ in range(limit):
        ask = w.ask
        if w.over or ask is None:
            break
        at = 0
        if ask.close != ONE:
            asked = waiting(w)
            if not asked:
                expire(w)
                continue
            at = asked[0]
        allowed = options(w, at)
        count = len(allowed)
        if count == 1:
            put(w, at, allowed[0])
            continue
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        put(w, at, allowed[(state >> 8) * count >> 24])
        decisions += 1
    return decisions
