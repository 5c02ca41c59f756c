"""What nobody needs any more is cleared away, and nobody waits long for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.rounds import AT_ONCE, Rounds
from tatami.tables.store import Change, DropTable, Hold, PutTable
from tests.support.clockwork import turn
from tests.tables.memory import MemoryStore
from tests.tables.solitaire import Fixed, HereAndNow
from tests.tables.test_waking import played

MANY = 3 * AT_ONCE + 1


class Counting(MemoryStore):
    """Remembers how many tables each commit clears away."""

    def __init__(self) -> None:
        super().__init__()
        self.drops: list[int] = []

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """As usual."""
        self.drops.append(sum(isinstance(change, DropTable) for change in changes))
        return super().commit(changes, hold)


def test_however_many_tables_are_cleared_away_a_move_waits_for_few_of_them() -> None:
    async def through() -> None:
        store = Counting()
        house = House(HouseConfig(), store, LocalBus(), HereAndNow(), "old", chance=Fixed())
        row = played()[0]
        for number in range(MANY):
            row.id, row.code, row.state, row.ended = f"t{number}", f"C{number}", "over", 1
            await store.commit([PutTable(row, 1)])
        assert await Rounds(house)._clear(house.now(), house.now()) == MANY
        assert max(store.drops) == AT_ONCE
        assert await store.idle(("over",), house.now()) == []

    turn(through())
