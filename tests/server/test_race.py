"""The race for the gong on the wire (tack:T7): slow lines, stalled ones, strikes that are none."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tatami.engine.errors import Ack, Refusal
from tatami.games.tack import GAME
from tatami.server.pulse import MOST_CREDIT, Pulse
from tatami.server.race import Race, Strike, note_of, told
from tatami.server.table import Table
from tests.server.people import NAMES, Witness, calmly, run
from tests.server.racers import ATTACK, GONG, NINJA, PASS, ROUND, Racer, racers
from tests.server.truth import Truth, is_part, updates_in
from tests.support.line import Line
from tests.support.serving import Server

Serve = Callable[..., Server]
SEATS = 8
LONG = {"choose": "90", "between": "12", "codes": "off"}
"""Nobody is hurried while the gong is struck."""
SLACK = 0.03
"""Seconds for what a busy machine adds to everything."""
SETTINGS: dict[str, object] = {"pace": 0, "thinkers": 1, "messages": 500, "opening": 10_000}


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clocks run as they should."""
    with Server(tmp_path_factory.mktemp("dojo") / "data", **SETTINGS) as server:
        yield server


async def settle(people: list[Racer], races: int) -> None:
    """Everybody has been told of so many races."""
    for one in people:
        await one.wait(lambda one=one: len(one.races()) >= races)


async def answer_rest(people: list[Racer]) -> None:
    """After a call: lose a token, hold a throw; until the gong can be struck again."""
    while not all(one.view and (one.view.get("rights") or one.over) for one in people):
        for one in people:
            if one.offers and one.view and not one.view.get("rights"):
                await one.ask(
                    "answer", ask=one.offers[0]["ask"], answer=one.offers[0]["options"][0]
                )
        await asyncio.sleep(0.02)


# -- who is first


def test_who_pressed_first_wins_whenever_the_lead_exceeds_delay_and_jitter_less_credit(
    dojo: Server,
) -> None:
    """Eight lines with random delays up to 300 ms each way; lag alone never wins."""
    dice = random.Random(6)
    jitter = 0.02

    async def evening() -> None:
        clear = raced = 0
        async with AsyncExitStack() as stack:
            delays = [0.0, *(dice.uniform(0.0, 0.3) for _ in range(SEATS - 2)), 0.3]
            lines = [Line(dojo.port, d, jitter, at) for at, d in enumerate(delays)]
            people = await racers(dojo, SEATS, lines, stack, options=LONG)
            weather = await stack.enter_async_context(Weather(people[0]))
            await asyncio.sleep(3)  # the server measures the lines
            for number in range(1, 11):
                first = dice.randrange(SEATS) if number % 2 else -1
                weather.worst = 0.0
                pressed = await press_all(people, dice, first, delays)
                await settle(people, number)
                race = people[0].races()[-1]
                clear += first_won(race, pressed, delays, 2 * jitter + SLACK + weather.worst)
                raced += no_lag_won(race, pressed, delays, 2 * jitter + SLACK + weather.worst)
                await answer_rest(people)
        assert clear >= 3, "hardly any lead was clear"
        assert raced >= 3, "hardly anybody raced"

    calmly(evening)


class Weather:
    """How late a busy machine is at worst, over a line without delay: nobody's fault."""

    def __init__(self, who: Racer) -> None:
        self.who = who
        self.worst = 0.0

    async def __aenter__(self) -> Weather:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            heard = len(self.who.seen)
            await self.who.tell("ping")
            while not any(m["t"] == "pong" for m in self.who.seen[heard:]):
                await asyncio.sleep(0.005)
            self.worst = max(self.worst, loop.time() - began)


async def press_all(
    people: list[Racer], dice: random.Random, first: int, delays: list[float]
) -> dict[int, float]:
    """Everybody presses within 150 ms; but one of them, if there is one, with a clear lead."""
    pressed: dict[int, float] = {}
    stamp = people[0].stamp()
    lead = 0.3 + max(0.0, delays[first] - MOST_CREDIT) if first >= 0 else 0.0

    async def press(one: Racer) -> None:
        await asyncio.sleep(0 if one.seat == first else lead + dice.uniform(0, 0.15))
        pressed[one.seat] = asyncio.get_running_loop().time()
        await one.press(dice.choice((NINJA, ATTACK)), stamp)

    await asyncio.gather(*map(press, people))
    return pressed


def first_won(
    race: list[list[int]], pressed: dict[int, float], delays: list[float], slack: float
) -> bool:
    """Check the promise; whether there was anything to check."""
    first, second = sorted(pressed, key=lambda seat: pressed[seat])[:2]
    lead = pressed[second] - pressed[first]
    credit = next((one[3] for one in race if one[0] == first), 0) / 1e6
    if lead <= delays[first] - credit + slack:
        return False
    assert race[0][0] == first, (race, pressed, delays)
    return True


def no_lag_won(
    race: list[list[int]], pressed: dict[int, float], delays: list[float], slack: float
) -> bool:
    """Nobody wins by lag: a credit is no longer than the way, or than a tenth of a second."""
    assert all(0 <= one[3] <= MOST_CREDIT * 1e6 for one in race)
    for seat, credit in ((one[0], one[3] / 1e6) for one in race):
        assert credit <= delays[seat] + slack, "a credit for a way that was not so long"
    counts = [one[2] - one[3] for one in race]
    assert counts == sorted(counts), "the order is not what was measured"
    winner = race[0][0]
    faster = [seat for seat in pressed if delays[seat] < delays[winner]]
    sooner = [seat for seat in faster if pressed[seat] < pressed[winner] - slack]
    assert not sooner, "somebody on a shorter line had pressed clearly sooner"
    return len(race) > 1


def test_a_slow_line_is_credited_with_half_its_round_trip_up_to_a_tenth_of_a_second(
    dojo: Server,
) -> None:
    """Ann's line takes 90 ms: though she is heard later, she pressed first and wins.

    Cleo's takes 300 ms and is credited with 100: she pressed 100 ms before Dora and is too late.
    """

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            lines = [Line(dojo.port, delay) for delay in (0.09, 0.0, 0.3, 0.0)]
            people = await racers(dojo, 4, lines, stack, options=LONG)
            ann, ben, cleo, dora = people
            await asyncio.sleep(2)  # the server measures the lines
            for number in range(1, 6):  # a busy machine may be late, but not always
                first = await ann.press()
                await asyncio.sleep(0.045)
                await ben.strike()
                await settle(people, number)
                await ann.wait(lambda first=first: first in ann.replies)
                await answer_rest(people)
                if ann.replies[first]["ok"]:
                    break
            race = dora.races()[-1]
            assert [one[0] for one in race] == [0, 1]
            assert race[0][2] > race[1][2] == 0, "Ben was heard first"
            assert 0.089 < race[0][3] / 1e6 <= MOST_CREDIT
            late = await cleo.press()
            await asyncio.sleep(0.1)
            assert (await dora.strike())["ok"]
            await cleo.wait(lambda: late in cleo.replies)
            assert cleo.replies[late]["refusal"]["code"] == "not_first"
            assert cleo.replies[late]["refusal"]["args"][0] == dora.seat

    calmly(evening)


def test_the_loser_is_told_who_was_first_and_all_are_told_who_struck_when(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={**LONG, "rounds": "1"})
        ann, ben, cleo, dora = people
        watcher = Racer(dojo.url, "Wim")
        await watcher.come(ann.table)
        won, lost = await asyncio.gather(ann.strike(NINJA), delayed(ben.strike(ATTACK)))
        assert won["ok"]
        refusal = lost["refusal"]
        assert refusal["code"] == "not_first"
        assert refusal["clause"] == "tack:T7"
        assert refusal["args"][0] == ann.seat
        assert refusal["sentence"].startswith(ann.name)
        late = await cleo.strike(NINJA, 1)
        assert late["refusal"]["code"] == "not_first", "too late, and still told who was first"
        assert late["refusal"]["args"][0] == ann.seat
        for one in (*people, watcher):
            await one.wait(lambda one=one: one.races())
            ((first, *_),) = one.races()
            assert first[0] == ann.seat
        await dora.wait(lambda: dora.over)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        (line,) = [line for line in truth.record.lines if " right " in line]
        assert f"s{ann.seat} " in line
        assert "arrival-credit in ms" in line
        truth.check(dora.seat, updates_in(dora.seen))

    run(evening())


async def delayed(work: Any, seconds: float = 0.002) -> Any:
    await asyncio.sleep(seconds)
    return await work


# -- lines that stall


def test_a_stalled_line_holds_up_neither_a_call_nor_a_pass(serve: Serve) -> None:
    server = serve(**SETTINGS, time=0.3)
    options = {"choose": "10", "between": "1", "codes": "off"}

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            lines = [Line(server.port, 0.1 * (at == 3)) for at in range(4)]
            people = await racers(server, 4, lines, stack, options=options)
            ann, *others, dora = people
            loop = asyncio.get_running_loop()
            lines[3].stall()  # Dora never chooses, and answers no ping
            began = loop.time()
            for one in (ann, *others):
                await one.choose()
            await ann.wait(lambda: ann.view and ann.view["count"][PASS] == 1)
            assert loop.time() - began < 10 * 0.3 + 1
            began = loop.time()
            assert (await ann.strike())["ok"]
            assert loop.time() - began < MOST_CREDIT + 1
            lines[3].flow()
            await dora.wait(lambda: dora.races())

    calmly(evening)


# -- strikes that are none


def test_bad_strikes_are_refused_and_change_nothing(dojo: Server) -> None:
    async def evening() -> None:
        ann = Racer(dojo.url, "Ann")
        ann.open("tack", seats=4, bots="drowsy", options=LONG)
        await ann.come()
        early = await ann.ask("right", name="gong", stamp=1, option=0)
        assert early["refusal"]["code"] == "not_started"
        people = await racers(dojo, 4, options={**LONG, "rounds": "3"})
        ben = people[1]
        watcher = Racer(dojo.url, "Wim")
        await watcher.come(ben.table)
        assert (await watcher.ask("right", name="gong", stamp=1, option=0))["refusal"][
            "code"
        ] == "not_seated"
        wrong = {
            "too_late": {"stamp": 0, "option": 0},
            "no_such_right": {"stamp": 1, "option": 2},
            "wrong_type": {"stamp": 1 << 40, "option": 0},
        }
        for code, fields in wrong.items():
            reply = await ben.ask("right", name="gong", **fields)
            assert reply["refusal"]["code"] == code, reply
        assert (await ben.ask("right", name="bell", stamp=1, option=0))["refusal"][
            "code"
        ] == "no_such_right"
        assert not any(one.races() for one in people)
        twice = [await ben.press(), await ben.press(), await ben.press(ATTACK)]
        await ben.wait(lambda: all(number in ben.replies for number in twice))
        replies = [ben.replies[number] for number in twice]
        assert replies[0]["ok"]
        assert [one["refusal"]["code"] for one in replies[1:]] == ["struck_already"] * 2
        await settle(people, 1)
        await answer_rest(people)
        assert (await people[0].strike(NINJA, 1))["refusal"]["code"] == "not_first"
        assert len(people[0].races()) == 1

    run(evening())


def test_a_strike_that_is_none_does_not_shorten_the_race_of_others(dojo: Server) -> None:
    """Ben's stale strike opens no race: Ann, 90 ms away, pressed before Dora and wins."""

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            lines = [Line(dojo.port, delay) for delay in (0.09, 0.0, 0.0, 0.0)]
            people = await racers(dojo, 4, lines, stack, options=LONG)
            ann, ben, _, dora = people
            await asyncio.sleep(2)  # the server measures the lines
            for number in range(1, 6):  # a busy machine may be late, but not always
                stale = await ben.press(NINJA, 77)
                first = await ann.press()
                await asyncio.sleep(0.045)
                await dora.strike()
                await settle(people, number)
                await ann.wait(lambda first=first: first in ann.replies)
                await ben.wait(lambda stale=stale: stale in ben.replies)
                assert ben.replies[stale]["refusal"]["code"] == "too_late"
                await answer_rest(people)
                if ann.replies[first]["ok"]:
                    break
            assert ann.replies[first]["ok"]

    calmly(evening)


# -- in the middle of it


class Fidget(Witness):
    """Plays, signals and strikes without a pause, and remembers what was acknowledged."""

    def __init__(self, base: str, name: str, seed: int) -> None:
        super().__init__(base, name, seed)
        self.tried: Counter[str] = Counter()
        self.kept: Counter[str] = Counter()

    async def fidget(self, done: asyncio.Event) -> None:
        """One thing after the other."""
        while not done.is_set() and not self.over:
            chance = self.dice.random()
            if self.offers and chance < 0.3:
                await self.answer_some()
            elif chance < 0.85:
                await self.do("remark", "say", kind="gesture", args=[self.dice.randrange(12)])
            elif self.view is not None:
                stamp = self.view["count"][ROUND]
                await self.do("right", "right", name=GONG, stamp=stamp, option=NINJA)
            await self.heed(0.02)

    async def do(self, what: str, t: str, **fields: object) -> None:
        """Something that the record should have if it is acknowledged."""
        self.tried[what] += 1
        self.kept[what] += (await self.ask(t, **fields))["ok"]

    def compare(self, truth: Truth) -> None:
        """What was acknowledged is in the record, and nothing that was never sent."""
        for what in ("remark", "right"):
            lines = [line for line in truth.record.lines if f" s{self.seat} {what} " in line]
            assert self.kept[what] <= len(lines) <= self.tried[what]
        acked = [truth.spelled(self.seat, given) for given in self.acked]
        assert is_part(acked, truth.lines_of(self.seat))
        truth.check(self.seat, updates_in(self.seen))


def test_a_game_goes_on_when_the_server_is_killed_and_nothing_acknowledged_is_lost(
    serve: Serve,
) -> None:
    """Passes, signals and strikes, also a race that is not decided yet."""
    server = serve(**{**SETTINGS, "time": 0.1})
    dice = random.Random(3)

    async def kill(people: list[Fidget], done: asyncio.Event) -> None:
        for _ in range(4):
            before = sum(one.kept.total() for one in people)
            while sum(one.kept.total() for one in people) < before + 8 and not people[0].over:
                await asyncio.sleep(0.01)
            await asyncio.sleep(dice.uniform(0, 0.3))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        done.set()

    async def evening() -> None:
        people = [Fidget(server.url, name, at) for at, name in enumerate(NAMES[:4])]
        host = people[0]
        host.open("tack", seats=4, options={**LONG, "between": "1"})
        for one in people:
            await one.come(host.table)
            if one is not host:
                await one.must("sit", name=one.name)
        await host.must("do", what="start")
        done = asyncio.Event()
        playing = [one.through(lambda one=one: one.fidget(done)) for one in people]
        await asyncio.gather(kill(people, done), *playing)
        if not host.over:
            for one in people:
                await one.through(lambda one=one: one.ask("do", what="end"))
            await host.until_state(lambda state: state["state"] == "closed")
        truth = Truth(host.http(f"/api/tables/{host.table}/record"))
        for one in people:
            one.compare(truth)
        assert all(sum(one.kept[what] for one in people) for what in ("remark", "right"))
        assert sum(one.cuts for one in people) >= 4

    run(evening())


# -- the measure itself


def test_the_least_round_trip_counts_and_half_of_it_is_credited() -> None:
    async def measured() -> None:
        sent: list[bytes] = []
        pulse = Pulse(lambda mark: bool(sent.append(mark)) or True)
        assert pulse.credit == 0
        pulse.start()
        await asyncio.sleep(0.03)
        assert pulse.answered(sent[0])
        assert not pulse.answered(sent[0]), "an answer counts once"
        assert not pulse.answered(b"whatever")
        assert 0.02 < pulse.trip < 0.2
        assert pulse.credit == pulse.trip / 2
        least = pulse.trip
        while len(sent) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(least + 0.01)
        assert pulse.answered(sent[1])
        assert pulse.trip == least, "a line that seems to become slower wins nothing"
        pulse.stop()
        pulse.trip = 0.5
        assert pulse.credit == MOST_CREDIT, "there is a limit"

    calmly(measured)


def test_of_many_strikes_the_one_that_counts_first_wins_and_the_others_learn_by_how_much() -> None:
    """Whatever the order in which they are read."""
    dice = random.Random(9)

    async def races() -> None:
        zero = asyncio.get_running_loop().time() - 1
        for number in range(200):
            strikes = [
                Strike(seat, GONG, number, NINJA, zero + dice.random(), dice.uniform(0, 0.1))
                for seat in dice.sample(range(SEATS), dice.randint(2, SEATS))
            ]
            made: list[Any] = []
            race = Race(cast("Table", stand_in(made)))
            replies = await asyncio.gather(*map(race.strike, strikes))
            first = min(strikes, key=lambda one: one.counts)
            assert [(one[0], one[2]) for one in made] == [(first.seat, number)]
            for one, reply in zip(strikes, replies, strict=True):
                assert bool(reply) == (one is first)
                if isinstance(reply, Refusal):
                    lead = round((one.counts - first.counts) * 1000)
                    assert (reply.code, reply.args) == ("not_first", (first.seat, lead))

    asyncio.run(races())


def stand_in(made: list[Any]) -> SimpleNamespace:
    """A table at which every strike is possible; ``made`` takes what becomes a move."""
    referee = SimpleNamespace(game=GAME, unable=lambda *_: None)
    referee.interrupt = lambda *move: made.append(move) or Ack()

    async def attempt(make: Any, race: Any) -> Any:
        return make(referee)

    return SimpleNamespace(
        referee=referee,
        attempt=attempt,
        barred=lambda: None,
        lock=asyncio.Lock(),
        connections=[SimpleNamespace(viewer=seat, credit=0.1) for seat in range(SEATS)],
        paper=SimpleNamespace(seats=[SimpleNamespace(name=name) for name in NAMES]),
        house=SimpleNamespace(run=asyncio.ensure_future, closing=False),
    )


def test_a_note_of_eight_strikes_is_short_enough_for_the_record() -> None:
    strikes = [Strike(at, "gong", 1, 0, 1000 + at * 0.1, 0.1) for at in range(SEATS)]
    note = note_of(strikes)
    assert len(note) < 300
    assert note.isprintable()
    assert note.startswith("first of 8, arrival-credit in ms: s0 0.0-100.0=-100.0, s1 ")
    assert told(strikes)[1].at == 100_000
