"""Until when the open step of a table waits: in turns by the table's clock, else by the game's own.

Nothing here reads a clock, or remembers anything but the deadline before.
"""

from __future__ import annotations

from tatami.engine.asking import ONE
from tatami.engine.referee import Referee
from tatami.engine.tempo import StepTime, Tempo, step_time
from tatami.tables.config import CLOCKS, TALKS, HouseConfig
from tatami.tables.store import PutDeadline


def seconds_for(referee: Referee, clock: str, config: HouseConfig) -> float:
    """The seconds that a clock gives for the open step, where no count runs; 0: for ever."""
    return (CLOCKS[clock] + _talk_time(referee, clock)) * config.time


def _talk_time(referee: Referee, clock: str) -> int:
    """Where players talk, a step that asks several at once gives them the time for it."""
    ask = referee.world.ask
    talks = bool(referee.game.book.remarks) and ask is not None and ask.terms.close != ONE
    return TALKS[clock] if talks else 0


def tempo_of(referee: Referee, config: HouseConfig) -> Tempo | None:
    """The times of a game in real time (tack:T4, T5, T23), as the house stretches them."""
    if referee.game.tempo is None:
        return None
    tempo, factor = referee.game.tempo(referee.opts), config.time
    choose = max(1, int(tempo.choose * factor))
    return Tempo(choose, int(tempo.between * factor), int(tempo.counted * factor))


def in_turns(
    table: str, old: PutDeadline | None, step: tuple[int, int, int], now: int, left: int
) -> PutDeadline:
    """The deadline of a step: its turn, its count, and the milliseconds that it has.

    ``left``: what a pause kept of them.
    """
    turn, revision, total = step
    if old is not None and (old.turn, old.revision, old.total) == step:
        return old
    return PutDeadline(table, now + min(left or total, total), total, turn, revision)


def in_real_time(
    table: str, referee: Referee, tempo: Tempo, old: PutDeadline | None, now: int, left: int
) -> PutDeadline:
    """The same by the times of the game; ``left``: what a pause, or an empty table, kept of it."""
    known = None if old is None else StepTime(old.turn, old.revision, old.began, old.due)
    began = now - tempo.choose + min(left or tempo.choose, tempo.choose)
    found = step_time(tempo, known, referee.turn, referee.counted, now, began)
    if old is not None and found is known:
        return old
    total = tempo.choose if found.revision < 0 else max(1, found.due - now)
    return PutDeadline(table, found.due, total, found.turn, found.revision, found.began)
