"""All that is refused in Ninjaaa'Tack. One without a clause cites that of what is asked."""

from __future__ import annotations

from typing import Final

from tatami.games.tack.cards import BOOK

NOT_IN_HAND: Final = BOOK.no("not_in_hand", "T4")

# -- tokens

NO_SUCH_TOKEN: Final = BOOK.no("no_such_token")
"""Cites T10 where a token is lost, T13 where one is thrown."""
NOT_YOURS_TO_LOSE: Final = BOOK.no("not_yours", "T19")
NOT_YOURS_TO_THROW: Final = BOOK.no("not_yours", "T21")
ONLY_ONE: Final = BOOK.no("only_one", "T13")

# -- an exchange

NO_SUCH_PLAYER: Final = BOOK.no("no_such_player", "T14")
YOUR_OWN: Final = BOOK.no("your_own", "T14")
NOT_THEIRS: Final = BOOK.no("not_theirs", "T14")
"""With odd numbers T19 and T21 say whose the tokens are, and T14 still that they are exchanged."""
