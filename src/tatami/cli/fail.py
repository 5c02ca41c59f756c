"""What goes wrong, as one line for a person and an exit code for a script."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

FINE: Final = 0
WRONG: Final = 1
"""The command was understood, but a file, a game or the machine stands in the way."""
USAGE: Final = 2
"""The command line itself is wrong."""
STOPPED: Final = 130
"""Ctrl-C."""
CLOSED_PIPE: Final = 141


class Failure(Exception):
    """Ends the command: one sentence on stderr, and an exit code."""

    def __init__(self, sentence: str, code: int = WRONG) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def misused(sentence: str) -> Failure:
    """A failure of the command line itself."""
    return Failure(sentence, USAGE)


def near(word: str, known: Iterable[str]) -> str:
    """`` Did you mean x?`` where something known is spelled alike, else nothing."""
    found = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" Did you mean {found[0]}?" if found else ""


def shown(text: str) -> str:
    """A text from outside, safe to print in one line."""
    safe = "".join(c if c.isprintable() else "?" for c in text)
    return safe if len(safe) <= 200 else safe[:197] + "..."
