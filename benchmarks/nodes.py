"""Several nodes on one PostgreSQL behind nginx, beside the embedded server in the same run.

    python -m benchmarks.load --nodes 2 --store postgresql --tables 400

Database, proxy, nodes and clients share this machine. After the load one node is killed: how long
until everybody who was there has been welcomed again, at another one, with its lease of five
seconds included, and how long the others waited for anything meanwhile. It is started again, and
another one is drained: how long its people's pause is, from the goodbye to the welcome.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.nginx import nginx
from tests.support.postgres import Postgres, running

if TYPE_CHECKING:
    from benchmarks.load import Board, Seat

BACK = 60.0
"""Seconds after which somebody does not come back any more."""
PING = 0.1
"""Seconds between two questions of whoever is at another table."""
LEASE = 5.0
"""Seconds that a node must have lived before it takes the tables of a dead one."""
LOOK = 0.05
"""Seconds between two looks at who has the tables."""


class Started:
    """A house of several nodes, as processes."""

    def __init__(self, postgres: Postgres, limits: Sequence[str]):
        self.postgres = postgres
        self.url = ""
        self.nodes: dict[str, subprocess.Popen[str]] = {}
        self.ports: dict[str, int] = {}
        self._limits = limits

    def start(self, name: str) -> None:
        """Start a node; one that was there before listens where it did."""
        where, port = self.postgres.url("house"), self.ports.get(name, 0)
        self.nodes[name], self.ports[name] = _node(where, name, port, self._limits)

    def owner(self, table: str) -> str:
        """The node that has a table."""
        rows = self.postgres.execute(
            "house",
            "SELECT n.name FROM seating s JOIN node n ON n.incarnation = s.owner WHERE s.id = %s",
            table,
        )
        return str(rows[0][0]) if rows else ""

    def owned(self, name: str, tables: list[str]) -> int:
        """How many of these tables still are a node's."""
        rows = self.postgres.execute(
            "house",
            "SELECT count(*) FROM seating s JOIN node n ON n.incarnation = s.owner"
            " WHERE n.name = %s AND s.id = ANY(%s)",
            *(name, tables),
        )
        return int(rows[0][0])

    def lease_left(self, name: str) -> float:
        """Seconds that a node still counts as alive."""
        rows = self.postgres.execute(
            "house",
            "SELECT extract(epoch FROM max(until) - clock_timestamp())::float FROM node"
            " WHERE name = %s",
            name,
        )
        return float(rows[0][0])

    def groups(self) -> dict[str, list[int]]:
        """The processes of nodes, database and proxy."""
        found: dict[str, list[int]] = {"nodes": [], "database": [], "proxy": []}
        found["nodes"] = [process.pid for process in self.nodes.values()]
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (entry / "cmdline").read_bytes()
                name = (entry / "comm").read_text().strip()
                if name == "postgres" and _under(entry, str(self.postgres.place)):
                    found["database"].append(int(entry.name))
                elif name == "nginx" and (b"nginx" in words) and _ours(entry):
                    found["proxy"].append(int(entry.name))
        return found


def _under(entry: Path, place: str) -> bool:
    return os.readlink(entry / "cwd").startswith(place)


def _ours(entry: Path) -> bool:
    """Whether a process was started by this one, or by one that it started."""
    parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    return parent == os.getpid() or (parent > 1 and _ours(Path(f"/proc/{parent}")))


@contextmanager
def house(count: int, limits: Sequence[str]) -> Iterator[Started]:
    """So many nodes, a database and a proxy."""
    with running() as postgres, tempfile.TemporaryDirectory() as place:
        started = Started(postgres, limits)
        try:
            for number in range(count):
                started.start(f"node{number}")
            with nginx(Path(place) / "nginx", [*started.ports.values()]) as url:
                started.url = url
                yield started
        finally:
            for process in started.nodes.values():
                process.terminate()
                process.wait(20)


def _node(
    store: str, name: str, port: int, limits: Sequence[str]
) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "tatami", "serve", "--port", str(port), "--store", store]
    process = subprocess.Popen(
        [*command, "--node", name, *limits],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("listening on "):
            return process, int(line.split()[-1].rpartition(":")[2])
    raise SystemExit("the node did not start")


async def kill_one(started: Started, boards: Sequence[Board]) -> None:
    """Kill a node with kill -9; how long until its people are back, and what the others notice."""
    name = started.owner(boards[0].table)
    theirs = [board for board in boards if started.owner(board.table) == name]
    others = [board for board in boards if board not in theirs]
    seats = [seat for board in theirs for seat in board.seats]
    for seat in seats:
        seat.reader.cancel()
    started.nodes[name].send_signal(signal.SIGKILL)
    began = time.perf_counter()
    ends = began + started.lease_left(name)
    tables = [board.table for board in theirs]
    silences = [asyncio.ensure_future(_silence(board.seats[0])) for board in others]
    claiming = asyncio.ensure_future(_claimed(started, name, tables))
    found = sorted(await asyncio.gather(*(_again(started.url, seat, began) for seat in seats)))
    claimed = await claiming
    for one in silences:
        one.cancel()
    waited = [max(one) for one in await asyncio.gather(*silences)]
    print(f"killed a node         {len(theirs)} tables, {len(seats)} people; back after "
          f"p50 {found[len(found) // 2]:.1f} s, the last {found[-1]:.1f} s")  # fmt: skip
    print(f"from the lease's end  all tables taken over after {claimed - ends:.1f} s, "
          f"all people back after {began + found[-1] - ends:.1f} s")  # fmt: skip
    print(f"other tables          {len(others)}; the longest that anybody there waited "
          f"{max(waited, default=0.0) * 1000:.0f} ms")  # fmt: skip


async def drain_one(started: Started, boards: Sequence[Board]) -> None:
    """Start anew what was killed and end another node in order; how long its people wait."""
    dead = next(name for name, process in started.nodes.items() if process.poll() is not None)
    await asyncio.to_thread(started.start, dead)
    await asyncio.sleep(LEASE)
    name = started.owner(boards[0].table)
    theirs = [board for board in boards if started.owner(board.table) == name]
    seats = [seat for board in theirs for seat in board.seats]
    for seat in seats:
        seat.reader.cancel()
    pauses = [asyncio.ensure_future(_pause(started.url, seat)) for seat in seats]
    await asyncio.sleep(1)  # so that all of them listen
    began = time.perf_counter()
    started.nodes[name].send_signal(signal.SIGTERM)
    found = sorted(await asyncio.gather(*pauses))
    back = time.perf_counter() - began
    print(f"drained a node        {len(theirs)} tables, {len(seats)} people; a pause of "
          f"p50 {found[len(found) // 2]:.1f} s, the longest {found[-1]:.1f} s; "
          f"all were back {back:.1f} s after the signal")  # fmt: skip


async def _pause(url: str, seat: Seat) -> float:
    """How long it takes somebody to be welcomed again, from when the node has hung up."""
    assert seat.socket is not None
    with suppress(ConnectionClosed):
        while True:
            await seat.socket.recv()
    return await _again(url, seat, time.perf_counter())


async def _silence(seat: Seat) -> list[float]:
    """How long one at another table waited for each answer, until told to stop."""
    waited = [0.0]
    asked = 0.0
    try:
        while True:
            asked = time.perf_counter()
            await seat.ask("ping")
            waited.append(time.perf_counter() - asked)
            asked = 0.0
            await asyncio.sleep(PING)
    except asyncio.CancelledError:
        if asked:  # the silence may not be over
            waited.append(time.perf_counter() - asked)
    return waited


async def _claimed(started: Started, name: str, tables: list[str]) -> float:
    """When the last of these tables had another owner."""
    until = time.perf_counter() + BACK
    while await asyncio.to_thread(started.owned, name, tables):
        if time.perf_counter() > until:
            raise SystemExit("nobody took a table over")
        await asyncio.sleep(LOOK)
    return time.perf_counter()


async def _again(url: str, seat: Seat, began: float) -> float:
    """Come again until welcomed; seconds since it began."""
    while time.perf_counter() - began < BACK:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, EOFError):
            await seat.come(url, seat.table.table)
            seat.welcomed.clear()
            waiting = asyncio.ensure_future(seat.welcomed.wait())
            await asyncio.wait([waiting, seat.reader], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            seat.reader.cancel()
            if seat.welcomed.is_set():
                return time.perf_counter() - began
        await asyncio.sleep(0.5)
    raise SystemExit("somebody did not come back")
