"""The house: all tables, those in memory and those in the store."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.errors import BadRecord, Refusal
from tatami.engine.referee import Referee, Reply
from tatami.tables import keys, lobby
from tatami.tables.bus import Bus
from tatami.tables.chance import Chance, Timepiece
from tatami.tables.config import HouseConfig
from tatami.tables.counts import HouseCounts, NoCounts
from tatami.tables.health import Health
from tatami.tables.limits import Buckets
from tatami.tables.new_rows import NEWEST
from tatami.tables.opening import Opening, Whence
from tatami.tables.rounds import Rounds
from tatami.tables.row import TableRow
from tatami.tables.sealing import OLD, sealed, unsealed
from tatami.tables.seat_links import SeatLinks
from tatami.tables.store import Alive, CannotStore, Elsewhere, Hold, PutKey, PutPerson, Store
from tatami.tables.table import Table
from tatami.tables.table_state import table_card
from tatami.tables.thinking import Thinkers
from tatami.tables.waking import Walker
from tatami.tables.wire import NewTable, Opened, TableCard

MOST_LISTED: Final = 50
NOWHERE: Final = Whence()
TALK: Final = 3
"""Remarks of one person a second; more in a short burst."""
PARTY: Final = 5
"""How many may talk like that at one table, or try like that, from one address: a new token makes
a new person."""
ASKED: Final = 2
"""What one person asks a second of which a whole table is told; more in a short burst."""
TRIED: Final = 1 / 2
"""How many of the messages of a connection may try answers, on all connections of a person ..."""
CHANGED: Final = 1 / 5
"""... and how many may change tables, for all who are there to hear of."""
NAMED: Final = 5
"""How many times as many names may be chosen from an address as tables opened."""
BATCH: Final = 200
"""Tables that are let go together when the doors close."""
LAST_MOVE: Final = 2.0
"""Seconds that a move may take which is under way when the doors close."""

log = logging.getLogger("tatami.house")


class House:
    """Finds and wakes tables, and knows their games."""

    def __init__(
        self,
        config: HouseConfig,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        build: str,
        counts: HouseCounts | None = None,
        chance: Chance | None = None,
        time: Timepiece | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.bus = bus
        self.thinkers = thinkers
        self.build = build
        self.counts: HouseCounts = counts or NoCounts()
        self.chance = chance or Chance()
        self.now = (time or Timepiece()).now
        self.closing = False
        self.tables: dict[str, Table] = {}
        self.walker = Walker()
        self.talking = Buckets(TALK, TALK * 5, self.seconds)
        self.talking_from = Buckets(TALK * PARTY, TALK * 5 * PARTY, self.seconds)
        self.asking = Buckets(ASKED, ASKED * 20, self.seconds)
        tried, changed, named = (
            config.messages * TRIED,
            config.messages * CHANGED,
            config.opening * NAMED,
        )
        self.trying = Buckets(tried, tried * 10, self.seconds)
        self.trying_from = Buckets(tried * PARTY, tried * 10 * PARTY, self.seconds)
        self.changing = Buckets(changed, changed * 15, self.seconds)
        self.naming = Buckets(named / 3600, named, self.seconds)
        self._waking: dict[str, asyncio.Task[Table | None]] = {}
        self._lives = 0
        """How often the store was away for so long that tables are to be claimed anew."""
        self._listings: dict[str, Listing] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opening = Opening(self)
        self._links = SeatLinks(self)
        self.storing = Health(store)

    def seconds(self) -> float:
        """The house's time, for what is limited by it."""
        return self.now() / 1000

    async def key(self) -> PutKey | None:
        """The key that signs records; None before the doors were ever open."""
        return keys.current(await self.store.keys())

    # -- life

    async def open_doors(self) -> None:
        """Give back the time that the server was down, and begin the rounds.

        A deadline keeps what was left of it when the server was last alive, also where the wall
        clock was set back meanwhile. While the server runs its time does not follow the wall.
        """
        await self.store.open(self._regain)
        alive = await self.store.last_alive()
        down = self.now() - alive if alive else 0
        late = [
            msgspec.structs.replace(one, due=one.due + down, began=one.began + down)
            for one in (await self.store.deadlines() if down else ())
        ]
        await self.store.commit([*late, Alive(self.now())])
        await self._have_key()
        self.run(Rounds(self).go())

    async def _have_key(self) -> None:
        """The first key, unless another node is quicker: a house signs with one."""
        if await self.key() is None:
            with suppress(CannotStore):
                await self.store.commit(keys.renewed([], self.chance, self.now()))
            if await self.key() is None:
                raise CannotStore("there is no key to sign records with")

    async def _regain(self) -> None:
        """The store was away for so long that others may have had our tables: ask for each."""
        self._lives += 1
        for table in list(self.tables.values()):
            self.run(table.regain())

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; an error is counted and logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.counts.faulty()
            log.error("a task failed", exc_info=error)

    async def close_doors(self) -> None:
        """Tell everybody that the server goes, and stop: all that was acknowledged is stored."""
        self.closing = True
        await self._hand_over(list(self.tables.values()))
        for task in (ending := [*self._tasks, *self._waking.values()]):
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        try:
            await self.store.commit([Alive(self.now())])
        except CannotStore:
            log.error("the last sign of life could not be stored")

    async def _hand_over(self, tables: list[Table]) -> None:
        """Let others have our tables: many at once, and where a move is under way, after it.

        Also where there are none: it says that we leave, so that nobody is sent here any more.
        """
        for table in tables:
            table.sleep()
        busy = [table for table in tables if table.lock.locked()]
        free = [table for table in tables if not table.lock.locked()]
        await asyncio.gather(
            *[self._let_go(free[at : at + BATCH]) for at in range(0, len(free) or 1, BATCH)],
            *[self._let_go_later(table) for table in busy],
        )

    async def _let_go_later(self, table: Table) -> None:
        with suppress(TimeoutError):  # what it does so long is fenced by letting go
            async with asyncio.timeout(LAST_MOVE), table.lock:
                pass
        await self._let_go([table])

    async def _let_go(self, tables: list[Table]) -> None:
        """Let others have these tables, then say goodbye."""
        try:
            async with asyncio.timeout(LAST_MOVE):
                await self.store.release([table.hold for table in tables], leaving=True)
        except (TimeoutError, CannotStore):
            log.error("tables were not handed over", extra={"count": len(tables)})
        for table in tables:
            for guest in list(table.connections):
                guest.hang_up("restarting")

    async def health(self) -> str:
        """``ok``, or in a word or two why no game can be played here now."""
        return "closing" if self.closing else await self.storing.word(self.now())

    # -- games

    def listing(self, name: str) -> Listing:
        """A game by its name; ``KeyError`` where it is not installed."""
        if name not in self._listings:
            self._listings[name] = catalogue.find(name)
        return self._listings[name]

    def _listed(self, name: str) -> Listing | None:
        try:
            return self.listing(name)
        except KeyError:
            return None

    def best_level(self, game: str) -> str:
        """Who stands in for a person: the strongest that need not search; empty where the game
        is not installed any more."""
        listing = self._listed(game)
        return "" if listing is None else listing.ready

    def bot_key(self, row: TableRow, seat: int, number: int) -> bytes:
        """Randomness of a bot's own for one move, of no use to anybody else."""
        text = f"bot {row.secret} {seat} {number}"
        return hashlib.sha256(text.encode()).digest()

    # -- tables

    async def find(self, name: str) -> Table | None:
        """A table by its id, from memory or from the store; None also where the house closes.

        However many ask for it at once, it wakes once; until it is awake nobody has it, so that
        nothing is done at a table that is not yet where its moves lead.
        """
        if not self.store.reachable:
            raise Elsewhere("others may think that we are gone")
        if name in self.tables:
            return self.tables[name]
        waking = self._waking.get(name)
        if waking is None:
            if self.closing:
                return None
            waking = asyncio.get_running_loop().create_task(self._wake(name))
            self._waking[name] = waking
            waking.add_done_callback(partial(self._woke, name))
        await asyncio.wait([waking])
        return None if waking.cancelled() else waking.result()

    def _woke(self, name: str, waking: asyncio.Task[Table | None]) -> None:
        del self._waking[name]
        if not waking.cancelled():
            waking.exception()  # whoever still waits is told; it is no fault where nobody does

    async def _wake(self, name: str) -> Table | None:
        """A table comes back from the store. It is its only writer, and there is no other."""
        row, lives = await self.store.table(name), self._lives
        if row is None:
            return None
        await self._look_at_rules(row)
        hold = await self.store.claim(name)
        try:
            return await self._claimed(hold, lives)
        except asyncio.CancelledError:  # the house closes
            with suppress(CannotStore):
                await self.store.release([hold], leaving=True)
            raise

    async def _claimed(self, hold: Hold, lives: int) -> Table | None:
        """A table that has just become ours, in this of our lives."""
        row, name = await self._as_it_was_left(hold), hold.table
        if row is None:
            return None
        if row.state == "open":
            row.proof = NEWEST  # one that was opened earlier is dealt as all are now
        table = Table(row, self, hold)
        await self._load(table)
        await table.dealer.recall()
        self.tables[name] = table
        table.wake()
        if lives != self._lives:  # it was claimed by who we were before, as all others were
            self.run(table.regain())
        if await table.seal(table.row):
            self.run(table.keep_seal())
        return table

    async def _as_it_was_left(self, hold: Hold) -> TableRow | None:
        """The row as whoever had the table before has left it; now it is ours.

        They may have begun a game with rules that we do not have: then it is let go again.
        """
        row = await self.store.table(hold.table)
        if row is not None:
            try:
                await self._look_at_rules(row)
            except Elsewhere:
                await self.store.release([hold], leaving=False)
                raise
        return row

    async def _look_at_rules(self, row: TableRow) -> None:
        """``Elsewhere`` where others may have the rules that this game began with."""
        pinned = row.version if row.state == "playing" else None
        listing = self._listed(row.game)
        if pinned is None or (listing is not None and listing.game.version == pinned):
            return
        if not await self.store.outlived(row.game, pinned):
            raise Elsewhere("others have the rules of this game")

    def forget(self, table: Table) -> None:
        """A table is not ours any more, or may not be: who is here comes again."""
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]
        table.gone = True
        for guest in list(table.connections):
            guest.hang_up("restarting")
        table.sleep()

    async def _load(self, table: Table) -> None:
        """Bring its game to where it was; one whose rules have changed is given up."""
        try:
            await table.load()
        except (BadRecord, KeyError) as error:  # its words could hold a move, or talk
            reason = type(error).__name__
            table.log.warning("a game cannot go on", extra={"reason": reason})
            if not table.row.ended_or_closed:
                self.run(_give_up(table))
        except CannotStore:
            raise
        except Exception as error:  # whoever asked for it is told why; here is said which it was
            table.log.error("a table cannot wake", extra={"reason": type(error).__name__})
            raise

    def let_go(self, name: str) -> bool:
        """Forget a table that is to be cleared away; false where somebody needs it now."""
        table = self.tables.get(name)
        if name in self._waking or (table is not None and not table.at_rest):
            return False
        if table is not None:  # whoever is just coming there comes again
            self.forget(table)
        return True

    async def row_of(self, name: str) -> TableRow | None:
        """The row of a table as it is stored; the table need not wake for it."""
        table = self.tables.get(name)
        return await self.store.table(name) if table is None else table.stored

    async def open(self, wish: NewTable, person: str, whence: Whence = NOWHERE) -> Opened | Refusal:
        """Open a table for a person, who hosts it."""
        return await self._opening.open(wish, person, whence)

    async def forget_opened(self) -> None:
        """Tables that have ended count for nobody's share any more."""
        await self._opening.sweep()

    async def rematch(
        self, table: Table, person: str, whence: Whence = NOWHERE
    ) -> tuple[str, Reply]:
        """The same game again: a link to its table."""
        return await self._opening.rematch(table, person, whence)

    async def seat_link(self, table: Table, person: str) -> tuple[str, Reply]:
        """A link that takes a person's seat to whoever opens it first."""
        return await self._links.make(table, person)

    async def take_seat(self, table: Table, person: str, token: str) -> Refusal | None:
        """Take the seat that a link stands for; the link is good for once."""
        return await self._links.take(table, person, token)

    # -- people

    async def has_enough(self, person: str) -> bool:
        """Whether a person sits at as many unfinished tables as one may."""
        return len(await self.store.tables_of(person)) >= self.config.mine

    async def rename(self, person: str, name: str) -> str:
        """The name as it is from now on; empty where it cannot be one."""
        tidy = lobby.tidy_name(name)
        if tidy:
            await self.store.commit([PutPerson(person, tidy, self.now())])
        return tidy

    # -- lists and records

    async def mine(self, person: str) -> tuple[TableCard, ...]:
        """A person's unfinished tables, those that wait for them first."""
        rows = await self.store.tables_of(person)
        cards = [table_card(row, person, await self._asked(row, person)) for row in rows]
        return tuple(sorted(cards, key=lambda card: not card.asked))

    async def _asked(self, row: TableRow, person: str) -> bool:
        if row.state != "playing":
            return False
        return row.seat_of(person) in await self._awaited(row)

    async def _awaited(self, row: TableRow) -> list[int]:
        """The seats that a game waits for. No table wakes for it: somebody else may have it."""
        table = self.tables.get(row.id)
        if table is not None and not table.lock.locked():  # else its game is ahead of the store
            return table.referee.waiting() if table.referee is not None else []
        known = await self.store.asked(row.id)
        if known is not None:
            return known
        referee = await self._followed(row, await self.store.moves(row.id))
        return [] if referee is None else referee.waiting()

    async def listed(self, person: str) -> tuple[TableCard, ...]:
        """Tables that anybody may join or watch."""
        return tuple(table_card(p, person, False) for p in await self.store.listed(MOST_LISTED))

    async def record_of(self, name: str) -> str:
        """The record of a game that has ended; empty where there is none to give out."""
        row = await self.row_of(name)
        if row is None or not row.ended_or_closed or not row.started:
            return ""
        if row.final is None and row.proof > OLD:  # it was closed from outside: it is sealed first
            table = await self.find(name)
            row = row if table is None else table.stored
        lines = await self.store.moves(name)
        if row.final is not None:
            return sealed(row, lines).text()
        return unsealed(row, await self._followed(row, lines), lines).text()

    async def _followed(self, row: TableRow, lines: list[str]) -> Referee | None:
        """Where moves lead; None where the rules cannot make them. No table wakes for it."""
        try:
            return await self.walker.walk(self.listing(row.game), row, lines)
        except (BadRecord, KeyError):
            return None


async def _give_up(table: Table) -> None:
    """The rules have changed: the game is closed with its record, and its players are told."""
    await table.dealer.close("upgrade")
