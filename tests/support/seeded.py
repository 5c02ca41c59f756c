"""A server whose every run is the same: ids, codes, secrets and tokens come from the test's name.

`tests.support.seeded FILE CLOCK serve ...` is `tatami serve ...` with a chance and a clock of its
own. FILE names the test that runs and is read at every draw, so that tests that share a server
still see the same games when they run alone. CLOCK is `flows` or `stands`, a colon, and how far
the clock has been turned already: see `tests.support.turning`.
"""

from __future__ import annotations

import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from tatami.cli import main, serve
from tatami.tables import attendance
from tatami.tables.chance import Chance
from tests.support.drawn import Drawn
from tests.support.turning import Keeper, take_over
from tests.support.zygote import CONTROL


class SeededChance(Drawn):
    """Draws from the name that stands in a file, and from how often it has drawn."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seed = ""
        self._drawn: Counter[str] = Counter()

    def draw(self, what: str) -> bytes:
        """32 bytes for this purpose, others at every call."""
        seed = self._file.read_text(encoding="utf-8")
        if seed != self._seed:
            self._seed = seed
            self._drawn.clear()
        self._drawn[what] += 1
        return sha256(f"{seed} | {what} | {self._drawn[what]}".encode()).digest()


def run(chance: Chance, argv: list[str]) -> int:
    """The command ``tatami serve`` with that chance, and the clock that the first word names."""
    how, _, passed = argv.pop(0).partition(":")
    take_over(Keeper(float(passed), how == "flows", CONTROL))
    attendance.SOON = 0.0  # type: ignore[misc]  # who comes and goes is told at once, clock or no clock
    command = serve.serve
    serve.serve = lambda args: command(args, chance)  # type: ignore[assignment]  # it is the point
    return main(argv)


if __name__ == "__main__":
    sys.exit(run(SeededChance(Path(sys.argv[1])), sys.argv[2:]))
