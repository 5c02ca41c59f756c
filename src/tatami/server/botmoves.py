"""The moves of bots at one table: they wait a little, talk, think in other processes, and answer.

How long a bot thinks depends on what it holds, so its answer comes on a beat of the table's: at the
same moment, whatever it had to think about. While a step asks several players at once, every bot of
a game that has remarks may say one thing, one after the other; then they answer.
"""

from __future__ import annotations

import asyncio
import logging
from math import ceil
from typing import TYPE_CHECKING

from tatami.bots.base import talks
from tatami.engine.game import ONE, Answer
from tatami.engine.referee import Referee, Reply
from tatami.server.config import TEMPOS, TICK
from tatami.server.orders import is_long
from tatami.server.refusals import no
from tatami.server.thinker import Spoken
from tatami.server.thinkers import Job

if TYPE_CHECKING:
    from tatami.server.table import Table

log = logging.getLogger("tatami.bots")


class BotMoves:
    """Rouses the bots of one table when they are asked something."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self._talk: asyncio.Task[None] | None = None
        self._talked = -1
        """The last step in which the bots had their say."""

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
        if referee is None or referee.over or table.barred() is not None:
            return
        self._rouse_talk(referee)
        for seat in referee.waiting():
            if table.paper.seats[seat].by_bot and seat not in self.thinking:
                self.thinking[seat] = table.house.run(self._think(seat))

    # -- answers

    async def _think(self, seat: int) -> None:
        """One move: a pause that lets people follow, the thinking, the answer."""
        table = self.table
        try:
            if self._talk is not None:
                await asyncio.wait([self._talk])
            await asyncio.sleep(max(0.0, self._pause() - self._tick()))
            referee = table.referee
            if referee is not None and referee.asks(seat) and table.paper.seats[seat].by_bot:
                await self._move(seat, referee)
        finally:
            mine = self.thinking.get(seat) is asyncio.current_task()
            if mine:
                del self.thinking[seat]
        if mine:  # else it was told to forget, and whoever said so sees to the rest
            self.rouse()

    def _pause(self) -> float:
        """Seconds that a bot takes for a move."""
        return TEMPOS[self.table.paper.tempo] * self.table.house.config.pace

    def _tick(self) -> float:
        """Seconds between the moments at which bots answer."""
        return TICK * min(1.0, self.table.house.config.pace)

    async def _move(self, seat: int, referee: Referee) -> None:
        began = asyncio.get_running_loop().time()
        async with self.table.lock:  # what is not stored yet is shown to nobody, nor to bots
            asks = referee.asks(seat)
            if not asks or referee is not self.table.referee:
                return
            ask, job = asks[0][0], self._job(seat, referee)
        answer = await self.table.house.thinkers.think(job)
        await self._beat(began)
        await self.table.play(lambda referee: self._submit(referee, seat, ask, answer))

    async def _beat(self, began: float) -> None:
        """Wait for the next moment at which bots answer: it does not tell how long one thought."""
        tick = self._tick()
        thought = asyncio.get_running_loop().time() - began
        if tick:
            await asyncio.sleep(ceil(thought / tick) * tick - thought)

    def _submit(self, referee: Referee, seat: int, ask: int, answer: Answer | None) -> Reply:
        """The bot's answer; the default where it gave none, or one that is not possible."""
        if not self.table.paper.seats[seat].by_bot:
            return no("not_now")
        if answer is not None and (reply := referee.submit(seat, ask, answer)):
            return reply
        if ask not in dict(referee.asks(seat)):
            return no("not_now")
        log.warning("the default was played for a bot", extra={"table": self.table.paper.id})
        return referee.submit(seat, ask, referee.default(seat, ask))

    def _job(self, seat: int, referee: Referee, speak: bool = False) -> Job:
        """What a bot gets: its game, its own randomness, and what a browser at its seat gets."""
        table = self.table
        return Job(
            game=referee.game.name,
            seats=referee.seats,
            opts=referee.opts,
            level=self._level(seat),
            key=table.house.bot_key(table.paper, seat, len(referee.moves)),
            update=table.streams[seat].glance(referee),
            speak=speak,
        )

    def _level(self, seat: int) -> str:
        table = self.table
        return table.paper.seats[seat].level or table.house.best_level(table.paper.game)

    # -- talk

    def _rouse_talk(self, referee: Referee) -> None:
        """When a step asks several at once, let the bots have their say: once in each."""
        ask = referee.world.ask
        if referee.turn == self._talked or ask is None or ask.close == ONE:
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
        paper = self.table.paper
        found = [
            seat
            for seat, who in enumerate(paper.seats)
            if who.kind == "bot" and talks(bots.get(self._level(seat)))
        ]
        first = referee.turn % len(found) if found else 0
        return found[first:] + found[:first]

    async def _talk_round(self, referee: Referee, speakers: list[int]) -> None:
        turn = referee.turn
        for seat in speakers:
            await asyncio.sleep(self._pause() / 2)
            if self._silenced(referee, turn, seat):
                continue
            async with self.table.lock:
                if self._silenced(referee, turn, seat):
                    continue
                job = self._job(seat, referee, speak=True)
            said = await self.table.house.thinkers.speak(job)
            if said is not None and not self._silenced(referee, turn, seat):
                await self._say(seat, said)

    def _silenced(self, referee: Referee, turn: int, seat: int) -> bool:
        """Whether it is too late to talk: the game went on, or a person took the seat."""
        gone = referee is not self.table.referee or referee.over or referee.turn != turn
        return gone or self.table.paper.seats[seat].kind != "bot"

    async def _say(self, seat: int, said: Spoken) -> None:
        def make(referee: Referee) -> Reply:
            if is_long(referee):
                return no("too_long")
            return referee.remark(seat, said.kind, said.args)

        await self.table.play(make)
