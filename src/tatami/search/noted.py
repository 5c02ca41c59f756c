"""How much was searched for an answer, as the record of a game notes it beside the move."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

NOTE: Final = re.compile(r"([0-9]{1,9}) of ([0-9]{1,9}) simulations after move ([0-9]{1,9})")


class Searched(NamedTuple):
    """How many simulations were planned for an answer, and done; after which move it began."""

    planned: int
    done: int
    since: int


def note_of(found: Searched) -> str:
    """The note of an answer that a search found; none where there was no search."""
    planned, done, since = found
    return f"{done} of {planned} simulations after move {since}" if planned else ""


def searched(note: str) -> Searched | None:
    """What a note tells of a search; None: of none."""
    found = NOTE.fullmatch(note)
    return None if found is None else Searched(int(found[2]), int(found[1]), int(found[3]))
