"""Bots that search, and bots that slip: any game's bot at any strength."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, cast

from tatami.bots.base import Bot, Planner, Talker, plans, talks
from tatami.engine.asking import Answer
from tatami.engine.dice import Dice
from tatami.engine.intent import Intent
from tatami.engine.view import View
from tatami.games.guide import Guide, Level
from tatami.search.budget import Budget
from tatami.search.finding import Finding
from tatami.search.improve import search, weigh

SEEKER: Final = "seeker"
"""The name of the searching bot of a game that tells nothing about itself."""
SEEKER_SIMULATIONS: Final = 120


def view_key(key: bytes, view: View) -> bytes:
    """A key of its own for each view, from nothing but the view and the bot's key."""
    return blake2b(repr(view.key()).encode(), key=key[:64], digest_size=32).digest()


class Styled:
    """A bot of a level: it may slip, and it may search.

    It remembers nothing between two answers that the bot it is made of does not.
    """

    def __init__(self, key: bytes, level: Level, guide: Guide) -> None:
        self.key = key
        self.level = level
        self.guide = guide
        self.plays = level.plays(key)
        self.seconds = 0.0
        """The most time for a decision; none: as much as it takes."""
        self.stop = -1
        """After how many simulations to stop, to find again what was found; none: by the clock."""
        self.planned = 0
        """How many simulations to plan, to find that again; none: as many as the level has."""
        self.last: Finding | None = None
        """What it found for its last answer; None where it did not search for that."""

    def decide(self, view: View) -> Answer:
        """A slip, or the answer of the bot, or a better one."""
        offer, self.last = view.offers[0], None
        if len(offer.options) == 1 and not offer.is_pick:
            return offer.options[0]
        if self.level.slips:
            dice = Dice(view_key(self.key, view))
            if dice.below(256) < self.level.slips:
                return offer.options[dice.below(len(offer.options))]
        if not self.level.simulations:
            return self.plays.decide(view)
        self.last = self._searched(view)
        return self.last.answer

    def _searched(self, view: View) -> Finding:
        """What a search finds; the answer that is improved on is this very bot's."""
        key = view_key(self.key, view)
        planned = self.planned or self.level.simulations
        budget = Budget(planned, self.seconds, self.stop, most=self.level.most)
        if self.guide.prior is None:
            return search(view, self.guide, key, budget)
        budget.begin()
        return weigh(view, self.guide, key, budget, self.plays.decide(view))


class Speaking(Styled):
    """One that talks as the bot does that it is made of."""

    def speak(self, view: View) -> tuple[str, tuple[int, ...]] | None:
        """A remark for all to hear."""
        return cast("Talker", self.plays).speak(view)


class Planning(Styled):
    """One with a sense of time: when it acts follows from its plan, never from its search."""

    def plan(self, view: View) -> list[Intent]:
        """What to do after a new step has asked."""
        return cast("Planner", self.plays).plan(view)

    def hear(self, view: View) -> list[Intent]:
        """What to do besides after somebody has said or signalled something."""
        return cast("Planner", self.plays).hear(view)


class AtLevel:
    """Makes bots of a level."""

    def __init__(self, level: Level, guide: Guide) -> None:
        self.level = level
        self.guide = guide

    def __call__(self, key: bytes) -> Bot:
        """A bot with that key; it talks and plans if the one it is made of does."""
        plain = self.level.plays(key)
        if plans(plain):
            return Planning(key, self.level, self.guide)
        if talks(plain):
            return Speaking(key, self.level, self.guide)
        return Styled(key, self.level, self.guide)


def simulations(bot: object) -> tuple[int, int]:
    """How many a bot planned for its last answer, and how many it did; none: no search."""
    last = bot.last if isinstance(bot, Styled) else None
    return (0, 0) if last is None else (last.planned, last.done)


def hurry(bot: object, seconds: float) -> None:
    """Give a bot that searches only so much time for a decision."""
    if isinstance(bot, Styled):
        bot.seconds = seconds


def repeat(bot: object, planned: int, done: int) -> None:
    """Let a bot that searches plan what it planned, and stop where it did, as its record notes."""
    if isinstance(bot, Styled):
        bot.planned = planned
        bot.stop = done
