"""What a host can choose when starting the server."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

CLOCKS: Final[dict[str, int]] = {"none": 0, "quick": 20, "normal": 60, "slow": 300}
"""Seconds for one step, by the name of the table's clock; 0 means as long as one likes."""
TEMPOS: Final[dict[str, float]] = {"slow": 2.2, "normal": 1.2, "fast": 0.45}
"""Seconds that a bot takes for each of its moves, so that people can follow."""
TALKS: Final[dict[str, int]] = {"none": 0, "quick": 30, "normal": 60, "slow": 300}
"""Seconds more for a step that asks several at once, in games whose players talk to each other."""
JOININGS: Final = ("off", "host", "anybody")
"""Who lets somebody have a bot's seat in a game that runs."""
TICK: Final = 0.25
"""Who thinks longer than that answers on the beat of this many seconds: it tells little of why."""
COUNT: Final = 3.0
"""Seconds of the count after which a simultaneous choice can no longer be changed."""
DAY: Final = 86_400


class Config(Struct, frozen=True, kw_only=True):
    """The server's settings, with the defaults that suit a group of friends and a small club."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: str = "data"
    address: str = ""
    """The address that links show, such as https://tatami.example; empty: as the browser asked."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may talk to the server."""
    games: tuple[str, ...] = ()
    """Further games, as modules that hold GAME."""
    pace: float = 1.0
    """Factor for all waiting of bots; 0 means that they play at once."""
    time: float = 1.0
    """Factor for all clocks of tables."""
    reveal: float = 10.0
    """Seconds that a browser has to open its share of a deal."""
    away: float = 90.0
    """Seconds until a bot plays for somebody who is awaited and not connected."""
    budget: float = 5.0
    """Seconds that a bot may think about one move."""
    thinkers: int = 4
    """Most processes in which bots think."""
    messages: float = 20.0
    """Messages a second that one connection may send for long; short bursts may be ten times so."""
    requests: float = 20.0
    """HTTP requests a second that one address may send for long; bursts may be ten times so."""
    connections: int = 120
    """Most connections from one address."""
    opening: int = 120
    """Most tables that one address may open in an hour."""
    tables: int = 20_000
    """Most unfinished tables on this server."""
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
    size: int = 0
    """Most megabytes of the database; 0: as much as the disk holds."""
    proxies: str = "127.0.0.1"
    """Addresses of reverse proxies whose X-Forwarded headers are believed."""
    rtt_header: str = ""
    """The header in which such a proxy tells the round trip to its client, in microseconds."""
    secure: bool = False
    """Cookies are sent over HTTPS only."""
    trace: bool = False
    """A line in the log for every request."""
