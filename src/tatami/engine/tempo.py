"""The times of a game in real time. No clock is read here: whoever keeps one brings the time."""

from __future__ import annotations

from typing import NamedTuple


class Tempo(NamedTuple):
    """The times of a game that is played in real time, in milliseconds, for who keeps the clock.

    A step expires after ``choose``. A simultaneous choice with a count closes when its count has
    run for ``counted``, but no sooner than ``between`` after it was asked, and no later than it
    expires. The rules never read a clock.
    """

    choose: int
    between: int
    counted: int


class StepTime(NamedTuple):
    """The open step on somebody's clock: which one it is, when it began, when it ends by itself."""

    turn: int
    revision: int
    """What the running count belongs to; -1 where none runs."""
    began: int
    due: int


def step_time(
    tempo: Tempo, old: StepTime | None, turn: int, revision: int, now: int, began: int
) -> StepTime:
    """The time of the open step: what it was, as long as it is the same step and the same count.

    A step that was not open before began at ``began``. One that a count is broken off in, or begun,
    goes on: nobody wins new time by it.
    """
    if old is not None and old.turn == turn:
        if old.revision == revision:
            return old
        began = old.began
    due = began + tempo.choose
    if revision >= 0:
        due = min(due, max(began + tempo.between, now + tempo.counted))
    return StepTime(turn, revision, began, due)
