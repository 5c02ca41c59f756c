"""Night of the Ninja and time: how long everything lasts, what is done for the silent, a pause.

All of it in a house whose time the test turns, so that lengths can be told to the millisecond.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tatami.games.night.rules import GAME
from tatami.tables.config import CLOCKS, TALKS
from tests.server.nights import chosen, dealt, night_row, opened, told
from tests.support.clockwork import Clockwork, Guest, turn

PEOPLE = ("ann", "ben", "cleo", "dan")
HOUSES = "Crane-1 Lotus-1 Crane-2 Lotus-2"
DEAL = "Judge Spy-1 Mystic-1 Spy-2 Spy-3 Spy-4 Mystic-2 Mystic-3 Mystic-4 Martyr"
WINDOW, SINGLE = CLOCKS["quick"] + TALKS["quick"], CLOCKS["quick"]
PHASES = ("play.Spy", "play.Mystic", "play.Trickster")


class FourPeople:
    """Four people at a table with a clock; ``second`` is what Ann has besides the Judge."""

    def __init__(self, data: Path, second: str, clock: str = "quick") -> None:
        self.works = Clockwork(data, object(), away=90.0)
        self.second = second
        self.row = night_row(PEOPLE, 0, clock)
        self.people = [Guest(self.works.house, name, self.answers) for name in PEOPLE]
        self.people[0].plan = self.host
        self.ann, self.ben, *_ = self.people

    def answers(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """Everybody is ready after a second."""
        return 1.0, [] if offer.get("high") else chosen(offer, "Martyr")

    def host(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """Ann judges Ben, plays her other card, and then does not say at whom, nor what she may."""
        if offer["key"].startswith(("draft", "play", "judge")):
            return 1.0, chosen(offer, "Judge", self.second, "s1:only")
        return None

    async def begin(self) -> None:
        """Everybody comes, and the game begins."""
        await self.works.table(self.row)
        for one in self.people:
            await one.come(self.row.id)
        self.ann.say("do", what="start")

    async def play(self) -> FourPeople:
        """Play until the round is over."""
        await self.begin()
        await self.until_over()
        return self

    async def until_over(self) -> None:
        """Let time pass."""
        async with asyncio.timeout(3600):
            while not self.ann.view.get("over"):
                await asyncio.sleep(1.0)
        await self.works.close()


async def _round(data: Path, second: str) -> FourPeople:
    return await FourPeople(data, second).play()


def _deal(second: str) -> str:
    """Ann gets the Judge from the deck, and the other card from Dan."""
    return f"{HOUSES}|{DEAL} {second} {'Spy-5' if second != 'Spy-5' else 'Spy-6'}"


# -- what is done for the silent


@pytest.mark.parametrize(
    ("second", "what", "whom"),
    [
        ("Blind-Assassin-1", "attacks", [[0, 0, 2, 0]]),
        ("Shinobi-1", "looks", [[0, 0, 2, 0]]),
    ],
)
def test_a_revealed_card_of_a_silent_player_aims_past_the_dead_to_the_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, second: str, what: str, whom: list[list[int]]
) -> None:
    """Ben, to the left of Ann, has died: the next who lives is Cleo. Shinobi spare: no *may*."""
    with dealt(monkeypatch, _deal(second)):
        table = turn(_round(tmp_path, second))
    assert told(table.ann, what) == whom
    assert told(table.ann, "dies")[0] == [1, 0]
    assert told(table.ann, "spares") == ([[0, 0, 2, 0]] if second.startswith("Shinobi") else [])
    assert len(told(table.ann, "dies")) == (1 if second.startswith("Shinobi") else 2)


@pytest.mark.parametrize("second", ["Troublemaker", "Spy-5", "Mystic-5"])
def test_looks_of_a_silent_player_go_to_the_left_and_nothing_optional_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    with dealt(monkeypatch, _deal(second)):
        table = turn(_round(tmp_path, second))
    assert told(table.ann, "looks") == [[0, 0, 1, 0]]
    mine = [args[0] for args in told(table.ben, "turns_up")][:1]
    assert mine == [0], "only the Judge turns a House card up, their own"


class Silent(FourPeople):
    """Ann keeps cards and then says nothing any more."""

    def host(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """Only the draft."""
        return (1.0, chosen(offer, "Judge")) if offer["key"].startswith("draft") else None


def test_a_silent_player_plays_nothing_and_every_window_lasts_its_whole_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others were ready after a second, and nobody was told so. Twice silent gets a bot."""
    with dealt(monkeypatch, _deal("Shinobi-1")):
        table = turn(_two_windows(tmp_path))
    assert not told(table.ben, "plays")
    begins = [opened(table.ben, key) for key in PHASES]
    assert begins[1] - begins[0] == pytest.approx(WINDOW)
    assert begins[2] - begins[1] == pytest.approx(WINDOW)
    ready = [at for at, _ in table.ben.timed("update") if begins[0] < at < begins[1]]
    assert ready == [pytest.approx(begins[0] + 1.0)], "his own answer, and nobody else's"
    warned = [at for at, _ in table.ann.timed("warned")]
    assert warned[0] == pytest.approx(begins[1] - 15)
    assert not table.ben.timed("warned")


async def _two_windows(data: Path) -> FourPeople:
    table = Silent(data, "Shinobi-1")
    await table.begin()
    async with asyncio.timeout(3600):
        while not table.ben.state["seats"][0].get("stand_in"):
            await asyncio.sleep(1.0)
    await table.works.close()
    return table


# -- how long everything lasts


def test_a_phase_and_a_single_answer_have_a_fixed_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealt(monkeypatch, _deal("Spy-5")):
        table = turn(_round(tmp_path, "Spy-5"))
    spies, aims = opened(table.ann, "play.Spy"), opened(table.ann, "spy.at")
    assert aims == pytest.approx(spies + 1.0), "everybody was ready"
    assert opened(table.ann, "play.Mystic") == pytest.approx(aims + SINGLE)
    clocks = {(m["clock"] or {}).get("total") for m in table.ann.messages("update")}
    assert clocks == {WINDOW * 1000, SINGLE * 1000, None}


def test_the_dead_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with dealt(monkeypatch, _deal("Mystic-5")):
        table = turn(_round(tmp_path, "Mystic-5"))
    dies = opened(table.ann, "play.Blind-Assassin")
    assert opened(table.ann, "play.Shinobi") == pytest.approx(dies + 1.0)
    asked = [m["view"].get("offers", []) for at, m in table.ben.timed("update") if at >= dies]
    assert not any(asked), "he died in the phase before"
    later = [m["view"].get("waiting", []) for at, m in table.ann.timed("update") if at >= dies]
    assert not any(1 in waiting for waiting in later)


# -- a pause


class Paused(FourPeople):
    """Ann answers; Ben does not in the phase of the Spies, in which Ann pauses the game."""

    async def evening(self) -> FourPeople:
        """Pause for an hour, in the middle of a sealed phase."""
        self.ben.plan = self.dawdles
        await self.begin()
        await self._in_the_night()
        await asyncio.sleep(10.0)
        self.ann.say("do", what="pause")
        await asyncio.sleep(1.0)
        self.ben.say("answer", ask=self.ben.view["offers"][0]["ask"], answer=[])
        self.people[2].say("say", kind="doubt", args=[0])
        await asyncio.sleep(3599.0)
        self.ann.say("do", what="resume")
        self.resumed = asyncio.get_running_loop().time()
        while self.ann.view["count"][1] == 1:
            await asyncio.sleep(0.5)
        await self.works.close()
        return self

    async def _in_the_night(self) -> None:
        while not self.ann.view or self.ann.view["count"][1] < 1:
            await asyncio.sleep(0.5)

    def dawdles(self, offer: dict[str, Any]) -> tuple[float, Any] | None:
        """Ben only drafts."""
        return self.answers(offer) if offer["key"].startswith("draft") else None


async def _paused(data: Path) -> FourPeople:
    return await Paused(data, "Spy-5").evening()


def test_the_host_pauses_a_sealed_phase_and_its_time_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealt(monkeypatch, _deal("Spy-5")):
        table = turn(_paused(tmp_path))
    begins = opened(table.ann, "play.Spy")
    ends = opened(table.ann, "spy.at")
    assert ends - begins == pytest.approx(WINDOW + 3600, abs=0.01)
    refused = [m["refusal"]["code"] for m in table.ben.messages("reply") if not m["ok"]]
    assert refused == ["paused"]
    said = [line[2] for m in table.ben.messages("update") for line in m["said"]]
    assert said == ["doubt"], "talk goes on"
    assert told(table.ben, "plays") == [[0, 0, GAME.faces.index("Spy-5")]], "Ann's answer was kept"
