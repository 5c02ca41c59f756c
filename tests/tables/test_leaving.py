"""A house that closes lets others have its tables: those that are free at once, then the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tatami.tables.bus import LocalBus
from tatami.tables.chance import Timepiece
from tatami.tables.config import HouseConfig
from tatami.tables.house import BATCH, House
from tatami.tables.row import TableRow
from tatami.tables.store import CannotStore, Hold, PutTable
from tests.support.clockwork import MIDNIGHT, turn
from tests.tables.memory import MemoryStore
from tests.tables.solitaire import Fixed, HereAndNow
from tests.tables.test_deadline import Guest
from tests.tables.test_waking import played

MANY = 2 * BATCH + 1
TAKES = 0.5
"""Seconds that the database takes for whatever it is asked to let go."""


class Slow(MemoryStore):
    """Remembers what was let go, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.released: list[tuple[float, list[str]]] = []
        self.broken = False

    async def release(self, holds: Sequence[Hold], leaving: bool) -> None:
        """It takes a while."""
        await asyncio.sleep(TAKES)
        if self.broken:
            raise CannotStore("the line broke")
        now = asyncio.get_running_loop().time()
        self.released.append((now, [hold.table for hold in holds]))


class Leaver(Guest):
    """Hears when the house hangs up."""

    told = ""
    at = 0.0

    def hang_up(self, why: str) -> None:
        """They come again."""
        self.told, self.at = why, asyncio.get_running_loop().time()


async def filled(store: Slow) -> House:
    loop = asyncio.get_running_loop()
    row: TableRow = played()[0]
    time = Timepiece(lambda: MIDNIGHT, loop.time)
    bots, chance = HereAndNow(), Fixed()
    house = House(HouseConfig(), store, LocalBus(), bots, "leaving", chance=chance, time=time)
    for number in range(MANY):
        row.id, row.code, row.state, row.started = f"t{number}", f"C{number}", "open", 0
        await store.commit([PutTable(row, 1)])
        assert await house.find(row.id) is not None
    return house


def test_many_tables_are_let_go_together() -> None:
    async def through() -> None:
        store = Slow()
        house = await filled(store)
        await house.close_doors()
        assert len(store.released) == 3
        assert {one for _, some in store.released for one in some} == set(house.tables)

    turn(through())


def test_a_house_without_tables_says_all_the_same_that_it_leaves() -> None:
    async def through() -> None:
        store = Slow()
        house = House(HouseConfig(), store, LocalBus(), HereAndNow(), "leaving", chance=Fixed())
        await house.close_doors()
        assert [some for _, some in store.released] == [[]]

    turn(through())


def test_a_table_that_wakes_while_the_house_closes_is_let_go_too() -> None:
    async def through() -> None:
        store = Slow()
        house = await filled(store)
        del house.tables["t0"]
        reading = asyncio.Event()

        async def never(*_: object) -> None:
            reading.set()
            await asyncio.Event().wait()

        house._load = never  # type: ignore[assignment,method-assign]
        coming = asyncio.ensure_future(house.find("t0"))
        await reading.wait()
        await house.close_doors()
        assert await coming is None
        assert store.released[-1][1] == ["t0"]

    turn(through())


def test_a_move_under_way_keeps_nobody_waiting_at_other_tables() -> None:
    async def through() -> None:
        store = Slow()
        house = await filled(store)
        busy, free = house.tables["t0"], house.tables[f"t{MANY - 1}"]
        guests = Leaver(), Leaver()
        busy.attendance.enter(guests[0])
        free.attendance.enter(guests[1])
        await busy.lock.acquire()
        closing = asyncio.ensure_future(house.close_doors())
        await asyncio.sleep(4 * TAKES - 0.3)
        assert {one for _, some in store.released for one in some} == {*house.tables} - {"t0"}
        assert (guests[0].told, guests[1].told) == ("", "restarting")
        busy.lock.release()
        await closing
        assert store.released[-1][1] == ["t0"]
        assert guests[0].told == "restarting"

    turn(through())


def test_who_sits_at_a_table_that_cannot_be_let_go_is_told_all_the_same() -> None:
    async def through() -> None:
        store = Slow()
        house = await filled(store)
        guest = Leaver()
        house.tables["t1"].attendance.enter(guest)
        store.broken = True
        await house.close_doors()
        assert guest.told == "restarting"

    turn(through())
