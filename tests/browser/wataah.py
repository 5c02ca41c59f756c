"""WAT-AAH! at its table: ways to play it that know of the game only what is to be seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Position, expect

from tests.browser.crowd import Stranger, asked_first
from tests.browser.tables import settle, stand, wait_for_more, whose_turn

HINTS = tuple(f"wataah.{name}" for name in ("hand", "draw", "place", "corruption", "four"))
PREFS = {"hints": HINTS}
NOTHING = re.compile("^place nothing|^ne rien poser", re.IGNORECASE)

BOARD = ".wataah .lit[data-spot]:not(.hand .lit), .wataah .lit > [data-spot]"
WANTED = """() => {
    const has = (selector) => document.querySelector(selector) !== null;
    if (has('.tray')) return 'tray';
    if (has('.prompt .pick > .primary')) return 'pick';
    if (has('[data-gather]')) return 'place';
    if (has('.prompt .options button')) return 'listed';
    return has('.hand .lit') ? 'hand' : 'board';
}"""
"""What kind of answer is wanted."""

Press = Callable[[Locator], None]


# --- people with browsers


def corner(spot: Locator) -> Position | None:
    """Of a card in hand the corner that no other card covers; of all else the middle."""
    held = spot.evaluate("one => one.closest('.hand') !== null")
    return {"x": 6, "y": 8} if held else None


def click(spot: Locator) -> None:
    """By mouse."""
    spot.click(position=corner(spot))


def tap(spot: Locator) -> None:
    """By finger."""
    spot.tap(position=corner(spot))


def enter(spot: Locator) -> None:
    """By keyboard alone; what is pressed may be gone before the key is up."""
    spot.focus()
    spot.page.keyboard.press("Enter")


class Placer:
    """Does whatever is asked first, places cards where two of one clan can be, and keeps count."""

    def __init__(self, press: Press, *, drag: bool = False) -> None:
        self.press = press
        self.drag = drag
        self.placed = 0

    def act(self, page: Page) -> None:
        """One answer, or the cards and then the place."""
        wanted = page.evaluate(WANTED)
        if wanted == "tray":
            self._pick(page, page.locator(".tray .lit"))
        elif wanted == "pick":
            self._pick(page, page.locator(".hand .lit"))
        elif wanted == "place":
            self._place(page)
        else:
            self._choose(page, wanted)

    def _pick(self, page: Page, cards: Locator) -> None:
        done = page.get_by_role("button", name=re.compile("^Choose these"))
        if not done.count():
            self.press(cards.first)
            return
        for number in range(cards.count()):
            if done.is_enabled():
                break
            self.press(cards.nth(number))
            settle(page)
        self.press(done)

    def _place(self, page: Page) -> None:
        """The first clan of which two cards are lit; or nothing."""
        groups = page.locator(".hand > .group").filter(has=page.locator(".one + .one .lit"))
        section = page.get_by_role("region", name="Cards to place")
        if groups.count():
            cards = groups.first.locator(".lit")
            for number in range(min(3, cards.count())):
                self.press(cards.nth(number))
                settle(page)  # the server has said what these would do
            ready = section.locator("button.primary")
            if ready.count():
                self._put(page, cards.first, ready.first)
                self.placed += 1
                return
            expect(section.locator(".clause").first).to_be_visible()
            self.press(section.get_by_role("button", name="Put back"))
            expect(section).to_have_count(0)
        self.press(page.get_by_role("button", name=NOTHING))

    def _put(self, page: Page, card: Locator, ready: Locator) -> None:
        if not self.drag:
            self.press(ready)
            return
        mat = page.locator(".mat.mine > .ground")
        card.drag_to(mat, source_position={"x": 6, "y": 8}, target_position={"x": 30, "y": 30})

    def _choose(self, page: Page, wanted: str) -> None:
        """What is listed, a card of the hand, or what is lit on the board."""
        if wanted == "listed":
            self.press(page.get_by_role("list", name="Your choices").get_by_role("button").last)
        elif wanted == "hand":
            self._discard(page, page.locator(".hand .lit").first)
        else:
            self.press(page.locator(BOARD).first)
            settle(page)
            several = page.get_by_role("group", name="Why not").get_by_role("button")
            if several.count():
                self.press(several.first)

    def _discard(self, page: Page, card: Locator) -> None:
        """The card, then the Jigoku; or dragged there."""
        jigoku = page.locator("[data-spot='zone:jigoku']")
        if self.drag:
            card.drag_to(jigoku, source_position={"x": 6, "y": 8})
            return
        self.press(card)
        page.locator(".pile.lit [data-spot='zone:jigoku']").wait_for()
        self.press(jigoku)


def play_on(pages: dict[Page, Placer], most: int = 2000) -> int:
    """Whoever is asked does one thing, to the end; how many it took."""
    for number in range(most):
        page = whose_turn(list(pages))
        if page is None:
            return number
        before = stand(page)
        pages[page].act(page)
        wait_for_more(page, before)
    raise AssertionError("the game does not end")


# --- people without


def numbers(one: Stranger, key: str) -> dict[str, int]:
    """The options of a question by how a record spells them."""
    sorts = {sort["name"]: sort["names"] for sort in one.game["sorts"]}
    question = next(found for found in one.game["questions"] if found["key"] == key)
    spelled: list[str] = []
    for verb in question["verbs"]:
        names = [verb["verb"]]
        for sort in verb["sorts"]:
            names = [f"{name}:{thing}" for name in names for thing in sorts[sort]]
        spelled += names
    return {name: number for number, name in enumerate(spelled)}


def offer_of(one: Stranger) -> dict[str, Any]:
    """What is asked of somebody first; nothing: an empty offer."""
    found: list[dict[str, Any]] = one.view.get("offers", [])
    return found[0] if found else {}


Choose = Callable[[Stranger, dict[str, Any]], object]


def first(_one: Stranger, offer: dict[str, Any]) -> object:
    """The least that is asked."""
    return offer["items"][: offer["low"]] if offer.get("high") else offer["options"][0]


def quick(one: Stranger, offer: dict[str, Any]) -> object:
    """Place the first clan that can be placed."""
    if offer["key"] == "place":
        return next((option for option in offer["options"] if 0 < option < 10), 0)
    if offer["key"] == "draw":
        return 1 if 1 in offer["options"] else offer["options"][0]
    return first(one, offer)


def go_on(people: list[Stranger], until: Callable[[], bool], choose: Choose = first) -> None:
    """One answer at a time, until something is so."""
    for _ in range(3000):
        who = asked_first(people, until)
        if who is None:
            return
        offer = offer_of(who)
        who.must("answer", ask=offer["ask"], answer=choose(who, offer))
    raise AssertionError("it never comes to that")


def asked(people: list[Stranger], key: str) -> list[Stranger]:
    """Those of whom this is asked."""
    return [one for one in people if offer_of(one).get("key") == key]


def hand_of(one: Stranger) -> list[int]:
    """The faces in somebody's hand."""
    names = [zone["name"] for zone in one.game["zones"]]
    found: list[int] = one.view["zones"][names.index(f"hand-{one.view['seat']}")]
    return found
