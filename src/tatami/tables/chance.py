"""What nobody can foresee, and the time: all that makes two runs of a server differ.

A house is given both when it is made. A test gives it others, so that every run of a test sees the
same game; no setting of a server does.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Final

from tatami.fair import new_secret

CODE_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No I, O, 0 or 1: a code is read aloud."""
CODE_LENGTH: Final = 6


class Chance:
    """Ids, codes, secrets and tokens, from the system's own randomness."""

    def table(self) -> str:
        """An id for a table. It begins with a letter or digit: ``-`` would begin an option."""
        found = secrets.token_urlsafe(12)
        return found if found[0].isalnum() else self.table()

    def code(self) -> str:
        """A short code for a table."""
        return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))

    def secret(self) -> str:
        """The server's part of one table's deal."""
        return new_secret()

    def key(self) -> str:
        """What signs records, in hexadecimal."""
        return secrets.token_hex(32)

    def token(self) -> str:
        """What proves to be a person."""
        return secrets.token_urlsafe(32)

    def link(self) -> str:
        """What moves a seat to another device, once."""
        return secrets.token_urlsafe(18)


class Timepiece:
    """Milliseconds since 1970: what the wall said at the start, counted on from there.

    A wall clock can be set forward or back while a game goes on; what was counted cannot.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._passed = passed
        self._began = wall() - passed()

    def now(self) -> int:
        """The time now."""
        return int((self._began + self._passed()) * 1000)
