"""How much one connection or one address may ask for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from time import monotonic
from typing import Final

MOST_BUCKETS: Final = 10_000


def _plain(address: str) -> IPv4Address | IPv6Address | None:
    """An address as what it is; None where it is none, such as that of a socket in a file."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What limits are counted for: an address, of IPv6 the /64, which is one customer's."""
    found = _plain(address)
    if not isinstance(found, IPv6Address):
        return str(found) if found is not None else address
    return str(ip_network((found, 64), strict=False))


@lru_cache(maxsize=4096)
def neighbourhood_of(address: str) -> str:
    """The larger network around an address, of which one holder can have all: /24, or /48."""
    found = _plain(address)
    if found is None:
        return address
    return str(ip_network((found, 48 if isinstance(found, IPv6Address) else 24), strict=False))


class Networks:
    """Addresses and networks with commas between, or ``*`` for all."""

    def __init__(self, listed: str) -> None:
        parts = [part.strip() for part in listed.split(",") if part.strip()]
        self._all = "*" in parts
        self._names = set(parts)
        self._nets = [_network(part) for part in parts]

    def __contains__(self, address: str) -> bool:
        if self._all or address in self._names:
            return True
        found = _plain(address)
        return found is not None and any(net is not None and found in net for net in self._nets)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


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
    """A bucket for each address; the least recently used ones are forgotten when there are many."""

    def __init__(self, rate: float, brim: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._brim = brim
        self._clock = clock
        self._known: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address."""
        return self._of(address).take()

    def spill(self, address: str, many: float) -> None:
        """An address loses so many, or all that it has."""
        self._of(address).spill(many)

    def _of(self, address: str) -> Bucket:
        bucket = self._known.pop(address, None) or Bucket(self._rate, self._brim, self._clock)
        self._known[address] = bucket
        if len(self._known) > MOST_BUCKETS:
            del self._known[next(iter(self._known))]
        return bucket


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
