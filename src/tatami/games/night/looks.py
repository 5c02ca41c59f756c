"""Night of the Ninja: looking at a House card (N13 to N15)."""

from __future__ import annotations

from tatami.engine.game import Ask, Question
from tatami.engine.world import World
from tatami.games.night.table import LOOKS, aim, house, others, sees, touched, who


def looked_at(w: World, me: int) -> list[int]:
    """N13, N14: anyone else, the dead too; oneself where the Shapeshifter touched one's card."""
    return others(w, me) + ([me] if touched(w, me) else [])


def look(w: World, me: int, whom: int) -> None:
    """Look at a House card; that a look was made, and at whom, is public."""
    w.show_all(house(w, whom), sees(w, me))
    w.tell(LOOKS, *who(w, me), *who(w, whom))


def aim_look(w: World, me: int, question: Question) -> Ask:
    """Ask whose House card to look at. N15: the look is obligatory."""
    return aim(w, me, question, looked_at(w, me))
