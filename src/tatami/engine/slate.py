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
    """

    __slots__ = ("faces", "hidden", "places", "values", "who")

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.places: list[Any] = []
        self.values: list[int] = []
        self.hidden = 0
        self.who = 0


NOTHING: Final = Seen()


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
                self._turn(shown[number], now, cleared, places, values)
                shown[number] = now
        self._tell_unseen(places, values)
        self._tell_count(w.count, places, values)
        tail = Seen()
        encoding.rest(w, seat, tail.places, tail.values)
        self._turn(self.tail, tail, cleared, places, values)
        self.tail = tail
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
            found = NOTHING
            who = self.everyone
        else:
            found = Seen()
            if not encoding.layout.hand[zone]:
                self._lying(w, cards, at, seat, found)
                if encoding.ordered[number]:
                    self._ordered(w, number, seat, found)
            else:
                self._held(w, zone, at, seat, found)
            who = found.who
        self.valid[number] |= who
        for other in range(encoding.seats):
            if (who >> other) & 1:
                self.kept[other][number] = found

    def _lying(self, w: World, cards: list[int], at: int, seat: int, found: Seen) -> None:
        """The cards of a pile or row. Where each lies open to all or to none, all see the same."""
        face, seen, everyone, bit = w.face, w.seen, self.everyone, 1 << seat
        row, numbers, faces, places = (
            self.encoding._row,
            self.encoding._numbers,
            found.faces,
            found.places,
        )
        hidden = 0
        alike = True
        for card in cards:
            bits = seen[card] & everyone
            if bits and bits != everyone:
                alike = False
            if bits & bit:
                what = face[card]
                place = at + 1 + what
                if row[place] == 0:
                    faces.append(what)
                    places.append(numbers[place])
                row[place] += 1
            else:
                hidden += 1
        found.who = everyone if alike else bit
        self._close(found, at, hidden)

    def _held(self, w: World, zone: int, at: int, seat: int, found: Seen) -> None:
        """A hand: who looks into it sees the faces, the others how many there are."""
        sight = w.layout.sight[zone] & self.everyone
        if not (sight >> seat) & 1:
            found.who = self.everyone & ~sight
            self._close(found, at, len(w.zones[zone]))
            return
        face, row, numbers = w.face, self.encoding._row, self.encoding._numbers
        for card in w.zones[zone]:
            what = face[card]
            place = at + 1 + what
            if row[place] == 0:
                found.faces.append(what)
                found.places.append(numbers[place])
            row[place] += 1
        found.who = sight
        self._close(found, at, 0)

    def _close(self, found: Seen, at: int, hidden: int) -> None:
        """Take what was counted from the slate that all share, and leave it clean."""
        row, values = self.encoding._row, found.values
        for held in found.places:
            place: int = held
            values.append(row[place])
            row[place] = 0
        found.hidden = hidden
        if hidden:
            found.places.append(self.encoding._numbers[at])
            values.append(hidden)

    def _ordered(self, w: World, number: int, seat: int, found: Seen) -> None:
        """How the cards of a zone lie."""
        encoding = self.encoding
        faces = encoding.lying(w, number, seat)
        at = encoding.order_of[number]
        for place in range(min(encoding.ordered[number], len(faces))):
            found.places.append(encoding._numbers[at + place])
            found.values.append(2 + faces[place])

    # -- what changes from one row to the next

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
        faces: list[Any] = old.faces
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
                may[place] |= bits
        learnt, width = Seen(), self.encoding.width - 1
        for number in range(len(self.may)):
            zone, bits = encoding.listed[number], 0
            hidden = self.kept[seat][number].hidden
            if hidden:
                if encoding.foreign(zone, seat):
                    known = ledger.known(zone)
                    hidden -= len(known)
                    self._learn(known, encoding.known_at + number * width, learnt)
                if hidden:
                    bits = may[zone]
            if bits != self.may[number]:
                self._tell_bits(
                    self.may[number], bits, encoding.may_at + number * width, places, values
                )
                self.may[number] = bits
        self._turn(self.learnt, learnt, cleared, places, values)
        self.learnt = learnt

    def _learn(self, known: list[int], at: int, learnt: Seen) -> None:
        """How many of each face are known to be in a hand; they come in ascending order."""
        last = -1
        for face in known:
            if face == last:
                learnt.values[-1] += 1
            else:
                learnt.places.append(self.encoding._numbers[at + face])
                learnt.values.append(1)
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
