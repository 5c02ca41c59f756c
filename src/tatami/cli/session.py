"""The loop of a game at the terminal: draw, ask, let the others move, until it is over."""

from __future__ import annotations

from tatami.cli.boards import Canvas
from tatami.cli.boards.base import rule
from tatami.cli.commands import Leave, obey
from tatami.cli.keyboard import Keyboard
from tatami.cli.paint import Line, wrap
from tatami.cli.table import Table
from tatami.cli.term import Terminal
from tatami.engine.view import View


class Session:
    """A person's evening: a table, a terminal, a keyboard."""

    def __init__(self, table: Table, terminal: Terminal, pause: float, saved_to: str = "") -> None:
        self.table = table
        self.terminal = terminal
        self.keyboard = Keyboard(terminal)
        self.pause = pause
        self.saved_to = saved_to
        self.note: list[Line] = []
        self.before: View | None = None
        self._declined: object = None
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
        view = self.table.view()
        if view.offers:
            self._asked(view)
        elif self._may_interrupt(view):
            self._offered(view)
        elif self.table.referee.waiting():
            self._watch()
        elif view.given:
            self._offered(view, "Press Enter to go on, or take your answer back.")
            if not self.table.referee.waiting():
                self.table.let_pass()
        else:
            self.table.let_pass()

    def _asked(self, view: View) -> None:
        """Draw, and do what the person types."""
        self.draw(view)
        typed = self.keyboard.ask([(">", "key")])
        moves = len(self.table.referee.moves)
        self.note = obey(self, typed)
        if len(self.table.referee.moves) > moves:
            self.before = self.table.view()

    def _may_interrupt(self, view: View) -> bool:
        """Whether there is a right that the person has not yet let pass."""
        return bool(view.rights) and view.rights != self._declined

    def _offered(self, view: View, text: str = "Press Enter to let it pass.") -> None:
        """Nothing is asked, but something may be done."""
        self.note = self.note or [[(text, "note")]]
        self.draw(view)
        typed = self.keyboard.ask([(">", "key")])
        self.note = []
        if typed:
            self.note = obey(self, typed)
        else:
            self._declined = view.rights

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
        top = screen.top(view, self.before, Canvas(width)) if not self.note else []
        self.terminal.show([[], *rows, *top, *screen.bottom(view, width, self.note)])

    def page(self, lines: list[Line]) -> None:
        """Show something long by itself, until the person has read it."""
        self.terminal.clear()
        width = self.terminal.width
        self.terminal.show(row for line in lines for row in wrap(line, width, 0))
        if self.terminal.cursor:
            self.keyboard.ask([("Enter: back to the table", "dim")])

    def _finish(self) -> None:
        """The end: the table as it stands, how the result came about, who wins."""
        table = self.table
        table.story.read(table.referee)
        view = table.view()
        self.terminal.clear()
        width = self.terminal.width
        reckoning = table.board.ending(view, Canvas(width))
        rows = table.screen.top(view, None, Canvas(width, False), False)
        room = self.terminal.height - len(rows) - len(reckoning) - 4
        rows += table.screen.middle(min(room, view.seats + 1), width)
        self.terminal.show([*rows, rule("the end", width), *reckoning])
