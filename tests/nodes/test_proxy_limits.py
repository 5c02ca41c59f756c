"""What deploy/nginx.conf counts for all nodes together, by whose address it is."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tatami.server.requests import refusal_text
from tests.support.nginx import nginx
from tests.support.ports import HOST
from tests.support.serving import PATIENCE

HEADER = "X-Pretended"
Ask = Callable[[str, str, str], int]
OPEN = ("POST", "/api/tables")
MANY = 200
"""More than any burst; what comes back in a minute is two, or thirty, of them."""


class Willing(BaseHTTPRequestHandler):
    """A node that says yes to everything."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Yes."""
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        """Yes."""
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nothing need be written down."""


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Ask for something, from an address; the status."""
    node = ThreadingHTTPServer((HOST, 0), Willing)
    node.daemon_threads = True
    serving = threading.Thread(target=node.serve_forever, daemon=True)
    serving.start()
    try:
        with nginx(tmp_path / "nginx", [node.server_port], pretended=HEADER) as url:
            line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)

            def asked(method: str, path: str, address: str) -> int:
                line.request(method, path, headers={HEADER: address})
                answer = line.getresponse()
                body = answer.read()
                if answer.status == 429:
                    assert json.loads(body) == json.loads(refusal_text("too_fast"))
                    assert answer.headers["Content-Type"] == "application/json"
                return answer.status

            yield asked
            line.close()
    finally:
        node.shutdown()
        node.server_close()
        serving.join()


def test_tables_are_opened_so_often_from_one_network_at_whichever_node(ask: Ask) -> None:
    same = [ask(*OPEN, f"2001:db8:0:7::{n:x}") for n in range(1, MANY)]
    assert same[:120] == [200] * 120
    assert 429 in same
    assert ask("GET", "/api/front", "2001:db8:0:7::1") == 200, "all else goes on"
    assert ask(*OPEN, "2001:db8:0:8::1") == 200, "the neighbours are others"
    assert ask(*OPEN, "192.0.2.1") == 200


def test_an_address_of_ipv4_is_one_customer_also_where_it_is_written_as_one_of_ipv6(
    ask: Ask,
) -> None:
    same = [ask(*OPEN, "::ffff:192.0.2.1") for _ in range(MANY)]
    assert 429 in same
    assert ask(*OPEN, "::ffff:192.0.2.2") == 200


@pytest.mark.parametrize("path", ["/api/code/ABCDEF", "/c/ABCDEF"])
def test_short_codes_are_guessed_slowly(ask: Ask, path: str) -> None:
    same = [ask("GET", path, f"2001:db8:0:7::{n:x}") for n in range(1, MANY)]
    assert same[:20] == [200] * 20
    assert 429 in same
    assert ask("GET", path, "2001:db8:0:8::1") == 200
