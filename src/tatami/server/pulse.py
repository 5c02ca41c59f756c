"""How long a message takes to a client and back, measured by the server alone.

Every web socket answers pings by itself: no page need know of it. What that measures is capped by
what the client cannot choose (``lines``). The time of arrival is taken when bytes come in, not when
somebody gets round to reading them. See docs/adr/0009.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final

from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from tatami.server.frames import BoundedSocket
from tatami.server.lines import KERNEL, UNWITNESSED, Cap, kernel_trip
from tatami.tables.race import MOST_CREDIT

OFTEN: Final = 0.25
"""Seconds between pings until there are a few ..."""
FEW: Final = 5
SELDOM: Final = 2.0
"""... and afterwards."""
MOST_OPEN: Final = 8
"""Pings under way; who answers none of them is not asked more often."""
EXTENSION: Final = "tatami.pulse"
"""Where the scope of a socket holds its pulse."""
AT_ONCE: Final = "tatami.at_once"
"""Where it holds what writes a text at once."""
ARRIVED: Final = "tatami.arrived"
"""Where a message holds the moment at which it came in."""


class Pulse:
    """The round trips of one connection: what its pings took, and what caps that."""

    def __init__(
        self, ping: Callable[[bytes], bool], kernel: Callable[[], float | None] = lambda: None
    ) -> None:
        self._send = ping
        self._kernel = kernel
        self.peer = ""
        """The address at the other end of the socket: a client's, or a proxy's."""
        self.told: Cap | None = None
        """What caps a connection that a proxy has passed on; the kernel knows only the proxy's."""
        self._least = UNWITNESSED
        self._open: dict[bytes, float] = {}
        self._trips = 0
        self.trip = 0.0
        """Seconds of the least round trip so far; 0 where none was measured."""
        self._timer: asyncio.Handle | None = None

    @property
    def credit(self) -> float:
        """Seconds by which a message was surely under way: half a round trip, within limits."""
        return min(self.trip / 2, self.cap.trip / 2, MOST_CREDIT)

    @property
    def cap(self) -> Cap:
        """What is believed at most, whatever pings say."""
        return self._least if self.told is None else self.told

    def start(self) -> None:
        """Measure from now on."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._ping)

    def stop(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ask_kernel(self) -> None:
        """The kernel forgets after some minutes; here the least one stays."""
        found = self._kernel()
        if found is not None:
            known = self._least.basis == KERNEL
            self._least = Cap(KERNEL, min(found, self._least.trip) if known else found)

    def _ping(self) -> None:
        loop = asyncio.get_running_loop()
        self._ask_kernel()
        if len(self._open) >= MOST_OPEN:
            del self._open[next(iter(self._open))]
        mark = secrets.token_bytes(8)
        self._open[mark] = loop.time()
        if self._send(mark):
            wait = OFTEN if self._trips < FEW else SELDOM
            self._timer = loop.call_later(wait, self._ping)

    def answered(self, mark: bytes) -> bool:
        """A ping has come back; false where it is none of ours."""
        sent = self._open.pop(mark, None)
        if sent is not None:
            self._ask_kernel()
            self._measured(asyncio.get_running_loop().time() - sent)
        return sent is not None

    def _measured(self, trip: float) -> None:
        """Only the least counts: a line that seems to become slower wins no credit by it."""
        self.trip = min(trip, self.trip) if self._trips else trip
        self._trips += 1


class _Dated(asyncio.Queue[Any]):
    """What a socket has brought, each with the moment at which it came."""

    def put_nowait(self, item: Any) -> None:
        item[ARRIVED] = asyncio.get_running_loop().time()
        super().put_nowait(item)


class DatedSocket(BoundedSocket):
    """A web socket that dates what comes in, and has a pulse."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = _Dated()
        self.pulse = Pulse(self._send_ping, self._least_trip)

    def _least_trip(self) -> float | None:
        return kernel_trip(self.transport.get_extra_info("socket"))

    def _send_ping(self, mark: bytes) -> bool:
        """Send a ping; false where the connection is over."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        try:
            self.conn.send_ping(mark)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_connect(self, event: Request) -> None:
        """The application finds the pulse in the scope."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.pulse.peer = self.client[0] if self.client else ""
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.pulse
            extensions[AT_ONCE] = self.write_text

    def handle_pong(self, event: Frame) -> None:
        """A ping of ours, or one that keeps the connection alive."""
        if not self.pulse.answered(bytes(event.data)):
            super().handle_pong(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.pulse.stop()
        super().connection_lost(exc)
