"""At which tables a game is tried: all of them, unless that would take too long."""

from __future__ import annotations

from tatami.engine.game import Game
from tatami.testing.table import settings_of

USUAL = 4
"""Where Night of the Ninja is tried with every table option."""


def tables_of(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """Seats and table options. A large game with rounds is mostly tried for one round only."""
    every = [(seats, opts) for seats in game.counts for opts in settings_of(game)]
    if "rounds" not in [setting.name for setting in game.settings]:
        return every
    one = game.choose_settings({"rounds": "1"})
    short = [(seats, one) for seats in game.counts if seats != USUAL]
    return [(seats, opts) for seats, opts in every if seats == USUAL] + [
        (game.low, game.defaults()),
        *short,
    ]
