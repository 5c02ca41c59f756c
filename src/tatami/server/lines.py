"""How long the line to a player surely is, by what the player cannot choose.

Who answers pings late seems to be far away. So what pings measure is capped: by the kernel's own
least round trip of the socket, which the other end's kernel answers for its programs; behind a
proxy, at which the player's socket ends, by what the proxy tells of it; by a small constant where
neither is known. See docs/adr/0009.
"""

from __future__ import annotations

import socket
import struct
from typing import Any, Final, NamedTuple

from starlette.datastructures import Headers

from tatami.server.networks import Networks

KERNEL: Final = "kernel"
PROXY: Final = "proxy"
CONSTANT: Final = "constant"
SMALL: Final = 0.03
"""Seconds of a round trip that are believed without a witness."""
LONGEST: Final = 10.0
"""Seconds of a round trip that nobody need believe."""
MICRO: Final = 1e-6

TCP_INFO: Final = getattr(socket, "TCP_INFO", None)
"""Where the system has none, nothing is known."""
INFO_SIZE: Final = 256
TRIP_AT: Final = 68
"""Where Linux tells the smoothed round trip, in microseconds ..."""
LEAST_AT: Final = 148
"""... and since version 4.6 the least one."""
UNKNOWN: Final = (0, 0xFFFF_FFFF)
LONGEST_NUMBER: Final = 10
PASSED_ON: Final = ("x-forwarded-for", "x-forwarded-proto")


class Cap(NamedTuple):
    """The longest round trip, in seconds, that a connection is credited with, and who says so."""

    basis: str
    trip: float


UNWITNESSED: Final = Cap(CONSTANT, SMALL)


def kernel_trip(line: Any) -> float | None:
    """The least round trip that the kernel has seen on a socket; None where it does not tell."""
    if TCP_INFO is None or line is None:
        return None
    try:
        return trip_in(line.getsockopt(socket.IPPROTO_TCP, TCP_INFO, INFO_SIZE))
    except (OSError, AttributeError, TypeError):  # gone, no TCP, or a stand-in for a socket
        return None


def trip_in(info: bytes) -> float | None:
    """The same from what the kernel tells: older ones tell less, and not yet all of it."""
    for at in (LEAST_AT, TRIP_AT):
        if len(info) >= at + 4:
            (found,) = struct.unpack_from("=I", info, at)
            if found not in UNKNOWN:
                return min(int(found) * MICRO, LONGEST)
    return None


def told_by_proxy(peer: str, headers: Headers, proxies: Networks, header: str) -> Cap | None:
    """What caps a connection that a trusted proxy passes on; None where it comes by itself.

    A proxy that tells nothing, or nonsense, or the same twice, gets the constant.
    """
    if peer not in proxies:
        return None
    told = headers.getlist(header) if header else []
    if not told and not any(name in headers for name in PASSED_ON):
        return None
    return _cap_of(told[0].strip()) if len(told) == 1 else UNWITNESSED


def _cap_of(told: str) -> Cap:
    """A whole number of microseconds, and nothing else."""
    if not told.isascii() or not told.isdigit() or len(told) > LONGEST_NUMBER or not int(told):
        return UNWITNESSED
    return Cap(PROXY, min(int(told) * MICRO, LONGEST))
