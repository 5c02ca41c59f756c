"""The table as somebody at a screen has it: what can be seen there, and ways to get to one."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.support.chromium import PATIENCE, People, Person

HINTS = tuple(f"clans.{name}" for name in ("loyalty", "hand", "provinces", "orders", "why"))
LIT = ".lit[data-spot], .lit > [data-spot]"
"""What has a golden edge."""
KEEP_PREFS = """prefs => localStorage.getItem('tatami.prefs')
    ?? localStorage.setItem('tatami.prefs', JSON.stringify(prefs))"""
SPEAK = """language => {
    const kept = JSON.parse(localStorage.getItem('tatami.prefs') ?? '{}');
    localStorage.setItem('tatami.prefs', JSON.stringify({ ...kept, language }));
    dispatchEvent(new StorageEvent('storage', { key: 'tatami.prefs' }));
}"""
EYES = (Path(__file__).parent / "eyes.js").read_text(encoding="utf-8")


class Sight(NamedTuple):
    """What somebody sees of a table; ``points`` are where its things can be touched."""

    asked: int
    words: str
    lit: list[str]
    log: list[str]
    heading: str
    result: bool
    points: dict[str, list[float] | None]

    def news(self, later: Sight) -> bool:
        """Whether something has changed meanwhile, and not only its place."""
        return self[:-1] != later[:-1]


def prepare(person: Person, **prefs: Any) -> Person:
    """Settings as a person could have made them before: all is shown without delay or sound."""
    wanted = {"speed": "instant", "hints": HINTS, "sound": False, **prefs}
    person.context.add_init_script(f"({KEEP_PREFS})({json.dumps(wanted)})")
    return person


def newcomer(people: People, home: str, name: str, *, prefs: Any = None, **more: Any) -> Person:
    """Somebody with a fresh profile whose table does not dawdle."""
    return prepare(people.open(home, name, **more), **(prefs or {}))


def see(page: Page, what: str, arg: object = None) -> Any:
    """Look at a page with one of the functions of eyes.js."""
    given = "" if arg is None else "arg"
    return page.evaluate(f"arg => (window.eyes ??= {EYES.rstrip()}).{what}({given})", arg)


def settle(page: Page) -> Page:
    """Wait until the page says that it is settled: nothing sent, nothing to be shown, no motion."""
    see(page, "settle")
    return page


def catch_up(page: Page) -> Page:
    """Wait until all that the server has said to a page up to now is shown: it asks once more."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    return settle(page)


def resize(page: Page, width: int, height: int) -> Page:
    """Another size of the window, and all that follows from it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("want => innerWidth === want", arg=width)
    see(page, "drawn")
    return page


def look(page: Page) -> Sight:
    """What is on the screen, once the page is settled."""
    return Sight(**see(page, "look"))


def until(page: Page, wanted: Callable[[Sight], object]) -> Sight:
    """Look at the page whenever it has changed and is settled, until something is so."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not wanted(seen := look(page)):
        assert time.monotonic() < deadline, f"in vain; at last there was {seen}"
        see(page, "change")
    return seen


class Stand(NamedTuple):
    """How much has happened at a table as far as a page shows it; what is asked there; the end."""

    happened: int
    asks: str
    over: bool


def stand(page: Page) -> Stand:
    """Where a page is, once it is settled."""
    return Stand(*see(page, "stand"))


def wait_for_more(page: Page, before: Stand) -> Stand:
    """Wait until something has come of an answer: more has happened, or something else is asked."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (now := stand(page)) == before:
        assert time.monotonic() < deadline, f"nothing comes of it: {now}"
        see(page, "change")
    return now


def together(pages: Sequence[Page]) -> list[Stand]:
    """Wait until all pages are settled and show the same moment of the game."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        stands = [stand(page) for page in pages]
        if len({one.happened for one in stands}) == 1:
            return stands
        assert time.monotonic() < deadline, f"the pages do not agree: {stands}"
        last = min(range(len(pages)), key=lambda at: (stands[at].over, stands[at].happened))
        see(pages[last], "change")


def whose_turn(pages: Sequence[Page]) -> Page | None:
    """The first page on which something is asked, when all show the same; None at the end."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        stands = together(pages)
        if all(one.over for one in stands):
            return None
        asked = [page for page, one in zip(pages, stands, strict=True) if one.asks]
        if asked:
            return asked[0]
        assert time.monotonic() < deadline, f"the game does not go on: {stands}"
        see(pages[0], "change")  # others play


def speak(page: Page, language: str) -> None:
    """Change the language, as if it were done in another tab."""
    page.evaluate(SPEAK, language)
    settle(page)
    assert page.evaluate("document.documentElement.lang") == language


def prompt(page: Page) -> Locator:
    """Where the table says what is asked, in either language."""
    return page.get_by_role("region", name=re.compile("^(What is asked|Ce qui est demandé)$"))


# --- getting there


def open_table(host: Person, *, seats: int = 4) -> str:
    """Invite friends to a table, from the start page; its path."""
    page = host.go()
    page.get_by_label("Your name").fill(host.name)
    page.get_by_role("button", name=re.compile("Invite friends.*War of Clans")).click()
    page.get_by_role("heading", name="Your table").wait_for()
    if seats != 4:
        page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
    expect(
        page.get_by_role("list").filter(has_text=host.name).get_by_role("listitem")
    ).to_have_count(seats)
    return path_of(page)


def path_of(page: Page) -> str:
    """The path of the page, such as /t/ID."""
    return "/" + page.url.split("/", 3)[3]


def sit_down(guest: Person, path: str) -> Page:
    """Come by a link, give a name, sit down."""
    page = guest.go(path)
    page.get_by_label("Your name").fill(guest.name)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("you", exact=True).wait_for()
    return page


def fill_and_start(host: Person) -> Page:
    """Give what is free to bots, and begin."""
    page = host.page
    if page.get_by_role("button", name="Fill with bots").is_visible():
        page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start the game").click()
    prompt(page).wait_for()
    return page


def table_of(people: Sequence[Person], *, seats: int = 4) -> str:
    """The first hosts, the others come by the link, bots take the rest; the game begins."""
    host, *guests = people
    path = open_table(host, seats=seats)
    for guest in guests:
        sit_down(guest, path)
    fill_and_start(host)
    for guest in guests:
        prompt(guest.page).wait_for()
    return path


def play_now(person: Person) -> Page:
    """One click from the start page to a table with bots."""
    page = person.go()
    page.get_by_role("button", name=re.compile("(Play now|Jouer maintenant).*War of Clans")).click()
    prompt(page).wait_for()
    return page
