"""mypy tells a zone from a counter from a face from a seat from an option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).resolve().parents[2]

GOOD = """
from tatami.engine.rules import Seat, View, World
from tatami.games.clans.cards import NINJA, TROOP, Clan
from tatami.games.clans.asked import DEPLOY
from tatami.games.clans.zones import ARMY, DECK, DISCARD, HAND, HOME, LAST, SHIELDED, army
from tatami.games.night.zones import DIGGER
from tatami.games.tack.zones import PENALTY_ROUND, ROUND

def right(w: World, view: View, me: Seat, clan: Clan) -> None:
    mine = army(HOME[me], clan)
    assert view.faces(HAND[me]) and view.size(ARMY[mine]) and view.marked(SHIELDED[mine])
    w.set(ROUND, 1)
    w.hold(LAST, me)
    w.hold(LAST, view.seat)
    w.mark(SHIELDED[mine])
    w.play(HAND[me], TROOP[clan], ARMY[mine])
    w.draw(DECK, HAND[me], 2)
    DEPLOY.of(DEPLOY[clan])
"""

WRONG = {
    "a zone is no counter": "w.set(DECK, 1)",
    "a holder is no counter": "w.set(LAST, 1)",
    "a counter is no zone": "w.draw(ROUND, HAND[me])",
    "a number is no zone": "w.size(3)",
    "a zone is no face": "w.play(HAND[me], DECK, DISCARD)",
    "a clan is no face": "w.play(HAND[me], clan, DISCARD)",
    "a face is no clan": "DEPLOY[NINJA]",
    "a zone is no mark": "w.mark(DECK)",
    "a zone is no seat": "w.left_of(DECK)",
    "a clan is no seat": "w.left_of(clan)",
    "a seat is no province": "army(me, clan)",
    "a province is no seat": "w.left_of(HOME[me])",
    "an option is no clan": "DEPLOY[DEPLOY[clan]]",
    "a clan has no hand": "HAND[clan]",
    "a number has no hand": "HAND[0]",
    "a province is no army": "ARMY[HOME[me]]",
    "a seat is no army": "SHIELDED[me]",
    "a clan holds nothing": "w.hold(LAST, clan)",
    "what a member has no seat holds": "w.who_has(DIGGER)",
    "nor is it put before a seat": "DIGGER.put(w, me)",
    "a seat has no penalty, a collector has": "PENALTY_ROUND[me]",
    "nor is a zone a counter where a view is read": "view.holder(DECK)",
    "nor a mark a zone there": "view.faces(SHIELDED[mine])",
    "nor a clan a seat there": "view.faces(HAND[clan])",
}


def checked(folder: Path, *lines: str) -> list[str]:
    """What mypy has against lines at the end of a step."""
    step = folder / "step.py"
    step.write_text(GOOD + "".join([f"    {line}\n" for line in lines]), "utf-8")
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    said, wrong, _ = api.run([*config, str(step)])
    assert not wrong, wrong
    return said.splitlines()


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy has against all the wrong lines together."""
    return checked(tmp_path_factory.mktemp("wrong"), *WRONG.values())


def test_a_step_that_takes_things_for_what_they_are_is_clean(tmp_path: Path) -> None:
    assert checked(tmp_path) == []


@pytest.mark.parametrize("rule", WRONG)
def test_what_is_taken_for_something_else_does_not_type_check(
    rule: str, complaints: list[str]
) -> None:
    line = len(GOOD.splitlines()) + 1 + list(WRONG).index(rule)
    errors = [said for said in complaints if re.search(rf"step\.py:{line}: error: ", said)]
    assert errors, f"mypy has nothing against: {WRONG[rule]}"
