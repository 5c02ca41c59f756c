"""What the server holds: tables of four socket clients on loopback, each at one move a second.

    python -m benchmarks.load --tables 500 --seconds 30
    python -m benchmarks.load --game tack
    python -m benchmarks.load --crowd floods
    python -m benchmarks.load --crowd watchers
    python -m benchmarks.load --tables 400 --nodes 2 --store postgresql

With Ninjaaa'Tack it is 60 tables of eight: a pass every four seconds, one signal a second from
everybody, now and then a strike. There what is measured is the time from sending a strike until the
last of the eight seats has been told of the call. A crowd (``benchmarks/crowds.py``) comes to one
table of four: twenty connections that flood the server, or a thousand people who watch.

A server process and a client process, both on this machine, bounded in time. Every answer is
committed before anything is shown. What is measured is the time from sending an answer to the last
update that any of the four seats gets for it. Memory is what the server's process has grown by,
from before the first table was opened until all are dealt and quiet, their sockets included.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.crowds import measure_floods, measure_watchers
from tatami.tables.wire import PROTOCOL, StrikeState

if TYPE_CHECKING:
    from benchmarks.nodes import Started

SEATS: Final = 4
EIGHT: Final = 8
PASS: Final = 1
"""The counter of passes in a view."""
TACK_TABLES: Final = 60
TACK_PERIOD: Final = 12.0
"""Seconds between two strikes at a table."""
AT_ONCE: Final = 40
"""Tables that are opened at a time."""
LOOPBACK: Final = "127.0.0.1"
HELLO: Final = json.dumps({"t": "hello", "protocol": PROTOCOL})
ADDS_NOTHING: Final = {"start": 1, "commit": "-"}
"""The clients leave the deal to the server: what is measured comes after it."""

_decode = msgspec.json.Decoder().decode


class Offer(msgspec.Struct):
    """What a client of Ninjaaa'Tack needs of an offer."""

    ask: int
    options: list[int]


class Right(msgspec.Struct, array_like=True):
    """A right that holds, and its stamp."""

    name: str
    stamp: int


class Sight(msgspec.Struct):
    """What such a client needs of a view."""

    count: list[int]
    offers: list[Offer] = []
    rights: list[Right] = []


class Told(msgspec.Struct):
    """What such a client needs of a message."""

    t: str
    id: int = 0
    ok: bool = True
    race: list[StrikeState] = []
    view: Sight | None = None


_told = msgspec.json.Decoder(Told).decode


class Seat:
    """One client at a table."""

    def __init__(self, table: Board, token: str) -> None:
        self.table = table
        self.token = token
        self.socket: ClientConnection | None = None
        self.number = 0
        self.offers: list[dict[str, Any]] = []
        self.replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.welcomed = asyncio.Event()

    async def come(self, base: str, table: str) -> None:
        """Connect and listen."""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"{base.replace('http', 'ws', 1)}/ws/{table}"
        self.socket = await connect(
            address, additional_headers=headers, compression=None, ping_interval=None
        )
        await self.socket.send(HELLO)
        self.reader = asyncio.ensure_future(self._listen(self.socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            at = time.perf_counter()
            message = _decode(text)
            if message["t"] == "update":
                self.table.told(at)
                self.offers = message["view"].get("offers", [])
            elif message["t"] in ("reply", "pong"):
                self.replies.pop(message["id"]).set_result(message)
            elif message["t"] == "welcome":
                self.welcomed.set()

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        assert self.socket is not None
        self.number += 1
        reply = asyncio.get_running_loop().create_future()
        self.replies[self.number] = reply
        await self.socket.send(json.dumps({"t": kind, "id": self.number, **fields}))
        return await asyncio.wait_for(reply, 30)


class Board:
    """One table of four clients; at most one answer is under way."""

    def __init__(self) -> None:
        self.seats = [Seat(self, secrets.token_urlsafe(32)) for _ in range(SEATS)]
        self.table = ""
        self.sent = 0.0
        self.last = 0.0
        self.times: list[float] = []
        self.moves = 0

    def told(self, at: float) -> None:
        """Some seat was told something."""
        self.last = at

    async def open(self, base: str) -> None:
        """Four people sit down and start."""
        host = self.seats[0]
        body = {"game": "clans", "name": "Seat 0", "seats": SEATS, "clock": "none"}
        self.table = (await asyncio.to_thread(_post, base, host.token, body))["table"]
        for at, seat in enumerate(self.seats):
            await seat.come(base, self.table)
            if at:
                _must(await seat.ask("sit", seat=at, name=f"Seat {at}"))
            _must(await seat.ask("commit", **ADDS_NOTHING))
        _must(await host.ask("do", what="start"))

    async def play(self, until: float, period: float) -> None:
        """One answer each period, by whoever is asked."""
        next_at = time.perf_counter() + random.random() * period
        while next_at < until:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            self._count()
            next_at += period
            asked = next((seat for seat in self.seats if seat.offers), None)
            if asked is None:
                return
            offer = asked.offers[0]
            asked.offers = []
            self.sent = time.perf_counter()
            answer = random.choice(offer["options"])
            _must(await asked.ask("answer", ask=offer["ask"], answer=answer))
            self.moves += 1
        await asyncio.sleep(period)
        self._count()

    def _count(self) -> None:
        """The last answer: how long until the last seat was told."""
        if self.sent and self.last > self.sent:
            self.times.append(self.last - self.sent)
        self.sent = 0.0


class Fighter:
    """One client at a table of Ninjaaa'Tack."""

    def __init__(self, dojo: Dojo, token: str) -> None:
        self.dojo = dojo
        self.token = token
        self.number = 0
        self.view: Sight | None = None
        self.replies: dict[int, asyncio.Future[bool]] = {}

    async def come(self, base: str, table: str) -> None:
        """Connect and listen."""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = f"{base.replace('http', 'ws', 1)}/ws/{table}"
        self.socket = await connect(
            address, additional_headers=headers, compression=None, ping_interval=None
        )
        await self.socket.send(HELLO)
        self.reader = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        async for text in self.socket:
            at = time.perf_counter()
            message = _told(text)
            if message.t == "update" and message.view is not None:
                self.dojo.seen(self.view, message.view)
                self.view = message.view
                if message.race:
                    self.dojo.told(at)
            elif message.t == "reply":
                self.replies.pop(message.id).set_result(message.ok)

    async def ask(self, t: str, **fields: object) -> bool:
        """Send a message and wait for its reply."""
        self.number += 1
        reply = asyncio.get_running_loop().create_future()
        self.replies[self.number] = reply
        await self.socket.send(json.dumps({"t": t, "id": self.number, **fields}))
        return await asyncio.wait_for(reply, 30)

    async def play(self, until: float) -> None:
        """Every second a signal, and a card where one is asked for: a count of three follows."""
        next_at = time.perf_counter() + random.random()
        while next_at < until:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            next_at += 1
            offers = self.view.offers if self.view is not None else []
            if offers:
                answer = random.choice(offers[0].options)
                await self.ask("answer", ask=offers[0].ask, answer=answer)
            heard = await self.ask("say", kind="gesture", args=[random.randrange(12)])
            self.dojo.signals += heard


class Dojo:
    """A table of eight; now and then one of them strikes the gong."""

    def __init__(self) -> None:
        self.seats = [Fighter(self, secrets.token_urlsafe(32)) for _ in range(EIGHT)]
        self.times: list[float] = []
        self.signals = 0
        self.passes = 0
        self.heard = 0
        self.last = 0.0

    def seen(self, before: Sight | None, after: Sight) -> None:
        """Some seat sees the game: every one of them sees every pass."""
        self.passes += before is not None and after.count[PASS] == before.count[PASS] + 1

    def told(self, at: float) -> None:
        """Some seat was told of a call."""
        self.heard += 1
        self.last = at

    async def open(self, base: str) -> None:
        """Eight people sit down and start."""
        host = self.seats[0]
        body = {"game": "tack", "name": "Seat 0", "seats": EIGHT}
        table = (await asyncio.to_thread(_post, base, host.token, body))["table"]
        for at, seat in enumerate(self.seats):
            await seat.come(base, table)
            if at and not await seat.ask("sit", seat=at, name=f"Seat {at}"):
                raise SystemExit("nobody can sit down")
            await seat.ask("commit", **ADDS_NOTHING)
        if not await host.ask("do", what="start"):
            raise SystemExit("the game does not start")

    async def play(self, until: float, period: float) -> None:
        """Everybody plays, and somebody strikes every period."""
        await asyncio.gather(self._strike(until, period), *(one.play(until) for one in self.seats))

    async def _strike(self, until: float, period: float) -> None:
        next_at = time.perf_counter() + random.random() * period
        while next_at < until:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            next_at += period
            one = random.choice(self.seats)
            if one.view is None or not one.view.rights:
                continue
            self.heard, sent = 0, time.perf_counter()
            right = one.view.rights[0]
            if await one.ask("right", name=right.name, stamp=right.stamp, option=0):
                while self.heard < EIGHT:
                    await asyncio.sleep(0.001)
                self.times.append(self.last - sent)


async def load_tack(base: str, pid: int, tables: int, seconds: float, period: float) -> None:
    """Open tables of eight, play, print."""
    dojos = [Dojo() for _ in range(tables)]
    for dojo in dojos:
        await dojo.open(base)
    gc.collect()
    gc.freeze()
    gc.disable()  # its own pauses would be counted as the server's
    used, began = processor(pid), time.perf_counter()
    await asyncio.gather(*(dojo.play(began + seconds, period) for dojo in dojos))
    took = time.perf_counter() - began
    times = [one for dojo in dojos for one in dojo.times]
    print(f"tables of eight       {tables} ({tables * EIGHT} sockets)")
    print(f"signals a second      {sum(dojo.signals for dojo in dojos) / took:.0f}, each stored")
    passes = sum(dojo.passes for dojo in dojos) / EIGHT / tables
    print(f"passes                one in {took / max(1, passes):.1f} s at each table")
    print(f"strikes               {len(times)}")
    print(f"strike to all told    p50 {part(times, 0.5):.1f} ms, p99 {part(times, 0.99):.1f} ms, "
          f"worst {max(times) * 1000:.0f} ms")  # fmt: skip
    print(f"server's processor    {(processor(pid) - used) / took * 100:.0f} % of a core")


async def load_crowd(base: str, pid: int, args: argparse.Namespace) -> None:
    """One honest table, and a crowd around it."""
    middle = partial(part, share=0.5)
    if args.crowd == "floods":
        await measure_floods(base, Board(), args.seconds, middle, lambda: processor(pid))
    else:
        await measure_watchers(base, Board(), args.watchers, args.seconds, middle)


def _must(reply: dict[str, Any]) -> None:
    if not reply["ok"]:
        raise SystemExit(f"refused: {reply}")


def _post(base: str, token: str, body: object) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"}
    request = Request(f"{base}/api/tables", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=30) as response:
        found: dict[str, Any] = json.loads(response.read())
    return found


def resident(pid: int) -> float:
    """The memory of a process in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise SystemExit(f"process {pid} is gone")


def processor(pid: int) -> float:
    """The processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def part(times: list[float], share: float) -> float:
    """The time in milliseconds that a share of all stayed under."""
    if not times:
        raise SystemExit("nothing was measured: play for longer")
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


async def load(base: str, pid: int, tables: int, seconds: float, period: float) -> None:
    """Open the tables, measure the memory, play, print."""
    await play_out(base, {"server": [pid]}, tables, seconds, period)


async def load_nodes(started: Started, args: argparse.Namespace) -> None:
    """The same at several nodes; then one of them is killed, and one drained."""
    from benchmarks.nodes import drain_one, kill_one  # what it needs comes with an extra

    groups = started.groups()
    boards = await play_out(started.url, groups, args.tables, args.seconds, args.period)
    await kill_one(started, boards)
    await drain_one(started, boards)


async def play_out(
    base: str, groups: dict[str, list[int]], tables: int, seconds: float, period: float
) -> list[Board]:
    """Open the tables, measure the memory, play, print; the tables, with their people."""
    pids = next(iter(groups.values()))
    before = sum(map(resident, pids))
    boards = [Board() for _ in range(tables)]
    door = asyncio.Semaphore(AT_ONCE)

    async def enter(board: Board) -> None:
        async with door:
            await board.open(base)

    began = time.perf_counter()
    await asyncio.gather(*(enter(board) for board in boards))
    opened = time.perf_counter() - began
    await asyncio.sleep(2)
    quiet = (sum(map(resident, pids)) - before) / tables
    gc.collect()
    gc.freeze()
    gc.disable()  # its own pauses would be counted as the server's
    used = {name: sum(map(processor, those)) for name, those in groups.items()}
    began = time.perf_counter()
    await asyncio.gather(*(board.play(began + seconds, period) for board in boards))
    took = time.perf_counter() - began - period
    shares = {n: (sum(map(processor, those)) - used[n]) / took for n, those in groups.items()}
    report(boards, took, quiet, opened, shares)
    return boards


def report(
    boards: list[Board], took: float, quiet: float, opened: float, shares: dict[str, float]
) -> None:
    """Print what was found."""
    times = [one for board in boards for one in board.times]
    moves = sum(board.moves for board in boards)
    print(f"tables held           {len(boards)} ({len(boards) * SEATS} sockets)")
    print(f"opened in             {opened:.1f} s")
    print(f"moves a second        {moves / took:.0f}")
    print(f"answer to all told    p50 {part(times, 0.5):.1f} ms, p99 {part(times, 0.99):.1f} ms, "
          f"worst {max(times) * 1000:.0f} ms")  # fmt: skip
    for name, share in shares.items():
        whose = f"{name}'s processor"
        print(f"{whose:<21} {share * 100:.0f} % of a core, "
              f"{share * took / moves * 1000:.2f} ms a move")  # fmt: skip
    print(f"memory a quiet table  {quiet:.3f} MB, its sockets included")


GENEROUS: Final = ("--connections", "100000", "--opening", "1000000", "--messages", "1000",
                   "--requests", "1000")  # fmt: skip
"""Limits for many honest people behind one address."""
STRICT: Final = ("--proxies", "192.0.2.1")
"""The limits of every server; what comes from this machine is a stranger's, not a proxy's."""


def serve(data: str, limits: Sequence[str] = GENEROUS) -> tuple[subprocess.Popen[str], str]:
    """Start a server on loopback; the process and its address."""
    command = [sys.executable, "-m", "tatami", "serve", "--port", "0", "--data", data, *limits]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("listening on "):
            return process, line.split()[-1]
    raise SystemExit("the server did not start")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", choices=("clans", "tack"), default="clans")
    parser.add_argument("--crowd", choices=("floods", "watchers"), help="of one table")
    parser.add_argument("--nodes", type=int, default=0, help="so many, beside the embedded server")
    parser.add_argument("--store", choices=("postgresql",), default="postgresql", help="of nodes")
    parser.add_argument("--watchers", type=int, default=1000, help="1000, at most 4,000")
    parser.add_argument("--tables", type=int, default=0, help="500; of Ninjaaa'Tack 60")
    parser.add_argument("--seconds", type=float, default=0, help="30; of Ninjaaa'Tack 60")
    parser.add_argument("--period", type=float, default=0, help="seconds between moves, or strikes")
    args = parser.parse_args()
    tack = args.game == "tack"
    args.tables = args.tables or (TACK_TABLES if tack else 500)
    args.period = args.period or (TACK_PERIOD if tack else 1.0)
    args.seconds = args.seconds or (10 if args.crowd else 60 if tack else 30)
    if not 0 < args.watchers <= 4000:
        raise SystemExit("at most 4,000 watchers")
    if not (0 < args.tables <= 2000 and 0 < args.seconds <= 300):
        raise SystemExit("at most 2,000 tables and 300 seconds")
    raise_limit()
    with tempfile.TemporaryDirectory() as data:
        process, base = serve(data, STRICT if args.crowd == "floods" else GENEROUS)
        try:
            if args.crowd:
                asyncio.run(load_crowd(base, process.pid, args))
                return
            run = load_tack if tack else load
            asyncio.run(run(base, process.pid, args.tables, args.seconds, args.period))
        finally:
            process.terminate()
            process.wait(20)
    if args.nodes:
        from benchmarks.nodes import house

        print(f"-- {args.nodes} nodes on PostgreSQL, behind nginx")
        with house(args.nodes, GENEROUS) as started:
            asyncio.run(load_nodes(started, args))


def raise_limit() -> None:
    """A socket is a file."""
    from tatami.server.serving import raise_file_limit

    raise_file_limit()


if __name__ == "__main__":
    main()
