"""Bots that take one decision after the other, in the stable numbers that learners use."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from tatami import catalogue
from tatami.bots.realtime import planner
from tatami.engine.intent import USE
from tatami.engine.look import look

if TYPE_CHECKING:
    from tatami.bots.base import Factory
    from tatami.engine.turns import Turns
    from tatami.engine.view import View


def factories(game: str, names: list[str]) -> list[Factory]:
    """What makes the bots of these names; ``ValueError`` with a sentence where there is none."""
    known = catalogue.find(game).bots
    for name in names:
        if name not in known:
            raise ValueError(f"{game} has no bot {name!r}; it has: {', '.join(known)}")
    return [known[name] for name in names]


class Players:
    """A bot for every seat. Worlds must be watched: a bot decides from its view."""

    def __init__(self, makers: list[Factory], key: bytes) -> None:
        keys = [
            blake2b(key + bytes([seat]), digest_size=32).digest() for seat in range(len(makers))
        ]
        self.bots = [make(own) for make, own in zip(makers, keys, strict=True)]
        self.planners = [planner(bot, own) for bot, own in zip(self.bots, keys, strict=True)]
        self.left: list[list[int]] = [[] for _ in makers]
        """What remains of a pick that a bot named as a whole."""

    def choose(self, turns: Turns) -> int:
        """The next decision: an answer, the use of a right that the bot means to use, or wait."""
        seat = turns.seat
        if self.left[seat]:
            return self.left[seat].pop(0)
        view = look(turns.w, seat)
        used = self._right(turns, view) if view.rights else -1
        if used >= 0:
            return used
        return self._answer(turns, view) if turns.at >= 0 else turns.wait

    def _right(self, turns: Turns, view: View) -> int:
        """The right that a bot with a sense of time would use in this step; -1: none."""
        for intent in self.planners[view.seat].plan(view):
            for right in turns.w.game.rights if intent.kind == USE else ():
                held = right.holds(turns.w, view.seat)
                if right.name == intent.key and intent.option in held:
                    return right.question.first + intent.option
        return -1

    def _answer(self, turns: Turns, view: View) -> int:
        """What the bot answers; a subset one small pick after the other, and *stop* unless full."""
        offer, given = view.offers[0], self.bots[view.seat].decide(view)
        first = offer.question.first
        if isinstance(given, int):
            return first + given
        small = [first + option for option in given[len(offer.picked) :]]
        if len(given) < offer.high:
            small.append(first + offer.question.stop)
        self.left[view.seat] = small[1:]
        return small[0]
