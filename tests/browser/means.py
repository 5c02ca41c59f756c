"""Four ways to play: by mouse, by dragging, by keyboard alone, by finger.

Each does the first thing that the table offers, and knows of the game only what is to be seen.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page

from tests.browser.tables import LIT, Sight, look, see, until

ARMY = re.compile(r"zone:army-(\d)-(\w+)")
STEPS = 24


class Means(Protocol):
    """A way to play."""

    def act(self, page: Page, seen: Sight) -> None:
        """Take one step towards an answer."""


def lit(page: Page) -> Locator:
    """The first thing with a golden edge."""
    return page.locator(LIT).locator("visible=true").first


def point(seen: Sight, spot: str) -> tuple[float, float]:
    """Where something lies bare."""
    found = seen.points.get(spot)
    assert found, f"{spot} cannot be touched: {seen}"
    return found[0], found[1]


class Mouse:
    """Clicks on cards, armies and provinces."""

    def act(self, page: Page, seen: Sight) -> None:
        """Click what is lit."""
        page.mouse.click(*point(seen, seen.lit[0]))


class Finger:
    """Taps, on a phone."""

    def act(self, page: Page, seen: Sight) -> None:
        """Tap what is lit."""
        page.touchscreen.tap(*point(seen, seen.lit[0]))


class Keys:
    """Goes from thing to thing with the arrows and presses Enter; or the number of an option."""

    def __init__(self) -> None:
        self.walked = 0
        self.numbers = 0

    def act(self, page: Page, seen: Sight) -> None:
        """Walk to what is lit and press Enter; every third time choose by number instead."""
        if (self.walked + self.numbers) % 3 == 2 and "Esc" not in seen.words:
            self.numbers += 1
            page.keyboard.press("1")
        else:
            self.walked += 1
            self.walk(page)
            page.keyboard.press("Enter")

    def walk(self, page: Page) -> None:
        """Press arrows towards it until it has the focus; nowhere the same one twice."""
        tried: set[tuple[str, str]] = set()
        for _ in range(STEPS):
            here, *ways = see(page, "ways", lit(page).element_handle()) or [""]
            if not ways:
                return
            way = next((way for way in ways if (here, way) not in tried), ways[0])
            tried.add((here, way))
            page.keyboard.press(way)
        raise AssertionError("the arrows do not lead to what may be done")


class Drag:
    """Drags a card, or the top of an army, to where it shall go."""

    def act(self, page: Page, seen: Sight) -> None:
        """Drag the first thing that is lit to the first place that takes it."""
        source = seen.lit[0]
        if source.startswith("province:") or self._under_way(page, seen):
            return  # the second half of a drag
        targets = self._targets(seen, source)
        if seen.words.startswith(
            "Which army"
        ):  # only one can attack: it is not lit, and is dragged
            source, targets = self._army(seen), [source]
        for target in targets:
            carry(page, point(seen, source), point(seen, target))
            if not happens(page, lambda now: now.log != seen.log or bubble(page).is_visible()):
                return  # it slipped
            if look(page).log != seen.log:
                return
            page.keyboard.press("Escape")  # it was explained, and nothing changed
        raise AssertionError(f"{source} can be dragged nowhere: {seen}")

    def _under_way(self, page: Page, seen: Sight) -> bool:
        """Whether a question that a drag answers on its way is gone in a moment."""
        if not seen.words.startswith("Which army"):
            return False
        for _ in range(20):
            if seen.news(look(page)):
                return True
            page.wait_for_timeout(100)
        return False

    def _army(self, seen: Sight) -> str:
        mine = self._home(seen)
        return next(one for one in seen.points if one.startswith(f"zone:army-{mine}"))

    def _targets(self, seen: Sight, source: str) -> list[str]:
        mine = self._home(seen)
        provinces = [one for one in seen.points if one.startswith("province:")]
        armies = [one for one in seen.points if ARMY.fullmatch(one)]
        if source == "card:Ninja" or source.startswith(f"zone:army-{mine}"):
            return [one for one in armies if not one.startswith(f"zone:army-{mine}")]
        if source.startswith("card:"):
            first = seen.words.startswith("First")
            return [one for one in provinces if first == (one != f"province:{mine}")]
        return [one for one in provinces if one[-1] != source.split("-")[1]]

    def _home(self, seen: Sight) -> str:
        """One's own province is the last of them on the page."""
        return next(one for one in seen.points if one.startswith("province:")).split(":")[1]


def bubble(page: Page) -> Locator:
    """The note that says why not."""
    return page.get_by_role("note", name=re.compile("Why not|Pourquoi pas"))


def carry(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag by mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=2)
    page.mouse.move(*end, steps=2)
    page.mouse.up()


def insist(page: Page, means: Means, seen: Sight, tries: int = 3) -> None:
    """Do what is asked; whoever taps as the table moves under the finger taps once more."""
    for _ in range(tries):
        means.act(page, seen)
        if happens(page, seen.news) or not (seen := look(page)).lit:
            return
    raise AssertionError(f"nothing that is done is heard: {seen}")


def happens(page: Page, wanted: Callable[[Sight], object]) -> bool:
    """Whether it comes about in ten seconds."""
    try:
        until(page, wanted, seconds=10)
    except AssertionError:
        return False
    return True


def take_turns(pages: dict[Page, Means], minutes: float = 10) -> None:
    """Everybody plays whenever something is asked of them, to the end."""
    done: set[Page] = set()
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        called = [page for page in pages.keys() - done if see(page, "calls")]
        for page in called:
            seen = look(page)
            if seen.asked and seen.lit:
                insist(page, pages[page], seen)
            elif seen.result:
                done.add(page)
        if len(done) == len(pages):
            return
        if not called:
            next(iter(pages)).wait_for_timeout(50)
    raise AssertionError("the game does not end")
