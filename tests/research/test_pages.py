"""The pages about the doors are true: their code runs from top to bottom."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOORS, blocks, name

PAGES = sorted(DOORS.glob("*.md"))


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=name)
def test_the_code_on_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page, "python")), "utf-8")
    command = [sys.executable, "-W", "error", script]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def commands() -> list[tuple[str, str]]:
    """The commands on the pages, but for those that need another machine or install something."""
    lines = [
        (name(page), line)
        for page in PAGES
        for one in blocks(page, "sh")
        for line in one.split("\n")
    ]
    return [
        (page, line) for page, line in lines if line.startswith("tatami ") and "ray:" not in line
    ]


@pytest.mark.parametrize(("page", "command"), commands())
def test_a_command_on_a_page_works(page: str, command: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tatami", *shlex.split(command)[1:]]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout
