"""One table: the only writer of its game. What it acknowledges is stored, then shown.

Every input runs under the table's lock: it is made, its updates are prepared, all of it is
committed together, and only then anybody is told. Where the store refuses, the game is brought
back to what was stored, and nobody has seen anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec

from tatami.catalogue import Listing
from tatami.engine.errors import Ack, BadRecord, EngineFault, Refusal
from tatami.engine.record import last_line, line_of, resume
from tatami.engine.referee import Referee, Reply
from tatami.server import lobby
from tatami.server.attendance import Attendance
from tatami.server.botmoves import BotMoves
from tatami.server.clock import Clock
from tatami.server.dealing import Dealer
from tatami.server.knocking import Knocking
from tatami.server.livebots import LiveBots
from tatami.server.papers import Paper
from tatami.server.race import Race
from tatami.server.refusals import no
from tatami.server.sealing import OLD, seal
from tatami.server.shown import seed_of, table_state
from tatami.server.store import AddMove, Alive, CannotStore, Change, PutDeadline, PutTable
from tatami.server.streams import Stream
from tatami.server.views import game_info
from tatami.server.wire import (
    PROTOCOL,
    GameInfo,
    Hello,
    Started,
    StrikeState,
    TableChanged,
    TableState,
    Talk,
    Welcome,
)

if TYPE_CHECKING:
    from tatami.server.connection import Connection
    from tatami.server.house import House

LAST_WORDS: Final = 50
"""How much talk outside the game is kept for those who come in."""
RETRY: Final = 1.0
"""Seconds until clock and bots try again what could not be stored."""
log = logging.getLogger("tatami.table")
_encode = msgspec.json.Encoder().encode
_copy = msgspec.json.Decoder(Paper)


class Table:
    """A table that people and bots sit at."""

    def __init__(self, paper: Paper, house: House) -> None:
        self.paper = paper
        self.house = house
        self.lock = asyncio.Lock()
        self.referee: Referee | None = None
        self.streams: list[Stream] = []
        self.attendance = Attendance(self)
        self.knocking = Knocking(self)
        self.words: list[Talk] = []
        self.time = Clock(self)
        self.dealer = Dealer(self)
        self.race = Race(self)
        self.bots: BotMoves | LiveBots = LiveBots(self) if self.in_real_time else BotMoves(self)
        self.touched = self.house.now()

    @property
    def connections(self) -> set[Connection]:
        """Those who are here."""
        return self.attendance.connections

    @property
    def in_real_time(self) -> bool:
        """Whether its game is not played in turns."""
        listing = self._listing()
        return listing is not None and listing.game.tempo is not None

    def anybody_here(self) -> bool:
        """Whether one of the people who play is connected."""
        return any(self.is_here(seat) for seat in self.paper.people())

    # -- from the store

    def load(self) -> None:
        """Bring the game to where its stored moves lead."""
        self.referee, self.streams = None, []
        if not self.paper.started:
            return
        store = self.house.store
        self.referee = self._replayed(store.moves(self.paper.id))
        stood = store.streams(self.paper.id)
        numbers = [int(one) for one in stood.split(",")] if stood else []
        self._open_streams(numbers)
        self.time.due = store.deadline(self.paper.id)

    def _replayed(self, lines: list[str]) -> Referee:
        paper = self.paper
        game = self.house.listing(paper.game).game
        if game.version != paper.version:
            raise BadRecord(f"{paper.game} has another version of its rules now")
        try:
            opts = game.choose_settings(paper.options)
            return resume(game, len(paper.seats), seed_of(paper), opts, lines)
        except (ValueError, EngineFault) as error:
            raise BadRecord("the rules cannot continue this game") from error

    def _open_streams(self, numbers: list[int]) -> None:
        referee = self.referee
        assert referee is not None
        found = numbers or [1] * (referee.seats + 1)
        self.streams = [Stream(viewer, referee, seq) for viewer, seq in enumerate(found)]

    def wake(self) -> None:
        """Start clock and bots of a table that has come back from the store."""
        self.attendance.tell_soon()
        self.time.start()
        self.dealer.wake()
        self.bots.rouse()

    def sleep(self) -> None:
        """Stop clock and bots; nothing is lost."""
        self.attendance.stop()
        self.time.stop()
        self.dealer.stop()
        self.bots.stop()

    @property
    def at_rest(self) -> bool:
        """Whether nobody is here and no bot thinks."""
        return not self.connections and not self.bots.thinking and not self.lock.locked()

    # -- inputs to the game

    def barred(self) -> Refusal | None:
        """Why no input can be taken now, whatever it is."""
        if self.house.closing:
            return no("closing")
        if self.paper.state == "open":
            return no("not_started")
        if self.paper.state == "closed" or self.referee is None:
            return no("not_now")
        return no("paused") if self.paper.paused else None

    async def has_taken(self, seat: int, ask: int, answer: object) -> bool:
        """Whether an answer was taken and stored before: then it can be sent again at any time."""
        async with self.lock:
            return self.referee is not None and self.referee.repeats(seat, ask, answer)

    async def play(self, make: Callable[[Referee], Reply], talk: bool = False) -> Reply:
        """Make an input: refused and nothing changed, or stored and then shown."""
        arrived = perf_counter()
        async with self.lock:
            barred = self.barred()
            if barred is not None and not (talk and barred.code == "paused"):
                return barred
            reply = await self.attempt(make)
        if isinstance(reply, Ack) and not reply.repeated:
            self.house.metrics.moved(perf_counter() - arrived)
        return reply

    async def attempt(
        self, make: Callable[[Referee], Reply], race: tuple[StrikeState, ...] = ()
    ) -> Reply:
        """Make an input and keep it; ``race``: who struck when. The table's lock is held."""
        assert self.referee is not None
        paper = self.paper
        try:
            reply = make(self.referee)
            if isinstance(reply, Refusal) or reply.repeated:
                return reply
            refusal = await self._keep_move(race)
            return reply if refusal is None else refusal
        except Exception:  # a fault of rules or server: the game goes on from what is stored
            self.paper = paper
            self._rebuild()
            raise

    async def _keep_move(self, race: tuple[StrikeState, ...]) -> Refusal | None:
        """Store the move that the referee has just taken, then show it."""
        referee = self.referee
        assert referee is not None
        paper, due = self.paper, self.time.due
        if referee.over and not paper.ended_or_closed:
            self.paper = self._ended()
        self.time.due = self.time.reckon()
        left = self.time.left()
        updates = [stream.advance(referee, left, race) for stream in self.streams]
        streams = ",".join(str(stream.seq) for stream in self.streams)
        at = self.house.now()
        changes: list[Change] = [
            AddMove(paper.id, len(referee.moves), at, last_line(referee), streams),
            Alive(at),
        ]
        if self.paper is not paper:
            changes.append(PutTable(self.paper, at))
        if self.time.due != due:
            changes.append(self.time.due or PutDeadline(paper.id, 0))
        if not await self._commit(changes):
            self.paper = paper
            self._rebuild()
            return no("cannot_store")
        self._tell(updates)
        if self.paper is not paper:
            self._ended_now()
            self.announce()
        return None

    def _ended_now(self) -> None:
        paper = self.paper
        how = paper.why or "played"
        self.house.metrics.ended.labels(paper.game, how).inc()
        log.info("game ended", extra={"table": paper.id, "game": paper.game, "why": how})

    def _ended(self) -> Paper:
        """The paper of a game that has just been played to its end."""
        referee = self.referee
        assert referee is not None
        paper = self.copied()
        paper.state = "over"
        paper.ended = self.house.now()
        paper.winners = [s for s in referee.winners() if not paper.seats[s].conceded]
        self.seal(paper)
        return paper

    def seal(self, paper: Paper) -> bool:
        """A game that has ended gets its record, signed, once and for all; whether it did now."""
        ended = paper.ended_or_closed and paper.started and paper.proof > OLD
        key = self.house.key if ended and paper.final is None else None
        if key is not None:
            seal(paper, self.referee, self.lines(), key)
        return key is not None

    async def keep_seal(self) -> None:
        """Store the seal of a game that the command line closed while no server ran."""
        async with self.lock:
            await self._commit([PutTable(self.paper, self.paper.ended)])

    def lines(self) -> list[str]:
        """The moves as a record spells them."""
        if self.referee is None:
            return self.house.store.moves(self.paper.id)
        game = self.referee.game
        return [f"{n} {line_of(game, move)}" for n, move in enumerate(self.referee.moves, 1)]

    async def _commit(self, changes: list[Change]) -> bool:
        self.touched = self.house.now()
        try:
            await self.house.store.commit(changes)
        except CannotStore as error:
            self.house.metrics.lost.inc()
            log.error("cannot store", extra={"table": self.paper.id, "reason": str(error)})
            return False
        return True

    def _rebuild(self) -> None:
        """Forget what could not be stored; clock and bots try again a little later."""
        self.sleep()
        self.load()
        asyncio.get_running_loop().call_later(RETRY, self._wake_again)

    def _wake_again(self) -> None:
        if self.house.tables.get(self.paper.id) is self and not self.house.closing:
            self.wake()

    def _tell(self, updates: list[str]) -> None:
        for viewer, text in enumerate(updates):
            if text:
                self.house.bus.publish(f"{self.paper.id}/{viewer}", text)
        self.time.start()
        self.bots.rouse()

    # -- the table around the game

    def copied(self) -> Paper:
        """The paper, to be changed without harm."""
        return _copy.decode(_encode(self.paper))

    async def change(
        self, edit: Callable[[Paper], Refusal | None], also: Sequence[Change] = ()
    ) -> Refusal | None:
        """Change the table around the game: refused, or stored and then shown to all.

        What ``also`` holds after the edit is stored in the same commit.
        """
        async with self.lock:
            if self.house.closing:
                return no("closing")
            paper = self.copied()
            refusal = edit(paper)
            return refusal if refusal is not None else await self.keep_paper(paper, also)

    async def keep_paper(self, paper: Paper, also: Sequence[Change] = ()) -> Refusal | None:
        """Store a changed paper, then show it. The table's lock is held."""
        before, due = self.paper, self.time.due
        self._date(paper)
        self.paper = paper
        if paper.started and not before.started and not self._dealt():
            self.paper = before
            return no("bad_table")
        self.seal(paper)
        self.time.due = self.time.reckon()
        if not paper.paused:
            paper.left = 0
        at = self.house.now()
        changes: list[Change] = [PutTable(paper, at), *also, Alive(at)]
        if self.time.due != due:
            changes.append(self.time.due or PutDeadline(paper.id, 0))
        if not await self._commit(changes):
            self.paper, self.time.due = before, due
            if not before.started:
                self.referee, self.streams = None, []
            return no("cannot_store")
        self._settled(before)
        return None

    async def keep_quietly(self, paper: Paper) -> Refusal | None:
        """Store a changed paper of which nobody need hear. The table's lock is held."""
        if not await self._commit([PutTable(paper, self.house.now())]):
            return no("cannot_store")
        self.paper = paper
        return None

    def _dealt(self) -> bool:
        """Deal by the rules as they are now; false where they no longer know such a table."""
        try:
            self.load()
        except (BadRecord, KeyError):
            self.referee, self.streams = None, []
            return False
        return True

    def _date(self, paper: Paper) -> None:
        """Write down when a game began or ended."""
        if paper.state == "playing" and not paper.started:
            paper.started = self.house.now()
        if paper.ended_or_closed and not paper.ended:
            paper.ended = self.house.now()

    def _settled(self, before: Paper) -> None:
        """After a change of the table: everybody hears of it, clock and bots follow it."""
        starts = bool(self.paper.started and not before.started)
        if starts:
            log.info("game started", extra={"table": self.paper.id, "game": self.paper.game})
            self.house.metrics.started.labels(self.paper.game).inc()
        if self.paper.ended and not before.ended:
            self._ended_now()
        for connection in list(self.connections):
            self._reseat(connection, starts)
        self.announce()
        self.time.start()
        self.dealer.watch()
        self.bots.rouse()

    def announce(self) -> None:
        """Tell everybody here how the table is now; who may do the same is told the same."""
        self.attendance.known()
        if not self.connections:
            return
        whole = self.state("")
        texts: dict[tuple[object, ...], str] = {}
        for connection in self.connections:
            seat = self.paper.seat_of(connection.person)
            self._make_own(whole, connection.person)
            key = (seat, whole.can, whole.knock)
            if key not in texts:
                texts[key] = _encode(TableChanged(seat, whole)).decode()
            connection.send(texts[key])

    def _make_own(self, state: TableState, person: str) -> None:
        """What differs from one person to the next."""
        state.knock = self.knocking.of(person)
        found = lobby.can(self.paper, person, self.is_connected(self.paper.host))
        admits = state.asking and self.knocking.may_admit(person)
        state.can = (*found, "admit") if admits else found

    def state(self, person: str) -> TableState:
        """The table as a person may see it."""
        here = self.attendance
        state = table_state(self.paper, person, here.people, here.watchers(), self.time.left())
        state.commits, state.voids_before = self.dealer.commits(), self.dealer.before()
        if (dealing := self.paper.dealing) is not None:
            state.dealing = self.dealer.shown()
            state.version, state.options = dealing.version, dealing.options
        elif self.paper.state == "open" and (listing := self._listing()) is not None:
            state.options = lobby.shown_options(listing, self.paper)
        state.asking = self.knocking.shown()
        self._make_own(state, person)
        return state

    def has_rules(self, version: int) -> bool:
        """Whether the rules of its game are of this version."""
        listing = self._listing()
        return listing is not None and listing.game.version == version

    def _listing(self) -> Listing | None:
        """The game of this table; None where it is not installed any more."""
        try:
            return self.house.listing(self.paper.game)
        except KeyError:
            return None

    # -- those who are here

    def viewer_of(self, person: str) -> int:
        """Through whose eyes a person sees the game: a seat's, or a watcher's."""
        seat = self.paper.seat_of(person)
        return seat if seat >= 0 else len(self.paper.seats)

    async def attend(self, connection: Connection, hello: Hello) -> None:
        """Somebody has come: they hear where the game is, and of everything from now on."""
        async with self.lock:  # what is not stored yet is shown to nobody
            self.attendance.enter(connection)
            self.touched = self.house.now()
            self._welcome(connection, hello)
        if self._was_away(connection.person):
            await self.change(lambda paper: lobby.come_back(paper, connection.person))
        else:
            await self.reclock()

    def _was_away(self, person: str) -> bool:
        seat = self.paper.seat_of(person)
        return (
            self.paper.state == "playing"
            and seat >= 0
            and self.paper.seats[seat].stand_in
            and not self.paper.seats[seat].conceded
        )

    def _welcome(self, connection: Connection, hello: Hello) -> None:
        paper = self.paper
        seat = paper.seat_of(connection.person)
        viewer = self.viewer_of(connection.person)
        seq = self.streams[viewer].seq if self.streams else 0
        welcome = Welcome(
            PROTOCOL,
            self.house.build,
            seat,
            self.house.store.name_of(connection.person),
            self.state(connection.person),
            seq,
            self.info(),
        )
        connection.send(_encode(welcome).decode())
        for talk in self.words:
            if self._may_hear(talk, seat >= 0):
                connection.send(_encode(talk).decode())
        connection.listen(f"{paper.id}/{viewer}", viewer)
        if self.streams:
            self._catch_up(connection, viewer, hello.since if hello.seat == seat else -1)

    def _catch_up(self, connection: Connection, viewer: int, since: int) -> None:
        """Send what a viewer has missed, or the whole view where that is too much."""
        stream = self.streams[viewer]
        missed = stream.since(since) if since > 0 else None
        assert self.referee is not None
        for text in [stream.fresh(self.referee, self.time.left())] if missed is None else missed:
            connection.send(text)

    def _reseat(self, connection: Connection, starts: bool) -> None:
        """Somebody who sits elsewhere now sees the game through other eyes."""
        viewer = self.viewer_of(connection.person)
        if viewer == connection.viewer and not starts:
            return
        connection.listen(f"{self.paper.id}/{viewer}", viewer)
        info = self.info()
        if info is None:
            return
        seat = self.paper.seat_of(connection.person)
        started = Started(seat, self.state(connection.person), info)
        connection.send(_encode(started).decode())
        self._catch_up(connection, viewer, -1)

    def info(self) -> GameInfo | None:
        """What the numbers of the game mean; None before it begins."""
        if self.referee is None:
            return None
        return game_info(self.referee.game, self.referee.seats, self.referee.opts)

    async def part(self, connection: Connection) -> None:
        """A connection has ended."""
        self.attendance.leave(connection)
        self.dealer.part(connection)
        self.touched = self.house.now()
        if self.house.closing:
            return
        if not self.connections:
            for stream in self.streams:
                stream.rest()
        if not self.is_connected(connection.person) and self.knocking.forget(connection.person):
            self.announce()
        await self.reclock()

    def say(self, connection: Connection, name: str, text: str) -> None:
        """Talk outside the game: before it, after it, or among those who watch."""
        talk = Talk(name, text, self.paper.seat_of(connection.person) < 0)
        self.words = [*self.words[1 - LAST_WORDS :], talk]
        encoded = _encode(talk).decode()
        for other in self.connections:
            if self._may_hear(talk, self.paper.seat_of(other.person) >= 0):
                other.send(encoded)

    def _may_hear(self, talk: Talk, seated: bool) -> bool:
        """Players do not hear those who watch while secrets are in play."""
        return not (talk.watcher and seated and self.paper.state == "playing")

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return self.is_connected(self.paper.seats[seat].person)

    def is_connected(self, person: str) -> bool:
        """Whether a person is connected."""
        return bool(person) and person in self.attendance.people

    async def reclock(self) -> None:
        """Who is here has changed: so may the deadline, and everybody hears of it.

        Where nothing else changed, and nobody may do anything else, only the difference is told.
        """
        async with self.lock:
            before = self.time.due
            self.time.due = self.time.reckon()
            if self.time.due != before:
                if not await self._commit([self.time.due or PutDeadline(self.paper.id, 0)]):
                    self.time.due = before
                self.time.start()
            self.bots.rouse()
            if self.time.due != before or self.paper.paused or self.knocking.shown():
                self.announce()
            else:
                self.attendance.tell_soon()
