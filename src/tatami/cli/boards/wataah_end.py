"""The end of WAT-AAH! on a terminal: the scores or points as a table, and in words."""

from __future__ import annotations

from tatami.cli.boards.base import verdict
from tatami.cli.paint import Line, clip, join, pad, pad_left, wrap
from tatami.cli.wording import Wording, fill
from tatami.engine.ids import Seat
from tatami.engine.view import View
from tatami.games.wataah.cards import FACES
from tatami.games.wataah.pawns import showdown_points
from tatami.games.wataah.zones import (
    AT_COURT,
    AT_MISSIONS,
    AT_SHOWDOWN,
    FINAL_BOSS,
    PAWN_POINTS,
    POINTS,
    SCORE,
    corruption,
    is_grand_master,
    strength,
)

NAME = 14
CELL = 13


def ending(wording: Wording, view: View, width: int) -> list[Line]:
    """What everybody has, the best first, and why the winners win."""
    heads = GRAND_MASTER if is_grand_master(view) else GRASSHOPPER
    titles = [wording.find("end", key, key) for key in heads]
    rows = [_row([("", "")], [[(title, "dim")] for title in titles], width)]
    for seat in sorted(view.everyone(), key=lambda one: (-total(view, one), one)):
        star = "★ " if seat in view.winners else "  "
        cells = _points(view, seat) if is_grand_master(view) else _score(view, seat)
        painted: list[Line] = [[(str(number), "")] for number in cells[:-1]]
        painted.append([(str(cells[-1]), "bold")])
        rows.append(_row([(star, "note"), *wording.seat(seat)], painted, width))
    return [*rows, [], *wrap(_reason(wording, view), width, 1)]


GRASSHOPPER = ("front", "corruption", "score")
GRAND_MASTER = ("court", "missions", "showdown", "points")


def total(view: View, seat: Seat) -> int:
    """What decides: points, or in Grasshopper mode the score."""
    return view.count[(POINTS if is_grand_master(view) else SCORE)[seat]]


def _score(view: View, seat: Seat) -> list[int]:
    return [strength(view, seat), -corruption(view, seat), total(view, seat)]


def _points(view: View, seat: Seat) -> list[int]:
    court = PAWN_POINTS * view.count[AT_COURT[seat]]
    missions = PAWN_POINTS * view.count[AT_MISSIONS[seat]]
    fight = showdown_points(view.top(FINAL_BOSS), view.count[AT_SHOWDOWN[seat]])
    return [court, missions, fight, total(view, seat)]


def _row(name: Line, cells: list[Line], width: int) -> Line:
    line = [(" ", ""), *pad(name, NAME)]
    for cell in cells:
        line += pad_left(cell, CELL)
    return clip(line, width)


def _reason(wording: Wording, view: View) -> Line:
    """W22, W34: the most; among equals the least corrupt; else they share it."""
    line: Line = [(" ", "")]
    if is_grand_master(view):
        boss = view.top(FINAL_BOSS)
        power = wording.words["power"]["card"][FACES[boss]]
        line += [*_said(wording, "boss", wording.face(boss), [(power, "")]), (" ", "")]
    line += [*verdict(wording, view), (". ", "")]
    best = max(total(view, seat) for seat in view.everyone())
    tied = [seat for seat in view.everyone() if total(view, seat) == best]
    clause = "W34" if is_grand_master(view) else "W22"
    return [*line, *_decided(wording, view, tied, best), (f"  {clause}", "dim")]


def _decided(wording: Wording, view: View, tied: list[Seat], best: int) -> Line:
    number: Line = [(str(best), "")]
    if len(tied) == 1:
        return _said(wording, "most", wording.seat(tied[0]), number)
    if len(view.winners) == 1:
        piles = [[*wording.seat(s), (f" {corruption(view, s)}", "")] for s in tied]
        return _said(wording, "tie", number, join(piles, ", "))
    return _said(wording, "shared" if is_grand_master(view) else "draw", number)


def _said(wording: Wording, key: str, *parts: Line) -> Line:
    """A sentence of the result."""
    return fill(wording.find("end", key, key), list(parts))
