"""The zones and counters of one table: what each is called, whose it is, who sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tatami.engine.errors import EngineFault
from tatami.engine.ids import Counter, Seat, Zone
from tatami.engine.meant import PLAIN, Meaning
from tatami.engine.sentence import Sentence

PILE: Final = 0
ROW: Final = 1
HAND: Final = 2

HIDDEN: Final = 0
OWNER: Final = 1
OPEN: Final = 2
KINDS: Final = ("pile", "row", "hand")
SIGHTS: Final = ("hidden", "for its owner", "open")
"""How they print."""

NOBODY: Final = -1
WORD: Final = 62
"""The bits of a machine's word that a set can use."""

UNBOUNDED: Final = 1_000_000
"""How far a counter goes that no rule bounds."""


class Place:
    """A place for cards: a pile, a row, or a hand (of which others see only the number).

    ``sight`` says who sees a card that lies here: nobody, the owner, everybody.
    """

    __slots__ = ("kind", "name", "owner", "sight")

    def __init__(self, name: str, kind: int, sight: int, owner: int = NOBODY) -> None:
        self.name = name
        self.kind = kind
        self.sight = sight
        self.owner = owner

    def __repr__(self) -> str:
        seen = (
            SIGHTS[self.sight] if self.owner == NOBODY else f"{SIGHTS[self.sight]}, s{self.owner}"
        )
        return f"<{KINDS[self.kind]} {self.name or 'of other tables'}: {seen}>"


class Layout:
    """The zones and counters of a game for one number of seats and one set of options."""

    __slots__ = (
        "all_but",
        "cards",
        "counters",
        "everyone",
        "faces",
        "few_faces",
        "hand",
        "handles",
        "laid",
        "listed",
        "listed_counters",
        "meant",
        "others",
        "owners",
        "places",
        "ranges",
        "seats",
        "seen",
        "sentences",
        "sight",
        "start",
        "zones",
    )

    def __init__(
        self,
        seats: int,
        faces: tuple[str, ...],
        zones: list[Place],
        listed: list[int],
        start: list[list[int]],
        counters: list[str],
        listed_counters: list[int],
        ranges: list[tuple[int, int]],
        meant: Mapping[Counter, Meaning],
        sentences: list[Sentence],
    ) -> None:
        """A book makes it.

        ``listed``: the zones (and counters) that this table has, as they were declared. A number
        that means a zone at other tables only has a place without a name and cards.
        """
        self.faces = faces
        """The names of the faces, for the sentences of faults."""
        self.few_faces = len(faces) <= WORD
        """Whether a set of faces fits into a machine's word."""
        self.zones = zones
        numbers: Any = listed
        self.listed: list[Zone] = numbers
        self.start = start
        self.counters = counters
        self.listed_counters = listed_counters
        self.ranges = ranges
        """From where to where each counter goes."""
        self.meant = meant
        """How the counters that stand for things are spelled: see ``meaning``."""
        self.sentences = sentences
        """What the log can say, so that what happened at this table can be read."""
        self.seats = [Seat(seat) for seat in range(seats)]
        self.others = [
            [Seat((seat + step) % seats) for step in range(1, seats)] for seat in range(seats)
        ]
        """For each seat the others, clockwise from its left neighbour."""
        self.all_but = [sorted(others) for others in self.others]
        """For each seat the others, from the first seat on."""
        self.everyone = (1 << (seats + 1)) - 1
        self.hand = [zone.kind == HAND for zone in zones]
        self.owners = [zone.owner for zone in zones]
        self.sight = [self._mask(zone) for zone in zones]
        self.places = {zones[at].name: at for at in self.listed}
        self.laid = [face for faces in start for face in faces]
        """The face under each handle before anything is shuffled ..."""
        self.seen = [self.sight[zone] for zone, faces in enumerate(start) for _ in faces]
        """... who sees it ..."""
        self.handles: list[list[int]] = []
        """... and the handles in each zone."""
        first = 0
        for faces_there in start:
            self.handles.append(list(range(first, first + len(faces_there))))
            first += len(faces_there)
        self.cards = first
        if len(self.places) != len(listed):
            raise EngineFault("two zones have one name")

    def meaning(self, counter: int) -> Meaning:
        """How the numbers of a counter are spelled."""
        return self.meant.get(Counter(counter), PLAIN)

    def __repr__(self) -> str:
        counted = f"{len(self.listed)} zones, {len(self.listed_counters)} counters"
        return f"<layout of {len(self.seats)} seats: {counted}, {self.cards} cards>"

    def _mask(self, zone: Place) -> int:
        if zone.sight == OPEN:
            return self.everyone
        if zone.sight == OWNER:
            if zone.owner < 0:
                raise EngineFault(f"the zone {zone.name} is seen by its owner and has none")
            return 1 << zone.owner
        return 0
