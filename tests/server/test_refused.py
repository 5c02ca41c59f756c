"""Whatever a server refuses it counts, so that a host sees what is asked in vain."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tatami.server.config import Config
from tatami.server.metrics import Metrics
from tatami.tables.store import CannotStore
from tests.server.apart import Apart, Broken

FOREIGN = {"origin": "https://elsewhere.example"}
SLOW = Config(requests=0.02)
"""One request of an address passes the guard and is one too many for the interface behind it."""


async def failing(*args: object) -> None:
    """A store that takes and gives nothing."""
    raise CannotStore


async def broken(*args: object) -> None:
    """Something that should not be."""
    raise Broken


def site(folder: Path, config: Config, closing: bool = False) -> Apart:
    """The application in a house without games, whose store fails."""
    games: dict[str, object] = {}
    store = SimpleNamespace(by_code=failing, table=failing, keys=broken)
    return Apart(folder, config, store=store, closing=closing, listing=games.__getitem__)


def counted(metrics: Metrics) -> dict[str, float]:
    """The refusals that a host is shown."""
    text = metrics.text().decode()
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
    tmp_path: Path, code: str, asked: dict[str, Any], config: Config, closing: bool
) -> None:
    here = site(tmp_path, config, closing)
    assert counted(here.metrics) == {}
    answer = asyncio.run(here.ask(**asked))
    assert answer.status >= 400
    assert msgspec.json.decode(answer.body)["refusal"]["code"] == code
    assert counted(here.metrics) == {code: 1}


@pytest.mark.parametrize("path", ["/", "/t/x", "/c/ABCDEF", "/r/x", "/m/x.y"])
def test_people_get_the_page_also_while_the_store_is_away(tmp_path: Path, path: str) -> None:
    """It says so itself, and tries again; a program's refusal is nothing to read."""
    here = site(tmp_path, Config())
    answer = asyncio.run(here.ask(path, accept="text/html"))
    assert answer.status == 200
    assert answer.body.startswith(b"<!doctype html>")
    assert counted(here.metrics) == {}
