"""An interval for a mean that may be looked at after every observation.

A usual interval of 95 % holds for one number of games that was fixed beforehand: whoever looks
after every game and stops when it pleases is wrong more often. A *confidence sequence* holds at
all moments together. This one is by betting (Waudby-Smith and Ramdas, "Estimating means of bounded
random variables by betting", 2024: the hedged capital, with bets that are known one step ahead).
For each possible mean somebody bets that it is another one, never more than they have. If it is the
mean, their capital is not expected to grow; that it ever reaches 20 times what it was, has a chance
of at most one in 20 (Ville's inequality). The means not refuted so far are the interval.
"""

from __future__ import annotations

import math
from typing import Final

ALPHA: Final = 0.05
"""The chance that the mean is ever outside."""
STEPS: Final = 1000
"""How finely means are told apart."""
BOLD: Final = 0.5
"""The most of a capital that a single observation can cost."""


class Sequence:
    """The means that observations from 0 to 1 leave possible."""

    def __init__(self, alpha: float = ALPHA, steps: int = STEPS) -> None:
        self.alpha = alpha
        self.number = 0
        self.means = [(at + 0.5) / steps for at in range(steps)]
        """Those not refuted yet; each stands for what lies within half a step of it."""
        self.over = [math.log(0.5)] * steps
        """The capital, as a logarithm, of who bets that the mean is larger than each ..."""
        self.under = [math.log(0.5)] * steps
        """... and of who bets that it is smaller."""
        self._half = 0.5 / steps
        self._sum = 0.5
        self._squares = 0.25

    @property
    def low(self) -> float:
        """The least mean that is still possible."""
        return max(0.0, self.means[0] - self._half)

    @property
    def high(self) -> float:
        """The greatest mean that is still possible."""
        return min(1.0, self.means[-1] + self._half)

    def add(self, value: float) -> None:
        """One more observation, from 0 to 1."""
        bet = self._bet()
        self.number += 1
        for at, mean in enumerate(self.means):
            gap = value - mean
            self.over[at] += math.log1p(min(bet, BOLD / mean) * gap)
            self.under[at] += math.log1p(-min(bet, BOLD / (1.0 - mean)) * gap)
        self._learn(value)
        self._refute()

    def _bet(self) -> float:
        """How much to stake next: what went before decides, never what comes."""
        variance = self._squares / (self.number + 1)
        now = self.number + 1
        return math.sqrt(2.0 * math.log(2.0 / self.alpha) / (variance * now * math.log1p(now)))

    def _learn(self, value: float) -> None:
        self._sum += value
        self._squares += (value - self._sum / (self.number + 1)) ** 2

    def _refute(self) -> None:
        """Leave out what has been refuted at either end; what is out stays out."""
        limit = math.log(1.0 / self.alpha)
        held = [max(up, down) < limit for up, down in zip(self.over, self.under, strict=True)]
        if not any(held):  # no mean fits: the one that fits best, so that there is always one
            held = [False] * len(held)
            held[min(range(len(held)), key=lambda at: max(self.over[at], self.under[at]))] = True
        first, stop = held.index(True), len(held) - held[::-1].index(True)
        self.means = self.means[first:stop]
        self.over = self.over[first:stop]
        self.under = self.under[first:stop]
