"""The window between the aim of a power and its effect, in which the Imperial Guard may answer."""

from __future__ import annotations

from tatami.engine.game import UNASKED, Ask, choose
from tatami.engine.world import World
from tatami.games.wataah.book import BOOK, CANCEL, CANCELS, GUARD, LET_IT
from tatami.games.wataah.table import court_card, has_court_card, spend
from tatami.games.wataah.temple_court import IMPERIAL_GUARD


def guarded(w: World, me: int, foe: int) -> None:
    """W35: the target is named. If it has a Court card it may answer; the effect is pushed next."""
    if foe != me and has_court_card(w, foe):
        w.then(guard, foe)


@BOOK.step
def guard(w: World, foe: int, reply: int = UNASKED) -> Ask | None:
    """W35: asked alike whichever card it is; the Guard is spent and drops the effect."""
    if reply == UNASKED:
        can = court_card(w, foe) == IMPERIAL_GUARD
        return choose(foe, GUARD, [LET_IT, CANCEL] if can else [LET_IT])
    if reply == CANCEL:
        spend(w, foe)
        w.tell(CANCELS, foe)
        w.drop(w.stack[-2][0])
    return None
