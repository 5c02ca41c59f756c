"""The bare package needs none of the extras: a wheel, installed, plays without any of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = {
    "PIL",
    "gymnasium",
    "numpy",
    "open_spiel",
    "openskill",
    "pandas",
    "pettingzoo",
    "pyarrow",
    "pyspiel",
    "psycopg",
    "ray",
}

BESIDE = {"arena", "postgresql"}
"""Extras that are no doors for researchers."""

PLAYS = """
import json, pkgutil, sys
import tatami
from tatami.cli import main
assert tatami.__file__.startswith(sys.argv[1]), tatami.__file__
extras = ("tatami.research.", "tatami.server.postgresql.")
for found in pkgutil.walk_packages(tatami.__path__, "tatami."):
    if not found.name.startswith(extras) and not found.name.endswith("__main__"):
        __import__(found.name)
assert main(["simulate", "clans", "--games", "2", "--json"]) == 0
for name in tatami.names():
    game = tatami.load(name)
    state = game.new(seats=4, seed=1)
    game.observation_space(4, ledger=True).row_of(state.view(0))
print(json.dumps(sorted({one.partition(".")[0] for one in sys.modules})))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure wheel of what is in src/ now, installed into a directory of its own."""
    place = tmp_path_factory.mktemp("bare")
    env = os.environ | {"TATAMI_PURE": "1", "TATAMI_NO_WEB": "1"}
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    plain = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    made = [*pip, "install", *plain, "--target", str(place / "site"), str(ROOT)]
    done = subprocess.run(made, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return place / "site"


def test_the_bare_wheel_plays_and_imports_no_extra(installed: Path, tmp_path: Path) -> None:
    """All of them are there to be imported, in the environment of this test; none is."""
    env = os.environ | {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", PLAYS, str(installed)]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert loaded & EXTRAS == set()
    assert "tatami" in loaded


def test_every_door_has_an_extra_of_its_name_and_the_package_needs_none() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    doors = {"dataset", "gymnasium", "openspiel", "pettingzoo", "ray"}
    assert set(project["optional-dependencies"]) == doors | BESIDE
    for door in doors:
        assert (ROOT / "src" / "tatami" / "research" / f"{door}.py").exists()
        assert (ROOT / "docs" / "research" / f"{door}.md").exists()
    needed = {one.partition(">")[0].lower() for one in project["dependencies"]}
    assert needed & {one.lower() for one in EXTRAS} == set()
