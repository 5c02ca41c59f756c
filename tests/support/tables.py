"""At which tables a game is tried: all of them, unless that would take too long."""

from __future__ import annotations

from tatami.engine.game import Game
from tatami.testing.trial import settings_of

USUAL = 4
"""Where Night of the Ninja and Ninjaaa'Tack are tried with every table option."""
TIMES = ("choose", "between")
"""Options for who keeps the clock, which the rules never look at (tack:T23)."""
ENDING = {"tack": {"passes": "4", "rounds": "10"}}
"""Options without which random play may take thousands of rounds (tack:T25)."""


def ending(game: Game) -> tuple[int, ...]:
    """The usual options of a game; with limits where random players need never end it."""
    return game.choose_settings(ENDING.get(game.name, {}))


def tables_of(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """Seats and table options. A large game with rounds is mostly tried for one round only."""
    if game.name in ENDING:
        return _limited(game)
    every = [(seats, opts) for seats in game.counts for opts in settings_of(game)]
    if "rounds" not in [setting.name for setting in game.settings]:
        return every
    one = game.choose_settings({"rounds": "1"})
    short = [(seats, one) for seats in game.counts if seats != USUAL]
    return [(seats, opts) for seats, opts in every if seats == USUAL] + [
        (game.fewest, game.defaults()),
        *short,
    ]


def _limited(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """Every number of seats with limits; at the usual table each other option besides."""
    limits = ENDING[game.name]
    found = [(seats, ending(game)) for seats in game.counts]
    for setting in game.settings:
        for value in setting.values:
            if setting.name not in (*limits, *TIMES) and value != setting.values[setting.default]:
                found.append((USUAL, game.choose_settings({**limits, setting.name: value})))
    return found
