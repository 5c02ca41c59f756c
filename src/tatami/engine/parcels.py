"""Sharing groups out among places: the sheet that counts the ways, and the cards that follow it.

Of a group that has to do with ghosts or bars, the cards are sorted into *kinds*, which none of
these tells apart. First each kind gives some to the ghosts and to the barred places where it may
lie; what is left of all kinds is one pool, from which the other places are filled.
"""

from __future__ import annotations

from typing import Final

from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Bar
from tatami.engine.groups import Group
from tatami.engine.ways import Sheet

WIDE: Final = 1 << 16
"""Above all faces."""
NO_FACE: Final = -1
NO_ROW: Final = -1


class Heap:
    """Cards that nothing tells apart, and where they go: as many as a cell says to each place."""

    __slots__ = ("cells", "faces", "places")

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.cells: list[int] = []
        self.places: list[int] = []

    def goes(self, cell: int, place: int) -> None:
        """Some of these go there."""
        self.cells.append(cell)
        self.places.append(place)

    def give(self, faces: list[int], numbers: list[int], laid: dict[int, list[int]]) -> int:
        """Put the first of some faces where the cells say; how many that were."""
        at = 0
        for number, cell in enumerate(self.cells):
            end = at + numbers[cell]
            place = self.places[number]
            if end > at:
                if place in laid:
                    laid[place].extend(faces[at:end])
                else:
                    laid[place] = faces[at:end]
            at = end
        return at


class Parcel:
    """How one group is shared out: its kinds first, then the pool of what is left."""

    __slots__ = ("kinds", "pool")

    def __init__(self, kinds: list[Heap], pool: Heap) -> None:
        self.kinds = kinds
        self.pool = pool

    def deal(self, numbers: list[int], laid: dict[int, list[int]], dice: Dice) -> None:
        """Lay the cards out by the numbers of the cells."""
        left = self.pool.faces[:]
        for kind in self.kinds:
            faces = kind.faces[:]
            dice.stir(faces)
            left.extend(faces[kind.give(faces, numbers, laid) :])
        dice.stir(left)
        self.pool.give(left, numbers, laid)


class Sharing:
    """Groups, ghosts, bars and the room in each place, as a sheet and a parcel for each group.

    Faces may be written with something more on them, above ``WIDE``: whose cards they were.
    """

    def __init__(
        self,
        groups: list[Group],
        ghosts: list[tuple[int, int]],
        bars: list[Bar],
        room: dict[int, int],
    ) -> None:
        self.sheet = Sheet()
        self.room = {place: self.sheet.meter(room[place]) for place in sorted(room)}
        self.ghosts = ghosts
        self.bars: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        """For each barred place its meters, and the faces that count in them."""
        for zone, faces, most in bars:
            if zone in room:
                self.bars.setdefault(zone, []).append((self.sheet.meter(most, most), faces))
        self.parcels = [self._parcel(group) for group in groups]

    def _parcel(self, group: Group) -> Parcel:
        barred = [place for place in sorted(group.high) if place in self.bars]
        holes = [face for ghost, face in self.ghosts if ghost in group.high]
        plain: list[int] = []
        kinds: list[Heap] = []
        for faces in self._kinds(group, barred, holes):
            if barred or faces[0] % WIDE in holes:
                kinds.append(Heap(faces))
            else:
                plain.extend(faces)
        pool, row = self._pool(group, plain)
        together = {place: self._together(group, place, len(kinds)) for place in barred}
        for kind in kinds:
            self._share_kind(group, kind, row, together)
        return Parcel(kinds, pool)

    def _kinds(self, group: Group, barred: list[int], holes: list[int]) -> list[list[int]]:
        """The cards of a group, by what ghosts and bars tell apart."""
        found: dict[tuple[int, ...], list[int]] = {}
        for card, copies in sorted(group.faces.items()):
            face = card % WIDE
            kind = [face if face in holes else NO_FACE]
            for place in barred:
                kind.extend([faces.count(face) for _, faces in self.bars[place]])
            found.setdefault(tuple(kind), []).extend([card] * copies)
        return [found[kind] for kind in sorted(found)]

    def _pool(self, group: Group, plain: list[int]) -> tuple[Heap, int]:
        """What fills the places without bars, and its row; -1 where there is no such place."""
        sheet, pool, row = self.sheet, Heap(plain), NO_ROW
        for place in sorted(group.high):
            if place >= 0 and place not in self.bars:
                if row < 0:
                    row = sheet.meter(len(plain))
                cell = sheet.cell(row, group.low[place], group.high[place])
                sheet.draw(cell, self.room[place], 1)
                pool.goes(cell, place)
        if row < 0 and plain:
            raise EngineFault("no deal fits the ledger")
        return pool, row

    def _together(self, group: Group, place: int, kinds: int) -> int:
        """A meter for the bounds of a group in a barred place; -1 where it is of one kind."""
        if kinds < 2:
            return NO_ROW
        return self.sheet.meter(group.high[place], group.high[place] - group.low[place])

    def _share_kind(self, group: Group, kind: Heap, pool: int, barred: dict[int, int]) -> None:
        """Where the cards of one kind may go: ghosts, barred places, the pool."""
        sheet, many = self.sheet, len(kind.faces)
        row = sheet.meter(many)
        for ghost, face in self.ghosts:
            if face == kind.faces[0] % WIDE and ghost in group.high:
                cell = sheet.cell(row, group.low[ghost], min(many, group.high[ghost]))
                sheet.draw(cell, self.room[ghost], 1)
                kind.goes(cell, ghost)
        for place, together in barred.items():
            kind.goes(self._behind_bars(group, kind, row, place, together), place)
        if pool >= 0:
            sheet.fill(sheet.cell(row, 0, many), pool)

    def _behind_bars(self, group: Group, kind: Heap, row: int, place: int, together: int) -> int:
        """The cell of a kind in a barred place."""
        sheet, high = self.sheet, min(group.high[place], len(kind.faces))
        cell = sheet.cell(row, group.low[place] if together < 0 else 0, high)
        sheet.draw(cell, self.room[place], 1)
        if together >= 0:
            sheet.draw(cell, together, 1)
        for meter, faces in self.bars[place]:
            if weight := faces.count(kind.faces[0] % WIDE):
                sheet.draw(cell, meter, weight)
        return cell
