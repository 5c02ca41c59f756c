"""The store on SQLite: write-ahead log, every commit on the disk, one writer thread.

The writer takes whatever waits and commits it as one transaction: under load many moves share one
flush of the disk, and alone a move waits for nobody. Where such a group fails, each of its parts is
tried alone, so that one bad change cannot harm its neighbours.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import msgspec

from tatami.tables.row import TableRow
from tatami.tables.store import (
    AddMove,
    Alive,
    CannotStore,
    Change,
    DropDeadLinks,
    DropIdlePeople,
    DropLink,
    DropTable,
    DropWish,
    Hold,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    PutVoid,
    seats_in,
)

FILE: Final = "tatami.db"
LOCK: Final = "tatami.lock"
BUSY_MS: Final = 5000
MOST_IN_A_GROUP: Final = 500
MOST_ROWS: Final = 100
"""Moves that one statement inserts."""
MOVE: Final = "INSERT INTO move VALUES"
ROW: Final = "(?,?,?,?,?,?)"
KEYS: Final = "SELECT * FROM key ORDER BY retired<>0, made DESC, public"
ALIVE: Final = "INSERT OR REPLACE INTO note VALUES('alive',?)"
STAMP: Final = b"games are kept in this directory\n"
"""What the lock file says from the first start on: a database that is gone since is a loss."""
UNFINISHED: Final = ("open", "playing")

MIGRATIONS: Final = (
    """
    CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT NOT NULL, seen INTEGER NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE seating(
        id TEXT PRIMARY KEY, code TEXT NOT NULL, state TEXT NOT NULL, private INTEGER NOT NULL,
        touched INTEGER NOT NULL, paper BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX seating_by_code ON seating(code);
    CREATE INDEX seating_by_state ON seating(state, touched);
    CREATE TABLE sitter(person TEXT NOT NULL, seating TEXT NOT NULL, PRIMARY KEY(person, seating))
        WITHOUT ROWID;
    CREATE INDEX sitter_by_seating ON sitter(seating);
    CREATE TABLE move(
        seating TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL,
        streams TEXT NOT NULL, PRIMARY KEY(seating, seq)
    ) WITHOUT ROWID;
    CREATE TABLE deadline(
        seating TEXT PRIMARY KEY, due INTEGER NOT NULL, total INTEGER NOT NULL,
        turn INTEGER NOT NULL, beat INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE note(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
    """
    CREATE TABLE link(
        digest BLOB PRIMARY KEY, seating TEXT NOT NULL, seat INTEGER NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE wish(number INTEGER PRIMARY KEY, what TEXT NOT NULL, which TEXT NOT NULL);
    CREATE INDEX person_by_seen ON person(seen);
    CREATE INDEX deadline_by_due ON deadline(due);
    """,
    """
    ALTER TABLE deadline ADD COLUMN began INTEGER NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE void(
        seating TEXT NOT NULL, start INTEGER NOT NULL, host TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY(seating, start)
    ) WITHOUT ROWID;
    CREATE INDEX void_by_host ON void(host);
    CREATE TABLE key(
        public TEXT PRIMARY KEY, private TEXT NOT NULL, made INTEGER NOT NULL,
        retired INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE move ADD COLUMN asked TEXT;
    """,
)
"""How a database gets from each version to the next; a new one goes through all of them."""

Statement: TypeAlias = tuple[str, tuple[Any, ...]]
Job: TypeAlias = "tuple[list[Statement], asyncio.AbstractEventLoop, asyncio.Future[None]]"

_row = msgspec.json.Decoder(TableRow)
_encode = msgspec.json.Encoder().encode


class DataInUse(Exception):
    """Another process uses the data directory."""


class TooNew(Exception):
    """The database was written by a newer version of Tatami."""


class GamesGone(Exception):
    """Where games were kept there are none: the database is missing, or empty."""


class Damaged(Exception):
    """The database cannot be read as it should."""


def hold(data: Path) -> int:
    """Claim a data directory for this process; ``DataInUse`` where another one has it."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise DataInUse(f"another server uses {data}") from None
    return handle


def stamp(held: int) -> None:
    """Write down that games are kept in the directory from now on."""
    os.pwrite(held, STAMP, 0)


def miss(held: int, path: Path) -> None:
    """Make sure that what was kept is there: an empty database would be taken for a new one.

    No database of ours is ever empty, so one that is has lost its games, stamp or not.
    """
    stamped = os.pread(held, len(STAMP), 0) == STAMP
    if path.stat().st_size == 0 if path.exists() else stamped:
        raise GamesGone(
            f"{path} is gone or empty, but games were kept there; put a backup back"
            f" (tatami restore --force), or remove {LOCK} and {path} to begin anew"
        )


def _drop_empty(path: Path) -> None:
    """A first start that has failed leaves nothing that looks like a loss to the next one."""
    if path.exists() and not path.stat().st_size:
        path.unlink()


def look_over(db: sqlite3.Connection, path: Path) -> None:
    """Read the whole database once, before anybody relies on it."""
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        said = str(found).splitlines()[-1]
        raise Damaged(f"{path} is damaged ({said}); put a backup back (tatami restore)")


def connect(path: Path, most_megabytes: int = 0) -> sqlite3.Connection:
    """Open the database as the server needs it; it is made where there is none."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    if most_megabytes:
        pages = most_megabytes * 1_048_576 // db.execute("PRAGMA page_size").fetchone()[0]
        db.execute(f"PRAGMA max_page_count={pages}")
    return db


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database to this version, one step after the other, each whole or not at all."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise TooNew(f"the database has version {version}, this Tatami knows {len(MIGRATIONS)}")
    for number in range(version, len(MIGRATIONS)):
        script = f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version={number + 1}; COMMIT;"
        try:
            db.executescript(script)
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def statements(change: Change) -> list[Statement]:
    """A change in SQL."""
    match change:
        case PutTable(row, touched):
            return _put_table(row, touched)
        case AddMove(table, seq, at, line, streams, asked):
            return [(MOVE + ROW, (table, seq, at, line, streams, asked))]
        case PutDeadline(table, 0):
            return [("DELETE FROM deadline WHERE seating=?", (table,))]
        case PutDeadline(table, due, total, turn, revision, began):
            put = "INSERT OR REPLACE INTO deadline VALUES(?,?,?,?,?,?)"
            return [(put, (table, due, total, turn, revision, began))]
        case PutPerson(person, name, at):
            return [("INSERT OR REPLACE INTO person VALUES(?,?,?)", (person, name, at))]
        case PutLink(digest, table, seat, until):
            return [("INSERT INTO link VALUES(?,?,?,?)", (digest, table, seat, until))]
        case DropLink(digest):
            return [("DELETE FROM link WHERE digest=?", (digest,))]
        case PutVoid(table, start, host, at):
            return [("INSERT OR REPLACE INTO void VALUES(?,?,?,?)", (table, start, host, at))]
        case PutKey(public, private, made, retired):
            put = "INSERT OR REPLACE INTO key VALUES(?,?,?,?)"
            return [(put, (public, private, made, retired))]
        case DropTable():
            return _drop_table(change)
        case DropIdlePeople(before, voids):
            return _drop_people(before, voids)
        case DropDeadLinks(before):
            return [("DELETE FROM link WHERE until<?", (before,))]
        case Alive(at):
            return [(ALIVE, (at,))]
        case DropWish(number):
            return [("DELETE FROM wish WHERE number=?", (number,))]
    raise TypeError(change)


def merged(found: list[Statement]) -> list[Statement]:
    """The same in fewer statements: at each of them the writer may have to wait for the loop."""
    alive = [one for one in found if one[0] == ALIVE]
    rest = [one for one in found if one[0] != ALIVE]
    result: list[Statement] = []
    for sql, run in groupby(rest, key=itemgetter(0)):
        same = list(run)
        result += _moves([row for _, row in same]) if sql == MOVE + ROW else same
    return result + alive[-1:]


def _moves(rows: list[tuple[Any, ...]]) -> list[Statement]:
    parts = [rows[at : at + MOST_ROWS] for at in range(0, len(rows), MOST_ROWS)]
    return [(MOVE + ",".join([ROW] * len(part)), tuple(chain(*part))) for part in parts]


def _put_table(row: TableRow, touched: int) -> list[Statement]:
    values = (row.id, row.code, row.state, int(row.private), touched, _encode(row))
    found: list[Statement] = [("INSERT OR REPLACE INTO seating VALUES(?,?,?,?,?,?)", values)]
    found.append(("DELETE FROM sitter WHERE seating=?", (row.id,)))
    if not row.ended_or_closed:
        found += [
            ("INSERT OR IGNORE INTO sitter VALUES(?,?)", (seat.person, row.id))
            for seat in row.seats
            if seat.person
        ]
    return found


def _drop_table(drop: DropTable) -> list[Statement]:
    table, marks = drop.table, ",".join("?" * len(drop.states))
    since = "SELECT 1 FROM move WHERE seating=id AND at>=?"
    idle = f"state IN ({marks}) AND touched<? AND NOT EXISTS({since})"
    values = (table, *drop.states, drop.before, drop.before)
    found: list[Statement] = [(f"DELETE FROM seating WHERE id=? AND {idle}", values)]
    gone = "NOT EXISTS(SELECT 1 FROM seating WHERE id=?)"
    for name in ("sitter", "move", "deadline", "link"):
        found.append((f"DELETE FROM {name} WHERE seating=? AND {gone}", (table, table)))
    return found


def _drop_people(before: int, voids: int) -> list[Statement]:
    idle = "SELECT id FROM person WHERE seen<? AND id NOT IN (SELECT person FROM sitter)"
    return [
        (f"DELETE FROM person WHERE id IN ({idle})", (before,)),
        ("DELETE FROM void WHERE at<?", (voids,)),
    ]


class SqliteStore:
    """A data directory with one database, held by one process."""

    def __init__(self, data: Path, most_megabytes: int = 0) -> None:
        with ExitStack() as undo:
            self._held = hold(data)
            undo.callback(os.close, self._held)
            miss(self._held, data / FILE)
            undo.callback(_drop_empty, data / FILE)
            self._db = undo.enter_context(closing(connect(data / FILE, most_megabytes)))
            look_over(self._db, data / FILE)
            migrate(self._db)
            stamp(self._held)
            self._reader = undo.enter_context(closing(connect(data / FILE)))
            self._reader.execute("PRAGMA query_only=1")
            undo.pop_all()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="tatami-writer", daemon=True)
        self._thread.start()

    # -- one process has the whole directory, and with it every table

    @property
    def reachable(self) -> bool:
        """A disk is always there; whether it takes anything is seen when it is asked."""
        return True

    async def open(self, regain: Callable[[], Awaitable[None]]) -> None:
        """All was begun when the directory was claimed."""

    async def claim(self, table: str, held: Hold | None = None) -> Hold:
        """Nobody else can have it."""
        return Hold(table)

    async def release(self, holds: Sequence[Hold], leaving: bool) -> None:
        """Nobody else is there."""

    async def outlived(self, game: str, version: int) -> bool:
        """Nobody else could have other rules."""
        return True

    # -- writing

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Store all of these changes for good; the future fails with ``CannotStore``."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        found = [one for change in changes for one in statements(change)]
        self._jobs.put((found, loop, done))
        return done

    def _write(self) -> None:
        """The writer's life: take what waits, commit it together, tell everybody."""
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_IN_A_GROUP and not self._jobs.empty():
                jobs.append(self._jobs.get())
            group = [job for job in jobs if job is not None]
            if group:
                self._commit_group(group)
            if len(group) < len(jobs):
                return

    def _commit_group(self, group: list[Job]) -> None:
        error = self._transaction(merged([one for found, _, _ in group for one in found]))
        if error is not None and len(group) > 1:
            for job in group:
                self._commit_group([job])
            return
        told: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
        for _, loop, done in group:
            told.setdefault(loop, []).append(done)
        for loop, futures in told.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, futures, error)

    def _transaction(self, found: list[Statement]) -> CannotStore | None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for sql, values in found:
                self._db.execute(sql, values)
            self._db.execute("COMMIT")
        except Exception as error:  # whatever it was, the writer lives on, and who waits is told
            self._roll_back()
            return CannotStore(str(error))
        return None

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
        self._jobs.put(None)
        self._thread.join()
        self._db.close()
        self._reader.close()
        os.close(self._held)

    # -- reading

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return cast("list[tuple[Any, ...]]", self._reader.execute(sql, values).fetchall())
        except sqlite3.Error as error:
            raise CannotStore(str(error)) from None

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        rows = self._rows("SELECT paper FROM seating WHERE id=?", table)
        return _row.decode(rows[0][0]) if rows else None

    async def by_code(self, code: str) -> str:
        """The id of the unfinished table with this code; empty where there is none."""
        sql = "SELECT id FROM seating WHERE code=? AND state IN (?,?)"
        rows = self._rows(sql, code, *UNFINISHED)
        return str(rows[0][0]) if rows else ""

    async def moves(self, table: str) -> list[str]:
        """The moves of a game, in order."""
        rows = self._rows("SELECT line FROM move WHERE seating=? ORDER BY seq", table)
        return [row[0] for row in rows]

    async def streams(self, table: str) -> str:
        """Where the streams of the viewers stood after the last move; empty before the first."""
        sql = "SELECT streams FROM move WHERE seating=? ORDER BY seq DESC LIMIT 1"
        rows = self._rows(sql, table)
        return str(rows[0][0]) if rows else ""

    async def asked(self, table: str) -> list[int] | None:
        """The seats that were asked after the last move; None where that is not known."""
        rows = self._rows("SELECT asked FROM move WHERE seating=? ORDER BY seq DESC LIMIT 1", table)
        return seats_in(rows[0][0]) if rows else None

    async def deadline(self, table: str) -> PutDeadline | None:
        """The deadline of a table, if it has one."""
        rows = self._rows("SELECT * FROM deadline WHERE seating=?", table)
        return PutDeadline(*rows[0]) if rows else None

    async def deadlines(self, until: int = 1 << 62) -> list[PutDeadline]:
        """The deadlines up to a moment."""
        rows = self._rows("SELECT * FROM deadline WHERE due<=?", until)
        return [PutDeadline(*row) for row in rows]

    async def tables_of(self, person: str) -> list[TableRow]:
        """The unfinished tables at which a person sits, the latest first."""
        sql = """SELECT paper FROM sitter JOIN seating ON seating.id=sitter.seating
            WHERE sitter.person=? ORDER BY touched DESC LIMIT 100"""
        return [_row.decode(one[0]) for one in self._rows(sql, person)]

    async def listed(self, most: int) -> list[TableRow]:
        """Unfinished tables that anybody may join or watch, the latest first."""
        sql = """SELECT paper FROM seating WHERE state IN (?,?) AND private=0
            ORDER BY touched DESC LIMIT ?"""
        return [_row.decode(one[0]) for one in self._rows(sql, *UNFINISHED, most)]

    async def idle(self, states: tuple[str, ...], before: int) -> list[str]:
        """The tables in one of these states where nothing has happened since."""
        marks = ",".join("?" * len(states))
        last = "(SELECT at FROM move WHERE move.seating=seating.id ORDER BY seq DESC LIMIT 1)"
        sql = f"""SELECT id FROM seating WHERE state IN ({marks}) AND touched<?
            AND coalesce({last}, 0)<? LIMIT 1000"""
        return [row[0] for row in self._rows(sql, *states, before, before)]

    async def unfinished(self) -> int:
        """How many tables are not ended."""
        sql = "SELECT count(*) FROM seating WHERE state IN (?,?)"
        return int(self._rows(sql, *UNFINISHED)[0][0])

    async def name_of(self, person: str) -> str:
        """The name that a person chose; empty where they chose none."""
        rows = self._rows("SELECT name FROM person WHERE id=?", person)
        return str(rows[0][0]) if rows else ""

    async def link(self, digest: bytes) -> PutLink | None:
        """The seat that a link stands for."""
        rows = self._rows("SELECT * FROM link WHERE digest=?", digest)
        return PutLink(*rows[0]) if rows else None

    async def voids(self, host: str, table: str) -> int:
        """How many starts were void at the other tables of a host."""
        sql = "SELECT count(*) FROM void WHERE host=? AND seating<>?"
        return int(self._rows(sql, host, table)[0][0])

    async def keys(self) -> list[PutKey]:
        """The keys that sign, or have signed, records; the latest first."""
        return [PutKey(*row) for row in self._rows(KEYS)]

    async def wishes(self) -> list[tuple[int, str, str]]:
        """What the host's command line asks of the running server."""
        rows = self._rows("SELECT number, what, which FROM wish ORDER BY number")
        return [(int(number), str(what), str(which)) for number, what, which in rows]

    async def last_alive(self) -> int:
        """When the server was last known to run, in milliseconds; 0: never."""
        rows = self._rows("SELECT value FROM note WHERE key='alive'")
        return int(rows[0][0]) if rows else 0


def _settle(futures: list[asyncio.Future[None]], error: CannotStore | None) -> None:
    """Tell those who wait, in the order in which they came."""
    for done in futures:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
