"""The cards and tokens of Ninjaaa'Tack (T1), and the signs, gestures and words of T6."""

from __future__ import annotations

from typing import Final, TypeAlias

from tatami.engine.rules import Book, Face, Kind
from tatami.games.words import read_words

WORDS: Final = read_words("tatami.games.tack")
BOOK: Final = Book("tack", WORDS)

Clan: TypeAlias = Face
"""A card shows its clan, and nothing else."""
Counted: TypeAlias = dict[Clan, int]
"""How many cards of each clan somebody holds."""
Token: TypeAlias = Face
"""A token has the colour of a clan."""
Sign: TypeAlias = Face
"""What a gesture means, on a code sheet."""

CLANS: Final = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
"""T1: the clans in their order, which breaks ties."""
COPIES: Final = 4
"""T1: the cards of a clan; so many make a clan complete (T8)."""
WOLF_COPIES: Final = 3
"""T20: what a lone wolf needs."""
HAND_SIZE: Final = 4
"""T3."""
TOKEN_COPIES: Final = 10
"""T1: the tokens of each colour."""
TO_THROW: Final = 2
"""T13: the tokens of one clan of which one can be thrown."""
TO_WIN: Final = 3
"""T17: the colours that win."""

CLAN: Final[Kind[Clan]] = BOOK.cards("clan", CLANS)
TOKEN: Final[Kind[Token]] = BOOK.cards("token", tuple([f"{clan}-token" for clan in CLANS]))
TOKEN_OF: Final[dict[Clan, Token]] = dict(zip(CLAN.all, TOKEN.all, strict=True))

# -- T6: what can be signalled, and how; what a bot makes of it is in ``reading``

NUMBERS: Final = {"One": 1, "Two": 2, "Three": 3}
MEANINGS: Final = (*CLANS, *NUMBERS, "Now")
"""What can be signalled: a clan, how many of it, or *now*."""
SIGNS: Final[list[Sign]] = [BOOK.face(f"Sign-{meaning}") for meaning in MEANINGS]
"""The signs of a code sheet, one for each meaning."""

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
"""The palette, a gesture for each sign; which for which, a code sheet says."""
GESTURE: Final[Kind[int]] = Kind("gesture", GESTURES)

PLAIN_WORDS: Final = tuple([meaning.lower() for meaning in MEANINGS])
"""The words for what can be signalled too."""
WORD: Final[Kind[int]] = Kind("word", (*PLAIN_WORDS, "wait", "yes", "no", "danger"))


def clan_cards() -> list[Clan]:
    """T1: 32 cards, four of each clan."""
    return [clan for clan in CLAN.all for _ in range(COPIES)]


def tokens() -> list[Token]:
    """T1: 80 tokens, ten of each colour."""
    return [token for token in TOKEN.all for _ in range(TOKEN_COPIES)]


def counted(cards: list[Face] | tuple[Face, ...]) -> Counted:
    """How many of each clan there are among some cards, those that cannot be seen left out."""
    found = dict.fromkeys(CLAN.all, 0)
    for card in cards:
        if card in found:
            found[card] += 1
    return found
