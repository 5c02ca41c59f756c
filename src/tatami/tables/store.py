"""What the server keeps, behind a small interface: changes go in together or not at all.

Every store passes one suite, tests/stores.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from tatami.tables.row import TableRow


class CannotStore(Exception):
    """A group of changes was not stored, none of them, or nothing can be read: the disk fails."""


class Unsure(CannotStore):
    """Whether a group of changes was stored is not known: the line broke on the way."""


class Fenced(CannotStore):
    """Nothing was stored: somebody else has claimed the table."""


class Elsewhere(CannotStore):
    """Somebody else has the table, or is to have it."""


class Clash(CannotStore):
    """Nothing was stored: what was to be made is there already, or what was to be used is gone."""


class NodeInUse(Exception):
    """Another process lives under this name."""


class Hold(Struct):
    """That a table is ours: under this number, which rises with every claim."""

    table: str
    epoch: int = 0


class PutTable(Struct, frozen=True):
    """A table as it is now; ``touched`` is when something last happened there."""

    row: TableRow
    touched: int


class AddMove(Struct, frozen=True):
    """Move number ``seq`` of a game, spelled as in its record.

    ``streams`` are the numbers of the last update of each viewer after it, so that a restart goes
    on counting where the streams stood. ``asked`` are the seats that are asked something after it.
    """

    table: str
    seq: int
    at: int
    line: str
    streams: str
    asked: str = ""


class PutDeadline(Struct, frozen=True):
    """When the open step of a game ends by itself (milliseconds since 1970); 0: never.

    ``turn`` and ``revision`` name the step, ``total`` is the time it had; ``began``, in real
    time, is when the step began, also while a count runs that may be broken off.
    """

    table: str
    due: int
    total: int = 0
    turn: int = 0
    revision: int = -1
    began: int = 0


class PutPerson(Struct, frozen=True):
    """A person: the name they chose, under a digest of their token (never the token itself)."""

    id: str
    name: str
    at: int


class PutLink(Struct, frozen=True):
    """A link that takes a seat to another device, by the SHA-256 of its token."""

    digest: bytes
    table: str
    seat: int
    until: int


class DropLink(Struct, frozen=True):
    """That link has been used."""

    digest: bytes


class PutVoid(Struct, frozen=True):
    """A start that was void, at a table of this host."""

    table: str
    start: int
    host: str
    at: int


class PutKey(Struct, frozen=True):
    """A key that signs records; once it is retired, only its public half is kept."""

    public: str
    private: str
    made: int
    retired: int = 0


class DropTable(Struct, frozen=True):
    """A table, its moves and everything about it are cleared away.

    But only if it is still in one of these states, and nothing has happened there since.
    """

    table: str
    states: tuple[str, ...]
    before: int


class DropIdlePeople(Struct, frozen=True):
    """People who have not been here since, and who sit at no table, are forgotten.

    So are starts that were void before ``voids``: no host has that sooner by clearing away games.
    """

    before: int
    voids: int


class DropDeadLinks(Struct, frozen=True):
    """Links whose time was up before are cleared away."""

    before: int


class Alive(Struct, frozen=True):
    """The server runs: so that a restart knows how long it was down."""

    at: int


class DropWish(Struct, frozen=True):
    """A wish of the host's command line has been carried out."""

    number: int


Change: TypeAlias = (
    PutTable
    | AddMove
    | PutDeadline
    | PutPerson
    | PutLink
    | DropLink
    | PutVoid
    | PutKey
    | DropTable
    | DropIdlePeople
    | DropDeadLinks
    | Alive
    | DropWish
)


def seats_in(asked: str | None) -> list[int] | None:
    """The seats of ``AddMove.asked``; None where it was stored before there was such a thing."""
    return None if asked is None else [int(seat) for seat in asked.split(",") if seat]


class Store(Protocol):
    """The server's memory. Reading sees everything that was committed before."""

    @property
    def reachable(self) -> bool:
        """Whether it answers: while it does not, nothing is begun that it would have to keep."""
        ...

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> Awaitable[None]:
        """Store all of these changes for good, in order; ``CannotStore`` and nothing else.

        Changes of a table that is there already need its ``hold``: where somebody else has
        claimed the table since, nothing is stored, and ``Fenced`` says so.
        """
        ...

    async def claim(self, table: str, held: Hold | None = None) -> Hold:
        """Be the only writer of a table from now on; ``Elsewhere`` where another one is.

        ``held``: only if nobody had it since.
        """
        ...

    async def release(self, holds: Sequence[Hold], leaving: bool) -> None:
        """Let others have these tables; ``leaving``: the time until somebody does is given back."""
        ...

    async def outlived(self, game: str, version: int) -> bool:
        """Whether nobody who shares this store has had these rules for long."""
        ...

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        ...

    async def by_code(self, code: str) -> str:
        """The id of the unfinished table with this code; empty where there is none."""
        ...

    async def moves(self, table: str) -> list[str]:
        """The moves of a game, in order."""
        ...

    async def streams(self, table: str) -> str:
        """Where the streams of the viewers stood after the last move; empty before the first."""
        ...

    async def asked(self, table: str) -> list[int] | None:
        """The seats that were asked after the last move; None where that is not known."""
        ...

    async def deadline(self, table: str) -> PutDeadline | None:
        """The deadline of a table, if it has one."""
        ...

    async def deadlines(self, until: int = 1 << 62) -> list[PutDeadline]:
        """The deadlines up to a moment, but for those of tables that somebody else has."""
        ...

    async def tables_of(self, person: str) -> list[TableRow]:
        """The unfinished tables at which a person sits, the latest first."""
        ...

    async def listed(self, most: int) -> list[TableRow]:
        """Unfinished tables that anybody may join or watch, the latest first."""
        ...

    async def idle(self, states: tuple[str, ...], before: int) -> list[str]:
        """The tables in one of these states where nothing has happened since."""
        ...

    async def unfinished(self) -> int:
        """How many tables are not ended."""
        ...

    async def name_of(self, person: str) -> str:
        """The name that a person chose; empty where they chose none."""
        ...

    async def link(self, digest: bytes) -> PutLink | None:
        """The seat that a link stands for."""
        ...

    async def voids(self, host: str, table: str) -> int:
        """How many starts were void at the other tables of a host."""
        ...

    async def keys(self) -> list[PutKey]:
        """The keys that sign, or have signed, records; the latest first."""
        ...

    async def wishes(self) -> list[tuple[int, str, str]]:
        """What the host's command line asks of the running server: number, what, of which."""
        ...

    async def last_alive(self) -> int:
        """When the server was last known to run, in milliseconds; 0: never."""
        ...

    async def open(self, regain: Callable[[], Awaitable[None]]) -> None:
        """Begin; nothing is read or stored before.

        ``regain`` is called when it was away for so long that tables are to be claimed anew.
        """
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of everything."""
        ...
