"""Servers that many tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.serving import Server

GAMES = ["draft", "gong", "guard", "heap", "letters", "purse", "tricks", "trio"]
SETTINGS = {
    "pace": 0,
    "messages": 100_000,
    "opening": 100_000,
    "requests": 100_000,
    "connections": 100_000,
    "thinkers": 1,
    "game": [f"tests.fixtures.{name}" for name in GAMES],
}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all games, without pauses and with generous limits, whose counts are short."""
    with Server(tmp_path_factory.mktemp("house") / "data", **SETTINGS, time=0.03) as server:
        yield server


@pytest.fixture(scope="session")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same, but its clock stands still until a test turns it; for every test that needs one."""
    with Server(tmp_path_factory.mktemp("still") / "data", stands=True, **SETTINGS) as server:
        yield server
