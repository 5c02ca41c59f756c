"""A table is closed from outside: by the host, by time, or because its rules have changed.

Whoever does it, a server or the command line where none runs: a start under way whose shares lie
open is void.
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


def close(row: TableRow, why: str, secret: str, at: int) -> list[Change] | Refusal:
    """Close a table that has not ended; what is to be stored with its row."""
    if row.ended_or_closed:
        return no("not_now")
    opening = row.dealing is not None and row.dealing.opening
    counted: list[Change] = [void(row, [], secret, at)] if opening else []
    lobby.close(row, why)
    row.ended = at
    return counted
