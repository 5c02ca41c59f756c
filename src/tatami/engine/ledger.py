"""What one seat knows beyond what it sees: *among these faces, in these places*.

A ledger is a fold over what its seat was told, and over nothing else, so it cannot leak. Every
card the seat cannot see belongs to one group: a multiset of faces, and for each place the least
and the most cards of the group that lie there. A fresh deck is one group in one place; a card
drawn unseen moves one of the group along; a known card that enters a foreign hand is a group of
its own; a shuffle turns the cards seen into a group; a hand that gives a card away unseen widens
the groups that were in it.

Where a face appears that two groups could have held, the ledger keeps the card as a *ghost*, a
place of one card whose face is known, until only one group can have held it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tatami.engine.errors import EngineFault
from tatami.engine.game import Layout
from tatami.engine.ops import DENY, MOVE, POUR, SHOW, SHUFFLE, SWAP, TRADE

FIRST_GHOST: Final = -2
TRANSIT: Final = 1_000_000
SWEEPS: Final = 24
"""How often each card is offered a swap when groups overlap: enough to forget the start."""

GroupFacts: TypeAlias = tuple[
    tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]
]
Facts: TypeAlias = tuple[
    tuple[GroupFacts, ...], tuple[tuple[int, int], ...], tuple[tuple[int, tuple[int, ...]], ...]
]


class Group:
    """Some faces, and how many of them lie at least and at most in each place."""

    __slots__ = ("faces", "high", "low", "total")

    def __init__(
        self, faces: dict[int, int], low: dict[int, int], high: dict[int, int], total: int
    ) -> None:
        self.faces = faces
        self.low = low
        self.high = high
        self.total = total

    def copy(self) -> Group:
        return Group(dict(self.faces), dict(self.low), dict(self.high), self.total)

    def all_in(self, place: int) -> bool:
        """Whether every card of the group is known to lie in that place."""
        return self.low.get(place, 0) == self.total

    def exact(self) -> bool:
        """Whether the number in each place is known."""
        return self.low == self.high

    def shift(self, place: int, low: int, high: int) -> None:
        """Change the bounds of a place; a place that can hold nothing is forgotten."""
        least = max(0, self.low.get(place, 0) + low)
        most = max(0, self.high.get(place, 0) + high)
        if most > self.total:
            most = self.total
        if most == 0:
            self.low.pop(place, None)
            self.high.pop(place, None)
        else:
            self.low[place] = min(least, most)
            self.high[place] = most

    def lose(self, face: int) -> None:
        """One card of that face is no longer hidden."""
        left = self.faces[face] - 1
        if left:
            self.faces[face] = left
        else:
            del self.faces[face]
        self.total -= 1


def _whole(zone: int, faces: list[int]) -> Group:
    """All these faces, in one place."""
    counted: dict[int, int] = {}
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
    total = len(faces)
    return Group(counted, {zone: total}, {zone: total}, total)


class Ledger:
    """The knowledge of one seat (or of a spectator), kept while the game goes on."""

    __slots__ = ("bars", "ghosts", "groups", "layout", "seat", "upto")

    def __init__(
        self,
        seat: int,
        layout: Layout,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[tuple[int, tuple[int, ...]]],
        upto: int,
    ) -> None:
        self.seat = seat
        self.layout = layout
        self.groups = groups
        self.ghosts = ghosts
        self.bars = bars
        self.upto = upto

    def copy(self) -> Ledger:
        """A copy that goes its own way."""
        groups = [group.copy() for group in self.groups]
        return Ledger(self.seat, self.layout, groups, self.ghosts[:], self.bars[:], self.upto)

    @staticmethod
    def fresh(seat: int, layout: Layout) -> Ledger:
        """What is known before the first card moves: which faces lie in which zone."""
        ledger = Ledger(seat, layout, [], [], [], 0)
        for zone, faces in enumerate(layout.start):
            if faces and not (layout.sight[zone] >> seat) & 1:
                ledger.groups.append(_whole(zone, faces))
        return ledger

    @staticmethod
    def of(seat: int, layout: Layout, facts: Facts) -> Ledger:
        """The ledger that a view's facts describe."""
        groups = [
            Group(dict(faces), dict(low), dict(high), sum(n for _, n in faces))
            for faces, low, high in facts[0]
        ]
        return Ledger(seat, layout, groups, list(facts[1]), list(facts[2]), 0)

    @staticmethod
    def drawn(seat: int, layout: Layout, hidden: list[tuple[int, int]]) -> Ledger:
        """What a seat knows of a position drawn from nowhere: hidden cards by ``(zone, face)``.

        Cards that started in one zone are one group, spread as they lie.
        """
        left = [dict(_whole(zone, faces).faces) for zone, faces in enumerate(layout.start)]
        groups: dict[int, Group] = {}
        for zone, face in hidden:
            origin = next(at for at, faces in enumerate(left) if faces.get(face, 0))
            left[origin][face] -= 1
            group = groups.setdefault(origin, Group({}, {}, {}, 0))
            group.faces[face] = group.faces.get(face, 0) + 1
            group.total += 1
            group.shift(zone, 1, 1)
        return Ledger(seat, layout, [groups[at] for at in sorted(groups)], [], [], 0)

    def facts(self) -> Facts:
        """The ledger as plain data, for a view."""
        groups = tuple(
            (
                tuple(sorted(group.faces.items())),
                tuple(sorted(group.low.items())),
                tuple(sorted(group.high.items())),
            )
            for group in self.groups
        )
        return groups, tuple(self.ghosts), tuple(self.bars)

    def known(self, place: int) -> list[int]:
        """The faces known to lie in a foreign hand, in ascending order."""
        found: list[int] = []
        for group in self.groups:
            if group.all_in(place):
                for face, number in group.faces.items():
                    found.extend([face] * number)
        found.sort()
        return found

    # -- what the seat is told

    def read(self, ops: list[tuple[int, ...]]) -> None:
        """Take in everything that happened since the last time."""
        while self.upto < len(ops):
            self._take(ops[self.upto])
            self.upto += 1

    def _take(self, op: tuple[int, ...]) -> None:
        verb = op[0]
        if verb == MOVE:
            self._moved(op[1], op[3], op[5], op[6], op[7])
        elif verb == SHOW:
            self._shown(op)
        elif verb == SHUFFLE:
            for at in range(2, len(op), 2):
                if (op[at + 1] >> self.seat) & 1:
                    self._plant(op[1], op[at])
        elif verb == POUR:
            self._poured(op)
        elif verb == SWAP:
            self._swapped(op)
        elif verb == TRADE:
            self._traded(op)
        elif verb == DENY and self.layout.owners[op[1]] != self.seat:
            self.bars.append((op[1], tuple(op[2:])))

    def _moved(self, source: int, target: int, face: int, before: int, after: int) -> None:
        knew = (before >> self.seat) & 1
        knows = (after >> self.seat) & 1
        if not knew and knows:
            self._observe(source, face)
        elif knew and not knows:
            self._plant(target, face)
        elif not knew:
            self._drift(source, target)

    def _shown(self, op: tuple[int, ...]) -> None:
        """Cards turned up for me: of a hand I remember the faces, elsewhere I see the cards."""
        zone = op[1]
        found: list[int] = []
        for at in range(3, len(op), 4):
            if not (op[at + 2] >> self.seat) & 1 and (op[at + 3] >> self.seat) & 1:
                found.append(op[at + 1])
        found.sort()
        if not self.layout.hand[zone]:
            for face in found:
                self._observe(zone, face)
            return
        for face in self.known(zone):
            if face in found:
                found.remove(face)
        for face in found:
            self._observe_elsewhere(zone, face)
        for face in found:
            self._plant(zone, face)

    def _poured(self, op: tuple[int, ...]) -> None:
        source, target = op[1], op[2]
        for at in range(3, len(op), 3):
            if not (op[at + 1] >> self.seat) & 1 and (op[at + 2] >> self.seat) & 1:
                self._observe(source, op[at])
        self._rename(source, target)

    def _swapped(self, op: tuple[int, ...]) -> None:
        """Two single cards were swapped, or not; only ``by`` knows."""
        a, b, by = op[1], op[2], op[3]
        if (by >> self.seat) & 1:
            return
        if (op[6] >> self.seat) & 1:
            self._plant(a, op[5])
        if (op[8] >> self.seat) & 1:
            self._plant(b, op[7])
        for group in self.groups:
            low = min(group.low.get(a, 0), group.low.get(b, 0))
            high = max(group.high.get(a, 0), group.high.get(b, 0))
            for place in (a, b):
                group.shift(place, low - group.low.get(place, 0), high - group.high.get(place, 0))

    def _traded(self, op: tuple[int, ...]) -> None:
        """Cards that left at the same moment: all leave before any lands."""
        for at in range(1, len(op), 5):
            knew = (op[at + 3] >> self.seat) & 1
            knows = (op[at + 4] >> self.seat) & 1
            if not knew and knows:
                self._observe(op[at], op[at + 2])
            elif not knew:
                self._drift(op[at], TRANSIT + at)
        for at in range(1, len(op), 5):
            knew = (op[at + 3] >> self.seat) & 1
            knows = (op[at + 4] >> self.seat) & 1
            if knew and not knows:
                self._plant(op[at + 1], op[at + 2])
            elif not knew and not knows:
                self._rename(TRANSIT + at, op[at + 1])

    # -- how groups change

    def _plant(self, place: int, face: int) -> None:
        """A known face goes out of sight in a place."""
        self._unbar(place)
        for group in self.groups:
            if group.all_in(place):
                group.faces[face] = group.faces.get(face, 0) + 1
                group.total += 1
                group.shift(place, 1, 1)
                return
        self.groups.append(Group({face: 1}, {place: 1}, {place: 1}, 1))

    def _observe(self, place: int, face: int) -> None:
        """A hidden card of a place turns out to have that face, and is hidden no more."""
        for group in self.groups:
            if group.all_in(place) and face in group.faces:
                self._take_from(group, place, face)
                return
        self._observe_elsewhere(place, face)

    def _observe_elsewhere(self, place: int, face: int) -> None:
        """The same, where the groups known to lie there whole have been counted already."""
        held = [
            group
            for group in self.groups
            if face in group.faces and group.high.get(place, 0) and not group.all_in(place)
        ]
        if not held:
            held = [g for g in self.groups if face in g.faces and g.high.get(place, 0)]
        if not held:
            raise EngineFault(f"seat {self.seat} saw face {face} where it cannot have been")
        if len(held) == 1:
            self._take_from(held[0], place, face)
            return
        ghost = FIRST_GHOST
        for used, _ in self.ghosts:
            ghost = min(ghost, used - 1)
        self.ghosts.append((ghost, face))
        self._drift(place, ghost)
        self._settle()

    def _take_from(self, group: Group, place: int, face: int) -> None:
        group.lose(face)
        if group.low.get(place, 0) == 0:
            group.shift(place, 0, -1)
        else:
            group.shift(place, -1, -1)
        for other in list(group.high):
            group.shift(other, 0, 0)
        if group.total == 0:
            self.groups.remove(group)
        if self.ghosts:
            self._settle()

    def _drift(self, source: int, target: int) -> None:
        """A hidden card goes from one place to another, unseen."""
        self._unbar(target)
        there = [group for group in self.groups if group.high.get(source, 0)]
        if not there:
            raise EngineFault(f"seat {self.seat}: a card left a place that was empty")
        if len(there) == 1:
            group = there[0]
            least = group.low.get(source, 0)
            group.shift(source, -1 if least else 0, -1)
            group.shift(target, 1, 1)
            return
        for group in there:
            group.shift(source, -1, 0)
            group.shift(target, 0, 1)

    def _rename(self, source: int, target: int) -> None:
        """Everything hidden in one place goes to another."""
        self._unbar(target)
        for group in self.groups:
            if source in group.high:
                low = group.low.pop(source)
                high = group.high.pop(source)
                group.shift(target, low, high)
        whole = [group for group in self.groups if group.all_in(target)]
        for other in whole[1:]:
            for face, number in other.faces.items():
                whole[0].faces[face] = whole[0].faces.get(face, 0) + number
            whole[0].total += other.total
            whole[0].shift(target, other.total, other.total)
            self.groups.remove(other)

    def _unbar(self, place: int) -> None:
        if self.bars:
            self.bars = [bar for bar in self.bars if bar[0] != place]

    def _settle(self) -> None:
        """Give each ghost back to the one group that can have held it, where there is one."""
        for ghost, face in self.ghosts[:]:
            held = [g for g in self.groups if g.high.get(ghost, 0) and face in g.faces]
            for group in self.groups:
                if group.high.get(ghost, 0) and face not in group.faces:
                    group.shift(ghost, -1, -1)
            if len(held) == 1:
                self.ghosts.remove((ghost, face))
                held[0].low[ghost] = 1
                self._take_from(held[0], ghost, face)

    # -- imagining

    def lay_out(self, room: dict[int, int], rand: Callable[[int], int]) -> dict[int, list[int]]:
        """Faces for every hidden card, place by place, uniform over labelled deals.

        ``room`` is the number of hidden cards in each place.
        """
        if not self.ghosts and not self.bars and all(group.exact() for group in self.groups):
            return self._lay_out_exactly(rand)
        return _Lots(self, room, rand).lay_out()

    def _lay_out_exactly(self, rand: Callable[[int], int]) -> dict[int, list[int]]:
        laid: dict[int, list[int]] = {}
        mixed = len(self.groups) > 1
        for group in self.groups:
            faces: list[int] = []
            for face, number in sorted(group.faces.items()):
                faces.extend([face] * number)
            stir(faces, rand)
            at = 0
            for place in sorted(group.low):
                number = group.low[place]
                laid.setdefault(place, []).extend(faces[at : at + number])
                at += number
        if mixed:
            for place in sorted(laid):
                stir(laid[place], rand)
        return laid


def stir(items: list[int], rand: Callable[[int], int]) -> None:
    """Shuffle a list."""
    for i in range(len(items) - 1, 0, -1):
        j = rand(i + 1)
        items[i], items[j] = items[j], items[i]


class _Lots:
    """Overlapping groups: start from any deal that fits, then swap cards until it is forgotten.

    A swap of two cards is taken whenever the result fits too. Swaps are symmetric, so in the long
    run every deal that fits is equally likely.
    """

    def __init__(self, ledger: Ledger, room: dict[int, int], rand: Callable[[int], int]) -> None:
        self.rand = rand
        self.groups = ledger.groups
        self.ghosts = dict(ledger.ghosts)
        self.bars = ledger.bars
        self.item_group: list[int] = []
        self.item_face: list[int] = []
        for number, group in enumerate(self.groups):
            for face, copies in sorted(group.faces.items()):
                self.item_group.extend([number] * copies)
                self.item_face.extend([face] * copies)
        self.slots: list[int] = []
        for place in sorted(room):
            self.slots.extend([place] * room[place])
        self.slots.extend(sorted(self.ghosts))
        if len(self.slots) != len(self.item_face):
            raise EngineFault("the ledger does not account for every hidden card")
        self.order = list(range(len(self.slots)))
        self.held: list[dict[int, int]] = [{} for _ in self.groups]

    def lay_out(self) -> dict[int, list[int]]:
        for _ in range(50):
            if self._fit():
                break
        else:
            raise EngineFault("no deal fits the ledger")
        for _ in range(SWEEPS * len(self.slots)):
            self._swap_if(False)
        laid: dict[int, list[int]] = {}
        for slot, place in enumerate(self.slots):
            if place not in self.ghosts:
                laid.setdefault(place, []).append(self.item_face[self.order[slot]])
        return laid

    def _fit(self) -> bool:
        """Look for a deal that fits, by swaps that do not make it worse (and now and then do)."""
        stir(self.order, self.rand)
        self.held = [{} for _ in self.groups]
        for slot, place in enumerate(self.slots):
            held = self.held[self.item_group[self.order[slot]]]
            held[place] = held.get(place, 0) + 1
        for _ in range(400 * len(self.slots)):
            if self._misfit_all() == 0:
                return True
            for _ in range(len(self.slots)):
                self._swap_if(True)
        return self._misfit_all() == 0

    def _misfit_all(self) -> int:
        wrong = 0
        for number, group in enumerate(self.groups):
            for place in {*group.low, *self.held[number]}:
                wrong += self._misfit(number, place)
        return wrong + sum(self._misplaced(slot) for slot in range(len(self.slots)))

    def _misfit(self, number: int, place: int) -> int:
        group = self.groups[number]
        held = self.held[number].get(place, 0)
        return max(0, group.low.get(place, 0) - held) + max(0, held - group.high.get(place, 0))

    def _misplaced(self, slot: int) -> int:
        place = self.slots[slot]
        face = self.item_face[self.order[slot]]
        if place in self.ghosts:
            return int(self.ghosts[place] != face)
        return sum(1 for zone, faces in self.bars if zone == place and face in faces)

    def _cost(self, i: int, j: int) -> int:
        a, b = self.slots[i], self.slots[j]
        one, two = self.item_group[self.order[i]], self.item_group[self.order[j]]
        cost = self._misplaced(i) + self._misplaced(j)
        for number in {one, two}:
            cost += self._misfit(number, a)
            if a != b:
                cost += self._misfit(number, b)
        return cost

    def _swap_if(self, searching: bool) -> None:
        i, j = self.rand(len(self.slots)), self.rand(len(self.slots))
        if self.slots[i] == self.slots[j]:
            return
        before = self._cost(i, j)
        self._swap(i, j)
        after = self._cost(i, j)
        if after <= before or (searching and self.rand(40) == 0):
            return
        self._swap(i, j)

    def _swap(self, i: int, j: int) -> None:
        a, b = self.slots[i], self.slots[j]
        one, two = self.held[self.item_group[self.order[i]]], None
        one[a] -= 1
        one[b] = one.get(b, 0) + 1
        two = self.held[self.item_group[self.order[j]]]
        two[b] -= 1
        two[a] = two.get(a, 0) + 1
        self.order[i], self.order[j] = self.order[j], self.order[i]
