"""The games that are installed: found by the entry point ``tatami.games``."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from typing import Any

from tatami.bots.base import Factory, RandomBot
from tatami.engine.game import Game
from tatami.games.words import read_words

GROUP = "tatami.games"


class Listing:
    """A game with its bots and its texts.

    The package that an entry point names holds ``GAME``, and if it likes ``BOTS``, a dictionary
    from a level's name to a factory, the strongest last, and texts in ``text/LANGUAGE.toml``.
    """

    def __init__(self, game: Game, package: str, bots: dict[str, Factory]) -> None:
        self.game = game
        self.package = package
        self.bots: dict[str, Factory] = {"random": RandomBot, **bots}

    @property
    def levels(self) -> list[str]:
        """The bots that people meet, the strongest last: the random one only where it is alone."""
        return [name for name in self.bots if name != "random"] or ["random"]

    def words(self, language: str = "en") -> dict[str, Any]:
        """The game's texts."""
        return read_words(self.package, language)


_added: dict[str, Listing] = {}


def add(listing: Listing) -> None:
    """Add a game by hand, as tests do."""
    _added[listing.game.name] = listing


def add_named(named: str) -> Listing:
    """Add a game that a module holds, named ``package.module`` or ``package.module:NAME``."""
    where, _, name = named.partition(":")
    module = importlib.import_module(where)
    package = where if hasattr(module, "__path__") else str(module.__package__)
    listing = Listing(getattr(module, name or "GAME"), package, getattr(module, "BOTS", {}))
    add(listing)
    return listing


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({entry.name for entry in entry_points(group=GROUP)} | set(_added))


def find(name: str) -> Listing:
    """One game by its name; ``KeyError`` where there is none."""
    if name in _added:
        return _added[name]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            module = importlib.import_module(entry.module)
            return Listing(entry.load(), entry.module, getattr(module, "BOTS", {}))
    raise KeyError(name)
