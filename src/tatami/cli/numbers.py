"""Numbers on the command line; what they are called stands in the complaint about a wrong one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

N = TypeVar("N", int, float)


def number(kind: Callable[[str], N], least: float, most: float, called: str) -> Callable[[str], N]:
    """What reads such a number, from ``least`` to ``most``."""

    def read(text: str) -> N:
        found = kind(text)
        if not least <= found <= most:
            raise ValueError
        return found

    read.__name__ = called
    return read


def _digits(text: str) -> int:
    """A whole number that is written as one: no sign, no spaces, no underlines."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 78):
        raise ValueError
    return int(text)


WHOLE: Final = number(_digits, 0, 10**78, "whole number")
POSITIVE: Final = number(_digits, 1, 10**9 - 1, "number above 0")
FACTOR: Final = number(float, 0, 1e9, "number")
SECONDS: Final = number(float, 0, 60, "number of seconds")
"""A pause that a person would sit through."""
LEASE: Final = number(float, 0.5, 60, "number of seconds from 0.5 to 60")
"""A busy machine is not dead, and a dead one not alive for long."""


def age(text: str) -> int:
    """Seconds from a text such as 90d, 12h or 8w."""
    units = {"h": 3600, "d": 86_400, "w": 604_800}
    found = WHOLE(text[:-1])
    if text[-1] not in units or found >= 10**6:
        raise ValueError
    return found * units[text[-1]]


age.__name__ = "age (12h, 90d, 8w)"
