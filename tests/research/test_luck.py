"""A test of the doors sees the same games in every run, whoever has forgotten a seed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tatami.research.gymnasium import SeatEnv, VectorEnv
from tatami.research.pettingzoo import parallel_env, raw_env
from tests.support import seeds

NAME = "a test"


def told(make: Any) -> tuple[Any, ...]:
    """What an environment that nobody has seeded deals, and an action that its space draws."""
    seeds.begin(NAME)
    table = make("night")
    table.reset()
    space = table.action_space
    dealt: Any = table.batch.games[0] if make is VectorEnv else table.turns
    return dealt.w.key, [(space("seat_1") if callable(space) else space).sample() for _ in range(9)]


@pytest.mark.parametrize("make", [SeatEnv, VectorEnv, parallel_env, raw_env])
def test_what_nobody_has_seeded_comes_from_the_name_of_the_test(make: Any) -> None:
    one, again = told(make), told(make)
    assert one[0] == again[0]
    assert np.array_equal(one[1], again[1])


def test_the_luck_that_all_share_comes_from_the_name_of_the_test() -> None:
    assert random.random() == random.Random(seeds.running()).random()
    seeds.begin(seeds.running())
    first = int.from_bytes(seeds.draw("numpy")[:4], "big")
    assert np.random.random() == np.random.RandomState(first).random_sample()
