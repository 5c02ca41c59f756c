"""Around the game, on a real server: sitting, leaving, moving, talking, agreeing to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tatami.engine.record import parse
from tatami.fair import why_unfair
from tatami.tables.seat_links import LINK_MS
from tests.server.people import Witness, play_all, run, seated, whole_log
from tests.server.truth import Truth, updates_in
from tests.support.player import Refused, http
from tests.support.serving import Server


def code_of(reply: dict[str, Any]) -> str:
    """Why something was refused."""
    assert not reply["ok"], reply
    assert reply["refusal"]["sentence"]
    return str(reply["refusal"]["code"])


def kinds(one: Witness) -> list[str]:
    return [seat["kind"] for seat in one.state["seats"]]


def names(one: Witness) -> list[str]:
    return [seat.get("name", "") for seat in one.state["seats"]]


async def guest(server: Server, table: str, name: str = "Gus", sit: bool = True) -> Witness:
    """Somebody who comes to a table."""
    one = Witness(server.url, name)
    await one.come(table)
    if sit:
        await one.must("sit", name=name)
    return one


# -- before the start


def test_a_host_arranges_the_table_and_everybody_sees_it(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "clans", 2, start=False, seats=4)
        assert names(ben) == ["Anneke", "Benoit", "", ""]
        await ann.must("arrange", what="bot", seat=3, level="steady")
        await ann.must("arrange", what="swap", seat=0, other=3)
        assert ann.seat == 3
        assert code_of(await ann.ask("do", what="start")) == "seats_empty"
        await ann.must("arrange", what="set", size=5, clock="slow", tempo="fast", private=False)
        await ann.must("arrange", what="set", size=3)
        assert kinds(ann) == ["bot", "person", "person"]
        await ben.until_state(lambda state: len(state["seats"]) == 3)
        assert (ben.state["clock"], ben.state["tempo"]) == ("slow", "fast")
        await ann.must("arrange", what="remove", seat=1)
        await ben.until_state(lambda state: state["seats"][1]["kind"] == "empty")
        assert ben.seat == -1
        assert "sit" in ben.state["can"]
        await ben.must("sit", seat=1)

    run(evening())


def test_only_the_host_arranges_and_only_what_can_be(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "clans", 2, start=False, seats=3)
        for order in (
            {"what": "bot", "seat": 2, "level": "steady"},
            {"what": "remove", "seat": 0},
            {"what": "set", "size": 4},
        ):
            assert code_of(await ben.ask("arrange", **order)) == "not_host"
        for order in (
            {"what": "bot", "seat": 9, "level": "steady"},
            {"what": "bot", "seat": 2, "level": "random"},
            {"what": "bot", "seat": 2, "level": "nonsense"},
            {"what": "swap", "seat": 0, "other": -1},
            {"what": "set", "size": 99},
            {"what": "set", "clock": "never"},
            {"what": "set", "options": {"nonsense": "yes"}},
        ):
            assert code_of(await ann.ask("arrange", **order)) == "bad_table"
        assert code_of(await ann.ask("arrange", what="bot", seat=1, level="steady")) == "seat_taken"
        assert code_of(await ann.ask("arrange", what="remove", seat=0)) == "not_now"
        assert code_of(await ben.ask("do", what="start")) == "not_host"
        assert kinds(ann) == ["person", "person", "empty"]

    run(evening())


def test_whoever_has_no_token_can_watch_but_is_nobody(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "clans", 2, start=False, seats=4)
        link = (await ben.must("do", what="move_seat"))["link"]
        nobody = Witness(still.url, "Nobody")
        nobody.token = "short"
        await nobody.come(ann.table)
        assert nobody.state["can"] == ["say"]
        assert code_of(await nobody.ask("sit", name="Nobody")) == "no_token"
        token = link.removeprefix("/m/")
        assert code_of(await nobody.ask("take_seat", token=token)) == "no_token"
        assert code_of(await nobody.ask("do", what="leave")) == "not_seated"
        assert code_of(await nobody.ask("say", text="boo")) == "no_name"
        assert kinds(nobody) == ["person", "person", "empty", "empty"]
        assert http(still.url, "/api/tables", "short", {"game": "clans", "name": "N"})[0] == 400

    run(evening())


def test_names_are_tidied_and_told_apart_and_shown_as_they_are(still: Server) -> None:
    async def evening() -> None:
        ann = Witness(still.url, "  <b>Ann</b> \n & co ")
        ann.open("clans", seats=4)
        await ann.come()
        ben = await guest(still, ann.table, "<B>ANN</b> & co")
        assert names(ann)[0] == "<b>Ann</b> & co"
        assert names(ben)[:2] == ["<b>Ann</b> & co", "<B>ANN</b> & co 2"]
        for bad in ("", " ", "\u202eevil", "x" * 25, "a\0b", "!!!"):
            with pytest.raises(Refused):
                ann.http("/api/me", {"name": bad})
        status, page = http(still.url, f"/t/{ann.table}", ann.token)
        assert status == 200
        assert "<b>" not in page

    run(evening())


def test_who_leaves_before_the_start_may_come_back_and_an_empty_table_is_closed(
    still: Server,
) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "clans", 2, start=False, seats=3)
        await ann.must("do", what="leave")
        assert ann.seat == -1
        await ben.until_state(lambda state: state["seats"][1].get("host"))
        await ann.must("sit")
        await ben.must("do", what="leave")
        await ann.must("do", what="leave")
        assert (ann.state["state"], ann.state["why"]) == ("closed", "left")
        assert code_of(await ben.ask("sit", name="Ben")) == "not_now"
        # nothing was dealt, so there is nothing to prove, and no record
        assert ann.state.get("proof") is None
        with pytest.raises(Refused):
            ann.http(f"/api/tables/{ann.table}/record")

    run(evening())


def test_private_tables_are_unlisted_and_found_by_their_code_alone(still: Server) -> None:
    ann = Witness(still.url, "Ann")
    hidden, shown = ann.open("clans"), ann.open("clans", private=False)
    other = Witness(still.url, "Olga")
    listed = [card["id"] for card in other.http("/api/front")["open"]]
    assert shown in listed
    assert hidden not in listed
    assert {hidden, shown} <= {card["id"] for card in ann.http("/api/front")["mine"]}
    code = other.http(f"/api/tables/{hidden}")["code"]
    assert other.http(f"/api/code/{code.lower()}")["table"] == hidden
    status, problem = http(still.url, "/api/code/AAAAAA", other.token)
    assert (status, problem["refusal"]["code"]) == (404, "no_such_code")


def test_guessing_codes_is_slow(serve: Callable[..., Server]) -> None:
    server = serve()
    ann = Witness(server.url, "Ann")
    found = [http(server.url, f"/api/code/{n:06}", ann.token)[0] for n in range(20)]
    assert found == [404] * 20
    for _ in range(200):  # one more guess every two seconds
        if (status := http(server.url, "/api/code/AAAAAA", ann.token)[0]) != 404:
            break
    assert status == 429


# -- late friends, and those who left


def test_a_late_friend_takes_a_bots_seat_and_sees_with_its_eyes(still: Server) -> None:
    async def evening() -> None:
        ann = Witness(still.url, "Ann")
        ann.open("clans", seats=3, bots="steady", clock="none", joining="anybody")
        await ann.come()
        friend = await guest(still, ann.table, "Fay", sit=False)
        await ann.must("do", what="start")
        watched = await friend.until_view(lambda view: True)
        assert watched["seat"] == 3
        await friend.must("sit", seat=2, name="Fay")
        assert friend.seat == 2
        assert friend.view is not None
        assert friend.view["seat"] == 2
        assert kinds(friend) == ["person", "bot", "person"]
        changed = next(
            at for at, m in enumerate(friend.seen) if m["t"] == "started" and m["seat"] == 2
        )
        await play_all((ann, friend), still)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        truth.check(3, updates_in(friend.seen[:changed]))
        truth.check(2, updates_in(friend.seen[changed:]))
        assert why_unfair(truth.record) == ""

    run(evening())


def test_whoever_sat_or_left_never_takes_another_seat_in_that_game(still: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(still.url, "clans", 3, joining="anybody")
        await ben.must("do", what="leave")
        assert ben.seat == -1
        assert "sit" not in ben.state["can"]
        assert kinds(ben) == ["person", "bot", "person"]
        for seat in (-1, 0, 1):
            assert code_of(await ben.ask("sit", seat=seat)) == "sat_before"
        link = (await cleo.must("do", what="move_seat"))["link"].removeprefix("/m/")
        assert code_of(await ben.ask("take_seat", token=link)) == "sat_before"
        friend = await guest(still, ann.table, "Fay")
        assert friend.seat == 1
        # a leaver watches like anybody else
        view = await ben.until_view(lambda view: view["seat"] == 3)
        assert "offers" not in view

    run(evening())


def test_all_players_leave_and_the_game_is_closed_with_its_proof(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "gong", 2)
        await ann.answer_some()
        await ann.must("do", what="leave")
        await ben.until_state(lambda state: state["seats"][1].get("host"))
        await ben.must("do", what="leave")
        assert (ben.state["state"], ben.state["why"]) == ("closed", "left")
        assert ben.state["proof"]["secret"]
        record = parse(ann.http(f"/api/tables/{ann.table}/record"))
        assert why_unfair(record) == ""
        assert record.notes["ended"] == "left"

    run(evening())


# -- one person, several devices


def test_two_tabs_are_one_person(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2)
        tab = Witness(still.url, "Ann")
        tab.token = ann.token
        await tab.come(ann.table)
        await tab.until_view(lambda view: True)
        assert tab.seat == 0
        assert tab.state.get("watchers", 0) == 0
        for number in range(3):
            one, other = (ann, tab) if number % 2 else (tab, ann)
            await one.answer_some()
            await other.until(lambda m: m["t"] == "update")
            assert tab.view == ann.view
        await ann.go()
        still.settle()
        await ben.catch_up()
        assert ben.state["seats"][0]["here"]
        await play_all((tab, ben), still)
        truth = Truth(ben.http(f"/api/tables/{ben.table}/record"))
        for one in (ann, tab, ben):
            truth.check(one.seat, updates_in(one.seen))

    run(evening())


def test_a_seat_moves_to_another_device_once(still: Server) -> None:
    async def evening() -> None:
        ann, _ = await seated(still.url, "clans", 2, start=False, seats=3)
        await ann.must("arrange", what="bot", seat=2, level="steady")
        await ann.must("do", what="start")
        link = (await ann.must("do", what="move_seat"))["link"]
        phone, thief = Witness(still.url, "Phone"), Witness(still.url, "Thief")
        await phone.come(ann.table)
        await thief.come(ann.table)
        token = link.removeprefix("/m/")
        await phone.must("take_seat", token=token)
        assert code_of(await thief.ask("take_seat", token=token)) == "bad_link"
        assert (phone.seat, thief.seat) == (0, -1)
        await ann.until_state(lambda state: ann.seat == -1)
        assert phone.state["seats"][0]["host"]
        assert phone.view is not None
        assert phone.view["seat"] == 0
        # the old device sees no more than anybody who watches
        await ann.until_view(lambda view: view["seat"] == 3)
        assert code_of(await ann.ask("do", what="pause")) == "not_host"
        # and the seat can go back to it
        link = (await phone.must("do", what="move_seat"))["link"]
        await ann.must("take_seat", token=link.removeprefix("/m/"))
        assert ann.seat == 0

    run(evening())


def test_a_link_ends_with_its_time_and_with_its_maker(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "clans", 2, start=False, seats=3)
        links = [(await ben.must("do", what="move_seat"))["link"] for _ in range(2)]
        tokens = [link.removeprefix("/m/") for link in links]
        phone = Witness(still.url, "Phone")
        await phone.come(ann.table)
        for bad in ("", "x", ann.table, f"{ann.table}.", f"{ann.table}.{'A' * 24}", "\0"):
            assert code_of(await phone.ask("take_seat", token=bad)) == "bad_link"
        # Ben leaves, and somebody else sits down there: the link is no way to that seat
        await ben.must("do", what="leave")
        cleo = await guest(still, ann.table, "Cleo")
        assert cleo.seat == 1
        assert code_of(await phone.ask("take_seat", token=tokens[0])) == "bad_link"
        # Ben sits elsewhere: it is his link, so it leads to his seat
        await ben.must("sit", seat=2)
        await ann.must("arrange", what="swap", seat=1, other=2)
        await phone.must("take_seat", token=tokens[0])
        assert phone.seat == 1
        late = (await cleo.must("do", what="move_seat"))["link"].removeprefix("/m/")
        still.turn(LINK_MS / 1000 + 0.001)
        assert code_of(await ben.ask("take_seat", token=late)) == "bad_link"
        elsewhere = Witness(still.url, "Elsa")
        elsewhere.open("clans")
        await elsewhere.come()
        fresh = (await cleo.must("do", what="move_seat"))["link"].removeprefix("/m/")
        assert code_of(await elsewhere.ask("take_seat", token=fresh)) == "bad_link"

    run(evening())


# -- giving up


def test_who_concedes_cannot_win_and_a_bot_plays_on(still: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(still.url, "clans", 3)
        await ben.must("do", what="concede")
        assert ben.state["seats"][1]["conceded"]
        assert code_of(await ben.ask("do", what="concede")) == "not_now"
        assert code_of(await ben.ask("do", what="come_back")) == "not_now"
        assert code_of(await ben.ask("do", what="move_seat")) == "not_now"
        await play_all((ann, cleo), still)
        await ben.until_state(lambda state: state["state"] == "over")
        assert 1 not in ben.state.get("winners", [])

    run(evening())


def test_everybody_must_agree_to_end_a_game(still: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(still.url, "clans", 3)
        await ann.must("do", what="end")
        await ben.must("do", what="end")
        assert ben.state["ending"] == [0, 1]
        await cleo.until_state(lambda state: state.get("ending") == [0, 1])
        await cleo.must("do", what="go_on")
        await ann.until_state(lambda state: "ending" not in state)
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        assert (cleo.state["state"], cleo.state["why"]) == ("closed", "agreed")
        assert "winners" not in cleo.state
        reply = await ann.ask("back")
        assert code_of(reply) == "not_now"
        assert why_unfair(parse(ann.http(f"/api/tables/{ann.table}/record"))) == ""

    run(evening())


def test_a_pause_stops_everything_but_talk(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2)
        assert code_of(await ben.ask("do", what="pause")) == "not_host"
        await ann.must("do", what="pause")
        await ben.until_state(lambda state: state.get("paused"))
        assert code_of(await ben.answer_some()) == "paused"
        assert code_of(await ben.ask("back")) == "paused"
        await ben.must("say", text="a cup of tea?")
        await ann.until(lambda m: m["t"] == "update" and m["said"])
        assert code_of(await ben.ask("do", what="resume")) == "not_host"
        await ann.go()
        await ben.until_state(lambda state: not state["seats"][0].get("here"))
        await ben.must("do", what="resume")  # the host is away
        await ben.answer_some()

    run(evening())


# -- talk


def test_those_who_watch_cannot_talk_to_players_during_the_game(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2, start=False)
        wim, walt = Witness(still.url, "Wim"), Witness(still.url, "Walt")
        for one in (wim, walt):
            one.http("/api/me", {"name": one.name})
            await one.come(ann.table)
        await wim.must("say", text="before")
        await heard(ann, "before")
        await ann.must("do", what="start")
        await wim.must("say", text="seat 1 has a Four")
        await heard(walt, "seat 1 has a Four")
        await ann.must("say", text="hush")
        assert await quiet(ann, ben)
        # nor by coming back
        await ben.drop()
        await ben.come()
        assert await quiet(ben)
        await play_all((ann, ben), still)
        await wim.must("say", text="well played")
        await heard(ben, "well played")
        assert await told_remark(walt, "hush")

    async def heard(one: Witness, text: str) -> None:
        await one.until(lambda m: m["t"] == "talk" and m["text"] == text)

    async def quiet(*people: Witness) -> bool:
        for one in people:
            await one.catch_up()
        return not any("Four" in text and '"talk"' in text for one in people for text in one.raw)

    async def told_remark(one: Witness, text: str) -> bool:
        await one.catch_up()
        return any(text in str(update["said"]) for update in updates_in(one.seen))

    run(evening())


def test_talk_is_short_plain_and_not_too_much(still: Server) -> None:
    async def evening() -> None:
        ann, ben = await seated(still.url, "trio", 2, start=False)
        for bad in ("", "   ", "x" * 301, "two\nlines", "\u202e", "\x1b[2J", "a\0"):
            assert code_of(await ann.ask("say", text=bad)) == "bad_remark"
        await ann.must("say", text="<img src=x onerror=alert(1)>")
        message = await ben.until(lambda m: m["t"] == "talk")
        assert message["text"] == "<img src=x onerror=alert(1)>"
        reply = {"ok": True}
        while reply["ok"]:  # fifteen at once, then three a second: nobody is as slow as that
            reply = await ann.ask("say", text="and another thing")
        assert code_of(reply) == "too_fast"

    run(evening())


# -- again


def test_a_rematch_is_one_table_however_many_ask_for_it(still: Server) -> None:
    async def evening() -> None:
        ann, ben, cleo = await seated(still.url, "clans", 3, start=False, seats=4)
        await ann.must("arrange", what="bot", seat=3, level="steady")
        assert code_of(await ann.ask("do", what="rematch")) == "not_now"
        await ann.must("do", what="start")
        for one in (ann, ben, cleo):
            await one.must("do", what="end")
        wim = await guest(still, ann.table, "Wim", sit=False)
        assert code_of(await wim.ask("do", what="rematch")) == "not_now"
        numbers = [await one.tell("do", what="rematch") for one in (ann, ben, cleo)]
        for one, number in zip((ann, ben, cleo), numbers, strict=True):
            await one.until(lambda m, n=number: m["t"] == "reply" and m["id"] == n)
        replies = [one.replies[n] for one, n in zip((ann, ben, cleo), numbers, strict=True)]
        links = {reply["link"] for reply in replies}
        assert len(links) == 1
        again = links.pop().removeprefix("/t/")
        mine = [one.http("/api/front")["mine"] for one in (ann, ben, cleo)]
        assert sorted(len(cards) for cards in mine) == [0, 0, 1]
        for one in (ann, ben, cleo):
            await one.go()
            one.seq, one.view = -1, None
            await one.come(again)
            if one.seat < 0:
                await one.must("sit")
        for one in (ann, ben, cleo):
            await one.catch_up()
        host = next(o for o in (ann, ben, cleo) if o.state["seats"][o.seat].get("host"))
        assert sorted(kinds(host)) == ["bot", "person", "person", "person"]
        await host.must("do", what="start")

    run(evening())


def test_the_log_of_all_this_says_nothing_about_anybody(serve: Callable[..., Server]) -> None:
    server = serve(pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        for text in ("seat 1 has a Four", "a cup of tea?", "<script>", "<img onerror=alert(1)>"):
            await ann.must("say", text=text)
        wim = await guest(server, ann.table, "Wim", sit=False)
        assert not (await wim.ask("sit", name="Wim"))["ok"]
        await ben.must("do", what="leave")
        for one in (ann, cleo):
            await one.must("do", what="end")

    run(evening())
    log = whole_log(server)
    assert "game ended" in log
    assert '"trace"' not in log
    assert '"level": "error"' not in log
    for word in ("Anneke", "Benoit", "Cleo", "Wim", "a Four", "cup of tea", "script", "onerror"):
        assert word not in log
