"""What the commands on the pages work on: a record, and a data directory with two tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tatami import catalogue
from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.fair import NO_SHARE
from tatami.server.sqlite import SqliteStore
from tatami.tables import lobby
from tatami.tables.chance import Timepiece
from tatami.tables.new_rows import new_row
from tatami.tables.proof import notes, seed_of
from tatami.tables.row import Dealing, TableRow
from tatami.tables.store import AddMove, Change, PutPerson, PutTable
from tatami.tables.wire import NewTable
from tests.support.drawn import Drawn

PERSON = "0" * 32
CLANS = catalogue.find("clans")


def a_row(state: str) -> TableRow:
    """A table with a person and bots."""
    wish = NewTable("clans", "Aki", bots="steady")
    row = new_row(wish, CLANS, PERSON, "Aki", Drawn(), Timepiece().now())
    assert isinstance(row, TableRow)
    if state != "open":
        none = [NO_SHARE] * len(row.seats)
        lobby.deal(row, Dealing(0, row.version, row.options, none, none))
        row.started = Timepiece().now()
    return row


def a_game(row: TableRow) -> Referee:
    """The table's game, played to its end."""
    referee = Referee(CLANS.game, len(row.seats), seed_of(row))
    play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(referee.seats)])
    return referee


def a_record(path: Path) -> None:
    """The record of a finished game, with the proof of its deal."""
    row = a_row("playing")
    found = record(a_game(row))
    found.notes = notes(row)
    path.write_text(found.text(), "utf-8")


def a_data_directory(path: Path) -> str:
    """A table that has not begun, and a game under way, whose id comes back."""
    under_way = a_row("playing")
    lines = record(a_game(under_way)).lines[:9]
    changes: list[Change] = [PutPerson(PERSON, "Aki", Timepiece().now())]
    changes += [PutTable(row, Timepiece().now()) for row in (a_row("open"), under_way)]
    changes += [
        AddMove(under_way.id, at, Timepiece().now(), line, "") for at, line in enumerate(lines, 1)
    ]
    asyncio.run(stored(path, changes))
    return under_way.id


async def stored(path: Path, changes: list[Change]) -> None:
    """Write changes as the server does."""
    store = SqliteStore(path)
    await store.commit(changes)
    await store.close()
