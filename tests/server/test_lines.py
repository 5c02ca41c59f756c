"""What a player is credited with for lag: no more than what nobody can make up (docs/adr/0009).

On real servers, and never how long something took: a held pong is late by at least so much, a
delayed packet too, and what a credit rests on is told with every race.
"""

from __future__ import annotations

import functools
import json
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from starlette.datastructures import Headers

from tatami.server.lines import (
    CONSTANT,
    INFO_SIZE,
    KERNEL,
    LEAST_AT,
    LONGEST,
    PROXY,
    SMALL,
    TRIP_AT,
    UNWITNESSED,
    Cap,
    kernel_trip,
    told_by_proxy,
    trip_in,
)
from tatami.server.networks import Networks
from tatami.tables.race import MOST_CREDIT
from tests.server import faraway
from tests.server.people import run
from tests.server.racers import Ponging, Racer, credited, next_deal, racers
from tests.support.line import Line
from tests.support.serving import ROOT, Server

Serve = Callable[..., Server]
LONG = {"choose": "90", "between": "12", "codes": "off"}
HELD = 2 * MOST_CREDIT
"""Seconds: pongs that are held so long would be worth the whole credit."""
TRUSTED, STRANGER = "127.0.0.2", "127.0.0.3"
"""Loopback has more than one address: one of them is the proxy's."""


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy that tells of its players' lines."""
    settings = {"pace": 0, "thinkers": 1, "messages": 500, "opening": 10_000}
    settings |= {"proxies": TRUSTED, "rtt_header": "X-Rtt"}
    with Server(tmp_path_factory.mktemp("lines") / "data", **settings) as server:
        yield server


# -- a client's own pongs


def test_a_client_that_holds_its_pongs_gets_no_more_credit_than_one_that_does_not(
    dojo: Server,
) -> None:
    """Its pongs alone would be worth all of it; what counts is what the kernel knows."""

    class Holder(Racer):
        connection = functools.partial(Ponging, hold=HELD)

    async def evening() -> None:
        people = await racers(dojo, 4, options=LONG, kinds=(Racer, Holder, Racer, Racer))
        honest, basis = await credited(people, 0)
        assert basis == KERNEL
        await next_deal(people, 1)
        held, basis = await credited(people, 1)
        assert basis == KERNEL
        # loopback: the kernel answers itself, whatever else the machine does
        assert honest < MOST_CREDIT / 4
        assert held < MOST_CREDIT / 4

    run(evening())


def test_packets_that_are_really_late_still_earn_credit(tmp_path: Path) -> None:
    """60 ms each way on a TUN device: no packet is early, so the kernel's trip is 120 at least."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.server.faraway", str(tmp_path / "data")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if found.returncode == faraway.REFUSED:
        pytest.fail(f"no network of its own could be made: {found.stderr.strip()}")
    assert found.returncode == 0, found.stderr
    credits = json.loads(found.stdout)
    assert {basis for _, basis in credits.values()} == {KERNEL}
    for who in ("far", "far and holding"):
        assert faraway.WAY <= credits[who][0] <= MOST_CREDIT


# -- behind a proxy


async def through(server: Server, source: str, headers: bytes, seat: int = 1) -> tuple[float, str]:
    """What a player is credited with who holds pongs and comes by a relay that adds headers."""

    class Holder(Racer):
        connection = functools.partial(Ponging, hold=HELD)

    async with AsyncExitStack() as stack:
        line = await stack.enter_async_context(Line(server.port, source=source, headers=headers))
        lines = [line if at == seat else None for at in range(4)]
        kinds = [Holder if at == seat else Racer for at in range(4)]
        people = await racers(server, 4, lines, options=LONG, kinds=kinds)
        found = await credited(people, seat)
        for one in people:
            await one.drop()
        return found


FORWARDED = b"X-Forwarded-For: 192.0.2.7\r\n"


@pytest.mark.parametrize(
    ("headers", "credit", "basis"),
    [
        (FORWARDED + b"X-Rtt: 90000\r\n", 0.045, PROXY),
        (b"X-Rtt: 90000\r\n", 0.045, PROXY),
        (FORWARDED + b"X-Rtt: 9000000\r\n", MOST_CREDIT, PROXY),
        (FORWARDED, SMALL / 2, CONSTANT),
        (FORWARDED + b"X-Rtt: soon\r\n", SMALL / 2, CONSTANT),
        (FORWARDED + b"X-Rtt: 90000\r\nX-Rtt: 1\r\n", SMALL / 2, CONSTANT),
    ],
)
def test_behind_a_trusted_proxy_what_it_tells_caps_the_credit(
    dojo: Server, headers: bytes, credit: float, basis: str
) -> None:
    """Pongs are held, so the cap is what is left; one that tells nothing gets the constant."""
    found = run(through(dojo, TRUSTED, headers))
    assert found == (pytest.approx(credit), basis)


def test_nobody_elses_header_is_believed(dojo: Server) -> None:
    """It comes from an address that is no proxy's: a client's own word counts for nothing."""
    credit, basis = run(through(dojo, STRANGER, FORWARDED + b"X-Rtt: 190000\r\n"))
    assert basis == KERNEL
    assert credit < MOST_CREDIT / 4


def test_a_server_that_names_no_header_reads_none(serve: Serve) -> None:
    server = serve(pace=0, thinkers=1, proxies=TRUSTED)
    found = run(through(server, TRUSTED, FORWARDED + b"X-Rtt: 190000\r\n"))
    assert found == (pytest.approx(SMALL / 2), CONSTANT)


# -- what the kernel tells


def told(least: int | None, smoothed: int = 0, size: int = INFO_SIZE) -> bytes:
    """What a kernel would write."""
    info = bytearray(INFO_SIZE)
    struct.pack_into("=I", info, TRIP_AT, smoothed)
    struct.pack_into("=I", info, LEAST_AT, 0xFFFF_FFFF if least is None else least)
    return bytes(info[:size])


@pytest.mark.parametrize(
    ("info", "trip"),
    [
        (told(40_000, 90_000), 0.04),
        (told(None, 90_000), 0.09),
        (told(0, 90_000), 0.09),
        (told(40_000, 90_000, size=LEAST_AT), 0.09),
        (told(40_000, 90_000, size=LEAST_AT + 3), 0.09),
        (told(40_000, 90_000, size=LEAST_AT + 4), 0.04),
        (told(None, 0), None),
        (told(40_000, 90_000, size=TRIP_AT), None),
        (told(1, size=1), None),
        (b"", None),
        (told(0xFFFF_FFFE), LONGEST),
    ],
)
def test_the_least_trip_is_read_then_the_smoothed_one_then_none(
    info: bytes, trip: float | None
) -> None:
    """Older kernels tell less, and a young connection has nothing to tell."""
    assert trip_in(info) == (None if trip is None else pytest.approx(trip))


def test_what_is_no_socket_tells_nothing() -> None:
    left, right = socket.socketpair()
    with left, right:
        assert kernel_trip(left) is None, "no TCP"
    assert kernel_trip(left) is None, "closed"
    assert kernel_trip(None) is None
    assert kernel_trip(object()) is None


def test_a_connection_on_this_machine_has_a_trip() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as door,
        socket.create_connection(door.getsockname()) as one,
        door.accept()[0] as other,
    ):
        for end in (one, other):
            trip = kernel_trip(end)
            assert trip is not None
            assert 0 < trip < LONGEST


# -- what a proxy tells


@pytest.mark.parametrize(
    "told", ["", "-1", "+1", "1.5", "1e3", "0x10", "²", "12345678901", "0", "1 2", "NaN"]
)
def test_nonsense_from_a_proxy_is_as_good_as_nothing(told: str) -> None:
    headers = Headers({"x-rtt": told})
    assert told_by_proxy("10.0.0.1", headers, Networks("10.0.0.1"), "X-Rtt") == UNWITNESSED


def test_a_number_from_a_proxy_is_microseconds() -> None:
    headers = Headers({"x-rtt": " 1500 ", "x-forwarded-for": "192.0.2.7"})
    assert told_by_proxy("10.0.0.1", headers, Networks("10.0.0.1"), "X-RTT") == Cap(PROXY, 0.0015)
    assert told_by_proxy("10.0.0.2", headers, Networks("10.0.0.1"), "X-RTT") is None
    assert told_by_proxy("10.0.0.1", Headers(), Networks("10.0.0.1"), "X-RTT") is None
