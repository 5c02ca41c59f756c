"""The race for the gong (tack:T7): slow lines, stalled ones, strikes that are none.

Who is first is decided in a house whose time the test turns; on real servers only that a race is
decided, told and kept is looked at, never how long anything took.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tatami.engine.errors import Ack, Refusal
from tatami.games.tack import GAME
from tatami.games.tack.zones import CAME, PASSED
from tatami.server.lines import CONSTANT, KERNEL, PROXY, SMALL, Cap
from tatami.server.pulse import OFTEN, Pulse
from tatami.tables.race import LEEWAY, MOST_CREDIT, Race, Strike, Track, note_of, told
from tests.server.dojo import LONG, Dojo, Fighter
from tests.server.people import NAMES, Witness, run
from tests.server.racers import ATTACK, GONG, NINJA, Racer, racers
from tests.server.truth import Truth, is_part, updates_in
from tests.support.clockwork import turn
from tests.support.serving import Server

Serve = Callable[..., Server]
SEATS = 8
MILLI = 0.0021
"""Seconds to which clocks are kept, and a little for rounding."""
MICRO = 2e-6
"""Seconds by which what is told in microseconds may be off."""
SETTINGS: dict[str, object] = {"pace": 0, "thinkers": 1, "messages": 500, "opening": 10_000}


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clocks run as they should."""
    with Server(tmp_path_factory.mktemp("dojo") / "data", **SETTINGS) as server:
        yield server


def evening(data: Path, play: Callable[[Dojo], Coroutine[Any, Any, None]], **wishes: Any) -> None:
    """Play at a table in turned time, from its beginning to its end."""

    async def all_of_it() -> None:
        table = Dojo(data, **wishes)
        await play(table)
        await table.close()

    turn(all_of_it())


# -- who is first


def test_who_pressed_first_wins_whenever_the_lead_exceeds_delay_and_jitter_less_credit(
    tmp_path: Path,
) -> None:
    """Eight lines with random delays up to 300 ms each way; lag alone never wins."""
    dice = random.Random(6)
    jitter = 0.02
    clear = Counter[bool]()

    async def play(table: Dojo) -> None:
        people = table.people
        for at, one in enumerate(people):
            one.way, one.jitter = (0.0, 0.3)[at] if at < 2 else dice.uniform(0.0, 0.3), jitter
            one.dice = random.Random(at)
        await table.begin()
        await table.measured()
        for number in range(1, 41):
            pressed = await press_all(people, dice)
            await table.quiet()
            race = people[0].races()[-1]
            assert len(people[0].races()) == number
            clear[first_won(race, pressed, people)] += 1
            no_lag_won(race, pressed, people)
            await table.next_deal()

    evening(tmp_path, play, people=SEATS)
    assert clear[True] >= 8, "hardly any lead was clear"
    assert clear[False] >= 8, "hardly anything was close"


async def press_all(people: list[Fighter], dice: random.Random) -> dict[int, float]:
    """Everybody presses within 150 ms, or in every other race one of them well before."""
    loop = asyncio.get_running_loop()
    seen = people[0].view["count"][CAME]
    early = dice.randrange(2 * len(people))
    pressed: dict[int, float] = {}
    for seat, one in enumerate(people):
        wait = 0.0 if seat == early else dice.uniform(0, 0.15) + (0.3 if early < SEATS else 0.0)
        pressed[seat] = loop.time() + wait
        loop.call_at(pressed[seat], one.strike, dice.choice((NINJA, ATTACK)), seen)
    return pressed


def first_won(race: list[list[Any]], pressed: dict[int, float], people: list[Fighter]) -> bool:
    """Check the promise; whether there was anything to check."""
    first, second = sorted(pressed, key=lambda seat: pressed[seat])[:2]
    line = people[first]
    longest = line.way + line.jitter - line.pulse.credit
    if pressed[second] - pressed[first] <= max(longest, 0.0):
        return False
    assert race[0][0] == first, (race, pressed)
    return True


def no_lag_won(race: list[list[Any]], pressed: dict[int, float], people: list[Fighter]) -> None:
    """Nobody wins by lag: a credit is no longer than the way, or than a tenth of a second."""
    for seat, _, _, credit, basis in race:
        assert 0 <= credit / 1e6 <= min(people[seat].way, MOST_CREDIT) + MICRO
        assert basis == KERNEL
    counts = [one[2] - one[3] for one in race]
    assert counts == sorted(counts), "the order is not what was measured"
    winner = race[0][0]
    for seat, at in pressed.items():
        if people[seat].way < people[winner].way:
            assert at > pressed[winner] - people[seat].jitter, "a shorter line had pressed sooner"


def test_a_slow_line_is_credited_with_half_its_round_trip_up_to_a_tenth_of_a_second(
    tmp_path: Path,
) -> None:
    """Ann's line takes 90 ms: though she is heard later, she pressed first and wins.

    Cleo's takes 300 ms and is credited with 100: she pressed 100 ms before Dora and is too late.
    """

    async def play(table: Dojo) -> None:
        ann, ben, cleo, dora = table.people
        ann.way, cleo.way = 0.09, 0.3
        await table.begin()
        await table.measured()
        first = ann.strike()
        await asyncio.sleep(0.045)
        second = ben.strike()
        await table.quiet()
        assert ann.reply(first)["ok"]
        assert ben.reply(second)["refusal"]["args"] == [0, 45]
        (race,) = dora.races()
        assert [one[0] for one in race] == [0, 1]
        assert [one[2] for one in race] == [pytest.approx(45_000, abs=2), 0], "Ben was heard first"
        assert race[0][3:] == [pytest.approx(90_000, abs=2), KERNEL]
        await table.next_deal()
        late = cleo.strike()
        await asyncio.sleep(0.1)
        soon = dora.strike()
        await table.quiet()
        assert dora.reply(soon)["ok"]
        assert cleo.reply(late)["refusal"]["code"] == "not_first"
        assert cleo.reply(late)["refusal"]["args"] == [dora.view["seat"], 100]

    evening(tmp_path, play)


@pytest.mark.parametrize("hold", [0.05, 0.2, 1.0])
def test_who_holds_back_the_answers_to_pings_wins_no_race_by_it(
    tmp_path: Path, hold: float
) -> None:
    """Ben is 4 ms away and answers pings late. Whoever pressed before him is before him."""

    async def play(table: Dojo) -> None:
        ann, ben, *_ = table.people
        ann.way = ben.way = 0.004
        ben.hold = hold
        await table.begin()
        await table.measured()
        assert ben.pulse.trip == pytest.approx(0.008 + hold)
        assert ben.pulse.credit == ann.pulse.credit == pytest.approx(0.004)
        for number in range(1, 31):
            seen = ben.view["count"][CAME]
            ann.strike()
            await asyncio.sleep(0.001 * number)
            ben.strike(NINJA, seen)
            await table.quiet()
            assert len(ann.races()) == number
            assert ann.races()[-1][0][0] == 0, "Ann pressed first"
            await table.next_deal()

    evening(tmp_path, play)


def test_a_race_waits_as_long_as_a_strike_that_counts_before_can_be_under_way(
    tmp_path: Path,
) -> None:
    """The largest credit of the others less one's own, to the moment, and no longer."""

    async def play(table: Dojo) -> None:
        ann, ben, cleo, _ = table.people
        ben.way, cleo.way = 0.02, 0.07
        await table.begin()
        await table.measured()
        loop = asyncio.get_running_loop()
        for one, wait in ((ann, 0.07), (ben, 0.05), (cleo, 0.0)):
            pressed = loop.time()
            number = one.strike()
            await table.quiet()
            came = one.told_at(number) - pressed
            assert came == pytest.approx(one.way + wait + LEEWAY, abs=0.0011)
            await table.next_deal()

    evening(tmp_path, play)


def test_the_loser_is_told_who_was_first_and_all_are_told_who_struck_when(dojo: Server) -> None:
    async def real() -> None:
        people = await racers(dojo, 4, options={**LONG, "rounds": "1"})
        ann, ben, cleo, dora = people
        watcher = Racer(dojo.url, "Wim")
        await watcher.come(ann.table)
        assert (await ann.strike(NINJA))["ok"]
        for one in (ben, cleo):
            refusal = (await one.strike(ATTACK, 1))["refusal"]
            assert refusal["code"] == "not_first", "late, and still told who was first"
            assert refusal["clause"] == "tack:T7"
            assert refusal["args"][0] == ann.seat
            assert refusal["sentence"].startswith(ann.name)
        for one in (*people, watcher):
            await one.wait(lambda one=one: one.races())
            ((first, *_),) = one.races()
            assert first[0] == ann.seat
        await dora.wait(lambda: dora.over)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        (line,) = [line for line in truth.record.lines if " right " in line]
        assert f"s{ann.seat} " in line
        assert "arrival-credit in ms" in line
        assert line.endswith(f' {KERNEL}"'), "what the credit rests on"
        truth.check(dora.seat, updates_in(dora.seen))

    run(real())


# -- lines that stall


def test_a_stalled_line_holds_up_neither_a_call_nor_a_pass(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        ann, *others, dora = table.people
        dora.way = 0.1
        await table.begin()
        await table.measured()
        dora.stalled = True  # Dora never chooses, and answers no ping
        for one in (ann, *others):
            one.choose()
        await table.until(lambda: ann.view["count"][PASSED])
        began = ann.timed("update")[0][0]
        assert ann.passed()[0] == pytest.approx(began + 10.0, abs=MILLI), "the time to choose"
        pressed = asyncio.get_running_loop().time()
        number = ann.strike()
        await table.quiet()
        assert ann.reply(number)["ok"]
        assert ann.told_at(number) - pressed <= MOST_CREDIT + LEEWAY + 0.001
        dora.stalled = False
        assert dora.races()

    evening(tmp_path, play, options={"choose": "10", "between": "1", "codes": "off"})


# -- strikes that are none


def test_bad_strikes_are_refused_and_change_nothing(dojo: Server) -> None:
    async def real() -> None:
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
        for one in people:
            await one.wait(lambda one=one: one.races())
        assert (await people[0].strike(NINJA, 1))["refusal"]["code"] == "not_first"
        assert len(people[0].races()) == 1

    run(real())


def test_a_strike_that_is_none_does_not_shorten_the_race_of_others(tmp_path: Path) -> None:
    """Ben's stale strike opens no race: Ann, 90 ms away, pressed before Dora and wins."""

    async def play(table: Dojo) -> None:
        ann, ben, _, dora = table.people
        ann.way = 0.09
        await table.begin()
        await table.measured()
        stale, first = ben.strike(NINJA, 77), ann.strike()
        await asyncio.sleep(0.045)
        dora.strike()
        await table.quiet()
        assert ben.refused(stale) == "too_late"
        assert ann.reply(first)["ok"]
        ((*strikes,),) = ann.races()
        assert [one[0] for one in strikes] == [0, 3], "Ben's is no part of it"

    evening(tmp_path, play)


# -- strikes after the cards have moved (T7)


async def moved(table: Dojo) -> None:
    """Everybody chooses, and the cards go on."""
    first = table.people[0]
    seen = first.view["count"][CAME]
    for one in table.people:
        one.choose()
    await table.until(lambda: first.view["count"][CAME] > seen)


def test_a_strike_that_arrives_after_the_cards_moved_is_void_whatever_its_credit(
    tmp_path: Path,
) -> None:
    """Ann, 90 ms away, pressed 1 ms before the pass: she is told, loses nothing, strikes again."""

    async def play(table: Dojo) -> None:
        ann, *_ = table.people
        ann.way = 0.09
        await table.begin()
        await table.measured()
        for one in table.people:
            one.choose()
        await table.until(lambda: table.table.time.due and table.table.time.due.revision >= 0)
        due = table.table.time.due
        assert due is not None
        left = (due.due - table.works.house.now()) / 1000
        await asyncio.sleep(left - 0.01)
        seen = ann.view["count"][CAME]
        void = ann.strike()
        await table.quiet()
        assert ann.view["count"][CAME] == seen + 1
        refusal = ann.reply(void)["refusal"]
        assert (refusal["code"], refusal["clause"]) == ("too_late", "tack:T7")
        assert "the cards had moved" in refusal["sentence"]
        assert not ann.races()
        assert not any(" right " in line for line in table.lines()), "it was no move"
        again = ann.strike()
        await table.quiet()
        assert ann.reply(again)["ok"]

    evening(tmp_path, play)


def test_a_void_strike_keeps_nobody_from_striking_at_once(tmp_path: Path) -> None:
    """Not even while a race is open that a slow line prolongs: both come in at one moment."""

    async def play(table: Dojo) -> None:
        ann, ben, *_, dora = table.people
        dora.way = 0.1
        await table.begin()
        await table.measured()
        await moved(table)
        later = ben.strike()
        void, valid = ann.strike(ATTACK, 1), ann.strike(NINJA)
        await table.quiet()
        assert ann.refused(void) == "too_late"
        assert ann.refused(valid) == "not_first"
        assert ben.reply(later)["ok"]
        ((*strikes,),) = ann.races()
        assert [one[0] for one in strikes] == [1, 0], "hers was part of the race"
        assert ann.told_at(void) < ann.told_at(valid) - 0.09, "she need not wait to learn it"

    evening(tmp_path, play)


def test_a_strike_that_arrives_before_the_cards_move_counts_though_they_would_move_meanwhile(
    tmp_path: Path,
) -> None:
    """A slow line prolongs the race beyond the end of the count: the pass waits for it."""

    async def play(table: Dojo) -> None:
        ann, *_, dora = table.people
        dora.way = 0.1
        await table.begin()
        await table.measured()
        for one in table.people:
            one.choose()
        await table.until(lambda: table.table.time.due and table.table.time.due.revision >= 0)
        due = table.table.time.due
        assert due is not None
        await asyncio.sleep((due.due - table.works.house.now()) / 1000 - 0.02)
        number = ann.strike()
        await table.quiet()
        assert ann.reply(number)["ok"]
        assert len(ann.races()) == 1
        assert not ann.passed(), "the cards never moved"

    evening(tmp_path, play)


def test_a_change_of_choice_does_not_make_a_strike_void(tmp_path: Path) -> None:
    """T7: it moves no cards."""

    async def play(table: Dojo) -> None:
        ann, ben, *_ = table.people
        await table.begin()
        for one in table.people:
            one.choose()
        await table.quiet()
        seen = ann.view["count"][CAME]
        ben.say("back")
        ann.strike(NINJA, seen)
        await table.quiet()
        assert len(ann.races()) == 1

    evening(tmp_path, play)


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
                stamp = self.view["count"][CAME]
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

    def kept(people: list[Fidget], what: str) -> int:
        return sum(one.kept[what] for one in people)

    async def until(holds: Callable[[], object]) -> None:
        while not holds():
            await asyncio.sleep(0.01)

    async def kill(people: list[Fidget], done: asyncio.Event) -> None:
        for _ in range(4):
            enough = sum(one.kept.total() for one in people) + dice.randint(8, 16)
            await until(
                lambda enough=enough: (
                    people[0].over or sum(one.kept.total() for one in people) >= enough
                )
            )
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await until(lambda: people[0].over or (kept(people, "remark") and kept(people, "right")))
        done.set()

    async def real() -> None:
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
        assert host.over or all(kept(people, what) for what in ("remark", "right"))
        assert sum(one.cuts for one in people) >= 4

    run(real())


# -- the measure itself


def pulse_of(kernel: Callable[[], float | None], sent: list[bytes]) -> Pulse:
    return Pulse(lambda mark: bool(sent.append(mark)) or True, kernel)


def test_the_least_round_trip_counts_and_half_of_it_is_credited() -> None:
    async def measured() -> None:
        sent: list[bytes] = []
        pulse = pulse_of(lambda: 9.0, sent)
        assert pulse.credit == 0
        pulse.start()
        await asyncio.sleep(0.03)
        assert pulse.answered(sent[0])
        assert not pulse.answered(sent[0]), "an answer counts once"
        assert not pulse.answered(b"whatever")
        assert pulse.trip == pytest.approx(0.03)
        assert pulse.credit == pulse.trip / 2
        least = pulse.trip
        await asyncio.sleep(OFTEN)
        assert pulse.answered(sent[1])
        assert pulse.trip == least, "a line that seems to become slower wins nothing"
        pulse.stop()
        pulse.trip = 0.5
        assert pulse.credit == MOST_CREDIT, "there is a limit"

    turn(measured())


def test_the_least_of_what_the_kernel_has_said_caps_the_credit() -> None:
    async def measured() -> None:
        sent: list[bytes] = []
        said: list[float | None] = [None, 0.04, 0.02, 0.06, None]
        pulse = pulse_of(lambda: said.pop(0) if said else None, sent)
        assert pulse.cap == Cap(CONSTANT, SMALL), "nothing is known yet"
        pulse.start()
        found = []
        for _ in range(3):
            await asyncio.sleep(0.2)  # pongs are held back
            pulse.answered(sent[-1])
            found.append((pulse.cap.basis, round(2 * pulse.credit, 3)))
            await asyncio.sleep(OFTEN - 0.2)
        assert found == [(KERNEL, 0.04), (KERNEL, 0.02), (KERNEL, 0.02)]
        pulse.told = Cap(PROXY, 0.1)
        assert (pulse.cap.basis, pulse.credit) == (PROXY, 0.05), "the kernel knows only the proxy"
        pulse.stop()

    turn(measured())


def test_of_many_strikes_the_one_that_counts_first_wins_and_the_others_learn_by_how_much() -> None:
    """Whatever the order in which they are read."""
    dice = random.Random(9)

    async def races() -> None:
        await asyncio.sleep(1.0)
        for number in range(200):
            strikes = [
                Strike(seat, GONG, number, NINJA, dice.random(), dice.uniform(0, 0.1))
                for seat in dice.sample(range(SEATS), dice.randint(2, SEATS))
            ]
            made: list[Any] = []
            race = Race(cast("Track", stand_in(made)))
            replies = await asyncio.gather(*map(race.strike, strikes))
            first = min(strikes, key=lambda one: one.counts)
            assert [(one[0], one[2]) for one in made] == [(first.seat, number)]
            for one, reply in zip(strikes, replies, strict=True):
                assert bool(reply) == (one is first)
                if isinstance(reply, Refusal):
                    lead = round((one.counts - first.counts) * 1000)
                    assert (reply.code, reply.args) == ("not_first", (first.seat, lead))

    turn(races())


def stand_in(made: list[Any]) -> SimpleNamespace:
    """A table at which every strike is possible; ``made`` takes what becomes a move."""
    referee = SimpleNamespace(game=GAME, unable=lambda *_: None)
    referee.interrupt = lambda *move: made.append(move) or Ack()

    async def attempt(make: Any, race: Any) -> Any:
        return make(referee)

    return SimpleNamespace(
        referee=referee,
        attempt=attempt,
        halted=lambda: None,
        lock=asyncio.Lock(),
        connections=[SimpleNamespace(viewer=seat, credit=0.1) for seat in range(SEATS)],
        row=SimpleNamespace(game=GAME.name, seats=[SimpleNamespace(name=name) for name in NAMES]),
        right=lambda name: next(one for one in GAME.rights if one.name == name),
        house=SimpleNamespace(run=asyncio.ensure_future, closing=False),
    )


@pytest.mark.parametrize("basis", [KERNEL, PROXY, CONSTANT])
def test_a_note_of_eight_strikes_is_short_enough_for_the_record(basis: str) -> None:
    strikes = [Strike(at, "gong", 1, 0, 1000 + at * 0.1, 0.1, basis) for at in range(SEATS)]
    note = note_of(strikes)
    assert len(note) < 300
    assert note.isprintable()
    assert note.startswith(
        f"first of 8, arrival-credit in ms: s0 0.0-100.0=-100.0 {basis}, s1 100.0-100.0=0.0 {basis}"
    )
    assert note.endswith(f"s7 700.0-100.0=600.0 {basis}")
    assert told(strikes)[1].at == 100_000
    assert told(strikes)[1].basis == basis
