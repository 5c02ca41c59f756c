"""Shinobi WAT-AAH! at its own table, in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import wataah
from tests.browser.crowd import Stranger, crowd
from tests.browser.ending import check_result
from tests.browser.reading import cramped
from tests.browser.tables import catch_up, newcomer, path_of, resize, settle
from tests.browser.wataah import Placer, asked, go_on, hand_of, numbers, offer_of, quick
from tests.support.chromium import People, Person
from tests.support.serving import Server

MANY = 40
PLACED = ("found", "found_with", "reinforce", "summon")
"""What the record calls placing cards."""
WATCH = """() => {
    window.moments = [];
    new MutationObserver(() => {
        const moment = document.querySelector('.moment');
        if (!moment) return;
        const told = moment.querySelectorAll('li').length;
        window.moments.push([moment.querySelector('h2').innerText, told]);
    }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps what the Boss's moment has said, however short it was."""
SMALL = {"width": 360, "height": 740}
Options = dict[str, str]
GRASSHOPPER: Options = {"mode": "grasshopper", "turns": "40"}
GRAND: Options = {"mode": "grand-master", "turns": "40"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests here."""
    with Server(tmp_path_factory.mktemp("wataah") / "data", pace=0, away=6000, budget=600) as found:
        yield found


@pytest.fixture
def at(server: Server, people: People) -> Callable[..., Page]:
    """The screen of somebody who sat there without one so far."""

    def show(who: Stranger, *, prefs: Any = None, **more: Any) -> Page:
        calm = {"reduced_motion": "reduce", **more}
        wishes = {**wataah.PREFS, **(prefs or {})}
        person = newcomer(people, server.url, who.name, prefs=wishes, **calm)
        return settle(who.lend(person).go(f"/t/{who.table}"))

    return show


def sit(people: People, server: Server, one: Stranger, **more: Any) -> Person:
    """A browser for one of a crowd, at the table."""
    calm = {"reduced_motion": "reduce", **more}
    person = newcomer(people, server.url, one.name, prefs=wataah.PREFS, **calm)
    one.lend(person).go(f"/t/{one.table}")
    settle(person.page)
    one.go()
    return person


def log_of(page: Page) -> Locator:
    """The lines of the log."""
    return page.get_by_role("list", name="Log").get_by_role("listitem")


def gathered(page: Page) -> Locator:
    """Where it says what the chosen cards will do."""
    return page.get_by_role("region", name="Cards to place")


# --- whole games


def test_three_people_play_a_grasshopper_game_by_drag_keyboard_and_touch(
    server: Server, people: People
) -> None:
    with crowd(server.url, 3, game="wataah", options=GRASSHOPPER) as strangers:
        ann, bob = [sit(people, server, one).page for one in strangers[:2]]
        cleo = sit(people, server, strangers[2], device="phone").page
        players = {
            ann: Placer(wataah.click, drag=True),
            bob: Placer(wataah.enter),
            cleo: Placer(wataah.tap),
        }
        wataah.play_on(players)
        record = check_result(server, path_of(ann), {0: ann, 1: bob, 2: cleo})
        placed = [sum(f" {verb}:" in line for line in record.lines) for verb in PLACED]
        assert sum(player.placed for player in players.values()) == sum(placed) > 0
        assert all(player.placed for player in players.values()), "by drag, by keys and by touch"
        for page in players:
            rows = page.get_by_role("table").first.get_by_role("row")
            expect(rows).to_have_count(4)
            expect(page.get_by_role("button", name=re.compile("^Rule W22"))).to_be_visible()


def test_two_people_and_a_bot_play_a_grand_master_game_to_the_boss(
    server: Server, people: People
) -> None:
    with crowd(server.url, 2, game="wataah", options=GRAND, seats=3, start=False) as strangers:
        strangers[0].must("arrange", what="bot", seat=2, level="sly")
        strangers[0].must("do", what="start")
        ann = sit(people, server, strangers[0]).page
        bob = sit(people, server, strangers[1], device="phone").page
        players = {ann: Placer(wataah.click), bob: Placer(wataah.tap)}
        wataah.play_on(players)
        check_result(server, path_of(ann), {0: ann, 1: bob})
        for page in players:
            expect(page.get_by_text("The Final Boss was")).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("^Rule W34"))).to_be_visible()
            expect(page.get_by_role("table").first.get_by_role("row")).to_have_count(4)


# --- placing


def test_what_cards_will_trigger_is_told_before_they_are_placed(
    server: Server, at: Callable[..., Page]
) -> None:
    with crowd(server.url, 2, game="wataah", options=GRASSHOPPER) as strangers:
        go_on(strangers, lambda: bool(placers(strangers)))
        who, clan = placers(strangers)[0]
        page = at(who)
        cards = page.locator(f".hand [data-spot^='card:{clan}-']")
        cards.nth(0).click(position={"x": 6, "y": 8})
        expect(gathered(page)).to_contain_text("2 to 4 cards")
        cards.nth(1).click(position={"x": 6, "y": 8})
        expect(gathered(page)).to_contain_text(f"This triggers the small {clan} power.")
        lines = log_of(page).count()
        page.keyboard.press("Escape")
        expect(gathered(page)).to_have_count(0)
        assert log_of(page).count() == lines
        for number in range(2):
            cards.nth(number).press("Enter")
        held = hand_of(who)
        gathered(page).locator("button.primary").click()
        told = re.compile(f"You place 2 cards: the .*{clan} clan")
        expect(log_of(page).filter(has_text=told)).to_be_visible()
        mine = page.get_by_role("button", name=re.compile(f"^your {clan} clan: .*Strength"))
        expect(mine).to_be_visible()
        who.wait(lambda: hand_of(who) != held)


def placers(people: list[Stranger]) -> list[tuple[Stranger, str]]:
    """Who may found a clan of two cards whose power asks nobody, with that clan."""
    found = []
    for one in asked(people, "place"):
        for clan in ("Carp", "Bear", "Dragon", "Crow", "Toad", "Spider", "Fox", "Rat", "Monkey"):
            faces = [f for f in hand_of(one) if re.fullmatch(rf"{clan}-\d", one.game["faces"][f])]
            powered = clan != "Bear" and len(faces) >= 2
            if powered and numbers(one, "place")[f"found:{clan}"] in offer_of(one)["options"]:
                found.append((one, clan))
    return found


def test_cards_that_do_not_go_together_are_explained_by_the_server(
    server: Server, at: Callable[..., Page]
) -> None:
    with crowd(server.url, 2, game="wataah", options=GRASSHOPPER) as strangers:
        go_on(strangers, lambda: bool(placers(strangers)))
        who, clan = placers(strangers)[0]
        page = at(who)
        page.locator(f".hand [data-spot^='card:{clan}-']").first.press("Enter")
        page.locator(f".hand [data-spot]:not([data-spot^='card:{clan}-'])").first.press("Enter")
        expect(gathered(page).get_by_role("button", name=re.compile("^Rule W"))).to_be_visible()
        expect(gathered(page).locator("button.primary")).to_have_count(0)


# --- a large hand


def hoard(one: Stranger, offer: dict[str, Any]) -> object:
    """Ann is corrupt in every turn; nobody places anything."""
    if offer["key"] == "draw" and one.name == "Ann":
        return 1
    return wataah.first(one, offer)


def test_a_hand_of_forty_cards_can_be_sorted_and_fits_on_a_small_screen(
    server: Server, at: Callable[..., Page]
) -> None:
    options = {"mode": "grasshopper", "turns": "none"}
    with crowd(server.url, 2, game="wataah", options=options) as strangers:
        ann = strangers[0]
        go_on(strangers, lambda: len(hand_of(ann)) >= MANY and bool(asked([ann], "place")), hoard)
        page = at(ann, device="phone", viewport=SMALL)
        hand = page.get_by_role("list", name=re.compile(r"^your hand: \d+ cards"))
        cards = hand.locator("[data-spot]")
        expect(cards).to_have_count(len(hand_of(ann)))
        assert cramped(page, 24) == []
        by_clan = [clan_of(one) for one in spots(cards)]
        assert by_clan == sorted(by_clan, key=by_clan.index), "a clan lies together"
        page.get_by_role("button", name="By strength").tap()
        expect(page.get_by_role("button", name="By strength")).to_have_attribute(
            "aria-pressed", "true"
        )
        strengths = [printed(ann, one) for one in spots(cards)]
        assert strengths == sorted(strengths, reverse=True)
        assert cramped(page, 24) == []
        resize(page, 1280, 800)
        assert cramped(page) == []
        inside = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert inside


MINE = """() => ['.mat.mine', '[data-hint=prompt]', '.hand'].map((part) => {
    const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
    return [part, left, top, right, bottom];
})"""
"""My clans, what is asked and my hand, from top to bottom."""


@pytest.mark.parametrize(("key", "answers"), [("draw", 6), ("place", 20)])
def test_my_mat_the_question_and_my_hand_are_in_view_together_on_a_small_screen(
    server: Server, at: Callable[..., Page], key: str, answers: int
) -> None:
    given = 0

    def count(one: Stranger, offer: dict[str, Any]) -> object:
        nonlocal given
        given += 1
        return quick(one, offer)

    with crowd(server.url, 3, game="wataah", options=GRAND) as strangers:
        go_on(strangers, lambda: given >= answers and bool(asked(strangers, key)), count)
        page = at(asked(strangers, key)[0], device="phone", viewport=SMALL)
        expect(page.locator(".mat.mine")).to_be_visible()
        boxes = page.evaluate(MINE)
        for (name, *_, bottom), (below, _, top, *_) in pairwise(boxes):
            assert bottom <= top + 1, f"{name} lies under {below}"
        edge = page.locator("aside.side").bounding_box()
        assert edge
        for name, left, top, right, bottom in boxes:
            assert left >= 0, name
            assert right <= SMALL["width"], name
            assert top >= 0, name
            assert bottom <= edge["y"] + 1, name
        upper = page.locator(".upper").bounding_box()
        assert upper
        assert upper["y"] + upper["height"] <= boxes[0][2] + 1, "the middle shows through"
        assert upper["height"] >= 60, "of the others something is to be seen"


def spots(cards: Locator) -> list[str]:
    """What the cards of a hand are, in their order."""
    found: list[str] = cards.evaluate_all("all => all.map((one) => one.dataset.spot.slice(5))")
    return found


def clan_of(face: str) -> str:
    """The clan of a card; of others what they are."""
    clan, _, number = face.rpartition("-")
    return clan if number.isdecimal() else "Ronin" if face == "Ronin" else "Yokai"


def printed(one: Stranger, face: str) -> int:
    """The number on a card."""
    number: int = one.game["printed"][one.game["faces"].index(face)]
    return number


def test_the_jigoku_can_be_read_by_clan(server: Server, at: Callable[..., Page]) -> None:
    with crowd(server.url, 2, game="wataah", options=GRASSHOPPER) as strangers:
        go_on(strangers, lambda: jigoku(strangers[0]) >= 6 and bool(asked(strangers, "place")))
        page = at(asked(strangers, "place")[0])
        page.get_by_role("button", name=re.compile(r"^Jigoku: \d+ cards")).click()
        dialog = page.get_by_role("dialog")
        heads = dialog.get_by_role("heading", level=3).all_inner_texts()
        assert len(heads) > 2
        assert sum(int(head.split()[-1]) for head in heads[:-1]) == jigoku(strangers[0])


def jigoku(one: Stranger) -> int:
    """How many cards lie in the Jigoku."""
    return len(one.view["zones"][1])


# --- what a power shows


def dragons(one: Stranger, offer: dict[str, Any]) -> object:
    """Be corrupt for many cards, and place Dragons above all."""
    if offer["key"] == "draw":
        return 1 if 1 in offer["options"] else offer["options"][0]
    wanted = numbers(one, "place")["found:Dragon"]
    if offer["key"] == "place" and wanted in offer["options"]:
        return wanted
    return wataah.first(one, offer)


def test_what_a_power_showed_me_stays_in_my_log_and_in_nobody_elses(
    server: Server, at: Callable[..., Page]
) -> None:
    with crowd(server.url, 2, game="wataah", options=GRASSHOPPER) as strangers:
        go_on(strangers, lambda: bool(asked(strangers, "dragon.keep")), dragons)
        who = asked(strangers, "dragon.keep")[0]
        other = next(one for one in strangers if one is not who)
        faces = [who.game["faces"][face].replace("-", " ") for face in offer_of(who)["items"]]
        page, theirs = at(who), at(other)
        tray = page.get_by_role("group", name=re.compile("^Dragon"))
        expect(tray.locator("[data-spot]")).to_have_count(len(faces))
        seen = log_of(page).filter(has_text="cards that you are looking at")
        expect(seen).to_have_count(1)
        for face in faces:
            expect(seen).to_contain_text(face)
        tray.locator("[data-spot]").first.press("Enter")
        page.get_by_role("button", name=re.compile("^Choose these")).click()
        expect(tray).to_have_count(0)
        page.reload()
        expect(seen).to_have_count(1)
        expect(
            log_of(theirs).filter(has_text=re.compile("looks at [35] cards from the top"))
        ).to_have_count(1)
        expect(log_of(theirs).filter(has_text="looking at")).to_have_count(0)


# --- scoring


def test_a_round_is_scored_row_by_row_and_the_boss_is_a_moment(
    server: Server, at: Callable[..., Page]
) -> None:
    with crowd(server.url, 3, game="wataah", options=GRAND) as strangers:
        go_on(strangers, lambda: bool(asked(strangers, "pawns")), quick)
        page = at(strangers[0], prefs={"speed": "fast"})
        page.evaluate(WATCH)
        scores = page.get_by_role("table", name="round 1 of 3")
        expect(scores.get_by_role("row")).to_have_count(4)
        expect(scores.get_by_role("columnheader", name="rank")).to_be_visible()
        go_on(strangers, lambda: bool(asked(strangers, "pawns")) and rounds(strangers) == 3, quick)
        expect(catch_up(page).get_by_role("table", name="round 3 of 3")).to_be_visible()

        def slow(one: Stranger, offer: dict[str, Any]) -> object:
            catch_up(page)  # whoever falls far behind is shown the end at once
            return quick(one, offer)

        go_on(strangers, lambda: strangers[0].over, slow)
        catch_up(page)
        boss, most = page.evaluate("window.moments.at(-1)")
        assert most == 3, "everybody's points were told"
        expect(page.get_by_text(f"The Final Boss was {boss}")).to_be_visible()
        expect(page.locator(".moment")).to_have_count(0)


def rounds(people: list[Stranger]) -> int:
    """Which round it is."""
    number: int = people[0].view["count"][0]
    return number
