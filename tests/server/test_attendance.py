"""Who comes and goes: told by differences, several at once, however many watch."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tatami.tables.row import Seat, TableRow
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
