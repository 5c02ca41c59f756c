"""Whole games as text, with what every seat sees; and node counts from fixed deals."""

from __future__ import annotations

from collections.abc import Iterator

from tatami import catalogue
from tatami.engine.dice import Dice
from tatami.engine.flow import expire, new, options, put, waiting
from tatami.engine.game import Game
from tatami.engine.record import record, spell
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.watch import Event
from tatami.engine.world import World
from tatami.testing.inputs import Input, any_input
from tests.fixtures import GAMES
from tests.support.tables import tables_of

VIEWS_EVERY = 12
"""All seats look at every so many inputs, in long games less often."""
DEPTH = 4


def tables() -> list[tuple[Game, int, tuple[int, ...]]]:
    """Every registered game with every number of seats and option; fixtures with one each."""
    registered = [catalogue.find(name).game for name in catalogue.names()]
    found = [(game, seats, opts) for game in registered for seats, opts in tables_of(game)]
    return found + [(game, game.low, game.defaults()) for game in GAMES]


def file_name(game: Game, seats: int, opts: tuple[int, ...]) -> str:
    """The golden file of a table."""
    chosen = [
        f"-{setting.name}={setting.values[value]}"
        for setting, value in zip(game.settings, opts, strict=True)
        if value != setting.default
    ]
    return f"{game.name}-{seats}{''.join(chosen)}.txt"


def playthrough(game: Game, seats: int, opts: tuple[int, ...]) -> str:
    """One random game: every input, what each seat saw of it, and all views now and then."""
    return "\n".join(_lines(game, seats, opts)) + "\n"


def _lines(game: Game, seats: int, opts: tuple[int, ...]) -> Iterator[str]:
    referee = Referee(game, seats, 2024, opts)
    dice = Dice(bytes(range(32)))
    yield f"# {game.name} {game.version}, {seats} seats"
    yield from _events(referee, 0)
    number, every = 0, max(VIEWS_EVERY, game.longest // 60)
    while not referee.over:
        if number % every == 0:
            yield from _views(referee)
        given = any_input(referee, dice)
        since = referee.happened()
        asked = _asked(referee, given)
        if given.give(referee):
            number += 1
            yield f"{number}. {asked}"
            yield from _events(referee, since)
    yield from _views(referee)
    yield f"winners: {', '.join(f's{seat}' for seat in referee.winners())}"
    found = record(referee)
    found.format = 1  # another format of records is no other game
    yield f"hash: {found.hash}"


def _asked(referee: Referee, given: Input) -> str:
    for _, offer in referee.asks(given.seat) if given.kind == "answer" else []:
        if offer.at == given.at:
            spelled = spell(offer.question, given.answer)
            return f"s{given.seat} {offer.question.key} {spelled} of {len(offer.options)}"
    return f"s{given.seat} {given.kind} {given.name}"


def _events(referee: Referee, since: int) -> Iterator[str]:
    """Each event, once for all seats that saw the same."""
    streams = [referee.events(seat, since) for seat in range(referee.seats + 1)]
    for at in range(len(streams[0])):
        seen: dict[Event, list[str]] = {}
        for seat, events in enumerate(streams):
            seen.setdefault(events[at], []).append(_seat(referee, seat))
        for event, seats in seen.items():
            who = "all" if len(seats) == len(streams) else " ".join(seats)
            yield f"   {event.verb} {' '.join(map(str, event.args))}  [{who}]"


def _seat(referee: Referee, seat: int) -> str:
    return f"s{seat}" if seat < referee.seats else "spectator"


def _views(referee: Referee) -> Iterator[str]:
    for seat in range(referee.seats + 1):
        yield f"--- {_seat(referee, seat)} sees"
        yield from _view(referee.view(seat))
    yield "---"


def _view(view: View) -> Iterator[str]:
    layout = view.game.layout(view.seats, view.opts)
    for zone, faces in zip(layout.zones, view.zones, strict=True):
        if faces:
            yield f"    {zone.name}: {_runs(view, faces)}"
    counted = [f"{n}={v}" for n, v in zip(layout.counters, view.count, strict=True) if v]
    yield f"    counters: {' '.join(counted) or '-'}"
    for offer in view.offers:
        spelled = [spell(offer.question, option) for option in offer.options]
        yield f"    asked {offer.question.key}: {' '.join(spelled)}"
    yield f"    waiting: {list(view.waiting)} rights: {[name for name, _, _ in view.rights]}"


def _runs(view: View, faces: tuple[int, ...]) -> str:
    names = ["?" if face < 0 else view.game.faces[face] for face in faces]
    out: list[str] = []
    for name in names:
        if out and out[-1].split("*")[0] == name:
            number = int(out[-1].partition("*")[2] or 1)
            out[-1] = f"{name}*{number + 1}"
        else:
            out.append(name)
    return " ".join(out)


def node_counts(game: Game, seats: int, opts: tuple[int, ...]) -> list[int]:
    """How many ways there are to answer the next 1, 2, ... asks, from a fixed deal."""
    return [_nodes(new(game, seats, 99, opts), depth) for depth in range(1, DEPTH + 1)]


def _nodes(w: World, depth: int) -> int:
    if depth == 0 or w.over:
        return 1
    asked = waiting(w)
    if not asked:
        expire(w)
        return _nodes(w, depth)
    at, total = asked[0], 0
    for option in options(w, at):
        twin = w.copy()
        put(twin, at, option)
        total += _nodes(twin, depth - 1)
    return total
