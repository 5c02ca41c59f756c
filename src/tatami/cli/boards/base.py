"""What draws a table: from one seat's view, never from anything else."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from tatami.cli.paint import Line, cells, clip, pad, size
from tatami.cli.wording import Wording
from tatami.engine.offer import Offer
from tatami.engine.view import View


class Canvas:
    """The room for a drawing: columns, and how freely rows can be spent, from 0 to 2."""

    __slots__ = ("ease", "width")

    def __init__(self, width: int, ease: int = 2) -> None:
        self.width = width
        self.ease = ease


Choice: TypeAlias = tuple[int, int]
"""The number that a person types, and the option it stands for."""


class Board(Protocol):
    """Draws one game."""

    def head(self, view: View) -> Line:
        """A few facts for the title line."""
        ...

    def table(self, view: View, before: View | None, canvas: Canvas) -> list[Line]:
        """What lies open before everybody; ``before`` is an earlier view, to mark changes."""
        ...

    def hand(self, view: View, canvas: Canvas) -> list[Line]:
        """What the seat alone sees."""
        ...

    def so_far(self, view: View) -> Line:
        """What the seat has answered inside the open step; empty where nothing can be said."""
        ...

    def menu(self, view: View, offer: Offer, choices: list[Choice], canvas: Canvas) -> list[Line]:
        """The numbered choices."""
        ...

    def signs(self) -> list[tuple[str, str]]:
        """The signs of the drawing and what they mean."""
        ...

    def ending(self, view: View, canvas: Canvas) -> list[Line]:
        """How the result of a finished game came about."""
        ...


def verdict(wording: Wording, view: View) -> Line:
    """Who wins."""
    if view.winners == (view.seat,):
        return [(wording.say("table.you_win"), "good")]
    if not view.winners:
        return [(wording.say("table.nobody_wins"), "bold")]
    names = wording.listed([wording.seat(seat) for seat in view.winners if seat != view.seat])
    key = "share" if len(view.winners) > 1 else "wins"
    key = "you_share" if view.seat in view.winners else key
    said = wording.tell(f"table.{key}", names)
    return [(text, style or "bold") for text, style in said]


def rule(title: str, width: int, right: str = "") -> Line:
    """A line across, with a title in it, and a hint at its right end where there is room."""
    head = [("── ", "dim"), (f"{title} ", "dim")] if title else []
    used = size(head)
    if right and used + cells(right) + 6 <= width:
        fill = "─" * (width - used - cells(right) - 4)
        return [*head, (f"{fill} {right} ──", "dim")]
    return clip([*head, ("─" * (width - used), "dim")], width)


def columns(wording: Wording, offer: Offer, choices: list[Choice], width: int) -> list[Line]:
    """Numbered choices in as many columns as fit, read downwards."""
    items = [
        [(f"{number:>2} ", "key"), *wording.option(offer.question, option)]
        for number, option in choices
    ]
    return flow(items, width)


def flow(items: list[Line], width: int) -> list[Line]:
    """Short texts in as many columns as fit, read downwards."""
    widest = max(map(size, items), default=0) + 3
    across = max(1, (width - 1) // max(widest, 1))
    down = -(-len(items) // across)
    rows: list[Line] = []
    for row in range(down):
        line: Line = [(" ", "")]
        for item in items[row::down]:
            line.extend(pad(item, min(widest, width - 1)))
        rows.append(clip(line, width))
    return rows
