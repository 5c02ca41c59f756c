"""What ``make bench-doors`` prints: decisions a second through the doors for researchers.

A decision is a step of the environment: an observation and a mask are made for it, and an action
is drawn from the mask. In the vector environment drawing is timed apart and not counted.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tatami.research.gymnasium import VectorEnv
from tatami.research.pettingzoo import raw_env

GAMES = ("clans", "wataah", "night", "tack")
TABLES = 256
SLICE = 0.3


def drawn(tables: VectorEnv, luck: np.random.Generator) -> Any:
    """An allowed action for each game, straight from the list of all that are allowed."""
    actions = tables.encoding.actions
    game, action = np.divmod(tables._allowed, actions)
    first = np.searchsorted(game, np.arange(tables.num_envs))
    number = np.diff(np.append(first, len(game)))
    return action[first + (luck.random(tables.num_envs) * number).astype(int)]


def vector(game: str, seed: int) -> Iterator[tuple[int, float]]:
    """Steps of many games together: how many decisions, and their processor time."""
    tables, luck = VectorEnv(game, 4, TABLES, copy=False), np.random.default_rng(seed)
    tables.reset(seed=seed)
    while True:
        actions = drawn(tables, luck)
        start = time.process_time()
        tables.step(actions)
        yield TABLES, time.process_time() - start


def one_by_one(game: str, seed: int) -> Iterator[tuple[int, float]]:
    """``last`` and ``step`` of PettingZoo's AEC environment."""
    table, dice = raw_env(game, 4), random.Random(seed)
    while True:
        start, steps = time.process_time(), 0
        table.reset(seed=seed)
        seed += 1
        while not any(table.terminations.values()) and not any(table.truncations.values()):
            seen, *_ = table.last()
            table.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
        yield steps, time.process_time() - start


def rate(runs: Iterator[tuple[int, float]], seconds: float) -> float:
    """Decisions a second in the best slice."""
    best = spent = 0.0
    next(runs)
    while spent < seconds:
        decisions, took = 0, 0.0
        while took < SLICE:
            number, more = next(runs)
            decisions, took = decisions + number, took + more
        best, spent = max(best, decisions / took), spent + took
    return best


def main() -> None:
    """Measure both doors with every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    doors: dict[str, Callable[[str, int], Iterator[tuple[int, float]]]] = {
        f"vector environment, {TABLES} games": vector,
        "PettingZoo's AEC": one_by_one,
    }
    for name, door in doors.items():
        for game in GAMES:
            found = rate(door(game, given.seed), given.seconds)
            print(f"{game:8} {name:34} {found:12,.0f} decisions/s")


if __name__ == "__main__":
    main()
