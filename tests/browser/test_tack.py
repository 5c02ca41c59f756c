"""Ninjaaa'Tack at its own table: passes, the race for the gong, signals, throws, closed hands."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.crowd import Stranger, crowd
from tests.browser.tables import newcomer, prompt, speak
from tests.support.chromium import People
from tests.support.loaded import LoadedServer
from tests.support.serving import Server
from tests.support.sorted import SortedServer

HINTS = [f"tack.{name}" for name in ("pass", "signal", "gong", "attack")]
PREFS = {"speed": "instant", "hints": HINTS}
CALM = {"choose": "90", "codes": "on"}
"""Much time to choose: nothing happens by itself."""
CLANS = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
EAR = (Path(__file__).parent / "ear.js").read_text(encoding="utf-8")
SENT = """() => {
    const send = WebSocket.prototype.send;
    window.sent = [];
    WebSocket.prototype.send = function (text) {
        window.sent.push({ ...JSON.parse(text), at: Date.now() });
        return send.call(this, text);
    };
}"""
"""Keeps what a page sends."""
STRIKES = "() => window.sent.filter((one) => one.t === 'right')"
ANSWERS = "() => window.sent.filter((one) => one.t === 'answer').map((one) => one.answer)"
PRESSED_AT = """([what, at]) => setTimeout(() => {
    const press = new PointerEvent('pointerdown', { isPrimary: true, button: 0, bubbles: true });
    document.querySelector(`[data-strike=${what}]`)?.dispatchEvent(press);
}, Math.max(0, at - Date.now()))"""
"""Presses at a moment of the clock that all pages share."""
PRESSED_TWICE = """(what) => { for (let at = 0; at < 2; at++) {
    const press = new PointerEvent('pointerdown', { isPrimary: true, button: 0, bubbles: true });
    document.querySelector(`[data-strike=${what}]`).dispatchEvent(press);
} }"""
HAND = """() => [...document.querySelectorAll('.hand [data-spot]')]
    .map((el) => el.dataset.spot.replace('card:', ''))"""
OUTSIDE = """() => [...document.querySelectorAll('.figure, .way, .hand li, .palette, .prompt')]
    .map((el) => [el.className, el.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.top < 0
        || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    .map(([name, box]) => `${name} ${JSON.stringify(box)}`)"""


# -- coming to a table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose counts are short, whose deals are always the same, and whose bots are slow."""
    data = tmp_path_factory.mktemp("tack") / "data"
    with LoadedServer(data, pace=2, time=0.5, away=600, messages=500) as running:
        yield running


@pytest.fixture(scope="module")
def sorted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which everybody is dealt a whole clan."""
    data = tmp_path_factory.mktemp("sorted") / "data"
    with SortedServer(data, pace=4, time=0.5, away=600, messages=500) as running:
        yield running


@contextmanager
def present(browser: Browser) -> Iterator[People]:
    """People whose pages must not complain."""
    people = People(browser)
    try:
        yield people
        assert not people.complaints(), "\n".join(people.complaints())
    finally:
        people.leave()


@pytest.fixture(scope="module")
def table_of_four(browser: Browser, server: Server) -> Iterator[list[Page]]:
    """Ann, Bob, Cleo and Dan at one table, each with a browser; Bob's is a phone."""
    with present(browser) as people:
        with crowd(server.url, 4, game="tack", options=CALM) as found:
            devices = ("desktop", "phone", "desktop", "desktop")
            pages = [
                come(people, server, one, device)
                for one, device in zip(found, devices, strict=True)
            ]
        yield pages


@pytest.fixture
def four(table_of_four: list[Page]) -> list[Page]:
    """The same four, each asked for a card; what is left of a former test is over."""
    until(table_of_four[0], lambda: all_asked(table_of_four))
    awake(*table_of_four)
    return table_of_four


def awake(*pages: Page) -> None:
    """Wait until a press is a strike of its own on each page, on cards that can have been seen."""
    for page in pages:
        expect(page.locator("[data-awake=true]")).to_be_visible(timeout=60_000)


def all_asked(pages: list[Page]) -> bool:
    """Whether each is asked for a card; who must lose a token first loses one."""
    asked = [_asked_for_a_card(page) for page in pages]  # one may keep another waiting
    return all(asked)


def _asked_for_a_card(page: Page) -> bool:
    """Whether one is asked for a card. A token that must be lost is lost."""
    lit = page.locator(".purse .lit")
    if lit.count():
        lit.first.click()
    return prompt(page).get_by_text(re.compile("^(Which card|Pass a card)")).count() > 0


def arrive(people: People, server: Server, one: Stranger, device: str, **more: Any) -> Page:
    """That stranger's seat in a browser, whether the game has begun or not."""
    calm = {"reduced_motion": "reduce", **more}
    person = newcomer(people, server.url, one.name, prefs=PREFS, device=device, **calm)
    person.context.add_init_script(f"({SENT})()")
    person.context.add_init_script(EAR)
    return one.lend(person).go(f"/t/{one.table}")


def come(people: People, server: Server, one: Stranger, device: str, **more: Any) -> Page:
    """The same at a game, with a hand to be seen."""
    page = arrive(people, server, one, device, **more)
    prompt(page).wait_for()
    expect(page.locator(".hand [data-card]")).to_have_count(4)
    awake(page)
    return page


# -- looking and waiting


def hand(page: Page) -> list[str]:
    """The clans of one's own cards, from left to right."""
    return list(page.evaluate(HAND))


def cards(page: Page) -> Locator:
    """One's own cards."""
    return page.locator(".hand [data-spot]")


def moment(page: Page) -> tuple[int, int]:
    """Which round it is, and how many passes it has had."""
    numbers = re.findall(r"\d+", page.locator(".when > span").first.inner_text())
    return int(numbers[0]), int(numbers[1])


def until(page: Page, wanted: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < deadline, "in vain"
        page.wait_for_timeout(40)


def all_at(pages: list[Page], wanted: tuple[int, int]) -> None:
    """Wait until all are in that round, after so many passes."""
    until(pages[0], lambda: all(moment(page) == wanted for page in pages))


def strike(page: Page, what: str) -> Locator:
    """One of the two ways to strike."""
    return page.locator(f"[data-strike={what}]")


def read(page: Page) -> None:
    """Open what came of the last call; else it folds after a while."""
    page.locator("[data-call] .head").click()
    page.locator("[data-call] .reading").wait_for()


def known(call: Locator) -> str:
    """Which call that is of which one knows whether it was right; empty: none."""
    return (call.get_attribute("data-call") or "") if call.count() else ""


def figure(page: Page, seat: int) -> Locator:
    """Somebody else at the table."""
    return page.locator(f".figure[data-seat='{seat}']")


def box_of(thing: Locator) -> FloatRect:
    """Where something is."""
    found = thing.bounding_box()
    assert found
    return found


def rests(page: Page, thing: Locator) -> None:
    """Wait until something that has just come stays where it is."""
    before = None
    while before != (before := box_of(thing)):
        page.wait_for_timeout(150)


# -- a pass


def test_partners_sit_across_and_my_left_neighbour_at_my_left(four: list[Page]) -> None:
    for me, page in enumerate(four):
        left, across, right = (box_of(figure(page, (me + by) % 4)) for by in (1, 2, 3))
        assert left["x"] < across["x"] < right["x"]
        assert across["y"] < min(left["y"], right["y"])
        expect(figure(page, (me + 2) % 4)).to_have_class(re.compile(r"\bmate\b"))


def test_after_a_count_all_cards_go_left_together_and_no_page_holds_another_hand(
    four: list[Page],
) -> None:
    number, passes = moment(four[0])
    before = [hand(page) for page in four]
    cards(four[1]).first.click()
    expect(figure(four[0], 1)).to_have_class(re.compile(r"\bchosen\b"))
    expect(figure(four[0], 2)).not_to_have_class(re.compile(r"\bchosen\b"))
    for page in (four[0], four[2], four[3]):
        cards(page).first.click()
    expect(four[0].locator(".gong b")).to_be_visible()  # the count
    all_at(four, (number, passes + 1))
    for seat, page in enumerate(four):
        expected = sorted([*before[seat][1:], before[seat - 1][0]], key=CLANS.index)
        # bound now, as below
        until(page, lambda page=page, expected=expected: hand(page) == expected)  # type: ignore[misc]
        for other in {0, 1, 2, 3} - {seat}:
            known = 1 if other == (seat + 1) % 4 else 0  # what I passed there myself
            assert figure(page, other).locator(".card:not(.down)").count() <= known
            assert figure(page, other).locator(".cards .front img").count() <= known


def test_a_choice_can_be_changed_until_the_count_is_over(four: list[Page]) -> None:
    ann = four[0]
    number, passes = moment(ann)
    before = hand(ann)
    other = next(at for at, clan in enumerate(before) if clan != before[0])
    cards(ann).first.click()
    expect(cards(ann).first).to_have_attribute("aria-pressed", "true")
    cards(ann).nth(other).click()
    expect(cards(ann).nth(other)).to_have_attribute("aria-pressed", "true")
    expect(cards(ann).first).to_have_attribute("aria-pressed", "false")
    bobs = hand(four[1]).count(before[other])
    for page in four[1:]:
        clan = next(clan for clan in hand(page) if page is not four[1] or clan != before[other])
        page.locator(f".hand [data-spot='card:{clan}']").first.click()
    all_at(four, (number, passes + 1))
    until(four[1], lambda: hand(four[1]).count(before[other]) == bobs + 1)


def test_a_pass_and_a_call_by_keys_alone(four: list[Page]) -> None:
    number, passes = moment(four[0])
    for page in four[:3]:
        page.keyboard.press("1")
    four[3].keyboard.press("Tab")
    cards(four[3]).first.focus()
    four[3].keyboard.press("ArrowRight")
    four[3].keyboard.press("Enter")
    all_at(four, (number, passes + 1))
    awake(four[2])
    strike(four[2], "attack").focus()
    four[2].keyboard.press("Enter")
    for page in four:
        expect(page.locator("[data-call]")).to_contain_text("Cleo")


# -- the gong


def test_the_two_calls_are_far_apart_and_have_keys_of_their_own(four: list[Page]) -> None:
    for page in four[:2]:
        ninja, attack = (box_of(strike(page, what)) for what in ("ninja", "attack"))
        assert attack["x"] - (ninja["x"] + ninja["width"]) > 60
        assert min(ninja["width"], attack["width"]) > 90
        assert min(ninja["height"], attack["height"]) >= 60
        keys = [strike(page, one).get_attribute("aria-keyshortcuts") for one in ("ninja", "attack")]
        assert keys == ["n", "a"]


def test_a_call_fires_on_press_and_not_on_release(four: list[Page]) -> None:
    dan = four[3]
    before = len(dan.evaluate(STRIKES))
    box = box_of(strike(dan, "attack"))
    dan.mouse.move(box["x"] + 30, box["y"] + 30)
    dan.mouse.down()
    expect(dan.locator("[data-call]")).to_contain_text("Dan")
    expect(dan.locator("[data-call]")).to_contain_text("Attack!")
    dan.mouse.up()
    assert len(dan.evaluate(STRIKES)) == before + 1


def test_a_key_that_is_held_and_a_double_tap_are_one_strike(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    number, _ = moment(ann)
    before = len(ann.evaluate(STRIKES)), len(bob.evaluate(STRIKES))
    ann.keyboard.down("n")
    ann.keyboard.down("n")  # as a key repeats that is held
    expect(ann.locator("[data-call]")).to_contain_text("Ann")
    until(ann, lambda: _asked_for_a_card(ann))
    all_at(four, (number + 1, 0))
    awake(*four)
    ann.keyboard.down("n")  # it still is, on the next cards
    ann.keyboard.up("n")
    assert len(ann.evaluate(STRIKES)) == before[0] + 1
    bob.evaluate(PRESSED_TWICE, "ninja")
    expect(ann.locator("[data-call]")).to_contain_text("Bob")
    assert len(bob.evaluate(STRIKES)) == before[1] + 1


def test_of_two_who_race_only_one_calls_and_all_are_told_who_struck_when(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    number, _ = moment(ann)
    mine, bobs = len(ann.evaluate(STRIKES)), len(bob.evaluate(STRIKES))
    soon = 1000 * time.time() + 700
    bob.evaluate(PRESSED_AT, ["attack", soon + 2])
    ann.evaluate(PRESSED_AT, ["ninja", soon])
    calls = [page.locator("[data-call].right, [data-call].wrong") for page in four]
    until(ann, lambda: all_asked(four) and moment(ann)[0] > number)
    all_at(four, moment(ann))
    until(ann, lambda: len(ann.evaluate(STRIKES)) > mine and len(bob.evaluate(STRIKES)) > bobs)
    first, second = ann.evaluate(STRIKES)[mine], bob.evaluate(STRIKES)[bobs]
    if first["stamp"] == second["stamp"]:  # both pressed before the new cards could be seen
        assert [moment(page)[0] for page in four] == [number + 1] * 4, "only one of them called"
        told = {call.locator(".head").inner_text() for call in calls}
        assert len(told) == 1, told
    read(four[2])
    expect(calls[2].get_by_text(re.compile("counts|Nobody else"))).to_be_visible()


def test_a_wrong_call_is_seen_by_all_in_what_it_costs(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    call = bob.locator("[data-call].right, [data-call].wrong")
    for _ in range(6):  # a call that is right by chance costs nothing
        number, _ = moment(ann)
        former = known(call)
        ann.keyboard.press("n")
        until(bob, lambda former=former: known(call) != former)  # type: ignore[misc]  # bound now
        expect(call).to_contain_text("Ann")
        if "wrong" in (call.get_attribute("class") or ""):
            break
        until(ann, lambda number=number: moment(ann)[0] > number)  # type: ignore[misc]  # bound now
        awake(ann)
    until(ann, lambda: _asked_for_a_card(ann))
    read(bob)
    expect(call).to_contain_text(re.compile("Lost by Ann|A penalty for Ann"))
    expect(bob.locator(".figure .chips")).to_have_count(2)  # Ann's hand, and her partner's
    if "penalty" in call.inner_text():
        expect(figure(bob, 0).locator(".badges .now")).to_be_visible()
        expect(ann.locator(".self .badges .now")).to_be_visible()


# -- signals


def test_a_signal_takes_one_tap_or_key_and_everybody_sees_it(four: list[Page]) -> None:
    ann, bob, cleo, dan = four
    ann.locator("[data-gesture=nose]").click()
    for page in (bob, cleo, dan):
        expect(figure(page, 0).locator("[data-signal]")).to_contain_text("taps the nose")
    dan.keyboard.press("c")
    for page in (ann, bob, cleo):
        expect(figure(page, 3).locator("[data-signal]")).to_contain_text("winks")
    speak(ann, "fr")
    bob.locator("[data-word=danger]").click()
    expect(figure(ann, 1).locator("[data-signal]")).to_contain_text("Danger")
    speak(ann, "en")
    ann.get_by_role("tab", name="Talk").click()
    ann.get_by_label("Say something").fill("I have nothing")
    ann.keyboard.press("Enter")
    expect(figure(bob, 0).locator("[data-signal]")).to_contain_text("I have nothing")


def test_only_my_team_reads_my_gestures_with_its_sheet(four: list[Page]) -> None:
    ann, bob, cleo, dan = four
    mine, partners, left, right = [
        [one.get_attribute("aria-label") for one in page.locator("[data-gesture]").all()]
        for page in (ann, cleo, bob, dan)
    ]
    assert mine == partners
    assert left == right
    assert mine != left
    ann.locator("[data-gesture=nod]").click()
    expect(figure(cleo, 0).locator("[data-signal] .means")).to_be_visible()
    expect(figure(bob, 0).locator("[data-signal]")).to_contain_text("nods")
    expect(figure(bob, 0).locator("[data-signal] .means")).to_have_count(0)


# -- whole games, and throws


def seated(people: People, server: Server, seats: int, *devices: str) -> list[Page]:
    """Two with browsers who do not play together; bots have the other seats. Then it begins."""
    wishes: dict[str, Any] = {"game": "tack", "options": {"choose": "90"}, "start": False}
    with crowd(server.url, 2, bots=seats - 2, level="drowsy", **wishes) as found:
        pages = [arrive(people, server, one, devices[at]) for at, one in enumerate(found)]
        for page in pages:
            page.get_by_role("region", name="Who plays").wait_for()
        found[0].must("do", what="start")
        for page in pages:
            page.locator(".figure").first.wait_for()
        return pages


def over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("a[href^='/r/']").count() > 0


def race(pages: list[Page]) -> None:
    """All call Ninjaaaa at the same moment."""
    soon = 1000 * time.time() + 100
    before = [len(page.evaluate(STRIKES)) for page in pages]
    for page in pages:
        page.evaluate(PRESSED_AT, ["ninja", soon])
    until(pages[0], lambda: not striking(pages) or struck(pages, before))


def striking(pages: list[Page]) -> bool:
    """Whether the gong can be struck by each."""
    return all(page.locator("[data-awake=true]").count() for page in pages)


def struck(pages: list[Page], before: list[int]) -> bool:
    """Whether each has struck."""
    return [len(page.evaluate(STRIKES)) for page in pages] != before


def perfect(page: Page) -> tuple[int, int]:
    """The best aim and power for where the box stands."""
    words = page.locator(".pad p").first.inner_text()
    side, far = (int(number) for number in re.findall(r"(\d+) mm", words)[:2])
    side = -side if "left" in words else side
    return 5 + round(side / 80), 5 + round((far - 1800) / 80)


def drag(page: Page) -> list[int]:
    """Pull a token back and let go; the aim and power that this means."""
    box = box_of(page.locator(".pad .drag svg"))
    scale = max(1, min(box["width"] / 400, box["height"] / 320))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 11 * scale, y + 60 * scale, steps=4)
    page.mouse.up()
    return [4, 6]


def by_keys(page: Page) -> list[int]:
    """The same by sliders, with the keyboard alone, and as well as it can be done."""
    aim, power = perfect(page)
    page.locator("[data-throw=aim]").focus()
    for name, wanted in (("aim", aim), ("power", power)):
        now = int(
            page.locator(f"[data-throw={name}]").input_value()
        )  # where the last throw left it
        for _ in range(abs(wanted - now)):
            page.keyboard.press("ArrowRight" if wanted > now else "ArrowLeft")
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    return [aim, power]


def throw(pages: list[Page], page: Page, how: Callable[[Page], list[int]]) -> None:
    """Throw a token; everybody sees it fly."""
    rests(page, page.locator(".pad"))
    wanted = how(page)
    until(page, lambda: page.evaluate(ANSWERS)[-2:] == wanted)
    for one in pages:
        expect(one.locator("[data-thrown]")).to_be_visible()


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_a_whole_game_with_strikes_that_race_from_two_screens_and_throws(
    people: People, sorted_server: Server, seats: int
) -> None:
    pages = seated(people, sorted_server, seats, "desktop", "phone")
    ways = [drag, by_keys]
    deadline = time.monotonic() + 150
    while not any(over(page) for page in pages):
        assert time.monotonic() < deadline, "the game does not end"
        thrower = next((page for page in pages if page.locator(".pad").count()), None)
        lit = next((page for page in pages if page.locator(".purse .lit").count()), None)
        if thrower:
            throw(pages, thrower, ways.pop(0) if ways else by_keys)
        elif lit:
            lit.locator(".purse .lit").first.click(timeout=2000)
        else:
            race(pages)
    for page in pages:
        expect(page.get_by_role("table")).to_contain_text("Ann")


# -- by ear


def test_a_slow_table_can_be_played_by_ear(people: People, server: Server) -> None:
    with crowd(server.url, 4, game="tack", options={**CALM, "between": "12"}) as found:
        page = come(people, server, found[0], "desktop")
        ear = Ear(page)
        ear.waits_for("^Your turn. Which card do you pass to the left")
        mine = page.get_by_role("list", name=re.compile("^your hand")).get_by_role("button")
        expect(mine).to_have_count(4)
        mine.first.press("Enter")
        expect(mine.first).to_have_attribute("aria-pressed", "true")
        assert all(one.move() for one in found[1:])
        ear.waits_for("^count of three$")
        ear.waits_for(r"^To your hand: \w+$")
        wink = page.get_by_role("button", name=re.compile("^winks: "))
        found[2].must("say", kind="gesture", args=[0])
        ear.waits_for("^Cleo: winks$")
        ear.waits_for(f"^{(wink.get_attribute('aria-label') or '').removeprefix('winks: ')}$")
        wink.press("Enter")
        ear.waits_for("^Ann: winks$")
        assert ear.times("^Your turn") == 2, "asked once for every card, whatever is said"
        awake(page)
        page.get_by_role("button", name="gong: Attack!").press("Enter")
        ear.waits_for("^You strike the gong: Attack!$")
        ear.waits_for("^You are (right|wrong): ")
        for name in ("Bob", "Dan"):
            ear.waits_for(rf"^{name}: \w+, \w+, \w+, and \w+$")


class Ear:
    """Somebody who hears a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def times(self, pattern: str) -> int:
        """How often something was read out."""
        heard: list[str] = self.page.evaluate("window.heard.map((one) => one.text)")
        return sum(re.search(pattern, text, re.IGNORECASE) is not None for text in heard)

    def waits_for(self, pattern: str) -> None:
        """Listen until something was read out."""
        until(self.page, lambda: self.times(pattern))


# -- room


@pytest.mark.parametrize("seats", [5, 8])
def test_everything_is_in_reach_without_scrolling(
    people: People, server: Server, seats: int
) -> None:
    with crowd(server.url, 1, bots=seats - 1, level="drowsy", game="tack", options=CALM) as found:
        page = come(people, server, found[0], "phone")
    assert page.locator(".figure").count() == seats - 1
    for language in ("en", "fr"):
        speak(page, language)
        for width, height in ((1366, 768), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("want => innerWidth === want", arg=width)
            page.wait_for_function(f"() => !({OUTSIDE})().length")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language
