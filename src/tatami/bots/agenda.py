"""What players in real time mean to do, and in which order it happens: at a table as in the arena.

Whoever keeps the time, a virtual one that jumps or the one on the wall, asks the agenda what is
due. What is due first happens first, and of what is due at one moment, what was planned first.
Nobody is quicker than people are. What was planned for a step is forgotten with it.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final, Protocol, TypeVar

from tatami.engine.errors import EngineFault
from tatami.engine.intent import DECIDE, QUICKEST, SIGN, USE, Intent

SLOW: Final = 400
"""Milliseconds after which one answers who was asked again in the same step, or has no plan."""
AGAIN: Final = Intent(SLOW, DECIDE)
T_co = TypeVar("T_co", covariant=True)


class Agenda:
    """The plans for the open step. Times are milliseconds of whichever clock is kept."""

    def __init__(self) -> None:
        self._plans: list[tuple[float, int, int, Intent]] = []
        self._planned = 0

    def clear(self) -> None:
        """A new step, or nobody plays on: all plans are forgotten."""
        self._plans.clear()

    def add(self, seat: int, intent: Intent, since: float, stretch: float = 1) -> None:
        """Plan something, counted from a moment; slow tables stretch it."""
        self._planned += 1
        due = since + max(QUICKEST, intent.delay * stretch)
        heappush(self._plans, (due, self._planned, seat, intent))

    def due(self) -> float | None:
        """When the next plan is to be carried out; None: there is none."""
        return self._plans[0][0] if self._plans else None

    def take(self) -> tuple[int, Intent]:
        """The next plan, and whose it is."""
        _, _, seat, intent = heappop(self._plans)
        return seat, intent

    def take_first(self, kind: str) -> tuple[float, int, Intent] | None:
        """The next plan of one kind, when and whose it is; those before it stay where they are."""
        for plan in sorted(self._plans):
            if plan[3].kind == kind:
                self._plans.remove(plan)
                heapify(self._plans)
                return plan[0], plan[2], plan[3]
        return None


class Hands(Protocol[T_co]):
    """Does what a player means to do: at a referee at once, at a table once it is stored."""

    def decide(self, seat: int) -> T_co:
        """Answer what is asked of a seat by then."""
        ...

    def use(self, seat: int, intent: Intent) -> T_co:
        """Use a right."""
        ...

    def sign(self, seat: int, intent: Intent) -> T_co:
        """Say or signal something."""
        ...


def carry_out(hands: Hands[T_co], seat: int, intent: Intent) -> T_co:
    """Do what somebody meant to do, now that its time has come."""
    if intent.kind == DECIDE:
        return hands.decide(seat)
    if intent.kind == USE:
        return hands.use(seat, intent)
    if intent.kind == SIGN:
        return hands.sign(seat, intent)
    raise EngineFault(f"the bot at seat {seat} plans {intent.kind!r}")
