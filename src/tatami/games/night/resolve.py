"""Night of the Ninja: a card's turn to be carried out (N7, N10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.rules import Face, Step, World
from tatami.games.night import told
from tatami.games.night.cards import BOOK
from tatami.games.night.members import Member
from tatami.games.night.zones import alive

POWER_OF: Final[dict[Face, Step]] = {}
"""What each card of the five phases does: a step that takes only the member who plays it. Each says
whose turn it is where it stands, since a power can make another card's turn and so follows this."""


def turn_of(*cards: Face) -> Callable[[Step], Step]:
    """Whose turn a step is: ``@turn_of(THIEF)``."""

    def enter(step: Step) -> Step:
        POWER_OF.update(dict.fromkeys(cards, step))
        return step

    return enter


@BOOK.step
def resolve(w: World, me: Member, card: Face) -> None:
    """N7: a revealed card is carried out. N10: it is void if its owner has died before."""
    if alive(w, me):
        w.then(POWER_OF[card], me)
    else:
        w.tell(told.VOID, me, card)
