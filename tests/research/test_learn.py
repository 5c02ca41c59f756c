"""The learner on the page for researchers learns: a tiny game in seconds."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.research.gymnasium import VectorEnv
from tests.fixtures import letters

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"
UPDATES = 15


def learner() -> Any:
    found = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_it_learns_to_beat_random_play_at_love_letter() -> None:
    """One round of Love Letter for two: half of the games are won by luck."""
    catalogue.add(Listing(letters.GAME, "", {}))
    learn = learner()
    learn.STEPS = 40
    tables = VectorEnv("letters", 2, 64)
    heard: list[int] = []
    net = learn.train(tables, 1, lambda n: n < UPDATES, lambda n, _: heard.append(n))
    luck = np.random.default_rng(1)
    before = learn.strength(tables, None, luck, 600)
    after = learn.strength(tables, net, luck, 600)
    assert heard == list(range(1, UPDATES + 1))
    assert 0.4 < before < 0.6
    assert after > before + 0.08
