"""A node that is stopped takes connections and answers nothing: nobody at a proxy waits for it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.support.nginx import nginx
from tests.support.postgres import HOST

SOON = "3s"
"""How long nginx waits here for a node: for the one that is stopped in vain."""
HANGS = 45.0
"""Seconds after which a request hangs, and fails: nginx of its own would wait for a minute."""


class Proxy(NamedTuple):
    """nginx before a node that answers and one that is stopped; what the first was asked."""

    url: str
    heard: list[str]

    def ask(self, method: str, path: str) -> int:
        """The status of an answer."""
        line = HTTPConnection(urlsplit(self.url).netloc, timeout=HANGS)
        try:
            line.request(method, path, body=b"{}" if method == "POST" else None)
            return line.getresponse().status
        finally:
            line.close()


class Node(BaseHTTPRequestHandler):
    """A node that says yes to everything."""

    heard: list[str]

    def do_GET(self) -> None:
        """Yes."""
        self.heard.append(f"{self.command} {self.path}")
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        """Yes."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nothing need be written down."""


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    """The configuration that we give to hosts, before these two."""
    heard: list[str] = []
    handler = type("Told", (Node,), {"heard": heard})
    with ExitStack() as stack:
        stopped = stack.enter_context(socket.create_server((HOST, 0)))  # nobody ever accepts
        node = stack.enter_context(ThreadingHTTPServer((HOST, 0), handler))
        serving = threading.Thread(target=node.serve_forever)
        serving.start()
        stack.callback(serving.join)
        stack.callback(node.shutdown)
        ports = [stopped.getsockname()[1], node.server_port]
        yield Proxy(stack.enter_context(nginx(tmp_path / "nginx", ports, waits=SOON)), heard)


def test_whoever_asks_for_a_page_is_answered_by_another_node(proxy: Proxy) -> None:
    asked = ["/api/front", "/", "/t/abc", "/api/front"]
    assert [proxy.ask("GET", path) for path in asked] == [200] * len(asked)
    assert proxy.heard == [f"GET {path}" for path in asked]


def test_a_step_of_a_lesson_is_asked_again_of_another_node(proxy: Proxy) -> None:
    assert proxy.ask("POST", "/api/learn/clans/1") == 200


def test_a_table_is_opened_once_or_not_at_all(proxy: Proxy) -> None:
    told = [proxy.ask("POST", "/api/tables") for _ in range(3)]
    assert told[0] == 504
    assert proxy.heard == ["POST /api/tables"] * told.count(200)
