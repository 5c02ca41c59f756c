"""A series of games, cut into parts that any number of processes can play."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import NamedTuple, TypeAlias

from tatami import catalogue
from tatami.bots.arena import play_one
from tatami.cli.fail import Failure, shown
from tatami.engine.errors import EngineFault

Played: TypeAlias = tuple[tuple[int, ...], int, bool]
"""Who won, how many decisions there were, whether the game was cut off."""


class Series(NamedTuple):
    """Everything that decides how a series goes."""

    game: str
    opts: tuple[int, ...]
    names: list[str]
    seed: int
    games: int
    modules: tuple[str, ...] = ()
    """Of games that are not installed: another process must add them too."""


def play_part(series: Series, first: int, stop: int) -> list[Played]:
    """Games ``first`` to ``stop - 1`` of a series, as plain data."""
    for named in series.modules:
        catalogue.add_named(named)
    listing = catalogue.find(series.game)
    found: list[Played] = []
    for number in range(first, stop):
        result = play_one(
            listing.game, series.opts, listing.bots, series.names, series.seed, number
        )
        found.append((tuple(result.winners), result.decisions, result.cut))
    return found


def parts(games: int, jobs: int) -> list[tuple[int, int]]:
    """Where each part begins and stops: small enough for a fair share, large enough to pay."""
    size = 1 if jobs == 1 else max(1, min(100, games // (jobs * 8)))
    return [(first, min(games, first + size)) for first in range(0, games, size)]


def play_series(series: Series, jobs: int) -> Iterator[list[Played]]:
    """The parts of a series in their order, played by so many processes."""
    cut = parts(series.games, jobs)
    try:
        if min(jobs, len(cut)) == 1:
            for first, stop in cut:
                yield play_part(series, first, stop)
        else:
            yield from _spread(series, cut, min(jobs, len(cut)))
    except EngineFault as fault:
        raise Failure(f"a game of {series.game} failed: {shown(str(fault))}") from None


def _spread(series: Series, cut: list[tuple[int, int]], jobs: int) -> Iterator[list[Played]]:
    """Let several processes play; if one is interrupted, all end."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        for waiting in _submit(pool, series, cut):
            yield waiting.result()
    except BrokenProcessPool:
        raise Failure("a worker process ended before its games did") from None
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """In a worker: end when the one who waits has gone, even if it was killed outright."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        threading.Thread(target=_end_after, args=(sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _submit(
    pool: ProcessPoolExecutor, series: Series, cut: list[tuple[int, int]]
) -> list[Future[list[Played]]]:
    """Hand out all parts. Workers are started deaf to Ctrl-C: it is for the one who waits.

    They inherit that SIGINT is blocked; the tracker, which would unblock it, is started before.
    """
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [pool.submit(play_part, series, first, stop) for first, stop in cut]
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
