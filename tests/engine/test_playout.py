"""Playouts take short cuts; what they play is what act and expire would play."""

from __future__ import annotations

import pytest

from tatami.bots.playout import playout
from tatami.catalogue import find, names
from tatami.engine.flow import act, expire, new, options, waiting
from tatami.engine.game import Game
from tatami.engine.state import digest
from tatami.engine.world import World
from tests.fixtures import GAMES, draft

LIMITS = {"tack": {"passes": "4", "rounds": "3"}, "wataah": {"mode": "grand-master"}}


def played_by_hand(world: World, seed: int) -> int:
    """The same play, every part of an ask and every small pick by itself."""
    decisions = 0
    while not world.over:
        open_parts = waiting(world)
        if not open_parts:
            expire(world)
            continue
        allowed = options(world, open_parts[0])
        option = allowed[0]
        if len(allowed) > 1:
            seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
            option = allowed[(seed >> 8) * len(allowed) >> 24]
            decisions += 1
        act(world, option, open_parts[0])
    return decisions


def started(game: Game, seed: int) -> World:
    opts = game.choose_settings(LIMITS.get(game.name, {}))
    return new(game, game.counts[seed % len(game.counts)], seed, opts)


@pytest.mark.parametrize(
    "game", [*[find(name).game for name in names()], *GAMES], ids=lambda game: game.name
)
def test_a_playout_plays_what_one_answer_after_the_other_would(game: Game) -> None:
    for seed in range(4):
        one, two = started(game, seed), started(game, seed)
        assert playout(one, seed) == played_by_hand(two, seed)
        assert digest(one) == digest(two)


def test_a_playout_keeps_what_was_sealed_before_it_began() -> None:
    one, two = (new(draft.GAME, 3, 5) for _ in range(2))
    for world in (one, two):
        act(world, options(world, 1)[-1], 1)
    assert playout(one, 3) == played_by_hand(two, 3)
    assert digest(one) == digest(two)


def test_a_playout_stops_at_its_limit_with_the_ask_answered() -> None:
    world = new(draft.GAME, 3, 5)
    playout(world, 1, limit=1)
    assert world.acted == new(draft.GAME, 3, 5).acted + 1
    assert not world.over
