"""Look for what the listed seeds do not find: new ones, for as long as there is time.

    make soak MINUTES=10

Games of all kinds go through the checks of conformance, awkward names through a real server, the
property tests through Hypothesis with new examples, and houses of several nodes through a fault at
other moments, with other people and other deals. Everything follows from one number, which
is printed first; what fails is printed with the line that pins it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.support.awkward import evening
from tests.support.seeds import SEED
from tests.support.soaking import Case

ROOT = Path(__file__).resolve().parent.parent
GAMES = 20
"""So many games are played between two servers and two files of properties."""


def properties() -> list[str]:
    """The test files that leave their examples to Hypothesis, wherever they are."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(f.relative_to(ROOT)) for f in files if "\n@given" in f.read_text("utf-8")]


def faults() -> list[str]:
    """What can go wrong with nodes while games go on: tests whose moments a seed chooses."""
    found: list[str] = []
    for path in sorted((ROOT / "tests" / "nodes").glob("test_*.py")):
        parts = path.read_text("utf-8").split("\ndef ")
        names = [part.partition("(")[0] for part in parts if "Evening(house" in part]
        found += [f"{path.relative_to(ROOT)}::{name}" for name in names]
    return found


def tested(what: str, *options: str, **environment: str) -> None:
    """Run tests in a process of their own; an error where one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", what, *options]
    env = {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stdout[-6000:])


class Soak:
    """What was tried until now, and what of it failed."""

    def __init__(self, seed: int, minutes: float) -> None:
        self._dice = Random(seed)
        self._end = time.monotonic() + 60 * minutes
        self.tried = 0
        self.pins: list[str] = []

    @property
    def has_time(self) -> bool:
        """Whether to go on."""
        return time.monotonic() < self._end

    def run(self) -> None:
        """Round after round, until the time is up."""
        while self.has_time:
            for _ in range(GAMES):
                if self.has_time:
                    case = Case.draw(self._dice)
                    self._try(str(case), case.run, f"tests/conformance/pinned.txt: {case}")
            for attempt in (self._names, self._properties, self._faults):
                if self.has_time:
                    attempt()

    def _names(self) -> None:
        seed = self._dice.getrandbits(32)
        with tempfile.TemporaryDirectory() as directory:
            data = Path(directory) / "data"
            pin = f"tests/server/awkward.txt: {seed}"
            self._try(f"awkward {seed}", lambda: evening(data, seed), pin)

    def _properties(self) -> None:
        seed = self._dice.getrandbits(32)
        file = self._dice.choice(properties())
        options = [f"--hypothesis-seed={seed}", "--hypothesis-profile=soak"]
        pin = (
            f"{file}: an @example with the falsifying example above (found by {' '.join(options)})"
        )
        self._try(f"{file} {' '.join(options)}", lambda: tested(file, *options), pin)

    def _faults(self) -> None:
        seed = self._dice.getrandbits(32)
        test = self._dice.choice(faults())
        pin = f"{test}: another seed in the place of its own (found by {SEED}={seed})"
        self._try(f"{SEED}={seed} {test}", lambda: tested(test, **{SEED: str(seed)}), pin)

    def _try(self, what: str, attempt: Callable[[], None], pin: str) -> None:
        print(what, flush=True)
        self.tried += 1
        try:
            attempt()
        except Exception:  # whatever it is, it is what we look for
            traceback.print_exc(file=sys.stdout)
            self.pins.append(pin)
            print(f"PIN {pin}", flush=True)


def main(argv: Sequence[str]) -> int:
    """Print the seed, try all kinds of things, print what to pin."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=secrets.randbits(48))
    args = parser.parse_args(argv)
    print(f"seed {args.seed}", flush=True)
    soak = Soak(args.seed, args.minutes)
    soak.run()
    print(f"{soak.tried} tried, {len(soak.pins)} failed; seed {args.seed}")
    for pin in soak.pins:
        print(f"pin in {pin}")
    return bool(soak.pins)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
