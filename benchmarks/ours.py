"""Tatami's own speed, on whichever build is imported: games of four seats, played at random.

``clans`` is played in every way, ``wataah`` in the one that is compared with the peers, ``tack``
with somebody striking the gong now and then.

A *decision* is one answered ask that had at least two options. Forced asks are answered too, and
their time is paid, but they are not counted. The loop that chooses is interpreted Python in both
builds, as it is for the peers; in one row alone it is the library's own.

``benchmarks/run.py`` runs it as ``python -m benchmarks.ours`` and reads the JSON that it prints.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TypeAlias, TypedDict

import tatami
from benchmarks import clock, paths, scaling
from tatami.bots.playout import playout
from tatami.engine.asking import ONE
from tatami.engine.errors import Ack
from tatami.engine.flow import act, expire, interrupt, new, options, waiting
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.clans.rules import GAME
from tatami.games.tack.rules import GAME as TACK
from tatami.games.wataah.rules import GAME as WATAAH

SEATS = 4
SHARE_OF_A_SIZE = 0.25
"""A run of the scaling takes this share of the time of another run: there are many of them."""
MODULES = (
    "tatami.bots.playout",
    "tatami.engine.flow",
    "tatami.engine.game",
    "tatami.engine.imagine",
    "tatami.engine.ledger",
    "tatami.engine.look",
    "tatami.engine.referee",
    "tatami.engine.view",
    "tatami.engine.watch",
    "tatami.engine.world",
    "tatami.games.clans.cards",
    "tatami.games.clans.rules",
    "tatami.games.tack.calls",
    "tatami.games.tack.cards",
    "tatami.games.tack.hands",
    "tatami.games.tack.passes",
    "tatami.games.tack.purses",
    "tatami.games.tack.rules",
    "tatami.games.tack.zones",
    "tatami.games.tack.throws",
    "tatami.games.wataah.cards",
    "tatami.games.wataah.placing",
    "tatami.games.wataah.powers",
    "tatami.games.wataah.rules",
    "tatami.games.wataah.scoring",
    "tatami.games.wataah.strikes",
    "tatami.games.wataah.zones",
)
EXTENSIONS = (".so", ".pyd")
SOURCE = Path(__file__).resolve().parent.parent / "src"


class Rate(TypedDict):
    """Decisions and games in a second."""

    decisions: float
    games: float


class Figures(TypedDict):
    """Everything that is measured on one build."""

    build: str
    python: str
    play: dict[str, Rate]
    """``clans``, in each way."""
    wataah: dict[str, Rate]
    """``wataah``, in each mode."""
    tack: dict[str, Rate]
    """``tack``, by the number of seats."""
    paths: dict[str, paths.Paths]
    """Every game by every path."""
    microseconds: dict[str, float]
    sizes: list[int]
    scaling: dict[str, list[float]]
    """Microseconds for each size."""


# -- which build this is


def files() -> dict[str, Path]:
    """Where each of the modules that matter was loaded from."""
    return {name: Path(import_module(name).__file__ or "") for name in MODULES}


def faults(expected: str, loaded: dict[str, Path], installed: Path) -> list[str]:
    """What contradicts that these files are the build that is expected.

    Pure is the source beside us. Compiled are extensions; the source that their wheel holds lies
    where the package is ``installed``, and must be equal to the source beside us.
    """
    wrong: list[str] = []
    for name, path in loaded.items():
        ours = source_of(name, SOURCE)
        theirs = source_of(name, installed)
        if expected == "pure" and path != ours:
            wrong.append(f"{name} is not the source beside the benchmarks: {path}")
        elif expected == "compiled" and path.suffix not in EXTENSIONS:
            wrong.append(f"{name} is not compiled: {path}")
        elif not theirs.is_file() or theirs.read_bytes() != ours.read_bytes():
            wrong.append(f"{name} was made from another source: {path}")
    return wrong


def source_of(name: str, root: Path) -> Path:
    """The source file of a module."""
    return root.joinpath(*name.split(".")).with_suffix(".py")


# -- ways to play a game


def finish_by_act(world: World, draw: Callable[[], float], stop: int = sys.maxsize) -> int:
    """Go on for at most ``stop`` decisions; their number. Every ask must be one seat's choice."""
    decisions = 0
    while decisions < stop and (ask := world.ask) is not None:
        allowed = ask.options
        count = len(allowed)
        if count > 1:
            decisions += 1
        act(world, allowed[int(draw() * count)])
    return decisions


def game_by_act(seed: int, draw: Callable[[], float]) -> int:
    """A whole game by ``act``, the fast path; the number of decisions."""
    world = new(GAME, SEATS, seed)
    decisions = finish_by_act(world, draw)
    GAME.outcome(world)
    return decisions


def game_by_options(seed: int, draw: Callable[[], float]) -> int:
    """The same by ``options`` and ``act``, which can play any game."""
    world = new(GAME, SEATS, seed)
    decisions = 0
    while world.ask is not None:
        allowed = options(world)
        count = len(allowed)
        if count > 1:
            decisions += 1
        act(world, allowed[int(draw() * count)])
    GAME.outcome(world)
    return decisions


def game_by_playout(seed: int, draw: Callable[[], float]) -> int:
    """The same with the loop, and the dice that choose, inside the library."""
    world = new(GAME, SEATS, seed)
    decisions = playout(world, seed)
    GAME.outcome(world)
    return decisions


def game_by_referee(seed: int, draw: Callable[[], float], views: bool = False) -> int:
    """The checked path, with events, ledgers and a record; with ``views``, a view at every ask.

    Ledgers are read when somebody looks. So every seat, and a spectator, looks at least once: at
    the end, which reads all of them in full.
    """
    referee = Referee(GAME, SEATS, seed)
    decisions = 0
    while not referee.over:
        seat = referee.waiting()[0]
        number, offer = referee.asks(seat)[0]
        allowed = referee.view(seat).options if views else offer.options
        count = len(allowed)
        if count > 1:
            decisions += 1
        if not isinstance(referee.act(allowed[int(draw() * count)], seat, number), Ack):
            raise RuntimeError("the referee refused one of its own options")
    for seat in range(SEATS + 1):
        referee.view(seat)
    referee.winners()
    return decisions


def game_by_views(seed: int, draw: Callable[[], float]) -> int:
    """The checked path as bots use it: look, then act."""
    return game_by_referee(seed, draw, views=True)


Way: TypeAlias = Callable[[int, Callable[[], float]], int]
"""Plays the game of a seed, with choices drawn at random; the number of decisions."""

WAYS: dict[str, Way] = {
    "act": game_by_act,
    "options and act": game_by_options,
    "playout, the loop in the library": game_by_playout,
    "referee: act": game_by_referee,
    "referee: view and act": game_by_views,
}


def game_of_wataah(mode: str) -> Way:
    """Whole games of one mode: picks card by card, what several seats are asked one by one."""
    opts = WATAAH.choose_settings({"mode": mode})

    def play(seed: int, draw: Callable[[], float]) -> int:
        world = new(WATAAH, SEATS, seed, opts)
        decisions = finish_any(world, draw)
        WATAAH.outcome(world)
        return decisions

    return play


def finish_any(world: World, draw: Callable[[], float]) -> int:
    """Go on to the end, whatever is asked; the number of decisions."""
    decisions = 0
    while (ask := world.ask) is not None:
        plain = ask.terms.close == ONE and not ask.terms.high
        at = 0 if plain else waiting(world)[0]
        allowed = ask.options if plain else options(world, at)
        count = len(allowed)
        if count > 1:
            decisions += 1
        choice = allowed[int(draw() * count)]
        if plain:
            act(world, choice)
        else:
            act(world, choice, at)
    return decisions


def game_of_tack(seats: int) -> Way:
    """Ten rounds of at most eight passes; before one pass in four somebody strikes the gong."""
    opts = TACK.choose_settings({"passes": "8", "rounds": "10"})
    gong = TACK.rights[0]

    def play(seed: int, draw: Callable[[], float]) -> int:
        world = new(TACK, seats, seed, opts)
        decisions = 0
        while (ask := world.ask) is not None:
            if ask.terms.close == ONE:
                decisions += 1
                act(world, ask.options[int(draw() * len(ask.options))])
                continue
            for at in range(seats):
                allowed = options(world, at)
                decisions += int(len(allowed) > 1)
                act(world, allowed[int(draw() * len(allowed))], at)
            if draw() < STRUCK:
                decisions += 1
                interrupt(world, gong, int(draw() * seats), int(draw() * 2))
            else:
                expire(world)
        TACK.outcome(world)
        return decisions

    return play


STRUCK = 0.25
"""How often somebody strikes before a pass."""
MODES = ("grand-master", "grasshopper")
TABLES = (4, 8)
"""The numbers of seats at which ``tack`` is played."""


class Series:
    """Games of one way to play, one after the other: the same deals and choices in every series."""

    def __init__(self, way: Way, seed: int) -> None:
        self.way = way
        self.seed = seed
        self.draw = random.Random(seed).random

    def __call__(self) -> int:
        """The next game; the number of decisions."""
        self.seed += 1
        return self.way(self.seed, self.draw)


def rate(way: Way, seconds: float, seed: int) -> Rate:
    """Decisions and games a second."""
    decisions, games = clock.rate(Series(way, seed), seconds)
    return Rate(decisions=decisions, games=games)


# -- what is timed


def middle_of_clans(seed: int, decisions: int) -> World:
    """A watched world in the middle of a game: the referee's."""
    world = new(GAME, SEATS, seed, watched=True)
    finish_by_act(world, random.Random(seed).random, decisions)
    if world.ask is None:
        raise RuntimeError(f"the game of seed {seed} does not last {decisions} decisions")
    return world


def usual_middle(seed: int, games: int = 20) -> int:
    """Half the mean number of decisions in a game."""
    draw = random.Random(seed).random
    return sum(game_by_act(seed + one, draw) for one in range(games)) // (2 * games)


class Imagining:
    """Imagines worlds for a view, each from a seed of its own."""

    def __init__(self, world: World, seat: int) -> None:
        self.view = look(world, seat)
        self.seed = 0

    def __call__(self) -> World:
        """The next world."""
        self.seed += 1
        return imagine(self.view, self.seed)


def asked_seat(world: World) -> int:
    """The seat that has to answer."""
    assert world.ask is not None
    return world.ask.seats[0]


def calls_on(world: World) -> dict[str, Callable[[], object]]:
    """What is timed on a world in the middle of its game."""
    seat = asked_seat(world)
    return {
        "copy": world.copy,
        "look": lambda: look(world, seat),
        "imagine": Imagining(world, seat),
    }


def copy_and_decide(world: World, rng: random.Random) -> Callable[[], object]:
    """A copy and one answer in it: then the zones that the answer touches are copied as well."""
    assert world.ask is not None
    allowed = world.ask.options
    draw = rng.random

    def call() -> None:
        act(world.copy(), allowed[int(draw() * len(allowed))])

    return call


def times_on_clans(seconds: float, seed: int) -> dict[str, float]:
    """Microseconds of each call in the middle of a game of ``clans``."""
    world = middle_of_clans(seed, usual_middle(seed))
    calls = calls_on(world)
    calls["copy and answer"] = copy_and_decide(world, random.Random(seed))
    return {name: clock.microseconds(call, seconds) for name, call in calls.items()}


def scaling_times(seconds: float, seed: int, sizes: Sequence[int]) -> dict[str, list[float]]:
    """Microseconds of copy, look and imagine for each size of the deck."""
    times: dict[str, list[float]] = {}
    for size in sizes:
        for name, call in calls_on(scaling.middle(size, seed)).items():
            took = clock.microseconds(call, seconds * SHARE_OF_A_SIZE)
            times.setdefault(name, []).append(took)
    return times


def measure(
    build: str,
    seconds: float,
    seed: int,
    sizes: Sequence[int] = scaling.SIZES,
    tables: Iterable[str] = paths.TABLES,
) -> Figures:
    """Every figure of the build that is imported."""
    return Figures(
        build=build,
        python=sys.version.split()[0],
        play={name: rate(way, seconds, seed) for name, way in WAYS.items()},
        wataah={mode: rate(game_of_wataah(mode), seconds, seed) for mode in MODES},
        tack={f"{one} seats": rate(game_of_tack(one), seconds, seed) for one in TABLES},
        paths=paths.measure(seconds * SHARE_OF_A_SIZE, seed, tables),
        microseconds=times_on_clans(seconds, seed),
        sizes=list(sizes),
        scaling=scaling_times(seconds, seed, sizes),
    )


def main() -> None:
    """Check which build this is, measure it, print JSON."""
    parser = argparse.ArgumentParser(description="Measure Tatami on the build that is imported.")
    parser.add_argument("build", choices=("pure", "compiled"), help="refuse to run on another")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a run")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and play")
    parser.add_argument("--tables", default="", help="only those that begin so, by every path")
    given = parser.parse_args()
    if wrong := faults(given.build, files(), Path(tatami.__file__).parent.parent):
        parser.exit(1, f"this is not the {given.build} build:\n  " + "\n  ".join(wrong) + "\n")
    tables = [name for name in paths.TABLES if name.startswith(given.tables)]
    print(json.dumps(measure(given.build, given.seconds, given.seed, tables=tables)))


if __name__ == "__main__":
    main()
