"""Ninjaaa'Tack, 4 to 8 players, in real time."""

from tatami.games.tack.bot import alert, drowsy, swift
from tatami.games.tack.rules import GAME

__all__ = ["BOTS", "GAME"]

BOTS = {"drowsy": drowsy, "alert": alert, "swift": swift}
