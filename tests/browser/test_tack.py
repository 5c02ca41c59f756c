"""Ninjaaa'Tack at its own table: passes, the race for the gong, signals, throws, closed hands."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tatami.engine.world import World
from tests.browser.crowd import Stranger, crowd
from tests.browser.ending import check_result
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
    together,
    wait_for_more,
)
from tests.support.chromium import PATIENCE, People
from tests.support.serving import Server
from tests.support.sorted import sorting
from tests.support.unhurried import SORTED, UnhurriedServer

HINTS = [f"tack.{name}" for name in ("pass", "signal", "gong", "attack")]
PREFS = {"speed": "instant", "hints": HINTS}
CALM = {"choose": "90", "codes": "on"}
"""Much time to choose: nothing happens by itself."""
CLANS = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink", "Black")
EAR = (Path(__file__).parent / "ear.js").read_text(encoding="utf-8")
SENT = """() => {
    const send = WebSocket.prototype.send;
    [window.sent, window.held] = [[], null];
    WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        window.sent.push(message);
        if (window.held && message.t === 'right') window.held.push(() => send.call(this, text));
        else send.call(this, text);
    };
}"""
"""Keeps what a page sends, and can hold strikes back for a while."""
HOLD = "() => void (window.held = [])"
RELEASE = """() => {
    const held = window.held;
    window.held = null;
    held.forEach((send) => send());
}"""
SEEN = """() => {
    const known = new WeakSet();
    [window.signals, window.thrown] = [[], []];
    const fresh = (selector) => [...document.querySelectorAll(selector)].filter((one) => {
        const before = known.has(one);
        known.add(one);
        return !before;
    });
    new MutationObserver(() => {
        for (const one of fresh('.figure [data-signal]')) {
            const means = one.querySelector('.means') ? 'with a meaning' : 'without';
            const { seat } = one.closest('.figure').dataset;
            window.signals.push(`${seat}: ${one.textContent}: ${means}`);
        }
        for (const one of fresh('[data-thrown]')) window.thrown.push(one.dataset.thrown);
    }).observe(document, { childList: true, subtree: true });
}"""
"""Keeps what is to be seen for some seconds only: signals, and tokens in flight."""
STRIKES = "() => window.sent.filter((one) => one.t === 'right')"
ANSWERS = "() => window.sent.filter((one) => one.t === 'answer').map((one) => one.answer)"
PRESS = """what => {
    const press = new PointerEvent('pointerdown', { isPrimary: true, button: 0, bubbles: true });
    document.querySelector(`[data-strike=${what}]`).dispatchEvent(press);
}"""
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
    """A server that hurries nobody."""
    with UnhurriedServer(tmp_path_factory.mktemp("tack") / "data", messages=500) as running:
        yield running


@pytest.fixture(scope="module")
def sorted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same, but everybody is dealt a whole clan."""
    data = tmp_path_factory.mktemp("sorted") / "data"
    with UnhurriedServer(data, SORTED, messages=500) as running:
        yield running


@pytest.fixture
def four(people: People, server: Server) -> list[Page]:
    """Ann, Bob, Cleo and Dan at one table, each with a browser; Bob's is a phone."""
    devices = ("desktop", "phone", "desktop", "desktop")
    with crowd(server.url, 4, game="tack", options=CALM) as found:
        return [
            come(people, server, one, device) for one, device in zip(found, devices, strict=True)
        ]


def arrive(people: People, server: Server, one: Stranger, device: str, **more: Any) -> Page:
    """That stranger's seat in a browser, whether the game has begun or not."""
    calm = {"reduced_motion": "reduce", **more}
    person = newcomer(people, server.url, one.name, prefs=PREFS, device=device, **calm)
    person.context.add_init_script(f"({SENT})()")
    person.context.add_init_script(f"({SEEN})()")
    person.context.add_init_script(EAR)
    return settle(one.lend(person).go(f"/t/{one.table}"))


def come(people: People, server: Server, one: Stranger, device: str, **more: Any) -> Page:
    """The same at a game, with a hand to be seen."""
    page = arrive(people, server, one, device, **more)
    expect(page.locator(".hand [data-card]")).to_have_count(4)
    return page


# -- looking and waiting


def hand(page: Page) -> list[str]:
    """The clans of one's own cards, from left to right."""
    return list(settle(page).evaluate(HAND))


def cards(page: Page) -> Locator:
    """One's own cards."""
    return page.locator(".hand [data-spot]")


def choose(page: Page, card: Locator) -> None:
    """Choose a card to pass; the server has heard of it."""
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    settle(page)


def moment(page: Page) -> tuple[int, int]:
    """Which round it is, and how many passes it has had."""
    numbers = re.findall(r"\d+", settle(page).locator(".when > span").first.inner_text())
    return int(numbers[0]), int(numbers[1])


def until(page: Page, wanted: Callable[[], object]) -> None:
    """Look whenever the page has changed and is settled, until something is so."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        stand(page)
        if wanted():
            return
        assert time.monotonic() < deadline, "in vain"
        see(page, "change")


def all_at(pages: list[Page], wanted: tuple[int, int]) -> None:
    """Wait until all are in that round, after so many passes."""
    for page in pages:
        until(page, lambda page=page: moment(page) == wanted)  # type: ignore[misc]  # bound now
    together(pages)


def all_asked(pages: list[Page]) -> None:
    """Wait until each is asked for a card; who must lose a token first loses one."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not all(one.asks for one in together(pages)):
        assert time.monotonic() < deadline, "not everybody is asked"
        losing = [page for page in pages if page.locator(".purse .lit").count()]
        if losing:
            lose(losing[0])
        else:
            see(pages[0], "change")
    for page in pages:
        expect(prompt(page).get_by_text(re.compile("^(Which card|Pass a card)"))).to_have_count(1)


def lose(page: Page) -> None:
    """Lose the first token."""
    before = stand(page)
    page.locator(".purse .lit").first.click()
    wait_for_more(page, before)


def strike(page: Page, what: str) -> Locator:
    """One of the two ways to strike."""
    return page.locator(f"[data-strike={what}]")


def strikes(page: Page) -> int:
    """How often a page has struck."""
    return len(settle(page).evaluate(STRIKES))


def read(page: Page) -> None:
    """Open what came of the last call; else it folds after a while."""
    page.locator("[data-call] .head").click()
    page.locator("[data-call] .reading").wait_for()


def figure(page: Page, seat: int) -> Locator:
    """Somebody else at the table."""
    return page.locator(f".figure[data-seat='{seat}']")


def box_of(thing: Locator) -> FloatRect:
    """Where something is."""
    found = thing.bounding_box()
    assert found
    return found


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
    choose(four[1], cards(four[1]).first)
    expect(figure(four[0], 1)).to_have_class(re.compile(r"\bchosen\b"))
    expect(figure(four[0], 2)).not_to_have_class(re.compile(r"\bchosen\b"))
    for page in (four[0], four[2], four[3]):
        cards(page).first.click()
    Ear(four[0]).waits_for("^count of three$")
    all_at(four, (number, passes + 1))
    for seat, page in enumerate(four):
        expected = sorted([*before[seat][1:], before[seat - 1][0]], key=CLANS.index)
        assert hand(page) == expected
        for other in {0, 1, 2, 3} - {seat}:
            known = 1 if other == (seat + 1) % 4 else 0  # what I passed there myself
            assert figure(page, other).locator(".card:not(.down)").count() <= known
            assert figure(page, other).locator(".cards .front img").count() <= known


def test_a_choice_can_be_changed_until_the_count_is_over(four: list[Page]) -> None:
    ann = four[0]
    number, passes = moment(ann)
    before = hand(ann)
    other = next(at for at, clan in enumerate(before) if clan != before[0])
    choose(ann, cards(ann).first)
    choose(ann, cards(ann).nth(other))
    expect(cards(ann).first).to_have_attribute("aria-pressed", "false")
    bobs = hand(four[1]).count(before[other])
    for page in four[1:]:
        clan = next(clan for clan in hand(page) if page is not four[1] or clan != before[other])
        page.locator(f".hand [data-spot='card:{clan}']").first.click()
    all_at(four, (number, passes + 1))
    assert hand(four[1]).count(before[other]) == bobs + 1


def test_a_pass_and_a_call_by_keys_alone(four: list[Page]) -> None:
    number, passes = moment(four[0])
    for page in four[:3]:
        page.keyboard.press("1")
    four[3].keyboard.press("Tab")
    cards(four[3]).first.focus()
    four[3].keyboard.press("ArrowRight")
    four[3].keyboard.press("Enter")
    all_at(four, (number, passes + 1))
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
        assert keys == ["N", "A"]


def test_a_call_fires_on_press_and_not_on_release(four: list[Page]) -> None:
    dan = four[3]
    box = box_of(strike(dan, "attack"))
    dan.mouse.move(box["x"] + 30, box["y"] + 30)
    dan.mouse.down()
    expect(dan.locator("[data-call]")).to_contain_text("Dan")
    expect(dan.locator("[data-call]")).to_contain_text("Attack!")
    dan.mouse.up()
    assert strikes(dan) == 1


def test_a_key_that_is_held_and_a_double_tap_are_one_strike(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    number, _ = moment(ann)
    ann.keyboard.down("n")
    expect(ann.locator("[data-call]")).to_contain_text("Ann")
    all_asked(four)
    for _ in range(3):
        ann.keyboard.down("n")  # as a key repeats that is held, now with other cards
    assert strikes(ann) == 1
    ann.keyboard.up("n")
    assert [moment(page) for page in four] == [(number + 1, 0)] * 4
    bob.evaluate(f"() => [1, 2].forEach(() => ({PRESS})('ninja'))")
    expect(ann.locator("[data-call]")).to_contain_text("Bob")
    assert strikes(bob) == 1


def test_of_two_who_race_only_one_calls_and_all_are_told_who_struck_when(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    number, _ = moment(ann)
    for page in (ann, bob):
        page.evaluate(HOLD)
    ann.keyboard.press("n")
    bob.keyboard.press("a")
    for page in (bob, ann):
        page.evaluate(RELEASE)
    all_asked(four)
    stamps = [page.evaluate(STRIKES)[-1]["stamp"] for page in (ann, bob)]
    assert stamps[0] == stamps[1], "both struck for the same cards"
    assert [moment(page) for page in four] == [(number + 1, 0)] * 4, "only one of them called"
    calls = [page.locator("[data-call].right, [data-call].wrong") for page in four]
    told = {call.locator(".head").inner_text() for call in calls}
    assert len(told) == 1, told
    assert sum(name in text for text in told for name in ("Ann", "Bob")) == 1
    read(four[2])
    expect(calls[2].get_by_text(re.compile("counts|Nobody else")).first).to_be_visible()


def test_a_wrong_call_is_seen_by_all_in_what_it_costs(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    ann.keyboard.press("n")
    all_asked(four)
    call = bob.locator("[data-call].wrong")  # there are no four of a kind in this deal
    expect(call).to_contain_text("Ann")
    read(bob)
    expect(call).to_contain_text("A penalty for Ann")  # who has no token yet
    expect(bob.locator(".figure .chips")).to_have_count(2)  # Ann's hand, and her partner's
    expect(figure(bob, 0).locator(".badges .now")).to_be_visible()
    expect(ann.locator(".self .badges .now")).to_be_visible()


# -- signals


def sees(page: Page, seat: int, pattern: str) -> None:
    """Wait until a signal of somebody has been seen."""
    wanted = re.compile(rf"^{seat}: .*{pattern}", re.DOTALL)
    until(page, lambda: any(wanted.search(one) for one in page.evaluate("window.signals")))


def test_a_signal_takes_one_tap_or_key_and_everybody_sees_it(four: list[Page]) -> None:
    ann, bob, cleo, dan = four
    ann.locator("[data-gesture=nose]").click()
    for page in (bob, cleo, dan):
        sees(page, 0, "taps the nose")
    dan.keyboard.press("c")
    for page in (ann, bob, cleo):
        sees(page, 3, "winks")
    speak(ann, "fr")
    bob.locator("[data-word=danger]").click()
    sees(ann, 1, "Danger")
    speak(ann, "en")
    ann.get_by_role("tab", name="Talk").click()
    ann.get_by_label("Say something").fill("I have nothing")
    ann.keyboard.press("Enter")
    sees(bob, 0, "I have nothing")


PRESSED = """([code, key]) => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }))"""


def press_key(page: Page, code: str, key: str) -> None:
    """A key in that place with that print, on whatever keyboard."""
    page.evaluate(PRESSED, [code, key])


def test_the_help_names_every_key_of_the_game(four: list[Page]) -> None:
    ann = four[0]
    ann.get_by_role("button", name="How to play here").click()
    keys = ann.get_by_role("table", name="Keys: Ninjaaa’Tack")
    expect(keys.get_by_role("row", name="N Gong: Ninjaaaa!")).to_be_visible()
    expect(keys.get_by_role("row", name="A Gong: Attack!")).to_be_visible()
    shown = ann.locator("[data-gesture] kbd, [data-word] kbd").all_inner_texts()
    told = keys.locator("kbd").all_inner_texts()
    assert sorted(told) == sorted(["1 … 4", "N", "A", *shown])
    assert len(set(told)) == len(told), "no key does two things"


def test_calls_and_gestures_lie_where_their_letter_is_printed(four: list[Page]) -> None:
    """A French A is the key that is Q elsewhere; the German Z lies between T and U."""
    ann, bob, _, dan = four
    press_key(dan, "KeyY", "z")
    last = dan.locator("[data-gesture]").last
    sees(ann, 3, (last.get_attribute("title") or "").split(":")[0].lower())
    press_key(bob, "KeyA", "q")
    assert strikes(bob) == 0, "what is printed Q is no call"
    press_key(bob, "KeyQ", "a")
    expect(ann.locator("[data-call]")).to_contain_text("Bob")
    expect(ann.locator("[data-call]")).to_contain_text("Attack!")
    assert strikes(bob) == 1


def test_words_lie_in_their_places_and_show_what_is_printed_there(four: list[Page]) -> None:
    ann, bob = four[0], four[1]
    place = bob.locator("[data-word][aria-keyshortcuts=';']")
    word = place.get_attribute("data-word") or ""
    expect(bob.locator(f"[data-word={word}] kbd")).to_have_text(";")
    press_key(bob, "Semicolon", "m")  # as it is printed in France
    sees(ann, 1, word.capitalize())
    expect(bob.locator(f"[data-word={word}] kbd")).to_have_text("M")
    press_key(bob, "Digit5", "(")
    expect(bob.locator("[data-word][aria-keyshortcuts='5']")).to_have_count(1)


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
    sees(cleo, 0, "nods.*: with a meaning$")
    sees(bob, 0, "nods.*: without$")


# -- whole games, and throws


def seated(people: People, found: list[Stranger], server: Server, *devices: str) -> list[Page]:
    """The first two have browsers, and do not play together. Then it begins."""
    pages = [arrive(people, server, one, devices[at]) for at, one in enumerate(found[:2])]
    for page in pages:
        page.get_by_role("region", name="Who plays").wait_for()
    found[0].must("do", what="start")
    for one in found[:2]:
        one.go()
    for page in pages:
        page.locator(".figure").first.wait_for()
    return pages


def race(first: Page, second: Page) -> None:
    """Both call Ninjaaaa for the same cards; one of them is later on the way."""
    before = together([first, second])[0]
    for page in (first, second):
        page.evaluate(HOLD)
        page.evaluate(PRESS, "ninja")
    first.evaluate(RELEASE)
    deadline = time.monotonic() + PATIENCE / 1000
    while see(second, "shown") == before.happened:  # not settled: its own strike is under way
        assert time.monotonic() < deadline, "nothing comes of the strike"
        see(second, "news", 100)
    second.evaluate(RELEASE)
    together([first, second])


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


Throw = Callable[[Page], list[int]]
"""A way to throw; the aim and power that it meant."""


def throw(page: Page, how: Throw) -> None:
    """Throw a token."""
    before = stand(page)
    wanted = how(page)
    wait_for_more(page, before)
    assert page.evaluate(ANSWERS)[-2:] == wanted


def answer(rest: list[Stranger]) -> bool:
    """Whoever without a browser is asked for anything but a card answers."""
    for one in rest:
        one.catch_up()
        if any(offer["key"] != "pass" for offer in one.view.get("offers", [])):
            return one.move()
    return False


@pytest.mark.parametrize(
    ("seats", "ways"), [(4, [drag]), (5, [drag]), (8, [by_keys])], ids=["4", "5", "8"]
)
def test_a_whole_game_with_strikes_that_race_from_two_screens_and_throws(
    people: People,
    sorted_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
    ways: list[Throw],
) -> None:
    wishes: dict[str, Any] = {"game": "tack", "options": {"choose": "90"}, "start": False}
    thrown = races = 0
    with crowd(sorted_server.url, seats, **wishes) as found:
        pages = seated(people, found, sorted_server, "desktop", "phone")
        while not all(one.over for one in together(pages)):
            assert races < 60, "the game does not end"
            thrower = next((page for page in pages if page.locator(".pad").count()), None)
            losing = next((page for page in pages if page.locator(".purse .lit").count()), None)
            if thrower:
                throw(thrower, ways[min(thrown, len(ways) - 1)])
                thrown += 1
                for page in pages:
                    assert len(catch_up(page).evaluate("window.thrown")) >= thrown
            elif losing:
                lose(losing)
            elif not answer(found[2:]):
                races += 1
                race(*(pages if races % 3 else reversed(pages)))
    assert thrown >= len(ways), "a token was thrown in every way"
    monkeypatch.setattr(World, "shuffle", sorting())  # to play it again
    check_result(sorted_server, path_of(pages[0]), dict(enumerate(pages)))
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
        settle(page)
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
            assert resize(page, width, height).evaluate(OUTSIDE) == [], (language, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language
