"""A table is closed from outside: by the host, by time, or because its rules have changed.

Whoever does it, a server or the command line where none runs: a start under way whose shares lie
open is void. So it is where the whole table is cleared away.
"""

from __future__ import annotations

from collections.abc import Sequence

from tatami.engine.errors import Refusal
from tatami.tables import lobby
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.store import Change, PutVoid


def void(row: TableRow, seats: Sequence[int], secret: str, at: int) -> PutVoid:
    """This start does not count: those who did not open are named, and all is drawn anew."""
    row.voids.append([row.seats[seat].name for seat in seats])
    counted = PutVoid(row.id, row.start, row.host, at)
    row.start += 1
    row.secret = secret
    row.dealing = None
    return counted


def _lies_open(row: TableRow) -> bool:
    """Whether shares are being opened: whoever reads them may know what is coming."""
    return row.dealing is not None and row.dealing.opening


def counted_of(row: TableRow | None, at: int) -> list[PutVoid]:
    """What is left of a table that is cleared away: that its last start was void, if it was."""
    if row is None or not _lies_open(row):
        return []
    return [PutVoid(row.id, row.start, row.host, at)]


def close(row: TableRow, why: str, secret: str, at: int) -> list[Change] | Refusal:
    """Close a table that has not ended; what is to be stored with its row."""
    if row.ended_or_closed:
        return no("not_now")
    counted: list[Change] = [void(row, [], secret, at)] if _lies_open(row) else []
    lobby.close(row, why)
    row.ended = at
    return counted
