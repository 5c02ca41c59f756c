"""A world as readable text, for drawing a position in a test and showing one in a bug report.

How the moves of a record are spelled is in ``record`` (``spell``).

::

    clans, 3 seats
    hand-0: Oda Ninja*2
    army-1-Oda: Oda*3
    rest: deck
    shielded = province-0:Mori
    step: clans.first_order 0

Zones that are not named are empty; ``rest`` says where the cards go that are not drawn, in the
order of their faces, bottom to top. ``code-0 (s0 s2): …`` are cards that these seats have been
shown where they lie, though they see none there otherwise. Counters that stand for things are
spelled by their names (``meant``), or written as the numbers that they are. Steps are listed from
the bottom of the stack to its top.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.errors import BadRecord
from tatami.engine.flow import advance, blank, key_of
from tatami.engine.game import Game
from tatami.engine.layout import Layout
from tatami.engine.ledger import Ledger
from tatami.engine.watch import Event, Watch
from tatami.engine.world import NONE_GOT, NONE_SEALED, World

UNSAID: Final = ("index",)
"""What an event prints without: where in a zone a card lies."""
TOLD: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "move": (("zone", "index", "zone", "index", "face"), ()),
    "show": (("zone", "seats"), ("index", "face")),
    "shuffle": (("zone",), ()),
    "pour": (("zone", "zone"), ("face",)),
    "swap": (("zone", "zone", "bool"), ()),
    "trade": ((), ("zone", "zone", "face")),
    "deny": (("zone",), ("face",)),
    "end": ((), ()),
    "limit": (("zone", "number"), ("face",)),
}
"""The numbers of each kind of event, once and then for every card: see ``Event``."""


def show(w: World) -> str:
    """The world as text: every zone with cards, every counter that is not 0, every step."""
    faces = w.game.faces
    lines = [f"{w.game.name}, {w.seats} seats"]
    for setting, value in zip(w.game.settings, w.opts, strict=True):
        if value != setting.default:
            lines.append(f"option {setting.name} = {setting.values[value]}")
    for at in w.layout.listed:
        if w.zones[at]:
            found = w.faces(at)
            listed = sorted(found) if w.layout.hand[at] else found
            lines.append(f"{w.layout.zones[at].name}: {runs([faces[face] for face in listed])}")
    for counter in w.layout.listed_counters:
        if w.count[counter]:
            lines.append(spell_counter(w.layout, counter, w.count[counter]))
    for step, args, _, _ in w.stack:
        lines.append(" ".join(["step:", step.name, *map(str, args)]))
    return "\n".join(lines) + "\n"


def spell_counter(layout: Layout, counter: int, value: int) -> str:
    """A public number and what it says: ``round = 2``, ``shosho = s1``."""
    return f"{layout.counters[counter]} = {layout.meaning(counter).spell(value)}"


def runs(names: list[str]) -> str:
    """Names in their order, the same ones in a row counted: ``Oda*2 Mori``."""
    out: list[str] = []
    at = 0
    while at < len(names):
        end = at
        while end < len(names) and names[end] == names[at]:
            end += 1
        out.append(names[at] if end - at == 1 else f"{names[at]}*{end - at}")
        at = end
    return " ".join(out)


def spell_event(event: Event, layout: Layout) -> str:
    """What a seat saw happen, by the names of its table: ``move deck hand-1 Oda``."""
    if event.verb == "tell":
        key, *said = event.args
        return f"tell {layout.sentences[key].spell(tuple(said))}"
    if event.verb == "set":
        counter, value = event.args
        return f"set {layout.counters[counter]} {layout.meaning(counter).spell(value)}"
    found = [event.verb]
    for what, number in zip(_told_as(event), event.args, strict=True):
        if what not in UNSAID:
            found.append(_named(layout, what, number))
    return " ".join(found)


def _told_as(event: Event) -> list[str]:
    """What each number of an event stands for."""
    once, again = TOLD[event.verb]
    left = len(event.args) - len(once)
    return [*once, *again * (left // len(again) if again else 0)]


def _named(layout: Layout, what: str, number: int) -> str:
    """A number of an event by the name of what it stands for; ``?`` where it was not seen."""
    if what == "face":
        return layout.faces[number] if number >= 0 else "?"
    if what == "zone":
        return layout.zones[number].name
    if what == "seats":
        return "+".join([f"s{seat}" for seat in range(len(layout.seats)) if number >> seat & 1])
    if what == "bool":
        return ("?", "no", "yes")[number + 1]
    return str(number)


def draw(game: Game, text: str, seed: int = 0) -> World:
    """The world that a text draws, watched, brought to its first ask."""
    lines = [line.strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return _Drawing(game, lines).world(seed)


class _Drawing:
    def __init__(self, game: Game, lines: list[str]) -> None:
        self.game = game
        name, _, seats = lines[0].removesuffix(" seats").partition(", ")
        if name != game.name or not seats.isdecimal():
            raise BadRecord(f"the drawing must begin '{game.name}, N seats'")
        self.seats = int(seats)
        wanted: dict[str, str] = {}
        self.rest = ""
        self.steps: list[str] = []
        self.counters: dict[str, str] = {}
        self.zones: dict[str, list[int]] = {}
        self.shown: dict[str, int] = {}
        for line in lines[1:]:
            if line.startswith("option "):
                key, value = line.removeprefix("option ").split(" = ")
                wanted[key] = value
            elif line.startswith("step: "):
                self.steps.append(line.removeprefix("step: "))
            elif " = " in line:
                key, value = line.split(" = ")
                self.counters[key] = value
            else:
                self._zone(line)
        self.opts = game.choose_settings(wanted)
        self.layout = game.layout(self.seats, self.opts)

    def _zone(self, line: str) -> None:
        name, colon, listed = line.partition(":")
        if not colon:
            raise BadRecord(f"this line draws nothing: {line!r}")
        if name.endswith(")"):
            name, _, eyes = name[:-1].partition(" (")
            self.shown[name] = self._mask(eyes.split())
        if name == "rest":
            self.rest = listed.strip()
            return
        cards: list[int] = []
        for word in listed.split():
            face, _, number = word.partition("*")
            if face not in self.game.faces:
                raise BadRecord(f"{self.game.name} has no card {face!r}")
            cards.extend([self.game.faces.index(face)] * int(number or 1))
        self.zones[name] = cards

    def _mask(self, eyes: list[str]) -> int:
        """Who has been shown something, as bits."""
        seats = {f"s{seat}": 1 << seat for seat in range(self.seats)}
        if not eyes or any(one not in seats for one in eyes):
            raise BadRecord(f"these are no seats of this table: {' '.join(eyes)!r}")
        return sum({seats[one] for one in eyes})

    def world(self, seed: int) -> World:
        """Put the cards where they were drawn and run to the first ask."""
        w = blank(self.game, self.seats, key_of(seed), self.opts)
        left = sorted(w.face)
        laid: list[list[int]] = [[] for _ in self.layout.zones]
        for name, cards in self.zones.items():
            if name not in self.layout.places:
                raise BadRecord(f"{self.game.name} has no zone {name!r} at this table")
            laid[self.layout.places[name]] = cards
        for face in (face for cards in laid for face in cards):
            if face not in left:
                raise BadRecord(f"there are not so many {self.game.faces[face]}")
            left.remove(face)
        if self.rest:
            laid[self.layout.places[self.rest]][:0] = left
        elif left:
            raise BadRecord(f"{len(left)} cards lie nowhere; say 'rest: ZONE'")
        self._lay(w, laid)
        advance(w)
        return w

    def _lay(self, w: World, laid: list[list[int]]) -> None:
        w.face = [face for cards in laid for face in cards]
        shown = {self.layout.places[name]: mask for name, mask in self.shown.items()}
        w.seen = [
            self.layout.sight[at] | shown.get(at, 0) for at, cards in enumerate(laid) for _ in cards
        ]
        w.zones = []
        start = 0
        for cards in laid:
            w.zones.append(list(range(start, start + len(cards))))
            start += len(cards)
        self._count(w)
        w.stack = []
        for line in self.steps:
            name, *args = line.split()
            step = self.game.book.steps[name]
            w.stack.append((step, tuple(int(a) for a in args), NONE_GOT, NONE_SEALED))
        self._tell(w)

    def _count(self, w: World) -> None:
        """Counters, by numbers or by the names of what they stand for."""
        for name, text in self.counters.items():
            if name not in self.layout.counters:
                raise BadRecord(f"{self.game.name} has no counter {name!r} at this table")
            counter = self.layout.counters.index(name)
            try:
                w.count[counter] = self.layout.meaning(counter).read(text)
            except ValueError:
                raise BadRecord(f"{name} cannot be {text!r}") from None

    def _tell(self, w: World) -> None:
        """What each seat sees of it all."""
        ledgers: dict[int, Ledger] = {}
        for seat in range(self.seats + 1):
            hidden = [
                (zone, w.face[card])
                for zone, cards in enumerate(w.zones)
                for card in cards
                if not (w.seen[card] >> seat) & 1
            ]
            ledgers[seat] = Ledger.drawn(seat, self.layout, hidden)
        w.watch = Watch(ledgers, [], [])
