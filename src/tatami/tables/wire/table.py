"""The table around the game, as everybody may see it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tatami.tables.wire.base import Numbers
from tatami.tables.wire.view import ClockState


class SeatState(Struct, omit_defaults=True):
    """Who sits where.

    ``kind`` is what was seated; ``stand_in`` says that a bot plays for a person who is away, and
    that person can come back at any time. ``here``: connected now.
    """

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    level: str = ""
    here: bool = False
    stand_in: bool = False
    conceded: bool = False
    host: bool = False


class DealingState(Struct):
    """A start under way. ``phase`` commit: commitments are awaited; open: shares are.

    ``awaited`` are the seats whose browsers are awaited, ``left`` the milliseconds they have.
    """

    phase: Literal["commit", "open"]
    awaited: Numbers
    left: int


class ProofState(Struct, omit_defaults=True):
    """What proves the deal, told when the game has ended: see "Fair deals".

    ``seated`` are the names as they were dealt to. ``hash`` is that of the whole record, which the
    server signed with ``key``. Games that were dealt before players committed have format 1, and
    no more than secret, shares and seed.
    """

    format: int
    secret: str
    shares: tuple[str, ...]
    seed: str
    seated: tuple[str, ...] = ()
    hash: str = ""
    key: str = ""
    signature: str = ""


class AskingState(Struct):
    """Somebody asks for a bot's seat (-1: any) in a game that runs; ``number`` is the request's."""

    number: int
    name: str
    seat: int


class TableState(Struct, omit_defaults=True):
    """The table around the game, whole, whenever it changes.

    ``can`` are the commands that you may give now. ``state`` is open (before the start), playing,
    over (played to its end) or closed (given up; ``why`` says how). ``joining``: who lets somebody
    have a bot's seat while the game runs (off, host, anybody); ``asking`` are those who wait for
    it, and ``knock`` is the number of your own request, if you have one.

    ``commit`` is the server's commitment to the secret of start number ``start``, ``commits`` are
    the players', one a seat: empty where there is none yet, ``-`` where a seat adds nothing.
    ``dealing`` is the start under way. ``voids`` names for each void start of this table whose
    share was missing; ``voids_before`` counts those at earlier tables of its host.
    """

    id: str
    code: str
    game: str
    version: int
    state: Literal["open", "playing", "over", "closed"]
    seats: tuple[SeatState, ...]
    options: dict[str, str]
    commit: str
    clock: str
    tempo: str
    private: bool = False
    paused: bool = False
    watchers: int = 0
    time: ClockState | None = None
    ending: Numbers = ()
    winners: Numbers = ()
    why: str = ""
    rematch: str = ""
    proof: ProofState | None = None
    joining: str = "host"
    asking: tuple[AskingState, ...] = ()
    knock: int = 0
    can: tuple[str, ...] = ()
    start: int = 1
    commits: tuple[str, ...] = ()
    dealing: DealingState | None = None
    voids: tuple[tuple[str, ...], ...] = ()
    voids_before: int = 0
