"""Trees beside each other: every case can be played, and the table says what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import against


@pytest.mark.parametrize("case", against.CASES)
def test_every_case_is_played_and_measured(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "SLICES", 1)
    monkeypatch.setattr(against, "SLICE_SECONDS", 0.0001)
    assert against.measure(case) > 0


def test_the_best_of_all_rounds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([10.0, 20.0, 30.0, 5.0])
    monkeypatch.setattr(against, "measured", lambda tree, case: next(told))
    assert against.compare([Path("old"), Path("new")], ["a"], 2) == {"a": [30.0, 20.0]}


def test_the_table_compares_each_tree_with_the_first() -> None:
    lines = against.table([Path("x/old"), Path("x/new")], {"clans": [1_500_000.0, 1_800_000.0]})
    assert lines.splitlines() == [
        "|  | old | new |",
        "|---|---|---|",
        "| clans | 1,500 | 1,800 (+20 %) |",
    ]
