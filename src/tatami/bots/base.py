"""What a bot is, and the plainest one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from tatami.engine.dice import Dice
from tatami.engine.game import Answer
from tatami.engine.view import View


class Bot(Protocol):
    """Answers the first thing that a view asks of its seat."""

    def decide(self, view: View) -> Answer:
        """An option of ``view.offers[0]`` (for a pick: a small option or the whole subset)."""
        ...


Factory: TypeAlias = Callable[[bytes], Bot]
"""Makes a bot from a key for its own randomness."""


class RandomBot:
    """Takes any option, each as likely as the next."""

    def __init__(self, key: bytes) -> None:
        self.dice = Dice(key)

    def decide(self, view: View) -> Answer:
        """One of the options."""
        allowed = view.offers[0].options
        return allowed[self.dice.below(len(allowed))]
