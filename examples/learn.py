"""A learner in a page: policy gradients by self-play, with NumPy alone.

    pip install 'tatami[gymnasium]'
    python examples/learn.py clans --seats 4 --minutes 10

All seats share one network. A decision is worth what its game was worth to its seat in the end.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tatami.research.gymnasium import VectorEnv

GAMES, STEPS, HIDDEN, PIECE = 128, 160, 128, 2048
RATE, SPREAD = 2e-3, 0.01  # how fast it learns, and what keeps it curious
NUMBER = re.compile(r"(?<=[-s])\d+")  # of a seat, or of what lies before it


class Network:
    """Two layers: what a seat sees becomes how likely it does what, and what that is worth."""

    def __init__(self, sees: int, does: int, luck: np.random.Generator) -> None:
        first = luck.normal(0, sees**-0.5, (sees, HIDDEN)).astype(np.float32)
        self.weights = [first, np.zeros((HIDDEN, does), np.float32), np.zeros(HIDDEN, np.float32)]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.updates = 0
        self.usual = self.range = np.ones(sees, np.float32)

    def policy(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """What goes in, what the hidden layer makes of it, and the odds of each action."""
        seen = (seen.astype(np.float32) - self.usual) / self.range
        hidden = np.maximum(seen @ self.weights[0], 0)
        scores = np.where(mask, hidden @ self.weights[1], -np.inf)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        return seen, hidden, odds / odds.sum(1, keepdims=True)

    def get_used_to(self, seen: Any) -> None:
        """Find out what is usual, so that what is rare stands out."""
        self.usual = seen.mean(0).astype(np.float32)
        self.range = (seen.std(0) + 0.1).astype(np.float32)

    def learn(self, seen: Any, mask: Any, did: Any, worth: Any) -> None:
        """One step of Adam towards what was worth more."""
        seen, hidden, odds = self.policy(seen, mask)
        missed = hidden @ self.weights[2] - worth
        worth = -missed / (missed.std() + 1e-6)  # better or worse than it should have been
        logs = np.log(odds, where=odds > 0, out=np.zeros_like(odds))
        change = odds * worth[:, None]
        change[np.arange(len(did)), did] -= worth
        change += SPREAD * odds * (logs - (odds * logs).sum(1, keepdims=True))
        change /= len(did)
        missed /= len(did)
        back = (change @ self.weights[1].T + np.outer(missed, self.weights[2])) * (hidden > 0)
        self.updates += 1
        for at, slope in enumerate((seen.T @ back, hidden.T @ change, hidden.T @ missed)):
            self.means[at] += 0.1 * (slope - self.means[at])
            self.squares[at] += 0.001 * (slope**2 - self.squares[at])
            mean = self.means[at] / (1 - 0.9**self.updates)
            square = self.squares[at] / (1 - 0.999**self.updates)
            self.weights[at] -= RATE * mean / (np.sqrt(square) + 1e-8)


class Round:
    """The table turned so that everybody sits at seat 0: what is learned there serves all."""

    def __init__(self, tables: Any) -> None:
        self.tables, self.seats = tables, tables.encoding.seats
        self.sees = self._turned(tables.encoding.names())
        spelled = [
            (q.key, q.spell(o))
            for q in tables.encoding.game.book.questions
            for o in range(q.size + 1)
        ]
        self.does = self._turned([*(f"{key} {word}" for key, word in spelled), "wait"])

    def _turned(self, names: list[str]) -> Any:
        """For each seat where the number (or action) lies that seat 0 would find at a place."""
        at = {name: place for place, name in enumerate(names)}
        found = [
            [at.get(self._named(name, seat), at[name]) for name in names]
            for seat in range(self.seats)
        ]
        return np.array(found)

    def _named(self, name: str, seat: int) -> str:
        def turn(one: re.Match[str]) -> str:
            number = int(one[0])
            return str((number + seat) % self.seats if number < self.seats else number)

        return NUMBER.sub(turn, name)

    def look(self, seen: Any, seats: Any) -> tuple[Any, Any]:
        """Observations and masks as from seat 0."""
        rows = np.take_along_axis(seen["observation"], self.sees[seats], 1)
        return rows, np.take_along_axis(seen["action_mask"], self.does[seats], 1)

    def step(self, did: Any, seats: Any) -> Any:
        """Do what was chosen as from seat 0."""
        return self.tables.step(self.does[seats, did])


def draw(odds: Any, luck: np.random.Generator) -> Any:
    """An action for each row, by its odds."""
    drawn = np.log(odds, where=odds > 0, out=np.full_like(odds, -np.inf))
    return (drawn + luck.gumbel(size=odds.shape)).argmax(1)


def episodes(tables: Any, net: Network, luck: np.random.Generator) -> tuple[Any, ...]:
    """Some steps of self-play: of the games that ended in them, all decisions and their worth."""
    turned, kept, worth = Round(tables), [], np.full((STEPS, tables.num_envs), np.nan)
    began = np.zeros(tables.num_envs, int)
    seen, infos = tables.reset()
    for step in range(STEPS):
        seats = infos["seat"]
        rows, mask = turned.look(seen, seats)
        did = draw(net.policy(rows, mask)[2], luck)
        kept.append((rows, mask, did, seats))
        seen, _, ended, cut, infos = turned.step(did, seats)
        for game in np.flatnonzero(ended | cut):
            whose = [one[3][game] for one in kept[began[game] :]]
            worth[began[game] : step + 1, game] = infos["returns"][game][whose]
            began[game] = step + 1
    whole = ~np.isnan(worth)
    return *(np.stack([one[at] for one in kept])[whole] for at in range(3)), worth[whole]


def strength(tables: Any, net: Network | None, luck: np.random.Generator, games: int) -> float:
    """How often the network's seat, 0, wins against random ones; no network: random too."""
    seen, infos = tables.reset()
    turned, won, played = Round(tables), 0.0, 0.0
    while played < games:
        seats = infos["seat"]
        rows, mask = turned.look(seen, seats)
        did = (luck.random(mask.shape) * mask).argmax(1)
        if net is not None and len(mine := np.flatnonzero(seats == 0)):
            did[mine] = draw(net.policy(rows[mine], mask[mine])[2], luck)
        seen, _, ended, cut, infos = turned.step(did, seats)
        if (ended | cut).any():
            won += (infos["returns"][ended, 0] > 0).sum()
            played += (ended | cut).sum()
    return won / played


def train(
    tables: Any, seed: int, go_on: Callable[[int], bool], tell: Callable[[int, Network], None]
) -> Network:
    """Learn until it is enough; ``tell`` hears of every update."""
    luck = np.random.default_rng(seed)
    net, number = Network(tables.encoding.size, tables.encoding.action_count, luck), 0
    tables.reset(seed=seed)
    while go_on(number):
        seen, mask, did, worth = episodes(tables, net, luck)
        if number == 0:
            net.get_used_to(seen)
        order = luck.permutation(len(did))
        for first in range(0, len(order), PIECE):
            some = order[first : first + PIECE]
            net.learn(seen[some], mask[some], did[some], worth[some].astype(np.float32))
        number += 1
        tell(number, net)
    return net


def main() -> None:
    """Train for some minutes, and draw how strong it becomes."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game", nargs="?", default="clans")
    wanted.add_argument("--seats", type=int, default=4)
    wanted.add_argument("--minutes", type=float, default=10)
    wanted.add_argument("--seed", type=int, default=7)
    args = wanted.parse_args()
    tables, end = VectorEnv(args.game, args.seats, GAMES), time.monotonic() + 60 * args.minutes
    luck = np.random.default_rng(args.seed)
    print(f"random:     {strength(tables, None, luck, 2000):6.1%}")

    def tell(number: int, net: Network) -> None:
        if number % 20 == 0:
            rate = strength(tables, net, luck, 500)
            print(f"update {number:4} {rate:6.1%} {'#' * round(60 * rate)}", flush=True)

    net = train(tables, args.seed, lambda _: time.monotonic() < end, tell)
    print(f"in the end: {strength(tables, net, luck, 4000):6.1%} of games against random bots")


if __name__ == "__main__":
    main()
