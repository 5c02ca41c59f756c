"""One person and bots at a table of a house that has no server: a whole game, as its record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from tatami.engine.intent import Intent
from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.connection import Connection
from tatami.tables.house import House
from tatami.tables.line import Heard
from tatami.tables.thinking import (
    Answered,
    Job,
    LessonJob,
    PlanJob,
    Planned,
    ReplayJob,
    Spoken,
    Taught,
    Walked,
    work,
)
from tatami.tables.wire import PROTOCOL, NewTable, Opened
from tests.support.drawn import Drawn
from tests.tables.memory import MemoryStore

ANN = "ann"


class Fixed(Drawn):
    """The same draws in every run."""

    def draw(self, what: str) -> bytes:
        """32 bytes for this purpose."""
        return sha256(what.encode()).digest()


class HereAndNow:
    """Bots that think where the table is."""

    async def think(self, job: Job) -> Answered | None:
        """What the bot answers."""
        found = work(job)
        return found if isinstance(found, Answered) else None

    async def speak(self, job: Job) -> Spoken | None:
        """What the bot says."""
        found = work(job)
        return found if isinstance(found, Spoken) and found.kind else None

    async def plan(self, jobs: Sequence[Job], heard: bool) -> list[list[Intent] | None] | None:
        """What the bots mean to do."""
        found = work(PlanJob(tuple(jobs), heard))
        assert isinstance(found, Planned)
        return [None if one is None else list(one) for one in found.intents]

    async def replay(self, record_text: str, eyes: str) -> bytes:
        """The frames of a record."""
        found = work(ReplayJob(record_text, eyes))
        assert isinstance(found, Walked)
        return found.frames

    async def teach(self, job: LessonJob) -> bytes:
        """Where a lesson stands."""
        found = work(job)
        assert isinstance(found, Taught)
        return found.state

    def load(self) -> dict[str, int]:
        """Nobody waits: there is one who thinks."""
        return {"processes": 1, "idle": 1, "waiting": 0}


class Own:
    """The line of the one person: they answer with the first option of what they are asked."""

    credit = 0.0
    basis = ""

    def __init__(self) -> None:
        self._inbox: asyncio.Queue[str] = asyncio.Queue()
        self.over = asyncio.Event()
        self._number = 0
        self._asked = 0

    def measure(self) -> None:
        """There is no way to measure."""

    async def receive(self) -> Heard:
        """What the person does next."""
        return Heard(await self._inbox.get(), asyncio.get_running_loop().time())

    async def send(self, text: str) -> None:
        """The person hears something."""
        told = json.loads(text)
        if told["t"] == "reply":
            assert told["ok"], told
        for offer in told.get("view", {}).get("offers", [])[:1]:
            self._answer(offer)
        if told.get("table", {}).get("state") == "over":
            self.over.set()

    def _answer(self, offer: dict[str, Any]) -> None:
        if offer["ask"] <= self._asked:
            return
        self._asked = offer["ask"]
        picks = offer.get("high", 0)
        answer = offer["items"][: offer.get("low", 0)] if picks else offer["options"][0]
        self.do("answer", ask=offer["ask"], answer=answer)

    async def close(self, why: str) -> None:
        """It was a pleasure."""

    def do(self, t: str, **fields: object) -> None:
        """Do something."""
        self._number += 1
        self._inbox.put_nowait(json.dumps({"t": t, "id": self._number, **fields}))

    def greet(self) -> None:
        """Say hello."""
        self._inbox.put_nowait(json.dumps({"t": "hello", "protocol": PROTOCOL}))


async def play(game: str) -> str:
    """Open a table with bots, play to the end; the record."""
    config = HouseConfig(pace=0)
    house = House(config, MemoryStore(), LocalBus(), HereAndNow(), "alone", chance=Fixed())
    await house.open_doors()
    opened = await house.open(NewTable(game, "Ann", bots=house.best_level(game)), ANN)
    assert isinstance(opened, Opened), opened
    line = Own()
    seated = house.run(Connection(house, ANN, line).run(opened.table))
    line.greet()
    line.do("commit", start=1, commit="-")
    line.do("do", what="start")
    await line.over.wait()
    record = await house.record_of(opened.table)
    await house.close_doors()
    await asyncio.wait([seated])
    return record
