"""Every game by every path, over whole games of random play: what bots, browsers and learners pay.

*Rates* are decisions a second: *bare* (options and act), *playout* (the loop in the library), *view
and act* (a view at each decision, then the referee). *Times* are medians in microseconds over
all decisions of some games: a look with the news since the seat's last one in it, the same again
without news, a look without the ledger; the first world imagined from a view, and a further one; a
copy, a copy and one answer. *Growth* is the last quarter of a game over its second. The worst is
told as well. *By bots* are the same times, growth and worst where each game's own bot plays, as the
tables of people are: there the news is that of the next seat; whoever decides has looked already.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from statistics import median
from time import thread_time_ns
from typing import Any, TypeAlias, TypedDict, TypeVar, cast

from benchmarks import clock
from tatami.bots.arena import key_for, play_out
from tatami.bots.base import Bot, Factory
from tatami.bots.playout import playout
from tatami.engine.asking import ONE, Answer
from tatami.engine.flow import act, expire, new, options, waiting
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games import clans, night, tack, wataah
from tatami.games.clans.rules import GAME as CLANS
from tatami.games.night.rules import GAME as NIGHT
from tatami.games.tack.rules import GAME as TACK
from tatami.games.wataah.rules import GAME as WATAAH

GRASSHOPPER = WATAAH.choose_settings({"mode": "grasshopper"})
GRAND_MASTER = WATAAH.choose_settings({"mode": "grand-master"})
FIVE_ROUNDS = NIGHT.choose_settings({"rounds": "5"})
TEN_ROUNDS = TACK.choose_settings({"passes": "8", "rounds": "10"})
T = TypeVar("T")
Table: TypeAlias = tuple[Game, int, tuple[int, ...]]
TABLES: dict[str, Table] = {
    **{f"clans, {seats} seats": (CLANS, seats, ()) for seats in (3, 4, 5)},
    **{f"grasshopper, {seats} seats": (WATAAH, seats, GRASSHOPPER) for seats in (2, 3, 4)},
    **{f"grand-master, {seats} seats": (WATAAH, seats, GRAND_MASTER) for seats in (2, 3, 4)},
    **{f"night, {seats} seats": (NIGHT, seats, FIVE_ROUNDS) for seats in (2, *range(4, 12))},
    **{f"tack, {seats} seats": (TACK, seats, TEN_ROUNDS) for seats in range(4, 9)},
}
"""Every number of seats that each game, or mode of it, can be played with."""
BOTS: dict[str, Factory] = {
    "clans": clans.BOTS["steady"],
    "wataah": wataah.BOTS["sly"],
    "night": night.BOTS["wary"],
    "tack": tack.BOTS["swift"],
}
CALLS = (
    "look with news",
    "look without news",
    "look without ledger",
    "first imagine",
    "further imagine",
    "copy",
    "copy and act",
)
LOOKS = CALLS[:5]
IMAGINED = 4
"""At one decision in so many, worlds are imagined."""
GROWING = ("look with news", "first imagine", "further imagine")


class Paths(TypedDict):
    """What is measured at one table."""

    rates: dict[str, float]
    times: dict[str, float]
    by_bots: dict[str, float]
    worst: dict[str, float]
    worst_by_bots: dict[str, float]
    growth: dict[str, float]
    growth_by_bots: dict[str, float]


def next_part(world: World) -> int:
    """The part of the open ask that is to be answered; counts that run are ended."""
    while world.ask is not None and world.ask.terms.close != ONE:
        if asked := waiting(world):
            return asked[0]
        expire(world)
    return 0


def play(world: World, draw: Callable[[], float], visit: Callable[[World, int], None]) -> int:
    """Play on to the end, with a visit at each decision; their number."""
    decisions = 0
    while True:
        part = next_part(world)
        if world.ask is None:
            return decisions
        allowed = options(world, part)
        if len(allowed) > 1:
            visit(world, part)
            decisions += 1
        act(world, allowed[int(draw() * len(allowed))], part)


def pass_by(world: World, part: int) -> None:
    """Nothing: the bare path."""


class Watching:
    """Times every call at every decision of watched games."""

    def __init__(self, table: Table, draw: Callable[[], float]) -> None:
        self.table = table
        self.draw = draw
        self.games: list[dict[str, list[int]]] = []

    def game(self, seed: int) -> None:
        """One more game."""
        game, seats, opts = self.table
        self.games.append({name: [] for name in CALLS})
        play(new(game, seats, seed, opts, watched=True), self.draw, self.visit)

    def visit(self, world: World, part: int) -> None:
        """Time each call once."""
        assert world.ask is not None
        seat, option = world.ask.seats[part], options(world, part)[0]
        self.look_in(world, seat, seat)
        self._time("copy", world.copy)
        self._time("copy and act", lambda: act(world.copy(), option, part))

    def look_in(self, world: World, seat: int, newcomer: int) -> None:
        """Time what is seen and imagined; the newcomer has not looked since the news came."""
        view = self._time("look with news", lambda: look(world, newcomer))
        self._time("look without news", lambda: look(world, seat))
        self._time("look without ledger", lambda: look(world, seat, ledger=False))
        if len(self.games[-1]["look with news"]) % IMAGINED == 1:
            self._time("first imagine", lambda: imagine(view, 1))
            self._time("further imagine", lambda: imagine(view, 2))

    def game_of_bots(self, seed: int) -> None:
        """One more game, which the game's own bots play."""
        game, seats, opts = self.table
        self.games.append({name: [] for name in CALLS})
        referee = Referee(game, seats, seed, opts)
        make = BOTS[game.name]
        keys = [key_for(seed, 0, f"bot {seat}") for seat in range(seats)]
        bots = [Looking(make(key), referee, self) for key in keys]
        play_out(referee, [cast("Bot", bot) for bot in bots])

    def _time(self, name: str, call: Callable[[], T]) -> T:
        start = thread_time_ns()
        made = call()
        self.games[-1][name].append(thread_time_ns() - start)
        return made

    def all(self, name: str) -> list[int]:
        """The times of one call in all games."""
        return [took for game in self.games for took in game[name]]

    def quarter(self, name: str, number: int) -> float:
        """The median of one call in one quarter of the games."""
        took: list[int] = []
        for game in self.games:
            times = game[name]
            took += times[len(times) * number // 4 : len(times) * (number + 1) // 4]
        return median(took)

    def has_quarters(self) -> bool:
        """Whether some game was long enough for each call to be timed in each of its quarters."""
        return any(min(len(game[name]) for name in GROWING) > 3 for game in self.games)

    def growth(self) -> dict[str, float]:
        """How much more the last quarter of the games costs than the second."""
        return {name: self.quarter(name, 3) / self.quarter(name, 1) for name in GROWING}


class Looking:
    """A bot that does what another does; before each decision looks are timed."""

    def __init__(self, bot: Bot, referee: Referee, watching: Watching) -> None:
        self.bot = bot
        self.referee = referee
        self.watching = watching

    def decide(self, view: View) -> Answer:
        """Time, then decide."""
        world = self.referee.world
        self.watching.look_in(world, view.seat, (view.seat + 1) % world.seats)
        return self.bot.decide(view)

    def __getattr__(self, name: str) -> Any:
        """Talk, plan and hear as the other, where it does."""
        return getattr(self.bot, name)


def times_by_bots(table: Table, seconds: float, seed: int) -> Watching:
    """Whole games of bots until the time is up, at least one that has quarters."""
    watching = Watching(table, random.Random(seed).random)
    began = thread_time_ns()
    while not watching.has_quarters() or thread_time_ns() - began < seconds * 1e9:
        seed += 1
        watching.game_of_bots(seed)
    return watching


def times_at(table: Table, seconds: float, seed: int) -> Watching:
    """Whole games until the time is up, at least one that has quarters."""
    watching = Watching(table, random.Random(seed).random)
    began = thread_time_ns()
    while not watching.has_quarters() or thread_time_ns() - began < seconds * 1e9:
        seed += 1
        watching.game(seed)
    return watching


def rates_at(table: Table, seconds: float, seed: int) -> dict[str, float]:
    """Decisions a second on each path."""
    game, seats, opts = table
    draw = random.Random(seed).random
    deals = iter(range(seed, seed + 1_000_000))

    def bare() -> int:
        return play(new(game, seats, next(deals), opts), draw, pass_by)

    def inside() -> int:
        return playout(new(game, seats, next(deals), opts), next(deals))

    def with_views() -> int:
        return play_by_views(Referee(game, seats, next(deals), opts), draw)

    ways = {"bare": bare, "playout": inside, "view and act": with_views}
    return {name: clock.rate(way, seconds, games=1)[0] for name, way in ways.items()}


def play_by_views(referee: Referee, draw: Callable[[], float]) -> int:
    """A whole game on the checked path; whoever is asked looks first."""
    decisions = 0
    while not referee.over:
        asked = referee.waiting()
        if not asked:
            referee.expire(referee.turn)
            continue
        view = referee.view(asked[0])
        ask = next(number for number, one in referee.asks(asked[0]) if one.at == view.offers[0].at)
        allowed = view.offers[0].options
        decisions += len(allowed) > 1
        if not referee.act(allowed[int(draw() * len(allowed))], asked[0], ask):
            raise RuntimeError("the referee refused one of its own options")
    return decisions


def measure_at(table: Table, seconds: float, seed: int) -> Paths:
    """All figures of one table."""
    watching, by_bots = times_at(table, seconds, seed), times_by_bots(table, seconds, seed)
    return Paths(
        rates=rates_at(table, seconds, seed),
        times={name: median(watching.all(name)) / 1000 for name in CALLS},
        by_bots={name: median(by_bots.all(name)) / 1000 for name in LOOKS},
        worst={name: max(watching.all(name)) / 1000 for name in CALLS},
        worst_by_bots={name: max(by_bots.all(name)) / 1000 for name in LOOKS},
        growth=watching.growth(),
        growth_by_bots=by_bots.growth(),
    )


def measure(seconds: float, seed: int, tables: Iterable[str] = TABLES) -> dict[str, Paths]:
    """All tables, or some."""
    return {name: measure_at(TABLES[name], seconds, seed) for name in tables}
