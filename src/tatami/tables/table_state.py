"""What people see of a table: built field by field from its row, never the row itself."""

from __future__ import annotations

from collections.abc import Collection

from tatami.tables.lobby import can
from tatami.tables.proof import commit_of, proof_state
from tatami.tables.row import Seat, TableRow
from tatami.tables.wire import ClockState, SeatState, TableCard, TableState


def table_state(
    row: TableRow,
    person: str,
    here: Collection[str],
    watchers: int = 0,
    time: ClockState | None = None,
) -> TableState:
    """The table as one person may see it; ``here`` are the people who are connected."""
    return TableState(
        id=row.id,
        code=row.code,
        game=row.game,
        version=row.version,
        state=row.state,
        seats=tuple(_seat_state(row, seat, here) for seat in row.seats),
        options=row.options,
        commit=commit_of(row),
        clock=row.clock,
        tempo=row.tempo,
        private=row.private,
        paused=row.paused,
        watchers=watchers,
        time=time,
        ending=tuple(row.ending),
        winners=tuple(row.winners),
        why=row.why,
        rematch=row.rematch,
        proof=proof_state(row) if row.ended_or_closed and row.started else None,
        joining=row.joining,
        can=can(row, person, row.host in here),
        start=row.start,
        commits=tuple(row.commits),
        voids=tuple(tuple(names) for names in row.voids),
        voids_before=row.before,
    )


def _seat_state(row: TableRow, seat: Seat, here: Collection[str]) -> SeatState:
    return SeatState(
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        here=seat.kind == "bot" or (bool(seat.person) and seat.person in here),
        stand_in=seat.stand_in,
        conceded=seat.conceded,
        host=bool(seat.person) and seat.person == row.host,
    )


def table_card(row: TableRow, person: str, asked: bool) -> TableCard:
    """A table in a list."""
    kinds = [seat.kind for seat in row.seats]
    return TableCard(
        id=row.id,
        game=row.game,
        state=row.state,
        names=tuple(seat.name for seat in row.seats if seat.kind == "person"),
        free=kinds.count("empty"),
        bots=kinds.count("bot"),
        size=len(kinds),
        seat=row.seat_of(person),
        asked=asked,
        since=row.started or row.created,
    )
