"""Games in real time among bots, on virtual time: the order of things follows from the keys alone.

A bot plans deeds with delays; nobody is quicker than people are. Whatever is due first happens
first, and of what is due at the same moment, what was planned first. The referee gets the ordered
inputs and never learns the time.
"""

from __future__ import annotations

from hashlib import blake2b
from heapq import heappop, heappush
from typing import Final, cast

from tatami.bots.base import Bot, Planner, plans
from tatami.engine.deed import DECIDE, QUICKEST, SIGN, USE, Deed
from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.flow import counting
from tatami.engine.game import Tempo
from tatami.engine.referee import Referee
from tatami.engine.view import View

SLOW: Final = 400
SPREAD: Final = 1200
"""A bot without a sense of time answers after 0.4 to 1.6 seconds."""
WHIM: Final = 12
"""It uses a right at random about once in so many steps."""


class Dreamer:
    """Gives a bot without a sense of time human delays, and now and then the use of a right."""

    def __init__(self, bot: Bot, key: bytes) -> None:
        self.bot = bot
        self.dice = Dice(key)

    def plan(self, view: View) -> list[Deed]:
        """Answer in a while; now and then use a right instead."""
        found: list[Deed] = []
        if view.offers:
            found.append(Deed(SLOW + self.dice.below(SPREAD), DECIDE))
        if view.rights and self.dice.below(WHIM) == 0:
            name, stamp, options = view.rights[self.dice.below(len(view.rights))]
            option = options[self.dice.below(len(options))]
            found.append(Deed(SLOW + self.dice.below(SPREAD), USE, name, option, stamp))
        return found

    def hear(self, view: View) -> list[Deed]:
        """It does not listen."""
        return []


def planner(bot: Bot, key: bytes) -> Planner:
    """A bot with a sense of time: itself if it has one."""
    return cast("Planner", bot) if plans(bot) else Dreamer(bot, key)


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
        self.queue: list[tuple[int, int, int, Deed]] = []
        self._planned = 0
        self._turn = -1
        self._began = 0
        self._beat = -1
        self._counted = 0

    def _planner(self, seat: int) -> Planner:
        key = blake2b(self.referee.key + bytes([seat]), digest_size=32, person=b"delays").digest()
        return planner(self.bots[seat], key)

    def run(self) -> int:
        """Play until the game is over or too long; how many decisions there were."""
        referee = self.referee
        while not referee.over and self.decisions < referee.game.longest:
            if referee.turn != self._turn:
                self._begin()
            self._next()
        return self.decisions

    def _begin(self) -> None:
        """A new step asks: what was planned for the last one is forgotten."""
        self._turn, self._began, self._beat = self.referee.turn, self.now, -1
        self.queue.clear()
        for seat, planner in enumerate(self.planners):
            self._mean(seat, planner.plan(self.referee.view(seat)))

    def _mean(self, seat: int, deeds: list[Deed]) -> None:
        """Take up what a bot plans; never sooner than a person could."""
        for deed in deeds:
            self._planned += 1
            due = self.now + max(QUICKEST, deed.delay)
            heappush(self.queue, (due, self._planned, seat, deed))

    def _next(self) -> None:
        """The next thing that happens: a deed, or time is up."""
        due = self._time_up()
        if self.queue and self.queue[0][0] <= due:
            self.now, _, seat, deed = heappop(self.queue)
            self._do(seat, deed)
            return
        self.now = due
        self.referee.expire(self.referee.turn)

    def _time_up(self) -> int:
        """When the open step ends by itself."""
        end = self._began + self.tempo.choose
        if not counting(self.referee.world):
            return end
        if self._beat != self.referee.beat:
            self._beat, self._counted = self.referee.beat, self.now
        run_out = max(self._counted + self.tempo.counted, self._began + self.tempo.between)
        return min(end, run_out)

    def _do(self, seat: int, deed: Deed) -> None:
        if deed.kind == DECIDE:
            self._decide(seat)
        elif deed.kind == USE:
            self.referee.interrupt(seat, deed.key, deed.stamp, deed.option)
        elif deed.kind == SIGN:
            self._sign(seat, deed)
        else:
            raise EngineFault(f"the bot at seat {seat} plans {deed.kind!r}")

    def _decide(self, seat: int) -> None:
        """Let a bot answer what is asked of it now; what the step asks next takes a while again."""
        view = self.referee.view(seat)
        if not view.offers:
            return
        first = view.offers[0]
        ask = next(number for number, offer in self.referee.asks(seat) if offer.at == first.at)
        reply = self.referee.submit(seat, ask, self.bots[seat].decide(view))
        if not reply:
            raise EngineFault(f"the bot at seat {seat} was refused: {reply!r}")
        self.decisions += int(len(first.options) > 1)
        if self.referee.turn == self._turn and self.referee.asks(seat):
            self._mean(seat, [Deed(SLOW, DECIDE)])

    def _sign(self, seat: int, deed: Deed) -> None:
        reply = self.referee.remark(seat, deed.key, deed.args)
        if not reply:
            raise EngineFault(f"the bot at seat {seat} cannot say {deed}: {reply!r}")
        for other, planner in enumerate(self.planners):
            if other != seat:
                self._mean(other, planner.hear(self.referee.view(other)))
