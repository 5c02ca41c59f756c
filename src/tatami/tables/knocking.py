"""Those who ask for a bot's seat in a game that runs: taking it shows its hand.

It needs the consent of the host, or, while the host is away, of everybody who plays and is here.
Who asks must stay: a request ends with its last connection, and nothing of it is stored. A no is
for the rest of the game. What cannot be known is whether two browsers are one person.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from tatami.engine.errors import Refusal
from tatami.tables import lobby
from tatami.tables.around import Around, Arranged
from tatami.tables.guests import Guest
from tatami.tables.refusals import no
from tatami.tables.wire import AskingState

MOST: Final = 8
"""Requests that wait at a table."""


class Knock(Struct):
    """Somebody wants a seat; ``agreed`` are those who would let them have it."""

    number: int
    person: str
    name: str
    shown: str
    """The name as it would be at the table: nobody asks under that of one who sits there."""
    seat: int
    agreed: set[str]


class Door(Arranged, Protocol):
    """What is seen of a table by those who ask for a seat, and done to give them one."""

    @property
    def house(self) -> Around:
        """How often one may ask."""
        ...

    def is_connected(self, person: str) -> bool:
        """Whether a person is connected."""
        ...


class Knocking:
    """The requests of one table."""

    def __init__(self, table: Door) -> None:
        self._table = table
        self._knocks: dict[str, Knock] = {}
        self._turned_away: set[str] = set()
        self._number = 0

    def is_needed(self) -> bool:
        """Whether a seat is had only by asking for it."""
        return self._table.row.state == "playing" and self._table.row.joining == "host"

    async def knock(self, by: Guest, name: str, seat: int) -> Refusal | None:
        """Ask for a seat. What could not be granted is refused at once, and asked but once."""
        person = by.person
        table = self._table
        async with table.lock:
            if (shut := table.shut()) is not None:
                return shut
            refusal = lobby.sit(row := table.copied(), person, name, seat, granted=True)
            if refusal is not None:
                return refusal
            if self._asks_already(person, name, seat):
                return None
            shown = row.seats[row.seat_of(person)].name
            if person in self._turned_away:
                return no("turned_away")
            if person not in self._knocks and len(self._knocks) >= MOST:
                return no("too_many_ask")
            if not table.house.asking.take(by.address or person):
                return no("too_fast")
            self._number += 1
            self._knocks[person] = Knock(self._number, person, name, shown, seat, set())
            table.announce()
        return None

    def _asks_already(self, person: str, name: str, seat: int) -> bool:
        knock = self._knocks.get(person)
        return knock is not None and (knock.name, knock.seat) == (name, seat)

    async def admit(self, person: str, number: int, yes: bool) -> Refusal | None:
        """Answer a request: it is granted, waits for others who must agree, or is turned away."""
        if not self.may_admit(person):
            return no("not_host" if self._table.row.seat_of(person) >= 0 else "not_seated")
        knock = next((one for one in self._knocks.values() if one.number == number), None)
        if knock is None:
            return no("nobody_asks")
        if not yes:
            self._turned_away.add(knock.person)
            await self._over(knock)
            return None
        knock.agreed.add(person)
        return await self._grant(knock) if self._is_granted(knock) else None

    def _is_granted(self, knock: Knock) -> bool:
        table = self._table
        return table.row.host in knock.agreed or self._voices() <= knock.agreed

    async def _grant(self, knock: Knock) -> Refusal | None:
        table = self._table
        refusal = await table.change(
            lambda row: lobby.sit(row, knock.person, knock.name, knock.seat, granted=True)
        )
        if refusal is None or refusal.code != "cannot_store":
            await self._over(knock)
        return refusal

    async def _over(self, knock: Knock) -> None:
        """All hear that a request is over, and nothing that is not stored yet."""
        async with self._table.lock:
            self.forget(knock.person)
            self._table.announce()

    def _voices(self) -> set[str]:
        """Everybody who plays and is here."""
        table = self._table
        return {table.row.seats[at].person for at in table.row.people() if table.is_here(at)}

    def may_admit(self, person: str) -> bool:
        """Whether a person may answer requests: the host, or, without them, who plays here."""
        row = self._table.row
        if not self.is_needed():
            return False
        if self._table.is_connected(row.host):
            return lobby.is_host(row, person)
        return row.seat_of(person) in row.people()

    def forget(self, person: str) -> bool:
        """A request is over; whether there was one."""
        return self._knocks.pop(person, None) is not None

    def of(self, person: str) -> int:
        """The number of a person's request; 0 where they have none."""
        knock = self._knocks.get(person)
        return knock.number if knock is not None else 0

    def shown(self) -> tuple[AskingState, ...]:
        """All requests that wait, as everybody sees them."""
        if not self.is_needed():
            return ()
        return tuple(AskingState(one.number, one.shown, one.seat) for one in self._knocks.values())
