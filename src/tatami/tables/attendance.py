"""Who is at a table now, and how the others hear of it: by differences, several at once.

A table that a thousand people watch is told of one who comes in with a few bytes each, and of a
hundred who come in at the same moment with the same few bytes, once. How many may watch is not
limited here: a server limits the connections of an address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final, Protocol

import msgspec

from tatami.tables.guests import Guest
from tatami.tables.row import TableRow
from tatami.tables.wire import Presence

SOON: Final = 0.1
"""Seconds in which comings and goings are gathered ..."""
LATER: Final = 1.0
"""... and at a table with many, so that they are not busy with each other."""
MANY: Final = 100


class Seated(Protocol):
    """What is seen of a table here: who sits at it."""

    stored: TableRow


class Attendance:
    """The connections of one table, and what everybody was told of them."""

    def __init__(self, table: Seated) -> None:
        self._table = table
        self.connections: set[Guest] = set()
        self.people: Counter[str] = Counter()
        """Everybody who is here, with the number of their connections."""
        self._told: tuple[frozenset[int], int] = (frozenset(), 0)
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, connection: Guest) -> None:
        """One more connection."""
        if connection not in self.connections:
            self.connections.add(connection)
            self.people[connection.person] += 1

    def leave(self, connection: Guest) -> None:
        """One less."""
        if connection in self.connections:
            self.connections.remove(connection)
            self.people[connection.person] -= 1
            if not self.people[connection.person]:
                del self.people[connection.person]

    def watchers(self) -> int:
        """How many people are here who have no seat."""
        seated = {seat.person for seat in self._table.stored.seats if seat.person}
        return len(self.people) - sum(person in self.people for person in seated)

    def _now(self) -> tuple[frozenset[int], int]:
        seats = enumerate(self._table.stored.seats)
        here = frozenset(at for at, seat in seats if seat.person and seat.person in self.people)
        return here, self.watchers()

    def known(self) -> None:
        """Everybody has just been told of the whole table."""
        self._told = self._now()
        self.stop()

    def tell_soon(self) -> None:
        """Somebody has come or gone: those who are here will hear of it."""
        if self._timer is None and self.connections:
            wait = LATER if len(self.connections) > MANY else SOON
            self._timer = asyncio.get_running_loop().call_later(wait, self._tell)

    def stop(self) -> None:
        """Tell nobody anything any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self) -> None:
        self._timer = None
        before, self._told = self._told, self._now()
        if self._told == before:
            return
        (seated, _), (here, watchers) = before, self._told
        news = Presence(watchers, tuple(sorted(here - seated)), tuple(sorted(seated - here)))
        text = msgspec.json.encode(news).decode()
        for connection in self.connections:
            connection.send(text)
