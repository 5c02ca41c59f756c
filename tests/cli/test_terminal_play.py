"""Whole games at a terminal."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tatami.cli import keyboard, main
from tests.cli.support import Console, environment, tatami

PLAY = ("play", "clans", "--seed", "6", "--bots", "random", "--speed", "0")
CRESTS = "◆■●♣▲"


def test_a_whole_game_is_played_by_numbers_and_ends_with_the_reckoning(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, "--seats", "4") as console:
        shown = "\n".join(console.play_out())
        assert console.end() == 0
        last = console.screen.text()
    assert "your turn" in shown
    assert "what happened" in shown
    assert re.search(r"★ (You|Botan|Chiyo|Daichi)", last)
    assert "served" in last
    assert "in all" in last
    assert re.search(r"(wins|win|victory)\b.*C1[68]", last, re.DOTALL)


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (132, 50)])
def test_every_screen_fits_the_terminal(tmp_path: Path, seats: int, size: tuple[int, int]) -> None:
    columns, rows = size
    args = (*PLAY, "--seats", str(seats))
    with Console(tmp_path, *args, columns=columns, rows=rows) as console:
        for screen in console.play_out():
            assert screen.splitlines()[0].startswith(" Shinobi: War of Clans"), screen
            assert screen.rstrip().endswith(">"), screen
            assert "your turn" in screen
        assert console.screen.overflows == 0


@pytest.mark.parametrize("size", [(60, 20), (40, 16), (30, 12)])
def test_a_small_terminal_still_shows_the_question_and_no_broken_line(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with Console(tmp_path, *PLAY, columns=size[0], rows=size[1]) as console:
        console.until()
        for _ in range(20):
            screen = console.type("1")
            assert screen.rstrip().endswith(">")
            assert re.search(r"C(6|7|9|11)$", screen, re.MULTILINE)
        assert console.screen.overflows == 0


def test_the_table_shows_provinces_clans_hand_loyalty_deck_and_log(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, "--name", "Yuki") as console:
        console.until()
        screen = console.type("1")
    for clan in ("Takeda", "Uesugi", "Mōri", "Oda", "Go-Hōjō"):
        assert re.search(rf"[{CRESTS}] {clan}", screen)
    for name in ("▸Yuki", " Botan", " Chiyo", " Daichi", " together"):
        assert re.search(rf"^{name} ", screen, re.MULTILINE)
    assert re.search(r"deck \d+   discard \d+", screen)
    assert re.search(rf"you serve ║ [{CRESTS}] ", screen)
    assert re.search(r"^ +C\d+ Daichi ", screen, re.MULTILINE)


def test_an_army_is_drawn_with_its_crest_for_every_card_and_its_strength(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        shown = "\n".join(console.play_out())
    armies = re.findall(rf"([{CRESTS}]+) (\d+)", shown)
    assert len(armies) > 50
    assert all(len(crests) == int(number) and len(set(crests)) == 1 for crests, number in armies)


def test_colour_is_used_and_is_never_the_only_sign(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        raw = console.raw
    coloured = set(re.findall(rf"\x1b\[([0-9;]+)m([{CRESTS}]) \w", raw))
    assert len({crest for _, crest in coloured}) == len({code for code, _ in coloured}) == 5


def test_sixteen_colours_are_enough(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, TERM="xterm") as console:
        console.until()
        assert "\x1b[31m" in console.raw
        assert "38;5" not in console.raw


def test_no_color_is_honoured(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, NO_COLOR="1") as console:
        shown = "\n".join(console.play_out())
        assert console.end() == 0
        assert not re.search(r"\x1b\[[0-9;]*m", console.raw)
    assert "◆" in shown


def test_a_dumb_terminal_gets_no_escapes_at_all(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, TERM="dumb") as console:
        console.until()
        console.type("1")
        assert "\x1b" not in console.raw


@pytest.mark.parametrize("how", ["option", "LC_ALL", "LANG", "PYTHONIOENCODING"])
def test_plain_ascii_where_it_is_wanted_or_needed(tmp_path: Path, how: str) -> None:
    env = {"option": {}, "PYTHONIOENCODING": {how: "ascii"}}.get(how, {how: "C"})
    extra = ("--ascii",) if how == "option" else ()
    with Console(tmp_path, *PLAY, *extra, **env) as console:
        shown = "\n".join(console.play_out()) if how == "option" else console.until()
        assert console.raw.isascii()
        assert console.screen.overflows == 0
    assert shown.isascii()
    for crest in ("T Takeda", "U Uesugi", "M Mori", "O Oda", "H Go-Hojo"):
        assert crest in shown


def test_an_answer_can_be_typed_as_the_beginning_of_its_text(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, "--seats", "4") as console:
        screen = console.until()
        first = re.search(r"1 deploy . (\S+)", screen)
        assert first
        screen = console.type(f"DEP {first[1][:3].lower().replace('ō', 'o')}")
        assert re.search(rf"deploy . {first[1]} → Into which province\?", screen)
        screen = console.type("chi")
        assert re.search(r"You deploy . \S+ into Chiyo’s province", screen)


def test_what_could_mean_several_things_is_asked_again(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY, "--seats", "5") as console:
        console.until()
        assert "That could be" in console.type("dep")


def test_an_illegal_move_is_explained_with_its_clause(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        console.type("1")
        screen = console.type("your province")
    assert "The first order never deploys into your own province.  C6" in screen


def test_why_explains_and_changes_nothing(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        before = console.type("1")
        screen = console.type("why your")
    assert "never deploys into your own province" in screen
    assert before.splitlines()[3:7] == screen.splitlines()[3:7]


def test_back_takes_back_an_answer_inside_the_step_and_says_why_not_later(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        first = console.until()
        assert "There is nothing to take back." in console.type("back")
        assert "Into which province?" in console.type("1")
        again = console.type("back")
        assert "Taken back." in again
        assert "which card do you play?" in again
        assert first.splitlines()[1:8] == again.splitlines()[1:8]
        console.type("1")
        assert "Second order" in console.type("1")
        assert "has taken effect" in console.type("back")


def test_help_log_and_rules_are_a_word_away(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        assert "What you can type" in console.type("?", "the table ")
        assert "your turn" in console.type("")
        assert "begins." in console.type("log", "the table ")
        assert "your turn" in console.type("q")
        assert "Key: clans." in console.type("rules", "the table ")
        assert "## " not in console.type("", "the table ")
        assert "Key: clans." in console.type("b", "the table ")
        assert "your turn" in console.type("q")
        assert "instead of the first order, play a ninja card" in console.type("rules C7")
        assert "There is no clause" in console.type("rules C99")


def test_nonsense_of_every_kind_is_answered_politely(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        for typed in (
            "0",
            "99",
            "9" * 500,
            "-1",
            "1.5",
            "%s{0}",
            "ō" * 200,
            "why",
            "say",
            "save",
            "use x",
        ):
            screen = console.type(typed)
            assert screen.rstrip().endswith(">")
            assert "which card do you play?" in screen


def test_what_is_said_stands_in_the_log(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        assert "You: “watch the Oda”" in console.type("say watch the Oda")


def test_ctrl_c_keeps_the_game_and_says_how_to_resume(tmp_path: Path) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        before = console.type("1")
        console.press(b"\x03")
        assert console.end() == 130
        said = console.screen.text()
    path = re.search(
        r"tatami play --resume\s*(\S+)", said.replace("\n", "").replace(str(tmp_path), "")
    )
    assert path
    (kept,) = (tmp_path / "tatami").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    with Console(tmp_path, "play", "--resume", str(kept), "--speed", "0") as console:
        assert console.until().splitlines()[1:8] == before.splitlines()[1:8]


@pytest.mark.parametrize(("how", "code"), [("eof", 0), ("quit", 0), ("hangup", 129)])
def test_leaving_in_any_way_keeps_the_game(tmp_path: Path, how: str, code: int) -> None:
    with Console(tmp_path, *PLAY) as console:
        console.until()
        if how == "hangup":
            console.hang_up()
        else:
            console.press(b"\x04" if how == "eof" else b"quit\n")
        assert console.end() == code
    assert len(list((tmp_path / "tatami").iterdir())) == 1


def test_ctrl_c_while_the_others_move_keeps_a_game_that_can_be_resumed(tmp_path: Path) -> None:
    slow = (*PLAY[:-1], "30")
    with Console(tmp_path, *slow, "--seat", "2") as console:
        console.until_shown("to play")
        console.press(b"\x03")
        assert console.end() == 130
    (kept,) = (tmp_path / "tatami").iterdir()
    assert tatami(tmp_path, "replay", str(kept), "--json").returncode == 0


class Tty(io.StringIO):
    """What says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def nobody_types(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize(("speed", "pause"), [("0.05", [0.05]), ("0", [])])
def test_the_others_moves_are_shown_one_by_one_with_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speed: str, pause: list[float]
) -> None:
    shown = Tty()
    pauses: list[tuple[int, float]] = []

    def sleep(seconds: float) -> None:
        pauses.append((shown.getvalue().count("\x1b[H"), seconds))

    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr("builtins.input", nobody_types)
    monkeypatch.setattr(keyboard, "time", SimpleNamespace(sleep=sleep))
    assert main([*PLAY[:-1], speed, "--seat", "3", "--seats", "4"]) == 0
    frames = range(2, shown.getvalue().count("\x1b[H"))
    assert len(frames) > 4
    assert pauses == [(frame, seconds) for frame in frames for seconds in pause]


def test_a_finished_game_leaves_its_record_and_no_autosave(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    with Console(tmp_path, *PLAY, "--save", str(record)) as console:
        console.play_out()
        assert console.end() == 0
        assert "The record is in" in console.screen.text()
    assert record.read_text().startswith("tatami record 2\n")
    assert not list(tmp_path.glob("tatami/*"))
