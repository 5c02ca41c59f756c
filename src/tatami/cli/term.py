"""The terminal: what it can do, and how a painted line becomes text for it."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, TextIO

from tatami.cli.paint import Line, cells, trimmed

WIDEST: Final = 110
SMALLEST: Final = 30

STYLES: Final[dict[str, tuple[str, str]]] = {
    # name: the code where there are 16 colours, and where there are 256
    "dim": ("2", "38;5;244"),
    "bold": ("1", "1"),
    "title": ("1", "1"),
    "mine": ("1;36", "1;38;5;37"),
    "key": ("36", "38;5;37"),
    "good": ("32", "38;5;71"),
    "bad": ("31", "38;5;167"),
    "note": ("33", "38;5;172"),
    "italic": ("3", "3"),
    "red": ("31", "38;5;167"),
    "blue": ("94", "38;5;68"),
    "green": ("32", "38;5;71"),
    "amber": ("33", "38;5;172"),
    "purple": ("35", "38;5;133"),
    "steel": ("1", "1;38;5;246"),
}

SPELLED: Final = str.maketrans(
    {
        "─": "-",
        "━": "=",
        "│": "|",
        "┬": "+",
        "┴": "+",
        "┼": "+",
        "╭": ".",
        "╮": ".",
        "╰": "'",
        "╯": "'",
        "╔": "#",
        "╗": "#",
        "╚": "#",
        "╝": "#",
        "═": "=",
        "║": "#",
        "◆": "T",
        "■": "U",
        "●": "M",
        "♣": "O",
        "▲": "H",
        "✦": "*",
        "▸": ">",
        "★": "*",
        "↑": "+",
        "↓": "-",
        "×": "x",
        "→": ">",
        "‹": "<",
        "›": ">",
        "…": ".",
        "·": ".",
        "–": "-",
        "—": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "▮": "#",
        "▯": ".",
        "█": "#",
        "░": ".",
        "✓": "+",
        "✗": "!",
    }
)


def spell_plainly(text: str) -> str:
    """The text in ASCII, as wide as before: crests become letters, ō becomes o."""
    if text.isascii():
        return text
    return "".join(_plain_char(char) for char in text.translate(SPELLED))


def _plain_char(char: str) -> str:
    if char.isascii():
        return char
    bare = "".join(c for c in unicodedata.normalize("NFKD", char) if c.isascii())
    return bare if len(bare) == cells(char) else "?" * cells(char)


class Terminal:
    """One stream that people read: its abilities and its size."""

    def __init__(
        self, stream: TextIO, tty: bool, cursor: bool, colours: int, unicode: bool
    ) -> None:
        self.stream = stream
        self.tty = tty
        self.cursor = cursor
        """Whether a screen can be drawn anew in place."""
        self.colours = colours
        self.unicode = unicode

    @staticmethod
    def of(stream: TextIO, ascii_only: bool = False) -> Terminal:
        """The terminal behind a stream, as the environment describes it."""
        env = os.environ
        tty = is_tty(stream)
        able = tty and env.get("TERM", "dumb") != "dumb"
        colours = _colours(env) if able and not env.get("NO_COLOR") else 0
        return Terminal(stream, tty, able, colours, not ascii_only and speaks_utf8(stream, env))

    @property
    def width(self) -> int:
        """Columns to draw in: never more than is good for the eye."""
        return max(SMALLEST, min(WIDEST, shutil.get_terminal_size().columns))

    @property
    def height(self) -> int:
        """Rows to draw in; a stream that is no terminal has enough of them."""
        return max(10, shutil.get_terminal_size().lines) if self.cursor else 40

    def text(self, line: Line) -> str:
        """A painted line as this terminal takes it."""
        return "".join(self._span(text, style) for text, style in trimmed(line))

    def _span(self, text: str, style: str) -> str:
        text = text if self.unicode else spell_plainly(text)
        if not self.colours or not style or not text:
            return text
        code = STYLES[style][self.colours >= 256]
        return f"\x1b[{code}m{text}\x1b[0m"

    def show(self, lines: Iterable[Line]) -> None:
        """Print painted lines."""
        self.stream.write("".join(self.text(line) + "\n" for line in lines))
        self.stream.flush()

    def redraw(self, lines: Iterable[Line]) -> None:
        """Draw a whole screen in place of the last one, without flicker."""
        if not self.cursor:
            self.show(lines)
            return
        drawn = "".join(f"\x1b[K{self.text(line)}\n" for line in lines)
        self.stream.write(f"\x1b[H{drawn}\x1b[J")
        self.stream.flush()

    def clear(self) -> None:
        """Begin with an empty screen."""
        if self.cursor:
            self.stream.write("\x1b[2J\x1b[H")


def is_tty(stream: TextIO | None) -> bool:
    """Whether a stream is open and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def _colours(env: Mapping[str, str]) -> int:
    many = "256color" in env.get("TERM", "") or env.get("COLORTERM", "") in ("truecolor", "24bit")
    return 256 if many else 16


def speaks_utf8(stream: TextIO, env: Mapping[str, str]) -> bool:
    """Whether UTF-8 can be written and, as far as the environment says, be shown."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
    if encoding != "utf8":
        return False
    return "utf" in _locale(env).lower()


def _locale(env: Mapping[str, str]) -> str:
    """What the environment says of characters; where it says nothing, UTF-8 is taken for granted.

    Python itself sets LC_CTYPE=C.UTF-8 where LANG=C was found; then LANG is what the person said.
    """
    if env.get("LC_ALL"):
        return env["LC_ALL"]
    given = env.get("LC_CTYPE", "")
    if given and not (given == "C.UTF-8" and env.get("LANG") in ("C", "POSIX")):
        return given
    return env.get("LANG") or "UTF-8"


def stdout(ascii_only: bool = False) -> Terminal:
    """The terminal on standard output."""
    return Terminal.of(sys.stdout, ascii_only)
