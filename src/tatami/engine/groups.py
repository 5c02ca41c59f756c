"""A group of hidden cards: their faces, and bounds on how many of them lie where."""

from __future__ import annotations

from tatami.engine.facts import GroupFacts


class Group:
    """Some faces, and how many of them lie at least and at most in each place."""

    __slots__ = ("_said", "faces", "high", "low", "total")

    def __init__(
        self, faces: dict[int, int], low: dict[int, int], high: dict[int, int], total: int
    ) -> None:
        self.faces = faces
        self.low = low
        self.high = high
        self.total = total
        self._said: GroupFacts | None = None

    def __repr__(self) -> str:
        held = ", ".join([f"{number} of face {face}" for face, number in self.faces.items()])
        places = ", ".join([f"{self.low[at]} to {self.high[at]} in zone {at}" for at in self.high])
        return f"<group: {held}; {places}>"

    def copy(self) -> Group:
        """A copy that goes its own way."""
        twin = Group(dict(self.faces), dict(self.low), dict(self.high), self.total)
        twin._said = self._said
        return twin

    def facts(self) -> GroupFacts:
        """The group as plain data, written once until it changes."""
        if self._said is None:
            self._said = (
                tuple(sorted(self.faces.items())),
                tuple(sorted(self.low.items())),
                tuple(sorted(self.high.items())),
            )
        return self._said

    def all_in(self, place: int) -> bool:
        """Whether every card of the group is known to lie in that place."""
        return self.low.get(place, 0) == self.total

    def exact(self) -> bool:
        """Whether the number in each place is known."""
        return self.low == self.high

    def bound(self, place: int, least: int, most: int) -> None:
        """Set the bounds of a place; a place that can hold nothing is forgotten."""
        self._said = None
        if most > self.total:
            most = self.total
        if most <= 0:
            self.low.pop(place, None)
            self.high.pop(place, None)
        else:
            self.low[place] = min(max(0, least), most)
            self.high[place] = most

    def shift(self, place: int, low: int, high: int) -> None:
        """Change the bounds of a place."""
        self.bound(place, self.low.get(place, 0) + low, self.high.get(place, 0) + high)

    def part(self, source: int, target: int, number: int, left: int) -> None:
        """So many hidden cards, of this group or of others, go over, and so many are left.

        What ``bound`` and ``shift`` would do, in one go: nothing is done more often.
        """
        self._said = None
        low, high = self.low, self.high
        least, most = low[source], high[source]
        stay = min(most, left)
        if stay > 0:
            low[source] = min(max(0, least - number), stay)
            high[source] = stay
        else:
            del low[source], high[source]
        high_there = min(high.get(target, 0) + min(most, number), self.total)
        low[target] = min(low.get(target, 0) + max(0, least - left), high_there)
        high[target] = high_there

    def rename(self, source: int, target: int, room: int) -> None:
        """What lies in one place lies in another, which has so much room."""
        if target in self.high:
            self.shift(target, self.low[source], min(self.high[source], room))
            self.bound(source, 0, 0)
            return
        self._said = None
        high = min(self.high.pop(source), room)
        self.low[target] = min(self.low.pop(source), high)
        self.high[target] = high

    def gain(self, place: int, face: int) -> None:
        """One more card of that face has gone out of sight in that place."""
        self._said = None
        self.faces[face] = self.faces.get(face, 0) + 1
        self.total += 1
        self.low[place] = self.low.get(place, 0) + 1
        self.high[place] = self.high.get(place, 0) + 1

    def lose(self, place: int, face: int) -> None:
        """One card of that face, in that place, is no longer hidden."""
        left = self.faces[face] - 1
        if left:
            self.faces[face] = left
        else:
            del self.faces[face]
        self.total -= 1
        self.shift(place, -1, -1)
        for most in self.high.values():
            if most > self.total:
                self._clip()
                return

    def _clip(self) -> None:
        """No more cards of it lie anywhere than it has."""
        for place, most in list(self.high.items()):
            self.bound(place, self.low[place], most)

    def absorb(self, other: Group) -> None:
        """Take in another group: from now on nobody knows which card was of which."""
        for face, number in other.faces.items():
            self.faces[face] = self.faces.get(face, 0) + number
        self.total += other.total
        for place, most in other.high.items():
            self.shift(place, other.low[place], most)

    def weights(self, faces: tuple[int, ...]) -> list[int]:
        """What each card of the group counts in a bar, in ascending order."""
        found: list[int] = []
        for face, number in self.faces.items():
            found.extend([faces.count(face)] * number)
        found.sort()
        return found


def whole(zone: int, faces: list[int]) -> Group:
    """All these faces, in one place."""
    counted: dict[int, int] = {}
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
    total = len(faces)
    return Group(counted, {zone: total}, {zone: total}, total)
