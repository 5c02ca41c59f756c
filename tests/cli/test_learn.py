"""Lessons at the terminal: every one by its script, in every language."""

from __future__ import annotations

import builtins
from collections.abc import Callable

import pytest

from tatami import catalogue
from tatami.cli import learn
from tatami.cli.app import main
from tatami.engine.record import spell
from tatami.engine.referee import Move
from tatami.games.words import LANGUAGES
from tatami.lessons import Run, read_lessons, read_texts
from tatami.testing.lessons import right_move

LESSONS = [(g, one.name) for g in catalogue.names() for one in read_lessons(catalogue.find(g))]
Typed = Callable[[str], str]


def as_typed(run: Run, move: Move) -> str:
    """What a person types to make a move."""
    game = run.listing.game
    if move.kind == "remark":
        sort = next(one.sorts[0] for one in game.book.remarks if one.key == move.key)
        return f"say {sort.names[move.args[0]]}"
    if move.kind == "right":
        options = next(options for name, _, options in run.view().rights if name == move.key)
        return f"{move.key} {options.index(_one(move.answer)) + 1}"
    return spell(game.keys[move.key], move.answer).strip("[]") or "-"


def _one(answer: object) -> int:
    assert isinstance(answer, int)
    return answer


@pytest.fixture
def pupil(monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Takes every lesson by its script, and leaves where it is played on; the runs are kept."""
    runs: list[Run] = []

    class Kept(Run):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            runs.append(self)

    def typed(prompt: str) -> str:
        run = runs[-1]
        part = run.part
        if run.waits == "do" and part is not None:
            return as_typed(run, right_move(run, part))
        return "quit" if run.waits in ("play", "done") else ""

    monkeypatch.setattr(learn, "Run", Kept)
    monkeypatch.setattr(builtins, "input", typed)
    return runs


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_taken_at_the_terminal(
    game: str, name: str, language: str, pupil: list[Run], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", game, name, "--language", language]) == 0
    assert pupil[0].waits in ("done", "play")
    words = " ".join(capsys.readouterr().out.split())
    texts = read_texts(catalogue.find(game), language)[name]
    for said in pupil[0].said:
        assert " ".join(texts[said.key].split()) in words


def test_a_wrong_answer_is_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["mori", "ninja", "oda", "quit"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(lines))
    assert main(["learn", "clans", "first-order"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "That would give Mōri a third card" in told
    assert "C7" in told, "what the rules forbid is refused with its clause"
    assert "Into which province?" in told


def test_the_lessons_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "clans", "--list"]) == 0
    told = capsys.readouterr().out
    assert "first-order" in told
    assert "Whom you serve" in told


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["learn"], "say which game"),
        (["learn", "chess"], "there is no game 'chess'"),
        (["learn", "clans", "ninjas"], "Did you mean ninja?"),
        (["learn", "--game", "tests.fixtures.heap"], "has no lessons"),
    ],
)
def test_a_lesson_that_is_not_there_is_named(
    argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert sentence in capsys.readouterr().err
