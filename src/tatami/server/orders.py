"""What each message of a client means at a table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from tatami.engine.errors import Ack, Refusal, refuse
from tatami.engine.referee import LONGEST_TEXT, SAY, Referee, Reply
from tatami.server import lobby, names
from tatami.server.papers import Paper
from tatami.server.race import Strike, is_raced
from tatami.server.refusals import no
from tatami.server.store import CannotStore
from tatami.server.wire import (
    Admit,
    Arrange,
    CommitTo,
    Do,
    GiveAnswer,
    GoBack,
    OpenShare,
    Say,
    Sit,
    TakeSeat,
    TryOut,
    UseRight,
    Why,
)

if TYPE_CHECKING:
    from tatami.server.connection import Connection
    from tatami.server.table import Table

SPACES = {ord(mark): " " for mark in "\u00a0\u202f\u2007\u2009"}
"""Spaces that some keyboards type and that are not plain ones."""
Outcome: TypeAlias = tuple[str, Reply]
"""A link, where the answer is one, and what to reply."""
MOST_MOVES: Final = 10_000
"""Moves after which nothing is taken that a game does not need: it must be played again to wake."""
MOST_BACKS: Final = 1_000
"""Answers that a seat may take back in a game. Others must not learn of it (night:N7), so nobody
can fill a game with them until talk is refused to all."""
MOST_SIGNALS: Final = 30_000
"""The same for signals in real time: an hour of eight players who make one a second each."""
Order: TypeAlias = (
    GiveAnswer
    | GoBack
    | UseRight
    | Say
    | Why
    | TryOut
    | Sit
    | CommitTo
    | OpenShare
    | Do
    | TakeSeat
    | Admit
    | Arrange
)


async def carry_out(table: Table, by: Connection, order: Order) -> Outcome:
    """Do what a message asks for, or refuse it."""
    match order:
        case GiveAnswer() | GoBack() | UseRight():
            return "", await _play(table, by, order)
        case Why() | TryOut():
            return "", await _try(table, by, order)
        case Say():
            return "", await _say(table, by, order)
        case Sit():
            return "", _done(await _sit(table, by, order))
        case Admit():
            return "", _done(await table.knocking.admit(by.person, order.number, order.yes))
        case CommitTo():
            return "", _done(await table.dealer.commit(by, order))
        case OpenShare():
            return "", _done(await table.dealer.open(by, order))
        case TakeSeat():
            return "", _done(await table.house.take_seat(table, by.person, order.token))
        case Arrange():
            return "", _done(await _arrange(table, by.person, order))
        case Do(what="move_seat"):
            return await table.house.seat_link(table, by.person)
        case Do(what="rematch"):
            return await table.house.rematch(table, by.person)
        case Do():
            return "", _done(await _do(table, by.person, order.what))


def _done(refusal: Refusal | None) -> Reply:
    return Ack() if refusal is None else refusal


# -- the game


async def _play(table: Table, by: Connection, order: GiveAnswer | GoBack | UseRight) -> Reply:
    """An input of a player; who had a bot stand in is back with it."""
    seat = table.paper.seat_of(by.person)
    if seat < 0:
        return no("not_seated")
    if isinstance(order, GiveAnswer) and await table.has_taken(seat, order.ask, order.answer):
        return Ack(repeated=True)
    if table.paper.seats[seat].stand_in:
        refusal = await table.change(lambda paper: lobby.come_back(paper, by.person))
        if refusal is not None:
            return refusal
    step = table.time.step()
    reply = await _made(table, by, order)
    if reply and (now_at := table.paper.seat_of(by.person)) >= 0:
        table.time.heard_from(now_at, step, isinstance(order, GoBack))
    return reply


async def _made(table: Table, by: Connection, order: GiveAnswer | GoBack | UseRight) -> Reply:
    """An input becomes a move; where only the first counts, once it is sure who that was."""
    referee = table.referee
    if isinstance(order, UseRight) and referee is not None and is_raced(referee.game, order.name):
        seat = table.paper.seat_of(by.person)
        strike = Strike(
            seat, order.name, order.stamp, order.option, by.arrived, by.credit, by.basis
        )
        return await table.race.strike(strike)
    return await table.play(
        lambda referee: _make(referee, table.paper.seat_of(by.person), order)  # as it is by then
    )


def _make(referee: Referee, seat: int, order: GiveAnswer | GoBack | UseRight) -> Reply:
    if isinstance(order, GiveAnswer):
        return referee.submit(seat, order.ask, order.answer)
    if is_long(referee):
        return no("too_long")
    match order:
        case GoBack():
            return no("too_long") if _wavers(referee, seat) else referee.back(seat)
        case UseRight():
            return referee.interrupt(seat, order.name, order.stamp, order.option)


def _wavers(referee: Referee, seat: int) -> bool:
    """Whether a seat has taken back as much as it may."""
    return sum(m.kind == "back" and m.seat == seat for m in referee.moves) >= MOST_BACKS


def is_long(referee: Referee, signal: bool = False) -> bool:
    """Whether a game has grown too long for what it does not need."""
    live = signal and referee.game.tempo is not None
    return len(referee.moves) >= (MOST_SIGNALS if live else MOST_MOVES)


async def _try(table: Table, by: Connection, order: Why | TryOut) -> Reply:
    """Why an option is not open, or what answers would do, from what the seat may know."""
    async with table.lock:
        seat = table.paper.seat_of(by.person)
        if table.referee is None or seat < 0:
            return no("not_seated" if seat < 0 else "not_started")
        if isinstance(order, TryOut):
            return table.referee.ahead(seat, order.ask, order.answers)
        return table.referee.would(seat, order.ask, order.answer)


# -- talk


async def _say(table: Table, by: Connection, order: Say) -> Reply:
    """In the game a remark, which its record keeps; around it plain talk."""
    if not table.house.talking.take(by.person or by.address):
        return no("too_fast")
    order.text = order.text.translate(SPACES)
    seat = table.paper.seat_of(by.person)
    if seat >= 0 and table.paper.state == "playing":
        return await table.play(lambda referee: _remark(referee, seat, order), talk=True)
    if not _is_talk(order):
        return refuse("bad_remark")
    name = table.paper.seats[seat].name if seat >= 0 else table.house.store.name_of(by.person)
    if not name:
        return no("no_name")
    table.say(by, name, order.text)
    return Ack()


def _remark(referee: Referee, seat: int, order: Say) -> Reply:
    if is_long(referee, signal=order.kind != SAY):
        return no("too_long")
    return referee.remark(seat, order.kind, order.args, order.text)


def _is_talk(order: Say) -> bool:
    plain = order.kind == SAY and not order.args and bool(order.text.strip())
    return plain and len(order.text) <= LONGEST_TEXT and order.text.isprintable()


# -- around the game


async def _sit(table: Table, by: Connection, order: Sit) -> Refusal | None:
    house = table.house
    if not by.person:
        return no("no_token")
    refusal = names.refusal(order.name) if order.name else None
    if refusal is not None:
        return refusal
    name = lobby.tidy_name(order.name) or house.store.name_of(by.person)
    if not name:
        return no("no_name")
    if table.paper.seat_of(by.person) < 0 and house.has_enough(by.person):
        return no("too_many_tables")
    if table.knocking.is_needed():
        return await table.knocking.knock(by.person, name, order.seat)
    refusal = await table.change(lambda paper: lobby.sit(paper, by.person, name, order.seat))
    if refusal is None and order.name:
        with suppress(CannotStore):  # who has sat down has the name here; elsewhere it can wait
            await house.rename(by.person, order.name)
    return refusal


async def _arrange(table: Table, person: str, order: Arrange) -> Refusal | None:
    try:
        listing = table.house.listing(table.paper.game)
    except KeyError:
        return no("no_such_game")
    return await table.change(lambda paper: lobby.arrange(paper, person, order, listing))


async def _do(table: Table, person: str, what: str) -> Refusal | None:
    level = table.house.best_level(table.paper.game)
    if what == "start":
        return await table.dealer.begin(person)
    if what == "leave":
        return await table.dealer.leave(person, level)
    host_here = table.is_connected(table.paper.host)
    left = table.time.to_keep()
    edits: dict[str, Callable[[Paper], Refusal | None]] = {
        "concede": lambda paper: lobby.concede(paper, person),
        "end": lambda paper: lobby.offer_end(paper, person),
        "go_on": lambda paper: lobby.go_on(paper, person),
        "pause": lambda paper: lobby.pause(paper, person, left),
        "resume": lambda paper: lobby.resume(paper, person, host_here),
        "come_back": lambda paper: lobby.come_back(paper, person),
    }
    return await table.change(edits[what])
