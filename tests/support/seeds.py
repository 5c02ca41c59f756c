"""Where tests get what they cannot foresee: from the name of the test that runs.

Every run of a test then sees the same tokens, shares, ids and deals, whichever tests ran before it
and in whichever process.
"""

from __future__ import annotations

import base64
import os
from collections import Counter
from hashlib import sha256

SEED = "TATAMI_SEED"
"""Where `make soak` puts a number that stands for other people, deals and moments."""

_test = "no test"
_drawn: Counter[str] = Counter()


def begin(test: str) -> None:
    """A test begins: all is drawn from its name from now on."""
    global _test
    _test = f"{test} {os.environ[SEED]}" if SEED in os.environ else test
    _drawn.clear()


def running() -> str:
    """The test that runs: the seed of all it draws."""
    return _test


def another(seed: int) -> int:
    """A seed that a test names; another one where `make soak` says so."""
    return seed + int(os.environ.get(SEED, "0"))


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
