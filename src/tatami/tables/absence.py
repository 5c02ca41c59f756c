"""Who keeps the others waiting at a table, and when a bot plays for them: a seat's misses.

Absence: a warning, then the default action, then a bot with that seat's view.
"""

from __future__ import annotations

from typing import Final, Protocol

from tatami.engine.asking import ONE
from tatami.engine.referee import Referee
from tatami.tables.config import CLOCKS
from tatami.tables.row import TableRow
from tatami.tables.table_log import TableLog

MISSES: Final = 2
"""How often somebody may let the time run out before a bot takes over."""


class Sitting(Protocol):
    """What is seen of a table here: who sits at it, who is here, and what is asked."""

    row: TableRow
    log: TableLog
    referee: Referee | None

    def is_here(self, seat: int) -> bool:
        """Whether the person of a seat is connected."""
        ...


class Absence:
    """Notes who answers in time, and who does not."""

    def __init__(self, table: Sitting) -> None:
        self._table = table
        self._missed_before: dict[int, tuple[int, int]] = {}
        """For each seat that answered: the step, and what it had missed until then."""

    def awaited(self, referee: Referee) -> list[int]:
        """The seats of people that the open step asks; where answers are sealed, all it asked."""
        ask = referee.world.ask
        asked = referee.waiting() if ask is None or ask.terms.close == ONE else list(ask.seats)
        return [seat for seat in sorted(set(asked)) if not self._table.row.seats[seat].by_bot]

    def somebody_waits_for(self, awaited: list[int]) -> bool:
        """Without a clock, only those who are away are hurried, and only where others are here."""
        table = self._table
        here = [seat for seat in table.row.people() if table.is_here(seat)]
        return bool(here) and any(seat not in here for seat in awaited)

    def late(self, referee: Referee) -> list[int]:
        """Those who keep the others waiting; without a clock, only who is away does.

        Where answers are sealed, whoever is away does: nobody learns whether they had answered.
        """
        table, waiting = self._table, referee.waiting()
        hidden = _is_sealed(referee)
        late = [
            seat
            for seat in self.awaited(referee)
            if seat in waiting or (hidden and not table.is_here(seat))
        ]
        hurried = self.hurries(referee)
        return [seat for seat in late if hurried or not table.is_here(seat)]

    def hurries(self, referee: Referee) -> bool:
        """Whether time runs out for those who are here, too."""
        return referee.game.tempo is not None or CLOCKS[self._table.row.clock] > 0

    def step(self) -> int:
        """The number of the open step; -1 where there is no game."""
        return -1 if self._table.referee is None else self._table.referee.turn

    def heard_from(self, at: int, step: int, back: bool) -> None:
        """Who has answered was not away; what was taken back, or half given, is no answer.

        Else others could tell by when a bot stands in that one had been given (night:N7).
        """
        seat = self._table.row.seats[at]
        known = self._missed_before.pop(at, (-1, 0))
        if back:
            seat.misses = known[1] if known[0] == step else seat.misses
        elif not self._still_asked(at, step):
            missed = known[1] if known[0] == step else seat.misses
            self._missed_before[at] = (step, missed)
            seat.misses = 0

    def _still_asked(self, at: int, step: int) -> bool:
        """Whether a sealed step is open that a seat has not answered in full."""
        referee = self._table.referee
        if referee is None or referee.turn != step:
            return False
        return _is_sealed(referee) and at in referee.waiting()

    def missed(self, row: TableRow, late: list[int]) -> None:
        """They let the time run out: after the second time, or when away, a bot goes on."""
        for at in late:
            seat = row.seats[at]
            seat.misses += 1
            if seat.misses >= MISSES or not self._table.is_here(at):
                seat.stand_in = True
                self._table.log.info("a bot stands in", extra={"seat": at})


def _is_sealed(referee: Referee) -> bool:
    """Whether several are asked at once, and nobody sees who has answered."""
    ask = referee.world.ask
    return ask is not None and ask.terms.close != ONE and not ask.terms.public
