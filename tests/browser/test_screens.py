"""What must hold on every screen: golden trees, no barriers, contrast, both languages, room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.reading import cramped, sayings, unreadable
from tests.browser.screens import SCREENS, Scene
from tests.browser.tables import speak
from tests.support.chromium import DEVICES, People, Person
from tests.support.loaded import LoadedServer
from tests.support.sorted import SortedServer

CORE = ("start", "lobby-as-host", "table-late", "watcher", "result", "replay")
"""Looked at in every size; the others, which lie over these or have little on them, in two."""
COVERED = {"menu": "target-size"}
"""An open menu lies over half of a tab until it is closed; axe finds the other half small."""
GOLDEN = Path(__file__).parent / "golden"
CALM = """([language, scheme, width]) => {
    const { lang, dataset } = document.documentElement;
    const shown = lang === language && dataset.theme === scheme && innerWidth === width;
    const moves = (one) => one instanceof CSSTransition && one.playState === 'running';
    return shown && !document.getAnimations().some(moves);
}"""
NAMES = "Ann|Bob|Cleo|Dan|Eve|Aki|Botan|Chiyo|Daichi|Phone"
GAMES = "Shinobi: War of Clans|Shinobi WAT-AAH!|Night of the Ninja|Ninjaaa’Tack"
GAME = f"Takeda|Uesugi|Mōri|Oda|Go-Hōjō|Ninja|{GAMES}|Tatami|clans(:C7)?"
WATAAH = r"Boss|Jigoku|Missions|Shosho|Temple|corruption|score|(Dragon|Rat|Ronin|Yokai)( \d)?"
YOKAI = "Kappa|Kitsune|Nezumi|Oni|Tengu|Yurei"
NIGHT = r"Shinobi( \d)?|Lotus( \d)?|Martyr|Ronin"
TACK = "gong|orange"
SIGNS = r"EN|FR|English|Français|[A-Z]\d+|[A-Z]|[A-Z]{6}|[\W\d①②③]+|\S*golden\S*|[0-9a-f]{16,}"
ALIKE = "Normal|Volume|Moment|Secret"
SAID = "Konnichiwa!|A very long sentence .*"
NAMED = rf"(?:{NAMES})(?: [\d①②③])?|{GAME}|{NIGHT}|{WATAAH}|{YOKAI}|{TACK}"
SAME = re.compile(rf"(?:: )?(?:{NAMED}|{SIGNS}|{ALIKE}|{SAID})")
"""What is the same in both languages."""
ENGLISH = re.compile(r"\b(?:the|and|your|you|with|of|for|from|which|is|are|this)\b", re.IGNORECASE)


def named(text: str) -> str:
    """A text without the name of a game that is English in every language."""
    return text.replace("Night of the Ninja", "")


class Shown:
    """A screen, ready to be looked at in any language, colour and size."""

    def __init__(self, name: str, device: str, page: Page, person: Person) -> None:
        self.name = name
        self.device = device
        self.page = page
        self.person = person

    def be(
        self, language: str = "en", scheme: str = "light", size: tuple[int, int] | None = None
    ) -> Page:
        """Show it so."""
        usual = DEVICES[self.device]["viewport"]
        width, height = size or (usual["width"], usual["height"])
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a plain str
        if self.page.evaluate("document.documentElement.lang") != language:
            speak(self.page, language)
            self.settle()
        self.page.wait_for_function(CALM, arg=[language, scheme, width])
        return self.page

    def settle(self) -> None:
        """A game's words come from the server: wait until nothing changes any more."""
        text = ""
        while text != (text := self.page.locator("body").inner_text()):
            self.page.wait_for_timeout(150)


@pytest.fixture(scope="class", params=SCREENS)
def shown(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shown]:
    """One screen after the other, on the device of the class; each is made once."""
    people = People(browser)
    with server_of(request.param, tmp_path_factory.mktemp(request.param) / "data") as server:
        scene = Scene(server, people, request.cls.device)
        try:
            page = SCREENS[request.param](scene)
            made = Shown(request.param, request.cls.device, page, people.here[0])
            made.settle()
            yield made
            assert not people.complaints(), "\n".join(people.complaints())
        finally:
            scene.leave()
            people.leave()


def server_of(screen: str, data: Path) -> LoadedServer:
    """The server that a screen needs: in real time nothing may happen while it is looked at."""
    kind = SortedServer if screen == "tack-throw" else LoadedServer
    return kind(data, pace=0, away=600, **({"time": 20} if screen.startswith("tack") else {}))


def settled(text: str) -> str:
    """A tree without what differs from run to run."""
    text = re.sub(r"http://127\.0\.0\.1:\d+", "http://HERE", text)
    text = re.sub(r"\b\d+ ms\b", "0 ms", text)
    text = re.sub(r'timer "[^"]*"', "timer", text)
    text = re.sub(r"\n- (log|alert):(\n  .*)+", r"\n- \1", text)  # what was read out before
    text = re.sub(r"(/m/[\w-]+\.)[\w-]+", r"\1TOKEN", text)
    return re.sub(r"[0-9a-f]{64}", "HASH", text)


class EveryScreen:
    """What holds on every device."""

    device: ClassVar[str]
    scheme: ClassVar[str]
    smallest: ClassVar[int]
    sizes: ClassVar[list[tuple[int, int]]]

    def test_there_are_no_barriers(self, shown: Shown) -> None:
        found = shown.person.barriers(shown.be(scheme=self.scheme))
        assert [line for line in found if not line.startswith(COVERED.get(shown.name, "-"))] == []

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_every_text_stands_out_from_what_is_behind_it(self, shown: Shown, scheme: str) -> None:
        assert unreadable(shown.be(scheme=scheme)) == []

    def test_no_english_is_left_on_a_french_screen(self, shown: Shown) -> None:
        english = sayings(shown.be("en"))
        french = sayings(shown.be("fr"))
        same = {text for text in english & french if not SAME.fullmatch(text)}
        mixed = {text for text in french - english if len(ENGLISH.findall(named(text))) > 1}
        assert not same | mixed

    def test_everything_has_room_at_every_width(self, shown: Shown) -> None:
        found: dict[Any, list[str]] = {"en": cramped(shown.be(), self.smallest)}
        for size in self.sizes if shown.name in CORE else self.sizes[:2]:  # French needs more room
            found["fr", *size] = cramped(shown.be("fr", size=size), self.smallest)
        assert not {where: what for where, what in found.items() if what}


class TestOnADesktop(EveryScreen):
    """With a mouse, and much room."""

    device = "desktop"
    scheme = "light"
    smallest = 0
    sizes: ClassVar = [(768, 1024), (1366, 768), (1024, 768), (1280, 800), (1920, 1080)]

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_a_screen_reader_finds_what_it_found_before(
        self, shown: Shown, language: str, request: pytest.FixtureRequest
    ) -> None:
        tree = settled(shown.be(language).locator("body").aria_snapshot()) + "\n"
        file = GOLDEN / f"{shown.name}.{language}.yml"
        if request.config.getoption("--golden"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(tree, encoding="utf-8")
        assert tree == file.read_text(encoding="utf-8"), (
            "right? then: pytest tests/browser --golden"
        )


class TestOnAPhone(EveryScreen):
    """With a finger, upright."""

    device = "phone"
    scheme = "dark"
    smallest = 44
    sizes: ClassVar = [(360, 740), (390, 844)]
