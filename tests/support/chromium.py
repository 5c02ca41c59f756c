"""Real browsers for tests: Debian's Chromium, one context a person, nothing wrong overlooked.

Playwright's own download is not used. A test must not call asyncio.run in this process while a
browser is open; clients without a browser use websockets.sync.client. What a page draws by chance
comes from the name of the test and of the person, so that every run sees the same game.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from tests.support import seeds

NAMES: Final = ("chromium-headless-shell", "chromium", "google-chrome")  # as in scripts/system.sh
PLACES: Final = os.pathsep.join(("/usr/lib/chromium", "/usr/bin", "/usr/local/bin", "/snap/bin"))
SWITCHES: Final = [
    "--no-sandbox",  # tests also run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",  # a name of the house, without HTTPS
]
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
AXE: Final = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # what passes need not be told
    "preload": False,  # it would ask for style sheets that are loaded already
}
PATIENCE: Final = 180_000
"""Milliseconds after which something hangs. The machine may have other things to do."""
CHANCE: Final = """seed => {
    let state = seed;
    const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Math.random = () => next() / 2 ** 32;
    crypto.getRandomValues = (array) => {
        for (let at = 0; at < array.length; at++) array[at] = next();
        return array;
    };
}"""
"""A page's randomness, all of it from one number."""
expect.set_options(timeout=PATIENCE)
# What Chromium itself complains about when a server goes away, which some tests make it do.
SERVER_GONE: Final = r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket"
NO_NETWORK: Final = f"{SERVER_GONE}|ERR_INTERNET_DISCONNECTED"


def executable() -> str:
    """Where Chromium is. `TATAMI_CHROMIUM` names another one."""
    for name in (os.environ.get("TATAMI_CHROMIUM", ""), *NAMES):
        if found := shutil.which(name) or shutil.which(name, path=PLACES):
            return found
    raise RuntimeError("Chromium is missing; run: make browser, or set TATAMI_CHROMIUM")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without people yet."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody at a device of their own: cookies and storage are shared with nobody else."""

    def __init__(self, name: str, context: BrowserContext, home: str, allowed: str) -> None:
        self.name = name
        self.home = home
        self.context = context
        self.complaints: list[str] = []
        self._allowed = re.compile(allowed) if allowed else None
        context.set_default_timeout(PATIENCE)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self._complain(f"uncaught: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        seed = int.from_bytes(seeds.draw(f"page {name}")[:4], "big")
        context.add_init_script(f"({CHANCE})({seed})")
        self.page = context.new_page()

    def go(self, path: str = "/") -> Page:
        """Open a page of the server."""
        self.page.goto(self.home + path)
        return self.page

    def new_tab(self, path: str = "/") -> Page:
        """A second tab of the same person."""
        page = self.context.new_page()
        page.goto(self.home + path)
        return page

    def cut(self, offline: bool = True) -> None:
        """Take the network away, or give it back; what is fetched meanwhile fails aloud."""
        self.allow(NO_NETWORK)
        self.context.set_offline(offline)

    def allow(self, pattern: str) -> None:
        """From now on complaints that match are expected."""
        former = f"{self._allowed.pattern}|" if self._allowed else ""
        self._allowed = re.compile(former + pattern)

    def barriers(self, page: Page | None = None) -> list[str]:
        """One line for every breach of WCAG 2.2 AA or of good practice that axe finds in a page."""
        before = len(self.complaints)
        found = Axe().run(page or self.page, options=AXE).response["violations"]
        # The content policy stops what axe tries to add to the page, rightly.
        during = [c for c in self.complaints[before:] if not re.search(r"inline style", c)]
        self.complaints[before:] = during
        return [
            f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['target']}"
            for rule in found
            for node in rule["nodes"]
        ]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, url: str) -> None:
        inside = (self.home, self.home.replace("http", "ws", 1), "data:", "blob:", "about:")
        if not url.startswith(inside):
            self._complain(f"asked another server: {url}")

    def _complain(self, what: str) -> None:
        if not self._allowed or not self._allowed.search(what):
            self.complaints.append(what)


class People:
    """All who take part in a test."""

    present: ClassVar[list[People]] = []
    """Those whose pages a failing test should show."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.here: list[Person] = []
        People.present.append(self)

    def open(
        self, home: str, name: str = "", *, device: str = "desktop", allow: str = "", **more: Any
    ) -> Person:
        """A new person at a device. More goes to Playwright, such as locale or color_scheme."""
        context = self._browser.new_context(**{"locale": "en-GB", **DEVICES[device], **more})
        person = Person(name or f"person {len(self.here) + 1}", context, home, allow)
        self.here.append(person)
        return person

    def complaints(self) -> list[str]:
        """All that went wrong in any page."""
        return [f"{person.name}: {what}" for person in self.here for what in person.complaints]

    def take_pictures(self, folder: Path, title: str) -> None:
        """A picture of every open page, and what a screen reader would find on it."""
        folder.mkdir(parents=True, exist_ok=True)
        for person in self.here:
            for number, page in enumerate(person.context.pages):
                stem = folder / re.sub(r"\W+", "-", f"{title} {person.name} {number}").strip("-")
                take_picture(page, stem)

    def leave(self) -> None:
        """Close all pages."""
        People.present = [others for others in People.present if others is not self]
        while self.here:
            self.here.pop().context.close()


@contextmanager
def present(browser: Browser) -> Iterator[People]:
    """People who leave in the end, and whose pages must not complain."""
    people = People(browser)
    try:
        yield people
        assert not people.complaints(), "\n".join(people.complaints())
    finally:
        people.leave()


def take_picture(page: Page, stem: Path) -> None:
    """STEM.png and STEM.txt; a page that hangs must not hide the failure that led here."""
    try:
        page.screenshot(path=f"{stem}.png", timeout=30_000)
        found = page.locator("body").aria_snapshot(timeout=30_000)
        Path(f"{stem}.txt").write_text(f"{page.url}\n\n{found}\n", encoding="utf-8")
    except PlaywrightError as error:
        Path(f"{stem}.txt").write_text(f"{page.url}\n\nno picture: {error}\n", encoding="utf-8")
