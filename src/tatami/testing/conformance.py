"""What every game must pass, for every number of seats and every table option.

Each check plays random games and raises ``Fault`` with a sentence where a promise is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tatami.engine.dice import Dice
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.flow import advance, default, waiting
from tatami.engine.game import FIRST, ONE, Ask, Game
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.engine.state import digest, dump, load, tuples
from tatami.engine.view import View, imagine, look
from tatami.engine.watch import Event, told
from tatami.engine.world import World
from tatami.testing.inputs import Input, answers, any_input


class Fault(AssertionError):
    """A game does not conform."""


class Table:
    """What a check runs on: a game, its seats and options, and a seed."""

    def __init__(self, game: Game, seats: int, opts: tuple[int, ...], seed: int) -> None:
        self.game = game
        self.seats = seats
        self.opts = opts
        self.seed = seed
        self.dice = Dice(seed.to_bytes(32, "big"))

    def __repr__(self) -> str:
        return f"{self.game.name} with {self.seats} seats, options {self.opts}, seed {self.seed}"

    def fault(self, what: str) -> Fault:
        """A fault at this table."""
        return Fault(f"{self!r}: {what}")

    def play(self) -> Iterator[tuple[Referee, Input]]:
        """A random game: the referee before each input, and the input it then gets."""
        referee = Referee(self.game, self.seats, self.seed, self.opts)
        for _ in range(3 * self.game.longest):
            if referee.over:
                return
            given = any_input(referee, self.dice)
            yield referee, given
            given.give(referee)
        raise self.fault(f"no end after {3 * self.game.longest} inputs")

    def key(self) -> bytes:
        """A random key."""
        return bytes(self.dice.below(256) for _ in range(32))


def settings_of(game: Game) -> list[tuple[int, ...]]:
    """The default options, and each other value of each option by itself."""
    found = [game.defaults()]
    for at, setting in enumerate(game.settings):
        for value in range(len(setting.values)):
            if value != setting.default:
                opts = list(game.defaults())
                opts[at] = value
                found.append(tuple(opts))
    return found


# -- secrets


def scramble(table: Table, every: int = 1) -> int:
    """Re-deal all that a seat cannot know: the seat must not be able to tell the difference."""
    checked = 0
    for number, (referee, given) in enumerate(table.play()):
        if number % every == 0:
            for seat in range(table.seats + 1):
                _scramble_one(table, referee, given, seat)
                checked += 1
    return checked


def _scramble_one(table: Table, referee: Referee, given: Input, seat: int) -> None:
    view = referee.view(seat)
    try:
        other = imagine(view, table.key(), watched=True)
    except EngineFault as error:
        raise table.fault(f"seat {seat} cannot imagine a world: {error}") from None
    if look(other, seat) != view:
        raise table.fault(f"seat {seat}: an imagined world looks different{_differs(other, view)}")
    other.rekey(referee.world.key)
    other.tick = referee.world.tick
    if not _align(referee.world, other):
        return
    twin = Referee(table.game, table.seats, referee.key, table.opts, other)
    if seat < table.seats:
        _same_refusals(table, referee, twin, seat)
    _same_future(table, referee.copy(), twin, given, seat)


def _align(true: World, other: World) -> bool:
    """Give the re-dealt world the same hidden answers, where all of them are legal there."""
    if true.over:
        return True
    step, args, got, pend = true.stack[-1]
    other.stack[-1] = (step, args, (), ())
    advance(other)
    for at in range(0, len(got), 2):
        ask = other.ask
        if ask is None or not _legal_together(ask, got[at + 1]):
            return False
        other.stack[-1] = (step, args, got[: at + 2], ())
        advance(other)
    ask = other.ask
    if ask is None or (pend and len(pend) != 2 * len(ask.seats)):
        return False
    for number in range(len(pend)):
        at = number % len(ask.seats)
        if pend[number] not in (None, ()) and not _legal(ask, at, pend[number]):
            return False
    other.stack[-1] = (step, args, got, pend)
    return True


def _legal_together(ask: Ask, given: object) -> bool:
    if ask.close == ONE:
        return _legal(ask, 0, given)
    if not isinstance(given, tuple):
        return False
    if ask.close == FIRST:
        return given[0] < 0 or _legal(ask, ask.seats.index(given[0]), given[1])
    return all(_legal(ask, at, one) for at, one in enumerate(given))


def _legal(ask: Ask, at: int, given: object) -> bool:
    items = list(ask.part(at))
    if not isinstance(given, tuple):
        return given in items
    for one in given:
        if one not in items:
            return False
        items.remove(one)
    return True


def _differs(other: World, view: View) -> str:
    names = [
        "game",
        "version",
        "seats",
        "options",
        "seat",
        "zones",
        "counters",
        "stack",
        "offers",
        "given",
        "waiting",
        "answered",
        "counting",
        "rights",
        "facts",
        "over",
        "winners",
        "remarks",
    ]
    pairs = zip(names, look(other, view.seat).key(), view.key(), strict=True)
    return "".join(f"\n  {name}: {a} / {b}" for name, a, b in pairs if a != b)


def _same_refusals(table: Table, one: Referee, two: Referee, seat: int) -> None:
    for (ask, offer), (other, _) in zip(one.asks(seat), two.asks(seat), strict=True):
        for option in range(min(offer.question.size + 1, 60)):
            if option not in offer.options:
                here, there = one.submit(seat, ask, option), two.submit(seat, other, option)
                if here != there:
                    raise table.fault(f"seat {seat} is refused {option} in different words")


def _same_future(table: Table, one: Referee, two: Referee, given: Input, seat: int) -> None:
    """Both worlds take the same input; the seat sees the same unless it sees other faces."""
    before = one.happened(), two.happened()
    if not (given.possible(one) and given.possible(two)):
        return
    if given.kind == "expire" and _defaults(one.world) != _defaults(two.world):
        return
    if bool(given.give(one)) != bool(given.give(two)):
        raise table.fault(f"{given} is refused in one of two worlds seat {seat} cannot tell apart")
    here, there = one.events(seat, before[0]), two.events(seat, before[1])
    for a, b in zip(here, there, strict=False):
        if a != b:
            if _faceless(a, one) == _faceless(b, two):
                return
            raise table.fault(f"seat {seat} sees {a} or {b} after {given}")
    if len(here) != len(there):
        raise table.fault(f"seat {seat} sees {len(here)} or {len(there)} events after {given}")
    if one.view(seat) != two.view(seat):
        raise table.fault(
            f"seat {seat} can tell two worlds apart after {given}"
            f"{_differs(two.world, one.view(seat))}"
        )


def _defaults(w: World) -> list[object]:
    """What time running out would answer: a choice like any other, so it must be the same."""
    return [default(w, at) for at in waiting(w)]


def _faceless(event: Event, referee: Referee) -> tuple[object, ...]:
    """An event without the faces in it: what may differ where the seat sees other cards."""
    args = event.args
    if event.verb == "move":
        return (event.verb, *args[:4], args[4] >= 0)
    if event.verb == "show":
        shown = sorted((args[at], args[at + 1] >= 0) for at in range(2, len(args), 2))
        return (event.verb, *args[:2], *shown)
    if event.verb == "pour":
        return (event.verb, *args[:2], *(face >= 0 for face in args[2:]))
    if event.verb == "trade":
        return tuple(a >= 0 if at % 3 == 2 else a for at, a in enumerate(args))
    return (event.verb, *args)


def relabel(table: Table) -> int:
    """Permute the handles inside each hand and play the same: nobody may see a difference."""
    checked = 0
    for referee, given in table.play():
        twin = referee.copy()
        _mix_hands(twin.world, table.dice)
        one, since = referee.copy(), referee.happened()
        if given.give(one) and given.give(twin):
            checked += 1
            for seat in range(table.seats + 1):
                if one.events(seat, since) != twin.events(seat, since):
                    raise table.fault(f"seat {seat} can trace a card by what it was told")
                if one.view(seat) != twin.view(seat):
                    raise table.fault(f"seat {seat} can trace a card by what it sees")
    return checked


def _mix_hands(w: World, dice: Dice) -> None:
    for zone, is_hand in enumerate(w.layout.hand):
        cards = w.own(zone)
        if is_hand:
            for i in range(len(cards) - 1, 0, -1):
                a, b = cards[i], cards[dice.below(i + 1)]
                w.face[a], w.face[b] = w.face[b], w.face[a]
                w.seen[a], w.seen[b] = w.seen[b], w.seen[a]


# -- copies, saves, records


def copies(table: Table) -> None:
    """A copy, a saved and loaded world, and the original go the same way, from any point."""
    for referee, given in table.play():
        if table.dice.below(3):
            continue
        one = referee.copy()
        two = referee.copy()
        two.world = load(table.game, _as_json(dump(referee.world)))
        three = Referee(
            table.game, table.seats, referee.key, table.opts, referee.world.copy_watched()
        )
        if dump(two.world) != dump(one.world):
            raise table.fault("a world differs after saving and loading")
        if _views(two) != _views(one):
            raise table.fault("a view differs after saving and loading")
        for twin in (one, two, three):
            given.give(twin)
        if not digest(one.world) == digest(two.world) == digest(three.world):
            raise table.fault(f"a copy or a loaded world goes another way after {given}")


def _as_json(data: object) -> dict[str, object]:
    import json

    found = json.loads(json.dumps(data))
    assert isinstance(found, dict)
    return found


def _views(referee: Referee) -> list[View]:
    return [referee.view(seat) for seat in range(referee.seats + 1)]


def records(table: Table) -> str:
    """A record replays to the same position, result and hash; the hash is returned."""
    referee: Referee | None = None
    for running, _ in table.play():
        referee = running
        if table.dice.below(20) == 0:
            _replays(table, referee)
    if referee is None:
        raise table.fault("the game was over before it began")
    return _replays(table, referee)


def _replays(table: Table, referee: Referee) -> str:
    written = record(referee)
    again = replay(table.game, parse(written.text()))
    if record(again).text() != written.text():
        raise table.fault("a record changes when it is replayed")
    if tuples(again.happened()) != referee.happened():
        raise table.fault("a replayed game tells another story")
    return written.hash


# -- cards and inputs


def conserved(table: Table) -> None:
    """No card is lost, doubled or changed, whatever happens."""
    start: list[int] = []
    for referee, _ in table.play():
        w = referee.world
        cards = sorted(card for zone in w.zones for card in zone)
        if cards != list(range(len(w.face))):
            raise table.fault("a card is lost or lies in two places")
        if not start:
            start = sorted(w.face)
        if sorted(w.face) != start:
            raise table.fault("a card has turned into another")


def offered(table: Table, every: int = 3) -> None:
    """Every option that is offered is accepted."""
    for number, (referee, _) in enumerate(table.play()):
        if number % every == 0:
            for given in answers(referee)[:40]:
                if not given.give(referee.copy()):
                    raise table.fault(f"{given} was offered and then refused")


NONSENSE: tuple[object, ...] = (
    None,
    True,
    -1,
    -(2**70),
    2**70,
    1 << 31,
    1.0,
    float("nan"),
    "0",
    b"0",
    [],
    {},
    [None],
    [[0]],
    (0, "x"),
    [0] * 20_000,
    [-1],
    object(),
)


def refused(table: Table, every: int = 5) -> None:
    """Anything else is refused with a code and a sentence, and changes nothing."""
    for number, (referee, given) in enumerate(table.play()):
        if number % every:
            continue
        before = digest(referee.world), referee.happened(), len(referee.moves)
        for reply in _wrong(referee):
            if not isinstance(reply, Refusal) or not reply.code or not reply.sentence:
                raise table.fault(f"nonsense got {reply!r}")
        if (digest(referee.world), referee.happened(), len(referee.moves)) != before:
            raise table.fault("a refused input changed something")
        _repeated(table, referee.copy(), given)


def _wrong(referee: Referee) -> Iterator[object]:
    for seat in range(-1, referee.seats + 2):
        asks = referee.asks(seat) if 0 <= seat < referee.seats else []
        if not asks:
            yield referee.submit(seat, 1_000_000, 0)
        for ask, offer in asks:
            yield referee.submit(seat, ask + 1000, offer.options[0])
            yield referee.submit(seat, ask, offer.question.size + 1)
            for nonsense in NONSENSE:
                if nonsense != [] or offer.low > 0 or not offer.high:
                    yield referee.submit(seat, ask, nonsense)
    yield referee.interrupt(0, "no such right", 0, 0)
    yield referee.remark(0, "say", (), "")
    yield referee.remark(0, "say", (), "x" * 10_000)
    yield referee.remark(-1, "say", (), "hello")
    yield referee.expire(referee.turn + 1)
    yield referee.back(referee.seats)


def _repeated(table: Table, referee: Referee, given: Input) -> None:
    """The same answer again is acknowledged and does nothing."""
    if given.kind != "answer":
        return
    for ask, offer in referee.asks(given.seat):
        if offer.at == given.at:
            referee.submit(given.seat, ask, given.answer)
            after = digest(referee.world)
            reply = referee.submit(given.seat, ask, given.answer)
            if not reply or digest(referee.world) != after:
                raise table.fault(f"{given} given twice was not simply acknowledged")


def ends(table: Table) -> bool:
    """The game ends within its declared number of inputs, or is cut off: True where it ended."""
    referee = Referee(table.game, table.seats, table.seed, table.opts)
    for _ in range(table.game.longest):
        if referee.over:
            break
        any_input(referee, table.dice).give(referee)
    if referee.over and not referee.winners():
        raise table.fault("the game ended without a winner")
    return referee.over


CHECKS: dict[str, Callable[[Table], object]] = {
    "scramble": scramble,
    "relabel": relabel,
    "copies": copies,
    "records": records,
    "conserved": conserved,
    "offered": offered,
    "refused": refused,
    "ends": ends,
}


def streams(referee: Referee, seat: int) -> list[Event]:
    """All that a seat was told, from the truth (for golden files)."""
    watch = referee.world.watch
    assert watch is not None
    return [told(op, seat, referee.world.layout) for op in watch.ops]
