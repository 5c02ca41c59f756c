"""One input that was taken, and what an answer must look like before anybody reads it."""

from __future__ import annotations

from typing import Final, TypeAlias, TypeGuard, cast

from tatami.engine.asking import Answer
from tatami.engine.errors import Ack, Refusal
from tatami.engine.question import Question
from tatami.engine.sentence import Sentence

LONGEST_TEXT: Final = 300
HUGE: Final = 1 << 31
LONGEST_PICK: Final = 10_000

Reply: TypeAlias = Ack | Refusal


class Move:
    """One input that was taken: what kind, by whom, and what it said.

    ``asked`` is the question that an answer or a right belongs to, for the notation of the answer;
    ``said`` the sentence that a remark is, unless it is free text.
    """

    __slots__ = ("answer", "args", "asked", "key", "kind", "said", "seat", "text")

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        key: str = "",
        answer: Answer = 0,
        args: tuple[int, ...] = (),
        text: str = "",
        asked: Question | None = None,
        said: Sentence | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.key = key
        self.answer = answer
        self.args = args
        self.text = text
        """What was said; of an answer or a right, a note for the record."""
        self.asked = asked
        self.said = said

    def __repr__(self) -> str:
        who = "-" if self.seat < 0 else f"s{self.seat}"
        words = [who] if self.kind == "answer" else [who, self.kind]
        if self.kind == "remark":
            words.append(self._spoken())
        elif self.key:
            words += [self.key, self._spelled()]
        return f"<{' '.join(words)}>"

    def _spoken(self) -> str:
        """A remark by the names of what it speaks of; free text as it is."""
        if self.said is not None:
            return self.said.spell(self.args)
        return " ".join([self.key, *map(str, self.args), repr(self.text)])

    def _spelled(self) -> str:
        """The answer in the notation of its question, if that is known; a pick in brackets."""
        if self.asked is None:
            return str(self.answer)
        if isinstance(self.answer, tuple):
            return f"[{','.join([self.asked.spell(one) for one in self.answer])}]"
        return self.asked.spell(self.answer)


def is_whole(value: object) -> TypeGuard[int]:
    """A plain whole number of a sensible size, not a boolean or anything that resembles one."""
    return type(value) is int and abs(value) < HUGE


def is_note(text: str) -> bool:
    """Whether a text can stand in a record as a note of a move."""
    return len(text) <= LONGEST_TEXT and text.isprintable()


def clean(answer: object) -> Answer | None:
    """An answer as the engine takes it: a whole number or a sorted tuple of them; else ``None``."""
    if is_whole(answer):
        return answer
    if type(answer) is not list and type(answer) is not tuple:
        return None
    items = cast("list[object] | tuple[object, ...]", answer)
    if len(items) > LONGEST_PICK:
        return None
    found: list[int] = []
    for one in items:
        if not is_whole(one) or one < 0:
            return None
        found.append(one)
    return tuple(sorted(found))
