"""Between engine and wire: what a game is, what a seat may know, what happened; and back again.

Everything that leaves is copied field by field from a view or an event that the engine made for
that seat, so nothing can go along by accident. ``read_view`` makes the engine's view again from
what went over the wire: a bot in another process decides from exactly what a browser gets.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from itertools import product
from typing import Any, Final, Literal, cast

import msgspec

from tatami.catalogue import Listing
from tatami.engine.asking import Answer
from tatami.engine.errors import EngineFault
from tatami.engine.facts import Facts
from tatami.engine.game import Game
from tatami.engine.kinds import Kind
from tatami.engine.layout import HAND, HIDDEN, OPEN, OWNER, PILE, ROW, Place
from tatami.engine.move import Move
from tatami.engine.offer import Offer
from tatami.engine.record import Record, walk
from tatami.engine.referee import Referee
from tatami.engine.sentence import Sentence
from tatami.engine.state import tuples
from tatami.engine.view import LAST_REMARKS, SeenFrame, View
from tatami.engine.walk import ALL, events_through, told_through, truth_now, view_through
from tatami.engine.watch import Event, Remark
from tatami.engine.world import Closed
from tatami.lessons import read_lessons
from tatami.search.noted import searched
from tatami.tables import wire

KINDS: Final[dict[int, Literal["pile", "row", "hand"]]] = {PILE: "pile", ROW: "row", HAND: "hand"}
SIGHTS: Final[dict[int, Literal["nobody", "owner", "all"]]] = {
    HIDDEN: "nobody",
    OWNER: "owner",
    OPEN: "all",
}

MOST_NOTED: Final = 4
"""Cards of a note, and the places that it names, at most: beyond that it is of no use."""

MOST_SAID: Final = 1_000
"""Remarks that somebody gets who comes in: in real time an evening has many more."""

# -- what a game is


@lru_cache(maxsize=256)
def game_info(game: Game, seats: int, opts: tuple[int, ...]) -> wire.GameInfo:
    """A game at a table of so many seats with these options, as it is sent once."""
    layout = game.layout(seats, opts)
    return wire.GameInfo(
        name=game.name,
        version=game.version,
        seats=seats,
        faces=game.faces,
        printed=game.printed,
        zones=tuple(_zone_info(zone) for zone in layout.zones),
        counters=tuple(layout.counters),
        sorts=_sorts(game),
        questions=_questions(game),
        sentences=tuple(
            wire.SentenceInfo(one.key, one.clause, _names(one.sorts)) for one in game.book.sentences
        ),
        rights=tuple(wire.RightInfo(right.name, right.question.key) for right in game.rights),
        remarks=tuple(_remark_info(game, seats, one) for one in game.book.remarks),
        marks=tuple(wire.MarksInfo(n, tuple(t)) for n, t in game.book.markings(seats)),
        tallies=tuple(
            wire.TallyInfo(tuple(counters), tuple(names), base)
            for counters, names, base in game.book.tallied(layout)
        ),
        moments=tuple(game.book.moments()),
    )


def _remark_info(game: Game, seats: int, remark: Sentence) -> wire.RemarkInfo:
    """A remark, and for each of its arguments the values that occur in what can be said here."""
    every = product(*(range(len(sort.names)) for sort in remark.sorts))
    open_here = [args for args in every if game.can_say(seats, remark.key, args)]
    values = tuple(tuple(sorted(set(column))) for column in zip(*open_here, strict=True))
    return wire.RemarkInfo(remark.key, remark.clause, _names(remark.sorts), values)


def _zone_info(zone: Place) -> wire.ZoneInfo:
    return wire.ZoneInfo(zone.name, KINDS[zone.kind], SIGHTS[zone.sight], zone.owner)


def _names(sorts: tuple[Kind[Any], ...]) -> tuple[str, ...]:
    return tuple(sort.name for sort in sorts)


def _questions(game: Game) -> tuple[wire.QuestionInfo, ...]:
    return tuple(
        wire.QuestionInfo(
            question.key,
            question.clause,
            tuple(wire.VerbInfo(verb.name, _names(verb.sorts)) for verb in question.verbs),
            question.stop,
        )
        for question in game.book.questions
    )


def _sorts(game: Game) -> tuple[wire.SortInfo, ...]:
    """Every sort that is spoken of, once; its name must tell it apart."""
    spoken = [*game.book.sentences, *game.book.remarks]
    used = [sort for one in spoken for sort in one.sorts]
    for question in game.book.questions:
        used += [sort for verb in question.verbs for sort in verb.sorts]
    found: dict[str, tuple[str, ...]] = {}
    for sort in used:
        if found.setdefault(sort.name, sort.names) != sort.names:
            raise EngineFault(f"{game.name} has two sorts that are called {sort.name}")
    return tuple(wire.SortInfo(name, names) for name, names in sorted(found.items()))


def game_card(listing: Listing, art: bool = False, faces: Container[str] = ()) -> wire.GameCard:
    """A game for the start page; ``art``: there are drawn cards; ``faces``: levels with a face."""
    game = listing.game
    return wire.GameCard(
        name=game.name,
        version=game.version,
        fewest=game.fewest,
        most=game.most,
        counts=game.counts,
        settings=tuple(
            wire.SettingInfo(one.name, one.values, one.values[one.default], one.clause)
            for one in game.settings
        ),
        levels=tuple(wire.LevelInfo(name, name in faces) for name in listing.levels),
        art=art,
        talk=bool(game.book.remarks),
        real_time=game.tempo is not None,
        lessons=tuple(one.name for one in read_lessons(listing)),
    )


# -- what a seat may know


def view_state(referee: Referee, seat: int) -> wire.ViewState:
    """All that a seat may know now, with the numbers to answer with; ``seats`` is a spectator."""
    return _view_state(referee.view(seat), _numbers(referee, seat), True)


def _numbers(referee: Referee, seat: int) -> dict[int, int]:
    """The number of each open ask of a seat, by its place in the ask."""
    return {offer.at: number for number, offer in referee.asks(seat)}


def _view_state(view: View, numbers: dict[int, int], facts: bool) -> wire.ViewState:
    """A view as it crosses the wire. Talk goes beside it, in updates."""
    return wire.ViewState(
        seat=view.seat,
        zones=view.zones,
        count=view.count,
        steps=tuple(wire.StepState(step.name, args, got) for step, args, got in view.stack),
        offers=tuple(_offer_state(offer, numbers[offer.at]) for offer in view.offers),
        given=view.given,
        waiting=view.waiting,
        answered=view.answered,
        counting=view.counting,
        rights=tuple(wire.RightState(*right) for right in view.rights),
        facts=view.facts if facts else (),
        notes=_notes(view.facts),
        over=view.over,
        winners=view.winners,
        back=view.back,
        moment=view.stack[-1][0].moment if view.stack else "",
        chosen=tuple(_chosen(view)),
    )


def _chosen(view: View) -> list[wire.ChosenState]:
    """What the seat has answered to the questions that come before what is offered now."""
    found: list[wire.ChosenState] = []
    question = view.offers[0].question.after if view.offers else None
    while question is not None:
        found.insert(0, wire.ChosenState(question.key, view.before[question.place]))
        question = question.after
    return found


def _notes(facts: Facts) -> tuple[wire.NoteState, ...]:
    """What the ledger knows of a few cards that lie in a few places: from the view and no more."""
    found: list[wire.NoteState] = []
    for faces, _, high in facts[0]:
        cards = [face for face, number in faces for _ in range(number)]
        zones = [place for place, most in high if most and place >= 0]
        if len(cards) <= MOST_NOTED and len(zones) <= MOST_NOTED:
            found.append(wire.NoteState(tuple(cards), tuple(zones)))
    return tuple(sorted(found, key=lambda note: (note.faces, note.zones)))


def _offer_state(offer: Offer, number: int) -> wire.OfferState:
    return wire.OfferState(
        ask=number,
        key=offer.question.key,
        at=offer.at,
        options=offer.options,
        position=offer.position,
        low=offer.low,
        high=offer.high,
        items=offer.items,
        picked=offer.picked,
    )


# -- what happened, what was said


def event_states(referee: Referee, seat: int, since: int = 0) -> tuple[wire.EventState, ...]:
    """What a seat saw happen, from event number ``since`` on."""
    return _event_states(referee.events(seat, since))


def _event_states(events: list[Event]) -> tuple[wire.EventState, ...]:
    return tuple([wire.EventState(event.verb, event.args) for event in events])


def log_events(referee: Referee, seat: int) -> tuple[wire.EventState, ...]:
    """What a log tells from the beginning: the sentences, and what this seat was dealt or shown."""
    return numbered_log(referee, seat)[1]


def numbered_log(
    referee: Referee, seat: int, since: int = 0
) -> tuple[tuple[int, ...], tuple[wire.EventState, ...]]:
    """The events of a log from number ``since`` on, and before them the number of each."""
    layout = referee.game.layout(referee.seats, referee.opts)
    owners = [zone.owner if zone.kind == HAND else -1 for zone in layout.zones]
    kept = [
        (number, event)
        for number, event in enumerate(referee.events(seat, since), since)
        if _is_told(event, seat, owners, layout.everyone)
    ]
    return tuple(number for number, _ in kept), _event_states([event for _, event in kept])


def _is_told(event: Event, seat: int, owners: list[int], everyone: int) -> bool:
    """A sentence; a card that came to a hand of this seat; cards shown to it, but not to all."""
    args = event.args
    if event.verb == "move":
        return args[4] >= 0 and owners[args[2]] == seat
    if event.verb == "trade":
        comes = range(0, len(args), 3)
        return any(owners[args[at + 1]] == seat and args[at + 2] >= 0 for at in comes)
    if event.verb == "show":
        return args[1] != everyone and bool(args[1] >> seat & 1)
    return event.verb == "tell"


def last_remarks(referee: Referee, most: int = MOST_SAID) -> tuple[wire.RemarkState, ...]:
    """What was said at the table, the last of it."""
    return remark_states(referee, max(0, len(referee.remarks) - most))


def remark_states(referee: Referee, since: int = 0) -> tuple[wire.RemarkState, ...]:
    """What was said at the table, from remark number ``since`` on."""
    return tuple([wire.RemarkState(*remark) for remark in referee.remarks[since:]])


def fresh_update(
    referee: Referee, seat: int, seq: int = 0, clock: wire.ClockState | None = None
) -> wire.Update:
    """Everything that a seat needs to begin with."""
    numbers, events = numbered_log(referee, seat)
    return wire.Update(
        seq=seq,
        happened=referee.happened(),
        events=events,
        said=last_remarks(referee),
        view=view_state(referee, seat),
        clock=clock,
        fresh=True,
        numbers=numbers,
    )


# -- and back


def read_view(
    game: Game,
    seats: int,
    opts: tuple[int, ...],
    state: wire.ViewState,
    remarks: tuple[wire.RemarkState, ...] = (),
    happened: int = 0,
) -> View:
    """The engine's view from what went over the wire; ``remarks`` are all that was said so far."""
    said = remarks[-LAST_REMARKS:]
    view = View(game, seats, opts, state.seat)
    view.zones = state.zones
    view.count = state.count
    view.stack = tuple(_read_step(game, step) for step in state.steps)
    view.offers = tuple(_read_offer(game, offer) for offer in state.offers)
    view.given = tuple((at, cast("Answer", tuples(given))) for at, given in state.given)
    view.waiting = state.waiting
    view.answered = state.answered
    view.counting = state.counting
    view.rights = tuple((right.name, right.stamp, right.options) for right in state.rights)
    view.facts = cast("Facts", tuples(state.facts))
    view.over = state.over
    view.winners = state.winners
    view.remarks = tuple(Remark(one.when, one.seat, one.kind, one.args, one.text) for one in said)
    view.back = state.back
    view.happened = happened
    return view


def _read_step(game: Game, state: wire.StepState) -> SeenFrame:
    got = tuple(cast("Closed", tuples(one)) for one in state.got)
    return (game.book.steps[state.step], state.args, got)


def _read_offer(game: Game, state: wire.OfferState) -> Offer:
    return Offer(
        state.at,
        game.keys[state.key],
        state.position,
        state.options,
        state.low,
        state.high,
        state.items,
        state.picked,
    )


# -- a game that has ended


def eyes_of(text: str, seats: int) -> int:
    """Whose eyes a text names: a seat's number, ``watch`` or ``all``; ``ValueError`` otherwise."""
    named = {str(seat): seat for seat in range(seats)} | {"watch": seats, "all": ALL}
    if text not in named:
        raise ValueError(f"there are no such eyes: a seat from 0 to {seats - 1}, watch or all")
    return named[text]


def replay_frames(game: Game, found: Record, eyes: str) -> tuple[wire.Frame, ...]:
    """Every moment of a record through one pair of eyes; ``BadRecord`` where it does not play."""
    frames: list[wire.Frame] = []
    happened = said = 0
    whose = eyes_of(eyes, found.seats)
    for number, referee in walk(game, found):
        frames.append(_frame(referee, found, number, whose, happened, said))
        happened, said = referee.happened(), len(referee.remarks)
    return tuple(frames)


def _frame(
    referee: Referee, found: Record, number: int, eyes: int, happened: int, said: int
) -> wire.Frame:
    """The moment after move ``number``. What a bot would reckon with is left out."""
    line = found.lines[number - 1].partition(" ")[2] if number else ""
    view = view_through(referee, eyes)
    return wire.Frame(
        move=told_through(line, eyes),
        seat=referee.moves[-1].seat if number else -1,
        events=_event_states(events_through(referee, eyes, happened)),
        said=remark_states(referee, said),
        view=_view_state(view, _numbers(referee, eyes), False),
        truths=tuple(truth_now(referee, remark) for remark in referee.remarks[said:]),
        searched=_searched(referee.moves[-1]) if number else None,
    )


def _searched(move: Move) -> wire.SearchedState | None:
    """How much a bot searched for a move, where it did."""
    found = searched(move.text) if move.kind == "answer" else None
    return None if found is None else wire.SearchedState(found.planned, found.done)


def replay_page(table: wire.TableState, game: wire.GameInfo, eyes: str, frames: bytes) -> bytes:
    """``wire.ReplayState`` as JSON, with frames that are encoded already (see ``Thinkers``)."""
    encoded = cast("tuple[wire.Frame, ...]", msgspec.Raw(frames))
    return msgspec.json.encode(wire.ReplayState(table, game, eyes, encoded))
