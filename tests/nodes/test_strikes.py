"""The gong is struck while a table changes hands: the race is void, and nobody is first twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

from tests.nodes.history import StoredMove, in_order
from tests.nodes.test_faults import RESTARTING
from tests.server.people import run
from tests.server.racers import GONG, Racer, next_deal, racers
from tests.support.cluster import LASTING, Cluster, Node
from tests.support.relay import Relay

Make = Callable[..., Cluster]
Mend = Callable[[], Awaitable[None]]
SLOW = {"choose": "90", "between": "1", "codes": "off"}


def test_a_race_is_void_when_its_table_changes_hands_and_nobody_is_first_twice(
    cluster: Make,
) -> None:
    with ExitStack() as stack:
        house = cluster(lease=LASTING, time=20)
        relays = {n: stack.enter_context(Relay(house.postgres.port)) for n in "ab"}
        for name, relay in relays.items():
            house.node(name, relay.port)
        house.proxy()

        async def evening() -> None:
            people = await racers(house, 4, options=SLOW)
            for fault in (cut_off, killed, drained, cut_off):
                stamp = people[0].stamp()
                node = house.nodes[house.owner(people[0].table)]
                mend = await fault(house, relays[node.name], node, people)
                await strike_again(people[1:], stamp)
                await mend()
                await strike_again(people[:1], stamp)
                await next_deal(people, stamp)
            assert len(firsts(house, people[0].table)) == 4

        run(evening())
        (table,) = {one[0] for one in house.rows("SELECT id FROM seating")}
        assert set(firsts(house, table).values()) == {1}, "two were first"
        rows = house.rows(
            "SELECT seq, epoch, line FROM move WHERE seating = %s ORDER BY seq", table
        )
        in_order([StoredMove(*row) for row in rows])
        for node in house.nodes.values():
            assert '"trace"' not in node.whole_log()


async def strike_again(people: list[Racer], stamp: int) -> None:
    """All strike for these cards, unless somebody was first by now."""
    for one in people:
        await one.through(lambda one=one: one.wait(lambda: one.view is not None))
        if one.stamp() == stamp and one.view and one.view.get("rights"):
            await one.through(lambda one=one: one.strike(stamp=stamp))


async def cut_off(house: Cluster, relay: Relay, node: Node, people: list[Racer]) -> Mend:
    """Its owner cannot store the first strike; what it sent arrives when another has the table."""
    relay.cut()
    ann, *others = people
    numbers = [await one.press() for one in people]
    house.bury(node.name)
    for one in others:
        await one.drop()
        await one.through(lambda one=one: one.wait(lambda: one.view))
    assert house.owner(ann.table) not in ("", node.name)

    async def mend() -> None:
        """Who has stayed there is told to come again."""
        relay.mend()
        await ann.wait(lambda: ann.seen[-1] == RESTARTING)
        assert not ann.replies.get(numbers[0], {}).get("ok")
        await ann.drop()
        await ann.through(lambda: ann.wait(lambda: ann.view))

    return mend


async def killed(house: Cluster, relay: Relay, node: Node, people: list[Racer]) -> Mend:
    """Its owner dies; nobody knows what it has stored."""
    for one in people:
        await one.press()
    node.kill()
    house.bury(node.name)
    for one in people:
        await one.drop()

    async def mend() -> None:
        node.start()

    return mend


async def drained(house: Cluster, relay: Relay, node: Node, people: list[Racer]) -> Mend:
    """Its owner leaves in order."""
    for one in people:
        await one.press()
    await asyncio.to_thread(node.stop)
    for one in people:
        await one.wait(lambda one=one: one.seen[-1] == RESTARTING)
        await one.drop()

    async def mend() -> None:
        node.start()

    return mend


def firsts(house: Cluster, table: str) -> Counter[str]:
    """By the cards that it was struck for, how often somebody was first."""
    lines = house.rows("SELECT line FROM move WHERE seating = %s ORDER BY seq", table)
    words = [line.split() for (line,) in lines]
    return Counter(found[4] for found in words if found[2:4] == ["right", GONG])
