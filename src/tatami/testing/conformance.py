"""What every game must pass, for every number of seats and every table option.

Each check plays random games and raises ``Fault`` with a sentence where a promise is broken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tatami.engine.errors import Refusal
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.engine.state import digest, dump, load
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.testing.inputs import Input, answers, any_input
from tatami.testing.secrecy import relabel, scramble
from tatami.testing.shuffles import redeal
from tatami.testing.table import Compared, Fault, Table, settings_of

__all__ = ["CHECKS", "Compared", "Fault", "Table", "load", "replay", "settings_of"]


# -- copies, saves, records


def copies(table: Table) -> None:
    """A copy, a saved and loaded world, and the original go the same way, from any point."""
    referee = table.sit()
    for _, given in table.play(referee):
        if table.dice.below(3) == 0:
            twins = _copied(table, referee)
            for twin in twins:
                given.give(twin)
            if len({digest(twin.world) for twin in twins}) > 1:
                raise table.fault(
                    f"a copy or a loaded world goes another way after {table.names.input(given)}"
                )
    _copied(table, referee)


def _copied(table: Table, referee: Referee) -> list[Referee]:
    one = referee.copy()
    two = referee.copy()
    two.world = load(table.game, _as_json(dump(referee.world)))
    three = Referee(table.game, table.seats, referee.key, table.opts, referee.world.copy_watched())
    if dump(two.world) != dump(one.world):
        raise table.fault("a world differs after saving and loading")
    if _views(two) != _views(one):
        raise table.fault("a view differs after saving and loading")
    return [one, two, three]


def _as_json(data: object) -> dict[str, object]:
    found = json.loads(json.dumps(data))
    assert isinstance(found, dict)
    return found


def _views(referee: Referee) -> list[View]:
    return [referee.view(seat) for seat in range(referee.seats + 1)]


def records(table: Table) -> str:
    """A record replays to the same position, result and hash; the hash is returned."""
    referee = table.sit()
    if referee.over:
        raise table.fault("the game was over before it began")
    for _ in table.play(referee):
        if table.dice.below(20) == 0:
            _replays(table, referee)
    return _replays(table, referee)


def _replays(table: Table, referee: Referee) -> str:
    written = record(referee)
    again = replay(table.game, parse(written.text()))
    if record(again).text() != written.text():
        raise table.fault("a record changes when it is replayed")
    if _happened(again.world) != _happened(referee.world):
        raise table.fault("a replayed game tells another story")
    return written.hash


def _happened(w: World) -> list[tuple[int, ...]]:
    assert w.watch is not None
    return w.watch.ops


# -- cards and inputs


def conserved(table: Table) -> None:
    """No card is lost, doubled or changed, whatever happens."""
    referee = table.sit()
    start = sorted(referee.world.face)
    for _ in table.play(referee):
        _whole(table, referee.world, start)
    _whole(table, referee.world, start)


def _whole(table: Table, w: World, start: list[int]) -> None:
    if sorted(card for zone in w.zones for card in zone) != list(range(len(w.face))):
        raise table.fault("a card is lost or lies in two places")
    if sorted(w.face) != start:
        raise table.fault("a card has turned into another")


def offered(table: Table, every: int = 3) -> None:
    """Every option that is offered is accepted."""
    for number, (referee, _) in enumerate(table.play()):
        if number % every == 0:
            for given in answers(referee)[:40]:
                if not given.give(referee.copy()):
                    raise table.fault(f"{table.names.input(given)} was offered and then refused")


NO_NUMBER: tuple[Any, ...] = (
    "0",
    b"0",
    None,
    1.0,
    0.0,
    float("nan"),
    True,
    False,
    [0],
    (),
    {},
    object(),
)
"""Where one whole number belongs."""
NO_SEAT: tuple[Any, ...] = (*NO_NUMBER, -1, 99, 1 << 31, -(10**30), 10**30, 10**5000)
NO_ANSWER: tuple[Any, ...] = (
    *(None, True, 1.0, float("nan"), "0", b"0", {}, object()),
    *(-1, -(2**70), 2**70, 1 << 31, 10**5000),
    *([None], [[0]], (0, "x"), (0, True), [0.0], [0] * 20_000, [-1], [10**5000]),
)
NO_REMARK: tuple[tuple[Any, Any, Any], ...] = (
    *(
        (kind, (), "hello")
        for kind in (None, 0, b"say", ["say"], "", "no_such_kind", "say ", "s y")
    ),
    *((kind, (), "") for kind in (None, 0, "", "no_such_kind", "wink ", "wi nk", "wink\n", "say")),
    *(("say", args, "hello") for args in ([], [0], None, 0, "x", ("0",), (True,), (1.0,), (99,))),
    *(("wink", args, "") for args in ([], [0], None, (10**5000,), (99,), (-1,), (0,) * 99)),
    *(("say", (), text) for text in (None, 0, b"hello", ["x"], " ", "a\nb", "\x07", "x" * 10_000)),
)


def refused(table: Table, every: int = 5) -> None:
    """Anything else is refused with a code and a sentence, and changes nothing."""
    referee = table.sit()
    for number, (_, given) in enumerate(table.play(referee)):
        if number % every == 0:
            _refuses(table, referee)
            _repeated(table, referee.copy(), given)
    _refuses(table, referee)


def _refuses(table: Table, referee: Referee) -> None:
    before = _position(referee)
    for what, reply in _wrong(referee):
        if not isinstance(reply, Refusal) or not reply.code or not reply.sentence:
            raise table.fault(f"nonsense for {what} got {reply!r}")
    if _position(referee) != before:
        raise table.fault("a refused input changed something")


def _position(referee: Referee) -> tuple[object, ...]:
    return (
        digest(referee.world),
        referee.happened(),
        len(referee.moves),
        len(referee.remarks),
        referee.turn,
        referee.beat,
        [[number for number, _ in referee.asks(seat)] for seat in range(referee.seats)],
    )


def _wrong(referee: Any) -> Iterator[tuple[str, object]]:
    for seat in (*NO_SEAT, referee.seats):
        yield "the seat of an answer", referee.submit(seat, 1, 0)
        yield "the seat of a step back", referee.back(seat)
        yield "the seat of a remark", referee.remark(seat, "say", (), "hello")
        yield "the seat of a right", referee.interrupt(seat, "gong", 0, 0)
    for seat in range(referee.seats):
        yield from _wrong_answers(referee, seat)
    yield from _wrong_rights(referee)
    for nonsense in (*NO_NUMBER, -1, referee.turn + 1, 10**30, 10**5000):
        yield "a turn", referee.expire(nonsense)
    for nonsense in (*NO_NUMBER, referee.beat + 1, 10**30, 10**5000):
        yield "a beat", referee.expire(referee.turn, nonsense)
    for kind, args, text in NO_REMARK:
        yield f"a remark {kind!r} {text!r:.20}", referee.remark(0, kind, args, text)


def _wrong_answers(referee: Any, seat: int) -> Iterator[tuple[str, object]]:
    asks = referee.asks(seat)
    options = [offer.options[0] for _, offer in asks] or [0]
    for nonsense in (*NO_NUMBER, -1, 1_000_000, 10**30, 10**5000):
        yield "an ask", referee.submit(seat, nonsense, options[0])
    for ask, offer in asks:
        yield "an option", referee.submit(seat, ask, offer.question.size + 1)
        if offer.low > 0 or not offer.high:
            yield "an empty answer", referee.submit(seat, ask, [])
        for nonsense in NO_ANSWER:
            yield "an answer", referee.submit(seat, ask, nonsense)


def _wrong_rights(referee: Any) -> Iterator[tuple[str, object]]:
    for name in (None, 0, b"gong", ["gong"], "", "no such right"):
        yield "the name of a right", referee.interrupt(0, name, 0, 0)
    for right in referee.game.rights:
        stamp = referee.world.count[right.stamp] if right.stamp >= 0 else 0
        for nonsense in (*NO_NUMBER, -1, stamp + 1, 10**30, 10**5000):
            yield "a stamp", referee.interrupt(0, right.name, nonsense, 0)
        for nonsense in (*NO_NUMBER, -1, right.question.size, 10**30, 10**5000):
            yield "the option of a right", referee.interrupt(0, right.name, stamp, nonsense)


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
                raise table.fault(
                    f"{table.names.input(given)} given twice was not simply acknowledged"
                )


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
    "redeal": redeal,
    "relabel": relabel,
    "copies": copies,
    "records": records,
    "conserved": conserved,
    "offered": offered,
    "refused": refused,
    "ends": ends,
}
