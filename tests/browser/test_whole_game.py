"""Four people, four browsers, four ways to play one game to its end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.ending import check_result
from tests.browser.means import Drag, Finger, Keys, Means, Mouse, take_turns
from tests.browser.tables import newcomer, open_table, path_of, sit_down
from tests.support.chromium import People, Person
from tests.support.serving import Server

Serve = Callable[..., Server]
NAMES = ["Ann", "Cleo", "Bob", "Dan"]
"""By seat, once Bob has been moved down."""


def come_by_code(guest: Person, code: str) -> Page:
    """Type the short code on the start page, by keyboard alone."""
    page = guest.go()
    page.get_by_role("textbox", name="Short code").focus()
    page.keyboard.type(code.lower())
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sit down").wait_for()
    page.get_by_label("Your name").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(guest.name)
    page.keyboard.press("Enter")
    page.get_by_text("you", exact=True).wait_for()
    return page


def reckoning(page: Page) -> list[str]:
    """The lines of the table that says how the result came about."""
    page.get_by_role("row").nth(3).wait_for()
    rows = page.get_by_role("row").all()
    return [
        " ".join(cell.inner_text() for cell in row.locator("th, .clan, .home").all())
        for row in rows
    ]


def test_four_people_play_a_whole_game_by_mouse_drag_keyboard_and_touch(
    serve: Serve, people: People
) -> None:
    server = serve(pace=0, away=6000, time=100)
    ann = newcomer(people, server.url, "Ann", reduced_motion="reduce")
    bob = newcomer(people, server.url, "Bob")
    cleo = newcomer(people, server.url, "Cleo", reduced_motion="reduce")
    dan = newcomer(people, server.url, "Dan", device="phone", reduced_motion="reduce")

    path = open_table(ann)
    code = ann.page.get_by_text("Short code").locator("..").locator("strong").inner_text()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    assert link == server.url + path
    sit_down(bob, path)
    come_by_code(cleo, code)
    sit_down(dan, f"/c/{code}")
    assert path_of(dan.page) == path

    expect(ann.page.get_by_text("Everybody is here.")).to_be_visible()
    ann.page.get_by_role("button", name="Move Bob down").click()
    for one in (ann, bob, cleo, dan):
        expect(one.page.get_by_role("region", name="Who plays").locator("strong")).to_have_text(
            NAMES
        )
    ann.page.get_by_role("button", name="Start the game").click()

    keys = Keys()
    means: dict[Page, Means] = {
        ann.page: Mouse(),
        bob.page: Drag(),
        cleo.page: keys,
        dan.page: Finger(),
    }
    take_turns(means)
    assert keys.walked > 10
    assert keys.numbers > 5

    pages = [one.page for one in (ann, cleo, bob, dan)]
    record = check_result(server, path, dict(enumerate(pages)))
    assert "-" not in record.notes["shares"].split(" "), "everybody's randomness is in it"
    tables = [reckoning(page) for page in pages]
    assert all(table == tables[0] for table in tables), tables
    look_back(dan)


def look_back(person: Person) -> None:
    """The game from its end to its beginning, on the same screen."""
    person.page.get_by_role("link", name="Look back").click()
    scrub = person.page.get_by_role("slider", name="Moment")
    scrub.wait_for()
    person.page.get_by_role("button", name="To the end").click()
    expect(scrub).to_have_value(scrub.get_attribute("max") or "")
    expect(person.page.get_by_role("list", name="Log")).to_contain_text("served")
    person.page.get_by_role("button", name="To the beginning").click()
    expect(scrub).to_have_value("0")
