"""A node is killed in the middle of a game: the same pages play on at another one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.tables import look, path_of
from tests.browser.test_going_on import check_logs, play_on, same, three_at_a_table, until
from tests.support.chromium import People
from tests.support.cluster import LASTING, Cluster
from tests.support.postgres import running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Cluster]:
    """Two nodes behind nginx."""
    with running() as postgres, Cluster(postgres, tmp_path, away=6000, lease=LASTING) as found:
        found.node("a"), found.node("b")
        found.proxy()
        yield found


def test_people_play_on_at_another_node_when_theirs_is_killed(
    house: Cluster, people: People
) -> None:
    everybody = three_at_a_table(house, people)
    pages = [one.page for one in everybody]
    play_on(pages, 7)
    before = [look(page) for page in pages]
    table = path_of(pages[0]).rpartition("/")[2]
    first = house.owner(table)
    house.nodes[first].kill()
    for page in pages:
        page.get_by_text("The connection is lost").first.wait_for()
    house.bury(first)
    for page, seen in zip(pages, before, strict=True):
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
        until(page, lambda now, seen=seen: same(seen, now))  # type: ignore[misc]
    assert house.owner(table) not in ("", first)
    play_on(pages, 7)
    check_logs(house, everybody)
