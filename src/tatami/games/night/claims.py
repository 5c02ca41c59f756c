"""Night of the Ninja: the small language of claims (N11, N12, N32).

Claims are remarks: public, in the record, no move of the game. N11: the dead go on talking. N12:
all talk is free, true or not, and shows nobody a card. A claim about a member names the seat and
which of its members, as every sentence does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from tatami.engine.rules import Face, Kind, Seat, Sight, World
from tatami.games.night.cards import (
    BOOK,
    CALLED,
    CALLED_OF,
    HOUSE_CARD,
    SIDE,
    SIDE_OF,
    Called,
    Side,
    houses_for,
)
from tatami.games.night.members import LINE_UPS, SEAT, WHICH, Member, how_many
from tatami.games.night.spots import SPOTS, member_at
from tatami.games.night.told import WHO
from tatami.games.night.zones import HOUSE, held, house_card, side

AM: Final = BOOK.remark("am", "N32", WHICH, HOUSE_CARD)
"""I am Crane 2."""
SIDED: Final = BOOK.remark("sided", "N32", WHO, SIDE)
"""That player is Lotus."""
SAW: Final = BOOK.remark("saw", "N32", WHO, HOUSE_CARD)
"""I saw that player's House card: it is Lotus 3."""
HOLDS: Final = BOOK.remark("holds", "N32", WHO, CALLED)
"""That player holds a Shinobi."""
KILL_THEM: Final = BOOK.remark("kill", "N32", WHO)
SPARE_THEM: Final = BOOK.remark("spare", "N32", WHO)
BELIEVE: Final = BOOK.remark("believe", "N32", SEAT)
DOUBT: Final = BOOK.remark("doubt", "N32", SEAT)


class Claim(NamedTuple):
    """As it is said: the key of the remark, and the numbers of what it names, each sort from 0."""

    remark: str
    numbers: tuple[int, ...]


Names: TypeAlias = dict[Kind[Any], Any]
"""What a claim names: of each sort a thing."""
REMARKS: Final = {remark.key: remark for remark in BOOK.remarks}


def claim(s: Sight, remark: str, *things: int) -> Claim:
    """A claim about these things, as it is said at this table."""
    return Claim(remark, REMARKS[remark].words(things, s.seats))


# -- what a claim means


class Meaning(NamedTuple):
    """Of whom a claim says what, as far as it says it; whom is None where the table has not."""

    whom: Member | None
    side: Side | None
    card: Face | None
    holds: Called | None


def meaning_of(seats: int, speaker: Seat, said: Claim) -> Meaning:
    """What a claim means at a table of so many."""
    names = named(said)
    card = names.get(HOUSE_CARD)
    its_side = SIDE_OF[card] if card is not None else None
    return Meaning(
        whom=spoken_of(seats, speaker, names),
        side=names.get(SIDE, its_side),
        card=card,
        holds=names.get(CALLED),
    )


def named(said: Claim) -> Names:
    """What a claim names, by sort: a seat, which of its members, a card; free text nothing."""
    if said.remark not in REMARKS:
        return {}
    told = zip(REMARKS[said.remark].sorts, said.numbers, strict=True)
    return {sort: sort.all[number] for sort, number in told}


def spoken_of(seats: int, speaker: Seat, names: Names) -> Member | None:
    """The member of whom a claim speaks: of oneself, where it names no seat."""
    if WHICH not in names:
        return None
    return member_at(seats, SPOTS.of[names.get(SEAT, speaker)][names[WHICH]])


# -- which claims there are, and which are true


def can_claim(seats: int, remark: str, args: tuple[int, ...]) -> bool:
    """N32: whether the member and the House card that a claim names are of this table."""
    names = named(Claim(remark, args))
    if WHICH in names and names[WHICH] not in [row.which for row in LINE_UPS[seats].rows]:
        return False
    return HOUSE_CARD not in names or names[HOUSE_CARD] in here(seats)


def here(seats: int) -> list[Face]:
    """N1: the House cards of a table of so many."""
    return houses_for(how_many(seats))


def truth(w: World, seat: int, remark: str, args: tuple[int, ...]) -> bool | None:
    """N32: whether a claim is true in the position in which it is made; requests are neither."""
    if remark not in IS_TRUE:
        return None
    speaker = SEAT.all[seat]
    said = meaning_of(w.seats, speaker, Claim(remark, args))
    return None if said.whom is None else IS_TRUE[remark](w, speaker, said.whom, said)


def is_that_card(w: World, speaker: Seat, whom: Member, said: Meaning) -> bool:
    """I am Crane 2."""
    return house_card(w, whom) == said.card


def saw_that_card(w: World, speaker: Seat, whom: Member, said: Meaning) -> bool:
    """I saw that player's House card: it is Lotus 3."""
    return is_that_card(w, speaker, whom, said) and w.has_seen(HOUSE[whom], speaker)


def is_of_that_side(w: World, speaker: Seat, whom: Member, said: Meaning) -> bool:
    """That player is Lotus."""
    return side(w, whom) == said.side


def holds_that(w: World, speaker: Seat, whom: Member, said: Meaning) -> bool:
    """That player holds a Shinobi."""
    return said.holds in [CALLED_OF[card] for card in held(w, whom)]


IS_TRUE: Final[dict[str, Callable[[World, Seat, Member, Meaning], bool]]] = {
    AM: is_that_card,
    SAW: saw_that_card,
    SIDED: is_of_that_side,
    HOLDS: holds_that,
}
"""N32: when each claim is true; requests and beliefs are not judged."""
