"""Steps, of which the rules consist, and rights, which players have besides."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tatami.engine.asking import Ask
from tatami.engine.errors import EngineFault
from tatami.engine.names import check_name

if TYPE_CHECKING:
    from tatami.engine.question import Question
    from tatami.engine.world import Got, World


def names_of(fn: Callable[..., Any]) -> tuple[str, ...]:
    """What a function of a module calls its parameters; a compiled one tells it as text."""
    return tuple(inspect.signature(fn).parameters)


class Runner:
    """Calls the function of a step with its arguments and the answers so far.

    For each step of a compiled game the build derives one that calls the function itself, not an
    object that stands for it (scripts/native.py).
    """

    __slots__ = ("fn",)

    def __init__(self, fn: Callable[..., Ask | None]) -> None:
        self.fn = fn

    def __repr__(self) -> str:
        return f"<runs {self.fn.__name__}>"

    def run(self, w: World, args: tuple[int, ...], got: Got) -> Ask | None:
        """What the function returns; its usual shapes are spelled out."""
        given = len(got)
        if len(args) == 1:
            if given == 0:
                return self.fn(w, args[0])
            if given == 2:
                return self.fn(w, args[0], got[1])
            if given == 4:
                return self.fn(w, args[0], got[1], got[3])
        elif len(args) == 2:
            if given == 0:
                return self.fn(w, args[0], args[1])
            if given == 2:
                return self.fn(w, args[0], args[1], got[1])
            if given == 4:
                return self.fn(w, args[0], args[1], got[1], got[3])
        return self.fn(w, *args, *got[1::2])


class Step:
    """A named piece of the rules: it asks first and acts last.

    Its function takes the world, the step's arguments, and then an argument for each question,
    None until that one is answered. It returns the next ``Ask``, or acts and returns None.
    All its questions go to one seat; what several seats are asked at once is a step of its own.
    ``moment`` is what clients call the time while it is under way, whatever the function is called.
    ``names`` are those of its arguments and answers, by which rules that read a view ask for them.
    """

    __slots__ = ("fn", "moment", "name", "names", "runner")

    def __init__(
        self, name: str, fn: Callable[..., Ask | None], names: tuple[str, ...] | None = None
    ) -> None:
        self.name = name
        self.fn = fn
        self.names: tuple[str, ...] = names_of(fn)[1:] if names is None else names
        self.runner = Runner(fn)
        self.moment = ""

    def __repr__(self) -> str:
        return f"<step {self.name}>"


class Right:
    """Something a seat may do at any time while ``holds`` says so, such as striking a gong.

    ``step`` runs with the seat and the option. With ``cut`` the frames above that step are dropped
    (an open pass and its sealed choices with them); without, the open ask goes on afterwards, its
    sealed answers kept: such a step acts at once and changes nothing of what is asked.
    ``stamp`` names the counter whose value the sender must have seen. ``raced``: of all who use it
    on the same stamp only the first counts, so who keeps the clock judges fairly who that was; such
    a right cuts, and has a stamp, or nobody could tell one race from the next.
    """

    __slots__ = ("cut", "holds", "name", "question", "raced", "stamp", "step")

    def __init__(
        self,
        name: str,
        question: Question,
        step: Step,
        holds: Callable[[World, Any], list[Any]],
        cut: Step | None = None,
        stamp: int = -1,
        raced: bool = False,
    ) -> None:
        check_name(name)
        if raced and (cut is None or stamp < 0):
            raise EngineFault(f"{name} is raced: it must cut, and name a stamp")
        self.name = name
        self.question = question
        self.step = step
        self.holds = holds
        self.cut = cut
        self.stamp = stamp
        self.raced = raced

    def __repr__(self) -> str:
        return f"<right {self.name}>"
