"""What one connection may keep waiting: a request comes in whole, in time and in good form.

Whoever sends half a request and then nothing, or a byte now and then, or does not read the answer,
costs the others room. Such connections are few for one address, and none is kept for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from tatami.server.config import Config
from tatami.server.metrics import Metrics
from tatami.server.networks import Networks, network_of
from tatami.tables.limits import Buckets
from tatami.tables.refusals import no
from tatami.tables.wire import Problem, RefusalState

LARGEST_HEAD: Final = 16_384
"""Bytes of all headers of a request together."""
MOST_LINES: Final = 128
"""Lines of a request's head: each is looked at by itself, so that thousands would be dear."""
MOST_BODY: Final = 147_456
"""Bytes of a body that are read at all, whoever asks for them: a lesson's, and some more."""
MOST_PIECES: Final = 512
"""Pieces that a body may come in: a chunk of one byte is as dear as one of thousands."""
WHOLE: Final = 15.0
"""Seconds in which a request must have come in, its body included."""
UNREAD: Final = 30.0
"""Seconds that an answer may lie unread before nobody waits any longer."""
LINGER: Final = 5.0
"""Seconds for the last bytes of a connection that is closing."""
OFTEN: Final = 2
"""How many times as many connections as requests may come from one address."""
BEHIND: Final = 50
"""As many connections as one address has a proxy: that many people come by it at once, as when a
node has gone, and it has read their requests before it passes them on."""
DEAR: Final = 10
"""As many connections a connection counts that had to be cut off."""
LOOK: Final = 1.0
"""Seconds between two looks at all connections."""


Event: TypeAlias = h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]


def sockets_of(config: Config) -> Buckets:
    """How many web sockets may come from each address, as a trusted proxy tells it."""
    return Buckets(config.connections / 6, config.connections * 2)


class Anteroom:
    """Where connections wait until their request is whole: so many of one address, no more."""

    def __init__(self, config: Config, metrics: Metrics, sockets: Buckets) -> None:
        self.metrics = metrics
        self._sockets = sockets
        self._most = max(4, config.connections // 2)
        self._coming = Buckets(config.requests * OFTEN, config.requests * OFTEN * 10)
        self._proxies = Networks(config.proxies)
        self._waiting: dict[str, dict[PatientRequests, float]] = {}
        self._unread: dict[PatientRequests, float] = {}
        self._closing: dict[Any, float] = {}

    def admits(self, address: str) -> bool:
        """Whether one more connection may come from there; a proxy speaks for many."""
        if address in self._proxies or self._coming.take(network_of(address)):
            return True
        self.metrics.cut("coming")
        return False

    def room_for(self, address: str) -> int:
        """How many connections from there may wait at the same time."""
        return self._most * (BEHIND if address in self._proxies else 1)

    def cut_off(self, address: str, why: str) -> None:
        """A web socket from there was cut off: it counts as many that came.

        One that came by a proxy is known by the address that the proxy told: its next connection
        comes from the proxy, which speaks for many, but its next web socket is refused.
        """
        self.metrics.cut(why)
        if address not in self._proxies:
            self._coming.spill(network_of(address), DEAR)
            self._sockets.spill(network_of(address), DEAR)

    def enter(self, one: PatientRequests) -> None:
        """One more waits; whoever has waited longest makes room, as honest requests are short."""
        waiting = self._waiting.setdefault(one.network, {})
        waiting.setdefault(one, asyncio.get_running_loop().time())
        if len(waiting) > one.room:
            self._cut(next(iter(waiting)), "half_sent")

    def leave(self, one: PatientRequests) -> None:
        """Its request is whole, or it has gone."""
        waiting = self._waiting.get(one.network, {})
        waiting.pop(one, None)
        if not waiting:
            self._waiting.pop(one.network, None)

    def not_read(self, one: PatientRequests) -> None:
        """Its answer is not read at the moment."""
        self._unread[one] = asyncio.get_running_loop().time()

    def read(self, one: PatientRequests) -> None:
        """Its answer is read again, or it has gone."""
        self._unread.pop(one, None)

    def _cut(self, one: PatientRequests, why: str) -> None:
        self.metrics.cut(why)
        self.leave(one)
        self.read(one)
        one.give_up(unread=why == "unread")

    def look(self, connections: Iterable[Any]) -> None:
        """Cut off whoever has had enough time. ``connections``: all that are open."""
        at = asyncio.get_running_loop().time()
        for waiting in list(self._waiting.values()):
            for one in [one for one, since in waiting.items() if at - since > WHOLE]:
                self._cut(one, "half_sent")
        for one in [one for one, since in self._unread.items() if at - since > UNREAD]:
            self._cut(one, "unread")
        closing = {one for one in connections if one.transport.is_closing()}
        self._closing = {one: self._closing.get(one, at) for one in closing}
        for last in [one for one, since in self._closing.items() if at - since > LINGER]:
            last.transport.abort()

    async def keep_looking(self, connections: set[Any]) -> None:
        """Look at all connections from time to time, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            self.look(connections)


class MeteredRequests(h11.Connection):
    """Reads requests, and no more of each than somebody could need.

    Lines and pieces are counted before anything is done about them, also those of a body that
    nobody wants, and that is only read because the next request comes after it.
    """

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LARGEST_HEAD)
        self.too_much = False
        """Whether a request was more than is read."""
        self._pieces = 0
        self._bytes = 0

    def next_event(self) -> Event:
        """What comes next; ``RemoteProtocolError`` where it is too much."""
        if self.their_state is h11.IDLE:
            self._pieces = self._bytes = 0
            self._limit(_lines_of_head(self.trailing_data[0]) > MOST_LINES)
        found = super().next_event()
        if isinstance(found, h11.Data):
            self._pieces += 1
            self._bytes += len(found.data)
            self._limit(self._pieces > MOST_PIECES or self._bytes > MOST_BODY)
        return found

    def _limit(self, over: bool) -> None:
        if over:
            self.too_much = True
            raise h11.RemoteProtocolError("that is more than is read", 431)


def _lines_of_head(data: bytes) -> int:
    return data[:LARGEST_HEAD].partition(b"\n\r\n")[0].count(b"\n")


class PatientRequests(H11Protocol):
    """HTTP with limits of time and size; what is no request is refused in our own words."""

    def __init__(self, *args: Any, anteroom: Anteroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn: MeteredRequests = MeteredRequests()
        self._anteroom = anteroom
        self.network = ""
        self.room = 0
        """How many may wait that come from where this one does."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as theirs
        """Somebody has come and has yet to say what they want."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.network, self.room = network_of(address), self._anteroom.room_for(address)
        if self._anteroom.admits(address):
            self._anteroom.enter(self)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._anteroom.leave(self)
        self._anteroom.read(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request: until all of it is there, the connection waits."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._tell()

    def _tell(self) -> None:
        """Say whether a request is under way that is not whole."""
        gone = self.transport.is_closing() or self.transport.get_protocol() is not self
        if gone or self._is_whole():
            self._anteroom.leave(self)
        else:
            self._anteroom.enter(self)

    def _is_whole(self) -> bool:
        if self.conn.their_state is h11.IDLE:  # the next one may have begun
            return not self.conn.trailing_data[0]
        return self.conn.their_state is not h11.SEND_BODY

    def on_response_complete(self) -> None:
        """What was sent meanwhile may be the next request, or the rest of this one."""
        super().on_response_complete()
        self._tell()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is sent."""
        super().pause_writing()
        self._anteroom.not_read(self)

    def resume_writing(self) -> None:
        """It is read."""
        super().resume_writing()
        self._anteroom.read(self)

    def give_up(self, unread: bool) -> None:
        """Wait no longer; who can still hear it is told why."""
        if unread or self.conn.our_state is not h11.IDLE:
            self.transport.abort()
        else:
            self._refuse("too_slow", 408)

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or more than one."""
        if not self.conn.too_much:
            self._refuse("bad_request", 400)
            return
        self._anteroom.cut_off(self.client[0] if self.client else "", "request")
        self._refuse("too_large", 431)

    def _refuse(self, code: str, status: int) -> None:
        self._anteroom.metrics.refused(code)
        if self.cycle is not None:
            self.cycle.disconnected = True  # what was to be answered is answered
        body = refusal_text(code)
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
        try:
            for event in (
                h11.Response(status_code=status, headers=headers),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:  # in the middle of another answer
            self.transport.abort()
        self.transport.close()


def refusal_text(code: str) -> bytes:
    """One of the server's refusals as the body of an answer."""
    refusal = no(code)
    return msgspec.json.encode(Problem(RefusalState(refusal.code, refusal.sentence)))
