"""What a connection goes over: a socket in a server, elsewhere whatever carries text."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class LineLost(Exception):
    """Nobody is there any more."""


class Heard(NamedTuple):
    """A text that came in, and when, by the clock of the loop; what is no text is empty."""

    text: str
    arrived: float


class Line(Protocol):
    """Carries texts both ways, in order. Who sends or waits where nobody is gets ``LineLost``."""

    @property
    def credit(self) -> float:
        """Seconds by which what comes in was surely under way."""
        ...

    @property
    def basis(self) -> str:
        """What caps that credit; nothing where there is none."""
        ...

    def measure(self) -> None:
        """Measure from now on how long the way is: games in real time need to know."""
        ...

    async def receive(self) -> Heard:
        """The next text."""
        ...

    async def send(self, text: str) -> None:
        """Send a text; done when it has left."""
        ...

    async def close(self, why: str) -> None:
        """Hang up."""
        ...
