"""The server is killed in the middle of games, again and again, and nobody loses anything."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tatami.fair import why_unfair
from tests.server.people import Witness, run, seated, whole_log
from tests.server.truth import Truth, is_part, updates_in
from tests.support.serving import Server

KILLS = 52
TABLES = (("clans", 3, 0), ("clans", 2, 1), ("clans", 1, 3), ("gong", 2, 1), ("trio", 2, 0))
"""Games that go on at the same time: which, how many people, how many bots."""
EXTRA = ["tests.fixtures.gong", "tests.fixtures.trio"]


class Game:
    """One game at one table, from opening to verified record, however often it is cut off."""

    def __init__(self, base: str, number: int, game: str, people: int, bots: int) -> None:
        self.game = game
        self.bots = bots
        self.people = [Witness(base, f"P{n}", number) for n in range(people)]

    async def played(self) -> None:
        """Open a table, sit down, play to the end, compare."""
        host = self.people[0]
        body = {"game": self.game, "name": host.name, "clock": "none"}
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
                await one.hear(30)

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


class Evening:
    """Tables that go on while the server is killed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.kills = 0
        self.games: list[Game] = []
        self.done = self.busy = self.open = self.before = 0
        self.dice = random.Random(20)

    async def play(self, which: tuple[str, int, int]) -> None:
        """One game after the other, until the server has been killed often enough."""
        while self.kills < KILLS:
            game = Game(self.server.url, len(self.games), *which)
            self.games.append(game)
            await game.played()
            self.done += 1

    async def kill(self) -> None:
        """Kill at random moments, which are the same in every run but for the machine's haste."""
        while self.kills < KILLS:
            await self.wait(self.dice.randint(0, 30), self.dice.random() * 0.02)
            await asyncio.to_thread(self.server.kill)
            self.kills += 1
            self.reckon()
            if self.kills % 3 == 0:
                self.all_acknowledged_is_stored()
            await asyncio.to_thread(self.server.start)

    async def wait(self, moves: int, seconds: float) -> None:
        """Until so many more moves were acknowledged, or it takes too long; then a little more."""
        for _ in range(200):
            if self.acked() - self.before >= moves:
                break
            await asyncio.sleep(0.005)
        await asyncio.sleep(seconds)

    def acked(self) -> int:
        """How many moves were acknowledged at all tables."""
        return sum(len(one.acked) for game in self.games for one in game.people)

    def reckon(self) -> None:
        """How the kill went: after moves were made, and while some were under way?"""
        people = [one for game in self.games for one in game.people]
        self.busy += self.acked() > self.before
        self.before = self.acked()
        self.open += any(one.number not in one.replies for one in people if one.number)

    def all_acknowledged_is_stored(self) -> None:
        """Read from the database itself, while no server runs."""
        stored = moves_in(self.server.data)
        for game in self.games:
            for one in game.people:
                marks = (f"s{one.seat} ", f"s{one.seat}/")
                mine = [line for line in stored.get(one.table, []) if line.startswith(marks)]
                assert len(mine) >= len(one.acked)


def moves_in(data: Path) -> dict[str, list[str]]:
    """The moves of every table as the database has them, without their numbers."""
    found: dict[str, list[str]] = {}
    with sqlite3.connect(data / "tatami.db") as db:
        for table, line in db.execute("SELECT seating, line FROM move ORDER BY seating, seq"):
            found.setdefault(table, []).append(line.partition(" ")[2])
    db.close()
    return found


def test_games_survive_a_server_that_is_killed_fifty_times(serve: Callable[..., Server]) -> None:
    server = serve(pace=0, reveal=2, game=EXTRA, thinkers=1, messages=1000, opening=5000, time=0.03)
    evening = Evening(server)

    async def everything() -> None:
        await asyncio.gather(evening.kill(), *[evening.play(which) for which in TABLES])

    run(everything(), 480)
    assert evening.kills >= 50
    assert evening.done >= len(TABLES)
    print(evening.done, evening.busy, evening.open, evening.before)
    assert evening.busy > 25, "most kills came while nothing happened"
    assert evening.open > 15, "few kills came while an answer was under way"
    assert '"trace"' not in whole_log(server)


def test_a_server_that_closes_says_so_and_everybody_goes_on_afterwards(
    serve: Callable[..., Server],
) -> None:
    server = serve(pace=0)

    async def evening() -> None:
        ann, ben, cleo = await seated(server.url, "clans", 3)
        watcher = Witness(server.url, "Wim")
        await watcher.come(ann.table)
        everybody = [ann, ben, cleo, watcher]
        for _ in range(3):
            await some_moves(everybody[:3], 12)
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
                news = [m["seq"] for m in updates_in(await one.heed())]
                assert all(number > seq for number in news)
        await asyncio.gather(*[one.play() for one in everybody])
        truth = Truth(ann.http(f"/api/tables/{ann.table}/record"))
        for one in everybody:
            truth.check(one.seat if one.seat >= 0 else 3, updates_in(one.seen))

    run(evening())
    assert '"trace"' not in whole_log(server)


async def some_moves(people: list[Witness], count: int) -> None:
    """So many answers of whoever is asked."""
    while count:
        for one in people:
            if one.offers and count:
                assert (await one.answer_some())["ok"]
                count -= 1
        for one in people:
            await one.heed(0.02)
