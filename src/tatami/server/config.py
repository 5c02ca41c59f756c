"""What a host can choose when starting the server."""

from __future__ import annotations

from tatami.tables.config import HouseConfig


class Config(HouseConfig, frozen=True, kw_only=True):
    """The server's settings, those of its house included."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: str = "data"
    store: str = ""
    """The address of a database that several nodes share; empty: the directory ``data``."""
    node: str = ""
    """The name of this node; empty: the name of the machine, and the port."""
    at: str = ""
    """Where proxies find this node, as address:port; empty: where it listens."""
    lease: float = 5.0
    """Seconds without a sign of life after which others may have a node's tables."""
    address: str = ""
    """The address that links show, such as https://tatami.example; empty: as the browser asked."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may talk to the server."""
    games: tuple[str, ...] = ()
    """Further games, as modules that hold GAME."""
    budget: float = 5.0
    """Seconds that a bot may think about one move."""
    thinkers: int = 4
    """Most processes in which bots think."""
    requests: float = 20.0
    """HTTP requests a second that one address may send for long; bursts may be ten times so."""
    connections: int = 120
    """Most connections from one address; nothing else limits how many watch a table."""
    size: int = 0
    """Most megabytes of the database; 0: as much as the disk holds."""
    proxies: str = "127.0.0.1"
    """Addresses of reverse proxies whose X-Forwarded headers are believed."""
    rtt_header: str = ""
    """The header in which such a proxy tells the round trip to its client, in microseconds."""
    secure: bool = False
    """Cookies are sent over HTTPS only."""
