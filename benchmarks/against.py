"""Playouts inside the library of several trees beside each other, in one interleaved run.

    python -m benchmarks.against OLD NEW [NEW ...] [--rounds 12] [--only clans]

A tree is a directory with the package ``tatami`` in it: ``src`` of a checkout (pure), or what a
compiled wheel unpacks to. Each tree and game is measured in a process of its own, the trees one
after the other, and again, until all rounds are over; the best slice of a tree counts. So what else
the machine does meets all of them alike. The first tree is what the others are compared with.

Trees that are older than table options by name are measured as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

CASES: dict[str, tuple[str, int, dict[str, str]]] = {
    "clans, 3 seats": ("clans", 3, {}),
    "clans, 4 seats": ("clans", 4, {}),
    "clans, 5 seats": ("clans", 5, {}),
    "wataah, 2 seats, grasshopper": ("wataah", 2, {"mode": "grasshopper"}),
    "wataah, 4 seats, grasshopper": ("wataah", 4, {"mode": "grasshopper"}),
    "wataah, 4 seats, grand-master": ("wataah", 4, {"mode": "grand-master"}),
    "night, 2 seats": ("night", 2, {}),
    "night, 6 seats": ("night", 6, {}),
    "night, 11 seats": ("night", 11, {}),
    "tack, 4 seats": ("tack", 4, {"passes": "8", "rounds": "10"}),
    "tack, 7 seats": ("tack", 7, {"passes": "8", "rounds": "10"}),
}
"""Games, modes and numbers of seats. A game of Tack without limits would never end at random."""
SLICE_SECONDS = 0.1
SLICES = 4
"""Of each tree in each round."""


# -- inside a tree


def measure(case: str) -> float:
    """Decisions a second in the best slice, of the tree that is imported."""
    name, seats, wanted = CASES[case]
    game: Any = import_module(f"tatami.games.{name}.rules").GAME
    choose = getattr(game, "choose_settings", None) or game.choose_options
    playout: Any = import_module("tatami.bots.playout").playout
    new: Any = import_module("tatami.engine.flow").new
    opts = choose(wanted)
    seed = 0
    best = 0.0
    for _ in range(SLICES):
        decisions = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < SLICE_SECONDS:
            world = new(game, seats, seed, opts)
            decisions += playout(world, seed)
            game.outcome(world)
            seed += 1
        best = max(best, decisions / spent)
    return best


# -- from outside


def measured(tree: Path, case: str) -> float:
    """The same in a process that imports that tree."""
    command = [sys.executable, "-P", str(Path(__file__).resolve()), "--inside", case]
    told = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(tree)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return float(json.loads(told.stdout))


def compare(trees: list[Path], cases: list[str], rounds: int) -> dict[str, list[float]]:
    """The best of each tree in each case."""
    best = {case: [0.0] * len(trees) for case in cases}
    for done in range(rounds):
        for case in cases:
            for at, tree in enumerate(trees):
                best[case][at] = max(best[case][at], measured(tree, case))
        print(f"round {done + 1} of {rounds}", file=sys.stderr, flush=True)
    return best


def table(trees: list[Path], best: dict[str, list[float]]) -> str:
    """Thousands of decisions a second, and how much of the first tree that is."""
    heads = ["", *[tree.name for tree in trees]]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for case, rates in best.items():
        cells = [f"{rates[0] / 1000:,.0f}"]
        cells += [
            f"{rate / 1000:,.0f} ({100 * rate / rates[0] - 100:+.0f} %)" for rate in rates[1:]
        ]
        lines.append(f"| {case} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure the trees that are named, or, inside one, a case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("trees", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--only", default="", help="cases that begin so")
    parser.add_argument("--inside", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        print(json.dumps(measure(args.inside)))
        return
    trees = [tree.absolute() for tree in args.trees]
    cases = [case for case in CASES if case.startswith(args.only)]
    print(table(trees, compare(trees, cases, args.rounds)))


if __name__ == "__main__":
    main()
