"""A world as plain JSON data and back, in the middle of a step too; and its digest.

The list of moves is the truth of a game; saved worlds are a cache bound to the rules version.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, cast

from tatami.engine.errors import BadRecord
from tatami.engine.flow import advance
from tatami.engine.game import Game
from tatami.engine.ledger import Facts, Ledger
from tatami.engine.watch import Remark, Watch
from tatami.engine.world import Frame, World


def tuples(data: object) -> Any:
    """JSON's lists as tuples again, all the way down."""
    if isinstance(data, list):
        return tuple(tuples(one) for one in data)
    return data


def dump(w: World) -> dict[str, Any]:
    """Everything in a world, ready for JSON. It holds every secret of the game."""
    return {
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
        "over": w.over,
        "watch": _dump_watch(w.watch),
    }


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


def load(game: Game, data: dict[str, Any]) -> World:
    """The world that ``dump`` wrote; ``BadRecord`` where it is of another game or version."""
    if data.get("game") != game.name or data.get("version") != game.version:
        raise BadRecord(
            f"this was saved by {data.get('game')} {data.get('version')}, "
            f"not by {game.name} {game.version}"
        )
    opts = cast("tuple[int, ...]", tuples(data["opts"]))
    layout = game.layout(data["seats"], opts)
    stack = [_frame(game, frame) for frame in data["stack"]]
    w = World(
        game,
        data["seats"],
        opts,
        layout,
        list(data["face"]),
        list(data["seen"]),
        [list(cards) for cards in data["zones"]],
        (1 << len(layout.zones)) - 1,
        list(data["count"]),
        stack,
        None,
        bytes.fromhex(data["key"]),
        data["tick"],
        data["over"],
        None,
    )
    saved = data["watch"]
    if saved is not None:
        ledgers: dict[int, Ledger] = {}
        for seat, (facts, upto) in saved["ledgers"].items():
            ledger = Ledger.of(int(seat), layout, cast("Facts", tuples(facts)))
            ledger.upto = upto
            ledgers[int(seat)] = ledger
        ops = [cast("tuple[int, ...]", tuple(op)) for op in saved["ops"]]
        remarks = [
            Remark(when, seat, kind, tuple(args), text)
            for when, seat, kind, args, text in saved["remarks"]
        ]
        w.watch = Watch(ledgers, ops, remarks)
    if not w.over:
        advance(w)
    return w


def _frame(game: Game, saved: Any) -> Frame:
    name, args, got, pend = saved
    if name not in game.book.steps:
        raise BadRecord(f"{game.name} has no step {name}")
    return (game.book.steps[name], tuples(args), tuples(got), tuples(pend))


def digest(w: World) -> str:
    """A hash of the position that any machine and any build reproduces; handles do not enter."""
    plain = [
        w.game.name,
        w.game.version,
        w.seats,
        list(w.opts),
        [
            sorted([w.face[c], w.seen[c]] for c in cards)
            if w.layout.hand[zone]
            else [[w.face[c], w.seen[c]] for c in cards]
            for zone, cards in enumerate(w.zones)
        ],
        w.count,
        [[step.name, args, got, pend] for step, args, got, pend in w.stack],
        w.key.hex(),
        w.tick,
        w.over,
    ]
    return sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()
