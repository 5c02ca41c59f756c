"""What a seat is asked: a question and its options now."""

from __future__ import annotations

from tatami.engine.asking import Ask
from tatami.engine.flow import options, part_of
from tatami.engine.question import Question
from tatami.engine.watch import UNSEEN
from tatami.engine.world import World


class Offer:
    """What is asked of one seat (for one of its positions): the question and its options now.

    Of a pick, ``items`` are all that can be picked, ``picked`` what has been so far, ``options``
    the next small picks; where one is to be chosen, ``low`` and ``high`` are 0.
    """

    __slots__ = ("at", "high", "items", "low", "options", "picked", "position", "question")

    def __init__(
        self,
        at: int,
        question: Question,
        position: int,
        options: tuple[int, ...],
        low: int = 0,
        high: int = 0,
        items: tuple[int, ...] = (),
        picked: tuple[int, ...] = (),
    ) -> None:
        self.at = at
        self.question = question
        self.position = position
        self.options = options
        self.low = low
        self.high = high
        self.items = items
        self.picked = picked

    @property
    def is_pick(self) -> bool:
        """Whether several are to be picked, from ``low`` to ``high``."""
        return self.high > 0

    def __repr__(self) -> str:
        allowed = " ".join([self.question.spell(option) for option in self.options])
        return f"<{self.question.key}: {allowed}>"

    def key(self) -> tuple[object, ...]:
        """Everything in it, as a tuple."""
        return (
            self.question.key,
            self.at,
            self.position,
            self.options,
            self.low,
            self.high,
            self.items,
            self.picked,
        )


def offer_of(w: World, ask: Ask, at: int) -> Offer:
    """What part ``at`` of the open ask offers now."""
    position = ask.terms.positions[at] if ask.terms.positions else UNSEEN
    allowed = tuple(options(w, at))
    if not ask.terms.high:
        return Offer(at, ask.question, position, allowed)
    items = tuple(ask.part(at))
    return Offer(
        at, ask.question, position, allowed, ask.terms.low, ask.terms.high, items, part_of(w, at)
    )
