"""A world as plain JSON data and back, in the middle of a step too; and its digest.

The list of moves is the truth of a game; saved worlds are a cache bound to the rules version.
A save carries a digest of itself, so that no change of it goes unnoticed; and whatever a forger
writes under a digest that fits is looked through before anything is made of it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final, cast

from tatami.engine.asking import Ask
from tatami.engine.errors import BadRecord
from tatami.engine.facts import Facts
from tatami.engine.game import Game
from tatami.engine.layout import Layout
from tatami.engine.ledger import Ledger
from tatami.engine.ops import SHAPES
from tatami.engine.tale import BARRED, MOVED, WENT, concerned
from tatami.engine.watch import Remark, Watch
from tatami.engine.world import FORCED, Frame, World

LONGEST_SENTENCE: Final = 200
WIDEST: Final = 1 << 63
"""Above all numbers that a save holds."""
KEYS: Final = {
    "game",
    "version",
    "seats",
    "opts",
    "face",
    "seen",
    "zones",
    "count",
    "stack",
    "key",
    "tick",
    "acted",
    "over",
    "watch",
    "digest",
}


def bad_record(text: str) -> BadRecord:
    """A complaint in one line of a sensible length, whatever the foreign words in it."""
    short = text if len(text) <= LONGEST_SENTENCE else text[: LONGEST_SENTENCE - 1] + "…"
    return BadRecord("".join([mark if mark.isprintable() else "?" for mark in short]))


def tuples(data: object) -> Any:
    """JSON's lists as tuples again, all the way down."""
    if isinstance(data, list):
        return tuple([tuples(one) for one in data])
    return data


def dump(w: World) -> dict[str, Any]:
    """Everything in a world, ready for JSON. It holds every secret of the game."""
    data: dict[str, Any] = {
        "game": w.game.name,
        "version": w.game.version,
        "seats": w.seats,
        "opts": list(w.opts),
        "face": w.face[:],
        "seen": w.seen[:],
        "zones": [cards[:] for cards in w.zones],
        "count": w.count[:],
        "stack": [[step.name, args, got, pend] for step, args, got, pend in w.stack],
        "key": w.key.hex(),
        "tick": w.tick,
        "acted": w.acted,
        "over": w.over,
        "watch": _dump_watch(w.watch),
    }
    data["digest"] = _own_digest(data)
    return data


def _dump_watch(watch: Watch | None) -> Any:
    if watch is None:
        return None
    return {
        "ops": [list(op) for op in watch.ops],
        "remarks": [list(remark) for remark in watch.remarks],
        "ledgers": {
            str(seat): [watch.ledger(seat).facts(), ledger.upto]
            for seat, ledger in watch.ledgers.items()
        },
    }


def _canonical(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _own_digest(data: dict[str, Any]) -> str:
    """The digest of everything in a save but its digest."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    return sha256(_canonical(rest).encode()).hexdigest()


def load(game: Game, data: object) -> World:
    """The world that ``dump`` wrote; ``BadRecord`` where it wrote no such thing."""
    try:
        plain = json.loads(_canonical(data))
        if not isinstance(plain, dict):
            raise BadRecord("this is not a saved game")
        _check_source(game, plain)
        return _Reader(game, plain).world()
    except BadRecord:
        raise
    except Exception as error:
        raise BadRecord("this is not a saved game, or it is broken") from error


def _check_source(game: Game, data: dict[str, Any]) -> None:
    """It is a save of this game and version, and as it was written."""
    name, version = data.get("game"), data.get("version")
    if name != game.name or type(version) is not int or version != game.version:
        raise bad_record(
            f"this was saved by {str(name)[:40]} {str(version)[:20]}, "
            f"not by {game.name} {game.version}"
        )
    if set(data) != KEYS or data["digest"] != _own_digest(data):
        raise BadRecord("the save was changed after it was written: its digest does not fit")


def _need(sound: bool, what: str) -> None:
    if not sound:
        raise BadRecord(f"the save is broken: {what}")


def _number(value: object, low: int, high: int) -> bool:
    """Whether a value is a whole number from ``low`` to below ``high``, and no truth value."""
    return type(value) is int and low <= value < high


def _numbers(value: object, low: int, high: int) -> bool:
    """Whether a value is a list of such numbers."""
    return type(value) is list and all(_number(one, low, high) for one in value)


def _answer(value: object) -> bool:
    """Whether a value has the shape of an answer: an option or a picked subset."""
    return _number(value, -1, WIDEST) or _numbers(value, -1, WIDEST)


def _legal(ask: Ask, at: int, given: object, low: int) -> bool:
    """Whether the ask's part ``at`` offers an option, or a subset of ``low`` cards or more."""
    items = list(ask.part(at))
    if not isinstance(given, tuple):
        return ask.terms.high == 0 and given in items
    for one in given:
        if one not in items:
            return False
        items.remove(one)
    return low <= len(given) <= ask.terms.high


class _Reader:
    """Looks a save through and makes a world of it."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game = game
        self.data = data
        self._check_table()
        self.seats: int = data["seats"]
        self.opts = cast("tuple[int, ...]", tuples(data["opts"]))
        self.layout: Layout = game.layout(self.seats, self.opts)

    def world(self) -> World:
        """The world, at its ask."""
        self._check_cards()
        self._check_chance()
        data = self.data
        w = World(self.game, self.seats, self.opts, self.layout, bytes.fromhex(data["key"]))
        w.tick = data["tick"]
        w.face = data["face"]
        w.seen = data["seen"]
        w.zones = data["zones"]
        w.count = data["count"]
        w.stack = self._stack()
        w.over = data["over"]
        w.acted = data["acted"]
        w.watch = self._watch()
        if not w.over:
            _ask_again(w)
        return w

    def _check_table(self) -> None:
        """Seats and options, before the game is asked for its layout."""
        game, opts = self.game, self.data["opts"]
        seats = self.data["seats"]
        _need(_number(seats, 1, WIDEST) and seats in game.counts, "so many cannot play")
        _need(_numbers(opts, 0, WIDEST) and len(opts) == len(game.settings), "its table options")
        fit = [value < len(one.values) for value, one in zip(opts, game.settings, strict=True)]
        _need(all(fit), "a table option")

    def _check_cards(self) -> None:
        """Every card of the start lies in one zone, and the counters are there."""
        data, layout = self.data, self.layout
        face, seen, zones = data["face"], data["seen"], data["zones"]
        _need(_numbers(face, 0, WIDEST), "its faces")
        _need(sorted(face) == sorted([one for faces in layout.start for one in faces]), "a face")
        _need(_numbers(seen, 0, layout.everyone + 1) and len(seen) == len(face), "who saw what")
        _need(type(zones) is list and len(zones) == len(layout.zones), "its zones")
        _need(all(_numbers(cards, 0, len(face)) for cards in zones), "a zone")
        lying = sorted([card for cards in zones for card in cards])
        _need(lying == list(range(len(face))), "a card lies nowhere or in two places")
        count = data["count"]
        _need(_numbers(count, -WIDEST, WIDEST), "a counter")
        _need(len(count) == len(layout.counters), "its counters")

    def _check_chance(self) -> None:
        data = self.data
        key = data["key"]
        _need(type(key) is str and key == bytes.fromhex(key).hex(), "its key")
        _need(32 <= len(key) <= 128, "the length of its key")
        _need(_number(data["tick"], 0, WIDEST), "its tick")
        _need(_number(data["acted"], 0, WIDEST), "its number of acts")
        _need(type(data["over"]) is bool, "whether it is over")

    def _stack(self) -> list[Frame]:
        saved = self.data["stack"]
        _need(type(saved) is list and (len(saved) > 0 or self.data["over"]), "its steps")
        return [self._frame(frame) for frame in saved]

    def _frame(self, saved: Any) -> Frame:
        _need(type(saved) is list and len(saved) == 4, "a step")
        name, args, got, pend = saved
        _need(type(name) is str and name in self.game.book.steps, "a step that is not known")
        _need(_numbers(args, -WIDEST, WIDEST), "what a step is about")
        _need(self._got(got), "an answer")
        _need(_pending(pend), "a sealed answer")
        return (self.game.book.steps[name], tuples(args), tuples(got), tuples(pend))

    def _got(self, got: Any) -> bool:
        """Seats by turns with what they answered; below 0 where several did, or nobody."""
        if type(got) is not list or len(got) % 2 or not _numbers(got[::2], FORCED, self.seats):
            return False
        for given in got[1::2]:
            together = type(given) is list and all(_answer(one) for one in given)
            if not together and not _answer(given):
                return False
        return True

    # -- what was watched

    def _watch(self) -> Watch | None:
        saved = self.data["watch"]
        if saved is None:
            return None
        _need(type(saved) is dict and set(saved) == {"ops", "remarks", "ledgers"}, "its watch")
        for part, kind in (("ops", list), ("remarks", list), ("ledgers", dict)):
            _need(type(saved[part]) is kind, f"its {part}")
        ops = [self._op(op) for op in saved["ops"]]
        remarks = [self._remark(remark) for remark in saved["remarks"]]
        ledgers = {
            self._viewer(seat): self._ledger(int(seat), kept, len(ops))
            for seat, kept in saved["ledgers"].items()
        }
        return Watch(ledgers, ops, remarks)

    def _op(self, op: Any) -> tuple[int, ...]:
        """One thing that happened: a verb, and what follows it."""
        _need(_numbers(op, -WIDEST, WIDEST) and len(op) > 0, "what happened")
        verb, *rest = op
        _need(0 <= verb < len(SHAPES), "what happened is no verb")
        _, once, again = SHAPES[verb]
        left = len(rest) - len(once)
        _need(left >= 0 and (left % len(again) == 0 if again else left == 0), "what happened")
        shape = once + again * (left // len(again) if again else 0)
        for what, value in zip(shape, rest, strict=True):
            low, high = self._ranges(what)
            _need(low <= value < high, "what happened")
        return cast("tuple[int, ...]", tuple(op))

    def _ranges(self, what: str) -> tuple[int, int]:
        """The numbers that a word in a shape stands for."""
        layout = self.layout
        ends = {
            "zone": len(layout.zones),
            "index": layout.cards,
            "face": len(self.game.faces),
            "seats": layout.everyone + 1,
            "bool": 2,
            "sentence": len(self.game.book.sentences),
            "counter": len(layout.counters),
        }
        return (0, ends[what]) if what in ends else (-WIDEST, WIDEST)

    def _remark(self, remark: Any) -> Remark:
        _need(type(remark) is list and len(remark) == 5, "a remark")
        when, seat, kind, args, text = remark
        _need(_number(when, 0, WIDEST) and _number(seat, 0, self.seats), "who said something")
        _need(type(kind) is str and type(text) is str, "what was said")
        _need(_numbers(args, -WIDEST, WIDEST), "what a remark is about")
        return Remark(when, seat, kind, tuples(args), text)

    def _viewer(self, seat: str) -> int:
        _need(seat in [str(number) for number in range(self.seats + 1)], "who keeps a ledger")
        return int(seat)

    def _ledger(self, seat: int, kept: Any, happened: int) -> Ledger:
        """What a seat knows: it must say the same again when it is written again."""
        _need(type(kept) is list and len(kept) == 2, "a ledger")
        _need(_facts(kept[0]), "what a ledger says")
        _need(type(kept[1]) is int and kept[1] == happened, "how far a ledger has read")
        facts = tuples(kept[0])
        ledger = Ledger.of(seat, self.layout, cast("Facts", facts))
        ledger.upto = happened
        _need(concerned(ledger.tale) == ledger.tale, "what a ledger says")
        _need(ledger.facts() == facts, "what a ledger says")
        return ledger


def _pending(pend: Any) -> bool:
    """Sealed answers, ``None`` where there is none, and as many picks that have been begun."""
    if type(pend) is not list or len(pend) % 2:
        return False
    half = len(pend) // 2
    return all(one is None or _answer(one) for one in pend[:half]) and all(
        _numbers(one, 0, WIDEST) for one in pend[half:]
    )


def _facts(facts: Any) -> bool:
    """Whether a value has the shape of ``ledger.Facts``: groups, ghosts, bars, the tale."""
    if not _lists(facts) or len(facts) != 4 or not all(_lists(part) for part in facts):
        return False
    groups, ghosts, bars, tale = facts
    for group in groups:
        if len(group) != 3 or not all(_pairs(part) for part in group):
            return False
    for bar in bars:
        if len(bar) != 3 or not _numbers(bar[::2], -WIDEST, WIDEST):
            return False
        if not _numbers(bar[1], 0, WIDEST):
            return False
    return _pairs(ghosts) and all(_deed(deed) for deed in tale)


def _deed(deed: Any) -> bool:
    """Whether a value has the shape of one entry of a tale."""
    if not _numbers(deed, 0, WIDEST) or not deed or deed[0] > WENT:
        return False
    return len(deed) >= 3 if deed[0] == BARRED else len(deed) == (4 if deed[0] == MOVED else 3)


def _lists(value: object) -> bool:
    return type(value) is list and all(type(one) is list for one in value)


def _pairs(value: object) -> bool:
    if type(value) is not list:
        return False
    return all(_numbers(one, -WIDEST, WIDEST) and len(one) == 2 for one in value)


def _ask_again(w: World) -> None:
    """Put the question again that was open, to which the sealed answers must belong."""
    step, args, got, pend = w.stack[-1]
    ask = step.fn(w, *args, *got[1::2])
    _need(ask is not None and w.changes == 0 and not w.next, "it does not stand at a question")
    assert ask is not None
    w.ask = ask
    number = len(ask.seats)
    _need(all(0 <= seat < w.seats for seat in ask.seats), "who is asked")
    _need(len(pend) in (0, 2 * number), "how many have answered")
    for at, given in enumerate(pend):
        low = ask.terms.low if at < number else 0
        _need(given is None or _legal(ask, at % number, given, low), "a sealed answer")


def digest(w: World) -> str:
    """A hash of the position that any machine and any build reproduces; handles do not enter."""
    plain = [
        w.game.name,
        w.game.version,
        w.seats,
        list(w.opts),
        [
            sorted([w.face[c], w.seen[c]] for c in w.zones[zone])
            if w.layout.hand[zone]
            else [[w.face[c], w.seen[c]] for c in w.zones[zone]]
            for zone in w.layout.listed
        ],
        [w.count[counter] for counter in w.layout.listed_counters],
        [[step.name, args, got, pend] for step, args, got, pend in w.stack],
        w.key.hex(),
        w.tick,
        w.over,
    ]
    return sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()
