"""How a game ended: what its screens say, against its record played again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from urllib.request import urlopen

from playwright.sync_api import Page, expect

from tatami.engine.game import Game
from tatami.engine.record import Record
from tatami.fair import why_unfair
from tests.server.truth import Truth
from tests.support.serving import Server


def truth_of(server: Server, path: str, game: Game | None = None) -> Truth:
    """The record of a game that has ended, which anybody can have, played again."""
    with urlopen(f"{server.url}/api/tables/{path.rpartition('/')[2]}/record") as answer:
        return Truth(answer.read().decode(), game)


def names_at(server: Server, path: str) -> list[str]:
    """Who sits where."""
    with urlopen(f"{server.url}/api/tables/{path.rpartition('/')[2]}") as answer:
        return [str(seat["name"]) for seat in json.load(answer)["seats"]]


def check_result(
    server: Server, path: str, pages: dict[int, Page], game: Game | None = None
) -> Record:
    """Every screen names those who won, and nobody else; the record proves its deal."""
    truth, names = truth_of(server, path, game), names_at(server, path)
    assert why_unfair(truth.record) == ""
    assert truth.end.over
    winners = truth.end.winners()
    for seat, page in pages.items():
        headline = page.get_by_role("heading", level=1)
        expect(headline).to_have_text(re.compile(r"\bwins?\b|Nobody"))
        said = headline.inner_text()
        assert named(said, names, seat) == set(winners), (said, winners)
    return truth.record


def named(said: str, names: Sequence[str], me: int) -> set[int]:
    """The seats that a headline names, said to one of them."""
    found = {seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name)}\b", said)}
    return found | ({me} if re.search(r"\byou\b", said, re.IGNORECASE) else set())
