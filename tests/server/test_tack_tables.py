"""Ninjaaa'Tack tables on the wire: times, signals, code sheets, bots (tack:T4 to T6, T23)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tatami.bots.realtime import planner
from tatami.catalogue import find
from tatami.engine.deed import DECIDE, QUICKEST, Deed
from tatami.engine.referee import Referee
from tatami.games.tack import BOTS, GAME
from tatami.server import lobby
from tatami.server.house import new_paper
from tatami.server.papers import Paper
from tatami.server.streams import Stream
from tatami.server.thinker import Job, MeanJob, Meant, work
from tatami.server.views import game_card
from tatami.server.wire import Arrange, NewTable
from tests.server.people import run
from tests.server.racers import PASS, Racer, racers
from tests.server.test_deadlines import moves_of
from tests.server.truth import Truth, updates_in
from tests.support.serving import Server

Serve = Callable[..., Server]
TIME = 0.25
CHOOSE, BETWEEN, COUNT = 10 * TIME, 6 * TIME, 3 * TIME
QUICK = {"choose": "10", "between": "1", "codes": "off"}
CALM = {"choose": "10", "between": "6", "codes": "off"}
SETTINGS: dict[str, object] = {
    "pace": 0,
    "time": TIME,
    "thinkers": 1,
    "messages": 500,
    "opening": 10_000,
}
SLACK = 0.7
"""Seconds that a busy machine may be late."""
TACK = find("tack")


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clocks run four times as fast."""
    with Server(tmp_path_factory.mktemp("dojo") / "data", **SETTINGS) as server:
        yield server


def passes(one: Racer) -> int:
    """How many passes this round has had."""
    assert one.view is not None
    return int(one.view["count"][PASS])


async def new_step(people: list[Racer]) -> float:
    """Wait for a pass, so that a step has just begun; the moment of it."""
    number = passes(people[0])
    await people[0].wait(lambda: passes(people[0]) != number)
    began = time.monotonic()
    for one in people:
        await one.wait(lambda one=one: passes(one) != number)
    return began


# -- times


def test_a_pass_comes_when_its_count_has_run_out(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options=QUICK)
        await new_step(people)
        number = passes(people[0])
        for one in people[:3]:
            await one.choose()
        await asyncio.sleep(0.3)
        assert not any(one.view and one.view.get("counting") for one in people)
        await people[3].choose()
        answered = time.monotonic()
        await people[0].wait(lambda: people[0].view and people[0].view.get("counting"))
        await people[0].wait(lambda: passes(people[0]) != number)
        assert COUNT * 0.7 < time.monotonic() - answered < COUNT + SLACK

    run(evening())


def test_a_pass_comes_no_sooner_than_the_time_between_two(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options=CALM)
        began = await new_step(people)
        for one in people:
            await one.choose()
        clock = updates_in(people[3].seen)[-1]["clock"]
        assert clock["left"] <= clock["total"]
        await new_step(people)
        assert BETWEEN * 0.75 < time.monotonic() - began < BETWEEN + SLACK

    run(evening())


def test_who_changes_their_mind_starts_the_count_again_but_not_the_time_to_choose(
    dojo: Server,
) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options=QUICK)
        ann = people[0]
        began = await new_step(people)
        number = passes(ann)
        for one in people:
            await one.choose()
        changes = 0
        while passes(ann) == number:
            await asyncio.sleep(COUNT / 3)
            if passes(ann) == number and ann.view and ann.view.get("back"):
                changes += (await ann.ask("back"))["ok"]
            if passes(ann) == number and ann.offers:
                await ann.answer(ann.offers[0], ann.offers[0]["options"][-1])
        assert changes > 1
        assert CHOOSE * 0.8 < time.monotonic() - began < CHOOSE + SLACK

    run(evening())


def test_who_never_chooses_passes_by_default_and_is_replaced_by_a_bot_in_the_end(
    dojo: Server,
) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options=QUICK)
        ann = people[0]
        began = await new_step(people)
        for one in people[1:]:
            await one.choose()
        await new_step(people)
        assert CHOOSE * 0.8 < time.monotonic() - began < CHOOSE + SLACK
        await ann.wait(lambda: ann.state["seats"][0].get("stand_in"))
        await ann.ask("do", what="come_back")
        assert not ann.state["seats"][0].get("stand_in")

    run(evening())


def test_a_step_keeps_its_end_through_a_restart_also_when_a_count_is_broken_off(
    serve: Serve,
) -> None:
    server = serve(**{**SETTINGS, "time": 0.5})
    choose = 10 * 0.5

    async def evening() -> None:
        people = await racers(server, 4, options={**CALM, "between": "12"})
        ann = people[0]
        await asyncio.sleep(1)
        for one in people:
            await one.choose()
        await asyncio.sleep(0.5)
        server.kill()
        await asyncio.sleep(1)
        server.start()
        for one in people:
            await one.drop()
            await one.come()
        await ann.wait(lambda: ann.view and ann.view.get("counting"))
        assert (await ann.ask("back"))["ok"]
        clock = updates_in(ann.seen)[-1]["clock"]
        assert clock["total"] == choose * 1000
        # 1.5 s had gone; a kill gives back up to the last second as well
        assert choose - 2.5 < clock["left"] / 1000 < choose - 0.3
        assert moves_of(server, ann.table)[-1].endswith("s0 back")

    run(evening())


def test_time_stands_still_while_nobody_is_there(dojo: Server) -> None:
    async def evening() -> None:
        ann = Racer(dojo.url, "Ann")
        ann.open("tack", seats=4, bots="drowsy", options=QUICK)
        await ann.come()
        await ann.ask("do", what="start")
        await ann.wait(lambda: ann.signals())
        await ann.drop()
        await asyncio.sleep(0.3)
        before = len(moves_of(dojo, ann.table))
        await asyncio.sleep(CHOOSE + 1)
        assert len(moves_of(dojo, ann.table)) <= before + 1
        await ann.come()
        await ann.wait(lambda: len(moves_of(dojo, ann.table)) > before + 3)

    run(evening())


def test_when_all_go_away_and_come_back_nobody_wins_time(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={**QUICK, "choose": "90"})
        ann = people[0]
        await asyncio.sleep(1)
        for one in people:
            await one.drop()
        await asyncio.sleep(2)
        await ann.come()
        await ann.wait(lambda: ann.state.get("time"))
        gone = 90 * TIME * 1000 - ann.state["time"]["left"]
        assert 900 < gone < 2_900, "one second has gone, not three, not none"

    run(evening())


def test_a_pause_keeps_the_time_to_choose(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options=QUICK)
        ann = people[0]
        await new_step(people)
        await asyncio.sleep(CHOOSE / 2)
        await ann.ask("do", what="pause")
        await asyncio.sleep(CHOOSE)
        number = passes(ann)
        refused = await people[1].strike()
        assert refused["refusal"]["code"] == "paused"
        began = time.monotonic()
        await ann.ask("do", what="resume")
        await ann.wait(lambda: passes(ann) != number)
        assert CHOOSE / 4 < time.monotonic() - began < CHOOSE / 2 + SLACK

    run(evening())


# -- signals


def test_signals_go_to_all_at_once_and_are_kept(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={**QUICK, "choose": "90"})
        ann, ben, *_ = people
        began = time.monotonic()
        assert (await ann.ask("say", kind="gesture", args=[3]))["ok"]
        assert (await ann.ask("say", kind="word", args=[11]))["ok"]
        assert (await ann.ask("say", text="now, I think"))["ok"]
        for one in people:
            await one.wait(lambda one=one: len(one.signals()) == 3)
            assert [line[2] for line in one.signals()] == ["gesture", "word", "say"]
        assert time.monotonic() - began < 1
        for args in ([12], [-1], [3, 3], []):
            reply = await ben.ask("say", kind="gesture", args=args)
            assert reply["refusal"]["code"] == "bad_remark"
        assert len(moves_of(dojo, ann.table)) == 3
        await ann.drop()
        ann.seq = -1  # as a browser that knows nothing
        await ann.come()
        await ann.wait(lambda: updates_in(ann.seen)[-1].get("fresh"))
        assert len(updates_in(ann.seen)[-1]["said"]) == 3

    run(evening())


def test_a_tap_a_second_always_passes_and_a_flood_does_not(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={**QUICK, "choose": "90"})
        ann = people[0]
        numbers = [await ann.tell("say", kind="gesture", args=[0]) for _ in range(60)]
        await ann.wait(lambda: numbers[-1] in ann.replies)
        replies = [ann.replies[number] for number in numbers]
        assert all(reply["ok"] for reply in replies[:10]), "ten quick taps are no flood"
        assert replies[-1]["refusal"]["code"] == "too_fast"
        for _ in range(4):
            await asyncio.sleep(1)
            assert (await ann.ask("say", kind="gesture", args=[0]))["ok"]

    run(evening())


# -- code sheets


def seated_paper(bots: int, **options: str) -> Paper:
    paper = new_paper(NewTable("tack", "Ann", 4, dict(options)), TACK, "ann", "Ann")
    assert isinstance(paper, Paper)
    for at in range(1, 4):
        if at <= bots:
            paper.seats[at] = lobby.bot_seat(paper, "swift")
        else:
            assert lobby.sit(paper, f"p{at}", f"P{at}", at, "") is None
    return paper


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
    assert lobby.settled_options(TACK, seated_paper(bots, **chosen)) == played


def test_what_the_host_sees_is_what_is_played_and_other_choices_do_not_change_it() -> None:
    paper = seated_paper(0)
    shown = lobby.shown_options(TACK, paper)
    assert shown == {"codes": "off"}
    order = Arrange(1, "set", options={**shown, "choose": "40"})
    assert lobby.arrange(paper, "ann", order, TACK) is None
    assert paper.options == {"choose": "40"}, "nobody chose the sheets"
    order = Arrange(1, "set", options={**lobby.shown_options(TACK, paper), "codes": "on"})
    assert lobby.arrange(paper, "ann", order, TACK) is None
    assert lobby.shown_options(TACK, paper) == {"choose": "40", "codes": "on"}
    order = Arrange(1, "set", options={**lobby.shown_options(TACK, paper), "choose": "20"})
    assert lobby.arrange(paper, "ann", order, TACK) is None
    assert paper.options == {"codes": "on"}, "a choice stays"
    assert lobby.settled_options(TACK, paper) == {}


def test_the_record_and_its_proof_hold_the_options_that_were_played(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={"choose": "90"})
        ann = people[0]
        assert ann.state["options"] == {"choose": "90", "codes": "off"}
        for one in people:
            await one.ask("do", what="end")
        await ann.wait(lambda: ann.state["state"] == "closed")
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        assert truth.record.options == {"choose": "90", "codes": "off"}

    run(evening())


def test_the_start_page_knows_that_the_game_has_a_clock_of_its_own() -> None:
    assert game_card(TACK).real_time
    assert not game_card(find("clans")).real_time


# -- bots


def test_bots_play_whole_games_of_4_5_and_8_with_a_person_and_never_react_too_soon(
    serve: Serve,
) -> None:
    """Three tables at a time, ten times as fast; but nobody reacts sooner than people can."""
    server = serve(**{**SETTINGS, "time": 0.1, "pace": 0.1, "thinkers": 2})

    async def evening() -> None:
        races = await asyncio.gather(*(whole_game(server, seats) for seats in (4, 5, 8)))
        assert sum(map(len, races)), "nobody struck in nine rounds"

    run(evening())


async def whole_game(server: Server, seats: int) -> list[list[list[int]]]:
    """Ann plays three rounds with bots, or until somebody has won; the races for the gong."""
    ann = Racer(server.url, "Ann")
    options = {"choose": "90", "between": "1", "passes": "4", "rounds": "3"}
    ann.open("tack", seats=seats, bots="swift", options=options)
    await ann.come()
    assert (await ann.ask("do", what="start"))["ok"]
    began = time.monotonic()
    await ann.wait(lambda: ann.signals())
    assert time.monotonic() - began > QUICKEST / 1000 - 0.05
    while not ann.over:
        if ann.offers:
            await ann.answer_some()
        await ann.wait(lambda: ann.offers or ann.over)
    assert {line[1] for line in ann.signals()} == set(range(1, seats))
    assert {line[2] for line in ann.signals()} == {"gesture"}, "they have code sheets"
    assert all(strike[3] == 0 for race in ann.races() for strike in race), "no credit for bots"
    truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
    assert truth.end.over
    truth.check(0, updates_in(ann.seen))
    return ann.races()


def test_a_bot_stands_in_without_speaking_in_a_persons_name(dojo: Server) -> None:
    async def evening() -> None:
        people = await racers(dojo, 4, options={**QUICK, "rounds": "1"})
        ann = people[0]
        for one in people[1:]:
            await one.drop()
        await ann.wait(lambda: sum(bool(s.get("stand_in")) for s in ann.state["seats"]) >= 3)
        number = (ann.view or {})["count"][PASS]
        await ann.wait(lambda: ann.over or passes(ann) > number + 1, 20)
        assert ann.signals() == []

    run(evening())


def meant(referee: Referee, level: str, key: bytes, heard: bool) -> Any:
    """What bots in another process would mean to do, from what browsers get."""
    jobs = tuple(
        Job("tack", referee.seats, referee.opts, level, key, Stream(s, referee, 1).glance(referee))
        for s in range(referee.seats)
    )
    task = msgspec.msgpack.decode(msgspec.msgpack.encode(MeanJob(jobs, heard)), type=Job | MeanJob)
    assert isinstance(task, MeanJob)
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
        assert meant(referee, level, key, heard) == Meant(wanted)
        for seat in range(4):
            assert referee.remark(seat, "gesture", (seat,))


def test_a_bot_that_fails_does_not_keep_the_others_from_planning() -> None:
    referee = Referee(GAME, 4, 3)
    good = Job("tack", 4, referee.opts, "swift", bytes(32), Stream(0, referee, 1).glance(referee))
    bad = msgspec.structs.replace(good, level="nobody")
    outcome = work(MeanJob((good, bad, good)))
    assert isinstance(outcome, Meant)
    assert outcome.deeds[1] is None
    assert outcome.deeds[0] == outcome.deeds[2]
    assert outcome.deeds[0] is not None
    assert Deed(0, DECIDE).kind in {deed.kind for deed in outcome.deeds[0]}
