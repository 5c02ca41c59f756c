"""What is there to be seen of any game that a referee runs: all of it, or a place by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tatami.engine.referee import Referee
from tatami.engine.state import digest


def everything(referee: Referee) -> tuple[object, ...]:
    """The truth, the record, the log and every view: what a refusal must leave alone."""
    views = [referee.view(seat).key() for seat in range(referee.seats + 1)]
    asks = [[number for number, _ in referee.asks(seat)] for seat in range(referee.seats)]
    return digest(referee.world), len(referee.moves), referee.happened(), views, asks


def zone(referee: Referee, name: str, seat: int = -1) -> list[str]:
    """A zone as a seat sees it; without a seat, as it truly is, hands and all."""
    if seat < 0:
        world = referee.world
        return [referee.game.faces[face] for face in world.faces(world.layout.places[name])]
    found: list[str] = referee.view(seat).data()["zones"][name]
    return found


def hand(referee: Referee, seat: int) -> list[str]:
    """What a player truly holds, in the order of the faces."""
    return sorted(zone(referee, f"hand-{seat}"), key=referee.game.faces.index)


def texts(words: Any) -> Iterator[str]:
    """All texts, at any depth."""
    if isinstance(words, str):
        yield words
    else:
        for word in words.values() if isinstance(words, dict) else words:
            yield from texts(word)
