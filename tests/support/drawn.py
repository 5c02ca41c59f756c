"""The chance of a house in a test: everything comes from the name of the test that runs."""

from __future__ import annotations

import base64

from tatami.tables.chance import CODE_LENGTH, CODE_SIGNS, Chance
from tests.support import seeds


class Drawn(Chance):
    """What a house cannot foresee, drawn from the name of the test that runs."""

    def draw(self, what: str) -> bytes:
        """32 bytes for this purpose, others at every call."""
        return seeds.draw(what)

    def _text(self, what: str, size: int) -> str:
        return base64.urlsafe_b64encode(self.draw(what)).decode()[:size]

    def table(self) -> str:
        """An id that begins with a letter or digit, as every new one does."""
        found = self._text("table", 16)
        return found if found[0].isalnum() else self.table()

    def code(self) -> str:
        """A code."""
        signs = [CODE_SIGNS[one % len(CODE_SIGNS)] for one in self.draw("code")]
        return "".join(signs[:CODE_LENGTH])

    def secret(self) -> str:
        """A secret."""
        return self.draw("secret").hex()

    def key(self) -> str:
        """A key."""
        return self.draw("key").hex()

    def token(self) -> str:
        """A token."""
        return self._text("token", 43)

    def link(self) -> str:
        """A link."""
        return self._text("link", 24)
