"""Night of the Ninja on the terminal: through the plain board, with talk."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from tatami.cli.app import main
from tatami.cli.log import Story
from tatami.cli.wording import Wording
from tatami.engine.referee import Referee
from tatami.games.night import GAME
from tatami.games.words import read_words


def types(monkeypatch: pytest.MonkeyPatch, *script: str) -> None:
    """Somebody types a script again and again."""
    lines = iter([*script] * 400)

    def typed(prompt: str) -> str:
        return next(lines)

    monkeypatch.setattr(builtins, "input", typed)


@pytest.mark.parametrize("seats", ["2", "5"])
def test_it_can_be_played_to_its_end(
    seats: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    types(monkeypatch, "1", "none", "")
    record = tmp_path / "record"
    args = ["play", "night", "--seats", seats, "--seed", "3", "--option", "rounds=1"]
    assert main([*args, "--save", str(record)]) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert "win" in out or "share the victory" in out
    assert "The phase of the Spies begins." in out
    assert main(["replay", str(record), "--language", "fr"]) == 0


def test_what_one_plays_in_a_phase_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """N7: until the others have answered; Enter goes on."""
    script = iter(["1", "1", "none", "back", "none", "log", "", "quit"])
    shown: list[str] = []

    def typed(prompt: str) -> str:
        shown.append(capsys.readouterr().out)
        return next(script)

    monkeypatch.setattr(builtins, "input", typed)
    saved = tmp_path / "save"
    assert main(["play", "night", "--seats", "5", "--seed", "3", "--save", str(saved)]) == 0
    offered = ["take your answer back" in screen for screen in shown]
    assert offered == [False, False, False, True, False, True, True, False]
    assert [line for line in saved.read_text().splitlines() if 's0 back"' in line]


def test_hands_are_named_and_empty_ones_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    types(monkeypatch, "1", "quit")
    assert (
        main(["play", "night", "--seats", "5", "--seed", "3", "--save", str(tmp_path / "s")]) == 0
    )
    out = capsys.readouterr().out
    assert "  draft  " in out
    assert "  Ninja cards  " in out
    assert "no card" not in out


def test_three_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "night", "--seats", "3"]) == 2
    assert "2 or 4 to 11 players, not 3" in capsys.readouterr().err


def test_claims_are_told_in_words() -> None:
    referee = Referee(GAME, 4, 1)
    referee.remark(1, "am", (0, 1))
    referee.remark(1, "say", (), "Trust me.")
    wording = Wording(GAME, read_words("tatami.games.night"), ["Aki", "Botan", "Chiyo", "Emi"], 0)
    story = Story(wording, referee.world.layout, 0)
    story.read(referee)
    told = ["".join(text for text, _ in entry.line) for entry in story.entries]
    assert told[-2:] == ["Botan: I am Crane 2.", "Botan: “Trust me.”"]
