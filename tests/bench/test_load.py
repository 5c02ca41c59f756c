"""The clients of the load benchmark understand what the server says."""

from __future__ import annotations

import msgspec

from benchmarks import load
from tatami.engine.referee import Referee
from tatami.games.tack.rules import GAME
from tatami.tables import wire
from tatami.tables.race import Strike, told
from tatami.tables.views import event_states, view_state


def test_a_fighter_reads_what_it_is_told_after_a_strike() -> None:
    referee = Referee(GAME, load.EIGHT, 5)
    name, stamp, options = referee.view(2).rights[0]
    assert referee.interrupt(2, name, stamp, options[0])
    strikes = [Strike(2, name, stamp, options[0], 1.0, 0.02, "kernel"), Strike(3, name, 0, 0, 1.5)]
    update = wire.Update(
        seq=7,
        happened=referee.view(0).happened,
        events=event_states(referee, 0),
        said=(),
        view=view_state(referee, 0),
        race=told(strikes),
    )
    heard = load._told(msgspec.json.encode(update))
    assert heard.view is not None
    assert heard.view.count == list(update.view.count)
    assert [(one.ask, one.options) for one in heard.view.offers] == [
        (one.ask, list(one.options)) for one in update.view.offers
    ]
    assert [(one.seat, one.basis) for one in heard.race] == [(2, "kernel"), (3, "")]
