"""A person at a table with bots: whose move it is, and what comes of it."""

from __future__ import annotations

from tatami.bots.arena import key_for
from tatami.catalogue import Listing
from tatami.cli.boards import Board, board_for, mark_for
from tatami.cli.fail import Failure
from tatami.cli.interrupts import Interrupts
from tatami.cli.log import Story
from tatami.cli.lookup import words_of
from tatami.cli.screen import Screen
from tatami.cli.wording import Wording, name_table
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
        """The person says something to everybody."""
        with self.signals.shield():
            return self.referee.remark(self.person, "say", (), text)

    def let_pass(self) -> None:
        """The time for changing one's mind is over."""
        with self.signals.shield():
            self.referee.expire(self.referee.turn)

    def bot_moves(self) -> int:
        """The next bot answers; which seat it was.

        A bot is made anew for each answer, from the game's key and the number of the move: a game
        that was left and resumed goes on as it would have gone.
        """
        seat = self.referee.waiting()[0]
        view = self.referee.view(seat)
        key = key_for(0, len(self.referee.moves), f"{self.referee.key.hex()} bot {seat}")
        answer = self.listing.bots[self.bots[seat]](key).decide(view)
        with self.signals.shield():
            reply = self.referee.submit(seat, self._first_ask(seat, view), answer)
        if isinstance(reply, Refusal):
            raise Failure(f"the bot {self.bots[seat]} was refused: {reply.sentence}")
        return seat
