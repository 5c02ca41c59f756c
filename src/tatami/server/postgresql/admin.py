"""What a host does with a shared database: make it, look at it, bring it up to date, copy houses.

A copy is made in one transaction at each end, from one moment of the source into an empty target,
and compared row by row before it counts.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql

from tatami.server.data_directory import Trouble, database, reading
from tatami.server.postgresql.schema import LEAST, MIGRATIONS, SCHEMA
from tatami.server.postgresql.session import check_address, settings
from tatami.server.sqlite import FILE, DataInUse, TooNew, connect, hold, migrate, stamp
from tatami.tables.row import TableRow
from tatami.tables.store import CannotStore

TRIES: Final = 3
PAUSE: Final = 0.5
"""So often, and so many seconds apart, a command tries to connect."""
PATIENCE: Final = 600.0
"""Seconds for one statement of a copy."""

COPIED: Final[dict[str, tuple[str, ...]]] = {
    "person": ("id", "name", "seen"),
    "seating": ("id", "code", "state", "private", "touched", "paper"),
    "sitter": ("person", "seating"),
    "move": ("seating", "seq", "at", "line", "streams", "asked"),
    "deadline": ("seating", "due", "total", "turn", "revision", "began"),
    "link": ("digest", "seating", "seat", "until"),
    "void": ("seating", "start", "host", "at"),
    "key": ("public", "private", "made", "retired"),
}
"""What a house is, whichever store keeps it; nodes, leases and wishes are not part of it."""
OLDER: Final = {"revision": "beat"}
"""What SQLite calls some of it."""

_row = msgspec.json.Decoder(TableRow)


class NodeLine(Struct):
    """A node in the host's list."""

    name: str
    address: str
    state: str
    tables: int
    since: str
    seen: float
    """Seconds since its last sign of life."""
    rules: list[str]


@contextmanager
def connected(where: str) -> Iterator[psycopg.Connection[Any]]:
    """The database, for one transaction; ``Trouble`` says what is in the way."""
    try:
        check_address(where)
        with _line(where) as line:
            yield line
    except CannotStore as error:
        raise Trouble(str(error)) from None
    except psycopg.OperationalError as error:
        raise Trouble(f"the database cannot be used: {_said(error)}") from None
    except psycopg.Error as error:
        raise Trouble(f"the database refuses: {type(error).__name__} {error.sqlstate}") from None


def _line(where: str) -> psycopg.Connection[Any]:
    """A connection; one that is refused is tried again, as a database may be just starting."""
    given = {**settings(PATIENCE), "connect_timeout": 10}
    for _ in range(TRIES - 1):
        try:
            return psycopg.connect(where, **cast("Any", given))
        except psycopg.OperationalError:
            time.sleep(PAUSE)
    return psycopg.connect(where, **cast("Any", given))


def _said(error: psycopg.Error) -> str:
    """What could not be connected to, and why; there are no rows in it."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def version(line: psycopg.Connection[Any]) -> int:
    """The version of what is there; 0: nothing of ours."""
    found = line.execute("SELECT to_regclass(%s)", (f"{SCHEMA}.version",)).fetchone()
    if found is None or found[0] is None:
        return 0
    row = line.execute("SELECT number FROM version").fetchone()
    return int(row[0]) if row else 0


def check(where: str) -> str:
    """One sentence: that all is well; ``Trouble`` where it is not."""
    with connected(where) as line:
        return _checked(line)


def _known(line: psycopg.Connection[Any], whole: bool = False) -> int:
    """The version of what is there. A newer one will do where nodes of this one can work with it,
    though not to copy the ``whole`` of it.
    """
    if not (found := version(line)):
        raise Trouble("there are no games of Tatami in this database (tatami store init)")
    if found > len(MIGRATIONS) and (whole or _least(line) > len(MIGRATIONS)):
        raise TooNew(f"the database has version {found}, this Tatami knows {len(MIGRATIONS)}")
    return found


def _least(line: psycopg.Connection[Any]) -> int:
    row = line.execute("SELECT least FROM version").fetchone()
    assert row is not None
    return int(row[0])


def _checked(line: psycopg.Connection[Any], whole: bool = False) -> str:
    found = _known(line, whole)
    if found < len(MIGRATIONS):
        raise Trouble(
            f"the database has version {found} of {len(MIGRATIONS)}: tatami store migrate"
        )
    row = line.execute(
        "SELECT count(*), current_setting('server_version'), current_setting('synchronous_commit'),"
        " current_setting('fsync') FROM seating"
    ).fetchone()
    assert row is not None
    if row[2] == "off" or row[3] == "off":
        raise Trouble("the database does not wait for its disk: synchronous_commit or fsync is off")
    tables = "1 table" if row[0] == 1 else f"{row[0]} tables"
    return f"version {found} on PostgreSQL {row[1].split()[0]}, {tables}"


def init(where: str) -> None:
    """Make what a house needs, in a database that has nothing of ours yet."""
    with connected(where) as line:
        if version(line):
            raise Trouble("there is a house in this database already")
        line.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
        line.execute("CREATE TABLE version(number int NOT NULL)")
        line.execute("INSERT INTO version VALUES(0)")
        _migrate(line)


def bring_up_to_date(where: str) -> int:
    """Bring a database to this version, whole or not at all; how many steps that took."""
    with connected(where) as line:
        before = _known(line)
        if before < len(MIGRATIONS):
            _migrate(line)
        return max(0, len(MIGRATIONS) - before)


def _migrate(line: psycopg.Connection[Any]) -> None:
    row = line.execute("SELECT number FROM version FOR UPDATE").fetchone()
    assert row is not None
    for number in range(row[0], len(MIGRATIONS)):
        line.execute(MIGRATIONS[number])
    line.execute("UPDATE version SET number = %s, least = %s", (len(MIGRATIONS), LEAST))


def nodes(where: str) -> list[NodeLine]:
    """The nodes that live, and the dead ones that still have tables."""
    with connected(where) as line:
        _checked(line)
        rows = line.execute(
            """SELECT n.name, n.address, CASE WHEN until <= clock_timestamp() THEN 'dead'
                WHEN leaving THEN 'leaving' ELSE 'lives' END, count(s.id),
                to_char(began AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
                extract(epoch FROM clock_timestamp() - renewed)::float, n.rules
            FROM node n LEFT JOIN seating s ON s.owner = n.incarnation
                AND s.state IN ('open', 'playing')
            GROUP BY n.incarnation HAVING until > clock_timestamp() OR count(s.id) > 0
            ORDER BY n.name, n.incarnation"""
        ).fetchall()
    return [NodeLine(*row) for row in rows]


# -- copies


def is_address(text: str) -> bool:
    """Whether a text names a database rather than a directory."""
    return text.startswith(("postgresql://", "postgres://"))


def copy(source: str, target: str) -> int:
    """Copy a house from one store to another one, which must be empty; how many tables it has."""
    if is_address(source) == is_address(target):
        raise Trouble("a copy goes from a directory to a database, or the other way")
    if is_address(source):
        with connected(source) as line:
            line.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            _checked(line, whole=True)
            return _into_directory(line, Path(target))
    with reading(database(Path(source))) as db, connected(target) as line:
        _not_served(Path(source))
        _checked(line, whole=True)
        return _into_database(db, line)


def _not_served(data: Path) -> None:
    try:
        os.close(hold(data))
    except DataInUse:
        raise Trouble(
            f"a server uses {data}; stop it first, or its last moves stay behind"
        ) from None


def _into_database(db: sqlite3.Connection, line: psycopg.Connection[Any]) -> int:
    if line.execute("SELECT 1 FROM seating LIMIT 1").fetchone():
        raise Trouble("there are games in the database already")
    line.execute("DELETE FROM key")
    for name, columns in COPIED.items():
        target = (*columns, "rules") if name == "seating" else columns
        target = (*columns, "epoch") if name == "move" else target
        names = sql.SQL(", ").join(map(sql.Identifier, target))
        order = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(name), names)
        with line.cursor() as cursor, cursor.copy(order) as into:
            for row in _sqlite_rows(db, name):
                into.write_row((*row, *_more(name, row)))
    line.execute("UPDATE seating SET freed = to_timestamp(%s / 1000.0)", (_alive(db),))
    return _compared(db, line)


def _more(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """What only the shared database has."""
    if name == "seating":
        found = _row.decode(row[-1])
        return (f"{found.game}:{found.version}",)
    return (0,) if name == "move" else ()


def _alive(db: sqlite3.Connection) -> int:
    """When the server was last known to run: clocks have stood since."""
    row = db.execute("SELECT value FROM note WHERE key='alive'").fetchone()
    touched = db.execute("SELECT coalesce(max(touched), 0) FROM seating").fetchone()
    return int(row[0] if row else touched[0])


def _into_directory(line: psycopg.Connection[Any], data: Path) -> int:
    held = hold(data)
    try:
        if (data / FILE).exists():
            raise Trouble(f"there are games in {data} already")
        try:
            with closing(connect(data / FILE)) as db:
                migrate(db)
                db.execute("BEGIN")
                number = _fill(line, db)
                db.execute("COMMIT")
                stamp(held)
                return number
        except BaseException:
            for side in ("", "-wal", "-shm"):
                Path(f"{data / FILE}{side}").unlink(missing_ok=True)
            raise
    finally:
        os.close(held)


def _fill(line: psycopg.Connection[Any], db: sqlite3.Connection) -> int:
    for name, columns in COPIED.items():
        names = ", ".join(OLDER.get(one, one) for one in columns)
        marks = ", ".join("?" * len(columns))
        put = f"INSERT INTO {name}({names}) VALUES({marks})"
        db.executemany(put, _postgres_rows(line, name, to_sqlite=True))
    row = line.execute("SELECT coalesce(max(ms(renewed)), 0) FROM node").fetchone()
    if row and row[0]:
        db.execute("INSERT INTO note VALUES('alive', ?)", row)
    return _compared(db, line)


def _sqlite_rows(db: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    names = ", ".join(OLDER.get(one, one) for one in COPIED[name])
    keys = ", ".join(OLDER.get(one, one) for one in COPIED[name][:2])
    for row in db.execute(f"SELECT {names} FROM {name} ORDER BY {keys}"):
        if name == "seating":
            row = (*row[:3], bool(row[3]), row[4], _text(row[5]))
        yield row


def _text(stored: bytes | str) -> str:
    return stored if isinstance(stored, str) else stored.decode()


def _postgres_rows(
    line: psycopg.Connection[Any], name: str, to_sqlite: bool = False
) -> Iterator[tuple[Any, ...]]:
    names = sql.SQL(", ").join(map(sql.Identifier, COPIED[name]))
    keys = sql.SQL(", ").join(
        sql.SQL('{} COLLATE "C"').format(sql.Identifier(one))
        if one in TEXT_KEYS
        else sql.Identifier(one)
        for one in COPIED[name][:2]
    )
    order = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(names, sql.Identifier(name), keys)
    with line.cursor(name=f"copy_{name}") as cursor:
        for row in cursor.execute(order):
            if name == "seating" and to_sqlite:
                row = (*row[:3], int(row[3]), row[4], row[5].encode())
            yield row


TEXT_KEYS: Final = ("id", "code", "name", "person", "seating", "public", "private")


def _compared(db: sqlite3.Connection, line: psycopg.Connection[Any]) -> int:
    """Every row of both, one beside the other; how many tables there are."""
    tables = 0
    for name in COPIED:
        ours, theirs = _sqlite_rows(db, name), _postgres_rows(line, name)
        for one, other in zip(ours, theirs, strict=True):
            if tuple(one) != tuple(other):
                raise Trouble(f"a row of {name} differs in the copy; nothing was changed")
            tables += name == "seating"
    return tables
