"""One table: the only writer of its game. What it acknowledges is stored, then shown.

Every input runs under the table's lock: it is made, its updates are prepared, all of it is
committed together, and only then anybody is told. Where the store refuses, the game is brought
back to what was stored, and nobody has seen anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tatami.catalogue import Listing
from tatami.engine.errors import Ack, BadRecord, Refusal
from tatami.engine.record import last_line, lines_of
from tatami.engine.referee import Referee, Reply
from tatami.engine.step import Right
from tatami.tables import lobby
from tatami.tables.absence import Absence
from tatami.tables.attendance import Attendance
from tatami.tables.botmoves import BotMoves
from tatami.tables.clock import Clock
from tatami.tables.dealing import Dealer
from tatami.tables.guests import Guest
from tatami.tables.knocking import Knocking
from tatami.tables.lengths import Talked
from tatami.tables.livebots import LiveBots
from tatami.tables.race import Race, Strike
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.sealing import OLD, seal
from tatami.tables.store import (
    AddMove,
    Alive,
    CannotStore,
    Change,
    Clash,
    Elsewhere,
    Fenced,
    Hold,
    PutDeadline,
    PutTable,
    Unsure,
)
from tatami.tables.streams import Stream
from tatami.tables.table_log import TableLog
from tatami.tables.telling import Telling
from tatami.tables.wire import Hello, StrikeState, TableState

if TYPE_CHECKING:
    from tatami.tables.house import House

RETRY: Final = 1.0
"""Seconds until clock and bots try again what could not be stored."""
_encode = msgspec.json.Encoder().encode
_copy = msgspec.json.Decoder(TableRow)


class Stored(NamedTuple):
    """Where a game stands by what is stored of it."""

    lines: list[str]
    streams: str
    due: PutDeadline | None


class Table:
    """A table that people and bots sit at."""

    def __init__(self, row: TableRow, house: House, hold: Hold) -> None:
        self.row = row
        self.stored = row
        """The row as it is stored: whoever does not hold the lock sees this one and no other."""
        self.house = house
        self.hold = hold
        self.log = TableLog(self)
        self.gone = False
        """Whether it is not ours any more: then nothing is said here and nothing stored."""
        self.lock = asyncio.Lock()
        self.referee: Referee | None = None
        self.streams: list[Stream] = []
        self.attendance = Attendance(self)
        self.knocking = Knocking(self)
        self.absence = Absence(self)
        self.time = Clock(self, self.absence)
        self.dealer = Dealer(self)
        self.telling = Telling(self)
        self._race = Race(self)
        self.bots: BotMoves | LiveBots = LiveBots(self) if self.in_real_time else BotMoves(self)
        self.talked = Talked()
        self.touched = self.house.now()
        self._later: asyncio.TimerHandle | None = None
        """When clock and bots try again what could not be done."""

    # -- what it is

    def listing(self) -> Listing | None:
        """The game of this table; None where it is not installed any more."""
        try:
            return self.house.listing(self.row.game)
        except KeyError:
            return None

    def has_rules(self, version: int) -> bool:
        """Whether the rules of its game are of this version."""
        listing = self.listing()
        return listing is not None and listing.game.version == version

    @property
    def in_real_time(self) -> bool:
        """Whether its game is not played in turns."""
        listing = self.listing()
        return listing is not None and listing.game.tempo is not None

    @property
    def races(self) -> bool:
        """Whether it can matter here who was first."""
        listing = self.listing()
        return listing is not None and any(right.raced for right in listing.game.rights)

    def right(self, name: str) -> Right | None:
        """A right of its game by its name."""
        listing = self.listing()
        rights = () if listing is None else listing.game.rights
        return next((right for right in rights if right.name == name), None)

    @property
    def at_rest(self) -> bool:
        """Whether nobody is here and no bot thinks."""
        return not self.connections and not self.bots.thinking and not self.lock.locked()

    # -- from the store

    async def load(self) -> None:
        """Bring the game to where its stored moves lead. Until it is there, there is none."""
        self.referee, self.streams = None, []
        if not self.row.started:
            return
        store, name = self.house.store, self.row.id
        stored = Stored(
            await store.moves(name), await store.streams(name), await store.deadline(name)
        )
        await self._stand(stored)

    async def _stand(self, stored: Stored) -> None:
        """Bring the game to where these moves lead."""
        listing = self.house.listing(self.row.game)
        referee = await self.house.walker.walk(listing, self.row, stored.lines)
        stood = stored.streams.split(",") if stored.streams else ["1"] * (referee.seats + 1)
        self.streams = [Stream(viewer, referee, int(seq)) for viewer, seq in enumerate(stood)]
        self.referee = referee
        self.time.restore(stored.due)

    def wake(self) -> None:
        """Start clock and bots of a table that has come back from the store."""
        self.attendance.tell_soon()
        self.time.start()
        self.dealer.wake()
        self.bots.rouse()

    async def regain(self) -> None:
        """Claim it anew: nobody has had it since, or it is not ours any more."""
        async with self.lock:
            if self.gone:
                return
            try:
                held, self.hold = self.hold, await self.house.store.claim(self.row.id, self.hold)
                if self.hold.epoch != held.epoch + 1:  # the store may lack what we remember
                    raise Elsewhere("it is to be read anew")
                self.time.restore(await self.house.store.deadline(self.row.id))
            except CannotStore:
                self.house.forget(self)
                return
        self.wake()
        self.announce()

    def sleep(self) -> None:
        """Stop clock and bots; nothing is lost."""
        self.attendance.stop()
        self.time.stop()
        self.dealer.stop()
        self.bots.stop()
        if self._later is not None:
            self._later.cancel()
            self._later = None

    # -- inputs to the game

    def halted(self) -> Refusal | None:
        """Why no input can be taken now, whatever it is."""
        if (shut := self.shut()) is not None:
            return shut
        if self.row.state == "open":
            return no("not_started")
        if self.row.state == "closed" or self.referee is None:
            return no("not_now")
        return no("paused") if self.row.paused else None

    def held_up(self) -> bool:
        """Whether clock and bots can do nothing now; where the store is late, they try again."""
        halted = self.halted()
        if halted is not None and halted.code == "cannot_store":
            self.try_later()
        return halted is not None

    def try_later(self) -> None:
        """Wake clock and bots a little later, once for all who ask: nobody else would."""
        if self._later is None and not self.house.closing and not self.gone:
            self._later = asyncio.get_running_loop().call_later(RETRY, self._try_again)

    def _try_again(self) -> None:
        self._later = None
        if not self.house.store.reachable:
            self.try_later()
        elif self.house.tables.get(self.row.id) is self and not self.house.closing:
            self.wake()

    def shut(self) -> Refusal | None:
        """Why nothing can be changed here now, whatever it is."""
        if self.house.closing or self.gone:
            return no("closing")
        return None if self.house.store.reachable else no("cannot_store")

    async def has_taken(self, seat: int, ask: int, answer: object) -> bool:
        """Whether an answer was taken and stored before: then it can be sent again at any time."""
        async with self.lock:
            return self.referee is not None and self.referee.repeats(seat, ask, answer)

    async def play(self, make: Callable[[Referee], Reply], talk: bool = False) -> Reply:
        """Make an input: refused and nothing changed, or stored and then shown."""
        arrived = perf_counter()
        async with self.lock:
            halted = self.halted()
            if halted is not None and not (talk and halted.code == "paused"):
                return halted
            reply = await self.attempt(make)
        if isinstance(reply, Ack) and not reply.repeated:
            self.house.counts.moved(perf_counter() - arrived)
        return reply

    async def strike(self, strike: Strike) -> Reply:
        """Use a right that only the first may use: answered once it is sure who that was."""
        return await self._race.strike(strike)

    async def races_over(self) -> None:
        """Wait until a race that is open now is decided."""
        await self._race.over()

    def racing(self) -> bool:
        """Whether a strike waits that can become a move."""
        return self._race.open

    async def attempt(
        self, make: Callable[[Referee], Reply], race: tuple[StrikeState, ...] = ()
    ) -> Reply:
        """Make an input and keep it; ``race``: who struck when. The table's lock is held."""
        assert self.referee is not None
        row, before = self.row, self._standing(self.referee)
        try:
            reply = make(self.referee)
            if isinstance(reply, Refusal) or reply.repeated:
                return reply
            if await self._keep_move(self.referee, race):
                return reply
        except Exception:  # a fault of rules or server: the game goes on from what is stored
            self.row = row
            await self._rebuild(before)
            raise
        self.row = row
        await self._rebuild(before)
        return no("cannot_store")

    def _standing(self, referee: Referee) -> Callable[[], Stored]:
        """Where the game stands now, to be told later: all of it is stored."""
        count, due = len(referee.moves), self.time.due
        streams = ",".join([str(stream.seq) for stream in self.streams])
        return lambda: Stored(lines_of(referee)[:count], streams, due)

    async def _keep_move(self, referee: Referee, race: tuple[StrikeState, ...]) -> bool:
        """Store the move that the referee has just taken, then show it; whether it was stored."""
        before = self.row
        if referee.over and not before.ended_or_closed:
            self.row = await self._ended(referee)
        deadline = self.time.adjust()
        left = self.time.left()
        updates = [stream.advance(referee, left, race) for stream in self.streams]
        if not await self.commit([*self._moved(referee, before), *deadline]):
            return False
        self._tell(updates)
        if self.row is not before:
            self._ended_now()
            self.announce()
        return True

    def _moved(self, referee: Referee, before: TableRow) -> list[Change]:
        """What is to be stored of a move."""
        at, table = self.house.now(), self.row.id
        streams = ",".join([str(stream.seq) for stream in self.streams])
        asked = ",".join([str(seat) for seat in referee.waiting()])
        move = AddMove(table, len(referee.moves), at, last_line(referee), streams, asked)
        ended = [] if self.row is before else [PutTable(self.row, at)]
        return [move, Alive(at), *ended]

    def _tell(self, updates: list[str]) -> None:
        for viewer, text in enumerate(updates):
            if text:
                self.tell_seat(viewer, text)
        self.time.start()
        self.bots.rouse()

    def tell_seat(self, viewer: int, text: str) -> None:
        """Send a message to all who see the game through these eyes."""
        self.house.bus.publish(f"{self.row.id}/{viewer}", text)

    async def commit(self, changes: list[Change]) -> bool:
        """Store something of this table, as long as it is ours. The table's lock is held."""
        self.touched = self.house.now()
        try:
            await self.house.store.commit(changes, self.hold)
        except CannotStore as error:
            self.house.counts.unstored()
            self.log.error("cannot store", extra={"reason": str(error)})
            if isinstance(error, Fenced | Unsure):  # whoever comes next claims it and reads
                self.house.forget(self)
            elif not isinstance(error, Clash):
                self.house.storing.note(stored=False)
            return False
        for change in changes:
            if isinstance(change, PutTable) and change.row.id == self.row.id:  # not the rematch
                self.stored = change.row
            elif isinstance(change, AddMove):
                self.house.storing.note(stored=True)
        return True

    async def _rebuild(self, before: Callable[[], Stored]) -> None:
        """Forget what could not be stored; clock and bots try again a little later.

        The lock is held until the game stands where it was: by the store's word, or by our own
        where the store cannot be asked. Sleep comes last: it may end the very task, a bot's, whose
        move it was.
        """
        if self.gone:
            return
        try:
            await self.load()
        except CannotStore:
            await self._stand(before())
        self.sleep()
        self.try_later()

    # -- the end of the game

    async def _ended(self, referee: Referee) -> TableRow:
        """The row of a game that has just been played to its end."""
        row = self.copied()
        row.state = "over"
        row.ended = self.house.now()
        row.winners = [s for s in referee.winners() if not row.seats[s].conceded]
        await self.seal(row)
        return row

    def _ended_now(self) -> None:
        row = self.row
        how = row.why or "played"
        self.house.counts.ended(row.game, how)
        self.log.info("game ended", extra={"game": row.game, "why": how})

    async def seal(self, row: TableRow) -> bool:
        """A game that has ended gets its record, signed, once and for all; whether it did now."""
        ended = row.ended_or_closed and row.started and row.proof > OLD
        key = await self.house.key() if ended and row.final is None else None
        if key is not None:
            seal(row, self.referee, await self._lines(), key)
        return key is not None

    async def keep_seal(self) -> None:
        """Store the seal of a game that the command line closed while no server ran."""
        async with self.lock:
            await self.commit([PutTable(self.row, self.row.ended)])

    async def _lines(self) -> list[str]:
        """The moves as a record spells them."""
        referee = self.referee
        return lines_of(referee) if referee else await self.house.store.moves(self.row.id)

    # -- the table around the game

    def copied(self) -> TableRow:
        """The row, to be changed without harm."""
        return _copy.decode(_encode(self.row))

    async def change(
        self, edit: Callable[[TableRow], Refusal | None], also: Sequence[Change] = ()
    ) -> Refusal | None:
        """Change the table around the game: refused, or stored and then shown to all.

        What ``also`` holds after the edit is stored in the same commit.
        """
        async with self.lock:
            if (shut := self.shut()) is not None:
                return shut
            row = self.copied()
            refusal = edit(row)
            return refusal if refusal is not None else await self.keep_row(row, also)

    async def keep_row(self, row: TableRow, also: Sequence[Change] = ()) -> Refusal | None:
        """Store a changed row, then show it. The table's lock is held."""
        before = self.row
        self._date(row)
        self.row = row
        if row.started and not before.started and not await self._dealt():
            self.row = before
            return no("bad_table")
        try:
            await self.seal(row)
        except CannotStore:
            self.row = before
            return no("cannot_store")
        deadline = self.time.adjust()
        if not row.paused:
            row.left = 0
        at = self.house.now()
        if not await self.commit([PutTable(row, at), *also, Alive(at), *deadline]):
            self._take_back(before)
            return no("cannot_store")
        with suppress(CannotStore):  # it is stored, whatever cannot be looked up now
            await self.dealer.recall()
        self._settled(before)
        return None

    def _take_back(self, before: TableRow) -> None:
        """A change of the table could not be stored."""
        self.row = before
        self.time.undo()
        if not before.started:
            self.referee, self.streams = None, []

    async def keep_quietly(self, row: TableRow) -> Refusal | None:
        """Store a changed row of which nobody need hear. The table's lock is held."""
        if not await self.commit([PutTable(row, self.house.now())]):
            return no("cannot_store")
        self.row = row
        return None

    async def _dealt(self) -> bool:
        """Deal by the rules as they are now; false where they no longer know such a table."""
        try:
            await self._stand(Stored([], "", None))
        except (BadRecord, KeyError):
            self.referee, self.streams = None, []
            return False
        return True

    def _date(self, row: TableRow) -> None:
        """Write down when a game began or ended."""
        if row.state == "playing" and not row.started:
            row.started = self.house.now()
        if row.ended_or_closed and not row.ended:
            row.ended = self.house.now()

    def _settled(self, before: TableRow) -> None:
        """After a change of the table: everybody hears of it, clock and bots follow it."""
        starts = bool(self.row.started and not before.started)
        if starts:
            self.log.info("game started", extra={"game": self.row.game})
            self.house.counts.started(self.row.game)
        if self.row.ended and not before.ended:
            self._ended_now()
        for guest in list(self.connections):
            self.telling.reseat(guest, starts)
        self.announce()
        self.time.start()
        self.dealer.watch()
        self.bots.rouse()

    def announce(self) -> None:
        """Tell everybody here how the table is now."""
        self.telling.announce()

    def state(self, person: str) -> TableState:
        """The table as a person may see it."""
        return self.telling.state(person)

    # -- those who are here

    @property
    def connections(self) -> set[Guest]:
        """Those who are here."""
        return self.attendance.connections

    def anybody_here(self) -> bool:
        """Whether one of the people who play is connected."""
        return any(self.is_here(seat) for seat in self.row.people())

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return self.is_connected(self.row.seats[seat].person)

    def is_connected(self, person: str) -> bool:
        """Whether a person is connected."""
        return bool(person) and person in self.attendance.people

    def viewer_of(self, person: str) -> int:
        """Through whose eyes a person sees the game: a seat's, or a watcher's."""
        seat = self.row.seat_of(person)
        return seat if seat >= 0 else len(self.row.seats)

    async def attend(self, guest: Guest, hello: Hello) -> None:
        """Somebody has come: they hear where the game is, and of everything from now on."""
        name = await self.house.store.name_of(guest.person)
        async with self.lock:  # what is not stored yet is shown to nobody
            if self.gone or not self.house.store.reachable:
                guest.hang_up("restarting")
                return
            self.attendance.enter(guest)
            self.touched = self.house.now()
            self.telling.welcome(guest, hello, name)
        if self._was_away(guest.person):
            await self.change(lambda row: lobby.come_back(row, guest.person))
        else:
            await self.reclock()

    def _was_away(self, person: str) -> bool:
        at = self.row.seat_of(person)
        if self.row.state != "playing" or at < 0:
            return False
        return self.row.seats[at].stand_in and not self.row.seats[at].conceded

    async def part(self, guest: Guest) -> None:
        """A connection has ended."""
        self.attendance.leave(guest)
        self.dealer.part(guest)
        self.touched = self.house.now()
        if self.house.closing or self.gone:
            return
        if not self.connections:
            for stream in self.streams:
                stream.rest()
        gone = not self.is_connected(guest.person)
        await self.reclock(changed=gone and self.knocking.forget(guest.person))

    async def reclock(self, changed: bool = False) -> None:
        """Who is here has changed: so may the deadline, and everybody hears of it.

        Where nothing else changed, and nobody may do anything else, only the difference is told:
        a whole table to each for each of them who comes would be the square of those who watch.
        ``changed``: something else has.
        """
        async with self.lock:
            deadline = self.time.adjust()
            kept = bool(deadline) and await self.commit(deadline)
            if deadline:
                self.time.start() if kept else self.time.undo()
            self.bots.rouse()
            if kept or changed or self.telling.is_stale():
                self.announce()
            else:
                self.attendance.tell_soon()
