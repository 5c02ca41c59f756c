"""The referee owns the one true world: checks every input, keeps the record, gives out views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeGuard, cast

from tatami.engine.asking import LOOSE, Answer
from tatami.engine.errors import Ack, Refusal, refuse
from tatami.engine.flow import (
    act,
    back,
    counting,
    default,
    expire,
    interrupt,
    key_of,
    new,
    waiting,
)
from tatami.engine.game import Game
from tatami.engine.look import look
from tatami.engine.move import LONGEST_TEXT as LONGEST_TEXT
from tatami.engine.move import Move as Move
from tatami.engine.move import Reply as Reply
from tatami.engine.move import clean as clean
from tatami.engine.move import is_note, is_whole
from tatami.engine.names import SAY as SAY
from tatami.engine.offer import Offer, offer_of
from tatami.engine.question import Question
from tatami.engine.spelled import Spelled, spelled
from tatami.engine.step import Right
from tatami.engine.view import View
from tatami.engine.watch import Event, Remark, told
from tatami.engine.why import cite, forbidden, tried, unasked
from tatami.engine.world import World

if TYPE_CHECKING:
    from tatami.engine.record import Record

REMEMBERED: Final = 64
"""Numbers of asks for which the answer to the oldest is still known when it is sent again."""
LONGEST_ARGS: Final = 16
LONGEST_CHAIN: Final = 4
"""Answers that can be tried one after the other."""


class Referee:
    """Runs one game. Every input gets an ``Ack`` or a ``Refusal``; a refusal changes nothing."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int | bytes,
        opts: tuple[int, ...] | None = None,
        world: World | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.key = key_of(seed)
        self.opts = game.defaults() if opts is None else opts
        self.world = new(game, seats, self.key, self.opts, True) if world is None else world
        self.moves: list[Move] = []
        self.turn = 0
        """Number of the step that asks now, for clocks; private answers do not advance it."""
        self.revision = 0
        """How often the answers of the open ask have changed, for a count."""
        self._frame = (-1, -1)
        self._asked = (-1, -1, -1)
        self._ids = [0] * seats
        self._open: list[dict[int, Offer]] = [{} for _ in range(seats)]
        self._last: dict[tuple[int, int], tuple[Answer, int]] = {}
        self._refresh()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.world.over

    @property
    def is_loose(self) -> bool:
        """Whether what is asked now can be answered anew until all answers are in."""
        ask = self.world.ask
        return ask is not None and ask.terms.close == LOOSE

    @property
    def counted(self) -> int:
        """The revision that the running count belongs to; -1 where none runs."""
        return self.revision if counting(self.world) else -1

    def winners(self) -> tuple[int, ...]:
        """The seats that win (several share it); empty while the game goes on."""
        return tuple(self.game.outcome(self.world)) if self.world.over else ()

    def view(self, seat: int) -> View:
        """What a seat may know; ``seats`` is the spectator."""
        return look(self.world, seat)

    def asks(self, seat: int) -> list[tuple[int, Offer]]:
        """What is asked of a seat: the number to answer with, and the offer; as in its view."""
        if not self._seated(seat):
            return []
        return sorted(self._open[seat].items(), key=lambda pair: pair[1].at)

    def waiting(self) -> list[int]:
        """The seats that have something to answer, truthfully: for clocks and bots."""
        return [seat for seat in range(self.seats) if self._open[seat]]

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What a seat saw happen, from number ``since`` on; ``seats`` is the spectator."""
        if not 0 <= seat <= self.seats:
            raise ValueError(f"there is no seat {seat}")
        watch = self.world.watch
        assert watch is not None
        return [told(op, seat, self.world.layout) for op in watch.ops[since:]]

    def happened(self) -> int:
        """How many events there have been."""
        watch = self.world.watch
        assert watch is not None
        return len(watch.ops)

    @property
    def remarks(self) -> list[Remark]:
        """All that has been said."""
        watch = self.world.watch
        assert watch is not None
        return watch.remarks

    def default(self, seat: int, ask: int) -> Answer:
        """What the rules take as answered when the seat does not answer."""
        return default(self.world, self._open[seat][ask].at)

    def copy(self) -> Referee:
        """A copy that goes its own way, record and ledgers included."""
        twin = Referee(self.game, self.seats, self.key, self.opts, self.world.copy_watched())
        twin.moves = self.moves[:]
        twin.turn, twin.revision = self.turn, self.revision
        twin._frame, twin._asked = self._frame, self._asked
        twin._ids = self._ids[:]
        twin._open = [dict(offers) for offers in self._open]
        twin._last = dict(self._last)
        return twin

    # -- inputs

    def _seated(self, seat: object) -> TypeGuard[int]:
        return is_whole(seat) and 0 <= seat < self.seats

    def act(self, answer: object, seat: object = None, ask: object = None, note: str = "") -> Reply:
        """Answer what is asked: by an option, its notation, or for a pick several of them.

        ``seat``: who answers, where more than one is waited for; ``ask``: the number of the ask,
        to be told when it is no longer open, or where a seat has several: without it the first is
        answered, whose options ``options(seat)`` shows. The same answer again is acknowledged, not
        refused. ``note`` is for the record, and changes nothing else.
        """
        if not is_note(note):
            return refuse("wrong_type")
        if self.over and (seat is None or ask is None):
            return refuse("over")
        if seat is None:
            movers = self.waiting()
            if len(movers) != 1:
                return refuse("say_who" if movers else "not_asked")
            seat = movers[0]
        if ask is None and self._seated(seat):
            ask = self._first_ask(seat, answer)
            if isinstance(ask, Refusal):
                return ask
        read = self._read(seat, ask, answer)
        reply = self.would(read, seat, ask)
        if isinstance(reply, Ack) and not reply.repeated:
            assert isinstance(seat, int)
            assert isinstance(ask, int)
            given = clean(read)
            assert given is not None
            self._take(seat, ask, self._open[seat][ask], given, note)
        return reply

    def _first_ask(self, seat: int, answer: object) -> int | Refusal:
        """The number of the ask that an answer belongs to where none was named: of several the
        first, if it allows the answer; else nobody can tell which was meant."""
        asks = self.asks(seat)
        if not asks:
            return self._missed(seat, 0)
        first = asks[0][0]
        if len(asks) > 1 and not self.would(self._read(seat, first, answer), seat, first):
            return refuse("say_which")
        return first

    def _read(self, seat: object, ask: object, answer: object) -> object:
        """An answer as numbers, where it was given in notation."""
        offer = self._open[seat].get(ask) if self._seated(seat) and is_whole(ask) else None
        if offer is not None and isinstance(answer, list | tuple):
            return [_option_of(offer.question, one) for one in answer]
        return _option_of(None if offer is None else offer.question, answer)

    def options(self, seat: int | None = None) -> list[int]:
        """What can be answered now by a seat, or by the first that is asked; for a pick, the next
        small one."""
        for one in [seat] if seat is not None else self.waiting():
            for _, offer in self.asks(one):
                return spelled(offer.question, offer.options)
        return []

    def scores(self) -> list[int]:
        """The points of all seats; empty while the game goes on, and where it has none."""
        return self.world.scores()

    def returns(self) -> list[float]:
        """What the end is worth to each seat; 0 while the game goes on."""
        return self.game.returns(self.world)

    def record(self) -> Record:
        """All that was played, to be kept; ``print`` shows it."""
        from tatami.engine.record import record

        return record(self)

    def __repr__(self) -> str:
        asked = "; ".join(
            [f"s{seat} {offer!r}" for seat in self.waiting() for _, offer in self.asks(seat)]
        )
        over = f"over, won by {' '.join([f's{seat}' for seat in self.winners()])}"
        return f"<{self.game.name}, {self.seats} seats: {over if self.over else asked}>"

    def __str__(self) -> str:
        return f"{self.world}{self!r}"

    def __copy__(self) -> Referee:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Referee:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Referee], tuple[object, ...]]:
        moves = [(m.kind, m.seat, m.key, m.answer, m.args, m.text) for m in self.moves]
        opened = [{number: o.at for number, o in one.items()} for one in self._open]
        state = (self.turn, self.revision, self._frame, self._asked, self._ids, opened, self._last)
        return (_again, (self.game, self.key, self.world, moves, state))

    def would(self, answer: object, seat: object, ask: object) -> Reply:
        """What ``act`` would say, and nothing is done: why an option is not open."""
        if not self._seated(seat):
            return refuse("no_such_seat")
        given = clean(answer)
        if given is None or not is_whole(ask):
            return refuse("wrong_type")
        if self.repeats(seat, ask, given):
            return Ack(True)
        if self.world.over:
            return refuse("over")
        offer = self._open[seat].get(ask)
        if offer is None:
            return self._missed(seat, ask)
        refusal = forbidden(self.world, seat, offer, given)
        return Ack() if refusal is None else refusal

    def repeats(self, seat: int, ask: int, answer: object) -> bool:
        """Whether this very answer was taken, as one of the last of this seat."""
        known = self._last.get((seat, ask))
        return known is not None and known[0] == clean(answer)

    def ahead(self, seat: object, ask: object, answers: tuple[object, ...]) -> Reply:
        """What answers to one step would do, one after the other; nothing is done.

        A step asks first and acts last, so all but the last answer can be tried in a copy. What
        the last one does is told by the game, from the seat's view alone.
        """
        if not answers or len(answers) > LONGEST_CHAIN:
            return refuse("wrong_type")
        reply = self.would(answers[0], seat, ask)
        if isinstance(reply, Refusal) or reply.repeated:
            return reply if isinstance(reply, Refusal) else refuse("already_answered")
        assert isinstance(seat, int)
        assert isinstance(ask, int)
        return tried(self.world.copy_watched(), seat, self._open[seat][ask], answers)

    def _missed(self, seat: int, ask: int) -> Refusal:
        """The ask is not open: too late, or never put."""
        known = self._last.get((seat, ask))
        if known is not None and known[1] == self.turn:
            return refuse("already_answered")
        return refuse("stale_ask") if self._open[seat] else unasked(self.world, seat)

    def _take(self, seat: int, ask: int, offer: Offer, given: Answer, note: str) -> None:
        act(self.world, tuple(sorted(given)) if isinstance(given, tuple) else given, offer.at)
        key = offer.question.key
        self.moves.append(Move("answer", seat, key, given, (offer.at,), note, offer.question))
        del self._open[seat][ask]
        self._last[(seat, ask)] = (given, self.turn)
        self._last.pop((seat, ask - REMEMBERED), None)
        self._changed()

    def back(self, seat: object) -> Reply:
        """Take back one's last answer inside the step, until it acts or something was shown."""
        if not self._seated(seat):
            return refuse("no_such_seat")
        if self.world.over:
            return refuse("over")
        if not back(self.world, seat, self._last_part(seat)):
            return refuse("nothing_to_take_back")
        self.moves.append(Move("back", seat))
        self._last = {pair: v for pair, v in self._last.items() if pair[0] != seat}
        self._open[seat] = {}
        self._changed()
        return Ack()

    def _last_part(self, seat: int) -> int:
        """The part of the ask that a seat answered last; -1: none."""
        for move in reversed(self.moves):
            if move.kind == "answer" and move.seat == seat:
                return move.args[0]
        return -1

    def expire(self, turn: object, revision: object = -1) -> Reply:
        """Time is up for the step that asks; with ``revision``, only if no answer changed since.

        Everything that the step still has to ask is answered by default.
        """
        if not is_whole(turn) or not is_whole(revision):
            return refuse("wrong_type")
        if self.world.over:
            return refuse("over")
        if turn != self.turn or (
            revision >= 0 and (revision != self.revision or not counting(self.world))
        ):
            return refuse("not_counting")
        frame = self._here()
        expire(self.world)
        while self._still_at(frame):
            expire(self.world)
        self.moves.append(Move("expire"))
        self._changed()
        return Ack()

    def interrupt(
        self, seat: object, name: object, stamp: object, option: object, note: str = ""
    ) -> Reply:
        """Use a right by an option or its notation, naming the deal one saw (its stamp; 0 where the
        right has none): a view's ``rights`` tell all of it.

        ``note`` is for the record, by who keeps the clock: how a race for the right was decided.
        It changes nothing else.
        """
        right = self._right(name)
        option = option if right is None else _option_of(right.question, option)
        refusal = self.unable(seat, name, stamp, option)
        if refusal is not None:
            return refusal
        if not is_note(note):
            return refuse("wrong_type")
        assert isinstance(seat, int)
        assert isinstance(name, str)
        assert isinstance(stamp, int)
        assert isinstance(option, int)
        assert right is not None
        interrupt(self.world, right, seat, option)
        self.moves.append(Move("right", seat, name, option, (stamp,), note, right.question))
        self._resumed(right)
        self._changed()
        return Ack()

    def unable(self, seat: object, name: object, stamp: object, option: object) -> Refusal | None:
        """Why a right cannot be used now; None: it can. Nothing is done."""
        if not self._seated(seat):
            return refuse("no_such_seat")
        if not isinstance(name, str) or not is_whole(stamp) or not is_whole(option):
            return refuse("wrong_type")
        if self.world.over:
            return refuse("over")
        right = self._right(name)
        if right is None:
            return refuse("no_such_right")
        if stamp != (self.world.count[right.stamp] if right.stamp >= 0 else 0):
            return refuse("too_late", cite(self.game, right.question))
        if option not in right.holds(self.world, seat):
            return refuse("no_such_right", cite(self.game, right.question))
        return None

    def _resumed(self, right: Right) -> None:
        """After a right that resumes, the same ask is open: its numbers and its clock go on."""
        if right.cut is None and not self.world.over:
            self._frame = self._here()
            self._asked = (*self._frame, len(self.world.stack[-1][2]))

    def _right(self, name: object) -> Right | None:
        for right in self.game.rights:
            if right.name == name:
                return right
        return None

    def remark(self, seat: object, kind: object, args: object = (), text: object = "") -> Reply:
        """Say something to everybody: ``state.remark(0, "gesture", ("nod",))``. No ask is touched.

        What it speaks of is given by names or by numbers; free text is ``"say"``, with a text.
        """
        if not self._seated(seat):
            return refuse("no_such_seat")
        if not isinstance(kind, str) or not isinstance(text, str) or type(args) is not tuple:
            return refuse("bad_remark")
        said = self.game.sayings.get(kind)
        things = args if said is None else said.read(args)
        if not self._can_say(kind, things, text):
            return refuse("bad_remark")
        watch = self.world.watch
        assert watch is not None
        numbers = cast("tuple[int, ...]", things)
        watch.remarks.append(Remark(len(watch.ops), seat, kind, numbers, text))
        self.moves.append(Move("remark", seat, kind, 0, numbers, text, said=said))
        return Ack()

    def _can_say(self, kind: str, args: tuple[object, ...], text: str) -> bool:
        if len(args) > LONGEST_ARGS or not all(is_whole(one) for one in args):
            return False
        if kind == SAY:
            printable = len(text) <= LONGEST_TEXT and text.isprintable()
            return not args and bool(text.strip()) and printable
        if text or not kind.isidentifier():
            return False
        return self.game.can_say(self.seats, kind, cast("tuple[int, ...]", args))

    # -- what is asked now

    def _here(self) -> tuple[int, int]:
        """The step that asks now, told from every other one by what has acted before it."""
        return (self.world.acted, len(self.world.stack))

    def _still_at(self, frame: tuple[int, int]) -> bool:
        return not self.world.over and self._here() == frame

    def _changed(self) -> None:
        self.revision += 1
        self._refresh()

    def _refresh(self) -> None:
        """Number the open asks of each seat; an ask that has not changed keeps its number."""
        before = self._open
        self._open = [{} for _ in range(self.seats)]
        world = self.world
        ask = world.ask
        if ask is None or world.over:
            return
        frame = self._here()
        asked = (*frame, len(world.stack[-1][2]))
        if frame != self._frame:
            self.turn += 1
            self.revision = 0
        same = asked == self._asked
        self._frame, self._asked = frame, asked
        for at in waiting(world):
            offer = offer_of(world, ask, at)
            number = self._number(before[ask.seats[at]], offer) if same else 0
            self._open[ask.seats[at]][number or self._next_number(ask.seats[at])] = offer

    def _number(self, before: dict[int, Offer], offer: Offer) -> int:
        """The number that this very offer had; 0 if it is new."""
        for number, old in before.items():
            if old.at == offer.at and old.key() == offer.key():
                return number
        return 0

    def _next_number(self, seat: int) -> int:
        self._ids[seat] += 1
        return self._ids[seat]


def _option_of(question: Question | None, answer: object) -> object:
    """An option as a number, where it was given in the notation of its question, or shows it."""
    if isinstance(answer, Spelled):
        return int(answer)
    if question is not None and isinstance(answer, str):
        return question.option(answer)
    return answer


def _again(
    game: Game, key: bytes, world: World, moves: list[tuple[Any, ...]], state: tuple[Any, ...]
) -> Referee:
    """A referee that was pickled."""
    found = Referee(game, world.seats, key, world.opts, world)
    questions = game.keys | {right.name: right.question for right in game.rights}
    found.moves = [
        Move(kind, seat, key, answer, args, text, questions.get(key), game.sayings.get(key))
        for kind, seat, key, answer, args, text in moves
    ]
    found.turn, found.revision, found._frame, found._asked, found._ids, opened, found._last = state
    ask = world.ask
    if ask is not None:
        found._open = [
            {number: offer_of(world, ask, at) for number, at in one.items()} for one in opened
        ]
    return found
