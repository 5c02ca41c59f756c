"""What WAT-AAH! asks: its questions, and the verbs that answer them.

Where a power is asked about in the name of its clan or of the Yokai that has it, there is a verb
for each name (``by_name``).
"""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Option
from tatami.games.wataah.cards import (
    BOOK,
    CARD,
    CLAN,
    COURT_CARD,
    TEMPLE_CARD,
    YOKAI_CARD,
    Clan,
    by_name,
)
from tatami.games.wataah.sorts import DECOY, PAWN_COUNT, PLACED, RONIN_COUNT, WHOM

# -- a turn

DRAW: Final = BOOK.question("draw", "W6")
RECRUIT: Final = DRAW.verb("recruit")
BE_CORRUPT: Final = DRAW.verb("corrupt")
DOJO: Final = DRAW.verb("dojo")
MARKET: Final = DRAW.verb("market")
NO_DRAW: Final = DRAW.verb("no_draw")
USE_AT_DRAW: Final = DRAW.verb("use", COURT_CARD)

DOJO_KEEP: Final = BOOK.question("dojo.keep", "W28").verb("keep", CARD)

PLACE: Final = BOOK.question("place", "W7")
PLACE_NOTHING: Final = PLACE.verb("place_nothing")
NEW_WITHOUT_RONIN: Final = PLACE.verb("found", CLAN)
NEW_WITH_RONIN: Final = PLACE.verb("found_with", CLAN, RONIN_COUNT)
REINFORCE: Final = PLACE.verb("reinforce", CLAN)
SUMMON: Final = PLACE.verb("summon", YOKAI_CARD)
USE_AT_PLACE: Final = PLACE.verb("use", COURT_CARD)

NEW_CLAN_CARD: Final = BOOK.question("place.cards", "W7").verb("card", CARD)
REINFORCE_CARD: Final = BOOK.question("reinforce.cards", "W8").verb("card", CARD)
SUMMON_ON: Final = BOOK.question("summon.on", "W8").verb("on", CLAN)

TWIN: Final = BOOK.question("twin", "W28")
ADD_NOTHING: Final = TWIN.verb("add_nothing")
ADD: Final = TWIN.verb("add", CLAN, CARD)

DISCARD: Final = BOOK.question("discard", "W14")
DISCARD_CARD: Final = DISCARD.verb("discard", CARD)
KEEP_ALL: Final = DISCARD.verb("keep_all")
USE_AT_DISCARD: Final = DISCARD.verb("use", COURT_CARD)

# -- powers

CROW_TAKE: Final = BOOK.question("crow.cards", "W15").verb("take", CARD)

SEND_CARD: Final = BOOK.question("toad.card", "W16")
SEND_NO_CARD: Final = SEND_CARD.verb("decline")
SEND_CARD_OF: Final = SEND_CARD.verb("card_of", PLACED, CARD)

TOAD_CLAN: Final = BOOK.question("toad.clan", "W16")
KAPPA_CLAN: Final = BOOK.question("kappa.clan", "W16")
SEND_NO_CLAN: Final = by_name(
    {"Toad": TOAD_CLAN.verb("decline"), "Kappa": KAPPA_CLAN.verb("decline")}
)
SEND_CLAN_OF: Final = by_name(
    {"Toad": TOAD_CLAN.verb("clan_of", PLACED), "Kappa": KAPPA_CLAN.verb("clan_of", PLACED)}
)

DESTROY_CARD_OF: Final = BOOK.question("spider.card", "W16").verb("card_of", PLACED, CARD)
DESTROY_CLAN_OF: Final = by_name(
    {
        "Spider": BOOK.question("spider.clan", "W16").verb("clan_of", PLACED),
        "Yurei": BOOK.question("yurei.clan", "W16").verb("clan_of", PLACED),
    }
)

SWAP_CARDS_WITH: Final = BOOK.question("fox.whom", "W15").verb("with", WHOM)
SWAP_GIVE: Final = BOOK.question("fox.cards", "W15").verb("give", CARD)
SWAP_HANDS_WITH: Final = by_name(
    {
        "Fox": BOOK.question("hands.whom", "W15").verb("with", WHOM),
        "Kitsune": BOOK.question("kitsune.whom", "W15").verb("with", WHOM),
    }
)

LOOK_KEEP: Final = by_name(
    {
        "Dragon": BOOK.question("dragon.keep", "W10").verb("keep", CARD),
        "Dragon-Spirit": BOOK.question("spirit.keep", "W10").verb("keep", CARD),
    }
)

RAT_WHOM: Final = BOOK.question("rat.whom", "W15")
RAT_CARDS: Final = BOOK.question("rat.cards", "W15")
NEZUMI_WHOM: Final = BOOK.question("nezumi.whom", "W15")
NEZUMI_CARDS: Final = BOOK.question("nezumi.cards", "W15")
GNAW_AT: Final = by_name({"Rat": RAT_WHOM.verb("at", WHOM), "Nezumi": NEZUMI_WHOM.verb("at", WHOM)})
GNAW_DISCARD: Final = by_name(
    {"Rat": RAT_CARDS.verb("discard", CARD), "Nezumi": NEZUMI_CARDS.verb("discard", CARD)}
)

COPY_CLAN_OF: Final = by_name(
    {
        "Monkey": BOOK.question("monkey.clan", "W18").verb("clan_of", PLACED),
        "Monkey-King": BOOK.question("king.clan", "W18").verb("clan_of", PLACED),
    }
)

GUARD: Final = BOOK.question("guard", "W35")
LET_IT: Final = GUARD.verb("let_it")
CANCEL: Final = GUARD.verb("cancel")

# -- Court cards

ABSOLVE: Final = BOOK.question("pardon", "W38").verb("absolve", CARD)
REMEMBER: Final = BOOK.question("memory", "W38").verb("take", CARD)
INFORMER_PEEK: Final = BOOK.question("informer", "W28").verb("peek", DECOY)
SPY_AT: Final = BOOK.question("spy.whom", "W38").verb("at", WHOM)
THROW_OUT: Final = BOOK.question("spy.card", "W38").verb("throw_out", CARD)
GIFT_AT: Final = BOOK.question("gift.whom", "W38").verb("at", WHOM)

# -- the end of a round

BANNER: Final = BOOK.question("banner", "W38")
SHOW_NOTHING: Final = BANNER.verb("show_nothing")
SHOW_BANNER: Final = BANNER.verb("show_banner")

SHOSHO_TO: Final = BOOK.question("shosho", "W26").verb("to", WHOM)

TEMPLE_VISIT: Final = BOOK.question("temple", "W28")
TEMPLE_PEEK: Final = TEMPLE_VISIT.verb("peek", DECOY)
TEMPLE_CARDS: Final = TEMPLE_VISIT.verb("temple_cards")
KEEP_FACE_UP: Final = BOOK.question("temple.keep", "W28").verb("keep_face_up", TEMPLE_CARD)

PAWNS: Final = BOOK.question("pawns", "W29")
TO_COURT: Final = PAWNS.verb("to_court")
TO_MISSIONS: Final = PAWNS.verb("to_missions", PAWN_COUNT)
TO_SHOWDOWN: Final = PAWNS.verb("to_showdown", PAWN_COUNT)

MISSION: Final = BOOK.question("missions.look", "W31")
MISSION_PEEK: Final = MISSION.verb("peek", DECOY)
NO_PEEK: Final = MISSION.verb("no_peek")

# -- a new clan, with or without Ronin

# There are two verbs, since records spell them apart: ``found:Carp`` and ``found_with:Carp:1``. No
# rule need know: it asks these two functions.


def new_clan(clan: Clan, ronin: int) -> Option:
    """W7: the answer that places a new clan in which so many Ronin stand, or none."""
    return NEW_WITH_RONIN[clan, ronin] if ronin else NEW_WITHOUT_RONIN[clan]


def new_clan_of(what: Option) -> tuple[Clan, int]:
    """W7: which new clan an answer places, and with how many Ronin."""
    if NEW_WITH_RONIN.fits(what):
        return NEW_WITH_RONIN.of(what)
    return NEW_WITHOUT_RONIN.of(what), 0
