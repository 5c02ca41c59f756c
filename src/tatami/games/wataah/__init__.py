"""Shinobi WAT-AAH!, 2 to 4 players."""

from tatami.games.wataah.bot import SlyBot
from tatami.games.wataah.rules import GAME

__all__ = ["BOTS", "GAME"]

BOTS = {"sly": SlyBot}
