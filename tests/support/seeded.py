"""A server whose every run is the same: ids, codes, secrets and tokens come from the test's name.

`python -m tests.support.seeded FILE serve ...` is `tatami serve ...` with a chance of its own. FILE
names the test that runs and is read at every draw, so that tests that share a server still see
the same games when they run alone.
"""

from __future__ import annotations

import base64
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from tatami.cli import main, serve
from tatami.server.chance import CODE_LENGTH, CODE_SIGNS, Chance


class SeededChance(Chance):
    """Draws from the name that stands in a file, and from how often it has drawn."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seed = ""
        self._drawn: Counter[str] = Counter()

    def _draw(self, what: str) -> bytes:
        seed = self._file.read_text(encoding="utf-8")
        if seed != self._seed:
            self._seed = seed
            self._drawn.clear()
        self._drawn[what] += 1
        return sha256(f"{seed} | {what} | {self._drawn[what]}".encode()).digest()

    def _text(self, what: str, size: int) -> str:
        return base64.urlsafe_b64encode(self._draw(what)).decode()[:size]

    def table(self) -> str:
        """An id that begins with a letter or digit, as every new one does."""
        found = self._text("table", 16)
        return found if found[0].isalnum() else self.table()

    def code(self) -> str:
        """A code."""
        return "".join(CODE_SIGNS[one % len(CODE_SIGNS)] for one in self._draw("code"))[
            :CODE_LENGTH
        ]

    def secret(self) -> str:
        """A secret."""
        return self._draw("secret").hex()

    def key(self) -> str:
        """A key."""
        return self._draw("key").hex()

    def token(self) -> str:
        """A token."""
        return self._text("token", 43)

    def link(self) -> str:
        """A link."""
        return self._text("link", 24)


def run(chance: Chance, argv: list[str]) -> int:
    """The command ``tatami serve`` with that chance."""
    command = serve.serve
    serve.serve = lambda args: command(args, chance)  # type: ignore[assignment]  # it is the point
    return main(argv)


if __name__ == "__main__":
    sys.exit(run(SeededChance(Path(sys.argv[1])), sys.argv[2:]))
