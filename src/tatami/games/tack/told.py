"""All that the log of Ninjaaa'Tack can say, and what players can say to each other (T6)."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Kind, Option
from tatami.games.tack.asked import AIM, ATTACK, NINJA, POWER
from tatami.games.tack.cards import BOOK, CLAN, GESTURE, TOKEN, WORD
from tatami.games.tack.zones import COLLECTOR, SEAT

CALL: Final[Kind[int]] = Kind("call", (NINJA.name, ATTACK.name))
CALL_FOR: Final[dict[Option, int]] = {
    verb.option: CALL.named(verb.name) for verb in (NINJA, ATTACK)
}
"""T7: what is heard when somebody strikes, by the option that they struck with."""

WOLF_IS: Final = BOOK.sentence("wolf_is", "T18", SEAT)
CALLS: Final = BOOK.sentence("calls", "T7", SEAT, CALL)
COMPLETE: Final = BOOK.sentence("complete", "T8", SEAT, CLAN)
"""T8 says what *complete* means; T9 asks the same of the other teams."""
NOTHING: Final = BOOK.sentence("nothing", "T8", SEAT)
NOT_IN_ONE_HAND: Final = BOOK.sentence("not_in_one_hand", "T11", SEAT)
NO_PREY: Final = BOOK.sentence("no_prey", "T9", SEAT)
GAINS: Final = BOOK.sentence("gains", "T12", COLLECTOR, TOKEN)
"""After either call: T12 says what the supply gives."""
SUPPLY_EMPTY: Final = BOOK.sentence("supply_empty", "T12", TOKEN)
LOSES: Final = BOOK.sentence("loses", "T10", COLLECTOR, TOKEN)
PENALISED: Final = BOOK.sentence("penalised", "T11", COLLECTOR)
THROWS: Final = BOOK.sentence("throws", "T15", SEAT, TOKEN, AIM, POWER)
LANDS: Final = BOOK.sentence("lands", "T14", SEAT)
BOUNCES_IN: Final = BOOK.sentence("bounces_in", "T14", SEAT)
MISSES: Final = BOOK.sentence("misses", "T14", SEAT)
BOUNCES_OUT: Final = BOOK.sentence("bounces_out", "T14", SEAT)
SWAPS: Final = BOOK.sentence("swaps", "T14", SEAT, TOKEN, COLLECTOR, TOKEN)
"""Who, which token, with whom, for which token."""
KEEPS: Final = BOOK.sentence("keeps", "T14", SEAT)
NO_CALL: Final = BOOK.sentence("no_call", "T25")
LAST_ROUND: Final = BOOK.sentence("last_round", "T25")
WINS: Final = BOOK.sentence("wins", "T17", COLLECTOR)

GESTURED: Final = BOOK.remark("gesture", "T6", GESTURE)
SPOKEN: Final = BOOK.remark("word", "T6", WORD)
