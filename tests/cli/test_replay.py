"""Records shown through anybody's eyes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tatami.cli.saves import read_save
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


def searched(folder: Path, tmp_path: Path, name: str, ended: str = "") -> Path:
    """A record of a bot that searched for its second answer."""
    found = read_save(str(folder / name)).record
    found.lines[1] += ' "96 of 120 simulations after move 1"'
    if ended:
        found.notes["ended"] = ended
    noted = tmp_path / f"{name}-{ended}"
    noted.write_text(found.text(), "utf-8")
    return noted


TOLD = {
    "en": "imagined before this answer: 96 ways the game could go, of 120 planned",
    "fr": "imaginé avant cette réponse : 96 suites possibles de la partie, sur 120 prévues",
    "de": "vor dieser Antwort durchdacht: 96 mögliche Spielverläufe von 120 geplanten",
    "es": "imaginados antes de esta respuesta: 96 desarrollos posibles de la partida, de 120",
}


@pytest.mark.parametrize("language", TOLD)
def test_how_much_a_bot_searched_is_told_after_the_game(
    folder: Path, tmp_path: Path, language: str
) -> None:
    noted = str(searched(folder, tmp_path, "done"))
    for more in ((), ("--seat", "1"), ("--step",)):
        shown = tatami(folder, "replay", noted, "--language", language, "--to", "3", *more).stdout
        assert " ".join(shown.split()).count(TOLD[language]) == 1


def test_of_a_game_that_can_go_on_it_is_not_told(folder: Path, tmp_path: Path) -> None:
    for name, ended, told in (("half", "", False), ("half", "conceded", True)):
        noted = str(searched(folder, tmp_path, name, ended))
        assert ("96" in tatami(folder, "replay", noted).stdout) is told
        moves = json.loads(tatami(folder, "replay", noted, "--json").stdout)["moves"]
        assert moves[2]["searched"] == ({"planned": 120, "done": 96} if told else None)
        assert "simulations" not in moves[2]["move"]
        assert moves[1]["searched"] is None
