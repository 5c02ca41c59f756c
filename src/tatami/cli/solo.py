"""A person at a table with bots: whose move it is, and what comes of it."""

from __future__ import annotations

from tatami.bots.base import Bot, Factory
from tatami.bots.company import Company
from tatami.catalogue import Listing
from tatami.cli.boards import Board, board_for, mark_for
from tatami.cli.interrupts import Interrupts
from tatami.cli.log import Story
from tatami.cli.lookup import words_of
from tatami.cli.screen import Screen
from tatami.cli.wording import Wording, name_table
from tatami.engine.asking import Answer
from tatami.engine.errors import Refusal
from tatami.engine.referee import Referee, Reply
from tatami.engine.view import View
from tatami.search.bot import hurry

PATIENCE = 0.5
"""Seconds that a bot may search while a person waits."""


def hurried(make: Factory | None) -> Factory | None:
    """A bot that does not let a person wait."""

    def made(key: bytes) -> Bot:
        assert make is not None
        bot = make(key)
        hurry(bot, PATIENCE)
        return bot

    return None if make is None else made


class SoloGame:
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
        self.signals = Interrupts()
        self.speak(language)
        made = [hurried(listing.bots.get(level)) for level in bots]
        self.company = Company(referee, person, made, self.signals.shield)

    def speak(self, language: str) -> None:
        """Say everything in that language from now on, what has happened so far too."""
        self.language = language
        game, seats = self.listing.game, self.referee.seats
        words, mark = words_of(self.listing, language), mark_for(game.name)
        self.wording = Wording(game, words, [], self.person, mark, language)
        own = self.name or self.wording.say("table.you")
        self.wording.names = name_table(seats, self.person, own)
        self.board: Board = board_for(self.wording)
        layout = game.layout(seats, self.referee.opts)
        self.story = Story(self.wording, layout, self.person)
        self.screen = Screen(self.wording, self.board, self.story)

    def view(self) -> View:
        """What the person may know: all that is ever drawn."""
        return self.referee.view(self.person)

    def answer(self, answer: Answer) -> Reply:
        """The person answers the first thing asked."""
        first = next((ask for ask, _ in self.referee.asks(self.person)), 0)
        with self.signals.shield():
            return self.referee.act(answer, self.person, first)

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
            self.company.heard(self.person)
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

    # -- the others

    def stir(self) -> None:
        """When a new step of a game in real time asks, the others plan and signal."""
        self.company.stir()

    def bot_moves(self) -> int:
        """The next bot answers, or strikes first; which seat it was."""
        return self.company.bot_moves()
