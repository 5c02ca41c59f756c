"""All that the log of War of Clans can say."""

from __future__ import annotations

from typing import Final

from tatami.games.clans.cards import BOOK, CLAN
from tatami.games.clans.zones import PROVINCE, SEAT

STARTS: Final = BOOK.sentence("starts", "C3", SEAT)
DEPLOYS: Final = BOOK.sentence("deploys", "C6", SEAT, CLAN, PROVINCE)
STRIKES: Final = BOOK.sentence("strikes", "C7", SEAT, CLAN, PROVINCE)
NO_FIRST: Final = BOOK.sentence("no_first", "C8", SEAT)
PLAYS: Final = BOOK.sentence("plays", "C9", SEAT, CLAN)
MOVES: Final = BOOK.sentence("moves", "C9", SEAT, CLAN, PROVINCE, PROVINCE)
"""Who, which clan, from where, to where."""
NO_SECOND: Final = BOOK.sentence("no_second", "C10", SEAT)
ATTACKS: Final = BOOK.sentence("attacks", "C11", SEAT, CLAN, CLAN, PROVINCE)
"""Who, with which clan, which clan, in which province."""
NO_ATTACK: Final = BOOK.sentence("no_attack", "C11", SEAT)
LAST_CARD: Final = BOOK.sentence("last_card", "C15", SEAT)
REVEALS: Final = BOOK.sentence("reveals", "C16", SEAT, CLAN)
