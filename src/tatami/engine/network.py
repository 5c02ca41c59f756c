"""A flow from a source to a sink through edges with so much room: as much as fits."""

from __future__ import annotations

from typing import Final

SOURCE: Final = 0
SINK: Final = 1


class Network:
    """Edges with room left, each followed by its way back."""

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
