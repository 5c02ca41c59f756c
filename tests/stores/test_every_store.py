"""What every store does: all or nothing, in order, for good; and what it tells of what it has."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tatami.tables.row import Seat, TableRow
from tatami.tables.store import (
    AddMove,
    CannotStore,
    Change,
    DropDeadLinks,
    DropIdlePeople,
    DropLink,
    DropTable,
    Hold,
    PutDeadline,
    PutKey,
    PutLink,
    PutPerson,
    PutTable,
    PutVoid,
    Store,
)
from tests.stores.makers import Maker, with_store


def row(name: str = "t1", **more: Any) -> TableRow:
    seats = [Seat("person", "ann", "Ann"), Seat()]
    code = f"CODE{name}"
    return TableRow(name, code, "clans", 1, "ann", "ab" * 32, seats, 1, **more)


def move(table: str, seq: int, at: int = 1) -> AddMove:
    return AddMove(table, seq, at, f"{seq} s0 back", "1,1", "0,2")


async def laid(store: Store, name: str = "t1", touched: int = 5, **more: Any) -> Hold:
    """A table that is there, and ours."""
    await store.commit([PutTable(row(name, **more), touched)])
    return await store.claim(name)


async def numbers(store: Store, table: str) -> list[int]:
    return [int(line.split()[0]) for line in await store.moves(table)]


def test_what_was_committed_is_there_after_opening_again(make: Maker) -> None:
    async def before(store: Store) -> None:
        hold = await laid(store)
        await store.commit([PutPerson("ann", "Ann", 5)])
        await store.commit([move("t1", 1), PutDeadline("t1", 9, 8, 7, 6, 5)], hold)
        await store.commit([move("t1", 2), PutLink(b"x", "t1", 0, 99)], hold)
        await store.commit([PutKey("aa", "bb", 1), PutVoid("t1", 1, "ann", 5)])
        await store.release([hold], False)

    async def after(store: Store) -> None:
        assert await store.table("t1") == row()
        assert await store.moves("t1") == ["1 s0 back", "2 s0 back"]
        assert await store.streams("t1") == "1,1"
        assert await store.asked("t1") == [0, 2]
        (due,) = await store.deadlines()
        assert await store.deadline("t1") == due
        late = due.due - 9  # a store may give back the time that it was closed by itself
        assert due == PutDeadline("t1", 9 + late, 8, 7, 6, 5 + late)
        assert await store.name_of("ann") == "Ann"
        assert await store.by_code("CODEt1") == "t1"
        assert await store.link(b"x") == PutLink(b"x", "t1", 0, 99)
        assert [one.id for one in await store.tables_of("ann")] == ["t1"]
        assert await store.keys() == [PutKey("aa", "bb", 1)]
        assert await store.voids("ann", "other") == 1
        assert await store.unfinished() == 1

    with_store(make, before)
    with_store(make, after)


def test_what_is_not_there_is_not_found(make: Maker) -> None:
    async def work(store: Store) -> None:
        assert await store.table("no") is None
        assert await store.moves("no") == []
        assert await store.streams("no") == ""
        assert await store.asked("no") is None
        assert await store.deadline("no") is None
        assert await store.link(b"no") is None
        assert (await store.name_of("no"), await store.by_code("NO")) == ("", "")
        assert await store.voids("no", "") == 0
        assert await store.wishes() == []

    with_store(make, work)


@pytest.mark.parametrize("odd", ["\0", "t1\0", "t1' OR 'a' = 'a", "%", "t_", "\N{SNOWMAN}" * 999])
def test_what_nobody_can_have_named_is_not_found_either(make: Maker, odd: str) -> None:
    """Whatever somebody writes into an address comes to the store as it is."""

    async def work(store: Store) -> None:
        await laid(store)
        assert await store.table(odd) is None
        assert await store.moves(odd) == []
        assert await store.by_code(odd) == ""
        assert await store.name_of(odd) == ""
        assert await store.tables_of(odd) == []
        assert await numbers(store, "t1") == []

    with_store(make, work)


def test_changes_go_in_together_or_not_at_all(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        await store.commit([move("t1", 1)], hold)
        with pytest.raises(CannotStore):
            await store.commit([PutTable(row("t2"), 5), move("t1", 2), move("t1", 1)], hold)
        assert await numbers(store, "t1") == [1]
        assert await store.table("t2") is None

    with_store(make, work)


def test_a_bad_change_harms_none_of_those_it_came_together_with(make: Maker) -> None:
    async def work(store: Store) -> None:
        told: list[int] = []
        holds = [await laid(store, f"t{number}") for number in range(60)]
        for number in range(3, 60, 14):
            await store.commit([move(f"t{number}", 1)], holds[number])

        async def one(number: int) -> None:
            bad = number % 7 == 3
            name = "\ud800" if number % 14 == 10 else "x"
            try:
                # every other seventh is there already, or cannot even be written
                changes: list[Change] = [move(f"t{number}", 1), PutPerson(f"p{number}", name, 1)]
                await store.commit(changes, holds[number])
                assert not bad
            except CannotStore:
                assert bad
            told.append(number)

        await asyncio.gather(*[one(number) for number in range(60)])
        assert sorted(told) == [*range(60)]
        for number in range(60):
            assert len(await store.moves(f"t{number}")) == (number % 14 != 10)
            assert bool(await store.name_of(f"p{number}")) == (number % 7 != 3)

    with_store(make, work)


def test_order_is_kept_under_load(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        waiting = [store.commit([move("t1", number)], hold) for number in range(1, 1201)]
        waiting += [store.commit([PutPerson("ann", f"name {n}", n)]) for n in range(50)]
        await asyncio.gather(*waiting)
        assert await numbers(store, "t1") == [*range(1, 1201)]
        assert await store.name_of("ann") == "name 49"

    with_store(make, work)


def test_reading_sees_all_that_was_committed_before(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        for number in range(1, 31):
            await store.commit([move("t1", number)], hold)
            assert (await numbers(store, "t1"))[-1] == number

    with_store(make, work)


def test_a_table_that_is_dropped_leaves_nothing_behind(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        changes = [move("t1", 1), PutDeadline("t1", 1), PutLink(b"x", "t1", 0, 9)]
        await store.commit(changes, hold)
        await store.release([hold], False)
        await store.commit([PutTable(row("t2"), 5), DropTable("t1", ("open",), 6)])
        assert await store.table("t1") is None
        assert await store.moves("t1") == []
        assert await store.deadline("t1") is None
        assert await store.link(b"x") is None
        assert [one.id for one in await store.tables_of("ann")] == ["t2"]

    with_store(make, work)


def test_a_table_where_something_happened_meanwhile_is_not_dropped(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store, touched=50)
        await store.commit(
            [move("t1", 1, 200), PutDeadline("t1", 9), PutLink(b"x", "t1", 0, 9)], hold
        )
        for states, before in ((("open",), 50), (("open",), 200), (("over", "closed"), 300)):
            await store.commit([DropTable("t1", states, before)])
        assert await store.table("t1") is not None
        assert await numbers(store, "t1") == [1]
        assert await store.deadline("t1") is not None
        assert await store.link(b"x") is not None
        assert [one.id for one in await store.tables_of("ann")] == ["t1"]
        await store.commit([DropTable("t1", ("over", "open"), 201)])
        assert await store.table("t1") is None
        assert await store.moves("t1") == []

    with_store(make, work)


def test_a_game_is_idle_only_when_its_last_move_is_old_too(make: Maker) -> None:
    async def work(store: Store) -> None:
        holds = {name: await laid(store, name, state="playing") for name in ("t1", "t2", "t3")}
        await store.commit([move("t1", 1, 50), move("t1", 2, 200)], holds["t1"])
        await store.commit([move("t2", 1, 50)], holds["t2"])
        assert sorted(await store.idle(("playing",), 100)) == ["t2", "t3"]
        assert await store.idle(("open",), 100) == []

    with_store(make, work)


def test_deadlines_come_and_go(make: Maker) -> None:
    async def work(store: Store) -> None:
        holds = [await laid(store, name) for name in ("t1", "t2")]
        for hold, due in zip(holds, (10, 20), strict=True):
            await store.commit([PutDeadline(hold.table, due, 1, 2, 3, 4)], hold)
        assert await store.deadlines(10) == [PutDeadline("t1", 10, 1, 2, 3, 4)]
        assert len(await store.deadlines()) == 2
        await store.commit([PutDeadline("t1", 0)], holds[0])
        assert await store.deadline("t1") is None
        assert [one.table for one in await store.deadlines()] == ["t2"]

    with_store(make, work)


def test_lists_have_unfinished_tables_the_latest_first(make: Maker) -> None:
    async def work(store: Store) -> None:
        for at, name in enumerate(("t1", "t2", "t3", "t4")):
            await store.commit([PutTable(row(name, private=name == "t2"), at)])
        hold = await store.claim("t3")
        over = row("t3", private=False)
        over.state = "over"
        await store.commit([PutTable(over, 9)], hold)
        assert [one.id for one in await store.listed(50)] == ["t4", "t1"]
        assert [one.id for one in await store.listed(1)] == ["t4"]
        assert [one.id for one in await store.tables_of("ann")] == ["t4", "t2", "t1"]
        assert await store.by_code("CODEt3") == "", "its code is free again"
        assert await store.unfinished() == 3

    with_store(make, work)


def test_who_sits_elsewhere_now_has_one_table_less(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        moved = row()
        moved.seats[0].person = "ben"
        await store.commit([PutTable(moved, 6)], hold)
        assert await store.tables_of("ann") == []
        assert [one.id for one in await store.tables_of("ben")] == ["t1"]

    with_store(make, work)


def test_links_and_people_are_cleared_away(make: Maker) -> None:
    async def work(store: Store) -> None:
        hold = await laid(store)
        links = [PutLink(bytes([at]), "t1", 0, at) for at in (1, 2, 3)]
        people = [PutPerson("ann", "Ann", 1), PutPerson("ben", "Ben", 1), PutPerson("cy", "Cy", 9)]
        voids = [PutVoid("t9", at, "ann", at) for at in (1, 2, 9)]
        await store.commit([*links, *people, *voids], hold)
        await store.commit([DropLink(b"\x03"), DropDeadLinks(2), DropIdlePeople(5, 2)])
        assert [await store.link(bytes([at])) is None for at in (1, 2, 3)] == [True, False, True]
        names = [await store.name_of(one) for one in ("ann", "ben", "cy")]
        assert names == ["Ann", "", "Cy"], "who sits at a table is remembered"
        assert await store.voids("ann", "t1") == 2, "these are kept for longer"

    with_store(make, work)


def test_the_key_that_signs_comes_first(make: Maker) -> None:
    async def work(store: Store) -> None:
        await store.commit([PutKey("aa", "11", 1)])
        await store.commit([PutKey("aa", "", 1, 5), PutKey("bb", "22", 5)])
        assert await store.keys() == [PutKey("bb", "22", 5), PutKey("aa", "", 1, 5)]

    with_store(make, work)
