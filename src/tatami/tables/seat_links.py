"""Links that take a seat to another device: each is good once, for a while, for its player."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from tatami.engine.errors import Ack, Refusal
from tatami.engine.referee import Reply
from tatami.tables import lobby
from tatami.tables.limits import Buckets
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.store import DropLink, PutLink
from tatami.tables.table import Table

if TYPE_CHECKING:
    from tatami.tables.house import House

LINK_MS: Final = 15 * 60 * 1000
"""How long a link that moves a seat is good for."""
LINKS: Final = 12
"""Links to one's seat that one person may make at once, and in a minute."""


class SeatLinks:
    """Makes the links of one house, and honours them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._making = Buckets(LINKS / 60, LINKS, house.seconds)

    async def make(self, table: Table, person: str) -> tuple[str, Reply]:
        """A link that takes a person's seat to whoever opens it first."""
        async with table.lock:
            return await self._make(table, person)

    async def _make(self, table: Table, person: str) -> tuple[str, Reply]:
        house, seat = self._house, table.row.seat_of(person)
        if (shut := table.shut()) is not None:
            return "", shut
        if seat < 0 or table.row.ended_or_closed or table.row.seats[seat].conceded:
            return "", no("not_seated" if seat < 0 else "not_now")
        if not self._making.take(person):
            return "", no("too_fast")
        token = house.chance.link()
        link = PutLink(_digest(token, person), table.row.id, seat, house.now() + LINK_MS)
        if not await table.commit([link]):  # else somebody else has the table, and its links
            return "", no("cannot_store")
        return f"/m/{table.row.id}.{token}", Ack()

    async def take(self, table: Table, person: str, token: str) -> Refusal | None:
        """Take the seat that a link stands for."""
        async with table.lock:
            if (shut := table.shut()) is not None:
                return shut
            row = table.copied()
            found = await self._linked(row, token.rpartition(".")[2])
            if found is None:
                return no("bad_link")
            refusal = lobby.move_seat(row, found[0], person)
            if refusal is not None:
                return refusal
            return await table.keep_row(row, [DropLink(found[1])])

    async def _linked(self, row: TableRow, secret: str) -> tuple[int, bytes] | None:
        """The seat whose player made this link. It ends with them: it is nobody else's seat."""
        house = self._house
        for at, seat in enumerate(row.seats):
            digest = _digest(secret, seat.person)
            link = await house.store.link(digest) if seat.person else None
            if link is not None and link.table == row.id and link.until >= house.now():
                return at, digest
        return None


def _digest(token: str, person: str) -> bytes:
    """What is stored of a link: nothing that opens it, and nothing without its player."""
    return hashlib.sha256(f"link {token} {person}".encode("utf-8", "replace")).digest()
