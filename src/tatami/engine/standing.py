"""Who stands best, by whatever a game compares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

K = TypeVar("K")


def best(standings: dict[K, Any]) -> list[K]:
    """Whoever stands best; equal ones share it.

    A standing is a number, or a ``NamedTuple`` whose fields are compared one after the other: the
    next decides where those before it are equal.
    """
    top = max(standings.values())
    return [who for who, standing in standings.items() if standing == top]


def first_with_most(things: list[K], number: Callable[[K], int]) -> K:
    """What there is most of; of equals the first, in the order in which they are given."""
    return max(things, key=number)


def first_with_fewest(things: list[K], number: Callable[[K], int]) -> K:
    """What there is least of; of equals the first, in the order in which they are given."""
    return min(things, key=number)
