"""The moves of bots at one table: they wait a little, think in other processes, and answer."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from tatami.engine.game import Answer
from tatami.engine.referee import Referee, Reply
from tatami.server.config import TEMPOS
from tatami.server.refusals import no
from tatami.server.thinkers import Job

if TYPE_CHECKING:
    from tatami.server.table import Table

log = logging.getLogger("tatami.bots")


class BotMoves:
    """Rouses the bots of one table when they are asked something."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thinking: dict[int, asyncio.Task[None]] = {}

    def stop(self) -> None:
        """Let all of them forget what they think about."""
        for task in self.thinking.values():
            task.cancel()
        self.thinking.clear()

    def rouse(self) -> None:
        """Let every bot think that is asked something and does not think yet."""
        table = self.table
        referee = table.referee
        if referee is None or referee.over or table.barred() is not None:
            return
        for seat in referee.waiting():
            if table.paper.seats[seat].by_bot and seat not in self.thinking:
                self.thinking[seat] = table.house.run(self._think(seat))

    async def _think(self, seat: int) -> None:
        """One move: a pause that lets people follow, the thinking, the answer."""
        table = self.table
        try:
            await asyncio.sleep(TEMPOS[table.paper.tempo] * table.house.config.pace)
            referee = table.referee
            if referee is not None and referee.asks(seat) and table.paper.seats[seat].by_bot:
                await self._move(seat, referee)
        finally:
            mine = self.thinking.get(seat) is asyncio.current_task()
            if mine:
                del self.thinking[seat]
        if mine:  # else it was told to forget, and whoever said so sees to the rest
            self.rouse()

    async def _move(self, seat: int, referee: Referee) -> None:
        async with self.table.lock:  # what is not stored yet is shown to nobody, nor to bots
            asks = referee.asks(seat)
            if not asks or referee is not self.table.referee:
                return
            ask, job = asks[0][0], self._job(seat, referee)
        answer = await self.table.house.thinkers.think(job)
        await self.table.play(lambda referee: self._submit(referee, seat, ask, answer))

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

    def _job(self, seat: int, referee: Referee) -> Job:
        """What a bot gets: its game, its own randomness, and what a browser at its seat gets."""
        table = self.table
        return Job(
            game=referee.game.name,
            seats=referee.seats,
            opts=referee.opts,
            level=table.paper.seats[seat].level or table.house.best_level(table.paper.game),
            key=table.house.bot_key(table.paper, seat, len(referee.moves)),
            update=table.streams[seat].fresh(referee, None).encode(),
        )
