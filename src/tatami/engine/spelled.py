# mypyc: skip
"""Options as people read them: numbers that print as their notation.

Each has it from its question; how a record spells an answer of several: ``record.spell``.
"""

from __future__ import annotations

from collections.abc import Iterable

from tatami.engine.question import Question


class Spelled(int):
    """An option, a whole number as everywhere, that shows its notation: ``deploy:Oda``."""

    text: str

    def __new__(cls, option: int, text: str) -> Spelled:
        found = super().__new__(cls, option)
        found.text = text
        return found

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__

    def __reduce__(self) -> tuple[type[Spelled], tuple[int, str]]:
        return (Spelled, (int(self), self.text))


def spelled(question: Question, options: Iterable[int]) -> list[int]:
    """The options of a question so that they show their notation."""
    return [Spelled(option, question.spell(option)) for option in options]
