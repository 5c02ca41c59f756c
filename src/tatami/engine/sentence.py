"""What the log can say, and players to one another: sentences about things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tatami.engine.kinds import Kind


class Words:
    """A thing that is told in several words: a member as a seat and which of its members.

    ``apart``: for each number of seats, the words of each thing; each counts from 0.
    """

    __slots__ = ("apart", "sorts")

    def __init__(
        self, sorts: tuple[Kind[Any], ...], apart: Mapping[int, Mapping[Any, tuple[int, ...]]]
    ) -> None:
        self.sorts = sorts
        self.apart = apart

    def __repr__(self) -> str:
        return f"<words: {' '.join([sort.name for sort in self.sorts])}>"


class Sentence:
    """Something the log can say: its key for texts, its clause, the sorts of its arguments."""

    __slots__ = ("clause", "key", "known", "plain", "sorts", "things")

    def __init__(self, key: str, clause: str, things: tuple[Kind[Any] | Words, ...]) -> None:
        self.key = key
        self.clause = clause
        self.things = things
        """What it speaks of, as the rules tell it."""
        sorts: list[Kind[Any]] = []
        for thing in things:
            sorts.extend(thing.sorts if isinstance(thing, Words) else (thing,))
        self.sorts = tuple(sorts)
        self.plain = len(sorts) == len(things) and not any(sort.first for sort in sorts)
        """Whether the log counts its things as the rules do."""
        self.known: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        """What was said before, by the seats of the table and the things: it is the same again."""

    def __repr__(self) -> str:
        return f"<sentence {' '.join([self.key, *[sort.name for sort in self.sorts]])}>"

    def spell(self, args: tuple[int, ...]) -> str:
        """What the log says, in notation: ``deploys s0 Oda province-1``; plain numbers stay so."""
        told = zip(self.sorts, args, strict=True)
        names = [sort.names[arg] if sort.names else str(arg) for sort, arg in told]
        return " ".join([self.key, *names])

    def read(self, things: tuple[object, ...]) -> tuple[object, ...]:
        """What it speaks of as numbers, where it was given by name; what is no name stays so."""
        if len(things) != len(self.sorts):
            return things
        told = zip(self.sorts, things, strict=True)
        return tuple([sort.names.index(one) if one in sort.names else one for sort, one in told])

    def fits(self, seats: int, args: tuple[int, ...]) -> bool:
        """Whether each number names a thing of its sort; a seat must be one of this table."""
        if len(args) != len(self.sorts):
            return False
        for sort, arg in zip(self.sorts, args, strict=True):
            if not 0 <= arg < (seats if sort.name == "seat" else len(sort.names)):
                return False
        return True

    def words(self, things: tuple[int, ...], seats: int) -> tuple[int, ...]:
        """What the log says of these things at a table of so many: each sort counts from 0."""
        if self.plain:
            return things
        known = self.known.get((seats, things))
        if known is None:
            known = self._spelled(things, seats)
            self.known[seats, things] = known
        return known

    def _spelled(self, things: tuple[int, ...], seats: int) -> tuple[int, ...]:
        found: list[int] = []
        for thing, sort in zip(things, self.things, strict=True):
            if isinstance(sort, Words):
                found.extend(sort.apart[seats][thing])
            else:
                found.append(thing - sort.first)
        return tuple(found)
