"""Around the game: who watches, pauses, gives up, comes late, moves, is sent away, plays again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from tests.browser.crowd import Stranger, crowd, play
from tests.browser.tables import newcomer, open_table, path_of, prompt, sit_down
from tests.server.truth import Truth
from tests.support.chromium import People, Person
from tests.support.player import http
from tests.support.serving import Server

HIDDEN_ONES = re.compile(r"(Takeda|Uesugi|Mori|Oda|Hojo)-loyalty")
Come = Callable[..., Person]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here."""
    settings = {"pace": 0, "away": 6000, "budget": 600, "messages": 500}
    with Server(tmp_path_factory.mktemp("round") / "data", **settings) as running:
        yield running


@pytest.fixture
def come(server: Server, people: People) -> Come:
    """Somebody with a browser, perhaps one of those without, opens the page of a table."""

    def open_page(table: str, name: str = "Eve", like: Stranger | None = None) -> Person:
        who = newcomer(people, server.url, like.name if like else name, reduced_motion="reduce")
        if like:
            like.lend(who)
        else:
            who.context.request.get(f"{server.url}/api/front")
            named = who.context.request.post(f"{server.url}/api/me", data={"name": name})
            assert named.ok, named.text()
        who.go(f"/t/{table}")
        return who

    return open_page


def from_menu(page: Page, entry: str, sure: bool = False) -> None:
    """Choose an entry of the table's menu, and say that one means it."""
    page.get_by_label("Menu of the table").click()
    page.get_by_role("listitem").get_by_role("button", name=entry).click()
    if sure:
        page.get_by_role("dialog").get_by_role("button", name=entry).click()


# --- watching


def test_who_watches_sees_no_hidden_face_and_cannot_talk(server: Server, come: Come) -> None:
    with crowd(server.url, 3) as strangers:
        eve = come(strangers[0].table)
        frames = listen_in(eve)
        prompt(eve.page).wait_for()
        for _ in range(6):
            play(strangers, 4)
            check_page(eve.page)
        check_hush(eve.page, come(strangers[0].table, "Fred").page, strangers)
        play(strangers)
        eve.page.get_by_role("link", name="Look back").wait_for()
        text = http(server.url, f"/api/tables/{strangers[0].table}/record", eve_token())[1]
    updates = [frame for frame in frames if frame["t"] == "update"]
    assert len(updates) > 20
    Truth(text).check(3, updates)
    others = [frame for frame in frames if frame["t"] != "update" and not is_over(frame)]
    assert not HIDDEN_ONES.search(json.dumps([{**one, "game": 0} for one in others]))


def eve_token() -> str:
    """A record of an ended game is for anybody."""
    return "a" * 43


def is_over(frame: dict[str, Any]) -> bool:
    return bool(frame.get("table", {}).get("state") == "over")


def listen_in(person: Person) -> list[dict[str, Any]]:
    """All that the server sends to a page from now on; the page is opened anew for it."""
    frames: list[dict[str, Any]] = []

    def meet(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(json.loads(data)))

    person.page.on("websocket", meet)
    person.page.reload()
    return frames


def check_page(page: Page) -> None:
    """No text and no attribute of the page names a card that lies face down, or in a hand."""
    html = page.content()
    assert not HIDDEN_ONES.search(html)
    assert 'data-spot="card:' not in html
    assert "To your hand" not in html


def check_hush(page: Page, other: Page, players: list[Stranger]) -> None:
    """Who watches can talk to others who watch, and to no player while the game goes on."""
    for one in (page, other):
        one.get_by_role("tab", name="Talk").click()
    page.get_by_role("textbox", name="Say something").fill("Bob has the ninja!")
    page.keyboard.press("Enter")
    for one in (page, other):
        expect(one.get_by_role("list", name="Talk")).to_contain_text("Bob has the ninja!")
    for player in players:
        player.ask("why", ask=0, answer=0)  # by its reply all that came before is heard
        assert "Bob has the ninja!" not in json.dumps(player.heard)


def test_who_watches_without_a_name_chooses_one_to_talk(server: Server, people: People) -> None:
    with crowd(server.url, 3) as strangers:
        page = newcomer(people, server.url, "Gwen").go(f"/t/{strangers[0].table}")
        page.get_by_role("tab", name="Talk").click()
        page.get_by_role("textbox", name="To talk, choose a name").fill("Gwen")
        page.keyboard.press("Enter")
        page.get_by_role("textbox", name="Say something").fill("Good evening!")
        page.keyboard.press("Enter")
        expect(page.get_by_role("list", name="Talk")).to_contain_text("Gwen")


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_who_has_sat_down_with_a_name_is_not_asked_for_one_to_talk(
    server: Server, people: People, device: str
) -> None:
    host = newcomer(people, server.url, "Ann")
    path = open_table(host, seats=3)
    page = sit_down(newcomer(people, server.url, "Ben", device=device), path)
    say = page.get_by_role("textbox", name="Say something")
    expect(say).to_be_visible()
    expect(page.get_by_text("To talk, choose a name")).to_have_count(0)
    say.fill("Good evening!")
    say.press("Enter")
    expect(host.page.get_by_role("log", name="Talk")).to_contain_text("Ben Good evening!")


# --- the game stops, or goes on without somebody


def test_the_host_pauses_and_the_game_goes_on_when_the_host_says_so(
    server: Server, come: Come
) -> None:
    with crowd(server.url, 2, bots=1) as (ann, bob):
        host, guest = come(ann.table, like=ann).page, come(bob.table, like=bob).page
        prompt(guest).wait_for()
        from_menu(host, "Pause the game")
        for page in (host, guest):
            expect(prompt(page)).to_contain_text("The game is paused.")
            expect(prompt(page).get_by_role("button")).to_have_count(0)
        expect(guest.get_by_role("button", name="Go on")).to_have_count(0)
        host.get_by_role("status").get_by_role("button", name="Go on").click()
        for page in (host, guest):
            expect(page.get_by_text("The game is paused.")).to_have_count(0)


def test_an_offer_to_end_is_declined_and_then_taken(server: Server, come: Come) -> None:
    with crowd(server.url, 2, bots=1) as (ann, bob):
        host, guest = come(ann.table, like=ann).page, come(bob.table, like=bob).page
        prompt(host).wait_for()
        for reply in ("No, play on", "Agree and end"):
            from_menu(guest, "Offer to end the game", sure=True)
            expect(host.get_by_text("Bob would like to end the game")).to_be_visible()
            host.get_by_role("button", name=reply).click()
            expect(host.get_by_text("Bob would like to end the game")).to_have_count(0)
            expect(guest.get_by_text("You offer to end")).to_have_count(0)
        for page in (host, guest):
            expect(page.get_by_role("heading", name="The game has ended early")).to_be_visible()
            expect(page.get_by_text("The players agreed to end it.").first).to_be_visible()


def test_one_concedes_another_leaves_and_the_third_plays_on(server: Server, come: Come) -> None:
    with crowd(server.url, 3) as (ann, bob, cleo):
        host, guest = come(ann.table, like=ann).page, come(bob.table, like=bob).page
        prompt(guest).wait_for()
        from_menu(guest, "Concede", sure=True)
        expect(guest.get_by_text("You have conceded.")).to_be_visible()
        expect(prompt(guest).get_by_role("list", name="Your choices")).to_have_count(0)
        from_menu(host, "Leave the table", sure=True)
        expect(host).to_have_url(server.url + "/")
        expect(host.get_by_role("heading", name="Games").first).to_be_attached()
        expect(host.get_by_role("heading", name="Your unfinished games")).to_have_count(0)
        cleo.wait(lambda: cleo.state["seats"][2].get("host"))
        play([cleo], 4)
        cleo.must("do", what="end")  # nobody is left who would have to agree
        cleo.wait(lambda: cleo.state["state"] == "closed")
    expect(guest.get_by_role("heading", name="ended early")).to_be_visible()


# --- coming and going


def test_a_late_friend_asks_for_a_bots_seat_and_the_host_lets_them_in(
    server: Server, come: Come
) -> None:
    with crowd(server.url, 2, bots=1) as (ann, _):
        host = come(ann.table, like=ann).page
        eve = come(ann.table).page
        eve.get_by_role("button", name="Take over a bot’s seat").click()
        dialog = eve.get_by_role("dialog", name="Take over from a bot")
        dialog.get_by_label("Your name").fill("Eve")
        dialog.get_by_role("button", name=re.compile("^Ask for the seat of")).click()
        expect(dialog).to_have_count(0)
        expect(eve.get_by_text("You have asked for a seat.")).to_be_visible()
        expect(eve.locator('[data-spot^="card:"]')).to_have_count(0)
        expect(host.get_by_text("Eve asks to play on for")).to_be_visible()
        host.get_by_role("button", name="Let them in").click()
        expect(eve.get_by_text("You have asked for a seat.")).to_have_count(0)
        expect(eve.locator('[data-spot^="card:"]').first).to_be_visible()
        ann.wait(lambda: [seat["name"] for seat in ann.state["seats"]][2] == "Eve")
        assert ann.state["seats"][2]["kind"] == "person"


def test_a_late_friend_takes_over_a_bots_seat(server: Server, come: Come) -> None:
    with crowd(server.url, 2, bots=1, joining="anybody") as (ann, _):
        eve = come(ann.table).page
        eve.get_by_role("button", name="Take over a bot’s seat").click()
        dialog = eve.get_by_role("dialog", name="Take over from a bot")
        dialog.get_by_label("Your name").fill("Eve")
        dialog.get_by_role("button", name=re.compile("^Play on for")).click()
        expect(dialog).to_have_count(0)
        expect(eve.get_by_text("You are watching.")).to_have_count(0)
        expect(eve.locator('[data-spot^="card:"]').first).to_be_visible()
        ann.wait(lambda: [seat["name"] for seat in ann.state["seats"]][2] == "Eve")
        assert ann.state["seats"][2]["kind"] == "person"


def test_a_seat_moves_to_another_device_by_its_link(
    server: Server, come: Come, people: People
) -> None:
    with crowd(server.url, 2, bots=1) as (ann, _):
        desk = come(ann.table, like=ann).page
        prompt(desk).wait_for()
        hand = desk.locator('[data-spot^="card:"]')
        held = hand.evaluate_all("cards => cards.map((card) => card.dataset.spot)")
        from_menu(desk, "Move to another device")
        link = desk.get_by_role("textbox", name="Link to your seat").input_value()
        assert link.startswith(server.url + "/m/")
        phone = newcomer(people, server.url, "Phone", device="phone", reduced_motion="reduce")
        phone.go(link.removeprefix(server.url))
        phone.page.get_by_role("button", name="Take my seat here").click()
        prompt(phone.page).wait_for()
        expect(desk.get_by_role("heading", name="Your seat has moved")).to_be_visible()
        there = phone.page.locator('[data-spot^="card:"]')
        expect(there).to_have_count(len(held))
        assert there.evaluate_all("cards => cards.map((card) => card.dataset.spot)") == held
        assert path_of(phone.page) == f"/t/{ann.table}"


def test_who_is_sent_away_sees_a_page_that_says_so(server: Server, come: Come) -> None:
    with crowd(server.url, 2, start=False, seats=3) as (ann, bob):
        host, guest = come(ann.table, like=ann).page, come(bob.table, like=bob).page
        guest.get_by_role("heading", name="How you play").wait_for()
        host.get_by_role("button", name="Free the seat of Bob").click()
        expect(guest.get_by_role("heading", name="You no longer have this seat")).to_be_visible()
        guest.get_by_role("button", name="Back to the table").click()
        expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


# --- afterwards


def given_up(strangers: list[Stranger]) -> str:
    """Everybody agrees to end a game; its table."""
    for one in strangers:
        one.must("do", what="end")
    return strangers[0].table


def test_a_rematch_is_one_click_and_everybody_is_led_there(server: Server, come: Come) -> None:
    with crowd(server.url, 2, bots=1) as strangers:
        table = given_up(strangers)
        host, guest = (come(table, like=one).page for one in strangers)
        guest.get_by_role("heading", name="ended early").wait_for()
        host.get_by_role("button", name="Play again").click()
        host.wait_for_url(lambda url: not url.endswith(table))
        guest.get_by_role("link", name="Join the next game").click()
        guest.wait_for_url(lambda url: not url.endswith(table))
    assert path_of(host) == path_of(guest) != f"/t/{table}"
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Everybody is here.")).to_be_visible()


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("", "The server’s secret fits its seal."),
        ("", "The record is the one that everybody was told of at the end."),
        ("secret", "The server’s secret does not fit its seal."),
        ("shares", "A player’s randomness does not fit its seal."),
        ("seed", "The shuffle does not come from them."),
        ("seated", "The shuffle does not come from them."),
        ("hash", "The record is not the one that everybody was told of at the end."),
    ],
)
def test_the_proof_says_what_fits_and_what_does_not_to_who_added_nothing(
    server: Server, people: People, part: str, said: str
) -> None:
    with crowd(server.url, 2, bots=1) as strangers:
        table = given_up(strangers)
        eve = newcomer(people, server.url, "Eve", reduced_motion="reduce")
        tamper(eve.page, part)
        page = eve.go(f"/t/{table}")
        verdict = "Something does not fit" if part else "The deal adds up"
        expect(page.get_by_role("heading", name=verdict)).to_be_visible()
        expect(page.get_by_text(said)).to_be_visible()


def test_a_void_start_is_shown_with_whose_seal_stayed_closed(
    server: Server, people: People
) -> None:
    with crowd(server.url, 2, bots=1, start=False) as strangers:
        ann, bob = strangers
        eve = newcomer(people, server.url, "Eve", reduced_motion="reduce")
        page = eve.go(f"/t/{ann.table}")
        bob.sharer.withholds = True
        ann.say("do", what="start")
        bob.wait(lambda: bob.state.get("dealing", {}).get("awaited") == [1])
        expect(page.get_by_text("Waiting for the browser of Bob.")).to_be_visible()
        bob.must("open", start=1, share="")
        expect(page.get_by_text("1 void start.")).to_be_visible()
        expect(page.get_by_text("The browser of Bob did not open its seal.")).to_be_visible()
        bob.sharer.withholds = False
        ann.must("do", what="start")
        expect(page.get_by_text("1 void start")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "winners", "said"),
    [
        ("en", [0], "You win!"),
        ("en", [0, 1], "You and Ben win!"),
        ("en", [1, 0], "You and Ben win!"),
        ("en", [1], "Ben wins"),
        ("en", [1, 2], "Ben and Cleo win"),
        ("fr", [0], "Vous gagnez !"),
        ("fr", [1, 0], "Vous et Ben gagnez !"),
        ("fr", [0, 1, 2], "Vous, Ben et Cleo gagnez !"),
        ("fr", [1, 2], "Ben et Cleo gagnent"),
    ],
)
def test_who_has_won_is_said_as_people_say_it(
    server: Server, people: People, language: str, winners: list[int], said: str
) -> None:
    with crowd(server.url, 3) as strangers:
        table = given_up(strangers)
        ann = newcomer(people, server.url, strangers[0].name, prefs={"language": language})
        strangers[0].lend(ann)

        def ended(told: dict[str, Any]) -> None:
            told.update(state="over", winners=winners)
            for seat, name in zip(told["seats"], ("Ann", "Ben", "Cleo"), strict=True):
                seat["name"] = name

        forge(ann.page, ended)
        page = ann.go(f"/t/{table}")
        expect(page.get_by_role("heading", level=1)).to_have_text(said)


def tamper(page: Page, part: str) -> None:
    """A server that lies about one number of its proof."""

    def lie(table: dict[str, Any]) -> None:
        if part and table.get("proof"):
            table["proof"][part] = table["proof"][part][::-1]

    forge(page, lie)


def forge(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """A server that tells of its table what is not so, whichever way it is asked."""

    def forged(text: str) -> str:
        said = json.loads(text)
        table = said.get("table", said)
        if isinstance(table, dict) and "seats" in table:
            change(table)
        return json.dumps(said)

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=forged(response.text()))

    def relay(socket: WebSocketRoute) -> None:
        real = socket.connect_to_server()
        real.on_message(lambda text: socket.send(forged(str(text))))

    page.route(re.compile(r"/api/tables/[^/]+$"), answer)
    page.route_web_socket(re.compile("/ws/"), relay)
