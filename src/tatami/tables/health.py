"""Whether a house can do its work: the answer is a real commit, and good for a second.

Where a disk is full, a sign of life may still have room that a move has not: so what became of
moves counts too.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from tatami.tables.store import Alive, CannotStore, Store

HEALTHY: Final = 1.0
"""Seconds for which the answer stays good: whoever asks more often learns no more."""
STUCK: Final = 10.0
"""Seconds after which a commit that is not done counts as failed."""
REFUSED: Final = 10.0
"""Seconds for which a change that could not be stored counts, unless a move is stored meanwhile."""


class Health:
    """Asks the store how it is."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[float, str] | None = None
        self._refused = float("-inf")
        """When a change of a table could last not be stored, and no move has been since."""

    def note(self, stored: bool) -> None:
        """A move was stored, or something of a table could not be."""
        self._refused = float("-inf") if stored else monotonic()

    async def word(self, now: int) -> str:
        """``ok``, or in a word or two why no game can be played here now."""
        if not self._store.reachable:
            return "cannot store: no lease"
        if monotonic() - self._refused < REFUSED:
            return "cannot store"
        if self._known is None or self._known[0] + HEALTHY < monotonic():
            self._known = (monotonic(), await self._try_store(now))
        return self._known[1]

    async def _try_store(self, now: int) -> str:
        try:
            async with asyncio.timeout(STUCK):
                await self._store.commit([Alive(now)])
                await self._store.unfinished()
        except TimeoutError:
            return "cannot store: it takes too long"
        except CannotStore:
            return "cannot store"
        return "ok"
