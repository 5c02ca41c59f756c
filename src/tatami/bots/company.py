"""The bots around one person, asked in turn: whose move it is, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from tatami.bots.acting import give
from tatami.bots.agenda import Agenda
from tatami.bots.arena import key_for
from tatami.bots.base import Bot, Factory
from tatami.bots.realtime import planner
from tatami.engine.errors import EngineFault
from tatami.engine.intent import SIGN, USE, Intent
from tatami.engine.referee import Referee


class Company:
    """Who else sits at the table, and what they mean to do.

    A bot is made anew for each answer, from the game's key and the number of the move: a game that
    was left and resumed goes on as it would have gone. ``guarded`` is entered around every change.
    """

    def __init__(
        self,
        referee: Referee,
        person: int,
        bots: Sequence[Factory | None],
        guarded: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.referee = referee
        self.person = person
        self.bots = bots
        self.guarded = guarded
        self._stirred = -1
        self._agenda = Agenda()
        """What the bots still mean to do in the step of a game in real time."""

    def move_on(self) -> None:
        """All others move until the person is asked, or may do something, or the game is over."""
        referee = self.referee
        while not referee.over and not referee.asks(self.person):
            self.stir()
            if referee.waiting():
                self.bot_moves()
            else:
                with self.guarded():
                    referee.expire(referee.turn)
        self.stir()

    def bot_moves(self) -> int:
        """The next bot answers, or strikes first; which seat it was."""
        striker = self._strike() if self._real_time else -1
        if striker >= 0:
            return striker
        seat = self.referee.waiting()[0]
        view = self.referee.view(seat)
        answer = self._bot(seat).decide(view)
        with self.guarded():
            give(self.referee, view, answer)
        return seat

    def _key(self, seat: int) -> bytes:
        return key_for(0, len(self.referee.moves), f"{self.referee.key.hex()} bot {seat}")

    def _bot(self, seat: int) -> Bot:
        make = self.bots[seat]
        if make is None:
            raise EngineFault(f"no bot sits at seat {seat}")
        return make(self._key(seat))

    # -- a game in real time, asked in turn

    @property
    def _real_time(self) -> bool:
        return self.referee.game.tempo is not None

    def stir(self) -> None:
        """When a new step asks: the bots plan, and make their signals before the person answers.

        What they mean to strike waits until the person has answered, who then was quicker.
        """
        if not self._real_time or self._stirred == self.referee.turn or self.referee.over:
            return
        self._stirred = self.referee.turn
        self._agenda.clear()
        for seat in self._seats():
            bot = planner(self._bot(seat), self._key(seat))
            self._take_up(seat, 0, bot.plan(self.referee.view(seat)))
        while (sign := self._agenda.take_first(SIGN)) is not None:
            self._sign(*sign)

    def _seats(self) -> list[int]:
        return [seat for seat in range(self.referee.seats) if seat != self.person]

    def _take_up(self, seat: int, now: float, intents: list[Intent]) -> None:
        """Keep what a bot means to do, in the order in which it would be done."""
        for intent in intents:
            self._agenda.add(seat, intent, now)

    def _sign(self, now: float, seat: int, intent: Intent) -> None:
        with self.guarded():
            self.referee.remark(seat, intent.key, intent.args)
        self.heard(seat, now)

    def heard(self, speaker: int, now: float = 0) -> None:
        """Everybody else hears what was said, and may want to strike."""
        if not self._real_time or self.referee.over:
            return
        for seat in self._seats():
            if seat != speaker:
                bot = planner(self._bot(seat), self._key(seat))
                self._take_up(seat, now, bot.hear(self.referee.view(seat)))

    def _strike(self) -> int:
        """The quickest bot that means to use a right does so; its seat, or -1."""
        self.stir()
        while (due := self._agenda.take_first(USE)) is not None:
            _, seat, intent = due
            with self.guarded():
                if self.referee.interrupt(seat, intent.key, intent.stamp, intent.option):
                    return seat
        return -1
