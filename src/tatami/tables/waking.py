"""Bringing stored games to where their moves lead, a little at a time.

A long game takes seconds to be played again. Nobody else waits for it: after each slice all who
have something to do have a turn, and of several games that wake each has its slice in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from tatami.catalogue import Listing
from tatami.engine.errors import BadRecord, EngineFault
from tatami.engine.record import follow
from tatami.engine.referee import Referee
from tatami.tables.proof import seed_of
from tatami.tables.row import TableRow

SLICE: Final = 0.002
"""Seconds that a game is played again before others have their turn."""


class Walker:
    """Plays stored games again, one slice at a time in the whole house."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def walk(self, listing: Listing, row: TableRow, lines: list[str]) -> Referee:
        """The game of a table after these moves; ``BadRecord`` where the rules cannot make them."""
        try:
            referee = _dealt(listing, row)
            steps = follow(referee, lines)
            while await self._some(steps):
                pass
        except (ValueError, EngineFault) as error:
            raise BadRecord("the rules cannot continue this game") from error
        return referee

    async def _some(self, steps: Iterator[int]) -> bool:
        """A slice; whether there may be more. Who waits longest is next."""
        async with self._turn:
            until = perf_counter() + SLICE
            for _ in steps:
                if perf_counter() >= until:
                    await asyncio.sleep(0)
                    return True
        return False


def _dealt(listing: Listing, row: TableRow) -> Referee:
    """The game of a table before its first move."""
    game = listing.game
    if game.version != row.version:
        raise BadRecord(f"{row.game} has another version of its rules now")
    return Referee(game, len(row.seats), seed_of(row), game.choose_settings(row.options))
