"""Every registered game and every fixture game conforms, for all seats and table options."""

from __future__ import annotations

from typing import Any

import pytest

from tatami import catalogue
from tatami.engine.game import Game
from tatami.testing.conformance import CHECKS, Compared, Trial, ends
from tatami.testing.secrecy import scramble
from tests.fixtures import GAMES
from tests.support.tables import ending, tables_of

REGISTERED = [catalogue.find(name).game for name in catalogue.names()]
SEEDS = {"scramble": 2, "relabel": 2, "copies": 3, "records": 4}
FLOORS = {"scramble": 0.9, "redeal": 0.3}
"""The least share of the comparisons that must have been made to the end, and not skipped."""
EVERY = {"wataah": 7}
"""Long games are dealt anew at every so many inputs only; their many tables make up for it."""
LONG = ("scramble", "copies", "relabel", "redeal")
"""Checks that take long. They look at rules, not at builds: one build does all their tables."""
ONCE = ("heap", "night", "tack", "wataah")
"""Games of which one is played at each table."""


def tables() -> list[tuple[Game, int, tuple[int, ...]]]:
    return [
        (game, seats, opts)
        for game in [*REGISTERED, *GAMES]
        for seats, opts in tables_of(game)
        if (game.name, opts) != ("tricks", (1,))  # silent voids are a planted fault
    ]


def name(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def test_war_of_clans_is_registered() -> None:
    assert "clans" in [game.name for game in REGISTERED]


def run(check: str, table: Trial) -> object:
    if check == "scramble":
        return scramble(table, EVERY.get(table.game.name, 1))
    return CHECKS[check](table)


def cases() -> list[Any]:
    """Every check at every table; where long ones need not be made on both builds, they say so."""
    found = []
    seen = set()
    for game, seats, opts in tables():
        for check in sorted(CHECKS):
            again = game in REGISTERED and (check, game.name) in seen
            marks = [pytest.mark.one_build] if again and check in LONG else []
            found.append(pytest.param(game, seats, opts, check, marks=marks))
            seen.add((check, game.name))
    return found


@pytest.mark.parametrize(("game", "seats", "opts", "check"), cases(), ids=name)
def test_every_game_conforms(game: Game, seats: int, opts: tuple[int, ...], check: str) -> None:
    made = tried = 0
    for seed in range(1 if game.name in ONCE else SEEDS.get(check, 3)):
        found = run(check, Trial(game, seats, opts, seed + 1))
        if isinstance(found, Compared):
            made, tried = made + found.made, tried + found.tried
        if check == "relabel":
            assert found, "no input was compared"
    assert bool(tried) == (check in FLOORS)
    assert made >= tried * FLOORS.get(check, 0), f"{made} of {tried} comparisons were made"


@pytest.mark.one_build
@pytest.mark.parametrize("game", REGISTERED, ids=name)
def test_random_games_end_within_their_declared_length(game: Game) -> None:
    for seats in game.counts:
        cut = [seed for seed in range(30) if not ends(Trial(game, seats, ending(game), seed))]
        assert not cut, f"{game.name} with {seats} seats was cut off for the seeds {cut}"
