"""What is refused in several places: each time the clause of the question is cited.

What one rule alone refuses is declared beside it.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Face, Refusal, Seat, Sight, Zone
from tatami.games.wataah.cards import BOOK

NOT_IN_HAND: Final[Refusal] = BOOK.no("not_in_hand")
NOT_IN_JIGOKU: Final[Refusal] = BOOK.no("not_in_jigoku")
NOT_LOOKED_AT: Final[Refusal] = BOOK.no("not_looked_at")
NOT_YOURSELF: Final[Refusal] = BOOK.no("not_yourself")
NOBODY_THERE: Final[Refusal] = BOOK.no("nobody_there")
NO_CARDS_THERE: Final[Refusal] = BOOK.no("no_cards_there")
OPPONENTS_ONLY: Final[Refusal] = BOOK.no("opponents_only")
NO_SUCH_CLAN: Final[Refusal] = BOOK.no("no_such_clan")
YOKAI_COMES_ALONE: Final[Refusal] = BOOK.no("yokai_comes_alone")
OF_ANOTHER_CLAN: Final[Refusal] = BOOK.no("another_clan")
NO_CARD_TO_DRAW: Final[Refusal] = BOOK.no("no_card_to_draw", "W2")


def why_not_in(s: Sight, zone: Zone, face: Face, refusal: Refusal) -> Refusal | None:
    """A card that lies in a zone; else what is said against it."""
    return None if s.has(zone, face) else refusal


def why_no_opponent(s: Sight, me: Seat, foe: Seat) -> Refusal | None:
    """Somebody else at this table."""
    if foe == me:
        return NOT_YOURSELF
    return None if foe in s.everyone() else NOBODY_THERE
