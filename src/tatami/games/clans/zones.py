"""The table of War of Clans (C3, C4), and who sees what of it (C19)."""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine import rules
from tatami.engine.rules import Kind, Pairs, Seat, Sight
from tatami.games.clans.cards import BOOK, CLAN, CREST, NINJA, Clan, blue_cards, red_cards

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 5
"""C1: 3 to 5 players."""
HAND_SIZE: Final = 4
"""C3, C14: the cards that one draws up to."""

# -- provinces and armies

Province = NewType("Province", int)
Army = NewType("Army", int)
"""C4: a clan in a province. C11: an army only while it has cards; C12: protected even without."""

SEAT: Final = rules.seats_of(MOST_PLAYERS)
PROVINCE: Final[Kind[Province]] = rules.one_each(MOST_PLAYERS, "province", "province-")
HOME: Final[dict[Seat, Province]] = dict(zip(SEAT.all, PROVINCE.all, strict=True))
"""C4: the province before a player."""
ARMIES: Final[Pairs[Army]] = Pairs(PROVINCE, CLAN)
"""C4: cards of one clan in one province are one army; here are all that could be."""
PROVINCE_OF: Final = ARMIES.each(PROVINCE)
CLAN_OF: Final = ARMIES.each(CLAN)

# -- places

DECK: Final = BOOK.pile("deck", rules.HIDDEN, start=blue_cards())
"""C3: how many cards it has is public (C19), which ones nobody knows."""
DISCARD: Final = BOOK.pile("discard", rules.OPEN)
"""C3: public, and never shuffled into the deck again."""
LOYALTIES: Final = BOOK.pile("loyalties", rules.HIDDEN, start=red_cards())
"""C2: in the end those that were not dealt, which nobody sees."""
HAND: Final = BOOK.hand("hand", each=SEAT)
LOYALTY: Final = BOOK.row("loyalty", rules.OWNER, each=SEAT)
ARMY: Final = BOOK.row("army", rules.OPEN, each=ARMIES)
"""C4: the cards of an army; its strength is their number."""

# -- what is public besides

SHIELDED: Final = BOOK.marks("shielded", each=ARMIES)
"""C12: the armies that cannot be attacked this turn."""
LAST: Final = BOOK.holder("last", SEAT)
"""C15: who drew the last card, and is the last to play."""

# -- words of the rules


def serves(s: Sight, seat: Seat) -> Clan:
    """C1: the clan on a player's loyalty card."""
    return CREST[s.top(LOYALTY[seat])]


def army(province: Province, clan: Clan) -> Army:
    """C4: the army of a clan in a province."""
    return ARMIES.of[province][clan]


def places_at(province: Province) -> list[Army]:
    """C4: where the armies of a province stand, one place for each clan, with cards or without."""
    return ARMIES.of[province]


def armies_elsewhere(s: Sight, me: Seat) -> list[Army]:
    """C4, C11: every army, with cards as armies are, outside one's own province."""
    return s.with_cards(ARMIES.elsewhere(s, HOME[me]), ARMY)


def provinces_elsewhere(s: Sight, me: Seat) -> list[Province]:
    """C6: every province except one's own."""
    return PROVINCE.but(s, HOME[me])


def troops_in_hand(s: Sight, me: Seat) -> list[Clan]:
    """The clans of which a player holds a troop card."""
    return [CREST[card] for card in s.kinds_in(HAND[me]) if card != NINJA]
