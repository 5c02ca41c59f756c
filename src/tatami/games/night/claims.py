"""Night of the Ninja: the small language of claims (N11, N12, N32).

Claims are remarks: public, in the record, no move of the game, open to the dead as well. A claim
about a member names the seat and which of its members, as every sentence does.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.world import World
from tatami.games.night.cards import CRANE, house_cards, kind_of, side_of
from tatami.games.night.table import (
    BOOK,
    DIGGER,
    HOUSE,
    KIND,
    MEMBER,
    PAIR,
    PAIR_MEMBERS,
    SEAT,
    SIDE,
    WHO,
    dug,
    hand,
    house,
    house_face,
    member_at,
    seat_of,
)

AM: Final = BOOK.remark("am", "N32", MEMBER, HOUSE)
"""I am Crane 2."""
SIDED: Final = BOOK.remark("sided", "N32", *WHO, SIDE)
"""That player is Lotus."""
SAW: Final = BOOK.remark("saw", "N32", *WHO, HOUSE)
"""I saw that player's House card: it is Lotus 3."""
HOLDS: Final = BOOK.remark("holds", "N32", *WHO, KIND)
"""That player holds a Shinobi."""
KILL: Final = BOOK.remark("kill", "N32", *WHO)
SPARE: Final = BOOK.remark("spare", "N32", *WHO)
BELIEVE: Final = BOOK.remark("believe", "N32", SEAT)
DOUBT: Final = BOOK.remark("doubt", "N32", SEAT)


def can_claim(seats: int, kind: str, args: tuple[int, ...]) -> bool:
    """N32: whether the member and the House card that a claim names are of this table."""
    if kind in (BELIEVE, DOUBT):
        return True
    which = args[0] if kind == AM else args[1]
    if kind in (AM, SAW) and CRANE + args[-1] not in house_cards(
        PAIR_MEMBERS if seats == PAIR else seats
    ):
        return False
    return (which == 0) != (seats == PAIR)


def truth(w: World, seat: int, kind: str, args: tuple[int, ...]) -> bool | None:
    """N32: whether a claim is true in the position in which it is made; requests are neither."""
    if kind == AM:
        return house_face(w, member_at(w.seats, 4 * seat + args[0])) == CRANE + args[1]
    if kind not in (SIDED, SAW, HOLDS):
        return None
    member = member_at(w.seats, 4 * args[0] + args[1])
    if kind == SIDED:
        return side_of(house_face(w, member)) == args[2]
    if kind == SAW:
        return house_face(w, member) == CRANE + args[2] and w.has_seen(house(w, member), seat)
    held = w.faces(hand(w, member))
    if w.count[DIGGER] == member + 1:
        held += w.faces(dug(w, seat_of(w, member)))
    return args[2] in [kind_of(face) for face in held]
