"""Who is at a table, as the table sees them: whatever their connection is made of."""

from __future__ import annotations

from typing import Protocol

from tatami.tables.wire import Goodbye


class Guest(Protocol):
    """One connection of one person."""

    viewer: int
    """Through whose eyes the game is seen: a seat's, or a watcher's."""

    @property
    def person(self) -> str:
        """Who that is; empty where nobody knows."""
        ...

    @property
    def address(self) -> str:
        """Where from, as limits are counted; empty where nobody counts."""
        ...

    @property
    def credit(self) -> float:
        """Seconds by which what comes in was surely under way."""
        ...

    def send(self, text: str) -> None:
        """Send a message after all that wait."""
        ...

    def listen(self, topic: str, viewer: int) -> None:
        """Hear the updates of one viewer from now on, and of no other."""
        ...

    def hang_up(self, why: Goodbye) -> None:
        """Say goodbye and close."""
        ...
