"""What every client was told beside what is stored: one order a table, no gap, no repeat.

`judge` decides; `Unlawful` says what cannot have been. A history is plain data, so that a test can
plant a fault in one, or have a broken node make one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.server.people import Witness
from tests.server.truth import Truth, is_part, updates_in


class Unlawful(AssertionError):
    """This cannot have been."""


class StoredMove(NamedTuple):
    """A move as the database has it: its number, under which epoch it was stored, its line."""

    seq: int
    epoch: int
    line: str


class Told(NamedTuple):
    """What one seat sent, what of it was acknowledged, and every update it saw, in order."""

    seat: int
    sent: list[tuple[str, int, Any]]
    acked: list[tuple[str, int, Any]]
    updates: list[dict[str, Any]]


def told(one: Witness) -> Told:
    """What a witness remembers."""
    return Told(one.seat, one.sent, one.acked, updates_in(one.seen))


def judge(truth: Truth, stored: Sequence[StoredMove], people: Sequence[Told]) -> None:
    """``Unlawful`` where the three do not tell one story."""
    in_order(stored)
    lines = [move.line.partition(" ")[2] for move in stored]
    if lines != [line.partition(" ")[2] for line in truth.record.lines]:
        raise Unlawful("the record is not what is stored")
    for one in people:
        _heard(truth, one)


def in_order(stored: Sequence[StoredMove]) -> None:
    """The moves of a table are numbered without a gap, and no epoch comes after a later one."""
    if [move.seq for move in stored] != [*range(1, len(stored) + 1)]:
        raise Unlawful("a move is missing, or there twice")
    epochs = [move.epoch for move in stored]
    if epochs != sorted(epochs):
        raise Unlawful("a move of an old epoch")


def _heard(truth: Truth, one: Told) -> None:
    lines = truth.lines_of(one.seat)
    if not is_part([truth.spelled(one.seat, given) for given in one.acked], lines):
        raise Unlawful("an acknowledged move is lost")
    if not is_part(lines, [truth.spelled(one.seat, given) for given in one.sent]):
        raise Unlawful("a move that nobody made")
    if one.updates and one.updates[-1]["seq"] > len(truth.moments[one.seat]):
        raise Unlawful("something was shown that never was")
    try:
        truth.check(one.seat, one.updates)
    except AssertionError as error:
        raise Unlawful(f"seat {one.seat} saw something else: {error}") from None
