"""The end of WAT-AAH! on a terminal: the scores or points as a table, and in words."""

from __future__ import annotations

from tatami.cli.boards.base import verdict
from tatami.cli.paint import Line, clip, join, pad, pad_left, wrap
from tatami.cli.wording import Wording, fill
from tatami.engine.view import View
from tatami.games.wataah.cards import BOSSES, FIRST_BOSS
from tatami.games.wataah.eyes import Eyes
from tatami.games.wataah.pawns import PAWN_POINTS, showdown_points
from tatami.games.wataah.table import AT_COURT, AT_MISSIONS, AT_SHOWDOWN, POINTS, SCORE

NAME = 14
CELL = 13


def ending(wording: Wording, view: View, width: int) -> list[Line]:
    """What everybody has, the best first, and why the winners win."""
    eyes = Eyes(view)
    heads = ("court", "missions", "showdown", "points") if eyes.grand else GRASSHOPPER
    titles = [wording.find("end", key, key) for key in heads]
    rows = [_row([("", "")], [[(title, "dim")] for title in titles], width)]
    for seat in sorted(range(view.seats), key=lambda one: (-total(eyes, one), one)):
        star = "★ " if seat in view.winners else "  "
        cells = _points(eyes, seat) if eyes.grand else _score(eyes, seat)
        painted: list[Line] = [[(str(number), "")] for number in cells[:-1]]
        painted.append([(str(cells[-1]), "bold")])
        rows.append(_row([(star, "note"), *wording.seat(seat)], painted, width))
    return [*rows, [], *wrap(_reason(wording, view, eyes), width, 1)]


GRASSHOPPER = ("front", "corruption", "score")


def total(eyes: Eyes, seat: int) -> int:
    """What decides: points, or in Grasshopper mode the score."""
    return eyes.tallied(POINTS if eyes.grand else SCORE, seat)


def _score(eyes: Eyes, seat: int) -> list[int]:
    return [eyes.strength(seat), -eyes.corruption(seat), total(eyes, seat)]


def _points(eyes: Eyes, seat: int) -> list[int]:
    pawns = [eyes.tallied(what, seat) for what in (AT_COURT, AT_MISSIONS, AT_SHOWDOWN)]
    fight = showdown_points(eyes.boss(), pawns[2])
    return [PAWN_POINTS * pawns[0], PAWN_POINTS * pawns[1], fight, total(eyes, seat)]


def _row(name: Line, cells: list[Line], width: int) -> Line:
    line = [(" ", ""), *pad(name, NAME)]
    for cell in cells:
        line += pad_left(cell, CELL)
    return clip(line, width)


def _reason(wording: Wording, view: View, eyes: Eyes) -> Line:
    """W22, W34: the most; among equals the least corrupt; else they share it."""
    line: Line = [(" ", "")]
    if eyes.grand:
        boss = eyes.boss()
        power = wording.words["power"]["card"][BOSSES[boss][0]]
        line += [*_said(wording, "boss", wording.face(FIRST_BOSS + boss), [(power, "")]), (" ", "")]
    line += [*verdict(wording, view), (". ", "")]
    best = max(total(eyes, seat) for seat in range(view.seats))
    tied = [seat for seat in range(view.seats) if total(eyes, seat) == best]
    clause = "W34" if eyes.grand else "W22"
    return [*line, *_decided(wording, view, eyes, tied, best), (f"  {clause}", "dim")]


def _decided(wording: Wording, view: View, eyes: Eyes, tied: list[int], best: int) -> Line:
    number: Line = [(str(best), "")]
    if len(tied) == 1:
        return _said(wording, "most", wording.seat(tied[0]), number)
    if len(view.winners) == 1:
        piles = [[*wording.seat(s), (f" {eyes.corruption(s)}", "")] for s in tied]
        return _said(wording, "tie", number, join(piles, ", "))
    return _said(wording, "shared" if eyes.grand else "draw", number)


def _said(wording: Wording, key: str, *parts: Line) -> Line:
    """A sentence of the result."""
    return fill(wording.find("end", key, key), list(parts))
