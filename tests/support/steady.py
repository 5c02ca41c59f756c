"""A server whose bots play the same game whoever answers first.

`python -m tests.support.steady FILE serve ...` is the seeded server in which a bot's randomness
depends on how often that bot itself has moved, and not on all moves before: where several are asked
at once, it makes no difference then how quick the others are.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from tatami.tables.house import House
from tatami.tables.row import TableRow
from tests.support.seeded import SeededChance, run
from tests.support.serving import Server


class SteadyServer(Server):
    """A real server but for its bots' luck."""

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.steady", *rest]


def _key(house: House, row: TableRow, seat: int, _number: int) -> bytes:
    referee = house.tables[row.id].referee
    assert referee is not None
    made = sum(move.seat == seat for move in referee.moves)
    return hashlib.sha256(f"bot {row.secret} {seat} {made}".encode()).digest()


if __name__ == "__main__":
    House.bot_key = _key  # type: ignore[method-assign]  # it is the point
    sys.exit(run(SeededChance(Path(sys.argv[1])), sys.argv[2:]))
