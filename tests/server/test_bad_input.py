"""Bad input by the thousand: everything gets a typed refusal or a clean end, nothing changes."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import random
import socket
import sqlite3
import string
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tatami.engine.errors import SENTENCES as ENGINE
from tatami.engine.errors import Refusal
from tatami.engine.record import LONGEST, parse
from tatami.engine.referee import LONGEST_TEXT, Referee, Reply
from tatami.fair import why_unfair
from tatami.games.words import read_words
from tatami.tables import connection, lengths, orders
from tatami.tables.refusals import SENTENCES
from tatami.tables.wire import Do, FromClient, GiveAnswer, GoBack, Hello, Ping, Say, UseRight
from tests.fixtures import gong
from tests.server.people import PATIENCE, Witness, play_all, run, seated, whole_log
from tests.support.player import PROTOCOL, Refused, dial
from tests.support.player import http as request
from tests.support.serving import HOST, Server

Serve = Callable[..., Server]
GAME_CODES = set(read_words("tatami.games.clans")["refusal"])
KNOWN = set(SENTENCES) | set(ENGINE) | GAME_CODES


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes as many messages as one can send."""
    many = {"messages": 100_000, "opening": 100_000, "requests": 100_000, "connections": 100_000}
    settings: dict[str, Any] = {"stands": True, "pace": 0, "thinkers": 1, **many}
    with Server(tmp_path_factory.mktemp("target") / "data", **settings) as server:
        yield server


def digest(data: Path) -> str:
    """All that is stored of all tables."""
    db = sqlite3.connect(data / "tatami.db", timeout=PATIENCE)
    rows = [
        db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        for table in ("seating", "move", "deadline", "sitter", "link", "person", "wish")
    ]
    db.close()
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def memory(server: Server) -> int:
    """Kilobytes that the server uses."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


# -- what is sent

HUGE = 10**40
DEEP = "[" * 4000 + "]" * 4000
PICKED = [
    "",
    " ",
    "null",
    "true",
    "0",
    "-1",
    "NaN",
    "Infinity",
    '"text"',
    "[]",
    "[1,2]",
    "{}",
    "{",
    "}{",
    DEEP,
    '{"a":' * 1300 + "1" + "}" * 1300,
    '{"t":null}',
    '{"t":[]}',
    '{"t":"nonsense"}',
    '{"t":"welcome"}',
    '{"t":"update","id":1}',
    '{"t":"answer"}',
    '{"t":"answer","id":"one","ask":1,"answer":0}',
    '{"t":"answer","id":1,"ask":1,"answer":null}',
    '{"t":"answer","id":1,"ask":1.5,"answer":0}',
    '{"t":"answer","id":1,"ask":true,"answer":0}',
    '{"t":"answer","id":1,"ask":1,"answer":"0"}',
    '{"t":"answer","id":1,"ask":1,"answer":[[0]]}',
    '{"t":"answer","id":1,"ask":1,"answer":NaN}',
    '{"t":"answer","id":1,"ask":1,"answer":1e999}',
    '{"t":"answer","id":1,"ask":1,"answer":0,"seat":1}',
    '{"t":"answer","id":1,"ask":1,"answer":0,"table":"x"}',
    f'{{"t":"answer","id":1,"ask":{HUGE},"answer":{HUGE}}}',
    f'{{"t":"answer","id":{HUGE},"ask":-{HUGE},"answer":[{HUGE}]}}',
    '{"t":"answer","id":1,"ask":1,"answer":' + str([-1] * 1500) + "}",
    '{"t":"answer","id":1,"ask":999999,"answer":0}',
    '{"t":"answer","id":1,"ask":-1,"answer":-1}',
    '{"t":"answer","id":1,"ask":0,"answer":0}',
    '{"t":"why","id":1,"ask":0,"answer":[]}',
    '{"t":"try","id":1,"ask":0,"answers":[]}',
    '{"t":"try","id":1,"ask":1,"answers":0}',
    '{"t":"try","id":1,"ask":1,"answers":[[[0]]]}',
    f'{{"t":"try","id":1,"ask":{HUGE},"answers":[{HUGE},[{HUGE}]]}}',
    '{"t":"try","id":1,"ask":1,"answers":' + str([-1] * 1500) + "}",
    '{"t":"right","id":1,"name":"gong","stamp":0,"option":0}',
    f'{{"t":"right","id":1,"name":"\\u0000","stamp":{HUGE},"option":-{HUGE}}}',
    '{"t":"sit","id":1,"seat":0}',
    f'{{"t":"sit","id":1,"seat":{HUGE}}}',
    '{"t":"sit","id":1,"seat":1,"share":"zz"}',
    '{"t":"take_seat","id":1,"token":"\\ud800"}',
    '{"t":"take_seat","id":1,"token":"../../etc/passwd"}',
    '{"t":"arrange","id":1,"what":"remove","seat":0}',
    '{"t":"arrange","id":1,"what":"set","size":-5}',
    '{"t":"arrange","id":1,"what":"set","options":{"a":1}}',
    '{"t":"do","id":1,"what":"win"}',
    '{"t":"do","id":1}',
    '{"t":"hello","protocol":1}',
    '{"t":"hello","protocol":1,"since":5,"share":"' + "ab" * 16 + '"}',
    '{"t":"say","id":1,"text":"\\ud83d"}',
    '{"t":"say","id":1,"text":"","kind":"' + "k" * 3000 + '"}',
    "x" * 8193,
    '{"t":"ping","id":1}' + " " * 8200,
    '{"t":"ping","id":1}{"t":"ping","id":2}',
    '{"t":"ping","id":1,"id":"x"}',
    "\u0000\u0001\u0002",
    "﻿{}",
]
KINDS = ["answer", "back", "right", "say", "why", "try", "sit", "do", "take_seat", "arrange"]
KINDS += ["hello", ""]
FIELDS = ["id", "ask", "answer", "name", "stamp", "option", "text", "kind", "args", "seat", "token"]
FIELDS += ["answers"]
FIELDS += ["what", "other", "level", "size", "options", "clock", "private", "since", "share", "t"]


def anything(dice: random.Random, depth: int = 3) -> Any:
    """Any value that JSON can hold, and some that it should not."""
    which = dice.randrange(12 if depth else 9)
    if which == 9:
        return [anything(dice, depth - 1) for _ in range(dice.randrange(4))]
    if which >= 10:
        return {dice.choice(FIELDS): anything(dice, depth - 1) for _ in range(dice.randrange(4))}
    numbers = [0, 1, -1, 2**31, 2**63, 2**64, HUGE, -HUGE, dice.randrange(10_000)]
    odd = [None, True, False, float("nan"), float("inf"), 1.5, -0.0]
    texts = ["", "x", "0", "\ud800", "\0", "é" * 40, "'; DROP TABLE move; --", "../..", "🀄" * 500]
    return dice.choice([numbers, odd, texts][which % 3])


def noise(dice: random.Random) -> str:
    """One bad message."""
    which = dice.randrange(10)
    if which == 0:
        return "".join(dice.choice(string.printable) for _ in range(dice.randrange(200)))
    if which == 1:
        return json.dumps(anything(dice))
    fields = {dice.choice(FIELDS): anything(dice) for _ in range(dice.randrange(6))}
    fields["t"] = dice.choice(KINDS)
    if which > 4:
        fields["id"] = dice.randrange(100)
    text = json.dumps(fields)
    return text[: dice.randrange(len(text))] if which == 2 else text


def is_meant(text: str) -> bool:
    """Whether a message is well-formed and could rightly do something."""
    try:
        found = msgspec.json.decode(text, type=FromClient)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return False
    return isinstance(found, Do | Say | Ping) and len(text) <= 8192


async def until_closed(socket: ClientConnection) -> AsyncIterator[str]:
    """All that still comes."""
    try:
        while True:
            yield str(await socket.recv())
    except ConnectionClosed:
        return


async def bombard(one: Witness, texts: list[str]) -> list[dict[str, Any]]:
    """Send all of it; the replies, one for each."""
    replies: list[dict[str, Any]] = []
    assert one.socket is not None
    for start in range(0, len(texts), 50):
        batch = texts[start : start + 50]
        for text in batch:
            await one.socket.send(text)
        await one.tell("ping")
        start_of = len(one.seen)
        await one.until(lambda m: m["t"] == "pong")
        heard = one.seen[start_of:]
        replies += [m for m in heard if m["t"] == "reply"]
        assert [m["t"] for m in heard if m["t"] not in ("reply", "pong")] == []
    assert len(replies) == len(texts)
    return replies


def all_refused(replies: list[dict[str, Any]]) -> set[str]:
    """Every reply is a refusal that says why; the codes."""
    for reply in replies:
        assert reply["ok"] is False
        assert reply["refusal"]["sentence"]
        assert reply["refusal"]["code"] in KNOWN
    return {reply["refusal"]["code"] for reply in replies}


# -- over the socket


def test_thousands_of_bad_messages_are_each_refused_and_change_nothing(target: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(target.url, "clans", 3)
        await ann.must("do", what="pause")
        stranger = Witness(target.url, "Stranger")
        await stranger.come(ann.table)
        for one in (ann, ben, cleo, stranger):
            await one.catch_up()
        before, size = digest(target.data), 0
        dice = random.Random(6)
        for number in range(6):
            for one in (stranger, ben):
                texts = [*PICKED, *(noise(dice) for _ in range(450))]
                codes = all_refused(await bombard(one, [t for t in texts if not is_meant(t)]))
                assert {"not_json", "too_large"} <= codes
            size = memory(target) if number == 1 else size
        assert memory(target) < size + 20_000
        assert digest(target.data) == before
        for one in (ann, cleo):
            assert await one.catch_up() == []
        await ann.must("do", what="resume")
        await play_all((ann, ben, cleo), target)

    run(evening())
    assert '"trace"' not in whole_log(target)


def test_the_number_of_a_message_comes_back_where_it_can_be_read(target: Server) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        ann.open("clans")
        await ann.come()
        await ann.catch_up()
        texts = ['{"t":"do","id":7}', '{"id":8}', '{"id":"8"}', "nonsense", f'{{"id":{HUGE}}}']
        for number in (-1, 2**70):
            texts.append(f'{{"t":"commit","id":{number},"start":1,"commit":"-"}}')
            texts.append(f'{{"t":"open","id":{number},"start":1,"share":""}}')
        replies = await bombard(ann, texts)
        assert [reply["id"] for reply in replies] == [7, 8] + [-1] * 7
        assert all_refused(replies) == {"not_json"}

    run(evening())


FILLED: dict[str, Any] = {
    "ask": 1,
    "answer": 0,
    "answers": [0],
    "stamp": 0,
    "option": 0,
    "start": 1,
    "number": 1,
}
FILLED |= {"name": "gong", "commit": "-", "share": "", "token": "x", "yes": True}
"""What a message may hold in the fields that it cannot do without."""
ORDERS = [kind for kind in get_args(FromClient) if kind is not Hello]


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("number", [0, 2**53 - 1, -1, 2**53, 2**70])
def test_every_message_has_a_number_that_every_program_keeps(kind: type, number: int) -> None:
    needed = [one for one in msgspec.structs.fields(kind) if one.required and one.name != "id"]
    message = {"t": kind.__struct_config__.tag, "id": number}
    for one in needed:
        message[one.name] = FILLED[one.name] if one.name in FILLED else get_args(one.type)[0]
    read = msgspec.json.Decoder(FromClient).decode
    if 0 <= number < 2**53:
        assert read(json.dumps(message)).id == number
    else:
        with pytest.raises(msgspec.ValidationError, match=r"`\$.id`"):
            read(json.dumps(message))


def test_answers_that_come_late_twice_or_for_another_change_nothing(target: Server) -> None:
    async def evening() -> None:
        people = await seated(target.url, "clans", 3)
        asked = next(one for one in people if one.offers)
        other = next(one for one in people if not one.offers)
        offer = asked.offers[0]
        theirs = {"ask": offer["ask"], "answer": offer["options"][0]}
        # somebody else gives the answer that is asked of the first
        refused = await other.ask("answer", **theirs)
        assert refused["refusal"]["code"] == "not_asked"
        first = await asked.ask("answer", **theirs)
        assert first["ok"]
        stored = digest(target.data)
        again = await asked.ask("answer", **theirs)
        assert again["ok"]
        assert again["repeated"]
        for answer in offer["options"][1:] or [99]:
            late = await asked.ask("answer", ask=offer["ask"], answer=answer)
            assert late["refusal"]["code"] in ("already_answered", "stale_ask", "not_asked")
        assert digest(target.data) == stored
        # and what belongs to another table stays there
        elsewhere = Witness(target.url, "Elsa")
        elsewhere.open("clans")
        await elsewhere.come()
        lost = await elsewhere.ask("answer", **theirs)
        assert lost["refusal"]["code"] == "not_started"
        watcher = Witness(target.url, "Wim")
        await watcher.come(asked.table)
        for t, fields in (
            ("answer", theirs),
            ("why", theirs),
            ("try", {"ask": theirs["ask"], "answers": [theirs["answer"]]}),
            ("back", {}),
            ("right", {"name": "x", "stamp": 0, "option": 0}),
        ):
            reply = await watcher.ask(t, **fields)
            assert reply["refusal"]["code"] == "not_seated"

    run(evening())


def test_only_hello_opens_a_conversation(target: Server) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        ann.open("clans")
        headers = {"Authorization": f"Bearer {ann.token}"}
        address = f"{target.url.replace('http', 'ws')}/ws/{ann.table}"
        async with dial(address, additional_headers=headers, compression=None) as socket:
            await socket.send('{"t":"do","id":3,"what":"start"}')
            first = json.loads(await socket.recv())
            assert (first["id"], first["refusal"]["code"]) == (3, "hello_first")
            await socket.send("nonsense")
            assert json.loads(await socket.recv())["refusal"]["code"] == "not_json"
            for _ in range(60):
                await socket.send(b"\0\1")
            last = [json.loads(text) async for text in until_closed(socket)][-1]
            assert last == {"t": "bye", "why": "too_fast"}
            assert socket.close_code == 1008

    run(evening())


@pytest.mark.parametrize(
    ("path", "hello", "why", "code"),
    [
        ("/ws/nonsense", {"protocol": PROTOCOL}, "no_such_table", 4404),
        ("/ws/%00", {"protocol": PROTOCOL}, "no_such_table", 4404),
        ("/ws/{table}", {"protocol": 0}, "old_client", 4400),
        ("/ws/{table}", {"protocol": HUGE}, "old_client", 4400),
    ],
)
def test_a_socket_that_leads_nowhere_is_closed_with_a_word(
    target: Server, path: str, hello: dict[str, int], why: str, code: int
) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        table = ann.open("clans")
        address = target.url.replace("http", "ws") + path.replace("{table}", table)
        async with dial(address, compression=None) as socket:
            await socket.send(json.dumps({"t": "hello", **hello}))
            assert json.loads(await socket.recv()) == {"t": "bye", "why": why}
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == code

    run(evening())


def test_frames_that_are_no_messages_end_the_connection_and_nothing_else(target: Server) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        ann.open("clans")
        for data, code in ((b"x" * 70_000, 1009), ("y" * 70_000, 1009)):
            await ann.come()
            assert ann.socket is not None
            await ann.socket.send(data)
            assert all(await ann.until_closed())
            assert ann.socket.close_code == code
        await ann.come()
        assert ann.socket is not None
        await ann.catch_up()
        await ann.socket.send(b'{"t":"ping","id":1}')
        assert (await ann.hear())["refusal"]["code"] == "not_json"
        await ann.socket.send(['{"t":"pi', 'ng","id', '":12}'])  # in three frames
        assert await ann.hear() == {"t": "pong", "id": 12}
        await ann.socket.send("x" * 60_000)
        assert (await ann.hear())["refusal"]["code"] == "too_large"

    run(evening())


def test_text_that_is_not_unicode_ends_the_connection(target: Server) -> None:
    ann = Witness(target.url, "Ann")
    ann.open("clans")
    with socket.create_connection((HOST, target.port), timeout=PATIENCE) as line:
        line.sendall(
            f"GET /ws/{ann.table} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in line.recv(4096)
        line.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # a text frame with a mask of zeroes
        assert line.recv(4096)[:4] == b"\x88\x02\x03\xef"  # closed: 1007


def test_a_page_of_another_site_gets_no_socket_and_no_post(target: Server) -> None:
    async def evening() -> None:
        ann = Witness(target.url, "Ann")
        table = ann.open("clans")
        address = f"{target.url.replace('http', 'ws')}/ws/{table}"
        headers = {"Authorization": f"Bearer {ann.token}"}
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "x"):
            with pytest.raises(InvalidStatus) as refused:
                await dial(address, additional_headers=headers, origin=origin)
            assert refused.value.response.status_code == 403
        async with dial(address, additional_headers=headers, origin=target.url) as socket:
            await socket.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
            assert json.loads(await socket.recv())["t"] == "welcome"

    run(evening())
    for origin in ("https://evil.example", "null", ""):
        status, problem = ask(target, "POST", "/api/me", b'{"name":"Eve"}', {"Origin": origin})
        assert (status, problem["refusal"]["code"]) == (403, "wrong_origin")


# -- over HTTP


def ask(
    server: Server,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, Any]:
    """One request, to the letter."""
    line = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    try:
        given = {"Authorization": "Bearer " + "t" * 43, **(headers or {})}
        line.request(method, path, body, given)
        answer = line.getresponse()
        text = answer.read()
        kind = answer.headers.get("content-type", "")
        return answer.status, json.loads(text) if "json" in kind else text
    finally:
        line.close()


def is_problem(found: Any) -> bool:
    """Whether it is the answer to a request that cannot be served."""
    return (
        isinstance(found, dict)
        and set(found) == {"refusal"}
        and found["refusal"]["code"] in KNOWN
        and bool(found["refusal"]["sentence"])
    )


BODIES = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b"NaN",
    b"\xff\xfe",
    b'{"name":null}',
    b'{"name":["Ann"]}',
    b'{"name":"Ann","admin":true}',
    b'{"name":"\\ud800"}',
    b'{"game":"clans","name":"Ann","seats":"4"}',
    b'{"game":"clans","name":"Ann","seats":-1}',
    b'{"game":"clans","name":"Ann","seats":1' + b"0" * 400 + b"}",
    b'{"game":"clans","name":"Ann","options":{"x":"y"}}',
    b'{"game":"clans","name":"Ann","options":[]}',
    b'{"game":"clans","name":"Ann","bots":"random"}',
    b'{"game":"clans","name":"Ann","clock":"x"}',
    b'{"game":"../clans","name":"Ann"}',
    b'{"game":"nonsense","name":"Ann"}',
    b'{"game":"clans","name":"' + b"A" * 25 + b'"}',
    b"[" * 8000,
    b"x" * 9000,
    b" " * 200_000,
]


def test_bad_bodies_are_refused_in_so_many_words(target: Server) -> None:
    before = digest(target.data)
    dice = random.Random(8)
    bodies = [*BODIES, *(json.dumps(anything(dice)).encode() for _ in range(50))]
    for path in ("/api/me", "/api/tables"):
        for body in bodies:
            status, found = ask(target, "POST", path, body)
            assert status in (400, 404, 413), (path, body[:60], status)
            assert is_problem(found), (path, body[:60], found)
    assert digest(target.data) == before


PATHS = [
    "/nonsense",
    "/api",
    "/api/",
    "/api/nonsense",
    "/api/tables/nonsense",
    "/api/tables/..%2f..%2fetc%2fpasswd",
    "/api/tables/%00",
    "/api/tables/x/record",
    "/api/tables/x/replay?eyes=all",
    "/api/code/%F0%9F%80%84",
    "/api/rules/nonsense",
    "/api/rules/..%2fclans",
    "/api/words/nonsense",
    "/api/words/clans%00",
    "/api/qr.svg",
    "/api/qr.svg?path=https://evil.example",
    "/api/qr.svg?path=/t/" + "x" * 100,
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%5c..%5cetc",
    "/assets/../../server/app.py",
    "/assets/%2e%2e/%2e%2e/server/app.py",
    "/art/%00",
    "/assets",
    "/" + "a" * 5000,
    "/" + "a/" * 2000,
    "/%ff%fe",
    "/t",
]


def test_paths_that_lead_nowhere_say_so(target: Server) -> None:
    for path in PATHS:
        status, found = ask(target, "GET", path)
        assert status in (400, 404), (path[:60], status)
        assert is_problem(found), (path[:60], found)


def test_methods_that_mean_nothing_here_are_refused(target: Server) -> None:
    paths = ("/", "/api/front", "/api/me", "/api/tables", "/t/x", "/healthz", "/nonsense")
    for path in paths:
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
            status, found = ask(target, method, path)
            assert status in (404, 405), (method, path, status)
            assert is_problem(found)
    assert ask(target, "POST", "/api/front")[0] == 405
    assert ask(target, "GET", "/api/me")[0] in (404, 405)


def test_odd_headers_do_no_harm(target: Server) -> None:
    for headers in (
        {"Cookie": "tatami=" + "x" * 30_000, "Authorization": "no"},
        {"Cookie": "a=b; " * 3000, "Authorization": "no"},
        {"Cookie": "tatami=\xff\xfe", "Authorization": "no"},
        {"Authorization": "Bearer " + "z" * 20_000},
        {"Authorization": "Bearer ../../x"},
        {"Accept-Language": "x" * 10_000},
        {"Host": ""},
        {"Host": "evil.example\t"},
        {"X-Forwarded-For": "not an address, 1.2.3.4"},
        {"X-Forwarded-Proto": "gopher"},
        {"Range": "bytes=5-1"},
        {"Content-Length": "0", "Expect": "nothing"},
    ):
        status, _ = ask(target, "GET", "/api/front", None, headers)
        assert status in (200, 400, 404, 421, 431), (headers, status)


@pytest.mark.parametrize(
    "raw",
    [
        b"nonsense\r\n\r\n",
        b"GET /\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"\0" * 1000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_request_is_hung_up_on(target: Server, raw: bytes) -> None:
    with socket.create_connection((HOST, target.port), timeout=PATIENCE) as line:
        with contextlib.suppress(OSError):  # it may hang up before all of it is sent
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):  # and what it answered is then lost
            assert b" 200 " not in line.recv(65_536)
    assert request(target.url, "/healthz", "")[0] == 200


# -- too much


def test_a_connection_that_sends_too_much_is_warned_then_cut_off(serve: Serve) -> None:
    server = serve(stands=True, messages=5, connections=4, opening=3, requests=1)

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans")
        await ann.come()
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100):  # fifty at once, and no more while the clock stands
                await ann.tell("ping")
        assert ann.socket is not None
        heard = await ann.until_closed()
        assert ann.socket.close_code == 1008
        assert heard[-1] == {"t": "bye", "why": "too_fast"}
        codes = [m["refusal"]["code"] for m in heard if m["t"] == "reply"]
        assert codes == ["too_fast"] * (connection.PATIENCE + 1)
        assert 4 <= sum(m["t"] == "pong" for m in heard) < 150
        await ann.come()  # and may come back
        await ann.must("arrange", what="set", tempo="fast")
        others = [Witness(server.url, "Ben") for _ in range(3)]
        for one in others:
            await one.come(ann.table)
        with pytest.raises(InvalidStatus):
            await Witness(server.url, "Cleo").come(ann.table)
        await others[0].go()
        server.settle()
        await Witness(server.url, "Cleo").come(ann.table)

    run(evening())
    ann = Witness(server.url, "Ann")
    ann.open("clans")
    ann.open("clans")
    with pytest.raises(Refused, match="too_fast"):
        ann.open("clans")
    for _ in range(200):  # ten at once, then one a second
        if (status := request(server.url, "/api/front", ann.token)[0]) != 200:
            break
    assert status == 429
    Witness.here.clear()


def test_one_person_cannot_have_tables_without_end(serve: Serve) -> None:
    server = serve(opening=1000)
    ann = Witness(server.url, "Ann")
    for _ in range(40):
        ann.open("clans")
    with pytest.raises(Refused, match="too_many_tables"):
        ann.open("clans")
    ben = Witness(server.url, "Ben")
    ben.open("clans")

    async def evening() -> None:
        await ann.come(ben.table)
        reply = await ann.ask("sit")
        assert reply["refusal"]["code"] == "too_many_tables"

    run(evening())


def test_nobody_can_talk_a_record_so_long_that_nobody_can_read_it(serve: Serve) -> None:
    """Where it cannot be had, neither the deal nor the game can be checked by it."""
    server = serve(stands=True, pace=0, messages=10_000)
    worst = "\U0001f977" * LONGEST_TEXT

    async def evening() -> None:
        people = await seated(server.url, "clans", 3)
        said, refused = 0, ""
        while not refused and said * len(json.dumps(worst)) < LONGEST:
            for one in people * 15:
                reply = await one.ask("say", text=worst)
                refused = refused or ("" if reply["ok"] else reply["refusal"]["code"])
                said += 1
            server.turn(5)
        for one in people:
            await one.must("do", what="end")
        text = people[0].http(f"/api/tables/{people[0].table}/record")
        assert why_unfair(parse(text)) == ""
        assert refused == "too_long"

    run(evening())


def test_nobody_fills_a_game_by_taking_back() -> None:
    """Others may not learn of it: neither is talk refused to them, nor their own taking back."""
    referee = Referee(gong.GAME, 2, 1)

    def wavers(seat: int) -> Reply:
        ask, offer = referee.asks(seat)[0]
        assert orders._make(referee, seat, GiveAnswer(1, ask, offer.options[0]))
        return orders._make(referee, seat, GoBack(2))

    for _ in range(lengths.MOST_BACKS):
        assert wavers(0)
    refused = wavers(0)
    assert isinstance(refused, Refusal)
    assert refused.code == "too_long"
    assert wavers(1)
    assert orders._remark(referee, 1, Say(4, "hello"))


def test_a_game_cannot_be_made_endless_by_talk_and_taking_back() -> None:
    referee = Referee(gong.GAME, 2, 1)
    while len(referee.moves) < lengths.MOST_MOVES:
        assert orders._remark(referee, 0, Say(4, "hello"))
    ask, offer = referee.asks(0)[0]
    assert orders._make(referee, 0, GiveAnswer(1, ask, offer.options[0]))
    for refused in (
        orders._make(referee, 0, GoBack(2)),
        orders._make(referee, 0, UseRight(3, "x", 0, 0)),
        orders._remark(referee, 0, Say(4, "hello")),
    ):
        assert isinstance(refused, Refusal)
        assert refused.code == "too_long"


# -- what is written down


def test_logs_hold_no_name_talk_secret_or_token(serve: Serve) -> None:
    server = serve(pace=0)

    async def evening() -> list[str]:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        await ann.must("say", text="silver moonlight")
        link = (await ann.must("do", what="move_seat"))["link"]
        assert ann.socket is not None
        for text in PICKED:
            await ann.socket.send(text.replace("text", "silver moonlight"))
        request(
            server.url, f"/api/tables/{ann.table}?secret=silver moonlight".replace(" ", "_"), ""
        )
        request(server.url, f"{link}?x=silver", ann.token)
        await ann.socket.send(b"\xff" * 70_000)
        assert all(await ann.until_closed())
        await ann.come()
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        proof = cleo.state["proof"]
        tokens = [one.token for one in (ann, ben, cleo)]
        code = cleo.state["code"]
        return [*tokens, *proof["shares"], proof["secret"], proof["seed"], link.split(".")[1], code]

    words = run(evening())
    server.stop()
    log = whole_log(server)
    assert "game ended" in log
    for word in [*words, "Anneke", "Benoit", "silver", "moonlight", "Bearer", "/m/"]:
        assert word not in log, word
