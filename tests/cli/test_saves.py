"""Saving, leaving and resuming, with answers from a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tatami import catalogue
from tatami.engine.record import parse, replay
from tests.cli.support import answers, complaint, tatami

PLAY = ("play", "clans", "--seed", "9", "--bots", "random")


def whole_record(state: Path, *args: str) -> str:
    file = state / "whole.txt"
    done = tatami(state, *PLAY, *args, "--save", str(file), stdin=answers(200))
    assert done.returncode == 0, done.stderr
    return file.read_text()


def kept(state: Path) -> Path:
    (file,) = state.glob("tatami/*.save")
    return file


@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_a_game_from_a_pipe_leaves_a_record_that_replays(tmp_path: Path, seats: str) -> None:
    text = whole_record(tmp_path, "--seats", seats)
    assert replay(catalogue.find("clans").game, parse(text)).over


def test_the_same_seed_and_answers_give_the_same_game(tmp_path: Path) -> None:
    assert whole_record(tmp_path) == whole_record(tmp_path)


@pytest.mark.parametrize("stop", [1, 2, 17])
def test_a_game_left_and_resumed_goes_on_as_it_would_have_gone(tmp_path: Path, stop: int) -> None:
    whole = whole_record(tmp_path)
    left = tatami(tmp_path, *PLAY, stdin=answers(stop))
    assert left.returncode == 1
    assert "resume it with: tatami play --resume" in complaint(left)
    file = tmp_path / "resumed.txt"
    again = ("play", "--resume", str(kept(tmp_path)), "--save", str(file))
    assert tatami(tmp_path, *again, stdin=answers(200)).returncode == 0
    assert file.read_text() == whole


def test_the_seat_name_and_bots_come_back_with_the_save(tmp_path: Path) -> None:
    file = tmp_path / "my save.json"
    args = ("--seat", "2", "--name", "Yuki", "--bots", "random,steady,random")
    done = tatami(tmp_path, *PLAY[:4], *args, stdin=f"1\nsave {file}\n")
    assert f"tatami play --resume '{file}'" in " ".join(done.stdout.split())
    data = json.loads(file.read_text())
    assert (data["person"], data["name"]) == (2, "Yuki")
    assert data["bots"] == ["random", "steady", "", "random"]
    assert "▸Yuki" in tatami(tmp_path, "play", "--resume", str(file)).stdout


def test_a_save_says_in_plain_words_that_it_holds_secrets_and_is_private(tmp_path: Path) -> None:
    tatami(tmp_path, *PLAY, stdin=answers(2))
    head = kept(tmp_path).read_text()[:300]
    assert "holds every hidden card" in head
    assert kept(tmp_path).stat().st_mode & 0o777 == 0o600
    assert kept(tmp_path).parent.stat().st_mode & 0o777 == 0o700


def test_a_bare_record_of_an_unfinished_game_can_be_resumed(tmp_path: Path) -> None:
    tatami(tmp_path, *PLAY, stdin=answers(5))
    bare = tmp_path / "bare.txt"
    bare.write_text("\n".join(json.loads(kept(tmp_path).read_text())["record"]) + "\n")
    for seat in ("0", "3"):
        done = tatami(tmp_path, "play", "--resume", str(bare), "--seat", seat, "--bots", "random")
        assert "your turn" in done.stdout


def test_quit_keeps_the_game_where_save_says_and_else_in_the_state_directory(
    tmp_path: Path,
) -> None:
    file = tmp_path / "here.json"
    done = tatami(tmp_path, *PLAY, "--save", str(file), stdin="1\nquit\n")
    assert done.returncode == 0
    assert str(file) in complaint(done)
    assert not list(tmp_path.glob("tatami/*"))
    done = tatami(tmp_path, *PLAY, stdin="1\nquit\n")
    assert str(kept(tmp_path)) in complaint(done)


def test_finishing_a_resumed_game_clears_its_autosave(tmp_path: Path) -> None:
    tatami(tmp_path, *PLAY, stdin=answers(3))
    tatami(tmp_path, "play", "--resume", str(kept(tmp_path)), stdin=answers(200))
    assert not list(tmp_path.glob("tatami/*"))


def test_a_save_replaces_a_file_as_a_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "x" / "game"
    file.parent.mkdir()
    file.write_text("old")
    tatami(tmp_path, *PLAY, stdin=f"save {file}\n1\nsave {file}\n")
    assert [path.name for path in file.parent.iterdir()] == ["game"]
    assert json.loads(file.read_text())["format"] == "tatami save 1"


def test_where_the_state_directory_cannot_be_made_the_game_is_kept_elsewhere(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = tatami(blocked, *PLAY, stdin=answers(2), TMPDIR=str(tmp_path))
    found = re.search(r"--resume (\S+)", complaint(done))
    assert found
    assert Path(found[1]).parent == tmp_path
    assert "your turn" in tatami(tmp_path, "play", "--resume", found[1]).stdout


def test_a_failing_save_command_says_so_and_the_game_goes_on(tmp_path: Path) -> None:
    done = tatami(tmp_path, *PLAY, stdin=f"save {tmp_path}\nsave {tmp_path}/no/dir\n1\n")
    said = " ".join(done.stdout.split())
    assert "is a directory" in said
    assert "no such directory" in said
    assert "Into which province?" in done.stdout


def test_a_game_without_a_terminal_on_either_side_prints_no_escapes(tmp_path: Path) -> None:
    done = tatami(tmp_path, *PLAY, stdin=answers(200))
    assert "\x1b" not in done.stdout
    assert "the end" in done.stdout


def test_binary_junk_typed_at_the_table_is_no_answer(tmp_path: Path) -> None:
    done = tatami(tmp_path, *PLAY, stdin=b"\xff\xfe\x00\x01\n\x80\x80\n1\n")
    assert "is not one of the choices" in done.stdout
    assert "Into which province?" in done.stdout
