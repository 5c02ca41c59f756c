"""Night of the Ninja, 4 to 11 players, and a variant for two."""

from tatami.games.night.bot import WaryBot
from tatami.games.night.rules import GAME

__all__ = ["BOTS", "GAME"]

BOTS = {"wary": WaryBot}
