"""Night of the Ninja: what the log tells, in sentences about members, players and cards."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Kind, Seat, Words
from tatami.games.night.cards import BOOK, CARD, HOUSE_CARD, PHASE, WINNER
from tatami.games.night.members import SEAT, WHICH
from tatami.games.night.spots import SPOKEN_OF

WHOM_SEAT: Final[Kind[Seat]] = Kind("whom", SEAT.names)
WHOSE_SEAT: Final[Kind[Seat]] = Kind("whose", SEAT.names)
"""To whom something is done, and whose something is: languages bend them, and say *you*."""
WHO: Final = Words((SEAT, WHICH), SPOKEN_OF)
WHOM: Final = Words((WHOM_SEAT, WHICH), SPOKEN_OF)
WHOSE: Final = Words((WHOSE_SEAT, WHICH), SPOKEN_OF)
"""A member, as who acts, to whom it is done, and whose it is."""

NIGHTFALL: Final = BOOK.sentence("nightfall", "N3")
PASSES: Final = BOOK.sentence("passes", "N4")
DISCARDS: Final = BOOK.sentence("discards", "N4")
PHASE_BEGINS: Final = BOOK.sentence("phase_begins", "N6", PHASE)
NO_CARDS: Final = BOOK.sentence("no_cards", "N7")
PLAYS: Final = BOOK.sentence("plays", "N7", WHO, CARD)
VOID: Final = BOOK.sentence("void", "N10", WHO, CARD)
LOOKS: Final = BOOK.sentence("looks", "N13", WHO, WHOSE)
LOOKS_TWICE: Final = BOOK.sentence("looks_twice", "N16", WHO, WHOSE)
SHIFTS: Final = BOOK.sentence("shifts", "N17", WHO, WHOM, WHOM)
DIGS: Final = BOOK.sentence("digs", "N18", WHO)
TURNS_UP: Final = BOOK.sentence("turns_up", "N3", WHO, HOUSE_CARD)
LOOKS_TOKEN: Final = BOOK.sentence("looks_token", "N23", WHO, WHOSE_SEAT)
TRADES: Final = BOOK.sentence("trades", "N23", WHO, WHOM_SEAT)
NO_TRADE: Final = BOOK.sentence("no_trade", "N23", WHO)
ROBS: Final = BOOK.sentence("robs", "N22", WHO, WHOM_SEAT)
NO_ROB: Final = BOOK.sentence("no_rob", "N22", WHO)
ATTACKS: Final = BOOK.sentence("attacks", "N19", WHO, WHOM)
SPARES: Final = BOOK.sentence("spares", "N15", WHO, WHOM)
NO_TARGET: Final = BOOK.sentence("no_target", "N14", WHO)
REFLECTS: Final = BOOK.sentence("reflects", "N19", WHO)
DIES: Final = BOOK.sentence("dies", "N10", WHO)
UNMASKS: Final = BOOK.sentence("unmasks", "N28", WHO)
HOUSE_WINS: Final = BOOK.sentence("house_wins", "N25", WINNER)
NO_HOUSE_WINS: Final = BOOK.sentence("no_house_wins", "N28")
ALL_TIED: Final = BOOK.sentence("all_tied", "N25")
DRAWS: Final = BOOK.sentence("draws", "N26", SEAT)
BAG_EMPTY: Final = BOOK.sentence("bag_empty", "N29", SEAT)
CLAIMS_VICTORY: Final = BOOK.sentence("claims", "N30", SEAT)
COUNTED: Final = BOOK.sentence("counted", "N29")
