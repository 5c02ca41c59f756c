"""What one seat knows beyond what it sees: *among these faces, in these places*.

A ledger is a fold over what its seat was told, and over nothing else, so it cannot leak. Every
card the seat cannot see belongs to one group: a multiset of faces, and for each place the least
and the most cards of the group that lie there. A fresh deck is one group in one place; a card
drawn unseen moves one of the group along; a known card that enters a foreign hand is a group of
its own; a shuffle turns the cards seen into a group; a hand that gives a card away unseen widens
the groups that were in it. What the sizes of groups and places prove narrows them again.

Where a face appears that two groups could have held, the ledger keeps the card as a *ghost*, a
place of one card whose face is known, until only one group can have held it or it does not matter
any more which one did. A *bar* says that of some faces at most so many lie in a place; a face that
it names several times counts as often. A *tale* says what no bar can any more: it keeps the bars of
places from which cards have gone unseen, and what has come and gone there since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tatami.engine.errors import EngineFault
from tatami.engine.game import Layout
from tatami.engine.groups import Group, whole
from tatami.engine.lots import Lots, stir
from tatami.engine.ops import DENY, LIMIT, MOVE, POUR, SHOW, SHUFFLE, SWAP, TRADE
from tatami.engine.tale import (
    BARRED,
    CAME,
    MOVED,
    TRANSIT,
    WENT,
    Deed,
    Teller,
    places_of,
    shortened,
)

FIRST_GHOST: Final = -2
NOWHERE: Final = -1
ROUNDS: Final = 64
"""How often the bounds are gone through at most: stopping early only leaves them wider."""
DEALS: Final = 100
"""How many more deals are tried until one fits the tale."""

Bar: TypeAlias = tuple[int, tuple[int, ...], int]
"""Place, faces (each as often as it counts), and how much the hidden cards there count at most."""
GroupFacts: TypeAlias = tuple[
    tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]
]
Facts: TypeAlias = tuple[
    tuple[GroupFacts, ...], tuple[tuple[int, int], ...], tuple[Bar, ...], tuple[Deed, ...]
]
"""Groups, ghosts, bars, the tale. Where the counts of the groups do not tell how many hidden cards
a place holds, a bar without faces does."""


class Ledger:
    """The knowledge of one seat (or of a spectator), kept while the game goes on.

    ``room`` is the number of hidden cards in each place, ghosts included. ``loose`` tells that the
    groups overlap, ``dirty`` that something has changed since the bounds were last narrowed.
    """

    __slots__ = (
        "bars",
        "dirty",
        "ghosts",
        "groups",
        "layout",
        "loose",
        "room",
        "seat",
        "tale",
        "upto",
    )

    def __init__(
        self,
        seat: int,
        layout: Layout,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        tale: list[Deed],
        room: dict[int, int],
        upto: int,
    ) -> None:
        self.seat = seat
        self.layout = layout
        self.groups = groups
        self.ghosts = ghosts
        self.bars = bars
        self.tale = tale
        self.room = room
        self.upto = upto
        self.loose = False
        self.dirty = False

    def copy(self) -> Ledger:
        """A copy that goes its own way."""
        groups = [group.copy() for group in self.groups]
        twin = Ledger(
            self.seat,
            self.layout,
            groups,
            self.ghosts[:],
            self.bars[:],
            self.tale[:],
            dict(self.room),
            self.upto,
        )
        twin.loose = self.loose
        return twin

    @staticmethod
    def fresh(seat: int, layout: Layout) -> Ledger:
        """What is known before the first card moves: which faces lie in which zone."""
        ledger = Ledger(seat, layout, [], [], [], [], {}, 0)
        for zone, faces in enumerate(layout.start):
            if faces and not (layout.sight[zone] >> seat) & 1:
                ledger.groups.append(whole(zone, faces))
                ledger.room[zone] = len(faces)
        return ledger

    @staticmethod
    def of(seat: int, layout: Layout, facts: Facts) -> Ledger:
        """The ledger that a view's facts describe."""
        groups = [
            Group(dict(faces), dict(low), dict(high), sum(n for _, n in faces))
            for faces, low, high in facts[0]
        ]
        bars = [bar for bar in facts[2] if bar[1]]
        ledger = Ledger(seat, layout, groups, list(facts[1]), bars, list(facts[3]), {}, 0)
        ledger.loose = bool(ledger.ghosts) or not all(group.exact() for group in groups)
        if ledger.loose:
            ledger.room = {zone: most for zone, faces, most in facts[2] if not faces}
        else:
            ledger._count()
        return ledger

    @staticmethod
    def drawn(seat: int, layout: Layout, hidden: list[tuple[int, int]]) -> Ledger:
        """What a seat knows of a position drawn from nowhere: hidden cards by ``(zone, face)``.

        Cards that started in one zone are one group, spread as they lie.
        """
        left = [dict(whole(zone, faces).faces) for zone, faces in enumerate(layout.start)]
        groups: dict[int, Group] = {}
        for zone, face in hidden:
            origin = next(at for at, faces in enumerate(left) if faces.get(face, 0))
            left[origin][face] -= 1
            group = groups.setdefault(origin, Group({}, {}, {}, 0))
            group.faces[face] = group.faces.get(face, 0) + 1
            group.total += 1
            group.shift(zone, 1, 1)
        ledger = Ledger(seat, layout, [groups[at] for at in sorted(groups)], [], [], [], {}, 0)
        ledger._count()
        return ledger

    def _count(self) -> None:
        """Add up how many hidden cards each place holds, where the groups tell."""
        for group in self.groups:
            for place, number in group.low.items():
                self.room[place] = self.room.get(place, 0) + number

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
        bars = self.bars
        if self.loose:
            nothing: tuple[int, ...] = ()
            bars = bars + [(place, nothing, self.room[place]) for place in sorted(self.room)]
        return groups, tuple(self.ghosts), tuple(bars), tuple(self.tale)

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

    # -- what the seat is told

    def read(self, ops: list[tuple[int, ...]]) -> None:
        """Take in everything that happened since the last time."""
        while self.upto < len(ops):
            self._take(ops[self.upto])
            self.upto += 1
            if self.dirty:
                self._narrow()
            if self.tale:
                self._trim_tale()
            if self.bars:
                self._trim_bars()

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
        elif verb == DENY:
            self._barred(op[1], tuple(sorted(set(op[2:]))), 0)
        elif verb == LIMIT:
            self._barred(op[1], tuple(sorted(op[3:])), op[2])

    def _moved(self, source: int, target: int, face: int, before: int, after: int) -> None:
        knew = (before >> self.seat) & 1
        knows = (after >> self.seat) & 1
        if not knew and knows:
            self._observe(source, face)
        elif knew and not knows:
            self._plant(target, face)
        elif not knew:
            self._drift(source, target, 1)

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
        known = self.known(zone)
        learnt = [face for face in found if found.count(face) > known.count(face)]
        for face in learnt:
            self._observe(zone, face)
        for face in learnt:
            self._plant(zone, face)

    def _poured(self, op: tuple[int, ...]) -> None:
        source, target = op[1], op[2]
        for at in range(3, len(op), 3):
            if not (op[at + 1] >> self.seat) & 1 and (op[at + 2] >> self.seat) & 1:
                self._observe(source, op[at])
        hidden = self.room.get(source, 0)
        if hidden:
            self._drift(source, target, hidden)

    def _swapped(self, op: tuple[int, ...]) -> None:
        """Two single cards were swapped, or not; only ``by`` knows."""
        a, b, by = op[1], op[2], op[3]
        if (by >> self.seat) & 1:
            return
        if (op[6] >> self.seat) & 1:
            self._plant(a, op[5])
        if (op[8] >> self.seat) & 1:
            self._plant(b, op[7])
        self.bars = [bar for bar in self.bars if bar[0] not in (a, b)]
        if self.tale and not places_of(self.tale).isdisjoint((a, b)):
            self.tale = []
        lone = [group for group in self.groups if group.all_in(a) or group.all_in(b)]
        if len(lone) == 2:
            self._merge(lone)
        for group in self.groups:
            low = min(group.low.get(a, 0), group.low.get(b, 0))
            high = max(group.high.get(a, 0), group.high.get(b, 0))
            for place in (a, b):
                if (low, high) != (group.low.get(place, 0), group.high.get(place, 0)):
                    group.bound(place, low, high)
                    self.dirty = True

    def _traded(self, op: tuple[int, ...]) -> None:
        """Cards that left at the same moment: all leave before any lands."""
        hidden: dict[tuple[int, int], int] = {}
        for at in range(1, len(op), 5):
            if not (op[at + 3] >> self.seat) & 1:
                if (op[at + 4] >> self.seat) & 1:
                    self._observe(op[at], op[at + 2])
                else:
                    way = (op[at], op[at + 1])
                    hidden[way] = hidden.get(way, 0) + 1
        if self.bars or self.tale:
            self._enter_together(hidden)
        for number, (source, _) in enumerate(hidden):
            self._drift(source, TRANSIT + number, hidden[source, _])
        for at in range(1, len(op), 5):
            if (op[at + 3] >> self.seat) & 1 and not (op[at + 4] >> self.seat) & 1:
                self._plant(op[at + 1], op[at + 2])
        for number, (_, target) in enumerate(hidden):
            self._drift(TRANSIT + number, target, hidden[_, target])

    # -- how groups change

    def _plant(self, place: int, face: int) -> None:
        """A known face goes out of sight in a place."""
        if self.bars:
            self._count_barred(place, face, 1)
        if self.tale:
            self._note(CAME, place, face)
        self.room[place] = self.room.get(place, 0) + 1
        self.dirty = self.dirty or self.loose
        for group in self.groups:
            if group.all_in(place):
                group.faces[face] = group.faces.get(face, 0) + 1
                group.total += 1
                group.shift(place, 1, 1)
                return
        self.groups.append(Group({face: 1}, {place: 1}, {place: 1}, 1))

    def _observe(self, place: int, face: int) -> None:
        """A hidden card of a place turns out to have that face, and is hidden no more."""
        if self.dirty:
            self._narrow()
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
        if self.tale:
            self._note(WENT, place, face)
        if len(held) == 1:
            self._take_from(held[0], place, face)
            return
        if self.bars:
            self._count_barred(place, face, -1)
        ghost = FIRST_GHOST
        for used, _ in self.ghosts:
            ghost = min(ghost, used - 1)
        self.ghosts.append((ghost, face))
        self._drift(place, ghost, 1)
        self.dirty = True

    def _take_from(self, group: Group, place: int, face: int) -> None:
        if self.bars:
            self._count_barred(place, face, -1)
        self._leave(place, 1)
        group.lose(place, face)
        if group.total == 0:
            self.groups.remove(group)
        self.dirty = self.dirty or self.loose

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

    def _drift(self, source: int, target: int, number: int) -> None:
        """Some hidden cards go from one place to another, unseen."""
        if self.bars or self.tale:
            self._note_drift(source, target, number)
            self._carry_bars(source, target, number)
        left = self._leave(source, number)
        self.room[target] = self.room.get(target, 0) + number
        groups = 0
        for group in self.groups:
            most = group.high.get(source, 0)
            if most:
                groups += 1
                least = group.low[source]
                group.bound(source, least - number, min(most, left))
                group.shift(target, max(0, least - left), min(most, number))
        if self.loose or (groups > 1 and left):
            self.dirty = True
        elif not left:
            self._merge([group for group in self.groups if group.all_in(target)])

    def _merge(self, groups: list[Group]) -> None:
        """Make one group of several."""
        for other in groups[1:]:
            groups[0].absorb(other)
            self.groups.remove(other)

    # -- bars

    def _barred(self, place: int, faces: tuple[int, ...], most: int) -> None:
        """Everybody was told a bar; who sees the place needs none."""
        if not (self.layout.sight[place] >> self.seat) & 1:
            self.bars.append((place, faces, most))
            self.dirty = self.loose
            if self.tale and place in places_of(self.tale):
                self.tale.append((BARRED, place, most, *faces))

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

    def _trim_bars(self) -> None:
        """Forget bars that say nothing, and all but the strictest of those that say the same."""
        bars, self.bars = self.bars, []
        for bar in bars:
            if bar[2] < self._most(bar[0], bar[1]):
                self.bars = [b for b in self.bars if b[0] != bar[0] or b[1] != bar[1]]
                self.bars.append(bar)

    # -- the tale

    def _note(self, verb: int, place: int, face: int) -> None:
        """A card of that face has come to a place of the tale (or left it)."""
        if place in places_of(self.tale):
            self.tale.append((verb, place, face))

    def _note_drift(self, source: int, target: int, number: int) -> None:
        """Hidden cards go over unseen: write it down where bars alone would forget something."""
        if target < 0:
            return
        inside = places_of(self.tale)
        if source not in inside and target not in inside:
            if not self._parts_what_is_barred(source, target, number):
                return
        elif self.tale[-1] == (MOVED, target, source, number) and self.room[source] == number:
            self.tale.pop()
            return
        for place in (source, target):
            if place not in inside:
                self._enter(place, place == source)
        self.tale.append((MOVED, source, target, number))

    def _enter(self, place: int, leaves: bool) -> None:
        """A place comes into the tale, with its bars and with the faces known to lie there.

        It stays outside if it has neither, unless the cards that leave it are of several groups.
        """
        known = self.known(place)
        groups = 0
        for group in self.groups:
            groups += place in group.high
        if known or (leaves and groups > 1):
            self.tale.append((BARRED, place, 0))
        for face in known:
            self.tale.append((WENT, place, face))
        for face in known:
            self.tale.append((CAME, place, face))
        for zone, faces, most in self.bars:
            if zone == place:
                self.tale.append((BARRED, place, most, *faces))

    def _enter_together(self, hidden: dict[tuple[int, int], int]) -> None:
        """Cards leave at the same moment: what is known of their places, before any does."""
        inside = places_of(self.tale)
        sources = {source for source, _ in hidden}
        for (source, target), number in hidden.items():
            barred = self._parts_what_is_barred(source, TRANSIT, number)
            for zone, _, _ in self.bars:
                barred = barred or zone == target
            if barred or source in inside or target in inside:
                for place in (source, target):
                    if place in sources and place not in inside:
                        self._enter(place, True)
                        inside.add(place)

    def _parts_what_is_barred(self, source: int, target: int, number: int) -> bool:
        """Whether the bars of two places do not tell all, once some cards have gone over.

        They do where all cards, or such as count nothing, go to an empty place; and where some
        come to a place in which every face of the bar counts once.
        """
        empty = target not in self.room
        whole = number == self.room.get(source, 0)
        for zone, faces, most in self.bars:
            if zone == source and not (empty and (whole or most == 0)):
                return True
            if zone == target and len(set(faces)) < len(faces):
                return True
        return False

    def _trim_tale(self) -> None:
        """Forget what the tale no longer proves; the bars at its end speak of now."""
        at = len(self.tale)
        while at and self.tale[at - 1][0] == BARRED:
            at -= 1
            self.bars.append((self.tale[at][1], self.tale[at][3:], self.tale[at][2]))
        self.tale = shortened(self.tale)
        if self.tale and all(self._is_known(place) for place in places_of(self.tale)):
            self.tale = []

    def _is_known(self, place: int) -> bool:
        """Whether one knows every face in a place."""
        left = self.room.get(place, 0)
        for group in self.groups:
            if group.all_in(place):
                left -= group.total
        return left == 0

    def fits_tale(self, laid: dict[int, list[int]]) -> bool:
        """Whether what happened can have led to these faces, place by place."""
        return not self.tale or Teller(self.tale, laid).fits()

    # -- how bounds narrow

    def _narrow(self) -> None:
        """Draw from the sizes of groups and places all that they prove."""
        self.dirty = False
        self._squeeze()
        while self._lay_a_ghost():
            self._squeeze()
        self._gather()
        self.loose = bool(self.ghosts) or not all(group.exact() for group in self.groups)

    def _squeeze(self) -> None:
        """Narrow all bounds until they stay."""
        for ghost, face in self.ghosts:
            for group in self.groups:
                if ghost in group.high and face not in group.faces:
                    group.bound(ghost, 0, 0)
        for zone, faces, most in self.bars:
            for group in self.groups:
                if zone in group.high:
                    fitting = _fitting(group.weights(faces), most)
                    if fitting < group.high[zone]:
                        group.bound(zone, group.low[zone], fitting)
        lows: dict[int, int] = {}
        highs: dict[int, int] = {}
        for group in self.groups:
            for place, least in group.low.items():
                lows[place] = lows.get(place, 0) + least
                highs[place] = highs.get(place, 0) + group.high[place]
        for _ in range(ROUNDS):
            changed = False
            for group in self.groups:
                if self._squeeze_one(group, lows, highs):
                    changed = True
            if not changed:
                return

    def _squeeze_one(self, group: Group, lows: dict[int, int], highs: dict[int, int]) -> bool:
        """Narrow the bounds of one group, given the sums over all groups for each place."""
        changed = False
        all_low = sum(group.low.values())
        all_high = sum(group.high.values())
        for place in list(group.low):
            low, high = group.low[place], group.high[place]
            room = self.room.get(place, 0)
            most = min(high, group.total - all_low + low, room - lows[place] + low)
            least = max(low, group.total - all_high + high, room - highs[place] + high)
            if most == high and least == low:
                continue
            changed = True
            group.bound(place, least, most)
            least, most = group.low.get(place, 0), group.high.get(place, 0)
            all_low += least - low
            all_high += most - high
            lows[place] += least - low
            highs[place] += most - high
        return changed

    def _lay_a_ghost(self) -> bool:
        """Give a ghost to the group that held it, if only one can have or if it matters not."""
        for ghost, face in self.ghosts:
            held = [group for group in self.groups if ghost in group.high]
            if not held:
                name = self.layout.faces[face]
                raise EngineFault(f"seat {self.seat}: {name} came from nowhere")
            home = NOWHERE
            for group in held:
                if len(held) > 1:
                    for place in group.high:
                        if place >= 0 and place != home:
                            home = place if home == NOWHERE else ghost
            if home != ghost:
                self.ghosts.remove((ghost, face))
                self._merge(held)
                held[0].bound(ghost, 1, 1)
                self._take_from(held[0], ghost, face)
                self.dirty = False
                return True
        return False

    def _gather(self) -> None:
        """Make one group of all that lie in one place only."""
        whole: dict[int, list[Group]] = {}
        for group in self.groups:
            if len(group.high) == 1:
                for place in group.high:
                    whole.setdefault(place, []).append(group)
        for groups in whole.values():
            self._merge(groups)

    # -- imagining

    def lay_out(self, room: dict[int, int], rand: Callable[[int], int]) -> dict[int, list[int]]:
        """Faces for every hidden card, place by place, uniform over labelled deals.

        ``room`` is the number of hidden cards in each place.
        """
        if not (self.ghosts or self.bars or self.tale) and all(g.exact() for g in self.groups):
            return self._lay_out_exactly(rand)
        laid = self._lay_out_loosely(room, rand)
        for _ in range(DEALS):
            if self.fits_tale(laid):
                break
            laid = self._lay_out_loosely(room, rand)
        return laid

    def _lay_out_loosely(
        self, room: dict[int, int], rand: Callable[[int], int]
    ) -> dict[int, list[int]]:
        return Lots(self.groups, self.ghosts, self.bars, room, rand).lay_out()

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


def _covers(barred: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether every face counts in one bar at least as much as in the other."""
    return all(barred.count(face) >= faces.count(face) for face in faces)


def _fitting(weights: list[int], most: int) -> int:
    """How many cards, the lightest first, count no more than ``most`` together."""
    found = 0
    for weight in weights:
        most -= weight
        if most < 0:
            return found
        found += 1
    return found
