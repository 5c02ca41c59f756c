"""The clock of a table owns its deadline: what could not be stored is not in force."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest

from tatami.engine.tempo import StepTime, Tempo, step_time
from tatami.tables import lobby
from tatami.tables.store import CannotStore, Change, Hold, PutTable
from tatami.tables.table import Table
from tests.tables.memory import MemoryStore
from tests.tables.solitaire import ANN
from tests.tables.test_waking import NAME, HereAndNow, House, HouseConfig, LocalBus, played

TEMPO = Tempo(choose=5000, between=2000, counted=500)


class Full(MemoryStore):
    """A disk that can be full."""

    full = False

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        if not self.full:
            return super().commit(changes, hold)
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(CannotStore("the disk is full"))
        return failed


def evening(
    work: Callable[[Table, Full], Coroutine[Any, Any, None]], kept: Full | None = None
) -> None:
    """A table with a quick clock, at the beginning of its game."""

    async def through() -> None:
        store = kept or Full()
        row, _ = played()
        row.clock = "quick"
        await store.commit([PutTable(row, 1)])
        house = House(HouseConfig(pace=0), store, LocalBus(), HereAndNow(), "deadlines")
        table = await house.find(NAME)
        assert table is not None
        await table.reclock()
        await work(table, store)
        await house.close_doors()

    asyncio.run(through())


def test_a_deadline_is_stored_when_it_begins() -> None:
    async def work(table: Table, store: Full) -> None:
        assert table.time.due is not None
        assert await store.deadline(NAME) == table.time.due

    evening(work)


def test_a_pause_that_could_not_be_stored_stops_no_clock() -> None:
    async def work(table: Table, store: Full) -> None:
        due = table.time.due
        store.full = True
        refusal = await table.change(lambda row: lobby.pause(row, ANN, table.time.to_keep()))
        assert refusal is not None
        assert refusal.code == "cannot_store"
        assert due is not None
        assert table.time.due is due
        store.full = False
        assert await table.change(lambda row: lobby.pause(row, ANN, 1)) is None
        assert table.time.due is None
        assert await store.deadline(NAME) is None

    evening(work)


def test_a_deadline_that_could_not_be_stored_is_reckoned_again() -> None:
    """Who is here decides, without a clock, whether those who are away are waited for."""

    async def work(table: Table, store: Full) -> None:
        table.row.clock = "none"
        await table.reclock()
        assert table.time.due is None
        guest = Guest()
        table.attendance.enter(guest)
        store.full = True
        await table.reclock()
        assert table.time.due is None
        store.full = False
        await table.reclock()
        assert table.time.due is not None
        assert await store.deadline(NAME) == table.time.due
        table.attendance.leave(guest)

    evening(work)


class Guest:
    """Somebody who is here and says nothing."""

    viewer = 2
    person = "cleo"
    credit = 0.0

    def send(self, text: str) -> None:
        """They hear it."""

    def listen(self, topic: str, viewer: int) -> None:
        """They listen."""

    def hang_up(self, why: str) -> None:
        """They go."""


# -- in real time


@pytest.mark.parametrize(
    ("old", "revision", "now", "due"),
    [
        (None, -1, 1000, 6000),
        (StepTime(1, -1, 1000, 6000), -1, 3000, 6000),
        (StepTime(1, -1, 1000, 6000), 4, 1500, 3000),
        (StepTime(1, -1, 1000, 6000), 4, 4000, 4500),
        (StepTime(1, -1, 1000, 6000), 4, 5900, 6000),
        (StepTime(1, 4, 1000, 4500), -1, 4200, 6000),
        (StepTime(1, 4, 1000, 4500), 5, 4200, 4700),
        (StepTime(0, -1, 0, 5000), -1, 1000, 6000),
    ],
    ids=[
        "a new step has its whole time",
        "and keeps it while it is open",
        "a count closes it no sooner than the time between two",
        "and when it has run out",
        "but never later than the step",
        "who breaks off a count wins no new time",
        "and a new count runs from now on",
        "another step is new",
    ],
)
def test_when_a_step_ends(old: StepTime | None, revision: int, now: int, due: int) -> None:
    found = step_time(TEMPO, old, 1, revision, now, now)
    assert found == StepTime(1, revision, 1000, due)
