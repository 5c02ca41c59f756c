"""What other games need of a table: asks all at once, a count, races, rights, remarks, faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tatami.tables.config import CLOCKS, COUNT
from tests.server.conftest import GAMES
from tests.server.people import Witness, catch_up, play_all, run, seated, whole_log
from tests.server.truth import Truth, updates_in
from tests.support.player import http
from tests.support.serving import Server

QUICK = CLOCKS["quick"]


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


def test_everybody_is_asked_at_once_and_answers_in_any_order(still: Server) -> None:
    async def evening() -> None:
        people = await seated(still.url, "draft", 3)
        for order in ([2, 0, 1], [1, 2, 0]):
            for one in people:
                await one.until_view(lambda view: view.get("offers"))
            assert all(one.offers[0]["key"] == "keep" for one in people)
            for at in order:
                assert (await people[at].answer_some())["ok"]
        await play_all(people, still)

    run(evening())


def test_a_count_runs_when_all_have_chosen_and_starts_again_when_one_changes(
    still: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2)
        await ann.answer_some()
        await ben.until_view(lambda view: view["waiting"] == [1])
        await ben.answer_some()
        await ann.catch_up()
        assert updates_in(ann.seen)[-1]["clock"] == {"left": COUNT * 1000, "total": COUNT * 1000}
        for _ in range(3):
            still.turn(COUNT - 0.1)
            await ann.must("back")
            assert ann.view is not None
            assert not ann.view.get("counting")
            await ann.answer_some()
        still.turn(COUNT - 0.1)
        await catch_up((ann, ben), still)
        assert ann.view is not None
        assert ann.view["counting"]
        still.turn(0.1)
        await catch_up((ann, ben), still)
        assert not ann.view.get("counting")
        assert ann.offers, "the cards have been passed, and the next pass is asked for"

    run(evening())


def test_who_breaks_a_count_off_wins_no_time(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2, clock="quick")
        await ben.answer_some()
        for _ in range(9):
            await ann.answer_some()
            assert ann.view is not None
            assert ann.view.get("counting")
            still.turn(2)  # of the three that the count takes
            await ann.must("back")
        assert ann.offers
        still.turn(QUICK - 9 * 2 - 0.1)
        await catch_up((ann, ben), still)
        assert ben.view is not None
        assert ben.view.get("given")
        still.turn(0.1)
        await catch_up((ann, ben), still)
        assert not ben.view.get("given"), "the step has ended"

    run(evening())


def test_without_a_change_nobody_can_answer_after_the_count(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2)
        offer = ann.offers[0]
        await ann.answer_some()
        await ben.answer_some()
        await ann.until_view(lambda view: view.get("counting"))
        still.turn(COUNT)
        await ann.until_view(lambda view: not view.get("counting"))
        assert code_of(await ann.ask("answer", ask=offer["ask"], answer=99)) == "stale_ask"
        assert code_of(await ann.ask("back")) == "nothing_to_take_back"

    run(evening())


def test_a_race_in_a_game_of_turns_goes_to_whoever_comes_first(still: Server) -> None:
    """A right that is raced is judged as fairly as the gong of a game in real time."""

    async def evening() -> None:
        ann, ben, cleo, dora = await seated(still.url, "gong", 4)
        assert (await use(ann, "gong"))["ok"]
        for one in (ben, cleo, dora):
            await one.until_view(lambda view: [r for r in view["rights"] if r[0] == "shout"])
        late = {one.name: {"name": "shout", "stamp": right(one, "shout")[1]} for one in (ben, dora)}
        first = asyncio.ensure_future(use(cleo, "shout"))
        while not first.done():  # another could still be under way that was sent before
            await asyncio.sleep(0)
            still.turn(0.25)
        assert first.result()["ok"]
        for one in (ben, dora):  # who have not heard of it yet
            assert code_of(await one.ask("right", option=0, **late[one.name])) == "not_first"
        await shouted_by(cleo, [ann, ben, cleo, dora])

    run(evening())


async def shouted_by(who: Witness, all_of_them: list[Witness]) -> None:
    """Everybody has heard one shout, and whose it was."""
    assert who.game is not None
    told = [sentence["key"] for sentence in who.game["sentences"]].index("shouted")
    for one in all_of_them:
        await one.catch_up()
        events = [event for update in updates_in(one.seen) for event in update["events"]]
        heard = [args for verb, args in events if verb == "tell" and args[0] == told]
        assert heard == [[told, who.seat]]


def test_a_right_is_used_at_any_time_but_not_with_an_old_stamp(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2)
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


def test_a_game_has_remarks_of_its_own(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2)
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
        assert await ben.catch_up() == []

    run(evening())


def test_one_player_can_have_several_places(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2)
        assert len(ann.offers) == 3
        assert [offer["position"] for offer in ann.offers] == [0, 2, 4]
        assert [offer["position"] for offer in ben.offers] == [1, 3, 5]
        mine, theirs = ann.offers[1], ben.offers[1]
        # numbers of asks are each seat's own: one's number is never another's seat
        reply = await ann.answer(mine, mine["options"][-1])
        assert reply["ok"]
        assert len(ann.offers) == 2
        assert ben.offers[1] == theirs
        await play_all((ann, ben), still)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        truth.check(0, updates_in(ann.seen))

    run(evening())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_bots_alone_but_for_one_comes_to_its_end(still: Server, game: str) -> None:
    async def evening() -> None:
        ann = Witness(still.url, "Ann")
        ann.open(game, bots="random", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        await play_all([ann], still)
        Truth(ann.http(f"/api/tables/{ann.table}/record")).check(0, updates_in(ann.seen))

    run(evening())


def test_rules_that_fail_harm_nobody(serve: Callable[..., Server]) -> None:
    still = serve(stands=True, pace=0, game="tests.server.broken")

    async def evening() -> None:
        ann, ben = await seated(still.url, "broken", 2)
        await ben.catch_up()
        before = ann.view, ben.view
        for _ in range(3):
            reply = await ann.answer(ann.offers[0], 1)
            assert code_of(reply) == "fault"
            assert await ben.catch_up() == []
            assert (ann.view, ben.view) == before
        assert (await ann.answer(ann.offers[0], 0))["ok"]
        while not ann.over:
            for one in (ann, ben):
                await one.catch_up()
                if one.offers:
                    assert (await one.answer(one.offers[0], 0))["ok"]
        metrics = http(still.url, "/metrics", "")[1]
        assert "tatami_faults_total 3.0" in metrics

    run(evening())
    log = whole_log(still)
    assert log.count("a message could not be handled") == 3
    assert "ZeroDivisionError" in log
    assert "f-a-u-l-t" not in log, "the words of an error could hold a secret"
