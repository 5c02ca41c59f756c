"""Tatami: the digital home of four ninja card games with hidden information.

    >>> import tatami
    >>> game = tatami.load("clans")
    >>> state = game.new(seats=4, seed=7)
    >>> state.act(state.options()[0])

``state`` is a ``Referee``: ``options``, ``act``, ``view``, ``returns``, ``copy``, ``record``; and
``print(state)`` draws the table, all cards open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tatami.engine.game import Game

__version__ = "0.1.0"
__all__ = ["load", "names"]


def names() -> list[str]:
    """The names of the games that are installed."""
    from tatami import catalogue

    return catalogue.names()


def load(name: str) -> Game:
    """A game by its name; ``KeyError`` with a sentence where there is none."""
    from tatami import catalogue

    try:
        return catalogue.find(name).game
    except KeyError:
        raise KeyError(f"there is no game {name!r}; {_there_are(names())}") from None


def _there_are(known: list[str]) -> str:
    if not known:
        return "no game is installed: they are found by entry points, which an installation brings"
    return f"there are: {', '.join(known)}"
