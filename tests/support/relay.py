"""The line between a node and its database, in the hands of a test: cut, slow, or whole again.

A line that is cut swallows what is sent: nobody at either end is told, as with a pulled cable.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
PATIENCE = 120.0


class Relay:
    """Listens on a port of its own and passes everything on."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        self._delay = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    def __enter__(self) -> Self:
        self._server = self._loop.run_until_complete(asyncio.start_server(self._come, HOST, 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Nothing comes through any more of what is sent from now on."""

        async def cut() -> None:
            self._whole.clear()

        asyncio.run_coroutine_threadsafe(cut(), self._loop).result(PATIENCE)

    def mend(self) -> None:
        """All that was held back comes through, and what follows."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def slow(self, seconds: float) -> None:
        """Every packet takes so long each way."""
        self._delay = seconds

    async def _come(self, near: asyncio.StreamReader, to_near: asyncio.StreamWriter) -> None:
        self._writers.add(to_near)
        try:
            far, to_far = await asyncio.open_connection(HOST, self._target)
        except OSError:
            to_near.close()
            return
        self._writers.add(to_far)
        for source, sink in ((near, to_far), (far, to_near)):
            task = self._loop.create_task(self._pass_on(source, sink))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                await self._whole.wait()
                await asyncio.sleep(self._delay)
                sink.write(data)
                await sink.drain()
        await self._whole.wait()
        sink.close()

    async def _end(self) -> None:
        self._whole.set()
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
