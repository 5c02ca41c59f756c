"""Games in real time among bots, on virtual time: the order of things follows from the keys alone.

A bot plans intents with delays; the agenda puts them in order. The referee gets the ordered inputs
and never learns the time.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, cast

from tatami.bots.acting import answer, remark
from tatami.bots.agenda import AGAIN, SLOW, Agenda, carry_out
from tatami.bots.base import Bot, Planner, plans
from tatami.engine.dice import Dice
from tatami.engine.intent import DECIDE, USE, Intent
from tatami.engine.referee import Referee
from tatami.engine.tempo import StepTime, Tempo, step_time
from tatami.engine.view import View

SPREAD: Final = 1200
"""A bot without a sense of time answers after 0.4 to 1.6 seconds."""
WHIM: Final = 12
"""It uses a right at random about once in so many steps."""


class PacedBot:
    """Gives a bot without a sense of time human delays, and now and then the use of a right."""

    def __init__(self, bot: Bot, key: bytes) -> None:
        self.bot = bot
        self.dice = Dice(key)

    def plan(self, view: View) -> list[Intent]:
        """Answer in a while; now and then use a right instead."""
        found: list[Intent] = []
        if view.offers:
            found.append(Intent(SLOW + self.dice.below(SPREAD), DECIDE))
        if view.rights and self.dice.below(WHIM) == 0:
            name, stamp, options = view.rights[self.dice.below(len(view.rights))]
            option = options[self.dice.below(len(options))]
            found.append(Intent(SLOW + self.dice.below(SPREAD), USE, name, option, stamp))
        return found

    def hear(self, view: View) -> list[Intent]:
        """It does not listen."""
        return []


def planner(bot: Bot, key: bytes) -> Planner:
    """A bot with a sense of time: itself if it has one."""
    return cast("Planner", bot) if plans(bot) else PacedBot(bot, key)


class VirtualTime:
    """One game: its referee, its bots, and a clock that jumps to whatever is due next."""

    def __init__(self, referee: Referee, bots: list[Bot], tempo: Tempo) -> None:
        self.referee = referee
        self.bots = bots
        self.tempo = tempo
        self.planners = [self._planner(seat) for seat in range(referee.seats)]
        self.now = 0
        """Milliseconds since the game began."""
        self.decisions = 0
        self.agenda = Agenda()
        self._time: StepTime | None = None
        self._turn = -1

    def _planner(self, seat: int) -> Planner:
        key = blake2b(self.referee.key + bytes([seat]), digest_size=32, person=b"delays").digest()
        return planner(self.bots[seat], key)

    def run(self) -> int:
        """Play until the game is over or too long; how many decisions there were."""
        referee = self.referee
        while not referee.over and self.decisions < referee.game.longest:
            self.step()
        return self.decisions

    def step(self) -> None:
        """The next thing that happens: an intent, or time is up."""
        if self.referee.turn != self._turn:
            self._begin()
        due, planned = self._time_up(), self.agenda.due()
        if planned is not None and planned <= due:
            self.now = int(planned)
            seat, intent = self.agenda.take()
            carry_out(self, seat, intent)
            return
        self.now = due
        self.referee.expire(self.referee.turn)

    def _begin(self) -> None:
        """A new step asks: everybody plans anew."""
        self._turn = self.referee.turn
        self.agenda.clear()
        for seat, planner in enumerate(self.planners):
            self._take_up(seat, planner.plan(self.referee.view(seat)))

    def _take_up(self, seat: int, intents: list[Intent]) -> None:
        for intent in intents:
            self.agenda.add(seat, intent, self.now)

    def _time_up(self) -> int:
        """When the open step ends by itself."""
        referee, now = self.referee, self.now
        found = step_time(self.tempo, self._time, referee.turn, referee.counted, now, now)
        self._time = found
        return found.due

    # -- the hands of everybody

    def decide(self, seat: int) -> None:
        """Let a bot answer what is asked of it now; what the step asks next takes a while again."""
        if not self.referee.asks(seat):
            return
        self.decisions += answer(self.referee, seat, self.bots[seat])
        if self.referee.turn == self._turn and self.referee.asks(seat):
            self._take_up(seat, [AGAIN])

    def use(self, seat: int, intent: Intent) -> None:
        """Use a right; one that comes too late is void."""
        self.referee.interrupt(seat, intent.key, intent.stamp, intent.option)

    def sign(self, seat: int, intent: Intent) -> None:
        """Say something: everybody else hears it."""
        remark(self.referee, seat, intent.key, intent.args)
        for other, planner in enumerate(self.planners):
            if other != seat:
                self._take_up(other, planner.hear(self.referee.view(other)))
