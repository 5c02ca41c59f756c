"""A Ninjaaa'Tack table in a house whose time the test turns, at the ends of lines of known length.

What a player sends comes in so much later, pings come back after both ways, and nothing else takes
any time. So a race is decided, and a pass happens, at moments that the test can reckon.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tatami.engine.intent import Intent
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import CAME, PASSED
from tatami.server.pulse import Pulse
from tatami.tables.line import Heard
from tatami.tables.row import Seat, TableRow
from tatami.tables.table import Table
from tatami.tables.thinking import Answered, Job, PlanJob, Planned, work
from tests.support.clockwork import Clockwork, Guest

GONG = "gong"
NINJA, ATTACK = 0, 1
NAMES = ("ann", "ben", "cleo", "dora", "emil", "friso", "griet", "hendrik")
LONG = {"choose": "90", "between": "12", "codes": "off"}
"""Nobody is hurried while the gong is struck."""
MOMENT = 0.005


class Prompt:
    """Bots that think in no time, as their processes would."""

    async def think(self, job: Job) -> Any:
        """What the bot answers."""
        found = work(job)
        assert isinstance(found, Answered), found
        return found

    async def plan(self, jobs: Sequence[Job], heard: bool) -> list[list[Intent] | None]:
        """What bots plan, or do about what they heard."""
        found = work(PlanJob(tuple(jobs), heard))
        assert isinstance(found, Planned), found
        return [None if intents is None else list(intents) for intents in found.intents]


class Fighter(Guest):
    """A player at the end of a line: ``way`` seconds long each way, up to ``jitter`` more at times.

    ``hold``: how long this player holds back the answers to pings. ``kernel``: what the server's
    kernel finds out; the truth, unless the test says otherwise.
    """

    way = 0.0
    jitter = 0.0
    hold = 0.0
    kernel: Callable[[], float | None] | None = None
    stalled = False
    dice = random.Random(0)
    last = 0.0

    def _late(self) -> float:
        return self.way + self.dice.random() * self.jitter

    def _pulse_of_line(self) -> Pulse:
        self.pulse = Pulse(self._pinged, self.kernel or (lambda: 2 * self.way))
        return self.pulse

    def _pinged(self, mark: bytes) -> bool:
        pulse, trip = self.pulse, self._late() + self.hold + self._late()
        if not self.stalled:
            asyncio.get_running_loop().call_later(trip, pulse.answered, mark)
        return True

    def _send(self, message: dict[str, object]) -> None:
        """It comes in later; in its order, as on every line."""
        if self.stalled:
            return
        loop = asyncio.get_running_loop()
        self.last = max(self.last + 1e-9, loop.time() + self._late())
        heard = Heard(json.dumps(message), self.last)
        loop.call_at(self.last, self._line.inbox.put_nowait, heard)

    def go(self) -> None:
        """The line is cut."""
        self.pulse.stop()
        super().go()

    # -- what a player does

    def strike(self, call: int = NINJA, stamp: int | None = None) -> int:
        """Strike the gong for the cards that are seen; the number of the message."""
        seen = self.view["count"][CAME] if stamp is None else stamp
        self.say("right", name=GONG, stamp=seen, option=call)
        return self._number

    def choose(self, which: int = 0) -> None:
        """Choose a card."""
        (offer,) = self.view["offers"]
        self.say("answer", ask=offer["ask"], answer=offer["options"][which])

    def act(self, t: str, **fields: object) -> int:
        """Send a message; its number."""
        self.say(t, **fields)
        return self._number

    # -- what a player was told

    def reply(self, number: int) -> dict[str, Any]:
        """The reply to a message."""
        return next(m for m in self.messages("reply") if m["id"] == number)

    def told_at(self, number: int) -> float:
        """When that reply came."""
        return next(at for at, m in self.timed("reply") if m["id"] == number)

    def refused(self, number: int) -> str:
        """The code of a refusal; nothing where it was taken."""
        refusal = self.reply(number).get("refusal")
        return str(refusal["code"]) if refusal else ""

    def races(self) -> list[list[list[Any]]]:
        """Every race: seat, option, arrival, credit and basis of each strike."""
        return [m["race"] for m in self.messages("update") if m.get("race")]

    def signals(self) -> list[list[Any]]:
        """All that this player has heard in the game."""
        return [line for m in self.messages("update") for line in m["said"]]

    def passed(self) -> list[float]:
        """The moments at which cards were passed."""
        found, last = [], 0
        for at, m in self.timed("update"):
            now = m["view"]["count"][PASSED]
            if now != last and now:
                found.append(at)
            last = now
        return found


class Dojo:
    """One table of so many people, with bots behind them where that is wished."""

    def __init__(
        self, data: Path, people: int = 4, *, bots: int = 0, level: str = "swift", **settings: Any
    ) -> None:
        options = settings.pop("options", LONG)
        self.settings = {"pace": 0.0, "messages": 500.0, **settings}
        self.data = data
        self.works = Clockwork(data, Prompt(), **self.settings)
        self._former: Clockwork | None = None
        self.people = [Fighter(self.works.house, name) for name in NAMES[:people]]
        seats = [Seat("person", name, name.title(), share="5a" * 16) for name in NAMES[:people]]
        seats += [Seat("bot", name=f"Bot {at}", level=level) for at in range(bots)]
        self.row = TableRow(
            *("the-dojo", "STRIKE", GAME.name, GAME.version, NAMES[0], "c0" * 32, seats, 0),
            options=dict(options),
        )

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.works.house.tables[self.row.id]

    async def begin(self) -> list[Fighter]:
        """Everybody comes, the game begins, and the server has measured the lines."""
        await self.works.table(self.row)
        for one in self.people:
            await one.come(self.row.id)
            await self.until(lambda one=one: one.state)
        self.people[0].say("do", what="start")
        await self.until(lambda: all(one.view for one in self.people))
        return self.people

    async def measured(self) -> None:
        """Let the server ping everybody a few times."""
        await asyncio.sleep(5.0)

    async def until(self, holds: Callable[[], object]) -> None:
        """Let time pass until something holds; not for ever."""
        async with asyncio.timeout(600):
            while not holds():
                await asyncio.sleep(MOMENT)

    async def quiet(self) -> None:
        """Let everything that is under way arrive and be decided."""
        await asyncio.sleep(2.0)

    async def next_deal(self) -> None:
        """Whatever is asked after a call gets the first answer, until the gong can be struck."""
        while not all(one.view.get("rights") or one.view.get("over") for one in self.people):
            for one in self.people:
                if one.view.get("offers") and not one.view.get("rights"):
                    one.choose()
            await asyncio.sleep(1.0)

    def lines(self) -> list[str]:
        """The moves that are stored."""
        return self.works.store.lines(self.row.id)

    async def reborn(self, down: float) -> None:
        """The server ends where it stands; another one goes on from its disk after a while."""
        for one in self.people:
            one.pulse.stop()
        self.table.sleep()
        self._former = self.works
        disk = self.data.with_name(f"{self.data.name}-again")
        shutil.copytree(self.data, disk)
        await asyncio.sleep(down)
        self.works = Clockwork(disk, Prompt(), **self.settings)
        await self.works.house.open_doors()
        for one in self.people:
            one.house = self.works.house
            await one.come(self.row.id)

    async def close(self) -> None:
        """Nothing goes on."""
        for one in self.people:
            one.pulse.stop()
        for works in (self.works, self._former):
            if works is not None:
                await works.close()
