"""The application without a network, a process or a disk: what it does with one request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from starlette.types import Message

from tatami.server.app import make_app
from tatami.server.config import Config
from tatami.server.metrics import Metrics
from tatami.server.pages import Pages
from tatami.server.requests import sockets_of
from tatami.tables.house import House

TOKEN = "q" * 43
Wait = Callable[[Message], Awaitable[None]]


class Broken(Exception):
    """Something that should not be."""


class Answer(NamedTuple):
    """What a request was answered with."""

    status: int
    body: bytes


async def at_once(message: Message) -> None:
    """Whoever asked reads all of it."""


class Apart:
    """The application; ``house`` is what its requests ask for, ``thinkers`` who replays."""

    def __init__(
        self, folder: Path, config: Config | None = None, thinkers: object = None, **house: Any
    ) -> None:
        chance = SimpleNamespace(token=lambda: TOKEN)
        around = cast("House", SimpleNamespace(**{"closing": False, "chance": chance, **house}))
        self.metrics = Metrics()
        self.headers: dict[str, str] = {}
        """Those of the last answer."""
        settings = config or Config()
        self._app = make_app(
            *(settings, around, cast("Any", thinkers), self.metrics, Pages(folder)),
            sockets_of(settings),
        )

    async def ask(
        self,
        path: str,
        kind: str = "http",
        method: str = "GET",
        address: str = "203.0.113.7",
        reads: Wait = at_once,
        body: bytes = b"",
        **headers: str,
    ) -> Answer:
        """One request, or one for a web socket, by somebody who reads the answer as they like."""
        named = {"host": "localhost", "authorization": f"Bearer {TOKEN}", **headers}
        asked, _, query = path.partition("?")
        scope = {
            "type": kind,
            "method": method,
            "path": asked,
            "query_string": query.encode(),
            "scheme": "http",
            "client": (address, 5),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "extensions": {"websocket.http.response": {}},
        }
        sent: list[Message] = []

        async def receive() -> Message:
            if kind == "websocket":
                return {"type": "websocket.connect"}
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            sent.append(message)
            await reads(message)

        with suppress(Broken):  # the answer tells of it; then it is raised for the log
            await self._app(scope, receive, send)
        self.headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(int(sent[0]["status"]), b"".join(one.get("body", b"") for one in sent))
