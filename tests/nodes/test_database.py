"""The database goes, or the line to it: refusals are honest, and all goes on where it was."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.nodes.evening import EXTRA, Evening
from tests.server.people import CUT, PATIENCE, Witness, run, seated
from tests.support.cluster import LEASE, Cluster, Node
from tests.support.player import Refused, http
from tests.support.ports import HOST
from tests.support.postgres import Postgres, running
from tests.support.relay import Relay

Make = Callable[..., Cluster]
LONG = 1800
OWNED = """SELECT 1 FROM seating s JOIN node n ON n.incarnation = s.owner
WHERE s.id = %s AND s.epoch > %s AND n.name = 'a' AND n.until > clock_timestamp()"""
HONEST = {"cannot_store", "closing"}


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    """A database server that these tests may kill."""
    with running() as found:
        yield found


def test_a_database_that_is_down_keeps_its_port(own: Postgres) -> None:
    own.stop()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind((HOST, own.port))
    own.start()
    assert own.execute("postgres", "SHOW data_directory") == [(str(own.data),)]


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_well(node: Node) -> bool:
    return http(node.url, "/healthz", "")[0] == 200


def all_is_well(house: Cluster) -> None:
    """Every node does its work, and none has made a mistake."""
    for node in house.nodes.values():
        until(lambda node=node: is_well(node))
        assert '"trace"' not in node.whole_log()


def test_games_survive_a_database_that_crashes_and_comes_back(
    own: Postgres, tmp_path: Path
) -> None:
    with Cluster(own, tmp_path, game=EXTRA, reveal=5) as house:
        house.node("a"), house.node("b")
        house.proxy()
        evening = Evening(house, 21, 5)

        def crash(node: Node) -> None:
            own.stop()
            own.start()
            evening.cut()

        evening.event = crash
        run(evening.everything(), LONG)
        assert evening.left == 0
        all_is_well(house)


def test_while_the_database_is_away_for_longer_than_a_lease_nobody_is_declared_dead(
    own: Postgres, tmp_path: Path
) -> None:
    with Cluster(own, tmp_path) as house:
        node, other = house.node("a"), house.node("b")

        async def night() -> None:
            people = await seated_in_the_end(node)
            table = people[0].table
            ((before, epoch),) = house.rows(
                "SELECT due, epoch FROM deadline JOIN seating ON id = seating WHERE id = %s", table
            )
            own.stop()
            until(lambda: not is_well(node) and not is_well(other))
            asked = next(one for one in people if one.offers)
            reply = await asked.answer_some()
            assert reply["refusal"]["code"] == "cannot_store"
            time.sleep(2 * LEASE)  # not to wait for something, but to be away for so long
            own.start()
            house.until(OWNED, table, epoch)
            ((after,),) = house.rows("SELECT due FROM deadline WHERE seating = %s", table)
            assert after - before >= 2 * LEASE * 1000, "the time is given back"
            until(lambda: is_well(node))
            await retried(asked)
            assert all(one.socket is not None for one in people), "nobody had to come again"

        run(night())
        all_is_well(house)


async def seated_in_the_end(node: Node) -> list[Witness]:
    """A table; a lease of a second may run out on a busy machine, and then people try again."""
    while True:
        try:
            people: list[Witness] = await seated(node.url, "clans", 3, clock="slow")
        except (AssertionError, Refused, *CUT):
            for one in Witness.here:
                await one.drop()
            Witness.here.clear()
        else:
            return people


async def retried(one: Witness) -> None:
    """Answer until it is taken; what is refused meanwhile is refused honestly."""
    reply = await one.answer_some()
    while not reply["ok"]:
        assert reply["refusal"]["code"] in HONEST
        reply = await one.answer_some()


def test_a_node_that_is_cut_off_is_fenced_when_its_line_is_mended(
    cluster: Make, postgres: Postgres
) -> None:
    with ExitStack() as stack:
        relays = {name: stack.enter_context(Relay(postgres.port)) for name in "ab"}
        house = cluster(game=EXTRA, reveal=5)
        for name, relay in relays.items():
            house.node(name, relay.port)
        house.proxy()
        evening = Evening(house, 22, 4)

        def cut_off(node: Node) -> None:
            me = house.rows("SELECT max(incarnation) FROM node WHERE name = %s", node.name)[0][0]
            relays[node.name].cut()
            house.until(
                "SELECT 1 FROM node WHERE incarnation = %s AND until < clock_timestamp()", me
            )
            evening.cut()
            relays[node.name].mend()
            house.until("SELECT 1 FROM node WHERE name = %s AND incarnation > %s", node.name, me)

        evening.event = cut_off
        run(evening.everything(), LONG)
        assert evening.left == 0
        all_is_well(house)


def test_a_slow_line_to_the_database_makes_nothing_wrong(cluster: Make, postgres: Postgres) -> None:
    with Relay(postgres.port) as relay:
        house = cluster(game=EXTRA, reveal=5)
        house.node("a", relay.port)
        house.node("b")
        house.proxy()
        evening = Evening(house, 23, 3)

        def slow(node: Node) -> None:
            relay.slow(0.4)
            me = house.rows("SELECT max(incarnation) FROM node WHERE name = 'a'")[0][0]
            house.until(
                "SELECT 1 FROM node WHERE incarnation = %s AND until < clock_timestamp()", me
            )
            relay.slow(0.0)
            evening.cut()

        evening.event = slow
        run(evening.everything(), LONG)
        assert evening.left == 0
        all_is_well(house)
