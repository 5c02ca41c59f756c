"""Saves: what was written comes back the same, and nothing else comes back at all."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tatami.engine.errors import BadRecord
from tatami.engine.flow import new
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.ops import SHAPES
from tatami.engine.referee import Referee
from tatami.engine.state import KEYS, LONGEST_SENTENCE, _own_digest, bad_record, digest, dump, load
from tatami.engine.world import World
from tatami.games.clans import GAME as CLANS
from tests.fixtures import GAMES, gong, heap

JUNK: tuple[Any, ...] = (
    None,
    "x",
    "",
    -1,
    0,
    1,
    2,
    99,
    1 << 70,
    1.0,
    1.5,
    True,
    False,
    [],
    {},
    [[1]],
)


def middle(game: Game, seed: int = 1, moves: int = 9) -> Referee:
    """A table after some random moves, with something said."""
    table = Referee(game, game.fewest, seed)
    luck = Random(seed)
    for _ in range(moves):
        if table.over:
            break
        waiting = table.waiting()
        if not waiting:
            table.expire(table.turn)
            continue
        seat = waiting[-1]
        ask, offer = table.asks(seat)[0]
        table.act(luck.choice(offer.options), seat, ask)
    table.remark(0, "say", (), "hm")
    return table


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def worlds() -> list[World]:
    found = []
    for game in [CLANS, *GAMES]:
        table = middle(game)
        found += [Referee(game, game.most, 2).world, table.world, new(game, game.fewest, 3)]
        found.append(imagine(table.view(0), 5, watched=True))
        found.append(middle(game, moves=game.longest).world)
    return found


@pytest.mark.parametrize("w", worlds(), ids=lambda w: w.game.name)
def test_a_world_comes_back_the_same(w: World) -> None:
    data = dump(w)
    for given in (data, as_json(data)):
        again = load(w.game, given)
        assert dump(again) == data
        assert digest(again) == digest(w)
        assert again.acted == w.acted
        assert (again.ask is None) == (w.ask is None)


FIELDS = {
    name
    for name, kind in vars(World).items()
    if inspect.isgetsetdescriptor(kind) or inspect.ismemberdescriptor(kind)
}
"""Everything in a world: its slots, which a compiled class does not list."""
OF_THE_TABLE = {"game", "seats", "opts", "layout", "key"}
"""With what it is made."""
OF_A_STEP = {"next", "changes"}
"""They mean nothing between two answers, when a world is copied or kept."""
NOT_COPIED = OF_A_STEP | {"watch", "shared"}
"""A copy is unwatched (``copy_watched`` is not); which zones are shared it has from the other."""
NOT_SAVED = OF_A_STEP | {"layout", "ask", "shared", "loaded", "twist", "_words", "_words_at"}
"""Found anew from the rest: the layout, the open question, words of chance; tests' own numbers."""


def filled() -> World:
    """A world in which no field is as in a new one, but for those of its table."""
    w = middle(CLANS, moves=20).world
    w.rand(2)
    w.loaded, w.twist = [1, 2], (1, 0)
    w.over = True
    new_one = World(w.game, w.seats, w.opts, w.layout, w.key)
    as_new = {name for name in FIELDS if getattr(w, name) == getattr(new_one, name)}
    assert as_new == OF_THE_TABLE | {"next", "shared"}
    return w


def test_a_copy_has_every_field_of_a_world() -> None:
    w = filled()
    for twin, left_out in ((w.copy(), NOT_COPIED), (w.copy_watched(), NOT_COPIED - {"watch"})):
        for name in FIELDS - left_out - {"watch"}:
            assert getattr(twin, name) == getattr(w, name), name
        assert (twin.watch is None) == ("watch" in left_out)
        assert twin.shared == w.shared == w.zones
        assert not twin.next


def test_a_save_has_every_field_of_a_world() -> None:
    w = filled()
    saved = dump(w)
    assert set(saved) == KEYS == (FIELDS - NOT_SAVED) | {"version", "digest"}
    again = load(CLANS, as_json(saved))
    for name in FIELDS - NOT_SAVED - {"watch"}:
        assert getattr(again, name) == getattr(w, name), name
    assert again.watch is not None
    assert w.watch is not None
    assert again.watch.ops == w.watch.ops
    under_way = middle(CLANS, moves=20).world
    assert repr(load(CLANS, as_json(dump(under_way))).ask) == repr(under_way.ask)


def test_loading_does_not_keep_or_change_what_it_was_given() -> None:
    data = as_json(dump(middle(heap.GAME).world))
    kept = deepcopy(data)
    load(heap.GAME, data).count[0] += 1
    assert data == kept


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a save."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from paths(value, (*path, key))
        else:
            yield (*path, key)


def reach(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def mutated(data: Any, path: tuple[Any, ...], luck: Random) -> Any:
    """One change at a place: other values, fewer, more, in another order."""
    changed = as_json(data)
    node, key = reach(changed, path), path[-1]
    way = luck.randrange(6)
    if way == 0 and isinstance(node, list):
        node.insert(key, deepcopy(node[key]))
    elif way == 1:
        del node[key]
    elif way == 2 and isinstance(node, list):
        other = luck.randrange(len(node))
        node[key], node[other] = node[other], node[key]
    elif way == 3 and type(node[key]) is int:
        node[key] += luck.choice((-1, 1))
    else:
        node[key] = deepcopy(luck.choice(JUNK))
    return changed


def mutations(data: Any, number: int, luck: Random) -> Iterator[Any]:
    """Changed saves: at least one at every named part, most of them where there is less."""
    known = list(paths(data))
    rest = [path for path in known if path[0] not in ("face", "seen", "zones", "watch")]
    for turn in range(number):
        changed = mutated(data, luck.choice(rest if turn % 2 else known), luck)
        if json.dumps(changed, sort_keys=True) != json.dumps(data, sort_keys=True):
            yield changed


def complaint(game: Game, data: Any) -> str:
    """What is said of a save: empty where it loads. Nothing but ``BadRecord`` may come."""
    try:
        load(game, data)
    except BadRecord as error:
        said = str(error)
        assert said.isprintable()
        assert 0 < len(said) <= LONGEST_SENTENCE
        return said
    return ""


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_no_change_of_a_save_goes_unnoticed(game: Game) -> None:
    data = as_json(dump(middle(game).world))
    for changed in mutations(data, 250, Random(f"save {game.name}")):
        assert complaint(game, changed)


def signed(data: Any) -> Any:
    """A forger's save: its digest fits."""
    data["digest"] = _own_digest(data)
    return data


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: game.name)
def test_a_forged_save_is_refused_or_is_a_sound_world(game: Game) -> None:
    """Under a digest that fits: what loads can be looked at by all and written again."""
    data = as_json(dump(middle(game).world))
    outcome: Counter[bool] = Counter()
    for changed in mutations(data, 250, Random(f"forged {game.name}")):
        refused = complaint(game, signed(changed))
        outcome[bool(refused)] += 1
        if not refused:
            again = load(game, changed)
            assert as_json(dump(again)) == changed
            for seat in again.watch.ledgers if again.watch is not None else ():
                assert look(again, seat).seat == seat
    assert outcome[True] > outcome[False]


FORGED: list[tuple[tuple[Any, ...], Any]] = [
    (("seats",), 1),
    (("seats",), True),
    (("seats",), 10**30),
    (("opts",), [2]),
    (("opts",), [True]),
    (("opts",), []),
    (("opts",), None),
    (("face", 0), 3),
    (("face", 0), 0.0),
    (("face",), []),
    (("seen", 0), 1 << 4),
    (("seen", 0), -1),
    (("seen", 0), True),
    (("seen",), []),
    (("zones", 0), [0]),
    (("zones",), [[]]),
    (("zones",), {}),
    (("count",), [0]),
    (("count", 0), 1.0),
    (("stack",), []),
    (("stack", 0, 0), "gong.nothing"),
    (("stack", 0, 0), []),
    (("stack", -1, 0), "gong.next_round"),
    (("stack", -1, 1), ["x"]),
    (("stack", -1, 1), []),
    (("stack", -1, 2), [0]),
    (("stack", -1, 2), [9, 0]),
    (("stack", -1, 2), [0, None]),
    (("stack", -1, 3), [None]),
    (("stack", -1, 3), [None, None]),
    (("stack", -1, 3), [99, None, [], []]),
    (("stack", -1, 3), [None, None, [0], []]),
    (("stack", -1, 3), [[], None, [], [], []]),
    (("key",), "00"),
    (("key",), "00" * 65),
    (("key",), "AB" * 32),
    (("key",), "xy" * 32),
    (("key",), 7),
    (("tick",), -1),
    (("tick",), 1.0),
    (("acted",), -1),
    (("over",), 0),
    (("over",), None),
    (("watch",), []),
    (("watch",), {}),
    (("watch", "ops", 0), []),
    (("watch", "ops", 0), [77]),
    (("watch", "ops", 0), [0, 0, 0, 0]),
    (("watch", "ops", 0), [7, 99, 0]),
    (("watch", "remarks"), [[]]),
    (("watch", "remarks"), [[0, 9, "say", [], "x"]]),
    (("watch", "remarks"), [[0, 0, "say", [], 5]]),
    (("watch", "remarks"), [[0, 0, 5, [], "x"]]),
    (("watch", "remarks"), [[0, 0, "say", ["x"], "x"]]),
    (("watch", "remarks"), [[-1, 0, "say", [], "x"]]),
    (("watch", "ledgers", "0"), []),
    (("watch", "ledgers", "0", 1), 0),
    (("watch", "ledgers", "0", 0), [[], []]),
    (("watch", "ledgers", "0", 0, 0), [[[[0, 1]]]]),
    (("watch", "ledgers", "0", 0, 0), [[[[0, [1]]], [], []]]),
    (("watch", "ledgers", "0", 0, 1), [[-2]]),
    (("watch", "ledgers", "0", 0, 2), [[0, 0]]),
    (("watch", "ledgers", "0", 0, 3), [0]),
    (("watch", "ledgers", "0", 0, 3), [[0, 1]]),
    (("watch", "ledgers", "0", 0, 3), [[4, 1, 1]]),
    (("watch", "ledgers", "0", 0, 3), [[0, 1, -1]]),
    (("watch", "ledgers", "0", 0, 3), [[0, 1, 1, 0], [1, 1, 2]]),
    (("watch", "ledgers", "0", 0, 3), [[1, 1, 2, 1]]),
    (("watch", "ledgers", "0", 0), [[], [], []]),
    (("watch", "ledgers"), {"-1": [[[], [], [], []], 0]}),
    (("watch", "ledgers"), {"0_1": [[[], [], [], []], 0]}),
]


@pytest.mark.parametrize(("path", "value"), FORGED, ids=repr)
def test_what_a_forger_writes_is_looked_through(path: tuple[Any, ...], value: Any) -> None:
    data = as_json(dump(middle(gong.GAME, moves=1).world))
    reach(data, path)[path[-1]] = value
    assert "broken" in complaint(gong.GAME, signed(data))


def test_no_verb_is_counted_from_the_end() -> None:
    data = as_json(dump(middle(gong.GAME, moves=1).world))
    data["watch"]["ops"][0][0] -= len(SHAPES)
    assert "no verb" in complaint(gong.GAME, signed(data))


def test_no_ledger_is_kept_for_more_seats_than_there_are() -> None:
    """The last one is that of who only watches."""
    data = as_json(dump(middle(gong.GAME, moves=1).world))
    kept = data["watch"]["ledgers"]
    assert list(kept) == ["0", "1", "2"]
    kept["3"] = deepcopy(kept["2"])
    assert "who keeps a ledger" in complaint(gong.GAME, signed(data))


@pytest.mark.parametrize("data", [None, [], 5, "x", {}, {"game": "gong"}, {1: 2, "x": 3}, object()])
def test_what_is_no_save_is_refused(data: object) -> None:
    assert complaint(gong.GAME, data)


def test_data_too_deep_or_round_in_itself_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(200_000):
        deep = [deep]
    ring: dict[str, Any] = {}
    ring["game"] = ring
    for data in (deep, {"game": deep}, ring, {"game": float("nan")}):
        assert complaint(gong.GAME, data)
    while deep:  # taken apart by hand: its end would be as deep
        deep = deep[0]


def test_another_game_or_version_is_named_in_one_line() -> None:
    data = dump(Referee(CLANS, 3, 1).world)
    assert "saved by clans 99" in complaint(CLANS, {**data, "version": 99})
    assert "saved by clans True" in complaint(CLANS, {**data, "version": True})
    assert "not by gong 1" in complaint(gong.GAME, data)
    assert complaint(CLANS, {**data, "game": "a\nb" * 1000})


def test_a_complaint_is_one_line_of_a_sensible_length() -> None:
    said = str(bad_record("a\nb\x1b[2J\u2028" + "x" * 5000))
    assert said.startswith("a?b?[2J?x")
    assert said.isprintable()
    assert len(said) == LONGEST_SENTENCE
