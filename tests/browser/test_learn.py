"""Somebody who has never played learns a game at its own table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tatami import catalogue
from tatami.catalogue import find
from tatami.games.words import LANGUAGES
from tatami.lessons import Run, lesson_named, read_lessons, read_texts
from tests.browser.pupil import FINGER, KEYS, MOUSE, Pupil, sensei, waits
from tests.browser.tables import SPEAK, newcomer, resize, settle
from tests.support.chromium import People
from tests.support.serving import Server

CLANS = catalogue.find("clans")
NIGHT = catalogue.find("night")
TACK = catalogue.find("tack")
MEANS: tuple[tuple[str, Pupil], ...] = (("phone", FINGER), ("desktop", KEYS), ("desktop", MOUSE))
EVERY = [(game, one.name) for game in catalogue.names() for one in read_lessons(find(game))]
IN_TURN = [
    (game, name, LANGUAGES[at % len(LANGUAGES)], *MEANS[at % len(MEANS)])
    for at, (game, name) in enumerate(EVERY)
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here; nobody is hurried."""
    data = tmp_path_factory.mktemp("learn") / "data"
    with Server(data, pace=0, time=100, away=6000, budget=600) as running:
        yield running


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


@pytest.mark.parametrize(("game", "name", "language", "device", "pupil"), IN_TURN)
def test_a_lesson_is_taken_in_the_browser(
    server: Server, people: People, game: str, name: str, language: str, device: str, pupil: Pupil
) -> None:
    person = newcomer(people, server.url, "Mika", prefs={"language": language}, device=device)
    page = person.go(f"/learn/{game}/{name}")
    texts = read_texts(find(game), language)[name]
    run = begun(game, name)
    told = 0
    while run.waits in ("next", "do"):
        waits(page, run.waits)
        said = sensei(page)
        for one in run.said[told:]:
            assert texts[one.key] in said
        assert said, "whoever has nothing new to hear is told the aim"
        told = (pupil.act if run.waits == "do" else pupil.go_on)(page, run)
    waits(page, run.waits)
    if run.waits == "done":
        assert all(texts[one.key] in sensei(page) for one in run.said[told:])
        expect(page.locator(".toast")).to_have_count(0)
        resize(page, 360, 740)
        assert stands(page, ".sensei .words").width > 200, "what is said has room"
        person.go(f"/learn/{game}")
        expect(page.locator("li.done")).to_have_count(1)


def test_the_first_game_is_played_to_its_end_and_others_moves_are_explained(
    server: Server, people: People
) -> None:
    prefs = {"language": "de"}
    page = newcomer(people, server.url, "Mika", prefs=prefs).go("/learn/tack/game")
    texts, run = read_texts(TACK, "de")["game"], begun("tack", "game")
    heard: list[str] = []
    while run.waits != "done":
        waits(page, run.waits)
        told = KEYS.play(page, run) if run.waits == "play" else KEYS.go_on(page, run)
        waits(page, run.waits)
        for one in run.said[told:]:
            assert texts[one.key] in sensei(page)
            heard += [one.key] if one.kind == "heard" else []
    assert heard == ["on_penalty", "on_calls", "on_gains"]
    assert run.said[-1].key == "end"
    expect(page.get_by_role("link", name="Zur Startseite", exact=True)).to_be_visible()


def begun(game: str, name: str) -> Run:
    """The same lesson, without a page."""
    found = lesson_named(find(game), name)
    assert found is not None
    return Run(found, find(game))


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


def test_a_question_with_long_choices_stands_whole_on_its_slip(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/clans/ninja")
    waits(page, "next")
    page.keyboard.press("4")
    waits(page, "do")
    slip, question = stands(page, ".prompt"), stands(page, ".prompt .question")
    last = stands(page, ".prompt .options li:last-child")
    assert slip.y <= question.y
    assert last.y + last.height <= slip.y + slip.height <= 800, "the window ends there"


def test_a_lesson_in_the_middle_of_a_night_tells_the_round_that_it_is(
    server: Server, people: People
) -> None:
    page = newcomer(people, server.url, "Mika").go("/learn/night/lies")
    run = begun("night", "lies")
    while all(one.key != "claims" for one in run.said):
        waits(page, run.waits)
        (KEYS.act if run.waits == "do" else KEYS.go_on)(page, run)
    waits(page, run.waits)
    told = page.locator(".talk").get_by_text("Round 1 · Blind Assassins", exact=True)
    expect(told).to_have_count(1)


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
