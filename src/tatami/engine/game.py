"""What a game is made of: sorts, questions, zones, steps, rights, settings. Constants only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tatami.engine.errors import EngineFault, Refusal

if TYPE_CHECKING:
    from tatami.engine.view import View
    from tatami.engine.world import World

PILE: Final = 0
ROW: Final = 1
HAND: Final = 2

HIDDEN: Final = 0
OWNER: Final = 1
OPEN: Final = 2

NOBODY: Final = -1
STOP: Final = "stop"
"""How the end of a pick is spelled."""
SAY: Final = "say"
"""The kind of remark that is free text."""

Answer: TypeAlias = int | tuple[int, ...]


RESERVED: Final = (STOP, "back", "remark", "right", "expire")


def check_name(name: str) -> None:
    """Names stand in records: no spaces, marks or words that mean something there."""
    if not name or any(mark in name for mark in ' ,:="[]/') or name in RESERVED:
        raise EngineFault(f"{name!r} cannot be a name")


class Sort:
    """A kind of thing an option can speak of: faces, seats, provinces. Names are its notation."""

    __slots__ = ("name", "names")

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        for spelled in names:
            check_name(spelled)
        self.name = name
        self.names = names


class Alternative:
    """One verb that a question offers, with the sorts of its arguments: ``move province clan``."""

    __slots__ = ("size", "sorts", "verb")

    def __init__(self, verb: str, *sorts: Sort) -> None:
        check_name(verb)
        self.verb = verb
        self.sorts = sorts
        size = 1
        for sort in sorts:
            size *= len(sort.names)
        self.size = size


class Question:
    """Something a seat can be asked, as a constant of its game.

    Options are whole numbers from 0 to ``size - 1``: the alternatives one after the other, inside
    each the arguments in mixed radix, the last one fastest. ``first`` is added when the game is
    put together; ``first + option`` is the option's stable number in the whole game.
    """

    __slots__ = ("alternatives", "clause", "first", "key", "size", "spelled", "stop")

    def __init__(self, key: str, clause: str, *alternatives: Alternative) -> None:
        check_name(key)
        if len({alternative.verb for alternative in alternatives}) < len(alternatives):
            raise EngineFault(f"{key} has two verbs of one name")
        self.key = key
        self.clause = clause
        self.alternatives = alternatives
        self.first = 0
        size = 0
        for alternative in alternatives:
            size += alternative.size
        self.size = size
        self.stop = size
        self.spelled = [self._spell(option) for option in range(size)]

    def decode(self, option: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an option and its arguments."""
        for alternative in self.alternatives:
            if option < alternative.size:
                args: list[int] = []
                for sort in reversed(alternative.sorts):
                    args.append(option % len(sort.names))
                    option //= len(sort.names)
                args.reverse()
                return alternative.verb, tuple(args)
            option -= alternative.size
        raise EngineFault(f"{self.key} has no option {option}")

    def sorts(self, verb: str) -> tuple[Sort, ...]:
        """The sorts of a verb's arguments."""
        for alternative in self.alternatives:
            if alternative.verb == verb:
                return alternative.sorts
        raise EngineFault(f"{self.key} has no verb {verb}")

    def _spell(self, option: int) -> str:
        verb, args = self.decode(option)
        sorts = self.sorts(verb)
        return ":".join([verb, *(sorts[i].names[a] for i, a in enumerate(args))])

    def read(self, text: str) -> int:
        """The option that a text spells; ``ValueError`` where there is none."""
        return self.spelled.index(text)


class Ask:
    """What is asked now: of whom, what, and which options each has.

    ``close`` says how it closes; ``high`` is 0 unless a subset of ``low`` to ``high`` is picked.
    ``options`` are those of the first seat, ``more`` those of the others.
    """

    __slots__ = (
        "close",
        "defaults",
        "high",
        "low",
        "more",
        "options",
        "positions",
        "public",
        "question",
        "seats",
    )

    def __init__(
        self,
        close: int,
        seats: tuple[int, ...],
        question: Question,
        options: list[int],
        more: list[list[int]],
        positions: tuple[int, ...],
        low: int,
        high: int,
        defaults: tuple[Answer, ...],
        public: bool,
    ) -> None:
        self.close = close
        self.seats = seats
        self.question = question
        self.options = options
        self.more = more
        self.positions = positions
        self.low = low
        self.high = high
        self.defaults = defaults
        self.public = public

    def part(self, at: int) -> list[int]:
        """The options (or items to pick from) of the seat at that place in the ask."""
        return self.options if at == 0 else self.more[at - 1]


ONE: Final = 0
ALL: Final = 1
COUNT: Final = 2
FIRST: Final = 3
LOOSE: Final = 4
"""As ``ALL``, but a sealed answer can be taken back until the ask closes."""

UNASKED: Final = -1
"""What a step gets for a single choice that has not been answered yet."""

SOLO: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(64)]
NO_MORE: Final[list[list[int]]] = []
NO_ANSWERS: Final[tuple[Answer, ...]] = ()
NO_POSITIONS: Final[tuple[int, ...]] = ()


def choose(seat: int, question: Question, options: list[int]) -> Ask:
    """Ask one seat to choose one option. The first option is the default."""
    if not options:
        raise EngineFault(f"{question.key}: nothing to choose from")
    return Ask(ONE, SOLO[seat], question, options, NO_MORE, NO_POSITIONS, 0, 0, NO_ANSWERS, False)


def choose_or(
    seat: int, question: Question, options: list[int], default: int, position: int = NOBODY
) -> Ask:
    """``choose`` with a default of its own (a function of what the seat sees).

    ``position``: for which of its places a seat is asked, where it has several.
    """
    if default not in options:
        raise EngineFault(f"{question.key}: the default is no option")
    places = NO_POSITIONS if position < 0 else SOLO[position]
    return Ask(ONE, SOLO[seat], question, options, NO_MORE, places, 0, 0, (default,), False)


def pick(
    seat: int,
    question: Question,
    items: list[int],
    low: int,
    high: int,
    position: int = NOBODY,
) -> Ask:
    """Ask one seat for a sub-multiset of ``items``, from ``low`` to ``high`` of them.

    The default is the first ``low`` items in ascending order. The step gets a sorted tuple.
    ``position``: for which of its places a seat is asked, where it has several.
    """
    if not 0 <= low <= high or high < 1 or low > len(items):
        raise EngineFault(f"{question.key}: cannot pick {low} to {high} of {len(items)}")
    return Ask(
        ONE,
        SOLO[seat],
        question,
        sorted(items),
        NO_MORE,
        NO_POSITIONS if position < 0 else SOLO[position],
        low,
        high,
        NO_ANSWERS,
        False,
    )


def each(
    seats: list[int],
    question: Question,
    options: list[list[int]],
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
    if high:
        options = [sorted(items) for items in options]
    if any(len(items) < (low if high else 1) for items in options):
        raise EngineFault(f"{question.key}: too little to choose from")
    close = COUNT if count else LOOSE if loose else ALL
    return Ask(
        close,
        tuple(seats),
        question,
        options[0],
        options[1:],
        positions,
        low,
        high,
        defaults,
        public,
    )


def race(seats: list[int], question: Question, options: list[list[int]], late: int) -> Ask:
    """Ask several seats at once; the first answer closes it. The step gets ``(seat, option)``.

    Where nobody answers and the ask expires, the step gets ``(-1, late)``.
    """
    if not seats or len(seats) != len(options) or not all(options):
        raise EngineFault(f"{question.key}: a race needs runners, each with an option")
    return Ask(
        FIRST,
        tuple(seats),
        question,
        options[0],
        options[1:],
        NO_POSITIONS,
        0,
        0,
        (late,),
        True,
    )


class Zone:
    """A place for cards: a pile, a row, or a hand (of which others see only the number).

    ``sight`` says who sees a card that lies here: nobody, the owner, everybody.
    """

    __slots__ = ("kind", "name", "owner", "sight")

    def __init__(self, name: str, kind: int, sight: int, owner: int = NOBODY) -> None:
        self.name = name
        self.kind = kind
        self.sight = sight
        self.owner = owner


class Sentence:
    """Something the log can say: its key for texts, its clause, the sorts of its arguments."""

    __slots__ = ("clause", "key", "sorts")

    def __init__(self, key: str, clause: str, sorts: tuple[Sort, ...]) -> None:
        self.key = key
        self.clause = clause
        self.sorts = sorts


class Step:
    """A named piece of the rules: it asks first and acts last.

    Its function takes the world, the step's arguments, and then an argument for each question,
    ``UNASKED`` until that one is answered. It returns the next ``Ask``, or acts and returns None.
    All its questions go to one seat; what several seats are asked at once is a step of its own.
    """

    __slots__ = ("fn", "name")

    def __init__(self, name: str, fn: Callable[..., Ask | None]) -> None:
        self.name = name
        self.fn = fn

    def __repr__(self) -> str:
        return f"<step {self.name}>"


class Right:
    """Something a seat may do at any time while ``holds`` says so, such as striking a gong.

    ``step`` runs with the seat and the option. With ``cut`` the frames above that step are dropped
    (an open pass and its sealed choices with them); without, the open ask goes on afterwards, its
    sealed answers kept: such a step acts at once and changes nothing of what is asked.
    ``stamp`` names the counter whose value the sender must have seen.
    """

    __slots__ = ("cut", "holds", "name", "question", "stamp", "step")

    def __init__(
        self,
        name: str,
        question: Question,
        step: Step,
        holds: Callable[[World, int], list[int]],
        cut: Step | None = None,
        stamp: int = -1,
    ) -> None:
        check_name(name)
        self.name = name
        self.question = question
        self.step = step
        self.holds = holds
        self.cut = cut
        self.stamp = stamp


class Setting:
    """A table option: its name, the values it can take (as words), the default's index.

    ``among_people`` is the index of what a lobby takes at a table without bots, where nobody chose.
    """

    __slots__ = ("among_people", "clause", "default", "name", "values")

    def __init__(
        self,
        name: str,
        values: tuple[str, ...],
        default: int,
        clause: str = "",
        among_people: int | None = None,
    ) -> None:
        for spelled in (name, *values):
            check_name(spelled)
        self.name = name
        self.values = values
        self.default = default
        self.clause = clause
        self.among_people = default if among_people is None else among_people


class Tempo(NamedTuple):
    """The times of a game that is played in real time, in milliseconds, for who keeps the clock.

    A step expires after ``choose``. A simultaneous choice with a count closes when its count has
    run for ``counted``, but no sooner than ``between`` after it was asked, and no later than it
    expires. The rules never read a clock.
    """

    choose: int
    between: int
    counted: int


class Layout:
    """The zones and counters of a game for one number of seats and one set of options."""

    __slots__ = (
        "cards",
        "counters",
        "everyone",
        "faces",
        "hand",
        "owners",
        "places",
        "sight",
        "start",
        "zones",
    )

    def __init__(
        self,
        seats: int,
        zones: list[Zone],
        counters: list[str],
        start: list[list[int]],
    ) -> None:
        self.zones = zones
        self.counters = counters
        self.start = start
        self.faces: tuple[str, ...] = ()
        """The names of the faces, which its game adds: for the sentences of faults."""
        self.everyone = (1 << (seats + 1)) - 1
        self.hand = [zone.kind == HAND for zone in zones]
        self.owners = [zone.owner for zone in zones]
        self.sight = [self._mask(zone) for zone in zones]
        self.places = {zone.name: i for i, zone in enumerate(zones)}
        self.cards = sum(len(faces) for faces in start)
        if len(self.places) != len(zones) or len(start) != len(zones):
            raise EngineFault("zones need names of their own, and each its cards at the start")

    def _mask(self, zone: Zone) -> int:
        if zone.sight == OPEN:
            return self.everyone
        if zone.sight == OWNER:
            if zone.owner < 0:
                raise EngineFault(f"the zone {zone.name} is seen by its owner and has none")
            return 1 << zone.owner
        return 0


class Rulebook:
    """Collects the steps, questions and rights of a game while its rules are being read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: dict[str, Step] = {}
        self.questions: list[Question] = []
        self.sentences: list[Sentence] = []
        self.remarks: list[Sentence] = []

    def remark(self, key: str, clause: str, *sorts: Sort) -> str:
        """Register something that players can say to all, with its arguments; its key."""
        if not key.isidentifier() or key == SAY or key in [one.key for one in self.remarks]:
            raise EngineFault(f"{key!r} cannot be the name of a remark")
        self.remarks.append(Sentence(key, clause, sorts))
        return key

    def say(self, key: str, clause: str, *sorts: Sort) -> int:
        """Register a sentence of the log; its number is what ``World.tell`` takes."""
        self.sentences.append(Sentence(key, clause, sorts))
        return len(self.sentences) - 1

    def step(self, fn: Callable[..., Ask | None]) -> Step:
        """Register a function as the step ``game.function``."""
        name = f"{self.name}.{fn.__name__}"
        if name in self.steps:
            raise EngineFault(f"two steps are called {name}")
        made = Step(name, fn)
        self.steps[name] = made
        return made

    def ask(self, key: str, clause: str, *alternatives: Alternative) -> Question:
        """Register a question; its place in the list fixes the stable numbers of its options."""
        question = Question(key, clause, *alternatives)
        if self.questions:
            last = self.questions[-1]
            question.first = last.first + last.size + 1
        if any(known.key == key for known in self.questions):
            raise EngineFault(f"two questions are called {key}")
        self.questions.append(question)
        return question


def _fit(sorts: tuple[Sort, ...], seats: int, args: tuple[int, ...]) -> bool:
    """Whether each number names a thing of its sort; a seat must be one of this table."""
    if len(args) != len(sorts):
        return False
    for sort, arg in zip(sorts, args, strict=True):
        if not 0 <= arg < (seats if sort.name == "seat" else len(sort.names)):
            return False
    return True


class Game:
    """A game: constants and a handful of functions. The engine knows nothing else of it."""

    def __init__(
        self,
        book: Rulebook,
        version: int,
        low: int,
        high: int,
        faces: tuple[str, ...],
        layout: Callable[[int, tuple[int, ...]], Layout],
        begin: Step,
        outcome: Callable[[World], list[int]],
        settings: tuple[Setting, ...] = (),
        rights: tuple[Right, ...] = (),
        why_not: Callable[[View, Question, int], Refusal | None] | None = None,
        remark: Callable[[int, str, tuple[int, ...]], bool] | None = None,
        longest: int = 10_000,
        counts: tuple[int, ...] = (),
        truth: Callable[[World, int, str, tuple[int, ...]], bool | None] | None = None,
        ahead: Callable[[View, Question, Answer], list[tuple[int, ...]]] | None = None,
        printed: tuple[int, ...] = (),
        tempo: Callable[[tuple[int, ...]], Tempo] | None = None,
        unasked: Callable[[View], Refusal | None] | None = None,
    ) -> None:
        """``counts``: the numbers of players, where not every one from low to high can play.

        ``truth`` tells of a remark whether it is true in a world; None where it claims nothing.
        ``ahead`` says what the last answer of a step would do, from a seat's view: sentences, each
        its number and its arguments. ``printed``: the number on each face, -1 where it has none.
        ``tempo`` tells the times for a set of table options; None: the game is played in turns.
        ``unasked`` says why a seat is asked nothing, from its view; None: it just is not its turn.
        """
        self.name = book.name
        self.book = book
        self.version = version
        self.low = low
        self.high = high
        self.faces = faces
        self._layout = layout
        self.begin = begin
        self.outcome = outcome
        self.settings = settings
        self.rights = rights
        self.why_not = why_not
        self.remark = remark
        self.longest = longest
        self.counts = counts or tuple(range(low, high + 1))
        self.truth = truth
        self.ahead = ahead
        self.printed = printed
        self.tempo = tempo
        self.unasked = unasked
        self.keys = {question.key: question for question in book.questions}
        self._layouts: dict[tuple[int, tuple[int, ...]], Layout] = {}

    def layout(self, seats: int, opts: tuple[int, ...]) -> Layout:
        """The zones for so many seats and these options (made once)."""
        known = self._layouts.get((seats, opts))
        if known is None:
            known = self._layout(seats, opts)
            known.faces = self.faces
            self._layouts[(seats, opts)] = known
        return known

    def numbers(self) -> str:
        """The numbers of players in words: ``2 or 4 to 11``."""
        runs: list[list[int]] = []
        for count in self.counts:
            if runs and runs[-1][-1] == count - 1:
                runs[-1].append(count)
            else:
                runs.append([count])
        spelled = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
        return " or ".join(spelled)

    def can_say(self, seats: int, kind: str, args: tuple[int, ...]) -> bool:
        """Whether somebody at a table of so many can make that remark."""
        for one in self.book.remarks:
            if one.key == kind:
                return _fit(one.sorts, seats, args) and (
                    self.remark is None or self.remark(seats, kind, args)
                )
        return not self.book.remarks and self.remark is not None and self.remark(seats, kind, args)

    @property
    def actions(self) -> int:
        """How many stable option numbers the game has, picks' *stop* included."""
        last = self.book.questions[-1]
        return last.first + last.size + 1

    def defaults(self) -> tuple[int, ...]:
        """The table options as they are unless somebody changes them."""
        return tuple(setting.default for setting in self.settings)

    def choose_settings(self, wanted: dict[str, str]) -> tuple[int, ...]:
        """Table options by name; ``ValueError`` with a sentence for an unknown name or value."""
        opts = list(self.defaults())
        names = [setting.name for setting in self.settings]
        for name, value in wanted.items():
            if name not in names:
                known = ", ".join(names) or "none"
                raise ValueError(f"{self.name} has no table option {name!r}; it has: {known}")
            setting = self.settings[names.index(name)]
            if value not in setting.values:
                raise ValueError(f"{name} can be {', '.join(setting.values)}, not {value!r}")
            opts[names.index(name)] = setting.values.index(value)
        return tuple(opts)
