"""Opening tables: who may, how many, and the same game again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from tatami.engine.errors import Ack, Refusal
from tatami.engine.referee import Reply
from tatami.tables import lobby, names
from tatami.tables.limits import Buckets
from tatami.tables.new_rows import new_rematch, new_row
from tatami.tables.proof import commit_of
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.store import Clash, PutPerson, PutTable
from tatami.tables.table import Table
from tatami.tables.wire import NewTable, Opened

if TYPE_CHECKING:
    from tatami.tables.house import House

SHARE: Final = 4
"""One network has at most this part of all tables."""


LOOKED_AT: Final = 500
"""Tables after which a sweep leaves the rest to the next one."""


class Whence(NamedTuple):
    """Where somebody opens a table from: what limits are counted for; empty: nobody counts."""

    address: str = ""
    network: str = ""
    """The larger network around it, of which one holder can have all."""


class Opening:
    """Opens the tables of one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._often = Buckets(house.config.opening / 3600, house.config.opening)
        self._rematching = asyncio.Lock()
        self._opened: dict[str, set[str]] = {}
        """The tables that were opened from each network since the start; in memory only.

        No digest of the network is stored with a table: there are so few networks that whoever has
        the database, and so its key, could try them all.
        """

    async def open(self, wish: NewTable, person: str, whence: Whence) -> Opened | Refusal:
        """Open a table for a person, who hosts it and sits at its first seat."""
        house = self._house
        if self._too_often(whence):
            return no("too_fast")
        name = await self._name(wish, person)
        if isinstance(name, Refusal):
            return name
        row = await self._new(wish, person, name, whence)
        if isinstance(row, Refusal):
            return row
        while await house.store.by_code(row.code):
            row.code = house.chance.code()
        while not await self._laid(row, name):
            row.code = house.chance.code()
        self._opened.setdefault(whence.network, set()).add(row.id)
        return Opened(row.id, row.code, commit_of(row))

    def _too_often(self, whence: Whence) -> bool:
        return bool(whence.address) and not self._often.take(whence.address)

    async def _laid(self, row: TableRow, name: str) -> bool:
        """Whether nobody else has opened a table with the same code in this very moment."""
        at = self._house.now()
        try:
            await self._house.store.commit([PutPerson(row.host, name, at), PutTable(row, at)])
        except Clash:
            return False
        return True

    async def _name(self, wish: NewTable, person: str) -> str | Refusal:
        """Who opens it: by the name that they choose with it, or had before."""
        refusal = names.refusal(wish.name) if wish.name else None
        if refusal is not None:
            return refusal
        chosen = lobby.tidy_name(wish.name) or await self._house.store.name_of(person)
        return chosen or no("no_name")

    async def _new(
        self, wish: NewTable, person: str, name: str, whence: Whence
    ) -> TableRow | Refusal:
        house = self._house
        try:
            listing = house.listing(wish.game)
        except KeyError:
            return no("no_such_game")
        refusal = await self._no_room(person, whence)
        if refusal is not None:
            return refusal
        return new_row(wish, listing, person, name, house.chance, house.now())

    async def _no_room(self, person: str, whence: Whence) -> Refusal | None:
        house = self._house
        if house.closing:
            return no("closing")
        if await house.store.unfinished() >= house.config.tables:
            return no("house_full")
        if await house.has_enough(person):
            return no("too_many_tables")
        return await self._no_share(whence.network)

    async def _no_share(self, where: str) -> Refusal | None:
        """Whether a network has as many tables as one may: nobody should fill the house alone."""
        most = max(1, self._house.config.tables // SHARE)
        if len(self._opened.get(where, ())) >= most:
            opened = self._opened[where]
            self._opened[where] = {one for one in opened if await self._is_unfinished(one)}
        return no("too_many_from_here") if len(self._opened.get(where, ())) >= most else None

    async def sweep(self) -> None:
        """Forget tables that have ended, so many at a time: those of one network after another."""
        left = LOOKED_AT
        for network in list(self._opened):
            gone = {
                one for one in list(self._opened[network]) if not await self._is_unfinished(one)
            }
            stay = self._opened.pop(network) - gone
            if stay:
                self._opened[network] = stay  # behind all others
            left -= len(gone) + len(stay)
            if left < 0:
                return

    async def _is_unfinished(self, name: str) -> bool:
        row = await self._house.store.table(name)
        return row is not None and not row.ended_or_closed

    # -- the same game again

    async def rematch(self, table: Table, person: str, whence: Whence) -> tuple[str, Reply]:
        """The first who asks opens the table, the others are led there."""
        row = table.stored
        seat = row.seat_of(person)
        if seat < 0 or not row.ended_or_closed:
            return "", no("not_now")
        async with self._rematching:  # one new table, however many ask for it at once
            if not table.row.rematch:
                refusal = await self._open_rematch(table, person, whence)
                if refusal is not None:
                    return "", refusal
        return f"/t/{table.row.rematch}", Ack()

    async def _open_rematch(self, table: Table, person: str, whence: Whence) -> Refusal | None:
        house, seat = self._house, table.row.seat_of(person)
        refusal = await self._no_room(person, whence)
        if refusal is not None:
            return refusal
        if self._too_often(whence):
            return no("too_fast")
        again = new_rematch(table.row, person, seat, house.chance, house.now())
        try:
            again.version = house.listing(again.game).game.version
        except KeyError:
            return no("no_such_game")

        def edit(row: TableRow) -> Refusal | None:
            row.rematch = again.id
            return None

        refusal = await table.change(edit, also=[PutTable(again, house.now())])
        if refusal is None:
            self._opened.setdefault(whence.network, set()).add(again.id)
        return refusal
