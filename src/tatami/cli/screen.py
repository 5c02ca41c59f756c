"""A whole screen: title, table, hand, log, what is asked. Drawn from one seat's view alone."""

from __future__ import annotations

from typing import Final

from tatami.cli.boards import Board, Canvas
from tatami.cli.boards.base import Choice, rule
from tatami.cli.log import Story
from tatami.cli.paint import Line, apart, join, plain, wrap
from tatami.cli.wording import Wording
from tatami.engine.offer import Offer
from tatami.engine.view import View

MOST_LOG: Final = 14
GOOD_LOG: Final = 9
LEAST_LOG: Final = 3


class Screen:
    """Composes what a seat sees; everything here comes from its view and its own log."""

    def __init__(self, wording: Wording, board: Board, story: Story) -> None:
        self.wording = wording
        self.board = board
        self.story = story

    def compose(
        self, view: View, before: View | None, width: int, height: int, note: list[Line]
    ) -> list[Line]:
        """All lines of a screen of that size, but the last row, which is the prompt's."""
        low = self.bottom(view, width, note)
        high: list[Line] = []
        room = 0
        for ease, enough in ((2, GOOD_LOG), (1, LEAST_LOG), (0, 0)):
            high = self.top(view, before, Canvas(width, ease))
            room = height - 1 - len(high) - len(low) - 1
            if room >= enough:
                break
        return [*high, *self.middle(min(room, MOST_LOG), width), *low][1 - height :]

    def top(
        self, view: View, before: View | None, canvas: Canvas, with_hand: bool = True
    ) -> list[Line]:
        """The title, the table and one's own cards."""
        title: Line = [(" " + self.wording.find("game", "title", view.game.name), "title")]
        rows = [apart(title, self.board.head(view), canvas.width)]
        rows += self.board.table(view, before, canvas)
        hand = self.board.hand(view, canvas) if with_hand else []
        if hand and canvas.ease:
            whose = "table.your_hand" if view.seat < view.seats else "table.hands"
            rows.append(rule(self.wording.say(whose), canvas.width))
        return [*rows, *hand]

    def middle(self, rows: int, width: int) -> list[Line]:
        """The last lines of the log; the room is kept where there are fewer."""
        if rows <= 0:
            return []
        lines = self.story.tail(rows, width)
        filler: list[Line] = [[] for _ in range(rows - len(lines))]
        return [rule(self.wording.say("table.happened"), width), *lines, *filler]

    def bottom(self, view: View, width: int, note: list[Line]) -> list[Line]:
        """What is asked, the choices, what one may do at any time, and a note."""
        rows = [rule(self._whose(view), width, self.wording.say("table.hints"))]
        if view.offers:
            offer = view.offers[0]
            more = len(view.offers) - 1
            asked = [(" ", ""), *self._so_far(view), *self.wording.question(offer)]
            others: Line = [("  " + self.wording.say("table.more", more), "dim")]
            rows += wrap([*asked, *others] if more else asked, width, 1)
            rows += self.board.menu(view, offer, choices_of(offer), Canvas(width))
        rows += self._rights(view, width)
        for line in note:
            rows += wrap([(" ", ""), *line], width, 3)
        return rows

    def _so_far(self, view: View) -> Line:
        so_far = self.board.so_far(view)
        return [*so_far, (" → ", "dim")] if so_far else []

    def _whose(self, view: View) -> str:
        if view.over:
            return self.wording.say("table.over")
        if view.offers:
            return self.wording.say("table.your_turn")
        names = plain(self.wording.listed([self.wording.seat(one) for one in view.waiting]))
        return self.wording.say("table.to_play" if names else "table.all_answered", names)

    def _rights(self, view: View, width: int) -> list[Line]:
        """What the seat may do at any time."""
        if not view.rights:
            return []
        names: list[Line] = [[(name, "key")] for name, _, _ in view.rights]
        return wrap(
            [(f" {self.wording.say('table.any_time')}", "dim"), *join(names, ", ")], width, 3
        )


def choices_of(offer: Offer) -> list[Choice]:
    """The options of an offer with the numbers that a person types; a pick numbers its items."""
    options = offer.items if offer.is_pick else offer.options
    return list(enumerate(options, 1))
