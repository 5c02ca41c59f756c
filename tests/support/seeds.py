"""Where tests get what they cannot foresee: from the name of the test that runs.

Every run of a test then sees the same tokens, shares, ids and deals, whichever tests ran before it
and in whichever process.
"""

from __future__ import annotations

import base64
from collections import Counter
from hashlib import sha256

_test = "no test"
_drawn: Counter[str] = Counter()


def begin(test: str) -> None:
    """A test begins: all is drawn from its name from now on."""
    global _test
    _test = test
    _drawn.clear()


def running() -> str:
    """The test that runs: the seed of all it draws."""
    return _test


def draw(what: str) -> bytes:
    """32 bytes for this purpose, others at every call."""
    _drawn[what] += 1
    return sha256(f"{_test} | {what} | {_drawn[what]}".encode()).digest()


def token(name: str) -> str:
    """What proves to be a person of that name in this test."""
    return base64.urlsafe_b64encode(draw(f"token {name}")).rstrip(b"=").decode()


def share(name: str) -> str:
    """The randomness that a person adds to a deal."""
    return draw(f"share {name}").hex()[:32]
