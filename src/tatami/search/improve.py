"""Improve on a bot: weigh its answer against others in the same worlds, with the same dice.

Each answer is given in the same worlds, and every seat then plays on as the game's own bot does.
Sequential halving drops the worse half again and again, so that most simulations go where it is
close. The bot's own answer stays in to the end, and is only given up for one that was better in the
same worlds by more than the error of that.
"""

from __future__ import annotations

import math
from typing import Final

from tatami.engine.asking import Answer
from tatami.engine.flow import act
from tatami.engine.view import View
from tatami.games.guide import Guide
from tatami.search.budget import Budget
from tatami.search.candidates import candidates
from tatami.search.dream import Dreams, part_of_key
from tatami.search.finding import Course, Finding, Weighed
from tatami.search.playouts import Playout, usual

MARGIN: Final = 0.5
"""By how many standard errors an answer must be better than the bot's."""
FEWEST: Final = 3
"""In how many worlds it must have been compared."""


def search(view: View, guide: Guide, key: bytes, budget: Budget) -> Finding:
    """The best answer to the first thing that a view asks, and why.

    It follows from the view, the key and the numbers of simulations planned and done.
    """
    budget.begin()
    base = None if guide.prior is None else guide.prior(part_of_key(key, "base", 0)).decide(view)
    return weigh(view, guide, key, budget, base)


def weigh(view: View, guide: Guide, key: bytes, budget: Budget, base: Answer | None) -> Finding:
    """The same, where it is known what the bot answers."""
    trials = Trials(view, guide, key, candidates(view, guide, base))
    if len(trials.answers) > 1:
        halve(trials, budget, base)
    chosen = best_of(trials, base)
    return Finding(
        view,
        base,
        trials.answers[chosen],
        trials.told(base),
        trials.dreams.worlds,
        budget.simulations,
        trials.done,
    )


class Trials:
    """What came of each answer in each world so far."""

    def __init__(self, view: View, guide: Guide, key: bytes, answers: list[Answer]) -> None:
        self.view = view
        self.guide = guide
        self.key = key
        self.answers = answers
        self.dreams = Dreams(view, guide, key)
        self.playout = Playout(view, guide, key)
        self.rewards: list[list[float]] = [[] for _ in answers]
        self.lines: list[list[Course]] = [[] for _ in answers]
        self.done = 0
        self.alive = [*range(len(answers))]
        """The answers that are still weighed, by their number."""

    def batch(self, number: int, budget: Budget) -> bool:
        """Try every answer that is left in world ``number``, with the same chance in each.

        Where time is up before all of them have been tried, none has: what is found follows from
        whole batches.
        """
        played = self._played(number, budget)
        if played is None:
            self.dreams.forget(number)
            return False
        for one, (rewards, line) in zip(self.alive, played, strict=True):
            self.rewards[one].append(rewards[self.view.seat])
            self.lines[one].append(line)
            self.done += 1
        return True

    def _played(self, number: int, budget: Budget) -> list[tuple[list[float], Course]] | None:
        """What came of each answer that is left; None where time was up."""
        world = self.dreams.world(number)
        dice = part_of_key(self.key, "chance", number)
        found: list[tuple[list[float], Course]] = []
        for one in self.alive:
            if budget.is_up():
                return None
            twin = world.copy()
            twin.rekey(dice)
            act(twin, self.answers[one], self.view.offers[0].at)
            came = self.playout.run(twin, number, budget)
            if came is None:
                return None
            found.append(came)
        return found

    def mean(self, one: int) -> float:
        """The mean reward of an answer; 0 where it was never tried."""
        got = self.rewards[one]
        return math.fsum(got) / len(got) if got else 0.0

    def compared(self, one: int, base: int) -> tuple[float, float]:
        """By how much an answer was better than another in the same worlds; the error of that."""
        pairs = zip(self.rewards[one], self.rewards[base], strict=False)
        gaps = [mine - other for mine, other in pairs]
        number = len(gaps)
        if not number or one == base:
            return 0.0, 0.0
        mean = math.fsum(gaps) / number
        spread = math.fsum([(gap - mean) * (gap - mean) for gap in gaps]) / max(1, number - 1)
        return mean, math.sqrt(spread / number)

    def told(self, base: Answer | None) -> list[Weighed]:
        """Every answer with what came of it: the most weighed first, the best of them first."""
        against = -1 if base is None else self.answers.index(base)
        order = sorted(
            range(len(self.answers)), key=lambda one: (-len(self.rewards[one]), -self.mean(one))
        )
        return [self._weighed(one, against) for one in order]

    def _weighed(self, one: int, against: int) -> Weighed:
        gap, error = (0.0, 0.0) if against < 0 else self.compared(one, against)
        visits = len(self.rewards[one])
        line = usual(self.lines[one])
        return Weighed(self.answers[one], visits, self.mean(one), gap, error, line)


def halve(trials: Trials, budget: Budget, base: Answer | None) -> None:
    """Sequential halving; the bot's own answer is never dropped.

    How many simulations there are, may turn out while all answers are weighed, and not later: then
    the first part is so many batches as it would have been, had that been known before.
    """
    kept = -1 if base is None else trials.answers.index(base)
    rounds = max(1, math.ceil(math.log2(len(trials.answers))))
    number = 0
    for left in range(rounds, 0, -1):
        before, tried = trials.done, 0
        while tried < batches(trials, budget.simulations - before, left):
            if budget.is_spent(trials.done) or not trials.batch(number, budget):
                return
            number += 1
            tried += 1
            if left == rounds:
                budget.plan(trials.done, trials.done * rounds)
        if left > 1:
            drop(trials, kept)


def batches(trials: Trials, simulations: int, left: int) -> int:
    """How often all answers that are left are tried, with so many parts still to come."""
    return max(1, simulations // left // len(trials.alive))


def drop(trials: Trials, kept: int) -> None:
    """Keep the better half, two at least."""
    alive = trials.alive
    ranked = sorted(alive, key=lambda one: (-trials.mean(one), one))
    better = ranked[: max(2, (len(alive) + 1) // 2)]
    if kept >= 0 and kept not in better:
        better.append(kept)
    trials.alive = better


def best_of(trials: Trials, base: Answer | None) -> int:
    """The best of what is left; the bot's own unless another is better beyond the error."""
    best: int = min(trials.alive, key=lambda one: (-trials.mean(one), one))
    if base is None:
        return best
    own = trials.answers.index(base)
    gap, error = trials.compared(best, own)
    sure = len(trials.rewards[best]) >= FEWEST and gap > MARGIN * error and gap > 0.0
    return best if sure else own
