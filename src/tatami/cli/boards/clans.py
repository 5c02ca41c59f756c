"""War of Clans on a terminal: provinces down, clans across, armies drawn with their crests."""

from __future__ import annotations

from typing import Final

from tatami.cli.boards.base import Canvas, Choice, columns
from tatami.cli.boards.clans_end import ending
from tatami.cli.paint import BLANK, Line, Span, clip, join, pack, pad, size
from tatami.cli.wording import Wording
from tatami.engine.ids import Seat
from tatami.engine.offer import Offer
from tatami.engine.question import AnyVerb, Question
from tatami.engine.view import View
from tatami.games.clans import asked
from tatami.games.clans.cards import CLAN, CLANS
from tatami.games.clans.zones import (
    ARMIES,
    ARMY,
    DECK,
    DISCARD,
    HAND,
    HOME,
    LAST,
    LOYALTY,
    SHIELDED,
    serves,
)

CRESTS: Final[dict[str, Span]] = {
    "Takeda": ("◆", "red"),
    "Uesugi": ("■", "blue"),
    "Mori": ("●", "green"),
    "Oda": ("♣", "amber"),
    "Hojo": ("▲", "purple"),
    "Ninja": ("✦", "steel"),
}
CHOSEN_BEFORE: Final[dict[Question, AnyVerb]] = {
    asked.DEPLOY_TO: asked.DEPLOY,
    asked.NINJA_AT: asked.SEND_NINJA,
    asked.MOVE_TO: asked.MOVE,
    asked.TARGET: asked.WITH,
}
"""By the second question of an order: what was chosen at its first."""
NAMES: Final = 15
"""Columns for the names of the provinces."""


def clans_mark(name: str) -> Span | None:
    """The crest of a clan, also on its loyalty card."""
    return CRESTS.get(name.removesuffix("-loyalty"))


def army(view: View, seat: Seat, clan: int) -> int:
    """How many cards an army has."""
    return view.size(ARMY[ARMIES.of[HOME[seat]][clan]])


class ClansBoard:
    """Draws War of Clans."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    # -- the table

    def head(self, view: View) -> Line:
        """Deck and discard pile, and the last round when it has come."""
        deck = len(view.zones[DECK])
        pile: Line = [(f"{self._word('deck')} ", "dim"), (str(deck), "bold")]
        if view.over:
            pile = [(self._word("war_over"), "note")]
        elif view.holder(LAST) >= 0:
            last = self.wording.names[view.holder(LAST)]
            pile = [(self._word("last_turns").format(last), "note")]
        discard = f"   {self._word('discard')} "
        return [*pile, (discard, "dim"), (str(len(view.zones[DISCARD])), "bold"), (" ", "")]

    def _word(self, key: str) -> str:
        """A word of this board."""
        return self.wording.find("board", key, key)

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """A row for each province, one's own last, and what each clan has in all of them."""
        grid = Grid(canvas.width)
        rows = [grid.row(BLANK, [self._clan(clan, grid.cell) for clan in range(5)])]
        rows += [grid.across("┼")] if canvas.ease > 0 else []
        rows += [self._province(view, before, seat, grid) for seat in self._order(view)]
        rows += [grid.across("┼")] if canvas.ease > 1 else []
        return [*rows, self._totals(view, grid)]

    def _order(self, view: View) -> list[Seat]:
        """Clockwise from the left neighbour; whoever only watches sees them from the first seat."""
        if view.seat == view.seats:
            return view.everyone()
        me = view.seat
        return [*view.others(me), me]

    def _clan(self, clan: int, room: int) -> Line:
        """A clan's crest and name, as far as there is room."""
        sign, style = CRESTS[CLANS[clan]]
        name = self.wording.words["sort"]["clan"][CLANS[clan]]
        return clip([(f"{sign} {name}", style)], room)

    def _province(self, view: View, before: View | None, seat: Seat, grid: Grid) -> Line:
        armies = [self._army(view, before, seat, clan, grid.cell) for clan in range(5)]
        return grid.row(self._owner(view, seat, grid.first), armies)

    def _owner(self, view: View, seat: Seat, room: int) -> Line:
        """Whose province it is, whether it is their turn, how many cards they hold."""
        sign = "▸" if seat in view.waiting else " "
        if room < 12:
            return [(sign, "key"), *clip(self.wording.seat(seat), room - 1)]
        held = view.size(HAND[seat])
        name = clip(self.wording.seat(seat), room - 6)
        return [*pad([(sign, "key"), *name], room - 4), ("▯", "dim"), (str(held), "dim"), (" ", "")]

    def _army(self, view: View, before: View | None, seat: Seat, clan: int, room: int) -> Line:
        """An army: its crest for every card, its strength, its protection, what changed."""
        now = army(view, seat, clan)
        change = now - army(before, seat, clan) if before is not None else 0
        safe = view.marked(SHIELDED[ARMIES.of[HOME[seat]][clan]]) and not view.over
        sign, style = CRESTS[CLANS[clan]]
        body = _strength(sign, now, room - 2 * safe - (change != 0))
        line: Line = [(body, style if now else "dim")]
        if change:
            line.append(("↑", "good") if change > 0 else ("↓", "bad"))
        return [("‹", "note"), *line, ("›", "note")] if safe and now else line

    def _totals(self, view: View, grid: Grid) -> Line:
        sums = [sum(army(view, seat, clan) for seat in view.everyone()) for clan in range(5)]
        cells: list[Line] = [[(str(number), "dim")] for number in sums]
        return grid.row([(f" {self._word('together')}", "dim")], cells)

    # -- one's own cards

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """The hand as small cards, and the clan one serves."""
        if view.seat >= view.seats:
            return self._hands(view, canvas) if any(self._seen(view)) else []
        me = view.seat
        cards = [self.wording.face(face) for face in view.zones[HAND[me]]]
        serves = self._serves(view, me)
        if not canvas.ease or canvas.width < 68:
            held = cards or [[(self._word("no_card"), "dim")]]
            items = [*held, [(f" {self._word('you_serve')} ", "dim"), *serves]]
            head = f" {self._word('hand')}  "
            return pack([(head, "dim")], items, "  ", canvas.width, len(head))
        rows = _cards_drawn(cards) if cards else _no_cards(self._word("no_card_in_hand"))
        return _beside(rows, self._word("you_serve"), serves, canvas.width)

    def _seen(self, view: View) -> list[bool]:
        return [face >= 0 for seat in view.everyone() for face in view.zones[HAND[seat]]]

    def _hands(self, view: View, canvas: Canvas) -> list[Line]:
        """All hands, where all cards lie open."""
        rows: list[Line] = []
        for seat in view.everyone():
            cards = join([self.wording.face(f) for f in view.zones[HAND[seat]]], "  ")
            held = cards or [(self._word("no_card"), "dim")]
            name = pad([(" ", ""), *self.wording.seat(seat)], NAMES)
            serves = [(f"   {self._word('serves')} ", "dim"), *self._serves(view, seat)]
            rows.append(clip([*name, *held, *serves], canvas.width))
        return rows

    def _serves(self, view: View, seat: Seat) -> Line:
        """The clan on a loyalty card, if it can be seen."""
        face = view.zones[LOYALTY[seat]][0]
        if face < 0:
            return [("?", "dim")]
        return self.wording.thing(CLAN, serves(view, Seat(seat)))

    # -- choices

    def so_far(self, view: View) -> Line:
        """The card or army that the open question is about."""
        before = CHOSEN_BEFORE.get(view.offers[0].question)
        return [] if before is None else self.wording.option(before.question, before.answered(view))

    def menu(self, view: View, offer: Offer, choices: list[Choice], canvas: Canvas) -> list[Line]:
        """Armies stand under their clans, a row for each province; the rest in one row."""
        verbs = {offer.question.decode(option)[0] for _, option in choices}
        if not verbs & {"move", "strike", "at"}:
            return columns(self.wording, offer, choices, canvas.width)
        grid = Grid(canvas.width)
        rows: dict[str, dict[int, Line]] = {}
        for number, option in choices:
            verb, args = offer.question.decode(option)
            cell = [(f"{number:>2} ", "key"), *self._clan(args[-1], 9)]
            rows.setdefault(self._row_name(verb, args), {})[args[-1]] = cell
        if grid.cell < 11:
            return [row for name, cells in rows.items() for row in _narrow(name, cells, canvas)]
        return [
            grid.open_row([(f" {name}", "")], [cells.get(clan, BLANK) for clan in range(5)])
            for name, cells in rows.items()
        ]

    def _row_name(self, verb: str, args: tuple[int, ...]) -> str:
        if verb == "play":
            return self._word("at_home")
        name = self.wording.names[args[0]]
        return self._word("from" if verb == "move" else "in").format(name)

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing."""
        return [
            ("▸", self.wording.say("table.whose_turn")),
            ("▯4", self._word("held")),
            ("◆◆◆ 3", self._word("three")),
            ("‹ ›", f"{self._word('safe')} (C12)"),
            ("↑ ↓", self._word("changed")),
        ]

    def ending(self, view: View, canvas: Canvas) -> list[Line]:
        """C16 to C18: what each served, and how many cards that clan has."""
        return ending(self.wording, view, canvas.width)


class Grid:
    """The columns of the table: one for names, five for clans."""

    def __init__(self, width: int) -> None:
        self.first = NAMES if width >= 76 else max(8, width // 5)
        self.gap = " " if width >= 76 else ""
        self.cell = max(3, (width - self.first) // 5 - 1 - len(self.gap))

    def row(self, head: Line, cells: list[Line]) -> Line:
        """One row with its bars."""
        line = pad(head, self.first)
        for cell in cells:
            line = [*line, ("│" + self.gap, "dim"), *pad(cell, self.cell)]
        return line

    def open_row(self, head: Line, cells: list[Line]) -> Line:
        """One row without bars; its texts begin where the bars would be."""
        line = pad(head, self.first)
        for cell in cells:
            line = [*line, *pad(cell, self.cell + 1 + len(self.gap))]
        return line

    def across(self, cross: str) -> Line:
        """A line across all columns."""
        across = "─" * (self.cell + len(self.gap))
        return [("─" * self.first + (cross + across) * 5, "dim")]


def _narrow(name: str, cells: dict[int, Line], canvas: Canvas) -> list[Line]:
    """The choices of a province one after the other, where the columns are too narrow."""
    return pack([(f" {name}:", "")], list(cells.values()), " ", canvas.width, 3)


def _strength(sign: str, number: int, room: int) -> str:
    """So many crests and their number; only the number where they do not fit; a dot for none."""
    if not number:
        return "·"
    if number + 1 + len(str(number)) <= room:
        return f"{sign * number} {number}"
    return f"{sign}×{number}"


def _cards_drawn(cards: list[Line]) -> list[Line]:
    """Small cards side by side."""
    rows: list[Line] = [[(" ", "")], [(" ", "")], [(" ", "")]]
    for card in cards:
        _card(rows, card, "╭─╮│╰╯", "dim")
    return rows


def _no_cards(text: str) -> list[Line]:
    """What stands in the place of cards."""
    return [[], [(f" {text}", "dim")], []]


def _beside(rows: list[Line], label: str, serves: Line, width: int) -> list[Line]:
    """The red loyalty card apart from the others, at the right, with its label."""
    room = width - size(serves) - len(label) - 7
    labels = zip(rows, ("", label, ""), strict=True)
    drawn = [[*pad(row, room), (f"{text:{len(label) + 1}}", "dim")] for row, text in labels]
    _card(drawn, serves, "╔═╗║╚╝", "red")
    return drawn


def _card(rows: list[Line], card: Line, sides: str, style: str) -> None:
    """Add one card to three rows."""
    left, top, right, side, low_left, low_right = tuple(sides)
    inside = size(card) + 2
    rows[0].append((f"{left}{top * inside}{right} ", style))
    rows[1] += [(f"{side} ", style), *card, (f" {side} ", style)]
    rows[2].append((f"{low_left}{top * inside}{low_right} ", style))
