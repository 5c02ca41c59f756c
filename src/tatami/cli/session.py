"""The loop of a game at the terminal: draw, ask, let the others move, until it is over."""

from __future__ import annotations

from typing import Final

from tatami.cli.boards import Canvas
from tatami.cli.boards.base import rule
from tatami.cli.commands import Leave, obey
from tatami.cli.keyboard import Keyboard
from tatami.cli.paint import Line, wrap
from tatami.cli.solo import SoloGame
from tatami.cli.term import Terminal
from tatami.engine.view import View

PROMPT: Final = ">"


class Session:
    """A person's evening: a table, a terminal, a keyboard."""

    def __init__(
        self, table: SoloGame, terminal: Terminal, pause: float, saved_to: str = ""
    ) -> None:
        self.table = table
        self.terminal = terminal
        self.keyboard = Keyboard(terminal)
        self.pause = pause
        self.saved_to = saved_to
        self.note: list[Line] = []
        self.before: View | None = None
        self._declined: object = None
        self._settled: object = None
        self._printed = 0

    def run(self) -> bool:
        """Play on; true if the game was finished, false if the person quit."""
        self.terminal.clear()
        try:
            while not self.table.referee.over:
                self._once()
        except Leave:
            return False
        self._finish()
        return True

    def _once(self) -> None:
        """One move of somebody."""
        self.table.stir()
        view = self.table.view()
        if view.offers:
            self._asked(view)
        elif self._may_interrupt(view):
            self._offered(view)
        elif self._may_take_back(view):
            if self._offered(view, "table.go_on"):
                self._settled = self._sealed(view)
        elif self.table.referee.waiting():
            self._watch()
        elif view.given:
            self._offered(view, "table.go_on")
            if not self.table.referee.waiting():
                self.table.let_pass()
        else:
            self.table.let_pass()

    def _asked(self, view: View) -> None:
        """Draw, and do what the person types."""
        self.draw(view)
        typed = self.keyboard.ask(PROMPT)
        moves = len(self.table.referee.moves)
        self.note = obey(self, typed)
        if len(self.table.referee.moves) > moves:
            self.before = self.table.view()

    def _may_take_back(self, view: View) -> bool:
        """Whether an answer lies sealed that the others' answers will close (night:N7)."""
        sealed = self.table.referee.is_loose and view.back
        return sealed and self._settled != self._sealed(view)

    def _sealed(self, view: View) -> object:
        """What the person has answered to the open step."""
        return self.table.referee.turn, view.given

    def _may_interrupt(self, view: View) -> bool:
        """Whether there is a right that the person has not yet let pass."""
        return bool(view.rights) and view.rights != self._declined

    def _offered(self, view: View, note: str = "table.let_pass") -> bool:
        """Nothing is asked, but something may be done. True: the person lets it pass."""
        self.note = self.note or [[(self.table.wording.say(note), "note")]]
        self.draw(view)
        typed = self.keyboard.ask(PROMPT)
        self.note = []
        if typed:
            self.note = obey(self, typed)
        else:
            self._declined = view.rights
        return not typed

    def _watch(self) -> None:
        """Somebody else moves; the person sees it."""
        self.table.bot_moves()
        if self.table.story.read(self.table.referee) and self.terminal.cursor:
            self.draw(self.table.view())
            self.keyboard.wait(self.pause)

    def draw(self, view: View) -> None:
        """The screen as the person sees it now."""
        self.table.story.read(self.table.referee)
        if self.terminal.cursor:
            size = self.terminal.width, self.terminal.height
            self.terminal.redraw(self.table.screen.compose(view, self.before, *size, self.note))
        else:
            self._print(view)

    def _print(self, view: View) -> None:
        """Without a screen: what is new, the table, what is asked."""
        width = self.terminal.width
        new = self.table.story.entries[self._printed :]
        rows = [row for entry in new for row in entry.rows(width)]
        self._printed += len(new)
        screen = self.table.screen
        top = screen.top(view, self.before, Canvas(width)) if self._shows_table() else []
        self.terminal.show([[], *rows, *top, *screen.bottom(view, width, self.note)])

    def speak(self, language: str) -> None:
        """Go on in another language; what was printed in the old one is not printed again."""
        self.table.speak(language)
        self.table.story.read(self.table.referee)
        self._printed = len(self.table.story.entries)

    def _shows_table(self) -> bool:
        """Whether the table is printed again: not for a note alone."""
        return not self.note

    def page(self, lines: list[Line], from_end: bool = False) -> None:
        """Show something long by itself, a screen at a time, until the person has read it."""
        rows = [row for line in lines for row in wrap(line, self.terminal.width)]
        if not self.terminal.cursor:
            self.terminal.show(rows)
            return
        step = self.terminal.height - 1
        last = max(0, (len(rows) - 1) // step)
        at = last if from_end else 0
        while 0 <= at <= last:
            self.terminal.clear()
            self.terminal.show(rows[at * step : at * step + step])
            at = self._turned(at, last)

    def _turned(self, at: int, last: int) -> int:
        """The page that the person turns to; -1 when it was enough."""
        say = self.table.wording.say
        before = say("table.page_before") if at else ""
        after = say("table.page_more" if at < last else "table.page_last")
        typed = self.keyboard.ask(before + after).casefold()
        if typed.startswith("b") and at:
            return at - 1
        return -1 if typed.startswith("q") or at == last else at + 1

    def _finish(self) -> None:
        """The end: the table as it stands, how the result came about, who wins."""
        table = self.table
        table.story.read(table.referee)
        view = table.view()
        self.terminal.clear()
        width = self.terminal.width
        reckoning = table.board.ending(view, Canvas(width))
        rows = table.screen.top(view, None, Canvas(width, 1), False)
        room = self.terminal.height - len(rows) - len(reckoning) - 4
        rows += table.screen.middle(min(room, view.seats + 1), width)
        self.terminal.show([*rows, rule(table.wording.say("table.end"), width), *reckoning])
