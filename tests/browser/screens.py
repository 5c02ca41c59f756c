"""Every screen of the client, the same on every run: fixed names, and a server with loaded dice.

Each function here brings a browser to one screen, in English. What is checked on all of them
switches language, colours and size afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.crowd import Stranger, crowd, play, together
from tests.browser.tables import newcomer, prompt, settle, speak
from tests.browser.wataah import PREFS, go_on, offer_of, quick
from tests.support.chromium import SERVER_GONE, People, Person
from tests.support.languages import WHOLE
from tests.support.serving import Server

SAME_SHARE = "crypto.getRandomValues = (array) => array.fill(7)"


class Scene:
    """What a screen is made with: a server, people with browsers and people without."""

    def __init__(self, server: Server, people: People, device: str) -> None:
        self.server = server
        self.people = people
        self.device = device
        self._crowds = ExitStack()

    def person(self, name: str = "Ann", *, like: Stranger | None = None, **more: Any) -> Person:
        """Somebody with a browser; perhaps one of those without."""
        calm = {"reduced_motion": "reduce", "device": self.device, **more}
        person = newcomer(self.people, self.server.url, name, **calm)
        person.context.add_init_script(SAME_SHARE)
        return like.lend(person) if like else person

    def crowd(self, size: int = 4, moves: int = 0, **wishes: Any) -> list[Stranger]:
        """People without browsers at a table, after so many moves."""
        found = self._crowds.enter_context(crowd(self.server.url, size, **wishes))
        play(found, moves)
        return found

    def leave(self) -> None:
        """Everybody without a browser goes."""
        self._crowds.close()


Build = Callable[[Scene], Page]
SCREENS: dict[str, Build] = {}


def screen(build: Build) -> Build:
    """Name a screen after its function."""
    SCREENS[build.__name__.replace("_", "-")] = build
    return build


def asked(people: list[Stranger], yes: bool = True) -> Stranger:
    """Somebody of whom something is asked now; or somebody else."""
    together(people)
    return next(one for one in people if bool(one.view.get("offers")) == yes)


def asked_this(people: list[Stranger], key: str) -> Stranger:
    """Play on until somebody is asked a certain question; who it is."""
    play(people, until=lambda: any(offer_of(one).get("key") == key for one in people))
    return next(one for one in people if offer_of(one).get("key") == key)


def at_table(scene: Scene, moves: int, yes: bool = True, **more: Any) -> Page:
    """A table of four after some moves, through the eyes of one who is asked (or is not)."""
    who = asked(scene.crowd(moves=moves), yes)
    page = scene.person(who.name, like=who, **more).go(f"/t/{who.table}")
    prompt(page).wait_for()
    return page


def learn_all_languages(page: Page) -> None:
    """Their words cannot be fetched where the server is gone."""
    for language in (*WHOLE, "en"):
        speak(page, language)


# --- before the game


@screen
def start(scene: Scene) -> Page:
    page = scene.person().go()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("heading", name="War of Clans").wait_for()
    return page


@screen
def start_with_tables(scene: Scene) -> Page:
    ann = scene.crowd(3, moves=5)[0]
    scene.crowd(2, start=False, private=False, seats=5)
    page = scene.person("Ann", like=ann).go()
    page.get_by_role("link", name=re.compile("Bob")).first.wait_for()
    return page


@screen
def lobby_as_host(scene: Scene) -> Page:
    ann = scene.crowd(2, bots=1, start=False, seats=4)[0]
    return _lobby(scene.person("Ann", like=ann).go(f"/t/{ann.table}"))


@screen
def lobby_as_guest(scene: Scene) -> Page:
    bob = scene.crowd(2, bots=1, start=False, seats=4)[1]
    return _lobby(scene.person("Bob", like=bob).go(f"/t/{bob.table}"))


@screen
def invited(scene: Scene) -> Page:
    ann = scene.crowd(2, start=False, seats=4)[0]
    page = _lobby(scene.person("Eve").go(f"/t/{ann.table}"))
    page.get_by_label("Your name").fill("Eve")
    return page


@screen
def full_table(scene: Scene) -> Page:
    ann = scene.crowd(4, start=False)[0]
    return _lobby(scene.person("Eve").go(f"/t/{ann.table}"))


def _lobby(page: Page) -> Page:
    page.get_by_role("heading", name="How you play").wait_for()
    page.get_by_role("img", name=re.compile("Connected")).wait_for()
    return page


# --- the game


@screen
def table_asked(scene: Scene) -> Page:
    return at_table(scene, 30)


@screen
def table_attack(scene: Scene) -> Page:
    return at_question(scene, "attack.at")


def at_question(scene: Scene, key: str, moves: int = 0) -> Page:
    """A table of four after some moves, as soon as somebody is asked this, through their eyes."""
    who = asked_this(scene.crowd(moves=moves), key)
    page = scene.person(who.name, like=who).go(f"/t/{who.table}")
    prompt(page).wait_for()
    return page


@screen
def table_waiting(scene: Scene) -> Page:
    return at_table(scene, 41, yes=False)


@screen
def table_late(scene: Scene) -> Page:
    return at_table(scene, 90)


@screen
def watcher(scene: Scene) -> Page:
    people = scene.crowd(3, moves=25, bots=1)
    play(people, until=lambda: any(one.view.get("offers") for one in people))
    page = scene.person("Eve").go(f"/t/{people[0].table}")
    prompt(page).wait_for()
    return page


@screen
def first_hint(scene: Scene) -> Page:
    page = at_table(scene, 0, prefs={"hints": []})
    page.get_by_role("note", name="Hint").wait_for()
    return page


@screen
def why_not(scene: Scene) -> Page:
    page = at_question(scene, "first.to", moves=12)
    page.get_by_role("button", name=re.compile("^your province")).first.click(
        position={"x": 30, "y": 30}
    )
    page.get_by_role("note", name="Why not").wait_for()
    return page


@screen
def talk(scene: Scene) -> Page:
    people = scene.crowd(3, moves=9)
    people[1].must("say", text="Konnichiwa!")
    people[2].must("say", text="A very long sentence that has to be broken somewhere.")
    page = scene.person("Ann", like=people[0]).go(f"/t/{people[0].table}")
    page.get_by_role("tab", name="Talk").click()
    page.get_by_text("Konnichiwa").first.wait_for()
    return page


@screen
def paused_with_offer(scene: Scene) -> Page:
    people = scene.crowd(3, moves=9)
    people[1].must("do", what="end")
    people[0].must("do", what="pause")
    page = scene.person("Ann", like=people[0]).go(f"/t/{people[0].table}")
    page.get_by_text("Bob would like to end").wait_for()
    return page


@screen
def menu(scene: Scene) -> Page:
    page = at_table(scene, 5)
    page.locator("summary").first.click()
    page.get_by_role("button", name="Concede").wait_for()
    return page


@screen
def concede(scene: Scene) -> Page:
    page = menu(scene)
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog", name="Concede").wait_for()
    return page


@screen
def move_seat(scene: Scene) -> Page:
    page = menu(scene)
    page.get_by_role("button", name="Move to another device").click()
    page.get_by_role("textbox", name="Link to your seat").wait_for()
    return page


@screen
def take_over(scene: Scene) -> Page:
    people = scene.crowd(3, bots=2)
    page = scene.person("Eve").go(f"/t/{people[0].table}")
    page.get_by_role("button", name="Take over a bot’s seat").click()
    page.get_by_role("dialog").get_by_label("Your name").fill("Eve")
    return page


# --- panels


@screen
def settings(scene: Scene) -> Page:
    page = start(scene)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").wait_for()
    return page


@screen
def rules(scene: Scene) -> Page:
    page = start(scene)
    page.get_by_role("button", name=re.compile("^Rules.*War of Clans")).click()
    panel = page.get_by_role("dialog", name="Rules")
    panel.get_by_text("C7").first.wait_for()
    panel.get_by_role("searchbox").fill("C7")
    return page


@screen
def how_to_play_here(scene: Scene) -> Page:
    page = at_table(scene, 3)
    page.get_by_role("button", name="How to play here").click()
    page.get_by_role("dialog").wait_for()
    return page


# --- after the game


@screen
def result(scene: Scene) -> Page:
    people = scene.crowd(moves=10_000)
    page = scene.person("Ann", like=people[0]).go(f"/t/{people[0].table}")
    page.get_by_role("link", name="Look back").wait_for()
    page.get_by_role("table").wait_for()
    return page


@screen
def result_given_up(scene: Scene) -> Page:
    people = scene.crowd(3, moves=15)
    for one in people:
        one.must("do", what="end")
    page = scene.person("Bob", like=people[1]).go(f"/t/{people[0].table}")
    page.get_by_role("heading", name="ended early").wait_for()
    return page


@screen
def replay(scene: Scene) -> Page:
    people = scene.crowd(moves=10_000)
    page = scene.person("Eve").go(f"/r/{people[0].table}#m=60&eyes=0")
    page.get_by_text("Moment 60 of").wait_for()
    page.get_by_role("list", name="Log").wait_for()
    return page


# --- Night of the Ninja


@screen
def night_draft(scene: Scene) -> Page:
    return at_night(scene, 0)


@screen
def night_phase(scene: Scene) -> Page:
    return at_night(scene, 10)


@screen
def night_talk(scene: Scene) -> Page:
    page = at_night(scene, 10)
    if scene.device == "phone":  # elsewhere it stands on the table
        page.get_by_role("button", name="Read and talk").click()
    page.get_by_text("Claim something").click()
    page.get_by_role("button", name="I saw …: …").click()
    return page


@screen
def night_notes(scene: Scene) -> Page:
    page = at_night(scene, 10)
    page.get_by_role("tab", name="Notes").click()
    page.locator(".notebook").wait_for()
    return page


@screen
def night_reveal(scene: Scene) -> Page:
    """At dawn: somebody has fallen, the survivors' House cards are up."""
    people = scene.crowd(5, game="night", options={"rounds": "1"})
    fight(people, "mastermind")
    who = next(one for one in people if offer_of(one))
    return at_the_night(scene, who)


@screen
def night_for_two(scene: Scene) -> Page:
    people = scene.crowd(2, game="night", options={"rounds": "1"})
    fight(people, "play.Blind-Assassin")
    return at_the_night(scene, people[0])


def fight(people: list[Stranger], until: str) -> None:
    """Everybody plays every card, and kills where they may, until somebody is asked this."""

    def every(one: Stranger, offer: dict[str, Any]) -> object:
        return offer.get("items", [])[: offer["high"]] if offer.get("high") else offer["options"][0]

    go_on(people, lambda: any(offer_of(one).get("key") == until for one in people), every)


def at_night(scene: Scene, moves: int) -> Page:
    """A table of five, after so many answers; two have claimed something."""
    people = scene.crowd(5, game="night")
    play(people, moves)
    people[1].must("say", kind="am", args=[0, 0])
    people[2].must("say", kind="kill", args=[1, 0])
    return at_the_night(scene, people[0])


def at_the_night(scene: Scene, who: Stranger) -> Page:
    """The table through somebody's eyes."""
    hints = [f"night.{name}" for name in ("house", "draft", "night", "talk", "tokens")]
    page = scene.person(who.name, like=who, prefs={"hints": hints}).go(f"/t/{who.table}")
    prompt(page).wait_for()
    return page


@screen
def wataah_placing(scene: Scene) -> Page:
    page = at_wataah(scene, 3, lambda who: offer_of(who).get("key") == "place")
    cards = page.locator(".hand > .group").filter(has=page.locator(".one + .one")).first
    for number in range(2):
        cards.locator(".lit").nth(number).click(position={"x": 6, "y": 8})
    page.get_by_role("region", name="Cards to place").get_by_role("paragraph").first.wait_for()
    page.mouse.move(2, 2)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    return page


@screen
def wataah_late(scene: Scene) -> Page:
    return at_wataah(scene, 60)


@screen
def wataah_jigoku(scene: Scene) -> Page:
    page = at_wataah(scene, 60, lies_in_jigoku)
    page.get_by_role("button", name=re.compile("^Jigoku")).click()
    page.get_by_role("dialog").wait_for()
    return page


def lies_in_jigoku(who: Stranger) -> bool:
    """Whether there are cards in the Jigoku to read."""
    zones = [zone["name"] for zone in who.game["zones"]]
    return bool(who.view["zones"][zones.index("jigoku")])


def at_wataah(scene: Scene, answers: int, also: Callable[[Stranger], bool] = bool) -> Page:
    """A Grand Master table of three after so many answers, through the eyes of one who is asked."""
    people = scene.crowd(3, game="wataah")
    given = 0

    def choose(one: Stranger, offer: dict[str, Any]) -> object:
        nonlocal given
        given += 1
        return quick(one, offer)

    def there() -> bool:
        return given >= answers and any(offer_of(one) and also(one) for one in people)

    go_on(people, there, choose)
    who = next(one for one in people if offer_of(one) and also(one))
    page = scene.person(who.name, like=who, prefs=PREFS).go(f"/t/{who.table}")
    prompt(page).wait_for()
    return page


# --- Ninjaaa'Tack


@screen
def tack_passing(scene: Scene) -> Page:
    """Ann is the lone wolf of this deal; Cleo and Eve are partners, with a code."""
    people = scene.crowd(5, game="tack", options=SLOW)
    people[2].catch_up()
    assert people[2].move()
    page = at_tack(scene, people[4])
    expect(page.locator(".figure.chosen")).to_have_count(1)
    expect(page.get_by_role("group", name="Cleo, partner, has chosen")).to_be_visible()
    return page


@screen
def tack_called(scene: Scene) -> Page:
    people = scene.crowd(4, game="tack", options=SLOW)
    page = at_tack(scene, people[0])
    strike(people[1], 1)
    page.locator("[data-call].wrong .head, [data-call].right .head").click()
    page.locator("[data-call] .reading").wait_for()
    prompt(page).get_by_text("Which card").or_(prompt(page).get_by_text("Pass a card")).wait_for()
    return page


@screen
def tack_throw(scene: Scene) -> Page:
    """With sorted cards every call is right: Ann has two tokens of a colour, and Bob has one."""
    people = scene.crowd(4, game="tack", options=SLOW)
    for one in (people[0], people[1], people[0]):
        strike(one, 0)
    page = at_tack(scene, people[0])
    page.locator(".pad").wait_for()
    return page


SLOW = {"choose": "90", "codes": "on"}


def strike(one: Stranger, call: int) -> None:
    """Strike the gong, for the cards that were dealt last."""
    one.catch_up()
    ((name, stamp, *_),) = one.view["rights"]
    one.must("right", name=name, stamp=stamp, option=call)


def at_tack(scene: Scene, who: Stranger) -> Page:
    """That one's screen."""
    hints = [f"tack.{name}" for name in ("pass", "signal", "gong", "attack")]
    person = scene.person(who.name, like=who, prefs={"hints": hints})
    page = person.go(f"/t/{who.table}")
    prompt(page).wait_for()
    return page


# --- lessons


@screen
def learn_list(scene: Scene) -> Page:
    person = scene.person()
    person.context.add_init_script(LEARNED)
    page = person.go("/learn/night")
    expect(page.locator("li.done")).to_have_count(1)
    return page


LEARNED = "localStorage.setItem('tatami.learned', JSON.stringify(['night/house']))"


@screen
def lesson_clans(scene: Scene) -> Page:
    return at_lesson(scene, "clans", "attack")


@screen
def lesson_wataah(scene: Scene) -> Page:
    return at_lesson(scene, "wataah", "ronin")


@screen
def lesson_night(scene: Scene) -> Page:
    return at_lesson(scene, "night", "phases")


@screen
def lesson_tack(scene: Scene) -> Page:
    return at_lesson(scene, "tack", "passing")


@screen
def lesson_wrong(scene: Scene) -> Page:
    """What the lesson does not want, though the rules allow it."""
    page = at_lesson(scene, "clans", "first-order")
    page.keyboard.press("2")
    expect(page.locator(".sensei .wrong")).to_be_visible()
    return page


def at_lesson(scene: Scene, game: str, name: str) -> Page:
    """A lesson, as far as it says something before anything is to be done."""
    page = scene.person().go(f"/learn/{game}/{name}")
    expect(page.locator(".sensei")).to_have_attribute("data-waits", "next")
    while page.locator(".sensei").get_attribute("data-waits") == "next":
        settle(page).locator(".sensei button.primary").click()
        settle(page)
    return page


# --- what goes wrong


@screen
def no_such_table(scene: Scene) -> Page:
    page = scene.person(allow="404").go("/t/nothing-here")
    page.get_by_role("heading", name="No such table").wait_for()
    return page


@screen
def no_such_code(scene: Scene) -> Page:
    page = scene.person(allow="404").go("/c/ZZZZZZ")
    page.get_by_role("heading", name="No table with this code").wait_for()
    return page


@screen
def nowhere(scene: Scene) -> Page:
    page = scene.person(allow="404").go("/no/such/page")
    page.get_by_role("heading", name="There is no such page").wait_for()
    return page


@screen
def no_replay(scene: Scene) -> Page:
    ann = scene.crowd(3)[0]
    page = scene.person(allow="404").go(f"/r/{ann.table}")
    page.get_by_role("heading", name="Nothing to look back at").wait_for()
    return page


@screen
def take_seat_here(scene: Scene) -> Page:
    ann = scene.crowd(3)[0]
    link = str(ann.must("do", what="move_seat")["link"])
    page = scene.person("Phone").go(f"/m/{link.rpartition('/')[2]}")
    page.get_by_role("button", name="Take my seat here").wait_for()
    return page


@screen
def expired_link(scene: Scene) -> Page:
    ann = scene.crowd(3)[0]
    page = scene.person("Phone").go(f"/m/{ann.table}.long-gone")
    page.get_by_role("button", name="Take my seat here").click()
    page.get_by_role("heading", name="This link no longer works").wait_for()
    return page


@screen
def moved_seat(scene: Scene) -> Page:
    ann = scene.crowd(3)[0]
    page = scene.person("Ann", like=ann).go(f"/t/{ann.table}")
    prompt(page).wait_for()
    link = str(ann.must("do", what="move_seat")["link"])
    other = Stranger(scene.server.url, "Phone").come(ann.table)
    other.must("take_seat", token=link.rpartition("/")[2])
    other.go()
    page.get_by_role("heading", name="Your seat has moved").wait_for()
    return page


@screen
def removed(scene: Scene) -> Page:
    ann, bob = scene.crowd(2, start=False, seats=3)
    page = _lobby(scene.person("Bob", like=bob).go(f"/t/{ann.table}"))
    ann.must("arrange", what="remove", seat=1)
    page.get_by_role("heading", name="You no longer have this seat").wait_for()
    return page


@screen
def server_gone(scene: Scene) -> Page:
    page = scene.person(allow=SERVER_GONE).go()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("heading", name="War of Clans").wait_for()
    learn_all_languages(page)
    scene.server.kill()
    page.get_by_role("button", name=re.compile("^Play now.*War of Clans")).click()
    page.get_by_text("The server does not answer").first.wait_for()
    return page


@screen
def table_cut_off(scene: Scene) -> Page:
    page = at_table(scene, 7, allow=SERVER_GONE)
    learn_all_languages(page)
    scene.leave()
    expect(page.locator(".seat.away")).to_have_count(3)
    scene.server.kill()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    return page
