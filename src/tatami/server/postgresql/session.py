"""One connection to the database, which comes back by itself.

What cannot be sent was surely not done; of what was sent and not answered nobody knows. An error's
own words are told to nobody: they can hold a row, and a row holds the deal.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from time import monotonic
from typing import Any, Final, LiteralString, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tatami.server.data_directory import Trouble
from tatami.server.postgresql.schema import SCHEMA
from tatami.tables.store import CannotStore, Unsure

PATIENCE: Final = 5.0
"""Seconds for one statement."""
QUEUE: Final = 3
"""So many times as long somebody waits until it is their statement's turn."""
HOST_PATIENCE: Final = 2
"""Seconds for each of the hosts that an address names; one of them may be gone without a word."""
NAME_PATIENCE: Final = 30.0
"""Seconds after which a connection is given up, however many hosts there are."""
READ_ONLY: Final = "25006"
"""The database has become a replica: the next connection finds the one that writes."""
FOR_NOBODY: Final = ("08", "57")
"""Sorts of errors that no statement is to blame for: of the line, or of what ends statements."""
AWAY: Final = "the database cannot be reached"


class Unreachable(CannotStore):
    """The database does nothing now, whatever it is asked for."""


class PasswordShown(Trouble):
    """A password stands where everybody can read it."""


def check_address(where: str) -> None:
    """An address names no password: a command line is everybody's to read."""
    try:
        found = conninfo_to_dict(where)
    except psycopg.Error:
        raise CannotStore("that is no address of a PostgreSQL database") from None
    if found.get("password"):
        raise PasswordShown(
            "a password does not belong into the address: put it into a file that PGPASSFILE"
            " names, or into a service"
        )


def settings(patience: float) -> dict[str, str | int]:
    """How we connect: nothing may wait for long, and where there are several, who writes is it."""
    limits = {
        "search_path": SCHEMA,
        "statement_timeout": int(patience * 800),
        "lock_timeout": int(patience * 400),
        "idle_in_transaction_session_timeout": int(patience * 300),
    }
    return {
        "connect_timeout": HOST_PATIENCE,
        "tcp_user_timeout": int(patience * 1000),
        "keepalives_idle": 30,  # a line that is seldom used is not forgotten on the way
        "target_session_attrs": "read-write",
        "application_name": "tatami",
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
    }


class Session:
    """A connection that is made when it is needed, and made anew when it is broken.

    One statement after the other: the patience for one is counted from its turn on, so that many
    at once are slow and not broken off.
    """

    def __init__(self, where: str, patience: float = PATIENCE) -> None:
        self._where = where
        self._patience = patience
        self._turn = asyncio.Lock()
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._in_vain = float("-inf")
        """When the last attempt to connect failed."""

    async def ask(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """What the database answers; ``Unsure`` where it may have done it and did not say."""
        came = monotonic()
        try:
            async with asyncio.timeout(self._patience * QUEUE):
                await self._turn.acquire()
        except TimeoutError:
            raise Unreachable("the database is too slow") from None
        try:
            if came < self._in_vain:  # whoever waited meanwhile need not try as well
                raise Unreachable(AWAY)
            return await self._ask(sql, values)
        finally:
            self._turn.release()

    async def _ask(self, sql: LiteralString, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        line = await self._connected()
        asking = asyncio.ensure_future(_asked(line, sql, values))
        await asyncio.wait([asking], timeout=self._patience)
        if not asking.done():
            _cut(line)
        try:
            return await asking
        except psycopg.Error as error:
            raise await self._told(line, error) from None

    async def _told(self, line: psycopg.AsyncConnection[Any], error: psycopg.Error) -> CannotStore:
        said = f"{type(error).__name__} {error.sqlstate or ''}".strip()
        broken = line.closed or line.broken
        if broken or error.sqlstate == READ_ONLY:
            await self._drop(line)
        if broken:
            return Unsure(said)
        nobody = (error.sqlstate or "").startswith(FOR_NOBODY)
        return Unreachable(said) if nobody else CannotStore(said)

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        if self._line is None or self._line.closed:
            self._line = await self._connect()
        return self._line

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        try:
            async with asyncio.timeout(NAME_PATIENCE):
                return await psycopg.AsyncConnection.connect(
                    self._where,
                    autocommit=True,
                    prepare_threshold=1,
                    **cast("Any", settings(self._patience)),
                )
        except (psycopg.Error, OSError, TimeoutError):
            self._in_vain = monotonic()
            raise Unreachable(AWAY) from None

    async def _drop(self, line: psycopg.AsyncConnection[Any]) -> None:
        if self._line is line:
            self._line = None
        with suppress(psycopg.Error):
            await line.close()

    async def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            await self._drop(self._line)


async def _asked(
    line: psycopg.AsyncConnection[Any], sql: LiteralString, values: tuple[object, ...]
) -> list[tuple[Any, ...]]:
    found = await line.execute(sql, values or None)
    return await found.fetchall() if found.description is not None else []


def _cut(line: psycopg.AsyncConnection[Any]) -> None:
    """Whoever waits for an answer waits no longer: to cancel politely needs one too."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(line.fileno())) as own:
        own.shutdown(socket.SHUT_RDWR)
