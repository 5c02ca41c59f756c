"""Backups are made while games go on: each is one moment, and all games go on from there."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest

from tatami.cli import main
from tatami.server.sqlite import FILE
from tests.nodes.evening import EXTRA, Evening
from tests.server.people import Witness, run
from tests.support.cluster import Cluster, Node
from tests.support.postgres import Postgres, programs
from tests.support.serving import Server

Make = Callable[..., Cluster]
Moves = dict[str, list[str]]
LONG = 1800
SETTINGS: dict[str, object] = {"game": EXTRA, "thinkers": 1, "messages": 1000}
ALL_MOVES = "SELECT seating, line FROM move ORDER BY seating, seq"


def by_table(rows: list[tuple[str, str]]) -> Moves:
    """The moves of every table, in order."""
    found: Moves = {}
    for table, line in rows:
        found.setdefault(table, []).append(line)
    return found


class Kept:
    """An evening's backups, one after the other of each kind."""

    def __init__(self, house: Cluster, place: Path) -> None:
        self.house = house
        self.place = place
        self.address = house.postgres.url(house.name)
        self._numbers = count()

    def keep(self, node: Node) -> None:
        """A backup of the kind whose turn it is."""
        number = next(self._numbers)
        if number % 2:
            self._dump(self.place / f"{number}.dump")
        else:
            assert main(["backup", self.address, str(self.place / f"{number}.backup")]) == 0

    def _dump(self, file: Path) -> None:
        command = [str(programs() / "pg_dump"), "-Fc", "-f", str(file), "-d", self.address]
        subprocess.run(command, check=True, timeout=600)


@pytest.fixture
def empty(postgres: Postgres) -> Iterator[Callable[[], str]]:
    """Make an empty database; its name."""
    names: list[str] = []

    def make() -> str:
        names.append(f"restored{len(names)}")
        # psycopg's types ask for a literal; the names are ours
        postgres.execute("postgres", f"CREATE DATABASE {names[-1]}")  # type: ignore[arg-type]
        return names[-1]

    yield make
    for name in names:
        # psycopg's types ask for a literal; the names are ours
        postgres.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


def test_backups_under_load_are_put_back_and_every_game_goes_on(
    cluster: Make, postgres: Postgres, tmp_path: Path, empty: Callable[[], str]
) -> None:
    house = cluster(game=EXTRA, reveal=5)
    house.node("a"), house.node("b")
    house.proxy()
    kept = Kept(house, tmp_path)
    evening = Evening(house, 41, 4, every=120)
    evening.event = kept.keep
    run(evening.everything(), LONG)
    assert evening.left == 0
    final = by_table(house.rows(ALL_MOVES))
    moves = 0
    for file in sorted(tmp_path.glob("*.backup")):
        with restored(file) as (server, found):
            moves += goes_on(server, found, final, evening)
    for file in sorted(tmp_path.glob("*.dump")):
        with loaded(postgres, empty(), file) as (server, found):
            moves += goes_on(server, found, final, evening)
    assert moves, "nothing was under way"


@contextmanager
def restored(file: Path) -> Iterator[tuple[Server, Moves]]:
    """A server on one of our backups, and what is in it."""
    data = file.with_suffix(".data")
    assert main(["restore", str(file), str(data)]) == 0
    with closing(sqlite3.connect(data / FILE)) as db:
        found = by_table(db.execute(ALL_MOVES).fetchall())
    with Server(data, **SETTINGS) as server:
        yield server, found


@contextmanager
def loaded(postgres: Postgres, name: str, file: Path) -> Iterator[tuple[Server, Moves]]:
    """A node on a dump of the database, and what is in it."""
    command = [str(programs() / "pg_restore"), "-d", postgres.url(name), str(file)]
    subprocess.run(command, check=True, timeout=600)
    found = by_table(postgres.execute(name, ALL_MOVES))
    with Node(file.with_suffix(".node"), "r", postgres.url(name), **SETTINGS) as node:
        yield node, found


def goes_on(server: Server, found: Moves, final: Moves, evening: Evening) -> int:
    """Every game is where it once was, and its people can come; how many moves there are."""
    for table, lines in found.items():
        assert lines == final[table][: len(lines)]
    run(all_come(server, found, evening))
    assert "cannot go on" not in server.whole_log()
    assert '"trace"' not in server.whole_log()
    return sum(map(len, found.values()))


async def all_come(server: Server, found: Moves, evening: Evening) -> None:
    """Somebody of every table comes, and sees the game."""
    for game in evening.games:
        before = game.people[0]
        if before.table in found:
            one = Witness(server.url, before.name)
            one.token, one.table = before.token, before.table
            await one.through(one.catch_up)
            assert one.view is not None
            assert one.state["state"] in ("playing", "over")
            await one.drop()
