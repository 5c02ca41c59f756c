"""What is not stored yet is shown to nobody, by no way: it may never be."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest

from tatami.bots.acting import answer
from tatami.bots.base import RandomBot
from tatami.engine.errors import Ack
from tatami.tables import health, lobby
from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.knocking import Knock
from tatami.tables.row import TableRow
from tatami.tables.store import AddMove, CannotStore, Change, Hold, PutKey, PutTable
from tatami.tables.table import Table
from tests.tables.memory import MemoryStore
from tests.tables.solitaire import ANN, Fixed, HereAndNow
from tests.tables.test_waking import NAME, played


class Slow(MemoryStore):
    """Once it is told to hold, the test says what becomes of a commit."""

    def __init__(self) -> None:
        super().__init__()
        self.holding = False
        self._waiting: asyncio.Queue[tuple[Sequence[Change], asyncio.Future[None]]] = (
            asyncio.Queue()
        )

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        if not self.holding:
            return super().commit(changes, hold)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((changes, done))
        return done

    async def pending(self) -> Callable[[bool], None]:
        """Wait for a commit; then: to let it go through, or fail."""
        changes, done = await self._waiting.get()

        def end(well: bool) -> None:
            if well:
                super(Slow, self).commit(changes)
                done.set_result(None)
            else:
                done.set_exception(CannotStore("the disk is full"))

        return end


class Guest:
    """Somebody who is here, and what they heard."""

    viewer = 3
    credit = 0.0
    address = ""

    def __init__(self, person: str) -> None:
        self.person = person
        self.heard: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def listen(self, topic: str, viewer: int) -> None:
        """They listen."""

    def hang_up(self, why: str) -> None:
        """They go."""

    def told(self) -> list[bool]:
        """Whether the game was paused, each time that they were told of the table."""
        return [one["table"].get("paused", False) for one in self.heard if "table" in one]

    def said(self) -> list[str]:
        """All talk outside the game."""
        return [one["text"] for one in self.heard if "text" in one]


Work = Callable[[Table, Slow], Coroutine[Any, Any, None]]


def evening(work: Work, edit: Callable[[TableRow], None] = lambda row: None) -> None:
    """A table of three people in the middle of a game."""

    async def through() -> None:
        store = Slow()
        row, lines = played()
        edit(row)
        moves = [AddMove(NAME, n, 1, line, "", "0,1,2") for n, line in enumerate(lines, 1)]
        await store.commit([PutTable(row, 1), *moves])
        house = House(
            HouseConfig(pace=0), store, LocalBus(), HereAndNow(), "unstored", chance=Fixed()
        )
        await house._have_key()
        table = await house.find(NAME)
        assert table is not None
        await asyncio.wait_for(work(table, store), 120)
        store.holding = False
        await house.close_doors()

    asyncio.run(through())


async def closing(table: Table, store: Slow) -> Callable[[], Coroutine[Any, Any, None]]:
    """Somebody closes the table; it is not stored yet. Then: it cannot be stored."""
    store.holding = True
    task = asyncio.ensure_future(table.dealer.close("host"))
    end = await store.pending()
    assert table.row.state == "closed"

    async def fail() -> None:
        store.holding = False
        end(False)
        refusal = await task
        assert refusal is not None
        assert refusal.code == "cannot_store"
        assert table.row.state == "playing"

    return fail


async def settle() -> None:
    """Until the loop has nothing to do but wait."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_no_record_is_given_out_of_a_game_whose_end_is_not_stored() -> None:
    async def work(table: Table, store: Slow) -> None:
        fail = await closing(table, store)
        assert await table.house.record_of(NAME) == ""
        row = await table.house.row_of(NAME)
        assert row is not None
        assert row.state == "playing"
        await fail()
        assert await table.house.record_of(NAME) == ""
        assert await table.dealer.close("host") is None
        assert await table.house.record_of(NAME) != ""

    evening(work)


def test_no_move_is_seen_in_lists_and_no_end_in_records_before_it_is_stored() -> None:
    async def work(table: Table, store: Slow) -> None:
        house = table.house
        bots = [RandomBot(bytes([seat] * 32)) for seat in range(3)]
        while table.row.state == "playing":
            assert table.referee is not None
            seat = table.referee.waiting()[0]
            asked = await store.asked(NAME)
            store.holding = True

            def make(referee: Any, seat: int = seat) -> Any:
                answer(referee, seat, bots[seat])
                return Ack()

            playing = asyncio.ensure_future(table.play(make))
            end = await store.pending()
            store.holding = False
            assert await house.record_of(NAME) == ""
            mine = await house.mine(ANN)
            assert [card.asked for card in mine] == [0 in (asked or ())]
            end(True)
            assert await playing
        assert await house.record_of(NAME) != ""

    evening(work)


@pytest.mark.parametrize("turned_away", [False, True])
def test_nobody_is_told_of_a_change_that_is_not_stored(turned_away: bool) -> None:
    """Somebody who asked for a seat is turned away, or leaves, in the middle of a change."""

    async def work(table: Table, store: Slow) -> None:
        ann, dan = Guest(ANN), Guest("dan")
        for guest in (ann, dan):
            table.attendance.enter(guest)
        table.knocking._knocks["dan"] = Knock(1, "dan", "Dan", "Dan", 2, set())
        store.holding = True
        pausing = asyncio.ensure_future(table.change(lambda row: lobby.pause(row, ANN, 1)))
        end = await store.pending()
        assert table.row.paused
        over = table.knocking.admit(ANN, 1, False) if turned_away else table.part(dan)
        waiting = asyncio.ensure_future(over)  # type: ignore[arg-type,var-annotated]
        await settle()
        assert ann.told() == []
        store.holding = False
        end(False)
        assert await pausing is not None
        assert not await waiting
        assert ann.told() == [False]
        assert table.knocking.shown() == ()

    def by_asking(row: TableRow) -> None:
        row.joining = "host"

    evening(work, by_asking)


def test_a_seat_that_somebody_cannot_have_is_never_shown_as_taken() -> None:
    async def work(table: Table, store: Slow) -> None:
        ann, dan = Guest(ANN), Guest("dan")
        for guest in (ann, dan):
            table.attendance.enter(guest)
        table.announce()
        ann.heard.clear()
        store.holding = True
        change = table.change(lambda row: lobby.sit(row, "dan", "Dan", 2, granted=True))
        sitting = asyncio.ensure_future(change)
        end = await store.pending()
        assert table.row.seat_of("dan") == 2
        table.attendance._tell()
        assert ann.heard == []
        store.holding = False
        end(False)
        assert await sitting is not None
        table.attendance._tell()
        assert ann.heard == []

    def with_a_bot(row: TableRow) -> None:
        row.seats[2].kind, row.seats[2].person, row.seats[2].level = "bot", "", "steady"

    evening(work, with_a_bot)


def test_who_plays_hears_no_watcher_while_the_end_is_not_stored() -> None:
    async def work(table: Table, store: Slow) -> None:
        ann, dan = Guest(ANN), Guest("dan")
        for guest in (ann, dan):
            table.attendance.enter(guest)
        fail = await closing(table, store)
        table.telling.say(dan, "Dan", "Cleo has the red one")
        await fail()
        assert ann.said() == []
        assert dan.said() == ["Cleo has the red one"]

    evening(work)


def test_a_game_whose_end_is_not_stored_has_no_rematch() -> None:
    async def work(table: Table, store: Slow) -> None:
        fail = await closing(table, store)
        path, reply = await table.house.rematch(table, ANN)
        assert (path, bool(reply)) == ("", False)
        await fail()

    evening(work)


def test_after_a_rematch_the_former_table_is_still_itself() -> None:
    async def work(table: Table, store: Slow) -> None:
        assert await table.dealer.close("host") is None
        record = await table.house.record_of(NAME)
        assert record
        path, reply = await table.house.rematch(table, ANN)
        assert (path != "", bool(reply)) == (True, True)
        assert table.stored.id == NAME
        assert await table.house.record_of(NAME) == record

    evening(work)


class Keyless(MemoryStore):
    """Has no room for a key of this house; another node may have brought one meanwhile."""

    def __init__(self, *theirs: Change) -> None:
        super().__init__()
        self._theirs = theirs

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        if not any(isinstance(one, PutKey) for one in changes):
            return super().commit(changes, hold)
        super().commit(self._theirs)
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        failed.set_exception(CannotStore("the disk is full"))
        return failed


@pytest.mark.parametrize("theirs", [(), (PutKey("aa", "11", 1),)], ids=["none", "another's"])
def test_a_house_that_could_sign_no_record_opens_no_doors(theirs: tuple[Change, ...]) -> None:
    async def opened() -> None:
        house = House(HouseConfig(), Keyless(*theirs), LocalBus(), HereAndNow(), "keyless")
        try:
            await house.open_doors()
        finally:
            await house.close_doors()

    if theirs:
        asyncio.run(opened())
    else:
        with pytest.raises(CannotStore, match="no key"):
            asyncio.run(opened())


@pytest.mark.parametrize("later", [True, False])
def test_a_house_that_refuses_moves_is_not_healthy_though_it_can_write_a_sign_of_life(
    monkeypatch: pytest.MonkeyPatch, later: bool
) -> None:
    """A full disk may still have room for what is written in the place of something."""

    async def work(table: Table, store: Slow) -> None:
        house = table.house
        assert await house.health() == "ok"
        store.holding = True
        moving = asyncio.ensure_future(some_move(table))
        end = await store.pending()
        store.holding = False
        end(False)
        assert not await moving
        assert await house.health() == "cannot store"
        if later:
            monkeypatch.setattr(health, "monotonic", lambda: time.monotonic() + health.REFUSED)
        else:
            assert await some_move(table)
        assert await house.health() == "ok"

    evening(work)


async def some_move(table: Table) -> Any:
    """Whoever is asked answers."""
    assert table.referee is not None
    seat = table.referee.waiting()[0]
    ask, offer = table.referee.asks(seat)[0]
    return await table.play(lambda referee: referee.act(offer.options[0], seat, ask))
