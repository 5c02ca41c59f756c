"""All that is asked in Ninjaaa'Tack, and how it can be answered."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Option, Question, numbers
from tatami.games.tack.cards import BOOK, CLAN, TOKEN
from tatami.games.tack.zones import COLLECTOR

PASS_ON: Final = BOOK.question("pass", "T4")
PASS: Final = PASS_ON.verb("pass", CLAN)

STRIKE: Final = BOOK.question("strike", "T7")
NINJA: Final = STRIKE.verb("ninja")
ATTACK: Final = STRIKE.verb("attack")

WHAT_TO_LOSE: Final = BOOK.question("lose", "T10")
LOSE: Final = WHAT_TO_LOSE.verb("lose", TOKEN)

# -- a throw

LOWEST: Final = 1
EACH_WAY: Final = 4
"""T15: the aims to either side of the middle one, and the powers below and above it."""
STRAIGHT: Final = LOWEST + EACH_WAY
"""T15: straight ahead, and as hard as the box is far on average."""
HIGHEST: Final = STRAIGHT + EACH_WAY
AIM: Final = numbers("aim", LOWEST, HIGHEST)
"""T15: from far left to far right."""
POWER: Final = numbers("power", LOWEST, HIGHEST)


def from_middle(choice: int) -> int:
    """T15: how many notches an aim, or a power, is from the middle one."""
    return choice - STRAIGHT


WHAT_TO_THROW: Final = BOOK.question("throw.what", "T13")
WHERE_TO_AIM: Final = BOOK.question("throw.aim", "T15", after=WHAT_TO_THROW)
HOW_HARD: Final = BOOK.question("throw.power", "T15", after=WHERE_TO_AIM)
HOLD: Final[dict[Question, Option]] = {
    question: question.verb("hold").option for question in (WHAT_TO_THROW, WHERE_TO_AIM, HOW_HARD)
}
"""T13: at every question before a throw one can still hold the token. This is declared before what
else can be answered there, so it is option 0 of each."""
THROW: Final = WHAT_TO_THROW.verb("throw", TOKEN)
AIM_AT: Final = WHERE_TO_AIM.verb("aim", AIM)
WITH_POWER: Final = HOW_HARD.verb("power", POWER)

SWAP: Final = BOOK.question("swap", "T14")
KEEP: Final = SWAP.verb("keep")
TAKE: Final = SWAP.verb("take", COLLECTOR, TOKEN)
