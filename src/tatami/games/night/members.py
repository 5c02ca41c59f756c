"""Night of the Ninja: who stands at the table (N33, N34).

A *seat* is a player, who sees and answers; a *member* is who stands at the table, kills and is
killed. With four to eleven players each seat has one member. With two, each has three. The rules
speak of members, and of seats where tokens or knowledge are a player's.

Members are numbered clockwise. People call one by the seat and *which* of its members it is, places
by the seat and a letter: a *row* of a line-up says all of it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, NewType

from tatami.engine.rules import Kind, Seat, Sight, seats_of

FEWEST_PLAYERS: Final = 4
MOST_PLAYERS: Final = 11
"""N1: the players of a table, but for the variant for two."""
PAIR: Final = 2
"""The number of players of the variant in which each has three members (N33)."""
PLAYERS: Final = (PAIR, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))

Member = NewType("Member", int)
Which = NewType("Which", int)

SEAT: Final = seats_of(MOST_PLAYERS)


def how_many(seats: int) -> int:
    """How many stand at a table of so many players."""
    return len(LINE_UPS[seats].rows)


def row_of(member: int, seats: int) -> Row:
    """The row of a member at a table of so many: they stand in the order of members."""
    return LINE_UPS[seats].rows[member]


def owner(member: int, seats: int) -> int:
    """The player of a member at a table of so many."""
    return row_of(member, seats).seat


def label(member: int, seats: int) -> str:
    """What tells the places of a member apart: ``3``, or ``0-a`` of three."""
    row = row_of(member, seats)
    return f"{row.seat}" if row.which == ONLY else f"{row.seat}-{LETTERS[row.which]}"


MEMBER: Final[Kind[Member]] = Kind(
    "members",
    tuple([f"m{member}" for member in range(MOST_PLAYERS)]),
    how_many,
    owner=owner,
    label=label,
)
"""Those who stand at the table, clockwise."""

# -- who plays whom

FIRST_SEAT, SECOND_SEAT = SEAT.all[0], SEAT.all[1]
"""The seats of two players."""
WHICH: Final[Kind[Which]] = Kind("member", ("only", "first", "second", "third"))
"""Which member of a seat; *only* where each seat has one. (Texts call this sort ``member``.)"""
ONLY: Final = WHICH.named("only")
A: Final = WHICH.named("first")
B: Final = WHICH.named("second")
C: Final = WHICH.named("third")
LETTERS: Final = {A: "a", B: "b", C: "c"}
"""How the names of places tell a player's three members apart."""


class Row(NamedTuple):
    """One who stands at the table: whose it is, and which of that player's."""

    member: Member
    seat: Seat
    which: Which


M0, M1, M2, M3, M4, M5 = MEMBER.all[:6]
OF_A_PAIR: Final = [
    Row(M0, FIRST_SEAT, A),
    Row(M1, SECOND_SEAT, A),
    Row(M2, FIRST_SEAT, B),
    Row(M3, SECOND_SEAT, B),
    Row(M4, FIRST_SEAT, C),
    Row(M5, SECOND_SEAT, C),
]
"""N33, N34: the three members of each of two players, at alternate places."""


def standing(seats: int) -> list[Row]:
    """Who stands at a table of so many, clockwise: with more than two players, one of each."""
    if seats == PAIR:
        return OF_A_PAIR
    one_each = zip(MEMBER.all[:seats], SEAT.all[:seats], strict=True)
    return [Row(member, seat, ONLY) for member, seat in one_each]


def after(every: list[Member], me: Member) -> list[Member]:
    """All other members, from the left neighbour on."""
    at = every.index(me)
    return every[at + 1 :] + every[:at]


class LineUp:
    """Who stands at a table of so many players."""

    __slots__ = ("every", "of", "others", "rows", "seat_of")

    def __init__(self, seats: int) -> None:
        self.rows = standing(seats)
        self.every = [row.member for row in self.rows]
        """Clockwise."""
        self.seat_of = {row.member: row.seat for row in self.rows}
        self.of = {seat: self._played_by(seat) for seat in SEAT.all[:seats]}
        """Whom each player plays."""
        self.others = {me: after(self.every, me) for me in self.every}

    def _played_by(self, seat: Seat) -> list[Member]:
        return [row.member for row in self.rows if row.seat == seat]


LINE_UPS: Final = {seats: LineUp(seats) for seats in PLAYERS}
"""For each number of players."""


# -- words of the rules


def is_pair(s: Sight) -> bool:
    """N33: whether two play, with three members each."""
    return s.seats == PAIR


def members(s: Sight) -> list[Member]:
    """Everyone who stands at the table."""
    return LINE_UPS[s.seats].every


def members_of(s: Sight, seat: Seat) -> list[Member]:
    """N34: those whom a player plays."""
    return LINE_UPS[s.seats].of[seat]


def seat_of(s: Sight, member: Member) -> Seat:
    """Who plays a member."""
    return LINE_UPS[s.seats].seat_of[member]


def others(s: Sight, me: Member) -> list[Member]:
    """All other members, from the left neighbour on."""
    return LINE_UPS[s.seats].others[me]


def everyone_from(s: Sight, me: Member) -> list[Member]:
    """All members, from the left neighbour on, and oneself last."""
    return [*others(s, me), me]


def left_of(s: Sight, member: Member) -> Member:
    """The left neighbour."""
    return others(s, member)[0]
