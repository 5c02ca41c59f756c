"""Everybody does anything at any time, comes, goes and is cut off; the table stays one table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tatami.fair import why_unfair
from tests.server.people import Witness, catch_up, run, whole_log
from tests.server.truth import Truth
from tests.support.player import http
from tests.support.serving import Server

GAMES = ("trio", "gong", "clans", "draft")
COMMANDS = ("leave", "start", "concede", "end", "go_on", "pause", "resume", "come_back")


class Guest(Witness):
    """Somebody without manners."""

    links: list[str]

    async def act(self) -> None:
        """Do one thing or another."""
        dice = self.dice.random()
        if self.socket is None:
            await self.come()
        elif dice < 0.05:
            await self.drop()
        elif dice < 0.08:
            await self.go()
        elif self.offers and dice < 0.7:
            await self.answer_some()
        elif dice < 0.75:
            await self.ask("say", text=f"{self.name} {dice}")
        elif dice < 0.8:
            await self.ask("back")
        elif dice < 0.85:
            await self.ask("sit", seat=self.dice.randint(-1, 3), name=self.name)
        elif dice < 0.9:
            await self.arrange()
        elif dice < 0.94:
            await self.move()
        elif dice < 0.96 or self.state.get("paused"):
            await self.ask("do", what=self.dice.choice(COMMANDS))
        else:
            await self.catch_up()

    async def arrange(self) -> None:
        seat, other = self.dice.randint(0, 3), self.dice.randint(0, 3)
        kind = self.dice.choice(("bot", "bot", "remove", "swap", "set"))
        level = self.dice.choice(("random", "steady", ""))
        await self.ask("arrange", what=kind, seat=seat, other=other, level=level, size=seat)
        await self.ask("do", what="start")

    async def move(self) -> None:
        """Take a seat to another device, whoever's it is."""
        reply = await self.ask("do", what="move_seat")
        if reply["ok"]:
            self.links.append(reply["link"].removeprefix("/m/"))
        elif self.links:
            await self.ask("take_seat", token=self.dice.choice(self.links))


def table_of(server: Server, game: str, seed: int) -> list[Guest]:
    """A table at which six people and one more tab will do as they please."""
    people = [Guest(server.url, f"G{number}", seed) for number in range(6)]
    tab = Guest(server.url, "Tab", seed)
    tab.token = people[0].token
    people[0].open(game, clock=random.Random(seed).choice(("none", "quick")))
    links: list[str] = []
    for one in (*people, tab):
        one.links = links
        one.table = people[0].table
    return [*people, tab]


async def evening_at(server: Server, tables: list[list[Guest]]) -> None:
    """One after the other at each table, at all tables at once; then time goes on for all."""
    dice = random.Random(7)
    for _ in range(70):
        for same_place in zip(*tables, strict=True):
            await asyncio.gather(*[one.through_once(one.act) for one in same_place])
        server.turn(dice.choice((0.1, 1, 3, 7)))
    everybody = [one for people in tables for one in people]
    for one in everybody:
        if one.socket is None:
            await one.come()
    await catch_up(everybody, server)


def segments(one: Witness) -> list[tuple[int, list[dict[str, Any]]]]:
    """The updates that somebody got, by the seat they sat at then; -1 where they watched."""
    found: list[tuple[int, list[dict[str, Any]]]] = []
    seat = -1
    for message in one.seen:
        if message["t"] in ("welcome", "started", "table") and message["seat"] != seat:
            seat = message["seat"]
            found.append((seat, []))
        if message["t"] == "update":
            if not found:
                found.append((seat, []))
            found[-1][1].append(message)
    return found


def one_story(people: list[Guest]) -> bool:
    """All see the same table, and the game is what the engine makes of its moves."""
    shown = [{**one.state, "can": (), "time": None, "knock": 0} for one in people]
    assert all(state == shown[0] for state in shown)
    state = shown[0]
    assert len({one.token for one in people if one.seat >= 0}) == sum(
        seat["kind"] == "person" for seat in state["seats"] if seat.get("here")
    )
    if state["state"] not in ("over", "closed") or not state.get("proof"):
        return False
    truth = Truth(people[0].http(f"/api/tables/{people[0].table}/record"))
    assert why_unfair(truth.record) == ""
    for one in people:
        for seat, updates in segments(one):
            viewer = seat if seat >= 0 else truth.seats
            truth.check(viewer, updates, updates[0]["seq"] - 1 if updates else 0)
    return True


def test_whatever_people_do_the_table_stays_one_table(serve: Callable[..., Server]) -> None:
    games = [f"tests.fixtures.{name}" for name in ("trio", "gong", "draft")]
    many = {"messages": 100_000, "opening": 100_000, "requests": 100_000, "connections": 100_000}
    settings = {"pace": 0, "away": 10, "rest": 10, "reveal": 10, "thinkers": 1}
    server = serve(stands=True, game=games, **settings, **many)

    tables = [table_of(server, GAMES[seed % len(GAMES)], seed) for seed in range(8)]
    run(evening_at(server, tables))
    states = [people[0].state["state"] for people in tables]
    assert len(set(states)) > 1, "the evening was too calm"
    compared = [one_story(people) for people in tables]
    assert any(compared), "no game has ended"
    log = whole_log(server)
    assert '"trace"' not in log
    assert "tatami_faults_total 0.0" in http(server.url, "/metrics", "")[1]
