"""The store on PostgreSQL: what waits goes in one statement, and every table's part with its epoch.

Where the line breaks on the way, nobody knows what was stored: ``Unsure``, and whoever needs the
table claims it anew, which waits for a commit that is still under way and fences one that comes
later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any, Final, LiteralString, TypeAlias

import msgspec

from tatami.server.postgresql.groups import Groups
from tatami.server.postgresql.lease import Lease, NodeSettings, SharedTime
from tatami.server.postgresql.schema import KEYS
from tatami.server.postgresql.session import Session, check_address
from tatami.tables.row import TableRow
from tatami.tables.store import (
    AddMove,
    Alive,
    CannotStore,
    Change,
    Clash,
    DropDeadLinks,
    DropIdlePeople,
    DropLink,
    DropTable,
    DropWish,
    Elsewhere,
    Fenced,
    Hold,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    PutVoid,
    Unsure,
    seats_in,
)

READERS: Final = 3
"""Connections for reading."""
CLAIMS: Final = """SELECT one.id, claim(one.id, %s, %s, one.expected)
FROM unnest(%s::text[], %s::bigint[]) AS one(id, expected)"""
GUARDS: Final = ("use link", "use wish", "new table")
"""What can be there or gone already: it is tried first, so that nothing need be taken back."""
LONG: Final = "1 day"
"""So long nobody must have had the rules of a game before it is given up."""
OTHERS: Final = "(s.owner IS NOT NULL AND s.owner <> %s AND lives(s.owner))"
ABLE: Final = (
    "(s.state <> 'playing' OR s.rules = ANY(%s) OR NOT EXISTS(SELECT 1 FROM node n"
    " WHERE n.rules @> ARRAY[s.rules] AND n.renewed > clock_timestamp() - interval '" + LONG + "'))"
)
"""Games whose rules others may have wait for these: however many they are, they hide no other."""
DEADLINE: Final = "SELECT d.seating, d.due, d.total, d.turn, d.revision, d.began FROM deadline"

Entry: TypeAlias = list[Any]
Wanted: TypeAlias = "tuple[str, int | None]"
"""A table to be claimed, and the number of the hold that we have; None: whatever it is."""

_row = msgspec.json.Decoder(TableRow)
_encode = msgspec.json.Encoder().encode


def entry_of(change: Change, hold: Hold | None) -> Entry | None:
    """A change as ``put`` takes it; None where there is nothing to store."""
    match change:
        case AddMove(table, seq, at, line, streams, asked):
            return ["move", table, seq, at, line, streams, asked]
        case PutDeadline(table, 0):
            return ["no deadline", table]
        case PutDeadline(table, due, total, turn, revision, began):
            return ["deadline", table, due, total, turn, revision, began]
        case PutTable(row, touched):
            known = hold is not None and hold.table == row.id
            return ["table" if known else "new table", *columns(row, touched)]
        case PutPerson(person, name, at):
            return ["person", person, name, at]
        case PutLink(digest, table, seat, until):
            return ["link", digest.hex(), table, seat, until]
        case PutVoid(table, start, host, at):
            return ["void", table, start, host, at]
        case PutKey(public, private, made, retired):
            return ["key", public, private, made, retired]
    return _dropped(change)


def _dropped(change: Change) -> Entry | None:
    match change:
        case DropLink(digest):
            return ["use link", digest.hex()]
        case DropTable(table, states, before):
            return ["drop table", table, states, before]
        case DropIdlePeople(before, voids):
            return ["idle people", before, voids]
        case DropDeadLinks(before):
            return ["dead links", before]
        case DropWish(number):
            return ["use wish", number]
        case Alive():  # a node lives by its lease; see job_of
            return None
    raise TypeError(change)


def columns(row: TableRow, touched: int) -> Entry:
    """A table's row, and who sits at it while it is not finished."""
    people = [] if row.ended_or_closed else [seat.person for seat in row.seats if seat.person]
    rules = f"{row.game}:{row.version}"
    stored = _encode(row).decode()
    return [row.id, row.code, row.state, row.private, touched, rules, stored, people]


def job_of(changes: Sequence[Change], hold: Hold | None) -> dict[str, Any]:
    """A commit as ``put`` takes it."""
    entries = [one for change in changes if (one := entry_of(change, hold)) is not None]
    if not entries and any(isinstance(change, Alive) for change in changes):
        entries = [["alive"]]
    entries.sort(key=lambda one: one[0] not in GUARDS)
    held = {} if hold is None else {"t": hold.table, "e": hold.epoch}
    return {**held, "c": entries}


def _table_of(job: dict[str, Any]) -> str:
    return str(job.get("t", ""))


class PostgresStore:
    """One node's part of a database that several share."""

    def __init__(self, where: str, node: NodeSettings) -> None:
        check_address(where)
        self.time = SharedTime()
        self.lease = Lease(where, node, self.time)
        self._writer = Session(where)
        self._claimer = Session(where)
        self._readers = [Session(where) for _ in range(READERS)]
        self._asked = 0
        self._puts: Groups[dict[str, Any], None] = Groups(self._put, _table_of)
        self._claims: Groups[Wanted, Hold] = Groups(self._claim, lambda wanted: wanted[0])

    # -- life

    @property
    def reachable(self) -> bool:
        """Whether our lease surely holds."""
        return self.lease.holds

    async def open(self, regain: Callable[[], Awaitable[None]]) -> None:
        """Come to life; ``regain`` is called where tables are to be claimed anew."""
        await self.lease.begin(regain)
        self._puts.begin()
        self._claims.begin()

    async def close(self) -> None:
        """Finish what is under way, and die in order."""
        await self._claims.end()
        await self._puts.end()
        await self.lease.end()
        for session in (self._writer, self._claimer, *self._readers):
            await session.close()

    # -- whose table it is

    async def claim(self, table: str, held: Hold | None = None) -> Hold:
        """Be the only writer of a table from now on; ``Elsewhere`` where another one is."""
        return await self._claims.ask((table, None if held is None else held.epoch))

    async def _claim(self, wanted: list[Wanted]) -> list[Hold | CannotStore]:
        """Claim several: when a node is gone, all of its tables are wanted at once."""
        lease = self.lease
        given = [[table for table, _ in wanted], [expected for _, expected in wanted]]
        try:
            rows = await self._claimer.ask(CLAIMS, lease.me, lease.node.ttl, *given)
        except (
            Unsure
        ):  # the line may have broken long ago; a claim that was made shows by its number
            rows = await self._claimer.ask(CLAIMS, lease.me, lease.node.ttl, *given)
        return [
            Elsewhere("another node has the table") if epoch is None else Hold(table, epoch)
            for table, epoch in rows
        ]

    async def release(self, holds: Sequence[Hold], leaving: bool) -> None:
        """Let others have these tables; ``leaving``: the time until somebody does is given back."""
        held = _encode({hold.table: str(hold.epoch) for hold in holds}).decode()
        await self._writer.ask("SELECT release(%s, %s, %s)", held, self.lease.me, leaving)

    async def outlived(self, game: str, version: int) -> bool:
        """Whether no node has had these rules for long."""
        since: LiteralString = (
            "SELECT count(*) FROM node WHERE rules @> ARRAY[%s]"
            " AND renewed > clock_timestamp() - interval '" + LONG + "'"
        )
        ((count,),) = await self._read(since, f"{game}:{version}")
        return not count

    async def route(self, table: str) -> str:
        """Where a proxy finds the table: at its owner, or at the node that should claim it."""
        owned = await self._read(
            """SELECT n.name, n.address, n.until > clock_timestamp() AND NOT n.leaving, s.rules,
            s.state FROM seating s LEFT JOIN node n ON n.incarnation = s.owner WHERE s.id = %s""",
            table,
        )
        name, address, lives, rules, state = owned[0] if owned else ("", "", False, "", "")
        if lives:
            return str(address)
        living = await self._read(
            """SELECT name, address, rules FROM node
            WHERE until > clock_timestamp() AND NOT leaving"""
        )
        able = [one for one in living if state != "playing" or rules in one[2]] or living
        return _chosen(able, name, table)

    # -- writing

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Store all of these changes for good; the future fails with ``CannotStore``."""
        try:
            job = job_of(changes, hold)
            _encode(job)
        except (UnicodeEncodeError, ValueError) as error:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_exception(CannotStore(type(error).__name__))
            return done
        return self._puts.ask(job)

    async def _put(self, jobs: list[dict[str, Any]]) -> list[CannotStore | None]:
        sent = _encode(jobs).decode()
        ((told,),) = await self._writer.ask("SELECT put(%s, %s)", sent, self.lease.me)
        return [_meant(word) for word in told]

    # -- reading

    async def _read(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text in PostgreSQL has that sign, and it takes no question with it
        self._asked += 1
        try:
            return await self._readers[self._asked % READERS].ask(sql, *values)
        except Unsure:  # nothing is changed by reading: ask again, on a new line
            return await self._readers[self._asked % READERS].ask(sql, *values)

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._read("SELECT paper FROM seating WHERE id = %s", table)
        return _row.decode(rows[0][0]) if rows else None

    async def by_code(self, code: str) -> str:
        """The id of the unfinished table with this code; empty where there is none."""
        rows = await self._read(
            "SELECT id FROM seating WHERE code = %s AND state IN ('open', 'playing')", code
        )
        return str(rows[0][0]) if rows else ""

    async def moves(self, table: str) -> list[str]:
        """The moves of a game, in order."""
        rows = await self._read("SELECT line FROM move WHERE seating = %s ORDER BY seq", table)
        return [row[0] for row in rows]

    async def streams(self, table: str) -> str:
        """Where the streams of the viewers stood after the last move; empty before the first."""
        rows = await self._last("SELECT streams FROM move", table)
        return str(rows[0][0]) if rows else ""

    async def asked(self, table: str) -> list[int] | None:
        """The seats that were asked after the last move; None where that is not known."""
        rows = await self._last("SELECT asked FROM move", table)
        return seats_in(rows[0][0]) if rows else None

    async def _last(self, sql: LiteralString, table: str) -> list[tuple[Any, ...]]:
        return await self._read(sql + " WHERE seating = %s ORDER BY seq DESC LIMIT 1", table)

    async def deadline(self, table: str) -> PutDeadline | None:
        """The deadline of a table, if it has one."""
        rows = await self._read(DEADLINE + " d WHERE d.seating = %s", table)
        return PutDeadline(*rows[0]) if rows else None

    async def deadlines(self, until: int = 1 << 62) -> list[PutDeadline]:
        """The deadlines up to a moment, but for those that another node is to see to."""
        rows = await self._read(
            DEADLINE
            + " d JOIN seating s ON s.id = d.seating WHERE d.due <= %s AND NOT "
            + OTHERS
            + " AND "
            + ABLE
            + " ORDER BY d.due LIMIT 1000",
            *(until, self.lease.me, list(self.lease.node.rules)),
        )
        return [PutDeadline(*row) for row in rows]

    async def tables_of(self, person: str) -> list[TableRow]:
        """The unfinished tables at which a person sits, the latest first."""
        rows = await self._read(
            """SELECT s.paper FROM sitter JOIN seating s ON s.id = sitter.seating
            WHERE sitter.person = %s ORDER BY s.touched DESC LIMIT 100""",
            person,
        )
        return [_row.decode(one[0]) for one in rows]

    async def listed(self, most: int) -> list[TableRow]:
        """Unfinished tables that anybody may join or watch, the latest first."""
        rows = await self._read(
            """SELECT paper FROM seating WHERE state IN ('open', 'playing') AND NOT private
            ORDER BY touched DESC LIMIT %s""",
            most,
        )
        return [_row.decode(one[0]) for one in rows]

    async def idle(self, states: tuple[str, ...], before: int) -> list[str]:
        """The tables in one of these states where nothing has happened since, and nobody's."""
        rows = await self._read(
            """SELECT s.id FROM seating s WHERE s.state = ANY(%s) AND s.touched < %s
            AND coalesce((SELECT at FROM move WHERE seating = s.id ORDER BY seq DESC LIMIT 1), 0)
                < %s AND NOT """
            + OTHERS
            + " AND "
            + ABLE
            + " LIMIT 1000",
            *(list(states), before, before, self.lease.me, list(self.lease.node.rules)),
        )
        return [row[0] for row in rows]

    async def unfinished(self) -> int:
        """How many tables are not ended."""
        sql: LiteralString = "SELECT count(*) FROM seating WHERE state IN ('open', 'playing')"
        return int((await self._read(sql))[0][0])

    async def name_of(self, person: str) -> str:
        """The name that a person chose; empty where they chose none."""
        rows = await self._read("SELECT name FROM person WHERE id = %s", person)
        return str(rows[0][0]) if rows else ""

    async def link(self, digest: bytes) -> PutLink | None:
        """The seat that a link stands for."""
        sql: LiteralString = "SELECT digest, seating, seat, until FROM link WHERE digest = %s"
        rows = await self._read(sql, digest)
        return PutLink(*rows[0]) if rows else None

    async def voids(self, host: str, table: str) -> int:
        """How many starts were void at the other tables of a host."""
        sql: LiteralString = "SELECT count(*) FROM void WHERE host = %s AND seating <> %s"
        return int((await self._read(sql, host, table))[0][0])

    async def keys(self) -> list[PutKey]:
        """The keys that sign, or have signed, records; the latest first."""
        return [PutKey(*row) for row in await self._read(KEYS)]

    async def wishes(self) -> list[tuple[int, str, str]]:
        """What a host's command line asks of whoever can do it."""
        rows = await self._read("SELECT number, what, which FROM wish ORDER BY number")
        return [(int(number), str(what), str(which)) for number, what, which in rows]

    async def last_alive(self) -> int:
        """A house of several nodes was never down as a whole: ``register`` sees to it."""
        return 0


def _chosen(nodes: list[tuple[Any, ...]], name: str, table: str) -> str:
    """The same node for everybody who asks: the owner's name, or the highest draw for the table."""
    if not nodes:
        return ""
    for called, address, _ in nodes:
        if called == name:
            return str(address)
    drawn = max(nodes, key=lambda one: sha256(f"{one[0]} {table}".encode()).digest())
    return str(drawn[1])


def _meant(word: str) -> CannotStore | None:
    """What ``put`` says of a job; None: it is stored."""
    if word == "fenced":
        return Fenced("another node has the table")
    return Clash("it is there already, or gone") if word == "clash" else None
