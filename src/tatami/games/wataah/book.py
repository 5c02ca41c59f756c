"""What WAT-AAH! asks and tells: its questions, with the numbers of their options, and its log."""

from __future__ import annotations

from typing import Final

from tatami.engine.game import Alternative, Rulebook, Sort
from tatami.games.wataah.cards import BOSSES, CLANS, FACES, FIRST_YOKAI, POWERS, SHINOBI
from tatami.games.wataah.temple_court import COURT_NAMES, TEMPLE_NAMES

BOOK: Final = Rulebook("wataah")

SEATS: Final = ("s0", "s1", "s2", "s3")
SEAT: Final = Sort("seat", SEATS)
WHOM: Final = Sort("whom", SEATS)
WHOSE: Final = Sort("whose", SEATS)
"""A player who does something, to whom it is done, and whose something is: languages bend them."""
CLAN: Final = Sort("clan", CLANS)
POWER: Final = Sort("power", POWERS)
"""A power by the name of whose it is."""
CARD: Final = Sort("card", FACES[:SHINOBI])
YOKAI_CARD: Final = Sort("yokai", FACES[FIRST_YOKAI:SHINOBI])
TEMPLE_CARD: Final = Sort("temple", TEMPLE_NAMES)
COURT_CARD: Final = Sort("court", COURT_NAMES)
BOSS_CARD: Final = Sort("boss", tuple(name for name, _, _ in BOSSES))
DECOY_CARD: Final = Sort("decoy", ("first", "second", "third"))
RONIN_COUNT: Final = Sort("ronin", ("1", "2", "3"))
PAWN_COUNT: Final = Sort("pawns", ("1", "2", "3", "4"))
NUMBER: Final = Sort("number", ())
"""Any whole number, in sentences: it has no names and is written as it is."""

# -- a turn

DRAW: Final = BOOK.ask(
    "draw",
    "W6",
    Alternative("recruit"),
    Alternative("corrupt"),
    Alternative("dojo"),
    Alternative("market"),
    Alternative("no_draw"),
    Alternative("use", COURT_CARD),
)
RECRUIT: Final = 0
BE_CORRUPT: Final = 1
DOJO: Final = 2
MARKET: Final = 3
NO_DRAW: Final = 4
USE_AT_DRAW: Final = 5

DOJO_KEEP: Final = BOOK.ask("dojo.keep", "W28", Alternative("keep", CARD))

PLACE: Final = BOOK.ask(
    "place",
    "W7",
    Alternative("place_nothing"),
    Alternative("found", CLAN),
    Alternative("found_with", CLAN, RONIN_COUNT),
    Alternative("reinforce", CLAN),
    Alternative("summon", YOKAI_CARD),
    Alternative("use", COURT_CARD),
)
PLACE_NOTHING: Final = 0
FOUND: Final = 1
FOUND_WITH: Final = FOUND + 9
REINFORCE: Final = FOUND_WITH + 27
SUMMON: Final = REINFORCE + 9
USE_AT_PLACE: Final = SUMMON + 9

FOUND_CARDS: Final = BOOK.ask("place.cards", "W7", Alternative("card", CARD))
REINFORCE_CARDS: Final = BOOK.ask("reinforce.cards", "W8", Alternative("card", CARD))
SUMMON_ON: Final = BOOK.ask("summon.on", "W8", Alternative("on", CLAN))
TWIN: Final = BOOK.ask("twin", "W28", Alternative("add_nothing"), Alternative("add", CLAN, CARD))
ADD_NOTHING: Final = 0
ADD: Final = 1

DISCARD: Final = BOOK.ask(
    "discard",
    "W14",
    Alternative("discard", CARD),
    Alternative("keep_all"),
    Alternative("use", COURT_CARD),
)
KEEP_ALL: Final = SHINOBI
USE_AT_DISCARD: Final = SHINOBI + 1

# -- powers

CROW_CARDS: Final = BOOK.ask("crow.cards", "W15", Alternative("take", CARD))
TOAD_CARD: Final = BOOK.ask(
    "toad.card", "W16", Alternative("decline"), Alternative("card_of", WHOSE, CLAN, CARD)
)
TOAD_CLAN: Final = BOOK.ask(
    "toad.clan", "W16", Alternative("decline"), Alternative("clan_of", WHOSE, CLAN)
)
KAPPA_CLAN: Final = BOOK.ask(
    "kappa.clan", "W16", Alternative("decline"), Alternative("clan_of", WHOSE, CLAN)
)
DECLINE: Final = 0
SPIDER_CARD: Final = BOOK.ask("spider.card", "W16", Alternative("card_of", WHOSE, CLAN, CARD))
SPIDER_CLAN: Final = BOOK.ask("spider.clan", "W16", Alternative("clan_of", WHOSE, CLAN))
YUREI_CLAN: Final = BOOK.ask("yurei.clan", "W16", Alternative("clan_of", WHOSE, CLAN))
FOX_WHOM: Final = BOOK.ask("fox.whom", "W15", Alternative("with", WHOM))
FOX_CARDS: Final = BOOK.ask("fox.cards", "W15", Alternative("give", CARD))
HANDS_WHOM: Final = BOOK.ask("hands.whom", "W15", Alternative("with", WHOM))
KITSUNE_WHOM: Final = BOOK.ask("kitsune.whom", "W15", Alternative("with", WHOM))
DRAGON_KEEP: Final = BOOK.ask("dragon.keep", "W15", Alternative("keep", CARD))
SPIRIT_KEEP: Final = BOOK.ask("spirit.keep", "W15", Alternative("keep", CARD))
RAT_WHOM: Final = BOOK.ask("rat.whom", "W15", Alternative("at", WHOM))
RAT_CARDS: Final = BOOK.ask("rat.cards", "W15", Alternative("discard", CARD))
NEZUMI_WHOM: Final = BOOK.ask("nezumi.whom", "W15", Alternative("at", WHOM))
NEZUMI_CARDS: Final = BOOK.ask("nezumi.cards", "W15", Alternative("discard", CARD))
MONKEY_CLAN: Final = BOOK.ask("monkey.clan", "W18", Alternative("clan_of", WHOSE, CLAN))
KING_CLAN: Final = BOOK.ask("king.clan", "W18", Alternative("clan_of", WHOSE, CLAN))
GUARD: Final = BOOK.ask("guard", "W35", Alternative("let_it"), Alternative("cancel"))
LET_IT: Final = 0
CANCEL: Final = 1

# -- Court cards

PARDON_CARD: Final = BOOK.ask("pardon", "W38", Alternative("absolve", CARD))
MEMORY_CARD: Final = BOOK.ask("memory", "W38", Alternative("take", CARD))
INFORMER_LOOK: Final = BOOK.ask("informer", "W28", Alternative("peek", DECOY_CARD))
SPY_WHOM: Final = BOOK.ask("spy.whom", "W38", Alternative("at", WHOM))
SPY_CARD: Final = BOOK.ask("spy.card", "W38", Alternative("throw_out", CARD))
GIFT_WHOM: Final = BOOK.ask("gift.whom", "W38", Alternative("at", WHOM))

# -- the end of a round

BANNER_SHOW: Final = BOOK.ask(
    "banner", "W38", Alternative("show_nothing"), Alternative("show_banner")
)
SHOW_NOTHING: Final = 0
SHOW_BANNER: Final = 1
SHOSHO_TO: Final = BOOK.ask("shosho", "W26", Alternative("to", WHOM))
TEMPLE: Final = BOOK.ask(
    "temple", "W28", Alternative("peek", DECOY_CARD), Alternative("temple_cards")
)
TEMPLE_CARDS: Final = 3
TEMPLE_KEEP: Final = BOOK.ask("temple.keep", "W28", Alternative("keep_face_up", TEMPLE_CARD))
PAWNS_TO: Final = BOOK.ask(
    "pawns",
    "W29",
    Alternative("to_court"),
    Alternative("to_missions", PAWN_COUNT),
    Alternative("to_showdown", PAWN_COUNT),
)
TO_COURT: Final = 0
TO_MISSIONS: Final = 1
TO_SHOWDOWN: Final = 5
MISSION_LOOK: Final = BOOK.ask(
    "missions.look", "W31", Alternative("peek", DECOY_CARD), Alternative("no_peek")
)
NO_PEEK: Final = 3

# -- what is told

RESHUFFLES: Final = BOOK.say("reshuffles", "W2")
REVEALS: Final = BOOK.say("reveals", "W3", SEAT, CARD)
TIES: Final = BOOK.say("ties", "W3")
BEGINS: Final = BOOK.say("begins", "W3", SEAT)
ROUND_BEGINS: Final = BOOK.say("round_begins", "W33", SEAT, NUMBER)
NOTHING_TO_DRAW: Final = BOOK.say("nothing_to_draw", "W2", SEAT)
RECRUITS: Final = BOOK.say("recruits", "W6", SEAT)
IS_CORRUPT: Final = BOOK.say("is_corrupt", "W6", SEAT, CARD, NUMBER)
LOOKS_AT_TOP: Final = BOOK.say("looks_at_top", "W28", SEAT, NUMBER)
BUYS: Final = BOOK.say("buys", "W28", SEAT, CARD)
FOUNDS: Final = BOOK.say("founds", "W7", SEAT, CLAN, NUMBER)
REINFORCES: Final = BOOK.say("reinforces", "W8", SEAT, CLAN, NUMBER)
SUMMONS: Final = BOOK.say("summons", "W8", SEAT, CARD, CLAN)
PLACES_NOTHING: Final = BOOK.say("places_nothing", "W5", SEAT)
ADDS: Final = BOOK.say("adds", "W28", SEAT, CARD, CLAN)
FOURTH: Final = BOOK.say("fourth", "W20", SEAT)
DISCARDS: Final = BOOK.say("discards", "W14", SEAT, CARD)
KEEPS_ALL: Final = BOOK.say("keeps_all", "W28", SEAT)

NO_EFFECT: Final = BOOK.say("no_effect", "W11", SEAT, POWER)
DRAWS: Final = BOOK.say("draws", "W10", SEAT, NUMBER)
TAKES_BACK: Final = BOOK.say("takes_back", "W15", SEAT, CARD)
LOOKS: Final = BOOK.say("looks", "W15", SEAT, NUMBER, NUMBER)
AIMS_AT: Final = BOOK.say("aims_at", "W15", SEAT, POWER, WHOM)
AIMS_AT_CARD: Final = BOOK.say("aims_at_card", "W16", SEAT, POWER, WHOSE, CARD, CLAN)
AIMS_AT_CLAN: Final = BOOK.say("aims_at_clan", "W16", SEAT, POWER, WHOSE, CLAN)
DECLINES: Final = BOOK.say("declines", "W16", SEAT, POWER)
RETURNS: Final = BOOK.say("returns", "W16", WHOSE, CARD)
RETURNS_CLAN: Final = BOOK.say("returns_clan", "W17", WHOSE, CLAN)
DESTROYED: Final = BOOK.say("destroyed", "W16", WHOSE, CARD)
CLAN_DESTROYED: Final = BOOK.say("clan_destroyed", "W17", WHOSE, CLAN)
STRANDED: Final = BOOK.say("stranded", "W12", WHOSE, CLAN)
SWAPS: Final = BOOK.say("swaps", "W15", SEAT, WHOM, NUMBER)
SWAPS_HANDS: Final = BOOK.say("swaps_hands", "W15", SEAT, WHOM)
LOSES_CARDS: Final = BOOK.say("loses_cards", "W15", SEAT, NUMBER)
TENGU_STRIKES: Final = BOOK.say("tengu_strikes", "W10", NUMBER)
COPIES: Final = BOOK.say("copies", "W18", SEAT, CLAN, WHOSE)
CANCELS: Final = BOOK.say("cancels", "W35", SEAT)

USES: Final = BOOK.say("uses", "W38", SEAT, COURT_CARD)
PARDONED: Final = BOOK.say("pardoned", "W38", SEAT, CARD)
SPIES: Final = BOOK.say("spies", "W35", SEAT, WHOSE)
MUST_DISCARD: Final = BOOK.say("must_discard", "W36", SEAT, CARD)
GIFT_TO: Final = BOOK.say("gift_to", "W35", SEAT, WHOM)
GETS_GIFT: Final = BOOK.say("gets_gift", "W38", SEAT, CARD, NUMBER)
PEEKS: Final = BOOK.say("peeks", "W28", SEAT, DECOY_CARD)
DOES_NOT_PEEK: Final = BOOK.say("does_not_peek", "W31", SEAT)

LIMIT_REACHED: Final = BOOK.say("limit_reached", "W39")
STUCK: Final = BOOK.say("stuck", "W39")
BANNER_SHOWN: Final = BOOK.say("banner_shown", "W38", SEAT)
SCORES: Final = BOOK.say("scores", "W21", SEAT, NUMBER, NUMBER, NUMBER, NUMBER)
RANKED: Final = BOOK.say("ranked", "W25", SEAT, NUMBER, NUMBER)
SHOSHO_GOES: Final = BOOK.say("shosho_goes", "W26", WHOM)
TEMPLE_LOOK: Final = BOOK.say("temple_look", "W28", SEAT)
TEMPLE_KEPT: Final = BOOK.say("temple_kept", "W28", SEAT, TEMPLE_CARD)
SENDS_TO_COURT: Final = BOOK.say("sends_to_court", "W30", SEAT)
SENDS_TO_MISSIONS: Final = BOOK.say("sends_to_missions", "W31", SEAT, NUMBER)
SENDS_TO_SHOWDOWN: Final = BOOK.say("sends_to_showdown", "W32", SEAT, NUMBER)
BOSS_IS: Final = BOOK.say("boss_is", "W32", BOSS_CARD)
FINAL_POINTS: Final = BOOK.say("final_points", "W34", SEAT, NUMBER, NUMBER, NUMBER, NUMBER)

# -- what is told ahead, to the player who is about to place

WILL_BE_SMALL: Final = BOOK.say("will_be_small", "W10", CLAN)
WILL_BE_BIG: Final = BOOK.say("will_be_big", "W10", CLAN)
WILL_BE_YOKAI: Final = BOOK.say("will_be_yokai", "W10", CARD)
WILL_BE_NOTHING: Final = BOOK.say("will_be_nothing", "W10")
WILL_END: Final = BOOK.say("will_end", "W20")
