"""What goes wrong with nodes while games go on: nothing is lost, nothing is seen twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress

from tatami.server.config import Config
from tests.nodes.evening import ALL_GAMES, EXTRA, Evening
from tests.server.people import run
from tests.support.cluster import LASTING, Cluster, Node
from tests.support.relay import Relay

Make = Callable[..., Cluster]
KILLS = int(os.environ.get("TATAMI_KILLS", "30"))
LONG = 1800
NOTHING_HELD = """SELECT 1 WHERE NOT EXISTS(SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND state LIKE 'idle in transaction%')"""
"""A node that is stopped holds no lock, as it has no transaction open."""
USUAL = {"requests": Config().requests, "connections": Config().connections}
"""What a host has who chooses nothing: behind the proxy all come from one address."""
WITH_BOTS = (("wataah", 1, 1), ("gong", 2, 2))
AWAY = {"closing", "cannot_store", "fault"}
"""Refusals that nobody gets while nodes come and go in order."""
RESTARTING = {"t": "bye", "why": "restarting"}
TAKEN = """SELECT n.name FROM seating s JOIN node n ON n.incarnation = s.owner
WHERE s.id = ANY(%s) AND n.name <> %s
UNION ALL SELECT '' WHERE NOT EXISTS(
    SELECT 1 FROM seating WHERE id = ANY(%s) AND state = 'playing')"""


def opened(cluster: Make, names: str = "ab", **settings: object) -> Cluster:
    house = cluster(game=EXTRA, reveal=5, **settings)
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
    evening = Evening(house, 17, KILLS, tables=ALL_GAMES)

    def kill(node: Node) -> None:
        node.kill()
        node.start()

    evening.event = kill
    run(evening.everything(), LONG)
    assert {game.game for game in evening.games} >= {"clans", "wataah", "night", "tack"}
    assert evening.left == 0
    assert house.rows("SELECT count(DISTINCT epoch) > 1 FROM move") == [(True,)]
    quiet(house)


def test_a_node_that_is_stopped_past_its_lease_is_fenced_when_it_goes_on(cluster: Make) -> None:
    house = opened(cluster)
    evening = Evening(house, 18, 4)

    def freeze(node: Node) -> None:
        me = house.rows("SELECT max(incarnation) FROM node WHERE name = %s", node.name)[0][0]
        had = tables_of(house, node)
        node.freeze()
        house.until(NOTHING_HELD)
        house.until("SELECT 1 FROM node WHERE incarnation = %s AND until < clock_timestamp()", me)
        evening.cut()  # as browsers do that hear nothing for a while
        taker(evening, had, node)
        node.thaw()
        house.until(
            "SELECT 1 FROM node WHERE name = %s AND incarnation > %s", node.name, me
        )  # it has noticed

    evening.event = freeze
    run(evening.everything(), LONG)
    assert evening.left == 0
    quiet(house)


def test_a_node_that_leaves_hands_its_tables_over_and_refuses_nobody(cluster: Make) -> None:
    house = opened(cluster, lease=LASTING, **USUAL)
    evening = Evening(house, 19, 6)

    def drain(node: Node) -> None:
        assert node.stop() in (0, -signal.SIGTERM)
        node.start()

    evening.event = drain
    run(evening.everything(), LONG)
    assert evening.left == 0
    assert not refusals(evening) & AWAY
    left = "SELECT count(*) FROM seating WHERE owner IS NULL AND state = 'playing'"
    assert house.rows(left) == [(0,)], "somebody came back to every game"
    quiet(house)


def test_a_rolling_restart_moves_no_table_more_than_once_for_each_node(cluster: Make) -> None:
    house = opened(cluster, "abc", lease=LASTING)
    evening = Evening(house, 20, 3)
    order = iter("abc")

    def restart(node: Node) -> None:
        next_one = house.nodes[next(order)]
        assert next_one.stop() in (0, -signal.SIGTERM)
        next_one.start()

    evening.event = restart
    run(evening.everything(), LONG)
    assert evening.left == 0
    assert not refusals(evening) & AWAY
    ((most,),) = house.rows("SELECT max(epoch) FROM seating")
    assert 1 < most <= 1 + 2 * 3, "to let go and to claim count one each"
    quiet(house)


def test_proxies_that_disagree_are_slow_and_not_wrong(cluster: Make) -> None:
    """One asks where a table is; the others take everybody to a node of their own."""
    house = opened(cluster, lease=LASTING)
    house.proxy(wrong="a")
    house.proxy(wrong="b")
    evening = Evening(house, 24, 6)
    evening.event = lambda node: evening.cut()
    run(evening.everything(), LONG)
    assert evening.left == 0
    assert house.rows("SELECT DISTINCT epoch FROM move") == [(1,)], "one owner, whoever came where"
    everybody = [one for game in evening.games for one in game.people]
    assert any(RESTARTING in one.seen for one in everybody), "nobody came by a wrong way"
    quiet(house)


def test_a_node_that_dies_while_it_takes_over_leaves_it_to_the_next_one(cluster: Make) -> None:
    """The line to the database is slow, so that it dies between its claim and its first word."""
    with ExitStack() as stack:
        house = cluster(game=EXTRA, reveal=5, lease=LASTING)
        relays = [stack.enter_context(Relay(house.postgres.port)) for _ in "abc"]
        for name, relay in zip("abc", relays, strict=True):
            house.node(name, relay.port)
        house.proxy()
        evening = Evening(house, 25, 6)

        def kill_both(node: Node) -> None:
            for relay in relays:
                relay.slow(0.05)
            other = killed_and_taken_over(evening, node)
            if other is not None:
                other.kill()
                house.bury(other.name)
                other.start()
            node.start()
            for relay in relays:
                relay.slow(0.0)

        evening.event = kill_both
        run(evening.everything(), LONG)
        assert evening.left == 0
        quiet(house)


def test_bots_whose_thinkers_die_at_a_take_over_move_once(cluster: Make) -> None:
    house = opened(cluster, lease=LASTING)
    evening = Evening(house, 26, 4, tables=WITH_BOTS)

    def kill_thinkers(node: Node) -> None:
        other = killed_and_taken_over(evening, node)
        for thinker in () if other is None else other.thinkers():
            with suppress(ProcessLookupError):
                os.kill(thinker, signal.SIGKILL)
        node.start()

    evening.event = kill_thinkers
    run(evening.everything(), LONG)
    assert evening.left == 0
    quiet(house)


def killed_and_taken_over(evening: Evening, node: Node) -> Node | None:
    """Kill a node; who claims one of its tables first, as soon as it has; see ``taker``."""
    had = tables_of(evening.house, node)
    node.kill()
    evening.house.bury(node.name)
    return taker(evening, had, node)


def tables_of(house: Cluster, node: Node) -> list[str]:
    """The tables of a node at which people play."""
    rows = house.rows(
        "SELECT s.id FROM seating s JOIN node n ON n.incarnation = s.owner"
        " WHERE n.name = %s AND s.state = 'playing'",
        node.name,
    )
    return [table for (table,) in rows]


def taker(evening: Evening, had: list[str], node: Node) -> Node | None:
    """Who claims one of these tables; nobody where all their games had just ended: then again."""
    values = (had, node.name, had)
    ((name,), *_) = evening.house.until(TAKEN, *values)
    if not name:
        evening.left += 1
    return evening.house.nodes.get(name)


def refusals(evening: Evening) -> set[str]:
    """All that anybody was refused for."""
    return {code for game in evening.games for one in game.people for code in one.refusals}
