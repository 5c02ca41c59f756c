"""What a search finds is the same on every machine, in both builds, for a key and a number."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import islice

import pytest

from tatami.search import Budget, search
from tests.search.positions import IDS, TABLES, decisions, listing

KEY = b"k" * 32
SIMULATIONS = 12
FOUND = {
    "clans": "0dfc518773418720",
    "grasshopper": "b9ad622e0a06ce6a",
    "grand-master": "f084756720f8b2bc",
    "night": "21999fa5a9301353",
    "tack": "22d16fabd5198d0f",
    "letters": "2f9c1be235d94cd7",
}
"""The beginning of a digest of two findings of each game. To be written anew where a bot or the
search has changed, and only then."""


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES, ids=IDS)
def test_findings_are_the_same_on_every_machine_and_build(
    name: str, seats: int, chosen: dict[str, str]
) -> None:
    told = sha256()
    for _, view in islice(decisions(name, seats, chosen, 4, 11), 2):
        finding = search(view, listing(name).guide, KEY, Budget(SIMULATIONS))
        told.update(json.dumps(finding.data(), sort_keys=True).encode())
    assert told.hexdigest()[:16] == FOUND[IDS[TABLES.index((name, seats, chosen))]]


def test_every_game_finds_something_else() -> None:
    assert len(set(FOUND.values())) == len(IDS)
