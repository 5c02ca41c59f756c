"""Who and what the questions, the log and the zones of WAT-AAH! speak of, beside the cards."""

from __future__ import annotations

from typing import Final, NewType

from tatami.engine import rules
from tatami.engine.rules import Kind, Pairs
from tatami.games.wataah.cards import CLAN

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
"""W1"""
MOST_CARDS: Final = 4
"""W9: in a clan."""
FEWEST_CARDS: Final = 2
"""W7: in a new clan, Ronin included."""
FEWEST_REAL: Final = 1
"""W7: among them, Clan cards."""
MOST_RONIN: Final = MOST_CARDS - FEWEST_REAL
"""W7, W9: in a new clan."""
CARDS_FOR_SMALL: Final = 2
CARDS_FOR_BIG: Final = 3
"""W10: so many cards placed, or more, trigger the power."""
PAWNS_BY_RANK: Final = {
    2: {1: 4, 2: 2},
    3: {1: 4, 2: 3, 3: 1},
    4: {1: 4, 2: 3, 3: 2, 4: 1},
}
"""W25: for each number of players, the pawns that each rank wins in a round."""
MOST_PAWNS: Final = max([max(pawns.values()) for pawns in PAWNS_BY_RANK.values()])
SEAT: Final = rules.seats_of(MOST_PLAYERS)
WHOM: Final = rules.seats_of(MOST_PLAYERS, "whom")
WHOSE: Final = rules.seats_of(MOST_PLAYERS, "whose")
"""A player who does something, to whom it is done, and whose something is: languages bend them."""

Placed = NewType("Placed", int)
"""A clan as it lies in front of a player: whose it is, and which."""
PLACED: Final[Pairs[Placed]] = Pairs(WHOSE, CLAN)
OWNER_OF: Final = PLACED.each(WHOSE)
"""W17: the player it lies in front of."""
CLAN_OF: Final = PLACED.each(CLAN)
IN_FRONT_OF: Final = PLACED.of
"""The nine clans that can lie in front of each player: ``IN_FRONT_OF[me][clan]`` is one's own."""

Decoy = NewType("Decoy", int)
DECOY: Final[Kind[Decoy]] = Kind(
    "decoy", ("first", "second", "third"), label=lambda decoy, seats: str(decoy)
)
"""W23: three of the Bosses."""

Edict = NewType("Edict", int)
EDICT: Final[Kind[Edict]] = Kind("edict", ("both", "lesson"))
"""W38: what a Court card grants for the rest of a turn: to place both, or that 2 cards are big."""
PLACE_BOTH: Final = EDICT.named("both")
TWO_ARE_BIG: Final = EDICT.named("lesson")

RONIN_COUNT: Final = rules.numbers("ronin", 1, MOST_RONIN)
"""How many Ronin stand in a new clan, where any do."""
PAWN_COUNT: Final = rules.numbers("pawns", 1, MOST_PAWNS)
"""W29: how many pawns go to a location."""
NUMBER: Final[Kind[int]] = Kind("number", ())
"""Any whole number, in sentences: it has no names and is written as it is."""
