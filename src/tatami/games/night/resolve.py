"""Night of the Ninja: a card's turn to be carried out (N7, N10).

What each card does stands under a line that names it:

- Spy, Mystic, Shapeshifter, Troublemaker, Judge, Blind Assassin and Shinobi in ``powers``;
- Grave Digger in ``digger``; Spirit Merchant and Thief in ``trades``;
- Mirror Monk and Martyr, the reactions, in ``fight``; Mastermind in ``reveal``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tatami.engine.rules import Face, Step, World
from tatami.games.night import told
from tatami.games.night.cards import BOOK
from tatami.games.night.members import Member
from tatami.games.night.zones import alive

POWER_OF: Final[dict[Face, Step]] = {}
"""What each card of the five phases does: a step that takes only the member who plays it."""


def power_of(*played: Face) -> Callable[[Step], Step]:
    """The step after this line is what these cards do."""

    def note(power: Step) -> Step:
        for card in played:
            POWER_OF[card] = power
        return power

    return note


@BOOK.step
def resolve(w: World, me: Member, card: Face) -> None:
    """N7: a revealed card is carried out. N10: it is void if its owner has died before."""
    if alive(w, me):
        w.then(POWER_OF[card], me)
    else:
        w.tell(told.VOID, me, card)
