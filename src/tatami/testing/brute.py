"""What a seat can know, by brute force: every deal and every hidden choice that tells it the same.

Only for small decks. ``reachable`` enumerates all worlds in which a seat was told exactly what it
was told; ``imagine`` must reach exactly these, each as often as it can be laid out with cards that
are told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, sqrt
from typing import TypeAlias

from tatami.engine.errors import NeedsChance
from tatami.engine.flow import advance
from tatami.engine.ids import Zone
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.state import digest
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.testing.inputs import Input, answers
from tatami.testing.telling import Names

State: TypeAlias = tuple[tuple[int, ...], ...]
Message: TypeAlias = tuple[object, ...]


class Told:
    """One thing in a seat's stream: its own input (or the clock's), or a message."""

    def __init__(self, given: Input | None, message: Message | None) -> None:
        self.given = given
        self.message = message


def state_of(w: World) -> State:
    """Where every face lies; hands in ascending order."""
    return tuple(tuple(w.faces(Zone(zone))) for zone in range(len(w.zones)))


def clone(w: World) -> Referee:
    """A referee for a world that goes its own way."""
    return Referee(w.game, w.seats, w.key, w.opts, w.copy_watched())


def message_of(referee: Referee, seat: int, since: int, before: View) -> Message | None:
    """What a seat is told after an input: events and the view after; nothing if nothing changed."""
    events = tuple(referee.events(seat, since))
    view = referee.view(seat)
    if not events and view == before:
        return None
    return (*events, view.key())


def stream(referee: Referee, inputs: list[Input], seat: int) -> list[Told]:
    """Play inputs and write down what the seat did and was told."""
    told: list[Told] = []
    for given in inputs:
        since, before = referee.happened(), referee.view(seat)
        assert given.give(referee), given
        message = message_of(referee, seat, since, before)
        if given.seat == seat or given.kind == "expire":
            told.append(Told(given, message))
        elif message is not None:
            told.append(Told(None, message))
    return told


def deals(start: World, seat: int) -> Iterator[World]:
    """Every way to lay the cards that a seat cannot see at the start; bars may be known by then."""
    view = look(start, seat)
    slots: list[list[tuple[int, int]]] = []
    pools: list[list[int]] = []
    free = {
        zone: [i for i, face in enumerate(faces) if face < 0 or _foreign(start, zone, seat)]
        for zone, faces in enumerate(view.zones)
    }
    for faces, low, high in view.facts[0]:
        assert low == high, "a start position must be plain"
        pools.append([face for face, number in faces for _ in range(number)])
        slots.append([(zone, free[zone].pop()) for zone, number in low for _ in range(number)])
    for laid in _all_layouts(pools):
        w = imagine(view, 0, watched=True)
        for places, faces_laid in zip(slots, laid, strict=True):
            for (zone, index), face in zip(places, faces_laid, strict=True):
                w.face[w.zones[zone][index]] = face
        if all(_weighs(w, zone, barred) <= most for zone, barred, most in view.facts[2]):
            advance(w)
            yield w


def _weighs(w: World, zone: int, barred: tuple[int, ...]) -> int:
    """How much the cards of a zone count in a bar."""
    return sum(barred.count(face) for face in w.faces(Zone(zone)))


def _foreign(w: World, zone: int, seat: int) -> bool:
    return w.layout.hand[zone] and not (w.layout.sight[zone] >> seat) & 1


def _all_layouts(pools: list[list[int]]) -> Iterator[list[list[int]]]:
    if not pools:
        yield []
        return
    for first in _arrangements(Counter(pools[0]), len(pools[0])):
        for rest in _all_layouts(pools[1:]):
            yield [first, *rest]


def _arrangements(left: Counter[int], length: int) -> Iterator[list[int]]:
    if length == 0:
        yield []
        return
    for face in sorted(left):
        if left[face]:
            left[face] -= 1
            for rest in _arrangements(left, length - 1):
                yield [face, *rest]
            left[face] += 1


def reachable(start: World, seat: int, told: list[Told]) -> set[State]:
    """Every state in which the seat would have been told the same."""
    search = _Search(seat, told)
    for world in deals(start, seat):
        search.explore(clone(world), 0)
    return search.found


class _Search:
    def __init__(self, seat: int, told: list[Told]) -> None:
        self.seat = seat
        self.told = told
        self.found: set[State] = set()
        self.visited: set[tuple[int, str]] = set()

    def explore(self, referee: Referee, at: int) -> None:
        """Follow every hidden choice from here that tells the seat what it was told."""
        if at == len(self.told):
            self.found.add(state_of(referee.world))
            return
        here = (at, digest(referee.world))
        if here in self.visited:
            return
        self.visited.add(here)
        item = self.told[at]
        if item.given is not None and item.given.possible(referee):
            for after, message in self._outcomes(referee, item.given, ()):
                if message == item.message:
                    self.explore(after, at + 1)
        for given in answers(referee):
            if given.seat != self.seat:
                for after, message in self._outcomes(referee, given, ()):
                    if message is None:
                        self.explore(after, at)
                    elif item.given is None and message == item.message:
                        self.explore(after, at + 1)

    def _outcomes(
        self, referee: Referee, given: Input, loaded: tuple[int, ...]
    ) -> Iterator[tuple[Referee, Message | None]]:
        """What an input can lead to, over all that chance can do."""
        after = clone(referee.world)
        after.world.loaded = list(loaded)
        since, before = after.happened(), after.view(self.seat)
        try:
            reply = given.give(after)
        except NeedsChance as chance:
            for number in range(chance.n):
                yield from self._outcomes(referee, given, (*loaded, number))
            return
        if reply:
            after.world.loaded = None
            yield after, message_of(after, self.seat, since, before)


def weight(view: View, state: State) -> int:
    """In how many ways a state can be laid out with unseen cards that are told apart.

    Up to a factor that is the same for all states; a card known to be in a hand has one way.
    """
    layout = view.game.layout(view.seats, view.opts)
    ways = 1
    for zone, faces in enumerate(state):
        if layout.hand[zone] and not (layout.sight[zone] >> view.seat) & 1:
            unknown = Counter(faces) - Counter(face for face in view.zones[zone] if face >= 0)
            ways *= factorial(unknown.total())
            for number in unknown.values():
                ways //= factorial(number)
    return ways


def plain(view: View) -> bool:
    """Whether nothing but the deal is unknown: every count is known and no place mixes groups."""
    groups, ghosts, _, _ = view.facts
    if ghosts or any(low != high for _, low, high in groups):
        return False
    spread = [low for _, low, _ in groups if len(low) > 1]
    places = [place for low in spread for place, _ in low]
    return len(places) == len(set(places))


def compare(referee: Referee, seat: int, expected: set[State], samples: int) -> str:
    """Empty if ``imagine`` reaches exactly the expected states, uniformly; else what is wrong.

    Where a known card may have been passed on unseen, only the reach is compared: how often
    somebody makes a hidden choice is not for brute force to say.
    """
    view, names = referee.view(seat), Names(referee.game, referee.seats, referee.opts)
    drawn: Counter[State] = Counter()
    for number in range(samples):
        drawn[state_of(imagine(view, number + 1))] += 1
    if extra := set(drawn) - expected:
        return f"seat {seat} imagines what cannot be: {names.state(min(extra))}"
    weights = {state: weight(view, state) for state in expected}
    total = sum(weights.values())
    rarest = min(weights.values()) * samples / total
    if rarest >= 5 and (missing := expected - set(drawn)):
        return f"seat {seat} never imagines {names.state(min(missing))}"
    if not plain(view):
        return ""
    share = {state: ways * samples / total for state, ways in weights.items()}
    chi = sum((drawn[state] - mean) ** 2 / mean for state, mean in share.items())
    free = max(1, len(expected) - 1)
    if chi > free + 6 * sqrt(2 * free) + 12:
        return f"seat {seat} imagines unevenly: chi-square {chi:.0f} with {free} degrees of freedom"
    return ""
