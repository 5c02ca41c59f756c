"""Fair deals that anyone can check.

Before a table deals, its server commits to a secret by publishing the SHA-256 of it. Every
player's browser may then add randomness of its own, a *share*. The deal's seed is the SHA-256 of
a short text that holds the secret, the table, the game and its rules version, the seats, the
options and the shares. The secret is revealed when the game has ended, and whoever has the record
can compute the same seed. The server cannot choose a deal after it has seen a share, and no player
can choose one without the secret.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

from tatami.engine.record import Record

SECRET_BYTES: Final = 32
NO_SHARE: Final = "-"
SHARE: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")
"""A share is 16 to 64 bytes in hexadecimal."""


def new_secret() -> str:
    """A secret for one table, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is published before the deal: the SHA-256 of the secret's bytes."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def is_share(text: str) -> bool:
    """Whether a text can be a player's share."""
    return SHARE.fullmatch(text) is not None


def deal_text(
    secret: str,
    table: str,
    game: str,
    version: int,
    options: dict[str, str],
    shares: list[str],
) -> str:
    """The text whose SHA-256 is the seed. ``shares`` has one entry a seat, ``-`` for none."""
    chosen = " ".join(f"{name}={value}" for name, value in sorted(options.items())) or "-"
    lines = [
        "tatami deal 1",
        f"secret: {secret}",
        f"table: {table}",
        f"game: {game} {version}",
        f"options: {chosen}",
        f"seats: {len(shares)}",
        f"shares: {' '.join(shares)}",
    ]
    return "\n".join(lines) + "\n"


def deal_seed(text: str) -> bytes:
    """The seed of a deal, from its text."""
    return sha256(text.encode()).digest()


def why_unfair(found: Record) -> str:
    """What does not fit in a record's proof of its deal, in one sentence; empty where all fits."""
    notes = found.notes
    missing = [name for name in ("table", "commit", "secret", "shares") if name not in notes]
    if missing:
        return f"the record carries no proof of its deal: it has no line '{missing[0]}:'"
    try:
        if commitment(notes["secret"]) != notes["commit"]:
            return "the secret is not the one that was committed to before the deal"
    except ValueError:
        return "the secret is not hexadecimal"
    shares = notes["shares"].split(" ")
    if len(shares) != found.seats or not all(s == NO_SHARE or is_share(s) for s in shares):
        return "the shares of the players are not one a seat"
    text = deal_text(
        notes["secret"], notes["table"], found.game, found.version, found.options, shares
    )
    if deal_seed(text) != found.seed:
        return "the seed does not come from the secret and the shares"
    return ""
