"""What is stored of a table besides its moves."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field


class Seat(Struct, omit_defaults=True):
    """One seat: who was seated there, and what became of them."""

    kind: Literal["empty", "person", "bot"] = "empty"
    person: str = ""
    name: str = ""
    level: str = ""
    share: str = ""
    stand_in: bool = False
    conceded: bool = False
    misses: int = 0
    devices: list[str] = field(default_factory=list)
    """Those from whom the seat was taken to another device: the same player, elsewhere."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot answers for this seat now."""
        return self.kind == "bot" or self.stand_in


class Dealing(Struct, omit_defaults=True):
    """A start under way: from the host's word to the deal, or until it is void.

    ``version`` and ``options`` are those that will be dealt. ``commits`` are the players'
    commitments, one a seat: empty while it is awaited, ``-`` where nobody adds anything. ``shares``
    are there once all commitments are: the same for what was opened.
    """

    due: int
    version: int
    options: dict[str, str]
    commits: list[str]
    shares: list[str] = field(default_factory=list)

    @property
    def opening(self) -> bool:
        """Whether all commitments are there, and shares are being opened."""
        return bool(self.shares)

    @property
    def awaited(self) -> list[int]:
        """The seats whose commitment or share is awaited."""
        return [at for at, one in enumerate(self.shares or self.commits) if not one]


class Final(Struct, omit_defaults=True):
    """How a game ended, as its record says and as the server signed it."""

    result: str
    world: str
    hash: str
    key: str
    signature: str


class TableRow(Struct, omit_defaults=True):
    """A table as it is stored. It holds the secret of the deal: it never leaves the server."""

    id: str
    code: str
    game: str
    version: int
    host: str
    secret: str
    seats: list[Seat]
    created: int
    options: dict[str, str] = {}
    clock: str = "none"
    tempo: str = "normal"
    private: bool = True
    joining: str = "host"
    """Who lets somebody have a bot's seat while the game runs."""
    state: Literal["open", "playing", "over", "closed"] = "open"
    paused: bool = False
    left: int = 0
    """Milliseconds that were left on the clock when the game was paused."""
    ending: list[int] = field(default_factory=list)
    sat: list[str] = field(default_factory=list)
    """Everybody who has had a seat since the game began."""
    started: int = 0
    ended: int = 0
    why: str = ""
    winners: list[int] = field(default_factory=list)
    rematch: str = ""
    proof: int = 1
    """How its deal is proven; 1: by the server's commitment alone, as it was at first."""
    start: int = 1
    """The number of the next start, or of the one that was dealt."""
    dealing: Dealing | None = None
    commits: list[str] = field(default_factory=list)
    """The players' commitments to the shares of the deal, one a seat."""
    seated: list[str] = field(default_factory=list)
    """Who sat where when it was dealt."""
    voids: list[list[str]] = field(default_factory=list)
    """Of each start that was void: whose share was missing."""
    before: int = 0
    """Void starts at the earlier tables of the host who had it dealt."""
    final: Final | None = None

    def seat_of(self, person: str) -> int:
        """The seat of a person; -1 where there is none."""
        for at, seat in enumerate(self.seats):
            if person and seat.person == person:
                return at
        return -1

    @property
    def ended_or_closed(self) -> bool:
        """Whether nothing more happens at this table."""
        return self.state in ("over", "closed")

    def people(self) -> list[int]:
        """The seats of people who have not given up."""
        return [at for at, s in enumerate(self.seats) if s.kind == "person" and not s.conceded]
