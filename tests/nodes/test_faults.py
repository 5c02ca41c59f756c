"""What goes wrong with nodes while games go on: nothing is lost, nothing is seen twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from tests.nodes.evening import EXTRA, Evening
from tests.server.people import run
from tests.support.cluster import Cluster, Node

Make = Callable[..., Cluster]
KILLS = int(os.environ.get("TATAMI_KILLS", "30"))
LONG = 1800


def opened(cluster: Make, names: str = "ab") -> Cluster:
    house = cluster(game=EXTRA, reveal=5)
    for name in names:
        house.node(name)
    house.proxy()
    return house


def quiet(house: Cluster) -> None:
    """No node has made a mistake."""
    for node in house.nodes.values():
        assert '"trace"' not in node.whole_log()


def test_games_survive_nodes_that_are_killed_thirty_times(cluster: Make) -> None:
    house = opened(cluster)
    evening = Evening(house, 17, KILLS)

    def kill(node: Node) -> None:
        node.kill()
        node.start()

    evening.event = kill
    run(evening.everything(), LONG)
    assert evening.left == 0
    assert house.rows("SELECT count(DISTINCT epoch) > 1 FROM move") == [(True,)]
    quiet(house)


def test_a_node_that_is_stopped_past_its_lease_is_fenced_when_it_goes_on(cluster: Make) -> None:
    house = opened(cluster)
    evening = Evening(house, 18, 4)

    def freeze(node: Node) -> None:
        me = house.rows("SELECT max(incarnation) FROM node WHERE name = %s", node.name)[0][0]
        had = house.rows("SELECT id FROM seating WHERE owner = %s", me)
        node.freeze()
        house.until("SELECT 1 FROM node WHERE incarnation = %s AND until < clock_timestamp()", me)
        evening.cut()  # as browsers do that hear nothing for a while
        house.until("SELECT 1 FROM seating WHERE id = ANY(%s) AND owner <> %s", _ids(had), me)
        node.thaw()
        house.until(
            "SELECT 1 FROM node WHERE name = %s AND incarnation > %s", node.name, me
        )  # it has noticed

    evening.event = freeze
    run(evening.everything(), LONG)
    assert evening.left == 0
    quiet(house)


def test_a_node_that_leaves_hands_its_tables_over_and_refuses_nobody(cluster: Make) -> None:
    house = opened(cluster)
    evening = Evening(house, 19, 6)

    def drain(node: Node) -> None:
        assert node.stop() in (0, -signal.SIGTERM)
        node.start()

    evening.event = drain
    run(evening.everything(), LONG)
    assert evening.left == 0
    refusals = {code for game in evening.games for one in game.people for code in one.refusals}
    assert not refusals & {"closing", "cannot_store", "fault"}
    assert house.rows("SELECT count(*) FROM seating WHERE owner IS NULL AND state = 'playing'")
    quiet(house)


def _ids(rows: list[tuple[str, ...]]) -> list[str]:
    return [one for (one,) in rows]
