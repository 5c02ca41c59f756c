"""The house: all tables of a server, those in memory and those in the store."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine
from time import monotonic
from typing import Any, Final

import msgspec

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.errors import Ack, BadRecord, Refusal
from tatami.engine.referee import Reply
from tatami.server import keys, lobby, names
from tatami.server.bus import Bus
from tatami.server.chance import Chance, Timepiece
from tatami.server.config import CLOCKS, JOININGS, TEMPOS, Config
from tatami.server.limits import Buckets
from tatami.server.metrics import Metrics
from tatami.server.papers import Paper, Seat
from tatami.server.refusals import no
from tatami.server.sealing import sealed, unsealed
from tatami.server.shown import commit_of, table_card
from tatami.server.store import (
    Alive,
    CannotStore,
    Change,
    DropDeadLinks,
    DropIdlePeople,
    DropLink,
    DropTable,
    DropWish,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    Store,
)
from tatami.server.table import Table
from tatami.server.thinkers import Thinkers
from tatami.server.wire import NewTable, Opened, TableCard

NEWEST: Final = 2
"""How deals are proven now."""
USUAL: Final = 4
"""Seats of a table whose host says nothing of them, or the nearest number that can play."""
LINK_MS: Final = 15 * 60 * 1000
"""How long a link that moves a seat is good for."""
MOST_LISTED: Final = 50
SWEEP: Final = 600
"""Seconds between two looks for what is to be cleared away."""
BEAT: Final = 1.0
"""Seconds between two heartbeats."""
TALK: Final = 3
"""Remarks of one person a second; more in a short burst."""
LINKS: Final = 12
"""Links to one's seat that one person may make at once, and in a minute."""
SHARE: Final = 4
"""One network has at most this part of all tables."""
HEALTHY: Final = 1.0
"""Seconds for which the answer to whether all is well stays good."""
STUCK: Final = 10.0
"""Seconds after which a commit that is not done counts as failed."""

log = logging.getLogger("tatami.house")


class House:
    """Opens, finds, wakes and clears away tables."""

    def __init__(
        self,
        config: Config,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        build: str,
        chance: Chance | None = None,
        time: Timepiece | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.bus = bus
        self.thinkers = thinkers
        self.build = build
        self.chance = chance or Chance()
        self.now = (time or Timepiece()).now
        self.metrics = Metrics()
        self.closing = False
        self.tables: dict[str, Table] = {}
        self._listings: dict[str, Listing] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rematching = asyncio.Lock()
        self._swept = 0
        self._opened: dict[str, set[str]] = {}
        """The tables that were opened from each network since the start; in memory only."""
        self.talking = Buckets(TALK, TALK * 5, self._seconds)
        self._linking = Buckets(LINKS / 60, LINKS, self._seconds)
        self._health: tuple[float, str] | None = None

    def _seconds(self) -> float:
        """The house's time, for what is limited by it."""
        return self.now() / 1000

    @property
    def key(self) -> PutKey | None:
        """The key that signs records; None before the doors were ever open."""
        return keys.current(self.store.keys())

    # -- life

    async def open_doors(self) -> None:
        """Give back the time that the server was down, and start the heartbeat.

        A deadline keeps what was left of it when the server was last alive, also where the wall
        clock was set back meanwhile. While the server runs its time does not follow the wall.
        """
        down = self.now() - self.store.last_alive() if self.store.last_alive() else 0
        late = [
            msgspec.structs.replace(one, due=one.due + down, began=one.began + down)
            for one in self.store.deadlines()
        ]
        first = [] if self.key else keys.renewed([], self.chance, self.now())
        await self.store.commit([*late, *first, Alive(self.now())])
        self.run(self._beat())

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; an error is counted and logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.metrics.faults.inc()
            log.error("a task failed", exc_info=error)

    async def close_doors(self) -> None:
        """Tell everybody that the server goes, and stop: all that was acknowledged is stored."""
        self.closing = True
        for table in self.tables.values():
            table.sleep()
            for connection in list(table.connections):
                connection.hang_up("restarting")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self.store.commit([Alive(self.now())])
        except CannotStore:
            log.error("the last heartbeat could not be stored")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._tend()
            except CannotStore as error:
                log.error("cannot store", extra={"reason": str(error)})
            except Exception:  # the heart must not stop for one bad beat
                self.metrics.faults.inc()
                log.exception("a beat failed")

    async def _tend(self) -> None:
        """What is to be done every second."""
        at = self.now()
        if any(table.time.due for table in self.tables.values()):
            await self.store.commit([Alive(at)])
        for number, what, which in self.store.wishes():
            await self._grant(number, what, which)
        for due in self.store.deadlines(at):
            self.find(due.table)
        self._send_to_rest(at)
        if at - self._swept > SWEEP * 1000:
            self._swept = at
            await self.sweep(at)

    async def health(self) -> str:
        """``ok``, or in a word or two why no game can be played here now.

        The answer is a real commit, and good for a second: whoever asks more often learns no more.
        """
        if self.closing:
            return "closing"
        if self._health is None or self._health[0] + HEALTHY < monotonic():
            self._health = (monotonic(), await self._try_store())
        return self._health[1]

    async def _try_store(self) -> str:
        try:
            async with asyncio.timeout(STUCK):
                await self.store.commit([Alive(self.now())])
            self.store.unfinished()
        except TimeoutError:
            return "cannot store: it takes too long"
        except CannotStore:
            return "cannot store"
        return "ok"

    def measure(self) -> None:
        """Bring the numbers that are not counted as they happen up to date."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.connections.set(sum(len(t.connections) for t in self.tables.values()))
        self.metrics.thinkers.set(self.thinkers.load()["processes"])
        self.metrics.bots_told(self.thinkers.counts)

    async def _grant(self, number: int, what: str, which: str) -> None:
        """Carry out what the host's command line asks for."""
        if what == "close" and (table := self.find(which)) is not None:
            await table.change(lambda paper: _close(paper, "host"))
        elif what == "key":
            await self.store.commit(keys.renewed(self.store.keys(), self.chance, self.now()))
        elif what == "purge" and which.isdecimal():
            while await self._clear(int(which), int(which)):
                pass
        await self.store.commit([DropWish(number)])

    def _send_to_rest(self, at: int) -> None:
        for name, table in list(self.tables.items()):
            if table.at_rest and at - table.touched > self.config.rest * 1000:
                table.sleep()
                del self.tables[name]

    async def sweep(self, at: int) -> None:
        """Clear away what nobody needs any more."""
        config = self.config
        for name in self.store.idle(("playing",), at - config.idle_game * 1000):
            if (table := self.find(name)) is not None:
                await table.change(lambda paper: _close(paper, "idle"))
        await self._clear(at - config.keep * 1000, at - config.idle_open * 1000)

    async def _clear(self, ended: int, opened: int) -> int:
        """Clear away games that ended, and tables that were opened, before; how many went."""
        gone = self.store.idle(("over", "closed"), ended) + self.store.idle(("open",), opened)
        drops: list[Change] = []
        for name in gone:
            if name not in self.tables or self.tables[name].at_rest:
                self.tables.pop(name, None)
                drops.append(DropTable(name))
        await self.store.commit([*drops, DropIdlePeople(ended), DropDeadLinks(self.now())])
        log.info("swept", extra={"count": len(drops)})
        return len(drops)

    # -- games

    def listing(self, name: str) -> Listing:
        """A game by its name; ``KeyError`` where it is not installed."""
        if name not in self._listings:
            self._listings[name] = catalogue.find(name)
        return self._listings[name]

    def best_level(self, game: str) -> str:
        """The strongest bot of a game; empty where the game is not installed any more."""
        try:
            return self.listing(game).levels[-1]
        except KeyError:
            return ""

    def bot_key(self, paper: Paper, seat: int, number: int) -> bytes:
        """Randomness of a bot's own for one move, of no use to anybody else."""
        text = f"bot {paper.secret} {seat} {number}"
        return hashlib.sha256(text.encode()).digest()

    # -- tables

    def find(self, name: str) -> Table | None:
        """A table by its id, from memory or from the store."""
        if name in self.tables:
            return self.tables[name]
        paper = self.store.table(name)
        if paper is None:
            return None
        if paper.state == "open":
            paper.proof = NEWEST  # one that was opened earlier is dealt as all are now
        table = Table(paper, self)
        self.tables[name] = table
        try:
            table.load()
        except (BadRecord, KeyError) as error:  # its words could hold a move, or talk
            reason = type(error).__name__
            log.warning("a game cannot go on", extra={"table": name, "reason": reason})
            if not paper.ended_or_closed:
                self.run(_give_up(table))
        except BaseException:
            del self.tables[name]
            raise
        table.wake()
        if table.seal(table.paper):
            self.run(table.keep_seal())
        return table

    async def open(self, wish: NewTable, person: str, where: str = "") -> Opened | Refusal:
        """Open a table for a person, who hosts it and sits at its first seat.

        ``where`` is the network that they are in.
        """
        refusal = names.refusal(wish.name) if wish.name else None
        if refusal is not None:
            return refusal
        name = lobby.tidy_name(wish.name) or self.store.name_of(person)
        if not name:
            return no("no_name")
        try:
            listing = self.listing(wish.game)
        except KeyError:
            return no("no_such_game")
        for refusal in (self._no_room(person), self._no_share(where)):
            if refusal is not None:
                return refusal
        paper = new_paper(wish, listing, person, name, self.chance, self.now())
        if isinstance(paper, Refusal):
            return paper
        while self.store.by_code(paper.code):
            paper.code = self.chance.code()
        await self.store.commit([PutPerson(person, name, self.now()), PutTable(paper, self.now())])
        self._opened.setdefault(where, set()).add(paper.id)
        return Opened(paper.id, paper.code, commit_of(paper))

    def _no_room(self, person: str) -> Refusal | None:
        if self.closing:
            return no("closing")
        if self.store.unfinished() >= self.config.tables:
            return no("house_full")
        return no("too_many_tables") if self.has_enough(person) else None

    def _no_share(self, where: str) -> Refusal | None:
        """Whether a network has as many tables as one may: nobody should fill the house alone."""
        most = max(1, self.config.tables // SHARE)
        if len(self._opened.get(where, ())) >= most:
            self._opened[where] = {one for one in self._opened[where] if self._is_unfinished(one)}
        return no("too_many_from_here") if len(self._opened.get(where, ())) >= most else None

    def _is_unfinished(self, name: str) -> bool:
        paper = self.store.table(name)
        return paper is not None and not paper.ended_or_closed

    def has_enough(self, person: str) -> bool:
        """Whether a person sits at as many unfinished tables as one may."""
        return len(self.store.tables_of(person)) >= self.config.mine

    async def rename(self, person: str, name: str) -> str:
        """The name as it is from now on; empty where it cannot be one."""
        tidy = lobby.tidy_name(name)
        if tidy:
            await self.store.commit([PutPerson(person, tidy, self.now())])
        return tidy

    async def rematch(self, table: Table, person: str) -> tuple[str, Reply]:
        """The same game again: the first who asks opens the table, the others are led there."""
        paper = table.paper
        seat = paper.seat_of(person)
        if seat < 0 or not paper.ended_or_closed:
            return "", no("not_now")
        async with self._rematching:  # one new table, however many ask for it at once
            if not table.paper.rematch:
                refusal = await self._open_rematch(table, person, seat)
                if refusal is not None:
                    return "", refusal
        return f"/t/{table.paper.rematch}", Ack()

    async def _open_rematch(self, table: Table, person: str, seat: int) -> Refusal | None:
        refusal = self._no_room(person)
        if refusal is not None:
            return refusal
        again = new_rematch(table.paper, person, seat, self.chance, self.now())
        try:
            again.version = self.listing(again.game).game.version
        except KeyError:
            return no("no_such_game")

        def edit(paper: Paper) -> Refusal | None:
            paper.rematch = again.id
            return None

        return await table.change(edit, also=[PutTable(again, self.now())])

    # -- seats that move to another device

    async def seat_link(self, table: Table, person: str) -> tuple[str, Reply]:
        """A link that takes a person's seat to whoever opens it first."""
        seat = table.paper.seat_of(person)
        if seat < 0 or table.paper.ended_or_closed or table.paper.seats[seat].conceded:
            return "", no("not_seated" if seat < 0 else "not_now")
        if not self._linking.take(person):
            return "", no("too_fast")
        token = self.chance.link()
        link = PutLink(_digest(token, person), table.paper.id, seat, self.now() + LINK_MS)
        await self.store.commit([link])
        return f"/m/{table.paper.id}.{token}", Ack()

    async def take_seat(self, table: Table, person: str, token: str) -> Refusal | None:
        """Take the seat that a link stands for; the link is good for once."""
        secret = token.rpartition(".")[2]
        used: list[Change] = []

        def edit(paper: Paper) -> Refusal | None:
            found = self._linked(paper, secret)
            if found is None:
                return no("bad_link")
            used.append(DropLink(found[1]))
            return lobby.move_seat(paper, found[0], person)

        return await table.change(edit, also=used)

    def _linked(self, paper: Paper, secret: str) -> tuple[int, bytes] | None:
        """The seat whose player made this link. It ends with them: it is nobody else's seat."""
        for at, seat in enumerate(paper.seats):
            digest = _digest(secret, seat.person)
            link = self.store.link(digest) if seat.person else None
            if link is not None and link.table == paper.id and link.until >= self.now():
                return at, digest
        return None

    # -- lists and records

    def mine(self, person: str) -> tuple[TableCard, ...]:
        """A person's unfinished tables, those that wait for them first."""
        cards = [
            table_card(p, person, self._asked(p, person)) for p in self.store.tables_of(person)
        ]
        return tuple(sorted(cards, key=lambda card: not card.asked))

    def _asked(self, paper: Paper, person: str) -> bool:
        if paper.state != "playing" or (table := self.find(paper.id)) is None:
            return False
        return table.referee is not None and paper.seat_of(person) in table.referee.waiting()

    def listed(self, person: str) -> tuple[TableCard, ...]:
        """Tables that anybody may join or watch."""
        return tuple(table_card(p, person, False) for p in self.store.listed(MOST_LISTED))

    def record_of(self, name: str) -> str:
        """The record of a game that has ended; empty where there is none to give out."""
        table = self.find(name)
        if table is None or not table.paper.ended_or_closed or not table.paper.started:
            return ""
        lines = self.store.moves(name)
        if table.paper.final is not None:
            return sealed(table.paper, lines).text()
        return unsealed(table.paper, table.referee, lines).text()


def _close(paper: Paper, why: str) -> Refusal | None:
    if paper.ended_or_closed:
        return no("not_now")
    lobby.close(paper, why)
    return None


async def _give_up(table: Table) -> None:
    """The rules have changed: the game is closed with its record, and its players are told."""
    await table.change(lambda paper: _close(paper, "upgrade"))


def _digest(token: str, person: str) -> bytes:
    """What is stored of a link: nothing that opens it, and nothing without its player."""
    return hashlib.sha256(f"link {token} {person}".encode("utf-8", "replace")).digest()


def new_paper(
    wish: NewTable, listing: Listing, person: str, name: str, chance: Chance, at: int
) -> Paper | Refusal:
    """A table as somebody wishes it, with its host at the first seat."""
    game = listing.game
    size = wish.seats or min(game.counts, key=lambda count: abs(count - USUAL))
    known = wish.clock in ("", *CLOCKS) and wish.tempo in ("", *TEMPOS)
    known = known and wish.joining in ("", *JOININGS)
    if size not in game.counts or not known or wish.bots not in ("", *listing.levels):
        return no("bad_table")
    try:
        game.choose_settings(wish.options)
    except ValueError:
        return no("bad_table")
    seats = [Seat("person", person, name), *(Seat() for _ in range(size - 1))]
    paper = Paper(
        chance.table(),
        chance.code(),
        game.name,
        game.version,
        person,
        chance.secret(),
        seats,
        at,
        options=lobby.plain_options(listing, wish.options),
        clock=wish.clock or ("none" if wish.bots else "normal"),
        tempo=wish.tempo or "normal",
        private=wish.private,
        joining=wish.joining or "host",
        proof=NEWEST,
    )
    for at in range(1, size if wish.bots else 0):
        paper.seats[at] = lobby.bot_seat(paper, wish.bots)
    return paper


def new_rematch(old: Paper, person: str, seat: int, chance: Chance, at: int) -> Paper:
    """The same table again: its bots sit where they sat, its people are invited."""
    seats = [
        Seat("bot", name=s.name, level=s.level) if s.kind == "bot" else Seat() for s in old.seats
    ]
    seats[seat] = Seat("person", person, old.seats[seat].name)
    return Paper(
        chance.table(),
        chance.code(),
        old.game,
        old.version,
        person,
        chance.secret(),
        seats,
        at,
        options=old.options,
        clock=old.clock,
        tempo=old.tempo,
        private=old.private,
        joining=old.joining,
        proof=NEWEST,
    )
