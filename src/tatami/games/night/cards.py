"""The cards and tokens of Night of the Ninja, with where each comes from."""

from __future__ import annotations

from typing import Final, NamedTuple, NewType

from tatami.engine.rules import Book, Face, Kind, numbers
from tatami.games.words import read_words

Phase = NewType("Phase", int)
Side = NewType("Side", int)
"""What a House card says: a House, or the Ronin."""
Called = NewType("Called", int)
"""What a claim calls a Ninja card: by its phase, or by its name."""

WORDS: Final = read_words("tatami.games.night")
BOOK: Final = Book("night", WORDS)

# -- Ninja cards: six numbers of each of five phases, then three that are played out of sequence

PHASES: Final = ("Spy", "Mystic", "Trickster", "Blind-Assassin", "Shinobi")
PHASE: Final[Kind[Phase]] = Kind("phase", PHASES)
"""[book] The five phases of the night, in order."""
SPY: Final = PHASE.named("Spy")
MYSTIC: Final = PHASE.named("Mystic")
TRICKSTER: Final = PHASE.named("Trickster")
ASSASSIN: Final = PHASE.named("Blind-Assassin")
SHINOBI: Final = PHASE.named("Shinobi")
NUMBER: Final = numbers("number", 1, 6)
"""[sourced] Cards of each phase, numbered 1 to 6."""

SPIES: Final = BOOK.faces("Spy-{}", NUMBER)
MYSTICS: Final = BOOK.faces("Mystic-{}", NUMBER)
SHAPESHIFTER: Final = BOOK.face("Shapeshifter")
GRAVE_DIGGER: Final = BOOK.face("Grave-Digger")
TROUBLEMAKER: Final = BOOK.face("Troublemaker")
MERCHANT: Final = BOOK.face("Spirit-Merchant")
THIEF: Final = BOOK.face("Thief")
JUDGE: Final = BOOK.face("Judge")
"""[sourced] The Tricksters 1 to 6."""
ASSASSINS: Final = BOOK.faces("Blind-Assassin-{}", NUMBER)
SHINOBIS: Final = BOOK.faces("Shinobi-{}", NUMBER)
MONK: Final = BOOK.face("Mirror-Monk")
MARTYR: Final = BOOK.face("Martyr")
MASTERMIND: Final = BOOK.face("Mastermind")

TRICKSTERS: Final = [SHAPESHIFTER, GRAVE_DIGGER, TROUBLEMAKER, MERCHANT, THIEF, JUDGE]
CARDS_OF: Final = {
    SPY: SPIES,
    MYSTIC: MYSTICS,
    TRICKSTER: TRICKSTERS,
    ASSASSIN: ASSASSINS,
    SHINOBI: SHINOBIS,
}
"""The cards of each phase, from the lowest number to the highest."""
REACTIONS: Final = [MONK, MARTYR]
"""N19. The Monk comes first: it saves its holder."""

CARD: Final = BOOK.cards_of(
    "card", [*SPIES, *MYSTICS, *TRICKSTERS, *ASSASSINS, *SHINOBIS, MONK, MARTYR, MASTERMIND]
)
"""[book] The 33 Ninja cards, each of them once."""

PHASE_OF: Final = {card: phase for phase, cards in CARDS_OF.items() for card in cards}
"""The phase of a Ninja card; the three out of sequence have none."""
NUMBER_OF: Final = {
    card: number
    for cards in CARDS_OF.values()
    for number, card in zip(NUMBER.all, cards, strict=True)
}
"""N7: the number that says when a card of a phase is resolved."""

CALLED: Final[Kind[Called]] = Kind("kind", (*PHASES, "Mirror-Monk", "Martyr", "Mastermind"))
CALLED_OF: Final = {card: CALLED.named(PHASE.names[phase]) for card, phase in PHASE_OF.items()} | {
    MONK: CALLED.named("Mirror-Monk"),
    MARTYR: CALLED.named("Martyr"),
    MASTERMIND: CALLED.named("Mastermind"),
}
"""What a claim calls a Ninja card."""

# -- House cards

HOUSE_NAMES: Final = ("Crane", "Lotus")
SIDE: Final[Kind[Side]] = Kind("side", (*HOUSE_NAMES, "Ronin"))
CRANE: Final = SIDE.named("Crane")
LOTUS: Final = SIDE.named("Lotus")
NO_HOUSE: Final = SIDE.named("Ronin")
"""The Ronin belongs to no House."""
WINNER: Final[Kind[Side]] = Kind("winner", HOUSE_NAMES)
"""The Houses alone, which come first of all sides and so are the same things here."""
HOUSES: Final = WINNER.all
assert [CRANE, LOTUS] == HOUSES, "a House that wins is the side of that name"
OTHER_HOUSE: Final = {CRANE: LOTUS, LOTUS: CRANE}
RANK: Final = numbers("rank", 1, 5)
"""[sourced] Ranks of each House; 1 is the best."""

CRANES: Final = BOOK.faces("Crane-{}", RANK)
LOTUSES: Final = BOOK.faces("Lotus-{}", RANK)
RONIN: Final = BOOK.face("Ronin")

HOUSE_CARD: Final = BOOK.cards_of("house", [*CRANES, *LOTUSES, RONIN])

RANKED: Final = {CRANE: CRANES, LOTUS: LOTUSES}
"""The House cards of each House, from the best rank down."""
SIDE_OF: Final = {card: side for side, cards in RANKED.items() for card in cards} | {
    RONIN: NO_HOUSE
}
"""What a House card says."""
RANK_OF: Final = {
    card: rank for cards in RANKED.values() for rank, card in zip(RANK.all, cards, strict=True)
}
"""The rank of a House card; the Ronin has none."""

# -- Honor tokens

LEAST_WORTH: Final = 2
MOST_WORTH: Final = 4
WORTHS: Final = numbers("worth", LEAST_WORTH, MOST_WORTH)
TWO, THREE, FOUR = WORTHS.all
HONOR: Final = dict(zip(WORTHS.all, BOOK.faces("Honor-{}", WORTHS), strict=True))
"""[book] The tokens by their worth: 2, 3 or 4."""
TOKEN: Final = BOOK.cards_of("token", [*HONOR.values()])
WORTH: Final[dict[int, int]] = {token: worth for worth, token in HONOR.items()}
"""What each Honor token counts."""

TOKENS_IN_ALL: Final = 35
"""[book] Whatever the split."""


class Split(NamedTuple):
    """How many tokens are worth 2, 3 and 4."""

    twos: int
    threes: int
    fours: int


SPLITS: Final = (Split(12, 12, 11), Split(20, 10, 5), Split(5, 10, 20))
"""[reconstructed] An option of the table, the first is the default."""

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


def houses_for(members: int) -> list[Face]:
    """N1: equal numbers of Crane and Lotus from rank 1 upward, the Ronin where it is odd."""
    worst = members // len(HOUSES)
    every = [card for house in HOUSES for card in RANKED[house]]
    ronin = [RONIN] if members % len(HOUSES) else []
    return [card for card in every if RANK_OF[card] <= worst] + ronin


def honor_tokens(split: Split) -> list[Face]:
    """N2: the tokens in the bag, in the split of the table."""
    twos, threes = [HONOR[TWO]] * split.twos, [HONOR[THREE]] * split.threes
    return twos + threes + [HONOR[FOUR]] * split.fours
