"""Night of the Ninja: how answers and sentences name a member (N34).

A member has a *spot*: the seat, and which of its members it is. The rules speak of members; only
what is asked, told and claimed knows spots.
"""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine.rules import Kind, Pairs, Sight
from tatami.games.night.members import LINE_UPS, PAIR, SEAT, Member

Which = NewType("Which", int)
Spot = NewType("Spot", int)

WHICH: Final[Kind[Which]] = Kind("member", ("only", "first", "second", "third"))
"""Which member of a seat; *only* where each seat has one. (Texts call this sort ``member``.)"""
ONLY: Final = WHICH.named("only")
THREE: Final = [WHICH.named("first"), WHICH.named("second"), WHICH.named("third")]
SPOTS: Final[Pairs[Spot]] = Pairs(SEAT, WHICH)


def whiches(seats: int) -> list[Which]:
    """N33: which members each player has at a table of so many."""
    return THREE if seats == PAIR else [ONLY]


SPOKEN_OF: Final = {
    seats: {
        member: (seat, which)
        for seat, mine in line_up.of.items()
        for member, which in zip(mine, whiches(seats), strict=True)
    }
    for seats, line_up in LINE_UPS.items()
}
"""What sentences call each member, for each number of players: a seat, and which of its members."""
SPOT_OF: Final = {
    seats: {member: SPOTS.of[seat][which] for member, (seat, which) in words.items()}
    for seats, words in SPOKEN_OF.items()
}
MEMBER_AT: Final = {
    seats: {spot: member for member, spot in spots.items()} for seats, spots in SPOT_OF.items()
}


def spot_of(s: Sight, member: Member) -> Spot:
    """How answers name a member."""
    return SPOT_OF[s.seats][member]


def member_at(seats: int, spot: Spot) -> Member | None:
    """The member at a spot, where a table of so many has one there."""
    return MEMBER_AT[seats].get(spot)
