"""What public numbers mean that stand for things: who has something, which marks are there.

Rules, views and records keep one number for each; where people read or write it, it is spelled by
the names of the things: ``shosho = s2``, ``shielded = province-1:Oda``, ``shown-0 = Red*3 Blue``.
"""

from __future__ import annotations

from typing import Final

NONE: Final = "none"
"""Where there are no marks, and none of anything is counted."""
NOBODY: Final = "nobody"


def packed(counts: list[int], base: int) -> int:
    """Several numbers, each below ``base``, as one: a digit for each."""
    found = 0
    for number in counts:
        found = base * found + number
    return found


def unpacked(value: int, how_many: int, base: int) -> list[int]:
    """The numbers that were packed into one."""
    found: list[int] = []
    left = value
    for _ in range(how_many):
        found.append(left % base)
        left //= base
    found.reverse()
    return found


class Meaning:
    """How a public number is spelled. Any number can be written as it is, too."""

    def spell(self, value: int) -> str:
        """The number in words."""
        return str(value)

    def read(self, text: str) -> int:
        """The number that a text spells; ``ValueError`` where there is none."""
        return int(text) if text.lstrip("-").isdecimal() else self._number(text.split())

    def _number(self, words: list[str]) -> int:
        raise ValueError(words)


PLAIN: Final = Meaning()
"""Of a number that is one."""


class OneOfNames(Meaning):
    """One thing of several, by its name; or who has something, *nobody* first."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __repr__(self) -> str:
        return f"<one of: {' '.join(self.names)}>"

    def spell(self, value: int) -> str:
        """Its name."""
        return self.names[value] if 0 <= value < len(self.names) else str(value)

    def _number(self, words: list[str]) -> int:
        (name,) = words
        return self.names.index(name)


class Marked(Meaning):
    """Marks that are kept together: the names of the things that have one."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __repr__(self) -> str:
        return f"<marks: {' '.join(self.names)}>"

    def spell(self, value: int) -> str:
        """The things that are marked."""
        if not 0 <= value < 1 << len(self.names):
            return str(value)
        return " ".join([name for at, name in enumerate(self.names) if value >> at & 1]) or NONE

    def _number(self, words: list[str]) -> int:
        marked = [] if words == [NONE] else words
        return sum({1 << self.names.index(name) for name in marked})


class Counted(Meaning):
    """How many there are of each of several things: ``Red*3 Blue``."""

    def __init__(self, names: tuple[str, ...], base: int) -> None:
        self.names = names
        self.base = base

    def __repr__(self) -> str:
        return f"<numbers of: {' '.join(self.names)}>"

    def spell(self, value: int) -> str:
        """Each thing of which there are any, with its number where there are several."""
        if not 0 <= value < self.base ** len(self.names):
            return str(value)
        counts = zip(self.names, unpacked(value, len(self.names), self.base), strict=True)
        return " ".join([_times(name, number) for name, number in counts if number]) or NONE

    def _number(self, words: list[str]) -> int:
        counts = dict.fromkeys(self.names, 0)
        for word in [] if words == [NONE] else words:
            name, _, number = word.partition("*")
            if name not in counts or not 0 < int(number or 1) < self.base:
                raise ValueError(word)
            counts[name] = int(number or 1)
        return packed(list(counts.values()), self.base)


def _times(name: str, number: int) -> str:
    return name if number == 1 else f"{name}*{number}"
