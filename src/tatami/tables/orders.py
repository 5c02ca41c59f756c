"""What each message of a client means at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from tatami.engine.errors import Ack, Refusal, refuse
from tatami.engine.referee import LONGEST_TEXT, SAY, Referee, Reply
from tatami.tables import lobby, names
from tatami.tables.lengths import is_long, wavers
from tatami.tables.race import Strike
from tatami.tables.refusals import no
from tatami.tables.row import TableRow
from tatami.tables.store import CannotStore
from tatami.tables.wire import (
    Admit,
    Arrange,
    CommitTo,
    Do,
    GiveAnswer,
    GoBack,
    OpenShare,
    Order,
    Say,
    Sit,
    TakeSeat,
    TryOut,
    UseRight,
    Why,
)

if TYPE_CHECKING:
    from tatami.tables.connection import Connection
    from tatami.tables.table import Table

SPACES = {ord(mark): " " for mark in "\u00a0\u202f\u2007\u2009"}
"""Spaces that some keyboards type and that are not plain ones."""
Outcome: TypeAlias = tuple[str, Reply]
"""A link, where the answer is one, and what to reply."""


async def carry_out(table: Table, by: Connection, order: Order) -> Outcome:
    """Do what a message asks for, or refuse it."""
    if _is_hasty(table, by, order):
        return "", no("too_fast")
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
            return await table.house.rematch(table, by.person, by.whence)
        case Do():
            return "", _done(await _do(table, by.person, order.what))


def _is_hasty(table: Table, by: Connection, order: Order) -> bool:
    """Whether somebody asks for more of what is dear than one may, on however many connections."""
    house = table.house
    match order:
        case Why() | TryOut():
            whose = by.address or by.person
            return not (house.trying.take(by.person) and house.trying_from.take(whose))
        case Sit() | TakeSeat() | Arrange() | Do():
            return not house.changing.take(by.person or by.address)
    return False


def _done(refusal: Refusal | None) -> Reply:
    return Ack() if refusal is None else refusal


# -- the game


async def _play(table: Table, by: Connection, order: GiveAnswer | GoBack | UseRight) -> Reply:
    """An input of a player; who had a bot stand in is back with it."""
    seat = table.row.seat_of(by.person)
    if seat < 0:
        return no("not_seated")
    if isinstance(order, GiveAnswer) and await table.has_taken(seat, order.ask, order.answer):
        return Ack(repeated=True)
    if table.row.seats[seat].stand_in:
        refusal = await table.change(lambda row: lobby.come_back(row, by.person))
        if refusal is not None:
            return refusal
    step = table.absence.step()
    reply = await _made(table, by, order)
    if reply and (now_at := table.row.seat_of(by.person)) >= 0:
        table.absence.heard_from(now_at, step, isinstance(order, GoBack))
    return reply


async def _made(table: Table, by: Connection, order: GiveAnswer | GoBack | UseRight) -> Reply:
    """An input becomes a move; where only the first counts, once it is sure who that was."""
    if isinstance(order, UseRight) and _is_raced(table, order.name):
        seat = table.row.seat_of(by.person)
        strike = Strike(
            seat, order.name, order.stamp, order.option, by.arrived, by.credit, by.basis
        )
        return await table.strike(strike)
    return await table.play(
        lambda referee: _make(referee, table.row.seat_of(by.person), order)  # as it is by then
    )


def _is_raced(table: Table, name: str) -> bool:
    right = table.right(name)
    return right is not None and right.raced


def _make(referee: Referee, seat: int, order: GiveAnswer | GoBack | UseRight) -> Reply:
    if isinstance(order, GiveAnswer):
        return referee.act(order.answer, seat, order.ask)
    if is_long(referee):
        return no("too_long")
    match order:
        case GoBack():
            return no("too_long") if wavers(referee, seat) else referee.back(seat)
        case UseRight():
            return referee.interrupt(seat, order.name, order.stamp, order.option)


async def _try(table: Table, by: Connection, order: Why | TryOut) -> Reply:
    """Why an option is not open, or what answers would do, from what the seat may know."""
    async with table.lock:
        seat = table.row.seat_of(by.person)
        if table.referee is None or seat < 0:
            return no("not_seated" if seat < 0 else "not_started")
        await asyncio.sleep(0)  # of one table one at a time: others have their turn in between
        if isinstance(order, TryOut):
            return table.referee.ahead(seat, order.ask, order.answers)
        return table.referee.would(order.answer, seat, order.ask)


# -- talk


async def _say(table: Table, by: Connection, order: Say) -> Reply:
    """In the game a remark, which its record keeps; around it plain talk."""
    if not table.house.talking.take(by.person or by.address):
        return no("too_fast")
    order.text = order.text.translate(SPACES)
    seat = table.stored.seat_of(by.person)
    if seat >= 0 and table.stored.state == "playing":
        return await table.play(lambda referee: _spoken(table, referee, seat, order), talk=True)
    if not _is_talk(order):
        return refuse("bad_remark")
    if by.address and not table.house.talking_from.take(f"{table.row.id} {by.address}"):
        return no("too_fast")
    known = table.stored.seats[seat].name if seat >= 0 else ""
    name = known or await table.house.store.name_of(by.person)
    if not name:
        return no("no_name")
    table.telling.say(by, name, order.text)
    return Ack()


def _spoken(table: Table, referee: Referee, seat: int, order: Say) -> Reply:
    """A remark, unless so much has been said that nobody could read the record."""
    if order.text and table.talked.is_much(referee):
        return no("too_long")
    return _remark(referee, seat, order)


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
    name = lobby.tidy_name(order.name) or await house.store.name_of(by.person)
    if not name:
        return no("no_name")
    if table.row.seat_of(by.person) < 0 and await house.has_enough(by.person):
        return no("too_many_tables")
    if table.knocking.is_needed():
        return await table.knocking.knock(by, name, order.seat)
    refusal = await table.change(lambda row: lobby.sit(row, by.person, name, order.seat))
    if refusal is None and order.name and house.naming.take(by.address or by.person):
        with suppress(CannotStore):  # who has sat down has the name here; elsewhere it can wait
            await house.rename(by.person, order.name)
    return refusal


async def _arrange(table: Table, person: str, order: Arrange) -> Refusal | None:
    try:
        listing = table.house.listing(table.row.game)
    except KeyError:
        return no("no_such_game")
    return await table.change(lambda row: lobby.arrange(row, person, order, listing))


async def _do(table: Table, person: str, what: str) -> Refusal | None:
    level = table.house.best_level(table.row.game)
    if what == "start":
        return await table.dealer.begin(person)
    if what == "leave":
        return await table.dealer.leave(person, level)
    host_here = table.is_connected(table.row.host)
    left = table.time.to_keep()
    edits: dict[str, Callable[[TableRow], Refusal | None]] = {
        "concede": lambda row: lobby.concede(row, person),
        "end": lambda row: lobby.offer_end(row, person),
        "go_on": lambda row: lobby.go_on(row, person),
        "pause": lambda row: lobby.pause(row, person, left),
        "resume": lambda row: lobby.resume(row, person, host_here),
        "come_back": lambda row: lobby.come_back(row, person),
    }
    return await table.change(edits[what])
