"""A client for tests: speaks the wire protocol over a real socket, remembers all it was told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support import seeds
from tests.support.deals import Sharer

PROTOCOL = 3
PATIENCE = 120.0
dial = partial(connect, open_timeout=PATIENCE, ping_interval=None)
"""Open a web socket: a busy machine is no lost connection."""
OWN = 770_077
"""The number of what a player sends without being told to."""


def http(base: str, path: str, token: str, body: object = None) -> tuple[int, Any]:
    """One request as the person with this token."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = Request(base + path, data, headers)
    try:
        with urlopen(request, timeout=PATIENCE) as response:
            return response.status, _parsed(response.read())
    except HTTPException as error:  # the server went away in the middle of its answer
        raise ConnectionError(str(error)) from error
    except OSError as error:
        if hasattr(error, "code"):
            return error.code, _parsed(error.read())  # type: ignore[attr-defined]
        raise


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.decode()


def note_presence(state: dict[str, Any], message: dict[str, Any]) -> None:
    """Bring a table up to date with who came and went."""
    state["watchers"] = message.get("watchers", 0)
    for seat in message.get("came", []):
        state["seats"][seat]["here"] = True
    for seat in message.get("went", []):
        state["seats"][seat]["here"] = False


class Refused(Exception):
    """The server said no."""


class Player:
    """A person at a table, from outside."""

    connection: Callable[..., ClientConnection] = ClientConnection
    """What makes the client's end of the socket."""

    def __init__(self, base: str, name: str = "Ann") -> None:
        self.base = base
        self.way = base
        """Where the socket connects to: the server, or a line to it."""
        self.name = name
        self.token = seeds.token(name)
        self.sharer = Sharer(seeds.share(name))
        self.socket: ClientConnection | None = None
        self._inbox: asyncio.Queue[str | Exception] = asyncio.Queue()
        self._reader: asyncio.Task[None] | None = None
        self._shown = False
        self.table = ""
        self.seat = -1
        self.state: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.game: dict[str, Any] | None = None
        self.seq = -1
        self.seen: list[dict[str, Any]] = []
        self.replies: dict[int, dict[str, Any]] = {}
        self.number = 0

    @property
    def share(self) -> str:
        """The randomness that this player adds to the first start; empty: none."""
        return self.sharer.share

    @share.setter
    def share(self, share: str) -> None:
        self.sharer.share = share

    def http(self, path: str, body: object = None) -> Any:
        """A request that must succeed."""
        status, found = http(self.base, path, self.token, body)
        if status >= 400:
            raise Refused(found)
        return found

    def open(self, game: str, **wishes: object) -> str:
        """Open a table."""
        body = {"game": game, "name": self.name, **wishes}
        self.table = self.http("/api/tables", body)["table"]
        return self.table

    async def come(self, table: str = "") -> None:
        """Connect (again) and say hello."""
        self.table = table or self.table
        address = f"{self.way.replace('http', 'ws', 1)}/ws/{self.table}"
        headers = {"Authorization": f"Bearer {self.token}"}
        self.socket = await dial(
            address,
            additional_headers=headers,
            compression=None,
            max_size=None,
            create_connection=self.connection,
        )
        self.sharer.again()
        self._inbox = asyncio.Queue()
        self._reader = asyncio.ensure_future(self._read(self.socket, self._inbox))
        hello = {"t": "hello", "protocol": PROTOCOL, "since": self.seq, "seat": self.seat}
        await self.socket.send(json.dumps(hello))
        await self.until(lambda m: m["t"] == "welcome")

    async def go(self) -> None:
        """Hang up."""
        if self.socket is not None:
            await self.socket.close()
        await self.fall_silent()

    async def fall_silent(self) -> None:
        """The socket is closed: what was on its way is forgotten."""
        self.socket = None
        if self._reader is not None:
            await asyncio.wait([self._reader])
        self._reader = None

    async def _read(self, socket: ClientConnection, inbox: asyncio.Queue[str | Exception]) -> None:
        """Read all the time, as a page does, and do for a deal what a page does by itself."""
        try:
            while True:
                text = await socket.recv()
                assert isinstance(text, str)
                message = json.loads(text)
                if (message["t"], message.get("id")) != ("reply", OWN):
                    inbox.put_nowait(text)
                answer = self.sharer.answer(message)
                if answer is not None:
                    await socket.send(json.dumps({"id": OWN, **answer}))
        except ConnectionClosed as error:
            inbox.put_nowait(error)

    async def until_closed(self) -> list[dict[str, Any]]:
        """All that still comes before the server hangs up."""
        found = []
        try:
            while True:
                found.append(json.loads(await self.next(PATIENCE)))
        except ConnectionClosed:
            return found

    async def next(self, timeout: float) -> str:
        """The next message, to the letter."""
        assert self.socket is not None
        found = await asyncio.wait_for(self._inbox.get(), timeout)
        if isinstance(found, Exception):
            self._inbox.put_nowait(found)
            raise found
        return found

    async def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        message: dict[str, Any] = json.loads(await self.next(timeout))
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """Remember a message."""
        self.seen.append(message)
        kind = message["t"]
        if kind in ("welcome", "table", "started"):
            self.state, self.seat = message["table"], message["seat"]
            self.game = message.get("game") or self.game
            self._shown = self._shown and kind != "started"
        elif kind == "presence":
            note_presence(self.state, message)
        elif kind == "update":
            in_order = message.get("fresh") or message["seq"] == self.seq + 1
            assert in_order, (self.seq, message["seq"])
            self.seq, self.view = message["seq"], message["view"]
            self._shown = True
        elif kind == "reply":
            self.replies[message["id"]] = message

    async def until(self, wanted: Any, timeout: float = PATIENCE) -> dict[str, Any]:
        """Hear until a message is as wanted."""
        async with asyncio.timeout(timeout):
            while True:
                message = await self.hear(timeout)
                if wanted(message):
                    return message

    async def tell(self, t: str, **fields: object) -> int:
        """Send a message; its number."""
        assert self.socket is not None
        self.number += 1
        await self.socket.send(json.dumps({"t": t, "id": self.number, **fields}))
        return self.number

    async def ask(self, t: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        number = await self.tell(t, **fields)
        if number not in self.replies:
            await self.until(lambda m: m["t"] == "reply" and m["id"] == number)
        if self.replies[number]["ok"] and (t, fields.get("what")) == ("do", "start"):
            await self.dealt()
        return self.replies[number]

    async def dealt(self) -> None:
        """Wait until the start that was begun has led to a deal, or is void."""
        start = self.state.get("start", 1)
        while self.state["state"] == "open" and self.state.get("start", 1) == start:
            await self.hear()
        while self.state["state"] == "playing" and not self._shown:
            await self.hear()

    async def must(self, t: str, **fields: object) -> dict[str, Any]:
        """Send a message that must be taken."""
        reply = await self.ask(t, **fields)
        assert reply["ok"], reply
        return reply

    @property
    def offers(self) -> list[dict[str, Any]]:
        """What is asked of this player."""
        return self.view.get("offers", []) if self.view else []

    @property
    def over(self) -> bool:
        """Whether the game has been played to its end."""
        return bool(self.view and self.view.get("over"))
