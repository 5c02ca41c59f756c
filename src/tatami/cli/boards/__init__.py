"""How a game's table is drawn: its own way where it has one, else plainly."""

from tatami.cli.boards.base import Board, Canvas
from tatami.cli.boards.clans import ClansBoard, clans_mark
from tatami.cli.boards.generic import GenericBoard
from tatami.cli.boards.tack import TackBoard
from tatami.cli.boards.wataah import WataahBoard, wataah_mark
from tatami.cli.wording import Mark, Wording, no_mark

__all__ = ["Board", "Canvas", "board_for", "mark_for"]

MARKS: dict[str, Mark] = {"clans": clans_mark, "wataah": wataah_mark}


def mark_for(game: str) -> Mark:
    """The signs of a game's things."""
    return MARKS.get(game, no_mark)


def board_for(wording: Wording) -> Board:
    """What draws a game."""
    if wording.game.name == "clans":
        return ClansBoard(wording)
    if wording.game.name == "wataah":
        return WataahBoard(wording)
    if wording.game.name == "tack":
        return TackBoard(wording)
    return GenericBoard(wording)
