"""``tatami simulate``: bots against bots, with the same results for any number of processes."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from fractions import Fraction
from typing import Any

from tatami.bots.arena import seated
from tatami.cli.extras import needed
from tatami.cli.fail import FINE, Failure, misused, shown
from tatami.cli.lookup import bots_for, game_meant, options_for, seats_for
from tatami.cli.series import Executor, Played, Series, play_series, processes
from tatami.cli.term import is_tty


def simulate(args: Namespace) -> int:
    """Play a series and print what came of it."""
    listing = game_meant(args.game, args.modules, "simulate")
    seats = seats_for(listing.game, args.seats)
    names = bots_for(listing, args.bots, seats)
    opts = options_for(listing.game, args.option)
    series = Series(listing.game.name, opts, names, args.seed, args.games, tuple(args.modules))
    start = time.perf_counter()
    games = _run(series, executor_for(args.jobs, args.on))
    report = summary(series, games, time.perf_counter() - start)
    print(json.dumps(report) if args.json else "\n".join(in_words(report)))
    return FINE


def executor_for(jobs: int | None, on: str | None) -> Executor:
    """Where the games are played: here, in so many processes, or on a cluster."""
    if on is not None:
        if jobs is not None:
            raise misused("--jobs is for this machine, --on for a cluster: give one of them")
        return _cluster(on)
    return processes(jobs or 1)


def _cluster(on: str) -> Executor:
    door = needed("ray", "ray")
    try:
        cluster: Executor = door.Cluster(on)
        return cluster
    except (OSError, RuntimeError, ValueError) as error:
        raise Failure(f"no cluster answers at {shown(on)}: {shown(str(error))}") from None


def _run(series: Series, executor: Executor) -> list[Played]:
    """All games of a series, with a progress bar where somebody can see it."""
    bar = Bar(series.games)
    games: list[Played] = []
    try:
        for part in play_series(series, executor):
            games += part
            bar.show(len(games))
    finally:
        bar.wipe()
    return games


class Bar:
    """A progress bar on a terminal's stderr; elsewhere nothing."""

    def __init__(self, whole: int) -> None:
        self.whole = whole
        self.on = is_tty(sys.stderr)

    def show(self, done: int) -> None:
        """Draw it anew."""
        if self.on:
            part = done * 40 // self.whole
            sys.stderr.write(f"\r[{'#' * part:<40}] {done}/{self.whole} games")
            sys.stderr.flush()

    def wipe(self) -> None:
        """Leave nothing behind."""
        if self.on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def summary(series: Series, games: list[Played], seconds: float) -> dict[str, Any]:
    """What came of a series. A shared win counts as the share that each has in it."""
    whole = [(number, game) for number, game in enumerate(games) if not game[2]]
    decisions = sum(game[1] for game in games)
    length = sum(game[1] for _, game in whole) / len(whole) if whole else None
    return {
        "game": series.game,
        "seats": len(series.names),
        "seed": series.seed,
        "games": len(games),
        "cut_off": len(games) - len(whole),
        "decisions": decisions,
        "mean_length": length,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "wins_by_seat": _by_seat(series, whole),
        "wins_by_bot": _by_bot(series, whole),
    }


def _by_seat(series: Series, whole: list[tuple[int, Played]]) -> list[float]:
    wins = [Fraction(0)] * len(series.names)
    for _, (winners, _, _) in whole:
        for seat in winners:
            wins[seat] += Fraction(1, len(winners))
    return [float(won) for won in wins]


def _by_bot(series: Series, whole: list[tuple[int, Played]]) -> dict[str, dict[str, float]]:
    wins = dict.fromkeys(series.names, Fraction(0))
    for number, (winners, _, _) in whole:
        sat = seated(series.names, number)
        for seat in winners:
            wins[sat[seat]] += Fraction(1, len(winners))
    return {name: _rate(won, len(whole) * series.names.count(name)) for name, won in wins.items()}


def _rate(won: Fraction, chances: int) -> dict[str, float]:
    """Wins, in how many seats they were played for, and wins a seat."""
    rate = float(won / chances) if chances else 0.0
    return {"wins": float(won), "seats": chances, "rate": rate}


def in_words(report: dict[str, Any]) -> list[str]:
    """The report for a person."""
    length = report["mean_length"]
    lines = [
        f"{report['game']}, {report['seats']} seats, seed {report['seed']}",
        f"games:                {report['games']}",
        f"cut off:              {report['cut_off']}",
        f"decisions:            {report['decisions']}",
        f"mean length:          {'-' if length is None else format(length, '.2f')} decisions",
        f"seconds:              {report['seconds']}",
        f"decisions per second: {report['decisions_per_second']}",
        "wins by seat:",
        *(f"  s{seat}  {won:>10.2f}" for seat, won in enumerate(report["wins_by_seat"])),
        "wins by bot:",
    ]
    for name, found in report["wins_by_bot"].items():
        share = f"{found['wins']:>10.2f} of {found['seats']} seats ({found['rate']:.1%})"
        lines.append(f"  {name:<12}{share}")
    return lines
