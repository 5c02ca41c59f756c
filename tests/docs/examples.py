"""What the commands on the pages work on: a record, and a data directory with two tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tatami import catalogue
from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.fair import NO_SHARE
from tatami.server import lobby
from tatami.server.chance import Chance, Timepiece
from tatami.server.house import new_paper
from tatami.server.papers import Dealing, Paper
from tatami.server.shown import notes, seed_of
from tatami.server.sqlite import SqliteStore
from tatami.server.store import AddMove, Change, PutPerson, PutTable
from tatami.server.wire import NewTable

PERSON = "0" * 32
CLANS = catalogue.find("clans")


def a_paper(state: str) -> Paper:
    """A table with a person and bots."""
    wish, at = NewTable("clans", "Aki", bots="steady"), Timepiece().now()
    paper = new_paper(wish, CLANS, PERSON, "Aki", Chance(), at)
    assert isinstance(paper, Paper)
    if state != "open":
        nothing = [NO_SHARE for _ in paper.seats]
        lobby.deal(paper, Dealing(0, paper.version, {}, nothing, nothing))
        paper.started = at
    return paper


def a_game(paper: Paper) -> Referee:
    """The table's game, played to its end."""
    referee = Referee(CLANS.game, len(paper.seats), seed_of(paper))
    play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(referee.seats)])
    return referee


def a_record(path: Path) -> None:
    """The record of a finished game, with the proof of its deal."""
    paper = a_paper("playing")
    found = record(a_game(paper))
    found.notes = notes(paper)
    path.write_text(found.text(), "utf-8")


def a_data_directory(path: Path) -> str:
    """A table that has not begun, and a game under way, whose id comes back."""
    under_way = a_paper("playing")
    lines = record(a_game(under_way)).lines[:9]
    changes: list[Change] = [PutPerson(PERSON, "Aki", Timepiece().now())]
    changes += [PutTable(paper, Timepiece().now()) for paper in (a_paper("open"), under_way)]
    changes += [
        AddMove(under_way.id, at, Timepiece().now(), line, "") for at, line in enumerate(lines, 1)
    ]
    asyncio.run(stored(path, changes))
    return under_way.id


async def stored(path: Path, changes: list[Change]) -> None:
    """Write changes as the server does."""
    store = SqliteStore(path)
    await store.commit(changes)
    store.close()
