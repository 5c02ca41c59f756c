"""A server that runs for months: it forgets what rests, clears away what is old, leaks nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tatami.engine.record import parse
from tatami.server.config import Config
from tests.server.apart import Apart
from tests.server.people import PATIENCE, Witness, play_all, run, seated, whole_log
from tests.server.truth import Truth, updates_in
from tests.support.clockwork import Clockwork, turn
from tests.support.player import PROTOCOL, Refused, dial, http
from tests.support.serving import HOST, Server
from tests.support.turning import MIDNIGHT

Serve = Callable[..., Server]
DAY = 86_400_000
REST = Config().rest


def metrics(server: Server) -> dict[str, float]:
    """All numbers without labels."""
    text = http(server.url, "/metrics", "")[1]
    families = text_string_to_metric_families(text)
    return {s.name: s.value for family in families for s in family.samples if not s.labels}


def memory(server: Server) -> int:
    """Kilobytes that the server uses."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.05)


# -- rest


def test_a_table_that_nobody_is_at_leaves_the_memory_and_comes_back(serve: Serve) -> None:
    server = serve(stands=True, pace=0, messages=100_000)

    async def evening() -> None:
        people = await seated(server.url, "clans", 3)
        await play_all(people, server, until=lambda: people[0].seq > 6)
        views = [one.view for one in people]
        early = Witness(server.url, "Early")  # connects first, and speaks last
        early.token = people[0].token
        address = f"{server.url.replace('http', 'ws')}/ws/{people[0].table}"
        headers = {"Authorization": f"Bearer {early.token}"}
        for one in people:
            await one.go()
        server.turn(REST)
        assert metrics(server)["tatami_tables"] == 1
        server.turn(1)
        assert metrics(server)["tatami_tables"] == 0
        async with dial(address, additional_headers=headers, compression=None) as line:
            for one in people[1:]:
                await one.come()
            # it speaks now: there is one table, not one for it and one for the others
            await line.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
            assert json.loads(await line.recv())["t"] == "welcome"
            assert metrics(server)["tatami_tables"] == 1
            assert metrics(server)["tatami_connections"] == 3
        await people[0].come()
        for one in people:
            await one.catch_up()
        assert [one.view for one in people] == views
        await play_all(people, server)
        truth = Truth(people[0].http(f"/api/tables/{people[0].table}/record"))
        for one in people:
            truth.check(one.seat, updates_in(one.seen))

    run(evening())


# -- clearing away


def age(server: Server, table: str, days: float, moves: float | None = None) -> None:
    """As if nothing had happened at a table for so long."""
    now = (MIDNIGHT + server.turned) * 1000
    before = int(now - days * DAY)
    moved = int(now - (days if moves is None else moves) * DAY)
    with closing(sqlite3.connect(server.data / "tatami.db")) as db, db:
        db.execute("UPDATE seating SET touched=? WHERE id=?", (before, table))
        db.execute("UPDATE move SET at=? WHERE seating=?", (moved, table))


def test_what_is_old_is_cleared_away_and_what_is_not_stays(serve: Serve) -> None:
    server = serve(stands=True, pace=0, game="tests.fixtures.trio")

    async def one_game(ends: bool) -> str:
        ann, ben = await seated(server.url, "trio", 2)
        await ann.answer_some()
        if ends:
            await ann.must("do", what="end")
            await ben.must("do", what="end")
        return str(ann.table)

    async def evening() -> dict[str, str]:
        host = Witness(server.url, "Hostess")
        found = {
            "ended long ago": await one_game(True),
            "ended lately": await one_game(True),
            "given up": await one_game(False),
            "slow": await one_game(False),
            "forgotten": host.open("trio"),
            "waiting": host.open("trio"),
        }
        for one in Witness.here:
            await one.drop()
        server.stop()
        age(server, found["ended long ago"], 366)
        age(server, found["ended lately"], 360)
        age(server, found["given up"], 31)
        age(server, found["slow"], 300, moves=3)
        age(server, found["forgotten"], 2.1)
        age(server, found["waiting"], 1.9)
        with closing(sqlite3.connect(server.data / "tatami.db")) as db, db:
            db.execute("UPDATE person SET seen=seen-400*?", (DAY,))
        server.start()
        server.turn(1)
        return found

    tables = run(evening())
    ann = Witness(server.url, "Ann")
    Witness.here.clear()

    def state(name: str) -> str:
        try:
            return str(ann.http(f"/api/tables/{tables[name]}")["state"])
        except Refused:
            return "gone"

    assert {name: state(name) for name in tables} == {
        "ended long ago": "gone",
        "ended lately": "closed",
        "given up": "closed",
        "slow": "playing",
        "forgotten": "gone",
        "waiting": "open",
    }
    record = parse(ann.http(f"/api/tables/{tables['given up']}/record"))
    assert record.notes["ended"] == "idle"
    with closing(sqlite3.connect(server.data / "tatami.db")) as db:
        gone = tables["ended long ago"]
        assert not db.execute("SELECT * FROM move WHERE seating=?", (gone,)).fetchall()
        names = [row[0] for row in db.execute("SELECT name FROM person")]
        # who still sits somewhere is remembered, who does not is forgotten
        assert "Hostess" in names
        assert len(names) < 5


def test_five_hundred_short_tables_leave_nothing_in_the_memory(serve: Serve) -> None:
    server = serve(
        stands=True,
        pace=0,
        opening=100_000,
        requests=100_000,
        connections=100_000,
        thinkers=1,
    )

    async def one_table() -> None:
        ann = Witness(server.url, "Ann")
        await asyncio.to_thread(ann.open, "clans", bots="steady", seats=3, clock="none")
        await ann.come()
        await ann.must("do", what="start")
        await ann.must("do", what="end")
        assert ann.state["state"] == "closed"
        await ann.go()
        Witness.here.remove(ann)

    async def evening() -> tuple[int, int]:
        sizes = []
        for count in (30, 20):
            for _ in range(count):
                await asyncio.gather(*[one_table() for _ in range(10)])
            server.turn(REST + 1)
            assert metrics(server)["tatami_tables"] == 0
            sizes.append(memory(server))
        return sizes[0], sizes[1]

    first, last = run(evening())
    assert last < first + 12_000, (first, last)
    assert metrics(server)["tatami_connections"] == 0


# -- those who do not listen


async def shout(line: socket.socket) -> None:
    """Say something that has to be answered, again and again, until the line is cut."""
    with suppress(OSError):
        while True:
            await asyncio.get_running_loop().sock_sendall(line, b"\x81\x81\0\0\0\0?" * 200)


def test_who_does_not_read_is_cut_off_and_nobody_waits_for_them(serve: Serve) -> None:
    server = serve(stands=True, pace=0, messages=100_000)

    async def evening() -> None:
        ann, *_ = await seated(server.url, "clans", 3)
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((HOST, server.port))
        deaf.settimeout(PATIENCE)
        upgrade = (
            f"GET /ws/{ann.table} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        deaf.sendall(upgrade.encode())
        assert b"101" in deaf.recv(1024)
        hello = json.dumps({"t": "hello", "protocol": PROTOCOL}).encode()
        deaf.sendall(b"\x81" + bytes([0x80 | len(hello)]) + b"\0\0\0\0" + hello)
        deaf.setblocking(False)
        await ann.until_state(lambda state: state.get("watchers") == 1)
        size = memory(server)
        shouting = asyncio.create_task(shout(deaf))
        for _ in range(600):  # it asks and asks, and never listens to an answer
            server.turn(1)
            await ann.catch_up()
            if not ann.state.get("watchers"):
                break
        await ann.until_state(lambda state: not state.get("watchers"))
        shouting.cancel()
        await asyncio.wait([shouting])
        await ann.must("do", what="pause")
        assert memory(server) < size + 40_000
        deaf.close()

    run(evening())
    assert '"trace"' not in whole_log(server)


# -- what hosts look at


def test_health_and_metrics_tell_numbers_and_nothing_about_people(serve: Serve) -> None:
    server = serve(stands=True, pace=0)

    async def evening() -> None:
        people = await seated(server.url, "clans", 3)
        await people[0].must("say", text="hello")
        assert not (await people[0].ask("do", what="resume"))["ok"]
        await play_all(people, server)
        assert metrics(server)["tatami_connections"] == 3

    run(evening())
    status, text = http(server.url, "/metrics", "")
    assert status == 200
    families = {family.name: family for family in text_string_to_metric_families(text)}
    labels = {
        (name, value)
        for family in families.values()
        for sample in family.samples
        for name, value in sample.labels.items()
        if name != "le"
    }
    assert {name for name, _ in labels} <= {"game", "how", "code"}
    assert ("game", "clans") in labels
    assert ("how", "played") in labels
    assert ("code", "not_now") in labels
    assert all(value.replace("_", "").isalpha() and value.islower() for _, value in labels)
    for word in ("Anneke", "Benoit", "hello"):
        assert word not in text
    assert metrics(server)["tatami_move_seconds_count"] > 20
    assert metrics(server)["tatami_faults_total"] == 0
    assert http(server.url, "/healthz", "")[0] == 200


def offspring(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = children(pid)
    return found + [one for child in found for one in offspring(child)]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_nothing_that_a_server_has_started_outlives_it(serve: Serve, how: str) -> None:
    server = serve(pace=0, thinkers=2)

    async def evening() -> list[int]:
        tables = [Witness(server.url, f"Ann {n}") for n in range(4)]
        for ann in tables:
            ann.open("clans", bots="steady", seats=5, clock="none")
            await ann.come()
            await ann.must("do", what="start")
        await asyncio.gather(*[ann.until_view(lambda view: view.get("offers")) for ann in tables])
        return offspring(server.pid)

    started = run(evening())
    assert len(started) > 1, "the bots think in processes of their own"
    if how == "kill":
        server.kill()
    else:
        server.stop()

    async def gone() -> None:
        await until(lambda: not any(alive(pid) for pid in started))

    run(gone())


def test_a_server_that_closes_is_not_healthy(tmp_path: Path) -> None:
    async def night() -> None:
        works = Clockwork(tmp_path, object())
        here = Apart(tmp_path, health=works.house.health)
        assert await here.ask("/healthz") == (200, b"ok\n")
        await works.close()
        assert await here.ask("/healthz") == (503, b"closing\n")

    turn(night())


def test_a_server_that_closes_takes_nobody_in(serve: Serve) -> None:
    server = serve()

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans")
        await ann.come()
        pid = server.pid
        # a request that takes long keeps the server from ending at once
        with socket.create_connection((HOST, server.port)) as slow:
            asked = (
                f"Authorization: Bearer {'q' * 43}\r\nExpect: 100-continue\r\nContent-Length: 50"
            )
            slow.sendall(f"POST /api/me HTTP/1.1\r\nHost: {HOST}\r\n{asked}\r\n\r\n".encode())
            assert slow.recv(99).startswith(b"HTTP/1.1 100 "), "the rest of it is waited for"
            os.kill(pid, signal.SIGTERM)
            await ann.until(lambda m: m["t"] == "bye")
            with pytest.raises((OSError, ConnectionClosed, InvalidHandshake)):
                await Witness(server.url, "Ben").come(ann.table)
        await asyncio.to_thread(server.stop)

    run(evening())
