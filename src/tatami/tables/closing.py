"""A table is closed from outside: by the host, by time, or because its rules have changed."""

from __future__ import annotations

from tatami.engine.errors import Refusal
from tatami.tables import lobby
from tatami.tables.refusals import no
from tatami.tables.row import TableRow


def close(row: TableRow, why: str) -> Refusal | None:
    """Close a table that has not ended."""
    if row.ended_or_closed:
        return no("not_now")
    lobby.close(row, why)
    return None
