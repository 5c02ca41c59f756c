"""Night of the Ninja on the wire: how many can play, talk, time, and nothing that tells (N24)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tatami.catalogue import find
from tatami.games.night.cards import CRANES
from tatami.games.night.rules import GAME
from tatami.server.config import Config
from tatami.tables.botmoves import BotMoves
from tatami.tables.config import CLOCKS, TALKS, TEMPOS, TICK
from tatami.tables.table import Table
from tatami.tables.views import game_card, game_info
from tests.server.people import Witness, catch_up, play_all, run, seated
from tests.support import seeds
from tests.support.clockwork import turn
from tests.support.player import Refused
from tests.support.rigged import RiggedServer
from tests.support.serving import Server

SETTINGS: dict[str, Any] = {"stands": True, "pace": 0, "thinkers": 1, "messages": 100_000}
AWAY = Config().away
HOUSES = "Crane-1 Lotus-1 Crane-2 Lotus-2"
MINE = "Blind-Assassin-1 Spy-1 Mystic-1"
PASSED = "Mystic-2 Spy-3"
WORLDS = {
    "harmless": f"{MINE} Judge Spy-4 Mystic-3 Thief Spy-5 Mystic-4 Shinobi-1 {PASSED}",
    "armed": f"{MINE} Mastermind Martyr Shinobi-2 Judge Shinobi-3 Thief Mirror-Monk {PASSED}",
}
"""What is dealt: seat 0 gets the same in both, and from its right neighbour too."""


KEPT = ("Blind-Assassin-1", "Spy-3")
"""What seat 0 keeps in the draft."""


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without pauses, whose clock stands, and with dice that every test knows."""
    data = tmp_path_factory.mktemp("dojo") / "data"
    with RiggedServer(data, f"{HOUSES}|{WORLDS['harmless']}", **SETTINGS) as server:
        yield server


def told(one: Witness, *keys: str) -> list[list[int]]:
    """The sentences of these keys that somebody has been told."""
    numbers = [at for at, line in enumerate(GAME.book.sentences) if line.key in keys]
    events = [event for m in one.seen if m["t"] == "update" for event in m["events"]]
    return [args[1:] for verb, args in events if verb == "tell" and args[0] in numbers]


def remarks(one: Witness) -> list[list[Any]]:
    """All that somebody has heard said in the game."""
    return [line for m in one.seen if m["t"] == "update" for line in m["said"]]


def clock(one: Witness) -> int:
    """The milliseconds that the open step has in all."""
    total: int = [m for m in one.seen if m["t"] == "update"][-1]["clock"]["total"]
    return total


async def ready(one: Witness, *faces: str) -> None:
    """Answer the first thing asked: with these cards, or with nothing."""
    offer = one.offers[0]
    question = GAME.keys[offer["key"]]
    answer = [option for option in offer.get("items", []) if _names(question, option, faces)]
    if not offer.get("high"):
        answer = next(
            (o for o in offer["options"] if _names(question, o, faces)), offer["options"][0]
        )
    reply = await one.answer(offer, answer)
    assert reply["ok"], reply


def _names(question: Any, option: int, faces: tuple[str, ...]) -> bool:
    return any(question.spelled[option].endswith(f":{face}") for face in faces)


async def to_phase(people: list[Witness], number: int) -> None:
    """Everybody drafts and plays nothing until a phase is open."""
    while people[0].view is None or people[0].view["count"][1] < number:
        for one in people:
            while not one.offers:
                await one.hear()
            drafting = one.offers[0]["key"].startswith("draft")
            await (ready(one, *KEPT) if drafting and one is people[0] else _nothing(one))
        for one in people:
            await one.catch_up()


# -- who can play


def test_night_is_for_two_or_for_four_to_eleven(dojo: Server) -> None:
    assert game_card(find("night")).counts == (2, *range(4, 12))
    for size in (2, 4, 11):
        Witness(dojo.url, f"Host{size}").open("night", seats=size)
    with pytest.raises(Refused):
        Witness(dojo.url, "Three").open("night", seats=3)


def test_a_table_cannot_be_made_one_for_three(dojo: Server) -> None:
    async def evening() -> None:
        (ann,) = await seated(dojo.url, "night", 1, start=False, seats=4)
        assert not (await ann.ask("arrange", what="set", size=3))["ok"]
        await ann.must("arrange", what="set", size=2)
        assert len(ann.state["seats"]) == 2

    run(evening())


def test_one_can_play_the_variant_for_two_against_a_bot(still: Server) -> None:
    async def evening() -> None:
        ann = Witness(still.url, "Ann")
        ann.open("night", seats=2, bots="wary", options={"rounds": "1"})
        await ann.come()
        await ann.must("do", what="start")
        await play_all([ann], still)
        assert {offer[0] for offer in ann.acked} >= {"draft.first", "play.Shinobi"}

    run(evening())


# -- talk


def test_claims_are_described_with_what_they_can_speak_of() -> None:
    four = {one.key: one for one in game_info(GAME, 4, GAME.defaults()).remarks}
    two = {one.key: one for one in game_info(GAME, 2, GAME.defaults()).remarks}
    assert four["saw"].sorts == ("seat", "member", "house")
    assert four["saw"].values == ((0, 1, 2, 3), (0,), (0, 1, 5, 6))  # Crane 1, 2; Lotus 1, 2
    assert two["kill"].values == ((0, 1), (1, 2, 3))
    assert "kind" in {sort.name for sort in game_info(GAME, 4, GAME.defaults()).sorts}


def test_a_claim_is_heard_by_all_recorded_and_judged_in_the_replay(still: Server) -> None:
    async def evening() -> tuple[Witness, Any]:
        people = await seated(still.url, "night", 4, options={"rounds": "1"})
        ann, ben, *_ = people
        assert ann.view is not None
        mine = ann.view["zones"][GAME.layout(4, GAME.defaults()).places["house-0"]][0]
        await ann.must("say", kind="am", args=[0, mine - CRANES[0]])
        await ann.must("say", kind="am", args=[0, (mine - CRANES[0] + 1) % 2])
        await ann.must("say", kind="kill", args=[1, 0])
        assert not (await ann.ask("say", kind="kill", args=[1, 1]))["ok"]
        await ben.until_view(lambda view: len(remarks(ben)) == 3)
        assert [line[2] for line in remarks(ben)] == ["am", "am", "kill"]
        await play_all(people, still)
        return ann, await ann.ask_http(f"/api/tables/{ann.table}/replay?eyes=watch")

    ann, replay = run(evening())
    judged = [
        (line[2], truth)
        for frame in replay["frames"]
        for line, truth in zip(frame["said"], frame["truths"], strict=True)
    ]
    assert judged == [("am", True), ("am", False), ("kill", None)]
    assert "remark am" in ann.http(f"/api/tables/{ann.table}/record")


def test_the_dead_talk(dojo: Server) -> None:
    async def evening() -> None:
        people = await seated(dojo.url, "night", 4)
        await to_phase(people, 4)
        await ready(people[0], "Blind-Assassin-1")
        for one in people[1:]:
            await ready(one)
        await people[0].until_view(lambda view: people[0].offers)
        victim = people[3]
        offer = people[0].offers[0]
        await people[0].answer(offer, GAME.keys["assassin.at"].read("at:s3:only"))
        await victim.until_view(lambda view: victim.offers)
        await ready(victim)
        await victim.until_view(lambda view: told(victim, "dies"))
        assert told(victim, "dies") == [[3, 0]]
        await victim.must("say", kind="doubt", args=[0])

    run(evening())


def test_bots_talk_at_the_table_once_a_window_and_never_in_a_persons_name(dojo: Server) -> None:
    async def evening() -> None:
        ann, ben = await _with_bots(dojo)
        await catch_up([ann], dojo)
        assert len(remarks(ann)) == 2
        assert {line[1] for line in remarks(ann)} == {2, 3}
        assert {line[2] for line in remarks(ann)} == {"am"}
        await ben.drop()  # and a bot stands in for him
        await ann.until_state(lambda state: not state["seats"][1].get("here"))
        dojo.turn(AWAY)
        await catch_up([ann], dojo)
        assert ann.state["seats"][1]["stand_in"]
        while ann.view is None or ann.view["count"][1] < 1:
            await ready(ann)
            await catch_up([ann], dojo)
        assert {line[1] for line in remarks(ann)} == {2, 3}

    run(evening())


async def _with_bots(server: Server) -> tuple[Witness, Witness]:
    """Two people and two bots."""
    ann, ben = Witness(server.url, "Ann"), Witness(server.url, "Ben")
    ann.open("night", seats=4, clock="none", bots="wary")
    await ann.come()
    await ann.must("arrange", what="bot", seat=1, level="")
    await ben.come(ann.table)
    await ben.must("sit", name="Ben")
    await ann.must("do", what="start")
    await ann.until_view(lambda view: True)
    return ann, ben


# -- time


def test_windows_have_time_for_talk_and_single_answers_have_less(dojo: Server) -> None:
    async def evening() -> None:
        people = await seated(dojo.url, "night", 4, clock="quick")
        for one in people:
            assert clock(one) == (CLOCKS["quick"] + TALKS["quick"]) * 1000
        await to_phase(people, 1)
        await ready(people[0], "Spy-3")
        for one in people[1:]:
            await ready(one)
        await people[0].until_view(lambda view: people[0].offers)
        assert clock(people[0]) == CLOCKS["quick"] * 1000

    run(evening())


def test_a_played_card_of_one_who_is_silent_aims_at_the_next_to_the_left(dojo: Server) -> None:
    async def evening() -> None:
        people = await seated(dojo.url, "night", 4, clock="quick")
        await to_phase(people, 1)
        await ready(people[0], "Spy-3")
        for one in people[1:]:
            await ready(one)
        dojo.turn(CLOCKS["quick"])
        await catch_up(people, dojo)
        assert told(people[1], "looks") == [[0, 0, 1, 0]]
        assert not told(people[1], "dies")

    run(evening())


def test_a_phase_ends_early_only_when_all_living_are_ready(dojo: Server) -> None:
    async def evening() -> None:
        people = await seated(dojo.url, "night", 4, clock="slow")
        await to_phase(people, 1)
        for one in people[:3]:
            await ready(one)
        for one in people:
            dojo.turn(TALKS["slow"] / 4)
            assert await one.catch_up() == []
        await ready(people[3])
        await people[0].until_view(lambda view: view["count"][1] == 2)

    run(evening())


def test_nobody_learns_whether_one_who_is_away_had_answered(dojo: Server) -> None:
    """In both cases a bot stands in for them when the time is up."""

    async def evening(answered: bool) -> list[str]:
        people = await seated(dojo.url, "night", 4)
        if answered:
            await ready(people[1])
        await people[1].drop()
        await people[0].until_state(lambda state: not state["seats"][1].get("here"))
        heard = len(people[0].raw)
        dojo.turn(AWAY)
        await catch_up([people[0]], dojo)
        assert people[0].state["seats"][1]["stand_in"]
        return [json.loads(text)["t"] for text in people[0].raw[heard:]]

    assert run(evening(True)) == run(evening(False))


# -- nothing that tells


def test_two_worlds_that_a_seat_cannot_tell_apart_sound_the_same(tmp_path: Path) -> None:
    """Byte for byte, in the same order, in the same breath: to that seat and to who watches."""
    heard = []
    for name, dealt in WORLDS.items():
        seeds.begin("two worlds")  # the same people
        heard.append(run(_night(tmp_path / name, f"{HOUSES}|{dealt}")))
    for one, other in zip(*heard, strict=True):
        assert [len(breath) for breath in one] == [len(breath) for breath in other]
        assert one == other
    assert sum(len(breath) for breath in heard[0][0]) > 15


async def _night(data: Path, dealt: str) -> tuple[list[list[str]], list[list[str]]]:
    """One night, in which only seat 0 plays cards; all that it and a watcher hear, by breath."""
    with RiggedServer(data, dealt, **SETTINGS) as server:
        people = await seated(server.url, "night", 4, share="5a" * 16, options={"rounds": "1"})
        watcher = Witness(server.url, "Wen")
        await watcher.come(people[0].table)
        await people[0].catch_up()
        listeners = (people[0], watcher)
        heard: tuple[list[list[str]], list[list[str]]] = ([], [])
        while not people[0].over:
            for one in [one for one in people if one.offers]:
                before = [len(listener.raw) for listener in listeners]
                await (_mine(one) if one is people[0] else _nothing(one))
                for breaths, listener, mark in zip(heard, listeners, before, strict=True):
                    await listener.catch_up()
                    breaths.append(_sent(listener.raw[mark:]))
            for one in people:
                await one.catch_up()
        return heard


def _sent(raw: list[str]) -> list[str]:
    """What was told, without the answers to oneself, and what seals the whole record at the end."""
    told = [text for text in raw if json.loads(text)["t"] not in ("reply", "pong")]
    return [re.sub(r'"(hash|signature)":"[0-9a-f]+"', "", text) for text in told]


async def _mine(one: Witness) -> None:
    """Seat 0 keeps and plays a Spy and a Blind Assassin, and aims both at seat 3."""
    await ready(one, *KEPT, "s3:only")


async def _nothing(one: Witness) -> None:
    """Keep the first card as it was dealt; play, react and unmask nothing."""
    offer = one.offers[0]
    if offer["key"] == "draft.first":
        await ready(one, "Judge", "Mastermind", "Thief", "Shinobi-1", "Mirror-Monk")
    elif offer.get("high"):
        await one.answer(offer, [])
    else:
        await one.answer(offer, offer["options"][0])


PAUSE = TEMPOS["normal"]


@pytest.mark.parametrize(
    ("thought", "moment"),
    [(0.01, PAUSE), (0.1, PAUSE), (0.9, PAUSE), (PAUSE + 0.05, PAUSE + TICK)],
)
def test_bots_answer_on_the_beat_however_long_they_think(
    thought: float, moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With much or little to think about, the same time passes until the answer."""
    waited: list[float] = []

    async def note(seconds: float) -> None:
        waited.append(seconds)

    async def think() -> None:
        await bots._wait_out(asyncio.get_running_loop().time() - thought, PAUSE)

    house = SimpleNamespace(config=Config())
    bots = BotMoves(cast("Table", SimpleNamespace(house=house)))
    monkeypatch.setattr("tatami.tables.botmoves.asyncio.sleep", note)
    turn(think())
    assert thought + sum(waited) == pytest.approx(moment)
