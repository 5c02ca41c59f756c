"""The games that are installed: found by the entry point ``tatami.games``."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from tatami.bots.base import Factory, RandomBot
from tatami.engine.game import Game
from tatami.games.words import read_words

GROUP = "tatami.games"


class Listing:
    """A game with its bots and its texts.

    The package or module that an entry point names holds ``GAME``, and if it likes ``BOTS``, a
    dictionary from a level's name to a factory, the strongest last. Texts are in the package's
    ``text/LANGUAGE.toml``. ``named`` is how a game that is not installed was named.
    """

    def __init__(self, game: Game, package: str, bots: dict[str, Factory], named: str = "") -> None:
        self.game = game
        self.package = package
        self.named = named
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
    game = getattr(module, name or "GAME")
    if not isinstance(game, Game):
        raise TypeError(f"{where}.{name or 'GAME'} is no game")
    add(_listing(module, game, named))
    return _added[game.name]


def _listing(module: ModuleType, game: Game, named: str = "") -> Listing:
    """A game and what lies beside it: in a package, or in the package of a module, if any."""
    package = module.__name__ if hasattr(module, "__path__") else module.__package__
    return Listing(game, package or "", getattr(module, "BOTS", {}), named)


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({entry.name for entry in entry_points(group=GROUP)} | set(_added))


def find(name: str) -> Listing:
    """One game by its name; ``KeyError`` where there is none."""
    if name in _added:
        return _added[name]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _listing(importlib.import_module(entry.module), entry.load())
    raise KeyError(name)
