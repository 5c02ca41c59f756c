"""Zones and counters as they were declared, and the numbers that they have at every table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

from tatami.engine.errors import EngineFault
from tatami.engine.ids import Face, Zone
from tatami.engine.kinds import Kind, Pairs
from tatami.engine.layout import KINDS, NOBODY

K = TypeVar("K", bound=int)
V = TypeVar("V")

Start: TypeAlias = list[Face] | Callable[[int, tuple[int, ...]], list[Face]]
"""What lies in a zone at the start; where it depends on them, from seats and table options."""
Only: TypeAlias = Callable[[int, tuple[int, ...]], bool]
"""With how many seats and which table options something is there."""
Each: TypeAlias = Kind[Any] | Pairs[Any]
"""For which things there is one of what is declared."""
Named: TypeAlias = Callable[[int, int], str]
"""How a zone is called, from its thing and the seats of the table, where not by its label."""


if TYPE_CHECKING:

    class By(list[V], Generic[K, V]):
        """What there is for each of a sort: a plain list, of which the checker knows the sort.

        ``HAND[clan]`` does not type-check. The compiler is told of lists (scripts/native.py).
        """

        @overload  # type: ignore[override]  # a list takes any number
        def __getitem__(self, thing: K) -> V: ...
        @overload
        def __getitem__(self, thing: slice) -> list[V]: ...
        def __getitem__(self, thing: Any) -> Any: ...

else:
    By = list


class Family:
    """Zones, or counters, that were declared together: one, one for each of a sort, or of two."""

    __slots__ = (
        "high",
        "ids",
        "kind",
        "low",
        "made",
        "name",
        "named",
        "only",
        "sight",
        "sorts",
        "start",
    )

    def __init__(
        self,
        name: str,
        each: Each | None,
        *,
        kind: int = 0,
        sight: int = 0,
        start: Start | None = None,
        only: Only | None = None,
        named: Named | None = None,
        low: int = 0,
        high: int = 0,
    ) -> None:
        self.name = name
        self.kind = kind
        self.sight = sight
        self.sorts: tuple[Kind[Any], ...] = _sorts(each)
        self.start = start
        self.only = only
        self.named = named
        self.low = low
        self.high = high
        self.ids: list[list[int]] = []
        """The numbers, by the first sort, then by the second."""
        self.made: list[int] = []
        """The same one after the other: what the rules hold."""
        if any(sort.first for sort in self.sorts):
            raise EngineFault(f"{name}: things that are numbered from 0 alone can have zones")

    def __repr__(self) -> str:
        each = " and ".join([sort.name for sort in self.sorts])
        return f"<{self.name}, one each {each}>" if each else f"<{self.name}>"

    @property
    def seated(self) -> bool:
        """Whether there are as many as people sit at the table."""
        return bool(self.sorts) and self.sorts[0].at is not None

    @property
    def firsts(self) -> int:
        """How many there are by the first sort."""
        return len(self.sorts[0].names) if self.sorts else 1

    @property
    def seconds(self) -> int:
        """How many there are by the second sort."""
        return len(self.sorts[1].names) if len(self.sorts) > 1 else 1

    def number(self, first: int, start: int) -> None:
        """Give those of the first sort's thing their numbers."""
        self.ids[first].extend(range(start, start + self.seconds))
        self.made.extend(self.ids[first])

    def spelled(self, first: int, second: int, seats: int) -> str:
        """The name of one at a table of so many: ``army-0-Oda``."""
        if self.named is not None:
            return self.named(first, seats)
        return "-".join([self.name, *self._parts(first, second, seats)])

    def labels(self, seats: int) -> list[str]:
        """What there is one of at a table of so many: ``0-Takeda``, ``0-Uesugi`` and so on."""
        firsts = self.sorts[0].count(seats)
        places = [(first, second) for first in range(firsts) for second in range(self.seconds)]
        return ["-".join(self._parts(first, second, seats)) for first, second in places]

    def _parts(self, first: int, second: int, seats: int) -> list[str]:
        numbered = zip(self.sorts, (first, second), strict=False)
        return [_label(sort, number, seats) for sort, number in numbered]

    def owner(self, first: int, seats: int) -> int:
        """Whose it is at a table of so many; -1 for nobody's."""
        owner = self.sorts[0].owner if self.sorts else None
        return NOBODY if owner is None else owner(first, seats)

    def is_there(self, first: int, seats: int, opts: tuple[int, ...]) -> bool:
        """Whether a table of so many seats with these options has it."""
        there = self.only is None or self.only(seats, opts)
        return there and (not self.seated or first < self.sorts[0].count(seats))

    def laid(self, seats: int, opts: tuple[int, ...]) -> list[int]:
        """The cards that lie there at the start."""
        if self.start is None:
            return []
        return list(self.start if isinstance(self.start, list) else self.start(seats, opts))


def _sorts(each: Each | None) -> tuple[Kind[Any], ...]:
    if each is None:
        return ()
    return each.sorts if isinstance(each, Pairs) else (each,)


def _label(sort: Kind[Any], number: int, seats: int) -> str:
    """How a thing is called in the name of a zone: as it is spelled, a seat by its number."""
    if sort.label is not None:
        return sort.label(number, seats)
    return str(number) if sort.at is not None else sort.names[number]


class Shelf:
    """All zones, or all counters, of a game, in the order of their declarations."""

    __slots__ = ("closed", "common", "families")

    def __init__(self) -> None:
        self.families: list[Family] = []
        self.common = 0
        """How many there are at every table."""
        self.closed = False

    def __repr__(self) -> str:
        return f"<shelf: {' '.join([family.name for family in self.families])}>"

    def add(self, family: Family) -> Family:
        """Declare some. Those of every table have their numbers at once."""
        if self.closed or any(known.name == family.name for known in self.families):
            raise EngineFault(f"{family.name} is declared twice, or too late")
        family.ids = [[] for _ in range(family.firsts)]
        if not family.seated:
            for first in range(family.firsts):
                family.number(first, self.common)
                self.common += family.seconds
        self.families.append(family)
        return family

    def close(self) -> None:
        """Number those of the seats: all of the first seat, then all of the second, and so on."""
        if self.closed:
            return
        self.closed = True
        start = self.common
        seated = [family for family in self.families if family.seated]
        for first in range(max([family.firsts for family in seated], default=0)):
            for family in seated:
                if first < family.firsts:
                    family.number(first, start)
                    start += family.seconds

    def size(self, seats: int) -> int:
        """How many numbers a table of so many seats needs."""
        needed = self.common
        for family in self.families:
            if family.seated:
                needed = max(needed, family.ids[family.sorts[0].count(seats) - 1][-1] + 1)
        return needed


class Places:
    """A way for cards to lie. Called, it declares a zone, or with ``each`` a list of them."""

    __slots__ = ("kind", "shelf")

    def __init__(self, shelf: Shelf, kind: int) -> None:
        self.shelf = shelf
        self.kind = kind

    def __repr__(self) -> str:
        declared = [one.name for one in self.shelf.families if one.kind == self.kind]
        return f"<declares a {KINDS[self.kind]}; there are: {' '.join(declared)}>"

    @overload
    def __call__(
        self, name: str, sight: int, *, start: Start | None = None, only: Only | None = None
    ) -> Zone: ...
    @overload
    def __call__(
        self,
        name: str,
        sight: int,
        *,
        each: Kind[K] | Pairs[K],
        start: Start | None = None,
        only: Only | None = None,
        named: Named | None = None,
    ) -> By[K, Zone]: ...
    def __call__(
        self,
        name: str,
        sight: int,
        *,
        each: Each | None = None,
        start: Start | None = None,
        only: Only | None = None,
        named: Named | None = None,
    ) -> Zone | list[Zone]:
        """Declare it: who sees its cards, what lies there at the start, at which tables it is."""
        family = self.shelf.add(
            Family(name, each, kind=self.kind, sight=sight, start=start, only=only, named=named)
        )
        found: Any = family.made if each is not None else family.made[0]
        return found  # type: ignore[no-any-return]  # numbers are what zones are
