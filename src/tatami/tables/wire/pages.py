"""What is asked and answered over HTTP."""

from __future__ import annotations

from msgspec import Struct

from tatami.tables.wire.from_server import RefusalState
from tatami.tables.wire.game import GameCard


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: open a table; you are its host and sit at its first seat.

    ``seats`` 0 means the game's usual number; ``bots`` names a level that fills the other seats.
    """

    game: str
    name: str
    seats: int = 0
    options: dict[str, str] = {}
    bots: str = ""
    private: bool = True
    clock: str = ""
    tempo: str = ""
    joining: str = ""


class Opened(Struct):
    """The table that was opened; the commitment comes before any randomness of yours is sent."""

    table: str
    code: str
    commit: str


class TableCard(Struct):
    """A table in a list. ``seat`` is yours (-1: none), ``asked``: it waits for you."""

    id: str
    game: str
    state: str
    names: tuple[str, ...]
    free: int
    bots: int
    size: int
    seat: int
    asked: bool
    since: int


class Me(Struct):
    """Who the cookie (or the bearer token) says you are; ``name`` is empty before you chose one."""

    name: str


class Rename(Struct, forbid_unknown_fields=True):
    """POST /api/me: the name you go by from now on."""

    name: str


class Front(Struct):
    """GET /api/front: all that the start page shows; ``address`` is what links begin with."""

    protocol: int
    build: str
    address: str
    languages: tuple[str, ...]
    clocks: tuple[str, ...]
    tempos: tuple[str, ...]
    games: tuple[GameCard, ...]
    me: Me
    mine: tuple[TableCard, ...]
    open: tuple[TableCard, ...]


class Found(Struct):
    """GET /api/code/CODE: the table behind a short code."""

    table: str


class KeyState(Struct):
    """A key that signs records, or did until it was retired.

    Times are milliseconds since 1970; 0: it is not retired.
    """

    key: str
    made: int
    retired: int


class KeyList(Struct):
    """GET /api/keys: the Ed25519 keys of this server, in hexadecimal, the one that signs first."""

    keys: tuple[KeyState, ...]


class Problem(Struct):
    """What any HTTP request gets that cannot be served."""

    refusal: RefusalState
