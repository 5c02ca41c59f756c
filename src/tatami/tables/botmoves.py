"""The moves of bots at one table: they talk, think in other processes during a pause, and answer.

How long a bot thinks depends on what it holds, so its answer comes when the pause is over: at the
same moment, whatever it had to think about. While a step asks several players at once, every bot of
a game that has remarks may say one thing, one after the other, each in a time of its own that also
passes where it is silent; then they answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from math import ceil
from typing import Final, Protocol

from msgspec import structs

from tatami.bots.base import Factory, talks
from tatami.catalogue import Listing
from tatami.engine.asking import ONE
from tatami.engine.referee import Referee, Reply
from tatami.search.noted import Searched, note_of
from tatami.tables.around import Around
from tatami.tables.config import TEMPOS, TICK
from tatami.tables.lengths import is_long
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.streams import Stream
from tatami.tables.table_log import TableLog
from tatami.tables.thinking import Answered, Job, Spoken, Thinkers

SHARE: Final = 0.6
"""The part of a bot's pause for which it may search."""
SHORTEST: Final = 0.02
"""Seconds that a search has even where bots make no pause."""


class Thoughtful(Around, Protocol):
    """What is seen of the house here: where bots think, and which there are."""

    @property
    def thinkers(self) -> Thinkers:
        """Where bots think."""
        ...

    def listing(self, name: str) -> Listing:
        """A game by its name."""
        ...

    def best_level(self, game: str) -> str:
        """The strongest bot of a game."""
        ...

    def bot_key(self, row: TableRow, seat: int, number: int) -> bytes:
        """Randomness of a bot's own for one move, of no use to anybody else."""
        ...


class Played(Protocol):
    """What the bots' hands see of a table; the bots themselves see views, in jobs."""

    row: TableRow
    log: TableLog
    referee: Referee | None
    lock: asyncio.Lock

    @property
    def house(self) -> Thoughtful:
        """Where bots think."""
        ...

    @property
    def streams(self) -> Sequence[Stream]:
        """What each viewer has been told."""
        ...

    def held_up(self) -> bool:
        """Whether no input can be taken now; where the store is late, bots are roused again."""
        ...

    def try_later(self) -> None:
        """Rouse the bots a little later."""
        ...

    def play(self, make: Callable[[Referee], Reply]) -> Awaitable[Reply]:
        """Make an input: refused and nothing changed, or stored and then shown."""
        ...


class BotMoves:
    """Rouses the bots of one table when they are asked something."""

    def __init__(self, table: Played) -> None:
        self.table = table
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self._talk: asyncio.Task[None] | None = None
        self._talked = -1
        """The last step in which the bots had their say."""
        self._asked = 0
        """How many bots of this table have been asked for an answer, and have not given it."""

    def stop(self) -> None:
        """Let all of them forget what they think about."""
        for task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
        if self._talk is not None:
            self._talk.cancel()
            self._talk = None

    def rouse(self) -> None:
        """Let every bot think that is asked something and does not think yet."""
        table = self.table
        referee = table.referee
        if referee is None or referee.over or table.held_up():
            return
        self._rouse_talk(referee)
        for seat in referee.waiting():
            if table.row.seats[seat].by_bot and seat not in self.thinking:
                self.thinking[seat] = table.house.run(self._think(seat))

    # -- answers

    async def _think(self, seat: int) -> None:
        """One move, after the bots have talked."""
        try:
            if self._talk is not None:
                await asyncio.wait([self._talk])
            await self._move(seat)
        finally:
            mine = self.thinking.get(seat) is asyncio.current_task()
            if mine:
                del self.thinking[seat]
        if mine:  # else it was told to forget, and whoever said so sees to the rest
            self.rouse()

    def _pause(self) -> float:
        """Seconds that a bot takes for a move, so that people can follow."""
        return TEMPOS[self.table.row.tempo] * self.table.house.config.pace

    def _tick(self) -> float:
        """Seconds between the moments at which bots answer that thought longer than that."""
        return TICK * min(1.0, self.table.house.config.pace)

    async def _move(self, seat: int) -> None:
        """Think during the pause, and answer when it is over."""
        table = self.table
        began = asyncio.get_running_loop().time()
        async with table.lock:  # what is not stored yet is shown to nobody, nor to bots
            referee = table.referee
            asks = [] if referee is None else referee.asks(seat)
            if referee is None or not asks or not table.row.seats[seat].by_bot:
                return
            ask, since = asks[0][0], len(referee.moves)
            job = self._hurried(self._job(seat, referee), referee, began)
        found = await self._answered(job)
        await self._wait_out(began, self._pause())
        await table.play(lambda referee: self._submit(referee, seat, ask, found, since))

    async def _answered(self, job: Job) -> Answered | None:
        """What the bot answers; where its search hangs or dies, what it answers without one."""
        house = self.table.house
        self._asked += 1
        try:
            answer = await house.thinkers.think(job)
        finally:
            self._asked -= 1
        instead = house.listing(job.game).instead_of(job.level)
        if answer is None and instead:
            answer = await house.thinkers.think(structs.replace(job, level=instead))
        return answer

    async def _wait_out(self, began: float, pause: float) -> None:
        """Wait until the pause is over, or the next tick: nobody learns how long a bot thought."""
        tick = self._tick()
        thought = asyncio.get_running_loop().time() - began
        ticks = ceil(max(0.0, thought - pause) / tick) if tick else 0
        await asyncio.sleep(pause + ticks * tick - thought)

    def _submit(
        self, referee: Referee, seat: int, ask: int, found: Answered | None, since: int
    ) -> Reply:
        """The bot's answer; the default where it gave none, or one that is not possible.

        How much it searched is noted in the record, and nowhere else while the game goes on.
        """
        if not self.table.row.seats[seat].by_bot:
            return no("not_now")
        if found is not None:
            note = note_of(Searched(found.planned, found.done, since))
            if reply := referee.act(found.answer, seat, ask, note):
                return reply
        if ask not in dict(referee.asks(seat)):
            return no("not_now")
        self.table.log.warning("the default was played for a bot")
        return referee.act(referee.default(seat, ask), seat, ask)

    def _job(self, seat: int, referee: Referee, speak: bool = False) -> Job:
        """What a bot gets: its game, its own randomness, and what a browser at its seat gets."""
        table = self.table
        return Job(
            game=referee.game.name,
            seats=referee.seats,
            opts=referee.opts,
            level=self._level(seat),
            key=table.house.bot_key(table.row, seat, len(referee.moves)),
            update=table.streams[seat].glance(referee),
            speak=speak,
        )

    def _hurried(self, job: Job, referee: Referee, began: float) -> Job:
        """With the time for its search: what is left of a part of the pause, and a share of it.

        Every bot that is asked now gets the same share, whether it has anything to think about or
        not; and whoever still waits for a process when that part is over does not search. So all
        of them are there when the pause is over.
        """
        turns = self._turns(self._at_once(referee))
        left = self._search_time() - (asyncio.get_running_loop().time() - began)
        within = max(SHORTEST * turns, left)
        return structs.replace(job, seconds=within / turns, within=within)

    def _turns(self, asked: int) -> int:
        """How many jobs each process has to do: those of this table's bots, and of other tables."""
        load = self.table.house.thinkers.load()
        others = load["processes"] - load["idle"] + load["waiting"] - self._asked
        return ceil((asked + max(0, others)) / max(1, load["processes"]))

    def _at_once(self, referee: Referee) -> int:
        """How many bots of this table answer now: all that are asked."""
        return sum(self.table.row.seats[seat].by_bot for seat in referee.waiting())

    def _search_time(self) -> float:
        """Seconds for all searches at this table: a part of the pause."""
        return SHARE * self._pause()

    def _level(self, seat: int) -> str:
        table = self.table
        return table.row.seats[seat].level or table.house.best_level(table.row.game)

    # -- talk

    def _rouse_talk(self, referee: Referee) -> None:
        """When a step asks several at once, let the bots have their say: once in each."""
        ask = referee.world.ask
        if referee.turn == self._talked or ask is None or ask.terms.close == ONE:
            return
        self._talked = referee.turn
        speakers = self._speakers(referee)
        if speakers:
            self._talk = self.table.house.run(self._talk_round(referee, speakers))

    def _speakers(self, referee: Referee) -> list[int]:
        """The bots that talk, each time another one first. Nobody speaks in a person's name."""
        if not referee.game.book.remarks:
            return []
        bots = self.table.house.listing(referee.game.name).bots
        row = self.table.row
        found = [
            seat
            for seat, who in enumerate(row.seats)
            if who.kind == "bot" and self._talks(bots.get(self._level(seat)))
        ]
        first = referee.turn % len(found) if found else 0
        return found[first:] + found[:first]

    @staticmethod
    def _talks(make: Factory | None) -> bool:
        """Whether bots that are made like this talk."""
        return make is not None and talks(make(bytes(32)))

    async def _talk_round(self, referee: Referee, speakers: list[int]) -> None:
        """One bot after the other, each with the same time, also where it says nothing."""
        turn = referee.turn
        for seat in speakers:
            if self._too_late(referee, turn):
                return
            began = asyncio.get_running_loop().time()
            said = await self._thought_of(referee, turn, seat)
            await self._wait_out(began, self._pause() / 2)
            if said is not None and self._may_speak(referee, turn, seat):
                await self._say(seat, said)

    async def _thought_of(self, referee: Referee, turn: int, seat: int) -> Spoken | None:
        """What a bot would say."""
        async with self.table.lock:
            if not self._may_speak(referee, turn, seat):
                return None
            job = self._job(seat, referee, speak=True)
        return await self.table.house.thinkers.speak(job)

    def _too_late(self, referee: Referee, turn: int) -> bool:
        """Whether the game went on meanwhile."""
        return referee is not self.table.referee or referee.over or referee.turn != turn

    def _may_speak(self, referee: Referee, turn: int, seat: int) -> bool:
        """Whether it is still time to talk, and no person took the seat."""
        return not self._too_late(referee, turn) and self.table.row.seats[seat].kind == "bot"

    async def _say(self, seat: int, said: Spoken) -> None:
        def make(referee: Referee) -> Reply:
            if is_long(referee):
                return no("too_long")
            return referee.remark(seat, said.kind, said.args)

        await self.table.play(make)
