"""The bots of a table in real time: they plan when a step asks, and listen to what is said.

What they mean to do comes from other processes, from nothing but their seats' views. The agenda
says in which order it is done, as in the arena; here its time is the loop's. One signal makes one
job for all who hear it, and what is said while they think makes the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final, Protocol

from tatami.bots.agenda import AGAIN, Agenda, carry_out
from tatami.engine.errors import Refusal
from tatami.engine.intent import Intent
from tatami.engine.referee import Referee, Reply
from tatami.engine.step import Right
from tatami.tables.botmoves import BotMoves, Played
from tatami.tables.config import STRETCH
from tatami.tables.lengths import is_long
from tatami.tables.race import Strike
from tatami.tables.refusals import no

MOST_INTENTS: Final = 40
"""What one bot can plan at a time."""
THINKING: Final = 0.16
"""Seconds between the moment for which an answer was planned, and the answer."""
PAUSE: Final = 0.08
"""Seconds between two times of listening; a reaction takes longer than that."""


class Live(Played, Protocol):
    """What bots in real time see of a table besides: who is here, and who strikes first."""

    def anybody_here(self) -> bool:
        """Whether one of the people who play is connected."""
        ...

    def right(self, name: str) -> Right | None:
        """A right of its game."""
        ...

    def strike(self, strike: Strike) -> Awaitable[Reply]:
        """Take part in a race."""
        ...


class LiveBots(BotMoves):
    """Lets the bots of one table plan, listen and act."""

    def __init__(self, table: Live) -> None:
        super().__init__(table)
        self._live = table
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
        self._agenda = Agenda()
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Let all of them forget their plans; what a process thinks about is dropped."""
        self._agenda.clear()
        self._arm()
        self._planned.clear()
        self._ears.clear()
        self._turn = -1

    def rouse(self) -> None:
        """Something has changed: a new step, something said, a bot that has sat down."""
        table, referee = self.table, self.table.referee
        still = referee is None or referee.over or table.held_up()
        if referee is None or still or not self._live.anybody_here():
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
            self.table.house.run(self._plan(self._turn, new, now, False))

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
        return [at for at, seat in enumerate(self.table.row.seats) if seat.by_bot]

    def _gone(self, turn: int, seat: int = -1) -> bool:
        """Whether that step is over, or a person has the seat again."""
        return turn != self._turn or (seat >= 0 and not self.table.row.seats[seat].by_bot)

    # -- thinking

    async def _hear(self) -> None:
        """Listen until there is nothing new."""
        try:
            while self._ears:
                turn, seats = self._turn, sorted(self._ears)
                self._ears.clear()
                await self._plan(turn, seats, 0.0, True)
                await asyncio.sleep(PAUSE)
        finally:
            self._hearing = False

    async def _plan(self, turn: int, seats: list[int], since: float, heard: bool) -> None:
        """Ask bots for their plans after what they saw, or heard, at a moment."""
        async with self.table.lock:  # what is not stored yet is shown to nobody, nor to bots
            referee = self.table.referee
            if referee is None or self._gone(turn):
                return
            since = max(since, self._heard_at)  # the last thing that they know of
            jobs = [self._job(seat, referee) for seat in seats]
        plans = await self.table.house.thinkers.plan(jobs, heard)
        for at, seat in enumerate(seats):
            found = plans[at] if plans is not None else None
            intents = self._otherwise(heard) if found is None else found
            self._take_up(turn, seat, intents[:MOST_INTENTS], since)

    def _otherwise(self, heard: bool) -> list[Intent]:
        """What a bot without a plan does: it answers what it is asked."""
        return [] if heard else [AGAIN]

    # -- acting

    def _take_up(self, turn: int, seat: int, intents: list[Intent], since: float) -> None:
        """Put plans on the agenda, counted from a moment of the loop."""
        if not self._gone(turn, seat):
            for intent in intents:
                self._agenda.add(seat, intent, since * 1000, self._stretch())
            self._arm()

    def _arm(self) -> None:
        """Wake up for whatever is due next."""
        if self._timer is not None:
            self._timer.cancel()
        due = self._agenda.due()
        loop = asyncio.get_running_loop() if due is not None else None
        self._timer = None if loop is None or due is None else loop.call_at(due / 1000, self._fire)

    def _fire(self) -> None:
        """Do the next thing: its time has come."""
        self._timer = None
        seat, intent = self._agenda.take()
        if self.table.row.seats[seat].by_bot:
            self.table.house.run(carry_out(self, seat, intent))
        self._arm()

    def _stretch(self) -> float:
        """A slow table has slow bots; a fast one has bots as quick as their level is."""
        return STRETCH[self.table.row.tempo] * self.table.house.config.pace

    async def decide(self, seat: int) -> None:
        """Answer what is asked now; what the step asks next takes a while again."""
        referee, turn = self.table.referee, self._turn
        if referee is None or seat in self.thinking or not referee.asks(seat):
            return
        task = asyncio.current_task()
        assert task is not None
        self.thinking[seat] = task
        try:
            await self._move(seat)
        finally:
            del self.thinking[seat]
        if not self._gone(turn, seat) and referee.asks(seat):
            self._take_up(turn, seat, [AGAIN], asyncio.get_running_loop().time())

    async def _wait_out(self, began: float, pause: float) -> None:
        """The plan has said when; a little later, whatever there was to think about."""
        await super()._wait_out(began, self._thinking())

    def _thinking(self) -> float:
        """Seconds between a plan's moment and the answer."""
        return THINKING * min(1.0, self.table.house.config.pace)

    def _search_time(self) -> float:
        """Less than passes anyway between a plan's moment and the answer."""
        return self._thinking() / 2

    def _at_once(self, referee: Referee) -> int:
        """Each answers at a moment of its own: with whoever has not answered yet."""
        return self._asked + 1

    async def use(self, seat: int, intent: Intent) -> None:
        """Use a right; where only the first counts, as everybody does."""
        right = self._live.right(intent.key)
        if right is not None and right.raced:
            now = asyncio.get_running_loop().time()
            strike = Strike(seat, intent.key, intent.stamp, intent.option, now)
            reply = await self._live.strike(strike)
        else:
            reply = await self.table.play(
                lambda referee: referee.interrupt(seat, intent.key, intent.stamp, intent.option)
            )
        if isinstance(reply, Refusal) and reply.code == "cannot_store":
            self.stop()  # it was planned for a moment that is over: all of it is planned anew
            self.table.try_later()

    async def sign(self, seat: int, intent: Intent) -> None:
        """Say or signal something; nobody speaks in a person's name."""
        if self.table.row.seats[seat].kind == "bot":
            await self.table.play(lambda referee: _sign(referee, seat, intent))


def _sign(referee: Referee, seat: int, intent: Intent) -> Reply:
    if is_long(referee, signal=True):
        return no("too_long")
    return referee.remark(seat, intent.key, intent.args)
