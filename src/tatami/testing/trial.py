"""What a check of conformance runs on: a game at a table, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tatami.engine.dice import Dice
from tatami.engine.game import Game
from tatami.engine.referee import Referee
from tatami.testing.inputs import Input, any_input
from tatami.testing.telling import Names


class Fault(AssertionError):
    """A game does not conform."""


class Compared(NamedTuple):
    """How many comparisons were made to their end, out of those that were tried."""

    made: int
    tried: int


class Trial:
    """What a check runs on: a game, its seats and options, and a seed."""

    def __init__(self, game: Game, seats: int, opts: tuple[int, ...], seed: int) -> None:
        self.game = game
        self.seats = seats
        self.opts = opts
        self.seed = seed
        self.dice = Dice(seed.to_bytes(32, "big"))
        self.names = Names(game, seats, opts)

    def __repr__(self) -> str:
        return f"{self.game.name} with {self.seats} seats, {self._chosen()}, seed {self.seed}"

    def _chosen(self) -> str:
        """The table options by name."""
        settings = zip(self.game.settings, self.opts, strict=True)
        chosen = [f"{setting.name}={setting.values[value]}" for setting, value in settings]
        return " ".join(chosen) or "no options"

    def fault(self, what: str) -> Fault:
        """A fault at this table."""
        return Fault(f"{self!r}: {what}")

    def again(self) -> Trial:
        """The same table from the start."""
        return Trial(self.game, self.seats, self.opts, self.seed)

    def sit(self) -> Referee:
        """A referee before the first input."""
        return Referee(self.game, self.seats, self.seed, self.opts)

    def play(self, referee: Referee | None = None) -> Iterator[tuple[Referee, Input]]:
        """A random game: the referee before each input, and the input it then gets.

        Whoever brings the referee still has it when the game is over.
        """
        if referee is None:
            referee = self.sit()
        for _ in range(3 * self.game.longest):
            if referee.over:
                return
            given = any_input(referee, self.dice)
            yield referee, given
            given.give(referee)
        raise self.fault(f"no end after {3 * self.game.longest} inputs")

    def key(self) -> bytes:
        """A random key."""
        return bytes(self.dice.below(256) for _ in range(32))


def settings_of(game: Game) -> list[tuple[int, ...]]:
    """The default options, and each other value of each option by itself."""
    found = [game.defaults()]
    for at, setting in enumerate(game.settings):
        for value in range(len(setting.values)):
            if value != setting.default:
                opts = list(game.defaults())
                opts[at] = value
                found.append(tuple(opts))
    return found
