"""The table as it is declared: ranges that hold, words that say the same of truth and view."""

from __future__ import annotations

import random

import pytest

from tatami.engine.flow import act, new, options, waiting
from tatami.engine.look import look
from tatami.engine.world import World
from tatami.games.wataah import zones
from tatami.games.wataah.rules import GAME


def positions(seats: int, mode: str, seed: int) -> list[World]:
    """A random game, a copy of every tenth position."""
    dice = random.Random(seed)
    w = new(GAME, seats, seed, GAME.choose_settings({"mode": mode, "turns": "40"}), watched=True)
    found: list[World] = []
    moves = 0
    while w.ask is not None:
        if moves % 10 == 0:
            found.append(w.copy_watched())
        moves += 1
        at = waiting(w)[0]
        allowed = options(w, at)
        act(w, allowed[dice.randrange(len(allowed))], at)
    return [*found, w]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])
def test_every_counter_stays_in_the_range_it_was_declared_with(seats: int, mode: str) -> None:
    for seed in range(8):
        for w in positions(seats, mode, seed):
            assert w.layout.ranges is not None
            for counter in w.layout.listed_counters:
                low, high = w.layout.ranges[counter]
                assert low <= w.count[counter] <= high, w.layout.counters[counter]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_words_of_the_table_say_the_same_of_the_truth_and_of_any_view(seats: int) -> None:
    """W21, W40: what they speak of lies open."""
    for w in positions(seats, "grand-master", seats):
        for viewer in range(seats + 1):
            view = look(w, viewer)
            assert view.top(zones.JIGOKU) == w.top(zones.JIGOKU)
            assert view.holder(zones.SHOSHO) == w.holder(zones.SHOSHO)
            assert view.is_held(zones.ENDING) == w.is_held(zones.ENDING)
            for seat in w.everyone():
                assert zones.in_front(view, seat) == zones.in_front(w, seat)
                assert zones.strength(view, seat) == zones.strength(w, seat)
                assert zones.corruption(view, seat) == zones.corruption(w, seat)
                assert view.top(zones.TEMPLE_UP[seat]) == w.top(zones.TEMPLE_UP[seat])
                assert view.marked(zones.COURTED[seat]) == w.marked(zones.COURTED[seat])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_grasshopper_mode_has_no_zone_of_the_board(seats: int) -> None:
    """W23"""
    small = GAME.layout(seats, GAME.choose_settings({"mode": "grasshopper"}))
    whole = GAME.layout(seats, GAME.choose_settings({}))
    board = set(whole.places) - set(small.places)
    decks = {"temple-deck", "temple-gone", "court-deck", "court-gone", "box", "boss"}
    each = {f"{name}-{seat}" for name in ("temple", "court") for seat in range(seats)}
    assert board == decks | each | {"decoy-0", "decoy-1", "decoy-2"}
    assert "" not in small.places
