"""The tests run on the build that they were meant for, and both builds agree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tatami.bots import arena, playout
from tatami.engine import flow, ledger, view, world
from tatami.games.clans import bot, rules

MODULES = (flow, ledger, view, world, rules, bot, arena, playout)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_modules_are_of_the_build_under_test(module: object) -> None:
    expected = os.environ.get("TATAMI_EXPECT", "pure")
    file = getattr(module, "__file__", "") or ""
    assert (Path(file).suffix == ".py") == (expected == "pure"), file
