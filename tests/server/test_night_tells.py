"""Night of the Ninja, to the moment: who is asked, and until when, tells nothing (N24).

Two nights in a house whose time the test turns. They differ only in what some cannot know: in the
cards of the others, in how long their bots think about those, in whether one who went away had
answered before. Whoever cannot know it hears the same, to the byte, at the same moments.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zlib
from contextlib import closing
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from tatami import catalogue
from tatami.engine.asking import Answer
from tatami.engine.view import View
from tatami.games.guide import Maker, Player
from tatami.search import Budget, Finding
from tatami.search.improve import weigh
from tatami.tables import thinking
from tatami.tables.absence import MISSES
from tatami.tables.config import CLOCKS, TALKS
from tatami.tables.thinking import Answered, Job, Spoken
from tests.server.nights import chosen, dealt, night_row, opened, told
from tests.support import seeds
from tests.support.clockwork import Clockwork, Guest, turn

HOUSES = "Crane-1 Lotus-1 Crane-2 Lotus-2 Crane-3 Lotus-3"
ANN = "Judge Spy-1 Mystic-1"
CLEO = "Spy-4 Mystic-4 Spy-5"
TO_CLEO = "Spy-2 Mystic-3"
TO_ANN = "Blind-Assassin-1 Mystic-2"
WORLDS = {
    "harmless": f"{ANN} Thief {TO_CLEO} {CLEO} "
    f"Spy-6 Spy-3 Mystic-5 Mystic-6 Shapeshifter Martyr Troublemaker {TO_ANN}",
    "armed": f"{ANN} Shinobi-1 {TO_CLEO} {CLEO} "
    f"Mastermind Shinobi-3 Blind-Assassin-2 Mirror-Monk Shinobi-4 Martyr Shinobi-2 {TO_ANN}",
}
"""Ann sits at 0, Ben at 1, Cleo at 2, bots at 3 to 5. What Ann and Cleo get is always the same."""
KEPT = (
    *("Judge", "Thief", "Shinobi-1", "Spy-4", "Spy-6", "Mastermind", "Mystic-6", "Mirror-Monk"),
    *("Troublemaker", "Shinobi-2", "Blind-Assassin-1", "Spy-2"),
)
"""What is kept in the draft by whoever has it, the best first."""
READY = 0.5
"""Seconds that people take for an answer, so that everybody waits for the bots."""
LATE = 200.0
"""Seconds that Cleo takes for the Mystics: more than a quick clock allows."""
GOES = 20.0
"""Seconds after which Ben goes away in that phase."""
AWAY = 90.0


SEEKS = "cunning"
"""A level that searches."""
NIGHT = catalogue.find("night")
LONGEST_ANSWER = 0.006
"""Seconds that an answer in a playout takes at most."""
WAVERS = 5.0
"""Seconds between what Ben does who cannot decide."""


class Slow:
    """Bots that play nothing. All that a bot sees decides how long it thinks, and how much."""

    planned = 1000
    """How many simulations it plans."""

    async def think(self, job: Job) -> Any:
        """Keep the best card; play, react and unmask nothing."""
        await asyncio.sleep(_whim(job))
        answer = nothing(json.loads(job.update)["view"]["offers"][0])
        return Answered(answer, self.planned, round(self.planned * _whim(job)))

    def load(self) -> dict[str, int]:
        """Nobody waits for a process."""
        return {"processes": 1, "idle": 1, "waiting": 0}

    async def speak(self, job: Job) -> Spoken | None:
        """Some claim to be the first of a House, the others are silent."""
        await asyncio.sleep(_whim(job) / 2)
        seat = json.loads(job.update)["view"]["seat"]
        return Spoken("am", (0, 0)) if seat % 2 else None


def _whim(job: Job) -> float:
    """Between nothing and one, by every card that the bot sees."""
    view = json.loads(job.update)["view"]
    return zlib.crc32(json.dumps([view["zones"], view.get("offers")]).encode()) % 1000 / 1000


def nothing(offer: dict[str, Any], *first: str) -> Any:
    """No card to play; in the draft, what is kept."""
    return [] if offer.get("high") else chosen(offer, *first, *KEPT)


class Costs:
    """A clock that goes on with each answer in a playout, as long as what is held there says."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def makes(self, prior: Maker) -> Maker:
        """The same bots, and what they cost."""
        return lambda key: Costly(prior(key), self)


class Costly:
    """A bot that takes its time."""

    def __init__(self, plays: Player, clock: Costs) -> None:
        self.plays = plays
        self.clock = clock

    def decide(self, view: View) -> Answer:
        self.clock.now += LONGEST_ANSWER * zlib.crc32(repr(view.zones).encode()) / (1 << 32)
        return self.plays.decide(view)


class Seekers(Slow):
    """Bots that search, and keep to themselves what they find: that takes what it takes."""

    planned = 400

    async def think(self, job: Job) -> Any:
        """As long as a search of what it sees; the answer tells nothing of it."""
        if job.level != SEEKS:  # who stands in for somebody does not search
            return Answered((await super().think(job)).answer)
        update, clock = json.loads(job.update), Costs()
        found = self._found(job, clock)
        assert clock.now <= job.seconds + LONGEST_ANSWER, "it is never late"
        await asyncio.sleep(clock.now)
        return Answered(nothing(update["view"]["offers"][0]), self.planned, found.done)

    def _found(self, job: Job, clock: Costs) -> Finding:
        _, view = thinking._made(job)
        guide = copy(NIGHT.guide)
        assert guide.prior is not None
        base = guide.prior(job.key).decide(view)
        guide.prior = clock.makes(guide.prior)
        budget = Budget(self.planned, job.seconds, clock=clock)
        budget.begin()
        return weigh(view, guide, job.key, budget, base)


class Evening:
    """Three people, three bots, one who watches; ``armed``: in the other of the two worlds."""

    def __init__(self, works: Clockwork, armed: bool, clock: str, level: str = "wary") -> None:
        self.armed = armed
        self.works = works
        self.row = night_row(("ann", "ben", "cleo"), 3, clock, level)
        self.ann = Guest(works.house, "ann", self._ann)
        self.ben = Guest(works.house, "ben", self._ben)
        self.cleo = Guest(works.house, "cleo", self._cleo)
        self.wen = Guest(works.house, "wen")

    def _ann(self, offer: dict[str, Any]) -> tuple[float, Any]:
        """Judge Cleo, then attack a bot, who is asked whether it reacts."""
        if offer["key"] == "play.Blind-Assassin":
            _later(1.0, lambda: self.works.house.run(self.ben.come(self.row.id)))
        whom = "s2:only" if offer["key"] == "judge.at" else "s4:only"
        return READY, chosen(offer, whom, *KEPT)

    def _ben(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """Go away while the Mystics are asked for, having answered in one of the worlds."""
        if offer["key"] == "play.Mystic":
            _later(GOES, self.ben.go)
            return (READY, []) if self.armed else None
        return READY, nothing(offer, "Spy-1" if self.armed else "Mystic-1")

    def _cleo(self, offer: dict[str, Any]) -> tuple[float, Any]:
        """Take long over the Mystics."""
        return LATE if offer["key"] == "play.Mystic" else READY, nothing(offer)

    async def play(self) -> tuple[Guest, Guest, Guest]:
        """A whole round: those who cannot know in which world they are."""
        await self.works.table(self.row)
        for one in (self.ann, self.ben, self.cleo, self.wen):
            await one.come(self.row.id)
        self.ann.say("do", what="start")
        async with asyncio.timeout(3600):
            while not self.ann.view.get("over"):
                await asyncio.sleep(1.0)
        await self.works.close()
        return self.ann, self.cleo, self.wen


def _later(seconds: float, work: Any) -> None:
    asyncio.get_running_loop().call_later(seconds, work)


async def _evening(
    data: Path, armed: bool, clock: str, bots: Slow, level: str
) -> tuple[Guest, Guest, Guest]:
    return await Evening(Clockwork(data, bots, away=AWAY), armed, clock, level).play()


@pytest.mark.parametrize(
    ("clock", "bots", "level"),
    [("quick", Slow, "wary"), ("none", Slow, "wary"), ("none", Seekers, SEEKS)],
    ids=["quick", "none", "bots that search"],
)
def test_what_one_cannot_know_changes_no_byte_and_no_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str, bots: type[Slow], level: str
) -> None:
    """With bots, one who goes away, one who is late, and one who dies and looks on."""
    heard: list[tuple[Guest, Guest, Guest]] = []
    for name, cards in WORLDS.items():
        with dealt(monkeypatch, f"{HOUSES}|{cards}"):
            seeds.begin("the same people")
            work = _evening(tmp_path / name, name == "armed", clock, bots(), level)
            heard.append(turn(work))
    for one, other in zip(*heard, strict=True):
        assert one.heard == other.heard, one.name
        assert told(one, "dies") == [[2, 0], [4, 0]], "Cleo by the Judge, a bot by the Assassin"
        assert any(m["table"]["seats"][1].get("stand_in") for m in one.messages("table"))
    ann = heard[0][0]
    assert not [text for one in heard[0] for _, text in one.heard if "simulations" in text]
    notes = [noted(tmp_path / name, bots.planned) for name in WORLDS]
    assert all(any(not note.startswith("0 ") for note in one) for one in notes), "in the record"
    assert notes[0] != notes[1], "of each world it tells something else"
    waited = opened(ann, "play.Trickster") - opened(ann, "play.Mystic")
    assert waited == pytest.approx(CLOCKS[clock] + TALKS[clock] or LATE)


def noted(data: Path, planned: int) -> list[str]:
    """What is stored of the searches of bots."""
    with closing(sqlite3.connect(data / "tatami.db")) as store:
        lines = [line for (line,) in store.execute("SELECT line FROM move ORDER BY seq")]
    return [line.partition(' "')[2] for line in lines if f" of {planned} simulations" in line]


# -- N7: an answer that was given and taken back


class Doubts(Evening):
    """In every phase Cleo takes long; meanwhile Ben does as ``how`` says, and ends without a card.

    ``once``: he answers. ``wavers``: he plays a card, takes it back, and then answers. ``never``:
    he does not answer. ``leaves``: he plays a card, takes it back, and leaves it at that, until a
    bot stands in, as it does for one who never answers.
    """

    def __init__(self, works: Clockwork, how: str, clock: str) -> None:
        super().__init__(works, False, clock)
        self.how = how
        self.backs = 0
        self._phase = ""

    def _ben(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """The first answer to a phase, or what follows when it was taken back."""
        if not offer["key"].startswith("play."):
            return READY, nothing(offer, "Spy-1", "Mystic-1")
        again, self._phase = self._phase == offer["key"], offer["key"]
        if again:
            return (WAVERS, []) if self.how == "wavers" else None
        if self.how == "wavers" or (self.how == "leaves" and self.backs < MISSES):
            _later(WAVERS, self._take_back)
            return READY, offer.get("items", [])[:1]
        return (READY, []) if self.how == "once" else None

    def _take_back(self) -> None:
        self.backs += self.ben.view.get("back", False)
        self.ben.say("back")

    def _cleo(self, offer: dict[str, Any]) -> tuple[float, Any]:
        """Keep everybody waiting in every phase, until time is over where there is a clock."""
        return LATE if offer["key"].startswith("play.") else READY, nothing(offer)


@pytest.mark.parametrize(
    ("clock", "one", "other", "backs"),
    [("none", "once", "wavers", 3), ("quick", "never", "leaves", MISSES)],
    ids=["changes it", "leaves it"],
)
def test_an_answer_that_was_given_and_taken_back_changes_no_byte_and_no_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str, one: str, other: str, backs: int
) -> None:
    """N7: not in number, order, size or time of what anybody else hears."""
    heard: list[tuple[Guest, Guest, Guest]] = []
    nights: list[Doubts] = []
    for how in (one, other):
        with dealt(monkeypatch, f"{HOUSES}|{WORLDS['harmless']}"):
            seeds.begin("the same people")
            heard.append(turn(_doubts(tmp_path / how, how, clock, nights)))
    for first, second in zip(*heard, strict=True):
        assert first.heard == second.heard, first.name
    assert [night.backs for night in nights] == [0, backs], "while Cleo lives, or Ben is awaited"


async def _doubts(
    data: Path, how: str, clock: str, nights: list[Doubts]
) -> tuple[Guest, Guest, Guest]:
    nights.append(Doubts(Clockwork(data, Slow(), away=600), how, clock))
    return await nights[-1].play()
