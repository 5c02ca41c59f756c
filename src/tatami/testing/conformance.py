"""What every game must pass, for every number of seats and every table option.

Each check plays random games and raises ``Fault`` with a sentence where a promise is broken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from tatami.engine.errors import Refusal
from tatami.engine.record import parse, record, replay
from tatami.engine.referee import Referee
from tatami.engine.state import digest, dump, load
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.testing.inputs import Input, answers, any_input
from tatami.testing.secrecy import relabel, scramble
from tatami.testing.shuffles import redeal
from tatami.testing.trial import Compared, Fault, Trial, settings_of

__all__ = ["CHECKS", "Compared", "Fault", "Trial", "load", "replay", "settings_of"]

ALIKE: Final = 1e-9
"""Floating-point numbers that differ by no more are the same."""


# -- copies, saves, records


def copies(trial: Trial) -> None:
    """A copy, a saved and loaded world, and the original go the same way, from any point."""
    referee = trial.sit()
    for _, given in trial.play(referee):
        if trial.dice.below(3) == 0:
            twins = _copied(trial, referee)
            for twin in twins:
                given.give(twin)
            if len({digest(twin.world) for twin in twins}) > 1:
                raise trial.fault(
                    f"a copy or a loaded world goes another way after {trial.names.input(given)}"
                )
    _copied(trial, referee)


def _copied(trial: Trial, referee: Referee) -> list[Referee]:
    one = referee.copy()
    two = referee.copy()
    two.world = load(trial.game, _as_json(dump(referee.world)))
    three = Referee(trial.game, trial.seats, referee.key, trial.opts, referee.world.copy_watched())
    if dump(two.world) != dump(one.world):
        raise trial.fault("a world differs after saving and loading")
    if _views(two) != _views(one):
        raise trial.fault("a view differs after saving and loading")
    return [one, two, three]


def _as_json(data: object) -> dict[str, object]:
    found = json.loads(json.dumps(data))
    assert isinstance(found, dict)
    return found


def _views(referee: Referee) -> list[View]:
    return [referee.view(seat) for seat in range(referee.seats + 1)]


def records(trial: Trial) -> str:
    """A record replays to the same position, result and hash; the hash is returned."""
    referee = trial.sit()
    if referee.over:
        raise trial.fault("the game was over before it began")
    for _ in trial.play(referee):
        if trial.dice.below(20) == 0:
            _replays(trial, referee)
    return _replays(trial, referee)


def _replays(trial: Trial, referee: Referee) -> str:
    written = record(referee)
    again = replay(trial.game, parse(written.text()))
    if record(again).text() != written.text():
        raise trial.fault("a record changes when it is replayed")
    if _happened(again.world) != _happened(referee.world):
        raise trial.fault("a replayed game tells another story")
    return written.hash


def _happened(w: World) -> list[tuple[int, ...]]:
    assert w.watch is not None
    return w.watch.ops


# -- cards and inputs


def conserved(trial: Trial) -> None:
    """No card is lost, doubled or changed, whatever happens."""
    referee = trial.sit()
    start = sorted(referee.world.face)
    for _ in trial.play(referee):
        _whole(trial, referee.world, start)
    _whole(trial, referee.world, start)


def _whole(trial: Trial, w: World, start: list[int]) -> None:
    if sorted(card for zone in w.zones for card in zone) != list(range(len(w.face))):
        raise trial.fault("a card is lost or lies in two places")
    if sum(len(w.zones[zone]) for zone in w.layout.listed) != len(w.face):
        raise trial.fault("a card lies in a zone that this table does not have")
    if sorted(w.face) != start:
        raise trial.fault("a card has turned into another")


def offered(trial: Trial, every: int = 3) -> None:
    """Every option that is offered is accepted."""
    for number, (referee, _) in enumerate(trial.play()):
        if number % every == 0:
            for given in answers(referee)[:40]:
                if not given.give(referee.copy()):
                    raise trial.fault(f"{trial.names.input(given)} was offered and then refused")


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


def refused(trial: Trial, every: int = 5) -> None:
    """Anything else is refused with a code and a sentence, and changes nothing."""
    referee = trial.sit()
    for number, (_, given) in enumerate(trial.play(referee)):
        if number % every == 0:
            _refuses(trial, referee)
            _repeated(trial, referee.copy(), given)
    _refuses(trial, referee)


def _refuses(trial: Trial, referee: Referee) -> None:
    before = _position(referee)
    for what, reply in _wrong(referee):
        if not isinstance(reply, Refusal) or not reply.code or not reply.sentence:
            raise trial.fault(f"nonsense for {what} got {reply!r}")
    if _position(referee) != before:
        raise trial.fault("a refused input changed something")


def _position(referee: Referee) -> tuple[object, ...]:
    return (
        digest(referee.world),
        referee.happened(),
        len(referee.moves),
        len(referee.remarks),
        referee.turn,
        referee.revision,
        [[number for number, _ in referee.asks(seat)] for seat in range(referee.seats)],
    )


def _wrong(referee: Any) -> Iterator[tuple[str, object]]:
    for seat in (*NO_SEAT, referee.seats):
        if seat is not None:  # who leaves it out means the only one who is asked
            yield "the seat of an answer", referee.act(0, seat, 1)
        yield "the seat of a step back", referee.back(seat)
        yield "the seat of a remark", referee.remark(seat, "say", (), "hello")
        yield "the seat of a right", referee.interrupt(seat, "gong", 0, 0)
    for seat in range(referee.seats):
        yield from _wrong_answers(referee, seat)
    yield from _wrong_rights(referee)
    for nonsense in (*NO_NUMBER, -1, referee.turn + 1, 10**30, 10**5000):
        yield "a turn", referee.expire(nonsense)
    for nonsense in (*NO_NUMBER, referee.revision + 1, 10**30, 10**5000):
        yield "a revision", referee.expire(referee.turn, nonsense)
    for kind, args, text in NO_REMARK:
        yield f"a remark {kind!r} {text!r:.20}", referee.remark(0, kind, args, text)


def _wrong_answers(referee: Any, seat: int) -> Iterator[tuple[str, object]]:
    asks = referee.asks(seat)
    options = [offer.options[0] for _, offer in asks] or [0]
    for nonsense in (*NO_NUMBER, -1, 1_000_000, 10**30, 10**5000):
        if nonsense is not None:
            yield "an ask", referee.act(options[0], seat, nonsense)
    for ask, offer in asks:
        yield "an option", referee.act(offer.question.size + 1, seat, ask)
        if offer.low > 0 or not offer.is_pick:
            yield "an empty answer", referee.act([], seat, ask)
        for nonsense in NO_ANSWER:
            yield "an answer", referee.act(nonsense, seat, ask)


def _wrong_rights(referee: Any) -> Iterator[tuple[str, object]]:
    for name in (None, 0, b"gong", ["gong"], "", "no such right"):
        yield "the name of a right", referee.interrupt(0, name, 0, 0)
    for right in referee.game.rights:
        stamp = referee.world.count[right.stamp] if right.stamp >= 0 else 0
        for nonsense in (*NO_NUMBER, -1, stamp + 1, 10**30, 10**5000):
            yield "a stamp", referee.interrupt(0, right.name, nonsense, 0)
        for nonsense in (*NO_NUMBER, -1, right.question.size, 10**30, 10**5000):
            yield "the option of a right", referee.interrupt(0, right.name, stamp, nonsense)


def _repeated(trial: Trial, referee: Referee, given: Input) -> None:
    """The same answer again is acknowledged and does nothing."""
    if given.kind != "answer":
        return
    for ask, offer in referee.asks(given.seat):
        if offer.at == given.at:
            referee.act(given.answer, given.seat, ask)
            after = digest(referee.world)
            reply = referee.act(given.answer, given.seat, ask)
            if not reply or digest(referee.world) != after:
                raise trial.fault(
                    f"{trial.names.input(given)} given twice was not simply acknowledged"
                )


def ends(trial: Trial) -> bool:
    """The game ends within its declared number of inputs, or is cut off: True where it ended."""
    referee = Referee(trial.game, trial.seats, trial.seed, trial.opts)
    for _ in range(trial.game.longest):
        if referee.over:
            break
        any_input(referee, trial.dice).give(referee)
    if referee.over and not referee.winners():
        raise trial.fault("the game ended without a winner")
    if referee.over:
        _counted(trial, referee)
    return referee.over


def _counted(trial: Trial, referee: Referee) -> None:
    """The end has points for every seat, or for none, and is worth no more than it may be."""
    points, worth = referee.scores(), referee.returns()
    if points and len(points) != trial.seats:
        raise trial.fault(f"scores are for {trial.seats} seats, not {len(points)}")
    if len(worth) != trial.seats or abs(sum(worth)) > ALIKE or max(map(abs, worth)) > 1 + ALIKE:
        told = ", ".join(f"{one:g}" for one in worth)
        raise trial.fault(f"the end is worth {told}: not from -1 to 1, together 0, for each seat")


CHECKS: dict[str, Callable[[Trial], object]] = {
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
