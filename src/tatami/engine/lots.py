"""Drawing lots: a chain of redeals, for groups that are too entangled to be counted all at once.

Some of the groups take up their cards and are dealt anew, all together and evenly, in whatever way
fits while the others stay. That keeps every deal as likely as any other, as which groups these are
does not hang on how they lie; and as any two come together again and again, little is left of the
deal with which the chain began.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.dice import Dice
from tatami.engine.facts import Bar
from tatami.engine.first_deal import FirstDeal
from tatami.engine.groups import Group
from tatami.engine.parcels import WIDE, Sharing
from tatami.engine.ways import Ways

WARM_UP: Final = 10
"""Redeals once, before the first deal is drawn."""
REDEALS: Final = 16
"""Redeals for each deal that is drawn."""
CELLS: Final = 22
"""Groups are dealt together as long as they have no more cells than that, and at least two."""
READINGS: Final = 3000
"""How much may be to count in a redeal; where it is more, it is left out."""


class Lots:
    """A deal of some groups, ghosts included; ``held`` are the faces of each group by place.

    ``cells`` is how many cells groups that are dealt together have at most.
    """

    def __init__(
        self,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        room: dict[int, int],
        cells: int = CELLS,
    ) -> None:
        self.cells = cells
        self.groups = groups
        self.ghosts = ghosts
        self.bars = bars
        self.redeals = 0
        dice = Dice(bytes(32))
        self.held = FirstDeal(groups, ghosts, bars, room).run(len(groups), dice)
        self.size = [
            len(held) + len(group.high) for group, held in zip(groups, self.held, strict=True)
        ]
        """About how many cells each group has, twice over. It stays: if which groups are dealt
        together hung on how they lie, some deals would come up more often than others."""
        for _ in range(WARM_UP):
            self._redeal(dice)

    def draw(self, dice: Dice) -> dict[int, list[int]]:
        """Faces for every hidden card, place by place, ghosts left out."""
        kept = self.held
        self.held = kept[:]
        for _ in range(REDEALS):
            self._redeal(dice)
        laid = self._laid()
        self.held = kept
        return laid

    def _laid(self) -> dict[int, list[int]]:
        """The faces as they lie now, ghosts left out."""
        laid: dict[int, list[int]] = {}
        for held in self.held:
            for place, faces in held.items():
                if place >= 0:
                    laid.setdefault(place, []).extend(faces)
        return laid

    def _redeal(self, dice: Dice) -> None:
        """Deal some groups anew."""
        self.redeals += 1
        some = self._some(dice)
        room = self._room(some)
        groups = [self._fitted(number, room) for number in some]
        ghosts = [ghost for ghost in self.ghosts if ghost[0] in room]
        sharing = Sharing(groups, ghosts, self._bars_beside(some, room), room)
        ways = Ways(sharing.sheet, READINGS)
        if ways.total:
            numbers = ways.draw(dice.rank(ways.total))
            laid: dict[int, list[int]] = {}
            for parcel in sharing.parcels:
                parcel.deal(numbers, laid, dice)
            self._take(some, laid)

    def _some(self, dice: Dice) -> list[int]:
        """Some groups, as many as can be counted together."""
        order = list(range(len(self.groups)))
        dice.stir(order)
        cells = 0
        for at, number in enumerate(order):
            cells += self.size[number]
            if cells > 2 * self.cells and at > 1:
                return order[:at]
        return order

    def _room(self, some: list[int]) -> dict[int, int]:
        """How many cards some groups hold in each place."""
        room: dict[int, int] = {}
        for number in some:
            for place, faces in self.held[number].items():
                room[place] = room.get(place, 0) + len(faces)
        return room

    def _fitted(self, number: int, room: dict[int, int]) -> Group:
        """A group, bounded by that room, whose cards tell of which group they are."""
        group = self.groups[number]
        tagged = {number * WIDE + face: copies for face, copies in group.faces.items()}
        fitted = Group(tagged, dict(group.low), dict(group.high), group.total)
        for place, most in group.high.items():
            fitted.bound(place, group.low[place], min(most, room.get(place, 0)))
        return fitted

    def _bars_beside(self, some: list[int], room: dict[int, int]) -> list[Bar]:
        """What the bars leave to some groups; one that does not hold yet asks for no more."""
        found: list[Bar] = []
        for zone, faces, most in self.bars:
            if zone in room:
                counted = [
                    sum([faces.count(face) for face in held.get(zone, [])]) for held in self.held
                ]
                own = sum([counted[number] for number in some])
                found.append((zone, faces, max(most - sum(counted) + own, min(most, own))))
        return found

    def _take(self, some: list[int], laid: dict[int, list[int]]) -> None:
        """Keep what was dealt, group by group."""
        fresh: dict[int, dict[int, list[int]]] = {number: {} for number in some}
        for place, cards in laid.items():
            for card in cards:
                fresh[card // WIDE].setdefault(place, []).append(card % WIDE)
        for number, held in fresh.items():
            self.held[number] = held
