"""What a command line names: games, seats, table options, bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

from tatami import catalogue
from tatami.catalogue import Listing
from tatami.cli.fail import Failure, misused, near, shown
from tatami.engine.game import Game


def game_named(name: str) -> Listing:
    """The game of that name, or a failure that suggests a near one."""
    known = catalogue.names()
    if name not in known:
        listed = ", ".join(known) or "none"
        hint = near(name, known) or f" There is: {listed}."
        raise misused(f"there is no game {shown(name)!r}.{hint}")
    try:
        return catalogue.find(name)
    except Exception as error:
        raise Failure(f"the game {name} cannot be loaded: {shown(str(error))}") from None


def add_games(modules: list[str]) -> None:
    """Add games that are not installed; their modules may lie where the command is given."""
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    for named in modules:
        try:
            catalogue.add_named(named)
        except ModuleNotFoundError as error:
            missing = shown(str(error.name))
            raise misused(f"--game {shown(named)}: there is no module {missing}") from None
        except Exception as error:
            what = shown(f"{type(error).__name__}: {error}")
            raise Failure(f"--game {shown(named)} cannot be loaded: {what}") from None


def game_meant(name: str | None, modules: list[str], command: str) -> Listing:
    """The game that is named, or else the first that was added."""
    if name is not None:
        return game_named(name)
    if not modules:
        raise misused(f"say which game: tatami {command} GAME (tatami games lists them)")
    return catalogue.add_named(modules[0])


def words_of(listing: Listing, language: str = "en") -> dict[str, Any]:
    """The texts of a game; a game without any is told in its own notation."""
    try:
        return listing.words(language)
    except (ImportError, OSError, ValueError):
        return {}


def usual_seats(game: Game) -> int:
    """How many sit at a table unless somebody says otherwise: four, if the game allows it."""
    return min(game.counts, key=lambda seats: (abs(seats - 4), seats))


def seats_for(game: Game, wanted: int | None) -> int:
    """A number of seats that the game allows."""
    if wanted is None:
        return usual_seats(game)
    if wanted not in game.counts:
        raise misused(f"{game.name} is for {game.numbers()} players, not {wanted}")
    return wanted


def seat_of(seats: int, wanted: int) -> int:
    """A seat at a table of so many."""
    if not 0 <= wanted < seats:
        raise misused(f"there is no seat {wanted}: the seats are 0 to {seats - 1}")
    return wanted


def options_for(game: Game, pairs: list[str]) -> tuple[int, ...]:
    """The table options from texts such as ``name=value``."""
    wanted: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise misused(f"a table option is written name=value, not {shown(pair)!r}")
        if name in wanted:
            raise misused(f"the table option {shown(name)} is given twice")
        wanted[name] = value
    try:
        return game.choose_settings(wanted)
    except ValueError as error:
        raise misused(shown(str(error))) from None


def best_level(listing: Listing) -> str:
    """The strongest bot that answers at once, without a search."""
    return listing.ready


def bots_for(listing: Listing, text: str, number: int, more: Iterable[str] = ()) -> list[str]:
    """So many bots from a text such as ``random`` or ``steady,random,steady``."""
    names = [name.strip() for name in text.split(",")]
    known = [*listing.bots, *more]
    for name in names:
        if name not in known:
            listed = ", ".join(known)
            hint = near(name, known) or f" There is: {listed}."
            raise misused(f"{listing.game.name} has no bot {shown(name)!r}.{hint}")
    if len(names) == 1:
        names *= number
    if len(names) != number:
        raise misused(f"name one bot for all, or {number} of them, not {len(names)}")
    return names
