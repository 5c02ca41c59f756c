"""A person at a table with bots: whose move it is, and what comes of it."""

from __future__ import annotations

from tatami.bots.arena import key_for
from tatami.bots.base import Bot
from tatami.bots.realtime import planner
from tatami.catalogue import Listing
from tatami.cli.boards import Board, board_for, mark_for
from tatami.cli.fail import Failure
from tatami.cli.interrupts import Interrupts
from tatami.cli.log import Story
from tatami.cli.lookup import words_of
from tatami.cli.screen import Screen
from tatami.cli.wording import Wording, name_table
from tatami.engine.deed import SIGN, USE, Deed
from tatami.engine.errors import Refusal
from tatami.engine.game import Answer
from tatami.engine.referee import Referee, Reply
from tatami.engine.view import View


class Table:
    """One game with one person: the referee, the bots' levels, and what the person sees."""

    def __init__(
        self,
        listing: Listing,
        referee: Referee,
        person: int,
        name: str,
        bots: list[str],
        language: str,
    ) -> None:
        self.listing = listing
        self.referee = referee
        self.person = person
        self.name = name
        self.bots = bots
        self.language = language
        self.signals = Interrupts()
        mark = mark_for(listing.game.name)
        words = words_of(listing, language)
        self.wording = Wording(listing.game, words, [], person, mark, language)
        own = name or self.wording.say("table.you")
        self.wording.names = name_table(referee.seats, person, own)
        self.board: Board = board_for(self.wording)
        layout = listing.game.layout(referee.seats, referee.opts)
        self.story = Story(self.wording, layout, person)
        self.screen = Screen(self.wording, self.board, self.story)
        self._stirred = -1
        self._deeds: list[tuple[int, int, Deed]] = []
        """What the bots still mean to do in the step of a game in real time: when, who, what."""

    def view(self) -> View:
        """What the person may know: all that is ever drawn."""
        return self.referee.view(self.person)

    def answer(self, answer: Answer) -> Reply:
        """The person answers the first thing asked."""
        ask = self._first_ask(self.person, self.view())
        with self.signals.shield():
            return self.referee.submit(self.person, ask, answer)

    def _first_ask(self, seat: int, view: View) -> int:
        """The number of the ask that a view shows first."""
        asks = self.referee.asks(seat)
        return next((ask for ask, offer in asks if offer.at == view.offers[0].at), 0)

    def refusal(self, option: int) -> Refusal | None:
        """Why an option that is not open cannot be taken; nothing changes."""
        reply = self.answer(option)
        return reply if isinstance(reply, Refusal) else None

    def back(self) -> Reply:
        """The person takes back an answer."""
        with self.signals.shield():
            return self.referee.back(self.person)

    def use(self, name: str, stamp: int, option: int) -> Reply:
        """The person uses a right."""
        with self.signals.shield():
            return self.referee.interrupt(self.person, name, stamp, option)

    def say(self, text: str) -> Reply:
        """The person says something to everybody: a sign of the game by its name, or anything."""
        kind, args = self._sign_named(text)
        with self.signals.shield():
            reply = self.referee.remark(self.person, kind, args, "" if args else text)
        if reply:
            self._heard(self.person, 0)
        return reply

    def _sign_named(self, text: str) -> tuple[str, tuple[int, ...]]:
        """A remark of the game that is about one thing, by the name of that thing."""
        for remark in self.listing.game.book.remarks:
            if len(remark.sorts) == 1 and remark.sorts[0].name != "seat":
                names = remark.sorts[0].names
                if text.casefold() in names:
                    return remark.key, (names.index(text.casefold()),)
        return "say", ()

    def let_pass(self) -> None:
        """The time for changing one's mind is over."""
        with self.signals.shield():
            self.referee.expire(self.referee.turn)

    # -- a game in real time, asked in turn

    def stir(self) -> None:
        """When a new step asks: the bots plan, and make their signals before the person answers.

        What they mean to strike waits until the person has answered, who then was quicker.
        """
        if self.referee.game.tempo is None or self._stirred == self.referee.turn:
            return
        self._stirred, self._deeds = self.referee.turn, []
        for seat in self._bot_seats():
            bot = planner(self._bot(seat), self._key(seat))
            self._mean(seat, 0, bot.plan(self.referee.view(seat)))
        while signs := [deed for deed in self._deeds if deed[2].kind == SIGN]:
            self._deeds.remove(signs[0])
            self._sign(*signs[0])

    def _bot_seats(self) -> list[int]:
        return [seat for seat in range(self.referee.seats) if seat != self.person]

    def _mean(self, seat: int, now: int, deeds: list[Deed]) -> None:
        """Keep what a bot means to do, in the order in which it would be done."""
        self._deeds += [(now + deed.delay, seat, deed) for deed in deeds]
        self._deeds.sort(key=lambda one: one[0])

    def _sign(self, now: int, seat: int, deed: Deed) -> None:
        with self.signals.shield():
            self.referee.remark(seat, deed.key, deed.args)
        self._heard(seat, now)

    def _heard(self, speaker: int, now: int) -> None:
        """Everybody else hears what was said, and may want to strike."""
        if self.referee.game.tempo is None or self.referee.over:
            return
        for seat in self._bot_seats():
            if seat != speaker:
                bot = planner(self._bot(seat), self._key(seat))
                self._mean(seat, now, bot.hear(self.referee.view(seat)))

    def _strike(self) -> int:
        """The quickest bot that means to use a right does so; its seat, or -1."""
        self.stir()
        for due in [deed for deed in self._deeds if deed[2].kind == USE]:
            self._deeds.remove(due)
            _, seat, deed = due
            with self.signals.shield():
                if self.referee.interrupt(seat, deed.key, deed.stamp, deed.option):
                    return seat
        return -1

    # -- bots

    def _key(self, seat: int) -> bytes:
        return key_for(0, len(self.referee.moves), f"{self.referee.key.hex()} bot {seat}")

    def _bot(self, seat: int) -> Bot:
        return self.listing.bots[self.bots[seat]](self._key(seat))

    def bot_moves(self) -> int:
        """The next bot answers, or strikes first; which seat it was.

        A bot is made anew for each answer, from the game's key and the number of the move: a game
        that was left and resumed goes on as it would have gone.
        """
        striker = self._strike() if self.referee.game.tempo is not None else -1
        if striker >= 0:
            return striker
        seat = self.referee.waiting()[0]
        view = self.referee.view(seat)
        answer = self._bot(seat).decide(view)
        with self.signals.shield():
            reply = self.referee.submit(seat, self._first_ask(seat, view), answer)
        if isinstance(reply, Refusal):
            raise Failure(f"the bot {self.bots[seat]} was refused: {reply.sentence}")
        return seat
