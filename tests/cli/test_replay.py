"""Records shown through anybody's eyes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tatami.engine.record import parse
from tests.cli.support import Console, answers, tatami


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished record and an unfinished save."""
    state = tmp_path_factory.mktemp("replay")
    play = ("play", "clans", "--seats", "3", "--seed", "4", "--bots", "random", "--save")
    assert tatami(state, *play, str(state / "done"), stdin=answers(200)).returncode == 0
    tatami(state, *play, str(state / "half"), stdin=answers(9))
    return state


def data(folder: Path, *args: str) -> dict[str, Any]:
    done = tatami(folder, "replay", str(folder / "done"), "--json", *args)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def faces(found: dict[str, Any]) -> list[int]:
    events = [event for move in found["moves"] for event in move["events"]]
    return [event["args"][4] for event in events if event["verb"] == "move"]


def test_a_finished_game_is_shown_with_all_cards_open(folder: Path) -> None:
    done = tatami(folder, "replay", str(folder / "done"))
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Aki" in done.stdout
    assert "the end" in done.stdout
    assert done.stdout.count("serves") == 3
    assert -1 not in faces(data(folder))


def test_a_seat_sees_its_own_cards_and_a_spectator_none(folder: Path) -> None:
    hidden = {eyes: faces(data(folder, *args)).count(-1) for eyes, args in EYES.items()}
    assert 0 == hidden["all"] < hidden["seat"] < hidden["spectator"]


EYES = {"all": ("--all",), "seat": ("--seat", "1"), "spectator": ("--spectator",)}


def test_what_others_answered_is_not_told_through_a_seats_eyes(folder: Path) -> None:
    for move in data(folder, "--seat", "1")["moves"][1:]:
        assert move["move"].startswith("s1 ") or " " not in move["move"]


def test_from_and_to_choose_the_moves(folder: Path) -> None:
    found = data(folder, "--from", "3", "--to", "7")
    assert [move["number"] for move in found["moves"]] == [3, 4, 5, 6, 7]
    whole = data(folder)["moves"]
    assert found["moves"] == whole[3:8]
    shown = tatami(folder, "replay", str(folder / "done"), "--to", "7").stdout
    assert "after move 7 of" in shown
    assert "the end" not in shown


def test_an_unfinished_game_is_shown_with_a_warning(folder: Path) -> None:
    done = tatami(folder, "replay", str(folder / "half"))
    assert done.returncode == 0
    assert done.stderr.startswith("tatami: this game is not over")
    assert done.stderr.count("\n") == 1


def test_step_by_step_without_a_terminal_draws_every_move(folder: Path) -> None:
    done = tatami(folder, "replay", str(folder / "done"), "--step", "--to", "4")
    assert [f"after move {number} of" in done.stdout for number in range(6)] == [True] * 5 + [False]


def test_step_by_step_at_a_terminal_goes_forth_and_back(folder: Path) -> None:
    with Console(folder, "replay", str(folder / "done"), "--step", rows=30) as console:
        assert "after move 0 of" in console.until()
        assert "after move 1 of" in console.type("")
        assert "after move 20 of" in console.type("20")
        assert "after move 19 of" in console.type("b")
        console.raw = ""
        console.press(b"q\n")
        assert console.end() == 0


def test_a_record_that_names_its_players_is_told_with_their_names(
    folder: Path, tmp_path: Path
) -> None:
    found = parse((folder / "done").read_text("utf-8"))
    found.notes["players"] = '["Ada", "Bo", "Çelik"]'
    named = tmp_path / "named"
    named.write_text(found.text(), "utf-8")
    shown = tatami(folder, "replay", str(named)).stdout
    assert "s0 Ada s1 Bo s2 Çelik" in shown
    assert "Aki" not in shown
