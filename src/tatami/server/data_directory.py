"""What the host's commands do with a data directory, whether or not a server uses it.

A running server is the only one that changes its tables. What a command wants changed it writes
down as a *wish*; the server sees to it within a second or two and strikes the wish out. Where no
server runs, the command takes the server's lock and does it itself. Reading, and with it a backup,
is possible at any time.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tatami.engine.errors import Refusal
from tatami.server.sqlite import (
    FILE,
    KEYS,
    MIGRATIONS,
    UNFINISHED,
    DataInUse,
    TooNew,
    connect,
    hold,
    migrate,
    stamp,
    statements,
)
from tatami.tables.chance import Chance, Timepiece
from tatami.tables.closing import close, counted_of
from tatami.tables.keys import renewed
from tatami.tables.row import TableRow
from tatami.tables.store import (
    Change,
    DropDeadLinks,
    DropIdlePeople,
    DropTable,
    PutDeadline,
    PutKey,
    PutTable,
)

PATIENCE: Final = 15.0
"""Seconds in which a running server should have fulfilled a wish."""
ENDED: Final = ("over", "closed")
UNSTARTED: Final = "SELECT paper FROM seating WHERE state='open'"
SIDES: Final = ("-wal", "-shm")
"""What SQLite keeps beside a database."""

_row = msgspec.json.Decoder(TableRow)


class Trouble(Exception):
    """Something is in the way; the text says what, in one sentence."""


class TableLine(Struct):
    """A table in the host's list; ``touched`` is when something last happened there."""

    id: str
    code: str
    game: str
    state: str
    players: list[str]
    moves: int
    private: bool
    created: int
    touched: int
    why: str = ""


# -- opening


def database(data: Path) -> Path:
    """The database of a data directory, which must be there."""
    path = data / FILE
    if not path.is_file():
        raise Trouble(f"there are no games of Tatami in {data}")
    return path


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A database to read from, as it is at this moment."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.execute("BEGIN")
            check(db, path)
            yield db
    except sqlite3.Error as error:
        raise Trouble(f"{path} cannot be read: {error}") from None


def check(db: sqlite3.Connection, path: Path) -> None:
    """It is a database of Tatami's, and not of a newer one."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if not version or not {"seating", "move", "person"} <= tables:
        raise Trouble(f"{path} holds no games of Tatami")
    if version > len(MIGRATIONS):
        raise TooNew(f"{path} has version {version}, this Tatami knows {len(MIGRATIONS)}")


@contextmanager
def alone(data: Path) -> Iterator[sqlite3.Connection]:
    """A database to change, of a directory that no server uses."""
    path = database(data)
    held = hold(data)
    try:
        with closing(connect(path)) as db:
            check(db, path)
            migrate(db)
            yield db
    except sqlite3.Error as error:
        raise Trouble(f"{path} cannot be changed: {error}") from None
    finally:
        os.close(held)


def store(db: sqlite3.Connection, changes: list[Change]) -> None:
    """Make changes, all of them or none."""
    db.execute("BEGIN IMMEDIATE")
    for change in changes:
        for sql, values in statements(change):
            db.execute(sql, values)
    db.execute("COMMIT")


def is_served(data: Path) -> bool:
    """Whether a server uses the directory now."""
    database(data)
    try:
        os.close(hold(data))
    except DataInUse:
        return True
    return False


def wish(data: Path, what: str, which: str) -> None:
    """Ask the running server for something, and wait until it is done."""
    path = database(data)
    try:
        with closing(connect(path)) as db:
            put = "INSERT INTO wish(what, which) VALUES(?,?)"
            number = db.execute(put, (what, which)).lastrowid
            until = time.monotonic() + PATIENCE
            while db.execute("SELECT 1 FROM wish WHERE number=?", (number,)).fetchone():
                if time.monotonic() > until:
                    db.execute("DELETE FROM wish WHERE number=?", (number,))
                    raise Trouble("the server that uses this directory does not react")
                time.sleep(0.1)
    except sqlite3.Error as error:
        raise Trouble(f"{path} cannot be changed: {error}") from None


# -- backup and restore


def backup(data: Path, target: Path) -> int:
    """Copy all games into one file, as they are at one moment; how many tables there are."""
    source = database(data)
    if target.absolute().resolve().parent == data.absolute().resolve():
        raise Trouble("a backup does not belong into the directory that it is a backup of")
    if target.exists():
        with reading(target):  # an old backup may be replaced; nothing else
            pass
    with reading(source) as db:
        return _copy(db, target)


def restore(file: Path, data: Path, force: bool = False) -> int:
    """Put a backup in the place of a directory's games; how many tables there are."""
    if not file.is_file():
        raise Trouble(f"there is no file {file}")
    with reading(file) as db:
        if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise Trouble(f"{file} is damaged")
        held = hold(data)
        try:
            number = _replace(db, data / FILE, force)
            stamp(held)
            return number
        finally:
            os.close(held)


def _replace(db: sqlite3.Connection, target: Path, force: bool) -> int:
    if target.exists() and not force:
        raise Trouble(f"there are games in {target.parent}; --force puts the backup in their place")
    return _copy(db, target, lambda copy: _take_over(target, copy))


def _take_over(old: Path, copy: str) -> None:
    """Keep what is known of void starts, then let nothing of the old database lie about.

    Who could have a start forgotten by putting a backup back could have another one, unseen.
    """
    found = _voids_in(old) if old.exists() else []
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(copy)) as db, db:
        db.executemany("INSERT OR IGNORE INTO void VALUES(?,?,?,?)", found)
    _settle(old)


def _voids_in(path: Path) -> list[tuple[str, int, str, int]]:
    """The void starts of a database, those whose shares lie open too; none where it is damaged."""
    with suppress(sqlite3.Error, msgspec.DecodeError), closing(connect(path)) as db:
        rows = [_row.decode(one[0]) for one in db.execute(UNSTARTED)]
        lost = [one for row in rows for one in counted_of(row, Timepiece().now())]
        late = [(one.table, one.start, one.host, one.at) for one in lost]
        return [*db.execute("SELECT seating, start, host, at FROM void"), *late]
    return []


def _settle(old: Path) -> None:
    """Let nothing of an old database lie beside the new one."""
    with suppress(sqlite3.Error), closing(connect(old)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for side in SIDES:
        Path(f"{old}{side}").unlink(missing_ok=True)


def _copy(db: sqlite3.Connection, target: Path, before: Callable[[str], None] | None = None) -> int:
    """Copy a database beside its target, make sure of it, then put it in its place."""
    folder = target.absolute().parent
    try:
        handle, name = tempfile.mkstemp(prefix=".tatami-", dir=folder)
        try:
            number = _fill(db, name)
            os.fsync(handle)
            if before is not None:
                before(name)
            os.replace(name, target)
        finally:
            os.close(handle)
            for side in ("", "-journal", *SIDES):
                Path(f"{name}{side}").unlink(missing_ok=True)
        _flush_folder(folder)
    except (OSError, sqlite3.Error) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise Trouble(f"{target} cannot be written: {said}") from None
    return number


def _fill(db: sqlite3.Connection, name: str) -> int:
    """Everything in one file, which needs no other beside it."""
    with closing(sqlite3.connect(name, isolation_level=None)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        return int(copy.execute("SELECT count(*) FROM seating").fetchone()[0])


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -- tables


def tables(data: Path, ended: bool = False) -> list[TableLine]:
    """The tables, those where something happened last first; ``ended``: finished ones too."""
    moves = "SELECT count(*) FROM move WHERE move.seating=seating.id"
    sql = f"SELECT paper, touched, ({moves}) FROM seating ORDER BY touched DESC, id"
    with reading(database(data)) as db:
        found = [line_of(_row.decode(one[0]), one[1], one[2]) for one in db.execute(sql)]
    return [line for line in found if ended or line.state in UNFINISHED]


def line_of(row: TableRow, touched: int, moves: int) -> TableLine:
    """What a host may see: who plays what. The secret of the deal is none of it."""
    return TableLine(
        id=row.id,
        code=row.code,
        game=row.game,
        state=row.state,
        players=[seat.name for seat in row.seats],
        moves=moves,
        private=row.private,
        created=row.created,
        touched=touched,
        why=row.why,
    )


def close_table(data: Path, name: str) -> str:
    """Close a table, by its id or its code; its id."""
    line = _find(data, name)
    if is_served(data):
        wish(data, "close", line.id)
        if _find(data, line.id, True).state in UNFINISHED:
            raise Trouble("the server could not close the table")
    else:
        with alone(data) as db:
            _close(db, line.id)
    return line.id


def _find(data: Path, name: str, ended: bool = False) -> TableLine:
    """A table by its id, or an unfinished one by its code."""
    return named(tables(data, True), name, ended)


def named(lines: list[TableLine], name: str, ended: bool = False) -> TableLine:
    """The same of these."""
    for line in lines:
        unfinished = line.state in UNFINISHED
        if line.id == name and (unfinished or ended):
            return line
        if line.id == name:
            raise Trouble(f"the table {name} is {line.state} already")
        if unfinished and line.code == name.upper():
            return line
    raise Trouble(f"there is no table {name}")


def _close(db: sqlite3.Connection, name: str) -> None:
    (stored,) = db.execute("SELECT paper FROM seating WHERE id=?", (name,)).fetchone()
    row = _row.decode(stored)
    at = Timepiece().now()
    counted = close(row, "host", Chance().secret(), at)
    if not isinstance(counted, Refusal):
        store(db, [PutTable(row, at), PutDeadline(name, 0), *counted])


def purge(data: Path, seconds: int) -> int:
    """Clear away finished games and tables that never began, where nothing happened for so long.

    Unfinished games stay, and what is known of void starts. How many tables went.
    """
    before = Timepiece().now() - seconds * 1000
    there = {one.id for one in tables(data, True)}
    if is_served(data):
        wish(data, "purge", str(before))
    else:
        with alone(data) as db:
            sql = "SELECT paper FROM seating WHERE state IN ('open',?,?) AND touched<?"
            gone = [_row.decode(one[0]) for one in db.execute(sql, (*ENDED, before))]
            at = Timepiece().now()
            store(
                db,
                [
                    *[one for row in gone for one in counted_of(row, at)],
                    *[DropTable(row.id, ("open", *ENDED), before) for row in gone],
                    DropIdlePeople(before, voids=0),
                    DropDeadLinks(at),
                ],
            )
            with suppress(sqlite3.Error):  # it only gives the room back to the disk
                db.execute("VACUUM")
    return len(there - {one.id for one in tables(data, True)})


# -- keys


def keys(data: Path) -> list[PutKey]:
    """The keys of a server, the one that signs first."""
    with reading(database(data)) as db:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name='key'").fetchone()
        return [PutKey(*row) for row in db.execute(KEYS)] if known else []


def new_key(data: Path) -> None:
    """Sign with a new key from now on."""
    if is_served(data):
        wish(data, "key", "new")
        return
    with alone(data) as db:
        every = [PutKey(*row) for row in db.execute(KEYS)]
        store(db, renewed(every, Chance(), Timepiece().now()))
