"""What the doors and their peers' suites have in common: no luck but the test's."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils import seeding

from tests.support import seeds


@pytest.fixture(autouse=True)
def luck_from_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the peers, their spaces and our environments are not given a seed for is drawn from the
    name of the test, and not from the machine."""
    random.seed(seeds.running())
    np.random.seed(drawn())
    generator, with_seed = np.random.default_rng, seeding.np_random

    def default_rng(seed: Any = None) -> np.random.Generator:
        return generator(drawn() if seed is None else seed)

    def np_random(seed: int | None = None) -> tuple[np.random.Generator, int]:
        found: tuple[np.random.Generator, int] = with_seed(drawn() if seed is None else seed)
        return found

    monkeypatch.setattr(np.random, "default_rng", default_rng)
    monkeypatch.setattr(seeding, "np_random", np_random)


def drawn() -> int:
    """Another seed."""
    return int.from_bytes(seeds.draw("numpy")[:4], "big")
