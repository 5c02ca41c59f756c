"""What happened, in lines: the sentences of a game, one's own new cards, what players said."""

from __future__ import annotations

from typing import Final

from tatami.cli.paint import Line, join, wrap
from tatami.cli.wording import Wording
from tatami.engine.layout import HAND, Layout
from tatami.engine.referee import Referee
from tatami.engine.watch import Event, Remark

GUTTER: Final = 5
"""Columns for the clause before each line."""


class Entry:
    """One line of the log and the clause it cites."""

    __slots__ = ("clause", "line")

    def __init__(self, clause: str, line: Line) -> None:
        self.clause = clause
        self.line = line

    def rows(self, room: int) -> list[Line]:
        """The entry as painted rows."""
        head = [(f"{self.clause:>{GUTTER - 1}} ", "dim")]
        return wrap([*head, *self.line], room, GUTTER)


class Story:
    """The log of one seat, from its own events; it grows as the game goes on."""

    def __init__(self, wording: Wording, layout: Layout, seat: int) -> None:
        self.wording = wording
        self.layout = layout
        self.seat = seat
        self.entries: list[Entry] = []
        self._events = 0
        self._remarks = 0

    def read(self, referee: Referee) -> int:
        """Take in what this seat has seen and heard since; how many entries that gave."""
        before = len(self.entries)
        self.take(referee.events(self.seat, self._events), referee.remarks[self._remarks :])
        return len(self.entries) - before

    def take(self, events: list[Event], remarks: list[Remark]) -> None:
        """Put events and remarks into words, in the order in which they came."""
        start = self._events
        spoken = list(remarks)
        drawn: list[int] = []
        for at, event in enumerate(events, start):
            while spoken and spoken[0].when <= at:
                self._heard(spoken.pop(0))
            drawn = self._seen(event, drawn)
        self._drew(drawn)
        for remark in spoken:
            self._heard(remark)
        self._events = start + len(events)
        self._remarks += len(remarks)

    def _seen(self, event: Event, drawn: list[int]) -> list[int]:
        """Put one event into words; cards drawn one after the other make one line."""
        if self._is_draw(event):
            return [*drawn, event.args[4]]
        self._drew(drawn)
        if event.verb == "tell":
            number, args = event.args[0], event.args[1:]
            line = self.wording.sentence(number, args)
            self.entries.append(Entry(self.wording.clause_of(number), line))
        return []

    def _is_draw(self, event: Event) -> bool:
        """A card that came unseen into this seat's own hand."""
        if event.verb != "move" or event.args[4] < 0:
            return False
        source = self.layout.zones[event.args[0]]
        target = self.layout.zones[event.args[2]]
        return target.kind == HAND and target.owner == self.seat and source.kind != HAND

    def _drew(self, faces: list[int]) -> None:
        if faces:
            cards = join([self.wording.face(face) for face in faces], ", ")
            line = self.wording.tell("table.draw", cards)
            self.entries.append(Entry("", [(text, style or "dim") for text, style in line]))

    def _heard(self, remark: Remark) -> None:
        what: Line = [(self.wording.say("table.said", remark.text), "")]
        if remark.kind != "say":
            what = self.wording.remark(remark.kind, remark.args)
        self.entries.append(Entry("", [*self.wording.seat(remark.seat), (": ", ""), *what]))

    def tail(self, rows: int, room: int) -> list[Line]:
        """The last rows of the log."""
        found: list[Line] = []
        for entry in reversed(self.entries):
            if len(found) >= rows:
                break
            found = entry.rows(room) + found
        return found[-rows:] if rows > 0 else []
