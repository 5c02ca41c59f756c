"""The database dies for good, and its replica takes over: nodes find the one that writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.nodes.evening import EXTRA, Evening
from tests.nodes.history import StoredMove, in_order
from tests.nodes.test_database import LONG, all_is_well, until
from tests.nodes.test_two_nodes import play_on
from tests.server.people import Witness, run, seated
from tests.server.truth import Truth
from tests.support.cluster import LASTING, Cluster, Node
from tests.support.ports import HOST
from tests.support.postgres import ROLE, Postgres, running
from tests.support.relay import Relay


@pytest.fixture
def first() -> Iterator[Postgres]:
    """A database server that dies in the test."""
    with running() as found:
        yield found


def either(house: Cluster, one: int, other: int) -> str:
    """An address with both hosts, as docs/host.md has it."""
    return f"postgresql://{ROLE}@{HOST}:{one},{HOST}:{other}/{house.name}"


def test_a_synchronous_replica_takes_over_and_nothing_is_lost(
    first: Postgres, tmp_path: Path
) -> None:
    """The machine is gone without a word: who calls there is not even refused."""
    with ExitStack() as stack:
        replica = stack.enter_context(closing(first.replica(waits=True)))
        relay = stack.enter_context(Relay(first.port))
        house = stack.enter_context(Cluster(first, tmp_path, game=EXTRA, reveal=5))
        for name in "ab":
            house.node(name, store=either(house, relay.port, replica.port))
        house.proxy()
        evening = Evening(house, 31, 1)

        def fail(node: Node) -> None:
            relay.cut()
            first.stop()
            replica.promote()
            house.postgres = replica
            evening.cut()

        evening.event = fail
        run(evening.everything(), LONG)
        assert evening.left == 0
        ((most,),) = house.rows("SELECT max(epoch) FROM move")
        assert most >= 1 << 32, "no game went on after it"
        all_is_well(house)


def test_an_asynchronous_replica_may_lack_the_last_moves_and_its_games_go_on_from_what_it_has(
    first: Postgres, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        relay = stack.enter_context(Relay(first.port))
        replica = stack.enter_context(closing(first.replica(relay.port)))
        house = stack.enter_context(Cluster(first, tmp_path, game=EXTRA, lease=LASTING))
        for name in "ab":
            house.node(name, store=either(house, first.port, replica.port))
        url = house.proxy()

        async def evening() -> None:
            games = [await seated(url, "trio", 2) for _ in range(3)]
            had = [moves(house, people[0].table) for people in games]
            house.postgres = replica
            house.until("SELECT 1 FROM seating HAVING count(*) = 3 AND bool_and(state = 'playing')")
            until(lambda: [moves(house, people[0].table) for people in games] == had)
            relay.cut()
            house.postgres = first
            for people, number in zip(games, had, strict=True):
                while moves(house, people[0].table) < number + 3:
                    await play_some(people)
            house.postgres = replica
            first.stop()
            replica.promote()
            assert [moves(house, people[0].table) for people in games] == had, "the rest is gone"
            for people in games:
                for one in people:
                    one.seq = -1  # as pages do that are told of an earlier number
                    await one.drop()
                await play_on(people)
                table = people[0].table
                Truth(people[0].http(f"/api/tables/{table}/record"))
                rows = "SELECT seq, epoch, line FROM move WHERE seating = %s ORDER BY seq"
                in_order([StoredMove(*row) for row in house.rows(rows, table)])

        run(evening())
        all_is_well(house)


def moves(house: Cluster, table: str) -> int:
    """How many moves of a table are stored."""
    return int(house.rows("SELECT count(*) FROM move WHERE seating = %s", table)[0][0])


async def play_some(people: list[Witness]) -> None:
    """Everybody who is asked answers once."""
    for one in people:
        await one.catch_up()
        if one.offers:
            await one.answer_some()
