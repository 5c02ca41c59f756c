"""Who plays a playout of War of Clans on: the steady bot at a glance, which keeps to its plan.

The steady bot plans its turn anew at each of about five questions. In a playout nothing has changed
in between, unless a whim has: then what was planned no longer fits, and it plans again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tatami.engine.asking import Answer
from tatami.engine.ids import Option
from tatami.engine.question import Question
from tatami.engine.view import View
from tatami.games.clans import asked
from tatami.games.clans.bot import SteadyBot, Temper, Turn
from tatami.games.clans.model import Order
from tatami.games.clans.zones import DECK

Planned: TypeAlias = tuple[Option, dict[Question, Option]]
"""An answer, and those that are to follow it."""
QUICK: Final = Temper(firsts=2, seconds=2, whim=0.02)
"""Few orders are combined, and chance has more of a say."""


class GlanceBot(SteadyBot):
    """Plans what is left of a turn, and answers by its plan as long as that fits."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key, QUICK)
        self._plan: dict[Question, Option] = {}
        self._deck = -1
        """The size of the deck in the turn of that plan: no card is drawn before a turn ends."""

    def decide(self, view: View) -> Answer:
        """The next step of its plan; where none fits, that of a new one."""
        offer, deck = view.offers[0], view.size(DECK)
        if deck != self._deck:
            self._plan, self._deck = {}, deck
        planned = self._plan.pop(offer.question, None)
        if planned is not None and planned in offer.options:
            return planned
        plan = PLANS.get(offer.question)
        if plan is None or len(offer.options) == 1:
            return super().decide(view)
        turn = Turn(view, self.key, self.temper)
        answer, rest = plan(turn, [Option(option) for option in offer.options])
        self._plan.update(rest)
        return answer


def _whole_turn(turn: Turn, options: list[Option]) -> Planned:
    first, second = turn.best_turn(turn.first_orders(options))
    rest = {} if second is None else {asked.SECOND: second.card, **_where(second, asked.MOVE_TO)}
    return first.card, {**rest, **_where(first, asked.NINJA_AT if first.ninja else asked.DEPLOY_TO)}


def _second(turn: Turn, options: list[Option]) -> Planned:
    best = turn.best_second(turn.second_orders(options))
    return best.card, _where(best, asked.MOVE_TO)


def _attack(turn: Turn, options: list[Option]) -> Planned:
    attacker, target = turn.best_attack([asked.WITH.of(option) for option in options])
    return attacker, {asked.TARGET: asked.AT[target]}


def _where(order: Order, question: Question) -> dict[Question, Option]:
    """The answer to where an order is given; none is asked for a troop that is played at home."""
    return {} if order.place is None else {question: order.place}


PLANS: Final[dict[Question, Callable[[Turn, list[Option]], Planned]]] = {
    asked.FIRST_CARD: _whole_turn,
    asked.SECOND: _second,
    asked.ATTACKER: _attack,
}
"""How it plans from each question that begins an order."""
