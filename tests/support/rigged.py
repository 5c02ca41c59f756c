"""A server on which Night of the Ninja is dealt as a test says: worlds that differ in one thing.

`python -m tests.support.rigged DEAL FILE serve ...` is the loaded server whose piles begin with the
cards that DEAL names: the House cards seat by seat, a bar, the Ninja cards three by three.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from tatami.engine.world import World
from tatami.games.night.rules import GAME
from tatami.games.night.zones import DECK, HOUSE_PILE
from tests.support.loaded import LoadedChance
from tests.support.seeded import run
from tests.support.serving import Server

Shuffle: TypeAlias = Callable[[World, int], None]


class RiggedServer(Server):
    """A real server with a deal of the test's own."""

    def __init__(self, data: Path, deal: str, **settings: object) -> None:
        self.deal = deal
        super().__init__(data, **settings)

    def _command(self) -> list[str]:
        python, flag, _, *rest = super()._command()
        return [python, flag, "tests.support.rigged", self.deal, *rest]


def rigged(deal: str) -> Shuffle:
    """A shuffle that puts the wanted cards on top."""
    houses, _, ninjas = deal.partition("|")
    wanted = {HOUSE_PILE: houses.split(), DECK: ninjas.split()}
    shuffle = World.shuffle

    def shuffled(world: World, zone: int) -> None:
        shuffle(world, zone)
        if world.game.name == GAME.name and zone in wanted:
            _stack(world, zone, [GAME.faces.index(name) for name in wanted[zone]])

    return shuffled


def _stack(world: World, zone: int, top: list[int]) -> None:
    """Put these faces on top of a pile, the first one uppermost."""
    cards = world.zones[zone]
    rest = sorted(world.face[card] for card in cards)
    for face in top:
        rest.remove(face)
    for card, face in zip(cards, rest + top[::-1], strict=True):
        world.face[card] = face


if __name__ == "__main__":
    World.shuffle = rigged(sys.argv.pop(1))  # type: ignore[assignment,method-assign]  # it is the point
    sys.exit(run(LoadedChance(Path(sys.argv[1])), sys.argv[2:]))
