"""What the host's commands do with a house on a database: the same as with a data directory.

What is to change is written down as a wish; a node sees to it, whichever has the table.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg

from tatami.server import data_directory
from tatami.server.data_directory import TableLine, Trouble
from tatami.server.postgresql.admin import connected, copy, nodes
from tatami.server.postgresql.schema import KEYS
from tatami.server.sqlite import UNFINISHED
from tatami.tables.row import TableRow
from tatami.tables.store import PutKey

PATIENCE: Final = 15.0
"""Seconds in which a node should have fulfilled a wish."""

_row = msgspec.json.Decoder(TableRow)


def tables(where: str, ended: bool = False) -> list[TableLine]:
    """The tables, those where something happened last first; ``ended``: finished ones too."""
    with connected(where) as line:
        rows = line.execute(
            """SELECT s.paper, s.touched, (SELECT count(*) FROM move WHERE seating = s.id)
            FROM seating s ORDER BY s.touched DESC, s.id COLLATE "C" """
        ).fetchall()
    found = [data_directory.line_of(_row.decode(stored), at, moves) for stored, at, moves in rows]
    return [one for one in found if ended or one.state in UNFINISHED]


def close_table(where: str, name: str) -> str:
    """Close a table, by its id or its code; its id."""
    line = data_directory.named(tables(where, True), name)
    _wish(where, "close", line.id)
    if data_directory.named(tables(where, True), line.id, True).state in UNFINISHED:
        raise Trouble("the node that has the table could not close it")
    return line.id


def purge(where: str, seconds: int) -> int:
    """Clear away finished games and tables that never began; how many tables went."""
    there = {one.id for one in tables(where, True)}
    with connected(where) as line:  # only its clock counts
        row = line.execute("SELECT ms(clock_timestamp()) - %s * 1000", (seconds,)).fetchone()
    assert row is not None
    _wish(where, "purge", str(row[0]))
    return len(there - {one.id for one in tables(where, True)})


def keys(where: str) -> list[PutKey]:
    """The keys of the house, the one that signs first."""
    with connected(where) as line:
        return [PutKey(*row) for row in line.execute(KEYS).fetchall()]


def new_key(where: str) -> None:
    """Sign with a new key from now on."""
    _wish(where, "key", "new")


def backup(where: str, target: Path) -> int:
    """Copy all games into one file of ours, as they are at one moment."""
    with tempfile.TemporaryDirectory(prefix="tatami-") as place:
        copy(where, str(Path(place) / "data"))
        return data_directory.backup(Path(place) / "data", target)


def _wish(where: str, what: str, which: str) -> None:
    """Ask whichever node can do it, and wait until it is done."""
    if not any(one.state == "lives" for one in nodes(where)):
        raise Trouble("no node lives; start one first")
    with connected(where) as line:
        line.autocommit = True
        put = "INSERT INTO wish(what, which) VALUES(%s, %s) RETURNING number"
        row = line.execute(put, (what, which)).fetchone()
        assert row is not None
        _wait(line, row[0])


def _wait(line: psycopg.Connection[Any], number: int) -> None:
    until = time.monotonic() + PATIENCE
    while line.execute("SELECT 1 FROM wish WHERE number = %s", (number,)).fetchone():
        if time.monotonic() > until:
            line.execute("DELETE FROM wish WHERE number = %s", (number,))
            raise Trouble("no node has done it in time")
        time.sleep(0.1)
