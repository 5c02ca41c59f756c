"""How much a search may do: so many simulations, or as many as some seconds hold."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SURE: Final = 0.9
"""The part of its time for which a search plans: later simulations may take longer."""


class Budget:
    """So many simulations; with seconds, fewer where time is up.

    With seconds and ``most``, as many as the seconds hold, but no more than that: while all answers
    are weighed, the first simulations tell how many.

    A batch that is not done by then is dropped, so that no search is late by one. What is found
    follows from the simulations planned and those done, never from the clock: a search that a
    clock limited is repeated exactly with the number that it planned, and ``stop`` at what it did.
    """

    def __init__(
        self,
        simulations: int = 100,
        seconds: float = 0.0,
        stop: int = -1,
        clock: Callable[[], float] = time.monotonic,
        most: int = 0,
    ) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.stop = stop
        self.clock = clock
        self.most = most
        self._ends = 0.0

    def begin(self) -> None:
        """Thinking begins now."""
        if self.seconds:
            self._ends = self.clock() + self.seconds

    def plan(self, done: int, least: int) -> None:
        """Plan as many as the time will hold, by how long those took that are done.

        Never fewer than ``least``: what has been done so far must be what this plan begins with.
        """
        if self.stop < 0 and self.seconds > 0.0 and self.most > 0:
            took = self.seconds - (self._ends - self.clock())
            most = float(self.most)
            hold = done * SURE * self.seconds / took if took > 0.0 else most
            self.simulations = max(least, int(min(most, hold)))

    def is_spent(self, done: int) -> bool:
        """Whether to stop after so many simulations; asked between batches."""
        if self.stop >= 0:
            return done >= self.stop
        return self.is_up()

    def is_up(self) -> bool:
        """Whether time is up; asked all the time, within a batch too."""
        return self.stop < 0 and self.seconds > 0.0 and self.clock() >= self._ends
