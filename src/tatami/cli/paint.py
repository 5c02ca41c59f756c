"""Text in pieces: a line is a list of spans, each a text and the name of a style."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, TypeAlias

Span: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Span]

PLAIN: Final = ""
WORD: Final = re.compile(r" *[^ ]+| +")
BLANK: Final[Line] = []


def cells(text: str) -> int:
    """How many columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cell(char) for char in text)


def _cell(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):  # marks above and below, joiners
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def size(line: Line) -> int:
    """How many columns a line takes."""
    return sum(cells(text) for text, _ in line)


def plain(line: Line) -> str:
    """The line without its styles."""
    return "".join(text for text, _ in line)


def words(text: str, style: str = PLAIN) -> Line:
    """A line of one style."""
    return [(text, style)]


def clip(line: Line, room: int) -> Line:
    """The line cut to so many columns, with a sign where something was cut."""
    if size(line) <= room:
        return line
    cut: Line = []
    left = room - 1
    for text, style in line:
        kept = _fit(text, left)
        cut.append((kept, style))
        left -= cells(kept)
        if kept != text:
            break
    return [*cut, ("…", "dim")] if room > 0 else []


def _fit(text: str, room: int) -> str:
    for at, char in enumerate(text):
        room -= _cell(char)
        if room < 0:
            return text[:at]
    return text


def pad(line: Line, room: int) -> Line:
    """The line cut or filled to exactly so many columns."""
    line = clip(line, room)
    return [*line, (" " * (room - size(line)), PLAIN)]


def pad_left(line: Line, room: int) -> Line:
    """The same, pushed to the right."""
    line = clip(line, room)
    return [(" " * (room - size(line)), PLAIN), *line]


def trimmed(line: Line) -> Line:
    """The line without blanks at its end."""
    line = line[:]
    while line and not line[-1][0].rstrip(" "):
        line.pop()
    return [*line[:-1], (line[-1][0].rstrip(" "), line[-1][1])] if line else line


def apart(left: Line, right: Line, room: int) -> Line:
    """Two texts at the two ends of a line; the left one gives way."""
    right = clip(right, room)
    return [*pad(left, room - size(right)), *right]


def join(lines: list[Line], between: str) -> Line:
    """Several pieces in one line."""
    joined: Line = []
    for at, line in enumerate(lines):
        if at:
            joined.append((between, "dim"))
        joined.extend(line)
    return joined


def pack(head: Line, items: list[Line], gap: str, room: int, hang: int) -> list[Line]:
    """Items one after the other, broken between them and never inside one."""
    rows: list[Line] = [head]
    for at, item in enumerate(items):
        if at and size(rows[-1]) + len(gap) + size(item) > room:
            rows.append([(" " * hang, PLAIN), *item])
        else:
            rows[-1] = [*rows[-1], (gap if at else "", "dim"), *item]
    return rows


def wrap(line: Line, room: int, hang: int = 0) -> list[Line]:
    """The line broken between words; further lines are indented by ``hang``."""
    room = max(room, hang + 8)
    if size(line) <= room:
        return [line]
    rows: list[Line] = [[]]
    for word in _words(line):
        if size(rows[-1]) + size(word) > room and size(rows[-1]) > hang:
            rows.append([(" " * hang, PLAIN)])
            word[0] = (word[0][0].lstrip(), word[0][1])
        rows[-1] += word
    return [row for full in rows for row in _chopped(full, room)]


def _words(line: Line) -> list[Line]:
    """The words of a line, each with the blanks before it; a word can be of several styles."""
    found: list[Line] = []
    for text, style in line:
        for at, piece in enumerate(WORD.findall(text)):
            if found and at == 0 and not piece.startswith(" "):
                found[-1].append((piece, style))
            else:
                found.append([(piece, style)])
    return found


def _chopped(row: Line, room: int) -> list[Line]:
    """A row with a word too long for any line, cut where the line ends."""
    if size(row) <= room:
        return [row]
    left = plain(row)
    rows: list[Line] = []
    while left:
        kept = _fit(left, room) or left[0]
        rows.append([(kept, row[-1][1])])
        left = left[len(kept) :]
    return rows
