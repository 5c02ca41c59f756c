"""One encoding of what a seat sees, for every game, from its declarations alone.

A row of whole numbers in named parts: how many cards of each face lie in each zone as the seat sees
it, which faces it sees nowhere, the public counters, marks and tallies, what is asked and has been
picked so far, which step is under way, who is waited for. It is written from a view, or from a
world without a view in between: both give the same row, which tests hold to be true. Nothing in it
depends on what the seat cannot see.

How cards lie is in it for rows that a game begins with, such as a code sheet, where a place has a
meaning; for all rows and piles where ``order`` is wanted.
"""

from __future__ import annotations

from typing import Any, Final

from tatami.engine.asking import ONE, Ask
from tatami.engine.flow import part_of, sealed
from tatami.engine.game import Game
from tatami.engine.ids import Zone
from tatami.engine.layout import PILE, ROW
from tatami.engine.view import View
from tatami.engine.world import FORCED, World

VERSION: Final = 2
"""Rises whenever a number in a row changes its meaning."""
ABOUT: Final = 4
"""So many arguments of the open step are in a row."""
BEFORE: Final = 3
"""And so many of the seat's own answers in it, and of those that it has sealed."""
PICKED: Final = 12
"""So many options of a pick that is not full yet."""
PLACES: Final = 12
"""So many cards of a row, from its first, and of a pile, from its top."""
NUMBER: Final = 0
MARKED: Final = -1
MOST: Final = (1 << 31) - 1


class Part:
    """Some numbers of a row that belong together: what they are called, and their range."""

    __slots__ = ("first", "high", "low", "name", "names")

    def __init__(self, name: str, first: int, names: list[str], low: int, high: int) -> None:
        self.name = name
        self.first = first
        self.names = names
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.names)} from {self.first}, {self.low} to {self.high}>"


class Encoding:
    """How what a seat sees becomes a row of ``size`` numbers, and back into names.

    ``ledger`` adds what the seat knows without seeing it: which faces are known to be in others'
    hands, and which may lie in each zone. That needs a view. ``order`` adds how the cards of every
    row and pile lie.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        opts: tuple[int, ...] | None = None,
        ledger: bool = False,
        order: bool = False,
    ) -> None:
        if seats not in game.counts:
            raise ValueError(f"{game.name} is for {game.numbers()} players, not {seats}")
        self.game = game
        self.seats = seats
        self.opts = game.defaults() if opts is None else opts
        self.ledger = ledger
        self.order = order
        self.layout = game.layout(seats, self.opts)
        self.version = VERSION
        self.parts: list[Part] = []
        self.size = 0
        self.width = 1 + len(game.faces)
        self.listed: list[int] = [*self.layout.listed]
        self.counters: list[int] = [*self.layout.listed_counters]
        self.bases = self._bases()
        self.ordered = [self._places(zone) for zone in self.listed]
        self.order_of = [0] * len(self.listed)
        self.questions = {one.key: at for at, one in enumerate(game.book.questions)}
        self.steps = {name: at for at, name in enumerate(game.book.steps)}
        self.whole = [0] * len(game.faces)
        for faces in self.layout.start:
            for face in faces:
                self.whole[face] += 1
        self._declare()
        self._row = [0] * self.size
        self._touched: list[Any] = []
        self._numbers: list[Any] = list(range(self.size))  # no number is made anew for a place

    @property
    def action_count(self) -> int:
        """How many actions there are: the game's stable numbers, and *wait*."""
        return self.game.action_count + 1

    @property
    def wait(self) -> int:
        """The last action: do nothing, where nothing must be done."""
        return self.game.action_count

    def __copy__(self) -> Encoding:
        return self._again()

    def __deepcopy__(self, memo: dict[int, object]) -> Encoding:
        return self._again()

    def _again(self) -> Encoding:
        return Encoding(self.game, self.seats, self.opts, self.ledger, self.order)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Encoding, (self.game, self.seats, self.opts, self.ledger, self.order))

    def _declare(self) -> None:
        """Lay the parts out, one after the other."""
        layout, faces = self.layout, self.game.faces
        zones = [layout.zones[zone].name for zone in self.listed]
        self.zones_at = self._add("zones", _crossed(zones, ["?", *faces]), high=layout.cards)
        self.unseen_at = self._add("unseen", [*faces], high=layout.cards)
        self._declare_order(zones)
        self.counters_at = [self._declare_counter(at) for at in range(len(self.counters))]
        self.digits_at = [self._lowest(at) for at in range(len(self.counters))]
        self.asked_at = self._add("asked", list(self.questions), high=1)
        self.position_at = self._add("position", ["position"], high=MOST)
        self.picked_at = self._add("picked", ["number"], high=layout.cards)
        self._add("picked", [str(at) for at in range(PICKED)], high=self.game.action_count)
        self.step_at = self._add("step", list(self.steps), high=1)
        self.about_at = self._add("about", [str(at) for at in range(ABOUT)], -MOST, MOST)
        self.before_at = self._add("before", [str(at) for at in range(BEFORE)], -MOST, MOST)
        self.given_at = self._add("given", [str(at) for at in range(BEFORE)], -MOST, MOST)
        names = [f"s{seat}" for seat in range(self.seats)]
        self.waiting_at = self._add("waiting", names, high=1)
        self.seat_at = self._add("seat", [*names, "spectator"], high=1)
        self.over_at = self._add("over", ["over"], high=1)
        if self.ledger:
            self.known_at = self._add("known", _crossed(zones, [*faces]), high=layout.cards)
            self.may_at = self._add("may", _crossed(zones, [*faces]), high=1)

    def _declare_order(self, zones: list[str]) -> None:
        """The places of each row and pile: 0 is nobody, 1 a card unseen, then the faces."""
        for number, (name, places) in enumerate(zip(zones, self.ordered, strict=True)):
            self.order_of[number] = self.size
            if places:
                names = [f"{name}.{at}" for at in range(places)]
                self._add("order", names, high=1 + len(self.game.faces))

    def _places(self, zone: int) -> int:
        """How many places of a zone are in a row of numbers."""
        kind, first = self.layout.zones[zone].kind, len(self.layout.start[zone])
        if kind == ROW and first:
            return min(first, PLACES)
        return PLACES if self.order and kind in (PILE, ROW) else 0

    def _bases(self) -> list[int]:
        """What each counter is: a number, marks, or a tally, which has a base."""
        found = [NUMBER] * len(self.counters)
        marked = [name for name, _ in self.game.book.markings(self.seats)]
        for at, number in enumerate(self.counters):
            if self.layout.counters[number] in marked:
                found[at] = MARKED
        for tally, _ in self.game.book.tallies:
            for number in tally.at:
                if number in self.counters:
                    found[self.counters.index(number)] = tally.base
        return found

    def _declare_counter(self, at: int) -> int:
        """A counter as one number, marks as one each, a tally as one for each kind."""
        number, base = self.counters[at], self.bases[at]
        name = self.layout.counters[number]
        if base == NUMBER:
            return self._add("counters", [name], *self.layout.ranges[number])
        if base == MARKED:
            labels = dict(self.game.book.markings(self.seats))[name]
            return self._add("marks", [f"{name}.{label}" for label in labels], high=1)
        kinds = next(names for tally, names in self.game.book.tallies if number in tally.at)
        return self._add("tallies", [f"{name}.{kind}" for kind in kinds], high=base - 1)

    def data(self) -> dict[str, Any]:
        """All there is to say about a row, ready for JSON."""
        parts = [
            {"name": p.name, "first": p.first, "names": p.names, "low": p.low, "high": p.high}
            for p in self.parts
        ]
        options = zip(self.game.settings, self.opts, strict=True)
        return {
            "encoding": self.version,
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "options": {one.name: one.values[value] for one, value in options},
            "ledger": self.ledger,
            "order": self.order,
            "size": self.size,
            "actions": self.action_count,
            "parts": parts,
        }

    def __repr__(self) -> str:
        who = f"{self.game.name}, {self.seats} seats"
        return (
            f"<encoding {self.version} of {who}: {self.size} numbers, {self.action_count} actions>"
        )

    def _add(self, name: str, names: list[str], low: int = 0, high: int = 0) -> int:
        first = self.size
        self.parts.append(Part(name, first, names, low, high))
        self.size += len(names)
        return first

    def names(self) -> list[str]:
        """What each number of a row is, in words: ``zones.hand-0.Oda``."""
        return [f"{part.name}.{name}" for part in self.parts for name in part.names]

    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the most that each number of a row can be."""
        lows = [part.low for part in self.parts for _ in part.names]
        return lows, [part.high for part in self.parts for _ in part.names]

    def decode(self, row: list[int]) -> dict[str, dict[str, int]]:
        """A row with names, zeros left out: ``{"zones": {"hand-0.Oda": 2}, ...}``."""
        if len(row) != self.size:
            raise ValueError(f"a row of {self.game.name} has {self.size} numbers, not {len(row)}")
        found: dict[str, dict[str, int]] = {}
        for part in self.parts:
            values = row[part.first : part.first + len(part.names)]
            shown = {n: int(v) for n, v in zip(part.names, values, strict=True) if v}
            found.setdefault(part.name, {}).update(shown)
        return found

    # -- writing a row: the few numbers in it that are not 0

    def _put(self, at: int, value: int) -> None:
        if self._row[at] == 0:
            if value == 0:
                return
            self._touched.append(self._numbers[at])
        self._row[at] += value

    def _flush(self, places: list[Any], values: list[int]) -> None:
        """Hand over what was written, and leave the slate clean."""
        row, touched = self._row, self._touched
        places += touched
        values += [row[at] for at in touched]
        for at in touched:
            row[at] = 0
        touched.clear()

    def row(self, w: World, seat: int) -> list[int]:
        """What a seat sees of a world, as a whole row."""
        places: list[int] = []
        values: list[int] = []
        self.sparse(w, seat, places, values)
        return self._spread(places, values)

    def row_of(self, view: View) -> list[int]:
        """The same from a view."""
        places: list[int] = []
        values: list[int] = []
        self.sparse_of(view, places, values)
        return self._spread(places, values)

    def _spread(self, places: list[int], values: list[int]) -> list[int]:
        found = [0] * self.size
        for at, value in zip(places, values, strict=True):
            found[at] = value
        return found

    def sparse(self, w: World, seat: int, places: list[Any], values: list[int]) -> None:
        """Add what is not 0 of a seat's row, from the world itself: where, and what."""
        self._zones_of(w, seat)
        self._order_of(w, seat)
        self._count(w.count)
        self.rest(w, seat, places, values)

    def rest(self, w: World, seat: int, places: list[Any], values: list[int]) -> None:
        """Add what is neither cards nor counters: who sees this, and what is under way."""
        if w.over:
            self._put(self.over_at, 1)
        else:
            self._step_of(w, seat)
            if w.ask is not None:
                self._ask_of(w, w.ask, seat)
        self._put(self.seat_at + seat, 1)
        self._flush(places, values)

    def _zones_of(self, w: World, seat: int) -> None:
        """The cards in each zone: of a hand its sight decides, elsewhere who has seen the card."""
        hand, sight = w.layout.hand, w.layout.sight
        left = self.whole[:]
        at = self.zones_at
        for zone in self.listed:
            cards = w.zones[zone]
            if cards:
                if not hand[zone]:
                    self._lying(w, cards, at, seat, left)
                elif (sight[zone] >> seat) & 1:
                    self._held(w.face, cards, at, left)
                else:
                    self._put(at, len(cards))
            at += self.width
        self._unseen(left)

    def _lying(self, w: World, cards: list[int], at: int, seat: int, left: list[int]) -> None:
        """The cards of a pile or row: those that the seat has seen, and how many it has not."""
        face, seen, row, bit = w.face, w.seen, self._row, 1 << seat
        hidden = 0
        for card in cards:
            if seen[card] & bit:
                what = face[card]
                place = at + 1 + what
                left[what] -= 1
                if row[place] == 0:
                    self._touched.append(self._numbers[place])
                row[place] += 1
            else:
                hidden += 1
        if hidden:
            self._put(at, hidden)

    def _held(self, face: list[int], cards: list[int], at: int, left: list[int]) -> None:
        """The cards of a hand that the seat looks into."""
        row = self._row
        for card in cards:
            what = face[card]
            place = at + 1 + what
            left[what] -= 1
            if row[place] == 0:
                self._touched.append(self._numbers[place])
            row[place] += 1

    def _order_of(self, w: World, seat: int) -> None:
        """How cards lie where that is wanted: of a row from the first, of a pile from the top."""
        for number, places in enumerate(self.ordered):
            if places:
                self._lie(number, self.lying(w, number, seat))

    def lying(self, w: World, number: int, seat: int) -> list[int]:
        """The faces of a zone as they lie, of a pile from its top; -1 where one is not seen."""
        zone, bit = self.listed[number], 1 << seat
        faces = [w.face[c] if w.seen[c] & bit else -1 for c in w.zones[zone]]
        if self.layout.zones[zone].kind == PILE:
            faces.reverse()
        return faces

    def _lie(self, number: int, faces: list[int]) -> None:
        """Write down how the cards of a zone lie."""
        at = self.order_of[number]
        for place in range(min(self.ordered[number], len(faces))):
            self._put(at + place, 2 + faces[place])

    def _unseen(self, left: list[int]) -> None:
        for face, number in enumerate(left):
            if number:
                self._put(self.unseen_at + face, number)

    def _count(self, count: list[int]) -> None:
        for at, number in enumerate(self.counters):
            if count[number]:
                if self.bases[at] == NUMBER:
                    self._put(self.counters_at[at], count[number])
                else:
                    self._digits(at, count[number])

    def _digits(self, at: int, left: int) -> None:
        """Marks one by one, the first in the lowest bit; a tally with its last kind there."""
        base, place = self.bases[at], self.digits_at[at]
        marked = base == MARKED
        while left:
            digit = left % (2 if marked else base)
            if digit:
                self._put(place, digit)
            left //= 2 if marked else base
            place += 1 if marked else -1

    def _lowest(self, at: int) -> int:
        """Where the lowest digit of a counter is: of a tally that of its last kind."""
        number, first = self.counters[at], self.counters_at[at]
        for tally, names in self.game.book.tallies:
            if number in tally.at:
                return first + len(names) - 1
        return first

    def _step_of(self, w: World, seat: int) -> None:
        step, args, got, _ = w.stack[-1]
        own: list[Any] = []
        for at in range(0, len(got), 2):
            if got[at] == seat or got[at] == FORCED:
                own.append(got[at + 1])
        self._step(self.steps[step.name], args, own)

    def _step(self, step: int, args: tuple[int, ...], own: list[Any]) -> None:
        """The open step, what it is about, and what this seat has answered in it; of a subset
        how many were picked."""
        self._put(self.step_at + step, 1)
        for at in range(min(ABOUT, len(args))):
            self._put(self.about_at + at, 1 + args[at])
        for at in range(min(BEFORE, len(own))):
            self._put(self.before_at + at, 1 + _told(own[at]))

    def _pick(self, picked: tuple[int, ...]) -> None:
        """A pick that is not full yet: how many options, and which."""
        self._put(self.picked_at, len(picked))
        for at in range(min(PICKED, len(picked))):
            self._put(self.picked_at + 1 + at, 1 + picked[at])

    def _give(self, sealed: list[Any]) -> None:
        """What the seat has answered, and still lies sealed."""
        for at in range(min(BEFORE, len(sealed))):
            self._put(self.given_at + at, 1 + _told(sealed[at]))

    def _ask_of(self, w: World, ask: Ask, seat: int) -> None:
        """What is asked of this seat first, and who, as far as it can know, has still to answer."""
        found = False
        if ask.terms.close == ONE:
            self._asked_alone(w, ask, seat)
            return
        given = sealed(w)
        self._give(
            [given[at] for at, s in enumerate(ask.seats) if s == seat and given[at] is not None]
        )
        for at, asked in enumerate(ask.seats):
            if asked == seat and given[at] is None and not found:
                found = True
                self._asked_for(w, ask, at)
            awaited = given[at] is None or not (ask.terms.public or asked == seat)
            if awaited and self._row[self.waiting_at + asked] == 0:
                self._put(self.waiting_at + asked, 1)

    def _asked_alone(self, w: World, ask: Ask, seat: int) -> None:
        """The usual case: one seat is asked."""
        asked = ask.seats[0]
        if asked == seat:
            self._asked_for(w, ask, 0)
        self._put(self.waiting_at + asked, 1)

    def _asked_for(self, w: World, ask: Ask, at: int) -> None:
        """What is asked, for which place of the seat, and what it has picked so far."""
        self._asked(self.questions[ask.question.key])
        if ask.terms.positions:
            self._put(self.position_at, 1 + ask.terms.positions[at])
        if ask.terms.high:
            self._pick(part_of(w, at))

    def _asked(self, question: int) -> None:
        self._put(self.asked_at + question, 1)

    # -- the same from a view

    def sparse_of(self, view: View, places: list[Any], values: list[int]) -> None:
        """Add what is not 0 of a view's row, the ledger's part included where it is wanted."""
        self._zones_in(view)
        self._order_in(view)
        self._count(list(view.count))
        if view.over:
            self._put(self.over_at, 1)
        elif view.stack:
            step, args, own = view.stack[-1]
            self._step(self.steps[step.name], args, list(own))
            self._offered(view)
        self._put(self.seat_at + view.seat, 1)
        if self.ledger:
            self._known(view)
        self._flush(places, values)

    def foreign(self, zone: int, seat: int) -> bool:
        """Whether a zone is a hand that the seat does not look into."""
        return self.layout.hand[zone] and not (self.layout.sight[zone] >> seat) & 1

    def _zones_in(self, view: View) -> None:
        left = self.whole[:]
        for number, zone in enumerate(self.listed):
            at = self.zones_at + number * self.width
            for face in view.zones[zone]:
                if face < 0 or self.foreign(zone, view.seat):
                    self._put(at, 1)
                else:
                    self._put(at + 1 + face, 1)
                    left[face] -= 1
        self._unseen(left)

    def _order_in(self, view: View) -> None:
        for number, places in enumerate(self.ordered):
            if places:
                zone = self.listed[number]
                faces = list(view.zones[zone])
                if self.layout.zones[zone].kind == PILE:
                    faces.reverse()
                self._lie(number, faces)

    def _offered(self, view: View) -> None:
        self._give([answer for _, answer in view.given])
        for seat in view.waiting:
            self._put(self.waiting_at + seat, 1)
        if view.offers:
            first = view.offers[0]
            self._asked(self.questions[first.question.key])
            if first.position >= 0:
                self._put(self.position_at, 1 + first.position)
            self._pick(first.picked)

    def _known(self, view: View) -> None:
        """What is known to be in others' hands, and what may lie hidden where."""
        faces = len(self.game.faces)
        for number, zone in enumerate(self.listed):
            if self.foreign(zone, view.seat):
                for face in view.zones[zone]:
                    if face >= 0:
                        self._put(self.known_at + number * faces + face, 1)
            if -1 in view.zones[zone]:
                for face in view.possible(Zone(zone)):
                    self._put(self.may_at + number * faces + face, 1)


def _told(given: Any) -> int:
    """An answer as a number: an option, or of a subset how many were picked."""
    return len(given) if isinstance(given, tuple) else int(given)


def _crossed(ones: list[str], twos: list[str]) -> list[str]:
    return [f"{one}.{two}" for one in ones for two in twos]
