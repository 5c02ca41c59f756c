"""Many games that step together, for learners: what changes in all their rows, in a few lists.

No view is made in between, and nobody watches unless the ledger is wanted. Whoever has arrays
spreads the lists over them with two assignments; the engine itself needs none.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from tatami.engine.encoding import Encoding
from tatami.engine.flow import new
from tatami.engine.look import look
from tatami.engine.slate import Slate
from tatami.engine.turns import Turns

if TYPE_CHECKING:
    from tatami.engine.world import World

PATIENCE: Final = 3
"""A game is cut off after so many times ``game.longest`` steps: to wait is a step too."""


class Batch:
    """So many games of a kind. After ``start`` and after each ``step`` all of it is up to date:

    A game has one row, that of whose decision comes next. It begins with zeros, and then these are
    what changes in it: ``cleared`` is where it has 0 again, ``places`` and ``values`` are what is
    new, one game after the other; ``clears`` and ``sizes`` how much of them belongs to each.
    ``allowed`` are their actions, ``choices`` how many each has; ``seats`` who they are.
    ``ended`` are the games that ended in the step, ``cut`` those of them that were cut off,
    ``worth`` their returns; in their places new ones have been dealt. The order within these lists
    is the engine's own affair: show nobody but the arrays.

    With ``later`` a game that has ended stands for one step more, before whoever acted last and
    without an action; what it is given then is nobody's, and the next one is dealt.
    """

    def __init__(
        self,
        encoding: Encoding,
        number: int,
        key: bytes,
        longest: int = 0,
        first: int = 0,
        later: bool = False,
    ) -> None:
        self.encoding = encoding
        self.number = number
        self.longest = longest or PATIENCE * encoding.game.longest
        self.first = first
        """The number of the first game among all that one key deals, here or in other batches."""
        self.later = later
        self.cleared: list[Any] = []
        self.clears: list[int] = []
        self.places: list[Any] = []
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
        self.slates: list[Slate] = []
        self.steps: list[int] = []
        self.start(key)

    def start(self, key: bytes) -> None:
        """Deal all games anew; the key decides all deals from here on, place by place."""
        self.key = key
        self.dealt = [0] * self.number
        self.slates = [Slate(self.encoding) for _ in range(self.number)]
        self.games = [self._deal(at) for at in range(self.number)]
        self.steps = [0] * self.number
        self.standing = [-1] * self.number
        """Whoever acted last in a game that has ended and stands; -1 where one is played."""
        self._forget()
        for at in range(self.number):
            self._look(at)

    def _deal(self, at: int) -> Turns:
        encoding = self.encoding
        which = (self.first + at) << 32 | self.dealt[at]
        key = blake2b(self.key + which.to_bytes(16, "big"), digest_size=32).digest()
        self.dealt[at] += 1
        return Turns(new(encoding.game, encoding.seats, key, encoding.opts, encoding.ledger))

    def _forget(self) -> None:
        self.cleared = []
        self.clears = []
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
            if self.standing[at] >= 0:
                self._follow(at)
                continue
            turns = games[at]
            seat = turns.seat
            turns.act(actions[at])
            steps[at] += 1
            if turns.seat < 0 or steps[at] >= longest:
                self._end(at, turns, seat)
            else:
                self._look(at)

    def _end(self, at: int, turns: Turns, seat: int) -> None:
        """Note how a game ended; the next one is dealt, now or later."""
        self.ended.append(at)
        if turns.seat >= 0:
            self.cut.append(at)
        self.worth.append(turns.w.returns())
        if self.later:
            self.standing[at] = seat
            self._look(at)
        else:
            self.final.append(self._last_row(turns.w, seat))
            self._follow(at)

    def _follow(self, at: int) -> None:
        """Deal the next game."""
        self.games[at] = self._deal(at)
        self.steps[at] = 0
        self.standing[at] = -1
        self._look(at)

    def _last_row(self, w: World, seat: int) -> list[int]:
        """A whole row of a game that is thrown away."""
        if self.encoding.ledger:
            return self.encoding.row_of(look(w, seat))
        return self.encoding.row(w, seat)

    def _look(self, at: int) -> None:
        """Write down what the next to decide sees, and may do."""
        turns, places, cleared = self.games[at], self.places, self.cleared
        before, clear = len(places), len(cleared)
        stands = self.standing[at] >= 0
        seat = self.standing[at] if stands else turns.seat
        self.seats.append(seat)
        self.slates[at].write(turns.w, seat, cleared, places, self.values)
        self.clears.append(len(cleared) - clear)
        self.sizes.append(len(places) - before)
        allowed = [] if stands else turns.actions()
        self.allowed += allowed
        self.choices.append(len(allowed))
