"""The updates of one viewer: what one gets who comes back, and what that costs."""

from __future__ import annotations

import pytest

from tatami import catalogue
from tatami.bots.arena import play_out
from tatami.bots.base import RandomBot
from tatami.engine.record import follow
from tatami.engine.referee import Referee
from tatami.tables import streams, views
from tatami.tables.streams import Stream
from tatami.tables.wire import EventState

Log = tuple[tuple[int, ...], tuple[EventState, ...]]


def played(name: str) -> Referee:
    """A game to its end."""
    game = catalogue.find(name).game
    referee = Referee(game, game.fewest, 7)
    play_out(referee, [RandomBot(bytes([seat] * 32)) for seat in range(game.fewest)])
    return referee


@pytest.mark.parametrize("name", catalogue.names())
def test_whoever_comes_back_at_any_time_gets_the_same_as_one_who_comes_for_the_first_time(
    name: str,
) -> None:
    whole = played(name)
    referee = Referee(whole.game, whole.seats, 7)
    known = [Stream(viewer, referee, 1) for viewer in range(referee.seats + 1)]
    lines = whole.record().lines
    for number in follow(referee, lines):
        for stream in known:
            stream.advance(referee, None)
            if number % 40 == 0 or number == len(lines):
                first = Stream(stream.viewer, referee, stream.seq)
                assert stream.fresh(referee, None) == first.fresh(referee, None)
                stream.rest()


def test_a_log_is_looked_through_once_however_many_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hundred who come back late in a long game do not have it read a hundred times."""
    read: list[int] = []

    def counted(referee: Referee, seat: int, since: int = 0) -> Log:
        read.append(referee.happened() - since)
        return views.numbered_log(referee, seat, since)

    monkeypatch.setattr(streams, "numbered_log", counted)
    referee = played("tack")
    stream = Stream(referee.seats, referee, 1)
    for _ in range(100):
        stream.fresh(referee, None)
        stream.rest()
    assert len(read) == 100
    assert sum(read) == referee.happened() > 1000
