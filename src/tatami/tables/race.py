"""A fair race for a right that only the first may use, such as the gong.

A strike counts from its arrival less a credit: half of the least round trip that the server has
measured for that connection, capped by what the client cannot choose (``lines``), and 100
milliseconds at most. So the server waits as long as a strike that could still be first may be under
way, and only then makes the first one a move. What clients say of time is never asked. The move's
note tells who struck when, and on what the credit rests; all others are told who was first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol

from tatami.engine.errors import Refusal
from tatami.engine.referee import LONGEST_TEXT, Referee, Reply
from tatami.engine.step import Right
from tatami.tables.around import Around
from tatami.tables.guests import Guest
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.wire import StrikeState

MOST_CREDIT: Final = 0.1
"""Seconds that a strike can be credited at most, however slow the line."""
LEEWAY: Final = 0.005
"""Seconds more for what has come in and waits to be read."""
LONGEST: Final = MOST_CREDIT + 0.1
"""Seconds that anything else waits for a race."""


class Strike(NamedTuple):
    """Somebody uses a right: when that came in, and how long it was surely under way; seconds."""

    seat: int
    name: str
    stamp: int
    option: int
    arrived: float
    credit: float = 0.0
    basis: str = ""
    """What caps the credit; nothing where there is none."""

    @property
    def counts(self) -> float:
        """The moment that decides."""
        return self.arrived - self.credit


class Track(Protocol):
    """What a race sees of its table, and does there when it is decided."""

    row: TableRow
    referee: Referee | None
    lock: asyncio.Lock

    @property
    def house(self) -> Around:
        """Where it runs."""
        ...

    @property
    def connections(self) -> Collection[Guest]:
        """Those who are here, and how far away."""
        ...

    def right(self, name: str) -> Right | None:
        """A right of its game."""
        ...

    def halted(self) -> Refusal | None:
        """Why no input can be taken now, whatever it is."""
        ...

    def attempt(
        self, make: Callable[[Referee], Reply], race: tuple[StrikeState, ...] = ()
    ) -> Awaitable[Reply]:
        """Make an input and keep it. The table's lock is held."""
        ...


class Race:
    """The strikes of one table that are not decided yet."""

    def __init__(self, table: Track) -> None:
        self.table = table
        self._strikes: dict[tuple[int, int], tuple[Strike, asyncio.Future[Reply]]] = {}
        """By seat and stamp: one that is void keeps nobody from striking again (tack:T7)."""
        self._deciding: asyncio.Task[None] | None = None
        self._won: Strike | None = None
        self._more = asyncio.Event()

    async def strike(self, strike: Strike) -> Reply:
        """Take part: acknowledged for who was first, a refusal that names them for the others."""
        if _key(strike) in self._strikes:
            return no("struck_already")
        refusal = self._is_late(strike)
        if refusal is not None:
            return refusal
        verdict: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._strikes[_key(strike)] = (strike, verdict)
        self._more.set()
        if self._deciding is None:
            self._deciding = self.table.house.run(self._decide())
        return await asyncio.shield(verdict)

    @property
    def open(self) -> bool:
        """Whether a strike waits that can become a move: nothing else may come before it."""
        return any(self._unable(strike) is None for strike, _ in self._strikes.values())

    async def over(self) -> None:
        """Wait until the race that is open now is decided: never for long."""
        if self._deciding is not None:
            await asyncio.wait([self._deciding], timeout=LONGEST)

    # -- deciding

    async def _decide(self) -> None:
        try:
            while self._strikes:
                await self._wait()
                async with self.table.lock:
                    await self._settle()
        finally:
            self._deciding = None
            for strike, _ in list(self._strikes.values()):
                self._reply(strike, no("closing" if self.table.house.closing else "fault"))

    async def _wait(self) -> None:
        """Until the first strike can be judged, or another one comes; a void one need not wait."""
        self._more.clear()
        pending = [strike for strike, _ in self._strikes.values()]
        void = any(self._unable(strike) is not None for strike in pending)
        left = 0.0 if void else self._left(min(pending, key=_order))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(left):
                await self._more.wait()

    def _left(self, strike: Strike) -> float:
        """Seconds in which one can still come in that counts before this one."""
        seats = set(range(len(self.table.row.seats))) - {strike.seat}
        others = [one.credit for one in self.table.connections if one.viewer in seats]
        until = strike.arrived + max(0.0, max(others, default=0.0) - strike.credit) + LEEWAY
        return max(0.0, until - asyncio.get_running_loop().time())

    async def _settle(self) -> None:
        """The first strike that is possible becomes a move. The table's lock is held.

        What is not possible is refused, and does not count as the beginning of a race.
        """
        able: list[Strike] = []
        for strike, _ in list(self._strikes.values()):
            refusal = self._unable(strike)
            if refusal is None:
                able.append(strike)
            else:
                self._reply(strike, refusal)
        able.sort(key=_order)
        if able and not self._left(able[0]):
            await self._use(able)

    async def _use(self, able: list[Strike]) -> None:
        first = able[0]
        reply = await self.table.attempt(
            lambda referee: referee.interrupt(
                first.seat, first.name, first.stamp, first.option, note_of(able)
            ),
            told(able),
        )
        if reply:
            self._won = first
        for one in able:
            second = bool(reply) and one is not first
            self._reply(one, self._second(one, first) if second else reply)

    def _reply(self, strike: Strike, reply: Reply) -> None:
        _, verdict = self._strikes.pop(_key(strike))
        if not verdict.done():
            verdict.set_result(reply)

    # -- who cannot be, or was not, first

    def _unable(self, strike: Strike) -> Refusal | None:
        """Why a strike is none now."""
        halted, referee = self.table.halted(), self.table.referee
        if halted is not None or referee is None:
            return no("not_started") if halted is None else halted
        refusal = self._is_late(strike)
        if refusal is not None:
            return refusal
        return referee.unable(strike.seat, strike.name, strike.stamp, strike.option)

    def _is_late(self, strike: Strike) -> Refusal | None:
        """A strike in a race that has been decided: who was first?"""
        won = self._won
        if won is None or (won.name, won.stamp) != (strike.name, strike.stamp):
            return None
        return no("struck_already") if won.seat == strike.seat else self._second(strike, won)

    def _second(self, strike: Strike, first: Strike) -> Refusal:
        """Somebody else was first, by so many milliseconds."""
        lead = max(0, round((strike.counts - first.counts) * 1000))
        sentence = f"{self.table.row.seats[first.seat].name} was faster, by {lead} milliseconds."
        return Refusal("not_first", sentence, self._clause(first.name), (first.seat, lead))

    def _clause(self, name: str) -> str:
        right = self.table.right(name)
        return "" if right is None else f"{self.table.row.game}:{right.question.clause}"


def _key(strike: Strike) -> tuple[int, int]:
    return strike.seat, strike.stamp


def _order(strike: Strike) -> tuple[float, float]:
    """What counts first is first; of two that count alike, what came first."""
    return strike.counts, strike.arrived


def told(strikes: Sequence[Strike]) -> tuple[StrikeState, ...]:
    """Who struck when, the first one first, in microseconds from the first arrival on."""
    zero = min(one.arrived for one in strikes)
    return tuple(
        StrikeState(
            one.seat,
            one.option,
            round((one.arrived - zero) * 1e6),
            round(one.credit * 1e6),
            one.basis,
        )
        for one in strikes
    )


def note_of(strikes: Sequence[Strike]) -> str:
    """The same for the record, in milliseconds: arrival, less its credit, is what counts."""
    parts = [_sum_of(one) for one in told(strikes)]
    return f"first of {len(parts)}, arrival-credit in ms: {', '.join(parts)}"[:LONGEST_TEXT]


def _sum_of(one: StrikeState) -> str:
    """One strike: arrival, less credit, what that makes, and what the credit rests on."""
    counts = one.at - one.credit
    basis = f" {one.basis}" if one.basis else ""
    return f"s{one.seat} {one.at / 1000:.1f}-{one.credit / 1000:.1f}={counts / 1000:.1f}{basis}"
