"""A whole game for somebody who sees nothing: roles, names and what is read out, no more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.ending import check_result
from tests.browser.tables import newcomer, path_of, settle
from tests.support.chromium import People
from tests.support.serving import Server

Serve = Callable[..., Server]
EAR = (Path(__file__).parent / "ear.js").read_text(encoding="utf-8")
ASKED = "Your turn. "
NAMES = re.compile(r'^\s*- button "(.+)"', re.MULTILINE)
FOLDED = re.compile(r'button "All \d+ choices[^"]*"(?! \[expanded)')
LISTEN = """made => {
    const asked = window.heard.filter(({ text }) => text.startsWith('Your turn. ')).length > made;
    return (asked || window.heard.some(({ text }) => text === 'The game is over.')) && [asked];
}"""
ASIDE = re.compile(r"^(Rule |Cancel|All \d+ choices)")
"""Buttons of a question that are no answers."""


class Ear:
    """Somebody who hears a page, and presses what has a name."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: list[str] = []

    def heard(self) -> list[str]:
        """All that was read out, in its order."""
        found: list[str] = self.page.evaluate("window.heard.map((one) => one.text)")
        return found

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button of that name with the keyboard."""
        button = self.page.get_by_role("button", name=name, exact=isinstance(name, str)).first
        expect(button).to_be_enabled()
        button.press("Enter")

    def wait_for_question(self) -> bool:
        """Listen until one is asked once more; False when the game is over instead."""
        asked: bool = self.page.wait_for_function(LISTEN, arg=len(self.made)).json_value()[0]
        settle(self.page)
        return asked

    @property
    def asked(self) -> Locator:
        """Where the question is."""
        return self.page.get_by_role("region", name="What is asked")

    def answers(self) -> list[str]:
        """The names of the answers to the question that is open; a long list is opened first."""
        found = self.asked.aria_snapshot()
        if FOLDED.search(found):
            self.press(re.compile(r"^All \d+ choices"))
            found = self.asked.aria_snapshot()
        return [name for name in NAMES.findall(found) if not ASIDE.match(name)]

    def answer(self, which: int) -> None:
        """Give one of the answers, by its name alone."""
        names = self.answers()
        assert names, "a question without an answer"
        assert len(set(names)) == len(names), f"two answers sound alike: {names}"
        name = names[which % len(names)]
        self.asked.get_by_role("button", name=name, exact=True).press("Enter")
        self.made.append(name)


def test_a_whole_game_can_be_played_by_ear(serve: Serve, people: People) -> None:
    server = serve(pace=0, budget=600, time=100)
    person = newcomer(people, server.url, "Ann", reduced_motion="reduce")
    person.context.add_init_script(EAR)
    ear = Ear(person.go())
    sit_down_with_two_bots(ear)
    while ear.wait_for_question():
        ear.answer(which=len(ear.made))
        assert len(ear.made) < 200, "the game does not end"
    assert len(ear.made) > 10

    headline = ear.page.get_by_role("heading", level=1)
    check_result(server, path_of(ear.page), {0: ear.page})
    said = headline.inner_text()
    assert ear.heard().count(said) == 1, "the result is read out once"
    check_that_every_line_was_read_out(ear, said)


def sit_down_with_two_bots(ear: Ear) -> None:
    """From the start page to a table of three."""
    ear.press(re.compile("^Invite friends.*War of Clans"))
    ear.page.get_by_role("heading", name="Your table").wait_for()
    ear.page.get_by_role("radio", name="3", exact=True).press("Space")
    seats = ear.page.get_by_role("region", name="Who plays").get_by_role("listitem")
    expect(seats).to_have_count(3)
    ear.press("Fill with bots")
    ear.page.get_by_text("Everybody is here.").wait_for()
    assert sum("has sat down" in text for text in ear.heard()) == 2
    ear.press("Start the game")


def check_that_every_line_was_read_out(ear: Ear, headline: str) -> None:
    """The log, looked back at through the same eyes, is what was heard during the game."""
    about = re.compile(f"^{ASKED}|has sat down.$|^{re.escape(headline)}$")
    heard = [text for text in ear.heard() if not about.search(text)]
    lines = whole_log(ear.page)
    assert len(lines) > 20
    assert Counter(heard) - Counter(lines) == Counter(), "something was read out too often"
    assert Counter(lines) - Counter(heard) == Counter(), "something was not read out"
    assert heard == lines


def whole_log(page: Page) -> list[str]:
    """All lines of the log of a game that has ended."""
    page.goto(page.url.split("/t/")[0] + path_of(page).replace("/t/", "/r/") + "#eyes=0")
    page.get_by_role("button", name="To the end").press("Enter")
    log = page.get_by_role("list", name="Log", exact=True)
    expect(log).to_contain_text("The game is over.")
    lines = log.locator("li > span").all()
    return [" ".join((line.text_content() or "").split()) for line in lines]
