"""Night of the Ninja: who stands at the table (N33, N34).

A *seat* is a player, who sees and answers; a *member* is who stands at the table, kills and is
killed. With four to eleven players each seat has one member. With two, each has three. The rules
speak of members, and of seats where tokens or knowledge are a player's.
"""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine.rules import Kind, Seat, Sight, seats_of

FEWEST_PLAYERS: Final = 4
MOST_PLAYERS: Final = 11
"""N1: the players of a table, but for the variant for two."""
PAIR: Final = 2
"""The number of players of the variant in which each has three members (N33)."""
PLAYERS: Final = (PAIR, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1))

Member = NewType("Member", int)

SEAT: Final = seats_of(MOST_PLAYERS)


def how_many(seats: int) -> int:
    """How many stand at a table of so many players."""
    return sum([len(mine) for mine in played_by(seats).values()])


def owner(member: int, seats: int) -> int:
    """The player of a member at a table of so many."""
    return LINE_UPS[seats].seat_of[MEMBER.all[member]]


def label(member: int, seats: int) -> str:
    """What tells the places of a member apart: ``3``, or ``0-a`` of three."""
    return "-".join(label_parts(member, seats))


MEMBER: Final[Kind[Member]] = Kind(
    "members",
    tuple([f"m{member}" for member in range(MOST_PLAYERS)]),
    how_many,
    owner=owner,
    label=label,
)
"""Those who stand at the table, clockwise."""

# -- who plays whom

FIRST, SECOND = SEAT.all[0], SEAT.all[1]
M0, M1, M2, M3, M4, M5 = MEMBER.all[:6]
PAIR_MEMBERS: Final = {FIRST: [M0, M2, M4], SECOND: [M1, M3, M5]}
"""N33, N34: the three members of each of two players, at alternate places."""
LETTERS: Final = ("a", "b", "c")
"""How the names of places tell a player's three members apart."""


def played_by(seats: int) -> dict[Seat, list[Member]]:
    """Whom each player plays at a table of so many: with more than two, one member each."""
    if seats == PAIR:
        return PAIR_MEMBERS
    one_each = zip(SEAT.all[:seats], MEMBER.all[:seats], strict=True)
    return {seat: [member] for seat, member in one_each}


def after(every: list[Member], me: Member) -> list[Member]:
    """All other members, from the left neighbour on."""
    at = every.index(me)
    return every[at + 1 :] + every[:at]


class LineUp:
    """Who stands at a table of so many players."""

    __slots__ = ("every", "of", "others", "seat_of")

    def __init__(self, seats: int) -> None:
        self.of = played_by(seats)
        self.seat_of = {member: seat for seat, mine in self.of.items() for member in mine}
        self.every = sorted(self.seat_of)
        """Clockwise."""
        self.others = {me: after(self.every, me) for me in self.every}


LINE_UPS: Final = {seats: LineUp(seats) for seats in PLAYERS}
"""For each number of players."""


def label_parts(member: int, seats: int) -> list[str]:
    """The seat of a member, and a letter where it has three."""
    line_up = LINE_UPS[seats]
    seat = line_up.seat_of[MEMBER.all[member]]
    if seats != PAIR:
        return [str(seat)]
    return [str(seat), LETTERS[line_up.of[seat].index(MEMBER.all[member])]]


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
