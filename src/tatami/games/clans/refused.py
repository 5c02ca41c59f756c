"""All that is refused in War of Clans. One without a clause cites that of what is asked."""

from __future__ import annotations

from typing import Final

from tatami.games.clans.cards import BOOK

NOT_IN_HAND: Final = BOOK.no("not_in_hand")
NO_SUCH_PROVINCE: Final = BOOK.no("no_such_province", "C4")
NO_SUCH_ARMY: Final = BOOK.no("no_such_army")

# -- the first order

OWN_PROVINCE: Final = BOOK.no("own_province", "C6")
NINJA_NOT_IN_HAND: Final = BOOK.no("not_in_hand", "C7")
NO_ARMY_TO_STRIKE: Final = BOOK.no("no_army_to_strike", "C8")
NOT_ON_HOME: Final = BOOK.no("not_on_home", "C7")

# -- the second order

NOT_OUT_OF_HOME: Final = BOOK.no("not_out_of_home", "C9")
SAME_PROVINCE: Final = BOOK.no("same_province", "C10")

# -- the third order

NOT_AT_HOME: Final = BOOK.no("not_at_home", "C11")
SAME_CLAN: Final = BOOK.no("same_clan", "C11")
NOT_WEAKER: Final = BOOK.no("not_weaker", "C11")
IS_SHIELDED: Final = BOOK.no("shielded", "C12")
ONLY_SHIELDED: Final = BOOK.no("only_shielded", "C12")
NO_WEAKER_ARMY: Final = BOOK.no("no_weaker_army", "C11")
