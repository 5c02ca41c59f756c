"""A table in the background calls when it is one's turn: if one wants it, where browsers allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import look, newcomer, play_now, settle, until
from tests.support.chromium import People, Person
from tests.support.serving import Server

NAME = "table.test"
"""A name that the tests' browser finds, without HTTPS."""
SWITCH = "Call me when it is my turn"
STUB = """(answer, before) => {
    window.calls = [];
    window.Notification = class {
        static permission = before;
        static async requestPermission() {
            return (this.permission = answer);
        }
        constructor(title, { body, tag }) {
            Object.assign(this, { title, body, tag, open: true });
            calls.push(this);
        }
        close() {
            this.open = false;
        }
    };
}"""
PHONE = """() => {
    window.calls = [];
    const tell = () => {
        document.documentElement.dataset.calls = calls.map((one) => one.open).join();
    };
    window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor() {
            throw new TypeError('Illegal constructor');
        }
    };
    const shown = ServiceWorkerRegistration.prototype;
    shown.showNotification = async function (title, { body, tag, data }) {
        calls.push({ title, body, tag, data, by: this.active.scriptURL, open: true });
        tell();
    };
    shown.getNotifications = async ({ tag }) =>
        calls
            .filter((one) => one.open && one.tag === tag)
            .map((one) => ({ close: () => tell((one.open = false)) }));
}"""
"""A browser in which only a worker may call; what is open stands at the page's root."""
LOOK = """hidden => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here, with a name of the house too; nobody is hurried."""
    data = tmp_path_factory.mktemp("calls") / "data"
    with Server(data, pace=0, time=100, away=6000, origin=f"http://{NAME}") as running:
        yield running


def somebody(people: People, home: str, answer: str = "granted", before: str = "default") -> Person:
    """A person whose browser answers so when it is asked for permission."""
    person = newcomer(people, home, "Ann", reduced_motion="reduce")
    person.context.add_init_script(f"({STUB})({answer!r}, {before!r})")
    return person


def calls(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("calls.map((one) => ({ ...one }))")
    return found


def switch_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    page.get_by_label(SWITCH).click()


def test_a_table_in_the_background_calls_and_a_look_at_it_ends_the_call(
    server: Server, people: People
) -> None:
    page = play_now(somebody(people, server.url))
    switch_on(page)
    expect(page.get_by_label(SWITCH)).to_be_checked()
    page.keyboard.press("Escape")
    (hello,) = calls(page)
    assert hello["title"] == "Tatami calls you"

    until(page, lambda now: now.asked)
    assert len(calls(page)) == 1, "nobody is called who is looking"
    page.evaluate(LOOK, True)
    before = look(page)
    page.keyboard.press("1")
    asked = until(page, lambda now: now.asked and before.news(now))
    settle(page)
    newest = calls(page)[-1]
    assert newest["title"] == "Your turn: Shinobi: War of Clans"
    assert newest["body"] in asked.words
    assert newest["open"]
    assert newest["tag"].endswith(page.url.rpartition("/")[2])
    page.evaluate(LOOK, False)
    assert not any(one["open"] for one in calls(page)[1:])


def test_a_phone_that_lets_only_a_worker_call_is_called_by_one(
    server: Server, people: People
) -> None:
    person = newcomer(people, server.url, "Ann", reduced_motion="reduce")
    person.context.add_init_script(f"({PHONE})()")
    page = play_now(person)
    switch_on(page)
    expect(page.get_by_label(SWITCH)).to_be_checked()
    page.keyboard.press("Escape")
    until(page, lambda now: now.asked)
    page.evaluate(LOOK, True)
    before = look(page)
    page.keyboard.press("1")
    until(page, lambda now: now.asked and before.news(now))
    expect(page.locator('html[data-calls="true,true"]')).to_be_attached()
    newest = calls(page)[-1]
    assert newest["title"] == "Your turn: Shinobi: War of Clans"
    assert newest["by"] == f"{server.url}/calls.js"
    assert newest["data"] == page.url
    page.evaluate(LOOK, False)
    expect(page.locator('html[data-calls="true,false"]')).to_be_attached()


def test_nobody_is_called_who_has_not_asked_for_it(server: Server, people: People) -> None:
    page = play_now(somebody(people, server.url, before="granted"))
    until(page, lambda now: now.asked)
    page.evaluate(LOOK, True)
    before = look(page)
    page.keyboard.press("1")
    until(page, lambda now: now.asked and before.news(now))
    assert calls(settle(page)) == []


def test_the_switch_stays_off_where_the_browser_refuses(server: Server, people: People) -> None:
    page = somebody(people, server.url, "denied").go()
    switch_on(page)
    expect(page.get_by_role("alert").filter(has_text="does not allow it")).to_be_visible()
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    assert not page.evaluate("JSON.parse(localStorage['tatami.prefs']).calls")


def test_without_https_it_is_not_offered(server: Server, people: People) -> None:
    page = somebody(people, f"http://{NAME}:{server.port}").go()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Vibrate when it is my turn")).to_be_visible()
    expect(page.get_by_label(SWITCH)).to_have_count(0)


def test_a_newcomer_at_a_table_finds_sound_motion_speed_and_language(
    server: Server, people: People
) -> None:
    page = play_now(people.open(server.url, "Ann", reduced_motion="reduce"))
    hint = page.get_by_role("note", name="Hint")
    hint.get_by_role("button", name="Sound, speed, motion, language").click()
    settings = page.get_by_role("dialog", name="Settings")
    for legend in ("Language", "Speed of the table", "Motion"):
        expect(settings.get_by_role("group", name=legend)).to_be_visible()
    expect(settings.get_by_label("Sound")).to_be_visible()
    page.keyboard.press("Escape")
    hint.get_by_role("button", name="Got it").click()
    expect(hint.get_by_role("button", name="Sound, speed")).to_have_count(0)
