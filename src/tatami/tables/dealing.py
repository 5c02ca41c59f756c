"""The start of a game: commitments, then shares, then the deal; or a start that is void.

While a table is open, every browser that sits there commits to a share for the next start and may
do so anew. When the host says start, the table is frozen. Once everybody who is here has committed,
all commitments are shown and the shares are asked for; with the last of them the cards are dealt.
Who does not open is named, and all is drawn anew: there is no deal without them that they could
have preferred. Why it is so is in docs/adr/0010-deals-nobody-chooses.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final, Protocol

from tatami.catalogue import Listing
from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE, is_commitment, is_share, pledge, promise
from tatami.tables import lobby
from tatami.tables.around import Around, Arranged
from tatami.tables.chance import Chance
from tatami.tables.closing import close, void
from tatami.tables.guests import Guest
from tatami.tables.refusals import no
from tatami.tables.row import Dealing, TableRow
from tatami.tables.store import Change, Store
from tatami.tables.table_log import TableLog
from tatami.tables.wire import CommitTo, DealingState, OpenShare

MOST_VOID: Final = 30
"""Starts of one table that may be void; then nobody can start it any more."""
LATE: Final = 2.0
"""Seconds after which all are told for whom they wait."""
BACK: Final = 16.0
"""Seconds in which a page comes back to a table that another node has now, at the latest."""
RETRY: Final = 1.0
"""Seconds until what could not be stored is tried again."""


def advance(row: TableRow) -> None:
    """Go on with a start as far as it can: to the opening of shares, to the deal."""
    start = row.dealing
    if start is not None and not start.opening and not start.awaited:
        start.shares = [NO_SHARE if one == NO_SHARE else "" for one in start.commits]
    if start is not None and start.opening and not start.awaited:
        lobby.deal(row, start)


class Dealt(Around, Protocol):
    """What is seen of the house here: its games, its chance, and void starts."""

    @property
    def chance(self) -> Chance:
        """What nobody can foresee."""
        ...

    @property
    def store(self) -> Store:
        """What is kept."""
        ...

    def listing(self, name: str) -> Listing:
        """A game by its name."""
        ...


class Start(Arranged, Protocol):
    """What is seen of a table that starts, and done to deal."""

    log: TableLog

    @property
    def house(self) -> Dealt:
        """Games, chance, time."""
        ...

    def has_rules(self, version: int) -> bool:
        """Whether the rules of its game are of this version."""
        ...

    def keep_row(self, row: TableRow, also: Sequence[Change] = ()) -> Awaitable[Refusal | None]:
        """Store a changed row, then show it. The table's lock is held."""
        ...

    def keep_quietly(self, row: TableRow) -> Awaitable[Refusal | None]:
        """Store a changed row of which nobody need hear. The table's lock is held."""
        ...


class Dealer:
    """Starts the game of one table."""

    def __init__(self, table: Start) -> None:
        self.table = table
        self._pledged: dict[Guest, tuple[int, int, str]] = {}
        """What each browser here has committed to: start, seat, commitment; the latest is last."""
        self._timer: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self._waits: tuple[int, bool] | None = None
        """For which start the timer runs, and whether for shares."""
        self._before = ("", 0, 0)
        self._woken = 0
        """The start that was under way when the table came back from the store ..."""
        self._gone: set[str] = set()
        """... and who has been here since and left."""

    # -- what is shown

    def commits(self) -> tuple[str, ...]:
        """The commitments as everybody may see them, one a seat."""
        row = self.table.row
        if row.dealing is not None:
            return tuple(row.dealing.commits)
        if row.state != "open":
            return tuple(row.commits)
        return tuple(self._pledge_of(row, at) for at in range(len(row.seats)))

    def _pledge_of(self, row: TableRow, seat: int) -> str:
        """What a seat's player has committed to for the next start; empty: nothing yet."""
        found = ""
        for connection, (start, at, commit) in self._pledged.items():
            if (start, at) == (row.start, seat) and connection.person == row.seats[at].person:
                found = commit
        return found

    def shown(self) -> DealingState | None:
        """The start that is under way, if there is one."""
        start = self.table.row.dealing
        if start is None:
            return None
        left = max(0, start.due - self.table.house.now())
        return DealingState("open" if start.opening else "commit", tuple(start.awaited), left)

    def before(self) -> int:
        """Void starts at the earlier tables of the host."""
        row = self.table.row
        return self._before[2] if row.state == "open" else row.before

    async def recall(self) -> None:
        """Look up the void starts of a host who is new to the table, or who has tried to start."""
        row = self.table.row
        if row.state == "open" and self._before[:2] != (row.host, row.start):
            count = await self.table.house.store.voids(row.host, row.id)
            self._before = (row.host, row.start, count)

    # -- what people do

    async def commit(self, by: Guest, order: CommitTo) -> Refusal | None:
        """A browser commits to a share for the next start, or to none."""
        async with self.table.lock:
            refusal = self._cannot_commit(by, order)
            if refusal is not None:
                return refusal
            if self.table.row.dealing is None:
                return self._pledge(by, order)
            self._note(by, order)
        return await self.table.change(lambda row: self._committed(row, by, order))

    def _pledge(self, by: Guest, order: CommitTo) -> Refusal | None:
        """All are told of it, unless nothing is new; so nobody may do it all the time."""
        row = self.table.row
        if self._pledge_of(row, row.seat_of(by.person)) == order.commit:
            self._note(by, order)
            return None
        if not self.table.house.asking.take(by.person):
            return no("too_fast")
        self._note(by, order)
        self.table.announce()
        return None

    def _note(self, by: Guest, order: CommitTo) -> None:
        """This browser could open it; the latest is last."""
        self._pledged.pop(by, None)
        self._pledged[by] = (order.start, self.table.row.seat_of(by.person), order.commit)

    def _cannot_commit(self, by: Guest, order: CommitTo) -> Refusal | None:
        row = self.table.row
        if row.seat_of(by.person) < 0:
            return no("not_seated")
        if row.state != "open":
            return no("has_started")
        if order.start != row.start:
            return no("other_start")
        if order.commit != NO_SHARE and not is_commitment(order.commit):
            return no("bad_commitment")
        return no("dealing") if row.dealing is not None and row.dealing.opening else None

    def _committed(self, row: TableRow, by: Guest, order: CommitTo) -> Refusal | None:
        """The start waited for this one."""
        refusal = self._cannot_commit(by, order)
        if refusal is not None or row.dealing is None:
            return refusal
        at = row.seat_of(by.person)
        if row.dealing.commits[at] != NO_SHARE:  # who was away when it began adds nothing
            row.dealing.commits[at] = order.commit
        self._advance(row)
        return None

    async def begin(self, person: str) -> Refusal | None:
        """The host says start."""
        before = await self.table.house.store.voids(person, self.table.row.id)
        return await self.table.change(lambda row: self._begin(row, person, before))

    def _begin(self, row: TableRow, person: str, before: int) -> Refusal | None:
        refusal = lobby.start(row, person)
        if refusal is not None:
            return refusal
        if len(row.voids) >= MOST_VOID:
            return no("too_many_void")
        try:
            game = (listing := self.table.house.listing(row.game)).game
            options = lobby.settled_options(listing, row)
            game.choose_settings(options)
        except (KeyError, ValueError):
            return no("bad_table")
        if len(row.seats) not in game.counts:
            return no("bad_table")
        row.before = before
        row.dealing = Dealing(self._due(), game.version, options, self._asked(row))
        self._advance(row)
        return None

    def _asked(self, row: TableRow) -> list[str]:
        """What is there of each seat; who is not here, and bots, add nothing."""
        return [
            self._pledge_of(row, at) if seat.person and self.table.is_here(at) else NO_SHARE
            for at, seat in enumerate(row.seats)
        ]

    def _advance(self, row: TableRow) -> None:
        opening = row.dealing is not None and row.dealing.opening
        advance(row)
        if row.dealing is not None and row.dealing.opening and not opening:
            row.dealing.due = self._due()

    def _due(self) -> int:
        house = self.table.house
        return house.now() + int(house.config.reveal * 1000)

    async def open(self, by: Guest, order: OpenShare) -> Refusal | None:
        """A browser opens its share; an empty one says that it cannot, or will not.

        Others hear of it only when it was the last one: in which order they came is nobody's news.
        """
        table, more = self.table, list[Change]()
        async with table.lock:
            if (shut := table.shut()) is not None:
                return shut
            row = table.copied()
            refusal = self._open(row, by, order, more)
            if refusal is not None:
                return refusal
            waits = row.dealing is not None
            return await (table.keep_quietly(row) if waits else table.keep_row(row, more))

    def _open(
        self, row: TableRow, by: Guest, order: OpenShare, more: list[Change]
    ) -> Refusal | None:
        at, start = row.seat_of(by.person), row.dealing
        if at < 0:
            return no("not_seated")
        if order.start != row.start:
            return no("other_start")
        if start is None or not start.opening or start.shares[at] == NO_SHARE:
            return no("not_now")
        if not order.share and not start.shares[at]:
            self._void(row, [at], more)
            return None
        if not is_share(order.share):
            return no("bad_share")
        promised = promise(row.id, row.start, row.secret)
        if pledge(row.id, row.start, at, promised, order.share) != start.commits[at]:
            return no("wrong_share")
        start.shares[at] = order.share
        self._advance(row)
        return None

    async def leave(self, person: str, level: str) -> Refusal | None:
        """Get up; while the cards are being dealt, that start is void, or is taken back."""
        more: list[Change] = []

        def edit(row: TableRow) -> Refusal | None:
            start, at = row.dealing, row.seat_of(person)
            if start is not None and at >= 0 and start.opening:
                self._void(row, [at], more)
            row.dealing = None
            return lobby.leave(row, person, level)

        return await self.table.change(edit, more)

    async def close(self, why: str) -> Refusal | None:
        """The table is closed from outside; a start whose shares lie open counts as void."""
        more: list[Change] = []

        def edit(row: TableRow) -> Refusal | None:
            found = close(row, why, self.table.house.chance.secret(), self.table.house.now())
            if isinstance(found, Refusal):
                return found
            more.extend(found)
            return None

        return await self.table.change(edit, more)

    def _void(self, row: TableRow, seats: list[int], more: list[Change]) -> None:
        """This start does not count: those who did not open are named, and all is drawn anew."""
        house = self.table.house
        more.append(void(row, seats, house.chance.secret(), house.now()))
        self.table.log.info("a start is void", extra={"count": len(row.voids)})

    def _to_blame(self, row: TableRow, start: Dealing) -> list[int]:
        """Who could have opened and did not: nobody whom this node has not had here to ask."""
        if self._woken != row.start:
            return start.awaited
        asked = [at for at in start.awaited if row.seats[at].person in self._gone]
        return sorted({*asked, *filter(self.table.is_here, start.awaited)})

    # -- time

    def part(self, connection: Guest) -> None:
        """A browser has gone, and with it what it could open."""
        self._pledged.pop(connection, None)
        if self._woken == self.table.row.start:
            self._gone.add(connection.person)

    def wake(self) -> None:
        """A table has come back from the store: who was awaited gets the whole time again, and
        before it the time to come back.
        """
        row = self.table.row
        if row.dealing is None:
            return
        row.dealing.due = self._due() + int(BACK * 1000)
        self._woken = row.start
        self._gone.clear()
        if self.table.has_rules(row.dealing.version):
            self.watch()
        else:
            self.table.house.run(self._outlived())

    async def _outlived(self) -> None:
        """The rules have changed in the middle of a start: it is void, and nobody is to blame."""
        more: list[Change] = []

        def edit(row: TableRow) -> Refusal | None:
            self._void(row, [], more)
            return None

        refusal = await self.table.change(edit, more)
        if refusal is not None and refusal.code == "cannot_store":
            self._timer = asyncio.get_running_loop().call_later(RETRY, self.wake)

    def watch(self) -> None:
        """Wait until the start that is under way must have got what it needs."""
        row = self.table.row
        wanted = None if row.dealing is None else (row.start, row.dealing.opening)
        if wanted == self._waits and self._timer is not None:
            return
        self.stop()
        if row.dealing is None or self.table.house.closing:
            return
        self._waits = wanted
        left = max(0, row.dealing.due - self.table.house.now()) / 1000
        loop = asyncio.get_running_loop()
        run = self.table.house.run
        self._timer = loop.call_later(left, lambda: run(self._time_up(wanted)))
        self._reminder = loop.call_later(min(LATE, left / 2), lambda: run(self._tell(wanted)))

    def stop(self) -> None:
        """Wait no more."""
        for timer in (self._timer, self._reminder):
            if timer is not None:
                timer.cancel()
        self._timer, self._reminder, self._waits = None, None, None

    async def _tell(self, wanted: tuple[int, bool] | None) -> None:
        """It takes long: everybody is told for whom they wait."""
        async with self.table.lock:
            if self._waits == wanted and self.table.row.dealing is not None:
                self.table.announce()

    async def _time_up(self, wanted: tuple[int, bool] | None) -> None:
        """Who has not committed adds nothing; who has and does not open makes the start void."""
        more: list[Change] = []

        def edit(row: TableRow) -> Refusal | None:
            start = row.dealing
            if start is None or (row.start, start.opening) != wanted:
                return no("not_now")
            if start.opening:
                self._void(row, self._to_blame(row, start), more)
            else:
                start.commits = [one or NO_SHARE for one in start.commits]
                self._advance(row)
            return None

        refusal = await self.table.change(edit, more)
        if refusal is not None and refusal.code == "cannot_store":
            self.stop()
            self._timer = asyncio.get_running_loop().call_later(RETRY, self.watch)
