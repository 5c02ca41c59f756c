"""Many games that step together, for learners: what is not 0 of all their rows, in two lists.

No view is made in between, and nobody watches. Whoever has arrays spreads the lists over them with
one assignment; the engine itself needs none.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from tatami.engine.encoding import Encoding
from tatami.engine.flow import new
from tatami.engine.turns import Turns

PATIENCE: Final = 3
"""A game is cut off after so many times ``game.longest`` steps: to wait is a step too."""


class Batch:
    """So many games of a kind. After ``start`` and after each ``step`` all of it is up to date:

    ``places`` and ``values`` are what is not 0 of the rows of those whose decisions come next, one
    game after the other, ``sizes`` how much of them belongs to each; ``allowed`` are their actions,
    ``choices`` how many each has; ``seats`` who they are.
    ``ended`` are the games that ended in the step, ``cut`` those of them that were cut off,
    ``worth`` their returns; in their places new ones have been dealt. The order within these lists
    is the engine's own affair: show nobody but the arrays.
    """

    def __init__(self, encoding: Encoding, number: int, key: bytes, longest: int = 0) -> None:
        self.encoding = encoding
        self.number = number
        self.longest = longest or PATIENCE * encoding.game.longest
        self.places: list[int] = []
        self.values: list[int] = []
        self.sizes: list[int] = []
        self.allowed: list[int] = []
        self.choices: list[int] = []
        self.seats: list[int] = []
        self.ended: list[int] = []
        self.cut: list[int] = []
        self.worth: list[list[float]] = []
        self.final: list[list[int]] = []
        """Of each game that ended the last row, as who acted last sees it."""
        self.games: list[Turns] = []
        self.steps: list[int] = []
        self.start(key)

    def start(self, key: bytes) -> None:
        """Deal all games anew; the key decides all deals from here on."""
        self.key = key
        self.dealt = 0
        self.games = [self._deal() for _ in range(self.number)]
        self.steps = [0] * self.number
        self._forget()
        for at in range(self.number):
            self._look(at)

    def _deal(self) -> Turns:
        encoding = self.encoding
        key = blake2b(self.key + self.dealt.to_bytes(8, "big"), digest_size=32).digest()
        self.dealt += 1
        return Turns(new(encoding.game, encoding.seats, key, encoding.opts))

    def _forget(self) -> None:
        self.places = []
        self.values = []
        self.sizes = []
        self.allowed = []
        self.choices = []
        self.seats = []
        self.ended = []
        self.cut = []
        self.worth = []
        self.final = []

    def step(self, actions: list[int]) -> None:
        """Let every game take one decision, unchecked: give only what was allowed."""
        self._forget()
        games, steps, longest = self.games, self.steps, self.longest
        for at in range(self.number):
            turns = games[at]
            seat = turns.seat
            turns.act(actions[at])
            steps[at] += 1
            if turns.seat < 0 or steps[at] >= longest:
                self._end(at, turns, seat)
            self._look(at)

    def _end(self, at: int, turns: Turns, seat: int) -> None:
        """Note how a game ended, and deal the next one."""
        self.ended.append(at)
        if turns.seat >= 0:
            self.cut.append(at)
        self.worth.append(turns.w.returns())
        self.final.append(self.encoding.row(turns.w, seat))
        self.games[at] = self._deal()
        self.steps[at] = 0

    def _look(self, at: int) -> None:
        """Write down what the next to decide sees, and may do."""
        turns, places = self.games[at], self.places
        before = len(places)
        self.seats.append(turns.seat)
        self.encoding.sparse(turns.w, turns.seat, places, self.values)
        self.sizes.append(len(places) - before)
        allowed = turns.actions()
        self.allowed += allowed
        self.choices.append(len(allowed))
