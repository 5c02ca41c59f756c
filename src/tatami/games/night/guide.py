"""What a search is told of Night of the Ninja: who is believed to be who, what a round brings."""

from __future__ import annotations

from typing import Final

from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Belief, Guide, Level, squashed
from tatami.games.night.bot import WaryBot
from tatami.games.night.bot_beliefs import Beliefs
from tatami.games.night.zones import HOUSE, ROUND, points

SCALE: Final = 3.0
"""N30: a lead in points that is much."""
UNLIKELY: Final = 0.001
"""What is left of a chance that the talk has brought to nothing."""


def believed(view: View) -> Belief:
    """N12, N32: how likely House cards lie as they do, by what was seen and by what was said."""
    beliefs = Beliefs(view)
    column = {card: at for at, card in enumerate(beliefs.cards)}
    rows = [[max(chance, UNLIKELY) for chance in row] for row in beliefs.chance]
    members = beliefs.members

    def weight(w: World) -> float:
        found = 1.0
        for member in members:
            found *= rows[member][column[w.top(HOUSE[member])]]
        return found

    return Belief([HOUSE[member] for member in members], weight)


def round_is_over(view: View, w: World) -> bool:
    """N31: a playout goes to the end of the round; what was said is about no other."""
    return w.count[ROUND] != view.count[ROUND]


def after_a_round(w: World) -> list[float]:
    """The points so far against what the others have on average: friends gain together."""
    had = [float(points(w, seat)) for seat in w.everyone()]
    total = sum(had)
    return [squashed((mine - (total - mine) / (w.seats - 1)) / SCALE) for mine in had]


GUIDE: Final = Guide(
    WaryBot,
    scale=lambda _: SCALE,
    evaluate=after_a_round,
    until=round_is_over,
    beliefs=believed,
    facts=True,
)
LEVELS: Final = (
    Level("giddy", lambda key: WaryBot(key, rash=True), slips=150),
    Level("taciturn", lambda key: WaryBot(key, listens=False, talks=False)),
    Level("wary", WaryBot),
    Level("cunning", WaryBot, simulations=60, most=1000),
)
