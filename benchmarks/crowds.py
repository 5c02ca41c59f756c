"""A crowd at one server: connections that flood it, or a thousand people who watch one table.

What is measured is what an honest player notices of it: the time from an answer to the last update
of its table, first while all is quiet, then with the crowd. Those who flood are a process of their
own; each of them comes back as soon as it is cut off. All on loopback, bounded in time and number.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import secrets
import socket
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tatami.tables.wire import PROTOCOL

FLOODERS: Final = 20
FRAMES: Final = tuple(bytes([0x80 | opcode, 0x80, 0, 0, 0, 0]) for opcode in (9, 10, 1))
"""The smallest ping, pong and text."""
AT_ONCE: Final = 2_000
"""Frames that are sent at once."""
COME_BACK: Final = 0.05
"""Seconds until somebody who was cut off is there again."""


def flood(base: str, table: str, seconds: float) -> None:
    """Twenty connections that send the smallest frames as fast as they are taken, and read none."""
    asyncio.run(_flood_all(base, table, time.monotonic() + seconds))


async def _flood_all(base: str, table: str, until: float) -> None:
    await asyncio.gather(*(_flood(base, table, until, n) for n in range(FLOODERS)))


async def _flood(base: str, table: str, until: float, number: int) -> None:
    """One who floods, is cut off, and comes back."""
    data = FRAMES[number % len(FRAMES)] * AT_ONCE
    loop = asyncio.get_running_loop()
    while time.monotonic() < until:
        with socket.socket() as line:
            line.setblocking(False)
            try:
                async with asyncio.timeout(max(0.01, until - time.monotonic())):
                    where = urlsplit(base)
                    await loop.sock_connect(line, (where.hostname, where.port))
                    await loop.sock_sendall(line, _handshake(base, table))
                    while True:
                        await loop.sock_sendall(line, data)
            except OSError:
                await asyncio.sleep(COME_BACK)


def _handshake(base: str, table: str) -> bytes:
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {urlsplit(base).netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def measure_floods(
    base: str,
    board: Any,
    seconds: float,
    middle: Callable[[list[float]], float],
    used: Callable[[], float],
) -> None:
    """An honest table, quiet and then among those who flood."""
    await board.open(base)
    quiet = await _played(board, seconds)
    crowd = multiprocessing.get_context("spawn").Process(
        target=flood, args=(base, board.table, seconds + 4), daemon=True
    )
    crowd.start()
    try:
        await asyncio.sleep(2)
        before, began = used(), time.perf_counter()
        among = await _played(board, seconds)
        share = (used() - before) / (time.perf_counter() - began)
    finally:
        crowd.terminate()
        crowd.join()
    calm, hard = middle(quiet), middle(among)
    print(f"connections flooding  {FLOODERS}, each back as soon as it is cut off")
    print(f"answer to all told    p50 {calm:.1f} ms quiet, {hard:.1f} ms among them: "
          f"{hard / calm:.1f} times")  # fmt: skip
    print(f"server's processor    {share * 100:.0f} % of a core")


async def _played(board: Any, seconds: float) -> list[float]:
    """The times of the answers of a while."""
    board.times = []
    await board.play(time.perf_counter() + seconds, 0.1)
    found: list[float] = board.times
    return found


async def measure_watchers(
    base: str, board: Any, watchers: int, seconds: float, middle: Callable[[list[float]], float]
) -> None:
    """A table that many watch: what it costs to come in, and what the players notice."""
    await board.open(base)
    quiet = await _played(board, seconds)
    began = time.perf_counter()
    crowd = [await _watch(base, board.table) for _ in range(watchers)]
    came = time.perf_counter() - began
    heard = [asyncio.ensure_future(_listen(one)) for one in crowd]
    among = await _played(board, seconds)
    comings = await _comings(base, board)
    for one in crowd:
        one.transport.abort()
    await asyncio.gather(*heard, return_exceptions=True)
    print(f"watchers held         {watchers} at one table, all there after {came:.1f} s")
    print(
        f"answer to players told p50 {middle(quiet):.1f} ms alone, {middle(among):.1f} ms watched"
    )
    print(f"one more comes in     p50 {middle(comings):.1f} ms until it sees the table")


async def _watch(base: str, table: str) -> ClientConnection:
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    one = await connect(
        f"{base.replace('http', 'ws', 1)}/ws/{table}",
        additional_headers=headers,
        compression=None,
        ping_interval=None,
        max_size=None,
    )
    await one.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
    await one.recv()
    return one


async def _listen(one: ClientConnection) -> None:
    async for _ in one:
        pass


async def _comings(base: str, board: Any) -> list[float]:
    """How long ten more take to come in, one after the other."""
    found = []
    for _ in range(10):
        began = time.perf_counter()
        one = await _watch(base, board.table)
        found.append(time.perf_counter() - began)
        one.transport.abort()
        await asyncio.sleep(0.2 * random.random())
    return found
