"""What is printed after the tests: the slowest of all stages, and the seconds of each stage."""

from __future__ import annotations

from pathlib import Path

from scripts import times


def report(at: Path, stage: str, *cases: tuple[str, float]) -> None:
    """What pytest would write down."""
    rows = (f'<testcase classname="tests.a" name="{name}" time="{took}"/>' for name, took in cases)
    at.joinpath(f"{stage}.xml").write_text(
        f"<testsuites><testsuite>{''.join(rows)}</testsuite></testsuites>", encoding="utf-8"
    )


def test_the_slowest_tests_of_all_stages_stand_in_one_list(tmp_path: Path) -> None:
    report(tmp_path, "pure", ("test_quick", 0.1), ("test_slow", 9.5))
    report(tmp_path, "real", ("test_slower", 12.0))
    head, *rows, _ = times.summary(tmp_path)
    assert head == "== the slowest 3 of 3 tests, in seconds"
    assert [row.split() for row in rows] == [
        ["12.0", "real", "tests/a.py::test_slower"],
        ["9.5", "pure", "tests/a.py::test_slow"],
        ["0.1", "pure", "tests/a.py::test_quick"],
    ]


def test_no_more_than_twenty_are_named(tmp_path: Path) -> None:
    report(tmp_path, "pure", *((f"test_{number}", number) for number in range(50)))
    lines = times.summary(tmp_path)
    assert lines[0] == "== the slowest 20 of 50 tests, in seconds"
    assert len(lines) == 22


def test_the_seconds_of_the_stages_that_were_passed_are_printed(tmp_path: Path) -> None:
    tmp_path.joinpath("stages").write_text("env 20\nchecks 61\n", encoding="utf-8")
    assert times.summary(tmp_path)[-1] == "== seconds: env 20, checks 61"


def test_before_anything_was_run_there_is_nothing_to_print(tmp_path: Path) -> None:
    assert times.summary(tmp_path) == [
        "== the slowest 0 of 0 tests, in seconds",
        "== seconds: ",
    ]
