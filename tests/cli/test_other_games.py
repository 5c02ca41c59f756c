"""Games without a drawing of their own: picks, positions, rights, counts, races."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.cli.app import main
from tatami.engine.game import Game
from tests.fixtures import GAMES

Typed = Callable[[str], str]


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for game in GAMES:
        catalogue.add(Listing(game, "tests.fixtures", {}))
    yield
    for game in GAMES:
        del catalogue._added[game.name]


def types(monkeypatch: pytest.MonkeyPatch, *script: str, then: str = "1") -> list[str]:
    """Somebody types a script, and after it always the same; the prompts come back."""
    lines = iter(script)
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 500:
            raise EOFError
        return next(lines, then)

    monkeypatch.setattr(builtins, "input", typed)
    return prompts


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_can_be_played_to_its_end(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def typed(prompt: str) -> str:
        return next(lines)

    lines = iter(["1", "1 2 3", "none", ""] * 400)
    monkeypatch.setattr(builtins, "input", typed)
    record = tmp_path / "record"
    args = [
        "play",
        game.name,
        "--seats",
        str(max(2, game.fewest)),
        "--seed",
        "3",
        "--save",
        str(record),
    ]
    assert main(args) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert "win" in out or "share the victory" in out
    assert main(["replay", str(record)]) == 0
    assert main(["replay", str(record), "--seat", "0", "--json"]) == 0


def test_several_cards_are_picked_by_their_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = ["1 1", "1 99", "1 2 3 4 5", "x,y", "1, 2", "quit"]
    types(monkeypatch, *script)
    assert main(["play", "heap", "--seed", "5", "--save", str(tmp_path / "s")]) == 0
    out = capsys.readouterr().out
    assert "Each number can be chosen once." in out
    assert "There is no number 99" in out
    assert "Choose 0 to 4, not 5" in out
    assert " s0 lay [" in (tmp_path / "s").read_text()


def test_a_right_is_used_by_its_name_and_talk_is_heard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    types(monkeypatch, "say hello", "wave", "use gong", "quit")
    assert main(["play", "gong", "--seats", "3", "--seed", "5", "--save", str(tmp_path / "s")]) == 0
    out = capsys.readouterr().out
    assert "at any time: gong, wave" in out
    assert "You: “hello”" in out
    saved = (tmp_path / "s").read_text()
    assert "s0 right wave" in saved
    assert "s0 right gong" in saved


def test_an_answer_can_be_changed_while_the_count_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    types(monkeypatch, "1", "", "back", "1", "quit")
    assert main(["play", "gong", "--seats", "3", "--seed", "5", "--save", str(tmp_path / "s")]) == 0
    assert "s0 back" in (tmp_path / "s").read_text()
    assert "Taken back." in capsys.readouterr().out


def test_table_options_reach_the_game_and_wrong_ones_are_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    types(monkeypatch, "quit")
    file = str(tmp_path / "s")
    assert main(["play", "gong", "--option", "tempo=fast", "--save", file]) == 0
    assert "options: tempo=fast" in Path(file).read_text()
    capsys.readouterr()
    assert main(["play", "gong", "--option", "tempo=huge"]) == 2
    assert "tempo can be slow, fast, not 'huge'" in capsys.readouterr().err


def test_simulate_and_games_know_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "heap", "--games", "3"]) == 0
    assert main(["games"]) == 0
    assert "--option tempo=...  slow, fast (default slow)" in capsys.readouterr().out
