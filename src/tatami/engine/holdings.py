"""Where the cards that one cannot see may lie: groups, ghosts and bars, and what their sizes prove.

Every card that is not seen belongs to one group: a multiset of faces, and for each place the least
and the most cards of the group that lie there. A card that moves unseen moves one of the group
along; a known card that goes out of sight is a group of its own; a place that gives a card away
unseen widens the groups that were in it. What the sizes of groups and places prove narrows them
again.

Where a face appears that two groups could have held, the card is kept as a *ghost*, a place of one
card whose face is known, until only one group can have held it or it does not matter any more
which one did. Groups that have become alike are made one, see ``alike``. A *bar* says that of some
faces at most so many lie in a place; a face that it names several times counts as often.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.alike import alike, at_home
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Bar
from tatami.engine.groups import Group
from tatami.engine.layout import Layout
from tatami.engine.narrow import squeeze

FIRST_GHOST: Final = -2


class Holdings:
    """What lies where, as far as one seat can know it from groups, ghosts and bars.

    ``room`` is the number of hidden cards in each place, ghosts included. ``loose`` tells that the
    groups overlap, ``dirty`` that something has changed since the bounds were last narrowed.
    """

    __slots__ = ("bars", "dirty", "ghosts", "groups", "layout", "loose", "room", "seat")

    def __init__(
        self,
        seat: int,
        layout: Layout,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        room: dict[int, int],
    ) -> None:
        self.seat = seat
        self.layout = layout
        self.groups = groups
        self.ghosts = ghosts
        self.bars = bars
        self.room = room
        self.loose = False
        self.dirty = False

    def __repr__(self) -> str:
        who = f"s{self.seat}" if self.seat < len(self.layout.seats) else "a spectator"
        told = "; ".join([self._described(group) for group in self.groups])
        return f"<{who} knows of hidden cards: {told or 'there are none'}>"

    def _described(self, group: Group) -> str:
        """The cards of a group, and where they may lie."""
        cards = [f"{self.layout.faces[face]}*{group.faces[face]}" for face in sorted(group.faces)]
        places = [f"{group.low[at]}-{group.high[at]} in {self._named(at)}" for at in group.high]
        return f"{' '.join(cards)}: {', '.join(places)}"

    def count(self) -> None:
        """Add up how many hidden cards each place holds, where the groups tell."""
        for group in self.groups:
            for place, number in group.low.items():
                self.room[place] = self.room.get(place, 0) + number

    def known(self, place: int) -> list[int]:
        """The faces known to lie in a foreign hand, in ascending order.

        Groups that lie there whole, and of a group of one face as many as must lie there.
        """
        found: list[int] = []
        for group in self.groups:
            least = group.low.get(place, 0)
            if least and (least == group.total or len(group.faces) == 1):
                for face, number in group.faces.items():
                    found.extend([face] * min(number, least))
        found.sort()
        return found

    def is_known(self, place: int) -> bool:
        """Whether one knows every face in a place."""
        left = self.room.get(place, 0)
        for group in self.groups:
            if group.all_in(place):
                left -= group.total
        return left == 0

    # -- how groups change

    def plant(self, place: int, face: int) -> None:
        """A known face goes out of sight in a place."""
        if self.bars:
            self._count_barred(place, face, 1)
        self.room[place] = self.room.get(place, 0) + 1
        for group in self.groups:
            if group.all_in(place):
                group.gain(place, face)
                return
        self.groups.append(Group({face: 1}, {place: 1}, {place: 1}, 1))

    def observe(self, place: int, face: int) -> None:
        """A hidden card of a place turns out to have that face, and is hidden no more."""
        if self.dirty:
            self.narrow()
        held: list[Group] = []
        for group in self.groups:
            if face in group.faces and place in group.high:
                if group.all_in(place):
                    held = [group]
                    break
                held.append(group)
        if not held:
            raise EngineFault(
                f"seat {self.seat} saw {self.layout.faces[face]} in {self._named(place)}, "
                "where it cannot have been"
            )
        if len(held) == 1:
            self._take_from(held[0], place, face)
            if self.loose and len(held[0].high) == 1:
                self._gather()
            return
        if self.bars:
            self._count_barred(place, face, -1)
        ghost = FIRST_GHOST
        for used, _ in self.ghosts:
            ghost = min(ghost, used - 1)
        self.ghosts.append((ghost, face))
        self.drift(place, ghost, 1)
        self.dirty = True

    def _take_from(self, group: Group, place: int, face: int) -> None:
        if self.bars:
            self._count_barred(place, face, -1)
        self._leave(place, 1)
        if self.loose and not group.exact():
            self.dirty = True
        group.lose(place, face)
        if group.total == 0:
            self.groups.remove(group)

    def _named(self, place: int) -> str:
        """A place as a fault names it; ghosts and cards under way lie in no zone."""
        zones = self.layout.zones
        return zones[place].name if 0 <= place < len(zones) else "no zone"

    def _leave(self, place: int, number: int) -> int:
        """Some hidden cards leave a place; how many are left."""
        left = self.room.get(place, 0) - number
        if left < 0:
            raise EngineFault(
                f"seat {self.seat}: a card left {self._named(place)}, which was empty"
            )
        if left:
            self.room[place] = left
        else:
            del self.room[place]
        return left

    def drift(self, source: int, target: int, number: int) -> None:
        """Some hidden cards go from one place to another, unseen."""
        if self.bars:
            self._carry_bars(source, target, number)
        left = self._leave(source, number)
        self.room[target] = self.room.get(target, 0) + number
        inside = [group for group in self.groups if source in group.high]
        if len(inside) == 1 and not self.loose:
            inside[0].send(source, target, number)  # as in a deal: nothing becomes unsure
        elif self._drift_from(inside, source, target, number, left):
            self.dirty = True
            return
        if not left:
            self.merge([group for group in self.groups if group.all_in(target)])

    def _drift_from(
        self, inside: list[Group], source: int, target: int, number: int, left: int
    ) -> bool:
        """Widen the bounds of the groups from which the cards may be; whether to narrow them."""
        known = True
        for group in inside:
            known = known and (not self.loose or group.exact())
            least, most = group.low[source], group.high[source]
            group.bound(source, least - number, min(most, left))
            group.shift(target, max(0, least - left), min(most, number))
        return not known or (len(inside) > 1 and left > 0) or (self.loose and bool(self.bars))

    def merge(self, groups: list[Group]) -> None:
        """Make one group of several."""
        for other in groups[1:]:
            groups[0].absorb(other)
            self.groups.remove(other)

    # -- bars

    def _count_barred(self, place: int, face: int, change: int) -> None:
        """A card of that face has come to a place (or left it)."""
        for at, (zone, faces, most) in enumerate(self.bars):
            if zone == place and face in faces:
                self.bars[at] = (zone, faces, max(0, most + change * faces.count(face)))

    def _weights(self, place: int, faces: tuple[int, ...], heavy: bool) -> list[int]:
        """What the cards that may lie in a place count in a bar: the heaviest (or lightest) first.

        Of each group as many as can lie there, and those that count the most (or the least).
        """
        found: list[int] = []
        for group in self.groups:
            most = group.high.get(place, 0)
            if most:
                weights = group.weights(faces)
                found.extend(weights[-most:] if heavy else weights[:most])
        found.sort(reverse=heavy)
        return found

    def _most(self, place: int, faces: tuple[int, ...]) -> int:
        """How much what lies in a place may count in a bar."""
        found = sum(self._weights(place, faces, True)[: self.room.get(place, 0)])
        for zone, barred, number in self.bars:
            if zone == place and number < found and _covers(barred, faces):
                found = number
        return found

    def _carry_bars(self, source: int, target: int, number: int) -> None:
        """What is known of a place holds for the cards that leave it; they count where they go."""
        empty = target not in self.room
        carried: list[Bar] = []
        for zone, faces, most in self.bars:
            heaviest = sum(self._weights(source, faces, True)[:number])
            if zone == target:
                carried.append((zone, faces, most + min(heaviest, self._most(source, faces))))
            elif zone == source and target >= 0:
                lightest = sum(self._weights(source, faces, False)[:number])
                carried.append((zone, faces, max(0, most - lightest)))
                if empty:
                    carried.append((target, faces, min(heaviest, most)))
            else:
                carried.append((zone, faces, most))
        self.bars = carried

    def trim_bars(self) -> None:
        """Forget bars that say nothing, and all but the strictest of those that say the same."""
        bars, self.bars = self.bars, []
        for bar in bars:
            if bar[2] < self._most(bar[0], bar[1]):
                self.bars = [b for b in self.bars if b[0] != bar[0] or b[1] != bar[1]]
                self.bars.append(bar)

    # -- how bounds narrow

    def narrow(self) -> None:
        """Draw from the sizes of groups and places all that they prove."""
        self.dirty = False
        self._squeeze()
        while self._settle():
            self._squeeze()
        self._gather()
        self.loose = bool(self.ghosts) or not all(group.exact() for group in self.groups)

    def _squeeze(self) -> None:
        squeeze(self.groups, self.ghosts, self.bars, self.room)

    def _settle(self) -> bool:
        """Settle what the bounds prove, or what need not be kept apart any more.

        Whether there was anything; then the bounds can be narrowed again.
        """
        if not self.ghosts:
            return self._unite_alike()
        held = self._holders()
        return self._lay_ghosts(held) or self._unite_alike() or self._gather_ghosts(held)

    def _holders(self) -> dict[int, list[Group]]:
        """The groups that may have held each ghost."""
        held: dict[int, list[Group]] = {ghost: [] for ghost, _ in self.ghosts}
        for group in self.groups:
            for place in group.high:
                if place < 0:
                    held[place].append(group)
        for ghost, face in self.ghosts:
            if not held[ghost]:
                name = self.layout.faces[face]
                raise EngineFault(f"seat {self.seat}: {name} came from nowhere")
        return held

    def _lay_ghosts(self, held: dict[int, list[Group]]) -> bool:
        """Give each ghost to the groups that held it, once that is known or does not matter."""
        known = [one for one in self.ghosts if _are_known(held[one[0]], one[0])]
        for ghost, face in known:
            self._lay_ghost(ghost, face, held[ghost])
        if known:
            return True
        for ghost, _ in self.ghosts:
            if one := at_home(held[ghost], held, self.groups, self.ghosts, self.room):
                self._unite(one, held)
                return True
        return False

    def _unite_alike(self) -> bool:
        """Make one group of such as have become alike. Whether there were any."""
        found = alike(self.groups, self.ghosts, self.room)
        self.merge(found)
        return bool(found)

    def _unite(self, groups: list[Group], held: dict[int, list[Group]]) -> None:
        """Make one group of several, and take from it the ghosts that no other can have held."""
        self.merge(groups)
        for ghost, face in self.ghosts[:]:
            if all(group in groups for group in held[ghost]):
                groups[0].bound(ghost, self.room[ghost], self.room[ghost])
                self._lay_ghost(ghost, face, groups[:1])

    def _lay_ghost(self, ghost: int, face: int, held: list[Group]) -> None:
        """Take the cards of a ghost from the groups that are known to have held them."""
        self.ghosts.remove((ghost, face))
        for group in held:
            for _ in range(group.low[ghost]):
                self._take_from(group, ghost, face)
        self.dirty = False

    def _gather_ghosts(self, held: dict[int, list[Group]]) -> bool:
        """Make one ghost of all that have one face and may have been held by the same groups.

        What a group has of that face may then prove something more.
        """
        before = len(self.ghosts)
        first: dict[tuple[int, ...], int] = {}
        for ghost, face in self.ghosts[:]:
            groups = held[ghost]
            one = first.setdefault((face, *[id(group) for group in groups]), ghost)
            if one != ghost:
                self.ghosts.remove((ghost, face))
                self.room[one] += self.room.pop(ghost)
                for group in groups:
                    group.shift(one, group.low[ghost], group.high[ghost])
                    group.bound(ghost, 0, 0)
        return len(self.ghosts) < before

    def _gather(self) -> None:
        """Make one group of all that lie in one place only."""
        whole: dict[int, list[Group]] = {}
        for group in self.groups:
            if len(group.high) == 1:
                for place in group.high:
                    whole.setdefault(place, []).append(group)
        for groups in whole.values():
            self.merge(groups)


def _covers(barred: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether every face counts in one bar at least as much as in the other."""
    return all(barred.count(face) >= faces.count(face) for face in faces)


def _are_known(groups: list[Group], place: int) -> bool:
    """Whether it is known how many of each group lie in a place."""
    return all(group.low[place] == group.high[place] for group in groups)
