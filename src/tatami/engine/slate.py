"""A row of the encoding that is written again and again: only what changes is handed over.

A world shares its zones until they change (``World.own``), so a zone that is still the same list
says the same as before, and what was made of it is kept: one ``Seen`` for all seats that see it
alike. ``Encoding.row`` writes the same rows from nothing; tests hold the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tatami.engine.encoding import MARKED, NUMBER, Encoding

if TYPE_CHECKING:
    from tatami.engine.world import World

SAME: Final = -(1 << 40)
"""No number of a row: what it was, it still is."""


class Seen:
    """Some numbers of a row: where, and what. The first of them are cards of these faces.

    ``hidden`` is how many cards lie there unseen, ``who`` the seats that see all this, as bits.
    There are very many of them: tuples of numbers, which garbage collection leaves alone.
    """

    __slots__ = ("faces", "hidden", "places", "values", "who")

    def __init__(
        self, faces: list[int], places: list[Any], values: list[int], hidden: int, who: int
    ) -> None:
        self.faces = tuple(faces)
        self.places = tuple(places)
        self.values = tuple(values)
        self.hidden = hidden
        self.who = who


NOTHING: Final = Seen([], [], [], 0, 0)
MANY: Final = 8
"""Of so many numbers, before and after, a change is worth to be remembered."""


class Change:
    """What is handed over where one part of a row takes the place of another, and takes it again:
    a sheet that lies open to some seats turns over whenever one of the others comes next.

    It is written down the second time; the first time ``told`` is false.
    """

    __slots__ = ("cleared", "faces", "more", "new", "old", "places", "told", "values")

    def __init__(self, old: Seen, new: Seen) -> None:
        self.old = old
        self.new = new
        self.told = False
        self.cleared: tuple[Any, ...] = ()
        self.places: tuple[Any, ...] = ()
        self.values: tuple[int, ...] = ()
        self.faces: tuple[int, ...] = ()
        self.more: tuple[int, ...] = ()
        """How many more of each of these faces the row has nowhere else."""

    def note(self, cleared: list[Any], places: list[Any], values: list[int]) -> None:
        """Write down what was handed over."""
        more: dict[int, int] = {}
        for at in range(len(self.old.faces)):
            more[self.old.faces[at]] = self.old.values[at]
        for at in range(len(self.new.faces)):
            face = self.new.faces[at]
            more[face] = more.get(face, 0) - self.new.values[at]
        self.faces = tuple([face for face in more if more[face]])
        self.more = tuple([more[face] for face in self.faces])
        self.cleared, self.places, self.values = tuple(cleared), tuple(places), tuple(values)
        self.told = True


NEVER: Final = Change(NOTHING, NOTHING)


class Slate:
    """The row that was written last, of whichever seat, and what is known of its zones."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        zones, seats = len(encoding.listed), encoding.seats
        self.everyone = (1 << seats) - 1
        self.zones: list[list[int]] = [[] for _ in encoding.layout.zones]
        """The zones when they were last looked at: what still lies there has not changed."""
        self.kept: list[list[Seen]] = [[NOTHING] * zones for _ in range(seats)]
        self.valid = [self.everyone] * zones
        """The seats for which ``kept`` is what they see, zone by zone, as bits."""
        self.shown: list[Seen] = [NOTHING] * zones
        self.changes: list[list[Change]] = [[NEVER] * zones for _ in range(seats)]
        """How each zone changed last when a seat came next."""
        self.tail: Seen = NOTHING
        self.learnt: Seen = NOTHING
        self.left = [0] * len(encoding.whole)
        """Of each face how many the row has nowhere else, and ..."""
        self.unseen = [0] * len(encoding.whole)
        """... how many it says so of."""
        self.turned: list[Any] = []
        self.count = [0] * len(encoding.counters)
        self.may = [0] * zones
        self._begin()

    def _begin(self) -> None:
        """Nothing has been seen of any card."""
        self.left = self.encoding.whole[:]
        self.turned = [*range(len(self.left))]

    def write(
        self, w: World, seat: int, cleared: list[Any], places: list[Any], values: list[int]
    ) -> None:
        """Add what changes from the last row to this one: what is 0 now, and what is not."""
        encoding = self.encoding
        self._find_changes(w)
        kept, shown, valid = self.kept[seat], self.shown, self.valid
        for number in range(len(valid)):
            if not (valid[number] >> seat) & 1:
                self._look(w, number, seat)
            now = kept[number]
            if now is not shown[number]:
                if len(now.places) + len(shown[number].places) < MANY:
                    self._turn(shown[number], now, cleared, places, values)
                else:
                    self._turn_again(seat, number, now, cleared, places, values)
                shown[number] = now
        self._tell_unseen(places, values)
        self._tell_count(w.count, places, values)
        self._tell_rest(w, seat, cleared, places, values)
        if encoding.ledger:
            self._tell_known(w, seat, cleared, places, values)

    def _find_changes(self, w: World) -> None:
        """Forget what was made of zones that are not the same any more."""
        zones, before, valid, listed = w.zones, self.zones, self.valid, self.encoding.listed
        changed = False
        for number in range(len(valid)):
            zone = listed[number]
            if zones[zone] is not before[zone]:
                valid[number] = 0
                changed = True
        if changed:
            self.zones = w.zones[:]
            w.shared = self.zones  # from now on a zone that changes becomes another list

    # -- what a seat sees of a zone

    def _look(self, w: World, number: int, seat: int) -> None:
        """Make of a zone what a seat sees there, for all seats that see it so."""
        encoding = self.encoding
        zone = encoding.listed[number]
        cards = w.zones[zone]
        at = encoding.zones_at + number * encoding.width
        if not cards:
            found, who = NOTHING, self.everyone
        else:
            if encoding.layout.hand[zone]:
                found = self._held(w, zone, at, seat)
            else:
                found = self._lying(w, number, at, seat)
            who = found.who
        self.valid[number] |= who
        for other in range(encoding.seats):
            if (who >> other) & 1:
                self.kept[other][number] = found

    def _lying(self, w: World, number: int, at: int, seat: int) -> Seen:
        """The cards of a pile or row. Who sees the same of them sees the same of it all."""
        face, seen, everyone, bit = w.face, w.seen, self.everyone, 1 << seat
        row, numbers = self.encoding._row, self.encoding._numbers
        faces: list[int] = []
        places: list[Any] = []
        hidden = 0
        alike = everyone
        for card in w.zones[self.encoding.listed[number]]:
            bits = seen[card] & everyone
            if bits & bit:
                alike &= bits
                what = face[card]
                place = at + 1 + what
                if row[place] == 0:
                    faces.append(what)
                    places.append(numbers[place])
                row[place] += 1
            else:
                alike &= ~bits
                hidden += 1
        values = self._counted(places, at, hidden)
        if self.encoding.ordered[number]:
            self._ordered(w, number, seat, places, values)
        return Seen(faces, places, values, hidden, alike)

    def _held(self, w: World, zone: int, at: int, seat: int) -> Seen:
        """A hand: who looks into it sees the faces, the others how many there are."""
        sight = w.layout.sight[zone] & self.everyone
        cards = w.zones[zone]
        faces: list[int] = []
        places: list[Any] = []
        if not (sight >> seat) & 1:
            values = self._counted(places, at, len(cards))
            return Seen(faces, places, values, len(cards), self.everyone & ~sight)
        face, row, numbers = w.face, self.encoding._row, self.encoding._numbers
        for card in cards:
            what = face[card]
            place = at + 1 + what
            if row[place] == 0:
                faces.append(what)
                places.append(numbers[place])
            row[place] += 1
        return Seen(faces, places, self._counted(places, at, 0), 0, sight)

    def _counted(self, places: list[Any], at: int, hidden: int) -> list[int]:
        """Take what was counted from the slate that all share, and leave it clean."""
        row = self.encoding._row
        values: list[int] = []
        for held in places:
            place: int = held
            values.append(row[place])
            row[place] = 0
        if hidden:
            places.append(self.encoding._numbers[at])
            values.append(hidden)
        return values

    def _ordered(
        self, w: World, number: int, seat: int, places: list[Any], values: list[int]
    ) -> None:
        """How the cards of a zone lie."""
        encoding = self.encoding
        faces = encoding.lying(w, number, seat)
        at = encoding.order_of[number]
        for place in range(min(encoding.ordered[number], len(faces))):
            places.append(encoding._numbers[at + place])
            values.append(2 + faces[place])

    # -- what changes from one row to the next

    def _turn_again(
        self,
        seat: int,
        number: int,
        new: Seen,
        cleared: list[Any],
        places: list[Any],
        values: list[int],
    ) -> None:
        """Hand over what differs between what a zone showed and shows, from memory if possible."""
        old, change = self.shown[number], self.changes[seat][number]
        if change.old is not old or change.new is not new:
            self.changes[seat][number] = Change(old, new)
            self._turn(old, new, cleared, places, values)
            return
        if not change.told:
            clear, before = len(cleared), len(places)
            self._turn(old, new, cleared, places, values)
            change.note(cleared[clear:], places[before:], values[before:])
            return
        cleared += change.cleared
        places += change.places
        values += change.values
        faces, more, left = change.faces, change.more, self.left
        for at in range(len(faces)):
            left[faces[at]] += more[at]
        self.turned += faces

    def _turn(
        self, old: Seen, new: Seen, cleared: list[Any], places: list[Any], values: list[int]
    ) -> None:
        """Hand over what differs between two parts of a row, and keep count of the faces."""
        row, left, turned = self.encoding._row, self.left, self.turned
        new_places, new_values, old_places, old_values = (
            new.places,
            new.values,
            old.places,
            old.values,
        )
        for at in range(len(new_places)):
            row[new_places[at]] = new_values[at]
        faces: tuple[Any, ...] = old.faces
        for at in range(len(old_places)):
            held = old_places[at]
            place: int = held
            now = row[place]
            if now == old_values[at]:
                row[place] = SAME
                continue
            if now == 0:
                cleared.append(held)
            if at < len(faces):
                left[faces[at]] += old_values[at]
                turned.append(faces[at])
        faces = new.faces
        for at in range(len(new_places)):
            held = new_places[at]
            place = held
            if row[place] != SAME:
                places.append(held)
                values.append(new_values[at])
                if at < len(faces):
                    left[faces[at]] -= new_values[at]
                    turned.append(faces[at])
            row[place] = 0

    def _tell_rest(
        self, w: World, seat: int, cleared: list[Any], places: list[Any], values: list[int]
    ) -> None:
        """What is neither cards nor counters."""
        where: list[Any] = []
        what: list[int] = []
        self.encoding.rest(w, seat, where, what)
        tail = Seen([], where, what, 0, 0)
        self._turn(self.tail, tail, cleared, places, values)
        self.tail = tail

    def _tell_unseen(self, places: list[Any], values: list[int]) -> None:
        """Of the faces that were turned up or down how many are seen nowhere now."""
        left, unseen, numbers = self.left, self.unseen, self.encoding._numbers
        first = self.encoding.unseen_at
        for held in self.turned:
            face: int = held
            if left[face] != unseen[face]:
                unseen[face] = left[face]
                places.append(numbers[first + face])
                values.append(left[face])
        self.turned.clear()

    def _tell_count(self, count: list[int], places: list[Any], values: list[int]) -> None:
        """The counters that are not what they were, digit by digit where they are taken apart."""
        encoding, before = self.encoding, self.count
        counters, bases, numbers = encoding.counters, encoding.bases, encoding._numbers
        for at in range(len(counters)):
            now = count[counters[at]]
            if now == before[at]:
                continue
            if bases[at] == NUMBER:
                places.append(numbers[encoding.counters_at[at]])
                values.append(now)
            else:
                self._tell_digits(at, before[at], now, places, values)
            before[at] = now

    def _tell_digits(
        self, at: int, before: int, now: int, places: list[Any], values: list[int]
    ) -> None:
        """Marks one by one, or the numbers of a tally, as ``Encoding`` lays them out."""
        encoding = self.encoding
        marked = encoding.bases[at] == MARKED
        base = 2 if marked else encoding.bases[at]
        place = encoding.digits_at[at]
        while before or now:
            digit = now % base
            if before % base != digit:
                places.append(encoding._numbers[place])
                values.append(digit)
            before //= base
            now //= base
            place += 1 if marked else -1

    # -- what the ledger knows

    def _tell_known(
        self, w: World, seat: int, cleared: list[Any], places: list[Any], values: list[int]
    ) -> None:
        """The faces known to be in others' hands, and which may lie hidden where."""
        encoding, watch = self.encoding, w.watch
        assert watch is not None, "without a watch nobody knows anything"
        ledger = watch.ledger(seat)
        may = [0] * len(w.zones)
        for group in ledger.groups:
            bits = 0
            for face in group.faces:
                bits |= 1 << face
            for place in group.high:
                if place >= 0:  # below 0 are ghosts
                    may[place] |= bits
        width = encoding.width - 1
        where: list[Any] = []
        what: list[int] = []
        for number in range(len(self.may)):
            zone, bits = encoding.listed[number], 0
            hidden = self.kept[seat][number].hidden
            if hidden:
                if encoding.foreign(zone, seat):
                    known = ledger.known(zone)
                    hidden -= len(known)
                    self._learn(known, encoding.known_at + number * width, where, what)
                if hidden:
                    bits = may[zone]
            if bits != self.may[number]:
                self._tell_bits(
                    self.may[number], bits, encoding.may_at + number * width, places, values
                )
                self.may[number] = bits
        learnt = Seen([], where, what, 0, 0)
        self._turn(self.learnt, learnt, cleared, places, values)
        self.learnt = learnt

    def _learn(self, known: list[int], at: int, where: list[Any], what: list[int]) -> None:
        """How many of each face are known to be in a hand; they come in ascending order."""
        last = -1
        for face in known:
            if face == last:
                what[-1] += 1
            else:
                where.append(self.encoding._numbers[at + face])
                what.append(1)
            last = face

    def _tell_bits(
        self, before: int, now: int, at: int, places: list[Any], values: list[int]
    ) -> None:
        """The faces that may lie in a zone now and could not before, and the other way round."""
        differ = before ^ now
        for face in range(len(self.left)):
            if (differ >> face) & 1:
                places.append(self.encoding._numbers[at + face])
                values.append((now >> face) & 1)
