"""`make test` runs every stage, or fails; what one stage leaves to another is run there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
LIMIT = 120.0
STEPS: tuple[str, ...] = (
    "env all",
    "env native",
    "env web",
    "make checks",
    "make pure ONCE=1",
    "env compiled",
)
STEPS += ("make real", "make both", "make test-research")
"""What the stages do, in an order in which they can end."""
SAYS = """#!/bin/sh
echo "$(basename "$0" .sh) $*|${TESTS-}${ARGS-}${PYTEST_ADDOPTS-}${TATAMI_KILLS-}" >> steps
test "$(basename "$0" .sh) $*" != "$FAILS"
"""
"""In the place of what a stage calls: it is noted, and one of them fails."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The stages, and nothing behind them."""
    for folder in ("scripts", ".venv/bin", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("test.sh", "times.py"):
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts")
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    for place in ("scripts/env.sh", "bin/make"):
        (tmp_path / place).write_text(SAYS)
        (tmp_path / place).chmod(0o755)
    return tmp_path


def staged(project: Path, fails: str = "", **more: str) -> tuple[int, list[str]]:
    """How the stages end where one of their steps fails, and which were begun."""
    path = f"{project / 'bin'}:{os.environ['PATH']}"
    env = {"PATH": path, "FAILS": fails, **more}
    command = ["bash", "scripts/test.sh"]
    done = subprocess.run(command, cwd=project, env=env, capture_output=True, timeout=LIMIT)
    return done.returncode, (project / "steps").read_text().splitlines()


def test_every_stage_is_run(project: Path) -> None:
    code, steps = staged(project)
    assert code == 0
    assert sorted(steps) == sorted(f"{step}|" for step in STEPS)


@pytest.mark.parametrize("fails", STEPS)
def test_a_stage_that_fails_fails_the_run(project: Path, fails: str) -> None:
    code, steps = staged(project, fails)
    assert code != 0
    assert f"{fails}|" in steps


def test_what_somebodys_shell_is_set_to_leaves_no_test_out(project: Path) -> None:
    narrow = {"TESTS": "tests/stores", "ARGS": "-x", "PYTEST_ADDOPTS": "-k x", "TATAMI_KILLS": "1"}
    assert sorted(staged(project, **narrow)[1]) == sorted(f"{step}|" for step in STEPS)


def test_what_is_marked_for_one_build_is_among_what_that_build_runs() -> None:
    found = re.search(r"^BOTH_BUILDS := \$\(wildcard (.*)\)$", MAKEFILE, re.MULTILINE)
    assert found
    both = [ROOT / name for name in found[1].split()]
    marked = [
        one for one in ROOT.glob("tests/**/*.py") if "mark.one_build" in one.read_text("utf-8")
    ]
    elsewhere = [one for one in marked if not {*both} & {*one.parents}]
    assert len(marked) > 5
    assert elsewhere == [Path(__file__)], "only in words"
