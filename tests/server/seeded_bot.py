"""The remote bot of examples/ without luck: `python -m tests.server.seeded_bot SEED ...`."""

from __future__ import annotations

import random
import runpy
import secrets
import sys
from collections.abc import Callable
from hashlib import sha256

from tests.support.serving import ROOT


def drawn(seed: str) -> Callable[..., str]:
    """Something unforeseen that is the same in every run, others at every call."""
    dice = random.Random(seed)
    return lambda size=32: sha256(str(dice.random()).encode()).hexdigest()[: 2 * size]


if __name__ == "__main__":
    seed = sys.argv.pop(1)
    random.seed(seed)
    secrets.token_bytes = random.Random(f"bytes {seed}").randbytes  # type: ignore[assignment]
    secrets.token_hex = drawn(f"hex {seed}")
    secrets.token_urlsafe = drawn(f"text {seed}")
    runpy.run_path(str(ROOT / "examples" / "remote_bot.py"), run_name="__main__")
