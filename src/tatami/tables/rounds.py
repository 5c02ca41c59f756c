"""What is done in a house again and again: deadlines, wishes, rest, clearing away."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tatami.tables import keys
from tatami.tables.closing import counted_of
from tatami.tables.store import (
    Alive,
    CannotStore,
    Change,
    Clash,
    DropDeadLinks,
    DropIdlePeople,
    DropTable,
    DropWish,
    Elsewhere,
    PutVoid,
)

if TYPE_CHECKING:
    from tatami.tables.house import House
    from tatami.tables.table import Table

SWEEP: Final = 600
"""Seconds between two looks for what is to be cleared away."""
AT_ONCE: Final = 50
"""Tables that are cleared away in one commit: moves wait until it is done."""
ROUND: Final = 1.0
"""Seconds between two rounds of the house."""

log = logging.getLogger("tatami.house")


class Rounds:
    """Looks after one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._swept = 0

    async def go(self) -> None:
        """Round after round."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self._tend()
            except CannotStore as error:
                log.error("cannot store", extra={"reason": str(error)})
            except Exception:  # the rounds must not stop for one that went badly
                self._house.counts.faulty()
                log.exception("a round failed")

    async def _tend(self) -> None:
        """What is to be done every second."""
        house = self._house
        at = house.now()
        if any(table.time.due for table in house.tables.values()):
            await house.store.commit([Alive(at)])
        for number, what, which in await house.store.wishes():
            with suppress(Elsewhere, Clash):  # whoever has the table, or was quicker, does it
                await self._grant(number, what, which)
        for due in await house.store.deadlines(at):
            await self._rouse(due.table)
        await self._send_to_rest(at)
        if at - self._swept > SWEEP * 1000:
            self._swept = at
            await self._sweep(at)

    async def _rouse(self, name: str) -> Table | None:
        """A table wakes where something is due; one that cannot keeps no other one waiting."""
        try:
            return await self._house.find(name)
        except Elsewhere:
            return None
        except CannotStore:
            raise
        except Exception:
            self._house.counts.faulty()
            log.exception("a table cannot wake")
            return None

    async def _grant(self, number: int, what: str, which: str) -> None:
        """Carry out what the host's command line asks for."""
        house = self._house
        done: list[Change] = [DropWish(number)]
        if what == "close":
            if (table := await house.find(which)) is not None:
                await table.dealer.close("host")
        elif what == "key":
            done += keys.renewed(await house.store.keys(), house.chance, house.now())
        elif what == "purge" and which.isdecimal():
            while await self._clear(int(which), int(which)):
                pass
        await house.store.commit(done)

    async def _send_to_rest(self, at: int) -> None:
        house = self._house
        for name, table in list(house.tables.items()):
            if table.at_rest and at - table.touched > house.config.rest * 1000:
                table.sleep()
                del house.tables[name]
                table.gone = True
                await house.store.release([table.hold], leaving=False)

    async def _sweep(self, at: int) -> None:
        """Clear away what nobody needs any more."""
        house, config = self._house, self._house.config
        for name in await house.store.idle(("playing",), at - config.idle_game * 1000):
            if (table := await self._rouse(name)) is not None:
                await table.dealer.close("idle")
        await self._clear(at - config.keep * 1000, at - config.idle_open * 1000)
        await house.forget_opened()

    async def _counted(self, names: list[str]) -> dict[str, list[PutVoid]]:
        """What is left of tables that never began."""
        house = self._house
        return {name: counted_of(await house.store.table(name), house.now()) for name in names}

    async def _clear(self, ended: int, opened: int) -> int:
        """Clear away games that ended, and tables that were opened, before; how many went.

        Void starts are counted for as long as games are kept, whatever is cleared away by hand.
        """
        house = self._house
        store = house.store
        drops: list[list[Change]] = []  # what is left of a table stays with its end
        for states, before in ((("over", "closed"), ended), (("open",), opened)):
            idle = await store.idle(states, before)
            counted = await self._counted(idle) if "open" in states else {}
            for name in filter(house.let_go, idle):
                drops.append([*counted.get(name, ()), DropTable(name, states, before)])
        for at in range(0, len(drops), AT_ONCE):
            await store.commit([one for drop in drops[at : at + AT_ONCE] for one in drop])
        voids = house.now() - house.config.keep * 1000
        await store.commit([DropIdlePeople(ended, voids), DropDeadLinks(house.now())])
        log.info("swept", extra={"count": len(drops)})
        return len(drops)
