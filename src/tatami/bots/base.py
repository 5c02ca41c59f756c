"""What a bot is, and the plainest one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from tatami.engine.asking import Answer
from tatami.engine.dice import Dice
from tatami.engine.intent import Intent
from tatami.engine.view import View


class Bot(Protocol):
    """Answers the first thing that a view asks of its seat."""

    def decide(self, view: View) -> Answer:
        """An option of ``view.offers[0]`` (for a pick: a small option or the whole subset)."""
        ...


class Talker(Protocol):
    """A bot that also talks, in the remarks that its game declares."""

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        """A remark for all to hear, its kind and its arguments; None: nothing to say now."""
        ...


def talks(bot: object) -> bool:
    """Whether a bot has something to say now and then."""
    return hasattr(bot, "speak")


class Planner(Protocol):
    """A bot that plays in real time: what it means to do, each with a delay in milliseconds."""

    def plan(self, view: View) -> list[Intent]:
        """What to do after a new step has asked, counted from that moment."""
        ...

    def hear(self, view: View) -> list[Intent]:
        """What to do besides after somebody else has said or signalled something."""
        ...


def plans(bot: object) -> bool:
    """Whether a bot has a sense of time."""
    return hasattr(bot, "plan")


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
