"""A crowd that means harm: it is cut off and counted, and those who play notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tatami.server.frames import BURST, LIGHT, Allowance, BoundedSocket
from tatami.server.requests import LOOK, WHOLE
from tatami.tables.wire import PROTOCOL
from tests.server.floods import (
    FRAMES,
    count,
    flood_by_a_proxy,
    frame,
    is_over,
    line_to,
    memory,
    raw_socket,
    send_until_cut,
)
from tests.server.people import Witness, run, whole_log
from tests.support.player import http
from tests.support.serving import HOST, Server

Serve = Callable[..., Server]
MUCH = 4_000_000
"""Bytes: hundreds of thousands of the smallest frames."""
CUT = "tatami_cut_total"


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has by default."""
    with Server(tmp_path_factory.mktemp("target") / "data", pace=0, thinkers=1) as server:
        yield server


def of_frames(server: Server) -> float:
    return count(server, CUT + '{why="frames"}')


def assert_calm(server: Server) -> None:
    """Nothing in the log tells of an error, or of what strangers send."""
    log = whole_log(server)
    for sign in ('"trace"', "Traceback", "Invalid", '"level": "error"'):
        assert sign not in log


# -- frames


@pytest.mark.parametrize("kind", FRAMES)
def test_a_flood_of_frames_is_cut_off_and_counted_and_others_play_on(
    target: Server, kind: str
) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        ann.open("clans")
        await ann.come()
        before = of_frames(target)
        with raw_socket(target, ann.table) as line:
            flood = asyncio.to_thread(send_until_cut, line, FRAMES[kind] * 1000, MUCH)
            under_way = asyncio.ensure_future(flood)
            await ann.catch_up()
            assert await under_way, "nobody was cut off"
        assert of_frames(target) == before + 1
        await ann.catch_up()

    run(evening())


def test_a_message_in_endless_pieces_is_cut_off(target: Server) -> None:
    ann = Witness(target.url, "Ann")
    ann.open("clans")
    before = of_frames(target)
    with raw_socket(target, ann.table) as line:
        line.sendall(frame(1, b"{", fin=False))
        assert send_until_cut(line, frame(0, b" ", fin=False), 100_000)
    assert of_frames(target) == before + 1


def test_a_flood_of_bytes_is_cut_off(target: Server) -> None:
    ann = Witness(target.url, "Ann")
    ann.open("clans")
    whole = b"\x82\xff" + (65_000).to_bytes(8, "big") + b"\0\0\0\0" + b" " * 65_000
    before, of_bytes = of_frames(target), count(target, CUT + '{why="bytes"}')
    with raw_socket(target, ann.table) as line:
        assert send_until_cut(line, whole, 150 * len(whole)), "too few frames for that limit"
    assert count(target, CUT + '{why="bytes"}') == of_bytes + 1
    assert of_frames(target) == before


def test_one_who_was_cut_off_behind_a_proxy_is_soon_refused_and_others_behind_it_are_not(
    serve: Serve,
) -> None:
    """One that is cut off counts as ten, whoever passes it on."""
    server = serve(pace=0, connections=12)
    ann = Witness(server.url, "Ann")
    ann.open("clans")
    Witness.here.clear()
    came = [flood_by_a_proxy(server, ann.table, "192.0.2.7") for _ in range(20)]
    assert not all(came), "two dozen could have come, had none been cut off"
    assert flood_by_a_proxy(server, ann.table, "192.0.2.8")


def test_a_few_pings_more_are_no_flood(target: Server) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        ann.open("clans")
        await ann.come()
        assert ann.socket is not None
        for _ in range(LIGHT * BURST // 2):
            await (await ann.socket.ping())
        await ann.catch_up()

    run(evening())


# -- those who do not read


def test_floods_of_those_who_never_read_leave_the_memory_as_it_was(target: Server) -> None:
    ann = Witness(target.url, "Ann")
    ann.open("clans")
    full = frame(9, b"x" * 125) * 500
    with raw_socket(target, ann.table) as line:  # what the first of them makes the server load
        assert send_until_cut(line, full, MUCH)
    before = memory(target)
    for _ in range(20):
        with raw_socket(target, ann.table) as line:
            assert send_until_cut(line, full, MUCH)
    assert memory(target) - before < 20_000


def test_one_who_asks_and_never_reads_is_cut_off(serve: Serve) -> None:
    server = serve(pace=0, messages=100_000)
    ann = Witness(server.url, "Ann")
    ann.open("clans")
    with raw_socket(server, ann.table, ann.token) as line:
        line.sendall(frame(1, b'{"t":"hello","protocol":%d}' % PROTOCOL))
        ping = frame(1, b'{"t":"ping","id":1}') * 200
        assert goes_away(line, ping)
    Witness.here.clear()


def goes_away(line: socket.socket, data: bytes) -> bool:
    """Send without reading for as long as it takes; whether the other side has gone."""
    try:
        while True:
            line.sendall(data)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


class Wire(asyncio.Transport):
    """The end of a line that only notes what is written; whether it is read, the test says."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 7), "sockname": (HOST, 80)})
        self.written: list[bytes] = []
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """It is on its way."""
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        """Whether the line is about to end."""
        return self.closing

    def is_reading(self) -> bool:
        """Whatever comes is taken in."""
        return True

    def close(self) -> None:
        """It is over."""


async def takes_all(scope: Any, receive: Any, send: Any) -> None:
    """An application that lets everybody come and says nothing."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def opened(wire: Wire) -> BoundedSocket:
    """A socket on that line, with its handshake done."""
    config = uvicorn.Config(takes_all, ws_ping_interval=None, log_config=None)
    one = BoundedSocket(config, ServerState(), {}, allowance=Allowance(20, lambda *_: None))
    one.connection_made(wire)
    one.data_received(
        b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    while not one.handshake_complete:
        await asyncio.sleep(0)
    wire.written.clear()
    return one


@pytest.mark.parametrize("ends", [False, True], ids=["reads again", "is gone by then"])
def test_one_who_does_not_read_is_owed_the_last_pong_and_no_other(ends: bool) -> None:
    """RFC 6455, 5.5.3: so nothing piles up, and who was only slow is not taken for dead."""

    async def evening() -> None:
        wire = Wire()
        one = await opened(wire)
        one.pause_writing()
        one.data_received(frame(9, b"1"))
        one.data_received(frame(9, b"2") + frame(9, b"3"))
        assert wire.written == [], "nobody reads"
        wire.closing = ends
        one.resume_writing()
        assert wire.written == ([] if ends else [b"\x8a\x013"])
        one.pause_writing()
        one.resume_writing()
        assert len(wire.written) == (not ends), "once"
        wire.closing = False
        one.data_received(frame(9, b"4"))
        assert wire.written[-1] == b"\x8a\x014", "at once"
        one.connection_lost(None)
        await asyncio.wait(one.tasks)

    asyncio.run(evening())


# -- requests that do not end


HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def test_of_those_who_send_half_a_request_few_are_kept(serve: Serve) -> None:
    server = serve(stands=True, proxies="192.0.2.1")
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(server)) for _ in range(300)]
        for line in lines:
            line.sendall(HALF)
        over = [is_over(line) for line in lines[:200]]
        assert all(over), "they are all kept"
        assert http(server.url, "/healthz", "")[0] == 200
    assert count(server, CUT + '{why="half_sent"}') >= 200


def test_hundreds_come_at_once_by_a_proxy_and_all_are_heard(serve: Serve) -> None:
    """Its address is that of everybody behind it: after a take-over they all come again."""
    server = serve(stands=True)
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(server)) for _ in range(200)]
        for line in lines:
            line.sendall(HALF)
        assert http(server.url, "/healthz", "")[0] == 200  # by now the others have been read
        for line in lines:
            line.sendall(b"\r\n")
        found = {line.recv(65_536).split(b" ")[1] for line in lines}
    assert found == {b"200"}
    assert count(server, CUT + '{why="half_sent"}') == 0


def test_a_request_must_come_in_whole_in_time(serve: Serve) -> None:
    server = serve(stands=True)
    head = f"Host: {HOST}\r\n".encode()
    halves = [
        b"",
        b"GET / HT",
        b"POST /api/me HTTP/1.1\r\n" + head + b"Content-Length: 20\r\n\r\n{",
        b"GET / HTTP/1.1\r\n" + head + b"Content-Length: 20\r\n\r\n",
    ]
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(server)) for _ in halves]
        for line, half in zip(lines, halves, strict=True):
            line.sendall(half)
        assert http(server.url, "/healthz", "")[0] == 200  # by now the others have been read
        server.turn(WHOLE)
        assert count(server, CUT + '{why="half_sent"}') == 0
        server.turn(2 * LOOK)
        assert [is_over(line) for line in lines] == [True] * len(halves)


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 12_000 + b"\r\n\r\n",
        b"GET /api/qr.svg?path=/t/x HTTP/1.1\r\nHost: " + b"a" * 5_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /ws/x HTTP/1.1\r\nHost: " + b"a" * 12_000 + b"\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\xff\xff\xff\r\n\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_a_request_in_bad_form_is_refused_and_leaves_no_trace(target: Server, raw: bytes) -> None:
    with line_to(target) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while more := line.recv(65_536):
            answer += more
        assert answer.split(b" ")[1] in (b"200", b"400", b"421", b"431")
    assert http(target.url, "/healthz", "")[0] == 200
    assert_calm(target)


SOCKET = (
    b"GET /ws/x HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
POST = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (SOCKET + b"Host: evil.example\r\n\r\n", b"421"),
        (SOCKET + b"Host: 127.0.0.1\r\nOrigin: http://evil.example\r\n\r\n", b"403"),
        (SOCKET + b"Host: 127.0.0.1\r\nOrigin: http://[\r\n\r\n", b"403"),
        (SOCKET + b"Host: 127.0.0.1\r\nOrigin: null\r\n\r\n", b"403"),
        (b"POST /api/me HTTP/1.0\r\nContent-Length: 0\r\nOrigin: null\r\n\r\n", b"403"),
        (POST + b"Origin: http://[\r\n\r\n", b"403"),
        (POST + b"Origin: http://[::1\r\n\r\n", b"403"),
        (POST + b"X: " + b"y" * 20_000 + b"\r\n\r\n", b"431"),
        (POST + b"X: y\r\n" * 4_000 + b"\r\n", b"431"),
        (SOCKET + b"Host: 127.0.0.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n", b"431"),
    ],
    ids=range(10),
)
def test_who_is_turned_away_is_told_why_and_fills_no_log(
    target: Server, raw: bytes, status: bytes
) -> None:
    with line_to(target) as line:
        line.sendall(raw)
        answer = b""
        while more := line.recv(65_536):
            answer += more
    assert answer.split(b" ")[1] == status
    assert http(target.url, "/healthz", "")[0] == 200
    assert_calm(target)


def test_text_that_is_no_utf_8_ends_its_connection_and_leaves_no_trace(target: Server) -> None:
    ann = Witness(target.url, "Ann")
    ann.open("clans")
    with raw_socket(target, ann.table) as line:
        line.sendall(frame(1, b"\xff\xfe"))
        last = b""
        while more := line.recv(100):
            last += more
        assert (1007).to_bytes(2, "big") in last
    assert count(target, CUT + '{why="not_text"}') == 1
    assert_calm(target)


# -- requests that are more than one needs


CHUNK = b"1\r\nx\r\n"
CHUNKED = b"HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


def said(server: Server, raw: bytes) -> bytes:
    """All that is answered to what is sent at once, until the server hangs up."""
    found = b""
    with line_to(server) as line:
        line.sendall(raw)
        with contextlib.suppress(ConnectionResetError):  # what was sent is not all read
            while more := line.recv(65_536):
                found += more
    return found


@pytest.mark.parametrize("request_line", [b"POST /api/me ", b"GET /healthz ", b"POST /nothing "])
def test_a_body_in_thousands_of_pieces_is_cut_off_whether_anybody_wants_it_or_not(
    target: Server, request_line: bytes
) -> None:
    before = count(target, CUT + '{why="request"}')
    with line_to(target) as line:
        line.sendall(request_line + CHUNKED)
        assert send_until_cut(line, CHUNK * 1000, 100 * len(CHUNK) * 1000)
    assert count(target, CUT + '{why="request"}') == before + 1
    assert_calm(target)


def test_a_body_without_end_that_nobody_wants_is_cut_off(target: Server) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n"
    before = count(target, CUT + '{why="request"}')
    with line_to(target) as line:
        line.sendall(head)
        assert send_until_cut(line, b"x" * 50_000, 100 * 50_000)
    assert count(target, CUT + '{why="request"}') == before + 1


def test_a_head_of_thousands_of_lines_is_not_read(target: Server) -> None:
    """Each is short, and all of them together are no larger than a head may be."""
    raw = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * 3_000 + b"\r\n"
    assert said(target, raw).split(b" ")[1] == b"431"
    assert_calm(target)


def test_a_body_in_a_few_pieces_is_read_and_the_next_request_after_it(target: Server) -> None:
    head = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    body = b"".join(b"1\r\n%c\r\n" % one for one in b'{"name": "Ann"}') + b"0\r\n\r\n"
    who = b"Authorization: Bearer " + b"a" * 43 + b"\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    found = said(target, head + who + body + last)
    assert found.count(b"HTTP/1.1 200") == 2
    assert b'{"name":"Ann"}' in found


def test_behind_a_request_that_is_refused_for_its_name_or_haste_no_other_is_read(
    target: Server, serve: Serve
) -> None:
    strange = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    assert said(target, strange * 100).count(b"HTTP/1.1 421") == 1
    hasty = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    found = said(serve(requests=1, stands=True, proxies="192.0.2.1"), hasty * 300)
    assert found.count(b"HTTP/1.1 429") == 1


def test_a_request_that_breaks_off_in_bad_form_leaves_no_trace(target: Server) -> None:
    found = said(target, b"POST /nothing " + CHUNKED + b"no chunk\r\n")
    assert found.split(b" ")[1] == b"400"
    assert http(target.url, "/healthz", "")[0] == 200
    assert_calm(target)
