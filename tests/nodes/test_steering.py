"""No header of a client has a say at the proxy: not in where a table is, nor in who they are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.support.cluster import LASTING, Cluster
from tests.support.nginx import PATIENTLY, nginx
from tests.support.player import http
from tests.support.postgres import HOST

Make = Callable[..., Cluster]
ANN = "a" * 43
PRETENDED = "999999"
"""A round trip of a second: the gong's credit would be as much as anybody can have."""


class Node(BaseHTTPRequestHandler):
    """A node that knows where everything is, and what it was asked."""

    owner = ""
    heard: list[tuple[str, dict[str, str]]]

    def do_GET(self) -> None:
        """Where it is, or yes."""
        self.heard.append((self.path, {name.lower(): self.headers[name] for name in self.headers}))
        routing = self.path.startswith("/route/")
        self.send_response(204 if routing else 200)
        if routing:
            self.send_header("X-Node", self.owner)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing need be written down."""


class Proxy(NamedTuple):
    """nginx before two of them; the first has every table."""

    url: str
    owner: type[Node]
    other: type[Node]
    where: str
    """The address of the other one."""

    def ask(self, path: str, headers: dict[str, str]) -> int:
        """The status of an answer."""
        line = HTTPConnection(urlsplit(self.url).netloc, timeout=60)
        try:
            line.request("GET", path, headers=headers)
            return line.getresponse().status
        finally:
            line.close()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    """The configuration that we give to hosts."""
    with ExitStack() as stack:
        kinds = [type("Told", (Node,), {"heard": []}) for _ in range(2)]
        ports = []
        for kind in kinds:
            node = stack.enter_context(ThreadingHTTPServer((HOST, 0), kind))
            serving = threading.Thread(target=node.serve_forever)
            serving.start()
            stack.callback(serving.join)
            stack.callback(node.shutdown)
            ports.append(node.server_port)
        for kind in kinds:
            kind.owner = f"{HOST}:{ports[0]}"
        url = stack.enter_context(nginx(tmp_path / "nginx", ports, waits=PATIENTLY))
        yield Proxy(url, *kinds, f"{HOST}:{ports[1]}")


def pretended(where: str) -> list[dict[str, str]]:
    """What somebody might try."""
    return [
        {"X-Node": where},
        {"X-Original-URI": "/ws/other", "X-Original-URL": "/ws/other", "X-Rewrite-URL": "/ws/x"},
        {"Node": where, "X-Forwarded-Host": where, "X-Upstream": where, "Forwarded": where},
        {"X-Accel-Redirect": "/_route", "X-Node": f"{where}, {where}"},
    ]


@pytest.mark.parametrize("path", ["/ws/abc", "/api/tables/abc", "/api/tables/abc/record"])
def test_whatever_somebody_says_they_come_to_the_owner_of_the_table(
    proxy: Proxy, path: str
) -> None:
    for headers in pretended(proxy.where):
        assert proxy.ask(path, headers) == 200
    asked = [one for one, _ in proxy.owner.heard if not one.startswith("/route")]
    assert asked == [path] * len(pretended(""))
    routes = [one for one, _ in proxy.owner.heard + proxy.other.heard if one.startswith("/route")]
    assert set(routes) == {f"/route{path}"}, "the path is the whole question"
    assert len(routes) + len(asked) == len(proxy.owner.heard) + len(proxy.other.heard)


@pytest.mark.parametrize("path", ["/ws/abc", "/api/front"])
def test_address_and_round_trip_are_the_proxys_to_tell(proxy: Proxy, path: str) -> None:
    said = {
        "X-Rtt": PRETENDED,
        "X-Forwarded-For": "192.0.2.7",
        "X-Forwarded-Proto": "gopher",
    }
    assert proxy.ask(path, said) == 200
    heard = [given for one, given in proxy.owner.heard + proxy.other.heard if one == path]
    assert len(heard) == 1
    assert heard[0]["x-rtt"].isdecimal()
    assert heard[0]["x-rtt"] != PRETENDED
    assert heard[0]["x-forwarded-for"] == HOST
    assert heard[0]["x-forwarded-proto"] == "http"


def test_the_question_where_a_table_is_cannot_be_asked_from_outside(proxy: Proxy) -> None:
    for path in ("/_route", "/route/ws/abc", "/route", "/metrics"):
        assert proxy.ask(path, {"X-Original-URI": "/ws/abc"}) == 404
    assert proxy.owner.heard + proxy.other.heard == []


def test_a_table_stays_where_it_is_whatever_somebody_says(cluster: Make) -> None:
    house = cluster(lease=LASTING)
    first, second = house.node("a"), house.node("b")
    url = house.proxy(waits=PATIENTLY)
    wish = {"game": "clans", "name": "Ann", "seats": 3}
    table = http(first.url, "/api/tables", ANN, wish)[1]["table"]
    assert http(first.url, f"/api/tables/{table}", ANN)[0] == 200
    assert house.owner(table) == "a"
    line = HTTPConnection(urlsplit(url).netloc, timeout=60)
    for headers in pretended(f"{HOST}:{second.port}"):
        line.request("GET", f"/api/tables/{table}", headers=headers)
        answer = line.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
    line.close()
    assert house.owner(table) == "a"
    assert house.rows("SELECT epoch FROM seating WHERE id = %s", table) == [(1,)]
