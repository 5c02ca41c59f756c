"""What is asked: of whom, what, which options each has, and how it closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from tatami.engine.errors import EngineFault
from tatami.engine.ids import Option

if TYPE_CHECKING:
    from tatami.engine.question import Question

Answer: TypeAlias = int | tuple[int, ...]
"""An option, or a picked subset."""
UNANSWERED: Final = None
"""What a step gets for a question that has not been answered yet."""
N = TypeVar("N", bound=int)
S = TypeVar("S", bound=int)

ONE: Final = 0
ALL: Final = 1
COUNT: Final = 2
LOOSE: Final = 3
"""As ``ALL``, but a sealed answer can be taken back until the ask closes."""
CLOSES: Final = (
    "one answers",
    "all answer",
    "all answer, then a count runs",
    "all answer, loosely",
)
"""How each way to close prints."""

SOLO: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(64)]
NO_MORE: Final[list[list[int]]] = []
NO_ANSWERS: Final[tuple[Answer, ...]] = ()
NO_POSITION: Final = -1
NO_POSITIONS: Final[tuple[int, ...]] = ()


class Terms:
    """How something is asked. Plain choices share ``PLAIN``.

    ``close`` says how it closes; ``high`` is 0 unless a subset of ``low`` to ``high`` is picked;
    ``positions`` say for which of its places each seat is asked; ``defaults`` what is taken to be
    answered when time is up; ``public`` that all see who has answered; ``forced`` that there is
    one option only, for all to see, which is taken without asking.
    """

    __slots__ = ("close", "defaults", "forced", "high", "low", "positions", "public")

    def __init__(
        self,
        close: int = ONE,
        *,
        low: int = 0,
        high: int = 0,
        positions: tuple[int, ...] = NO_POSITIONS,
        defaults: tuple[Answer, ...] = NO_ANSWERS,
        public: bool = False,
        forced: bool = False,
    ) -> None:
        self.close = close
        self.low = low
        self.high = high
        self.positions = positions
        self.defaults = defaults
        self.public = public
        self.forced = forced

    def __repr__(self) -> str:
        said = [CLOSES[self.close]]
        if self.high:
            said.append(f"pick {self.low} to {self.high}")
        said += [
            name for name, is_so in (("public", self.public), ("forced", self.forced)) if is_so
        ]
        return f"<terms: {', '.join(said)}>"


PLAIN: Final = Terms()
TAKEN: Final = Terms(forced=True)
MOST_PICKED: Final = 10
PICKS: Final = [
    [Terms(low=low, high=high) for high in range(MOST_PICKED)] for low in range(MOST_PICKED)
]
"""The terms of the usual picks, by ``low`` and ``high``, which they share."""


class Ask:
    """What is asked now: of whom, what, and which options each has.

    ``options`` are those of the first seat, ``more`` those of the others.
    """

    __slots__ = ("more", "options", "question", "seats", "terms")

    def __init__(
        self,
        seats: tuple[int, ...],
        question: Question,
        options: list[int],
        terms: Terms,
        more: list[list[int]],
    ) -> None:
        self.seats = seats
        self.question = question
        self.options = options
        self.terms = terms
        self.more = more

    def part(self, at: int) -> list[int]:
        """The options (or items to pick from) of the seat at that place in the ask."""
        return self.options if at == 0 else self.more[at - 1]

    def __repr__(self) -> str:
        parts = [f"s{seat} {self._spelled(at)}" for at, seat in enumerate(self.seats)]
        return f"<ask {self.question.key}: {'; '.join(parts)}>"

    def _spelled(self, at: int) -> str:
        return " ".join([self.question.spell(option) for option in self.part(at)])


def choose(seat: int, question: Question, options: list[N]) -> Ask:
    """Ask one seat to choose one option. The first option is the default."""
    if not options:
        raise EngineFault(f"{question.key}: nothing to choose from")
    among: Any = options
    return Ask(SOLO[seat], question, among, PLAIN, NO_MORE)


def choose_openly(seat: int, question: Question, options: list[Option]) -> Ask:
    """``choose`` where all can see what there is to choose from: one option alone is taken."""
    ask = choose(seat, question, options)
    if len(options) == 1:
        ask.terms = TAKEN
    return ask


def choose_or(
    seat: int, question: Question, options: list[N], default: N, position: int = NO_POSITION
) -> Ask:
    """``choose`` with a default of its own (a function of what the seat sees).

    ``position``: for which of its places a seat is asked, where it has several.
    """
    if default not in options:
        raise EngineFault(f"{question.key}: the default is no option")
    among: Any = options
    terms = Terms(positions=_at(position), defaults=(default,))
    return Ask(SOLO[seat], question, among, terms, NO_MORE)


def pick(
    seat: int,
    question: Question,
    items: list[N],
    low: int,
    high: int,
    position: int = NO_POSITION,
) -> Ask:
    """Ask one seat for a sub-multiset of ``items``, from ``low`` to ``high`` of them.

    The default is the first ``low`` items in ascending order. The step gets a sorted tuple.
    ``position``: for which of its places a seat is asked, where it has several.
    """
    if not 0 <= low <= high or high < 1 or low > len(items):
        raise EngineFault(f"{question.key}: cannot pick {low} to {high} of {len(items)}")
    among: Any = items[:]
    among.sort()
    if high < MOST_PICKED and position < 0:
        return Ask(SOLO[seat], question, among, PICKS[low][high], NO_MORE)
    terms = Terms(low=low, high=high, positions=_at(position))
    return Ask(SOLO[seat], question, among, terms, NO_MORE)


def _at(position: int) -> tuple[int, ...]:
    return NO_POSITIONS if position < 0 else SOLO[position]


def each(
    seats: list[S],
    question: Question,
    options: list[list[N]],
    positions: tuple[int, ...] = NO_POSITIONS,
    count: bool = False,
    public: bool = False,
    low: int = 0,
    high: int = 0,
    defaults: tuple[Answer, ...] = NO_ANSWERS,
    loose: bool = False,
) -> Ask:
    """Ask several seats at once; answers are sealed until all are in or the ask expires.

    ``count``: when all have answered, a count runs (``expire`` ends it) and changing one's answer
    restarts it. ``loose``: an answer can be taken back until the ask closes, which nobody else
    learns of. ``public``: who has answered is public. ``positions``: one seat can be asked for
    several positions. ``low`` and ``high``: each picks a subset. The step gets a tuple of answers,
    in the order of ``seats``.
    """
    if not seats or len(seats) != len(options) or (positions and len(positions) != len(seats)):
        raise EngineFault(f"{question.key}: seats, options and positions must match")
    among: list[Any] = [sorted(items) for items in options] if high else options
    least = low if high else 1
    if any(len(items) < least for items in options):
        raise EngineFault(f"{question.key}: too little to choose from")
    terms = Terms(
        COUNT if count else LOOSE if loose else ALL,
        low=low,
        high=high,
        positions=positions,
        defaults=defaults,
        public=public,
    )
    return Ask(tuple(seats), question, among[0], terms, among[1:])
