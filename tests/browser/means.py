"""Four ways to play: by mouse, by dragging, by keyboard alone, by finger.

Each does the first thing that the table offers, and knows of the game only what is to be seen.
"""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import LIT, Sight, look, see, until, whose_turn

ARMY = re.compile(r"zone:army-(\d)-(\w+)")
STEPS = 24
MOST = 2000


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
        targets = self._targets(seen, source)
        if seen.words.startswith("Which army"):  # only one can attack: not lit, and dragged
            source, targets = self._army(seen), [source]
        for target in targets:
            carry(page, point(seen, source), point(seen, target))
            if look(page).log != seen.log:
                assert not page.locator(".flights > *").count(), "a card hangs in the air"
                return
            expect(bubble(page)).to_be_visible()  # it was explained, and nothing changed
            page.keyboard.press("Escape")
            expect(bubble(page)).to_have_count(0)
        raise AssertionError(f"{source} can be dragged nowhere: {seen}")

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


def do(page: Page, means: Means, seen: Sight) -> Sight:
    """One action on a settled page; what is to be seen when something has come of it."""
    means.act(page, seen)
    return until(page, seen.news)


def take_turns(pages: dict[Page, Means], moves: int = 0) -> None:
    """Whoever is asked does one thing, so many times or to the end."""
    made = 0
    while (page := whose_turn(list(pages))) and (not moves or made < moves):
        do(page, pages[page], look(page))
        made += 1
        assert made < MOST, "the game does not end"
