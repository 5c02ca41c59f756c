"""Table options: what players agree upon before a game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tatami.engine.names import check_name

if TYPE_CHECKING:
    from tatami.engine.view import View
    from tatami.engine.world import World

V = TypeVar("V")


class Setting(Generic[V]):
    """A table option whose values mean something to the rules: ``TURNS.of(w) == 40``.

    ``values`` are words; ``default`` is the number of the usual one. ``among_people`` is that of
    the one that a lobby takes at a table without bots, where nobody chose.
    """

    __slots__ = ("among_people", "at", "clause", "default", "means", "name", "values")

    def __init__(
        self, at: int, name: str, clause: str, values: dict[str, V], default: str, people: str
    ) -> None:
        for spelled in (name, *values):
            check_name(spelled)
        self.at = at
        self.name = name
        self.clause = clause
        self.values = tuple(values)
        self.means: list[V] = list(values.values())
        self.default = self.values.index(default)
        self.among_people = self.values.index(people or default)

    def __repr__(self) -> str:
        return f"<option {self.name}: {', '.join(self.values)}>"

    def of(self, sight: World | View) -> V:
        """What was chosen at this table."""
        return self.means[sight.opts[self.at]]

    def among(self, opts: tuple[int, ...]) -> V:
        """What was chosen, among the options of a table."""
        return self.means[opts[self.at]]

    def number(self, value: str) -> int:
        """The number of a value; ``ValueError`` with a sentence where it is none."""
        if value not in self.values:
            raise ValueError(f"{self.name} can be {', '.join(self.values)}, not {value!r}")
        return self.values.index(value)


def chosen(
    game: str, settings: tuple[Setting[Any], ...], wanted: dict[str, str]
) -> tuple[int, ...]:
    """The options of a table by name; ``ValueError`` for an unknown name or value."""
    opts = [setting.default for setting in settings]
    names = [setting.name for setting in settings]
    for name, value in wanted.items():
        if name not in names:
            known = ", ".join(names) or "none"
            raise ValueError(f"{game} has no table option {name!r}; it has: {known}")
        at = names.index(name)
        opts[at] = settings[at].number(value)
    return tuple(opts)
