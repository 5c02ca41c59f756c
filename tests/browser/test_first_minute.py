"""The first minute of somebody who has never been here."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import look, path_of, prompt, until
from tests.support.chromium import People
from tests.support.serving import Server

PLAY_NOW = "Play now against bots"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here; nobody is hurried."""
    data = tmp_path_factory.mktemp("first") / "data"
    with Server(data, pace=0, time=100, away=6000, budget=600) as running:
        yield running


DRAWN = """file => [...document.images].some((image) =>
    image.src.endsWith(`/${file}`) && image.complete && image.naturalWidth > 0)"""
"""Whether a picture of that name is there to be seen."""


def first_question(page: Page) -> str:
    """What is asked first, once the cards are dealt."""
    seen = until(
        page, lambda now: now.asked and any(spot.startswith("card:") for spot in now.points)
    )
    return seen.words


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_one_click_leads_from_a_fresh_profile_to_the_first_question(
    server: Server, people: People, device: str
) -> None:
    person = people.open(server.url, "Somebody", device=device)
    page = person.go()
    page.get_by_role("button", name=PLAY_NOW).first.click()
    assert first_question(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(prompt(page).get_by_role("button").first).to_be_visible()


def test_hints_come_one_by_one_and_stay_away_for_good(server: Server, people: People) -> None:
    page = people.open(server.url, "Somebody").go()
    page.get_by_role("button", name=PLAY_NOW).first.click()
    hint = page.get_by_role("note", name="Hint")
    seen: list[str] = []
    for _ in range(2):
        hint.wait_for()
        text = hint.locator("p").inner_text()
        assert text not in seen
        seen.append(text)
        hint.get_by_role("button", name="Got it").click()
        expect(hint.filter(has_text=text)).to_have_count(0)
    page.reload()
    first_question(page)
    hint.wait_for()
    assert hint.locator("p").inner_text() not in seen, "what was understood is not said again"

    hint.get_by_role("button", name="No hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    first_question(page)
    expect(hint).to_have_count(0)
    table = path_of(page)
    page.goto(server.url)
    page.get_by_role("button", name=PLAY_NOW).first.click()
    page.wait_for_url(lambda url: "/t/" in url and not url.endswith(table))
    first_question(page)
    expect(hint).to_have_count(0)


def test_hints_are_not_in_the_way_of_a_move_and_can_be_had_again(
    server: Server, people: People
) -> None:
    page = people.open(server.url, "Somebody", reduced_motion="reduce").go()
    page.get_by_role("button", name=PLAY_NOW).first.click()
    hint = page.get_by_role("note", name="Hint")
    hint.wait_for()
    first_question(page)
    before = look(page)
    page.keyboard.press("1")
    until(page, before.news)
    hint.get_by_role("button", name="No hints").click()
    expect(hint).to_have_count(0)
    page.goto(page.url.split("/t/")[0])
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Show all hints again").click()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Make your move").or_(
        page.get_by_role("link", name="Go on")
    ).first.click()
    hint.wait_for()


def test_a_first_table_has_gentle_bots_and_the_next_one_the_next_level(
    server: Server, people: People
) -> None:
    page = people.open(server.url, "Somebody").go()
    for level in ("Dreamy", "Fiery", "Steady", "Steady"):
        button = re.compile("Play now.*War of Clans")
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("img", name="Bot (")).to_have_count(3)
        expect(page.get_by_role("img", name=f"Bot ({level})")).to_have_count(3)
        page.goto(server.url)


def test_play_now_shows_who_comes_and_lets_one_choose(server: Server, people: People) -> None:
    page = people.open(server.url, "Somebody").go()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="War of Clans"))
    who = card.get_by_role("combobox", name="The bots")
    expect(who).to_have_value("dreamy")
    expect(who).to_have_accessible_description(re.compile("its thoughts wander"))
    who.select_option("Fiery")
    expect(card.get_by_text("Spends its cards at once")).to_be_visible()
    page.wait_for_function(DRAWN, arg="level-fiery.svg")
    card.get_by_role("button", name=re.compile("Play now")).click()
    expect(page.get_by_role("img", name="Bot (Fiery)")).to_have_count(3)
    page.wait_for_function(DRAWN, arg="level-fiery.svg")


def test_a_bot_in_the_lobby_has_a_face_and_says_how_it_plays(
    server: Server, people: People
) -> None:
    page = people.open(server.url, "Somebody").go()
    page.get_by_role("button", name=re.compile("Invite.*War of Clans")).click()
    choice = page.get_by_label("Bot for seat 2")
    for level, about in (("Dreamy", "its thoughts wander"), ("Shrewd", "Imagines what you may")):
        choice.select_option(level)
        expect(page.get_by_role("img", name=f"bot, {level}")).to_be_visible()
        expect(page.get_by_text(about)).to_be_visible()
        page.wait_for_function(DRAWN, arg=f"level-{level.lower()}.svg")


def test_a_face_that_does_not_come_is_the_sign_for_a_bot(server: Server, people: People) -> None:
    page = people.open(server.url, "Somebody", allow="ERR_FAILED").go()
    page.route("**/level-*.svg", lambda route: route.abort())
    page.get_by_role("button", name=re.compile("Invite.*War of Clans")).click()
    page.get_by_label("Bot for seat 2").select_option("Dreamy")
    sign = page.get_by_role("img", name="bot, Dreamy")
    expect(sign.locator("svg")).to_be_visible()


def test_the_host_of_a_table_chooses_among_four_levels(server: Server, people: People) -> None:
    page = people.open(server.url, "Somebody").go()
    page.get_by_role("button", name=re.compile("Invite.*War of Clans")).click()
    choice = page.get_by_label("Bot for seat 2")
    expect(choice.locator("option")).to_have_text(
        ["Add a bot", "Dreamy", "Fiery", "Steady", "Shrewd"]
    )
    choice.select_option("Shrewd")
    expect(page.get_by_text("Shrewd").first).to_be_attached()
