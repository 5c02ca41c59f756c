"""How bots think about a job, wherever that is done."""

from __future__ import annotations

import pytest

from tatami import catalogue
from tatami.bots.base import RandomBot
from tatami.catalogue import Listing
from tatami.engine.intent import DECIDE, Intent
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.games.tack import GAME
from tatami.tables.streams import Stream
from tatami.tables.thinking import Job, PlanJob, Planned, listing, work


class Wild(RandomBot):
    """Plans what nobody has heard of, beside something sensible."""

    def plan(self, view: View) -> list[Intent]:
        return [Intent(300, DECIDE), Intent(300, "fly")]

    def hear(self, view: View) -> list[Intent]:
        return [Intent(300, DECIDE)]


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    """A job for a wild bot."""
    monkeypatch.setitem(catalogue._added, "tack", Listing(GAME, "", {"wild": Wild}))
    listing.cache_clear()
    referee = Referee(GAME, 4, 1)
    update = Stream(0, referee, 1).glance(referee)
    return Job("tack", 4, referee.opts, "wild", bytes(32), update)


def test_a_plan_of_no_known_kind_is_no_plan(job: Job) -> None:
    """The bot then answers what it is asked, and the table is not disturbed."""
    assert work(PlanJob((job,))) == Planned((None,))
    assert work(PlanJob((job,), heard=True)) == Planned(((Intent(300, DECIDE),),))
    listing.cache_clear()
