"""Random play to the end inside the library: what a Monte Carlo search spends its time on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tatami.engine.asking import ONE, Answer, Ask
from tatami.engine.flow import answer, close_together, part_of, sealed, small_options
from tatami.engine.world import World

if TYPE_CHECKING:
    from mypy_extensions import i64


def playout(w: World, seed: int, limit: int = 100_000) -> int:
    """Answer ``limit`` asks at random, or all; how many answers had at least two options.

    Its dice are quick, not good: fine for playouts, not for deals. Nobody waits for a count.
    """
    player = _Player(seed & 0xFFFFFFFF)
    for _ in range(limit):
        ask = w.ask
        if ask is None or w.over:
            break
        terms = ask.terms
        if terms.close == ONE and not terms.high:
            answer(w, ask.seats[0], player.draw(ask.options))
        elif terms.close == ONE:
            answer(w, ask.seats[0], player.answer(w, ask, 0))
        else:
            close_together(w, player.answer_all(w, ask))
    return player.decisions


class _Player:
    """Answers at random, and counts."""

    __slots__ = ("decisions", "state")

    def __init__(self, state: i64) -> None:
        self.state = state
        self.decisions = 0

    def answer(self, w: World, ask: Ask, at: int) -> Answer:
        """An option of a part of the ask; for a pick one small pick after the other."""
        if ask.terms.high:
            return self.fill(ask, at, part_of(w, at))
        return self.draw(ask.part(at))

    def fill(self, ask: Ask, at: int, part: tuple[int, ...]) -> Answer:
        """The rest of a pick, until it is full or stopped."""
        while len(part) < ask.terms.high:
            option = self.draw(small_options(ask, at, part))
            if option == ask.question.stop:
                break
            part = (*part, option)
        return part

    def answer_all(self, w: World, ask: Ask) -> list[Answer]:
        """The answers of everybody who is asked, those included that are sealed already."""
        if w.stack[-1][3]:
            return [
                self.answer(w, ask, at) if given is None else given
                for at, given in enumerate(sealed(w))
            ]
        return [self.answer(w, ask, at) for at in range(len(ask.seats))]

    def draw(self, allowed: list[int]) -> int:
        """One of some options."""
        count: i64 = len(allowed)
        if count == 1:
            return allowed[0]
        state: i64 = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        self.state = state
        self.decisions += 1
        return allowed[(state >> 8) * count >> 24]
