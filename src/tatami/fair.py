"""Deals that nobody can choose, and that anyone can check.

Everybody commits first: the server to a secret, then every player's browser to randomness of its
own, a *share*, having seen the server's commitment. When all commitments lie open, the shares are
opened; the secret stays closed until the game has ended. The seed is the SHA-256 of a short text
that holds all of them, the table, the number of the start, the game and its rules version, the
options and who sits where. Whoever opens last may know what would come of it, but can change
nothing: a share fits its commitment, or it is none. See docs/protocol.md, "Fair deals".

Games that were dealt before players committed have a record of format 1, whose proof is read here
too.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from tatami.engine.record import Record

SECRET_BYTES: Final = 32
NO_SHARE: Final = "-"
SHARE: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")
"""A share is 16 to 64 bytes in hexadecimal."""
COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
START: Final = re.compile(r"[1-9][0-9]{0,8}")


def new_secret() -> str:
    """A secret for one start, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def is_share(text: str) -> bool:
    """Whether a text can be a player's share."""
    return SHARE.fullmatch(text) is not None


def is_commitment(text: str) -> bool:
    """Whether a text can be a commitment."""
    return COMMITMENT.fullmatch(text) is not None


def _digest(*lines: str) -> str:
    return sha256(_text(*lines).encode()).hexdigest()


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def promise(table: str, start: int, secret: str) -> str:
    """The server's commitment to the secret of one start."""
    return _digest("tatami secret 2", f"table: {table}", f"start: {start}", f"secret: {secret}")


def pledge(table: str, start: int, seat: int, promised: str, share: str) -> str:
    """A player's commitment to a share; it names the server's, which came before it."""
    return _digest(
        "tatami share 2",
        f"table: {table}",
        f"start: {start}",
        f"seat: {seat}",
        f"commit: {promised}",
        f"share: {share}",
    )


@dataclass(frozen=True)
class Terms:
    """What is dealt, to whom: all of a deal but its randomness."""

    table: str
    start: int
    game: str
    version: int
    options: dict[str, str] = field(default_factory=dict)
    names: Sequence[str] = ()
    """Who sits where."""


def options_text(options: dict[str, str]) -> str:
    """The options that differ from their default, as texts and records have them."""
    return " ".join(f"{name}={value}" for name, value in sorted(options.items())) or "-"


def deal_text(terms: Terms, secret: str, shares: Sequence[str]) -> str:
    """The text whose SHA-256 is the seed. ``shares`` has one entry a seat, ``-`` for none."""
    return _text(
        "tatami deal 2",
        f"table: {terms.table}",
        f"start: {terms.start}",
        f"game: {terms.game} {terms.version}",
        f"options: {options_text(terms.options)}",
        f"secret: {secret}",
        *(
            f"seat {at}: {share} {name}"
            for at, (share, name) in enumerate(zip(shares, terms.names, strict=True))
        ),
    )


def deal_seed(text: str) -> bytes:
    """The seed of a deal, from its text."""
    return sha256(text.encode()).digest()


# -- before players committed


def commitment_1(secret: str) -> str:
    """The server's commitment of format 1: the SHA-256 of the secret's bytes."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def deal_text_1(
    secret: str, table: str, game: str, version: int, options: dict[str, str], shares: Sequence[str]
) -> str:
    """The text of format 1."""
    return _text(
        "tatami deal 1",
        f"secret: {secret}",
        f"table: {table}",
        f"game: {game} {version}",
        f"options: {options_text(options)}",
        f"seats: {len(shares)}",
        f"shares: {' '.join(shares)}",
    )


# -- the proof in a record


NEEDED: Final = {
    1: ("table", "commit", "secret", "shares"),
    2: ("table", "seated", "start", "commit", "commits", "secret", "shares"),
}
"""The lines of a record that prove its deal, by its format."""


def why_unfair(found: Record) -> str:
    """What does not fit in a record's proof of its deal, in one sentence; empty where all fits."""
    notes = found.notes
    missing = [name for name in NEEDED[found.format] if name not in notes]
    if missing:
        return f"the record carries no proof of its deal: it has no line '{missing[0]}:'"
    shares = notes["shares"].split(" ")
    if len(shares) != found.seats or not all(s == NO_SHARE or is_share(s) for s in shares):
        return "the shares of the players are not one a seat"
    return _why_unfair_1(found, shares) if found.format == 1 else _why_unfair_2(found, shares)


def _why_unfair_2(found: Record, shares: list[str]) -> str:
    notes = found.notes
    names = names_of(notes["seated"])
    if names is None or len(names) != found.seats or not START.fullmatch(notes["start"]):
        return "the record does not say who sat where when it was dealt"
    void = voids_of(found)
    if void is None or len(void) + 1 != int(notes["start"]):
        return "the starts that were void are not as many as the number of the start says"
    secret, terms = notes["secret"], terms_of(found, names)
    if promise(terms.table, terms.start, secret) != notes["commit"]:
        return "the secret is not the one that was committed to before the deal"
    wanted = [
        NO_SHARE if one == NO_SHARE else pledge(terms.table, terms.start, at, notes["commit"], one)
        for at, one in enumerate(shares)
    ]
    if " ".join(wanted) != notes["commits"]:
        return "a share is not the one that its player committed to before the deal"
    return _why_other_seed(found, deal_text(terms, secret, shares))


def terms_of(found: Record, names: Sequence[str]) -> Terms:
    """What was dealt, to whom, by a record of format 2."""
    start = int(found.notes["start"])
    return Terms(found.notes["table"], start, found.game, found.version, found.options, names)


def _why_unfair_1(found: Record, shares: list[str]) -> str:
    notes = found.notes
    try:
        if commitment_1(notes["secret"]) != notes["commit"]:
            return "the secret is not the one that was committed to before the deal"
    except ValueError:
        return "the secret is not hexadecimal"
    given = (notes["secret"], notes["table"], found.game, found.version, found.options, shares)
    return _why_other_seed(found, deal_text_1(*given))


def _why_other_seed(found: Record, text: str) -> str:
    if deal_seed(text) != found.seed:
        return "the seed does not come from the secret and the shares"
    return ""


def voids_of(found: Record) -> list[list[str]] | None:
    """Whose share was missing at each void start of a record's table; None where it is unclear."""
    notes = found.notes
    try:
        rows = json.loads(notes.get("void", "[]"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or not re.fullmatch(
        r"0|[1-9][0-9]{0,8}", notes.get("void-before", "0")
    ):
        return None
    names = [names_of(json.dumps(row)) for row in rows]
    return None if None in names else [row for row in names if row is not None]


def names_of(text: str) -> list[str] | None:
    """A list of names as a record spells it; None where it is none."""
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(names, list) and all(isinstance(n, str) and n.isprintable() for n in names)
    return names if fits else None
