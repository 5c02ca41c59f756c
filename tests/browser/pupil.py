"""Somebody who takes a lesson in the browser, with eyes on the page and the script in mind.

What is right is known from the lesson's script; how it is done is what hands do at that game's
table: by mouse, by finger, or by keys alone.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tatami.engine.record import spell
from tatami.engine.referee import Move
from tatami.lessons import Part, Run
from tatami.testing.lessons import right_move
from tests.browser.tables import settle
from tests.browser.wataah import click, tap
from tests.support.pupil import played

TABS: Final = 90
"""More stops of the Tab key than any table has."""
PLACES: Final[tuple[tuple[str, str], ...]] = (
    (r"(?:strike|move|at):province-(\d):(\w+)", r"zone:army-\1-\2"),
    (r"with:(\w+)", r"zone:army-{me}-\1"),
    (r"into:province-(\d)", r"province:\1"),
    (r"at:(s\d:\w+)", r"member:\1"),
    (r"at:s(\d)", r"seat:\1"),
    (r"on:(\w+)", r"zone:clan-{me}-\1"),
    (r"clan_of:s(\d):(\w+)", r"zone:clan-\1-\2"),
    (r"peek:(\w+)", r"zone:decoy-\1"),
    (r"to_(\w+?)(?::\d)?", r"place:\1"),
    (r"recruit|corrupt", "zone:deck"),
    (r"\w+:(.+)", r"card:\1"),
    (r"(ninja)", "card:Ninja"),
)
"""Where the things lie that an option speaks of, as a record spells it."""
LIT: Final = "one => one.matches('.lit, .lit > *, .hand *')"
CALLS: Final = ("ninja", "attack")
GATHERED: Final = "place"
"""The question that is answered by cards of the hand, gathered first."""


def spot_of(me: int, spelled: str) -> str:
    """What lies on the table for an option; empty for what is only said in words."""
    for written, place in PLACES:
        if found := re.fullmatch(written, spelled):
            return found.expand(place).replace("{me}", str(me))
    return ""


class Touch(NamedTuple):
    """An option to be chosen: how it is spelled, and which it is of all that are offered."""

    spelled: str
    number: int
    alike: int
    """Which it is of those that lie in the same place."""


def touch_of(run: Run, key: str, option: int) -> Touch:
    """An option of what is asked."""
    me = run.lesson.seat
    offer = next(offer for _, offer in run.referee.asks(me) if offer.question.key == key)
    every = list(dict.fromkeys(offer.items)) if offer.is_pick else list(offer.options)
    spelled = [spell(offer.question, one) for one in every]
    at = every.index(option)
    there = [one for one in spelled[:at] if spot_of(me, one) == spot_of(me, spelled[at])]
    return Touch(spelled[at], at + 1, len(there))


class Pupil(ABC):
    """Does what is right, part by part; the run is taken along."""

    def act(self, page: Page, run: Run) -> int:
        """The right answer to the part at which the lesson is; several where one gesture is.

        How much the sensei had said before the last of them.
        """
        part = now(run)
        move = right_move(run, part)
        if move.kind == "right":
            self.strike(page, CALLS[_one(move.answer)])
        elif move.kind == "remark":
            self.press(page, page.locator("[data-gesture]").nth(move.args[0]))
        elif move.key == "throw.what":
            self.press(page, page.locator("[data-throw=go]"))
            return take(run, move, "throw.aim", "throw.power")
        elif isinstance(move.answer, tuple):
            self.pick(page, run, move.key, move.answer)
        else:
            return self.choose(page, run, move)
        return take(run, move)

    def play(self, page: Page, run: Run) -> int:
        """Something, where no script says what is right; how much the sensei had said before."""
        move = played(run)
        if move.kind == "right":
            self.strike(page, CALLS[_one(move.answer)])
            return take(run, move)
        return self.choose(page, run, move)

    def go_on(self, page: Page, run: Run) -> int:
        """What is said has been read; how much that was."""
        self.press(page, page.locator(".sensei button.primary"))
        read = len(run.said)
        run.go_on()
        return read

    @abstractmethod
    def press(self, page: Page, button: Locator) -> None:
        """Press something, wherever it is."""

    @abstractmethod
    def strike(self, page: Page, call: str) -> None:
        """Strike the gong."""

    @abstractmethod
    def choose(self, page: Page, run: Run, move: Move) -> int:
        """Choose one option of those that are offered."""

    def pick(self, page: Page, run: Run, key: str, answer: tuple[int, ...]) -> None:
        """Choose several, and hand them in."""
        for option in dict.fromkeys(answer):
            for nth in range(answer.count(option)):
                self.item(page, touch_of(run, key, option), nth)
        self.press(page, page.locator(".prompt .pick > .primary"))

    @abstractmethod
    def item(self, page: Page, touch: Touch, nth: int) -> None:
        """One item of a pick, the nth of equal ones."""


class Pointer(Pupil):
    """Touches what lies on the table; what is only said in words, in the list."""

    def __init__(self, *, finger: bool) -> None:
        self._finger = finger
        self._touch = tap if finger else click

    def press(self, page: Page, button: Locator) -> None:
        """Click or tap."""
        self._touch(button)

    def strike(self, page: Page, call: str) -> None:
        """Press one side of the gong."""
        self._touch(page.locator(f"[data-strike={call}]"))

    def choose(self, page: Page, run: Run, move: Move) -> int:
        """The thing, and then where it goes; or the option in words."""
        if move.key == GATHERED and page.locator("[data-gather]").count():
            return self._gather(page, run, move)
        touch = touch_of(run, move.key, _one(move.answer))
        things = page.locator(f'[data-spot="{spot_of(run.lesson.seat, touch.spelled)}"]')
        if page.locator(".tray").count():
            things = page.locator(f'[data-spot="tray:{touch.spelled.partition(":")[2]}"]')
        if things.count() and things.first.evaluate(
            "one => one.matches('.lit, .lit > *, .hand *')"
        ):
            self._aim(page, things.first)
            self._finish(page, touch)
        else:
            self._touch(page.locator(f'.options button:has(kbd:text-is("{touch.number}"))'))
        return take(run, move)

    def _aim(self, page: Page, thing: Locator) -> None:
        """The thing; of a player's mat the middle, whatever lies there."""
        if not (thing.get_attribute("data-spot") or "").startswith("seat:"):
            self._touch(thing)
        elif box := thing.bounding_box():
            middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            (page.touchscreen.tap if self._finger else page.mouse.click)(*middle)

    def _finish(self, page: Page, touch: Touch) -> None:
        """Which of several that lie there; and the place, where one is wanted."""
        settle(page)
        several = page.locator(".bubble[role=group] > button:not(.close)")
        if several.count():
            self._touch(several.nth(touch.alike))
        elif page.locator(".prompt .armed").count():
            self._touch(page.locator(".lit[data-spot]:not(.hand *), .lit > [data-spot]").first)

    def _gather(self, page: Page, run: Run, move: Move) -> int:
        """All cards that go down together, and then where they lie."""
        option = touch_of(run, move.key, _one(move.answer)).spelled
        verb, _, named = option.partition(":")
        take(run, move)
        then = right_move(run, now(run))
        answer = then.answer if isinstance(then.answer, tuple) else ()
        cards = [touch_of(run, then.key, one).spelled.partition(":")[2] for one in answer]
        cards += ["Ronin"] * (verb == "found_with") + [named] * (verb == "summon")
        for face in dict.fromkeys(cards):
            for nth in range(cards.count(face)):
                self._touch(page.locator(f'[data-spot="card:{face}"]').nth(nth))
                settle(page)
        self._touch(page.locator(".gathered button.primary"))
        return take(run, then)

    def item(self, page: Page, touch: Touch, nth: int) -> None:
        """A card in the hand, or on the tray."""
        face = touch.spelled.partition(":")[2]
        there = page.locator(f'[data-spot="tray:{face}"], [data-spot="card:{face}"]')
        self._touch(there.nth(nth))


class Typist(Pupil):
    """Never touches anything but keys."""

    def press(self, page: Page, button: Locator) -> None:
        """Go there with the Tab key."""
        for _ in range(TABS):
            if button.evaluate("one => one === document.activeElement"):
                return page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {button}")

    def strike(self, page: Page, call: str) -> None:
        """Each call has a letter."""
        page.keyboard.press("n" if call == "ninja" else "a")

    def choose(self, page: Page, run: Run, move: Move) -> int:
        """The number that the option has in the list; of a card to pass, in the hand."""
        touch = touch_of(run, move.key, _one(move.answer))
        page.keyboard.press(str(self._in_hand(page, touch) or touch.number))
        return take(run, move)

    def _in_hand(self, page: Page, touch: Touch) -> int:
        """Which card it is, where the numbers are those of the cards; else 0."""
        if not touch.spelled.startswith("pass:"):
            return 0
        cards = page.locator(".hand [data-spot]")
        spots = [cards.nth(at).get_attribute("data-spot") for at in range(cards.count())]
        return spots.index(touch.spelled.replace("pass", "card")) + 1

    def item(self, page: Page, touch: Touch, nth: int) -> None:
        """By its number too: as often as there are equal ones."""
        page.keyboard.press(str(touch.number))


def now(run: Run) -> Part:
    """The part at which a lesson is that is not over."""
    assert run.part is not None
    return run.part


def take(run: Run, move: Move, *after: str) -> int:
    """What was done on the page, in the run, and what the same gesture answered besides.

    How much the sensei had said before the last of it.
    """
    said = len(run.said)
    assert run.take(move), move
    for key in after:
        said = len(run.said)
        then = right_move(run, now(run))
        assert then.key == key
        assert run.take(then), then
    return said


def waits(page: Page, wanted: str) -> None:
    """Until the lesson waits for this."""
    expect(page.locator(".sensei")).to_have_attribute("data-waits", wanted)
    settle(page)


def sensei(page: Page) -> str:
    """What the sensei says now, once all is shown."""
    settle(page)
    return page.locator(".sensei .words").inner_text()


def _one(answer: object) -> int:
    assert isinstance(answer, int)
    return answer


MOUSE: Final = Pointer(finger=False)
FINGER: Final = Pointer(finger=True)
KEYS: Final = Typist()
