"""No card is blank when it is first seen: pictures are there before they are needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.crowd import crowd, play
from tests.browser.tables import catch_up, newcomer, prompt, see, settle
from tests.support.chromium import People
from tests.support.serving import Server
from tests.support.steady import SteadyServer

PICTURES = "**/art/clans/**/*.webp"
SMALL = """async () => {
    const { clans } = await (await fetch('/art/manifest.json')).json();
    return Object.values({ ...clans.small_backs, ...clans.small_faces });
}"""
FETCHED = """files => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    return files.every((file) => fetched.some((name) => name.endsWith(`/art/clans/${file}`)));
}"""
BLANK = """() => [...document.querySelectorAll('.card:not(.down) .front')].filter((side) => {
    const picture = side.querySelector('img');
    return !(picture?.complete && picture.naturalWidth);
}).length"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for a few short tables."""
    with SteadyServer(tmp_path_factory.mktemp("pictures") / "data", pace=0, away=6000) as running:
        yield running


DECODED = """files => Promise.all(files.map((file) => {
    const picture = new Image();
    picture.src = `/art/clans/${file}`;
    return picture.decode();
}))"""
WATCH = """() => {
    window.plates = 0;
    const plain = '.card:not(.down) .front svg';
    new MutationObserver(() => (window.plates += document.querySelectorAll(plain).length))
        .observe(document.body, { childList: true, subtree: true });
}"""


def wait_for_all(page: Page) -> None:
    """Until every card's small picture is there, and has been decoded before one of ours is."""
    small = page.evaluate(SMALL)
    page.wait_for_function(FETCHED, arg=small)
    page.evaluate(DECODED, small)
    see(page, "drawn")


def test_whoever_waits_for_others_fetches_the_pictures_of_the_game(
    server: Server, people: People
) -> None:
    with crowd(server.url, 2, start=False, seats=3) as (ann, _):
        page = ann.lend(newcomer(people, server.url, "Ann")).go(f"/t/{ann.table}")
        page.get_by_role("heading", name="How you play").wait_for()
        wait_for_all(page)


def test_a_card_seen_for_the_first_time_has_its_picture_at_once(
    server: Server, people: People
) -> None:
    with crowd(server.url, 3) as strangers:
        ann = strangers[0]
        page = ann.lend(newcomer(people, server.url, "Ann")).go(f"/t/{ann.table}")
        prompt(page).wait_for()
        wait_for_all(settle(page))
        faces = page.locator(".card:not(.down) .front")
        before = faces.count()
        page.evaluate(WATCH)
        play(strangers, 12)
        catch_up(page)
        assert faces.count() > before
        assert page.evaluate("plates") == 0
        assert page.evaluate(BLANK) == 0


def test_a_card_whose_picture_is_on_its_way_is_drawn_plainly(
    server: Server, people: People
) -> None:
    held: list[Route] = []
    coming = False

    def on_its_way(route: Route) -> None:
        if coming:
            route.continue_()
        else:
            held.append(route)

    with crowd(server.url, 3) as strangers:
        ann = strangers[0]
        person = newcomer(people, server.url, "Ann")
        person.context.route(PICTURES, on_its_way)
        page = ann.lend(person).go(f"/t/{ann.table}")
        prompt(page).wait_for()
        faces = page.locator(".card:not(.down) .front")
        expect(faces.first).to_be_visible()
        assert faces.locator("svg").count() == faces.count()
        coming = True
        while held:  # a route that nobody decides stays behind, as a task that waits
            held.pop().continue_()
        expect(faces.locator("svg")).to_have_count(0)
        assert page.evaluate(BLANK) == 0
