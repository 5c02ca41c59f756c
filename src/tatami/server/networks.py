"""Whose address that is, and how many of something it has open: what limits are counted for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final


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
    """Addresses and networks with commas between, or ``*`` for all: whose word is taken."""

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


WAITING: Final = 40
"""Requests of one address that wait for their turn, or have it: as many as sit in a classroom."""


class Crowded(Exception):
    """Too many of one address wait already."""


class Turns:
    """What is dear is done for one address after the other: who asks for much waits alone."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._here: dict[str, int] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of one who asks from there, and have it; ``Crowded`` where many do."""
        if self._here.get(address, 0) >= WAITING:
            raise Crowded
        self._here[address] = self._here.get(address, 0) + 1
        try:
            async with self._locks.setdefault(address, asyncio.Lock()):
                yield
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address], self._locks[address]
