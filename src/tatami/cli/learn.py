"""``tatami learn``: the lessons of a game at the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace

from tatami.catalogue import Listing
from tatami.cli import term
from tatami.cli.commands import Leave, obey
from tatami.cli.fail import FINE, WRONG, misused, near, shown
from tatami.cli.interrupts import Left
from tatami.cli.lookup import game_meant
from tatami.cli.paint import Line
from tatami.cli.session import PROMPT, Session
from tatami.cli.solo import SoloGame
from tatami.cli.term import Terminal
from tatami.engine.asking import Answer
from tatami.engine.errors import Refusal
from tatami.engine.referee import Move, Reply
from tatami.lessons import Lesson, Run, Wrong, read_lessons, read_texts


class TaughtGame(SoloGame):
    """A table at which a lesson is taken: what the person does goes through the lesson."""

    def __init__(self, listing: Listing, run: Run, language: str) -> None:
        levels = [""] * run.referee.seats
        self.run = run
        super().__init__(listing, run.referee, run.lesson.seat, "", levels, language)

    def speak(self, language: str) -> None:
        """The sensei speaks that language too."""
        super().speak(language)
        texts = read_texts(self.listing, language)
        self.texts: dict[str, str] = texts.get(self.run.lesson.name, {})
        self.other = self.wording.say("learn.other")

    def answer(self, answer: Answer) -> Reply:
        """The person answers the first thing asked."""
        offer = self.view().offers[0]
        return self._taken(Move("answer", self.person, offer.question.key, answer, (offer.at,)))

    def back(self) -> Reply:
        """The person takes back an answer."""
        return self.run.back()

    def use(self, name: str, stamp: int, option: int) -> Reply:
        """The person uses a right."""
        return self._taken(Move("right", self.person, name, option, (stamp,)))

    def say(self, text: str) -> Reply:
        """The person says something of the game."""
        kind, args = self._sign_named(text)
        return self._taken(Move("remark", self.person, kind, 0, args, "" if args else text))

    def _taken(self, move: Move) -> Reply:
        with self.signals.shield():
            reply = self.run.take(move)
        if isinstance(reply, Wrong):
            return Refusal("lesson", self.texts.get(reply.key, self.other))
        return reply


class LessonSession(Session):
    """One lesson, sentence by sentence."""

    table: TaughtGame

    def __init__(self, table: TaughtGame, terminal: Terminal) -> None:
        super().__init__(table, terminal, 0.0)
        self._told = 0
        self._drawn = -1
        texts = table.texts
        self.note = [[(texts.get("title", ""), "title")], [(texts.get("aim", ""), "dim")]]

    def _shows_table(self) -> bool:
        """Whenever it has changed."""
        before, self._drawn = self._drawn, len(self.table.referee.moves)
        return before != self._drawn

    def run(self) -> bool:
        """Take the lesson; false if the person left."""
        self.terminal.clear()
        try:
            while self.table.run.waits != "done":
                self._once()
        except Leave:
            return False
        self._close()
        return True

    def _once(self) -> None:
        """The sensei speaks; the person reads on, or acts."""
        waits = self.table.run.waits
        self.note = (
            [*self.note, *self._spoken()] if self._drawn < 0 else [*self._spoken(), *self.note]
        )
        if waits == "next":
            self.note.append([(self.table.wording.say("learn.next"), "dim")])
        self.draw(self.table.view())
        typed = self.keyboard.ask(PROMPT)
        moves = len(self.table.referee.moves)
        self.note = self._obeyed(typed)
        if len(self.table.referee.moves) > moves:
            self.before = self.table.view()

    def _obeyed(self, typed: str) -> list[Line]:
        if self.table.run.waits == "next" and not typed:
            self.table.run.go_on()
            return []
        return obey(self, typed)

    def _spoken(self) -> list[Line]:
        """What was said since the person last did something; else what was said last."""
        said = self.table.run.said
        new = said[self._told :] or said[-1:]
        self._told = len(said)
        sensei = self.table.wording.say("learn.sensei")
        texts = self.table.texts
        return [[(sensei, "key"), (texts.get(one.key, one.key), "good")] for one in new]

    def _close(self) -> None:
        """The table as it stands, and the last words."""
        self.note = [*self._spoken(), [(self.table.wording.say("learn.done"), "title")]]
        self.draw(self.table.view())


def learn(args: Namespace) -> int:
    """Take the lessons of a game, all in their order or one by its name."""
    listing = game_meant(args.game, args.modules, "learn")
    lessons = read_lessons(listing)
    if not lessons:
        raise misused(f"{listing.game.name} has no lessons")
    if args.list:
        return _list(listing, lessons, args)
    return _taught(listing, _wanted(listing, lessons, args.lesson), args)


def _wanted(listing: Listing, lessons: tuple[Lesson, ...], name: str | None) -> list[Lesson]:
    """The lessons from that name on; all where none is named."""
    names = [one.name for one in lessons]
    if name is None:
        return list(lessons)
    if name not in names:
        hint = near(name, names) or f" There is: {', '.join(names)}."
        raise misused(f"{listing.game.name} has no lesson {shown(name)!r}.{hint}")
    return list(lessons[names.index(name) :])


def _list(listing: Listing, lessons: tuple[Lesson, ...], args: Namespace) -> int:
    texts = read_texts(listing, args.lang)
    rows: list[Line] = []
    for one in lessons:
        about = texts.get(one.name, {})
        rows.append([(f"{one.name:<16}", "key"), (str(about.get("title", "")), "bold")])
        rows.append([(" " * 16 + str(about.get("aim", "")), "dim")])
    term.stdout(args.ascii).show(rows)
    return FINE


def _taught(listing: Listing, lessons: list[Lesson], args: Namespace) -> int:
    """One lesson after the other, until the person has had enough."""
    terminal = term.stdout(args.ascii)
    for number, lesson in enumerate(lessons):
        table = TaughtGame(listing, Run(lesson, listing), args.lang)
        session = LessonSession(table, terminal)
        with table.signals:
            try:
                if not session.run() or number + 1 == len(lessons):
                    break
                if session.keyboard.ask(table.wording.say("learn.next_lesson")):
                    break
            except Left as left:
                return 128 + left.number
            except EOFError:
                return FINE if term.is_tty(sys.stdin) else WRONG
    return FINE
