"""What WAT-AAH! tells: the sentences of its log, and what it says ahead. See ``World.tell``."""

from __future__ import annotations

from typing import Final

from tatami.games.wataah.cards import (
    BOOK,
    BOSS_CARD,
    CARD,
    CLAN,
    COURT_CARD,
    POWER,
    TEMPLE_CARD,
)
from tatami.games.wataah.sorts import DECOY, NUMBER, SEAT, WHOM, WHOSE

CARDS: Final = NUMBER
ROUND: Final = NUMBER
PAWNS: Final = NUMBER
RANK: Final = NUMBER
SEEN, KEPT = NUMBER, NUMBER
IN_FRONT, CORRUPTION, ADDED, SCORE = NUMBER, NUMBER, NUMBER, NUMBER
OF_COURT, OF_MISSIONS, OF_SHOWDOWN, POINTS = NUMBER, NUMBER, NUMBER, NUMBER
"""What the numbers in a sentence count."""

# -- set-up and turns

RESHUFFLES: Final = BOOK.sentence("reshuffles", "W2")
REVEALS: Final = BOOK.sentence("reveals", "W3", SEAT, CARD)
TIES: Final = BOOK.sentence("ties", "W3")
BEGINS: Final = BOOK.sentence("begins", "W3", SEAT)
ROUND_BEGINS: Final = BOOK.sentence("round_begins", "W33", SEAT, ROUND)
NOTHING_TO_DRAW: Final = BOOK.sentence("nothing_to_draw", "W2", SEAT)
RECRUITS: Final = BOOK.sentence("recruits", "W6", SEAT)
IS_CORRUPT: Final = BOOK.sentence("is_corrupt", "W6", SEAT, CARD, CARDS)
LOOKS_AT_TOP: Final = BOOK.sentence("looks_at_top", "W28", SEAT, SEEN)
BUYS: Final = BOOK.sentence("buys", "W28", SEAT, CARD)
PLACES_CLAN: Final = BOOK.sentence("founds", "W7", SEAT, CLAN, CARDS)
REINFORCES: Final = BOOK.sentence("reinforces", "W8", SEAT, CLAN, CARDS)
SUMMONS: Final = BOOK.sentence("summons", "W8", SEAT, CARD, CLAN)
PLACES_NOTHING: Final = BOOK.sentence("places_nothing", "W5", SEAT)
ADDS: Final = BOOK.sentence("adds", "W28", SEAT, CARD, CLAN)
FOURTH: Final = BOOK.sentence("fourth", "W20", SEAT)
DISCARDS: Final = BOOK.sentence("discards", "W14", SEAT, CARD)
KEEPS_ALL: Final = BOOK.sentence("keeps_all", "W28", SEAT)

NO_EFFECT: Final = BOOK.sentence("no_effect", "W11", SEAT, POWER)
DRAWS: Final = BOOK.sentence("draws", "W10", SEAT, CARDS)
TAKES_BACK: Final = BOOK.sentence("takes_back", "W15", SEAT, CARD)
LOOKS: Final = BOOK.sentence("looks", "W10", SEAT, SEEN, KEPT)
AIMS_AT: Final = BOOK.sentence("aims_at", "W15", SEAT, POWER, WHOM)
AIMS_AT_CARD: Final = BOOK.sentence("aims_at_card", "W16", SEAT, POWER, WHOSE, CARD, CLAN)
AIMS_AT_CLAN: Final = BOOK.sentence("aims_at_clan", "W16", SEAT, POWER, WHOSE, CLAN)
DECLINES: Final = BOOK.sentence("declines", "W16", SEAT, POWER)
RETURNS: Final = BOOK.sentence("returns", "W16", WHOSE, CARD)
RETURNS_CLAN: Final = BOOK.sentence("returns_clan", "W17", WHOSE, CLAN)
DESTROYED: Final = BOOK.sentence("destroyed", "W16", WHOSE, CARD)
CLAN_DESTROYED: Final = BOOK.sentence("clan_destroyed", "W17", WHOSE, CLAN)
STRANDED: Final = BOOK.sentence("stranded", "W12", WHOSE, CLAN)
SWAPS: Final = BOOK.sentence("swaps", "W15", SEAT, WHOM, CARDS)
SWAPS_HANDS: Final = BOOK.sentence("swaps_hands", "W15", SEAT, WHOM)
LOSES_CARDS: Final = BOOK.sentence("loses_cards", "W15", SEAT, CARDS)
TENGU_STRIKES: Final = BOOK.sentence("tengu_strikes", "W10", CARDS)
COPIES: Final = BOOK.sentence("copies", "W18", SEAT, CLAN, WHOSE)
CANCELS: Final = BOOK.sentence("cancels", "W35", SEAT)

USES: Final = BOOK.sentence("uses", "W38", SEAT, COURT_CARD)
PARDONED: Final = BOOK.sentence("pardoned", "W38", SEAT, CARD)
SPIES: Final = BOOK.sentence("spies", "W35", SEAT, WHOSE)
FOUND_BY_SPY: Final = BOOK.sentence("must_discard", "W36", SEAT, CARD)
GIFT_TO: Final = BOOK.sentence("gift_to", "W35", SEAT, WHOM)
GETS_GIFT: Final = BOOK.sentence("gets_gift", "W38", SEAT, CARD, CARDS)
PEEKS: Final = BOOK.sentence("peeks", "W28", SEAT, DECOY)
DOES_NOT_PEEK: Final = BOOK.sentence("does_not_peek", "W28", SEAT)

LIMIT_REACHED: Final = BOOK.sentence("limit_reached", "W39")
STUCK: Final = BOOK.sentence("stuck", "W39")
BANNER_SHOWN: Final = BOOK.sentence("banner_shown", "W38", SEAT)
SCORES: Final = BOOK.sentence("scores", "W21", SEAT, IN_FRONT, CORRUPTION, ADDED, SCORE)
RANKED: Final = BOOK.sentence("ranked", "W25", SEAT, RANK, PAWNS)
SHOSHO_GOES: Final = BOOK.sentence("shosho_goes", "W26", WHOM)
VISITS_TEMPLE: Final = BOOK.sentence("temple_look", "W28", SEAT)
TEMPLE_KEPT: Final = BOOK.sentence("temple_kept", "W28", SEAT, TEMPLE_CARD)
SENDS_TO_COURT: Final = BOOK.sentence("sends_to_court", "W30", SEAT)
SENDS_TO_MISSIONS: Final = BOOK.sentence("sends_to_missions", "W31", SEAT, PAWNS)
SENDS_TO_SHOWDOWN: Final = BOOK.sentence("sends_to_showdown", "W32", SEAT, PAWNS)
BOSS_IS: Final = BOOK.sentence("boss_is", "W32", BOSS_CARD)
FINAL_POINTS: Final = BOOK.sentence(
    "final_points", "W34", SEAT, OF_COURT, OF_MISSIONS, OF_SHOWDOWN, POINTS
)

# -- what is told ahead, to the player who is about to place

WILL_BE_SMALL: Final = BOOK.sentence("will_be_small", "W10", CLAN)
WILL_BE_BIG: Final = BOOK.sentence("will_be_big", "W10", CLAN)
WILL_BE_YOKAI: Final = BOOK.sentence("will_be_yokai", "W10", CARD)
WILL_BE_NOTHING: Final = BOOK.sentence("will_be_nothing", "W10")
WILL_END: Final = BOOK.sentence("will_end", "W20")

# -- where one has placed something before; numbers of sentences stay, so it stands last

PLACES_NO_MORE: Final = BOOK.sentence("places_no_more", "W38", SEAT)
