"""Shinobi: War of Clans, 3 to 5 players."""

from tatami.games.clans.bot import SteadyBot
from tatami.games.clans.rules import GAME

__all__ = ["BOTS", "GAME"]

BOTS = {"steady": SteadyBot}
