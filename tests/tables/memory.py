"""A store that lasts as long as its process."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Sequence

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

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableRow).decode


class Kept(msgspec.Struct):
    """All that is kept; rows as bytes, as a disk would have them."""

    rows: dict[str, tuple[bytes, int]] = {}
    moves: dict[str, dict[int, AddMove]] = {}
    deadlines: dict[str, PutDeadline] = {}
    people: dict[str, PutPerson] = {}
    links: dict[bytes, PutLink] = {}
    voids: dict[tuple[str, int], PutVoid] = {}
    keys: dict[str, PutKey] = {}
    alive: int = 0


class MemoryStore:
    """Keeps everything in one place, for one process."""

    reachable = True

    def __init__(self) -> None:
        self._kept = Kept()

    async def open(self, regain: Callable[[], Awaitable[None]]) -> None:
        """There is nothing to begin."""

    async def close(self) -> None:
        """There is nothing to let go of."""

    async def claim(self, table: str, held: Hold | None = None) -> Hold:
        """There is nobody else."""
        return Hold(table)

    async def release(self, holds: Sequence[Hold], leaving: bool) -> None:
        """There is nobody else."""

    async def outlived(self, game: str, version: int) -> bool:
        """There is nobody else."""
        return True

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Keep all of these, or none."""
        done = asyncio.get_running_loop().create_future()
        before = copy.copy(self._kept)
        for name in self._kept.__struct_fields__:
            setattr(before, name, copy.copy(getattr(self._kept, name)))
        before.moves = {table: dict(moves) for table, moves in self._kept.moves.items()}
        try:
            for change in changes:
                self._keep(change)
            done.set_result(None)
        except (KeyError, ValueError) as error:
            self._kept = before
            done.set_exception(CannotStore(str(error)))
        return done

    def _keep(self, change: Change) -> None:
        kept = self._kept
        match change:
            case PutTable():
                kept.rows[change.row.id] = (_encode(change.row), change.touched)
            case AddMove():
                moves = kept.moves.setdefault(change.table, {})
                if change.seq in moves:
                    raise KeyError("this move is there already")
                moves[change.seq] = change
            case PutDeadline():
                kept.deadlines[change.table] = change
            case PutPerson():
                change.name.encode()
                kept.people[change.id] = change
            case PutLink():
                kept.links[change.digest] = change
            case PutVoid():
                kept.voids[change.table, change.start] = change
            case PutKey():
                kept.keys[change.public] = change
            case Alive():
                kept.alive = change.at
            case _:
                self._drop(change)

    def _drop(self, change: Change) -> None:
        kept = self._kept
        match change:
            case DropTable(table, states, before):
                if table not in self._idle(states, before):
                    return
                kept.rows.pop(table, None)
                kept.moves.pop(table, None)
                kept.deadlines.pop(table, None)
                kept.links = {k: one for k, one in kept.links.items() if one.table != table}
            case DropLink(digest):
                kept.links.pop(digest, None)
            case DropDeadLinks(before):
                kept.links = {k: one for k, one in kept.links.items() if one.until >= before}
            case DropIdlePeople(before, voids):
                here = {seat.person for row in self._unfinished() for seat in row.seats}
                stay = {k: one for k, one in kept.people.items() if one.at >= before or k in here}
                kept.people = stay
                kept.voids = {k: one for k, one in kept.voids.items() if one.at >= voids}
            case DropWish():
                pass

    def _rows(self) -> list[tuple[TableRow, int]]:
        """All rows, those that were touched last first."""
        found = [(_decode(row), touched) for row, touched in self._kept.rows.values()]
        return sorted(found, key=lambda one: -one[1])

    def _unfinished(self) -> list[TableRow]:
        return [row for row, _ in self._rows() if not row.ended_or_closed]

    def _moves(self, table: str) -> list[AddMove]:
        return [one for _, one in sorted(self._kept.moves.get(table, {}).items())]

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        found = self._kept.rows.get(table)
        return None if found is None else _decode(found[0])

    async def by_code(self, code: str) -> str:
        """The id of the unfinished table with this code."""
        return next((row.id for row in self._unfinished() if row.code == code), "")

    async def moves(self, table: str) -> list[str]:
        """The moves of a game, in order."""
        return [move.line for move in self._moves(table)]

    async def streams(self, table: str) -> str:
        """Where the streams of the viewers stood after the last move."""
        moves = self._moves(table)
        return moves[-1].streams if moves else ""

    async def asked(self, table: str) -> list[int] | None:
        """The seats that were asked after the last move."""
        moves = self._moves(table)
        return seats_in(moves[-1].asked) if moves else None

    async def deadline(self, table: str) -> PutDeadline | None:
        """The deadline of a table, if it has one."""
        found = self._kept.deadlines.get(table)
        return found if found is not None and found.due else None

    async def deadlines(self, until: int = 1 << 62) -> list[PutDeadline]:
        """The deadlines up to a moment."""
        return [one for one in self._kept.deadlines.values() if one.due and one.due <= until]

    async def tables_of(self, person: str) -> list[TableRow]:
        """The unfinished tables at which a person sits."""
        return [row for row in self._unfinished() if row.seat_of(person) >= 0]

    async def listed(self, most: int) -> list[TableRow]:
        """Unfinished tables that anybody may join or watch."""
        return [row for row in self._unfinished() if not row.private][:most]

    async def idle(self, states: tuple[str, ...], before: int) -> list[str]:
        """The tables in one of these states where nothing has happened since."""
        return self._idle(states, before)

    def _idle(self, states: tuple[str, ...], before: int) -> list[str]:
        return [
            row.id
            for row, touched in self._rows()
            if row.state in states
            and max([touched, *(one.at for one in self._moves(row.id)[-1:])]) < before
        ]

    async def unfinished(self) -> int:
        """How many tables are not ended."""
        return len(self._unfinished())

    async def name_of(self, person: str) -> str:
        """The name that a person chose."""
        found = self._kept.people.get(person)
        return "" if found is None else found.name

    async def link(self, digest: bytes) -> PutLink | None:
        """The seat that a link stands for."""
        return self._kept.links.get(digest)

    async def voids(self, host: str, table: str) -> int:
        """How many starts were void at the other tables of a host."""
        found = self._kept.voids.values()
        return sum(one.host == host and one.table != table for one in found)

    async def keys(self) -> list[PutKey]:
        """The keys that sign records."""
        return sorted(self._kept.keys.values(), key=lambda one: (bool(one.retired), -one.made))

    async def wishes(self) -> list[tuple[int, str, str]]:
        """There is no command line."""
        return []

    async def last_alive(self) -> int:
        """When the house was last known to run."""
        return self._kept.alive
