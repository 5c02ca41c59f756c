"""How everything is timed, ours and theirs alike: by processor time, and the best slice counts.

Everything here runs on one core in one thread, so on an idle machine processor time is what the
clock on the wall shows. On a busy one it leaves out the time that other programs had the core. What
they do to caches, and what neighbours do to a virtual machine, remains: it comes and goes within
seconds and can halve the speed. So a run is timed in short slices, and the best of them counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable

SLICE_SECONDS = 0.1
SLICE_GAMES = 20
"""A slice has at least so many games, so that the best one is not just one with lucky games."""
BATCH_SECONDS = 0.02
"""A slice of calls, which are all alike."""


def rate(play: Callable[[], int], seconds: float, games: int = SLICE_GAMES) -> tuple[float, float]:
    """Decisions and games a second in the best slice of a run of at least ``seconds``.

    ``play`` plays a whole game and tells the number of decisions. One is played before the run. A
    slice has at least so many games.
    """
    play()
    best = (0.0, 0.0)
    elapsed = 0.0
    while elapsed < seconds:
        took, decisions, played = _slice(play, min(SLICE_SECONDS, seconds), games)
        best = max(best, (decisions / took, played / took))
        elapsed += took
    return best


def _slice(play: Callable[[], int], seconds: float, least: int) -> tuple[float, int, int]:
    """The time of a slice, its decisions and its games."""
    decisions = games = 0
    elapsed = 0.0
    start = time.process_time()
    while elapsed < seconds or games < least:
        decisions += play()
        games += 1
        elapsed = time.process_time() - start
    return elapsed, decisions, games


def microseconds(call: Callable[[], object], seconds: float) -> float:
    """Microseconds a call in the best slice of a run of at least ``seconds``."""
    batch = 1
    while _batch_time(call, batch) < min(BATCH_SECONDS, seconds):
        batch *= 2
    best = elapsed = _batch_time(call, batch)
    while elapsed < seconds:
        took = _batch_time(call, batch)
        best = min(best, took)
        elapsed += took
    return best / batch * 1e6


def _batch_time(call: Callable[[], object], batch: int) -> float:
    start = time.process_time()
    for _ in range(batch):
        call()
    return time.process_time() - start
