"""How much one connection or one address may ask for."""

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

    def take(self) -> bool:
        """Take one; false where there is none."""
        now = self._clock()
        self._full = min(self._brim, self._full + (now - self._when) * self._rate)
        self._when = now
        if self._full < 1:
            return False
        self._full -= 1
        return True


class Buckets:
    """A bucket for each address; the least recently used ones are forgotten when there are many."""

    def __init__(self, rate: float, brim: float) -> None:
        self._rate = rate
        self._brim = brim
        self._known: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address."""
        bucket = self._known.pop(address, None) or Bucket(self._rate, self._brim)
        self._known[address] = bucket
        if len(self._known) > MOST_BUCKETS:
            del self._known[next(iter(self._known))]
        return bucket.take()


class Counter:
    """How many of something each address has open now."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """One more; false where that would be too many."""
        if self._open.get(address, 0) >= self._most:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
