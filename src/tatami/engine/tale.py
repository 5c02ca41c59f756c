"""What became of the cards that a bar spoke of, told backwards from a deal to where it began.

A bar speaks of one place. Where a card leaves it unseen, what was left and what was taken are
bounded together, and no bar of one place can say so. From then on the ledger keeps a tale: the bars
as they stood, and whatever has come to those places since, and gone. A deal fits the tale if every
unseen card can be put back where it came from, the last one first, so that each bar held in its
time.
"""

from __future__ import annotations

from typing import Final, TypeAlias

BARRED: Final = 0
"""place, the most, then faces, each as often as it counts: a bar that held then. One without faces
says no more than that what comes and goes there from now on is kept."""
MOVED: Final = 1
"""source, target, number: so many hidden cards went over, unseen"""
CAME: Final = 2
"""place, face: a known card went out of sight there"""
WENT: Final = 3
"""place, face: a hidden card there turned out to have that face, and left"""

TRANSIT: Final = 1_000_000
"""From here on places are those of cards under way: what is there leaves whole."""
LONGEST: Final = 32
"""How many unseen moves a tale has at most; then its first bars are forgotten."""
STEPS: Final = 4000
"""How many steps back are tried at most; a deal that is not refuted by then is taken to fit."""
PARTS: Final = 200
"""In how many ways an unseen move is undone at most; with more, a deal is taken to fit."""

Deed: TypeAlias = tuple[int, ...]
Held: TypeAlias = tuple[tuple[int, ...], ...]
"""The faces in each place of a tale, in ascending order."""


def trace(inside: set[int], deed: Deed) -> None:
    """Bring the places that may hold a card of which some bar spoke up to date."""
    if deed[0] == BARRED:
        inside.add(deed[1])
    elif deed[0] == MOVED and deed[1] in inside:
        inside.add(deed[2])
        if deed[1] >= TRANSIT:
            inside.remove(deed[1])


def places_of(deeds: list[Deed]) -> set[int]:
    """The places that may hold a card of which some bar spoke."""
    inside: set[int] = set()
    for deed in deeds:
        trace(inside, deed)
    return inside


def shortened(deeds: list[Deed]) -> list[Deed]:
    """A tale without what proves nothing, and not too long."""
    deeds = [deed for at, deed in enumerate(deeds) if not _implied(deeds, at)]
    while True:
        deeds = concerned(deeds)
        moves, bars = 0, 0
        for deed in deeds:
            moves += deed[0] == MOVED
            bars += deed[0] == BARRED and len(deed) > 3
        if moves == 0 or bars == 0:
            return []
        if moves <= LONGEST:
            return deeds
        deeds = deeds[1:]


def _implied(deeds: list[Deed], at: int) -> bool:
    """Whether a deed is a bar that says no more than a later one, before which nothing left.

    Or a bar of a place where nothing else has happened: the ledger's own bars tell as much.
    """
    bar = deeds[at]
    if bar[0] != BARRED:
        return False
    for later in deeds[at + 1 :]:
        if later[1] == bar[1]:
            if later[0] == BARRED and later[3:] == bar[3:] and later[2] <= bar[2]:
                return True
            if later[0] in (MOVED, WENT):
                return False
    for deed in deeds:
        if deed[0] != BARRED and (deed[1] == bar[1] or (deed[0] == MOVED and deed[2] == bar[1])):
            return False
    return True


def concerned(deeds: list[Deed]) -> list[Deed]:
    """Only what concerns places that a bar has spoken of before."""
    inside: set[int] = set()
    kept: list[Deed] = []
    for deed in deeds:
        if deed[0] == BARRED or deed[1] in inside or (deed[0] == MOVED and deed[2] in inside):
            kept.append(deed)
            trace(inside, deed)
    return kept


def fits(deeds: list[Deed], laid: dict[int, list[int]]) -> bool:
    """Whether what happened can have led to these faces, place by place."""
    return Teller(deeds, laid).fits()


class Teller:
    """Tells a tale backwards from one deal."""

    def __init__(self, deeds: list[Deed], laid: dict[int, list[int]]) -> None:
        self.deeds = deeds
        self.inside: list[bool] = []
        self.number: dict[int, int] = {}
        inside: set[int] = set()
        for deed in deeds:
            self.inside.append(deed[1] in inside)
            trace(inside, deed)
            for place in inside:
                self.number.setdefault(place, len(self.number))
        self.start: Held = tuple([tuple(sorted(laid.get(place, []))) for place in self.number])
        self.refuted: set[tuple[int, Held]] = set()
        self.steps = 0

    def fits(self) -> bool:
        """Whether the tale can have led to the deal."""
        return self._back(len(self.deeds) - 1, self.start)

    def _back(self, at: int, held: Held) -> bool:
        """Whether the deeds up to one can have led to what the places held after it."""
        if at < 0 or self.steps > STEPS:
            return True
        if (at, held) in self.refuted:
            return False
        self.steps += 1
        deed = self.deeds[at]
        place = self.number.get(deed[1], -1)
        if deed[0] == BARRED:
            weight = 0
            for face in held[place]:
                weight += deed[3:].count(face)
            found = weight <= deed[2] and self._back(at - 1, held)
        elif deed[0] == WENT:
            found = self._back(at - 1, _changed(held, place, (deed[2],), ()))
        elif deed[0] == CAME:
            there = deed[2] in held[place]
            found = there and self._back(at - 1, _changed(held, place, (), (deed[2],)))
        else:
            found = self._unmoved(at, held)
        if not found:
            self.refuted.add((at, held))
        return found

    def _unmoved(self, at: int, held: Held) -> bool:
        """Whether some of the cards in a place can be those that had moved there."""
        _, source, place, number = self.deeds[at]
        target = self.number[place]
        if number > len(held[target]):
            return False
        parts = _parts(held[target], number)
        if len(parts) > PARTS:
            self.steps = STEPS + 1
        for part in parts:
            before = _changed(held, target, (), part)
            if self.inside[at]:
                before = _changed(before, self.number[source], part, ())
            if self._back(at - 1, before):
                return True
        return False


def _parts(faces: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """The ways to take so many of some faces, equal ones not told apart.

    Where there are too many ways, as many as show that there are.
    """
    found: list[tuple[int, ...]] = [()]
    left = len(faces)
    for face in sorted(set(faces), reverse=True):
        copies = faces.count(face)
        left -= copies
        longer: list[tuple[int, ...]] = []
        for part in found:
            for more in range(min(copies, number - len(part)), -1, -1):
                if len(part) + more + left >= number and len(longer) <= PARTS:
                    longer.append(part + (face,) * more)
        found = longer
    return found


def _changed(held: Held, place: int, more: tuple[int, ...], less: tuple[int, ...]) -> Held:
    """The same with some faces more, and some less, in one place."""
    faces = [*held[place], *more]
    for face in less:
        faces.remove(face)
    faces.sort()
    return (*held[:place], tuple(faces), *held[place + 1 :])
