"""What a failing test leaves behind, to be looked at: tests/failed/<test>/.

The seed, which is the test's name; of each server its whole log, its database, and every game as
the record of its moves. Whoever has more to show, such as pictures, puts it into the same folder.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.serving import Server

FAILED = Path(__file__).resolve().parent.parent / "failed"
LONGEST = 120


def folder(test: str) -> Path:
    """Where a test, by its full name, leaves what there is to see."""
    plain = re.sub(r"\W+", "-", test.removeprefix("tests/").replace(".py", "")).strip("-")
    if len(plain) > LONGEST:
        plain = f"{plain[:LONGEST]}-{sha256(test.encode()).hexdigest()[:6]}"
    return FAILED / plain


def forget(test: str) -> None:
    """What an earlier run of a test has left is of no use any more."""
    place = folder(test)
    if place.exists():
        shutil.rmtree(place)


def keep(test: str, servers: list[Server], story: str) -> Path:
    """Keep what a failing test has to show."""
    place = folder(test)
    place.mkdir(parents=True, exist_ok=True)
    (place / "seed.txt").write_text(f"{test}\n", encoding="utf-8")
    with (place / "failure.txt").open("a", encoding="utf-8") as file:
        file.write(f"{story}\n")
    for number, server in enumerate(servers, 1):
        _keep_server(place / f"server-{number}", server)
    return place


def _keep_server(place: Path, server: Server) -> None:
    place.mkdir(exist_ok=True)
    (place / "log.txt").write_text(server.whole_log(), encoding="utf-8")
    try:
        _keep_games(place, server.data / "tatami.db")
    except (sqlite3.Error, OSError) as error:  # it must not hide the failure that led here
        (place / "no-games.txt").write_text(f"{error}\n", encoding="utf-8")


def _keep_games(place: Path, file: Path) -> None:
    """The database as it is now, and the moves of each game as text."""
    with (
        closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as db,
        closing(sqlite3.connect(place / "tatami.db")) as copy,
    ):
        db.backup(copy)
        for table, row in copy.execute("SELECT id, paper FROM seating").fetchall():
            sql = "SELECT line FROM move WHERE seating=? ORDER BY seq"
            lines = [line for (line,) in copy.execute(sql, (table,))]
            text = "\n".join([bytes(row).decode(), *lines])
            (place / f"table-{table}.txt").write_text(f"{text}\n", encoding="utf-8")
