"""How much a search may do: so many simulations, and perhaps so many seconds."""

from __future__ import annotations

import time
from collections.abc import Callable


class Budget:
    """So many simulations; with seconds, fewer where time is up.

    A batch that is not done by then is dropped, so that no search is late by one. What is found
    follows from the simulations planned and those done, never from the clock: a search that ran out
    of time is repeated exactly with ``stop`` at the number that it had done.
    """

    def __init__(
        self,
        simulations: int = 100,
        seconds: float = 0.0,
        stop: int = -1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.stop = stop
        self.clock = clock
        self._ends = 0.0

    def begin(self) -> None:
        """Thinking begins now."""
        if self.seconds:
            self._ends = self.clock() + self.seconds

    def is_spent(self, done: int) -> bool:
        """Whether to stop after so many simulations; asked between batches."""
        if self.stop >= 0:
            return done >= self.stop
        return self.is_up()

    def is_up(self) -> bool:
        """Whether time is up; asked all the time, within a batch too."""
        return self.stop < 0 and self.seconds > 0.0 and self.clock() >= self._ends
