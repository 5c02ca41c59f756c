"""How much one person, one address and one network may have; by which names a server goes."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import select
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tatami.server.files import Files
from tatami.server.networks import Networks, Turns, neighbourhood_of, network_of
from tatami.server.pages import web_folder
from tatami.tables import opening
from tatami.tables.limits import Buckets
from tatami.tables.opening import Whence
from tatami.tables.row import Seat, TableRow
from tatami.tables.wire import NewTable, Opened
from tests.server.floods import handshake, line_to
from tests.server.people import Witness, run, seated
from tests.support import seeds
from tests.support.clockwork import Clockwork, Guest, turn
from tests.support.player import OWN, Refused
from tests.support.serving import HOST, PATIENCE, Server

Serve = Callable[..., Server]


def ask(
    server: Server, path: str, body: object = None, method: str = "", **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One request, with any headers; an underscore is a dash."""
    line = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        data = None if body is None else json.dumps(body)
        line.request(method or ("GET" if body is None else "POST"), path, data, sent)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        line.close()


def opened_from(server: Server, address: str) -> str:
    """Open a table from an address, as somebody new; the code of the refusal, or nothing."""
    token = seeds.token("somebody")
    status, _, body = ask(
        server,
        "/api/tables",
        {"game": "clans", "name": "Ann"},
        Authorization=f"Bearer {token}",
        X_Forwarded_For=address,
    )
    return "" if status == 201 else str(json.loads(body)["refusal"]["code"])


# -- networks


def test_addresses_are_counted_by_what_one_customer_has() -> None:
    assert network_of("203.0.113.7") == "203.0.113.7"
    assert network_of("::ffff:203.0.113.7") == "203.0.113.7"
    assert network_of("2001:db8:1:2::5") == network_of("2001:db8:1:2:ffff::9")
    assert network_of("2001:db8:1:2::5") != network_of("2001:db8:1:3::5")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("") == ""
    assert network_of("nonsense") == "nonsense"
    assert neighbourhood_of("203.0.113.7") == neighbourhood_of("203.0.113.250")
    assert neighbourhood_of("2001:db8:1:2::5") == neighbourhood_of("2001:db8:1:ff::5")
    assert neighbourhood_of("2001:db8:1::") != neighbourhood_of("2001:db8:2::")


@pytest.mark.parametrize(
    ("proxies", "address", "trusted"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("127.0.0.1", "::ffff:127.0.0.1", True),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "nonsense", False),
        ("127.0.0.1, 10.0.0.0/8,::1", "10.2.3.4", True),
        ("127.0.0.1, 10.0.0.0/8,::1", "::ffff:10.2.3.4", True),
        ("127.0.0.1, 10.0.0.0/8,::1", "11.2.3.4", False),
        ("127.0.0.1, 10.0.0.0/8,::1", "::1", True),
        ("127.0.0.1, 10.0.0.0/8,::1", "::2", False),
        ("*", "203.0.113.9", True),
        ("*", "anything", True),
        ("", "127.0.0.1", False),
        ("", "", False),
        ("nonsense/99, unix:", "127.0.0.1", False),
        ("nonsense/99, unix:", "unix:", True),
    ],
)
def test_proxies_are_named_one_by_one_or_as_networks(
    proxies: str, address: str, trusted: bool
) -> None:
    assert (address in Networks(proxies)) == trusted


def test_one_network_of_ipv6_has_the_limits_of_one_address(serve: Serve) -> None:
    server = serve(opening=3, thinkers=1)
    same = [opened_from(server, f"2001:db8:1:2::{number:x}") for number in range(1, 5)]
    assert same == ["", "", "", "too_fast"]
    assert opened_from(server, "2001:db8:1:3::1") == ""


def test_tables_that_have_ended_are_forgotten_where_they_were_opened_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of a network that never came near its share, and not all of them at once."""
    monkeypatch.setattr(opening, "LOOKED_AT", 3)

    async def night() -> list[set[str]]:
        works = Clockwork(tmp_path, object())
        tables = {}
        for number in range(4):
            whence = Whence("", f"203.0.{number}.0/24")
            for _ in range(2):
                opened = await works.house.open(NewTable("clans", name="Ann"), "ann", whence)
                assert isinstance(opened, Opened)
                tables[opened.table] = whence.network
        *ended, stays = tables
        for name in ended:
            table = await works.house.find(name)
            assert table is not None
            await table.dealer.close("host")
        known = []
        for _ in range(3):
            await works.house.forget_opened()
            known.append(set(works.house._opening._opened))
        assert works.house._opening._opened == {tables[stays]: {stays}}
        await works.close()
        return known

    sizes = [len(one) for one in turn(night())]
    assert sizes == [2, 1, 1]


def test_one_network_cannot_fill_the_house(serve: Serve) -> None:
    server = serve(tables=8, thinkers=1)
    same = [opened_from(server, f"203.0.113.{number}") for number in range(1, 4)]
    assert same == ["", "", "too_many_from_here"]
    assert opened_from(server, "198.51.100.1") == ""


def test_a_table_that_has_ended_makes_room_for_another_of_its_network(serve: Serve) -> None:
    server = serve(tables=4, thinkers=1)
    ann = Witness(server.url, "Ann")

    async def evening() -> None:
        ann.open("clans")
        assert opened_from(server, HOST) == "too_many_from_here"
        await ann.come()
        await ann.must("do", what="leave")
        assert opened_from(server, HOST) == ""

    run(evening())


def test_the_same_game_again_is_a_table_like_any_other(serve: Serve) -> None:
    async def again(ann: Witness) -> str:
        """Give the game up, and ask for another one: the code of the refusal, if it is one."""
        await ann.come()
        await ann.must("do", what="start")
        await ann.must("do", what="concede")
        reply = await ann.ask("do", what="rematch")
        await ann.drop()
        ann.table, ann.seq = reply.get("link", "").rpartition("/")[2], -1
        return "" if reply["ok"] else str(reply["refusal"]["code"])

    async def evening() -> None:
        server = serve(opening=3, thinkers=1)
        ann = Witness(server.url, "Ann")
        ann.open("clans", seats=3, bots="steady", clock="none")
        assert [await again(ann) for _ in range(3)] == ["", "", "too_fast"]
        server = serve(tables=8, thinkers=1)
        ben, cleo = (Witness(server.url, name) for name in ("Ben", "Cleo"))
        ben.open("clans", seats=3, bots="steady", clock="none")
        assert await again(ben) == ""
        cleo.open("clans", seats=3, bots="steady", clock="none")
        assert opened_from(server, HOST) == "too_many_from_here", "two are a quarter of eight"

    run(evening())


def test_who_asks_for_much_at_once_waits_alone() -> None:
    """As replays and lessons do: two from one address, then one from another."""
    done: list[str] = []

    async def asked(turns: Turns, address: str, may: asyncio.Event) -> None:
        async with turns.of(address):
            await may.wait()
            done.append(address)

    async def evening() -> None:
        turns, later, now = Turns(), asyncio.Event(), asyncio.Event()
        now.set()
        greedy = [asyncio.ensure_future(asked(turns, "a", one)) for one in (later, now)]
        for _ in range(5):
            await asyncio.sleep(0)  # as far as they come
        await asked(turns, "b", now)
        assert done == ["b"], "the second of the greedy one has not had a turn"
        later.set()
        await asyncio.gather(*greedy)
        assert done == ["b", "a", "a"]
        assert vars(turns) == vars(Turns()), "nothing is kept of those who have gone"

    asyncio.run(evening())


def test_lessons_are_taught_to_all_addresses_in_turn(serve: Serve) -> None:
    """One asks for lessons without end; another one asks once, and is not behind all of them."""
    server = serve(thinkers=1, requests=1000)
    flips: list[dict[str, Any]] = [{"t": "next", "id": 1}]
    for ask in range(1, 1990, 2):
        flips += [{"t": "answer", "id": 1, "ask": ask, "answer": 1}, {"t": "back", "id": 1}]
    much = [json.dumps({"did": flips[: 1900 - n]}).encode() for n in range(40)]
    head = "POST /api/learn/clans/game HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {}\r\n"
    with ExitStack() as stack:
        lines = [
            stack.enter_context(socket.create_connection((HOST, server.port), PATIENCE))
            for _ in range(41)
        ]
        for line, body in zip(lines, [*much, b"{}"], strict=True):
            who = "203.0.113.1" if body != b"{}" else "203.0.113.2"
            length = f"Content-Length: {len(body)}\r\n\r\n"
            line.sendall((head.format(HOST, who) + length).encode() + body)
        assert lines[-1].recv(100).startswith(b"HTTP/1.1 200")
        answered, _, _ = select.select(lines[:-1], [], [], 0)
        assert len(answered) < len(much)


# -- names of the server


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost:{port}", "[::1]:{port}", "LOCALHOST.", "192.0.2.7:{port}",
             "x.localhost", "play.example", "{name}", "{name}.local"]
)  # fmt: skip
def test_a_server_answers_to_numbers_and_to_its_own_names(names: Server, host: str) -> None:
    name = socket.gethostname().partition(".")[0]
    status, _, _ = ask(names, "/api/front", Host=host.format(port=names.port, name=name))
    assert status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "play.example.evil.example", "127.0.0.1.evil.example", "", "a@b",
             "127.0.0.1@evil.example", "[::1", "localhost:port", "0x7f.1"]
)  # fmt: skip
def test_a_name_that_somebody_made_lead_here_gets_nothing(names: Server, host: str) -> None:
    token = seeds.token("somebody")
    for path, body in (("/", None), ("/api/front", None), ("/api/me", {"name": "Eve"})):
        status, headers, found = ask(names, path, body, Host=host, Authorization=f"Bearer {token}")
        assert status == 421
        assert json.loads(found)["refusal"]["code"] == "wrong_host"
        assert "set-cookie" not in headers


def test_a_web_socket_under_a_wrong_name_is_refused(names: Server) -> None:
    asked = handshake(names, "x").replace(f"{HOST}:{names.port}".encode(), b"evil.example")
    with line_to(names) as line:
        line.sendall(asked)
        answer = b""
        while more := line.recv(65_536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 421 ")
    assert b"wrong_host" in answer


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with a name in the world."""
    folder = tmp_path_factory.mktemp("names")
    with Named(folder / "data", address="https://play.example", thinkers=1) as server:
        yield server


class Named(Server):
    """A server that says its name, not its number, where it listens."""

    def _wait_until_listening(self, out: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while "Ctrl-C" not in out.read_text(encoding="utf-8"):
            assert self.pid_if_alive(), f"the server ended at once\n{self.log()}"
            assert time.monotonic() < deadline, f"the server did not start\n{self.log()}"
            time.sleep(0.02)


# -- requests


def test_pages_and_files_are_limited_too(serve: Serve) -> None:
    server = serve(requests=0.1, thinkers=1)
    statuses = [ask(server, "/")[0] for _ in range(40)]
    assert set(statuses) == {200, 429}
    assert statuses[:4] == [200] * 4


# -- one person


def test_talk_is_counted_by_person_and_not_by_connection(tmp_path: Path) -> None:
    async def evening() -> None:
        works = Clockwork(tmp_path, object())
        works.house.talking = Buckets(0, 15)  # what may be said at once, and never more
        seats = [Seat("person", name, name.title()) for name in ("ann", "ben", "cleo")]
        await works.table(TableRow("talk", "TALKKK", "clans", 1, "ann", "00" * 32, seats, 0))
        people = [Guest(works.house, name) for name in ("ann", "ann", "ben")]
        for one in people:
            await one.come("talk")
        for number in range(20):
            people[number % 2].say("say", text=str(number))
        people[2].say("say", text="I have said nothing yet")
        await asyncio.sleep(1)
        taken = [
            sum(reply["ok"] for reply in one.messages("reply") if reply["id"] != OWN)
            for one in people
        ]
        assert taken[0] + taken[1] == 15
        assert taken[2] == 1
        await works.close()

    turn(evening())


def why(at: int) -> tuple[str, dict[str, Any]]:
    return "why", {"ask": 99, "answer": at}


def foretell(at: int) -> tuple[str, dict[str, Any]]:
    return "try", {"ask": 99, "answers": [at]}


def change(at: int) -> tuple[str, dict[str, Any]]:
    return "do", {"what": ("end", "go_on")[at % 2]}


@pytest.mark.parametrize(("order", "most"), [(why, 100), (foretell, 100), (change, 60)])
def test_what_is_dear_is_counted_by_person_and_not_by_connection(
    serve: Serve, order: Callable[[int], tuple[str, dict[str, Any]]], most: int
) -> None:
    """Each connection may say more than that at once."""

    async def evening() -> None:
        server = serve(stands=True, messages=20, thinkers=1)
        ann, ben = await seated(server.url, "wataah", 2)
        twin = Witness(server.url, "Twin")
        twin.token = ann.token
        await twin.come(ann.table)
        codes = []
        for at in range(most + 10):
            kind, fields = order(at)
            reply = await (ann, twin)[at % 2].ask(kind, **fields)
            codes.append("" if reply["ok"] else reply["refusal"]["code"])
        first = codes.index("too_fast")
        assert most - 5 <= first <= most, "sitting down has counted too"
        assert set(codes[first:]) == {"too_fast"}
        kind, fields = order(0)
        reply = await ben.ask(kind, **fields)
        assert reply["ok"] or reply["refusal"]["code"] != "too_fast", "others may"
        server.turn(1)
        reply = await ann.ask(kind, **fields)
        assert reply["ok"] or reply["refusal"]["code"] != "too_fast", "only for a moment"

    run(evening())


def test_one_address_cannot_fill_the_store_with_names(serve: Serve) -> None:
    """Anybody can be as many people as they like; each name is a row that is kept for long."""
    server = serve(stands=True, opening=3, thinkers=1)
    people = [Witness(server.url, f"Ann{at}") for at in range(25)]
    for one in people[:15]:
        assert one.http("/api/me", {"name": one.name})["name"] == one.name
    for one in people[15:]:
        with pytest.raises(Refused, match="too_fast"):
            one.http("/api/me", {"name": one.name})
    Witness.here.clear()


def test_one_person_makes_so_many_links_to_a_seat_and_no_more(house: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(house.url, "clans", 2, start=False, seats=3)
        replies = [await ann.ask("do", what="move_seat") for _ in range(30)]
        codes = {one["refusal"]["code"] for one in replies if not one["ok"]}
        assert codes == {"too_fast"}
        assert sum(one["ok"] for one in replies) >= 12
        await ben.must("do", what="move_seat")

    run(evening())


def links(data: Path) -> int:
    with closing(sqlite3.connect(data / "tatami.db", timeout=PATIENCE)) as db:
        return int(db.execute("SELECT count(*) FROM link").fetchone()[0])


def test_links_whose_time_is_up_are_swept_away(serve: Serve) -> None:
    server = serve(thinkers=1)

    async def evening() -> None:
        (ann,) = await seated(server.url, "clans", 1, start=False, seats=3)
        for _ in range(3):
            await ann.must("do", what="move_seat")

    run(evening())
    assert links(server.data) == 3
    server.stop()
    with closing(sqlite3.connect(server.data / "tatami.db")) as db, db:
        db.execute("UPDATE link SET until=1 WHERE digest IN (SELECT digest FROM link LIMIT 2)")
    server.start()
    deadline = time.monotonic() + PATIENCE
    while links(server.data) != 1:
        assert time.monotonic() < deadline, "dead links stay"
        time.sleep(0.1)


# -- files


@pytest.fixture(scope="module")
def script() -> str:
    """The path of some script of the client."""
    folder = web_folder()
    found = max((folder / "assets").glob("*.js"), key=lambda one: one.stat().st_size)
    return "/" + found.relative_to(folder).as_posix()


def test_files_come_compressed_as_they_were_built(house: Server, script: str) -> None:
    _, plain_headers, plain = ask(house, script)
    assert "content-encoding" not in plain_headers
    status, headers, body = ask(house, script, Accept_Encoding="gzip, deflate")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == plain
    assert headers["vary"] == plain_headers["vary"] == "accept-encoding"
    assert headers["content-type"].startswith("text/javascript")
    _, better, small = ask(house, script, Accept_Encoding="gzip, deflate, br;q=1.0")
    assert better["content-encoding"] == "br"
    assert len(small) < len(body) < len(plain)
    _, none, _ = ask(house, script, Accept_Encoding="br;q=0")
    assert "content-encoding" not in none


def test_what_a_browser_has_is_not_sent_again(house: Server, script: str) -> None:
    tags = set()
    for coding in ("", "gzip", "br"):
        _, headers, _ = ask(house, script, Accept_Encoding=coding)
        tags.add(headers["etag"])
        again = ask(house, script, Accept_Encoding=coding, If_None_Match=headers["etag"])
        assert (again[0], again[2]) == (304, b"")
        assert again[1]["cache-control"] == headers["cache-control"]
    assert len(tags) == 3


def test_art_is_kept_for_a_day_and_scripts_for_good(house: Server, script: str) -> None:
    picture = next((web_folder() / "art").rglob("*.webp")).relative_to(web_folder())
    status, headers, _ = ask(house, f"/{picture.as_posix()}", Accept_Encoding="gzip, br")
    assert status == 200
    assert "max-age=86400" in headers["cache-control"]
    assert "content-encoding" not in headers, "a picture cannot be made smaller"
    assert "immutable" in ask(house, script)[1]["cache-control"]
    assert ask(house, "/art/manifest.json")[1]["cache-control"] == "no-cache"


def test_every_text_of_the_client_was_compressed_when_it_was_built() -> None:
    large = [
        one for one in web_folder().rglob("*") if one.suffix in (".js", ".css", ".svg", ".json")
    ]
    large = [one for one in large if one.stat().st_size > 2000]
    assert len(large) > 10
    for file in large:
        for ending in (".br", ".gz"):
            assert file.with_name(file.name + ending).is_file(), file


def test_only_files_that_were_built_can_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "web" / "a.js").write_text("x")
    (tmp_path / "web" / ".stamp").write_text("x")
    files = Files(tmp_path / "web")
    assert "/a.js" in files
    for path in ("/../secret", "/.stamp", "a.js", "/a.js/", "/", ""):
        assert path not in files
