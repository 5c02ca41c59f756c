"""The cards of War of Clans, with where each number comes from."""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine.rules import Book, Face, Kind
from tatami.games.words import read_words

Clan = NewType("Clan", int)

CLANS: Final = ("Takeda", "Uesugi", "Mori", "Oda", "Hojo")
"""[sourced] The five clans; Mori is Mōri and Hojo is Go-Hōjō, spelled plainly for notation."""
TROOPS: Final = 11
"""[sourced + derived] Troop cards of each clan, all equal."""
NINJAS: Final = 3
"""[book] Ninja cards."""

WORDS: Final = read_words("tatami.games.clans")
BOOK: Final = Book("clans", WORDS)

CLAN: Final[Kind[Clan]] = Kind("clan", CLANS)
TROOP: Final = BOOK.faces("{}", CLAN)
"""By clan: its troop card."""
NINJA: Final = BOOK.face("Ninja")
LOYALTY_CARD: Final = BOOK.faces("{}-loyalty", CLAN)
"""By clan: its loyalty card. [book] One for each clan."""
CREST: Final[dict[Face, Clan]] = {TROOP[clan]: clan for clan in CLAN.all} | {
    LOYALTY_CARD[clan]: clan for clan in CLAN.all
}
"""The crest on a card: the clan of a troop card or of a loyalty card; a ninja has none."""


def blue_cards() -> list[Face]:
    """C3: the 58 cards with a blue back: 55 troops and 3 ninjas."""
    return [troop for troop in TROOP for _ in range(TROOPS)] + [NINJA] * NINJAS


BLUE_CARDS: Final = len(blue_cards())


def red_cards() -> list[Face]:
    """C1: the 5 cards with a red back: the loyalties."""
    return LOYALTY_CARD
