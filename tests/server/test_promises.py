"""What the protocol promises: an answer can be sent again, a rematch is whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tatami.tables.row import Seat, TableRow
from tatami.tables.store import CannotStore, Change, Hold, PutTable
from tests.server.people import Witness, run
from tests.support.clockwork import Clockwork, PromptStore, turn
from tests.support.serving import Server

Serve = Callable[..., Server]
LATER = 12
"""Answers after which the first one is sent again; many steps lie between."""


async def sent_again(ann: Witness, ask: int, answer: Any) -> bool:
    """Whether the server knows that it has this answer."""
    reply = await ann.ask("answer", ask=ask, answer=answer)
    return bool(reply["ok"] and reply.get("repeated"))


def test_an_answer_sent_again_is_known_many_steps_later_and_whatever_has_happened(
    serve: Serve,
) -> None:
    server = serve(pace=0, thinkers=1)

    async def evening() -> None:
        ann = Witness(server.url, "Ann")
        ann.open("clans", seats=3, bots="steady", clock="none")
        await ann.come()
        await ann.must("do", what="start")
        first: tuple[int, Any] | None = None
        for _ in range(LATER):
            await ann.until_view(lambda view: view.get("offers"))
            offer = ann.offers[0]
            answer = offer["options"][0]
            await ann.must("answer", ask=offer["ask"], answer=answer)
            first = first or (offer["ask"], answer)
        assert first is not None
        assert await sent_again(ann, *first)
        await ann.must("do", what="pause")
        assert await sent_again(ann, *first), "also while the game is paused"
        other = first[0], first[1] + 1
        assert not await sent_again(ann, *other), "it is not what was answered"
        server.kill()
        server.start()
        await ann.drop()
        await ann.come()
        assert await sent_again(ann, *first), "also by a server that was killed"
        await ann.must("do", what="resume")
        await ann.must("do", what="end")
        assert ann.http(f"/api/tables/{ann.table}")["state"] == "closed"
        assert await sent_again(ann, *first), "also when the game has ended"

    run(evening())


class Dying(PromptStore):
    """A disk that takes one more commit, and then none."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.left = 1 << 30

    def commit(self, changes: Sequence[Change], hold: Hold | None = None) -> asyncio.Future[None]:
        """Store it, while it lives."""
        if not self.left:
            dead = asyncio.get_running_loop().create_future()
            dead.set_exception(CannotStore("it is dead"))
            return dead
        self.left -= 1
        return super().commit(changes, hold)


def ended() -> TableRow:
    """A table of two people whose game has been given up."""
    seats = [Seat("person", name, name.title()) for name in ("ann", "ben")]
    row = TableRow("old", "OLDOLD", "wataah", 1, "ann", "00" * 32, seats, 1)
    row.state, row.why, row.ended = "closed", "agreed", 2
    return row


def test_a_server_that_dies_during_a_rematch_leaves_no_table_that_nobody_knows_of(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        works = Clockwork(tmp_path, object())
        await works.store.close()
        store = works.store = works.house.store = Dying(tmp_path)
        await store.commit([PutTable(ended(), 1)])
        table = await works.house.find("old")
        assert table is not None
        before = await store.unfinished()
        store.left = 1
        await works.house.rematch(table, "ann")
        kept = await store.table("old")
        assert kept is not None
        known = {kept.rematch} - {""}
        assert await store.unfinished() == before + len(known)
        assert len(known) == 1, "one commit is enough for both tables"
        store.left = 1 << 30
        await works.close()

    turn(evening())
