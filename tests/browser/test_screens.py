"""What must hold on every screen: golden trees, no barriers, contrast, all languages, room."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tatami.testing.words import same_words, words_of
from tests.browser.reading import cramped, cut_off, sayings, unreadable
from tests.browser.screens import SCREENS, Scene
from tests.browser.tables import resize, settle, speak
from tests.support.chromium import DEVICES, Person, present
from tests.support.languages import WHOLE
from tests.support.loaded import LoadedServer
from tests.support.sorted import SortedServer

CORE = ("start", "lobby-as-host", "table-late", "watcher", "result", "replay")
"""Looked at in every size; the others, which lie over these or have little on them, in two."""
COVERED = {"menu": "target-size"}
"""An open menu lies over half of a tab until it is closed; axe finds the other half small."""
NARROWEST = (360, 740)
FOREIGN = [one for one in WHOLE if one != "en"]
GOLDEN = Path(__file__).parent / "golden"
AT_THE_TABLE = re.compile(
    "table-|night-|wataah-|tack-|lesson-|watcher|first-hint|why-not|talk|paused"
)
SHOWN = """([language, scheme]) => {
    const { lang, dataset } = document.documentElement;
    return lang === language && dataset.theme === scheme;
}"""
NAMES = "Ann|Bob|Cleo|Dan|Eve|Aki|Botan|Chiyo|Daichi|Phone"
GAMES = "Shinobi: War of Clans|Shinobi WAT-AAH!|Night of the Ninja|Ninjaaa’Tack"
GAME = f"Takeda|Uesugi|Mōri|Oda|Go-Hōjō|Ninja|{GAMES}|Tatami|clans(:C7)?"
WATAAH = r"Boss|Jigoku|Missions|Shosho|Temple|corruption|score|(Dragon|Rat|Ronin|Yokai)( \d)?"
YOKAI = "Kappa|Kitsune|Nezumi|Oni|Tengu|Yurei"
NIGHT = r"Shinobi( \d)?|Lotus( \d)?|Martyr|Ronin"
TACK = "gong|orange"
TONGUES = "EN|FR|DE|ES|English|Français|Deutsch|Español"
SIGNS = r"[A-Z]\d+|[A-Z]|[A-Z]{6}|[\W\d①②③]+|\S*golden\S*|[0-9a-f]{16,}"
ALIKE = "Normal|Volume|Moment|Secret"
SAID = "Konnichiwa!|A very long sentence .*"
NAMED = rf"(?:{NAMES})(?: [\d①②③])?|{GAME}|{NIGHT}|{WATAAH}|{YOKAI}|{TACK}"
LISTED = rf"(?:{NAMED})(?:(?:, |\. | · )(?:{NAMED}))*"
SAME = re.compile(rf"(?:: )?(?:{LISTED}|{SIGNS}|{TONGUES}|{ALIKE}|{SAID})")
"""What is the same in every language."""
ENGLISH = re.compile(r"\b(?:the|and|your|you|with|of|for|from|which|is|are|this)\b", re.IGNORECASE)


def named(text: str) -> str:
    """A text without the name of a game that is English in every language."""
    return text.replace("Night of the Ninja", "")


class Shown:
    """A screen on a device, to be looked at in any language, colour and size."""

    def __init__(self, name: str, device: Device, page: Page, person: Person) -> None:
        self.name = name
        self.device = device
        self.page = page
        self.person = person

    def be(
        self, language: str = "en", scheme: str = "light", size: tuple[int, int] | None = None
    ) -> Page:
        """Show it so."""
        usual = DEVICES[self.device.name]["viewport"]
        self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a plain str
        if self.page.evaluate("document.documentElement.lang") != language:
            speak(self.page, language)
        resize(self.page, *(size or (usual["width"], usual["height"])))
        self.page.wait_for_function(SHOWN, arg=[language, scheme])
        return settle(self.page)


class Device(NamedTuple):
    """What a screen is looked at on: with a mouse and much room, or with a finger and upright."""

    name: str
    scheme: str
    smallest: int
    sizes: tuple[tuple[int, int], ...]


DESKTOP = Device(
    "desktop", "light", 0, ((768, 1024), (1366, 768), (1024, 768), (1280, 800), (1920, 1080))
)
PHONE = Device("phone", "dark", 44, ((360, 740), (390, 844)))


def server_of(screen: str, data: Path) -> LoadedServer:
    """The server that a screen needs: in real time nothing may happen while it is looked at."""
    kind = SortedServer if screen == "tack-throw" else LoadedServer
    return kind(data, pace=0, away=6000, **({"time": 200} if screen.startswith("tack") else {}))


@contextmanager
def shown(screen: str, device: Device, server: LoadedServer, browser: Browser) -> Iterator[Shown]:
    """A screen on a device; its pages must not complain."""
    if not server.pid_if_alive():
        server.start()  # some screens are about that
    with present(browser) as people:
        scene = Scene(server, people, device.name)
        try:
            page = settle(SCREENS[screen](scene))
            yield Shown(screen, device, page, people.here[0])
        finally:
            scene.leave()


# --- what is checked


def barriers(screen: Shown) -> list[str]:
    """Breaches of WCAG 2.2 AA and of good practice."""
    found = screen.person.barriers(screen.be(scheme=screen.device.scheme))
    return [line for line in found if not line.startswith(COVERED.get(screen.name, "-"))]


def weak_in_light_colours(screen: Shown) -> list[str]:
    """Text that does not stand out from what is behind it."""
    return unreadable(screen.be(scheme="light"))


def weak_in_dark_colours(screen: Shown) -> list[str]:
    """The same in the dark."""
    return unreadable(screen.be(scheme="dark"))


def english_left(screen: Shown) -> list[str]:
    """English on a screen in another language."""
    english = sayings(screen.be("en"))
    return [
        f"{language}: {text}"
        for language in FOREIGN
        for text in sorted(left_of(english, sayings(screen.be(language)), language))
    ]


def left_of(english: set[str], foreign: set[str], language: str) -> set[str]:
    """Texts that are the same in both, and texts in which more than one word is English."""
    names = same_words(language)
    alike = {text for text in english & foreign if not SAME.fullmatch(text)}
    mixed = {text for text in foreign - english if len(ENGLISH.findall(named(text))) > 1}
    return {text for text in alike if not words_of([text]) <= names} | mixed


def cramped_somewhere(screen: Shown) -> list[str]:
    """What has no room: in English at the usual size, in French, which needs more, at many."""
    device = screen.device
    found = [("en", line) for line in cramped(screen.be(), device.smallest)]
    for size in device.sizes if screen.name in CORE else device.sizes[:2]:
        lines = cramped(screen.be("fr", size=size), device.smallest)
        found += [(f"fr {size[0]} by {size[1]}", line) for line in lines]
    return [f"{where}: {line}" for where, line in found]


def cut_off_in_any_language(screen: Shown) -> list[str]:
    """What does not fit the narrowest phone, controls and texts alike."""
    found = []
    for language in WHOLE:
        page = screen.be(language, size=NARROWEST)
        lines = [*cramped(page, screen.device.smallest), *cut_off(page)]
        found += [f"{language}: {line}" for line in lines]
    return found


def heard_in_english(screen: Shown) -> list[str]:
    """What a screen reader finds, and did not find before."""
    return compared(screen, "en")


def heard_in_french(screen: Shown) -> list[str]:
    """The same in French."""
    return compared(screen, "fr")


EVERYWHERE = (
    barriers,
    weak_in_light_colours,
    weak_in_dark_colours,
    english_left,
    cramped_somewhere,
)
CHECKS = {
    DESKTOP: (heard_in_english, heard_in_french, *EVERYWHERE),
    PHONE: (*EVERYWHERE, cut_off_in_any_language),
}


def compared(screen: Shown, language: str) -> list[str]:
    """How a screen's tree differs from the golden one."""
    tree = settled(screen.be(language).locator("body").aria_snapshot()) + "\n"
    file = GOLDEN / f"{screen.name}.{language}.yml"
    before = file.read_text(encoding="utf-8")
    lines = difflib.unified_diff(before.splitlines(), tree.splitlines(), "before", "now", "", "", 1)
    return [*lines, *(["right? then: make golden-screens"] if before != tree else [])]


def written(screen: Shown, language: str) -> None:
    """The golden tree anew."""
    tree = settled(screen.be(language).locator("body").aria_snapshot()) + "\n"
    (GOLDEN / f"{screen.name}.{language}.yml").write_text(tree, encoding="utf-8")


def settled(text: str) -> str:
    """A tree without what differs from run to run."""
    text = re.sub(r"http://127\.0\.0\.1:\d+", "http://HERE", text)
    text = re.sub(r"\b\d+ ms\b", "0 ms", text)
    text = re.sub(r'timer "[^"]*"', "timer", text)
    text = re.sub(r"\n- (log|alert):(\n  .*)+", r"\n- \1", text)  # what was read out before
    text = re.sub(r"(/m/[\w-]+\.)[\w-]+", r"\1TOKEN", text)
    return re.sub(r"[0-9a-f]{64}", "HASH", text)


def check(screen: str, server: LoadedServer, browser: Browser, golden: bool) -> dict[str, Any]:
    """All that is wrong with a screen, by device and check."""
    wrong: dict[str, Any] = {}
    for device, checks in CHECKS.items():
        with shown(screen, device, server, browser) as made:
            if golden and device is DESKTOP:
                written(made, "en")
                written(made, "fr")
            for one in checks:
                if found := one(made):
                    wrong[f"{screen} on a {device.name}: {one.__name__}"] = found
    return wrong


AROUND = [name for name in SCREENS if not AT_THE_TABLE.match(name)]


class Screens:
    """Each screen is made once on each device, and all checks are made there."""

    def test_a_screen_can_be_read_heard_and_touched_in_every_language(
        self, screen: str, browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
    ) -> None:
        golden = bool(request.config.getoption("--golden"))
        with server_of(screen, tmp_path / "data") as server:
            wrong = check(screen, server, browser, golden)
        assert not wrong, "\n".join(
            f"{where}\n  " + "\n  ".join(lines) for where, lines in wrong.items()
        )


@pytest.mark.parametrize("screen", AROUND)
class TestAroundTheTable(Screens):
    """Before and after a game, and where something goes wrong."""


@pytest.mark.parametrize("screen", [name for name in SCREENS if name not in AROUND])
class TestAtTheTable(Screens):
    """While a game goes on."""
