"""Somebody who has never played learns a game at its own table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tatami import catalogue
from tatami.games.words import LANGUAGES
from tatami.lessons import Run, lesson_named, read_lessons, read_texts
from tatami.testing.lessons import right_move
from tests.browser.tables import SPEAK, newcomer, resize, settle
from tests.support.chromium import People
from tests.support.serving import Server

CLANS = catalogue.find("clans")
NIGHT = catalogue.find("night")
NAMES = [one.name for one in read_lessons(CLANS)]
IN_TURN = [(name, LANGUAGES[at % len(LANGUAGES)]) for at, name in enumerate(NAMES)]
GAME = "game"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here; nobody is hurried."""
    data = tmp_path_factory.mktemp("learn") / "data"
    with Server(data, pace=0, time=100, away=6000, budget=600) as running:
        yield running


def sensei(page: Page) -> str:
    """What the sensei says now, once all is shown."""
    settle(page)
    return page.locator(".sensei .words").inner_text()


def waits(page: Page, wanted: str) -> None:
    expect(page.locator(".sensei")).to_have_attribute("data-waits", wanted)
    settle(page)


class Box(NamedTuple):
    """Where something stands on the page."""

    x: float
    y: float
    width: float
    height: float


def stands(page: Page, what: str) -> Box:
    box = page.locator(what).bounding_box()
    assert box is not None
    return Box(**box)


def taken(name: str) -> Run:
    found = lesson_named(CLANS, name)
    assert found is not None
    return Run(found, CLANS)


def choose(page: Page, run: Run) -> None:
    """Take the right answer by the number that it has in the list, here and in the run."""
    assert run.part is not None
    move = right_move(run, run.part)
    ((_, offer),) = run.referee.asks(run.lesson.seat)
    page.keyboard.press(str(list(offer.options).index(_one(move.answer)) + 1))
    assert run.take(move)


def _one(answer: object) -> int:
    assert isinstance(answer, int)
    return answer


@pytest.mark.parametrize(("name", "language"), IN_TURN)
def test_a_lesson_is_taken_in_the_browser(
    server: Server, people: People, name: str, language: str
) -> None:
    device = "phone" if NAMES.index(name) % 2 else "desktop"
    person = newcomer(people, server.url, "Mika", prefs={"language": language}, device=device)
    page = person.go(f"/learn/clans/{name}")
    texts = read_texts(CLANS, language)[name]
    run, told = taken(name), 0
    while run.waits in ("next", "do"):
        waits(page, run.waits)
        new, told = run.said[told:], len(run.said)
        assert texts[new[-1].key if new else "aim"] in sensei(page)
        if run.waits == "do":
            choose(page, run)
        else:
            page.locator(".sensei button.primary").click()
            run.go_on()
    waits(page, run.waits)
    if run.waits == "done":
        resize(page, 360, 740)
        assert stands(page, ".sensei .words").width > 200, "what is said has room"
        person.go("/learn/clans")
        expect(page.locator("li.done")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_on_a_phone_leaves_the_hand_in_sight_while_the_sensei_speaks(
    server: Server, people: People, language: str
) -> None:
    prefs = {"language": language}
    person = newcomer(people, server.url, "Mika", prefs=prefs, device="phone")
    for lesson in read_lessons(NIGHT):
        page = person.go(f"/learn/night/{lesson.name}")
        waits(page, "next")
        hand, tabs = stands(page, ".near"), stands(page, ".tatami-table [role=tablist]")
        assert hand.y + hand.height <= tabs.y + 1, lesson.name


def test_a_wrong_answer_is_explained_and_a_forbidden_one_refused(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/clans/first-order")
    waits(page, "next")
    page.keyboard.press("2")
    expect(page.locator(".sensei .wrong")).to_contain_text("a third card")
    settle(page)
    page.keyboard.press("3")
    waits(page, "do")
    assert "never goes into your own province" in sensei(page)


def test_after_a_wrong_answer_one_reads_on(server: Server, people: People) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/clans/first-order")
    waits(page, "next")
    page.keyboard.press("2")
    expect(page.locator(".sensei .wrong")).to_be_visible()
    settle(page)
    page.locator(".sensei button.primary").click()
    expect(page.locator(".sensei .words")).to_contain_text("is a point for you")
    expect(page.locator(".toast")).to_have_count(0)


def test_what_was_begun_stands_before_the_question_in_a_lesson_too(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/clans/first-order")
    waits(page, "next")
    page.keyboard.press("3")
    waits(page, "do")
    expect(page.locator(".prompt .question")).to_contain_text("deploy Oda")


def test_whoever_passed_a_wrong_card_can_pass_another(server: Server, people: People) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/tack/passing")
    waits(page, "next")
    page.locator('[data-spot="card:Red"]').first.click()
    expect(page.locator(".sensei .wrong")).to_be_visible()
    settle(page)
    page.locator('[data-spot="card:Green"]').first.click()
    expect(page.locator(".sensei .why")).to_be_visible()


def test_a_phone_shows_the_table_beside_all_that_was_left_to_be_read(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika", device="phone").go("/learn/night/house")
    waits(page, "next")
    page.locator('[data-spot="card:Spy-2"]').first.click()
    page.locator(".prompt button.primary").click()
    waits(page, "do")
    assert stands(page, ".sensei").height < 200
    assert "Try Chiyo" in sensei(page)


def test_whoever_has_never_played_is_offered_to_learn_first(server: Server, people: People) -> None:
    person = newcomer(people, server.url, "Mika")
    page = person.go()
    card = page.locator("article.game").filter(has_text="War of Clans")
    expect(card.locator(".ways > *").first).to_contain_text("Learn")
    card.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Begin").click()
    waits(page, "next")
    person.go()
    card.get_by_role("button", name="Play now").click()
    page.locator(".tatami-table").wait_for()
    person.go()
    expect(card.locator(".ways > *").first).to_contain_text("Play now")


def test_the_language_can_be_changed_in_the_middle_of_a_lesson(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/clans/attack")
    waits(page, "next")
    page.locator(".sensei button.primary").click()
    settle(page)
    page.evaluate(SPEAK, "fr")
    expect(page.locator(".sensei .words")).to_contain_text("une armée d’un autre clan")
