"""What a player can be asked, and the verbs that answer it. Options are made and read by verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

from tatami.engine.asking import Answer, Ask, choose, pick
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.ids import Option
from tatami.engine.kinds import Kind, Pairs
from tatami.engine.names import STOP, check_name

if TYPE_CHECKING:
    from tatami.engine.view import View

A = TypeVar("A", bound=int)
B = TypeVar("B", bound=int)

Reason: TypeAlias = Callable[..., Refusal | None]
"""Why something may not be chosen: from a view, its seat and what the option speaks of."""


Size: TypeAlias = Callable[["View", int], Refusal | None]
"""Why so many may not be picked, from a view; None where nothing but the question forbids it."""


class AnyVerb:
    """One way to answer a question, with the sorts of what it speaks of: ``move province clan``.

    Its options follow one another, the last sort counting fastest.
    """

    __slots__ = ("end", "name", "question", "sorts", "start")

    def __init__(self, question: Question, name: str, sorts: tuple[Kind[Any], ...]) -> None:
        check_name(name)
        size = 1
        for sort in sorts:
            size *= len(sort.names)
        self.question: Question = question
        self.name: str = name
        self.sorts: tuple[Kind[Any], ...] = sorts
        self.start: int = question.size
        """The first of its options, and where those of the next verb begin."""
        self.end: int = question.size + size

    def __repr__(self) -> str:
        return f"<verb {self.name}>"

    def fits(self, option: int) -> bool:
        """Whether it is an option of this verb."""
        return self.start <= option < self.end

    def args(self, option: int) -> tuple[int, ...]:
        """What one of its options speaks of."""
        raise NotImplementedError

    def answered(self, view: View) -> int:
        """The option of this verb that the seat has chosen in the open step."""
        given = view.before[self.question.place]
        if not isinstance(given, int) or not self.fits(given):
            raise EngineFault(f"{self.question.key} was not answered by {self.name}")
        return given

    @property
    def speaks_of(self) -> int:
        """Of how many things its options speak; a pair is one."""
        return len(self.args(self.start))

    def places(self, option: int) -> list[int]:
        """The same as places in the lists of their sorts' names."""
        left = option - self.start
        found: list[int] = []
        for sort in self.sorts[::-1]:
            found.append(left % len(sort.names))
            left //= len(sort.names)
        found.reverse()
        return found

    def spell(self, option: int) -> str:
        """One of its options in notation: ``move:province-1:Oda``."""
        places = zip(self.sorts, self.places(option), strict=True)
        return ":".join([self.name, *[sort.names[at] for sort, at in places]])


class Verb(AnyVerb):
    """An answer that speaks of nothing: ``pass``."""

    __slots__ = ("option",)

    def __init__(self, question: Question, name: str) -> None:
        super().__init__(question, name, ())
        self.option: Option = Option(self.start)

    def args(self, option: int) -> tuple[int, ...]:
        """What one of its options speaks of."""
        return ()


def _sorts(one: Kind[A] | Pairs[A]) -> tuple[Kind[Any], ...]:
    return one.sorts if isinstance(one, Pairs) else (one,)


def _first(one: Kind[A] | Pairs[A]) -> int:
    return 0 if isinstance(one, Pairs) else one.first


class Verb1(AnyVerb, Generic[A]):
    """An answer that speaks of one thing: ``DEPLOY[clan]``."""

    __slots__ = ("first",)

    def __init__(self, question: Question, name: str, one: Kind[A] | Pairs[A]) -> None:
        super().__init__(question, name, _sorts(one))
        self.first = self.start - _first(one)

    def __getitem__(self, thing: A) -> Option:
        return self.first + thing  # type: ignore[return-value]  # ``Option`` costs a call

    def each(self, things: list[A]) -> list[Option]:
        """The options that speak of these."""
        first = self.first
        found: Any = [first + thing for thing in things] if first else things[:]
        return found  # type: ignore[no-any-return]

    def of(self, option: int) -> A:
        """What the option speaks of."""
        return option - self.first  # type: ignore[return-value]  # nothing is boxed on its way

    def chosen(self, answer: Answer) -> A:
        """What an answer speaks of, in a step that can also get a pick for it."""
        assert isinstance(answer, int), "one was to be chosen"
        return self.of(answer)

    def picked(self, answer: Answer) -> list[A]:
        """What a pick speaks of, in a step that can also get a choice for it."""
        assert isinstance(answer, tuple), "some were to be picked"
        return self.of_all(answer)

    def given(self, view: View) -> A:
        """What the seat has chosen with this verb in the open step: ``WITH.given(view)``."""
        return self.of(self.answered(view))

    def ask(self, seat: int, things: list[A]) -> Ask:
        """Ask a seat to choose one of these."""
        return choose(seat, self.question, self.each(things))

    def pick(self, seat: int, things: list[A], *, low: int, high: int) -> Ask:
        """Ask a seat to pick from ``low`` to ``high`` of these."""
        return pick(seat, self.question, self.each(things), low, high)

    def of_all(self, picked: tuple[int, ...]) -> list[A]:
        """What the options of a pick speak of."""
        first = self.first
        found: Any = [option - first for option in picked]
        return found  # type: ignore[no-any-return]

    def args(self, option: int) -> tuple[int, ...]:
        """What one of its options speaks of."""
        return (option - self.first,)


class Verb2(AnyVerb, Generic[A, B]):
    """An answer that speaks of two things: ``ADD[clan, card]``."""

    __slots__ = ("base", "first", "width")

    def __init__(
        self, question: Question, name: str, one: Kind[A] | Pairs[A], two: Kind[B]
    ) -> None:
        super().__init__(question, name, (*_sorts(one), two))
        self.width = len(two.names)
        self.first = self.start - two.first - self.width * _first(one)
        self.base = two.first

    def __getitem__(self, things: tuple[A, B]) -> Option:
        return self.first + things[0] * self.width + things[1]  # type: ignore[return-value]

    def each(self, one: A, twos: list[B]) -> list[Option]:
        """The options that speak of one thing together with each of these."""
        first: int = self.first + one * self.width
        found: Any = [first + two for two in twos]
        return found  # type: ignore[no-any-return]

    def of(self, option: int) -> tuple[A, B]:
        """What the option speaks of."""
        number = option - self.first - self.base
        one = number // self.width
        return one, number % self.width + self.base  # type: ignore[return-value]

    def given(self, view: View) -> tuple[A, B]:
        """What the seat has chosen with this verb in the open step."""
        return self.of(self.answered(view))

    def args(self, option: int) -> tuple[int, ...]:
        """What one of its options speaks of."""
        return self.of(option)


class Question:
    """Something a seat can be asked, as a constant of its game; its verbs are declared one by one.

    Options are whole numbers from 0 to ``size - 1``: those of one verb after those of the other.
    ``first`` is added when the game is put together; ``first + option`` is the option's stable
    number in the whole game. ``after`` is the question that its step asks just before it, if any.
    """

    __slots__ = (
        "after",
        "clause",
        "closed",
        "first",
        "key",
        "place",
        "size",
        "spelled",
        "stop",
        "verbs",
        "why_size",
    )

    def __init__(self, key: str, clause: str, after: Question | None = None) -> None:
        check_name(key)
        self.key = key
        self.clause = clause
        self.after = after
        self.place: int = 0 if after is None else after.place + 1
        """How many questions its step asks before it."""
        self.verbs: list[AnyVerb] = []
        self.first = 0
        self.size = 0
        self.stop = 0
        self.spelled: list[str] = []
        self.closed = False
        self.why_size: Size | None = None

    def __repr__(self) -> str:
        return f"<question {self.key}>"

    @overload
    def verb(self, name: str) -> Verb: ...
    @overload
    def verb(self, name: str, one: Kind[A]) -> Verb1[A]: ...
    @overload
    def verb(self, name: str, one: Pairs[A]) -> Verb1[A]: ...
    @overload
    def verb(self, name: str, one: Kind[A], two: Kind[B]) -> Verb2[A, B]: ...
    @overload
    def verb(self, name: str, one: Pairs[A], two: Kind[B]) -> Verb2[A, B]: ...
    def verb(
        self, name: str, one: Kind[Any] | Pairs[Any] | None = None, two: Kind[Any] | None = None
    ) -> AnyVerb:
        """One more way to answer."""
        if self.closed or any(known.name == name for known in self.verbs):
            raise EngineFault(f"{name} is declared twice in {self.key}, or too late")
        verb: AnyVerb
        if one is None:
            verb = Verb(self, name)
        elif two is None:
            verb = Verb1(self, name, one)
        else:
            verb = Verb2(self, name, one, two)
        self.verbs.append(verb)
        self.spelled += [verb.spell(option) for option in range(verb.start, verb.end)]
        self.size = self.stop = verb.end
        return verb

    def close(self, first: int) -> int:
        """All is declared: its options, and *stop*, have numbers from here on; the next one."""
        self.closed = True
        self.first = first
        return first + self.size + 1

    def verb_of(self, option: int) -> AnyVerb:
        """The verb of an option."""
        for verb in self.verbs:
            if verb.fits(option):
                return verb
        raise EngineFault(f"{self.key} has no option {option}")

    def decode(self, option: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an option and its arguments, each from 0."""
        verb = self.verb_of(option)
        return verb.name, tuple(verb.places(option))

    def sorts(self, name: str) -> tuple[Kind[Any], ...]:
        """The sorts of what a verb speaks of."""
        for verb in self.verbs:
            if verb.name == name:
                return verb.sorts
        raise EngineFault(f"{self.key} has no verb {name}")

    def spell(self, option: int) -> str:
        """An option, or the end of a pick, in notation."""
        return STOP if option == self.stop else self.spelled[option]

    def option(self, text: str) -> int:
        """The option that a text spells; one that nobody has where it spells none."""
        return self.spelled.index(text) if text in self.spelled else -1

    def read(self, text: str) -> int:
        """The option that a text spells; ``ValueError`` where there is none."""
        return self.spelled.index(text)
