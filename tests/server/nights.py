"""Nights in a house whose time the test turns: who sits there, what they keep and play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tatami.engine.world import World
from tatami.games.night.rules import GAME
from tatami.tables.row import Seat, TableRow
from tests.support.clockwork import Guest
from tests.support.rigged import rigged

BOTS = ("Aki", "Botan", "Chiyo")


def chosen(offer: dict[str, Any], *faces: str) -> Any:
    """The first of these that is offered, of cards to play all of them; nothing where that goes."""
    spelled = GAME.keys[offer["key"]].spelled
    if offer.get("high"):
        return [item for item in offer.get("items", []) if spelled[item].endswith((*faces, "-"))]
    ends = [o for face in faces for o in offer["options"] if spelled[o].endswith(face)]
    return (ends or offer["options"])[0]


def night_row(people: tuple[str, ...], bots: int, clock: str, level: str = "wary") -> TableRow:
    """A table that only has to be started by the first of these people: one round."""
    seats = [Seat("person", name, name.title(), share="5a" * 16) for name in people]
    seats += [Seat("bot", name=name, level=level) for name in BOTS[:bots]]
    return TableRow(
        *("the-night", "CLOCKS", GAME.name, GAME.version, people[0], "c0" * 32, seats, 0),
        options={"rounds": "1"},
        clock=clock,
    )


@contextmanager
def dealt(monkeypatch: pytest.MonkeyPatch, deal: str) -> Iterator[pytest.MonkeyPatch]:
    """While this lasts, cards are dealt as the test says: Houses, a bar, Ninja cards by threes."""
    with monkeypatch.context() as patch:
        patch.setattr(World, "shuffle", rigged(deal))
        yield patch


def told(one: Guest, *keys: str) -> list[list[int]]:
    """The sentences of these keys that somebody has heard."""
    numbers = [at for at, line in enumerate(GAME.book.sentences) if line.key in keys]
    events = [event for m in one.messages("update") for event in m["events"]]
    return [args[1:] for verb, args in events if verb == "tell" and args[0] in numbers]


def opened(one: Guest, key: str) -> float:
    """When somebody was first asked this question."""
    return next(
        at
        for at, m in one.timed("update")
        if any(offer["key"] == key for offer in m["view"].get("offers", []))
    )
