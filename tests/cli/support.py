"""Run the command as a process, with pipes or at a terminal of any size."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tatami.cli import main

COMMAND = [sys.executable, "-m", "tatami"]
ESCAPE = re.compile(r"\x1b(?:\[([?0-9;]*)([A-Za-z])|[=>])")
UNFINISHED = re.compile(r"\x1b(?:\[[?0-9;]*)?$")
PATIENCE = 120.0
"""Seconds after which a command that says nothing hangs."""


def environment(state: Path, **more: str) -> dict[str, str]:
    """A plain environment in which games are kept in a directory of the test."""
    return {
        **os.environ,
        "TERM": "xterm-256color",
        "XDG_STATE_HOME": str(state),
        **more,
    }


def tatami(
    state: Path, *args: str, stdin: str | bytes = b"", **env: str
) -> subprocess.CompletedProcess[str]:
    """One run with pipes for input and output."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [*COMMAND, *args],
        input=given,
        capture_output=True,
        env=environment(state, **env),
        timeout=PATIENCE,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


class Done:
    """How a run inside this process went: quicker than a process where that is all we ask."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.returncode = code
        self.stdout = out
        self.stderr = err


def inside(capsys: pytest.CaptureFixture[str], *args: str) -> Done:
    """One run inside this process."""
    capsys.readouterr()
    code = main(list(args))
    found = capsys.readouterr()
    return Done(code, found.out, found.err)


def complaint(done: subprocess.CompletedProcess[str] | Done) -> str:
    """The one line that a failing run leaves on stderr."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("tatami: ")
    return lines[0]


class Screen:
    """As much of a terminal as the command uses: it keeps what a person would see."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.lines = [""] * rows
        self.row = self.column = 0
        self._rest = ""
        self.overflows = 0
        """How many lines were too long and went on in the next."""

    def feed(self, text: str) -> None:
        text = self._rest + text
        cut = UNFINISHED.search(text)
        self._rest = cut[0] if cut else ""
        text = text[: len(text) - len(self._rest)]
        at = 0
        while at < len(text):
            found = ESCAPE.match(text, at)
            if found:
                self._escape(found[1] or "", found[2] or "")
                at = found.end()
            else:
                self._char(text[at])
                at += 1

    def _escape(self, numbers: str, letter: str) -> None:
        if letter == "H":
            self.row = self.column = 0
        elif letter == "K":
            self.lines[self.row] = self.lines[self.row][: self.column]
        elif letter == "J":
            first = 0 if numbers == "2" else self.row
            for row in range(first, self.rows):
                keep = self.column if row == self.row and numbers != "2" else 0
                self.lines[row] = self.lines[row][:keep]

    def _char(self, char: str) -> None:
        if char == "\n":
            self._down()
        elif char == "\r":
            self.column = 0
        elif char == "\b":
            self.column = max(0, self.column - 1)
        elif char.isprintable() or char in "\u00a0\u202f":
            if self.column == self.columns:
                self.overflows += 1
                self.column = 0
                self._down()
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + char + line[self.column + 1 :]
            self.column += 1

    def _down(self) -> None:
        if self.row == self.rows - 1:
            self.lines = [*self.lines[1:], ""]
        else:
            self.row += 1

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


class Console:
    """The command at a terminal of its own: type into it, look at its screen."""

    def __init__(
        self, state: Path, *args: str, columns: int = 80, rows: int = 24, **env: str
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = Screen(columns, rows)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.process = subprocess.Popen(
            [*COMMAND, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(state, **env),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)

    def __enter__(self) -> Console:
        return self

    def __exit__(self, *what: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def _read(self, seconds: float) -> bool:
        """Take in what there is; false where the other end is closed."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        text = self.decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        return bool(data)

    def until(self, ending: str = "> ") -> str:
        """Wait until the output ends like this; the screen then."""
        deadline = time.monotonic() + PATIENCE
        while not ESCAPE.sub("", self.raw).endswith(ending):
            assert time.monotonic() < deadline, f"no {ending!r}:\n{self.screen.text()}"
            assert self._read(0.2), f"it ended:\n{self.screen.text()}"
        return self.screen.text()

    def type(self, text: str, ending: str = "> ") -> str:
        """Type a line and wait for the next prompt; the screen then."""
        self.raw = ""
        os.write(self.master, text.encode() + b"\n")
        return self.until(ending)

    def until_shown(self, text: str) -> None:
        """Wait until the screen has this on it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen.text():
            assert time.monotonic() < deadline, f"no {text!r}:\n{self.screen.text()}"
            assert self._read(0.2), f"it ended:\n{self.screen.text()}"

    def press(self, key: bytes, at_rest: bool = True) -> None:
        """Press a key, such as Ctrl-C, when the command waits for one; or while it is busy."""
        if at_rest:
            self._until_it_waits()
        os.write(self.master, key)

    def hang_up(self) -> None:
        """The terminal is closed while the command waits for a key."""
        self._until_it_waits()
        self.process.send_signal(signal.SIGHUP)

    def _until_it_waits(self) -> None:
        """Until the process sleeps.

        In the instant between its prompt and its waiting, Python's line editor holds signals back.
        """
        deadline = time.monotonic() + PATIENCE
        state = Path(f"/proc/{self.process.pid}/stat")
        while state.read_text("utf-8").rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, f"it is busy:\n{self.screen.text()}"
            self._read(0.01)

    def end(self) -> int:
        """Wait for the command to end; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(0.2):
            assert time.monotonic() < deadline, f"it goes on:\n{self.screen.text()}"
            if self.process.poll() is not None and not self._more():
                break
        return self.process.wait(PATIENCE)

    def _more(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(select.select([self.master], [], [], 0)[0])
        return False

    def play_out(self, answer: str = "1") -> list[str]:
        """Give the same answer again and again until the game is over; the screens before each."""
        shown = [self.until()]
        for _ in range(400):
            self.raw = ""
            os.write(self.master, answer.encode() + b"\n")
            if not self._next_prompt():
                return shown
            shown.append(self.screen.text())
        raise AssertionError("the game does not end")

    def _next_prompt(self) -> bool:
        deadline = time.monotonic() + PATIENCE
        while not ESCAPE.sub("", self.raw).endswith("\n> "):
            assert time.monotonic() < deadline, self.screen.text()
            if not self._read(0.2):
                return False
            if self.process.poll() is not None and not self._more():
                return False
        return True


def answers(number: int, text: str = "1") -> str:
    """So many lines of input."""
    return f"{text}\n" * number
