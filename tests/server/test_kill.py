"""The server is killed in the middle of games, again and again, and nobody loses anything."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tatami.fair import why_unfair
from tests.server.people import Witness, play_all, run, seated, whole_log
from tests.server.truth import Truth, is_part, updates_in
from tests.support.serving import Server

KILLS = 52
TABLES = (("clans", 3, 0), ("clans", 2, 1), ("clans", 1, 3), ("gong", 2, 1), ("trio", 2, 0))
"""Games that go on at the same time: which, how many people, how many bots."""
GENEROUS = {
    "messages": 100_000,
    "opening": 100_000,
    "requests": 100_000,
    "connections": 100_000,
}
EXTRA = ["tests.fixtures.gong", "tests.fixtures.trio"]


class Game:
    """One game at one table, from opening to verified record, however often it is cut off."""

    def __init__(self, evening: Evening, number: int, game: str, people: int, bots: int) -> None:
        self.game = game
        self.bots = bots
        self.wishes: dict[str, Any] = {}
        self.people: list[Witness] = [Doomed(evening, f"P{n}", number) for n in range(people)]

    async def played(self) -> None:
        """Open a table, sit down, play to the end, compare."""
        host = self.people[0]
        body = {"game": self.game, "name": host.name, "clock": "none", **self.wishes}
        body["seats"] = len(self.people) + self.bots
        host.table = (await host.ask_http("/api/tables", body))["table"]
        await host.through(self._bots_come)
        for guest in self.people[1:]:
            guest.table = host.table
            await guest.through(lambda guest=guest: self._sit(guest))
        await host.through(lambda: self._start(host))
        await asyncio.gather(*[one.through(lambda one=one: self._play(one)) for one in self.people])
        text = await host.ask_http(f"/api/tables/{host.table}/record")
        self.compare(Truth(text))

    async def _bots_come(self) -> None:
        host = self.people[0]
        front = await host.ask_http("/api/front")
        card = next(one for one in front["games"] if one["name"] == self.game)
        level = card["levels"][-1]["name"]
        for seat in range(len(self.people), len(self.people) + self.bots):
            if host.state["seats"][seat]["kind"] == "empty":
                await host.must("arrange", what="bot", seat=seat, level=level)

    async def _sit(self, guest: Witness) -> None:
        if guest.seat < 0:
            await guest.must("sit", name=guest.name)

    async def _start(self, host: Witness) -> None:
        while host.state["state"] == "open":  # a start is void if its guests are cut off in it
            await (host.dealt() if host.state.get("dealing") else host.must("do", what="start"))

    async def _play(self, one: Witness) -> None:
        """Answer at random; now and then say something."""
        while one.state["state"] != "over" or not one.over:
            if one.offers:
                if one.dice.random() < 0.05:
                    await one.ask("say", text=f"hm {one.number}")
                elif one.view and one.view.get("back") and one.dice.random() < 0.1:
                    await one.ask("back")
                else:
                    await one.answer_some()
            else:
                await one.hear()

    def compare(self, truth: Truth) -> None:
        """What was acknowledged is there, nothing else is, and everybody saw what they may."""
        assert why_unfair(truth.record) == ""
        assert truth.end.over
        for one in self.people:
            lines = truth.lines_of(one.seat)
            assert is_part([truth.spelled(one.seat, given) for given in one.acked], lines)
            assert is_part(lines, [truth.spelled(one.seat, given) for given in one.sent])
            updates = updates_in(one.seen)
            truth.check(one.seat, updates)
            assert updates[-1]["seq"] == len(truth.moments[one.seat])


class Doomed(Witness):
    """A player who counts what is sent and heard: the server's end comes after so much of it."""

    def __init__(self, evening: Evening, name: str, seed: int) -> None:
        super().__init__(evening.server.url, name, seed)
        self.evening = evening

    async def tell(self, t: str, **fields: object) -> int:
        """Send a message; there may be nobody any more to answer it."""
        number = await super().tell(t, **fields)
        if t == "answer":
            self.evening.happened(under_way=True)
        return number

    def take(self, message: dict[str, Any]) -> None:
        """Hear something; it may have been the last thing to be heard."""
        super().take(message)
        if message["t"] == "update":
            self.evening.happened(under_way=False)


class Evening:
    """Tables that go on while the server is killed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.kills = 0
        self.games: list[Game] = []
        self.done = self.open = self.before = 0
        self.dice = random.Random(20)
        self._choose()

    def _choose(self) -> None:
        """The next end: after how much that happened, and whether an answer is under way then."""
        self._left = self.dice.randint(0, 60)
        self._under_way = self.dice.random() < 0.6

    async def play(self, which: tuple[str, int, int]) -> None:
        """One game after the other, until the server has been killed often enough."""
        while self.kills < KILLS:
            game = Game(self, len(self.games), *which)
            self.games.append(game)
            await game.played()
            self.done += 1

    def happened(self, under_way: bool) -> None:
        """Something was sent or heard: when it is time, kill the server, and start it again.

        Something was acknowledged since the last time. What was sent just now is in nobody's hands.
        """
        self._left -= 1
        due = self._left < 0 and under_way == self._under_way and self.acked() > self.before
        if self.kills == KILLS or not due:
            return
        self.server.kill()
        self.kills += 1
        self.open += under_way
        self.before = self.acked()
        if self.kills % 3 == 0:
            self.all_acknowledged_is_stored()
        self._choose()
        self.server.start()

    def acked(self) -> int:
        """How many moves were acknowledged at all tables."""
        return sum(len(one.acked) for game in self.games for one in game.people)

    def all_acknowledged_is_stored(self) -> None:
        """Read from the database itself, while no server runs."""
        stored = moves_in(self.server)
        for game in self.games:
            for one in game.people:
                marks = (f"s{one.seat} ", f"s{one.seat}/")
                mine = [line for line in stored.get(one.table, []) if line.startswith(marks)]
                assert len(mine) >= len(one.acked)


def moves_in(server: Server) -> dict[str, list[str]]:
    """The moves of every table as the database has them, without their numbers."""
    found: dict[str, list[str]] = {}
    for table, line in server.rows("SELECT seating, line FROM move ORDER BY seating, seq"):
        found.setdefault(table, []).append(line.partition(" ")[2])
    return found


def test_games_survive_a_server_that_is_killed_fifty_times(serve: Callable[..., Server]) -> None:
    server = serve(pace=0, reveal=2, game=EXTRA, thinkers=1, time=0.03, **GENEROUS)
    evening = Evening(server)

    async def everything() -> None:
        await asyncio.gather(*[evening.play(which) for which in TABLES])

    run(everything(), 1800)
    assert evening.kills == KILLS
    assert evening.done >= len(TABLES)
    assert evening.open > KILLS / 3, "few kills came while an answer was under way"
    assert '"trace"' not in whole_log(server)


def test_a_server_that_closes_says_so_and_everybody_goes_on_afterwards(
    serve: Callable[..., Server],
) -> None:
    server = serve(stands=True, pace=0, **GENEROUS)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        watcher = Witness(server.url, "Wim")
        await watcher.come(ann.table)
        everybody = [ann, ben, cleo, watcher]
        for _ in range(3):
            goal = ann.seq + 8
            await play_all(everybody, server, until=lambda goal=goal: ann.seq >= goal)
            code = asyncio.create_task(asyncio.to_thread(server.stop))
            for one in everybody:
                await one.until(lambda m: m["t"] == "bye")
                assert one.seen[-1]["why"] == "restarting"
                with pytest.raises(ConnectionClosed):
                    await one.hear()
                assert one.socket is not None
                assert one.socket.close_code == 1012
            assert await code in (0, -signal.SIGTERM)
            server.start()
            for one in everybody:
                seq = one.seq
                await one.come()
                # what is new since the last number, and nothing that was there before
                assert updates_in(await one.catch_up()) == []
                assert one.seq == seq
        await play_all(everybody, server)
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        for one in everybody:
            truth.check(one.seat if one.seat >= 0 else 3, updates_in(one.seen))

    run(evening())
    assert '"trace"' not in whole_log(server)
