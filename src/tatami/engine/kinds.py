"""Sorts of things that options and sentences speak of: seats, cards, clans, pairs of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tatami.engine.errors import EngineFault
from tatami.engine.ids import Seat
from tatami.engine.names import check_name

if TYPE_CHECKING:
    from tatami.engine.view import View
    from tatami.engine.world import World

A = TypeVar("A", bound=int)
B = TypeVar("B", bound=int)


class Kind(Generic[A]):
    """A sort of things that have a type of their own: ``CLAN: Kind[Clan]``. Names are its notation.

    ``at`` says how many of them a table of so many seats has; without it always all. ``first`` is
    the number of its first thing in the rules; options and the log count from 0. Where a table has
    one for each player (or team, or member of a team), ``owner`` says whose each is, and ``label``
    how its zones are called.
    """

    __slots__ = ("_but", "all", "at", "first", "label", "name", "names", "owner")

    def __init__(
        self,
        name: str,
        names: tuple[str, ...],
        at: Callable[[int], int] | None = None,
        *,
        first: int = 0,
        owner: Callable[[int, int], int] | None = None,
        label: Callable[[int, int], str] | None = None,
    ) -> None:
        for spelled in names:
            check_name(spelled)
        self.name = name
        self.names = names
        self.at = at
        self.first = first
        self.owner = owner
        self.label = label
        self.all: list[A] = [cast("A", first + number) for number in range(len(names))]
        """All of them."""
        self._but: dict[int, list[list[A]]] = {}

    def count(self, seats: int) -> int:
        """How many of them a table of so many seats has."""
        return len(self.names) if self.at is None else self.at(seats)

    def named(self, name: str) -> A:
        """The thing of that name: ``MONKEY = CLAN.named("Monkey")``."""
        return self.all[self.names.index(name)]

    @property
    def none(self) -> A:
        """No thing of the sort, where a list needs one: ``NO_CLAN = CLAN.none``."""
        return cast("A", self.first - 1)

    def spelled(self) -> tuple[str, ...]:
        """How each is spelled where one is meant alone: by its name."""
        return self.names

    def here(self, sight: World | View) -> list[A]:
        """Those that this table has."""
        return self.all[: self.count(sight.seats)]

    def is_here(self, sight: World | View, thing: A) -> bool:
        """Whether this table has that one."""
        return thing - self.first < self.count(sight.seats)

    def but(self, sight: World | View, thing: A) -> list[A]:
        """Those that this table has but one, in their order (made once for each size of table)."""
        found = self._but.get(sight.seats)
        if found is None:
            here = self.here(sight)
            found = [[one for one in here if one != left_out] for left_out in here]
            self._but[sight.seats] = found
        return found[thing - self.first]

    def __repr__(self) -> str:
        return f"<{self.name}: {', '.join(self.names)}>"


class Pairs(Generic[A]):
    """Pairs of things that have a type of their own, such as the armies: a province and a clan."""

    __slots__ = ("_elsewhere", "all", "of", "one", "sorts", "two")

    def __init__(self, one: Kind[Any], two: Kind[Any]) -> None:
        wide = len(two.names)
        self.sorts: tuple[Kind[Any], ...] = (one, two)
        self.all: list[A] = [cast("A", number) for number in range(len(one.names) * wide)]
        """All of them."""
        self.of: list[list[A]] = [
            self.all[first * wide : first * wide + wide] for first in range(len(one.names))
        ]
        """The pair of two things: ``ARMIES.of[province][clan]``."""
        self.one: list[int] = [number // wide for number in self.all]
        """The first thing of each pair."""
        self.two: list[int] = [number % wide for number in self.all]
        """The second thing of each pair."""
        self._elsewhere: list[list[list[A]]] = [
            [self._apart(first, seats) for first in range(one.count(seats))]
            for seats in range(len(one.names) + 1)
        ]
        """All pairs of a table with another first thing, by its seats and that thing."""

    def __repr__(self) -> str:
        return f"<pairs of {' and '.join([sort.name for sort in self.sorts])}>"

    def spelled(self) -> tuple[str, ...]:
        """How each is spelled where one is meant alone, as in options: ``province-1:Oda``."""
        one, two = self.sorts
        return tuple([f"{first}:{second}" for first in one.names for second in two.names])

    def each(self, sort: Kind[B]) -> list[B]:
        """For each pair its thing of that sort: ``CLAN_OF = ARMIES.each(CLAN)``."""
        if self.sorts.count(sort) != 1:
            raise EngineFault(f"of these pairs, not one thing is a {sort.name}")
        places = self.one if sort is self.sorts[0] else self.two
        return [sort.all[place] for place in places]

    def elsewhere(self, sight: World | View, one: int) -> list[A]:
        """All pairs of this table whose first thing is another: the armies of other provinces."""
        return self._elsewhere[sight.seats][one]

    def _apart(self, first: int, seats: int) -> list[A]:
        others = [other for other in range(self.sorts[0].count(seats)) if other != first]
        return [pair for other in others for pair in self.of[other]]


def seats_of(most: int, name: str = "seat", spelled: str = "s") -> Kind[Seat]:
    """The seats of a table of at most so many players, as a sort."""
    return one_each(most, name, spelled)


def one_each(most: int, name: str, spelled: str) -> Kind[A]:
    """Things of which each of at most so many players has one, such as a province, as a sort."""
    names = tuple([f"{spelled}{seat}" for seat in range(most)])
    return Kind(name, names, _all_seats, owner=_own_seat)


def _all_seats(seats: int) -> int:
    return seats


def _own_seat(seat: int, seats: int) -> int:
    return seat


def numbers(name: str, low: int, high: int) -> Kind[int]:
    """The numbers from low to high, as a sort."""
    return Kind(name, tuple([str(number) for number in range(low, high + 1)]), first=low)
