"""What one web socket may send and leave unread: every frame and byte is metered.

The meter runs before a message is looked at, before a token, before hello. Bytes are taken in small
slices, so that thousands of tiny frames that came in at once are not all read before somebody asks
how many they were.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import OPEN

from tatami.tables.limits import Bucket

LARGEST: Final = 8_192
"""Bytes of the longest message that anybody needs to send."""
BURST: Final = 10
"""Seconds' worth of messages and bytes that may come at once."""
SPARE: Final = 3
"""Frames for each message: who sends a little too much is still told so in words."""
LIGHT: Final = 10
"""Frames a second that say nothing: pings, pongs, empty ones. A browser sends fewer than one."""
SLICE: Final = 512
"""Bytes that are read before their frames are counted."""
FEW: Final = 4
"""Messages that may wait to be looked at before no more are read."""
FRAGMENTS: Final = 64
"""Frames that one message may come in."""
CONTROL: Final = (Opcode.PING, Opcode.PONG)

_silent = logging.getLogger("tatami.frames")
_silent.addHandler(logging.NullHandler())
_silent.propagate = False
"""Where the library may complain of what strangers send: nobody should fill our log."""


class Allowance:
    """What connections may send, by the messages a second that the host allows.

    ``cut_off`` is told of everybody who was cut off: from which address, and why.
    """

    def __init__(self, messages: float, cut_off: Callable[[str, str], None]) -> None:
        self.messages = messages
        self.cut_off = cut_off

    def frames(self) -> Bucket:
        """Frames of one connection."""
        return Bucket(self.messages * SPARE, self.messages * SPARE * BURST)

    def light(self) -> Bucket:
        """Frames of one connection that say nothing."""
        return Bucket(LIGHT, LIGHT * BURST)

    def bytes(self) -> Bucket:
        """Bytes of one connection."""
        return Bucket(self.messages * LARGEST, self.messages * LARGEST * BURST)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A web socket that cuts off whoever sends too much, and keeps little for who does not read."""

    def __init__(self, *args: Any, allowance: Allowance, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.logger = _silent
        self._allowance = allowance
        self._frames = allowance.frames()
        self._light = allowance.light()
        self._bytes = allowance.bytes()
        self._owed = b""
        """The last pong that is due to somebody who does not read now."""

    # -- in

    def data_received(self, data: bytes) -> None:
        """Take in a little, count, go on."""
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.conn.parser_exc is not None:
                return
            part = data[at : at + SLICE]
            if not self._bytes.take(len(part)):
                self.cut("bytes")
                return
            super().data_received(part)
            self._answer_handshake()

    def handle_events(self) -> None:
        """Frames are counted before anything is done about them."""
        found = [event for event in self.conn.events if isinstance(event, Frame)]
        light = sum(event.opcode in CONTROL or not event.data for event in found)
        if not (self._light.take(light) and self._frames.take(len(found))):
            self.cut("frames")
            return
        super().handle_events()
        if len(self.frames) > FRAGMENTS:
            self.cut("frames")

    def _answer_handshake(self) -> None:
        """A request that the library itself refuses (an over-long header) is answered at once."""
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 ends the connection, without a line in the log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.cut("not_text", CloseCode.INVALID_DATA)
            return
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < FEW  # then it is not paused for each
        super().send_receive_event_to_app()
        self.read_paused = paused or not self.transport.is_reading()

    def cut(self, why: str, code: int = CloseCode.POLICY_VIOLATION) -> None:
        """End the connection now, whatever is still to be read or written."""
        if self.disconnected or self.transport.is_closing():
            return
        self._allowance.cut_off(self._whose(), why)
        self.close_sent = True
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.abort()

    def _whose(self) -> str:
        """The address that limits are counted for: that of a client, also behind a trusted proxy.

        What a proxy tells is in the scope, once the handshake has been looked at.
        """
        scope = getattr(self, "scope", None)
        client = scope["client"] if scope else self.client
        return client[0] if client else ""

    # -- out

    async def send(self, message: Any) -> None:
        """A handshake that was refused in our words is complete, and no error in the log."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def write_text(self, text: str) -> bool:
        """Send a text now; false where the connection is not open, or nobody reads at present."""
        ready = self.handshake_complete and self.writable.is_set() and not self.close_sent
        if not ready or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer; to one who does not read, later, and only the last ping (RFC 6455, 5.5.3)."""
        due = self.conn.data_to_send()
        if self.writable.is_set() or self.conn.state is not OPEN:
            self.transport.write(b"".join(due))
        elif due:
            self._owed = due[-1]

    def resume_writing(self) -> None:
        """What waited is read at last."""
        super().resume_writing()
        if self._owed and not self.close_sent and not self.transport.is_closing():
            self.transport.write(self._owed)
        self._owed = b""


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
