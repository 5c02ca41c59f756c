"""Positions of all games in which a seat has something to decide."""

from __future__ import annotations

from collections.abc import Iterator

from examples import letters
from tatami import catalogue
from tatami.catalogue import Listing
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.testing.trial import Trial

TABLES = [
    ("clans", 3, {}),
    ("wataah", 2, {"mode": "grasshopper"}),
    ("wataah", 3, {"mode": "grand-master"}),
    ("night", 5, {}),
    ("tack", 4, {}),
    ("letters", 3, {}),
]
IDS = ["clans", "grasshopper", "grand-master", "night", "tack", "letters"]


def listing(name: str) -> Listing:
    """A game with its bots; the designer's as its module has it, and added to no catalogue."""
    return catalogue._listing(letters, letters.GAME) if name == "letters" else catalogue.find(name)


def decisions(
    name: str, seats: int, options: dict[str, str], seed: int, every: int
) -> Iterator[tuple[Referee, View]]:
    """A random game: the referee and the view of a seat that has at least two options."""
    game = listing(name).game
    trial = Trial(game, seats, game.choose_settings(options), seed)
    for number, (referee, _) in enumerate(trial.play()):
        asked = referee.waiting()
        if number % every == 0 and asked:
            view = referee.view(asked[0])
            if view.offers and len(view.offers[0].options) > 1:
                yield referee, view


def twin_view(view: View, seed: int) -> View | None:
    """The same seat's view of another deal that it cannot tell from this one."""
    other = look(view.imagine(seed, watched=True), view.seat)
    other.happened = view.happened  # a twin at a table would have come there by as many events
    return other if other == view else None
