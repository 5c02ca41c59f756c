"""Any input a table can send to a referee, as a value; and random ones."""

from __future__ import annotations

from tatami.engine.asking import Answer
from tatami.engine.dice import Dice
from tatami.engine.errors import refuse
from tatami.engine.flow import counting
from tatami.engine.referee import Referee, Reply


class Input:
    """An answer (to part ``at`` of the open ask), ``expire``, ``back`` or a right.

    ``name`` is the question's key or the right's name.
    """

    def __init__(
        self, kind: str, seat: int = -1, at: int = 0, answer: Answer = 0, name: str = ""
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.at = at
        self.answer = answer
        self.name = name

    def __repr__(self) -> str:
        return f"{self.kind} s{self.seat}/{self.at} {self.name}{self.answer}"

    def give(self, referee: Referee) -> Reply:
        """Send it to a referee."""
        if self.kind == "expire":
            return referee.expire(referee.turn)
        if self.kind == "back":
            return referee.back(self.seat)
        if self.kind == "right":
            assert isinstance(self.answer, int)
            return referee.interrupt(self.seat, self.name, _stamp(referee, self.name), self.answer)
        for ask, offer in referee.asks(self.seat):
            if offer.at == self.at:
                return referee.act(self.answer, self.seat, ask)
        return refuse("not_asked")

    def possible(self, referee: Referee) -> bool:
        """Whether a referee would take it, without asking for a reason why not."""
        if self.kind == "right":
            return any(
                self.answer in right.holds(referee.world, self.seat)
                for right in referee.game.rights
                if right.name == self.name
            )
        if self.kind != "answer":
            return True
        return any(
            offer.at == self.at and offer.question.key == self.name and self.answer in offer.options
            for _, offer in referee.asks(self.seat)
        )


def _stamp(referee: Referee, name: str) -> int:
    for right in referee.game.rights:
        if right.name == name and right.stamp >= 0:
            return referee.world.count[right.stamp]
    return 0


def answers(referee: Referee) -> list[Input]:
    """Every answer that any seat can give now (for a pick: every next small pick)."""
    return [
        Input("answer", seat, offer.at, option, offer.question.key)
        for seat in range(referee.seats)
        for _, offer in referee.asks(seat)
        for option in offer.options
    ]


def rights(referee: Referee) -> list[Input]:
    """Every right that any seat can use now."""
    return [
        Input("right", seat, 0, option, right.name)
        for right in referee.game.rights
        for seat in range(referee.seats)
        for option in right.holds(referee.world, seat)
    ]


def any_input(referee: Referee, dice: Dice) -> Input:
    """A random input: mostly answers, now and then time runs out or a right is used."""
    if referee.game.rights and dice.below(12) == 0:
        found = rights(referee)
        if found:
            return found[dice.below(len(found))]
    if counting(referee.world):
        if dice.below(3):
            return Input("expire")
        seats = referee.world.ask.seats if referee.world.ask else (0,)
        return Input("back", seats[dice.below(len(seats))])
    if dice.below(25) == 0:
        return Input("expire")
    if dice.below(15) == 0:
        return Input("back", dice.below(referee.seats))
    seats_asked = referee.waiting()
    seat = seats_asked[dice.below(len(seats_asked))]
    asks = referee.asks(seat)
    _, offer = asks[dice.below(len(asks))]
    option = offer.options[dice.below(len(offer.options))]
    return Input("answer", seat, offer.at, option, offer.question.key)
