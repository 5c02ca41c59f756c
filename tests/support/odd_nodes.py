"""Nodes on machines that are not like the others: their clock is wrong, or their rules are newer.

`python -m tests.support.odd_nodes SECONDS GAME FILE serve ...` is the seeded server on a machine
whose clock is so far from the truth, where the rules of GAME (`-`: none) are of the next version.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tatami import catalogue
from tatami.tables.chance import Timepiece
from tests.support.cluster import Node
from tests.support.seeded import SeededChance, run


class OddNode(Node):
    """A real node but for its clock or its rules."""

    def __init__(
        self,
        place: Path,
        name: str,
        store: str,
        *,
        wrong: float = 0,
        newer: str = "-",
        **given: object,
    ) -> None:
        self.odd = [str(wrong), newer]
        super().__init__(place, name, store, **given)

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.odd_nodes", *self.odd, *rest]


def set_clock(wrong: float) -> None:
    """What this machine thinks the time is."""
    wall = time.time
    time.time = lambda: wall() + wrong
    Timepiece.__init__.__defaults__ = (time.time, time.monotonic)  # type: ignore[misc]


if __name__ == "__main__":
    set_clock(float(sys.argv.pop(1)))
    if (newer := sys.argv.pop(1)) != "-":
        catalogue.find(newer).game.version += 1
    sys.exit(run(SeededChance(Path(sys.argv[1])), sys.argv[2:]))
