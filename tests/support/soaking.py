"""Games at tables that are drawn by chance, each written as one line that can be pinned.

    random scramble clans 4 - 1234          random inputs, the usual options
    bots records wataah 3 mode=grasshopper,turns=2 99

The lines of tests/conformance/pinned.txt are played by every run of the tests; `make soak` draws
new ones and prints the line of whatever fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, Self

from tatami import catalogue
from tatami.bots.base import Bot
from tatami.engine.flow import counting
from tatami.engine.referee import Referee
from tatami.testing.conformance import CHECKS, Trial
from tatami.testing.inputs import Input, any_input
from tatami.testing.secrecy import scramble
from tests.support.tables import ENDING

WHIM = 12
"""Once in so many inputs, bots do anything at all."""
EVERY = {"wataah": 7, "night": 3}
"""Long games are dealt anew at every so many inputs only."""
NOT_FOR_BOTS = ("redeal", "ends")
"""Checks that bring players of their own."""


class BotTrial(Trial):
    """A table at which bots play, and now and then do anything at all."""

    def bots(self) -> list[Bot]:
        """Somebody at each seat, of any level."""
        found = catalogue.find(self.game.name).bots
        names = sorted(found)
        return [found[names[self.dice.below(len(names))]](self.key()) for _ in range(self.seats)]

    def play(self, referee: Referee | None = None) -> Iterator[tuple[Referee, Input]]:
        """A game: the referee before each input, and the input it then gets."""
        referee = referee or self.sit()
        bots = self.bots()
        for _ in range(3 * self.game.longest):
            if referee.over:
                return
            given = self._input(referee, bots)
            yield referee, given
            given.give(referee)
        raise self.fault(f"no end after {3 * self.game.longest} inputs")

    def _input(self, referee: Referee, bots: list[Bot]) -> Input:
        waiting = referee.waiting()
        if not waiting or counting(referee.world) or self.dice.below(WHIM) == 0:
            return any_input(referee, self.dice)
        seat = waiting[self.dice.below(len(waiting))]
        view = referee.view(seat)
        first = view.offers[0]
        return Input("answer", seat, first.at, bots[seat].decide(view), first.question.key)


class Case(NamedTuple):
    """One game under one check."""

    players: str
    check: str
    game: str
    seats: int
    options: str
    seed: int

    @classmethod
    def read(cls, line: str) -> Self:
        """From its line."""
        players, check, game, seats, options, seed = line.split()
        return cls(players, check, game, int(seats), options, int(seed))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    @classmethod
    def draw(cls, dice: Random) -> Self:
        """Any game at any table."""
        game = catalogue.find(dice.choice(["clans", "wataah", "night", "tack"])).game
        players = dice.choice(["random", "bots"])
        checks = [one for one in sorted(CHECKS) if players == "random" or one not in NOT_FOR_BOTS]
        chosen = {setting.name: dice.choice(setting.values) for setting in game.settings}
        chosen |= ENDING.get(game.name, {})
        options = ",".join(f"{name}={value}" for name, value in chosen.items()) or "-"
        seats = dice.choice(list(game.counts))
        return cls(players, dice.choice(checks), game.name, seats, options, dice.getrandbits(63))

    def table(self) -> Trial:
        """Where it is played."""
        game = catalogue.find(self.game).game
        chosen = {} if self.options == "-" else dict(o.split("=") for o in self.options.split(","))
        kind = BotTrial if self.players == "bots" else Trial
        return kind(game, self.seats, game.choose_settings(chosen), self.seed)

    def run(self) -> None:
        """Play it; an error where a promise is broken."""
        if self.check == "scramble":
            scramble(self.table(), EVERY.get(self.game, 1))
        else:
            CHECKS[self.check](self.table())
