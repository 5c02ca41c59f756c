"""The clock of one table: until when the open step waits, and what happens then.

A deadline is a row of the store, put there together with the move that began the step, so that it
survives a restart. Absence: a warning, then the default action, then a bot with that seat's view.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from tatami.engine.flow import counting
from tatami.engine.game import ONE, Tempo
from tatami.engine.referee import Referee
from tatami.server.config import CLOCKS, COUNT, TALKS
from tatami.server.store import PutDeadline
from tatami.server.wire import ClockState, Warned

if TYPE_CHECKING:
    from tatami.server.table import Table

MISSES: Final = 2
"""How often somebody may let the time run out before a bot takes over."""
WARN: Final = 15_000
"""Milliseconds before the end at which a player is warned, or a third of the time."""

log = logging.getLogger("tatami.clock")


class Clock:
    """Watches the open step of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.due: PutDeadline | None = None
        self._step: PutDeadline | None = None
        """The deadline of the open step, also while a count runs that may be broken off."""
        self._kept = (-1, 0)
        """A step in real time that all people have left, and the time that it still had."""
        self._missed_before: dict[int, tuple[int, int]] = {}
        """For each seat that answered: the step, and what it had missed until then."""
        self._timers: list[asyncio.TimerHandle] = []

    def left(self) -> ClockState | None:
        """The time left for the open step; None where it waits for ever."""
        if self.due is None:
            return None
        return ClockState(max(0, self.due.due - self.table.house.now()), self.due.total)

    # -- when

    def reckon(self) -> PutDeadline | None:
        """When the open step ends by itself; the same as before while it is the same step."""
        referee, paper = self.table.referee, self.table.paper
        if referee is None or referee.over or paper.state != "playing" or paper.paused:
            self._step = None
            return None
        if referee.game.tempo is not None:
            return self._in_real_time(referee, referee.game.tempo(referee.opts))
        beat, seconds = self._time_for(referee)
        total = int(seconds * 1000)
        old = self.due
        if total <= 0:
            return None
        if old is not None and (old.turn, old.beat, old.total) == (referee.turn, beat, total):
            return old
        left = min(paper.left or total, total)
        return self._begun(
            PutDeadline(paper.id, self.table.house.now() + left, total, referee.turn, beat)
        )

    def _in_real_time(self, referee: Referee, tempo: Tempo) -> PutDeadline | None:
        """The times of the game's own options (tack:T4, T5, T23); they stand still without people.

        A choice that all have made closes when its count has run out, no sooner than the time
        between two passes, no later than the time to choose.
        """
        old, paper = self.due, self.table.paper
        if not self.table.anybody_here():
            if old is not None:
                self._kept = (old.turn, self.to_keep())
            return None
        beat = referee.beat if counting(referee.world) else -1
        if old is not None and (old.turn, old.beat) == (referee.turn, beat):
            return old
        choose, between, counted = self._scaled(tempo)
        at = self.table.house.now()
        began = self._begun_at(referee, choose, at)
        end = began + choose
        if beat < 0:
            return PutDeadline(paper.id, end, choose, referee.turn, beat, began)
        due = min(end, max(began + between, at + counted))
        return PutDeadline(paper.id, due, max(1, due - at), referee.turn, beat, began)

    def _begun_at(self, referee: Referee, choose: int, at: int) -> int:
        """When the open step began; what a pause or an empty table kept of its time goes on."""
        old, left = self.due, self.table.paper.left
        if old is not None and old.turn == referee.turn:
            return old.began
        kept = self._kept[1] if self._kept[0] == referee.turn else 0
        return at - choose + min(left or kept or choose, choose)

    def _scaled(self, tempo: Tempo) -> tuple[int, int, int]:
        factor = self.table.house.config.time
        return (
            max(1, int(tempo.choose * factor)),
            int(tempo.between * factor),
            int(tempo.counted * factor),
        )

    def to_keep(self) -> int:
        """Milliseconds of the open step that a pause keeps; a count begins anew after it."""
        referee, due = self.table.referee, self.due
        if referee is None or due is None:
            return 0
        if referee.game.tempo is None:
            return max(0, due.due - self.table.house.now())
        choose, _, _ = self._scaled(referee.game.tempo(referee.opts))
        return max(1, due.began + choose - self.table.house.now())

    def _begun(self, due: PutDeadline) -> PutDeadline:
        """A new deadline; but who breaks off a count does not win new time for the step."""
        step = self._step
        if due.beat >= 0 or not CLOCKS[self.table.paper.clock]:
            return due
        if step is None or (step.turn, step.total) != (due.turn, due.total):
            self._step = due
        return self._step or due

    def _time_for(self, referee: Referee) -> tuple[int, float]:
        """The beat that a count belongs to (else -1), and the seconds for the open step."""
        config = self.table.house.config
        if counting(referee.world):
            return referee.beat, COUNT * config.time
        awaited = self.awaited(referee)
        limit = (CLOCKS[self.table.paper.clock] + self._talk_time(referee)) * config.time
        if limit or not awaited:
            return -1, limit if awaited else 0
        return -1, config.away if self._somebody_waits_for(awaited) else 0

    def _talk_time(self, referee: Referee) -> int:
        """Where players talk, a step that asks several at once gives them the time for it."""
        ask = referee.world.ask
        talks = bool(referee.game.book.remarks) and ask is not None and ask.close != ONE
        return TALKS[self.table.paper.clock] if talks else 0

    def _somebody_waits_for(self, awaited: list[int]) -> bool:
        """Without a clock, only those who are away are hurried, and only where others are here."""
        here = [seat for seat in self.table.paper.people() if self.table.is_here(seat)]
        return bool(here) and any(seat not in here for seat in awaited)

    def awaited(self, referee: Referee) -> list[int]:
        """The seats of people that the open step asks; where answers are sealed, all it asked."""
        ask = referee.world.ask
        asked = referee.waiting() if ask is None or ask.close == ONE else list(ask.seats)
        return [seat for seat in sorted(set(asked)) if not self.table.paper.seats[seat].by_bot]

    # -- then

    def stop(self) -> None:
        """Wake nobody any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers = []

    def start(self) -> None:
        """Wake up in time for the deadline, and for the warning before it."""
        self.stop()
        due = self.due
        if due is None or self.table.house.closing:
            return
        left = max(0, due.due - self.table.house.now())
        self._after(left, lambda: self.table.house.run(self._time_up(due)))
        warn = left - min(WARN, due.total // 3)
        if warn > 0 and due.beat < 0:
            self._after(warn, lambda: self._warn(due))

    def _after(self, milliseconds: int, work: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(milliseconds / 1000, work))

    def _warn(self, due: PutDeadline) -> None:
        """Tell those whose time is nearly up."""
        table, referee = self.table, self.table.referee
        if referee is None or due != self.due:
            return
        text = msgspec.json.encode(Warned(max(0, due.due - self.table.house.now()))).decode()
        for seat in self._late(referee):
            table.house.bus.publish(f"{table.paper.id}/{seat}", text)

    def _late(self, referee: Referee) -> list[int]:
        """Those who keep the others waiting; without a clock, only who is away does.

        Where answers are sealed, whoever is away does: nobody learns whether they had answered.
        """
        waiting = referee.waiting()
        ask = referee.world.ask
        hidden = ask is not None and ask.close != ONE and not ask.public
        late = [
            seat
            for seat in self.awaited(referee)
            if seat in waiting or (hidden and not self.table.is_here(seat))
        ]
        hurried = self._hurries(referee)
        return [seat for seat in late if hurried or not self.table.is_here(seat)]

    def _hurries(self, referee: Referee) -> bool:
        """Whether time runs out for those who are here, too."""
        return referee.game.tempo is not None or CLOCKS[self.table.paper.clock] > 0

    async def _time_up(self, due: PutDeadline) -> None:
        """The default is taken for those who did not answer; who is away gets a bot."""
        table = self.table
        done = False
        while not done:
            await table.race.over()  # a strike that came before is before; it is decided soon
            if table.in_real_time and not table.anybody_here():
                await table.reclock()
            async with table.lock:
                done = not table.race.open
                if done:
                    await self._run_out(due)

    async def _run_out(self, due: PutDeadline) -> None:
        """The same, unless the step is another one by now. The table's lock is held."""
        table, referee = self.table, self.table.referee
        if referee is None or due != self.due or table.barred() is not None:
            return
        late = self._late(referee)
        if (due.beat >= 0 or self._hurries(referee)) and not await table.attempt(
            lambda referee: referee.expire(due.turn, due.beat)
        ):
            return
        if due.beat < 0:
            await self._missed(late)

    def step(self) -> int:
        """The number of the open step; -1 where there is no game."""
        return -1 if self.table.referee is None else self.table.referee.turn

    def heard_from(self, at: int, step: int, back: bool) -> None:
        """Who has answered was not away; what was taken back, or half given, is no answer.

        Else others could tell by when a bot stands in that one had been given (night:N7).
        """
        seat = self.table.paper.seats[at]
        known = self._missed_before.pop(at, (-1, 0))
        if back:
            seat.misses = known[1] if known[0] == step else seat.misses
        elif not self._still_asked(at, step):
            missed = known[1] if known[0] == step else seat.misses
            self._missed_before[at] = (step, missed)
            seat.misses = 0

    def _still_asked(self, at: int, step: int) -> bool:
        """Whether a sealed step is open that a seat has not answered in full."""
        referee = self.table.referee
        ask = None if referee is None else referee.world.ask
        if referee is None or ask is None or referee.turn != step:
            return False
        return ask.close != ONE and not ask.public and at in referee.waiting()

    async def _missed(self, late: list[int]) -> None:
        """Somebody let the time run out: after the second time, or when away, a bot goes on."""
        table = self.table
        if not late or table.paper.state != "playing":
            return
        paper = table.copied()
        for at in late:
            seat = paper.seats[at]
            seat.misses += 1
            if seat.misses >= MISSES or not table.is_here(at):
                seat.stand_in = True
                log.info("a bot stands in", extra={"table": paper.id, "seat": at})
        await table.keep_paper(paper)
