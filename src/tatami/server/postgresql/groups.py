"""What many ask for at the same time goes to the database in one statement.

Alone a thing waits for nobody; under load many share one statement, and one flush of the disk.
Where a group fails for something that is in it, each of its parts is tried alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from tatami.server.postgresql.session import Unreachable
from tatami.tables.store import CannotStore, Unsure

MOST: Final = 500
"""In one statement."""

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Waiting(NamedTuple, Generic[Asked, Told]):
    """What somebody asks for, and where they hear of it."""

    asked: Asked
    done: asyncio.Future[Told]


class Groups(Generic[Asked, Told]):
    """Takes what waits, does it together, tells everybody.

    ``does`` tells of each what came of it, or why nothing did. ``order`` is by which table a part
    is: whoever needs several takes them in the same order, so that no two wait for each other.
    """

    def __init__(
        self,
        does: Callable[[list[Asked]], Awaitable[Sequence[Told | CannotStore]]],
        order: Callable[[Asked], str],
    ) -> None:
        self._does = does
        self._order = order
        self._queue: asyncio.Queue[Waiting[Asked, Told] | None] = asyncio.Queue()
        self._going: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on what is asked for is done."""
        self._going = asyncio.create_task(self._go())

    async def end(self) -> None:
        """Finish what is under way."""
        if self._going is not None:
            self._queue.put_nowait(None)
            await asyncio.wait([self._going])

    def ask(self, what: Asked) -> asyncio.Future[Told]:
        """Ask for something; the future fails with ``CannotStore``."""
        done: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Waiting(what, done))
        return done

    async def _go(self) -> None:
        going = True
        while going:
            found = [await self._queue.get()]
            while len(found) < MOST and not self._queue.empty():
                found.append(self._queue.get_nowait())
            group = [one for one in found if one is not None]
            if group:
                await self._do(sorted(group, key=lambda one: self._order(one.asked)))
            going = len(group) == len(found)

    async def _do(self, group: list[Waiting[Asked, Told]]) -> None:
        try:
            told = await self._told([one.asked for one in group])
        except (Unsure, Unreachable) as error:
            _fail(group, error)
        except CannotStore as error:
            if len(group) == 1:
                _fail(group, error)
            else:
                for one in group:
                    await self._do([one])
        else:
            for one, word in zip(group, told, strict=True):
                _settle(one.done, word)

    async def _told(self, group: list[Asked]) -> Sequence[Told | CannotStore]:
        try:
            return await self._does(group)
        except CannotStore:
            raise
        except Exception as error:  # whatever it was, we go on, and who waits is told
            raise Unsure(type(error).__name__) from error


def _settle(done: asyncio.Future[Told], word: Told | CannotStore) -> None:
    if done.done():
        return
    if isinstance(word, CannotStore):
        done.set_exception(word)
    else:
        done.set_result(word)


def _fail(group: list[Waiting[Asked, Told]], error: CannotStore) -> None:
    for one in group:
        _settle(one.done, type(error)(str(error)))
