"""Lines from a person, or from whatever stands in for one."""

from __future__ import annotations

import contextlib
import sys
import time

from tatami.cli.term import Terminal, is_tty


class Keyboard:
    """Asks for lines on a terminal; ``EOFError`` where there are no more."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.tty = is_tty(sys.stdin)
        if self.tty and terminal.cursor:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (input() then edits lines)

    def ask(self, prompt: str) -> str:
        """One line, without the blanks around it."""
        if sys.stdin is None:
            raise EOFError
        self.terminal.stream.flush()
        try:
            return input(f"{prompt} ").strip()
        except (RuntimeError, ValueError):
            raise EOFError from None

    def wait(self, seconds: float) -> None:
        """Let the person look; nobody looks where there is no terminal."""
        if self.tty and self.terminal.tty and seconds > 0:
            time.sleep(seconds)
