"""Night of the Ninja: a card's turn to be carried out (N7, N10)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Face, Step, World
from tatami.games.night import told
from tatami.games.night.cards import BOOK
from tatami.games.night.members import Member
from tatami.games.night.zones import alive

POWER_OF: Final[dict[Face, Step]] = {}
"""What each card of the five phases does: a step that takes only the member who plays it. The list
is in ``rules``: a power can make another card's turn, so it cannot be written before them here."""


@BOOK.step
def resolve(w: World, me: Member, card: Face) -> None:
    """N7: a revealed card is carried out. N10: it is void if its owner has died before."""
    if alive(w, me):
        w.then(POWER_OF[card], me)
    else:
        w.tell(told.VOID, me, card)
