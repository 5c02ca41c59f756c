"""The engine: pure and typed. It knows no game, reads no clock, does no input or output."""

from tatami.engine.errors import Ack, BadRecord, EngineFault, Refusal
from tatami.engine.flow import act, advance, expire, new, options, reopen, waiting
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.world import World

__all__ = [
    "Ack",
    "BadRecord",
    "EngineFault",
    "Game",
    "Referee",
    "Refusal",
    "View",
    "World",
    "act",
    "advance",
    "expire",
    "imagine",
    "look",
    "new",
    "options",
    "reopen",
    "waiting",
]
