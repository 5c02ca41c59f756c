"""The start of a game: everybody commits, then everybody opens; who does not is named."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tatami.engine.record import parse
from tatami.fair import Terms, deal_seed, deal_text, pledge, promise, why_unfair
from tatami.server.data_directory import backup, close_table, purge, restore
from tatami.tables.rounds import Rounds
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import PutVoid
from tests.server.people import Witness, run, seated
from tests.support import seeds
from tests.support.clockwork import Clockwork, Guest, turn
from tests.support.player import Refused
from tests.support.serving import Server

Serve = Callable[..., Server]
TRIES = 10_000


def code_of(reply: dict[str, Any]) -> str:
    return str(reply["refusal"]["code"]) if not reply["ok"] else ""


def heard_of(one: Witness, wanted: Callable[[dict[str, Any]], object]) -> list[int]:
    """The places of the messages about the table where it is as wanted."""
    return [at for at, m in enumerate(one.seen) if "table" in m and wanted(m["table"])]


async def waiting(server: Server, game: str, people: int, *silent: int, **wishes: Any) -> Any:
    """A table whose host has said start, where these do not open their shares."""
    found = await seated(server.url, game, people, start=False, **wishes)
    for at in silent:
        found[at].sharer.withholds = True
    for one in found:
        await one.until_state(lambda state: all(state["commits"][:people]))
    await found[0].tell("do", what="start")
    for one in found:
        await one.until_state(
            lambda state: state.get("dealing", {}).get("awaited") == sorted(silent)
        )
    return found


# -- commitments before shares


def test_all_commitments_are_shown_to_all_before_anybody_opens(house: Server) -> None:
    async def evening() -> None:
        people = await seated(house.url, "clans", 3)
        for one in people:
            asked = heard_of(one, lambda table: table.get("dealing", {}).get("phase") == "open")[0]
            table = one.seen[asked]["table"]
            commits = [
                pledge(one.table, 1, at, table["commit"], other.share)
                for at, other in enumerate(people)
            ]
            assert table["commits"] == commits
            assert one.state["commits"] == commits, "they stay visible"
            assert not any(other.share in "".join(one.raw) for other in people)
        for one in people:
            await one.must("do", what="end")
        proof = people[-1].state["proof"]
        assert proof["shares"] == [one.share for one in people]
        assert promise(people[0].table, 1, proof["secret"]) == people[0].state["commit"]

    run(evening())


def test_a_commitment_is_for_a_seat_and_a_start(house: Server) -> None:
    async def evening() -> None:
        ann, ben, _ = await seated(house.url, "clans", 3, start=False)
        await ann.until_state(lambda state: all(state["commits"]))
        before = ann.state["commits"]
        await ann.must("arrange", what="swap", seat=0, other=1)
        await ben.until_state(
            lambda state: all(state["commits"]) and not {*before[:2]} & {*state["commits"]}
        )
        assert ben.state["commits"][2] == before[2]
        for start, commit, code in (
            (2, "ab" * 32, "other_start"),
            (1, "ab", "bad_commitment"),
            (1, "AB" * 32, "bad_commitment"),
            (1, "", "bad_commitment"),
        ):
            assert code_of(await ben.ask("commit", start=start, commit=commit)) == code
        cleo = Witness(house.url, "Watcher")
        await cleo.come(ann.table)
        assert code_of(await cleo.ask("commit", start=1, commit="ab" * 32)) == "not_seated"
        await ann.must("do", what="start")
        assert code_of(await ben.ask("commit", start=1, commit="ab" * 32)) == "has_started"

    run(evening())


def test_nothing_about_the_table_can_be_changed_while_it_is_dealt(house: Server) -> None:
    async def evening() -> None:
        ann, ben, _ = await waiting(house, "clans", 3, 1)
        assert ann.state["can"] == ["say", "leave"]
        link = (await ben.must("do", what="move_seat"))["link"]
        other = Witness(house.url, "Other")
        await other.come(ann.table)
        for order in (
            {"what": "swap", "seat": 0, "other": 1},
            {"what": "remove", "seat": 1},
            {"what": "set", "size": 4},
            {"what": "set", "clock": "quick"},
        ):
            assert code_of(await ann.ask("arrange", **order)) == "dealing"
        assert code_of(await ann.ask("do", what="start")) == "dealing"
        assert code_of(await other.ask("sit", name="Other")) == "dealing"
        assert code_of(await other.ask("take_seat", token=link.removeprefix("/m/"))) == "dealing"
        assert code_of(await ben.ask("commit", start=1, commit="ab" * 32)) == "dealing"
        await ben.must("open", start=1, share=ben.share)
        await ann.dealt()
        assert ann.state["state"] == "playing"

    run(evening())


def test_who_is_away_and_who_has_nothing_to_add_add_nothing(house: Server) -> None:
    async def evening() -> None:
        people = await seated(house.url, "clans", 3, start=False)
        ann, ben, cleo = people
        await ben.go()
        cleo.share = ""
        await cleo.go()
        await cleo.come()
        await ann.until_state(lambda s: s["commits"][1:] == ["", "-"] and s["commits"][0])
        await ann.must("do", what="start")
        assert ann.state["commits"][1:] == ["-", "-"]
        await ben.come()
        for one in people:
            await one.must("do", what="end")
        text = ann.http(f"/api/tables/{ann.table}/record")
        assert why_unfair(parse(text)) == ""
        assert parse(text).notes["shares"] == f"{ann.share} - -"

    run(evening())


# -- starts that are void


def test_who_does_not_open_is_named_and_all_is_drawn_anew(house: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await waiting(house, "clans", 3, 1)
        first = ann.state["commit"]
        await ben.must("open", start=1, share="")  # it cannot, or will not
        for one in (ann, ben, cleo):
            state = await one.until_state(lambda state: state.get("start") == 2)
            assert state["voids"] == [["Benoit"]]
            assert state["state"] == "open"
            assert "dealing" not in state
            assert state["commit"] != first
        assert code_of(await ann.ask("open", start=1, share=ann.share)) == "other_start"
        ben.sharer.withholds = False
        await ann.until_state(lambda state: all(state["commits"]))
        await ann.must("do", what="start")
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        record = parse(ann.http(f"/api/tables/{ann.table}/record"))
        assert why_unfair(record) == ""
        assert (record.notes["start"], record.notes["void"]) == ("2", '[["Benoit"]]')
        shares = record.notes["shares"].split(" ")
        assert shares == [one.sharer.share_of(2) for one in (ann, ben, cleo)]

    run(evening())


def test_void_starts_follow_the_host_to_new_tables_and_into_the_record(house: Server) -> None:
    async def evening() -> None:
        ann, ben = await waiting(house, "trio", 2, 1)
        await ben.must("do", what="leave")  # which is another way not to open
        await ann.until_state(lambda state: state.get("voids") == [["Benoit"]])
        ann.open("trio", seats=2, bots="random", clock="none")
        ann.seq = -1
        await ann.go()
        await ann.come()
        assert ann.state["voids_before"] == 1
        await ann.must("do", what="start")
        await ann.must("do", what="end")
        assert ann.state["voids_before"] == 1
        record = parse(ann.http(f"/api/tables/{ann.table}/record"))
        assert (record.notes["void"], record.notes["void-before"]) == ("[]", "1")
        dora = Witness(house.url, "Dora")
        dora.open("trio", seats=2, bots="random", clock="none")
        await dora.come()
        assert "voids_before" not in dora.state, "they are not hers"

    run(evening())


@pytest.mark.parametrize("runs", [True, False], ids=["running", "down"])
def test_a_table_that_its_host_closes_while_shares_lie_open_counts_as_a_void_start(
    serve: Serve, runs: bool
) -> None:
    server = serve(pace=0)

    async def evening() -> None:
        ann, ben = await waiting(server, "wataah", 2, 1)
        if not runs:
            server.kill()
        await asyncio.to_thread(close_table, server.data, ann.table)
        if not runs:
            server.start()
        closed = ann.http(f"/api/tables/{ann.table}")
        assert (closed["state"], closed["why"]) == ("closed", "host")
        assert (closed["voids"], closed["start"]) == ([[]], 2), "nobody is to blame, all can see it"
        assert closed["commit"] != ann.state["commit"], "the secret whose shares lay open is gone"
        await ann.drop()
        await ben.drop()
        ann.open("wataah", seats=2, clock="none")
        ann.seq = -1
        await ann.come()
        assert ann.state["voids_before"] == 1, "whoever reads the shares cannot try again unseen"

    run(evening())


@pytest.mark.parametrize("runs", [True, False], ids=["running", "down"])
def test_a_table_that_is_cleared_away_while_shares_lie_open_counts_as_a_void_start(
    serve: Serve, runs: bool
) -> None:
    """Its host has read the shares, does not like what is coming, and lets the table vanish."""
    server = serve(pace=0)

    async def evening() -> None:
        ann, ben = await waiting(server, "wataah", 2, 1)
        server.kill()
        await ann.drop()
        await ben.drop()
        if runs:
            server.start()
        await asyncio.to_thread(purge, server.data, 0)
        if not runs:
            server.start()
        with pytest.raises(Refused, match="no_such_table"):
            ann.http(f"/api/tables/{ann.table}")
        ann.open("wataah", seats=2, clock="none")
        ann.seq = -1
        await ann.come()
        assert ann.state["voids_before"] == 1, "whoever reads the shares cannot try again unseen"

    run(evening())


def test_a_backup_that_is_put_back_makes_no_void_start_forgotten(
    serve: Serve, tmp_path: Path
) -> None:
    """Neither one of before, nor the one whose shares lay open."""
    server = serve(pace=0)

    async def evening() -> None:
        await asyncio.to_thread(backup, server.data, tmp_path / "before")
        ann, ben = await waiting(server, "wataah", 2, 1)
        await ben.must("open", start=1, share="")
        for one in (ann, ben):
            await one.until_state(lambda state: state.get("start") == 2 and all(state["commits"]))
        await ann.tell("do", what="start")
        for one in (ann, ben):
            await one.until_state(lambda state: state.get("dealing", {}).get("awaited") == [1])
        server.kill()
        await ann.drop()
        await ben.drop()
        await asyncio.to_thread(restore, tmp_path / "before", server.data, force=True)
        server.start()
        ann.open("wataah", seats=2, clock="none")
        ann.seq = -1
        await ann.come()
        assert ann.state["voids_before"] == 2

    run(evening())


def test_the_table_goes_on_without_who_does_not_open(house: Server) -> None:
    async def evening() -> None:
        ann, ben = await waiting(house, "trio", 2, 1)
        await ben.must("open", start=1, share="")
        await ann.until_state(lambda state: state.get("start") == 2)
        await ann.must("arrange", what="remove", seat=1)
        await ann.must("arrange", what="bot", seat=1, level="random")
        await ann.must("do", what="start")
        assert ann.state["state"] == "playing"

    run(evening())


def test_a_table_with_too_many_void_starts_cannot_be_started(house: Server) -> None:
    async def evening() -> None:
        ann = Witness(house.url, "Ann")
        ann.open("trio", seats=2, bots="random", clock="none")
        ann.sharer.withholds = True
        await ann.come()
        for start in range(1, 31):
            await ann.until_state(lambda s, n=start: s.get("start", 1) == n and s["commits"][0])
            await ann.tell("do", what="start")
            await ann.until_state(lambda state: "dealing" in state)
            await ann.must("open", start=start, share="")
            await ann.until_state(lambda state: "dealing" not in state)
        assert code_of(await ann.ask("do", what="start")) == "too_many_void"

    run(evening())


def test_a_start_survives_the_servers_death_in_the_middle(serve: Serve) -> None:
    server = serve(pace=0)

    async def evening() -> None:
        ann, ben, cleo = await waiting(server, "clans", 3, 1)
        server.kill()
        for one in (ann, ben, cleo):
            await one.drop()
        server.start()
        ben.sharer.withholds = False
        for one in (ben, ann, cleo):
            await one.come()
        for one in (ann, ben, cleo):
            await one.until_state(lambda state: state["state"] == "playing")
            assert one.state.get("start", 1) == 1
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        record = parse(ann.http(f"/api/tables/{ann.table}/record"))
        assert why_unfair(record) == ""
        assert record.notes["shares"].split(" ") == [one.share for one in (ann, ben, cleo)]

    run(evening())


# -- time


def clans_row() -> TableRow:
    seats = [Seat("person", name, name.capitalize()) for name in ("ann", "ben", "cleo")]
    return TableRow("t1", "CODE11", "clans", 1, "ann", "ab" * 32, seats, 1, proof=2)


@pytest.mark.parametrize("silent", [(1,), (0, 2), (0, 1, 2)])
def test_a_start_waits_for_shares_as_long_as_the_host_of_the_server_says(
    silent: tuple[int, ...], tmp_path: Path
) -> None:
    async def evening() -> None:
        works = Clockwork(tmp_path, object(), reveal=7.0)
        await works.table(clans_row())
        people = [Guest(works.house, name) for name in ("ann", "ben", "cleo")]
        for at, one in enumerate(people):
            one.sharer.withholds = at in silent
            await one.come("t1")
        people[0].say("do", what="start")
        await asyncio.sleep(6.9)
        assert people[1].state["dealing"]["phase"] == "open"
        assert people[1].state["dealing"]["awaited"] == list(silent)
        await asyncio.sleep(0.2)
        names = [("Ann", "Ben", "Cleo")[at] for at in silent]
        for one in people:
            assert one.state["voids"] == [names]
            one.sharer.withholds = False
        people[0].say("do", what="start")
        await asyncio.sleep(0.1)
        assert people[2].state["state"] == "playing"
        await works.close()

    turn(evening())


def test_who_does_not_commit_in_time_adds_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        works = Clockwork(tmp_path, object(), reveal=7.0)
        await works.table(clans_row())
        people = [Guest(works.house, name) for name in ("ann", "ben", "cleo")]
        people[1].sharer.answer = lambda message: None  # type: ignore[method-assign]  # the point
        for one in people:
            await one.come("t1")
        people[0].say("do", what="start")
        await asyncio.sleep(6.9)
        assert people[0].state["dealing"] | {"left": 0} == {
            "phase": "commit",
            "awaited": [1],
            "left": 0,
        }
        await asyncio.sleep(0.2)
        state = people[0].state
        assert (state["state"], state["commits"][1]) == ("playing", "-")
        assert "voids" not in state
        await works.close()

    turn(evening())


@pytest.mark.parametrize(("days", "left"), [(1, 1), (400, 0)])
def test_void_starts_are_counted_as_long_as_games_are_kept(
    tmp_path: Path, days: int, left: int
) -> None:
    """Clearing games away by hand makes nobody a host without void starts."""

    async def night() -> int:
        works = Clockwork(tmp_path, object())
        now = works.house.now()
        await works.store.commit([PutVoid("t9", 1, "ann", now - days * 86_400_000)])
        await Rounds(works.house)._grant(0, "purge", str(now))
        found = await works.store.voids("ann", "t1")
        await works.close()
        return found

    assert turn(night()) == left


# -- a host who cheats


def secret_in(store: bytes, table: str, commit: str) -> str:
    """The secret that the server has committed to, from the bytes of its files."""
    found = {one.decode() for one in re.findall(rb'"secret":"([0-9a-f]{64})"', store)}
    return next(one for one in found if promise(table, 1, one) == commit)


def test_a_host_who_reads_everything_cannot_choose_the_deal(serve: Serve) -> None:
    """The host plays, reads the data directory, and opens last: ten thousand tries move nothing."""
    server = serve(pace=0, messages=1000)

    def everything() -> bytes:
        return b"".join(p.read_bytes() for p in server.data.rglob("*") if p.is_file())

    async def evening() -> None:
        hal, ann, ben = await seated(server.url, "clans", 3, start=False)
        hal.sharer.withholds = True
        await hal.until_state(lambda state: all(state["commits"]))
        # while his commitment is his to choose, nothing of theirs lies there
        assert not any(one.share.encode() in everything() for one in (ann, ben))
        await hal.tell("do", what="start")
        await hal.until_state(lambda s: s.get("dealing", {}).get("awaited") == [0])
        table, commits = hal.table, hal.state["commits"]
        # now all is known to him: the secret and their shares
        store = everything()
        assert all(one.share.encode() in store for one in (ann, ben))
        secret = secret_in(store, table, hal.state["commit"])
        names = [seat["name"] for seat in hal.state["seats"]]
        terms = Terms(table, 1, "clans", hal.state["version"], hal.state["options"], names)

        def seed(share: str) -> bytes:
            return deal_seed(deal_text(terms, secret, [share, ann.share, ben.share]))

        tried = [seeds.share("Hal") for _ in range(TRIES)]
        assert len({seed(share) for share in tried}) == TRIES, "each would be another deal"
        promised = hal.state["commit"]
        assert not any(pledge(table, 1, 0, promised, share) == commits[0] for share in tried)
        best = sorted(tried, key=seed)[:200]
        for share in best:  # the server holds him to it, too
            assert code_of(await hal.ask("open", start=1, share=share)) == "wrong_share"
        for other in (ann.share, ben.share):  # nor does another's share help at his seat
            assert code_of(await hal.ask("open", start=1, share=other)) == "wrong_share"
        await hal.must("open", start=1, share=hal.share)
        for one in (hal, ann, ben):
            await one.until_state(lambda state: state["state"] == "playing")
            await one.must("do", what="end")
        record = parse(ann.http(f"/api/tables/{table}/record"))
        assert record.seed == seed(hal.share), "it is the one deal that was left"
        assert why_unfair(record) == ""
        # and a record that tells of another deal does not fit what all have seen
        for share in best:
            record.seed = seed(share)
            record.notes["shares"] = f"{share} {ann.share} {ben.share}"
            assert "committed to" in why_unfair(record)

    run(evening())
