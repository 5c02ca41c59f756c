"""How long a game may become by what it does not need: it must be played again to wake."""

from __future__ import annotations

import json
from typing import Final

from tatami.engine.referee import Referee

MOST_MOVES: Final = 10_000
"""Moves after which nothing is taken that a game does not need: talk, rights, taking back."""
MOST_BACKS: Final = 1_000
"""Answers that a seat may take back in a game. Others must not learn of it (night:N7), so nobody
can fill a game with them until talk is refused to all."""
MOST_SIGNALS: Final = 30_000
"""The same for signals in real time: an hour of eight players who make one a second each."""

MOST_TALK: Final = 1_000_000
"""Characters that all talk of a game may take in its record: one that is too long (``LONGEST`` of
records) can be read by nobody, and then nobody can check it."""


class Talked:
    """How much has been said in a game, counted on as it grows."""

    def __init__(self) -> None:
        self._remarks = 0
        self._size = 0

    def is_much(self, referee: Referee) -> bool:
        """Whether nothing more can be said."""
        said = referee.remarks
        if len(said) < self._remarks:  # what could not be stored was not said
            self._remarks = self._size = 0
        self._size += sum(len(json.dumps(one.text)) for one in said[self._remarks :])
        self._remarks = len(said)
        return self._size > MOST_TALK


def wavers(referee: Referee, seat: int) -> bool:
    """Whether a seat has taken back as much as it may."""
    return sum(m.kind == "back" and m.seat == seat for m in referee.moves) >= MOST_BACKS


def is_long(referee: Referee, signal: bool = False) -> bool:
    """Whether a game has grown too long for what it does not need."""
    live = signal and referee.game.tempo is not None
    return len(referee.moves) >= (MOST_SIGNALS if live else MOST_MOVES)
