"""A game through any pair of eyes, all cards open too; and a record walked forwards and back."""

from __future__ import annotations

from typing import Final

from tatami.engine.ids import Zone
from tatami.engine.names import SAY
from tatami.engine.record import NOTED, follow, lines_of
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.watch import Event, Remark

ALL: Final = -1
"""Whose eyes: nobody's, all cards lie open."""


def view_through(referee: Referee, eyes: int) -> View:
    """What a seat sees here; with ``ALL`` a watcher to whom every card lies open."""
    if eyes != ALL:
        return referee.view(eyes)
    view = referee.view(referee.seats)
    world = referee.world
    view.zones = tuple([tuple(world.faces(Zone(zone))) for zone in range(len(world.zones))])
    return view


def events_through(referee: Referee, eyes: int, since: int = 0) -> list[Event]:
    """What a seat saw happen; with ``ALL`` what all of them together saw."""
    if eyes != ALL:
        return referee.events(eyes, since)
    seen = [referee.events(seat, since) for seat in range(referee.seats + 1)]
    return [_merged(list(same)) for same in zip(*seen, strict=True)]


def _merged(same: list[Event]) -> Event:
    """One event with everything that anybody saw of it: -1 stands for not seen."""
    columns = zip(*[event.args for event in same], strict=True)
    return Event(same[0].verb, tuple([max(column) for column in columns]), same[0].layout)


def told_through(line: str, eyes: int) -> str:
    """A move as its record spells it; what others answered is theirs until it shows.

    That somebody used a right, and how a race for it was decided, is public. How an answer was
    found is told beside it, once the game is over.
    """
    mine = eyes == ALL or line.startswith((f"s{eyes} ", f"s{eyes}/"))
    who, _, rest = line.partition(" ")
    if rest.startswith("right "):
        return line
    if not mine:
        return who
    return line if rest.startswith("remark ") else line.partition(NOTED)[0]


def truth_now(referee: Referee, remark: Remark) -> bool | None:
    """Whether a remark is true where the game stands; None: it claims nothing."""
    judge = referee.game.truth
    if judge is None or remark.kind == SAY:
        return None
    return judge(referee.world, remark.seat, remark.kind, remark.args)


def verdicts(played: Referee) -> list[bool | None]:
    """Of each remark in a game, whether it was true when it was made; None: it claims nothing."""
    found: list[bool | None] = []
    judge = played.game.truth
    walk = Walk(played)
    for number, move in enumerate(played.moves):
        if move.kind == "remark":
            claims = judge is not None and move.key != SAY
            walk.go(number if claims else walk.now)
            world = walk.referee.world
            verdict = judge(world, move.seat, move.key, move.args) if judge and claims else None
            found.append(verdict)
    return found


class Walk:
    """A finished replay, and beside it a game that follows its moves one by one."""

    def __init__(self, played: Referee) -> None:
        self.played = played
        self.moves = played.moves
        self._lines = lines_of(played)
        self._begin()

    def _begin(self) -> None:
        played = self.played
        self.referee = Referee(played.game, played.seats, played.key, played.opts)
        self._ahead = follow(self.referee, self._lines)
        self.now = 0

    def go(self, number: int) -> None:
        """Stand where so many moves have been made."""
        if number < self.now:
            self._begin()
        while self.now < number:
            self.now = next(self._ahead)

    def told(self, number: int, eyes: int) -> str:
        """Move ``number``, counted from 1, as these eyes may read it."""
        return told_through(self._lines[number - 1].partition(" ")[2], eyes)

    def note(self, number: int) -> str:
        """How the answer that was move ``number`` was found, where the record tells."""
        move = self.moves[number - 1]
        return move.text if move.kind == "answer" else ""

    def view(self, eyes: int) -> View:
        """What these eyes see here."""
        return view_through(self.referee, eyes)

    def events(self, eyes: int, since: int = 0) -> list[Event]:
        """What these eyes saw happen."""
        return events_through(self.referee, eyes, since)
