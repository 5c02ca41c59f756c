"""Any registered game can be played in the browser, though nobody has drawn a table for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from examples import letters
from tatami.catalogue import Listing
from tatami.engine.game import Game
from tatami.lessons import Run, lesson_named, read_texts
from tests.browser.crowd import crowd
from tests.browser.ending import check_result
from tests.browser.pupil import FINGER, KEYS, Pupil, sensei, waits
from tests.browser.tables import newcomer, path_of, prompt, settle, stand, wait_for_more, whose_turn
from tests.support.chromium import People
from tests.support.serving import Server
from tests.support.steady import SteadyServer

Play = Callable[..., list[Page]]
FEWEST = """() => {
    const prompt = document.querySelector('[data-hint=prompt]');
    return Number(/Choose these .\\d+ of (\\d+)/.exec(prompt?.textContent ?? '')?.[1] ?? '-1');
}"""
"""How many cards are to be handed in together at least; -1: none are."""
PRESS = """([what, times]) => [...document.querySelectorAll(`[data-hint=prompt] ${what}`)]
    .slice(0, times).forEach((button) => button.click())"""
LETTERS = Listing(letters.GAME, letters.__name__, {})
GAMES = ("gong", "draft", "heap", "trio", "tricks", "guard")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games of the tests, whose counts are short."""
    games = [*(f"tests.fixtures.{name}" for name in GAMES), "examples.letters"]
    data = tmp_path_factory.mktemp("any") / "data"
    settings = {"pace": 0, "time": 0.05, "away": 6000, "budget": 600, "messages": 500}
    with SteadyServer(data, **settings, game=games) as running:
        yield running


@pytest.fixture
def begin(server: Server, people: People) -> Play:
    """Two people with browsers at a game, and bots at the seats that remain."""

    def start(game: str, bots: int = 0) -> list[Page]:
        found: list[Page] = []
        with crowd(server.url, 2, game=game, seats=2 + bots, start=False) as strangers:
            for seat in range(2, 2 + bots):
                strangers[0].must("arrange", what="bot", seat=seat, level="random")
            strangers[0].must("do", what="start")
            for one in strangers:
                person = newcomer(people, server.url, one.name, reduced_motion="reduce")
                page = one.lend(person).go(f"/t/{one.table}")
                found.append(settle(page))
        return found

    return start


def choices(page: Page) -> Locator:
    """The answers that a page lists."""
    return prompt(page).get_by_role("list", name="Your choices").first.get_by_role("button")


def answer(page: Page) -> None:
    """Give the first answer, or hand in a pick of the first cards."""
    before = stand(page)
    fewest = page.evaluate(FEWEST)
    page.evaluate(PRESS, ["ul[aria-label='Your choices'] button", max(fewest, 1)])
    if fewest >= 0:
        page.evaluate(PRESS, [".primary", 1])
    wait_for_more(page, before)


def play_to_the_end(server: Server, pages: list[Page], game: Game | None = None) -> None:
    """Whoever is asked answers, to the end."""
    while page := whose_turn(pages):
        answer(page)
    check_result(server, path_of(pages[0]), dict(enumerate(pages)), game)
    for page in pages:
        expect(page.get_by_role("heading", name="The deal adds up")).to_be_visible()


def test_all_choose_at_once_strike_the_gong_and_race(begin: Play, server: Server) -> None:
    ann, bob = begin("gong")
    for page in (ann, bob):
        expect(choices(page).first).to_be_visible()
    choices(ann).first.click()
    expect(prompt(ann)).to_contain_text("You have answered. Waiting for Bob.")
    expect(choices(bob).first).to_be_visible()
    rights = ann.get_by_role("group", name="At any time")
    rights.get_by_role("button", name=re.compile("wave", re.IGNORECASE)).click()
    expect(bob.get_by_role("list", name="Log", exact=True)).to_contain_text("Ann")
    expect(prompt(ann)).to_contain_text("You have answered")
    choices(bob).first.click()
    expect(choices(ann).first).to_be_visible()  # the count has run, and the cards have been passed

    rights.get_by_role("button", name=re.compile("strike", re.IGNORECASE)).click()
    rights = bob.get_by_role("group", name="At any time")
    rights.get_by_role("button", name=re.compile("shout", re.IGNORECASE)).click()
    expect(ann.get_by_role("list", name="Log", exact=True)).to_contain_text("Bob")
    play_to_the_end(server, [ann, bob])


def test_a_race_with_bots_comes_to_its_end(begin: Play, server: Server) -> None:
    pages = begin("gong", bots=2)
    expect(pages[0].get_by_role("region", name=re.compile("Ann|you"))).to_have_count(1)
    pages[0].get_by_role("button", name=re.compile("strike", re.IGNORECASE)).click()
    play_to_the_end(server, pages)


def test_a_card_that_was_chosen_at_once_can_be_taken_back_until_all_have_chosen(
    begin: Play,
) -> None:
    ann, bob = begin("gong")
    choices(ann).first.click()
    prompt(ann).get_by_role("button", name="Take back").click()
    expect(choices(ann).first).to_be_visible()
    expect(choices(bob).first).to_be_visible()


def test_the_example_is_played_to_its_end_in_its_own_words(begin: Play, server: Server) -> None:
    ann, bob = begin("letters", bots=1)
    expect(prompt(ann)).to_contain_text("Which card do you play?")
    expect(choices(ann).first).to_contain_text("play the")
    play_to_the_end(server, [ann, bob], letters.GAME)


@pytest.mark.parametrize(
    ("name", "device", "pupil"), [("look", "phone", FINGER), ("guess", "desktop", KEYS)]
)
def test_the_lessons_of_the_example_are_taken_at_the_board_of_any_game(
    server: Server, people: People, name: str, device: str, pupil: Pupil
) -> None:
    page = newcomer(people, server.url, "Mika", device=device).go(f"/learn/letters/{name}")
    found = lesson_named(LETTERS, name)
    assert found is not None
    run, texts, told = Run(found, LETTERS), read_texts(LETTERS)[name], 0
    while run.waits != "done":
        waits(page, run.waits)
        assert all(texts[one.key] in sensei(page) for one in run.said[told:])
        told = (pupil.act if run.waits == "do" else pupil.go_on)(page, run)
    waits(page, "done")
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator("li.done")).to_have_count(1)
    expect(page.locator("li")).to_have_count(2)


def test_a_draft_is_played_to_its_end(begin: Play, server: Server) -> None:
    ann, bob = begin("draft", bots=1)
    for page in (ann, bob):
        expect(choices(page).first).to_be_visible()
    answer(bob)
    # What all choose at once is sealed: nobody can tell who has chosen already.
    expect(prompt(bob)).to_contain_text("You have answered. Waiting for Ann and")
    play_to_the_end(server, [ann, bob])


def test_cards_are_picked_and_handed_in_together(begin: Play, server: Server) -> None:
    ann, bob = begin("heap")
    hand_in = prompt(ann).get_by_role("button", name=re.compile("^Choose these"))
    expect(hand_in).to_have_text("Choose these (0 of 0 to 4)")
    for at in range(4):
        choices(ann).nth(at).click()
    expect(hand_in).to_have_text("Choose these (4 of 0 to 4)")
    choices(ann).nth(4).click()
    expect(hand_in).to_have_text("Choose these (4 of 0 to 4)")
    choices(ann).nth(0).click()
    expect(hand_in).to_have_text("Choose these (3 of 0 to 4)")
    hand_in.click()
    for page in (ann, bob):
        second = prompt(page).get_by_role("button", name="Choose these (0 of 3)")
        expect(second).to_be_disabled()
    play_to_the_end(server, [ann, bob])


def test_one_person_plays_several_places(begin: Play, server: Server) -> None:
    ann, bob = begin("trio")
    expect(ann.get_by_role("list", name="Your choices")).to_have_count(3)
    play_to_the_end(server, [ann, bob])


@pytest.mark.parametrize("game", ["tricks", "guard"])
def test_other_games_come_to_their_end(begin: Play, server: Server, game: str) -> None:
    play_to_the_end(server, begin(game))
