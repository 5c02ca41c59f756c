"""The cards of War of Clans, with where each number comes from."""

from __future__ import annotations

from typing import Final

CLANS: Final = ("Takeda", "Uesugi", "Mori", "Oda", "Hojo")
"""[sourced] The five clans; Mori is Mōri and Hojo is Go-Hōjō, spelled plainly for notation."""
NINJA: Final = 5
TROOPS: Final = 11
"""[sourced + derived] Troop cards of each clan, all equal."""
NINJAS: Final = 3
"""[book] Ninja cards."""
LOYALTY: Final = 6
"""The loyalty card of a clan is the face ``LOYALTY + clan``. [book] One for each clan."""

FACES: Final = (*CLANS, "Ninja", *(f"{clan}-loyalty" for clan in CLANS))

PROVENANCE: Final = {
    "clans": "sourced",
    "troops": "sourced + derived",
    "ninjas": "book",
    "loyalties": "book",
}


def blue_cards() -> list[int]:
    """The 58 cards with a blue back: 55 troops and 3 ninjas."""
    return [clan for clan in range(len(CLANS)) for _ in range(TROOPS)] + [NINJA] * NINJAS


def red_cards() -> list[int]:
    """The 5 cards with a red back: the loyalties."""
    return [LOYALTY + clan for clan in range(len(CLANS))]
