"""The end of War of Clans: what each served, how many cards that clan has, and who wins why."""

from __future__ import annotations

from tatami.cli.boards.base import verdict
from tatami.cli.paint import Line, clip, join, pad, wrap
from tatami.cli.wording import Wording, fill
from tatami.engine.ids import Seat
from tatami.engine.view import View
from tatami.games.clans.cards import CLAN, Clan
from tatami.games.clans.rules import cards_in_all, standing
from tatami.games.clans.zones import serves


class Score:
    """One player's reckoning: the clan, its cards in all provinces, those at home."""

    __slots__ = ("clan", "home", "seat", "total")

    def __init__(self, view: View, seat: int) -> None:
        self.seat = seat
        self.clan = serves(view, Seat(seat))
        self.total, self.home = standing(view, Seat(seat))


def ending(wording: Wording, view: View, width: int) -> list[Line]:
    """The reckoning as a table and in words."""
    scores = [Score(view, seat) for seat in range(view.seats)]
    scores.sort(key=lambda score: (-score.total, -score.home, score.seat))
    heads = [wording.find("end", key, key) for key in ("served", "in_all", "at_home")]
    rows = [_row([("  ", "")], [(heads[0], "dim")], heads[1], heads[2], "dim", width)]
    rows += [_scored(wording, view, score, width) for score in scores]
    rows += [_neutral(wording, view, clan, width) for clan in _unserved(scores)]
    return [*rows, [], *wrap(_reason(wording, view, scores), width, 1)]


def _row(who: Line, clan: Line, total: str, home: str, style: str, width: int) -> Line:
    line = [*pad(who, 18), *pad(clan, 14), (f"{total:>8}{home:>10}", style)]
    return clip(line, width)


def _scored(wording: Wording, view: View, score: Score, width: int) -> Line:
    won = score.seat in view.winners
    who = [(" ★ " if won else "   ", "note"), *wording.seat(score.seat)]
    clan = wording.thing(CLAN, score.clan)
    return _row(who, clan, str(score.total), str(score.home), "bold" if won else "", width)


def _unserved(scores: list[Score]) -> list[Clan]:
    served = [score.clan for score in scores]
    return [clan for clan in CLAN.all if clan not in served]


def _neutral(wording: Wording, view: View, clan: Clan, width: int) -> Line:
    who: Line = [(f"   {wording.find('end', 'nobody', 'nobody')}", "dim")]
    return _row(who, wording.thing(CLAN, clan), str(cards_in_all(view, clan)), "-", "dim", width)


def _reason(wording: Wording, view: View, scores: list[Score]) -> Line:
    """Why the winners win, with the clauses that decide."""
    first = scores[0]
    tied = [score for score in scores if score.total == first.total]
    line: Line = [(" ", ""), *verdict(wording, view), (". ", "")]
    if len(tied) == 1:
        line += _said(wording, "most", wording.thing(CLAN, first.clan), _number(first.total))
        line += [("  C16", "dim")]
    else:
        line += [*_tie(wording, view, tied), ("  C18", "dim")]
    larger = [clan for clan in _unserved(scores) if cards_in_all(view, clan) >= first.total]
    return [*line, *_never_wins(wording, larger)]


def _tie(wording: Wording, view: View, tied: list[Score]) -> Line:
    homes = join([[*wording.seat(s.seat), (f" {s.home}", "")] for s in tied], ", ")
    key = "tie" if len(view.winners) == 1 else "shared"
    return _said(wording, key, _number(tied[0].total), homes)


def _never_wins(wording: Wording, clans: list[Clan]) -> Line:
    if not clans:
        return []
    named = wording.listed([wording.thing(CLAN, clan) for clan in clans])
    return [(" ", ""), *_said(wording, "neutral", named), ("  C17", "dim")]


def _said(wording: Wording, key: str, *parts: Line) -> Line:
    """A sentence of the reckoning."""
    return fill(wording.find("end", key, key), list(parts))


def _number(number: int) -> Line:
    return [(str(number), "")]
