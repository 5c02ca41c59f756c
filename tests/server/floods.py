"""Connections that do what a browser never does: bytes, one by one, over a real socket."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.player import http
from tests.support.serving import HOST, Server

MASK = b"\0\0\0\0"
"""What a frame of a client is masked with: like this it stays what it is."""
LONGEST = 120.0
SMALL = 4_096
"""Bytes that the system keeps for one who does not read."""


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a client sends it; at most 125 bytes."""
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(data)]) + MASK + data


FRAMES = {
    "pings": frame(9),
    "pongs": frame(10),
    "empty texts": frame(1),
    "empty binaries": frame(2),
}


def handshake(server: Server, table: str, token: str = "") -> bytes:
    """The request for a web socket."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{bearer}"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


@contextmanager
def line_to(server: Server) -> Iterator[socket.socket]:
    """A plain connection to a server."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.settimeout(LONGEST)
        line.connect((HOST, server.port))
        yield line


@contextmanager
def raw_socket(server: Server, table: str, token: str = "") -> Iterator[socket.socket]:
    """A web socket whose frames the test makes itself."""
    with line_to(server) as line:
        line.sendall(handshake(server, table, token))
        head = b""
        while b"\r\n\r\n" not in head:
            more = line.recv(1)
            assert more, "no web socket was opened"
            head += more
        assert b" 101 " in head.partition(b"\r\n")[0]
        yield line


def flood_by_a_proxy(server: Server, table: str, address: str) -> bool:
    """Flood a web socket until it is cut off, as somebody behind a proxy; false: it is refused."""
    told = f"X-Forwarded-For: {address}\r\n\r\n".encode()
    with line_to(server) as line:
        line.sendall(handshake(server, table).removesuffix(b"\r\n") + told)
        head = line.recv(4_096)
        if b" 429 " in head.partition(b"\r\n")[0]:
            return False
        assert b" 101 " in head.partition(b"\r\n")[0]
        assert send_until_cut(line, FRAMES["empty texts"] * 1000, 4_000_000), "nobody was cut off"
        return True


def send_until_cut(line: socket.socket, data: bytes, most: int) -> bool:
    """Send the same again and again, never reading; whether the server hung up before ``most``."""
    sent = 0
    try:
        while sent < most:
            sent += line.send(data)
    except ConnectionError:
        return True
    return is_over(line)


def is_over(line: socket.socket) -> bool:
    """Read to the end; whether there is one, and not just silence."""
    with contextlib.suppress(ConnectionError):
        while True:
            try:
                if not line.recv(65_536):
                    return True
            except TimeoutError:
                return False
    return True


def count(server: Server, name: str) -> float:
    """One of the numbers that a server shows: its name, with its labels if it has some."""
    text = http(server.url, "/metrics", "")[1]
    lines = [one.rpartition(" ") for one in text.splitlines() if not one.startswith("#")]
    return sum(
        float(value) for found, _, value in lines if found.split("{")[0] == name or found == name
    )


def memory(server: Server) -> int:
    """Kilobytes that a server uses."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
