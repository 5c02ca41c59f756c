"""What one seat knows beyond what it sees: *among these faces, in these places*.

A ledger is a fold over what its seat was told, and over nothing else, so it cannot leak. Every
card the seat cannot see belongs to one group, see ``Holdings``. A fresh deck is one group in one
place; a shuffle turns the cards seen into a group. A *tale* says what no bar can any more: it keeps
the bars of places from which cards have gone unseen, and what has come and gone there since.
"""

from __future__ import annotations

from tatami.engine.facts import Bar, Facts
from tatami.engine.groups import Group, whole
from tatami.engine.holdings import Holdings
from tatami.engine.layout import Layout
from tatami.engine.ops import DENY, LIMIT, MOVE, POUR, SHOW, SHUFFLE, SWAP, TRADE, each, once
from tatami.engine.tale import (
    BARRED,
    CAME,
    MOVED,
    TRANSIT,
    WENT,
    Deed,
    fits,
    places_of,
    shortened,
)


class Ledger(Holdings):
    """The knowledge of one seat (or of a spectator), kept while the game goes on.

    ``said`` keeps what ``facts`` said last, until an entry of the log changes it; ``touched`` tells
    that the one that is read now may.
    """

    __slots__ = ("said", "tale", "touched", "upto")

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
        super().__init__(seat, layout, groups, ghosts, bars, room)
        self.tale = tale
        self.upto = upto
        self.said: Facts | None = None
        self.touched = False

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
        twin.said = self.said
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
            ledger.count()
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
        ledger.count()
        return ledger

    def facts(self) -> Facts:
        """The ledger as plain data, for a view; written once for all that look between news."""
        if self.said is None:
            self.said = self._told()
        return self.said

    def _told(self) -> Facts:
        groups = tuple([group.facts() for group in self.groups])
        bars = self.bars
        if self.loose:
            nothing: tuple[int, ...] = ()
            bars = bars + [(place, nothing, self.room[place]) for place in sorted(self.room)]
        return groups, tuple(self.ghosts), tuple(bars), tuple(self.tale)

    # -- what the seat is told

    def read(self, ops: list[tuple[int, ...]]) -> None:
        """Take in everything that happened since the last time."""
        while self.upto < len(ops):
            self.touched = bool(self.tale)
            self._take(ops[self.upto])
            self.upto += 1
            if self.touched:
                self.said = None
                self._tidy()

    def _tidy(self) -> None:
        """Draw what follows from what was just taken in."""
        if self.dirty:
            self.narrow()
        if self.tale:
            self._trim_tale()
        if self.bars:
            self.trim_bars()

    def _take(self, op: tuple[int, ...]) -> None:
        verb = op[0]
        if verb == MOVE:
            _, source, _, target, _, face, before, after = op
            self._moved(source, target, face, before, after)
        elif verb == SHOW:
            self._shown(op)
        elif verb == SHUFFLE:
            (zone,) = once(op)
            for face, before in each(op):
                if (before >> self.seat) & 1:
                    self._hide(zone, face)
        elif verb == POUR:
            self._poured(op)
        elif verb == SWAP:
            self._swapped(op)
        elif verb == TRADE:
            self._traded(op)
        elif verb == DENY:
            _, zone, *faces = op
            self._add_bar(zone, tuple(sorted(set(faces))), 0)
        elif verb == LIMIT:
            _, zone, most, *faces = op
            self._add_bar(zone, tuple(sorted(faces)), most)

    def _moved(self, source: int, target: int, face: int, before: int, after: int) -> None:
        knew = (before >> self.seat) & 1
        knows = (after >> self.seat) & 1
        if not knew and knows:
            self._meet(source, face)
        elif knew and not knows:
            self._hide(target, face)
        elif not knew:
            self._go(source, target, 1)

    def _shown(self, op: tuple[int, ...]) -> None:
        """Cards turned up for me: of a hand I remember the faces, elsewhere I see the cards."""
        zone, _ = once(op)
        found: list[int] = []
        for _, face, before, after in each(op):
            if not (before >> self.seat) & 1 and (after >> self.seat) & 1:
                found.append(face)
        found.sort()
        if not self.layout.hand[zone]:
            for face in found:
                self._meet(zone, face)
            return
        known = self.known(zone)
        learnt = [face for face in found if found.count(face) > known.count(face)]
        for face in learnt:
            self._meet(zone, face)
        for face in learnt:
            self._hide(zone, face)

    def _poured(self, op: tuple[int, ...]) -> None:
        source, target = once(op)
        for face, before, after in each(op):
            if not (before >> self.seat) & 1 and (after >> self.seat) & 1:
                self._meet(source, face)
        hidden = self.room.get(source, 0)
        if hidden:
            self._go(source, target, hidden)

    def _swapped(self, op: tuple[int, ...]) -> None:
        """Two single cards were swapped, or not; only ``by`` knows."""
        _, a, b, by, _, face, before, other, before_other = op
        if (by >> self.seat) & 1:
            return
        self.touched = True
        if (before >> self.seat) & 1:
            self._hide(a, face)
        if (before_other >> self.seat) & 1:
            self._hide(b, other)
        self.bars = [bar for bar in self.bars if bar[0] not in (a, b)]
        if self.tale and not places_of(self.tale).isdisjoint((a, b)):
            self.tale = []
        lone = [group for group in self.groups if group.all_in(a) or group.all_in(b)]
        if len(lone) == 2:
            self.merge(lone)
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
        cards = each(op)
        for source, target, face, before, after in cards:
            if not (before >> self.seat) & 1:
                if (after >> self.seat) & 1:
                    self._meet(source, face)
                else:
                    hidden[source, target] = hidden.get((source, target), 0) + 1
        if self.bars or self.tale:
            self._enter_together(hidden)
        for number, (source, _) in enumerate(hidden):
            self._go(source, TRANSIT + number, hidden[source, _])
        for _, target, face, before, after in cards:
            if (before >> self.seat) & 1 and not (after >> self.seat) & 1:
                self._hide(target, face)
        for number, (_, target) in enumerate(hidden):
            self._go(TRANSIT + number, target, hidden[_, target])

    # -- what it does to groups, bars and tale

    def _hide(self, place: int, face: int) -> None:
        """A known face goes out of sight in a place."""
        self.touched = True
        if self.tale:
            self._note(CAME, place, face)
        self.plant(place, face)

    def _meet(self, place: int, face: int) -> None:
        """A hidden card of a place turns out to have that face, and is hidden no more."""
        self.touched = True
        if self.tale:
            self._note(WENT, place, face)
        self.observe(place, face)

    def _go(self, source: int, target: int, number: int) -> None:
        """Some hidden cards go from one place to another, unseen."""
        self.touched = True
        if self.bars or self.tale:
            self._note_drift(source, target, number)
        self.drift(source, target, number)

    def _add_bar(self, place: int, faces: tuple[int, ...], most: int) -> None:
        """Everybody was told a bar; who sees the place needs none."""
        if not (self.layout.sight[place] >> self.seat) & 1:
            self.touched = True
            self.bars.append((place, faces, most))
            self.dirty = self.loose
            if self.tale and place in places_of(self.tale):
                self.tale.append((BARRED, place, most, *faces))

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
        if self.tale and all(self.is_known(place) for place in places_of(self.tale)):
            self.tale = []

    def fits_tale(self, laid: dict[int, list[int]]) -> bool:
        """Whether what happened can have led to these faces, place by place."""
        return not self.tale or fits(self.tale, laid)
