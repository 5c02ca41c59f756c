"""How a power finds its target: it must be applied (W11), and says whom or what it means (W35).

A power that targets somebody is three steps: aim, guard, effect; between them nothing else happens.
"""

from __future__ import annotations

from tatami.engine import rules
from tatami.engine.rules import Ask, Face, Option, Question, Seat, Step, World
from tatami.games.wataah import told
from tatami.games.wataah.cards import PowerName
from tatami.games.wataah.court import then_unless_cancelled
from tatami.games.wataah.sorts import CLAN_OF, OWNER_OF, Placed


def ask_or_nothing(
    w: World, me: Seat, name: PowerName, question: Question, options: list[Option]
) -> Ask | None:
    """W11: a power must be applied; where nothing can be chosen it has no effect, as all hear."""
    if options:
        return rules.choose(me, question, options)
    w.tell(told.NO_EFFECT, me, name)
    return None


def aim_at(
    w: World, me: Seat, name: PowerName, foe: Seat, effect: Step, about: tuple[int, ...]
) -> None:
    """W35: say who is meant; the effect, called with ``about``, follows, unless they cancel it."""
    w.tell(told.AIMS_AT, me, name, foe)
    then_unless_cancelled(w, me, foe, effect, about)


def aim_at_card(
    w: World, me: Seat, name: PowerName, placed: Placed, face: Face, effect: Step
) -> None:
    """W35: say which card is meant; the effect follows, unless its owner cancels it."""
    owner = OWNER_OF[placed]
    w.tell(told.AIMS_AT_CARD, me, name, owner, face, CLAN_OF[placed])
    then_unless_cancelled(w, me, owner, effect, about=(placed, face))


def aim_at_clan(w: World, me: Seat, name: PowerName, placed: Placed, effect: Step) -> None:
    """W35: say which clan is meant; the effect follows, unless its owner cancels it."""
    owner = OWNER_OF[placed]
    w.tell(told.AIMS_AT_CLAN, me, name, owner, CLAN_OF[placed])
    then_unless_cancelled(w, me, owner, effect, about=(placed,))
