"""Night of the Ninja: how answers and sentences name a member (N34).

A member has a *spot*: the seat, and which of its members it is. The rules speak of members; only
what is asked, told and claimed knows spots.
"""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine.rules import Pairs, Sight
from tatami.games.night.members import LINE_UPS, SEAT, WHICH, Member

Spot = NewType("Spot", int)

SPOTS: Final[Pairs[Spot]] = Pairs(SEAT, WHICH)

SPOKEN_OF: Final = {
    seats: {row.member: (row.seat, row.which) for row in line_up.rows}
    for seats, line_up in LINE_UPS.items()
}
"""What sentences call each member, for each number of players: a seat, and which of its members."""
SPOT_OF: Final = {
    seats: {member: SPOTS.of[seat][which] for member, (seat, which) in spoken_of.items()}
    for seats, spoken_of in SPOKEN_OF.items()
}
"""The same as a spot."""
MEMBER_AT: Final = {
    seats: {spot: member for member, spot in spots.items()} for seats, spots in SPOT_OF.items()
}


def spot_of(s: Sight, member: Member) -> Spot:
    """How answers name a member."""
    return SPOT_OF[s.seats][member]


def member_at(seats: int, spot: Spot) -> Member | None:
    """The member at a spot, where a table of so many has one there."""
    return MEMBER_AT[seats].get(spot)
