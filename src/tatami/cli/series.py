"""A series of games, cut into parts that any number of processes can play."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from tatami import catalogue
from tatami.bots.arena import play_one
from tatami.cli.fail import Failure, shown
from tatami.engine.errors import EngineFault

T = TypeVar("T")
Played: TypeAlias = tuple[tuple[int, ...], int, bool]
"""Who won, how many decisions there were, whether the game was cut off."""
Part: TypeAlias = tuple[Any, ...]
"""What a worker is given, in whatever process it is called."""
TRIES: Final = 4
"""How often parts are handed out again after a worker died."""


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


class Executor(Protocol):
    """Where games are played. Parts come back in any order, each with its number."""

    @property
    def workers(self) -> int:
        """How many parts are played at once."""
        ...

    def play(self, work: Callable[..., T], cut: Sequence[Part]) -> Iterator[tuple[int, T]]:
        """Play all parts. What died is played again: seeds decide, so it comes out the same."""
        ...


class Here:
    """This process."""

    workers = 1

    def play(self, work: Callable[..., T], cut: Sequence[Part]) -> Iterator[tuple[int, T]]:
        """One part after the other."""
        for at, part in enumerate(cut):
            yield at, work(*part)


class Processes:
    """So many processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, work: Callable[..., T], cut: Sequence[Part]) -> Iterator[tuple[int, T]]:
        """Hand the parts out; those of a worker that died are handed out again."""
        left = dict(enumerate(cut))
        for _ in range(TRIES):
            try:
                for at, part in _spread(work, dict(left), min(self.workers, len(left))):
                    del left[at]
                    yield at, part
                return
            except BrokenProcessPool:
                continue
        raise Failure("worker processes ended before their games did, again and again")


def processes(jobs: int) -> Executor:
    """So many processes, or this one."""
    return Processes(jobs) if jobs > 1 else Here()


def play_series(series: Series, executor: Executor) -> Iterator[list[Played]]:
    """The parts of a series in their order, each counted once."""
    cut = parts(series.games, executor.workers)
    return in_order(executor, partial(play_part, series), cut, series.game)


def in_order(
    executor: Executor, work: Callable[..., T], cut: Sequence[Part], game: str
) -> Iterator[T]:
    """What comes of each part, in their order, each counted once."""
    came: dict[int, T] = {}
    shown_next = 0
    try:
        for at, part in executor.play(work, cut):
            came.setdefault(at, part)
            while shown_next in came:
                yield came.pop(shown_next)
                shown_next += 1
    except EngineFault as fault:
        raise Failure(f"a game of {game} failed: {shown(str(fault))}") from None
    if shown_next != len(cut):
        missing = len(cut) - shown_next
        raise Failure(f"{missing} of {len(cut)} parts of the series did not come back")


def _spread(work: Callable[..., T], left: dict[int, Part], workers: int) -> Iterator[tuple[int, T]]:
    """Let several processes play; if one is interrupted, all end."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        waiting = _submit(pool, work, list(left.values()))
        for at, one in zip(left, waiting, strict=True):
            yield at, one.result()
        pool.shutdown()
    except BrokenProcessPool:
        pool.shutdown()
        raise
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


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
    pool: ProcessPoolExecutor, work: Callable[..., T], tasks: Sequence[Part]
) -> list[Future[T]]:
    """Hand out all tasks. Workers are started deaf to Ctrl-C: it is for the one who waits.

    They inherit that SIGINT is blocked; the tracker, which would unblock it, is started before.
    """
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [pool.submit(work, *task) for task in tasks]
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
