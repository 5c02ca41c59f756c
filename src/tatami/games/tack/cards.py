"""The cards, tokens and signs of Ninjaaa'Tack (T1, T6)."""

from __future__ import annotations

from typing import Final

CLANS: Final = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
"""T1: the clans in their order, which breaks ties."""
KINDS: Final = len(CLANS)
COPIES: Final = 4
"""T1: the cards of a clan; so many make a clan complete (T8)."""
WOLF_COPIES: Final = 3
"""T20: what a lone wolf needs."""
HAND_SIZE: Final = 4
TOKEN_COPIES: Final = 10
TO_WIN: Final = 3
"""T17: the colours that win."""

NUMBERS: Final = ("One", "Two", "Three")
NOW: Final = "Now"
MEANINGS: Final = (*CLANS, *NUMBERS, NOW)
"""T6: what a gesture can mean on a code sheet: a clan, how many of it, or *now*."""
FIRST_NUMBER: Final = KINDS
NOW_AT: Final = len(MEANINGS) - 1

GESTURES: Final = (
    "wink",
    "nod",
    "shake",
    "nose",
    "ear",
    "chin",
    "yawn",
    "cough",
    "smile",
    "frown",
    "shrug",
    "glance",
)
"""T6: the palette; a code sheet gives each gesture one meaning."""
SHORT_WORDS: Final = (*(word.lower() for word in MEANINGS), "wait", "yes", "no", "danger")
"""T6: short words; the first ones mean in plain speech what a sheet can mean."""

FACES: Final = (
    *CLANS,
    *(f"{clan}-token" for clan in CLANS),
    *(f"Sign-{meaning}" for meaning in MEANINGS),
)
TOKEN: Final = KINDS
"""The face of the first clan's token; the others follow."""
MEANING: Final = 2 * KINDS
"""The face of the first meaning on a code sheet."""
TOKENS: Final = FACES[TOKEN:MEANING]


def clan_cards() -> list[int]:
    """T1: 32 cards, four of each clan."""
    return [clan for clan in range(KINDS) for _ in range(COPIES)]


def tokens() -> list[int]:
    """T1: 80 tokens, ten of each colour."""
    return [TOKEN + clan for clan in range(KINDS) for _ in range(TOKEN_COPIES)]


def sheet() -> list[int]:
    """T6: the meanings of one code sheet."""
    return [MEANING + at for at in range(len(MEANINGS))]


def counts_of(faces: list[int] | tuple[int, ...]) -> list[int]:
    """How many of each clan lie among some faces."""
    found = [0] * KINDS
    for face in faces:
        if 0 <= face < KINDS:
            found[face] += 1
    return found
