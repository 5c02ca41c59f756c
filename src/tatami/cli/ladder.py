"""Who is stronger: pairings, paired deals, ratings with intervals, a table, a plot.

Two bots meet at a table at which they sit alternately, which makes them teams where the game has
teams. Each deal is played in every seating: each bot sits on every seat, with the same cards, as
often as the other. Deals are numbered alike for all pairings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from itertools import combinations
from typing import Any, NamedTuple

Z95 = 1.96


class Round(NamedTuple):
    """Two bots, a deal, and a seating of it: which game it is."""

    one: str
    other: str
    deal: int
    turn: int

    def seating(self, seats: int) -> list[str]:
        """Who sits where."""
        return seatings(self.one, self.other, seats)[self.turn]


class Outcome(NamedTuple):
    """A game that was played."""

    round: Round
    winners: tuple[int, ...]
    decisions: int
    cut: bool


def seatings(one: str, other: str, seats: int) -> list[list[str]]:
    """All seatings of a deal: alternately, moved on by a seat until each has sat on every one."""
    found: list[list[str]] = []
    for first, second in ((one, other), (other, one)):
        row = [first if seat % 2 == 0 else second for seat in range(seats)]
        for shift in range(seats):
            moved = row[-shift:] + row[:-shift] if shift else row
            if moved not in found:
                found.append(moved)
    return found


def round_robin(bots: list[str], seats: int, games: int) -> list[Round]:
    """Every pair meets in so many games at least, whole deals each; deal by deal."""
    each = len(seatings("a", "b", seats))
    deals = math.ceil(games / each)
    return [
        Round(one, other, deal, turn)
        for deal in range(deals)
        for one, other in combinations(bots, 2)
        for turn in range(each)
    ]


def swiss_pairs(
    bots: list[str], strength: dict[str, float], met: Iterable[frozenset[str]]
) -> list[tuple[str, str]]:
    """Neighbours in strength that have met least; where the number is odd one sits out."""
    times = list(met)
    left = sorted(bots, key=lambda bot: (-strength.get(bot, 0.0), bots.index(bot)))
    if len(left) % 2:
        left.remove(min(left, key=lambda bot: (-_games_of(bot, times), -left.index(bot))))
    pairs: list[tuple[str, str]] = []
    while left:
        first = left.pop(0)
        second = min(left, key=lambda bot: (times.count(frozenset((first, bot))), left.index(bot)))
        left.remove(second)
        pairs.append((first, second))
    return pairs


def _games_of(bot: str, times: list[frozenset[str]]) -> int:
    return sum(bot in pair for pair in times)


# -- what came of it


def share(outcome: Outcome, bot: str, seats: int) -> float:
    """What a bot has of a victory; a half is chance, taken over all seatings of a deal."""
    sat = outcome.round.seating(seats)
    return sum(sat[seat] == bot for seat in outcome.winners) / max(1, len(outcome.winners))


class Score(NamedTuple):
    """A share of victories, with half the width of its 95 % interval."""

    share: float
    error: float
    games: int


def score(outcomes: list[Outcome], bot: str, seats: int) -> Score:
    """A bot's share of the victories; all games of one deal are one observation.

    Against whomever they were: the same cards, and the bot's own keys, make them alike.
    """
    deals: dict[int, list[float]] = {}
    for outcome in outcomes:
        if bot in (outcome.round.one, outcome.round.other):
            found = share(outcome, bot, seats)
            deals.setdefault(outcome.round.deal, []).append(found)
    means = [sum(games) / len(games) for games in deals.values()]
    return Score(*mean_and_error(means), sum(len(games) for games in deals.values()))


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval; 0.5 where nothing is known.

    The width reckons with one deal more that was won and one that was lost, so that few deals
    which all went one way are not taken for certain.
    """
    if not values:
        return 0.5, 0.5
    padded = [*values, 0.0, 1.0]
    middle = sum(padded) / len(padded)
    spread = sum((value - middle) ** 2 for value in padded) / (len(padded) - 1)
    return sum(values) / len(values), min(0.5, Z95 * math.sqrt(spread / len(padded)))


def ratings(bots: list[str], outcomes: list[Outcome], seats: int) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings: each bot's strength, and half the width of its 95 % interval.

    The games are rated in the order of their deals, whatever the order in which they ended.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    found = {bot: model.rating(name=bot) for bot in bots}
    for outcome in sorted(outcomes, key=lambda one: (one.round.deal, one.round)):
        one, other = outcome.round.one, outcome.round.other
        mine = share(outcome, one, seats)
        ranks = [1.0, 1.0] if mine == 0.5 else [1.0, 2.0] if mine > 0.5 else [2.0, 1.0]
        first, second = model.rate([[found[one]], [found[other]]], ranks=ranks)
        found[one], found[other] = first[0], second[0]
    return {bot: (rating.mu, Z95 * rating.sigma) for bot, rating in found.items()}


# -- the report


def report(bots: list[str], outcomes: list[Outcome], seats: int) -> list[dict[str, Any]]:
    """A line for each bot, the strongest first: rating, share, and the share against each other."""
    rated = ratings(bots, outcomes, seats)
    lines: list[dict[str, Any]] = []
    for bot in sorted(bots, key=lambda one: -rated[one][0]):
        every = score(outcomes, bot, seats)
        lines.append(
            {
                "bot": bot,
                "rating": round(rated[bot][0], 2),
                "rating_error": round(rated[bot][1], 2),
                "share": round(every.share, 4),
                "share_error": round(every.error, 4),
                "games": every.games,
                "against": {
                    other: score(_between(outcomes, bot, other), bot, seats)._asdict()
                    for other in bots
                    if other != bot
                },
            }
        )
    return lines


def _between(outcomes: list[Outcome], one: str, other: str) -> list[Outcome]:
    return [game for game in outcomes if {game.round.one, game.round.other} == {one, other}]


def as_table(lines: list[dict[str, Any]]) -> list[list[str]]:
    """The report in words: a row of heads, then a row for each bot."""
    names = [line["bot"] for line in lines]
    found = [["bot", "rating", "victories", "games", *[f"against {name}" for name in names]]]
    for line in lines:
        rating = f"{line['rating']:.1f} ± {line['rating_error']:.1f}"
        row = [line["bot"], rating, _percent(line["share"], line["share_error"])]
        row.append(str(line["games"]))
        for name in names:
            one = line["against"].get(name)
            row.append(_percent(one["share"], one["error"]) if one and one["games"] else "")
        found.append(row)
    return found


def _percent(part: float, error: float) -> str:
    return f"{100 * part:.0f} % ± {100 * error:.0f}"


def as_text(rows: list[list[str]]) -> list[str]:
    """Rows in columns."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    pairs = [[cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)] for row in rows]
    return ["  ".join(row).rstrip() for row in pairs]


def as_markdown(rows: list[list[str]]) -> list[str]:
    """Rows as a table of a page."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]


LEFT, WIDE, ROW, TOP = 120, 420, 30, 34


def as_svg(title: str, lines: list[dict[str, Any]]) -> str:
    """A drawn ladder: a dot for each rating, a bar for its interval."""
    low = min(line["rating"] - line["rating_error"] for line in lines)
    high = max(line["rating"] + line["rating_error"] for line in lines)
    scale = WIDE / max(1e-9, high - low)
    height = TOP + ROW * len(lines) + 34
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 40} {height}"'
        f' font-family="sans-serif" font-size="13" role="img" aria-label="{escape(title)}">',
        f'<text x="{LEFT}" y="18" font-weight="bold">{escape(title)}</text>',
    ]
    for number, line in enumerate(lines):
        drawn += _row(line, TOP + ROW * number + ROW // 2, low, scale)
    base = TOP + ROW * len(lines) + 16
    drawn.append(f'<text x="{LEFT}" y="{base}" fill="#666">{low:.1f}</text>')
    drawn.append(
        f'<text x="{LEFT + WIDE}" y="{base}" fill="#666" text-anchor="end">{high:.1f}</text>'
    )
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _row(line: dict[str, Any], y: int, low: float, scale: float) -> list[str]:
    at = LEFT + (line["rating"] - low) * scale
    half = line["rating_error"] * scale
    return [
        f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(line["bot"])}</text>',
        f'<line x1="{at - half:.1f}" x2="{at + half:.1f}" y1="{y}" y2="{y}" stroke="#a33"'
        ' stroke-width="3"/>',
        f'<circle cx="{at:.1f}" cy="{y}" r="6" fill="#222"/>',
    ]
