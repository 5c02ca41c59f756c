"""What a browser is given: a cookie that scripts cannot read, headers that keep it safe."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable

import pytest

from tests.server.people import run
from tests.support.player import PROTOCOL, dial
from tests.support.serving import HOST, PATIENCE, Server

PATHS = ("/", "/t/x", "/r/x", "/m/x.y", "/c/ABCDEF", "/api/front", "/api/tables/x", "/nonsense")


def get(
    server: Server, path: str, body: str = "", **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One request as a browser sends it."""
    line = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    try:
        line.request("POST" if body else "GET", path, body or None, headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        line.close()


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers_that_keep_a_browser_safe(still: Server, path: str) -> None:
    _, headers, _ = get(still, path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_a_browser_is_known_by_its_cookie_alone(still: Server) -> None:
    status, headers, _ = get(still, "/api/front")
    assert status == 200
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    token = cookie.partition(";")[0]
    assert len(token) > 43
    origin = {"Cookie": token, "Origin": still.url}
    status, headers, body = get(still, "/api/tables", '{"game":"clans","name":"Ann"}', **origin)
    assert status == 201
    assert "set-cookie" not in headers, "it is known now"
    table = json.loads(body)["table"]

    async def evening() -> None:
        address = f"{still.url.replace('http', 'ws')}/ws/{table}"
        async with dial(address, additional_headers={"Cookie": token}, origin=still.url) as line:
            await line.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
            welcome = json.loads(await line.recv())
            assert (welcome["seat"], welcome["name"]) == (0, "Ann")

    run(evening())
    front = json.loads(get(still, "/api/front", Cookie=token)[2])
    assert [card["id"] for card in front["mine"]] == [table]
    assert token.partition("=")[2] not in json.dumps(front)


def test_every_stranger_gets_a_cookie_of_their_own(still: Server) -> None:
    cookies = {get(still, "/api/front")[1]["set-cookie"] for _ in range(5)}
    assert len(cookies) == 5


def test_behind_https_a_cookie_never_travels_in_the_open(serve: Callable[..., Server]) -> None:
    server = serve(secure=True, origin="https://tatami.example")
    assert "Secure" in get(server, "/api/front")[1]["set-cookie"]
    own = {"Origin": "https://tatami.example"}
    assert get(server, "/api/me", '{"name":"Ann"}', **own)[0] == 400, "known, but without a cookie"
    other = {"Origin": "https://tatami.example.evil.example"}
    assert get(server, "/api/me", '{"name":"Ann"}', **other)[0] == 403


def test_a_preview_names_the_game_and_nobody(still: Server) -> None:
    named = json.dumps({"game": "clans", "name": "Secretive"})
    table = json.loads(get(still, "/api/tables", named, Authorization=f"Bearer {'q' * 43}")[2])
    page = get(still, f"/t/{table['table']}")[2].decode()
    assert "War of Clans" in page
    assert "Secretive" not in page
    assert table["code"] not in page
