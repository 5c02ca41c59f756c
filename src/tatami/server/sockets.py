"""A web socket as the line of a connection."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from tatami.server.pulse import ARRIVED, AT_ONCE, Pulse
from tatami.tables.line import Heard, LineLost

LOST: Final = (OSError, RuntimeError, WebSocketDisconnect)
"""What sending fails with when nobody is there any more."""
CODES: Final[dict[str, int]] = {
    "restarting": 1012,
    "too_fast": 1008,
    "slow": 1013,
    "old_client": 4400,
    "no_such_table": 4404,
}


class SocketLine:
    """Texts over a web socket; its pulse, where it has one, says how long they take."""

    def __init__(self, socket: WebSocket, pulse: Pulse | None) -> None:
        self._socket = socket
        self._pulse = pulse

    @property
    def credit(self) -> float:
        """Seconds by which what comes in was surely under way."""
        return 0.0 if self._pulse is None else self._pulse.credit

    @property
    def basis(self) -> str:
        """What caps that credit."""
        return "" if self._pulse is None else self._pulse.cap.basis

    def measure(self) -> None:
        """Begin to ping."""
        if self._pulse is not None:
            self._pulse.start()

    async def receive(self) -> Heard:
        """The next text; it is dated when its bytes come in."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise LineLost
        arrived = message.get(ARRIVED) or asyncio.get_running_loop().time()
        text = message.get("text")
        return Heard(text if isinstance(text, str) else "", arrived)

    def at_once(self, text: str) -> bool:
        """Send a text past everything that would only hand it on; false where it has to wait."""
        write = self._socket.scope["extensions"].get(AT_ONCE)
        return write is not None and bool(write(text))

    async def send(self, text: str) -> None:
        """Send a text."""
        try:
            await self._socket.send({"type": "websocket.send", "text": text})
        except LOST:
            raise LineLost from None

    async def close(self, why: str) -> None:
        """Hang up with the code that stands for the reason."""
        try:
            await self._socket.send({"type": "websocket.close", "code": CODES.get(why, 1000)})
        except LOST:
            raise LineLost from None
