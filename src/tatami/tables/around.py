"""What the parts of a table see of the house around it, and of the table around its game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol

from tatami.engine.errors import Refusal
from tatami.tables.config import HouseConfig
from tatami.tables.limits import Buckets
from tatami.tables.row import TableRow
from tatami.tables.store import Change


class Around(Protocol):
    """The house, as a part of a table sees it."""

    closing: bool

    @property
    def config(self) -> HouseConfig:
        """How the house keeps its tables."""
        ...

    @property
    def asking(self) -> Buckets:
        """How often one may ask what a whole table is told of."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970, as the house counts them."""
        ...

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; an error is counted and logged, never lost."""
        ...


class Arranged(Protocol):
    """A table around its game: who sits at it, and how that is changed."""

    row: TableRow
    lock: asyncio.Lock

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        ...

    def copied(self) -> TableRow:
        """The row, to be changed without harm."""
        ...

    def shut(self) -> Refusal | None:
        """Why nothing can be changed here now, whatever it is."""
        ...

    def announce(self) -> None:
        """Tell everybody here how the table is now."""
        ...

    def change(
        self, edit: Callable[[TableRow], Refusal | None], also: Sequence[Change] = ()
    ) -> Awaitable[Refusal | None]:
        """Change the table around the game: refused, or stored and then shown to all."""
        ...
