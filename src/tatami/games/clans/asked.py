"""All that is asked in War of Clans, and how it can be answered."""

from __future__ import annotations

from typing import Final

from tatami.engine.rules import Verb, Verb1
from tatami.games.clans.cards import BOOK, CLAN, Clan
from tatami.games.clans.zones import ARMIES, PROVINCE, Army, Province

FIRST_CARD: Final = BOOK.question("first.card", "C6")
DEPLOY: Final[Verb1[Clan]] = FIRST_CARD.verb("deploy", CLAN)
SEND_NINJA: Final[Verb] = FIRST_CARD.verb("ninja")

DEPLOY_TO: Final = BOOK.question("first.to", "C6", after=FIRST_CARD)
DEPLOY_INTO: Final[Verb1[Province]] = DEPLOY_TO.verb("into", PROVINCE)

NINJA_AT: Final = BOOK.question("first.ninja", "C7", after=FIRST_CARD)
STRIKE: Final[Verb1[Army]] = NINJA_AT.verb("strike", ARMIES)

SECOND: Final = BOOK.question("second.what", "C9")
PLAY: Final[Verb1[Clan]] = SECOND.verb("play", CLAN)
MOVE: Final[Verb1[Army]] = SECOND.verb("move", ARMIES)

MOVE_TO: Final = BOOK.question("second.to", "C9", after=SECOND)
MOVE_INTO: Final[Verb1[Province]] = MOVE_TO.verb("into", PROVINCE)

ATTACKER: Final = BOOK.question("attack.with", "C11")
WITH: Final[Verb1[Clan]] = ATTACKER.verb("with", CLAN)

TARGET: Final = BOOK.question("attack.at", "C11", after=ATTACKER)
AT: Final[Verb1[Army]] = TARGET.verb("at", ARMIES)
