"""Lessons over the wire: from all that a learner did to where the lesson stands.

Nothing is kept of a lesson. What it shows is what a view of the learner's seat shows.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from msgspec import json, structs

from tatami.catalogue import Listing
from tatami.engine.errors import Ack, Foretold, Refusal, refuse
from tatami.engine.referee import Move, Reply
from tatami.lessons import Run, Wrong, lesson_named, read_lessons, read_texts
from tatami.tables import wire
from tatami.tables.lobby import BOT_NAMES
from tatami.tables.views import event_states, fresh_update, game_info, remark_states, view_state

REMEMBERED: Final = 32
"""Lessons that are under way, kept so that going on need not begin at the beginning."""

Did = tuple[wire.Did, ...]


def lesson_list(listing: Listing, language: str) -> wire.LessonList:
    """The lessons of a game and what is said in them."""
    texts = read_texts(listing, language)
    lessons = tuple(wire.LessonText(one.name, texts[one.name]) for one in read_lessons(listing))
    return wire.LessonList(listing.game.name, language, lessons)


class NotThere(Exception):
    """There is no such lesson, or what was done before is not possible in it."""


class _Before(NamedTuple):
    """How much there was before the last thing was done."""

    happened: int
    remarks: int
    said: int


class Lessons:
    """Lessons under way; the oldest are forgotten, and begun again where need be."""

    def __init__(self) -> None:
        self._runs: OrderedDict[tuple[str, str, bytes], Run] = OrderedDict()

    def state(self, listing: Listing, name: str, did: Did) -> wire.LessonState:
        """Where a lesson stands; ``NotThere`` where it cannot stand there."""
        if not did:
            run = self._begun(listing, name)
            self._keep(run, ())
            return _state(run, None, Ack())
        run = self._after(listing, name, did[:-1])
        before = _Before(run.referee.happened(), len(run.referee.remarks), len(run.said))
        reply = do(run, did[-1])
        counts = isinstance(reply, Ack) and not isinstance(did[-1], wire.Why | wire.TryOut)
        self._keep(run, did if counts else did[:-1])
        return _state(run, before, reply)

    def _begun(self, listing: Listing, name: str) -> Run:
        lesson = lesson_named(listing, name)
        if lesson is None:
            raise NotThere
        return Run(lesson, listing)

    def _after(self, listing: Listing, name: str, did: Did) -> Run:
        """The lesson after all this, from memory or from its beginning."""
        known = self._runs.pop((listing.game.name, name, _key(did)), None)
        if known is not None:
            return known
        run = self._begun(listing, name)
        for one in did:
            if not isinstance(do(run, one), Ack):
                raise NotThere
        return run

    def _keep(self, run: Run, did: Did) -> None:
        self._runs[(run.listing.game.name, run.lesson.name, _key(did))] = run
        while len(self._runs) > REMEMBERED:
            self._runs.popitem(last=False)


def _key(did: Did) -> bytes:
    """All that was done, as one thing that can be looked up; its numbers do not matter."""
    return b"\n".join([json.encode([*_fields(one)]) for one in did])


def _fields(one: wire.Did) -> tuple[object, ...]:
    return (type(one).__name__, *structs.astuple(one)[1:])


def do(run: Run, what: wire.Did) -> Reply | Wrong:
    """Do one thing in a lesson."""
    seat = run.lesson.seat
    match what:
        case wire.GoOn():
            return Ack() if run.go_on() else refuse("not_asked")
        case wire.GoBack():
            return run.back()
        case wire.GiveAnswer():
            return _answer(run, what)
        case wire.UseRight():
            return run.take(Move("right", seat, what.name, what.option, (what.stamp,)))
        case wire.Say():
            return run.take(Move("remark", seat, what.kind, 0, what.args, what.text))
        case wire.Why():
            return run.referee.would(what.answer, seat, what.ask)
        case wire.TryOut():
            return run.referee.ahead(seat, what.ask, tuple(what.answers))


def _answer(run: Run, what: wire.GiveAnswer) -> Reply | Wrong:
    """An answer to an open ask, by its number."""
    refusal = run.referee.would(what.answer, run.lesson.seat, what.ask)
    if isinstance(refusal, Refusal):
        return refusal
    offer = next(offer for ask, offer in run.referee.asks(run.lesson.seat) if ask == what.ask)
    given = tuple(sorted(what.answer)) if isinstance(what.answer, list) else what.answer
    return run.take(Move("answer", run.lesson.seat, offer.question.key, given, (offer.at,)))


def _state(run: Run, before: _Before | None, reply: Reply | Wrong) -> wire.LessonState:
    referee = run.referee
    part, parts = run.progress
    return wire.LessonState(
        table=_table(run),
        seat=run.lesson.seat,
        game=game_info(referee.game, referee.seats, referee.opts),
        update=_update(run, before),
        waits=run.waits,
        part=part,
        parts=parts,
        said=tuple(wire.SaidState(*one) for one in run.said[before.said if before else 0 :]),
        refusal=_refusal(reply) if isinstance(reply, Refusal) else None,
        wrong=reply.key if isinstance(reply, Wrong) else None,
        ahead=reply.sentences if isinstance(reply, Foretold) else (),
    )


def _refusal(refusal: Refusal) -> wire.RefusalState:
    return wire.RefusalState(refusal.code, refusal.sentence, refusal.clause, refusal.args)


def _update(run: Run, before: _Before | None) -> wire.Update:
    """What the learner saw since the last thing done, or all of it."""
    referee, seat = run.referee, run.lesson.seat
    if before is None:
        return fresh_update(referee, seat)
    return wire.Update(
        seq=len(referee.moves),
        happened=referee.happened(),
        events=event_states(referee, seat, before.happened),
        said=remark_states(referee, before.remarks),
        view=view_state(referee, seat),
    )


def _table(run: Run) -> wire.TableState:
    """The table around a lesson: the learner, and bots with names."""
    game, over = run.listing.game, run.referee.over
    return wire.TableState(
        id="",
        code="",
        game=game.name,
        version=game.version,
        state="over" if over else "playing",
        seats=tuple(_seat(run, seat) for seat in range(run.referee.seats)),
        options={},
        commit="",
        clock="none",
        tempo="normal",
        winners=run.referee.winners(),
    )


def _seat(run: Run, seat: int) -> wire.SeatState:
    if seat == run.lesson.seat:
        return wire.SeatState("person", here=True)
    return wire.SeatState("bot", BOT_NAMES[seat], run.listing.levels[0], here=True)
