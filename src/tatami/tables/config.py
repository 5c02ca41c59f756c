"""What can be chosen at a table, and what its host can choose for a whole house."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

CLOCKS: Final[dict[str, int]] = {"none": 0, "quick": 20, "normal": 60, "slow": 300}
"""Seconds for one step, by the name of the table's clock; 0 means as long as one likes."""
TEMPOS: Final[dict[str, float]] = {"slow": 2.2, "normal": 1.2, "fast": 0.45}
"""Seconds that a bot takes for each of its moves, so that people can follow; in turns."""
STRETCH: Final[dict[str, float]] = {"slow": 11 / 6, "normal": 1.0, "fast": 1.0}
"""The same in real time: how many times as long as its level takes a bot's plans last."""
TALKS: Final[dict[str, int]] = {"none": 0, "quick": 30, "normal": 60, "slow": 300}
"""Seconds more for a step that asks several at once, in games whose players talk to each other."""
JOININGS: Final = ("off", "host", "anybody")
"""Who lets somebody have a bot's seat in a game that runs."""
TICK: Final = 0.25
"""Who thinks longer than that answers on a tick of this many seconds: it tells little of why."""
COUNT: Final = 3.0
"""Seconds of the count after which a simultaneous choice can no longer be changed."""
DAY: Final = 86_400


class HouseConfig(Struct, frozen=True, kw_only=True):
    """How a house keeps its tables, with the defaults that suit friends and a small club."""

    pace: float = 1.0
    """Factor for all waiting of bots; 0 means that they play at once."""
    time: float = 1.0
    """Factor for all clocks of tables."""
    reveal: float = 10.0
    """Seconds that a browser has to commit to its share of a deal, and again to open it."""
    away: float = 90.0
    """Seconds until a bot plays for somebody who is awaited and not connected."""
    messages: float = 20.0
    """Messages a second that one connection may send for long; short bursts may be ten times so."""
    tables: int = 20_000
    """Most unfinished tables on this server."""
    opening: int = 120
    """Most tables that one address may open in an hour."""
    mine: int = 40
    """Most unfinished tables of one person."""
    keep: int = 365 * DAY
    """Seconds that a finished game and its record are kept."""
    idle_open: int = 2 * DAY
    """Seconds after which a table that never started is cleared away."""
    idle_game: int = 30 * DAY
    """Seconds after which a game that nobody continued is closed."""
    rest: float = 600.0
    """Seconds after which a table that nobody is at leaves the memory (not the store)."""
