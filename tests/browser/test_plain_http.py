"""A table in the living room: plain HTTP and a name of the house, where browsers allow less."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.means import Mouse, take_turns
from tests.browser.tables import fill_and_start, newcomer, open_table
from tests.support.chromium import People
from tests.support.serving import Server

NAME = "table.test"
"""A name that the tests' browser finds; see SWITCHES."""


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it is started at home, which is told the name that it has there, no more."""
    data = tmp_path_factory.mktemp("house") / "data"
    with Server(data, pace=0, away=6000, time=100, origin=f"http://{NAME}") as running:
        yield running


def test_all_works_without_https(house: Server, people: People) -> None:
    home = f"http://{NAME}:{house.port}"
    ann = newcomer(people, home, "Ann", reduced_motion="reduce")
    path = open_table(ann)
    page = ann.page
    assert page.evaluate("window.isSecureContext") is False
    copy_the_link(page, home + path)

    bob = newcomer(people, home, "Bob", reduced_motion="reduce")
    guest = bob.go(path)
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_text("Bob", exact=True).wait_for()
    fill_and_start(ann)
    take_turns({page: Mouse(), guest: Mouse()}, 8)

    end_by_consent(page, guest)
    for one in (page, guest):
        expect(one.get_by_role("heading", name="Nobody chose this deal")).to_be_visible()
        expect(one.get_by_text("Your own randomness is in it, at your seat.")).to_be_visible()


def copy_the_link(page: Page, link: str) -> None:
    """The button copies, though there is no clipboard for scripts; a paste shows it."""
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()
    field = page.get_by_role("textbox", name="Say something")
    field.focus()
    page.keyboard.press("Control+V")
    expect(field).to_have_value(link)
    field.fill("")


def end_by_consent(page: Page, guest: Page) -> None:
    """One offers to end the game, the other agrees."""
    page.locator("summary").first.click()
    page.get_by_role("button", name="Offer to end the game").click()
    page.get_by_role("dialog").get_by_role("button", name="Offer to end the game").click()
    guest.get_by_role("button", name="Agree and end").click()
    for one in (page, guest):
        expect(one.get_by_role("heading", level=1)).to_have_text(re.compile("ended early"))
