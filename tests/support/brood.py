"""The bots' processes of a test server: forked, like the server itself, instead of started anew.

Before a server has threads it forks a nursery of its own, which forks a process for bots whenever
one is needed. `tests/server/test_thinkers.py` tries the real way of starting them.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket

from tatami.server import thinkers
from tatami.server.thinkers import LONGEST_ANSWER, Worker
from tests.support.zygote import Nursery, fork

MODULE = "tatami.server.thinker"


class Bred:
    """A process for bots: as much of asyncio's ``Process`` as the server needs."""

    def __init__(self, pid: int, status: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin: asyncio.StreamWriter | None = None
        self.stdout: asyncio.StreamReader | None = None
        self._status = status
        self._ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(status, self._over)

    def _over(self) -> None:
        asyncio.get_running_loop().remove_reader(self._status)
        self.returncode = int(self._status.recv(64) or b"-9")
        self._status.close()
        if self.stdin is not None:
            self.stdin.close()
        self._ended.set()

    async def wait(self) -> int:
        """How it ended."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode


class Brood:
    """Where bots' processes come from."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if not os.fork():
            self._line.close()
            signal.set_wakeup_fd(-1)
            try:
                Nursery(theirs).run()
            finally:
                os._exit(0)
        theirs.close()

    async def start(self, command: list[str]) -> Worker:
        """A process that has loaded its games."""
        args = command[command.index(MODULE) + 1 :]
        mine, theirs = socket.socketpair()
        with theirs:
            process = Bred(*fork(self._line, MODULE, args, dict.fromkeys((0, 1), theirs.fileno())))
        process.stdout, process.stdin = await asyncio.open_connection(sock=mine)
        worker = Worker(process)  # type: ignore[arg-type]  # it is the point
        said = await worker._read(LONGEST_ANSWER)
        assert isinstance(said, thinkers.Ready), said
        return worker
