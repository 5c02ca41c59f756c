"""What ``make bench-doors`` prints: decisions a second through the doors for researchers.

A decision is a step of the environment: an observation and a mask are made for it, and an action
is drawn from the mask. Where games step together drawing is timed apart and not counted. All is
processor time of one core, but for several processes and pgx, whose threads share the work: there
it is the clock on the wall, which needs an idle machine. The peers play their own card games, in
the same run; pgx only where it is installed (it brings JAX, and is no part of requirements/).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any, TypeAlias

import numpy as np

import tatami
from benchmarks import clock
from benchmarks.peers import PettingZoo, RLCard, quiet
from tatami.engine.referee import Referee
from tatami.research.gymnasium import VectorEnv
from tatami.research.pettingzoo import raw_env
from tatami.research.processes import ProcessVectorEnv

GAMES = ("clans", "wataah", "night", "tack")
PGX = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")
TABLES = 64
"""So many games step together; with 256 each step is slower, probably for want of cache."""
SLICE = 0.3
Runs = Iterator[tuple[int, float]]
Clock = Callable[[], float]


def drawn(tables: VectorEnv, luck: np.random.Generator) -> Any:
    """An allowed action for each game, by the first of all that are allowed."""
    game, action = np.nonzero(tables.masks)
    first = np.searchsorted(game, np.arange(tables.num_envs))
    number = np.diff(np.append(first, len(game)))
    return action[first + (luck.random(tables.num_envs) * number).astype(int)]


def steps(tables: VectorEnv, seed: int, now: Clock = time.process_time) -> Runs:
    """Steps of many games together: how many decisions, and their time."""
    luck = np.random.default_rng(seed)
    tables.reset(seed=seed)
    while True:
        actions = drawn(tables, luck)
        start = now()
        tables.step(actions)
        yield tables.num_envs, now() - start


def vector(game: str, seed: int) -> Runs:
    """In this process."""
    return steps(VectorEnv(game, 4, TABLES, copy=False), seed)


def knowing(game: str, seed: int) -> Runs:
    """With what the ledger knows in the rows."""
    return steps(VectorEnv(game, 4, TABLES, copy=False, ledger=True), seed)


def viewed(game: str, seed: int) -> Runs:
    """A view at each decision, and the referee, as ``benchmarks.paths`` has it."""
    rules, draw = tatami.load(game), random.Random(seed).random
    while True:
        referee = Referee(rules, 4, seed, rules.defaults())
        seed += 1
        while not referee.over:
            start = time.process_time()
            yield decide(referee, draw), time.process_time() - start


def decide(referee: Referee, draw: Callable[[], float]) -> int:
    """Whoever is asked looks, and answers; where nobody is, time is up."""
    if not (asked := referee.waiting()):
        referee.expire(referee.turn)
        return 0
    offer = referee.view(asked[0]).offers[0]
    ask = next(number for number, one in referee.asks(asked[0]) if one.at == offer.at)
    if not referee.act(offer.options[int(draw() * len(offer.options))], asked[0], ask):
        raise RuntimeError("the referee refused one of its own options")
    return 1


def one_by_one(game: str, seed: int) -> Runs:
    """``last`` and ``step`` of PettingZoo's AEC environment."""
    table, dice = raw_env(game, 4), random.Random(seed)
    while True:
        start, decisions = time.process_time(), 0
        table.reset(seed=seed)
        seed += 1
        while not any(table.terminations.values()) and not any(table.truncations.values()):
            seen, *_ = table.last()
            table.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            decisions += 1
        yield decisions, time.process_time() - start


Door: TypeAlias = Callable[[str, int], Runs]
DOORS: dict[str, Door] = {
    "vector environment": vector,
    "vector environment, ledger": knowing,
    "view and act": viewed,
    "PettingZoo's AEC": one_by_one,
}


def rate(runs: Runs, seconds: float) -> float:
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


def with_workers(workers: int, given: argparse.Namespace) -> float:
    """Decisions a second of several processes, by the clock on the wall."""
    tables = ProcessVectorEnv("clans", 4, TABLES * workers, workers, copy=False)
    try:
        return rate(steps(tables, given.seed, time.perf_counter), given.seconds)
    finally:
        tables.close()


def pgx_steps(game: str, seed: int) -> Runs:
    """As many games of pgx that step together, compiled by JAX for this processor."""
    jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    table = pgx.make(game)
    step = jax.jit(jax.vmap(auto_reset(table.step, table.init)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask + 0.0)))
    key = jax.random.PRNGKey(seed)
    keys = jax.random.split(key, TABLES)
    state = jax.jit(jax.vmap(table.init))(keys)
    for number in range(1_000_000):
        actions = draw(jax.random.fold_in(key, number), state.legal_action_mask).block_until_ready()
        start = time.perf_counter()
        state = jax.block_until_ready(step(state, actions, keys))
        yield TABLES, time.perf_counter() - start


def peers(given: argparse.Namespace) -> dict[str, float]:
    """What the peers make of their own card games."""
    found, seed = {}, given.seed
    with quiet():
        for peer in (RLCard(seed, random.Random(seed)), PettingZoo(seed, random.Random(seed))):
            found[peer.name] = clock.rate(peer.play, given.seconds)[0]
    return found


def pgx_rows(given: argparse.Namespace) -> dict[str, float]:
    """Rows of pgx, none where it is not installed."""
    try:
        named = f"pgx {version('pgx')}"
    except ModuleNotFoundError:
        return {}
    return {f"{named} {game}": rate(pgx_steps(game, given.seed), given.seconds) for game in PGX}


def main() -> None:
    """Measure all doors with every game, then the peers, and set them side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    ours = {name: doors_of(door, name, given) for name, door in DOORS.items()}
    for number in (1, given.workers):
        tell("vector environment, processes", f"clans, {number}", with_workers(number, given))
    for name, found in (peers(given) | pgx_rows(given)).items():
        tell(name, "", found)
        for way, rates in ours.items():
            ratios = "  ".join(f"{game} {rates[game] / found:.2f}" for game in given.games)
            print(f"    {way + ' / it':34} {ratios}", flush=True)


def doors_of(door: Door, name: str, given: argparse.Namespace) -> dict[str, float]:
    """One door with every game."""
    found = {}
    for game in given.games:
        found[game] = rate(door(game, given.seed), given.seconds)
        tell(name, game, found[game])
    return found


def tell(name: str, what: str, found: float) -> None:
    """A line of the table."""
    print(f"{name:34} {what:16} {found:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
