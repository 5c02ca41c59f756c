"""The commands that tell: games, rules, doctor, help, version."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tatami import __version__
from tests.cli.support import Console, tatami

COMMANDS = (
    *("serve", "games", "play", "simulate", "replay", "rules", "doctor"),
    *("verify", "tables", "close", "backup", "restore", "purge"),
)


def test_games_lists_what_is_installed(tmp_path: Path) -> None:
    done = tatami(tmp_path, "games")
    assert done.returncode == 0
    assert "Shinobi: War of Clans  3 to 5 players, about 20 minutes" in done.stdout
    assert "Secret loyalties" in done.stdout
    (clans,) = [
        g
        for g in json.loads(tatami(tmp_path, "games", "--json").stdout)["games"]
        if g["key"] == "clans"
    ]
    assert clans["players"] == [3, 5]
    assert clans["options"] == []
    assert clans["bots"][0] == "random"


def test_rules_print_the_page_as_it_was_written(tmp_path: Path) -> None:
    page = Path(__file__).parents[2].joinpath("docs/rules/clans.md").read_text()
    assert tatami(tmp_path, "rules", "clans").stdout == page


@pytest.mark.parametrize("written", ["C7", "c7", "clans:C7"])
def test_one_clause_is_printed_alone(tmp_path: Path, written: str) -> None:
    said = tatami(tmp_path, "rules", "clans", written).stdout
    assert said.startswith("**C7** [book] *Or ninja:*")
    assert "**C8**" not in said
    assert said.endswith("own clan.\n")


def test_rules_are_lightly_styled_on_a_terminal(tmp_path: Path) -> None:
    with Console(tmp_path, "rules", "clans", "C7") as console:
        assert console.end() == 0
        assert "\x1b[" in console.raw
        assert "**" not in console.raw
        assert "C7 [book] Or ninja:" in console.screen.text()


def test_the_doctor_finds_all_well_here(tmp_path: Path) -> None:
    done = tatami(tmp_path, "doctor")
    assert done.returncode == 0
    assert "all is well" in done.stdout
    found = json.loads(tatami(tmp_path, "doctor", "--json").stdout)
    assert found["version"] == __version__
    assert found["build"]["build"] in ("pure", "compiled")
    assert re.fullmatch(r"[0-9a-f]{64}", found["games"]["clans"]["self_check"])
    assert set(found["client"]) == {"built", "build", "drawn"}
    assert found["problems"] == []
    assert not list(tmp_path.iterdir()), "the doctor leaves nothing behind"


def test_the_doctor_says_what_is_wrong_and_exits_with_1(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = tatami(blocked, "doctor")
    assert done.returncode == 1
    assert "games cannot be kept in" in done.stdout


def test_the_doctor_tells_of_the_terminal(tmp_path: Path) -> None:
    with Console(tmp_path, "doctor", columns=132, rows=43) as console:
        assert console.end() == 0
        assert "132 columns, 43 rows, 256 colours, utf-8, unicode crests" in console.screen.text()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(tmp_path: Path, command: str) -> None:
    done = tatami(tmp_path, command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: tatami {command}")
    assert "--ascii" in done.stdout


def test_version_and_bare_command(tmp_path: Path) -> None:
    assert tatami(tmp_path, "--version").stdout == f"tatami {__version__}\n"
    bare = tatami(tmp_path)
    assert bare.returncode == 0
    assert all(command in bare.stdout for command in COMMANDS)
