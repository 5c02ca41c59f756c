"""Ninjaaa'Tack on the terminal: asked in turn, with signals and the gong."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.cli.app import main
from tatami.cli.boards.base import Canvas
from tatami.cli.paint import plain
from tatami.cli.solo import SoloGame
from tatami.engine.referee import Referee
from tatami.games.tack import GAME
from tests.games.tack.positions import NINJA, answer, call, table


def types(monkeypatch: pytest.MonkeyPatch, *script: str) -> None:
    """Somebody types a script again and again."""
    lines = iter([*script] * 400)

    def typed(prompt: str) -> str:
        return next(lines)

    monkeypatch.setattr(builtins, "input", typed)


def seat_down(referee: Referee, level: str = "swift", language: str = "en") -> SoloGame:
    bots = [""] + [level] * (referee.seats - 1)
    return SoloGame(catalogue.find("tack"), referee, 0, "", bots, language)


def drawn(referee: Referee, language: str = "en") -> str:
    """The table as the person sees it."""
    sitting = seat_down(referee, language=language)
    rows = sitting.board.table(sitting.view(), None, Canvas(200))
    return "\n".join(
        plain(row) for row in [*rows, *sitting.board.hand(sitting.view(), Canvas(200))]
    )


@pytest.mark.parametrize("seats", ["4", "5", "8"])
def test_it_can_be_played_to_its_end(
    seats: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    types(monkeypatch, "1", "", "say wink", "")
    record = tmp_path / "record"
    args = ["play", "tack", "--seats", seats, "--seed", "3", "--option", "rounds=3"]
    assert main([*args, "--save", str(record)]) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    assert "strikes the gong" in out
    assert "code sheet: " in out
    assert main(["replay", str(record), "--language", "fr"]) == 0


def test_the_person_can_strike_and_signal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    types(monkeypatch, "say nose", "say red", "say hello you", "gong", "gong 2", "quit")
    saved = tmp_path / "s"
    assert main(["play", "tack", "--seed", "5", "--save", str(saved)]) == 0
    out = capsys.readouterr().out
    assert "You: taps the nose" in out
    assert "You: Red!" in out
    assert "hello you" in out
    assert "2 Attack!" in out
    assert "You strike the gong: Attack!" in out
    text = saved.read_text("utf-8")
    assert "s0 remark gesture 3 " in text
    assert "s0 remark word 0 " in text
    assert "s0 right gong 1 attack" in text


def test_bots_signal_before_the_person_answers_and_strike_only_afterwards() -> None:
    referee = table("OYGY RRRR OOOY YGGG")
    sitting = seat_down(referee)
    sitting.stir()
    sitting.stir()
    kinds = [move.kind for move in referee.moves]
    assert set(kinds) == {"remark"}
    sitting.answer(0)
    assert sitting.bot_moves() == 1
    assert (referee.moves[-1].kind, referee.moves[-1].seat) == ("right", 1)


def test_a_persons_signal_lets_the_partner_strike() -> None:
    referee = table("RROY OOYY RROG YGGG")
    sitting = seat_down(referee)
    assert sitting.say("red")
    assert sitting.say("two")
    assert sitting.bot_moves() == 2
    assert referee.moves[-1].kind == "right"


def test_the_board_shows_partner_tokens_penalties_and_who_has_chosen() -> None:
    referee = table("RROY OOYY RROG YGGG", "team-1: Blue-token*2\npenalty-0 = 1\npenalty-1 = 2")
    answer(referee, 1, "pass:Orange")
    text = drawn(referee)
    assert "Chiyo (partner)  penalty: four in one hand" in text
    assert "✓ Botan  blue token×2  penalty in the next round" in text
    assert "you hold  red×2 orange yellow" in text
    wolf = drawn(table("RROY ROYG ROGG YYBO BBGB", wolf=4))
    assert "Emi (lone wolf)" in wolf


def test_the_board_shows_where_the_box_stands() -> None:
    referee = table("RROY OOYY RROG YGGG", "team-0: Red-token\nteam-1: Blue-token")
    call(referee, 0, NINJA)
    assert "The box stands" in drawn(referee)
    assert "La boîte est" in drawn(referee, "fr")


def test_the_code_sheet_is_shown_to_those_who_have_it() -> None:
    referee = Referee(GAME, 4, 1)
    assert "code sheet: " in drawn(referee)
    watcher = SoloGame(
        catalogue.find("tack"), referee, 0, "", ["", "swift", "swift", "swift"], "en"
    )
    rows = watcher.board.table(referee.view(4), None, Canvas(200))
    assert not any("code sheet" in plain(row) for row in rows)
    assert watcher.board.hand(referee.view(4), Canvas(200)) == []
    assert ("say wink", "winks") in watcher.board.signs()


def test_a_game_in_turns_is_not_stirred() -> None:
    listing = catalogue.find("clans")
    referee = Referee(listing.game, 3, 1)
    sitting = SoloGame(listing, referee, 0, "", ["", "random", "random"], "en")
    sitting.stir()
    assert sitting.say("hello")
    assert [move.kind for move in referee.moves] == ["remark"]


def test_a_replay_says_every_signal_once(capsys: pytest.CaptureFixture[str]) -> None:
    kept = Path(__file__).parents[1] / "golden" / "records" / "tack-2-5.tatami"
    assert main(["replay", str(kept)]) == 0
    shown = capsys.readouterr().out.count(": winks")
    assert shown == kept.read_text("utf-8").count(" remark gesture 0 ") > 1
