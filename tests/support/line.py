"""A slow line between a client and a server: every byte is late, by a time that varies.

async with Line(server.port, delay=0.12, jitter=0.02, seed=1) as line:
    line.url            # what the client connects to
    line.stall()        # nothing goes through any more, in either direction
    line.flow()         # it does again, what was held up first
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
CHUNK = 65_536


class Line:
    """A proxy on loopback. ``delay`` and ``jitter`` are seconds for each way; order is kept.

    ``source`` is the address that it comes from, ``headers`` what it adds to the first request.
    """

    def __init__(
        self,
        port: int,
        delay: float = 0.0,
        jitter: float = 0.0,
        seed: int = 0,
        *,
        source: str = HOST,
        headers: bytes = b"",
    ) -> None:
        self.port = port
        self.delay = delay
        self.jitter = jitter
        self.source = source
        self.headers = headers
        self._dice = random.Random(seed)
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.url = f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stall(self) -> None:
        """Hold everything up."""
        self._flowing.clear()

    def flow(self) -> None:
        """Let it go on."""
        self._flowing.set()

    async def _serve(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            far, on = await asyncio.open_connection(
                HOST, self.port, local_addr=(self.source, 0) if self.source != HOST else None
            )
            await self._head(near, on)
            await asyncio.gather(self._pump(near, on), self._pump(far, back))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            back.close()
            self._tasks.discard(task)

    async def _head(self, near: asyncio.StreamReader, on: asyncio.StreamWriter) -> None:
        """Put lines of one's own into the first request's head, as a proxy does."""
        if self.headers:
            first = await near.readline()
            on.write(first + self.headers)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """What comes in goes out later, in its order."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        giving = asyncio.ensure_future(self._give(waiting, sink))
        try:
            while chunk := await source.read(CHUNK):
                late = self.delay + self._dice.random() * self.jitter
                waiting.put_nowait((asyncio.get_running_loop().time() + late, chunk))
            waiting.put_nowait((0.0, b""))
            await giving
        finally:
            giving.cancel()
            with contextlib.suppress(OSError):
                sink.close()

    async def _give(
        self, waiting: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter
    ) -> None:
        while True:
            due, chunk = await waiting.get()
            if not chunk:
                return
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            await self._flowing.wait()
            sink.write(chunk)
            await sink.drain()
