"""The cards of Shinobi WAT-AAH!, with where each number comes from.

A face is a number: Clan cards by clan and strength, in the order of the tables in
docs/rules/wataah.md, then the Ronin, the Yokai, the Temple, the Court and the Bosses.
"""

from __future__ import annotations

from typing import Final

from tatami.games.wataah.temple_court import COURT_NAMES, TEMPLE_NAMES

CLANS: Final = ("Monkey", "Carp", "Crow", "Toad", "Spider", "Fox", "Dragon", "Rat", "Bear")
MONKEY: Final = 0
CARP: Final = 1
CROW: Final = 2
TOAD: Final = 3
SPIDER: Final = 4
FOX: Final = 5
DRAGON: Final = 6
RAT: Final = 7
BEAR: Final = 8

STRENGTHS: Final = (
    (1, 1, 1, 1, 2, 2, 2, 2, 3),
    (1, 1, 2, 2, 3, 3, 4, 4, 5),
    (2, 2, 2, 3, 3, 3, 4, 4, 4),
    (1, 1, 3, 3, 3, 4, 4, 4, 4),
    (3, 3, 3, 3, 4, 4, 4, 4, 4),
    (2, 3, 3, 3, 4, 4, 4, 4, 5),
    (3, 3, 3, 4, 4, 4, 4, 5, 5),
    (3, 3, 3, 4, 4, 4, 5, 5, 5),
    (6, 6, 6, 6, 6, 6, 6, 6, 6),
)
"""[sourced] The strengths of each clan's nine cards."""

RONINS: Final = 4
"""[sourced] Ronin cards, of strength 1 each."""

YOKAI: Final = (
    ("Dragon-Spirit", 5, DRAGON),
    ("Yurei", 1, SPIDER),
    ("Kitsune", 3, FOX),
    ("Kappa", 3, TOAD),
    ("Tengu", 3, -1),
    ("Monkey-King", 1, MONKEY),
    ("Old-Hermit", 3, CARP),
    ("Nezumi", 3, RAT),
    ("Oni", 8, BEAR),
)
"""[book] One of each; [sourced] name, strength, and the clan whose big power it has.

Tengu, marked -1, has a power of its own; Oni has none, like the Bear.
"""

BOSSES: Final = (
    ("Dark-Shogun", 0, (0, 50, 50, 50, 50, 50)),
    ("Gaijins", 0, (-30, -30, -30, 30, 60, 90)),
    ("Grugazor", 2, (0, 30, 60, 90, 120, 120)),
    ("Ma-Maho", 0, (-50, -10, -20, -30, -40, -50)),
    ("Zombies", 1, (-30, 0, 0, 0, 0, 0)),
)
"""[book] W32: name, damage, and points by the pawns that are left (the last: 5 or more)."""

PROVENANCE: Final = {
    "strengths": "sourced",
    "small powers": "sourced",
    "big powers": "sourced",
    "big power of the Dragon": "derived",
    "big power of the Monkey": "derived",
    "ronin": "sourced",
    "yokai": "book + sourced",
    "tengu destroys itself": "ruling",
    "bosses": "book",
    "temple": "reconstructed",
    "court": "reconstructed",
}

# -- faces

CLAN_FACES: Final = tuple(
    (clan, strength) for clan in range(9) for strength in sorted(set(STRENGTHS[clan]))
)
"""The different Clan cards, as (clan, strength)."""
RONIN: Final = len(CLAN_FACES)
FIRST_YOKAI: Final = RONIN + 1
SHINOBI: Final = FIRST_YOKAI + len(YOKAI)
"""How many faces the Shinobi deck has: 27 Clan cards, the Ronin, 9 Yokai."""
FIRST_TEMPLE: Final = SHINOBI
FIRST_COURT: Final = FIRST_TEMPLE + len(TEMPLE_NAMES)
FIRST_BOSS: Final = FIRST_COURT + len(COURT_NAMES)

FACES: Final = (
    *(f"{CLANS[clan]}-{strength}" for clan, strength in CLAN_FACES),
    "Ronin",
    *(name for name, _, _ in YOKAI),
    *TEMPLE_NAMES,
    *COURT_NAMES,
    *(name for name, _, _ in BOSSES),
)

TENGU: Final = FACES.index("Tengu")

STRENGTH: Final = [strength for _, strength in CLAN_FACES] + [1] + [s for _, s, _ in YOKAI]
"""The strength of each face of the Shinobi deck."""
CLAN_OF: Final = [clan for clan, _ in CLAN_FACES] + [-1] * (1 + len(YOKAI))
"""The clan of each face of the Shinobi deck; -1 for Ronin and Yokai."""
KIND_OF: Final = [clan for clan, _ in CLAN_FACES] + [9] + [10] * len(YOKAI)
"""What a face can be used for: its clan, 9 for Ronin, 10 for Yokai."""
POWER_OF: Final = [-1] * FIRST_YOKAI + [clan for _, _, clan in YOKAI]
"""W10: the clan whose big power a Yokai has, by face."""


POWERS: Final = (*CLANS, *[name for name, _, _ in YOKAI])
"""Whose powers there are: each clan's, then each Yokai's, which speaks in its own name."""
BY_YOKAI: Final = 2
"""How a power is triggered: by 2 cards (0), by more (1), or by its Yokai, which has the big one."""


def yokai_with(clan: int) -> int:
    """The Yokai that has a clan's big power, as a number in ``POWERS``; the clan where none has."""
    clans = [one for _, _, one in YOKAI]
    return len(CLANS) + clans.index(clan) if clan in clans else clan


def power_of(clan: int, big: int) -> int:
    """W10: in whose name a power is applied, as a number in ``POWERS``."""
    return yokai_with(clan) if big == BY_YOKAI else clan


def shinobi_cards() -> list[int]:
    """The 94 cards of the common deck: 81 Clan cards, 4 Ronin, 9 Yokai."""
    faces = [CLAN_FACES.index((clan, s)) for clan in range(9) for s in STRENGTHS[clan]]
    return faces + [RONIN] * RONINS + list(range(FIRST_YOKAI, SHINOBI))


def by_weight(face: int) -> int:
    """How cards that arrive together lie: weakest first; of equals, as the tables list them."""
    return STRENGTH[face] * SHINOBI + face
