"""Bots that search, at a table: replaced where their search fails, quicker where many wait."""

from __future__ import annotations

import asyncio
import hashlib
import re
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.record import Record, parse, replay
from tatami.engine.referee import Referee
from tatami.search.bot import repeat, simulations
from tatami.search.noted import searched
from tatami.server.thinkers import Thinkers, Worker
from tatami.tables.botmoves import SHARE, SHORTEST, BotMoves
from tatami.tables.config import STRETCH, TEMPOS
from tatami.tables.livebots import THINKING, LiveBots
from tatami.tables.streams import Stream
from tatami.tables.thinking import NO_TIME, Answered, Job, Task, think
from tests.server.people import Witness, play_all, run
from tests.server.test_thinkers import job as thinking_job
from tests.support.clockwork import TurnedLoop
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


# -- how long a search may take


class Brain(Worker):
    """A process that takes as long as it may where a bot has something to think about."""

    def __init__(self, holders: set[int], late: float) -> None:
        super().__init__(cast("asyncio.subprocess.Process", SimpleNamespace(returncode=None)))
        self.holders = holders
        self.late = late
        self.given: dict[int, float] = {}

    async def ask(self, task: Task, budget: float, longest: int) -> Answered:
        assert isinstance(task, Job)
        seat = msgspec.json.decode(task.update)["view"]["seat"]
        self.given[seat] = task.seconds
        await asyncio.sleep(self.late + (task.seconds if seat in self.holders else 0.0))
        return Answered(0)


class Evening:
    """Bots at a table of Night, all asked at once; the processes are such brains."""

    def __init__(self, number: int, holders: int, processes: int, late: float, **more: Any) -> None:
        night = catalogue.find("night")
        self.referee = Referee(night.game, number, 3)
        self.pace = more.get("pace", 1.0)
        self.thinkers = Thinkers(processes)
        self.brains = [Brain(set(range(holders)), late) for _ in range(processes)]
        self.thinkers._bots.all.update(self.brains)
        self.thinkers._bots.idle.extend(self.brains)
        self.answered: dict[int, float] = {}
        self.moves = (LiveBots if more.get("live") else BotMoves)(self._table(number))

    def _table(self, number: int) -> Any:
        seats = [SimpleNamespace(by_bot=True, level="cunning") for _ in range(number)]
        house = SimpleNamespace(
            thinkers=self.thinkers,
            listing=catalogue.find,
            config=SimpleNamespace(pace=self.pace),
            bot_key=lambda row, seat, moves: bytes(32),
        )
        return SimpleNamespace(
            house=house,
            row=SimpleNamespace(tempo="normal", seats=seats, game="night"),
            referee=self.referee,
            lock=asyncio.Lock(),
            streams=[Stream(seat, self.referee, 1) for seat in range(number)],
            play=lambda make: asyncio.sleep(0),
        )

    async def move(self, seat: int) -> None:
        """One of them answers; when it does, is written down."""
        await self.moves._move(seat)
        self.answered[seat] = asyncio.get_running_loop().time()

    async def all_move(self) -> None:
        assert self.referee.waiting() == [*range(self.referee.seats)]
        await asyncio.gather(*(self.move(seat) for seat in self.referee.waiting()))

    def given(self) -> dict[int, float]:
        """How long each was allowed to search."""
        return {seat: time for brain in self.brains for seat, time in brain.given.items()}

    def run(self) -> Evening:
        with asyncio.Runner(loop_factory=TurnedLoop) as runner:
            runner.run(self.all_move())
        return self


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
@pytest.mark.parametrize("holders", range(8))
def test_bots_that_are_asked_at_once_answer_when_the_pause_is_over_whatever_they_hold(
    holders: int, processes: int
) -> None:
    """N24: nobody learns from the moment of an answer who had something to think about."""
    evening = Evening(7, holders, processes, late=0.01).run()
    assert [*evening.answered.values()] == [pytest.approx(TEMPOS["normal"])] * 7
    turns = -(-7 // processes)
    assert min(evening.given().values()) > SHARE * TEMPOS["normal"] / turns - 7 * 0.01


def test_who_waits_longer_than_that_for_a_process_does_not_search() -> None:
    evening = Evening(7, 7, 1, late=0.1).run()
    assert [*evening.answered.values()] == [pytest.approx(TEMPOS["normal"])] * 7
    assert sorted(evening.given().values())[:2] == [NO_TIME] * 2


def test_a_job_has_no_more_time_for_having_waited() -> None:
    job = msgspec.structs.replace(JOB, seconds=0.3, within=0.7)
    waits = {0.0: 0.3, 0.4: 0.3, 0.5: 0.2, 0.7: NO_TIME, 5.0: NO_TIME}
    assert {wait: job.after(wait).seconds for wait in waits} == pytest.approx(waits)
    assert msgspec.structs.replace(job, within=0.0).after(0.1).seconds == pytest.approx(0.2)
    assert JOB.after(9.0) == JOB, "as much as it takes, is as much as it takes"


def test_where_others_wait_for_processes_a_search_is_shorter() -> None:
    assert bots(Failing())._turns(1) == 2, "two processes, both of them at work"
    assert bots(Failing(waiting=3))._turns(1) == 3
    assert bots(Failing(waiting=3))._turns(4) == 5


def test_bots_that_make_no_pause_search_for_a_moment() -> None:
    evening = Evening(4, 4, 1, 0.0, pace=0.0).run()
    assert evening.given() == pytest.approx(dict.fromkeys(range(4), SHORTEST))


@pytest.mark.parametrize("holders", [0, 1, 5])
@pytest.mark.parametrize("processes", [1, 5])
def test_in_real_time_too_all_answer_at_the_moment_that_was_planned(
    holders: int, processes: int
) -> None:
    evening = Evening(5, holders, processes, late=0.005, live=True).run()
    assert [*evening.answered.values()] == [pytest.approx(THINKING)] * 5
    assert max(evening.given().values()) <= THINKING / 2


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
        repeat(bot, how.planned, how.done)
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
