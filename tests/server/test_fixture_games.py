"""What other games need of a table: asks all at once, a count, races, rights, remarks, faults."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.conftest import GAMES
from tests.server.people import Witness, run, seated, whole_log
from tests.server.truth import Truth, updates_in
from tests.support.player import http
from tests.support.serving import Server

COUNT = 0.6
"""Seconds of a count on this server."""
QUICK = 20 * COUNT / 3


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a count that can be measured, and a game whose rules fail."""
    games = [f"tests.fixtures.{name}" for name in GAMES] + ["tests.server.broken"]
    settings = {"pace": 0, "time": COUNT / 3, "messages": 500, "thinkers": 1, "game": games}
    with Server(tmp_path_factory.mktemp("tables") / "data", **settings) as server:
        yield server


def code_of(reply: dict[str, Any]) -> str:
    assert not reply["ok"], reply
    return str(reply["refusal"]["code"])


def right(one: Witness, name: str) -> list[Any]:
    """A right that a player's view lists: name, stamp, options."""
    assert one.view is not None
    return next(right for right in one.view["rights"] if right[0] == name)


async def use(one: Witness, name: str) -> dict[str, Any]:
    _, stamp, options = right(one, name)
    return await one.ask("right", name=name, stamp=stamp, option=options[0])


def test_everybody_is_asked_at_once_and_answers_in_any_order(tables: Server) -> None:
    async def evening() -> None:
        people = await seated(tables.url, "draft", 3)
        for order in ([2, 0, 1], [1, 2, 0]):
            for one in people:
                await one.until_view(lambda view: view.get("offers"))
            assert all(one.offers[0]["key"] == "keep" for one in people)
            for at in order:
                assert (await people[at].answer_some())["ok"]
        await asyncio.gather(*[one.play() for one in people])

    run(evening())


def test_a_count_runs_when_all_have_chosen_and_starts_again_when_one_changes(
    tables: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "gong", 2)
        await ann.answer_some()
        await ben.until_view(lambda view: view["waiting"] == [1])
        await ben.answer_some()
        await ann.until_view(lambda view: view.get("counting"))
        clock = updates_in(ann.seen)[-1]["clock"]
        assert 0 < clock["left"] <= clock["total"] == int(COUNT * 1000)
        for _ in range(3):
            await asyncio.sleep(COUNT / 2)
            await ann.must("back")
            assert ann.view is not None
            assert not ann.view.get("counting")
            await ann.answer_some()
        changed = time.monotonic()
        round_one = ann.view
        assert round_one["counting"]
        await ann.until_view(lambda view: not view.get("counting"))
        assert COUNT * 0.9 < time.monotonic() - changed < COUNT + 3
        assert ann.offers, "the cards have been passed, and the next pass is asked for"

    run(evening())


def test_who_breaks_a_count_off_wins_no_time(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "gong", 2, clock="quick")
        began = time.monotonic()
        await ben.answer_some()
        broken = 0
        while ben.view and ben.view.get("given"):  # until the step has ended
            assert time.monotonic() - began < QUICK * 2.5
            if ann.offers:
                await ann.answer_some()
            elif ann.view and ann.view.get("counting"):
                broken += (await ann.ask("back"))["ok"]
            await ben.heed(0.1)
        assert broken >= 2
        assert time.monotonic() - began < QUICK * 2

    run(evening())


def test_without_a_change_nobody_can_answer_after_the_count(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "gong", 2)
        offer = ann.offers[0]
        await ann.answer_some()
        await ben.answer_some()
        await ann.until_view(lambda view: view.get("counting"))
        await ann.until_view(lambda view: not view.get("counting"))
        assert code_of(await ann.ask("answer", ask=offer["ask"], answer=99)) == "stale_ask"
        assert code_of(await ann.ask("back")) == "nothing_to_take_back"

    run(evening())


def test_a_race_goes_to_whoever_comes_first(tables: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo, dora = await seated(tables.url, "gong", 4)
        assert (await use(ann, "gong"))["ok"]
        others = [ben, cleo, dora]
        for one in others:
            await one.until_view(lambda view: view.get("offers", [{}])[0].get("key") == "shout")
        offers = [one.offers[0] for one in others]
        replies = await asyncio.gather(
            *[one.answer(offer, 0) for one, offer in zip(others, offers, strict=True)]
        )
        assert [reply["ok"] for reply in replies].count(True) == 1
        late = {code_of(reply) for reply in replies if not reply["ok"]}
        assert late <= {"stale_ask", "not_asked"}
        first = [reply["ok"] for reply in replies].index(True) + 1
        assert ann.game is not None
        names = [sentence["key"] for sentence in ann.game["sentences"]]
        told = names.index("shouted")
        for one in (ann, *others):
            await one.heed()
            events = [event for update in updates_in(one.seen) for event in update["events"]]
            assert [args for verb, args in events if verb == "tell" and args[0] == told] == [
                [told, first]
            ]

    run(evening())


def test_a_right_is_used_at_any_time_but_not_with_an_old_stamp(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "gong", 2)
        _, stamp, options = right(ann, "gong")
        wrong = {"name": "gong", "stamp": stamp + 1, "option": options[0]}
        assert code_of(await ann.ask("right", **wrong)) == "too_late"
        assert code_of(await ann.ask("right", **{**wrong, "name": "nonsense"})) == "no_such_right"
        odd = {"name": "gong", "stamp": stamp, "option": 7}
        assert code_of(await ann.ask("right", **odd)) == "no_such_right"
        await ben.answer_some()
        given = ben.view
        assert (await use(ann, "wave"))["ok"]  # it resumes: Ben's card stays chosen
        await ben.until(lambda m: m["t"] == "update")
        assert given is not None
        assert ben.view is not None
        assert ben.view["given"] == given["given"]
        assert (await use(ann, "gong"))["ok"]  # it cuts the round short
        await ben.until_view(lambda view: view.get("offers"))
        await ben.answer(ben.offers[0], 0)
        await ann.until_view(lambda view: view["count"][0] == 2)
        reply = await ben.ask("right", name="gong", stamp=stamp, option=0)
        assert code_of(reply) == "too_late"

    run(evening())


def test_a_game_has_remarks_of_its_own(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "gong", 2)
        await ann.must("say", kind="wink")
        await ben.until(lambda m: m["t"] == "update" and m["said"])
        assert updates_in(ben.seen)[-1]["said"][0][1:] == [0, "wink", [], ""]
        for bad in (
            {"kind": "nod"},
            {"kind": "wink", "args": [1]},
            {"kind": "wink", "text": "with words"},
            {"kind": "say", "text": "x", "args": [1]},
        ):
            assert code_of(await ann.ask("say", **bad)) == "bad_remark"
        assert await ben.heed() == []

    run(evening())


def test_one_player_can_have_several_places(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "trio", 2)
        assert len(ann.offers) == 3
        assert [offer["position"] for offer in ann.offers] == [0, 2, 4]
        assert [offer["position"] for offer in ben.offers] == [1, 3, 5]
        mine, theirs = ann.offers[1], ben.offers[1]
        # numbers of asks are each seat's own: one's number is never another's seat
        reply = await ann.answer(mine, mine["options"][-1])
        assert reply["ok"]
        assert len(ann.offers) == 2
        assert ben.offers[1] == theirs
        await asyncio.gather(ann.play(), ben.play())
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        truth.check(0, updates_in(ann.seen))

    run(evening())


def test_games_of_bots_alone_but_for_one_come_to_their_end(tables: Server) -> None:
    async def one_game(game: str) -> None:
        ann = Witness(tables.url, "Ann")
        ann.open(game, bots="random", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        await ann.play()
        Truth(ann.http(f"/api/tables/{ann.table}/record")).check(0, updates_in(ann.seen))

    async def evening() -> None:
        await asyncio.gather(*[one_game(game) for game in GAMES])

    run(evening())


def test_rules_that_fail_harm_nobody(tables: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(tables.url, "broken", 2)
        await ben.heed()
        before = ann.view, ben.view
        for _ in range(3):
            reply = await ann.answer(ann.offers[0], 1)
            assert code_of(reply) == "fault"
            assert await ben.heed() == []
            assert (ann.view, ben.view) == before
        assert (await ann.answer(ann.offers[0], 0))["ok"]
        while not ann.over:
            for one in (ann, ben):
                await one.heed(0.05)
                if one.offers:
                    assert (await one.answer(one.offers[0], 0))["ok"]
        metrics = http(tables.url, "/metrics", "")[1]
        assert "tatami_faults_total 3.0" in metrics

    run(evening())
    log = whole_log(tables)
    assert log.count("a message could not be handled") == 3
    assert "ZeroDivisionError" in log
    assert "f-a-u-l-t" not in log, "the words of an error could hold a secret"
