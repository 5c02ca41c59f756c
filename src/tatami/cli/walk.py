"""A record walked through move by move, forwards and back, through any eyes."""

from __future__ import annotations

from tatami.cli.fail import Failure
from tatami.engine.record import make
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.watch import Event

ALL = -1
"""Whose eyes: nobody's, all cards lie open."""


class Walk:
    """A finished replay, and beside it a game that follows its moves one by one."""

    def __init__(self, played: Referee) -> None:
        self.played = played
        self.moves = played.moves
        self.now = 0
        self.referee = self._start()

    def _start(self) -> Referee:
        played = self.played
        return Referee(played.game, played.seats, played.key, played.opts)

    def go(self, number: int) -> None:
        """Stand where so many moves have been made."""
        if number < self.now:
            self.referee = self._start()
            self.now = 0
        while self.now < number:
            if not make(self.referee, self.moves[self.now]):
                raise Failure(f"move {self.now + 1} cannot be made again")
            self.now += 1

    def view(self, eyes: int) -> View:
        """What a seat sees here; with ``ALL`` a watcher to whom every card lies open."""
        if eyes != ALL:
            return self.referee.view(eyes)
        view = self.referee.view(self.referee.seats)
        world = self.referee.world
        view.zones = tuple(
            tuple(sorted(world.faces(zone)) if world.layout.hand[zone] else world.faces(zone))
            for zone in range(len(world.zones))
        )
        return view

    def events(self, eyes: int, since: int = 0) -> list[Event]:
        """What a seat saw happen; with ``ALL`` what all of them together saw."""
        if eyes != ALL:
            return self.referee.events(eyes, since)
        seen = [self.referee.events(seat, since) for seat in range(self.referee.seats + 1)]
        return [_merged(list(same)) for same in zip(*seen, strict=True)]


def _merged(same: list[Event]) -> Event:
    """One event with everything that anybody saw of it: -1 stands for not seen."""
    return Event(
        same[0].verb, tuple(max(column) for column in zip(*(e.args for e in same), strict=True))
    )
