"""A game goes on where it was: after a reload, without a network, after the server was killed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, Route, expect

from tests.browser.crowd import Stranger, crowd
from tests.browser.means import Mouse, do, take_turns
from tests.browser.tables import Sight, look, newcomer, open_table, path_of, prompt, together, until
from tests.support.chromium import NO_NETWORK, People, Person
from tests.support.cluster import Cluster
from tests.support.serving import Server

Serve = Callable[..., Server]
NEW_TAB = "Access is denied for this document"
"""What the tests' own script meets in a tab that has no page yet."""
PASSING = re.compile(r"^.*→ |\d+:\d\d")
"""What a question says of the answer before it, and the time that is left."""


def three_at_a_table(server: Server | Cluster, people: People) -> list[Person]:
    """Three people with browsers, at a game that has begun."""
    allowed = f"{NO_NETWORK}|{NEW_TAB}"
    found: list[Person] = []
    with crowd(server.url, 3) as strangers:
        for one in strangers:
            person = newcomer(people, server.url, one.name, reduced_motion="reduce", allow=allowed)
            prompt(one.lend(person).go(f"/t/{one.table}")).wait_for()
            found.append(person)
    return found


def play_on(pages: Sequence[Page], moves: int) -> None:
    """So many moves of whoever is asked; then all screens show the same."""
    take_turns({page: Mouse() for page in pages}, moves)
    agree(pages)


def agree(pages: Sequence[Page]) -> None:
    """One is asked, and every screen has told as much as the others."""
    stands = together(pages)
    assert sum(bool(one.asks) for one in stands) == 1, stands
    assert len({len(sentences(page)) for page in pages}) == 1


def sentences(page: Page) -> list[str]:
    """What the log of a screen tells; what came to one's own hand is not told to all."""
    lines = page.get_by_role("list", name="Log", exact=True).locator("li.tell > span:first-child")
    return [" ".join(text.split()) for text in lines.all_text_contents()]


def test_a_table_is_opened_though_the_first_node_is_about_to_close(
    serve: Serve, people: People
) -> None:
    person = people.open(serve().url, "Ann", allow="503")
    refused: list[str] = []

    def closes(route: Route) -> None:
        if refused or route.request.method != "POST":
            route.fallback()
        else:
            refused.append(route.request.url)
            refusal = {"code": "closing", "sentence": "It closes.", "clause": "", "args": []}
            route.fulfill(status=503, json={"refusal": refusal})

    person.page.route("**/api/tables", closes)
    assert open_table(person).startswith("/t/")
    assert refused


def told_by_server(server: Server | Cluster, path: str) -> int:
    """How many sentences the log has for somebody who comes to watch now."""
    watcher = Stranger(server.url, "Eve").come(path.rpartition("/")[2])
    watcher.wait(lambda: watcher.view)
    updates = [message for message in watcher.heard if message["t"] == "update"]
    watcher.go()
    return sum(verb == "tell" for update in updates for verb, _ in update["events"])


def same(seen: Sight, later: Sight) -> bool:
    """Whether a screen shows what it showed."""
    one, two = (PASSING.sub("", sight.words).split() for sight in (seen, later))
    return (one, seen.lit, set(seen.points)) == (two, later.lit, set(later.points))


def check_logs(server: Server | Cluster, everybody: Sequence[Person]) -> None:
    """Every log is complete, nothing is told twice: it is as long as the server's, and like new."""
    told = told_by_server(server, path_of(everybody[0].page))
    for one in everybody:
        fresh = one.new_tab(path_of(one.page))
        prompt(fresh).wait_for()
        expect(fresh.locator("li.tell")).to_have_count(told)
        assert sentences(one.page) == sentences(fresh), one.name
        fresh.close()


def test_the_game_goes_on_after_a_reload_a_lost_network_and_a_killed_server(
    serve: Serve, people: People
) -> None:
    server = serve(pace=0, away=6000)
    everybody = three_at_a_table(server, people)
    ann, bob, _ = everybody
    pages = [one.page for one in everybody]
    play_on(pages, 7)

    before = look(ann.page)
    ann.page.reload()
    until(ann.page, lambda now: same(before, now))
    agree(pages)
    play_on(pages, 5)

    lose_the_network(bob, pages)
    play_on(pages, 5)

    before_all = [look(page) for page in pages]
    server.kill()
    for page in pages:
        page.get_by_text("The connection is lost").first.wait_for()
    server.start()
    for page, seen in zip(pages, before_all, strict=True):
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
        until(page, lambda now, seen=seen: same(seen, now))  # type: ignore[misc]
    play_on(pages, 7)
    check_logs(server, everybody)


def lose_the_network(who: Person, pages: Sequence[Page]) -> None:
    """The others play on meanwhile, until it is the turn of whoever is away."""
    who.cut()
    who.page.get_by_text("This device has no network").wait_for()
    stale = look(who.page)
    here = [page for page in pages if page is not who.page]
    while asked := [page for page, one in zip(here, together(here), strict=True) if one.asks]:
        do(asked[0], Mouse(), look(asked[0]))
    assert all(who.name in look(page).words for page in here)
    assert look(who.page).log == stale.log, "there was still a network"
    who.cut(False)
    expect(who.page.get_by_text("This device has no network")).to_have_count(0)
    until(who.page, lambda now: now.asked)


def test_a_second_tab_is_the_same_person(serve: Serve, people: People) -> None:
    server = serve(pace=0, away=6000)
    everybody = three_at_a_table(server, people)
    pages = [one.page for one in everybody]
    play_on(pages, 3)
    page = next(page for page in pages if look(page).asked)
    who = next(one for one in everybody if one.page is page)
    tab = who.new_tab(path_of(page))
    until(tab, lambda now: same(look(page), now))
    assert len(tab.get_by_text("(you)").all()) == len(page.get_by_text("(you)").all())

    seen = look(page)
    Mouse().act(tab, look(tab))
    until(page, seen.news)
    until(tab, lambda now: same(look(page), now))
    who.new_tab("/").get_by_role("link", name="Make your move").or_(
        who.context.pages[-1].get_by_role("link", name="Go on")
    ).first.wait_for()
    expect(pages[0].get_by_text("watching", exact=False)).to_have_count(0)
    tab.close()
    play_on(pages, 3)
    check_logs(server, everybody)
