"""Room at the table: three, four and five players, late in the game, on screens of every size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.crowd import Stranger, play
from tests.browser.reading import cramped
from tests.browser.screens import Scene, asked
from tests.browser.tables import resize, see, settle
from tests.support.chromium import People
from tests.support.loaded import LoadedServer

LATE = {3: 85, 4: 88, 5: 70}
"""After so many answers there are many armies, and the game is not over."""
PHONES = [(360, 740), (390, 844)]
OTHERS = [(768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)]


@pytest.fixture(scope="module", params=LATE, ids=lambda seats: f"{seats}-players")
def late(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Scene, Stranger]]:
    """A table late in the game, and somebody there who is asked."""
    folder = tmp_path_factory.mktemp("late") / "data"
    with LoadedServer(folder, pace=0, away=600) as server:
        people = People(browser)
        scene = Scene(server, people, "phone")
        crowd = scene.crowd(request.param, LATE[request.param])
        play(crowd, 30, until=lambda: any(_many(one) for one in crowd))
        yield scene, asked(crowd)
        scene.leave()
        people.leave()


def _many(one: Stranger) -> bool:
    """Whether somebody has a choice of several cards or armies."""
    return any(len(offer["options"]) > 2 for offer in one.view.get("offers", []))


def come(late: tuple[Scene, Stranger], device: str) -> Page:
    """Their screen."""
    scene, who = late
    scene.device = device
    page = scene.person(who.name, like=who).go(f"/t/{who.table}")
    return settle(page)


def misplaced(page: Page) -> list[Any]:
    """What belongs to the question and lies outside the window, or under something."""
    return [part for part in see(page, "nearby") if part["covered"] or not part["fits"]]


@pytest.mark.parametrize(
    ("device", "sizes"), [("phone", PHONES), ("desktop", OTHERS)], ids=["phone", "desktop"]
)
def test_question_options_and_hand_are_in_view_at_every_size(
    late: tuple[Scene, Stranger], device: str, sizes: list[tuple[int, int]]
) -> None:
    page = come(late, device)
    wrong: dict[tuple[int, int], Any] = {}
    for width, height in sizes:
        resize(page, width, height)
        found = (
            misplaced(page) + cramped(page, 44 if device == "phone" else 0) + see(page, "hidden")
        )
        if found:
            wrong[width, height] = found
    page.close()
    assert not wrong


def test_every_army_and_its_strength_can_be_seen(late: tuple[Scene, Stranger]) -> None:
    page = come(late, "desktop")
    for width, height in OTHERS:
        resize(page, width, height)
        assert see(page, "armies") == [], (width, height)
    page.close()
