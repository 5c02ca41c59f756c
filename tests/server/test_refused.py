"""Whatever a server refuses it counts, so that a host sees what is asked in vain."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from starlette.types import Message

from tatami.server.app import make_app
from tatami.server.config import Config
from tatami.server.metrics import Metrics
from tatami.server.pages import Pages
from tatami.tables.house import House
from tatami.tables.store import CannotStore

FOREIGN = {"origin": "https://elsewhere.example"}
SLOW = Config(requests=0.02)
"""One request of an address passes the guard and is one too many for the interface behind it."""


async def failing(*args: object) -> None:
    """A store that takes and gives nothing."""
    raise CannotStore


async def broken(*args: object) -> None:
    """Something that should not be."""
    raise ZeroDivisionError


class Site:
    """The application without a network; ``closing``: its house is about to close."""

    def __init__(self, config: Config, folder: Path, closing: bool = False) -> None:
        store = SimpleNamespace(by_code=failing, name_of=failing, keys=broken)
        chance = SimpleNamespace(token=lambda: "q" * 43)
        games: dict[str, object] = {}
        house = SimpleNamespace(
            store=store, closing=closing, chance=chance, listing=games.__getitem__
        )
        self.metrics = Metrics()
        thinkers = cast("Any", None)
        self._app = make_app(config, cast("House", house), thinkers, self.metrics, Pages(folder))

    def ask(self, path: str, kind: str = "http", method: str = "GET", **headers: str) -> str:
        """The code of the refusal that a request, or one for a web socket, is answered with."""
        named = {"host": "localhost", "authorization": f"Bearer {'q' * 43}", **headers}
        scope = {
            "type": kind,
            "method": method,
            "path": path,
            "query_string": b"",
            "scheme": "http",
            "client": ("203.0.113.7", 5),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "extensions": {"websocket.http.response": {}},
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        with suppress(ZeroDivisionError):  # told, and then raised for the log
            asyncio.run(self._app(scope, receive, send))
        body = b"".join(one.get("body", b"") for one in sent)
        return str(msgspec.json.decode(body)["refusal"]["code"])

    def counted(self) -> dict[str, float]:
        """The refusals that a host is shown."""
        text = self.metrics.text().decode()
        found = re.findall(r'^tatami_refusals_total\{code="(\w+)"\} (\S+)$', text, re.MULTILINE)
        return {code: float(number) for code, number in found}


@pytest.mark.parametrize(
    ("code", "asked", "config", "closing"),
    [
        ("wrong_host", {"path": "/api/front", "host": "elsewhere.example"}, Config(), False),
        ("too_fast", {"path": "/api/front"}, SLOW, False),
        ("wrong_origin", {"path": "/api/me", "method": "POST", **FOREIGN}, Config(), False),
        ("cannot_store", {"path": "/api/code/ABCDEF"}, Config(), False),
        ("no_such_game", {"path": "/api/learn/chess"}, Config(), False),
        ("no_such_page", {"path": "/nothing"}, Config(), False),
        ("fault", {"path": "/api/keys"}, Config(), False),
        ("wrong_origin", {"path": "/ws/x", "kind": "websocket", **FOREIGN}, Config(), False),
        ("too_fast", {"path": "/ws/x", "kind": "websocket"}, Config(connections=0), False),
        ("closing", {"path": "/ws/x", "kind": "websocket"}, Config(), True),
    ],
)
def test_what_is_refused_is_counted_once_under_the_code_that_is_told(
    tmp_path: Path, code: str, asked: dict[str, str], config: Config, closing: bool
) -> None:
    site = Site(config, tmp_path, closing)
    assert site.counted() == {}
    assert site.ask(**asked) == code
    assert site.counted() == {code: 1}
