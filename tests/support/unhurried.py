"""A server on which Ninjaaa'Tack is played without hurry: nothing happens unless somebody does it.

`python -m tests.support.unhurried DEAL FILE serve ...` is the seeded server on which a count of
three is short and no time must pass between two passes. All other clocks are as slow as ``time``
says, so that no test can be too late for anything.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tatami.games.tack import zones
from tests.support.seeded import SeededChance, run
from tests.support.serving import Server
from tests.support.sorted import sort

SORTED = "sorted"
COUNT_MS = 30


class UnhurriedServer(Server):
    """A real server but for the tempo of that game; perhaps everybody is dealt a whole clan."""

    def __init__(self, data: Path, deal: str = "shuffled", **settings: object) -> None:
        self.deal = deal
        super().__init__(data, **{"time": 20, "pace": 1000, "away": 6000, **settings})

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.unhurried", self.deal, *rest]


if __name__ == "__main__":
    if sys.argv.pop(1) == SORTED:
        sort()
    zones.COUNT_MS = COUNT_MS  # type: ignore[misc]  # it is the point
    zones.BETWEEN.means[:] = [0] * len(zones.BETWEEN.means)
    sys.exit(run(SeededChance(Path(sys.argv[1])), sys.argv[2:]))
