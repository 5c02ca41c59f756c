"""Take the pictures in docs/pictures that show the browser: games against bots, as people see them.

    make pictures

The deal is a new one each time; look at the pictures before you commit them. With a language it
takes one of every screen that the tests know, at a desk and on a phone, into build/pictures:

    make pictures LANGUAGE=fr
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.screens import SCREENS  # noqa: E402 (the path comes first)
from tests.browser.test_screens import DESKTOP, PHONE, server_of, shown  # noqa: E402
from tests.support.chromium import People, chromium  # noqa: E402
from tests.support.serving import Server  # noqa: E402

OUT = ROOT / "docs" / "pictures"
QUALITY = 82
LIT = ".lit[data-spot], .lit > [data-spot], [data-hint=prompt] .options button:enabled"
"""What may be chosen."""
ANSWERS = 22
"""How often a question was answered when the picture of the game is taken."""
OTHERS = (("WAT-AAH", "wataah", 60), ("Night of the Ninja", "night", 7), ("Ninjaaa", "tack", 3))
"""Games with one picture each: title, file, how often a question was answered."""


def keep(page: Page, name: str) -> None:
    """Take a picture of the window."""
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    shot.convert("RGB").save(OUT / f"{name}.webp", quality=QUALITY, method=6)
    print(f"docs/pictures/{name}.webp")


def begin(page: Page, title: str = "War of Clans") -> None:
    """Sit down with bots, without hints."""
    page.get_by_role("button", name=re.compile(f"^Play now.*{title}")).click()
    hush = page.get_by_role("button", name="No hints")
    hush.wait_for()
    hush.click()


def play(page: Page, answers: int, seconds: float = 150) -> None:
    """Take what is lit, so many times or until the game is over; stop where something is asked."""
    lit = page.locator(LIT)
    end = time.monotonic() + seconds
    while time.monotonic() < end and page.get_by_role("button", name="Play again").count() == 0:
        if lit.count() and answers <= 0:
            break
        if lit.count():
            answers -= 1
            with suppress(PlaywrightError):  # it may have moved on meanwhile
                lit.nth(answers % lit.count()).click(timeout=500)
        page.wait_for_timeout(100)
    page.wait_for_timeout(1500)


def main(args: list[str]) -> None:
    """The pictures for the docs, or those of every screen in a language."""
    if args:
        every_screen(args[0])
    else:
        for_the_docs()


def for_the_docs() -> None:
    """Games against bots, as people see them."""
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), pace=0.1) as server,
        chromium() as browser,
    ):
        take(People(browser), server.url)


def take(people: People, home: str) -> None:
    """One game at a desk, the beginning of another one on a phone."""
    desk = people.open(home, "Mika")
    keep_start(desk.go())
    begin(desk.page)
    play(desk.page, ANSWERS)
    keep(desk.page, "table")
    phone = people.open(home, "Ren", device="phone", color_scheme="dark")
    begin(phone.go())
    play(phone.page, ANSWERS)
    keep(phone.page, "phone")
    for title, name, answers in OTHERS:
        other = people.open(home, "Aya")
        begin(other.go(), title)
        play(other.page, answers)
        keep(other.page, name)
    play(desk.page, 1000)
    keep(desk.page, "result")
    desk.go(desk.page.url.removeprefix(home).replace("/t/", "/r/") + "#m=90")
    desk.page.wait_for_timeout(3000)
    keep(desk.page, "replay")


def every_screen(language: str) -> None:
    """Every screen in a language, at a desk and on a phone, to be read through."""
    out = ROOT / "build" / "pictures" / language
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name in SCREENS:
            with (
                tempfile.TemporaryDirectory() as data,
                server_of(name, Path(data) / "data") as server,
            ):
                for device in (DESKTOP, PHONE):
                    with shown(name, device, server, browser) as screen:
                        file = out / f"{name}-{device.name}.png"
                        screen.be(language, device.scheme).screenshot(path=file)
                        print(file.relative_to(ROOT))


def keep_start(page: Page) -> None:
    """The start page, when its picture is there."""
    page.get_by_role("button", name="Play now").first.wait_for()
    page.wait_for_timeout(800)
    keep(page, "start")


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one])
