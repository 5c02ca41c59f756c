"""What the server keeps, behind a small interface: changes go in together or not at all."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from tatami.server.papers import Paper


class CannotStore(Exception):
    """A group of changes was not stored, none of them, or nothing can be read: the disk fails."""


class PutTable(Struct, frozen=True):
    """A table as it is now; ``touched`` is when something last happened there."""

    paper: Paper
    touched: int


class AddMove(Struct, frozen=True):
    """Move number ``seq`` of a game, spelled as in its record.

    ``streams`` are the numbers of the last update of each viewer after it, so that a restart goes
    on counting where the streams stood.
    """

    table: str
    seq: int
    at: int
    line: str
    streams: str


class PutDeadline(Struct, frozen=True):
    """When the open step of a game ends by itself (milliseconds since 1970); 0: never.

    ``turn`` and ``beat`` name the step, ``total`` is the time it had; ``began``, in real time, is
    when the step began, also while a count runs that may be broken off.
    """

    table: str
    due: int
    total: int = 0
    turn: int = 0
    beat: int = -1
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
    """A table, its moves and everything about it are cleared away."""

    table: str


class DropIdlePeople(Struct, frozen=True):
    """People who have not been here since, and who sit at no table, are forgotten."""

    before: int


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


class Store(Protocol):
    """The server's memory. Reading sees everything that was committed before."""

    def commit(self, changes: Sequence[Change]) -> Awaitable[None]:
        """Store all of these changes for good, in order; ``CannotStore`` and nothing else."""
        ...

    def table(self, table: str) -> Paper | None:
        """A table by its id."""
        ...

    def by_code(self, code: str) -> str:
        """The id of the unfinished table with this code; empty where there is none."""
        ...

    def moves(self, table: str) -> list[str]:
        """The moves of a game, in order."""
        ...

    def streams(self, table: str) -> str:
        """Where the streams of the viewers stood after the last move; empty before the first."""
        ...

    def deadline(self, table: str) -> PutDeadline | None:
        """The deadline of a table, if it has one."""
        ...

    def deadlines(self, until: int = 1 << 62) -> list[PutDeadline]:
        """The deadlines up to a moment."""
        ...

    def tables_of(self, person: str) -> list[Paper]:
        """The unfinished tables at which a person sits, the latest first."""
        ...

    def listed(self, most: int) -> list[Paper]:
        """Unfinished tables that anybody may join or watch, the latest first."""
        ...

    def idle(self, states: tuple[str, ...], before: int) -> list[str]:
        """The tables in one of these states where nothing has happened since."""
        ...

    def unfinished(self) -> int:
        """How many tables are not ended."""
        ...

    def name_of(self, person: str) -> str:
        """The name that a person chose; empty where they chose none."""
        ...

    def link(self, digest: bytes) -> PutLink | None:
        """The seat that a link stands for."""
        ...

    def voids(self, host: str, table: str) -> int:
        """How many starts were void at the other tables of a host."""
        ...

    def keys(self) -> list[PutKey]:
        """The keys that sign, or have signed, records; the latest first."""
        ...

    def wishes(self) -> list[tuple[int, str, str]]:
        """What the host's command line asks of the running server: number, what, of which."""
        ...

    def last_alive(self) -> int:
        """When the server was last known to run, in milliseconds; 0: never."""
        ...

    def close(self) -> None:
        """Finish what is under way and let go of the files."""
        ...
