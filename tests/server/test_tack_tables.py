"""Ninjaaa'Tack tables: times, signals, code sheets, bots (tack:T4 to T6, T23).

What is about time happens in a house whose time the test turns, and is told to the millisecond.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tatami.bots.realtime import planner
from tatami.catalogue import find
from tatami.engine.intent import DECIDE, QUICKEST, Intent
from tatami.engine.referee import Referee
from tatami.games.tack import BOTS, GAME
from tatami.games.tack.zones import CAME, PASSED
from tatami.tables import lobby
from tatami.tables.chance import Chance
from tatami.tables.house import TALK
from tatami.tables.new_rows import new_row
from tatami.tables.row import TableRow
from tatami.tables.streams import Stream
from tatami.tables.thinking import Job, PlanJob, Planned, work
from tatami.tables.views import game_card
from tatami.tables.wire import Arrange, NewTable
from tests.server.dojo import Dojo, Fighter
from tests.server.people import run
from tests.server.racers import Racer, racers
from tests.server.test_deadlines import moves_of
from tests.server.truth import Truth, updates_in
from tests.support.clockwork import turn
from tests.support.serving import Server

Serve = Callable[..., Server]
CHOOSE, BETWEEN, COUNT = 10.0, 6.0, 3.0
QUICK = {"choose": "10", "between": "1", "codes": "off"}
CALM = {"choose": "10", "between": "6", "codes": "off"}
SLOW = {"choose": "90", "between": "1", "codes": "off"}
SETTINGS: dict[str, object] = {
    "pace": 0,
    "time": 10,
    "thinkers": 1,
    "messages": 500,
    "opening": 10_000,
}
MILLI = 0.0021
"""Seconds to which clocks are kept, and a little for rounding."""
TACK = find("tack")


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hurries nobody."""
    with Server(tmp_path_factory.mktemp("dojo") / "data", **SETTINGS) as server:
        yield server


def evening(data: Path, play: Callable[[Dojo], Coroutine[Any, Any, None]], **wishes: Any) -> None:
    """Play at a table in turned time, from its beginning to its end."""

    async def all_of_it() -> None:
        table = Dojo(data, **wishes)
        await table.begin()
        await play(table)
        await table.close()

    turn(all_of_it())


def passes(one: Fighter) -> int:
    """How many passes this round has had."""
    return int(one.view["count"][PASSED])


def now() -> float:
    """The time in this house."""
    return asyncio.get_running_loop().time()


async def new_step(table: Dojo) -> float:
    """Wait for a pass, so that a step has just begun; the moment of it."""
    one = table.people[0]
    number = passes(one)
    await table.until(lambda: passes(one) != number)
    return one.passed()[-1]


# -- times


def test_a_pass_comes_when_its_count_has_run_out(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        *others, dora = table.people
        began = await new_step(table)
        for one in others:
            one.choose()
        await asyncio.sleep(2.0)
        assert not any(one.view.get("counting") for one in table.people)
        dora.choose()
        await asyncio.sleep(0.01)
        assert all(one.view.get("counting") for one in table.people)
        chosen = next(
            at for at, m in dora.timed("update") if at > began and m["view"].get("counting")
        )
        assert await new_step(table) == pytest.approx(chosen + COUNT, abs=MILLI)

    evening(tmp_path, play, options=QUICK)


def test_a_pass_comes_no_sooner_than_the_time_between_two(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        began = await new_step(table)
        for one in table.people:
            one.choose()
        await asyncio.sleep(0.01)
        clock = table.people[3].messages("update")[-1]["clock"]
        assert clock["left"] <= clock["total"]
        assert await new_step(table) == pytest.approx(began + BETWEEN, abs=MILLI)

    evening(tmp_path, play, options=CALM)


def test_who_changes_their_mind_starts_the_count_again_but_not_the_time_to_choose(
    tmp_path: Path,
) -> None:
    async def play(table: Dojo) -> None:
        ann = table.people[0]
        began = await new_step(table)
        number = passes(ann)
        for one in table.people:
            one.choose()
        changes = 0
        while passes(ann) == number:
            await asyncio.sleep(COUNT / 3)
            if ann.view.get("back"):
                ann.say("back")
                await asyncio.sleep(0.01)
                changes += 1
                ann.choose(-1)
                await asyncio.sleep(0.01)
        assert changes > 5
        assert ann.passed()[-1] == pytest.approx(began + CHOOSE, abs=MILLI)

    evening(tmp_path, play, options=QUICK)


def test_who_never_chooses_passes_by_default_and_is_replaced_by_a_bot_in_the_end(
    tmp_path: Path,
) -> None:
    async def play(table: Dojo) -> None:
        ann, *others = table.people
        began = await new_step(table)
        for one in others:
            one.choose()
        assert await new_step(table) == pytest.approx(began + CHOOSE, abs=MILLI)
        assert ann.state["seats"][0].get("stand_in"), "twice too late"
        ann.say("do", what="come_back")
        await asyncio.sleep(0.01)
        assert not ann.state["seats"][0].get("stand_in")

    evening(tmp_path, play, options=QUICK)


def test_a_step_keeps_its_end_through_a_restart_also_when_a_count_is_broken_off(
    tmp_path: Path,
) -> None:
    async def play(table: Dojo) -> None:
        ann = table.people[0]
        began = ann.timed("update")[0][0]
        await asyncio.sleep(1.0)
        for one in table.people:
            one.choose()
        await asyncio.sleep(0.5)
        gone = now() - began
        await table.reborn(down=100.0)
        assert ann.view.get("counting")
        ann.say("back")
        await asyncio.sleep(0.01)
        clock = ann.messages("update")[-1]["clock"]
        assert clock["total"] == CHOOSE * 1000
        # the time that the server was down is given back, and up to its last round before
        assert CHOOSE - gone - 0.1 <= clock["left"] / 1000 <= CHOOSE - gone + 1.0
        assert table.lines()[-1].endswith("s0 back")

    evening(tmp_path, play, options={**CALM, "between": "12"})


def test_a_killed_server_goes_on_with_the_step_and_its_count(serve: Serve) -> None:
    """The same on a real server: nobody wins time but what it was down, and its last second."""
    server = serve(**{**SETTINGS, "time": 1})

    async def real() -> None:
        people = await racers(server, 4, options={**SLOW, "between": "12"})
        ann = people[0]
        for one in people:
            await one.choose()
        assert (await ann.ask("back"))["ok"]
        before = updates_in(ann.seen)[-1]["clock"]
        await ann.choose()
        server.kill()
        server.start()
        for one in people:
            await one.drop()
            await one.come()
        await ann.wait(lambda: ann.view and ann.view.get("counting"))
        assert (await ann.ask("back"))["ok"]
        clock = updates_in(ann.seen)[-1]["clock"]
        assert clock["total"] == before["total"] == 90_000
        assert clock["left"] <= before["left"] + 1000
        assert moves_of(server, ann.table)[-1].endswith("s0 back")

    run(real())


def test_time_stands_still_while_nobody_is_there(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        (ann,) = table.people
        await table.until(ann.signals)
        ann.go()
        await asyncio.sleep(1.0)
        before = table.lines()
        await asyncio.sleep(10 * CHOOSE)
        assert table.lines() == before
        await ann.come(table.row.id)
        await table.until(lambda: len(table.lines()) > len(before) + 3)

    evening(tmp_path, play, people=1, bots=3, level="drowsy", options=QUICK)


def test_when_all_go_away_and_come_back_nobody_wins_time(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        ann = table.people[0]
        began = ann.timed("update")[0][0]
        await asyncio.sleep(1.0)
        for one in table.people:
            one.go()
        gone = now() - began
        await asyncio.sleep(200.0)
        await ann.come(table.row.id)
        await asyncio.sleep(0.01)
        assert ann.state["time"]["left"] / 1000 == pytest.approx(90 - gone, abs=0.03)

    evening(tmp_path, play, options=SLOW)


def test_a_pause_keeps_the_time_to_choose(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        ann, ben, *_ = table.people
        began = await new_step(table)
        await asyncio.sleep(CHOOSE / 2)
        ann.say("do", what="pause")
        gone = now() - began
        await asyncio.sleep(5 * CHOOSE)
        number = ben.strike()
        await asyncio.sleep(0.01)
        assert ben.refused(number) == "paused"
        ann.say("do", what="resume")
        resumed = now()
        assert await new_step(table) == pytest.approx(resumed + CHOOSE - gone, abs=MILLI)

    evening(tmp_path, play, options=QUICK)


# -- signals


def test_signals_go_to_all_at_once_and_are_kept(dojo: Server) -> None:
    async def real() -> None:
        people = await racers(dojo, 4, options=SLOW)
        ann, ben, *_ = people
        assert (await ann.ask("say", kind="gesture", args=[3]))["ok"]
        assert (await ann.ask("say", kind="word", args=[11]))["ok"]
        assert (await ann.ask("say", text="now, I think"))["ok"]
        for one in people:
            await one.wait(lambda one=one: len(one.signals()) == 3)
            assert [line[2] for line in one.signals()] == ["gesture", "word", "say"]
        for args in ([12], [-1], [3, 3], []):
            reply = await ben.ask("say", kind="gesture", args=args)
            assert reply["refusal"]["code"] == "bad_remark"
        assert len(moves_of(dojo, ann.table)) == 3
        await ann.drop()
        ann.seq = -1  # as a browser that knows nothing
        await ann.come()
        await ann.wait(lambda: updates_in(ann.seen)[-1].get("fresh"))
        assert len(updates_in(ann.seen)[-1]["said"]) == 3

    run(real())


def test_a_signal_reaches_everybody_in_the_same_moment(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        made = now()
        table.people[0].say("say", kind="gesture", args=[3])
        await asyncio.sleep(1.0)
        for one in table.people:
            (heard,) = [at for at, m in one.timed("update") if m["said"]]
            assert heard == pytest.approx(made, abs=MILLI)

    evening(tmp_path, play, options=SLOW)


def test_a_tap_a_second_always_passes_and_a_flood_does_not(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        ann = table.people[0]
        flood = [ann.act("say", kind="gesture", args=[0]) for _ in range(60)]
        await asyncio.sleep(0.01)
        assert [ann.refused(one) for one in flood] == [""] * 5 * TALK + ["too_fast"] * 45
        for _ in range(30):
            await asyncio.sleep(1.0)
            tap = ann.act("say", kind="gesture", args=[0])
            await asyncio.sleep(0.01)
            assert not ann.refused(tap)

    evening(tmp_path, play, options=SLOW)


# -- code sheets


def seated_row(bots: int, **options: str) -> TableRow:
    row = new_row(NewTable("tack", "Ann", 4, dict(options)), TACK, "ann", "Ann", Chance(), 0)
    assert isinstance(row, TableRow)
    for at in range(1, 4):
        if at <= bots:
            row.seats[at] = lobby.bot_seat(row, "swift")
        else:
            assert lobby.sit(row, f"p{at}", f"P{at}", at) is None
    return row


@pytest.mark.parametrize(
    ("bots", "chosen", "played"),
    [
        (0, {}, {"codes": "off"}),
        (1, {}, {}),
        (3, {}, {}),
        (0, {"codes": "on"}, {}),
        (3, {"codes": "off"}, {"codes": "off"}),
    ],
)
def test_code_sheets_are_on_when_bots_play_unless_the_host_chose(
    bots: int, chosen: dict[str, str], played: dict[str, str]
) -> None:
    assert lobby.settled_options(TACK, seated_row(bots, **chosen)) == played


def test_what_the_host_sees_is_what_is_played_and_other_choices_do_not_change_it() -> None:
    row = seated_row(0)
    shown = lobby.shown_options(TACK, row)
    assert shown == {"codes": "off"}
    order = Arrange(1, "set", options={**shown, "choose": "40"})
    assert lobby.arrange(row, "ann", order, TACK) is None
    assert row.options == {"choose": "40"}, "nobody chose the sheets"
    order = Arrange(1, "set", options={**lobby.shown_options(TACK, row), "codes": "on"})
    assert lobby.arrange(row, "ann", order, TACK) is None
    assert lobby.shown_options(TACK, row) == {"choose": "40", "codes": "on"}
    order = Arrange(1, "set", options={**lobby.shown_options(TACK, row), "choose": "20"})
    assert lobby.arrange(row, "ann", order, TACK) is None
    assert row.options == {"codes": "on"}, "a choice stays"
    assert lobby.settled_options(TACK, row) == {}


def test_the_record_and_its_proof_hold_the_options_that_were_played(dojo: Server) -> None:
    async def real() -> None:
        people = await racers(dojo, 4, options={"choose": "90"})
        ann = people[0]
        assert ann.state["options"] == {"choose": "90", "codes": "off"}
        for one in people:
            await one.ask("do", what="end")
        await ann.wait(lambda: ann.state["state"] == "closed")
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        assert truth.record.options == {"choose": "90", "codes": "off"}

    run(real())


def test_the_start_page_knows_that_the_game_has_a_clock_of_its_own() -> None:
    assert game_card(TACK).real_time
    assert not game_card(find("clans")).real_time


# -- bots


def test_bots_play_whole_games_of_4_5_and_8_with_a_person(serve: Serve) -> None:
    """Three tables at a time, ten times as fast."""
    server = serve(**{**SETTINGS, "time": 0.1, "pace": 0.1, "thinkers": 2})

    async def real() -> None:
        await asyncio.gather(*(whole_game(server, seats) for seats in (4, 5, 8)))

    run(real())


async def whole_game(server: Server, seats: int) -> None:
    """Ann plays three rounds with bots, or until somebody has won."""
    ann = Racer(server.url, "Ann")
    options = {"choose": "90", "between": "1", "passes": "4", "rounds": "3"}
    ann.open("tack", seats=seats, bots="swift", options=options)
    await ann.come()
    assert (await ann.ask("do", what="start"))["ok"]
    while not ann.over:
        if ann.offers:
            await ann.answer_some()
        await ann.wait(lambda: ann.offers or ann.over)
    assert {line[2] for line in ann.signals()} <= {"gesture"}, "they have code sheets"
    assert all(strike[3:] == [0, ""] for race in ann.races() for strike in race), "no credit"
    truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
    assert truth.end.over
    truth.check(0, updates_in(ann.seen))


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_bots_never_react_sooner_than_people_can(tmp_path: Path, seats: int) -> None:
    """Nobody signals or strikes within a quarter of a second of new cards; and they do both."""

    async def play(table: Dojo) -> None:
        (ann,) = table.people
        while not ann.view.get("over"):
            if ann.view.get("offers"):
                ann.choose()
            await asyncio.sleep(1.0)
        assert min(reactions(ann)) >= QUICKEST / 1000 - MILLI
        assert {line[1] for line in ann.signals()} == set(range(1, seats))
        assert {line[2] for line in ann.signals()} == {"gesture"}, "they have code sheets"
        strikes = [strike for race in ann.races() for strike in race]
        assert strikes, "nobody struck in three rounds"
        assert all(strike[3:] == [0, ""] for strike in strikes), "no credit for bots"

    wanted = {"choose": "90", "between": "1", "passes": "4", "rounds": "3"}
    evening(tmp_path, play, people=1, bots=seats - 1, options=wanted)


def reactions(one: Fighter) -> list[float]:
    """Seconds from new cards to each signal and each call that somebody has heard of."""
    found, cards, came = [], 0, 0.0
    for at, m in one.timed("update"):
        if m["said"] or m.get("race"):
            found.append(at - came)
        if m["view"]["count"][CAME] != cards:
            cards, came = m["view"]["count"][CAME], at
    return found


def test_a_bot_stands_in_without_speaking_in_a_persons_name(tmp_path: Path) -> None:
    async def play(table: Dojo) -> None:
        ann, *others = table.people
        for one in others:
            one.go()
        await table.until(lambda: all(s.get("stand_in") for s in ann.state["seats"][1:]))
        seen = passes(ann)
        await table.until(lambda: ann.view.get("over") or passes(ann) > seen + 1)
        assert ann.signals() == []

    evening(tmp_path, play, options={**QUICK, "rounds": "1"})


def planned(referee: Referee, level: str, key: bytes, heard: bool) -> Any:
    """What bots in another process would mean to do, from what browsers get."""
    jobs = tuple(
        Job("tack", referee.seats, referee.opts, level, key, Stream(s, referee, 1).glance(referee))
        for s in range(referee.seats)
    )
    task = msgspec.msgpack.decode(msgspec.msgpack.encode(PlanJob(jobs, heard)), type=Job | PlanJob)
    assert isinstance(task, PlanJob)
    return work(task)


@pytest.mark.parametrize("level", [*BOTS])
def test_what_bots_mean_to_do_follows_from_the_view_alone(level: str) -> None:
    referee = Referee(GAME, 4, 3)
    key = bytes(range(32))
    for heard in (False, True):
        here = [planner(BOTS[level](key), key) for _ in range(4)]
        views = [referee.view(seat) for seat in range(4)]
        wanted = tuple(
            tuple(one.hear(view) if heard else one.plan(view))
            for one, view in zip(here, views, strict=True)
        )
        assert planned(referee, level, key, heard) == Planned(wanted)
        for seat in range(4):
            assert referee.remark(seat, "gesture", (seat,))


def test_a_bot_that_fails_does_not_keep_the_others_from_planning() -> None:
    referee = Referee(GAME, 4, 3)
    good = Job("tack", 4, referee.opts, "swift", bytes(32), Stream(0, referee, 1).glance(referee))
    bad = msgspec.structs.replace(good, level="nobody")
    outcome = work(PlanJob((good, bad, good)))
    assert isinstance(outcome, Planned)
    assert outcome.intents[1] is None
    assert outcome.intents[0] == outcome.intents[2]
    assert outcome.intents[0] is not None
    assert Intent(0, DECIDE).kind in {intent.kind for intent in outcome.intents[0]}
