"""Games that are not installed, and games that an entry point names: every command takes both."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tatami import catalogue
from tests.cli.support import answers, complaint, inside, tatami

GONG = "tests.fixtures.gong"
LETTERS = "tests.fixtures.letters:GAME"
BAD = {
    "no_game": ("", "AttributeError: module 'no_game' has no attribute 'GAME'"),
    "no_kind_of_game": ("GAME = 3", "TypeError: no_kind_of_game.GAME is no game"),
    "half_written": ("GAME = Game(", "SyntaxError"),
    "wanting": ("import no_such_library", "there is no module no_such_library"),
}
"""Modules that hold no game, and what is said of each."""


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What a test adds is gone after it, and so is what it imported from its own directory."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(catalogue, "_added", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def pointed(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """As if a package with this entry point were installed."""
    entry = EntryPoint(name, value, catalogue.GROUP)
    monkeypatch.setattr(catalogue, "_installed", lambda: {name: entry})


# -- named by an entry point


@pytest.mark.parametrize(
    ("name", "value", "package"),
    [
        ("gong", "tests.fixtures.gong:GAME", "tests.fixtures"),
        ("clans", "tatami.games.clans:GAME", "tatami.games.clans"),
        ("clans", "tatami.games.clans.rules:GAME", "tatami.games.clans"),
    ],
)
def test_texts_lie_in_the_package_of_whatever_an_entry_point_names(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, package: str
) -> None:
    pointed(monkeypatch, name, value)
    listing = catalogue.find(name)
    assert (listing.game.name, listing.package) == (name, package)
    assert bool(listing.words()) == (name == "clans")


def test_a_module_outside_any_package_can_be_named_by_an_entry_point(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.joinpath("lonely.py").write_text("from tests.fixtures.gong import GAME\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    pointed(monkeypatch, "gong", "lonely:GAME")
    assert catalogue.find("gong").package == ""
    assert inside(capsys, "games").stdout.startswith("gong")
    assert inside(capsys, "simulate", "gong", "--games", "2").returncode == 0


def test_a_module_named_by_an_entry_point_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pointed(monkeypatch, "letters", "tests.fixtures.letters:GAME")
    lines = iter(["1"] * 99)
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    done = inside(capsys, "play", "letters", "--seed", "1", "--speed", "0", "--ascii")
    assert done.returncode == 0, done.stderr


# -- named on the command line


def test_a_game_that_is_not_installed_is_played_kept_resumed_and_replayed(tmp_path: Path) -> None:
    more = ("--game", LETTERS)
    left = tatami(tmp_path, "play", *more, "--seed", "4", stdin="1\n")
    assert left.stderr.strip().endswith(f"--game {LETTERS}")
    kept = left.stderr.strip().removeprefix("tatami: ").split("--resume ")[1].split()[0]
    record = str(tmp_path / "round.tatami")
    played = ("play", "--resume", kept, *more, "--save", record)
    done = tatami(tmp_path, *played, stdin=answers(99))
    assert done.returncode == 0, done.stderr
    assert tatami(tmp_path, "replay", record, *more).returncode == 0
    over = tatami(tmp_path, "play", "--resume", record, *more)
    assert complaint(over).endswith(f"tatami replay {record} --game {LETTERS}")
    unknown = tatami(tmp_path, "replay", record)
    assert "there is no game 'letters'" in complaint(unknown)


def test_a_series_of_a_game_that_is_not_installed_is_the_same_in_any_number_of_processes(
    tmp_path: Path,
) -> None:
    series = ("simulate", "--game", LETTERS, "--seats", "3", "--games", "16", "--seed", "2")
    found = []
    for jobs in ("1", "2"):
        done = tatami(tmp_path, *series, "--jobs", jobs, "--json")
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    assert found[0]["game"] == "letters"
    assert found[0]["wins_by_seat"] == found[1]["wins_by_seat"]
    assert sum(found[0]["wins_by_seat"]) == 16


def test_one_of_several_further_games_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    both = ("--game", GONG, "--game", LETTERS, "--games", "1", "--json")
    assert json.loads(inside(capsys, "simulate", *both).stdout)["game"] == "gong"
    assert json.loads(inside(capsys, "simulate", "letters", *both).stdout)["game"] == "letters"
    assert json.loads(inside(capsys, "simulate", "clans", *both).stdout)["game"] == "clans"


def test_further_games_are_listed_and_examined(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(inside(capsys, "games", "--json", "--game", GONG).stdout)
    assert "gong" in [game["key"] for game in listed["games"]]
    examined = json.loads(inside(capsys, "doctor", "--json", "--game", GONG).stdout)
    assert "gong" in examined["games"]


def test_the_rules_beside_a_game_that_is_not_installed_are_printed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A package in the directory where the command is given."""
    package = tmp_path / "lanterns"
    package.joinpath("rules").mkdir(parents=True)
    package.joinpath("__init__.py").write_text("from tests.fixtures.gong import GAME\n", "utf-8")
    package.joinpath("rules", "en.md").write_text("# Gong\n\n**G1** Pass a card.\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    more = ("--game", "lanterns")
    assert inside(capsys, "rules", *more).stdout.startswith("# Gong")
    assert inside(capsys, "rules", "gong", "G1", *more).stdout == "**G1** Pass a card.\n"


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "games", "doctor", "serve"])
def test_a_module_that_is_not_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    done = inside(capsys, command, "--game", "no.such.module")
    assert (done.returncode, done.stderr) == (
        2,
        "tatami: --game no.such.module: there is no module no\n",
    )


@pytest.mark.parametrize("name", sorted(BAD))
def test_a_module_that_holds_no_game_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, said = BAD[name]
    tmp_path.joinpath(f"{name}.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    done = inside(capsys, "play", "--game", name)
    assert done.returncode in (1, 2)
    assert said in complaint(done)


@pytest.mark.parametrize("command", ["play", "simulate", "rules"])
def test_without_any_game_it_says_how_to_name_one(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    done = inside(capsys, command)
    said = f"tatami: say which game: tatami {command} GAME (tatami games lists them)\n"
    assert (done.returncode, done.stderr) == (2, said)
