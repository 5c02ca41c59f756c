"""Awkward ids, names and texts at a real server: the seeds of awkward.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.awkward import evening

SEEDS = [int(line) for line in Path(__file__).with_name("awkward.txt").read_text().splitlines()]


@pytest.mark.parametrize("seed", SEEDS)
def test_awkward_ids_names_and_texts_do_no_harm(seed: int, tmp_path: Path) -> None:
    evening(tmp_path / "data", seed)
