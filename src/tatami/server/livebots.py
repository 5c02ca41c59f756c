"""The bots of a table in real time: they plan when a step asks, and listen to what is said.

What they mean to do comes from other processes, from nothing but their seats' views, and is done
when its time has come, unless the step is over by then. A person needs a quarter of a second to
react, and so does a bot, however quick its plan. One signal makes one job for all who hear it, and
what is said while they think makes the next one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from tatami.bots.realtime import SLOW
from tatami.engine.deed import DECIDE, QUICKEST, SIGN, USE, Deed
from tatami.engine.referee import Referee, Reply
from tatami.server.botmoves import BotMoves
from tatami.server.config import TEMPOS
from tatami.server.orders import is_long
from tatami.server.race import Strike, is_raced
from tatami.server.refusals import no

if TYPE_CHECKING:
    from tatami.server.table import Table

MOST_DEEDS: Final = 40
"""What one bot can plan at a time."""
PAUSE: Final = 0.08
"""Seconds between two times of listening; a reaction takes longer than that."""


class LiveBots(BotMoves):
    """Lets the bots of one table plan, listen and act."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._referee: Referee | None = None
        self._turn = -1
        self._planned: set[int] = set()
        """The bots that have been asked for a plan in this step."""
        self._heard = 0
        """How many remarks the bots know of."""
        self._heard_at = 0.0
        self._ears: set[int] = set()
        """The bots that have something new to listen to."""
        self._hearing = False
        self._timers: set[asyncio.TimerHandle] = set()

    def stop(self) -> None:
        """Let all of them forget what they mean to do; what a process thinks about is dropped."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._planned.clear()
        self._ears.clear()
        self._turn = -1

    def rouse(self) -> None:
        """Something has changed: a new step, something said, a bot that has sat down."""
        table, referee = self.table, self.table.referee
        still = referee is None or referee.over or table.barred() is not None
        if referee is None or still or not table.anybody_here():
            self.stop()
            return
        if referee is not self._referee or referee.turn != self._turn:
            self.stop()
            self._referee, self._turn = referee, referee.turn
            self._heard = len(referee.remarks)
        self._rouse_plans(referee)
        self._rouse_ears(referee)

    def _rouse_plans(self, referee: Referee) -> None:
        """Whoever has no plan for this step makes one."""
        bots = self._bots()
        new = [seat for seat in bots if seat not in self._planned]
        self._planned = set(bots)
        if new:
            now = asyncio.get_running_loop().time()
            self.table.house.run(self._mean(self._turn, new, now, False))

    def _rouse_ears(self, referee: Referee) -> None:
        """Whoever heard somebody else listens, together."""
        said = {remark.seat for remark in referee.remarks[self._heard :]}
        if not said:
            return
        self._heard = len(referee.remarks)
        self._heard_at = asyncio.get_running_loop().time()
        self._ears |= {seat for seat in self._bots() if said != {seat}}
        if self._ears and not self._hearing:
            self._hearing = True
            self.table.house.run(self._hear())

    def _bots(self) -> list[int]:
        return [at for at, seat in enumerate(self.table.paper.seats) if seat.by_bot]

    def _gone(self, turn: int, seat: int = -1) -> bool:
        """Whether that step is over, or a person has the seat again."""
        return turn != self._turn or (seat >= 0 and not self.table.paper.seats[seat].by_bot)

    # -- thinking

    async def _hear(self) -> None:
        """Listen until there is nothing new."""
        try:
            while self._ears:
                turn, seats = self._turn, sorted(self._ears)
                self._ears.clear()
                await self._mean(turn, seats, 0.0, True)
                await asyncio.sleep(PAUSE)
        finally:
            self._hearing = False

    async def _mean(self, turn: int, seats: list[int], since: float, heard: bool) -> None:
        """Ask bots what they mean to do after what they saw, or heard, at a moment."""
        async with self.table.lock:  # what is not stored yet is shown to nobody, nor to bots
            referee = self.table.referee
            if referee is None or self._gone(turn):
                return
            since = max(since, self._heard_at)  # the last thing that they know of
            jobs = [self._job(seat, referee) for seat in seats]
        meant = await self.table.house.thinkers.mean(jobs, heard)
        for at, seat in enumerate(seats):
            found = meant[at] if meant is not None else None
            deeds = self._otherwise(heard) if found is None else found
            for deed in deeds[:MOST_DEEDS]:
                self._await(turn, seat, deed, since)

    def _otherwise(self, heard: bool) -> list[Deed]:
        """What a bot without a plan does: it answers what it is asked."""
        return [] if heard else [Deed(SLOW, DECIDE)]

    # -- acting

    def _await(self, turn: int, seat: int, deed: Deed, since: float) -> None:
        """Do something when its time has come, never sooner than a person could."""
        if self._gone(turn, seat):
            return
        loop = asyncio.get_running_loop()
        due = since + max(QUICKEST, deed.delay * self._stretch()) / 1000

        def fire() -> None:
            self._timers.discard(timer)
            if not self._gone(turn, seat):
                self.table.house.run(self._do(turn, seat, deed))

        timer = loop.call_at(due, fire)
        self._timers.add(timer)

    def _stretch(self) -> float:
        """A slow table has slow bots; a fast one has bots as quick as their level is."""
        slow = max(1.0, TEMPOS[self.table.paper.tempo] / TEMPOS["normal"])
        return slow * self.table.house.config.pace

    async def _do(self, turn: int, seat: int, deed: Deed) -> None:
        if deed.kind == DECIDE:
            await self._decide(turn, seat)
        elif deed.kind == USE:
            await self._use(seat, deed)
        elif deed.kind == SIGN and self.table.paper.seats[seat].kind == "bot":
            await self.table.play(lambda referee: _sign(referee, seat, deed))

    async def _decide(self, turn: int, seat: int) -> None:
        """Answer what is asked now; what the step asks next takes a while again."""
        referee = self.table.referee
        if referee is None or seat in self.thinking or not referee.asks(seat):
            return
        task = asyncio.current_task()
        assert task is not None
        self.thinking[seat] = task
        try:
            await self._move(seat, referee)
        finally:
            del self.thinking[seat]
        if not self._gone(turn, seat) and referee.asks(seat):
            self._await(turn, seat, Deed(SLOW, DECIDE), asyncio.get_running_loop().time())

    async def _use(self, seat: int, deed: Deed) -> None:
        referee = self.table.referee
        if referee is not None and is_raced(referee.game, deed.key):
            now = asyncio.get_running_loop().time()
            await self.table.race.strike(Strike(seat, deed.key, deed.stamp, deed.option, now))
        else:
            await self.table.play(
                lambda referee: referee.interrupt(seat, deed.key, deed.stamp, deed.option)
            )


def _sign(referee: Referee, seat: int, deed: Deed) -> Reply:
    if is_long(referee, signal=True):
        return no("too_long")
    return referee.remark(seat, deed.key, deed.args)
