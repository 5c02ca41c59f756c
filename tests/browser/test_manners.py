"""Manners of the table: language, motion, sound, keys and fingers, as each person wants them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tatami.games.words import read_words
from tests.browser.crowd import Stranger
from tests.browser.means import Mouse, do, point
from tests.browser.screens import Scene, asked, asked_this
from tests.browser.tables import Sight, look, settle, speak, until
from tests.support.chromium import People
from tests.support.serving import Server

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
COUNT_SOUNDS = """
    window.sounds = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.sounds++;
        return start.apply(this, when);
    };
"""
COUNT_FLIGHTS = """
    window.flown = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes, target } of changes) {
            if (target.matches?.('.flights')) window.flown += addedNodes.length;
        }
    }).observe(document, { childList: true, subtree: true });
"""
HOLD_ANSWERS = """
    const send = WebSocket.prototype.send;
    window.held = [];
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).t === 'answer') window.held.push(() => send.call(this, text));
        else send.call(this, text);
    };
"""
BUSY = "document.documentElement.dataset.busy"
MOVING = "document.getAnimations().filter((one) => one.playState === 'running').length"
AROUND = """arrows => {
    const spots = [...document.querySelectorAll('button[data-spot]')];
    const all = spots.filter((one) => one.checkVisibility());
    const press = (one, key) => {
        one.focus();
        one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, shiftKey: true }));
        return all.indexOf(document.activeElement);
    };
    const next = all.map((one) => arrows.map((key) => press(one, key)));
    const reached = new Set([0]);
    for (const at of reached) for (const to of next[at]) if (to >= 0) reached.add(to);
    return all.filter((_, at) => !reached.has(at)).map((one) => one.ariaLabel);
}"""
"""Which things on the table the arrows do not lead to, from the first one on."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here."""
    with Server(tmp_path_factory.mktemp("manners") / "data", pace=0, away=6000) as running:
        yield running


@pytest.fixture
def scene(server: Server, people: People) -> Iterator[Scene]:
    """People at tables of that server."""
    made = Scene(server, people, "desktop")
    yield made
    made.leave()


def sit(scene: Scene, who: Stranger, *, before: str = "", **more: object) -> Page:
    """The screen of somebody at a table."""
    person = scene.person(who.name, like=who, **more)
    if before:
        person.context.add_init_script(before)
    return settle(person.go(f"/t/{who.table}"))


def test_another_language_in_the_middle_of_a_game_changes_nothing_but_the_words(
    scene: Scene,
) -> None:
    page = sit(scene, asked_this(scene.crowd(3, moves=30), "first.card"))
    Mouse().act(page, look(page))
    expect(page.get_by_role("button", name=re.compile("^Cancel"))).to_be_visible()
    english = look(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Français").check(force=True)
    page.keyboard.press("Escape")
    french = until(page, lambda now: "Annuler" in now.words and not set(now.log) & set(english.log))
    assert (french.lit, len(french.log)) == (english.lit, len(english.log))
    assert french.words != english.words
    page.get_by_role("button", name="Règles").click()
    expect(page.get_by_role("dialog").get_by_role("paragraph").first).to_contain_text("clause")
    expect(page.get_by_role("dialog").locator("[lang=fr]")).to_be_visible()
    page.keyboard.press("Escape")
    speak(page, "en")
    assert until(page, lambda now: now.words == english.words).log == english.log


def test_friends_at_one_table_each_read_their_own_language(scene: Scene) -> None:
    """Log, question and refusal; claims: see test_night.py."""
    crowd = scene.crowd(3, moves=12)
    bob = asked_this(crowd, "first.to")
    other = next(one for one in crowd if one is not bob)
    here, there = sit(scene, other), sit(scene, bob, prefs={"language": "fr"})
    english, french = look(here), look(there)
    assert len(english.log) == len(french.log) > 0
    assert not set(english.log) & set(french.log)
    assert "Dans quelle province" in french.words
    own = there.get_by_role("button", name=re.compile("^chez vous")).first
    own.click(position={"x": 30, "y": 30})
    refusal = read_words("tatami.games.clans", "fr")["refusal"]["own_province"]
    expect(there.get_by_role("note", name="Pourquoi pas")).to_contain_text(refusal)
    do(there, Mouse(), look(there))
    told = until(here, english.news)
    assert re.search(rf"{bob.name} deploys .* into ", told.log[-1])
    assert re.search("Vous déployez .* chez ", until(there, french.news).log[-1])


def test_a_language_whose_words_cannot_be_had_changes_nothing(scene: Scene) -> None:
    page = sit(scene, asked(scene.crowd(3, moves=3)))
    page.evaluate("sessionStorage.setItem('tatami.reloaded', Date.now() + 1e9)")  # and never again
    page.route("**/assets/browser-*", lambda route: route.abort())
    people = scene.people.here[0]
    people.allow("ERR_FAILED|Failed to fetch|Unable to preload")
    before = look(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check(force=True)
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    assert look(settle(page)).words == before.words
    assert page.evaluate("document.documentElement.lang") == "en"


def played(page: Page) -> None:
    """Let somebody finish a whole order, so that a card moves."""
    before = look(page)
    while (seen := until(page, lambda now: now.lit or now.log != before.log)).log == before.log:
        do(page, Mouse(), seen)


def test_a_page_says_what_it_is_busy_with_until_all_is_answered_and_shown(scene: Scene) -> None:
    crowd = scene.crowd(3, moves=3)
    full = {"reduced_motion": "no-preference", "prefs": {"speed": "fast"}}
    page = sit(scene, asked(crowd), before=HOLD_ANSWERS, **full)
    seen = look(page)
    assert page.evaluate(BUSY) == ""
    assert page.locator(".tatami-table").get_attribute("data-ask")
    page.keyboard.press("1")
    assert page.evaluate(BUSY) == "sending"
    page.evaluate("window.seenBusy = new Set()")
    page.evaluate(
        f"new MutationObserver(() => {BUSY}.split(' ').forEach((one) => seenBusy.add(one)))"
        ".observe(document.documentElement, { attributes: true })"
    )
    while (now := look_after_release(page)).log == seen.log:
        Mouse().act(page, now)
    assert {"sending", "showing", "moving"} <= set(page.evaluate("[...seenBusy]"))
    assert page.evaluate(BUSY) == ""


def look_after_release(page: Page) -> Sight:
    """Let what was held go; what is to be seen when the page is settled."""
    page.evaluate("window.held.splice(0).forEach((send) => send())")
    return look(page)


def test_cards_fly_unless_less_motion_is_wanted(scene: Scene) -> None:
    who = asked(scene.crowd(3, moves=3))
    moved = sit(
        scene, who, before=COUNT_FLIGHTS, reduced_motion="no-preference", prefs={"speed": "fast"}
    )
    still = sit(scene, who, before=COUNT_FLIGHTS)
    expect(still.locator("html")).to_have_attribute("data-motion", "reduced")
    played(moved)
    until(still, lambda now: now.log == look(moved).log)
    assert moved.evaluate("window.flown") > 0
    assert still.evaluate("window.flown") == 0
    still.wait_for_function(f"() => ({MOVING}) === 0")


def test_it_sounds_when_it_is_my_turn_and_is_silent_where_sound_is_off(scene: Scene) -> None:
    crowd = scene.crowd(3, moves=2)
    who = asked(crowd)
    loud = sit(scene, who, before=COUNT_SOUNDS, prefs={"sound": True})
    mute = sit(scene, who, before=COUNT_SOUNDS)
    for page in (loud, mute):
        page.get_by_role("tab", name="Log").click()
    played(loud)
    until(mute, lambda now: now.log == look(loud).log)
    loud.wait_for_function("() => window.sounds > 0")
    assert mute.evaluate("window.sounds") == 0


def test_the_title_says_that_it_is_my_turn(scene: Scene) -> None:
    crowd = scene.crowd(3, moves=2)
    expect(sit(scene, asked(crowd))).to_have_title(re.compile("Your turn"))
    waiting = sit(scene, asked(crowd, yes=False))
    expect(waiting).not_to_have_title(re.compile("Your turn"))


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_arrows_lead_to_everything_on_the_table(scene: Scene, device: str) -> None:
    scene.device = device
    for moves in (6, 60):
        page = sit(scene, asked(scene.crowd(4, moves=moves)))
        assert page.evaluate(AROUND, list(ARROWS)) == []
        page.close()


def test_a_finger_drags_a_card_to_a_province(scene: Scene) -> None:
    scene.device = "phone"
    crowd = scene.crowd(3)
    page = sit(scene, asked(crowd))
    before = look(page)
    card = next(spot for spot in before.lit if spot != "card:Ninja")
    goal = next(spot for spot in reversed(before.points) if spot.startswith("province:"))
    drag_by_finger(page, point(before, card), point(before, goal))
    army = f"zone:army-{goal[-1]}-{card.partition(':')[2]}"
    after = until(page, lambda now: now.words.startswith("Second order"))
    assert army in after.points


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Put a finger down, draw it along, lift it."""
    line = page.context.new_cdp_session(page)
    steps = [
        (start[0] + (end[0] - start[0]) * n / 5, start[1] + (end[1] - start[1]) * n / 5)
        for n in range(1, 6)
    ]
    touch(line.send, "touchStart", start)
    for step in steps:
        touch(line.send, "touchMove", step)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()


def touch(send: Callable[..., object], kind: str, where: tuple[float, float]) -> None:
    """One event of a finger."""
    spot = {"x": where[0], "y": where[1]}
    send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot]})
