"""What a bot is, and the plainest one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from tatami.engine.game import Answer
from tatami.engine.view import View
from tatami.engine.world import SPAN, WORDS, block


class Bot(Protocol):
    """Answers the first thing that a view asks of its seat."""

    def decide(self, view: View) -> Answer:
        """An option of ``view.offers[0]`` (for a pick: a small option or the whole subset)."""
        ...


Factory: TypeAlias = Callable[[bytes], Bot]
"""Makes a bot from a key for its own randomness."""


class Dice:
    """A bot's own random numbers: the same key gives the same numbers on every machine."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.tick = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A random number below ``n``."""
        limit = SPAN - SPAN % n
        while True:
            at = self.tick % WORDS
            if at == 0:
                raw = block(self.key, self.tick // WORDS)
                self._words = [
                    int.from_bytes(raw[i : i + 4], "big") for i in range(0, 4 * WORDS, 4)
                ]
            self.tick += 1
            if self._words[at] < limit:
                return self._words[at] % n


class RandomBot:
    """Takes any option, each as likely as the next."""

    def __init__(self, key: bytes) -> None:
        self.dice = Dice(key)

    def decide(self, view: View) -> Answer:
        """One of the options."""
        allowed = view.offers[0].options
        return allowed[self.dice.below(len(allowed))]
