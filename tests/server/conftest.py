"""Servers that the tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.serving import Server

GAMES = ["draft", "gong", "guard", "heap", "letters", "purse", "tricks", "trio"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all games, without pauses and with generous limits; for a whole module."""
    settings = {
        "pace": 0,
        "time": 0.03,
        "messages": 500,
        "opening": 10_000,
        "connections": 500,
        "thinkers": 1,
        "game": [f"tests.fixtures.{name}" for name in GAMES],
    }
    with Server(tmp_path_factory.mktemp("house") / "data", **settings) as server:
        yield server
