"""The start of a game: commitments, then shares, then the deal; or a start that is void.

While a table is open, every browser that sits there commits to a share for the next start and may
do so anew. When the host says start, the table is frozen. Once everybody who is here has committed,
all commitments are shown and the shares are asked for; with the last of them the cards are dealt.
Who does not open is named, and all is drawn anew: there is no deal without them that they could
have preferred. Why it is so is in docs/adr/0010-deals-nobody-chooses.md.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from tatami.engine.errors import Refusal
from tatami.fair import NO_SHARE, is_commitment, is_share, pledge, promise
from tatami.server import lobby
from tatami.server.papers import Dealing, Paper
from tatami.server.refusals import no
from tatami.server.store import Change, PutVoid
from tatami.server.wire import CommitTo, DealingState, OpenShare

if TYPE_CHECKING:
    from tatami.server.connection import Connection
    from tatami.server.table import Table

MOST_VOID: Final = 30
"""Starts of one table that may be void; then nobody can start it any more."""
LATE: Final = 2.0
"""Seconds after which all are told for whom they wait."""
RETRY: Final = 1.0
"""Seconds until what could not be stored is tried again."""

log = logging.getLogger("tatami.dealing")


def advance(paper: Paper) -> None:
    """Go on with a start as far as it can: to the opening of shares, to the deal."""
    start = paper.dealing
    if start is not None and not start.opening and not start.awaited:
        start.shares = [NO_SHARE if one == NO_SHARE else "" for one in start.commits]
    if start is not None and start.opening and not start.awaited:
        lobby.deal(paper, start)


class Dealer:
    """Starts the game of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pledged: dict[Connection, tuple[int, int, str]] = {}
        """What each browser here has committed to: start, seat, commitment; the latest is last."""
        self._timer: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self._waits: tuple[int, bool] | None = None
        """For which start the timer runs, and whether for shares."""
        self._before = ("", 0, 0)

    # -- what is shown

    def commits(self) -> tuple[str, ...]:
        """The commitments as everybody may see them, one a seat."""
        paper = self.table.paper
        if paper.dealing is not None:
            return tuple(paper.dealing.commits)
        if paper.state != "open":
            return tuple(paper.commits)
        return tuple(self._pledge_of(paper, at) for at in range(len(paper.seats)))

    def _pledge_of(self, paper: Paper, seat: int) -> str:
        """What a seat's player has committed to for the next start; empty: nothing yet."""
        found = ""
        for connection, (start, at, commit) in self._pledged.items():
            if (start, at) == (paper.start, seat) and connection.person == paper.seats[at].person:
                found = commit
        return found

    def shown(self) -> DealingState | None:
        """The start that is under way, if there is one."""
        start = self.table.paper.dealing
        if start is None:
            return None
        left = max(0, start.due - self.table.house.now())
        return DealingState("open" if start.opening else "commit", tuple(start.awaited), left)

    def before(self) -> int:
        """Void starts at the earlier tables of the host."""
        paper = self.table.paper
        if paper.state != "open":
            return paper.before
        if self._before[:2] != (paper.host, paper.start):
            count = self.table.house.store.voids(paper.host, paper.id)
            self._before = (paper.host, paper.start, count)
        return self._before[2]

    # -- what people do

    async def commit(self, by: Connection, order: CommitTo) -> Refusal | None:
        """A browser commits to a share for the next start, or to none."""
        async with self.table.lock:
            refusal = self._cannot_commit(by, order)
            if refusal is not None:
                return refusal
            seat = self.table.paper.seat_of(by.person)
            self._pledged.pop(by, None)
            self._pledged[by] = (order.start, seat, order.commit)
            if self.table.paper.dealing is None:
                self.table.announce()
                return None
        return await self.table.change(lambda paper: self._committed(paper, by, order))

    def _cannot_commit(self, by: Connection, order: CommitTo) -> Refusal | None:
        paper = self.table.paper
        if paper.seat_of(by.person) < 0:
            return no("not_seated")
        if paper.state != "open":
            return no("has_started")
        if order.start != paper.start:
            return no("other_start")
        if order.commit != NO_SHARE and not is_commitment(order.commit):
            return no("bad_commitment")
        return no("dealing") if paper.dealing is not None and paper.dealing.opening else None

    def _committed(self, paper: Paper, by: Connection, order: CommitTo) -> Refusal | None:
        """The start waited for this one."""
        refusal = self._cannot_commit(by, order)
        if refusal is not None or paper.dealing is None:
            return refusal
        at = paper.seat_of(by.person)
        if paper.dealing.commits[at] != NO_SHARE:  # who was away when it began adds nothing
            paper.dealing.commits[at] = order.commit
        self._advance(paper)
        return None

    async def begin(self, person: str) -> Refusal | None:
        """The host says start."""
        return await self.table.change(lambda paper: self._begin(paper, person))

    def _begin(self, paper: Paper, person: str) -> Refusal | None:
        refusal = lobby.start(paper, person)
        if refusal is not None:
            return refusal
        if len(paper.voids) >= MOST_VOID:
            return no("too_many_void")
        try:
            game = (listing := self.table.house.listing(paper.game)).game
            options = lobby.settled_options(listing, paper)
            game.choose_settings(options)
        except (KeyError, ValueError):
            return no("bad_table")
        if len(paper.seats) not in game.counts:
            return no("bad_table")
        paper.before = self.table.house.store.voids(paper.host, paper.id)
        paper.dealing = Dealing(self._due(), game.version, options, self._asked(paper))
        self._advance(paper)
        return None

    def _asked(self, paper: Paper) -> list[str]:
        """What is there of each seat; who is not here, and bots, add nothing."""
        return [
            self._pledge_of(paper, at) if seat.person and self.table.is_here(at) else NO_SHARE
            for at, seat in enumerate(paper.seats)
        ]

    def _advance(self, paper: Paper) -> None:
        opening = paper.dealing is not None and paper.dealing.opening
        advance(paper)
        if paper.dealing is not None and paper.dealing.opening and not opening:
            paper.dealing.due = self._due()

    def _due(self) -> int:
        house = self.table.house
        return house.now() + int(house.config.reveal * 1000)

    async def open(self, by: Connection, order: OpenShare) -> Refusal | None:
        """A browser opens its share; an empty one says that it cannot, or will not.

        Others hear of it only when it was the last one: in which order they came is nobody's news.
        """
        table, more = self.table, list[Change]()
        async with table.lock:
            if table.house.closing:
                return no("closing")
            paper = table.copied()
            refusal = self._open(paper, by, order, more)
            if refusal is not None:
                return refusal
            waits = paper.dealing is not None
            return await (table.keep_quietly(paper) if waits else table.keep_paper(paper, more))

    def _open(
        self, paper: Paper, by: Connection, order: OpenShare, more: list[Change]
    ) -> Refusal | None:
        at, start = paper.seat_of(by.person), paper.dealing
        if at < 0:
            return no("not_seated")
        if order.start != paper.start:
            return no("other_start")
        if start is None or not start.opening or start.shares[at] == NO_SHARE:
            return no("not_now")
        if not order.share and not start.shares[at]:
            self._void(paper, [at], more)
            return None
        if not is_share(order.share):
            return no("bad_share")
        promised = promise(paper.id, paper.start, paper.secret)
        if pledge(paper.id, paper.start, at, promised, order.share) != start.commits[at]:
            return no("wrong_share")
        start.shares[at] = order.share
        self._advance(paper)
        return None

    async def leave(self, person: str, level: str) -> Refusal | None:
        """Get up; while the cards are being dealt, that start is void, or is taken back."""
        more: list[Change] = []

        def edit(paper: Paper) -> Refusal | None:
            start, at = paper.dealing, paper.seat_of(person)
            if start is not None and at >= 0 and start.opening:
                self._void(paper, [at], more)
            paper.dealing = None
            return lobby.leave(paper, person, level)

        return await self.table.change(edit, more)

    def _void(self, paper: Paper, seats: list[int], more: list[Change]) -> None:
        """This start does not count: those who did not open are named, and all is drawn anew."""
        house = self.table.house
        paper.voids.append([paper.seats[at].name for at in seats])
        more.append(PutVoid(paper.id, paper.start, paper.host, house.now()))
        paper.start += 1
        paper.secret = house.chance.secret()
        paper.dealing = None
        log.info("a start is void", extra={"table": paper.id, "count": len(paper.voids)})

    # -- time

    def part(self, connection: Connection) -> None:
        """A browser has gone, and with it what it could open."""
        self._pledged.pop(connection, None)

    def wake(self) -> None:
        """A table has come back from the store: who was awaited gets the whole time again."""
        paper = self.table.paper
        if paper.dealing is None:
            return
        paper.dealing.due = self._due()
        if self.table.has_rules(paper.dealing.version):
            self.watch()
        else:
            self.table.house.run(self._outlived())

    async def _outlived(self) -> None:
        """The rules have changed in the middle of a start: it is void, and nobody is to blame."""
        more: list[Change] = []

        def edit(paper: Paper) -> Refusal | None:
            self._void(paper, [], more)
            return None

        await self.table.change(edit, more)

    def watch(self) -> None:
        """Wait until the start that is under way must have got what it needs."""
        paper = self.table.paper
        wanted = None if paper.dealing is None else (paper.start, paper.dealing.opening)
        if wanted == self._waits and self._timer is not None:
            return
        self.stop()
        if paper.dealing is None or self.table.house.closing:
            return
        self._waits = wanted
        left = max(0, paper.dealing.due - self.table.house.now()) / 1000
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
            if self._waits == wanted and self.table.paper.dealing is not None:
                self.table.announce()

    async def _time_up(self, wanted: tuple[int, bool] | None) -> None:
        """Who has not committed adds nothing; who has and does not open makes the start void."""
        more: list[Change] = []

        def edit(paper: Paper) -> Refusal | None:
            start = paper.dealing
            if start is None or (paper.start, start.opening) != wanted:
                return no("not_now")
            if start.opening:
                self._void(paper, start.awaited, more)
            else:
                start.commits = [one or NO_SHARE for one in start.commits]
                self._advance(paper)
            return None

        refusal = await self.table.change(edit, more)
        if refusal is not None and refusal.code == "cannot_store":
            self.stop()
            self._timer = asyncio.get_running_loop().call_later(RETRY, self.watch)
