"""Speed of other card-game libraries under uniformly random play.

A *decision* is one answered choice of a player who had at least two legal
actions. The options are listed before every move. Forced moves and chance
events are played too, and their time is paid, but they are not counted.

Each number is the best of three runs of about ``seconds`` each, taken after a
warm-up, so that other work on the machine weighs on it as little as possible.
A run starts no new game once its time is up; the game in hand is finished.
Copies are made of one game stopped halfway through its usual number of
decisions.

Run it as ``python benchmarks/peers.py --seconds 1``.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import os
import random
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple, Protocol

RUNS = 3
WARM_UP_GAMES = 2
COPIES_PER_CLOCK_READING = 16
TRIES_FOR_A_MIDDLE = 100
COUNTED = 200
"""So many games are played to know how many decisions one has."""
WHOLE_GAME = 100_000
"""More decisions than any game here can ask for: a bound, never reached."""


class Row(NamedTuple):
    """What was measured for one game of one library."""

    name: str
    decisions_per_second: float
    games_per_second: float
    copies_per_second: float | None
    note: str


class Peer(Protocol):
    """One game of one library, ready to be played at random."""

    name: str
    note: str
    batch: int
    """How many games a whole ``play`` is."""

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Play a new game for at most ``stop`` decisions; return their number."""

    def is_over(self) -> bool:
        """Tell whether the game last played has come to its end."""

    def copier(self) -> Callable[[], object] | None:
        """Return what copies the game last played, or None if nothing can."""


class OpenSpiel:
    """A game of OpenSpiel, driven through its Python binding.

    Chance events are drawn as its documentation does it: by the probabilities of
    ``chance_outcomes()``. With ``uniform`` they are drawn from the plain list of
    outcomes instead, which is quicker and right where all are equally likely;
    ``check_chance`` makes sure of that.
    """

    batch = 1

    def __init__(
        self, game: str, rng: random.Random, remark: str = "", uniform: bool = False
    ) -> None:
        """Load ``game``, which may carry parameters in brackets."""
        self._game: Any = import_module("pyspiel").load_game(game)
        self._random = rng.random
        self._state: Any = None
        self._uniform = uniform
        self.name = f"OpenSpiel {game.partition('(')[0]}"
        self.note = f"open_spiel {version('open_spiel')}, state.clone(){remark}"
        if uniform:
            self.name += " (uniform chance)"
            self.check_chance()

    def check_chance(self) -> None:
        """Play one game and refuse any chance event that is not uniform."""
        state = self._game.new_initial_state()
        while options := state.legal_actions():
            if state.is_chance_node():
                chances = [chance for _, chance in state.chance_outcomes()]
                if len(chances) != len(options) or max(chances) - min(chances) > 1e-9:
                    raise RuntimeError(f"{self.name}: a chance event is not uniform")
            state.apply_action(options[int(self._random() * len(options))])

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Play a new game for at most ``stop`` decisions; return their number."""
        state = self._state = self._game.new_initial_state()
        return self._play_uniform(state, stop) if self._uniform else self._play(state, stop)

    def _play(self, state: Any, stop: int) -> int:
        draw = self._random
        decisions = 0
        while decisions < stop:
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), draw()))
                continue
            if not (options := state.legal_actions()):
                state.returns()
                break
            count = len(options)
            if count > 1:
                decisions += 1
            state.apply_action(options[int(draw() * count)])
        return decisions

    def _play_uniform(self, state: Any, stop: int) -> int:
        draw = self._random
        decisions = 0
        while decisions < stop and (options := state.legal_actions()):
            count = len(options)
            if count > 1 and state.current_player() >= 0:
                decisions += 1
            state.apply_action(options[int(draw() * count)])
        if not options:
            state.returns()
        return decisions

    def is_over(self) -> bool:
        """Tell whether the game last played has come to its end."""
        return bool(self._state.is_terminal())

    def copier(self) -> Callable[[], object]:
        """Return the state's own way of copying itself."""
        clone: Callable[[], object] = self._state.clone
        return clone


class InsideOpenSpiel:
    """A game of OpenSpiel that its own C++ plays to the end, many at a call: its rollouts.

    From Python they are reached through its search alone: one with a single simulation evaluates
    the position itself, by so many random games from there. Python counts no decisions in them, so
    each counts as many as the games of ``OpenSpiel`` have on average. All begin with the same
    cards, which were dealt before.
    """

    batch = 64

    def __init__(self, game: str, rng: random.Random) -> None:
        """Play some games from outside, to know how long they are; deal."""
        spiel: Any = import_module("pyspiel")
        self._outside = OpenSpiel(game, rng)
        self._mean = sum(self._outside.play() for _ in range(COUNTED)) / COUNTED
        loaded: Any = spiel.load_game(game)
        self._dealt: Any = loaded.new_initial_state()
        while self._dealt.is_chance_node():
            self._dealt.apply_action(drawn(self._dealt.chance_outcomes(), rng.random()))
        rollouts: Any = spiel.RandomRolloutEvaluator(self.batch, rng.randrange(1 << 30))
        seed = rng.randrange(1 << 30)
        self._search: Any = spiel.MCTSBot(loaded, rollouts, 1.0, 1, 10, False, seed, False)
        self.name = f"{self._outside.name} (inside C++)"
        self.note = f"open_spiel {version('open_spiel')}, RandomRolloutEvaluator, one deal"

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Whole games from inside; one that is stopped halfway from outside."""
        if stop < WHOLE_GAME:
            return self._outside.play(stop)
        self._search.mcts_search(self._dealt)
        return round(self.batch * self._mean)

    def is_over(self) -> bool:
        """Tell whether the game last played from outside has come to its end."""
        return self._outside.is_over()

    def copier(self) -> None:
        """Return None: copies are those of ``OpenSpiel``."""
        return


def drawn(outcomes: list[tuple[int, float]], lot: float) -> int:
    """Return the outcome that a random number from 0 to 1 falls on."""
    for action, chance in outcomes:
        lot -= chance
        if lot < 0:
            return action
    return outcomes[-1][0]


class RLCard:
    """Gin rummy of RLCard, driven through its environment.

    The whole environment cannot be deep-copied (it holds a module), but the
    game inside it can, and that is all there is to a position.

    The environment is what RLCard gives its users. Stepping the inner game by
    hand, past the environment, spares the observations: see ``BareRLCard``.
    """

    batch = 1

    def __init__(self, seed: int, rng: random.Random) -> None:
        """Make the environment; ``seed`` rules its deals, ``rng`` the play."""
        self._env: Any = import_module("rlcard").make("gin-rummy", {"seed": seed})
        self._random = rng.random
        self.name = "RLCard gin-rummy"
        self.note = (
            f"rlcard {version('rlcard')}, encodes an observation at every step, deepcopy(env.game)"
        )

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Play a new game for at most ``stop`` decisions; return their number."""
        draw = self._random
        step = self._env.step
        state, _ = self._env.reset()
        decisions = 0
        while decisions < stop and (options := state["raw_legal_actions"]):
            count = len(options)
            if count > 1:
                decisions += 1
            state, _ = step(options[int(draw() * count)])
        if not options:
            self._env.get_payoffs()
        return decisions

    def is_over(self) -> bool:
        """Tell whether the game last played has come to its end."""
        return bool(self._env.is_over())

    def copier(self) -> Callable[[], object]:
        """Return a deep copy of the game, shown to be at the same move."""
        game = self._env.game
        if len(copy.deepcopy(game).actions) != len(game.actions):
            raise RuntimeError("RLCard: the copy is not at the same move")
        return lambda: copy.deepcopy(game)


class BareRLCard(RLCard):
    """The same game without its environment: no encoded observations."""

    def __init__(self, seed: int, rng: random.Random) -> None:
        """Make the environment and use only the game in it."""
        super().__init__(seed, rng)
        self.name += " (bare game)"
        self.note = f"rlcard {version('rlcard')}, env.game alone, deepcopy(env.game)"

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Play a new game for at most ``stop`` decisions; return their number."""
        draw = self._random
        game = self._env.game
        legal, step = game.judge.get_legal_actions, game.step
        game.init_game()
        decisions = 0
        while decisions < stop and (options := legal()):
            count = len(options)
            if count > 1:
                decisions += 1
            step(options[int(draw() * count)])
        if not options:
            self._env.get_payoffs()
        return decisions


class PettingZoo:
    """Gin rummy of PettingZoo, which wraps RLCard's.

    Its environment is pickled by the arguments that made it, so a deep copy
    comes back unstarted instead of in mid-game: there is no copy to measure.
    """

    batch = 1

    def __init__(self, seed: int, rng: random.Random) -> None:
        """Make the environment; ``seed`` rules its deals, ``rng`` the play."""
        self._env: Any = import_module("pettingzoo.classic.gin_rummy_v4").env()
        self._env.reset(seed=seed)
        self._random = rng.random
        self.name = "PettingZoo gin_rummy"
        self.note = (
            f"pettingzoo {version('pettingzoo')}, encodes an observation and a mask "
            "at every step, deepcopy loses the game"
        )

    def play(self, stop: int = WHOLE_GAME) -> int:
        """Play a new game for at most ``stop`` decisions; return their number."""
        draw = self._random
        last, step = self._env.last, self._env.step
        self._env.reset()
        decisions = 0
        while decisions < stop:
            observation, _, terminated, truncated, _ = last()
            if terminated or truncated:
                break
            options = observation["action_mask"].nonzero()[0]
            count = len(options)
            if count > 1:
                decisions += 1
            step(options[int(draw() * count)])
        return decisions

    def is_over(self) -> bool:
        """Tell whether the game last played has come to its end."""
        return any(self._env.terminations.values())

    def copier(self) -> None:
        """Return None: no copy keeps the game."""
        return


def makers(seed: int) -> list[Callable[[], Peer]]:
    """List what makes each peer, so that only one is alive at a time.

    OpenSpiel's bridge puts a double-dummy solver in place of the card play
    unless told not to; here all thirteen tricks are played.
    """

    def rng() -> random.Random:
        return random.Random(seed)

    bridge = "bridge(use_double_dummy_result=False)"
    return [
        lambda: OpenSpiel("gin_rummy", rng()),
        lambda: OpenSpiel("hearts", rng()),
        lambda: OpenSpiel(bridge, rng(), ", card play in full, no solver"),
        lambda: OpenSpiel("gin_rummy", rng(), uniform=True),
        lambda: OpenSpiel("hearts", rng(), uniform=True),
        lambda: InsideOpenSpiel("hearts", rng()),
        lambda: RLCard(seed, rng()),
        lambda: BareRLCard(seed, rng()),
        lambda: PettingZoo(seed, rng()),
    ]


def run_games(peer: Peer, seconds: float) -> tuple[float, float]:
    """Play games for ``seconds``; return decisions and games per second."""
    decisions = games = 0
    elapsed = 0.0
    start = time.perf_counter()
    while elapsed < seconds:
        decisions += peer.play()
        games += peer.batch
        elapsed = time.perf_counter() - start
    return decisions / elapsed, games / elapsed


def run_copies(duplicate: Callable[[], object], seconds: float) -> float:
    """Copy for ``seconds``; return copies per second."""
    copies = 0
    elapsed = 0.0
    start = time.perf_counter()
    while elapsed < seconds:
        for _ in range(COPIES_PER_CLOCK_READING):
            duplicate()
        copies += COPIES_PER_CLOCK_READING
        elapsed = time.perf_counter() - start
    return copies / elapsed


def reach_middle(peer: Peer, decisions: int) -> None:
    """Leave ``peer`` in a game that goes on after ``decisions`` decisions."""
    for _ in range(TRIES_FOR_A_MIDDLE):
        peer.play(decisions)
        if not peer.is_over():
            return
    raise RuntimeError(f"{peer.name}: no game lasts {decisions} decisions")


def warm_up(peer: Peer) -> None:
    """Play a few games outside the clock and see that they end."""
    for _ in range(WARM_UP_GAMES):
        peer.play()
        if not peer.is_over():
            raise RuntimeError(f"{peer.name}: a whole game did not end")


def measure_peer(peer: Peer, seconds: float) -> Row:
    """Warm up, then take the best of the runs for games and for copies."""
    warm_up(peer)
    decisions, games = max(run_games(peer, seconds) for _ in range(RUNS))
    reach_middle(peer, max(1, round(decisions / games / 2)))
    duplicate = peer.copier()
    copies = None
    if duplicate is not None:
        copies = max(run_copies(duplicate, seconds) for _ in range(RUNS))
    return Row(peer.name, decisions, games, copies, peer.note)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Hide the banners, warnings and prints of third-party libraries."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def measure(seconds: float, seed: int) -> list[Row]:
    """Measure every peer, best of three runs of about ``seconds`` each.

    The same ``seed`` deals and plays the same games, as many of them as the
    time allows.
    """
    with quiet():
        return [measure_peer(make(), seconds) for make in makers(seed)]


def table(rows: list[Row]) -> str:
    """Lay the rows out as text, one line each under a heading."""
    lines = [f"{'':38}{'decisions/s':>13}{'games/s':>10}{'copies/s':>12}  note"]
    for row in rows:
        copies = row.copies_per_second
        shown = "-" if copies is None else f"{copies:,.0f}"
        lines.append(
            f"{row.name:38}{row.decisions_per_second:>13,.0f}"
            f"{row.games_per_second:>10,.1f}{shown:>12}  {row.note}"
        )
    return "\n".join(lines)


def main() -> None:
    """Read the options, measure, print the table."""
    parser = argparse.ArgumentParser(description="Measure other card-game libraries.")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a run")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and play")
    options = parser.parse_args()
    try:
        rows = measure(options.seconds, options.seed)
    except ModuleNotFoundError as missing:
        parser.exit(1, f"the peers are not all installed: {missing}\n")
    print(table(rows))


if __name__ == "__main__":
    main()
