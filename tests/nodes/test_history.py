"""The judge of histories can find against one: planted faults are found, honest runs are not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.server.postgresql.schema import COMMITS
from tatami.tables.bus import LocalBus
from tatami.tables.config import HouseConfig
from tatami.tables.house import House
from tatami.tables.store import Fenced, PutTable
from tatami.tables.table import Table
from tests.nodes.history import StoredMove, Told, Unlawful, in_order, judge
from tests.nodes.test_claims import Night, Nodes, held, move, night
from tests.server.truth import Truth
from tests.tables.solitaire import HereAndNow
from tests.tables.test_deadline import Full
from tests.tables.test_waking import NAME, played

__all__ = ["night"]
CHECK = " AND epoch = (j->>'e')::bigint"


@pytest.mark.parametrize("planted", [False, True])
def test_a_commit_that_is_not_fenced_is_found(night: Night, planted: bool) -> None:
    async def work(nodes: Nodes) -> None:
        a, b = await nodes.node("a"), await nodes.node("b")
        if planted:
            assert CHECK in COMMITS
            broken = COMMITS.replace(CHECK, "").replace("CREATE FUNC", "CREATE OR REPLACE FUNC")
            nodes.ask(broken)  # type: ignore[arg-type]  # broken on purpose
        hold = await held(a)
        nodes.die("a")
        nodes.age("b")
        await b.commit([move(1)], await b.claim("t"))
        late = a.commit([move(2)], hold)
        told = await asyncio.gather(late, return_exceptions=True)
        assert isinstance(told[0], Fenced) != planted
        stored = [
            StoredMove(*one) for one in nodes.ask("SELECT seq, epoch, line FROM move ORDER BY seq")
        ]
        if planted:
            with pytest.raises(Unlawful, match="old epoch"):
                in_order(stored)
        else:
            in_order(stored)

    night(work)


async def early(table: Table, referee: Referee, race: Any) -> bool:
    """What a table must not do: show a move, then store it."""
    deadline = table.time.adjust()
    updates = [stream.advance(referee, table.time.left(), race) for stream in table.streams]
    table._tell(updates)
    return await table.commit([*table._moved(referee, table.row), *deadline])


@pytest.mark.parametrize("planted", [False, True])
def test_a_move_that_was_shown_before_it_was_stored_is_found(
    monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    if planted:
        monkeypatch.setattr(Table, "_keep_move", early)

    async def evening() -> None:
        store, bus = Full(), LocalBus()
        await store.commit([PutTable(played()[0], 1)])
        house = House(HouseConfig(pace=0), store, bus, HereAndNow(), "history")
        table = await house.find(NAME)
        assert table is not None
        assert table.referee is not None
        truth = Truth(record(table.referee).text())
        heard: list[list[dict[str, Any]]] = [[], [], []]
        for seat, updates in enumerate(heard):
            bus.listen(f"{NAME}/{seat}", lambda text, to=updates: to.append(json.loads(text)))
        seat = table.referee.waiting()[0]
        ask, offer = table.referee.asks(seat)[0]
        store.full = True
        reply = await table.play(lambda referee: referee.act(offer.options[0], seat, ask))
        assert not reply
        people = [Told(seat, [], [], updates) for seat, updates in enumerate(heard)]
        if planted:
            with pytest.raises(Unlawful, match="never was"):
                judge(truth, [], people)
        else:
            judge(truth, [], people)
        await house.close_doors()

    asyncio.run(evening())


def test_gaps_repeats_and_lost_moves_are_found() -> None:
    good = [StoredMove(1, 1, "1 s0 back"), StoredMove(2, 3, "2 s0 back")]
    in_order(good)
    for bad in ([good[1]], [good[0], good[0]], [good[1], good[0]]):
        with pytest.raises(Unlawful):
            in_order(bad)
