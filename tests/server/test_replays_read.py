"""Replays are large: nobody has two of them lie unread, and nobody waits for a stranger."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from starlette.types import Message

from tatami import catalogue
from tatami.server.answers import PART
from tatami.server.networks import WAITING
from tatami.tables.row import Seat, TableRow
from tests.server.apart import Apart
from tests.support.clockwork import turn

FRAMES = msgspec.json.encode(["x" * PART] * 4)
PATH = "/api/tables/t1/replay?eyes=all"
ROW = TableRow(
    *("t1", "CODE11", "clans", 1, "ann", "ab" * 32),
    [Seat("person", "ann", "Ann"), Seat("bot", name="Aki"), Seat("bot", name="Botan")],
    1,
    state="over",
)


class Walked:
    """Replays and lessons, and how many of each were made."""

    def __init__(self) -> None:
        self.records = 0
        self.replays = 0
        self.lessons = 0

    async def replay(self, text: str, eyes: str) -> bytes:
        """Every moment of a game."""
        self.replays += 1
        return FRAMES

    async def teach(self, job: object) -> bytes:
        """Where a lesson stands."""
        self.lessons += 1
        return b"{}"


def site(folder: Path, walked: Walked) -> Apart:
    async def record(name: str) -> str:
        walked.records += 1
        return "a record"

    async def row(name: str) -> TableRow:
        return ROW

    return Apart(folder, None, walked, record_of=record, row_of=row, listing=catalogue.find)


def test_the_next_replay_for_an_address_is_made_when_the_last_one_is_read(tmp_path: Path) -> None:
    async def evening() -> None:
        walked, reads = Walked(), asyncio.Event()
        here = site(tmp_path, walked)
        parts: list[int] = []

        async def slowly(message: Message) -> None:
            parts.append(len(message.get("body", b"")))
            if len(parts) == 3:
                await reads.wait()

        first = asyncio.ensure_future(here.ask(PATH, reads=slowly))
        second = asyncio.ensure_future(here.ask(PATH))
        await asyncio.sleep(1)
        assert walked.replays == 1, "one lies there, and is not read"
        assert max(parts) <= PART
        other = await here.ask(PATH, address="203.0.113.8")
        assert (other.status, walked.replays) == (200, 2), "a stranger does not wait"
        await here.ask("/api/learn/clans/first", method="POST", body=b'{"did":[]}')
        assert walked.lessons == 1, "nor does a lesson"
        assert not second.done()
        reads.set()
        assert (await first).body == (await second).body == other.body
        assert walked.replays == 3

    turn(evening())


@pytest.mark.parametrize("path", [PATH, "/api/tables/t1/record"])
def test_of_those_who_wait_none_holds_a_record_and_only_so_many_do(
    tmp_path: Path, path: str
) -> None:
    """Each record may be megabytes long, and anybody may ask for one on a hundred connections."""

    async def evening() -> None:
        walked, reads = Walked(), asyncio.Event()
        here = site(tmp_path, walked)

        async def slowly(message: Message) -> None:
            await reads.wait()

        first = asyncio.ensure_future(here.ask(path, reads=slowly))
        await asyncio.sleep(1)
        others = [asyncio.ensure_future(here.ask(path)) for _ in range(60)]
        await asyncio.sleep(1)
        assert walked.records == 1, "the others have not got that far"
        refused = [one.result() for one in others if one.done()]
        assert [one.status for one in refused] == [429] * (61 - WAITING)
        assert (await here.ask(path, address="203.0.113.8")).status == 200
        reads.set()
        assert (await first).status == 200
        assert {(await one).status for one in others} == {200, 429}

    turn(evening())


def test_a_replay_that_breaks_off_lets_the_next_one_in(tmp_path: Path) -> None:
    async def evening() -> None:
        walked = Walked()
        here = site(tmp_path, walked)

        async def for_ever(message: Message) -> None:
            await asyncio.get_running_loop().create_future()

        first = asyncio.ensure_future(here.ask(PATH, reads=for_ever))
        await asyncio.sleep(1)
        first.cancel()
        assert (await here.ask(PATH)).status == 200

    turn(evening())
