"""Ctrl-C and its kin: never in the middle of a move, so that a record is always whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Left(BaseException):
    """The person left: Ctrl-C, a closed terminal, a polite kill."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Interrupts:
    """Turns signals into ``Left``, at once or as soon as the shield is down."""

    def __init__(self) -> None:
        self._shielded = False
        self._pending = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._before[number] = signal.signal(number, self._caught)
        return self

    def __exit__(self, *what: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        self._pending = number
        self._raise()

    def _raise(self) -> None:
        if self._pending and not self._shielded:
            number, self._pending = self._pending, 0
            raise Left(number)

    def hold(self) -> None:
        """From now on let nothing interrupt: the game is being put away."""
        self._shielded = True

    @contextmanager
    def shield(self) -> Iterator[None]:
        """Hold signals back while something must be done as a whole."""
        before, self._shielded = self._shielded, True
        try:
            yield
        finally:
            self._shielded = before
        self._raise()
