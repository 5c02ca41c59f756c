"""How everything is timed, ours and theirs alike: by processor time.

Everything here runs on one core in one thread, so on an idle machine processor time is what the
clock on the wall shows. On a busy one it leaves out the time that other programs had the core.
"""

from __future__ import annotations

import time
from collections.abc import Callable

BATCH_SECONDS = 0.001
"""Calls are made in batches that last at least so long, so that reading the clock costs nothing."""


def rate(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Decisions and games a second, after a game that is not timed.

    ``play`` plays a whole game and tells the number of decisions. Games are started for
    ``seconds``; the last one is finished.
    """
    play()
    decisions = games = 0
    elapsed = 0.0
    start = time.process_time()
    while elapsed < seconds:
        decisions += play()
        games += 1
        elapsed = time.process_time() - start
    return decisions / elapsed, games / elapsed


def microseconds(call: Callable[[], object], seconds: float) -> float:
    """Microseconds a call; calls are made for ``seconds``."""
    batch = 1
    while _batch_time(call, batch) < BATCH_SECONDS:
        batch *= 2
    calls = 0
    elapsed = 0.0
    while elapsed < seconds:
        elapsed += _batch_time(call, batch)
        calls += batch
    return elapsed / calls * 1e6


def _batch_time(call: Callable[[], object], batch: int) -> float:
    start = time.process_time()
    for _ in range(batch):
        call()
    return time.process_time() - start
