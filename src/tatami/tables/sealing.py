"""Records of games that have ended: written once, signed, and the same ever after."""

from __future__ import annotations

from tatami.engine.record import UNFINISHED, UNKNOWN, Record, record
from tatami.engine.referee import Referee
from tatami.signing import sign
from tatami.tables.proof import notes, seed_of
from tatami.tables.row import Final, TableRow
from tatami.tables.store import PutKey

OLD: int = 1
"""The proof of deals whose records have format 1 and no signature."""


def seal(row: TableRow, referee: Referee | None, lines: list[str], key: PutKey) -> None:
    """Write on the row of a game that has ended how it ended, and sign its record."""
    found = record(referee) if referee is not None else None
    result, world = (found.result, found.world) if found is not None else (UNFINISHED, UNKNOWN)
    row.final = Final(result, world, "", key.public, "")
    row.final.hash = sealed(row, lines).hash
    row.final.signature = sign(key.private, row.final.hash)


def sealed(row: TableRow, lines: list[str]) -> Record:
    """The record that was sealed, from the row and the moves alone."""
    final = row.final
    assert final is not None
    found = _bare(row, lines, final.result, final.world)
    found.notes = {**notes(row), "key": final.key}
    found.signature = final.signature
    return found


def unsealed(row: TableRow, referee: Referee | None, lines: list[str]) -> Record:
    """The record of a game that was dealt when records had format 1."""
    found = record(referee) if referee is not None else _bare(row, lines, UNFINISHED, UNKNOWN)
    found.notes = notes(row)
    found.format = OLD
    return found


def _bare(row: TableRow, lines: list[str], result: str, world: str) -> Record:
    seats = len(row.seats)
    seed = seed_of(row)
    return Record(row.game, row.version, seats, row.options, seed, result, world, lines)
