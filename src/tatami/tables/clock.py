"""The clock of one table: it owns the deadline of the open step, and what happens then.

A deadline is a row of the store, put there together with the move that began the step, so that it
survives a restart. ``deadlines`` says when it is, ``absence`` who let it pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec

from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee, Reply
from tatami.tables.absence import Absence
from tatami.tables.around import Around
from tatami.tables.config import CLOCKS, COUNT
from tatami.tables.deadlines import in_real_time, in_turns, seconds_for, tempo_of
from tatami.tables.row import TableRow
from tatami.tables.store import Change, PutDeadline
from tatami.tables.wire import ClockState, Warned

WARN: Final = 15_000
"""Milliseconds before the end at which a player is warned, or a third of the time."""


class Timed(Protocol):
    """What a clock sees of its table, and does there when time is up."""

    row: TableRow
    referee: Referee | None
    lock: asyncio.Lock

    @property
    def house(self) -> Around:
        """The time, and how the house stretches it."""
        ...

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        ...

    def anybody_here(self) -> bool:
        """Whether one of the people who play is connected."""
        ...

    def held_up(self) -> bool:
        """Whether no input can be taken now; where the store is late, the clock is woken again."""
        ...

    def try_later(self) -> None:
        """Wake the clock a little later."""
        ...

    def tell_seat(self, seat: int, text: str) -> None:
        """Send a message to whoever sees the game through the eyes of a seat."""
        ...

    def copied(self) -> TableRow:
        """The row, to be changed without harm."""
        ...

    async def races_over(self) -> None:
        """Wait until a race that is open now is decided."""
        ...

    def racing(self) -> bool:
        """Whether a strike waits that can become a move."""
        ...

    async def reclock(self) -> None:
        """Who is here has changed: so may the deadline."""
        ...

    def attempt(self, make: Callable[[Referee], Reply]) -> Awaitable[Reply]:
        """Make an input and keep it. The table's lock is held."""
        ...

    def keep_row(self, row: TableRow) -> Awaitable[Refusal | None]:
        """Store a changed row, then show it. The table's lock is held."""
        ...


class Clock:
    """Watches the open step of one table."""

    def __init__(self, table: Timed, absence: Absence) -> None:
        self._table = table
        self._absence = absence
        self._due: PutDeadline | None = None
        self._before: PutDeadline | None = None
        """The deadline before the last change, until that is stored."""
        self._step: PutDeadline | None = None
        """The deadline of the open step, also while a count runs that may be broken off."""
        self._kept = (-1, 0)
        """A step in real time that all people have left, and the time that it still had."""
        self._timers: list[asyncio.TimerHandle] = []

    # -- when

    @property
    def due(self) -> PutDeadline | None:
        """When the open step ends by itself; None: never."""
        return self._due

    def restore(self, stored: PutDeadline | None) -> None:
        """Go on with the deadline that is stored."""
        self._due = stored

    def adjust(self) -> list[Change]:
        """Reckon anew when the open step ends; what is to be stored of that, if it has changed."""
        self._before, self._due = self._due, self._reckon()
        if self._due == self._before:
            return []
        return [self._due or PutDeadline(self._table.row.id, 0)]

    def undo(self) -> None:
        """The last change could not be stored: all is as it was before."""
        self._due = self._before

    def left(self) -> ClockState | None:
        """The time left for the open step; None where it waits for ever."""
        if self._due is None:
            return None
        return ClockState(max(0, self._due.due - self._table.house.now()), self._due.total)

    def to_keep(self) -> int:
        """Milliseconds of the open step that a pause keeps; a count begins anew after it."""
        referee, due, house = self._table.referee, self._due, self._table.house
        if referee is None or due is None:
            return 0
        tempo = tempo_of(referee, house.config)
        if tempo is None:
            return max(0, due.due - house.now())
        return max(1, due.began + tempo.choose - house.now())

    def _reckon(self) -> PutDeadline | None:
        """When the open step ends by itself; the same as before while it is the same step."""
        referee, row = self._table.referee, self._table.row
        if referee is None or referee.over or row.state != "playing" or row.paused:
            self._step = None
            return None
        return self._live(referee) if referee.game.tempo is not None else self._in_turns(referee)

    def _in_turns(self, referee: Referee) -> PutDeadline | None:
        row, house, counted = self._table.row, self._table.house, referee.counted
        seconds = COUNT * house.config.time if counted >= 0 else self._seconds(referee)
        total = int(seconds * 1000)
        if total <= 0:
            return None
        step = (referee.turn, counted, total)
        return self._begun(in_turns(row.id, self._due, step, house.now(), row.left))

    def _seconds(self, referee: Referee) -> float:
        """The time for the open step; without a clock, that of those who are away."""
        config, awaited = self._table.house.config, self._absence.awaited(referee)
        if not awaited:
            return 0
        seconds = seconds_for(referee, self._table.row.clock, config)
        if seconds:
            return seconds
        return config.away if self._absence.somebody_waits_for(awaited) else 0

    def _begun(self, due: PutDeadline) -> PutDeadline:
        """A new deadline; but who breaks off a count does not win new time for the step."""
        step = self._step
        if due is self._due or due.revision >= 0 or not CLOCKS[self._table.row.clock]:
            return due
        if step is None or (step.turn, step.total) != (due.turn, due.total):
            self._step = due
        return self._step or due

    def _live(self, referee: Referee) -> PutDeadline | None:
        """In real time; it stands still without people."""
        table, old, house = self._table, self._due, self._table.house
        if not table.anybody_here():
            if old is not None:
                self._kept = (old.turn, self.to_keep())
            return None
        kept = self._kept[1] if self._kept[0] == referee.turn else 0
        tempo, left = tempo_of(referee, house.config), table.row.left or kept
        assert tempo is not None
        return in_real_time(table.row.id, referee, tempo, old, house.now(), left)

    # -- then

    def stop(self) -> None:
        """Wake nobody any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers = []

    def start(self) -> None:
        """Wake up in time for the deadline, and for the warning before it."""
        self.stop()
        due, house = self._due, self._table.house
        if due is None or house.closing:
            return
        left = max(0, due.due - house.now())
        self._after(left, lambda: house.run(self._time_up(due)))
        warn = left - min(WARN, due.total // 3)
        if warn > 0 and due.revision < 0:
            self._after(warn, lambda: self._warn(due))

    def _after(self, milliseconds: int, work: Callable[[], object]) -> None:
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(milliseconds / 1000, work))

    def _warn(self, due: PutDeadline) -> None:
        """Tell those whose time is nearly up."""
        table, referee = self._table, self._table.referee
        if referee is None or due != self._due:
            return
        text = msgspec.json.encode(Warned(max(0, due.due - table.house.now()))).decode()
        for seat in self._absence.late(referee):
            table.tell_seat(seat, text)

    async def _time_up(self, due: PutDeadline) -> None:
        """The default is taken for those who did not answer; who is away gets a bot."""
        table = self._table
        done = False
        while not done:
            await table.races_over()  # a strike that came before is before; it is decided soon
            if self._stands_still():
                await table.reclock()
            async with table.lock:
                done = not table.racing()
                if done:
                    await self._run_out(due)

    def _stands_still(self) -> bool:
        """Whether a game in real time has no people any more."""
        referee = self._table.referee
        live = referee is not None and referee.game.tempo is not None
        return live and not self._table.anybody_here()

    async def _run_out(self, due: PutDeadline) -> None:
        """The same, unless the step is another one by now. The table's lock is held."""
        table, referee = self._table, self._table.referee
        if referee is None or due != self._due or table.held_up():
            return
        late = self._absence.late(referee)
        if (due.revision >= 0 or self._absence.hurries(referee)) and not await table.attempt(
            lambda referee: referee.expire(due.turn, due.revision)
        ):
            return
        if due.revision < 0:
            await self._missed(late)

    async def _missed(self, late: list[int]) -> None:
        """Somebody let the time run out."""
        table = self._table
        if late and table.row.state == "playing":
            row = table.copied()
            self._absence.missed(row, late)
            if await table.keep_row(row) is not None:
                table.try_later()
