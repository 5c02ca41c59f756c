"""Any game, drawn plainly: zones with their cards, counters, names."""

from __future__ import annotations

from itertools import groupby

from tatami.cli.boards.base import Canvas, Choice, columns, verdict
from tatami.cli.paint import Line, join, wrap
from tatami.cli.wording import Wording
from tatami.engine.layout import HAND, NOBODY, PILE
from tatami.engine.offer import Offer
from tatami.engine.view import View


class GenericBoard:
    """Draws a game of which nothing is known but its rules."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def head(self, view: View) -> Line:
        """The counters that are not 0."""
        layout = view.game.layout(view.seats, view.opts)
        named = [(self.wording.counter(layout.counters[at]), at) for at in layout.listed_counters]
        pairs = [(name, view.count[at]) for name, at in named if name and view.count[at]]
        return [(" · ".join(f"{name} {value}" for name, value in pairs), "dim")]

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """The common zones, then those of each seat, one's own last."""
        rows = self._zones_of(
            view, NOBODY, [(f"  {self.wording.say('table.common')}", "bold")], canvas
        )
        for turn in range(1, view.seats + 1):
            seat = (view.seat + turn) % view.seats if view.seat < view.seats else turn - 1
            sign = "▸ " if seat in view.waiting else "  "
            rows += self._zones_of(view, seat, [(sign, "key"), *self.wording.seat(seat)], canvas)
        return rows

    def _zones_of(self, view: View, owner: int, head: Line, canvas: Canvas) -> list[Line]:
        """One paragraph for an owner: every zone that has cards."""
        layout = view.game.layout(view.seats, view.opts)
        found = [
            self._zone(view, at)
            for at in layout.listed
            if layout.owners[at] == owner and view.zones[at] and not _in_hand(view, at)
        ]
        if owner == NOBODY and not found:
            return []
        return wrap([*head, ("  ", ""), *join(found, "  ")], canvas.width, 4)

    def _zone(self, view: View, at: int) -> Line:
        zone = view.game.layout(view.seats, view.opts).zones[at]
        name = self.wording.zone(zone)
        faces = view.zones[at]
        if zone.kind == PILE and all(face < 0 for face in faces):
            return [(f"{name} {len(faces)}", "dim")]
        return [(f"{name}: ", "dim"), *self._cards(faces)]

    def _cards(self, faces: tuple[int, ...]) -> Line:
        """Faces in a row; equal neighbours are counted."""
        found: list[Line] = []
        for face, run in groupby(faces):
            number = len(list(run))
            times = [(f"×{number}", "")] if number > 1 else []
            found.append([*self.wording.face(face), *times])
        return join(found, " ")

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """One's own hands; of several, those that hold something, each by its name."""
        layout = view.game.layout(view.seats, view.opts)
        mine = [at for at in layout.listed if _in_hand(view, at)]
        full = [at for at in mine if view.zones[at]]
        rows: list[Line] = []
        for at in full or mine[:1]:
            cards = self._cards(view.zones[at]) or [(self.wording.say("table.no_card"), "dim")]
            label = f"  {self._label(view, at) if len(mine) > 1 and full else self._holds()}  "
            rows += wrap([(label, "dim"), *cards], canvas.width, len(label))
        return rows

    def _holds(self) -> str:
        return self.wording.say("table.you_hold")

    def _label(self, view: View, at: int) -> str:
        return self.wording.zone(view.game.layout(view.seats, view.opts).zones[at])

    def so_far(self, view: View) -> Line:
        """The step's own answers belong to questions that only its rules know."""
        return []

    def menu(self, view: View, offer: Offer, choices: list[Choice], canvas: Canvas) -> list[Line]:
        """Numbered choices in columns."""
        return columns(self.wording, offer, choices, canvas.width)

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing."""
        say = self.wording.say
        return [("▸", say("table.whose_turn")), ("?", say("table.unseen"))]

    def ending(self, view: View, canvas: Canvas) -> list[Line]:
        """Who wins; the table above says the rest."""
        return [[(" ", ""), *verdict(self.wording, view), (".", "")]]


def _in_hand(view: View, at: int) -> bool:
    """Whether a zone is a hand of the seat that looks."""
    zone = view.game.layout(view.seats, view.opts).zones[at]
    return zone.kind == HAND and zone.owner == view.seat
