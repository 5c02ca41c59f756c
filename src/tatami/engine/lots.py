"""Drawing lots: a deal of the hidden cards that fits a ledger whose groups overlap.

The first deal is built, not searched for: cards flow from their groups to the places that may hold
them, first as many as must, then as many as may. Moves that fit then take the deal away from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tatami.engine.errors import EngineFault

if TYPE_CHECKING:
    from tatami.engine.groups import Group

SWEEPS: Final = 24
"""How many moves each card is offered when groups overlap."""
REPAIRS: Final = 60
"""How many more it is offered while the deal holds more of some faces than a bar allows."""

SOURCE: Final = 0
SINK: Final = 1


def stir(items: list[int], rand: Callable[[int], int]) -> None:
    """Shuffle a list."""
    for i in range(len(items) - 1, 0, -1):
        j = rand(i + 1)
        items[i], items[j] = items[j], items[i]


class Flow:
    """A small network: edges with room left, each followed by its way back."""

    __slots__ = ("edges", "goal", "room")

    def __init__(self, nodes: int) -> None:
        self.edges: list[list[int]] = [[] for _ in range(nodes)]
        self.goal: list[int] = []
        self.room: list[int] = []

    def node(self) -> int:
        """A new node."""
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, start: int, goal: int, room: int) -> int:
        """A new edge; its number plus one is the way back, whose room is the flow."""
        number = len(self.goal)
        self.edges[start].append(number)
        self.edges[goal].append(number + 1)
        self.goal.extend((goal, start))
        self.room.extend((room, 0))
        return number

    def run(self) -> int:
        """Push as much as fits on top of what flows already; how much that was."""
        pushed = 0
        while True:
            more = self._push()
            if not more:
                return pushed
            pushed += more

    def _push(self) -> int:
        """One more path from the source to the sink, by depth first."""
        goal, room, edges = self.goal, self.room, self.edges
        tried = [0] * len(edges)
        seen = [False] * len(edges)
        seen[SOURCE] = True
        path: list[int] = []
        node = SOURCE
        while node != SINK:
            onward = -1
            out = edges[node]
            at = tried[node]
            while at < len(out):
                edge = out[at]
                at += 1
                if room[edge] > 0 and not seen[goal[edge]]:
                    onward = edge
                    break
            tried[node] = at
            if onward >= 0:
                path.append(onward)
                node = goal[onward]
                seen[node] = True
            elif path:
                node = goal[path.pop() ^ 1]
            else:
                return 0
        most = room[path[0]]
        for edge in path:
            most = min(most, room[edge])
        for edge in path:
            room[edge] -= most
            room[edge ^ 1] += most
        return most


class Lots:
    """One deal of all hidden cards, ghosts included, and the moves that change it.

    A move turns two or three cards round, or exchanges two equal faces of different groups, and is
    taken if the result fits. Each move is as likely as its way back, so no deal that can be
    reached is favoured in the long run. With bars or ghosts some deals may not be reached from
    others by such moves; starting from a random deal makes up for most of that.
    """

    def __init__(
        self,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[tuple[int, tuple[int, ...], int]],
        room: dict[int, int],
        rand: Callable[[int], int],
    ) -> None:
        self.rand = rand
        self.groups = groups
        self.places = sorted(room)
        self.ghost_face = [-1] * len(self.places)
        self.room = [room[place] for place in self.places]
        for ghost, face in ghosts:
            self.places.append(ghost)
            self.ghost_face.append(face)
            self.room.append(1)
        self.width = len(self.places)
        number_of = {place: at for at, place in enumerate(self.places)}
        self.low = [0] * (len(groups) * self.width)
        self.high = [0] * (len(groups) * self.width)
        self.held = [0] * (len(groups) * self.width)
        for number, group in enumerate(groups):
            for place, most in group.high.items():
                at = number_of.get(place, -1)
                if at >= 0:
                    self.low[number * self.width + at] = group.low[place]
                    self.high[number * self.width + at] = most
        self.bar_most: list[int] = []
        self.bar_held: list[int] = []
        self.bar_faces: list[tuple[int, ...]] = []
        self.bars_at: list[list[int]] = [[] for _ in self.places]
        for zone, faces, most in bars:
            if zone in number_of:
                self.bars_at[number_of[zone]].append(len(self.bar_most))
                self.bar_most.append(most)
                self.bar_held.append(0)
                self.bar_faces.append(faces)
        self.item_group: list[int] = []
        self.item_face: list[int] = []
        self.alike: dict[int, list[int]] = {}
        for number, group in enumerate(groups):
            for face, copies in sorted(group.faces.items()):
                for _ in range(copies):
                    self.alike.setdefault(face, []).append(len(self.item_face))
                    self.item_group.append(number)
                    self.item_face.append(face)
        if sum(self.room) != len(self.item_face):
            raise EngineFault("the ledger does not account for every hidden card")
        self.item_place = [0] * len(self.item_face)
        self.moves = 0

    def lay_out(self) -> dict[int, list[int]]:
        """The faces in each place, ghosts left out."""
        self._start()
        cards = len(self.item_face)
        for _ in range(REPAIRS * cards):
            if self._excess() == 0:
                break
            self._offer()
        for _ in range(SWEEPS * cards):
            self._offer()
        laid: dict[int, list[int]] = {}
        for item, at in enumerate(self.item_place):
            if self.ghost_face[at] < 0:
                laid.setdefault(self.places[at], []).append(self.item_face[item])
        for place in sorted(laid):
            stir(laid[place], self.rand)
        return laid

    # -- the first deal

    def _start(self) -> None:
        """Lay out a deal that fits: what must lie somewhere flows first, then the rest.

        Faces that no ghost and no bar tells apart flow together.
        """
        flow = Flow(2 + self.width)
        for at in range(self.width):
            flow.edge(2 + at, SINK, self.room[at])
        order = list(range(len(self.groups)))
        stir(order, self.rand)
        ways: list[tuple[int, int, int]] = []
        may: list[tuple[int, int]] = []
        must: list[int] = []
        barred: list[tuple[int, int]] = []
        items: list[list[int]] = []
        wanted = 0
        for number in order:
            ports = self._ports(flow, number, must, may)
            wanted += sum(self.low[number * self.width : (number + 1) * self.width])
            for kind in self._kinds(number):
                face = self.item_face[kind[0]]
                node = flow.node()
                flow.edge(SOURCE, node, len(kind))
                items.append(kind)
                for at, port in ports:
                    if self.ghost_face[at] < 0 or self.ghost_face[at] == face:
                        strict, loose = self._barred(at, face)
                        edge = flow.edge(node, port, 0 if strict or loose else len(kind))
                        ways.append((edge, len(items) - 1, at))
                        if loose and not strict:
                            barred.append((edge, len(kind)))
        # What must lie in a place: a first flow through the ``must`` edges only, then frozen.
        forced = flow.run()
        if forced < wanted:
            for edge, number in barred:
                flow.room[edge] += number
            forced += flow.run()
        if forced < wanted:
            raise EngineFault("no deal fits the ledger")
        for edge in must:
            flow.room[edge] = flow.room[edge ^ 1] = 0
        for edge, number in may:
            flow.room[edge] += number
        done = forced + flow.run()
        if done < len(self.item_face):
            for edge, number in barred:
                flow.room[edge] = number - flow.room[edge ^ 1]
            done += flow.run()
        if done < len(self.item_face):
            raise EngineFault("no deal fits the ledger")
        for edge, of, at in ways:
            for _ in range(flow.room[edge ^ 1]):
                self._put(items[of].pop(), at, 1)

    def _ports(
        self, flow: Flow, number: int, must: list[int], may: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Where cards of one group may flow: each place with the node before it."""
        ports: list[tuple[int, int]] = []
        order = list(range(self.width))
        stir(order, self.rand)
        for at in order:
            cell = number * self.width + at
            if self.high[cell]:
                port = flow.node()
                must.append(flow.edge(port, 2 + at, self.low[cell]))
                may.append((flow.edge(port, 2 + at, 0), self.high[cell] - self.low[cell]))
                ports.append((at, port))
        return ports

    def _kinds(self, number: int) -> list[list[int]]:
        """The cards of one group, by what ghosts and bars tell apart."""
        found: dict[int, list[int]] = {}
        for item, group in enumerate(self.item_group):
            if group != number:
                continue
            face = self.item_face[item]
            kind = 0
            for faces in self.bar_faces:
                kind = 64 * kind + faces.count(face)
            kind = -1 - kind
            if face in self.ghost_face:
                kind = face
            found.setdefault(kind, []).append(item)
        kinds = [found[kind] for kind in sorted(found)]
        for some in kinds:
            stir(some, self.rand)
        return kinds

    def _barred(self, at: int, face: int) -> tuple[bool, bool]:
        """Whether a bar keeps a face out of a place, and whether one allows a few of it."""
        strict, loose = False, False
        for bar in self.bars_at[at]:
            weight = self.bar_faces[bar].count(face)
            if weight > self.bar_most[bar]:
                strict = True
            elif weight:
                loose = True
        return strict, loose

    # -- moves

    def _excess(self) -> int:
        """How many cards more than the bars allow lie where they should not."""
        found = 0
        for bar, most in enumerate(self.bar_most):
            found += max(0, self.bar_held[bar] - most)
        return found

    def _put(self, item: int, at: int, change: int) -> None:
        self.held[self.item_group[item] * self.width + at] += change
        if change > 0:
            self.item_place[item] = at
        for bar in self.bars_at[at]:
            self.bar_held[bar] += change * self.bar_faces[bar].count(self.item_face[item])

    def _offer(self) -> None:
        """Offer one move: two cards, two of equal face, or three in turn."""
        self.moves += 1
        cards = len(self.item_face)
        kind = self.rand(4)
        one = self.rand(cards)
        if kind == 0:
            alike = self.alike[self.item_face[one]]
            self._turn(one, alike[self.rand(len(alike))], -1)
        elif kind == 1:
            self._turn(one, self.rand(cards), self.rand(cards))
        else:
            self._turn(one, self.rand(cards), -1)

    def _suits(self, item: int, at: int) -> bool:
        wanted = self.ghost_face[at]
        return (wanted < 0 or wanted == self.item_face[item]) and self.high[
            self.item_group[item] * self.width + at
        ] > 0

    def _turn(self, one: int, two: int, three: int) -> None:
        """Put each card where the next one lies, if the deal fits as well as before."""
        place = self.item_place
        a, b = place[one], place[two]
        if three < 0:
            if a == b or not (self._suits(one, b) and self._suits(two, a)):
                return
            before = self._excess() if self.bar_most else 0
            self._swap(one, a, b)
            self._swap(two, b, a)
            if not (
                self._fits(one, a, b)
                and self._fits(two, b, a)
                and (not self.bar_most or self._excess() <= before)
            ):
                self._swap(two, a, b)
                self._swap(one, b, a)
            return
        c = place[three]
        if a in (b, c) or b == c:
            return
        if not (self._suits(one, b) and self._suits(two, c) and self._suits(three, a)):
            return
        before = self._excess() if self.bar_most else 0
        self._swap(one, a, b)
        self._swap(two, b, c)
        self._swap(three, c, a)
        if not (
            self._fits(one, a, b)
            and self._fits(two, b, c)
            and self._fits(three, c, a)
            and (not self.bar_most or self._excess() <= before)
        ):
            self._swap(three, a, c)
            self._swap(two, c, b)
            self._swap(one, b, a)

    def _swap(self, item: int, source: int, target: int) -> None:
        self._put(item, source, -1)
        self._put(item, target, 1)

    def _fits(self, item: int, source: int, target: int) -> bool:
        """Whether the group of a card that has gone over has enough and not too many there."""
        row = self.item_group[item] * self.width
        return (
            self.held[row + source] >= self.low[row + source]
            and self.held[row + target] <= self.high[row + target]
        )
