"""One deal that fits, built and not searched for: cards flow from their groups to their places.

First as many flow as must lie somewhere, then as many as may. Faces that no ghost and no bar tells
apart flow together. What counts in a bar flows into its place only where the cards go in no other
way; so with bars the deal may not fit them all.
"""

from __future__ import annotations

from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Bar
from tatami.engine.groups import Group
from tatami.engine.network import SINK, SOURCE, Network


class FirstDeal:
    """The flow of some groups; ``room`` is that in each place, ghosts included."""

    def __init__(
        self,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        room: dict[int, int],
    ) -> None:
        self.faces = dict(ghosts)
        self.bars = bars
        self.node = {place: 2 + at for at, place in enumerate(sorted(room))}
        self.network = Network(2 + len(room))
        for place, number in room.items():
            self.network.edge(self.node[place], SINK, number)
        self.must: list[int] = []
        self.may: list[tuple[int, int]] = []
        self.barred: list[tuple[int, int]] = []
        """Edges of cards that count in a bar where they lead to, and how many these are."""
        self.ways: list[tuple[int, int, int, list[int]]] = []
        """Each edge to a place, with the group, the place and the cards."""
        self.least = sum([sum(group.low.values()) for group in groups])
        self.cards = sum([group.total for group in groups])
        for number, group in enumerate(groups):
            self._add(number, group)

    def _add(self, number: int, group: Group) -> None:
        network = self.network
        ports: dict[int, int] = {}
        for place in sorted(group.high):
            port = ports[place] = network.node()
            least = group.low[place]
            self.must.append(network.edge(port, self.node[place], least))
            self.may.append((network.edge(port, self.node[place], 0), group.high[place] - least))
        for cards in self._kinds(group):
            node = network.node()
            network.edge(SOURCE, node, len(cards))
            for place, port in ports.items():
                if self.faces.get(place, cards[0]) == cards[0]:
                    counts = self._counts(place, cards[0])
                    edge = network.edge(node, port, 0 if counts else len(cards))
                    self.ways.append((edge, number, place, cards))
                    if counts:
                        self.barred.append((edge, len(cards)))

    def _kinds(self, group: Group) -> list[list[int]]:
        """The cards of a group, by what ghosts and bars tell apart."""
        found: dict[tuple[int, ...], list[int]] = {}
        wanted = self.faces.values()
        for face, copies in sorted(group.faces.items()):
            kind = (face if face in wanted else -1, *[bar[1].count(face) for bar in self.bars])
            found.setdefault(kind, []).extend([face] * copies)
        return [found[kind] for kind in sorted(found)]

    def _counts(self, place: int, face: int) -> bool:
        """Whether a face counts in a bar of a place."""
        return any(zone == place and face in faces for zone, faces, _ in self.bars)

    def run(self, number: int, dice: Dice) -> list[dict[int, list[int]]]:
        """For each of so many groups its faces in each place."""
        network = self.network
        if self._pushed(0) < self.least:
            raise EngineFault("no deal fits the ledger")
        for edge in self.must:
            network.room[edge] = network.room[edge ^ 1] = 0
        for edge, more in self.may:
            network.room[edge] += more
        if self._pushed(self.least) < self.cards:
            raise EngineFault("no deal fits the ledger")
        laid: list[dict[int, list[int]]] = [{} for _ in range(number)]
        for edge, group, place, cards in self.ways:
            dice.stir(cards)
            for _ in range(network.room[edge ^ 1]):
                laid[group].setdefault(place, []).append(cards.pop())
        return laid

    def _pushed(self, before: int) -> int:
        """Push as much as goes, through barred edges only if it must be; how much flows now."""
        network = self.network
        wanted = self.cards if before else self.least
        flowing = before + network.run()
        if flowing < wanted:
            for edge, number in self.barred:
                network.room[edge] = number - network.room[edge ^ 1]
            flowing += network.run()
        return flowing
