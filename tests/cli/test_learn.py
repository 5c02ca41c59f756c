"""Lessons at the terminal: each by its script and by its wrong answers, in every language."""

from __future__ import annotations

import builtins

import pytest

from tatami import catalogue
from tatami.cli import learn
from tatami.cli.app import main
from tatami.engine.names import STOP
from tatami.engine.record import read_move, spell
from tatami.engine.referee import Move
from tatami.games.words import LANGUAGES
from tatami.lessons import Part, Run, read_lessons, read_texts
from tatami.testing.lessons import moves_of, right_move
from tests.support.pupil import played

LESSONS = [(g, one.name) for g in catalogue.names() for one in read_lessons(catalogue.find(g))]


def as_typed(run: Run, move: Move) -> str:
    """What a person types to make a move."""
    game = run.listing.game
    if move.key == "say":
        return f"say {move.text}"
    if move.kind == "remark":
        sort = next(one.sorts[0] for one in game.book.remarks if one.key == move.key)
        return f"say {sort.names[move.args[0]]}"
    if move.kind == "right":
        options = next(options for name, _, options in run.view().rights if name == move.key)
        return f"{move.key} {options.index(_one(move.answer)) + 1}"
    spelled = spell(game.keys[move.key], move.answer).strip("[]")
    return "-" if spelled in ("", STOP) else spelled


def _one(answer: object) -> int:
    assert isinstance(answer, int)
    return answer


LONGEST = 1000
"""Lines that somebody types in a lesson, at most."""


class Pupil:
    """Types what a lesson asks for, after everything that it names as wrong; plays on like a bot.

    All that is printed is kept with what was typed before it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.runs: list[Run] = []
        self.heard: list[tuple[str, str]] = []
        """What was typed, and what was printed then."""
        self.wrong: list[tuple[str, str, str]] = []
        """The key of what should be told, what was typed, what was printed."""
        self.plays = False
        self._capsys = capsys
        self._expected = ""
        self._typed = ""
        self._tried: tuple[int, list[Move]] = (-1, [])
        monkeypatch.setattr(learn, "Run", self.begin)
        monkeypatch.setattr(builtins, "input", self.type)

    def begin(self, *given: object) -> Run:
        """The lesson, watched."""
        self.runs.append(Run(*given))  # type: ignore[arg-type]  # whatever the command gives it
        return self.runs[-1]

    @property
    def run(self) -> Run:
        """The lesson that is being taken, or was taken last."""
        return self.runs[-1]

    @property
    def told(self) -> str:
        """All that was printed, in one line."""
        return " ".join(printed for _, printed in self.heard)

    def type(self, prompt: str) -> str:
        """What is typed next."""
        self.read()
        assert len(self.heard) < LONGEST, f"it does not end: {self.heard[-2:]}"
        self._typed = self._next()
        return self._typed

    def read(self) -> None:
        """What was printed since."""
        printed = " ".join(self._capsys.readouterr().out.split())
        self.heard.append((self._typed, printed))
        if self._expected:
            self.wrong.append((self._expected, self._typed, printed))
        self._expected = ""

    def _next(self) -> str:
        run = self.run
        if run.waits == "do" and run.part is not None:
            return self._answered(run, run.part)
        if run.waits == "play" and self.plays:
            return as_typed(run, played(run))
        return "quit" if run.waits in ("play", "done") else ""

    def _answered(self, run: Run, part: Part) -> str:
        """A wrong answer that was not tried yet; else the right one."""
        if self._tried[0] != run.progress[0]:
            self._tried = run.progress[0], wrong_moves(run, part)
        if not self._tried[1]:
            return as_typed(run, right_move(run, part))
        move = self._tried[1].pop(0)
        self._expected = part.verdict(run.spelled(move))
        return as_typed(run, move)


def wrong_moves(run: Run, part: Part) -> list[Move]:
    """An answer for each that is named as wrong, and one of which only the others are told."""
    words = Move("remark", run.lesson.seat, "say", 0, (), "hm")
    signs = [] if run.listing.game.name == "night" else sign_moves(run)
    plain = [one for one in part.wrong if not one.endswith("*")]
    named = [read_move(run.listing.game, f"s{run.lesson.seat} {one}") for one in plain]
    every = [*named, *moves_of(run, part), *(signs or [words])]
    found: dict[str, Move] = {}
    for move in every:
        line = run.spelled(move)
        fits = next((one for one in part.wrong if fitting(line, one)), "")
        if not part.is_right(line) and (fits or part.other):
            found.setdefault(fits, move)
    return list(found.values())


def sign_moves(run: Run) -> list[Move]:
    """Every sign that can be made at this table."""
    return [
        Move("remark", run.lesson.seat, remark.key, 0, (at,))
        for remark in run.listing.game.book.remarks
        for at, _ in enumerate(remark.sorts[0].names)
        if len(remark.sorts) == 1 and remark.sorts[0].name != "seat"
    ]


def fitting(line: str, named: str) -> bool:
    return line.startswith(named[:-1]) if named.endswith("*") else line == named


@pytest.fixture
def pupil(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Pupil:
    """Takes lessons in this process, and leaves where they are played on."""
    return Pupil(monkeypatch, capsys)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_taken_at_the_terminal_with_every_wrong_answer_that_it_names(
    game: str, name: str, language: str, pupil: Pupil
) -> None:
    assert main(["learn", game, name, "--language", language]) == 0
    pupil.read()
    assert pupil.run.waits in ("done", "play")
    texts = {key: " ".join(text.split()) for key, text in said_in(game, name, language).items()}
    for said in pupil.run.said:
        assert texts[said.key] in pupil.told
    for key, typed, printed in pupil.wrong:
        assert texts[key] in printed, typed
    named = {key for part in pupil.run.lesson.parts for key in part.wrong.values()}
    assert named <= {key for key, _, _ in pupil.wrong}


def said_in(game: str, name: str, language: str) -> dict[str, str]:
    """What the sensei says in a lesson."""
    texts: dict[str, str] = read_texts(catalogue.find(game), language)[name]
    return texts


@pytest.mark.parametrize("name", ["look", "guess"])
def test_a_game_that_is_not_ours_teaches_itself_too(name: str, pupil: Pupil) -> None:
    try:
        assert main(["learn", "letters", name, "--game", "examples.letters"]) == 0
        pupil.read()
        texts = said_in("letters", name, "en")
    finally:
        del catalogue._added["letters"]
    assert pupil.run.waits == "done"
    assert all(" ".join(texts[one.key].split()) in pupil.told for one in pupil.run.said)
    assert pupil.wrong
    assert all(" ".join(texts[key].split()) in printed for key, _, printed in pupil.wrong)


GAMES = [(game, LANGUAGES[at % len(LANGUAGES)]) for at, game in enumerate(catalogue.names())]


@pytest.mark.parametrize(("game", "language"), GAMES)
def test_the_first_game_is_played_to_its_end_with_somebody_at_ones_side(
    game: str, language: str, pupil: Pupil
) -> None:
    pupil.plays = True
    assert main(["learn", game, "game", "--language", language]) == 0
    pupil.read()
    assert pupil.run.waits == "done"
    texts = said_in(game, "game", language)
    heard = [one.key for one in pupil.run.said if one.kind == "heard"]
    for one in pupil.run.said:
        assert " ".join(texts[one.key].split()) in pupil.told
    assert " ".join(texts["end"].split()) in pupil.heard[-1][1]
    assert len(heard) == len(set(heard)), "each is said once"
    assert 2 * len(heard) >= len(set(pupil.run.lesson.heard.values())), "most of them are heard"


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
