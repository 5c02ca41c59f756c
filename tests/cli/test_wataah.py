"""WAT-AAH! on a terminal: both modes to their end, in both languages, wide and narrow."""

from __future__ import annotations

import builtins
from itertools import cycle
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.cli.app import main
from tatami.cli.boards import Canvas
from tatami.cli.paint import plain, size
from tatami.cli.solo import SoloGame
from tatami.engine.referee import Referee
from tests.games.wataah.positions import grand, grasshopper, placing, play


def table_of(referee: Referee, language: str = "en") -> SoloGame:
    listing = catalogue.find("wataah")
    return SoloGame(listing, referee, 0, "", ["random"] * referee.seats, language)


def text(lines: list[list[tuple[str, str]]]) -> str:
    return " ".join(" ".join(plain(line).split()) for line in lines)


@pytest.mark.parametrize("mode", ["grasshopper", "grand-master"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_to_its_end(
    mode: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    lines = cycle(["2", "1", "1 2", "1 2 3", "1", ""])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(lines))
    record = tmp_path / "record"
    args = ["play", "wataah", "--seats", "3", "--seed", "7", "--save", str(record)]
    assert main([*args, "--option", f"mode={mode}", "--language", language]) == 0
    out = capsys.readouterr().out
    assert "W22" in out or "W34" in out
    assert main(["replay", str(record)]) == 0
    assert main(["replay", str(record), "--seat", "1", "--json"]) == 0


TABLE = f"""
hand-0: Carp-1*2 Carp-4 Rat-3 Ronin Oni
hand-1: Bear-6*4
clan-0-Bear: Bear-6*3 Ronin
clan-1-Dragon: Dragon-3 Dragon-5 Kappa
corrupt-1: Crow-3 Fox-5
jigoku: Toad-1 Spider-4 Rat-5 Rat-5
temple-1: Paper-Wards
court-0: Pardon
court-1: Imperial-Guard
missions-0 = 2
showdown-1 = 3
{placing()}
"""


def test_the_table_shows_clans_piles_cards_and_locations() -> None:
    table = table_of(grand(TABLE, 3))
    shown = text(table.board.table(table.view(), None, Canvas(100)))
    assert "Botan ▯4 3 ⛩ Paper Wards ▣ Court corruption 3 5" in shown
    assert "◆ Dragon 3 5 ☯ Kappa" in shown
    assert "♣ Bear 6 6 6 ○" in shown
    assert "★ Shosho ▣ Pardon" in shown
    assert "Missions You 2 Showdown Botan 3 Decoys ? ? ? Boss ?" in shown
    assert "Jigoku ↥ ■ Rat 5 ● Toad 1 ✳ Spider 4 ■ Rat 5 5" in shown
    assert text(table.board.hand(table.view(), Canvas(100))) == "≈ Carp 1 1 4 ■ Rat 3 ○ Ronin ☯ Oni"
    assert "Imperial Guard" not in shown


def test_what_will_be_triggered_is_told_before_the_cards_are_chosen() -> None:
    game = grand(TABLE, 3)
    table = table_of(game)
    play(game, "found:Carp")
    assert text([table.board.so_far(table.view())]) == (
        "new clan: ≈ Carp (triggers 2: draw 2; 3–4: draw 4)"
    )
    game = grasshopper(f"hand-0: Oni Yurei\nclan-0-Bear: Bear-6\n{placing()}")
    table = table_of(game)
    play(game, "summon:Yurei")
    told = text([table.board.so_far(table.view())])
    assert told == "summon ☯ Yurei (triggers destroy 1 clan of an opponent)"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("ease", [0, 1, 2])
def test_every_line_fits(width: int, ease: int) -> None:
    table = table_of(grand(TABLE, 4), "fr")
    canvas = Canvas(width, ease)
    rows = table.board.table(table.view(), None, canvas) + table.board.hand(table.view(), canvas)
    assert all(size(row) <= width for row in rows)


def test_the_end_tells_why() -> None:
    game = grasshopper("clan-0-Bear: Bear-6*2\ncorrupt-0: Carp-3\nstep: wataah.round_end")
    table = table_of(game)
    told = text(table.board.ending(table.view(), Canvas(80)))
    assert "★ You 12 -3 9" in told
    assert "You win. The highest result is 9: You." in told
    assert told.endswith("W22")


def test_the_end_of_a_grand_master_tells_the_boss_and_the_points() -> None:
    pawns = "missions-0 = 3\ncourt-1 = 1\nshowdown-1 = 4"
    game = grand(f"boss: Gaijins\n{pawns}\nround = 3\nstep: wataah.showdown")
    table = table_of(game)
    told = text(table.board.ending(table.view(), Canvas(80)))
    assert "★ Botan 10 0 60 70" in told
    assert "You 0 30 -30 0" in told
    assert "The Final Boss was Gaijins" in told


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("clan-0-Bear: Bear-6 Ronin\nclan-1-Bear: Bear-6\ncorrupt-0: Carp-1", "the less corrupt"),
        ("clan-0-Bear: Bear-6\nclan-1-Bear: Bear-6", "rematch"),
    ],
)
def test_a_tie_is_explained(position: str, words: str) -> None:
    table = table_of(grasshopper(f"{position}\nstep: wataah.round_end"))
    assert words in text(table.board.ending(table.view(), Canvas(80)))
