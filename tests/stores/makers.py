"""The stores that the suite is run with: each can be opened again where it was left.

A further one needs a maker here, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tatami.server.postgresql.lease import NodeSettings
from tatami.server.postgresql.store import PostgresStore
from tatami.server.sqlite import SqliteStore
from tatami.tables.store import Store
from tests.tables.memory import MemoryStore

Maker = Callable[[], Store]
"""A store, as it was left the last time; to be made while a loop runs."""
Work = Callable[[Store], Coroutine[Any, Any, None]]
PATIENCE = 120.0
LEASE = 3600.0
"""It does not run out while a test runs: a busy machine may stop us for as long as it likes."""


def sqlite(place: Path) -> Maker:
    """A directory."""
    return lambda: SqliteStore(place / "data")


def memory(place: Path) -> Maker:
    """What lasts as long as the process."""
    found = MemoryStore()
    return lambda: found


def postgresql(where: str) -> Maker:
    """One node of a database."""
    return lambda: PostgresStore(where, NodeSettings("alone", "127.0.0.1:1", ("clans:1",), LEASE))


MAKERS: dict[str, Callable[[Path], Maker]] = {"memory": memory, "sqlite": sqlite}


async def nothing() -> None:
    """No table is to be claimed anew."""


def with_store(make: Maker, work: Work) -> None:
    """Do something with a store that is open, and close it."""

    async def through() -> None:
        store = make()
        await store.open(nothing)
        try:
            await asyncio.wait_for(work(store), PATIENCE)
        finally:
            await store.close()

    asyncio.run(through())
