"""Night of the Ninja at its own table: whole games, talk, a sealed phase, nothing that tells."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tatami.engine.world import World
from tests.browser.crowd import Stranger, crowd, play
from tests.browser.ending import check_result
from tests.browser.means import Keys
from tests.browser.tables import (
    catch_up,
    newcomer,
    path_of,
    prompt,
    resize,
    see,
    settle,
    speak,
    stand,
    wait_for_more,
    whose_turn,
)
from tests.support.chromium import SERVER_GONE, People
from tests.support.rigged import RiggedServer, rigged
from tests.support.serving import Server
from tests.support.steady import SteadyServer

HINTS = [f"night.{name}" for name in ("house", "draft", "night", "talk", "tokens")]
PREFS = {"speed": "instant", "hints": HINTS}
STEP = """() => {
    const ask = document.querySelector('[data-hint=prompt].asked');
    if (!ask) return document.querySelector('a[href^="/r/"]') ? 'over' : '';
    const primary = ask.querySelector('.primary:enabled');
    const lit = document.querySelector('.lit[data-spot]');
    if (primary) {
        ask.querySelectorAll('button[aria-pressed=false]').forEach((card) => card.click());
        primary.click();
    } else if (lit) lit.click();
    else ask.querySelector('ul button:enabled')?.click();
    return 'asked';
}"""
"""Plays all that can be played, and takes the first of everything else."""
STANDS = """() => [...document.querySelectorAll('.stand, .asked, .mine .place')].map((el) => {
    const box = el.getBoundingClientRect();
    return [el.className, box.left, box.top, box.right, box.bottom];
})"""
SCREEN = "() => document.querySelector('#main, main').innerHTML"
Begin = Callable[..., list[Page]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not dawdle."""
    data = tmp_path_factory.mktemp("night") / "data"
    with SteadyServer(data, pace=0, away=6000, budget=600, messages=500) as running:
        yield running


@pytest.fixture
def begin(server: Server, people: People) -> Begin:
    """People with browsers at a table of so many seats; bots have the others."""

    def start(seats: int, browsers: int = 2, *devices: str, **more: Any) -> list[Page]:
        found: list[Page] = []
        wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
        bots = seats - browsers
        with crowd(server.url, browsers, bots=bots, level="wary", **wishes) as strangers:
            for at, one in enumerate(strangers):
                device = devices[at] if at < len(devices) else "desktop"
                found.append(_at(people, server, one, device=device, **more))
        return found

    return start


def _at(people: People, server: Server, one: Stranger, **more: Any) -> Page:
    """That stranger's seat in a browser."""
    person = newcomer(
        people, server.url, one.name, prefs=PREFS, **{"reduced_motion": "reduce", **more}
    )
    page = one.lend(person).go(f"/t/{one.table}")
    prompt(page).wait_for()
    return page


def play_on(pages: list[Page]) -> None:
    """Whoever is asked does the first thing that can be done, to the end."""
    while page := whose_turn(pages):
        before = stand(page)
        page.evaluate(STEP)
        wait_for_more(page, before)


# -- by hand


class NightHands(ABC):
    """Somebody who does the first thing that can be done, and plays every card."""

    def __init__(self) -> None:
        self.answers = 0
        self.aimed = 0

    def act(self, page: Page) -> None:
        """One whole answer."""
        asked = page.locator("[data-hint=prompt].asked")
        if asked.locator(".primary").count():
            cards = asked.locator("button[aria-pressed]")
            for at in range(cards.count()):
                self.press(page, cards.nth(at))
            self.press(page, asked.locator(".primary"))
        elif page.locator(".standee.lit").count():
            self.aimed += 1
            self.touch(page, page.locator(".standee.lit").first)
        elif page.locator(".lit[data-spot]").count():
            self.touch(page, page.locator(".lit[data-spot]").first)
        else:
            self.press(page, asked.locator("ul button").first)
        self.answers += 1

    @abstractmethod
    def press(self, page: Page, button: Locator) -> None:
        """Press a button of the prompt."""

    @abstractmethod
    def touch(self, page: Page, spot: Locator) -> None:
        """Choose something that lies on the table."""


class NightKeys(NightHands):
    """Never touches anything but keys."""

    def press(self, page: Page, button: Locator) -> None:
        """Go there with the Tab key."""
        for _ in range(60):
            if button.evaluate("one => one === document.activeElement"):
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead there")

    def touch(self, page: Page, spot: Locator) -> None:
        """Walk there with the arrows; every second time choose by number."""
        if self.answers % 2:
            page.keyboard.press("1")
            return
        Keys().walk(page)
        page.keyboard.press("Enter")


class NightFinger(NightHands):
    """Taps."""

    def press(self, page: Page, button: Locator) -> None:
        """Tap it."""
        button.tap()

    def touch(self, page: Page, spot: Locator) -> None:
        """Of a card in hand the corner that no other card covers; of all else the middle."""
        held = spot.evaluate("one => one.closest('.hand') !== null")
        spot.tap(position={"x": 6, "y": 8} if held else None)


def play_by_hand(hands: dict[Page, NightHands]) -> int:
    """Everybody answers until the result is shown; how many were seen lying at the most."""
    fallen = 0
    while page := whose_turn(list(hands)):
        fallen = max(fallen, *(one.locator(".standee.dead").count() for one in hands))
        before = stand(page)
        hands[page].act(page)
        wait_for_more(page, before)
    return fallen


# -- whole games


@pytest.mark.parametrize("seats", [4, 7, 11])
def test_a_whole_game_with_people_and_bots(begin: Begin, server: Server, seats: int) -> None:
    pages = begin(seats, 2, "desktop", "phone")
    assert pages[0].locator(".stand").count() == seats - 1
    play_on(pages)
    check_result(server, path_of(pages[0]), dict(enumerate(pages)))
    for page in pages:
        expect(page.get_by_role("table")).to_contain_text("Ann")
        expect(page.get_by_role("row")).to_have_count(seats + 1)


def test_two_play_with_three_members_each(begin: Begin, server: Server) -> None:
    pages = begin(2)
    for page in pages:
        assert page.locator(".near .mine").count() == 3
        assert page.locator(".stand").count() == 3
        expect(prompt(page)).to_contain_text("②")
    play_on(pages)
    check_result(server, path_of(pages[0]), dict(enumerate(pages)))


def test_one_plays_by_keyboard_and_one_by_touch_to_the_end(
    tmp_path: Path, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys and taps as hands make them. The first Blind Assassin is Ann's, so somebody dies."""
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    settings: dict[str, object] = {"pace": 0, "away": 6000, "budget": 600, "messages": 500}
    with RiggedServer(tmp_path / "data", f"{HOUSES}|{ARMED}", **settings) as server:
        with crowd(server.url, 2, bots=2, level="wary", **wishes) as (one, other):
            ann = _at(people, server, one, allow=SERVER_GONE)
            bob = _at(people, server, other, device="phone", allow=SERVER_GONE)
        hands: dict[Page, NightHands] = {ann: NightKeys(), bob: NightFinger()}
        fallen = play_by_hand(hands)
        assert all(hand.answers > 4 for hand in hands.values())
        assert hands[ann].aimed, "Ann chose whom to kill"
        assert fallen
        monkeypatch.setattr(World, "shuffle", rigged(f"{HOUSES}|{ARMED}"))  # to play it again
        check_result(server, path_of(ann), {0: ann, 1: bob})
        for page in hands:
            expect(page.get_by_role("row")).to_have_count(5)


def test_the_dead_fall(tmp_path: Path, people: People) -> None:
    """Ann has a Blind Assassin, and nobody reacts: the first of the others lies there, for good."""
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    settings: dict[str, object] = {"pace": 0, "away": 6000, "budget": 600, "messages": 500}
    with (
        RiggedServer(tmp_path / "data", f"{HOUSES}|{ARMED}", **settings) as server,
        crowd(server.url, 4, **wishes) as strangers,
    ):
        ann, *rest = strangers
        page = _at(people, server, ann, allow=SERVER_GONE)
        fallen = page.locator(".standee.dead")
        while not fallen.count():
            assert not strangers[0].over, "nobody dies"
            one_round(page, rest)
            ann.catch_up()
        page.reload()
        expect(fallen).to_have_count(1)
        assert "dead" in (fallen.get_attribute("aria-label") or "")
        expect(fallen.locator(".figure")).to_have_css("rotate", "-84deg")
        expect(fallen.locator(".slip b")).to_have_css("text-decoration-line", "line-through")


def one_round(page: Page, rest: list[Stranger]) -> None:
    """Everybody who is asked answers once, those without a browser first."""
    for one in rest:
        one.catch_up()
        one.move()
    catch_up(page)
    before = stand(page)
    if before.asks:
        page.evaluate(STEP)
        wait_for_more(page, before)


# -- talk


def test_a_claim_takes_a_few_taps_and_is_read_in_the_other_language(begin: Begin) -> None:
    ann, bob = begin(4, 2, "phone", "desktop")
    speak(bob, "fr")
    ann.get_by_role("tab", name="Talk").click()
    ann.get_by_text("Claim something").click()
    ann.get_by_role("button", name="I saw …: …").click()
    ann.get_by_role("button", name="Bob", exact=True).click()
    ann.get_by_role("button", name="Lotus 2", exact=True).click()
    ann.get_by_role("button", name="Say it").click()
    said = ann.get_by_role("list", name="Talk", exact=True)
    expect(said).to_contain_text("I saw Bob: Lotus 2.")
    bob.get_by_role("tab", name="Carnet").click()
    expect(bob.locator(".notebook")).to_contain_text("Lotus 2")
    expect(bob.locator(".notebook")).not_to_contain_text("I saw")
    ann.get_by_role("tab", name="Notes").click()
    expect(ann.locator(".notebook li", has_text="Ann")).to_contain_text("I saw Bob")


def test_who_is_muted_is_not_heard_not_even_in_claims(begin: Begin) -> None:
    ann, bob = begin(4)
    said = ann.get_by_role("list", name="Talk", exact=True)
    expect(said.get_by_text("I am", exact=False).first).to_be_visible()  # the bots have said so
    bot = said.locator(".words > b").first.inner_text()
    ann.get_by_text("Mute players").click()
    ann.get_by_role("checkbox", name=bot).check()
    expect(said.locator(".words > b", has_text=bot)).to_have_count(0)
    assert bob.locator(".night").count()


Talkers = Callable[..., tuple[Page, list[Stranger]]]


@pytest.fixture
def talkers(server: Server, people: People) -> Iterator[Talkers]:
    """`talkers(device)`: Ann's page among four, and those who have no browser, after the draft."""
    with ExitStack() as crowds:

        def meet(device: str = "desktop") -> tuple[Page, list[Stranger]]:
            wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
            all_four = crowds.enter_context(crowd(server.url, 4, **wishes))
            page = _at(people, server, all_four[0], device=device, allow=SERVER_GONE)
            _draft(page, all_four[1:])
            return page, all_four

        yield meet


def test_what_is_said_stands_on_the_table_with_its_hour_and_can_be_read_by_one_player(
    talkers: Talkers,
) -> None:
    page, (_, bob, cleo, dan) = talkers()
    bob.must("say", text="I have seen nothing.")
    cleo.must("say", kind="doubt", args=[1])
    dan.must("say", text="Leave Bob alone!")
    dan.must("say", kind="believe", args=[0])
    said = page.get_by_role("list", name="Talk", exact=True)
    expect(said.locator(".line")).to_have_count(4)
    expect(said.locator(".chapter")).to_have_text(["Round 1 · Spies"])
    expect(said.locator(".line").nth(1)).to_have_text("Cleo I doubt Bob.")
    assert page.get_by_role("tab", name="Talk").count() == 0, "it is on the table already"
    page.locator(".conversation").get_by_label("Show").select_option("said by or of Bob")
    expect(said.locator(".line")).to_have_count(3)
    page.locator(".conversation").get_by_label("Show").select_option("said by or of Cleo")
    expect(said.locator(".line")).to_have_text(["Cleo I doubt Bob."])


def test_by_keyboard_one_letter_leads_to_saying_something(talkers: Talkers) -> None:
    page, _ = talkers()
    page.keyboard.press("t")
    expect(page.get_by_label("Say something")).to_be_focused()
    page.keyboard.type("Who goes there?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Talk", exact=True)).to_contain_text("Who goes there?")


def test_who_reads_further_up_is_left_there_until_they_come_back(talkers: Talkers) -> None:
    page, (_, bob, *others) = talkers()
    said = page.get_by_role("list", name="Talk", exact=True)
    for number in range(30):  # nobody may say so much at once
        (bob, *others)[number % 3].must("say", text=f"Sentence {number}.")
    expect(said.get_by_text("Sentence 29.")).to_be_in_viewport()
    said.get_by_text("Sentence 0.").scroll_into_view_if_needed()
    see(page, "drawn")  # and told that it was scrolled
    expect(said.get_by_text("Sentence 0.")).to_be_in_viewport()
    bob.must("say", text="And another.")
    expect(said.get_by_text("And another.")).to_be_attached()
    expect(said.get_by_text("And another.")).not_to_be_in_viewport()
    said.get_by_text("And another.").scroll_into_view_if_needed()
    see(page, "drawn")
    bob.must("say", text="The last one.")
    expect(said.get_by_text("The last one.")).to_be_in_viewport()


def test_a_phone_shows_the_last_words_and_a_tap_the_whole_talk(talkers: Talkers) -> None:
    page, (_, bob, cleo, _) = talkers("phone")
    bob.must("say", text="First things first.")
    cleo.must("say", text="I am not convinced.")
    voices = page.get_by_role("button", name="Read and talk")
    for words in ("First things first.", "I am not convinced."):
        expect(voices.get_by_text(words)).to_be_in_viewport(ratio=1)
    voices.tap()
    said = page.get_by_role("list", name="Talk", exact=True)
    expect(said.locator(".line")).to_have_count(2)
    expect(page.get_by_label("Say something")).to_be_visible()


def test_in_the_end_the_talk_says_what_was_true(talkers: Talkers) -> None:
    """Everybody claims to be the same: at most one of them is."""
    page, strangers = talkers()
    for one in strangers:
        am = next(remark for remark in one.game["remarks"] if remark["key"] == "am")
        one.must("say", kind="am", args=[values[0] for values in am["values"]])
    strangers[0].must("say", text="All lies.")
    play(strangers)
    page.get_by_role("button", name="What was true?").click()
    lines = page.get_by_role("list", name="Talk", exact=True).locator(".line")
    expect(lines.locator(".truth")).to_have_count(4)
    assert lines.locator(".lie").count() >= 3
    expect(lines.last.locator(".truth")).to_have_count(0)  # which claims nothing


# -- a sealed phase


def test_who_comes_back_in_a_sealed_phase_finds_their_answer_and_gives_nothing_away(
    server: Server, people: People
) -> None:
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    with crowd(server.url, 4, **wishes) as strangers:
        ann, *rest = strangers
        page = _at(people, server, ann, allow=SERVER_GONE)
        ann.go()
        person = people.here[-1]
        _draft(page, rest)
        page.reload()
        expect(prompt(page)).to_contain_text("Spies")
        page.locator("[data-hint=prompt] .primary").click()
        expect(prompt(page)).to_contain_text("You have answered")
        before = [_updates(one) for one in rest]
        person.cut()
        page.get_by_text("This device has no network").wait_for()
        person.cut(False)
        page.reload()
        expect(prompt(page)).to_contain_text("You have answered")
        assert [_updates(one) for one in rest] == before
        for one in rest:
            assert one.move()
        expect(prompt(page)).to_contain_text("Mystics")


@pytest.mark.parametrize("by", ["click", "key"])
def test_an_answer_can_be_taken_back_until_the_phase_closes(
    server: Server, people: People, by: str
) -> None:
    """N7: the table offers it, and what was taken back is asked again."""
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    with crowd(server.url, 4, **wishes) as strangers:
        ann, *rest = strangers
        page = _at(people, server, ann)
        ann.go()
        _draft(page, rest)
        expect(prompt(page)).to_contain_text("Spies")
        play = page.locator("[data-hint=prompt] .primary")
        play.click()
        expect(prompt(page)).to_contain_text("You have answered")
        back = prompt(page).get_by_role("button", name="Take back")
        expect(back).to_be_visible()
        if by == "click":
            back.click()
        else:
            page.keyboard.press("Escape")
        expect(prompt(page)).to_contain_text("Spies")
        expect(back).to_have_count(0)
        play.click()
        expect(back).to_be_visible()
        for one in rest:
            one.catch_up()
            assert one.move()
        expect(prompt(page)).to_contain_text("Mystics")
        expect(back).to_have_count(0)


def _draft(page: Page, rest: list[Stranger]) -> None:
    """Everybody keeps two cards, so that the Spies can begin."""
    for words, key in (("of the three", "draft.first"), ("of the two", "draft.second")):
        expect(prompt(page)).to_contain_text(words)
        settle(page).locator(".lit[data-spot]").first.click()
        for one in rest:
            one.wait(lambda one=one, key=key: _asked(one) == key)  # type: ignore[misc]  # bound now
            assert one.move()


def _asked(one: Stranger) -> str:
    return str(next((offer["key"] for offer in one.view.get("offers", [])), ""))


def _updates(one: Stranger) -> int:
    """How often somebody has been told something about the game."""
    one.catch_up()
    return sum(message["t"] == "update" for message in one.heard)


# -- nothing that tells


HOUSES = "Crane-1 Lotus-1 Crane-2 Lotus-2"
MINE = "Blind-Assassin-1 Spy-1 Mystic-1"
WORLDS = (
    f"{MINE} Judge Spy-4 Mystic-3 Thief Spy-5 Mystic-4 Shinobi-1 Mystic-2 Spy-3",
    f"{MINE} Mastermind Martyr Shinobi-2 Judge Shinobi-3 Thief Mirror-Monk Mystic-2 Spy-3",
)
ARMED = (
    "Blind-Assassin-1 Blind-Assassin-2 Shinobi-1 Spy-1 Mystic-1 Shinobi-2 "
    "Spy-2 Mystic-2 Spy-5 Spy-3 Mystic-3 Spy-4"
)
"""Ann keeps the first Blind Assassin; there is no Judge, and no Mirror Monk."""
KEPT = ("Judge", "Mastermind", "Thief", "Shinobi-1", "Mirror-Monk")


def test_no_screen_shows_what_its_seat_cannot_know(tmp_path: Path, people: People) -> None:
    """Two worlds that differ in others' cards only: the same page, to the letter."""
    seen = [_screens(tmp_path / str(at), people, dealt) for at, dealt in enumerate(WORLDS)]
    assert len(seen[0]) > 8
    for one, other in zip(*seen, strict=True):
        assert one == other


def _screens(data: Path, people: People, dealt: str) -> list[str]:
    """Seat 0's page at every step of a night in which nobody plays a card."""
    settings: dict[str, object] = {"pace": 0, "away": 6000, "budget": 600, "messages": 500}
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    with (
        RiggedServer(data, f"{HOUSES}|{dealt}", **settings) as server,
        crowd(server.url, 4, **wishes) as strangers,
    ):
        ann, *rest = strangers
        page = _at(people, server, ann, allow=SERVER_GONE)
        found: list[str] = []
        for _ in range(7):
            for one in rest:
                _keep_or_nothing(one)
                found.append(_bare(catch_up(page)))
            before = stand(page)
            page.evaluate(STEP.replace("card.click()", "0"))
            while not wait_for_more(page, before).asks:
                before = stand(page)
        return found


def _keep_or_nothing(one: Stranger) -> None:
    one.wait(lambda: one.view.get("offers"))
    offer = one.view["offers"][0]
    answer: Any = [] if offer.get("high") else offer["options"][0]
    if offer["key"] == "draft.first":
        faces = one.game["faces"]
        answer = next(o for o in offer["options"] if faces[o] in KEPT)
    one.must("answer", ask=offer["ask"], answer=answer)


def _bare(page: Page) -> str:
    """A page without what differs from server to server."""
    return re.sub(r"127\.0\.0\.1:\d+", "", str(page.evaluate(SCREEN)))


# -- room


@pytest.mark.parametrize(
    ("device", "sizes"),
    [("desktop", [(1366, 768)]), ("phone", [(390, 844), (360, 740)])],
    ids=["laptop", "phone"],
)
def test_eleven_fit(begin: Begin, device: str, sizes: list[tuple[int, int]]) -> None:
    (page,) = begin(11, 1, device)
    for width, height in sizes:
        boxes = resize(page, width, height).evaluate(STANDS)
        assert len([box for box in boxes if box[0].startswith("stand")]) >= 10
        for name, left, top, right, bottom in boxes:
            assert left >= -1, (width, name)
            assert right <= width + 1, (width, name)
            assert top >= 0, (width, name)
            assert bottom <= height + 1, (width, name, bottom)
