"""Everything that can be wrong: one line, the right exit code, nothing lost, no traceback."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from pathlib import Path

import pytest

from tatami.cli import files
from tests.cli.support import (
    COMMAND,
    PATIENCE,
    Console,
    answers,
    complaint,
    environment,
    inside,
    tatami,
)

USAGE = [
    (("plya", "clans"), "Did you mean play?"),
    (("play", "clan"), "Did you mean clans?"),
    (("play", "chess!"), "There is: clans"),
    (("play",), "say which game"),
    (("play", "clans", "--seats", "2"), "3 to 5 players, not 2"),
    (("play", "clans", "--seats", "6"), "3 to 5 players, not 6"),
    (("play", "clans", "--seats", "four"), "invalid whole number value"),
    (("play", "clans", "--seat", "4"), "the seats are 0 to 3"),
    (("play", "clans", "--seat", "-1"), "--seat"),
    (("play", "clans", "--bots", "stedy"), "Did you mean steady?"),
    (("play", "clans", "--bots", "random,random"), "one bot for all, or 3"),
    (("play", "clans", "--bots", ""), "no bot ''"),
    (("play", "clans", "--option", "tempo=fast"), "no table option 'tempo'"),
    (("play", "clans", "--option", "tempo"), "name=value"),
    (("play", "clans", "--option", "a=1", "--option", "a=2"), "given twice"),
    (("play", "clans", "--seed", "-3"), "--seed"),
    (("play", "clans", "--seed", "9" * 100), "--seed"),
    (("play", "clans", "--speed", "nan"), "--speed"),
    (("play", "clans", "--speed", "-1"), "--speed"),
    (("play", "clans", "--lang", "tlh"), "--lang"),
    (("play", "clans", "--name", "\x1b[2J"), "a name has"),
    (("play", "clans", "--name", "x" * 40), "a name has"),
    (("play", "clans", "--what"), "--what"),
    (("play", "--resume", "x", "--seats", "3"), "--seats cannot be given with --resume"),
    (("simulate",), "GAME"),
    (("simulate", "clams"), "Did you mean clans?"),
    (("simulate", "clans", "--games", "0"), "--games"),
    (("simulate", "clans", "--jobs", "0"), "--jobs"),
    (("simulate", "clans", "--jobs", "x"), "--jobs"),
    (("simulate", "clans", "--bots", "random,random"), "or 4 of them, not 2"),
    (("simulate", "clans", "--bots", "clever"), "no bot 'clever'"),
    (("simulate", "clans", "--option", "x=y"), "no table option"),
    (("simulate", "clans", "--seats", "9"), "3 to 5 players"),
    (("serve", "--address", "tatami.example"), "--address"),
    (("serve", "--address", "tatami.example:8000"), "--address"),
    (("serve", "--address", "https://tatami.example/games"), "--address"),
    (("serve", "--origin", "http://["), "--origin"),
    (("rules", "klans"), "Did you mean clans?"),
    (("rules", "clans", "C77"), "they are C1 to C19"),
    (("rules", "clans", ""), "no clause"),
    (("replay",), "FILE"),
    (("replay", "x", "--seat", "1", "--all"), "not allowed with"),
]


@pytest.mark.parametrize(("args", "said"), USAGE, ids=[" ".join(args)[:40] for args, _ in USAGE])
def test_wrong_usage_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    done = inside(capsys, *args)
    assert done.returncode == 2
    assert said in complaint(done)
    assert done.stdout == ""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("record")
    args = ("play", "clans", "--seed", "3", "--bots", "random", "--save", str(folder / "r"))
    assert tatami(folder, *args, stdin=answers(200)).returncode == 0
    return (folder / "r").read_text()


def broken_files(record: str) -> dict[str, tuple[bytes, str]]:
    lines = record.splitlines()
    moved = "\n".join([*lines[:-1], lines[-1].replace(lines[-1].split(":")[-1], "Nobody")])
    save = {"format": "tatami save 1", "person": 0, "name": "", "bots": [], "record": lines}
    return {
        "an empty file": (b"", "neither a Tatami save nor a record"),
        "text": (b"Dear diary\n", "neither a Tatami save nor a record"),
        "junk": (bytes(range(256)), "is not a text file"),
        "zeros": (bytes(5000), "neither a Tatami save nor a record"),
        "a tampered record": (moved.encode(), "its hash does not fit"),
        "half a record": (record[:200].encode(), "record"),
        "a header only": (b"tatami record 1\nmoves:\n", "has no line 'game:'"),
        "another version": (
            record.replace("game: clans 1", "game: clans 99").encode(),
            "hash does not fit",
        ),
        "deep JSON": (b"[" * 100_000, "neither a Tatami save nor a record"),
        "other JSON": (b'{"format": "tatami save 9"}', "not a 'tatami save 1' file"),
        "a save without a person": (
            json.dumps({**save, "person": None}).encode(),
            "neither a Tatami save nor a record",
        ),
        "a save with other lines": (
            json.dumps({**save, "record": [1, 2]}).encode(),
            "neither a Tatami save nor a record",
        ),
    }


@pytest.mark.parametrize("command", [("replay",), ("play", "--resume")])
def test_a_broken_file_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record: str,
    command: tuple[str, ...],
) -> None:
    for name, (data, said) in broken_files(record).items():
        file = tmp_path / "broken"
        file.write_bytes(data)
        done = inside(capsys, *command, str(file))
        assert done.returncode == 1, name
        assert said in complaint(done), name
        assert done.stdout == ""


def rehashed(text: str) -> str:
    """A record with a hash that fits, whatever it says."""
    from tatami.engine.record import _hash

    lines = text.splitlines()
    lines = [line for line in lines if not line.startswith(("hash: ", "signature: "))]
    at = lines.index("moves:")
    head, moves = "\n".join(lines[:at]) + "\n", "\n".join(lines[at:]) + "\n"
    return f"{head}hash: {_hash(head + moves)}\nsignature: unsigned\n{moves}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: clans 1", "game: clans 99", "here is clans 1"),
        ("game: clans 1", "game: chess 1", "no game 'chess'"),
        ("seats: 4", "seats: 12", "3 to 5 players"),
        ("options: -", "options: tempo=fast", "no table option"),
        ("1 s", "1 x", "move 1 cannot be read"),
        ("result: s", "result: sss", "another result"),
    ],
)
def test_a_record_that_lies_with_a_fitting_hash_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record: str,
    old: str,
    new: str,
    said: str,
) -> None:
    file = tmp_path / "lying"
    file.write_text(rehashed(record.replace(old, new, 1)))
    done = inside(capsys, "replay", str(file))
    assert done.returncode in (1, 2)
    assert said in complaint(done)


def test_files_that_are_no_files_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, said in (
        (str(tmp_path), "is a directory"),
        (str(tmp_path / "missing"), "there is no file"),
        (str(tmp_path / "a" / "b"), "there is no file"),
        ("", "no file"),
        ("/dev/null/x", "cannot be read"),
        ("x" * 5000, "cannot be read"),
        ("line\nbreak", "there is no file line?break"),
    ):
        for command in (("replay",), ("play", "--resume")):
            done = inside(capsys, *command, path)
            assert done.returncode == 1, path
            assert said in complaint(done), path


def test_an_unreadable_file_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root can read anything, so the system's refusal is played here."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(files, "open", refuse, raising=False)
    assert "permission denied" in complaint(inside(capsys, "replay", "secret"))


@pytest.mark.parametrize("where", ["", "/", "/dev/null", "no/such/dir/file"])
def test_a_place_that_cannot_be_saved_to_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], where: str
) -> None:
    done = inside(capsys, "play", "clans", "--save", where)
    assert done.returncode == 1
    complaint(done)
    assert done.stdout == ""


def test_a_finished_game_is_not_resumed_but_can_be_watched(tmp_path: Path, record: str) -> None:
    file = tmp_path / "over"
    file.write_text(record)
    done = tatami(tmp_path, "play", "--resume", str(file))
    assert done.returncode == 1
    assert f"tatami replay {file}" in complaint(done)


def test_a_record_cannot_be_shown_beyond_its_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: str
) -> None:
    file = tmp_path / "r"
    file.write_text(record)
    for args in (
        ("--to", "9999"),
        ("--from", "9999"),
        ("--from", "5", "--to", "2"),
        ("--seat", "4"),
    ):
        done = inside(capsys, "replay", str(file), *args)
        assert done.returncode == 2
        complaint(done)


@pytest.mark.parametrize(
    "args",
    [
        ("rules", "clans"),
        ("simulate", "clans", "--games", "5"),
        ("games",),
        ("--help",),
        ("play", "clans", "--seed", "1"),
    ],
)
def test_a_closed_pipe_ends_the_command_quietly(tmp_path: Path, args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *args],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        timeout=PATIENCE,
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode in (0, 141)
    kept = list(tmp_path.glob("tatami/*.save"))
    assert len(kept) == (args[0] == "play")


def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "rules", "clans"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            timeout=PATIENCE,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"tatami: the output cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_break_nothing(tmp_path: Path, closing: str) -> None:
    for args in ("play clans --seed 1", "games", "play chess"):
        line = f"exec {' '.join(COMMAND)} {args} {closing}"
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, env=environment(tmp_path), timeout=PATIENCE
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 1, 2)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_at_once_and_prints_nothing_half(
    tmp_path: Path, jobs: str
) -> None:
    args = ("simulate", "clans", "--games", "1000000", "--jobs", jobs)
    with Console(tmp_path, *args) as console:
        console.until("/1000000 games")
        console.raw = ""
        console.press(b"\x03", at_rest=False)
        assert console.end() == 130
        assert "wins" not in console.screen.text()
        assert console.raw.rstrip().endswith("tatami: stopped")
        assert "Traceback" not in console.raw


def test_a_mistake_inside_is_one_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tatami.cli import app

    def fail(args: object) -> int:
        raise RuntimeError("oh\nno")

    monkeypatch.setattr(app, "_dispatch", fail)
    assert app.main(["games"]) == 1
