"""The referee owns the one true world: checks every input, keeps the record, gives out views."""

from __future__ import annotations

from typing import Final, TypeAlias

from tatami.engine.errors import Ack, Refusal, refuse
from tatami.engine.flow import back, counting, default, expire, interrupt, key_of, new, put, sealed
from tatami.engine.game import ONE, Answer, Game, Question, Right
from tatami.engine.view import Offer, View, look
from tatami.engine.watch import Event, Remark, told
from tatami.engine.world import World

LONGEST_TEXT: Final = 300
LONGEST_ARGS: Final = 16
SAY: Final = "say"

Reply: TypeAlias = Ack | Refusal


class Move:
    """One input that was taken: what kind, by whom, and what it said."""

    __slots__ = ("answer", "args", "key", "kind", "seat", "text")

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        key: str = "",
        answer: Answer = 0,
        args: tuple[int, ...] = (),
        text: str = "",
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.key = key
        self.answer = answer
        self.args = args
        self.text = text


def _whole(value: object) -> bool:
    return type(value) is int


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
        """Number of the open ask, for clocks; not for players."""
        self.beat = 0
        """How often the answers of the open ask have changed, for a count."""
        self._ids = [0] * seats
        self._open: list[dict[int, Offer]] = [{} for _ in range(seats)]
        self._last: dict[tuple[int, int], tuple[Answer, int]] = {}
        self._refresh()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.world.over

    def winners(self) -> tuple[int, ...]:
        """The seats that win (several share it); empty while the game goes on."""
        return tuple(self.game.outcome(self.world)) if self.world.over else ()

    def view(self, seat: int) -> View:
        """What a seat may know; ``seats`` is the spectator."""
        return look(self.world, seat)

    def asks(self, seat: int) -> list[tuple[int, Offer]]:
        """What is asked of a seat: the number to answer with, and the offer."""
        return sorted(self._open[seat].items(), key=lambda pair: pair[0])

    def waiting(self) -> list[int]:
        """The seats that have something to answer, truthfully: for clocks and bots."""
        return [seat for seat in range(self.seats) if self._open[seat]]

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What a seat saw happen, from number ``since`` on."""
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
        twin.turn, twin.beat = self.turn, self.beat
        twin._ids = self._ids[:]
        twin._open = [dict(offers) for offers in self._open]
        twin._last = dict(self._last)
        return twin

    # -- inputs

    def submit(self, seat: int, ask: int, answer: object) -> Reply:
        """Answer an ask by its number. The same answer again is acknowledged, not refused."""
        if not _whole(seat) or not 0 <= seat < self.seats:
            return refuse("no_such_seat")
        given = clean(answer)
        if given is None or not _whole(ask):
            return refuse("wrong_type")
        if self._last.get((seat, ask), (None, 0))[0] == given:
            return Ack(True)
        if self.world.over:
            return refuse("over")
        offer = self._open[seat].get(ask)
        if offer is None:
            return self._missed(seat, ask)
        refusal = self._forbidden(seat, offer, given)
        if refusal is not None:
            return refusal
        return self._take(seat, ask, offer, given)

    def _missed(self, seat: int, ask: int) -> Refusal:
        """The ask is not open: too late, or never put."""
        known = self._last.get((seat, ask))
        if known is not None and known[1] == self.turn:
            return refuse("already_answered")
        return refuse("stale_ask" if self._open[seat] else "not_asked")

    def _forbidden(self, seat: int, offer: Offer, given: Answer) -> Refusal | None:
        if isinstance(given, tuple):
            return None if self._can_pick(offer, given) else self._bad_pick(offer, given)
        if given in offer.options:
            return None
        return self._why_not(seat, offer.question, given)

    def _can_pick(self, offer: Offer, given: tuple[int, ...]) -> bool:
        if not offer.high or not offer.low <= len(given) <= offer.high:
            return False
        left = list(offer.items)
        for item in given:
            if item not in left:
                return False
            left.remove(item)
        return True

    def _bad_pick(self, offer: Offer, given: tuple[int, ...]) -> Refusal:
        if not offer.high:
            return refuse("wrong_type")
        sized = offer.low <= len(given) <= offer.high
        return refuse("illegal_option" if sized else "pick_size", self._cite(offer.question))

    def _cite(self, question: Question) -> str:
        return f"{self.game.name}:{question.clause}" if question.clause else ""

    def _why_not(self, seat: int, question: Question, given: int) -> Refusal:
        """The game's own reason, from the seat's view alone, or the question's clause."""
        why = self.game.why_not
        if why is not None and 0 <= given < question.size:
            reason = why(self.view(seat), question, given)
            if reason is not None:
                return reason
        return refuse("illegal_option", self._cite(question))

    def _take(self, seat: int, ask: int, offer: Offer, given: Answer) -> Ack:
        put(self.world, offer.at, tuple(sorted(given)) if isinstance(given, tuple) else given)
        text = str(offer.position) if offer.position >= 0 else ""
        self.moves.append(Move("answer", seat, offer.question.key, given, (offer.at,), text))
        del self._open[seat][ask]
        self._last = {pair: v for pair, v in self._last.items() if pair[0] != seat}
        self._last[(seat, ask)] = (given, self.turn)
        self._changed()
        return Ack()

    def back(self, seat: int) -> Reply:
        """Take back one's last answer inside the step, until it acts or something was shown."""
        if not _whole(seat) or not 0 <= seat < self.seats:
            return refuse("no_such_seat")
        if self.world.over:
            return refuse("over")
        if not back(self.world, seat):
            return refuse("nothing_to_take_back")
        self.moves.append(Move("back", seat))
        self._last = {pair: v for pair, v in self._last.items() if pair[0] != seat}
        self._open[seat] = {}
        self._changed()
        return Ack()

    def expire(self, turn: int, beat: int = -1) -> Reply:
        """Time is up for the open ask; with ``beat``, only if no answer changed since."""
        if self.world.over:
            return refuse("over")
        if turn != self.turn or (beat >= 0 and (beat != self.beat or not counting(self.world))):
            return refuse("not_counting")
        expire(self.world)
        self.moves.append(Move("expire"))
        self._last = {}
        self._open = [{} for _ in range(self.seats)]
        self._changed()
        return Ack()

    def interrupt(self, seat: int, name: str, stamp: int, option: int) -> Reply:
        """Use a right, naming the deal one saw."""
        if not _whole(seat) or not 0 <= seat < self.seats:
            return refuse("no_such_seat")
        if not _whole(stamp) or not _whole(option):
            return refuse("wrong_type")
        if self.world.over:
            return refuse("over")
        right = self._right(name)
        if right is None:
            return refuse("no_such_right")
        if right.stamp >= 0 and self.world.count[right.stamp] != stamp:
            return refuse("too_late", self._cite(right.question))
        if option not in right.holds(self.world, seat):
            return refuse("no_such_right", self._cite(right.question))
        interrupt(self.world, right, seat, option)
        self.moves.append(Move("right", seat, name, option, (stamp,)))
        self._changed()
        return Ack()

    def _right(self, name: str) -> Right | None:
        for right in self.game.rights:
            if right.name == name:
                return right
        return None

    def remark(self, seat: int, kind: str, args: tuple[int, ...] = (), text: str = "") -> Reply:
        """Say something to everybody. No ask is touched."""
        if not _whole(seat) or not 0 <= seat < self.seats:
            return refuse("no_such_seat")
        if not self._can_say(kind, args, text):
            return refuse("bad_remark")
        watch = self.world.watch
        assert watch is not None
        watch.remarks.append(Remark(len(watch.ops), seat, kind, tuple(args), text))
        self.moves.append(Move("remark", seat, kind, 0, tuple(args), text))
        return Ack()

    def _can_say(self, kind: object, args: object, text: object) -> bool:
        if not isinstance(kind, str) or not isinstance(text, str):
            return False
        if not isinstance(args, tuple) or len(args) > LONGEST_ARGS:
            return False
        if not all(_whole(one) and abs(one) < 1 << 31 for one in args):
            return False
        if kind == SAY:
            return len(text.strip()) > 0 and len(text) <= LONGEST_TEXT and text.isprintable()
        known = self.game.remark
        return not text and known is not None and known(kind, args)

    # -- what is asked now

    def _changed(self) -> None:
        self.beat += 1
        self._refresh()

    def _refresh(self) -> None:
        """Number the open asks of each seat; an ask that has not changed keeps its number."""
        before = {(s, o.at): (n, o.key()) for s, d in enumerate(self._open) for n, o in d.items()}
        kept = False
        self._open = [{} for _ in range(self.seats)]
        world = self.world
        ask = world.ask
        if ask is None or world.over:
            return
        closed: tuple[Answer | None, ...] = (None,) if ask.close == ONE else sealed(world)
        for at, seat in enumerate(ask.seats):
            if closed[at] is not None:
                kept = True
                continue
            offer = Offer(world, ask, at)
            number, key = before.get((seat, at), (0, ()))
            if key == offer.key():
                kept = True
            else:
                self._ids[seat] += 1
                number = self._ids[seat]
            self._open[seat][number] = offer
        if not kept:
            self.turn += 1
            self.beat = 0


def clean(answer: object) -> Answer | None:
    """An answer as the engine takes it: a whole number or a sorted tuple of them; else ``None``."""
    if type(answer) is int:
        return answer if abs(answer) < 1 << 31 else None
    if isinstance(answer, (list, tuple)):
        if len(answer) > 10_000 or not all(type(one) is int for one in answer):
            return None
        if not all(0 <= one < 1 << 31 for one in answer):
            return None
        return tuple(sorted(answer))
    return None
