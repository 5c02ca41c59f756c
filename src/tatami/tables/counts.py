"""What a house counts as it goes along; who runs it says where the numbers go."""

from __future__ import annotations

from typing import Protocol


class HouseCounts(Protocol):
    """Takes counts and times, never a name, a token or a card."""

    def moved(self, seconds: float) -> None:
        """A move was stored and shown, so long after it came in."""
        ...

    def started(self, game: str) -> None:
        """A game began."""
        ...

    def ended(self, game: str, how: str) -> None:
        """A game ended."""
        ...

    def refused(self, code: str) -> None:
        """A message was refused."""
        ...

    def unstored(self) -> None:
        """A change could not be stored."""
        ...

    def faulty(self) -> None:
        """Something went wrong that should not."""
        ...


class NoCounts:
    """Nobody counts."""

    def moved(self, seconds: float) -> None:
        """A move was stored and shown."""

    def started(self, game: str) -> None:
        """A game began."""

    def ended(self, game: str, how: str) -> None:
        """A game ended."""

    def refused(self, code: str) -> None:
        """A message was refused."""

    def unstored(self) -> None:
        """A change could not be stored."""

    def faulty(self) -> None:
        """Something went wrong that should not."""
