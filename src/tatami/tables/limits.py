"""How much somebody may do: a bucket that fills at a steady rate."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_BUCKETS: Final = 10_000


class Bucket:
    """Fills at a steady rate up to a brim; what is taken from it must be there."""

    __slots__ = ("_brim", "_clock", "_full", "_rate", "_when")

    def __init__(self, rate: float, brim: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._brim = brim
        self._full = brim
        self._clock = clock
        self._when = clock()

    def take(self, many: float = 1) -> bool:
        """Take one, or so many; false, and nothing is taken, where there are not as many."""
        now = self._clock()
        self._full = min(self._brim, self._full + (now - self._when) * self._rate)
        self._when = now
        if self._full < many:
            return False
        self._full -= many
        return True

    def spill(self, many: float) -> None:
        """Lose so many, or all that there are."""
        self.take(0)
        self._full = max(0.0, self._full - many)


class Buckets:
    """A bucket for each address or person; of many the least recently used are forgotten."""

    def __init__(self, rate: float, brim: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._brim = brim
        self._clock = clock
        self._known: dict[str, Bucket] = {}

    def take(self, whose: str) -> bool:
        """Take one from somebody's bucket."""
        return self._of(whose).take()

    def spill(self, whose: str, many: float) -> None:
        """Somebody loses so many, or all that there are."""
        self._of(whose).spill(many)

    def _of(self, whose: str) -> Bucket:
        bucket = self._known.pop(whose, None) or Bucket(self._rate, self._brim, self._clock)
        self._known[whose] = bucket
        if len(self._known) > MOST_BUCKETS:
            del self._known[next(iter(self._known))]
        return bucket
