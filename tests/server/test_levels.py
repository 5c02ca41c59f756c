"""Bots that search, at a table: replaced where their search fails, quicker where many wait."""

from __future__ import annotations

import asyncio
import hashlib
import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.record import Record, parse, replay
from tatami.engine.referee import Referee
from tatami.search.bot import repeat, simulations
from tatami.search.noted import searched
from tatami.tables.botmoves import SHARE, SHORTEST, BotMoves
from tatami.tables.config import STRETCH, TEMPOS
from tatami.tables.livebots import LiveBots
from tatami.tables.thinking import Answered, Job, think
from tests.server.people import Witness, play_all, run
from tests.server.test_thinkers import job as thinking_job
from tests.support.serving import Server

CLANS = catalogue.find("clans")
REPEATED = 6
JOB = Job("clans", 3, (), "shrewd", bytes(32), b"")


class Failing:
    """Thinkers of which none comes back from a search."""

    def __init__(self, waiting: int = 0) -> None:
        self.asked: list[str] = []
        self.waiting = waiting

    async def think(self, job: Job) -> Answered | None:
        self.asked.append(job.level)
        return Answered(5) if job.level == "steady" else None

    def load(self) -> dict[str, int]:
        return {"processes": 2, "idle": 0, "waiting": self.waiting}


def bots(thinkers: Failing, pace: float = 1.0) -> BotMoves:
    house = SimpleNamespace(
        thinkers=thinkers, listing=catalogue.find, config=SimpleNamespace(pace=pace)
    )
    table: Any = SimpleNamespace(house=house, row=SimpleNamespace(tempo="normal"))
    return BotMoves(table)


def answered(moves: BotMoves, job: Job) -> Answered | None:
    return asyncio.run(moves._answered(job))


def test_a_bot_whose_search_fails_answers_without_one() -> None:
    thinkers = Failing()
    assert answered(bots(thinkers), JOB) == Answered(5)
    assert thinkers.asked == ["shrewd", "steady"]


def test_a_bot_that_does_not_search_is_asked_once() -> None:
    thinkers = Failing()
    assert answered(bots(thinkers), msgspec.structs.replace(JOB, level="fiery")) is None
    assert thinkers.asked == ["fiery"]


def test_a_search_takes_a_part_of_the_pause_and_less_where_many_wait() -> None:
    assert bots(Failing())._search_time() == SHARE * TEMPOS["normal"]
    assert bots(Failing(waiting=4))._search_time() == SHARE * TEMPOS["normal"] / 3
    assert bots(Failing(), pace=0.0)._search_time() == SHORTEST


@pytest.mark.parametrize(("tempo", "times"), [("slow", 11 / 6), ("normal", 1.0), ("fast", 1.0)])
def test_how_quick_bots_are_in_real_time_is_not_how_quick_they_are_in_turns(
    monkeypatch: pytest.MonkeyPatch, tempo: str, times: float
) -> None:
    for name in TEMPOS:
        monkeypatch.setitem(TEMPOS, name, 9.0)
    house = SimpleNamespace(config=SimpleNamespace(pace=0.5))
    table: Any = SimpleNamespace(house=house, row=SimpleNamespace(tempo=tempo))
    assert LiveBots(table)._stretch() == times * 0.5
    assert STRETCH.keys() == TEMPOS.keys()


def test_a_job_without_time_to_search_is_answered_by_rule() -> None:
    referee = Referee(CLANS.game, 3, 5)
    seat = referee.waiting()[0]
    key = bytes([9] * 32)
    hurried = msgspec.structs.replace(thinking_job("shrewd", referee, seat, key), seconds=1e-9)
    by_rule = CLANS.bots["steady"](key).decide(referee.view(seat))
    planned = next(one.simulations for one in CLANS.ladder if one.name == "shrewd")
    assert think(hurried) == Answered(by_rule, planned, 0)


def again(listing: Listing, found: Record, level: str) -> None:
    """What a bot found when its time was up is found again, with its key, from what it saw."""
    moves = replay(listing.game, found).moves
    noted = [(move, searched(move.text)) for move in moves if move.kind == "answer"]
    tried = [(move, how) for move, how in noted if how is not None]
    assert tried
    for move, how in sorted(tried, key=lambda pair: -pair[1].done)[:REPEATED]:
        text = f"bot {found.notes['secret']} {move.seat} {how.since}"
        bot = listing.bots[level](hashlib.sha256(text.encode()).digest())
        repeat(bot, how.done)
        assert bot.decide(replay(listing.game, found, how.since).view(move.seat)) == move.answer
        assert simulations(bot) == (how.planned, how.done)


def told(found: Record) -> list[int | None]:
    """How many simulations were done for each move, as the record says; none for the deal."""
    texts = [re.search(r' "(\d+) of \d+ simulations after move \d+"$', one) for one in found.lines]
    return [None, *(int(one[1]) if one else None for one in texts)]


@pytest.mark.parametrize(
    ("game", "level", "seats"), [("clans", "shrewd", 3), ("night", "cunning", 4)]
)
def test_people_play_a_whole_game_against_bots_that_search(
    still: Server, game: str, level: str, seats: int
) -> None:
    options = {"rounds": "1"} if game == "night" else {}

    async def evening() -> None:
        ann = Witness(still.url, "Ann")
        ann.open(game, seats=seats, bots=level, options=options)
        await ann.come()
        await ann.must("do", what="start")
        await play_all([ann], still)
        assert ann.acked
        assert {seat["level"] for seat in ann.state["seats"] if seat["kind"] == "bot"} == {level}
        assert not [text for text in ann.raw if "simulations" in text or "searched" in text]
        found = parse(ann.http(f"/api/tables/{ann.table}/record"))
        again(catalogue.find(game), found, level)
        frames = ann.http(f"/api/tables/{ann.table}/replay?eyes=watch")["frames"]
        assert [one["searched"] and one["searched"]["done"] for one in frames] == told(found)

    run(evening())
