"""A view made ready to imagine from: what is seen stays, what is hidden is dealt each time."""

from __future__ import annotations

from tatami.engine.deal import Deal
from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Facts
from tatami.engine.layout import Layout
from tatami.engine.ledger import Ledger
from tatami.engine.world import World


class Prepared:
    """The cards of one view. ``holes`` are the handles of hidden ones, place by place."""

    __slots__ = ("deal", "face", "holes", "ledger", "seen", "zones")

    def __init__(
        self, layout: Layout, seat: int, zones: tuple[tuple[int, ...], ...], facts: Facts
    ) -> None:
        self.ledger = Ledger.of(seat, layout, facts)
        self.face: list[int] = []
        self.seen: list[int] = []
        self.zones: list[list[int]] = []
        self.holes: dict[int, list[int]] = {}
        bit = 1 << seat
        for zone, faces in enumerate(zones):
            sight = layout.sight[zone]
            self._lay(zone, faces, layout.hand[zone] and not sight & bit, sight, bit)
        held = {place: number for place, number in self.ledger.room.items() if place >= 0}
        if held != {zone: len(holes) for zone, holes in self.holes.items()}:
            raise EngineFault("the ledger does not account for every hidden card")
        known = self.ledger
        self.deal = Deal(
            known.groups, known.ghosts, known.bars, known.tale, known.room, layout.hand
        )

    def __repr__(self) -> str:
        drawn = "counted" if self.exact else "a chain"
        return f"<prepared of {self.ledger!r}: {drawn}>"

    @property
    def exact(self) -> bool:
        """Whether worlds are drawn evenly, by counting or by shuffling.

        Else there is too much to count: they come of redealing, a chain, and nearly evenly.
        """
        return self.deal.lots is None

    def _lay(self, zone: int, faces: tuple[int, ...], foreign: bool, sight: int, bit: int) -> None:
        """The cards of one zone. In a foreign hand all are hidden, known faces too."""
        first = len(self.face)
        handles = list(range(first, first + len(faces)))
        self.zones.append(handles)
        self.face.extend(faces)
        if foreign:
            self.seen.extend([sight] * len(faces))
        else:
            self.seen.extend([sight & ~bit if face < 0 else sight | bit for face in faces])
            handles = [first + at for at, face in enumerate(faces) if face < 0]
        if handles:
            self.holes[zone] = handles

    def lay(self, w: World, dice: Dice) -> None:
        """Give a world these cards. Zones are shared until it changes them."""
        face = self.face[:]
        for zone, faces in self.deal.draw(dice).items():
            for at, card in enumerate(self.holes[zone]):
                face[card] = faces[at]
        w.face = face
        w.seen = self.seen[:]
        w.zones = self.zones[:]
        w.shared = self.zones
