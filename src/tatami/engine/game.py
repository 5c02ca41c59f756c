"""A game: its book, and a handful of functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from tatami.engine.asking import Answer
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.layout import Layout
from tatami.engine.question import Question
from tatami.engine.setting import chosen
from tatami.engine.step import Right, Step
from tatami.engine.tempo import Tempo as Tempo

if TYPE_CHECKING:
    from tatami.engine.book import Book
    from tatami.engine.encoding import Encoding
    from tatami.engine.referee import Referee
    from tatami.engine.view import View
    from tatami.engine.world import World


def find_game(module: str, name: str) -> Game:
    """The game of that name that a module holds, or a package above it: how games are pickled."""
    while module:
        for found in vars(import_module(module)).values():
            if isinstance(found, Game) and found.name == name:
                return found
        module = module.rpartition(".")[0]
    raise EngineFault(f"no module holds the game {name}, so it cannot be pickled")


class Game:
    """A game: constants and a handful of functions. The engine knows nothing else of it."""

    def __init__(
        self,
        book: Book,
        version: int,
        players: Sequence[int],
        begin: Step,
        outcome: Callable[[World], list[int]],
        rights: tuple[Right, ...] = (),
        why_not: Callable[[View, Question, int], Refusal | None] | None = None,
        remark: Callable[[int, str, tuple[int, ...]], bool] | None = None,
        longest: int = 10_000,
        truth: Callable[[World, int, str, tuple[int, ...]], bool | None] | None = None,
        ahead: Callable[[View, Question, Answer], list[tuple[int, ...]]] | None = None,
        printed: tuple[int, ...] = (),
        tempo: Callable[[tuple[int, ...]], Tempo] | None = None,
        unasked: Callable[[View], Refusal | None] | None = None,
        scores: Callable[[World], list[int]] | None = None,
        utility: Callable[[World], list[float]] | None = None,
        clock: str = "",
    ) -> None:
        """``players``: the numbers of players with which it can be played, ascending.

        ``truth`` tells of a remark whether it is true in a world; None where it claims nothing.
        ``ahead`` says what the last answer of a step would do, from a seat's view: sentences, each
        its number and its arguments. ``printed``: the number on each face, or ``UNPRINTED``.
        ``tempo`` tells the times for a set of table options; None: the game is played in turns.
        ``scores`` are the points of all seats when it is over, where the game has points.
        ``utility`` is what the end is worth to each seat, from -1 to 1 and together 0, where that
        is more than who has won.
        ``unasked`` says why a seat is asked nothing, from its view; None: it just is not its turn.
        ``clock`` is the one that a lobby takes where no bot plays and nobody chose; empty: any.
        """
        book.close()
        self.name = book.name
        self.book = book
        self.version = version
        self.counts = tuple(players)
        self.fewest = self.counts[0]
        self.most = self.counts[-1]
        self.faces = tuple(book.face_names)
        self.begin = begin
        self.outcome = outcome
        self.settings = tuple(book.settings)
        self.rights = rights
        self.why_not = why_not
        self.remark = remark
        self.longest = longest
        self.truth = truth
        self.ahead = ahead
        self.printed = printed
        self.tempo = tempo
        self.unasked = unasked
        self.scores = scores
        self.utility = utility
        self.clock = clock
        self.sayings = {remark.key: remark for remark in book.remarks}
        """By its key: what players can say besides free text."""
        self.keys = {question.key: question for question in book.questions}
        self._layouts: dict[tuple[int, tuple[int, ...]], Layout] = {}

    def __repr__(self) -> str:
        return f"<game {self.name} {self.version}, {self.numbers()} players>"

    def __reduce__(self) -> tuple[Callable[[str, str], Game], tuple[str, str]]:
        return (find_game, (self.begin.fn.__module__, self.name))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def new(self, seats: int, seed: int | bytes = 0, **options: str) -> Referee:
        """Start a game; table options by name, with ``_`` for ``-``: ``temple_court="off"``."""
        from tatami.engine.referee import Referee

        wanted = {name.replace("_", "-"): value for name, value in options.items()}
        return Referee(self, seats, seed, self.choose_settings(wanted))

    def returns(self, w: World) -> list[float]:
        """What the end is worth to each seat: -1 to 1, together 0; before it 0.

        The game's utility, where it declares one. Else winners share: a winner alone has 1,
        everybody else an equal part of -1.
        """
        if not w.over:
            return [0.0] * w.seats
        if self.utility is not None:
            return self.utility(w)
        won = self.outcome(w)
        if not won or len(won) == w.seats:
            return [0.0] * w.seats
        lost = -1.0 / (w.seats - 1)
        gained = -lost * (w.seats - len(won)) / len(won)
        return [gained if seat in won else lost for seat in range(w.seats)]

    def layout(self, seats: int, opts: tuple[int, ...]) -> Layout:
        """The zones for so many seats and these options (made once)."""
        known = self._layouts.get((seats, opts))
        if known is None:
            known = self.book.layout(seats, opts)
            self._layouts[(seats, opts)] = known
        return known

    def observation_space(
        self, seats: int, *, ledger: bool = False, order: bool = False, **options: str
    ) -> Encoding:
        """What a seat sees as a row of numbers: their names, their ranges, and how to read it."""
        from tatami.engine.encoding import Encoding

        wanted = {name.replace("_", "-"): value for name, value in options.items()}
        return Encoding(self, seats, self.choose_settings(wanted), ledger, order)

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
        if kind in self.sayings:
            return self.sayings[kind].fits(seats, args) and (
                self.remark is None or self.remark(seats, kind, args)
            )
        return not self.sayings and self.remark is not None and self.remark(seats, kind, args)

    @property
    def action_count(self) -> int:
        """How many stable option numbers the game has, picks' *stop* included."""
        last = self.book.questions[-1]
        return last.first + last.size + 1

    def defaults(self) -> tuple[int, ...]:
        """The table options as they are unless somebody changes them."""
        return tuple(setting.default for setting in self.settings)

    def choose_settings(self, wanted: dict[str, str]) -> tuple[int, ...]:
        """Table options by name; ``ValueError`` with a sentence for an unknown name or value."""
        return chosen(self.name, self.settings, wanted)
