"""Somebody sets the clock of the machine: no deadline moves, not even over a restart."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tatami.tables.chance import Timepiece
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import Alive, PutDeadline, PutTable
from tests.support import seeds
from tests.support.clockwork import MIDNIGHT, Clockwork, Guest, turn

HOUR = 3600
PEOPLE = ("ann", "ben", "cleo")


def row() -> TableRow:
    """A table for three with a clock."""
    seats = [Seat("person", name, name.title(), share="ab" * 16) for name in PEOPLE]
    return TableRow("steps", "STEPSS", "clans", 1, "ann", "00" * 32, seats, 0, clock="quick")


class Wall:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self.ahead = 0

    def time(self) -> float:
        return MIDNIGHT + asyncio.get_running_loop().time() + self.ahead


async def silent_minutes(data: Path, wall: Wall, step: int) -> list[tuple[float, str]]:
    """Nobody answers anything for two minutes; after half a minute the clock is set."""
    works = Clockwork(data, object(), away=90.0)
    table = await works.table(row())
    guests = [Guest(works.house, name) for name in PEOPLE]
    for one in guests:
        await one.come(table.row.id)
    guests[0].say("do", what="start")
    await asyncio.sleep(30)
    wall.ahead += step
    await asyncio.sleep(90)
    await works.close()
    return [heard for one in guests for heard in one.heard]


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_the_wall_clock_moves_no_deadline_of_a_game_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    wall = Wall()
    monkeypatch.setattr(time, "time", wall.time)
    seeds.begin("the same people")
    plain = turn(silent_minutes(tmp_path / "plain", wall, 0))
    seeds.begin("the same people")
    stepped = turn(silent_minutes(tmp_path / "stepped", wall, step))
    assert any('"t":"warned"' in text for _, text in plain)
    assert stepped == plain


@pytest.mark.parametrize("step", [HOUR, -HOUR, 0])
def test_a_step_while_the_server_is_down_leaves_a_deadline_what_was_left_of_it(
    tmp_path: Path, step: int
) -> None:
    async def restarted() -> int:
        works = Clockwork(tmp_path, object())
        at = works.house.now()
        alive = at - 5000 - step * 1000  # five seconds ago, by another wall
        due = PutDeadline("steps", alive + 7000, 20_000, 1, -1, alive - 13_000)
        await works.store.commit([PutTable(row(), 0), due, Alive(alive)])
        await works.house.open_doors()
        (kept,) = await works.store.deadlines()
        assert kept.due - kept.began == 20_000
        await works.close()
        return kept.due - at

    assert turn(restarted()) == 7000


def test_a_timepiece_looks_at_the_wall_once() -> None:
    wall, passed = iter([1_000_000.0]), iter([50.0, 51.5])
    piece = Timepiece(lambda: next(wall), lambda: next(passed))
    assert piece.now() == 1_000_001_500
