"""Whoever tries what is not allowed learns why, and can take back what has not acted yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.crowd import Stranger, crowd, play
from tests.browser.means import Mouse, bubble, carry, do, point
from tests.browser.tables import look, newcomer, prompt, until
from tests.support.chromium import People
from tests.support.serving import Server

At = Callable[[str], Page]
BEGINNING = 7
"""Answers until there is something on the table."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here."""
    with Server(tmp_path_factory.mktemp("lessons") / "data", pace=0, away=600) as running:
        yield running


@pytest.fixture
def at(server: Server, people: People) -> Iterator[At]:
    """The screen of somebody of whom this is asked, in a game of three."""
    with crowd(server.url, 3) as strangers:

        def show(key: str) -> Page:
            who = play_until(strangers, key)
            person = newcomer(people, server.url, who.name, reduced_motion="reduce")
            page = who.lend(person).go(f"/t/{who.table}")
            until(page, lambda now: now.asked and now.lit)
            return page

        yield show


def play_until(strangers: list[Stranger], key: str) -> Stranger:
    """Go on, one answer at a time, until this is asked; who is asked then."""
    play(strangers, BEGINNING)
    play(strangers, until=lambda: any(asks(one, key) for one in strangers))
    return next(one for one in strangers if asks(one, key))


def asks(one: Stranger, key: str) -> bool:
    """Whether somebody is asked this."""
    return any(offer["key"] == key for offer in one.view.get("offers", []))


def home(page: Page) -> str:
    """One's own province."""
    name = page.get_by_role("button", name=re.compile("^your province")).first
    return name.get_attribute("data-spot") or ""


def test_what_is_not_offered_says_why_and_its_clause_opens_the_rules_there(at: At) -> None:
    page = at("first.card")
    seen = look(page)
    page.mouse.click(*point(seen, home(page)))
    note = bubble(page)
    note.wait_for()
    assert len(note.locator("p").inner_text()) > 20
    assert (
        note.locator("p").inner_text().split("C")[0].strip()
        in page.get_by_role("alert").all_inner_texts()[0]
    )
    clause = note.get_by_role("button", name=re.compile("^Rule C"))
    number = clause.inner_text()
    clause.click()
    rules = page.get_by_role("dialog", name="Rules")
    rules.wait_for()
    there = rules.locator(f'[data-clause="{number}"]')
    expect(there).to_be_in_viewport()
    expect(there).to_be_focused()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    now = look(page)
    assert (now.log, now.lit) == (seen.log, seen.lit), "a lesson changes nothing"


def test_a_step_can_be_taken_back_until_it_acts(at: At) -> None:
    page = at("first.card")
    seen = look(page)
    cancel = prompt(page).get_by_role("button", name="Cancel")
    expect(cancel).to_have_count(0)
    card = next(spot for spot in seen.lit if spot != "card:Ninja")
    page.mouse.click(*point(seen, card))
    cancel.click()
    back = until(page, lambda now: now.words == seen.words and now.lit)
    assert back.lit == seen.lit

    page.mouse.click(*point(back, card))
    cancel.wait_for()
    page.keyboard.press("Escape")
    back = until(page, lambda now: now.words == seen.words and now.lit)
    page.mouse.click(*point(back, card))
    province = until(page, lambda now: now.lit and now.lit[0].startswith("province:"))
    do(page, Mouse(), province)
    until(page, lambda now: len(now.log) > len(seen.log))
    expect(cancel).to_have_count(0)


def test_a_drag_to_a_forbidden_province_teaches_and_takes_back(at: At) -> None:
    page = at("first.card")
    seen = look(page)
    card = next(spot for spot in seen.lit if spot != "card:Ninja")
    carry(page, point(seen, card), point(seen, home(page)))
    note = bubble(page)
    note.wait_for()
    expect(note.get_by_role("button", name=re.compile("^Rule C"))).to_be_visible()
    back = until(page, lambda now: now.words == seen.words and now.lit)
    assert (back.lit, back.log) == (seen.lit, seen.log)
    expect(prompt(page).get_by_role("button", name="Cancel")).to_have_count(0)
    assert set(back.points) == set(seen.points), "the card is in the hand again"
