"""The cards and tokens of Night of the Ninja, with where each comes from."""

from __future__ import annotations

from typing import Final

# -- Ninja cards: six numbers of each of five phases, then three that are played out of sequence

SPY: Final = 0
MYSTIC: Final = 6
TRICKSTER: Final = 12
ASSASSIN: Final = 18
SHINOBI: Final = 24
"""The first face of each phase; the card numbered n is n - 1 further on."""
NUMBERS: Final = 6
"""[sourced] Cards of each phase, numbered 1 to 6."""

SHAPESHIFTER: Final = 12
GRAVE_DIGGER: Final = 13
TROUBLEMAKER: Final = 14
MERCHANT: Final = 15
THIEF: Final = 16
JUDGE: Final = 17
"""[sourced] The Tricksters 1 to 6."""

MONK: Final = 30
MARTYR: Final = 31
MASTERMIND: Final = 32
NINJAS: Final = 33
"""[book] How many Ninja cards there are, each of them once."""

PHASES: Final = ("Spy", "Mystic", "Trickster", "Blind-Assassin", "Shinobi")
"""[book] The five phases of the night, in order."""
TRICKSTERS: Final = (
    "Shapeshifter",
    "Grave-Digger",
    "Troublemaker",
    "Spirit-Merchant",
    "Thief",
    "Judge",
)
REACTIONS: Final = (MONK, MARTYR)

NINJA_FACES: Final = (
    *(f"Spy-{number}" for number in range(1, 7)),
    *(f"Mystic-{number}" for number in range(1, 7)),
    *TRICKSTERS,
    *(f"Blind-Assassin-{number}" for number in range(1, 7)),
    *(f"Shinobi-{number}" for number in range(1, 7)),
    "Mirror-Monk",
    "Martyr",
    "Mastermind",
)
KINDS: Final = (*PHASES, "Mirror-Monk", "Martyr", "Mastermind")
"""What a claim calls a Ninja card: by its phase, or by its name."""

# -- House cards

CRANE: Final = 33
LOTUS: Final = 38
RONIN: Final = 43
RANKS: Final = 5
"""[sourced] Ranks of each House; 1 is the best. The card of rank r is r - 1 further on."""
HOUSES: Final = ("Crane", "Lotus")
SIDES: Final = (*HOUSES, "Ronin")
NO_HOUSE: Final = 2
"""The side of the Ronin, who belongs to no House."""

HOUSE_FACES: Final = (
    *(f"Crane-{rank}" for rank in range(1, 6)),
    *(f"Lotus-{rank}" for rank in range(1, 6)),
    "Ronin",
)

# -- Honor tokens

TOKEN: Final = 44
"""The token worth v is the face ``TOKEN + v - 2``."""
TOKENS: Final = 35
"""[book] How many there are, worth 2, 3 or 4."""
SPLITS: Final = ((12, 12, 11), (20, 10, 5), (5, 10, 20))
"""[reconstructed] How many of each worth: an option of the table, the first is the default."""
TOKEN_FACES: Final = ("Honor-2", "Honor-3", "Honor-4")

FACES: Final = (*NINJA_FACES, *HOUSE_FACES, *TOKEN_FACES)

PROVENANCE: Final = {
    "houses": "sourced",
    "spy": "sourced",
    "mystic": "sourced",
    "tricksters": "sourced",
    "blind assassin": "sourced",
    "shinobi": "sourced",
    "mirror monk": "sourced",
    "martyr": "sourced",
    "mastermind": "sourced",
    "tokens": "book",
    "split": "reconstructed",
    "pair": "reconstructed",
}


def phase_of(face: int) -> int:
    """The phase of a Ninja card, from 0; 5 for the three that are played out of sequence."""
    return face // NUMBERS


def number_of(face: int) -> int:
    """N7: the number that says when a card of a phase is resolved."""
    return face % NUMBERS + 1


def kind_of(face: int) -> int:
    """What a claim calls a Ninja card: its place in KINDS."""
    return phase_of(face) if face < MONK else 5 + face - MONK


def side_of(face: int) -> int:
    """The House of a House card: 0 Crane, 1 Lotus, 2 the Ronin."""
    return (face - CRANE) // RANKS


def rank_of(face: int) -> int:
    """The rank of a House card; 1 is the best."""
    return (face - CRANE) % RANKS + 1


def house_cards(members: int) -> list[int]:
    """N1: equal numbers of Crane and Lotus from rank 1 upward, the Ronin where it is odd."""
    ranks = members // 2
    cards = [CRANE + rank for rank in range(ranks)] + [LOTUS + rank for rank in range(ranks)]
    return cards + ([RONIN] if members % 2 else [])


def ninja_cards() -> list[int]:
    """N2: the 33 Ninja cards."""
    return list(range(NINJAS))


def honor_tokens(split: int) -> list[int]:
    """N2: the tokens in the bag, in the split of the table."""
    return [TOKEN + at for at, number in enumerate(SPLITS[split]) for _ in range(number)]
