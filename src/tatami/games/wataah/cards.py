"""The cards of Shinobi WAT-AAH!, with where each number comes from.

Faces are declared in the order of the tables in docs/rules/wataah.md: the Clan cards by clan and
strength, the Ronin, the Yokai, the Temple, the Court and the Bosses.
"""

from __future__ import annotations

from typing import Final, NamedTuple, NewType, TypeVar

from tatami.engine.rules import NO_FACE, UNPRINTED, Book, Face, Kind
from tatami.games.wataah.temple_court import COURT_NAMES, TEMPLE_NAMES
from tatami.games.words import read_words

V = TypeVar("V")
Clan = NewType("Clan", int)
PowerName = NewType("PowerName", int)
"""A power by the name of whose it is."""

STRENGTHS: Final = {
    "Monkey": (1, 1, 1, 1, 2, 2, 2, 2, 3),
    "Carp": (1, 1, 2, 2, 3, 3, 4, 4, 5),
    "Crow": (2, 2, 2, 3, 3, 3, 4, 4, 4),
    "Toad": (1, 1, 3, 3, 3, 4, 4, 4, 4),
    "Spider": (3, 3, 3, 3, 4, 4, 4, 4, 4),
    "Fox": (2, 3, 3, 3, 4, 4, 4, 4, 5),
    "Dragon": (3, 3, 3, 4, 4, 4, 4, 5, 5),
    "Rat": (3, 3, 3, 4, 4, 4, 5, 5, 5),
    "Bear": (6, 6, 6, 6, 6, 6, 6, 6, 6),
}
"""[sourced] The strengths of each clan's nine cards."""
CLANS: Final = tuple(STRENGTHS)

RONINS: Final = 4
"""[sourced] Ronin cards, of strength 1 each."""
RONIN_STRENGTH: Final = 1


class Yokai(NamedTuple):
    """A Yokai: its strength, and the clan whose big power it has, if it has one's."""

    name: str
    strength: int
    big_power_of: str | None


YOKAI: Final = (
    Yokai("Dragon-Spirit", 5, big_power_of="Dragon"),
    Yokai("Yurei", 1, big_power_of="Spider"),
    Yokai("Kitsune", 3, big_power_of="Fox"),
    Yokai("Kappa", 3, big_power_of="Toad"),
    Yokai("Tengu", 3, big_power_of=None),
    Yokai("Monkey-King", 1, big_power_of="Monkey"),
    Yokai("Old-Hermit", 3, big_power_of="Carp"),
    Yokai("Nezumi", 3, big_power_of="Rat"),
    Yokai("Oni", 8, big_power_of=None),
)
"""[book] One of each; [sourced] name, strength and power.

Tengu has a power of its own; Oni has none.
"""

FIVE_OR_MORE: Final = 5


class Boss(NamedTuple):
    """W32: a Boss: its damage, and the points of a player by the pawns that are left."""

    name: str
    damage: int
    points: dict[int, int]


BOSSES: Final = (
    Boss("Dark-Shogun", damage=0, points={0: 0, 1: 50, 2: 50, 3: 50, 4: 50, FIVE_OR_MORE: 50}),
    Boss("Gaijins", damage=0, points={0: -30, 1: -30, 2: -30, 3: 30, 4: 60, FIVE_OR_MORE: 90}),
    Boss("Grugazor", damage=2, points={0: 0, 1: 30, 2: 60, 3: 90, 4: 120, FIVE_OR_MORE: 120}),
    Boss("Ma-Maho", damage=0, points={0: -50, 1: -10, 2: -20, 3: -30, 4: -40, FIVE_OR_MORE: -50}),
    Boss("Zombies", damage=1, points={0: -30, 1: 0, 2: 0, 3: 0, 4: 0, FIVE_OR_MORE: 0}),
)
"""[book] W32"""

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

WORDS: Final = read_words("tatami.games.wataah")
BOOK: Final = Book("wataah", WORDS)

# -- clans

CLAN: Final[Kind[Clan]] = Kind("clan", CLANS)
MONKEY: Final = CLAN.named("Monkey")
CARP: Final = CLAN.named("Carp")
CROW: Final = CLAN.named("Crow")
TOAD: Final = CLAN.named("Toad")
SPIDER: Final = CLAN.named("Spider")
FOX: Final = CLAN.named("Fox")
DRAGON: Final = CLAN.named("Dragon")
RAT: Final = CLAN.named("Rat")
BEAR: Final = CLAN.named("Bear")
NO_CLAN: Final = CLAN.none
"""The clan of Ronin and Yokai."""

# -- faces

CLAN_FACES: Final = tuple(
    [(clan, strength) for clan in CLAN.all for strength in sorted(set(STRENGTHS[CLANS[clan]]))]
)
"""The different Clan cards: each a clan and a strength."""
CLAN_CARD: Final = {
    (clan, strength): BOOK.face(f"{CLANS[clan]}-{strength}") for clan, strength in CLAN_FACES
}
"""The face of each."""
RONIN: Final = BOOK.face("Ronin")
YOKAI_CARD: Final = BOOK.cards("yokai", tuple([yokai.name for yokai in YOKAI]))
CARD: Final = BOOK.cards_of("card", [*CLAN_CARD.values(), RONIN, *YOKAI_CARD.all])
"""The faces of the Shinobi deck: 27 Clan cards, the Ronin, 9 Yokai."""
TEMPLE_CARD: Final = BOOK.cards("temple", TEMPLE_NAMES)
COURT_CARD: Final = BOOK.cards("court", COURT_NAMES)
BOSS_CARD: Final = BOOK.cards("boss", tuple([boss.name for boss in BOSSES]))
FACES: Final = tuple(BOOK.face_names)

TENGU: Final = YOKAI_CARD.named("Tengu")
ONI: Final = YOKAI_CARD.named("Oni")
NO_CARD: Final = NO_FACE
"""Where there is no card, or none that can be seen."""

NO_STRENGTH: Final = UNPRINTED
"""On cards that are not of the Shinobi deck."""
STRENGTH: Final = BOOK.by_face(
    {CLAN_CARD[clan, strength]: strength for clan, strength in CLAN_FACES}
    | {RONIN: RONIN_STRENGTH}
    | {YOKAI_CARD.named(yokai.name): yokai.strength for yokai in YOKAI},
    NO_STRENGTH,
)
"""The strength on each card."""
CLAN_ON: Final = BOOK.by_face({CLAN_CARD[clan, one]: clan for clan, one in CLAN_FACES}, NO_CLAN)
"""The clan on each card; none on Ronin and Yokai."""
IS_CLAN_CARD: Final = BOOK.by_face(dict.fromkeys(CLAN_CARD.values(), True), False)
"""Which cards are real Clan cards."""
IS_YOKAI: Final = BOOK.by_face(dict.fromkeys(YOKAI_CARD.all, True), False)
"""Which cards are Yokai."""
HAS_BIG_POWER_OF: Final = {
    YOKAI_CARD.named(yokai.name): CLAN.named(yokai.big_power_of)
    for yokai in YOKAI
    if yokai.big_power_of is not None
}
"""W10: the clan whose big power a Yokai has. Not among them: Tengu, with its own, and Oni."""
BOSS: Final = {BOSS_CARD.named(boss.name): boss for boss in BOSSES}
"""W32: the Boss on each card."""

# -- powers

POWERS: Final = (*CLANS, *YOKAI_CARD.names)
POWER: Final[Kind[PowerName]] = Kind("power", POWERS)
"""W10: in whose name a power is applied: a clan's, or a Yokai's, which speaks for itself."""
NAME_OF_CLAN_POWER: Final = {CLAN.named(name): POWER.named(name) for name in CLANS}
NAME_OF_YOKAI_POWER: Final = {
    YOKAI_CARD.named(name): POWER.named(name) for name in YOKAI_CARD.names
}

Size = NewType("Size", int)
"""W10: what was triggered, a small power or a big one."""
SIZE: Final[Kind[Size]] = Kind("size", ("small", "big"))
SMALL: Final = SIZE.named("small")
BIG: Final = SIZE.named("big")


def by_name(different: dict[str, V]) -> dict[PowerName, V]:
    """What differs where a power is applied in the name of a clan, or of the Yokai that has it."""
    return {POWER.named(name): thing for name, thing in different.items()}


def shinobi_cards() -> list[Face]:
    """The 94 cards of the common deck: 81 Clan cards, 4 Ronin, 9 Yokai."""
    clans = [CLAN_CARD[clan, strength] for clan in CLAN.all for strength in STRENGTHS[CLANS[clan]]]
    return clans + [RONIN] * RONINS + YOKAI_CARD.all
