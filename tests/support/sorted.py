"""A server on which Ninjaaa'Tack is dealt clan by clan: every player begins with four of a kind.

`python -m tests.support.sorted FILE serve ...` is the loaded server without shuffling for that
game, so that every Ninjaaaa is right and whole games are short.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tatami.engine.world import World
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import DECK
from tests.support.loaded import LoadedChance, LoadedServer
from tests.support.seeded import run


class SortedServer(LoadedServer):
    """A real server but for its shuffles."""

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.sorted", *rest]


def sorting() -> Callable[[World, int], None]:
    """A shuffle that puts the cards in the order of their clans."""
    shuffle = World.shuffle

    def shuffled(world: World, zone: int) -> None:
        shuffle(world, zone)
        if world.game.name == GAME.name and zone == DECK:
            cards = world.zones[zone]
            faces = sorted([world.face[card] for card in cards], reverse=True)
            for card, face in zip(cards, faces, strict=True):
                world.face[card] = face

    return shuffled


def sort() -> None:
    """Let every shuffle of this process do so."""
    World.shuffle = sorting()  # type: ignore[assignment,method-assign]  # it is the point


if __name__ == "__main__":
    sort()
    sys.exit(run(LoadedChance(Path(sys.argv[1])), sys.argv[2:]))
