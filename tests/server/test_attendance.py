"""Who comes and goes: told by differences, several at once, however many watch."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tatami.tables.house import ASKED, PARTY, TALK
from tatami.tables.row import Seat, TableRow
from tatami.tables.store import PutPerson
from tatami.tables.thinking import Job
from tests.support.clockwork import Clockwork, Guest, turn

WATCHERS = 200
PEOPLE = ("ann", "ben", "cleo")


def row() -> TableRow:
    """A table at which three sit."""
    seats = [Seat("person", name, name.title()) for name in PEOPLE]
    return TableRow("many", "MANYYY", "clans", 1, "ann", "00" * 32, seats, 0)


async def crowd(data: Path) -> tuple[Clockwork, list[Guest], list[Guest]]:
    """Three who sit, and many who come to watch, one after the other but soon."""
    works = Clockwork(data, object())
    table = await works.table(row())
    seated = [Guest(works.house, name) for name in PEOPLE]
    for one in seated:
        one.sharer.answer = lambda message: None  # type: ignore[method-assign]  # nobody starts here
        await one.come(table.row.id)
    await asyncio.sleep(5)
    watching = [Guest(works.house, f"watcher {number}") for number in range(WATCHERS)]
    for one in watching:
        await one.come(table.row.id)
    await asyncio.sleep(5)
    return works, seated, watching


def test_many_who_come_in_are_told_of_in_a_few_short_messages(tmp_path: Path) -> None:
    async def evening() -> None:
        works, seated, watching = await crowd(tmp_path)
        for one in (*seated, *watching):
            assert one.state["watchers"] == WATCHERS
            assert all(seat.get("here") for seat in one.state["seats"])
        ann = seated[0]
        heard = [text for _, text in ann.heard]
        assert len(heard) < WATCHERS // 2, "one message for each who came"
        assert len(ann.messages("table")) <= len(PEOPLE)
        assert max(len(text) for text in heard if '"t":"presence"' in text) < 100
        await works.close()

    turn(evening())


def test_who_goes_and_comes_back_is_told_by_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        works, (ann, ben, _), watching = await crowd(tmp_path)
        for one in watching[:50]:
            one.go()
        ben.go()
        await asyncio.sleep(5)
        last = ann.messages("presence")[-1]
        assert last["watchers"] == WATCHERS - 50
        assert any(message.get("went") == [1] for message in ann.messages("presence"))
        assert [bool(seat.get("here")) for seat in ann.state["seats"]] == [True, False, True]
        await ben.come("many")
        await asyncio.sleep(5)
        assert ann.messages("presence")[-1]["came"] == [1]
        told = len(ann.heard)
        ben.go()
        await ben.come("many")
        await asyncio.sleep(5)
        assert len(ann.heard) == told, "nothing has changed"
        await works.close()

    turn(evening())


def test_whoever_may_do_the_same_is_told_the_same_once_made(tmp_path: Path) -> None:
    """The cost of a change of the table: as many texts as there are kinds of people."""

    async def evening() -> None:
        works, (ann, _, _), watching = await crowd(tmp_path)
        ann.say("arrange", what="set", tempo="fast")
        await asyncio.sleep(1)
        texts = {id(one.heard[-1][1]) for one in watching}
        assert all('"t":"table"' in one.heard[-1][1] for one in watching)
        assert len(texts) == 1, "it was made anew for each of them"
        await works.close()

    turn(evening())


class Silent:
    """Bots that think for ever."""

    async def think(self, job: Job) -> Any:
        """Nothing comes of it."""
        await asyncio.get_running_loop().create_future()


async def game_with_a_crowd(works: Clockwork) -> tuple[list[Guest], list[Guest]]:
    """A game of three and a bot with a crowd around it; nobody is in a hurry."""
    table = await works.table(row())
    seated = [Guest(works.house, name) for name in PEOPLE]
    for one in seated:
        await one.come(table.row.id)
    seated[0].say("arrange", what="set", size=4)
    seated[0].say("arrange", what="bot", seat=3, level="steady")
    await asyncio.sleep(1)
    seated[0].say("do", what="start")
    await asyncio.sleep(1)
    assert table.row.state == "playing", seated[0].messages("reply")
    watching = [Guest(works.house, f"watcher {number}") for number in range(WATCHERS)]
    for one in watching:
        await one.come(table.row.id)
    await asyncio.sleep(5)
    return seated, watching


def refused(one: Guest) -> list[str]:
    """The codes of all that somebody was refused."""
    return [reply["refusal"]["code"] for reply in one.messages("reply") if not reply.get("ok")]


def since(guest: Guest, told: int) -> list[str]:
    """What somebody has heard after so many messages, without the game."""
    return [text for _, text in guest.heard[told:] if '"t":"update"' not in text]


@pytest.mark.parametrize("how", ["paused", "knocked"])
def test_coming_and_going_is_told_in_a_few_bytes_at_a_paused_or_a_knocked_table(
    tmp_path: Path, how: str
) -> None:
    """Nobody may do anything else because a watcher comes: the whole table is not told again."""

    async def evening() -> None:
        works = Clockwork(tmp_path, Silent())
        seated, watching = await game_with_a_crowd(works)
        ann = seated[0]
        if how == "paused":
            ann.say("do", what="pause")
        else:
            watching[0].say("sit", seat=3, name="Eve")
        await asyncio.sleep(5)
        assert ann.state.get("paused") or ann.state.get("asking")
        told, seen = len(ann.heard), len(watching[1].heard)
        for one in watching[20:40]:
            one.go()
            await asyncio.sleep(5)
            await one.come("many")
            await asyncio.sleep(5)
        for heard in (since(ann, told), since(watching[1], seen)):
            assert len(heard) == 40
            assert all('"t":"presence"' in text and len(text) < 100 for text in heard)
        await works.close()

    turn(evening())


def test_whoever_may_do_something_else_since_the_host_has_gone_is_told_so(tmp_path: Path) -> None:
    async def evening() -> None:
        works = Clockwork(tmp_path, Silent())
        (ann, ben, _), watching = await game_with_a_crowd(works)
        ann.say("do", what="pause")
        watching[0].say("sit", seat=3, name="Eve")
        await asyncio.sleep(5)
        assert not {"resume", "admit"} & set(ben.state["can"])
        ann.go()
        await asyncio.sleep(5)
        assert {"resume", "admit"} <= set(ben.state["can"])
        await ann.come("many")
        await asyncio.sleep(5)
        assert not {"resume", "admit"} & set(ben.state["can"])
        await works.close()

    turn(evening())


def test_who_says_the_same_again_is_not_passed_on_and_who_says_much_is_told_so(
    tmp_path: Path,
) -> None:
    """All are told of a commitment, and of who asks for a seat."""

    def refused(one: Guest) -> list[str]:
        return [reply["refusal"]["code"] for reply in one.messages("reply") if not reply.get("ok")]

    async def evening() -> None:
        works, (ann, ben, _), watching = await crowd(tmp_path)
        told = len(watching[1].heard)
        for _ in range(50):
            ben.say("commit", start=1, commit="ab" * 32)
        await asyncio.sleep(1)
        assert len(since(watching[1], told)) == 1, "the same was said fifty times"
        for number in range(60):
            ben.say("commit", start=1, commit=f"{number:064x}")
        await asyncio.sleep(1)
        assert set(refused(ben)) == {"too_fast"}
        assert len(since(watching[1], told)) <= 1 + ASKED * 20 + ASKED
        assert ann.state["commits"][1] == ben.state["commits"][1]
        await works.close()

        works = Clockwork(tmp_path / "other", Silent())
        (ann, *_), watching = await game_with_a_crowd(works)
        eve, told = watching[0], len(watching[1].heard)
        for _ in range(50):
            eve.say("sit", seat=3, name="Eve")
        await asyncio.sleep(1)
        assert len(since(watching[1], told)) == 1
        assert [one["number"] for one in ann.state["asking"]] == [1]
        for number in range(60):
            eve.say("sit", seat=3, name=f"Eve {number}")
        await asyncio.sleep(1)
        assert set(refused(eve)) == {"too_fast"}
        assert len(since(watching[1], told)) <= 1 + ASKED * 20 + ASKED
        await works.close()

    turn(evening())


def test_talk_of_many_strangers_from_one_address_is_that_of_a_few(tmp_path: Path) -> None:
    """A new cookie is a new person; an address is not had so easily."""

    async def evening() -> None:
        works = Clockwork(tmp_path, object())
        await works.table(row())
        await works.store.commit([PutPerson(f"watcher {at}", f"W{at}", 0) for at in range(120)])
        guests = [Guest(works.house, f"watcher {number}") for number in range(120)]
        for one in guests:
            one.address = "203.0.113.8" if one is guests[-1] else "203.0.113.7"
            await one.come("many")
        for one in guests[:-1]:
            for _ in range(TALK):
                one.say("say", text="join my server")
        await asyncio.sleep(1)
        heard = len(guests[-1].messages("talk"))
        assert TALK * 5 * PARTY <= heard <= TALK * 6 * PARTY
        assert {code for one in guests[:-1] for code in refused(one)} == {"too_fast"}
        guests[-1].say("say", text="quiet, please")
        await asyncio.sleep(1)
        assert guests[-1].messages("talk")[-1]["text"] == "quiet, please"
        await works.close()

    turn(evening())
