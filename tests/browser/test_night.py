"""Night of the Ninja at its own table: whole games, talk, a sealed phase, nothing that tells."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.crowd import Stranger, crowd
from tests.browser.means import Keys
from tests.browser.tables import newcomer, prompt, speak
from tests.support.chromium import SERVER_GONE, People
from tests.support.rigged import RiggedServer
from tests.support.serving import Server

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
    with Server(data, pace=0, away=600, messages=500) as running:
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


def play_on(pages: list[Page], until: Callable[[], object], seconds: float = 100) -> None:
    """Everybody does the first thing they can until something is so."""
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "the game does not go on"
        for page in pages:
            page.evaluate(STEP)
        pages[0].wait_for_timeout(60)


def over(page: Page) -> bool:
    """Whether the result is shown."""
    return bool(page.locator("a[href^='/r/']").count())


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


def play_by_hand(hands: dict[Page, NightHands], seconds: float = 100) -> int:
    """Everybody answers until the result is shown; how many were seen lying at the most."""
    deadline = time.monotonic() + seconds
    fallen = 0
    while not all(over(page) for page in hands):
        assert time.monotonic() < deadline, "the game does not go on"
        for page, hand in hands.items():
            fallen = max(fallen, page.locator(".standee.dead").count())
            words = _question(page)
            if words:
                hand.act(page)
                page.wait_for_function(NEWS, arg=words)
        next(iter(hands)).wait_for_timeout(40)
    return fallen


ANOTHER = """words => {
    const asked = document.querySelector('[data-hint=prompt].asked .question');
    return asked && asked.innerText !== words;
}"""
NEWS = "words => document.querySelector('[data-hint=prompt].asked .question')?.innerText !== words"


def _question(page: Page) -> str:
    """What is asked of somebody now; nothing where they wait."""
    return str(
        page.evaluate(
            "document.querySelector('[data-hint=prompt].asked .question')?.innerText ?? ''"
        )
    )


# -- whole games


@pytest.mark.parametrize("seats", [4, 7, 11])
def test_a_whole_game_with_people_and_bots(begin: Begin, seats: int) -> None:
    pages = begin(seats, 2, "desktop", "phone")
    assert pages[0].locator(".stand").count() == seats - 1
    play_on(pages, lambda: all(over(page) for page in pages))
    for page in pages:
        expect(page.get_by_role("table")).to_contain_text("Ann")
        expect(page.get_by_role("row")).to_have_count(seats + 1)


def test_two_play_with_three_members_each(begin: Begin) -> None:
    pages = begin(2)
    for page in pages:
        assert page.locator(".near .mine").count() == 3
        assert page.locator(".stand").count() == 3
        expect(prompt(page)).to_contain_text("②")
    play_on(pages, lambda: all(over(page) for page in pages))


def test_one_plays_by_keyboard_and_one_by_touch_to_the_end(tmp_path: Path, people: People) -> None:
    """Keys and taps as hands make them. The first Blind Assassin is Ann's, so somebody dies."""
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    settings: dict[str, object] = {"pace": 0, "away": 600, "messages": 500}
    with RiggedServer(tmp_path / "data", f"{HOUSES}|{ARMED}", **settings) as server:
        with crowd(server.url, 2, bots=2, level="wary", **wishes) as (one, other):
            ann = _at(people, server, one, allow=SERVER_GONE)
            bob = _at(people, server, other, device="phone", allow=SERVER_GONE)
        hands: dict[Page, NightHands] = {ann: NightKeys(), bob: NightFinger()}
        fallen = play_by_hand(hands)
        assert all(hand.answers > 4 for hand in hands.values())
        assert hands[ann].aimed, "Ann chose whom to kill"
        assert fallen
        for page in hands:
            expect(page.get_by_role("row")).to_have_count(5)


def test_the_dead_fall(tmp_path: Path, people: People) -> None:
    """Ann has a Blind Assassin, and nobody reacts: the first of the others lies there, for good."""
    wishes: dict[str, Any] = {"game": "night", "options": {"rounds": "1"}}
    settings: dict[str, object] = {"pace": 0, "away": 600, "messages": 500}
    with (
        RiggedServer(tmp_path / "data", f"{HOUSES}|{ARMED}", **settings) as server,
        crowd(server.url, 4, **wishes) as strangers,
    ):
        ann, *rest = strangers
        page = _at(people, server, ann, allow=SERVER_GONE)
        fallen = page.locator(".standee.dead")
        deadline = time.monotonic() + 60
        while not fallen.count():
            assert time.monotonic() < deadline, "nobody dies"
            page.evaluate(STEP)
            for one in rest:
                one.move()
            page.wait_for_timeout(60)
        page.reload()
        expect(fallen).to_have_count(1)
        assert "dead" in (fallen.get_attribute("aria-label") or "")
        expect(fallen.locator(".figure")).to_have_css("rotate", "-84deg")
        expect(fallen.locator(".slip b")).to_have_css("text-decoration-line", "line-through")


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
    ann.get_by_role("tab", name="Talk").click()
    said = ann.get_by_role("list", name="Talk", exact=True)
    expect(said.get_by_text("I am", exact=False).first).to_be_visible()  # the bots have said so
    bot = said.locator("b").first.inner_text()
    ann.get_by_text("Mute players").click()
    ann.get_by_role("checkbox", name=bot).check()
    expect(said.locator("b", has_text=bot)).to_have_count(0)
    assert bob.locator(".night").count()


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
        page.wait_for_timeout(300)
        person.cut(False)
        page.reload()
        expect(prompt(page)).to_contain_text("You have answered")
        assert [_updates(one) for one in rest] == before
        for one in rest:
            one.move()
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
            one.move()
        expect(prompt(page)).to_contain_text("Mystics")
        expect(back).to_have_count(0)


def _draft(page: Page, rest: list[Stranger]) -> None:
    """Everybody keeps two cards, so that the Spies can begin."""
    for words, key in (("of the three", "draft.first"), ("of the two", "draft.second")):
        expect(prompt(page)).to_contain_text(words)
        page.locator(".lit[data-spot]").first.click()
        for one in rest:
            one.wait(lambda one=one, key=key: _asked(one) == key)  # type: ignore[misc]  # bound now
            one.move()


def _asked(one: Stranger) -> str:
    return str(next((offer["key"] for offer in one.view.get("offers", [])), ""))


def _updates(one: Stranger) -> int:
    """How often somebody has been told something about the game."""
    while one.listen(0.2):
        pass
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
    settings: dict[str, object] = {"pace": 0, "away": 600, "messages": 500}
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
                page.wait_for_timeout(120)
                found.append(_bare(page))
            words = _question(page)
            page.evaluate(STEP.replace("card.click()", "0"))
            page.wait_for_function(ANOTHER, arg=words)
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
    ("width", "height"), [(1366, 768), (390, 844), (360, 740)], ids=["laptop", "phone", "small"]
)
def test_eleven_fit(begin: Begin, width: int, height: int) -> None:
    (page,) = begin(11, 1, "phone" if width < 640 else "desktop")
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(300)
    boxes = page.evaluate(STANDS)
    assert len([box for box in boxes if box[0].startswith("stand")]) >= 10
    for name, left, top, right, bottom in boxes:
        assert left >= -1, name
        assert right <= width + 1, name
        assert top >= 0, name
        assert bottom <= height + 1, (name, bottom)
