"""Refusals: what a player is told when something cannot be done, and why."""

from __future__ import annotations


class Refusal:
    """A refusal as a value: a code, one sentence for a person, the clause that forbids it.

    ``code`` is for programs and names the sentence in the text files; ``sentence`` is for people;
    ``clause`` is cited like ``clans:C6`` and is empty where no rule of the game is concerned (a
    stale answer, a wrong type); ``args`` are what a translated sentence would speak of.
    """

    __slots__ = ("args", "clause", "code", "sentence")

    def __init__(
        self, code: str, sentence: str, clause: str = "", args: tuple[int, ...] = ()
    ) -> None:
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.args = args

    def __bool__(self) -> bool:
        """A refusal is false, an acknowledgement true: ``if not state.act(...)``."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.sentence!r}, {self.clause!r})"

    def citing(self, clause: str) -> Refusal:
        """The same; where it cites no clause yet, it cites this one."""
        return self if self.clause else Refusal(self.code, self.sentence, clause, self.args)

    def key(self) -> tuple[str, str, str, tuple[int, ...]]:
        """Everything in it, as a tuple."""
        return (self.code, self.sentence, self.clause, self.args)


class Ack:
    """An acknowledgement: the input was taken (``repeated`` when it had been taken before)."""

    __slots__ = ("repeated",)

    def __init__(self, repeated: bool = False) -> None:
        self.repeated = repeated

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"Ack(repeated={self.repeated})"


class Foretold(Ack):
    """What answers would do, and nothing was done: sentences, each its number and its arguments."""

    __slots__ = ("sentences",)

    def __init__(self, sentences: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.sentences = sentences


class EngineFault(Exception):
    """A game broke a promise of the engine (acted before asking, hid a face in a frame ...)."""


class NeedsChance(Exception):
    """A world with loaded numbers has run out of them and wants one below ``n``."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class BadRecord(Exception):
    """A record or save cannot be read, does not replay, or is not what its hash says."""


SENTENCES: dict[str, str] = {
    "over": "The game is over.",
    "no_such_seat": "There is no such seat at this table.",
    "not_asked": "Nothing is asked of you now.",
    "say_who": "Several are asked now: say who answers.",
    "say_which": "You are asked several things now: say which one you answer.",
    "stale_ask": "That answer belongs to an earlier question; look again.",
    "wrong_type": "An answer is one of the numbers that were offered.",
    "illegal_option": "That is not one of your options.",
    "pick_size": "You must pick at least as many, and at most as many, cards as asked.",
    "already_answered": "You have answered this already.",
    "nothing_to_take_back": "There is nothing to take back.",
    "no_such_right": "You have no such right now.",
    "too_late": "That came too late: the cards had moved. It is void and costs nothing.",
    "bad_remark": "That cannot be said here.",
    "not_counting": "No clock is running for that.",
}


def refuse(code: str, clause: str = "") -> Refusal:
    """One of the engine's own refusals."""
    return Refusal(code, SENTENCES[code], clause)
