"""The Temple of the Shadow and the Decoys (W27, W28).

[reconstructed] What the Temple cards do is told where it matters: drawing and discarding in
``rules.py``, placing in ``placing.py``, targets in ``powers.py`` and ``strikes.py``, points in
``scoring.py``. See ``temple_court.py``.
"""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask, choose
from tatami.engine.world import World
from tatami.games.wataah.book import (
    BOOK,
    PEEKS,
    TEMPLE,
    TEMPLE_CARDS,
    TEMPLE_KEEP,
    TEMPLE_KEPT,
    TEMPLE_LOOK,
)
from tatami.games.wataah.cards import FIRST_TEMPLE
from tatami.games.wataah.table import (
    DECOY,
    ROUND,
    TEMPLE_DECK,
    board,
    decks_on,
    looking,
    temple_of,
)

LAST_ROUND = 3
"""W24"""


@BOOK.step
def temple(w: World, me: int, what: int = UNASKED) -> Ask | None:
    """W28: two Temple cards, or a look at a Decoy. W27: after the last round only the look."""
    if what == UNASKED:
        cards = decks_on(w) and w.count[ROUND] < LAST_ROUND
        return choose(me, TEMPLE, [0, 1, 2, TEMPLE_CARDS] if cards else [0, 1, 2])
    if what == TEMPLE_CARDS:
        w.draw(board(w) + TEMPLE_DECK, looking(w, me), 2)
        w.tell(TEMPLE_LOOK, me)
        w.then(temple_keep, me)
    else:
        peek(w, me, what)
    return None


@BOOK.step
def temple_keep(w: World, me: int, card: int = UNASKED) -> Ask | None:
    """W28: one face up, in force for the whole next round; the other, unseen, under the deck."""
    if card == UNASKED:
        return choose(me, TEMPLE_KEEP, [f - FIRST_TEMPLE for f in w.kinds_in(looking(w, me))])
    w.play(looking(w, me), FIRST_TEMPLE + card, temple_of(w, me))
    w.under(looking(w, me), 0, board(w) + TEMPLE_DECK)
    w.tell(TEMPLE_KEPT, me, card)
    return None


def peek(w: World, me: int, decoy: int) -> None:
    """W28: a secret look at a Decoy; which one is public, its face is not."""
    w.show(board(w) + DECOY + decoy, 0, 1 << me)
    w.tell(PEEKS, me, decoy)
