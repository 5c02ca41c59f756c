"""What the parts of a table see of the house around it: the time, its settings, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from tatami.tables.config import HouseConfig


class Around(Protocol):
    """The house, as a part of a table sees it."""

    closing: bool

    @property
    def config(self) -> HouseConfig:
        """How the house keeps its tables."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970, as the house counts them."""
        ...

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; an error is counted and logged, never lost."""
        ...
