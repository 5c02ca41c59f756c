"""Ninjaaa'Tack at its own table: passes, races for the gong, signals, throws, no hand for others."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.crowd import NAMES, Stranger, crowd
from tests.browser.tables import newcomer, prompt, speak
from tests.support.chromium import People, Person
from tests.support.serving import Server
from tests.support.sorted import SortedServer

HINTS = [f"tack.{name}" for name in ("pass", "signal", "gong", "attack")]
PREFS = {"speed": "instant", "hints": HINTS}
CLANS = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
SENT = """() => {
    const send = WebSocket.prototype.send;
    window.sent = [];
    WebSocket.prototype.send = function (text) {
        window.sent.push(JSON.parse(text));
        return send.call(this, text);
    };
}"""
"""Keeps what a page sends."""
STRIKES = "() => window.sent.filter((one) => one.t === 'right')"
PRESSED_AT = """([what, at]) => setTimeout(() => {
    const press = new PointerEvent('pointerdown', { isPrimary: true, button: 0, bubbles: true });
    document.querySelector(`[data-strike=${what}]`).dispatchEvent(press);
}, at - Date.now())"""
"""Presses at a moment of the clock that all pages share."""
HAND = """() => [...document.querySelectorAll('.hand [data-spot]')]
    .map((el) => el.dataset.spot.replace('card:', ''))"""
BOXES = """(what) => [...document.querySelectorAll(what)].map((el) => {
    const box = el.getBoundingClientRect();
    return [el.className, box.left, box.top, box.right, box.bottom];
})"""
SEEN = 300
"""Milliseconds after which somebody can have seen new cards."""
Begin = Callable[..., list[Page]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose counts are short."""
    data = tmp_path_factory.mktemp("tack") / "data"
    with Server(data, pace=0, time=0.2, away=600, messages=500) as running:
        yield running


@pytest.fixture
def begin(server: Server, people: People) -> Begin:
    """A table where some people have browsers and the others are away; bots only beyond five."""

    def start(seats: int = 4, browsers: int = 4, *devices: str, **more: Any) -> list[Page]:
        wishes: dict[str, Any] = {"game": "tack", "options": {"choose": "90", "codes": "on"}}
        here = min(seats, len(NAMES))
        with crowd(server.url, here, bots=seats - here, level="drowsy", **wishes) as found:
            return [
                _at(people, server, one, devices[at] if at < len(devices) else "desktop", **more)
                for at, one in enumerate(found[:browsers])
            ]

    return start


def _at(people: People, server: Server, one: Stranger, device: str, **more: Any) -> Page:
    """That stranger's seat in a browser."""
    calm = {"reduced_motion": "reduce", **more}
    person = newcomer(people, server.url, one.name, prefs=PREFS, device=device, **calm)
    person.context.add_init_script(f"({SENT})()")
    page = one.lend(person).go(f"/t/{one.table}")
    prompt(page).wait_for()
    expect(page.locator(".hand [data-card]")).to_have_count(4)
    page.wait_for_timeout(SEEN)
    return page


def hand(page: Page) -> list[str]:
    """The clans of one's own cards, from left to right."""
    return list(page.evaluate(HAND))


def cards(page: Page) -> Locator:
    """One's own cards."""
    return page.locator(".hand [data-spot]")


def passes(page: Page) -> int:
    """How many passes this round has had."""
    return int(re.findall(r"\d+", page.locator(".when").inner_text())[1])


def rounds(page: Page) -> int:
    """Which round it is."""
    return int(re.findall(r"\d+", page.locator(".when").inner_text())[0])


def until(page: Page, wanted: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < deadline, "in vain"
        page.wait_for_timeout(40)


def strike(page: Page, what: str) -> Locator:
    """One of the two ways to strike."""
    return page.locator(f"[data-strike={what}]")


# -- a pass


def test_a_card_is_passed_by_one_tap_and_all_cards_go_left_together(begin: Begin) -> None:
    pages = begin()
    before = [hand(page) for page in pages]
    for page in pages:
        cards(page).first.click()
    until(pages[0], lambda: all(passes(page) == 1 for page in pages))
    for seat, page in enumerate(pages):
        expected = sorted([*before[seat][1:], before[seat - 1][0]], key=CLANS.index)
        assert hand(page) == expected


def test_a_choice_can_be_changed_until_the_count_is_over(begin: Begin) -> None:
    pages = begin()
    ann = pages[0]
    before = hand(ann)
    first, other = 0, next(at for at, clan in enumerate(before) if clan != before[0])
    cards(ann).nth(first).click()
    expect(cards(ann).nth(first)).to_have_attribute("aria-pressed", "true")
    cards(ann).nth(other).click()
    expect(cards(ann).nth(other)).to_have_attribute("aria-pressed", "true")
    expect(cards(ann).nth(first)).to_have_attribute("aria-pressed", "false")
    for page in pages[1:]:
        cards(page).first.click()
    until(ann, lambda: passes(ann) == 1)
    kept = list(before)
    kept.remove(before[other])
    assert all(hand(ann).count(clan) >= kept.count(clan) for clan in kept)
    assert before[other] in hand(pages[1])


def test_everybody_sees_who_has_chosen_and_the_count(begin: Begin) -> None:
    pages = begin()
    cards(pages[1]).first.click()
    expect(pages[0].locator("[data-seat='1'].chosen")).to_be_visible()
    expect(pages[0].locator("[data-seat='2'].chosen")).to_have_count(0)
    for page in (pages[0], pages[2], pages[3]):
        cards(page).first.click()
    expect(pages[0].locator(".gong b")).to_be_visible()


def test_partners_sit_across_and_my_left_neighbour_at_my_left(begin: Begin) -> None:
    ann = begin(4, 1)[0]
    boxes = {
        seat: ann.locator(f".figure[data-seat='{seat}']").bounding_box() or {} for seat in (1, 2, 3)
    }
    assert boxes[1]["x"] < boxes[2]["x"] < boxes[3]["x"]
    assert boxes[2]["y"] < boxes[1]["y"]
    assert "mate" in (ann.locator(".figure[data-seat='2']").get_attribute("class") or "")


# -- the gong


def test_the_faster_of_two_calls_and_all_see_it(begin: Begin) -> None:
    pages = begin()
    ann, bob = pages[0], pages[1]
    soon = 1000 * time.time() + 700
    bob.evaluate(PRESSED_AT, ["attack", soon + 60])
    ann.evaluate(PRESSED_AT, ["ninja", soon])
    for page in pages:
        expect(page.locator("[data-call]")).to_contain_text("Ann")
        expect(page.locator("[data-call]")).to_contain_text("Ninjaaaa!")
    until(bob, lambda: bob.evaluate(STRIKES))
    bob.wait_for_timeout(SEEN)
    assert [one["stamp"] for one in (*ann.evaluate(STRIKES), *bob.evaluate(STRIKES))] == [1, 1]
    assert [rounds(page) for page in pages] == [2, 2, 2, 2], "only one of them called"
    shown = bob.locator(".figure .chips")
    expect(shown).to_have_count(2)  # Ann's and Cleo's, who play together


def test_a_call_fires_on_press_and_not_on_release(begin: Begin) -> None:
    ann = begin(4, 1)[0]
    box = strike(ann, "attack").bounding_box() or {}
    ann.mouse.move(box["x"] + 30, box["y"] + 30)
    ann.mouse.down()
    expect(ann.locator("[data-call]")).to_contain_text("Attack!")
    ann.mouse.up()
    ann.wait_for_timeout(SEEN)
    assert len(ann.evaluate(STRIKES)) == 1


def test_a_key_that_is_held_and_a_double_tap_are_one_strike(begin: Begin) -> None:
    ann, bob = begin(4, 2)
    for _ in range(8):
        ann.keyboard.down("n")  # as a key repeats that is held
        ann.wait_for_timeout(60)
    expect(ann.locator("[data-call]")).to_contain_text("Ann")
    ann.wait_for_timeout(900)
    ann.keyboard.down("n")
    ann.wait_for_timeout(100)
    ann.keyboard.up("n")
    assert len(ann.evaluate(STRIKES)) == 1
    assert rounds(ann) == 2
    strike(bob, "ninja").dblclick()
    until(bob, lambda: rounds(bob) == 3)
    bob.wait_for_timeout(SEEN)
    assert len(bob.evaluate(STRIKES)) == 1
    assert rounds(bob) == 3


def test_the_two_calls_are_far_apart_and_have_keys_of_their_own(begin: Begin) -> None:
    ann = begin(4, 1, "phone")[0]
    ninja = strike(ann, "ninja").bounding_box() or {}
    attack = strike(ann, "attack").bounding_box() or {}
    assert attack["x"] - (ninja["x"] + ninja["width"]) > 60
    assert min(ninja["width"], attack["width"]) > 90
    assert min(ninja["height"], attack["height"]) >= 60
    keys = [strike(ann, one).get_attribute("aria-keyshortcuts") for one in ("ninja", "attack")]
    assert keys == ["n", "a"]


def test_a_wrong_call_without_tokens_brings_a_penalty_that_all_see(begin: Begin) -> None:
    pages = begin()
    for _ in range(6):  # a call that is right by chance costs nothing
        pages[0].keyboard.press("a")
        call = pages[1].locator("[data-call].right, [data-call].wrong")
        expect(call).to_contain_text("Ann")
        if "wrong" in (call.get_attribute("class") or ""):
            break
        pages[0].wait_for_timeout(900)
    if pages[0].locator(".self .token").count() == 0:
        expect(pages[1].locator("[data-seat='0'] .badges .now")).to_be_visible()
        expect(pages[0].locator(".self .badges .now")).to_be_visible()


# -- signals


def test_a_signal_takes_one_tap_or_key_and_everybody_sees_it(begin: Begin) -> None:
    pages = begin()
    ann, bob, cleo, dan = pages
    ann.locator("[data-gesture=nose]").click()
    for page in (bob, cleo, dan):
        expect(page.locator("[data-seat='0'] [data-signal]")).to_contain_text("taps the nose")
    dan.keyboard.press("c")
    for page in (ann, bob, cleo):
        expect(page.locator("[data-seat='3'] [data-signal]")).to_contain_text("winks")
    bob.locator("[data-word=danger]").click()
    speak(ann, "fr")
    expect(ann.locator("[data-seat='1'] [data-signal]")).to_contain_text("Danger")
    expect(ann.locator("[data-seat='0'] [data-signal]")).to_have_count(0)


def test_only_my_team_reads_my_gestures_with_its_sheet(begin: Begin) -> None:
    ann, bob, cleo, dan = begin()
    mine, partners, left, right = [
        [one.get_attribute("aria-label") for one in page.locator("[data-gesture]").all()]
        for page in (ann, cleo, bob, dan)
    ]
    assert mine == partners
    assert left == right
    assert mine != left
    ann.keyboard.press("d")
    expect(cleo.locator("[data-seat='0'] [data-signal] .means")).to_be_visible()
    expect(bob.locator("[data-seat='0'] [data-signal]")).to_be_visible()
    expect(bob.locator("[data-seat='0'] [data-signal] .means")).to_have_count(0)


def test_free_text_is_seen_on_the_figure_too(begin: Begin) -> None:
    ann, bob = begin(4, 2)
    ann.get_by_role("tab", name="Talk").click()
    ann.get_by_label("Say something").fill("I have nothing")
    ann.keyboard.press("Enter")
    expect(bob.locator("[data-seat='0'] [data-signal]")).to_contain_text("I have nothing")


# -- nothing that tells


def test_no_page_holds_the_hand_of_another(begin: Begin) -> None:
    pages = begin()
    for page in pages:
        cards(page).first.click()
    until(pages[0], lambda: all(passes(page) == 1 for page in pages))
    for me, page in enumerate(pages):
        for seat in range(4):
            if seat == me:
                continue
            faces = page.locator(f".figure[data-seat='{seat}'] .card:not(.down)")
            known = 1 if seat == (me + 1) % 4 else 0  # what I passed there myself
            assert faces.count() <= known
            art = page.locator(f".figure[data-seat='{seat}'] .cards .front img")
            assert art.count() <= known


# -- whole games, and throws


@pytest.fixture(scope="module")
def sorted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which everybody is dealt a whole clan."""
    data = tmp_path_factory.mktemp("sorted") / "data"
    with SortedServer(data, pace=0, time=0.2, away=600, messages=500) as running:
        yield running


def _seated(people: People, server: Server, seats: int, *devices: str) -> list[Page]:
    """Two with browsers who do not play together; bots have the other seats."""
    wishes: dict[str, Any] = {"game": "tack", "options": {"choose": "90"}}
    with crowd(server.url, 2, bots=seats - 2, level="drowsy", **wishes) as found:
        return [_at(people, server, one, devices[at]) for at, one in enumerate(found)]


def _call(page: Page) -> None:
    """Call Ninjaaaa, and wait for the next deal or for what is asked after the call."""
    page.wait_for_timeout(800)
    before = rounds(page)
    page.keyboard.press("n")
    until(page, lambda: over(page) or rounds(page) > before or page.locator(".pad").count())


def over(page: Page) -> bool:
    """Whether the result is shown."""
    return bool(page.locator("a[href^='/r/']").count())


def _throwing(people: People, server: Server, *devices: str) -> list[Page]:
    """Four at a table; Ann's team has twice two tokens and may throw one."""
    pages = _seated(people, server, 4, *devices)
    for caller in (pages[0], pages[1], pages[0]):
        _call(caller)
    expect(pages[0].locator(".pad")).to_be_visible()
    return pages


def _perfect(page: Page) -> tuple[int, int]:
    """The best aim and power for where the box stands."""
    words = page.locator(".pad p").first.inner_text()
    side, far = (int(number) for number in re.findall(r"(\d+) mm", words)[:2])
    side = -side if "left" in words else side
    return 5 + round(side / 80), 5 + round((far - 1800) / 80)


def test_a_throw_by_dragging_flies_before_everybody(people: People, sorted_server: Server) -> None:
    ann, bob = _throwing(people, sorted_server, "desktop", "phone")
    box = ann.locator(".pad .drag svg").bounding_box() or {}
    scale = min(box["width"] / 400, box["height"] / 320)
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.mouse.move(*start)
    ann.mouse.down()
    ann.mouse.move(start[0] + 11 * scale, start[1] + 60 * scale, steps=4)
    ann.mouse.up()
    sent = (
        "() => window.sent.filter((one) => one.t === 'answer').map((one) => one.answer).slice(-2)"
    )
    until(ann, lambda: ann.locator("[data-thrown]").count())
    assert ann.evaluate(sent) == [4, 6]
    expect(bob.locator("[data-thrown]")).to_be_visible()


def test_a_throw_by_keys_alone(people: People, sorted_server: Server) -> None:
    ann, bob = _throwing(people, sorted_server, "phone", "desktop")
    aim, power = _perfect(ann)
    ann.locator("[data-throw=aim]").focus()
    for _ in range(abs(aim - 5)):
        ann.keyboard.press("ArrowRight" if aim > 5 else "ArrowLeft")
    ann.keyboard.press("Tab")
    for _ in range(abs(power - 5)):
        ann.keyboard.press("ArrowRight" if power > 5 else "ArrowLeft")
    ann.keyboard.press("Tab")
    ann.keyboard.press("Enter")
    expect(bob.locator("[data-thrown]")).to_be_visible()
    sent = (
        "() => window.sent.filter((one) => one.t === 'answer').map((one) => one.answer).slice(-2)"
    )
    assert ann.evaluate(sent) == [aim, power]


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_a_whole_game_with_strikes_from_two_screens(
    people: People, sorted_server: Server, seats: int
) -> None:
    pages = _seated(people, sorted_server, seats, "desktop", "phone")
    deadline = time.monotonic() + 90
    while not all(over(page) for page in pages):
        assert time.monotonic() < deadline, "the game does not end"
        for page in pages:
            if not over(page):
                _act(page)
    for page in pages:
        expect(page.get_by_role("table")).to_contain_text("Ann")


def _act(page: Page) -> None:
    """Throw, swap, or strike."""
    if page.locator(".pad").count():
        aim, power = _perfect(page)
        page.locator("[data-throw=aim]").fill(str(aim))
        page.locator("[data-throw=power]").fill(str(power))
        page.locator("[data-throw=go]").click()
    elif page.locator(".purse .lit").count():
        page.locator(".purse .lit").first.click()
    else:
        page.keyboard.press("n")
    page.wait_for_timeout(400)


# -- room


@pytest.mark.parametrize("seats", [4, 5, 8])
@pytest.mark.parametrize(
    ("width", "height"), [(1366, 768), (390, 844), (360, 740)], ids=["laptop", "phone", "small"]
)
def test_everything_is_in_reach(begin: Begin, seats: int, width: int, height: int) -> None:
    (page,) = begin(seats, 1, "phone" if width < 640 else "desktop")
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(SEEN)
    assert page.locator(".figure").count() == seats - 1
    for name, left, top, right, bottom in page.evaluate(BOXES, ".figure, .way, .hand li, .palette"):
        assert left >= -1, name
        assert right <= width + 1, name
        assert top >= 0, name
        if "palette" not in name:
            assert bottom <= height + 1, (name, bottom)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_no_barriers(begin: Begin, people: People) -> None:
    begin(5, 1)
    person: Person = people.here[-1]
    assert not person.barriers()


# -- keys alone


def test_a_round_by_keys_alone(begin: Begin) -> None:
    pages = begin()
    for page in pages:
        page.keyboard.press("1")
    until(pages[0], lambda: all(passes(page) == 1 for page in pages))
    for page in pages:
        expect(prompt(page)).to_contain_text("Which card")
        page.keyboard.press("Tab")
        page.locator(".hand [data-spot]").first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    until(pages[0], lambda: all(passes(page) == 2 for page in pages))
    pages[2].wait_for_timeout(SEEN)
    strike(pages[2], "attack").focus()
    pages[2].keyboard.press("Enter")
    for page in pages:
        expect(page.locator("[data-call]")).to_contain_text("Cleo")
