"""Two nodes behind nginx: one house, whichever of them somebody comes to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from tatami.fair import why_unfair
from tests.server.people import Witness, run, seated
from tests.server.truth import Truth, updates_in
from tests.support.cluster import LASTING, Cluster
from tests.support.nginx import PATIENTLY
from tests.support.player import http

Make = Callable[..., Cluster]


async def play_on(people: list[Witness]) -> None:
    """Play to the end, one answer after the other, through whatever happens."""
    while not all(one.over for one in people):
        for one in people:
            await one.through(one.catch_up)
            if one.offers:
                await one.through_once(one.answer_some)


def test_a_game_is_played_through_the_proxy_and_everybody_is_at_one_node(cluster: Make) -> None:
    house = cluster(lease=LASTING)
    house.node("a")
    house.node("b")
    url = house.proxy(waits=PATIENTLY)

    async def evening() -> None:
        people = await seated(url, "clans", 3)
        table = people[0].table
        assert house.owner(table) in ("a", "b")
        await play_on(people)
        truth = Truth(people[0].http(f"/api/tables/{table}/record"))
        assert why_unfair(truth.record) == ""
        for one in people:
            truth.check(one.seat, updates_in(one.seen))
        assert house.rows("SELECT DISTINCT epoch FROM move WHERE seating = %s", table) == [(1,)]
        for path in ("record", "replay"):
            found = [
                http(node.url, f"/api/tables/{table}/{path}", "") for node in house.nodes.values()
            ]
            assert found[0] == found[1]
            assert found[0][0] == 200
        assert house.rows("SELECT epoch FROM seating") == [(1,)], "who reads claims nothing"

    run(evening())
    for node in house.nodes.values():
        assert '"trace"' not in node.whole_log()
        assert f'"node": "{node.name}"' in node.whole_log()


def test_only_a_proxy_may_ask_where_a_table_is(cluster: Make) -> None:
    house = cluster(lease=LASTING)
    node = house.node("a")
    url = house.proxy(waits=PATIENTLY)
    assert http(url, "/route/ws/abc", "")[0] == 404
    assert http(node.url, "/route/ws/abc", "")[0] == 204, "who asks straight is on this machine"
    passed_on = Request(f"{node.url}/route/ws/abc", headers={"X-Forwarded-For": "192.0.2.7"})
    with pytest.raises(HTTPError, match="404"):
        urlopen(passed_on)


def test_who_comes_to_the_wrong_node_is_sent_on_and_the_owner_keeps_the_table(
    cluster: Make,
) -> None:
    house = cluster(lease=LASTING)
    nodes = [house.node("a"), house.node("b")]

    async def evening() -> None:
        ann = Witness(nodes[0].url, "Ann")
        ann.open("clans", seats=3, clock="none")
        await ann.come()
        ben = Witness(nodes[1].url, "Ben")
        with pytest.raises(ConnectionClosed):
            await ben.come(ann.table)
        assert ben.seen[-1] == {"t": "bye", "why": "restarting"}
        assert house.owner(ann.table) == "a"
        cards = ann.http("/api/front")["mine"]
        assert [card["id"] for card in cards] == [ann.table]
        ann.base = nodes[1].url  # lists claim nothing
        assert [card["id"] for card in ann.http("/api/front")["mine"]] == [ann.table]
        assert house.owner(ann.table) == "a"

    run(evening())


def test_an_answer_that_is_sent_again_to_the_next_owner_is_known_and_stored_once(
    cluster: Make,
) -> None:
    house = cluster(lease=LASTING)
    house.node("a")
    house.node("b")
    url = house.proxy(waits=PATIENTLY)

    async def evening() -> None:
        people = await seated(url, "clans", 3)
        table = people[0].table
        asked = next(one for one in people if one.offers)
        offer = asked.offers[0]
        answer = asked.some_answer(offer)
        assert (await asked.answer(offer, answer))["ok"]
        before = house.rows("SELECT count(*) FROM move WHERE seating = %s", table)
        first = house.owner(table)
        house.nodes[first].kill()
        house.bury(first)
        await asked.drop()
        reply = await asked.through(lambda: asked.answer(offer, answer))
        assert reply["ok"]
        assert reply["repeated"]
        assert house.owner(table) not in ("", first)
        assert house.rows("SELECT count(*) FROM move WHERE seating = %s", table) == before

    run(evening())
