"""What `make soak` has found once is played in every run: the lines of pinned.txt."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tatami.testing.conformance import CHECKS
from tests.support.soaking import Case

PINNED = Path(__file__).with_name("pinned.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", PINNED)
def test_a_pinned_game_keeps_all_promises(line: str) -> None:
    Case.read(line).run()


def test_whatever_is_drawn_can_be_pinned() -> None:
    dice = Random(1)
    drawn = [Case.draw(dice) for _ in range(60)]
    assert [Case.read(str(case)) for case in drawn] == drawn
    assert {case.check for case in drawn} == set(CHECKS)
    for case in drawn:
        assert case.table().seats == case.seats
