"""The rulebook of a game: zones, counters, faces, questions and sentences, each declared once.

A declaration returns what the rules use from then on: ``DECK`` is a zone, ``HAND[me]`` a player's
hand, ``ARMY[army]`` the cards of an army, ``DEPLOY[clan]`` an option. The layout of a table follows
from the declarations, so nobody adds numbers up.

What every table has is numbered first, then what belongs to the first seat, to the second, and so
on: a number means the same at every table, whatever its size. The lists that ``each`` makes are
filled when the ``Game`` is made of its book.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.ids import Counter, Face, Holder, Mark, Saying, Seat, Zone
from tatami.engine.kinds import Kind, Pairs
from tatami.engine.layout import HAND, HIDDEN, OWNER, PILE, ROW, Layout, Place
from tatami.engine.meant import NOBODY, Counted, Marked, Meaning, OneOfNames, packed, unpacked
from tatami.engine.names import SAY, check_name
from tatami.engine.question import AnyVerb, Question, Reason, Size
from tatami.engine.sentence import Sentence, Words
from tatami.engine.setting import Setting
from tatami.engine.shelf import By, Each, Family, Named, Only, Places, Shelf
from tatami.engine.step import Step
from tatami.engine.world import MARKS, World

if TYPE_CHECKING:
    from tatami.engine.asking import Ask
    from tatami.engine.view import View

A = TypeVar("A", bound=int)
B = TypeVar("B", bound=int)
V = TypeVar("V")


class Tally(Generic[A, B]):
    """How many of each thing of a sort, for all to see: ``SHOWN.put(w, seat, {RED: 3, BLUE: 1})``.

    There is one for each thing of another sort, such as a seat. How it is kept is nobody's concern:
    as one public number, a digit for each thing.
    """

    __slots__ = ("at", "base", "name", "things")

    def __init__(self, name: str, at: list[Counter], things: list[B], base: int) -> None:
        self.name = name
        self.at = at
        self.things = things
        self.base = base

    def __repr__(self) -> str:
        return f"<tally {self.name}>"

    def put(self, w: World, whose: A, counts: dict[B, int]) -> None:
        """Write down how many there are of each; 0 of what is left out."""
        numbers = [counts.get(thing, 0) for thing in self.things]
        w.set(self.at[whose], packed(numbers, self.base))

    def clear(self, w: World, whose: A) -> None:
        """Write down that there are none of any."""
        w.set(self.at[whose], 0)

    def of(self, sight: World | View, whose: A) -> dict[B, int]:
        """How many there are of each; 0 of all where nothing was written down."""
        numbers = unpacked(sight.count[self.at[whose]], len(self.things), self.base)
        return dict(zip(self.things, numbers, strict=True))


class OneOf(Generic[A]):
    """A public thing of a sort, such as the phase of the night: ``STAGE.of(s) == REVEAL``."""

    __slots__ = ("at", "name", "sort")

    def __init__(self, name: str, at: Counter, sort: Kind[A]) -> None:
        self.name = name
        self.at = at
        self.sort = sort

    def __repr__(self) -> str:
        return f"<one of {self.name}: {', '.join(self.sort.names)}>"

    def put(self, w: World, thing: A) -> None:
        """From now on it is this one."""
        w.set(self.at, thing)

    def of(self, sight: World | View) -> A:
        """Which it is now; before any was put, the first."""
        return self.sort.all[sight.count[self.at]]


class OneOrNone(Generic[A]):
    """A public thing of a sort, or none of them: who of the members has something."""

    __slots__ = ("at", "name", "sort")

    def __init__(self, name: str, at: Counter, sort: Kind[A]) -> None:
        self.name = name
        self.at = at
        self.sort = sort

    def __repr__(self) -> str:
        return f"<one or none of {self.name}: {', '.join(self.sort.names)}>"

    def put(self, w: World, thing: A) -> None:
        """From now on it is this one."""
        w.set(self.at, thing + 1)

    def clear(self, w: World) -> None:
        """From now on it is none; so it begins."""
        w.set(self.at, 0)

    def of(self, sight: World | View) -> A | None:
        """Which it is now, if any."""
        kept = sight.count[self.at]
        return self.sort.all[kept - 1] if kept else None


class Book:
    """Collects all that a game declares while its rules are being read."""

    def __init__(self, name: str, words: dict[str, Any] | None = None) -> None:
        """``words``: the texts of the game; refusals take their sentences from them."""
        self.name = name
        self.words = words or {}
        self.settings: list[Setting[Any]] = []
        self.face_names: list[str] = []
        self.questions: list[Question] = []
        self.sentences: list[Sentence] = []
        self.remarks: list[Sentence] = []
        self.steps: dict[str, Step] = {}
        self.closed = False
        self._zones = Shelf()
        self.pile = Places(self._zones, PILE)
        """A pile: its cards lie one on the other, the last on top."""
        self.row = Places(self._zones, ROW)
        """A row: its cards lie side by side."""
        self.heap = Places(self._zones, HAND)
        """Cards that lie mixed: nobody can tell which of them is which from where they lie."""
        self._counters = Shelf()
        self._marks: list[Family] = []
        self._apart: list[tuple[list[Mark], list[int]]] = []
        """Marks that are counters of their own, with the numbers that those get at last."""
        self.tallies: list[tuple[Tally[Any, Any], list[str]]] = []
        """Each with the names of what it counts."""
        self._meant: list[tuple[list[Counter], Meaning]] = []
        """Counters that stand for things, and how they are spelled."""
        self._given: list[tuple[AnyVerb, Reason]] = []
        """Why something may not be chosen, to be checked when all steps are known."""

    def __repr__(self) -> str:
        held = f"{len(self.questions)} questions, {len(self.sentences)} sentences"
        return f"<book of {self.name}: {len(self.steps)} steps, {held}>"

    def _declare(self, what: str, name: str, known: list[str]) -> None:
        """Everything has a name of its own, and is there before the game is made."""
        if self.closed or name in known:
            raise EngineFault(f"{what} {name} is declared twice, or too late")

    # -- table options

    def option(
        self,
        name: str,
        clause: str,
        values: dict[str, V],
        default: str = "",
        among_people: str = "",
    ) -> Setting[V]:
        """A table option: what its values are called, and what they mean; the first is usual."""
        self._declare("the option", name, [one.name for one in self.settings])
        found = Setting(
            len(self.settings), name, clause, values, default or next(iter(values)), among_people
        )
        self.settings.append(found)
        return found

    # -- cards

    def face(self, name: str) -> Face:
        """A kind of card."""
        self._declare("the face", name, self.face_names)
        self.face_names.append(name)
        return Face(len(self.face_names) - 1)

    def faces(self, name: str, sort: Kind[Any]) -> list[Face]:
        """A kind of card for each thing of a sort; ``{}`` in the name stands for the thing's."""
        return [self.face(name.format(thing)) for thing in sort.names]

    def cards(self, name: str, names: tuple[str, ...]) -> Kind[Face]:
        """Kinds of cards that go together, as a sort."""
        first = len(self.face_names)
        for one in names:
            self.face(one)
        return Kind(name, names, first=first)

    def cards_of(self, name: str, faces: list[Face]) -> Kind[Face]:
        """Kinds of cards that were declared one after the other, as a sort."""
        sort: Kind[Face] = Kind(
            name, tuple([self.face_names[one] for one in faces]), first=faces[0]
        )
        if sort.all != faces:
            raise EngineFault(f"the cards of the sort {name} were not declared one after the other")
        return sort

    def by_face(self, printed: dict[Face, V], none: V) -> list[V]:
        """What is printed on each kind of card declared so far, as a list by face."""
        return [printed.get(Face(face), none) for face in range(len(self.face_names))]

    # -- zones

    def hand(
        self,
        name: str,
        each: Kind[A] | Pairs[A],
        *,
        only: Only | None = None,
        named: Named | None = None,
    ) -> By[A, Zone]:
        """Hands: heaps that only their owners look into."""
        return self.heap(name, OWNER, each=each, only=only, named=named)

    # -- public numbers and marks

    @overload
    def counter(self, name: str, high: int, *, low: int = 0) -> Counter: ...
    @overload
    def counter(
        self,
        name: str,
        high: int,
        *,
        low: int = 0,
        each: Kind[A] | Pairs[A],
        named: Named | None = None,
    ) -> By[A, Counter]: ...
    def counter(
        self,
        name: str,
        high: int,
        *,
        low: int = 0,
        each: Each | None = None,
        named: Named | None = None,
    ) -> Counter | list[Counter]:
        """A number that all can see, from low to high; it begins at 0."""
        family = self._counters.add(Family(name, each, named=named, low=low, high=high))
        found: Any = family.made if each is not None else family.made[0]
        return found  # type: ignore[no-any-return]

    def holder(self, name: str, of: Kind[Seat]) -> Holder:
        """Something that a player has, or nobody: ``w.hold(SHOSHO, me)``."""
        return Holder(self._one_or_nobody(name, of))

    def one_or_none(self, name: str, sort: Kind[A]) -> OneOrNone[A]:
        """The same of another sort that counts from 0: ``DIGGER.put(w, member)``."""
        return OneOrNone(name, self._one_or_nobody(name, sort), sort)

    def _one_or_nobody(self, name: str, sort: Kind[Any]) -> Counter:
        at = self.counter(name, len(sort.all))
        self._meant.append(([at], OneOfNames((NOBODY, *sort.spelled()))))
        return at

    def one_of(self, name: str, sort: Kind[A]) -> OneOf[A]:
        """One thing of a sort that counts from 0, for all to see; it begins as the first."""
        at = self.counter(name, len(sort.all) - 1)
        self._meant.append(([at], OneOfNames(sort.spelled())))
        return OneOf(name, at, sort)

    def marks(self, name: str, each: Kind[A] | Pairs[A], named: Named | None = None) -> By[A, Mark]:
        """A mark for each thing, such as an army: it is there or not.

        They are kept together, as one public number. ``named``: each as one of that name, 0 or 1.
        """
        if named is not None:
            apart: Any = self._marks_apart(name, each, named)
            return apart  # type: ignore[no-any-return]
        if len(each.all) > MARKS:
            raise EngineFault(f"{name} has more than {MARKS} marks")
        at = self.counter(name, (1 << len(each.all)) - 1)
        self._marks.append(Family(name, each))
        self._meant.append(([at], Marked(each.spelled())))
        made: Any = [Mark(at * MARKS + thing) for thing in each.all]
        return made  # type: ignore[no-any-return]  # a list is what it is

    def _marks_apart(self, name: str, each: Each, named: Named) -> list[Mark]:
        family = self._counters.add(Family(name, each, named=named, high=1))
        made: list[Mark] = []
        self._apart.append((made, family.made))
        return made

    def tally(self, name: str, of: Kind[B], high: int, each: Kind[A]) -> Tally[A, B]:
        """For each thing numbers of each of a sort, up to ``high``, such as the cards of a hand."""
        most = (high + 1) ** len(of.all) - 1
        at = self.counter(name, most, each=each)
        self._meant.append((at, Counted(of.spelled(), high + 1)))
        made: Tally[A, B] = Tally(name, at, of.all, high + 1)
        self.tallies.append((made, list(of.names)))
        return made

    # -- what is asked, told and refused

    def step(
        self,
        fn: Callable[..., Ask | None],
        name: str = "",
        names: tuple[str, ...] | None = None,
    ) -> Step:
        """A function as the step ``game.function``, or ``game.name``.

        ``names``: what it calls its arguments and answers, where the function itself cannot tell.
        """
        name = f"{self.name}.{name or fn.__name__}"
        self._declare("the step", name, list(self.steps))
        made = Step(name, fn, names)
        self.steps[name] = made
        return made

    def moment(self, name: str) -> Callable[[Step], Step]:
        """What clients call the time while a step is under way; several steps can share it."""
        check_name(name)

        def label(step: Step) -> Step:
            step.moment = name
            return step

        return label

    def question(self, key: str, clause: str, after: Question | None = None) -> Question:
        """Something that a player can be asked; its verbs are declared on it.

        Its place among the questions fixes the stable numbers of its options. ``after``: what its
        step asks just before it, so that the answer to that can be had by name, ``WITH.given``.
        """
        self._declare("the question", key, [one.key for one in self.questions])
        question = Question(key, clause, after)
        self.questions.append(question)
        return question

    def sentence(self, key: str, clause: str, *sorts: Kind[Any] | Words) -> Saying:
        """Something that the log can say; it is told with the things themselves."""
        self._declare("the sentence", key, [one.key for one in self.sentences])
        self.sentences.append(Sentence(key, clause, sorts))
        return Saying(len(self.sentences) - 1)

    def remark(self, key: str, clause: str, *sorts: Kind[Any] | Words) -> str:
        """Something that players can say to all; its key."""
        self._declare("the remark", key, [one.key for one in self.remarks])
        if not key.isidentifier() or key == SAY:
            raise EngineFault(f"{key!r} cannot be the name of a remark")
        self.remarks.append(Sentence(key, clause, sorts))
        return key

    def no(self, code: str, clause: str = "") -> Refusal:
        """A refusal, with its sentence from the texts; without texts its code says it.

        One without a clause cites that of the question, whichever it is.
        """
        said = self.words["refusal"][code] if self.words else code.replace("_", " ")
        return Refusal(code, said, self._cite(clause))

    def _cite(self, clause: str) -> str:
        return f"{self.name}:{clause}" if clause else ""

    def reasons(
        self, given: dict[AnyVerb, Reason], sizes: dict[Question, Size] | None = None
    ) -> Callable[[View, Question, int], Refusal | None]:
        """Why an option of any verb may not be chosen: the rule itself says so.

        A verb that is always open where it is asked needs no reason. Reasons are asked for only
        where an option is not among those that were offered. ``sizes``: why so many may not be
        picked, where more than the question's clause is to be said.
        """
        for question, why in (sizes or {}).items():
            question.why_size = why
        self._given += given.items()

        def why_not(view: View, question: Question, option: int) -> Refusal | None:
            for verb in question.verbs:
                if verb in given and verb.fits(option):
                    found = given[verb](view, view.seat, *verb.args(option))
                    return None if found is None else found.citing(self._cite(question.clause))
            return None

        return why_not

    # -- the table

    def close(self) -> None:
        """All is declared: what belongs to seats, and the options, get their numbers."""
        first = 0
        for question in self.questions:
            first = question.close(first)
        self._check_reasons()
        self._zones.close()
        self._counters.close()
        for marks, counters in self._apart:
            marks[:] = [Mark(counter * MARKS) for counter in counters]
        self.closed = True

    def _check_reasons(self) -> None:
        """Where a reason asks for what the open step has, there is a step that calls it so."""
        from tatami.engine.view import InStep

        for verb, why in self._given:
            needed = why.needed(verb.speaks_of) if isinstance(why, InStep) else ()
            if needed and not any(set(needed) <= set(step.names) for step in self.steps.values()):
                raise EngineFault(
                    f"why {verb.question.key} is not answered by {verb.name} depends on "
                    f"{' and '.join(needed)}, and no step of {self.name} calls anything so"
                )

    def layout(self, seats: int, opts: tuple[int, ...]) -> Layout:
        """The zones and counters of a table, as they were declared."""
        zones = [Place("", PILE, HIDDEN) for _ in range(self._zones.size(seats))]
        start: list[list[int]] = [[] for _ in zones]
        listed: list[int] = []
        for family in self._zones.families:
            for first in range(family.firsts):
                if family.is_there(first, seats, opts):
                    listed += self._lay(family, first, seats, zones)
                    start[family.ids[first][0]] = family.laid(seats, opts)
        faces = tuple(self.face_names)
        counted = self._count(seats, opts)
        meant = {counter: meaning for counters, meaning in self._meant for counter in counters}
        return Layout(seats, faces, zones, listed, start, *counted, meant, self.sentences)

    def markings(self, seats: int) -> list[tuple[str, list[str]]]:
        """The marks of a table: the counter that holds them, and what each bit of it marks."""
        return [(family.name, family.labels(seats)) for family in self._marks]

    def tallied(self, layout: Layout) -> list[tuple[list[str], list[str], int]]:
        """The tallies of a table: the counters of each, what they count, and the base of both."""
        return [
            (
                [layout.counters[at] for at in layout.listed_counters if at in tally.at],
                names,
                tally.base,
            )
            for tally, names in self.tallies
        ]

    def moments(self) -> list[str]:
        """The moments that were declared, in the order of their first steps."""
        found = [step.moment for step in self.steps.values() if step.moment]
        return list(dict.fromkeys(found))

    def _lay(self, family: Family, first: int, seats: int, zones: list[Place]) -> list[int]:
        owner = family.owner(first, seats)
        for second, number in enumerate(family.ids[first]):
            name = family.spelled(first, second, seats)
            zones[number] = Place(name, family.kind, family.sight, owner)
        return family.ids[first]

    def _count(
        self, seats: int, opts: tuple[int, ...]
    ) -> tuple[list[str], list[int], list[tuple[int, int]]]:
        counters = [""] * self._counters.size(seats)
        ranges = [(0, 0)] * len(counters)
        listed: list[int] = []
        for family in self._counters.families:
            for first in range(family.firsts):
                if family.is_there(first, seats, opts):
                    number = family.ids[first][0]
                    counters[number] = family.spelled(first, 0, seats)
                    ranges[number] = (family.low, family.high)
                    listed.append(number)
        return counters, listed, ranges
