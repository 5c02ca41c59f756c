"""A lesson being taken: what the sensei says now, what is waited for, what an answer leads to.

The same inputs lead to the same place on every machine: whoever serves a lesson need keep nothing.
"""

from __future__ import annotations

from copy import copy
from typing import Final, Literal, NamedTuple, TypeAlias

from tatami.bots.company import Company
from tatami.catalogue import Listing
from tatami.engine.errors import Ack, BadRecord, Refusal, refuse
from tatami.engine.record import line_of, make, play_line
from tatami.engine.referee import Move
from tatami.engine.view import View
from tatami.engine.watch import Event
from tatami.lessons.script import BadLesson, Lesson, Part

Waits: TypeAlias = Literal["next", "do", "play", "done"]
"""For what a lesson waits: that the learner reads on, acts, plays, or for nothing more."""
KINDS: Final = ("answer", "right", "remark")


class Said(NamedTuple):
    """Said: a sentence of the script, why it was right, or what others' moves mean."""

    kind: Literal["says", "why", "heard"]
    key: str


class Wrong(NamedTuple):
    """The rules allow it, the lesson does not: what is said about it. The learner tries again."""

    key: str


class Run:
    """One learner in one lesson."""

    def __init__(self, lesson: Lesson, listing: Listing) -> None:
        self.lesson = lesson
        self.listing = listing
        self.referee = lesson.begin(listing.game)
        self.said: list[Said] = []
        self.waits: Waits = "next"
        self._part = 0
        self._sentence = 0
        self._answered = False
        """Whether the learner has done what the part wants."""
        self._done: list[int] = []
        """The parts whose answers can perhaps be taken back."""
        self._heard = self.referee.happened()
        level = lesson.bots or listing.levels[0]
        others = [listing.bots[level]] * self.referee.seats
        self.company = Company(self.referee, lesson.seat, others)
        self._go()

    @property
    def part(self) -> Part | None:
        """Where the lesson is; None after its end."""
        return self.lesson.parts[self._part] if self._part < len(self.lesson.parts) else None

    @property
    def progress(self) -> tuple[int, int]:
        """How many parts are behind the learner, and of how many."""
        return self._part, len(self.lesson.parts)

    def view(self) -> View:
        """What the learner may know: all that a lesson ever shows."""
        return self.referee.view(self.lesson.seat)

    # -- what the learner does

    def go_on(self) -> bool:
        """The learner has read what was said; false where something else is waited for."""
        if self.waits != "next":
            return False
        self._sentence += 1
        self._go()
        return True

    def take(self, move: Move) -> Ack | Refusal | Wrong:
        """The learner answers, uses a right or says something of the game. What was left to be
        read before it counts as read; not so where the answer does not count."""
        if self.waits == "next" and not isinstance(reply := self._rehearsed(move), Ack):
            return reply
        return self._read_and_taken(move)

    def _rehearsed(self, move: Move) -> Ack | Refusal | Wrong:
        """What would come of it; nothing has been read, and nobody has moved."""
        twin = copy(self)
        twin.said, twin._done = self.said[:], self._done[:]
        twin.referee = self.referee.copy()
        twin.company = Company(twin.referee, self.lesson.seat, self.company.bots)
        return twin._read_and_taken(move)

    def _read_and_taken(self, move: Move) -> Ack | Refusal | Wrong:
        while self.waits == "next":
            self.go_on()
        return self._taken(move)

    def _taken(self, move: Move) -> Ack | Refusal | Wrong:
        if move.kind not in KINDS or move.seat != self.lesson.seat:
            return refuse("wrong_type")
        if self.waits == "done":
            return refuse("over")
        return self._tried(move) if self.waits == "do" else self._played(move)

    def back(self) -> Ack | Refusal:
        """Take back an answer inside a step, as at every table."""
        reply = self.referee.back(self.lesson.seat)
        if isinstance(reply, Ack) and self._done:
            self._part = self._done.pop()
            self._answered = False
            self._sentence = max(0, len(self._now.says) - 1)
            self.waits = "do"
        return reply

    def spelled(self, move: Move) -> str:
        """A move as the script spells it: as a record does, without the seat."""
        return line_of(self.listing.game, move).partition(" ")[2]

    # -- the script

    @property
    def _now(self) -> Part:
        return self.lesson.parts[self._part]

    def _go(self) -> None:
        """Go on to the next thing that is said or waited for."""
        while self._part < len(self.lesson.parts):
            says = self._now.says
            if self._sentence < len(says):
                self.said.append(Said("says", says[self._sentence]))
            if self._sentence < len(says) - 1:
                self.waits = "next"
                return
            self.waits = self._wanted()
            if self.waits == "play":
                self.company.move_on()
                self._listen()
            if self.waits != "next" or self._sentence < len(says):
                return
            self._leave()
        self.waits = "done"

    def _wanted(self) -> Waits:
        """What a part waits for when all is said."""
        if self._answered:
            return "next"
        return "do" if self._now.do else "play" if self._now.play else "next"

    def _tried(self, move: Move) -> Ack | Refusal | Wrong:
        """An answer to the script; only a right one changes the table."""
        trial = make(self.referee.copy(), move)
        if isinstance(trial, Refusal):
            return trial
        line = self.spelled(move)
        if not self._now.is_right(line):
            return Wrong(self._now.verdict(line))
        make(self.referee, move)
        self._done.append(self._part)
        self._answered = True
        self._was_right()
        return trial

    def _was_right(self) -> None:
        self._listen()
        if self._now.why:
            self.said.append(Said("why", self._now.why))
            self._sentence = len(self._now.says)
            self.waits = "next"
            return
        self._leave()
        self._go()

    def _leave(self) -> None:
        """The others do what the script says, and the next part begins."""
        for line in self._now.then:
            try:
                play_line(self.referee, line)
            except BadRecord as fault:
                where = f"{self.listing.game.name}, lesson {self.lesson.name}"
                raise BadLesson(f"{where}: {line!r}: {fault}") from None
        self._listen()
        self._part += 1
        self._sentence = 0
        self._answered = False

    # -- playing on

    def _played(self, move: Move) -> Ack | Refusal:
        """The learner plays; then the others do, until the learner is asked again."""
        reply = make(self.referee, move)
        if isinstance(reply, Ack):
            self.company.move_on()
            self._listen()
            if self.referee.over:
                self._leave()
                self._go()
        return reply

    def _listen(self) -> None:
        """Say what the others' moves mean, each kind of move once."""
        events = self.referee.events(self.lesson.seat, self._heard)
        self._heard = self.referee.happened()
        for event in events:
            key = self._told_of(event) if event.verb == "tell" else ""
            said = Said("heard", self.lesson.heard.get(key, ""))
            if said.key and said not in self.said:
                self.said.append(said)

    def _told_of(self, event: Event) -> str:
        """Which sentence was told; none where it tells of the learner."""
        number, *args = event.args
        sentence = self.listing.game.book.sentences[number]
        of_seat = bool(args) and sentence.sorts[0].name == "seat"
        return "" if of_seat and args[0] == self.lesson.seat else sentence.key
