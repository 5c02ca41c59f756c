"""Nodes that differ: their clocks are wrong, or their rules are of another version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.nodes.test_faults import RESTARTING
from tests.nodes.test_two_nodes import play_on
from tests.server.people import CUT, Witness, run, seated
from tests.support.cluster import LASTING, Cluster
from tests.support.nginx import PATIENTLY
from tests.support.odd_nodes import OddNode

Make = Callable[..., Cluster]
HOUR = 3600
"""So wrong that no busy machine can be taken for a wrong clock."""
HALF = HOUR * 500
"""Milliseconds."""


def test_wrong_clocks_of_nodes_change_no_deadline_no_link_and_no_lease(cluster: Make) -> None:
    house = cluster(lease=LASTING, time=100)
    first = house.node("a", kind=OddNode, wrong=HOUR)
    house.node("b", kind=OddNode, wrong=-HOUR)
    url = house.proxy(waits=PATIENTLY)

    async def evening() -> None:
        people = await seated(first.url, "clans", 3, clock="slow")
        ann, ben, _ = people
        is_true(house, ann)
        link = (await ben.must("do", what="move_seat"))["link"].removeprefix("/m/")
        await ann.play(lambda: not ann.offers)
        ((due, renewed),) = house.rows(
            "SELECT due, ms(renewed) FROM deadline, node WHERE name = 'a'"
        )
        first.kill()
        house.bury("a")
        phone = Witness(url, "Phone")
        phone.table = ann.table
        await phone.through(lambda: phone.must("take_seat", token=link))
        assert phone.seat == ben.seat
        assert house.owner(ann.table) == "b"
        is_true(house, phone)
        ((after, at),) = house.rows("SELECT due, ms(clock_timestamp()) FROM deadline")
        assert 0 <= after - due <= at - renewed, "the dead owner's silence and no more"

    run(evening())
    names = house.rows("SELECT name FROM node ORDER BY incarnation")
    assert names == [("a",), ("b",)], "no lease was lost"


def is_true(house: Cluster, one: Witness) -> None:
    """What is left of a step by the database's clock, and what is told of it."""
    ((total, left),) = house.rows("SELECT total, due - ms(clock_timestamp()) FROM deadline")
    assert abs(total - left) < HALF
    told: Any = one.state.get("time") or next(
        m["clock"] for m in reversed(one.seen) if m["t"] == "update" and m.get("clock")
    )
    assert abs(total - told["left"]) < HALF


def test_a_deadline_of_a_dead_owner_is_kept_by_a_node_whose_clock_is_behind(cluster: Make) -> None:
    house = cluster(lease=LASTING, time=100)
    first = house.node("a")

    async def evening() -> None:
        people = await seated(first.url, "clans", 3, clock="slow")
        for one in people:
            await one.drop()

    run(evening())
    first.kill()
    house.rows("UPDATE deadline SET due = ms(clock_timestamp())")
    house.node("b", kind=OddNode, wrong=-HOUR)
    house.bury("a")
    house.until("SELECT 1 FROM seating JOIN node ON owner = incarnation WHERE name = 'b'")
    house.until("SELECT 1 FROM deadline WHERE due > ms(clock_timestamp())")


def test_a_game_waits_for_a_node_that_has_its_rules(cluster: Make) -> None:
    house = cluster(lease=LASTING)
    old, new = house.node("old"), house.node("new", kind=OddNode, newer="clans")
    url = house.proxy(waits=PATIENTLY)

    async def evening() -> None:
        people = await seated(old.url, "clans", 3)
        await people[0].catch_up()
        for one in people:
            one.base = one.way = url
            await one.drop()
        assert await turned_away(new.url, people[0])
        old.kill()
        house.bury("old")
        assert await turned_away(new.url, people[0]), "nobody else lives, and still"
        assert house.rows("SELECT state FROM seating") == [("playing",)]
        old.start()
        await play_on(people)
        assert house.owner(people[0].table) == "old"
        assert house.rows("SELECT state FROM seating") == [("over",)]

    run(evening())
    log = new.whole_log()
    assert "cannot go on" not in log
    assert '"trace"' not in log


async def turned_away(url: str, one: Witness) -> bool:
    """Whether somebody who comes to this node is told to come again."""
    one.way = url
    try:
        await one.come()
    except CUT:
        return one.seen[-1] == RESTARTING
    finally:
        await one.drop()
        one.way = one.base
    return False


def test_a_game_of_the_new_rules_is_left_alone_by_a_node_with_the_old_ones(cluster: Make) -> None:
    house = cluster(lease=LASTING)
    old, new = house.node("old"), house.node("new", kind=OddNode, newer="clans")
    url = house.proxy(waits=PATIENTLY)

    async def evening() -> None:
        people = await seated(new.url, "clans", 3)
        for one in people:
            one.base = one.way = url
            await one.drop()
        new.stop()
        assert await turned_away(old.url, people[0])
        new.start()
        await people[0].through(people[0].catch_up)
        assert house.owner(people[0].table) == "new"
        assert house.rows("SELECT state FROM seating") == [("playing",)]

    run(evening())
