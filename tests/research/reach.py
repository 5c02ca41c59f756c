"""All that can be reached from an object by whoever holds it, and what can be made of it."""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator
from string import hexdigits
from typing import Any

import pyspiel

from tatami.research.openspiel import digest

STEPS = 4
"""So many steps on are tried from whatever is found."""
SHORTEST = 16
"""Bytes of a key, at least; 32 as a rule."""


def reachable(*roots: Any) -> Iterator[Any]:
    """Attributes, slots, items, closures, defaults, classes and the modules of Tatami; of a
    state its game, which OpenSpiel holds."""
    left, known = list(roots), {}
    while left:
        one = left.pop()
        if id(one) in known or _is_foreign(one):
            continue
        known[id(one)] = one  # kept, so that no other object gets its id
        yield one
        left += gc.get_referents(one)
        if isinstance(one, pyspiel.State):
            left.append(one.get_game())


def _is_foreign(one: Any) -> bool:
    """Modules and frames other than ours: the way to them is the way to everything."""
    if isinstance(one, types.ModuleType):
        return not one.__name__.startswith("tatami")
    if isinstance(one, dict) and "__spec__" in one:
        return not str(one.get("__name__")).startswith("tatami")
    return isinstance(one, types.FrameType | types.TracebackType)


def keys_from(found: Any) -> Iterator[bytes]:
    """The keys of deals that could be made of something: itself, and what the door makes of it."""
    if isinstance(found, bytes) and len(found) >= SHORTEST:
        first = found
        yield first
        for number in range(STEPS):
            yield digest(first, number)
            yield digest("deal", found)
            found = digest("next", found)
    elif isinstance(found, str) and len(found) == 4 * SHORTEST and set(found) <= set(hexdigits):
        yield from keys_from(bytes.fromhex(found))
    elif isinstance(found, int) and 1 << 64 < found < 1 << 256:
        yield from keys_from(found.to_bytes(2 * SHORTEST, "big"))


def keys_reachable(*roots: Any) -> set[bytes]:
    """Every key that somebody who holds these can find or make."""
    return {key for one in reachable(*roots) for key in keys_from(one)}
