"""The games that are installed: found by the entry point ``tatami.games``."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from tatami.bots.base import Factory, RandomBot
from tatami.engine.game import Game
from tatami.games.guide import Guide, Level
from tatami.games.words import read_words
from tatami.search.bot import SEEKER, SEEKER_SIMULATIONS, AtLevel

GROUP = "tatami.games"


class Listing:
    """A game with its bots and its texts.

    The package or module that an entry point names holds ``GAME``, and if it likes ``BOTS``, a
    dictionary from a name to a factory, the strongest last. Beside it a module ``guide`` may hold
    ``GUIDE``, what a search is told, and ``LEVELS``, the bots that people meet, the strongest last.
    Without those its bots are its levels, and the last is one that searches, which needs no code.
    Texts are in the package's ``text/LANGUAGE.toml``. ``named`` is how a game that is not installed
    was named.
    """

    def __init__(
        self,
        game: Game,
        package: str,
        bots: dict[str, Factory],
        named: str = "",
        guide: Guide | None = None,
        levels: tuple[Level, ...] = (),
    ) -> None:
        self.game = game
        self.package = package
        self.named = named
        self.guide = guide or Guide(_strongest(bots))
        self.ladder = levels or _plain_ladder(bots)
        """The levels, the strongest last."""
        made = {level.name: AtLevel(level, self.guide) for level in self.ladder}
        self.bots: dict[str, Factory] = {"random": RandomBot, **made, **bots}
        """All bots by name, older ones included."""

    @property
    def levels(self) -> list[str]:
        """The names of the bots that people meet, the strongest last."""
        return [level.name for level in self.ladder]

    @property
    def ready(self) -> str:
        """The strongest level that answers at once, without a search."""
        return [level.name for level in self.ladder if not level.simulations][-1]

    def instead_of(self, name: str) -> str:
        """Who answers where a bot of that name could not: the same without its search."""
        searches = any(level.name == name and level.simulations for level in self.ladder)
        return self.ready if searches else ""

    def words(self, language: str = "en") -> dict[str, Any]:
        """The game's texts."""
        return read_words(self.package, language)


def _strongest(bots: dict[str, Factory]) -> Factory | None:
    """The last of a game's bots, on which a search improves."""
    return list(bots.values())[-1] if bots else None


def _plain_ladder(bots: dict[str, Factory]) -> tuple[Level, ...]:
    """The levels of a game that names none: its bots, or the random one; and one that searches."""
    found = [Level(name, bot) for name, bot in bots.items()] or [Level("random", RandomBot)]
    plays = _strongest(bots) or RandomBot
    return (*found, Level(SEEKER, plays, simulations=SEEKER_SIMULATIONS))


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
    package = (module.__name__ if hasattr(module, "__path__") else module.__package__) or ""
    beside = _guide_beside(package)
    bots = getattr(module, "BOTS", {})
    guide, levels = getattr(beside, "GUIDE", None), getattr(beside, "LEVELS", ())
    return Listing(game, package, bots, named, guide, levels)


def _guide_beside(package: str) -> ModuleType | None:
    """The module ``guide`` of a game's package, if it has one."""
    name = f"{package}.guide"
    found = importlib.util.find_spec(name) if package else None
    return importlib.import_module(name) if found is not None else None


@cache
def _installed() -> dict[str, EntryPoint]:
    """What is installed, by name; to look through all packages takes a millisecond or more."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry)
    return found


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({*_installed(), *_added})


def find(name: str) -> Listing:
    """One game by its name; ``KeyError`` where there is none."""
    if name in _added:
        return _added[name]
    entry = _installed()[name]
    return _listing(importlib.import_module(entry.module), entry.load())
