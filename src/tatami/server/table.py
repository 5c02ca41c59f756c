"""One table: the only writer of its game. What it acknowledges is stored, then shown.

Every input runs under the table's lock: it is made, its updates are prepared, all of it is
committed together, and only then anybody is told. Where the store refuses, the game is brought
back to what was stored, and nobody has seen anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tatami.engine.errors import BadRecord, EngineFault, Refusal
from tatami.engine.flow import counting
from tatami.engine.game import ONE
from tatami.engine.record import last_line, record, resume
from tatami.engine.referee import Referee, Reply
from tatami.server import lobby
from tatami.server.config import CLOCKS, COUNT, TEMPOS
from tatami.server.papers import Paper
from tatami.server.refusals import no
from tatami.server.shown import notes, seed_of, table_state
from tatami.server.store import AddMove, Alive, CannotStore, Change, PutDeadline, PutTable
from tatami.server.streams import Stream
from tatami.server.thinkers import Job
from tatami.server.views import game_info
from tatami.server.wire import (
    PROTOCOL,
    ClockState,
    GameInfo,
    Started,
    TableChanged,
    TableState,
    Talk,
    Warned,
    Welcome,
)

if TYPE_CHECKING:
    from tatami.server.connection import Connection
    from tatami.server.house import House

LAST_WORDS: Final = 50
"""How much talk outside the game is kept for those who come in."""
MISSES: Final = 2
"""How often somebody may let the time run out before a bot takes over."""
WARN: Final = 15_000
"""Milliseconds before the end of a clock at which its player is warned."""

log = logging.getLogger("tatami.table")
_encode = msgspec.json.Encoder().encode
_copy = msgspec.json.Decoder(Paper)


def now() -> int:
    """The time in milliseconds since 1970."""
    return int(time() * 1000)


class Table:
    """A table that people and bots sit at."""

    def __init__(self, paper: Paper, house: House) -> None:
        self.paper = paper
        self.house = house
        self.lock = asyncio.Lock()
        self.referee: Referee | None = None
        self.streams: list[Stream] = []
        self.connections: set[Connection] = set()
        self.words: list[Talk] = []
        self.due: PutDeadline | None = None
        self.touched = now()
        self._timers: list[asyncio.TimerHandle] = []
        self._thinking: dict[int, asyncio.Task[None]] = {}

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
        self.due = store.deadline(self.paper.id)

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
        """Start clocks and bots of a table that has come back from the store."""
        self._set_timers()
        self._rouse()

    def sleep(self) -> None:
        """Stop clocks and bots; nothing is lost."""
        for timer in self._timers:
            timer.cancel()
        self._timers = []
        for task in self._thinking.values():
            task.cancel()

    @property
    def at_rest(self) -> bool:
        """Whether nobody is here and no bot thinks."""
        return not self.connections and not self._thinking and not self.lock.locked()

    # -- inputs to the game

    def barred(self) -> Refusal | None:
        """Why no input can be taken now, whatever it is."""
        if self.house.closing:
            return no("closing")
        if self.paper.state == "open":
            return no("not_started")
        if self.paper.state == "closed":
            return no("not_now")
        return no("paused") if self.paper.paused else None

    async def play(self, make: Callable[[Referee], Reply], talk: bool = False) -> Reply:
        """Make an input: refused and nothing changed, or stored and then shown."""
        arrived = perf_counter()
        async with self.lock:
            barred = self.barred()
            if barred is not None and not (talk and barred.code == "paused"):
                return barred
            assert self.referee is not None
            reply = make(self.referee)
            if isinstance(reply, Refusal) or reply.repeated:
                return reply
            refusal = await self._keep_move()
        self.house.metrics.moved(perf_counter() - arrived)
        return reply if refusal is None else refusal

    async def _keep_move(self) -> Refusal | None:
        """Store the move that the referee has just taken, then show it."""
        referee = self.referee
        assert referee is not None
        paper, due = self.paper, self.due
        if referee.over and not paper.ended_or_closed:
            self.paper = self._ended()
        self.due = self._deadline()
        updates = [stream.advance(referee, self.clock()) for stream in self.streams]
        streams = ",".join(str(stream.seq) for stream in self.streams)
        at = now()
        changes: list[Change] = [
            AddMove(paper.id, len(referee.moves), at, last_line(referee), streams),
            Alive(at),
        ]
        if self.paper is not paper:
            changes.append(PutTable(self.paper, at))
        if self.due != due:
            changes.append(self.due or PutDeadline(paper.id, 0))
        if not await self._commit(changes):
            self.paper = paper
            self._rebuild()
            return no("cannot_store")
        self._tell(updates)
        if self.paper is not paper:
            self.announce()
        return None

    def _ended(self) -> Paper:
        """The paper of a game that has just been played to its end."""
        referee = self.referee
        assert referee is not None
        paper = self._copied()
        paper.state = "over"
        paper.ended = now()
        paper.winners = [s for s in referee.winners() if not paper.seats[s].conceded]
        return paper

    async def _commit(self, changes: list[Change]) -> bool:
        self.touched = now()
        try:
            await self.house.store.commit(changes)
        except CannotStore as error:
            self.house.metrics.lost.inc()
            log.error("cannot store", extra={"table": self.paper.id, "reason": str(error)})
            return False
        return True

    def _rebuild(self) -> None:
        """Forget what could not be stored."""
        self.sleep()
        self.load()
        self.wake()

    def _tell(self, updates: list[str]) -> None:
        for viewer, text in enumerate(updates):
            if text:
                self.house.bus.publish(f"{self.paper.id}/{viewer}", text)
        self._set_timers()
        self._rouse()

    # -- the table around the game

    def _copied(self) -> Paper:
        return _copy.decode(_encode(self.paper))

    async def change(self, edit: Callable[[Paper], Refusal | None]) -> Refusal | None:
        """Change the table around the game: refused, or stored and then shown to all."""
        async with self.lock:
            if self.house.closing:
                return no("closing")
            paper = self._copied()
            refusal = edit(paper)
            return refusal if refusal is not None else await self._keep_paper(paper)

    async def _keep_paper(self, paper: Paper) -> Refusal | None:
        before, due = self.paper, self.due
        starts = paper.state == "playing" and before.state == "open"
        if starts:
            paper.started = now()
        if paper.ended_or_closed and not before.ended_or_closed:
            paper.ended = now()
        self.paper = paper
        if starts:
            self.load()
        self.due = self._deadline()
        if not paper.paused:
            paper.left = 0
        changes: list[Change] = [PutTable(paper, now()), Alive(now())]
        if self.due != due:
            changes.append(self.due or PutDeadline(paper.id, 0))
        if not await self._commit(changes):
            self.paper, self.due = before, due
            if starts:
                self.referee, self.streams = None, []
            return no("cannot_store")
        self._settled(starts)
        return None

    def _settled(self, starts: bool) -> None:
        """After a change of the table: everybody hears of it, clocks and bots follow it."""
        if starts:
            log.info("game started", extra={"table": self.paper.id, "game": self.paper.game})
            self.house.metrics.started.labels(self.paper.game).inc()
        for connection in list(self.connections):
            self._reseat(connection, starts)
        self.announce()
        self._set_timers()
        self._rouse()

    def announce(self) -> None:
        """Tell everybody here how the table is now."""
        if not self.connections:
            return
        here = {one.person for one in self.connections}
        for connection in self.connections:
            state = self.state(connection.person, here)
            seat = self.paper.seat_of(connection.person)
            connection.send(_encode(TableChanged(seat, state)).decode())

    def state(self, person: str, here: set[str] | None = None) -> TableState:
        """The table as a person may see it."""
        if here is None:
            here = {one.person for one in self.connections}
        watchers = len({p for p in here if self.paper.seat_of(p) < 0})
        return table_state(self.paper, person, here, watchers, self.clock())

    # -- those who are here

    def viewer_of(self, person: str) -> int:
        """Through whose eyes a person sees the game: a seat's, or a watcher's."""
        seat = self.paper.seat_of(person)
        return seat if seat >= 0 else len(self.paper.seats)

    async def attend(self, connection: Connection, since: int, share: str) -> None:
        """Somebody has come: they hear where the game is, and of everything from now on."""
        self.connections.add(connection)
        self.touched = now()
        self._welcome(connection, since)
        if share and self.paper.state == "open":
            await self.change(lambda paper: lobby.give_share(paper, connection.person, share))
        if self._was_away(connection.person):
            await self.change(lambda paper: lobby.come_back(paper, connection.person))
        else:
            await self._reclock()
            self.announce()

    def _was_away(self, person: str) -> bool:
        seat = self.paper.seat_of(person)
        return (
            self.paper.state == "playing"
            and seat >= 0
            and self.paper.seats[seat].stand_in
            and not self.paper.seats[seat].conceded
        )

    def _welcome(self, connection: Connection, since: int) -> None:
        paper = self.paper
        viewer = self.viewer_of(connection.person)
        seq = self.streams[viewer].seq if self.streams else 0
        welcome = Welcome(
            PROTOCOL,
            self.house.build,
            paper.seat_of(connection.person),
            self.house.store.name_of(connection.person),
            self.state(connection.person),
            seq,
            self.info(),
        )
        connection.send(_encode(welcome).decode())
        for talk in self.words:
            if self._may_hear(talk, paper.seat_of(connection.person) >= 0):
                connection.send(_encode(talk).decode())
        connection.listen(f"{paper.id}/{viewer}", viewer)
        if self.streams:
            self._catch_up(connection, viewer, since)

    def _catch_up(self, connection: Connection, viewer: int, since: int) -> None:
        """Send what a viewer has missed, or the whole view where that is too much."""
        stream = self.streams[viewer]
        missed = stream.since(since) if since > 0 else None
        assert self.referee is not None
        for text in [stream.fresh(self.referee, self.clock())] if missed is None else missed:
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
        self.connections.discard(connection)
        self.touched = now()
        if self.house.closing:
            return
        if not self.connections:
            for stream in self.streams:
                stream.rest()
        await self._reclock()
        self.announce()

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

    # -- clocks

    def clock(self) -> ClockState | None:
        """The time left for the open step."""
        if self.due is not None:
            return ClockState(max(0, self.due.due - now()), self.due.total)
        return None

    def _deadline(self) -> PutDeadline | None:
        """When the open step ends by itself; the same as before while it is the same step."""
        referee = self.referee
        if referee is None or referee.over or self.paper.state != "playing" or self.paper.paused:
            return None
        beat, seconds = self._time_for(referee)
        total = int(seconds * 1000)
        if total <= 0:
            return None
        old = self.due
        if old is not None and (old.turn, old.beat, old.total) == (referee.turn, beat, total):
            return old
        left = self.paper.left or total
        return PutDeadline(self.paper.id, now() + min(left, total), total, referee.turn, beat)

    def _time_for(self, referee: Referee) -> tuple[int, float]:
        """The beat that a count belongs to (else -1), and the seconds for the open step."""
        if counting(referee.world):
            return referee.beat, COUNT * self.house.config.time
        awaited = self._awaited(referee)
        limit = CLOCKS[self.paper.clock] * self.house.config.time
        if limit or not awaited:
            return -1, limit if awaited else 0
        away = [seat for seat in awaited if not self.is_here(seat)]
        others = [seat for seat in self.paper.people() if seat not in away and self.is_here(seat)]
        return -1, self.house.config.away if away and others else 0

    def _awaited(self, referee: Referee) -> list[int]:
        """The seats of people that the open step asks; where answers are sealed, all it asked."""
        ask = referee.world.ask
        asked = referee.waiting() if ask is None or ask.close == ONE else list(ask.seats)
        return [seat for seat in asked if not self.paper.seats[seat].by_bot]

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        return self.is_connected(self.paper.seats[seat].person)

    def is_connected(self, person: str) -> bool:
        """Whether a person is connected."""
        return any(one.person == person for one in self.connections)

    async def _reclock(self) -> None:
        """Who is here has changed: so may the deadline."""
        async with self.lock:
            before = self.due
            self.due = self._deadline()
            if self.due == before:
                return
            if not await self._commit([self.due or PutDeadline(self.paper.id, 0)]):
                self.due = before
            self._set_timers()

    def _set_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers = []
        due = self.due
        if due is None or self.house.closing:
            return
        loop = asyncio.get_running_loop()
        left = max(0, due.due - now())
        self._timers = [loop.call_later(left / 1000, self._start, self._time_up(due))]
        warn = left - min(WARN, due.total // 3)
        if warn > 0 and due.beat < 0:
            self._timers.append(loop.call_later(warn / 1000, self._warn, due))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.house.run(work)

    def _warn(self, due: PutDeadline) -> None:
        """Tell those whose time is nearly up."""
        referee = self.referee
        if referee is None or due != self.due:
            return
        text = _encode(Warned(max(0, due.due - now()))).decode()
        for seat in self._awaited(referee):
            if seat in referee.waiting():
                self.house.bus.publish(f"{self.paper.id}/{seat}", text)

    async def _time_up(self, due: PutDeadline) -> None:
        """The default is taken for those who did not answer; who is away gets a bot."""
        async with self.lock:
            referee = self.referee
            if referee is None or due != self.due or self.barred() is not None:
                return
            late = [seat for seat in self._awaited(referee) if seat in referee.waiting()]
            if due.beat >= 0 or CLOCKS[self.paper.clock]:
                if not referee.expire(due.turn, due.beat):
                    return
                if await self._keep_move() is not None:
                    return
            if due.beat < 0:
                await self._missed(late)

    async def _missed(self, late: list[int]) -> None:
        """Somebody let the time run out: after the second time, or when away, a bot goes on."""
        if not late or self.paper.state != "playing":
            return
        paper = self._copied()
        for at in late:
            seat = paper.seats[at]
            seat.misses += 1
            if seat.misses >= MISSES or not self.is_here(at):
                seat.stand_in = True
                log.info("a bot stands in", extra={"table": paper.id, "seat": at})
        await self._keep_paper(paper)

    # -- bots

    def _rouse(self) -> None:
        """Let every bot think that is asked something and does not think yet."""
        referee = self.referee
        if referee is None or self.barred() is not None or referee.over:
            return
        for seat in referee.waiting():
            if self.paper.seats[seat].by_bot and seat not in self._thinking:
                self._thinking[seat] = self.house.run(self._think(seat))

    async def _think(self, seat: int) -> None:
        """One move of a bot: it waits a little, thinks in another process, and answers."""
        try:
            await asyncio.sleep(TEMPOS[self.paper.tempo] * self.house.config.pace)
            await self._answer(seat)
        finally:
            self._thinking.pop(seat, None)
        self._rouse()

    async def _answer(self, seat: int) -> None:
        referee = self.referee
        if referee is None or not referee.asks(seat) or not self.paper.seats[seat].by_bot:
            return
        ask = referee.asks(seat)[0][0]
        answer = await self.house.thinkers.think(self._job(seat, referee))
        usual = answer is None

        def make(referee: Referee) -> Reply:
            if not self.paper.seats[seat].by_bot:
                return no("not_now")
            open_now = dict(referee.asks(seat))
            given = referee.default(seat, ask) if usual and ask in open_now else answer
            reply = referee.submit(seat, ask, given)
            if not reply and not usual and ask in open_now:
                log.error("a bot was refused", extra={"table": self.paper.id, "seat": seat})
                return referee.submit(seat, ask, referee.default(seat, ask))
            return reply

        await self.play(make)

    def _job(self, seat: int, referee: Referee) -> Job:
        """What a bot gets: its game, its own randomness, and what a browser at its seat gets."""
        return Job(
            game=referee.game.name,
            seats=referee.seats,
            opts=referee.opts,
            level=self.paper.seats[seat].level or self.house.best_level(self.paper.game),
            key=self.house.bot_key(self.paper, seat, len(referee.moves)),
            update=self.streams[seat].fresh(referee, None).encode(),
        )

    # -- the record

    def record_text(self) -> str:
        """The record of a game that has ended, with the proof of its deal."""
        assert self.paper.ended_or_closed
        assert self.referee is not None
        found = record(self.referee)
        found.notes = notes(self.paper)
        return found.text()
