"""OpenSpiel's ISMCTS: as an opponent in our games, and what it simulates a second in gin rummy.

As an opponent it is OpenSpiel's Python ISMCTS, as it comes, on our games as ``pyspiel`` knows them
(``tatami.research.openspiel``). It gets a view like every bot; its worlds are drawn by ``imagine``.
It plays them to the end at random by our own compiled loop, which is far quicker than its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tatami.bots.arena import key_for
from tatami.bots.playout import playout
from tatami.engine.asking import Answer
from tatami.engine.dice import SPAN, Dice
from tatami.engine.turns import Turns
from tatami.engine.view import View
from tatami.engine.world import World
from tatami.games.guide import Guide
from tatami.search import Budget, search

if TYPE_CHECKING:
    from benchmarks.strength import Pace

EXPLORES: Final = 2.0
"""OpenSpiel's constant in its own examples."""
LEAST: Final = 2
"""The first simulation only makes the root of the tree."""


def loaded(name: str, seats: int, options: dict[str, str]) -> Any:
    """Our game as ``pyspiel`` knows it."""
    door = import_module("tatami.research.openspiel")
    words = {option.replace("-", "_"): door.word(value) for option, value in options.items()}
    return import_module("pyspiel").load_game(f"tatami_{name}", {"players": seats, **words})


class Playouts:
    """What a position is worth: one random game to its end, by our own loop."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def evaluate(self, state: Any) -> Any:
        """What everybody has in the end."""
        twin: World = state.seats.w.copy()
        if not twin.over:
            twin.rekey(self.dice.below(SPAN).to_bytes(32, "big"))
            playout(twin, self.dice.below(SPAN), twin.game.longest)
        return import_module("numpy").array(twin.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every action is as likely as the next."""
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class Tree:
    """A bot: OpenSpiel's Python ISMCTS on what it sees."""

    def __init__(self, game: Any, key: bytes, pace: Pace) -> None:
        self.game = game
        self.dice = Dice(key)
        self.pace = pace

    def decide(self, view: View) -> Answer:
        """What it finds; a pick is made card by card."""
        offer = view.offers[0]
        if len(offer.options) == 1:
            return offer.options[0]
        planned = max(LEAST, self.pace.planned(offer.question.key))
        start = time.process_time()
        action = int(self._made(view, planned).step(self._state(view)))
        self.pace.note(offer.question.key, planned, time.process_time() - start)
        return action - offer.question.first

    def _made(self, view: View, planned: int) -> Any:
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        luck = import_module("numpy").random.RandomState(self.dice.below(SPAN))
        bot = ismcts.ISMCTSBot(self.game, Playouts(self.dice), EXPLORES, planned, random_state=luck)
        bot.set_resampler(lambda state, player: self._state(view))
        return bot

    def _state(self, view: View) -> Any:
        """A state that the view allows, with what its seat remembers."""
        door = import_module("tatami.research.openspiel")
        w = view.imagine(self.dice.below(SPAN), watched=True)
        turns = Turns(w)
        turns.seat, turns.at = view.seat, view.offers[0].at
        recall = [b"mine" if seat == view.seat else b"theirs" for seat in range(w.seats)]
        watch = w.watch
        assert watch is not None
        state = self.game.new_initial_state()
        with self.game.dealing(door.Seats(w, turns, recall, [len(watch.ops)] * w.seats)):
            state.apply_action(door.DEAL)
        return state


# -- simulations a second

TABLES: Final[dict[str, tuple[str, int, dict[str, str], float]]] = {
    "clans": ("clans", 4, {}, 5.0),
    "grasshopper": ("wataah", 2, {"mode": "grasshopper"}, 5.0),
    "grand-master": ("wataah", 2, {"mode": "grand-master"}, 2.0),
    "night": ("night", 6, {}, 2.0),
}
"""Game, seats, options, and how many times the peer's rate is to be reached."""
SIMULATIONS: Final = 400
"""For each decision, ours and the peer's alike."""
POSITIONS: Final = 12
EVERY: Final = 11
ROUNDS: Final = 3


def views(name: str, seats: int, options: dict[str, str], seed: int) -> Iterator[View]:
    """What is asked in random games: the view of whoever comes next, at one decision in so many."""
    from tatami import catalogue
    from tatami.testing.trial import Trial

    game = catalogue.find(name).game
    while True:
        trial = Trial(game, seats, game.choose_settings(options), seed)
        for number, (referee, _) in enumerate(trial.play()):
            asked = referee.waiting()
            view = referee.view(asked[0]) if asked and number % EVERY == 0 else None
            if view is not None and view.offers and len(view.offers[0].options) > 1:
                yield view
        seed += 1


def ours(table: str, simulations: int) -> float:
    """Seconds a simulation of our search with nothing but random games to the end."""
    name, seats, options, _ = TABLES[table]
    spent, done = 0.0, 0
    for at, view in enumerate(islice(views(name, seats, options, 1), POSITIONS)):
        start = time.process_time()
        done += search(view, Guide(), key_for(1, at, table), Budget(simulations)).done
        spent += time.process_time() - start
    return spent / done


def theirs(game: str, simulations: int) -> float:
    """Seconds a simulation of OpenSpiel's C++ ISMCTS, with its random games to the end."""
    pyspiel = import_module("pyspiel")
    luck = Dice(key_for(1, 0, game))
    spent, done = 0.0, 0
    for at, state in enumerate(islice(_states(pyspiel.load_game(game), luck), POSITIONS)):
        evaluator = pyspiel.RandomRolloutEvaluator(1, at)
        bot = pyspiel.ISMCTSBot(
            at,
            evaluator,
            EXPLORES,
            simulations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
        start = time.process_time()
        bot.step(state)
        spent += time.process_time() - start
        done += simulations
    return spent / done


def _states(game: Any, luck: Dice) -> Iterator[Any]:
    """Positions of random games, at one decision in so many."""
    number = 0
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            allowed = state.legal_actions()
            if not state.is_chance_node() and len(allowed) > 1:
                number += 1
                if number % EVERY == 0:
                    yield state.clone()
            state.apply_action(allowed[luck.below(len(allowed))])


def rates(simulations: int = SIMULATIONS, rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """Simulations a second, the best of some rounds in turn; a table is printed."""
    took: dict[str, list[float]] = {}
    makers: dict[str, Callable[[], float]] = {
        # mypy infers no lambda with a default
        f"OpenSpiel {game}": lambda game=game: theirs(game, simulations)  # type: ignore[misc]
        for game in ("gin_rummy",)
    }
    for table in TABLES:
        # mypy infers no lambda with a default
        makers[table] = lambda table=table: ours(table, simulations)  # type: ignore[misc]
    for _ in range(rounds):
        for name, measure in makers.items():
            took.setdefault(name, []).append(measure())
    return told({name: 1.0 / min(times) for name, times in took.items()})


def told(rate: dict[str, float]) -> list[dict[str, Any]]:
    """The rows, printed and as plain data."""
    peer = rate["OpenSpiel gin_rummy"]
    print("| simulations a second, random games to the end | | times gin rummy | target |")
    print("|---|---|---|---|")
    found: list[dict[str, Any]] = []
    for name, measured in rate.items():
        target = TABLES[name][3] if name in TABLES else None
        row = {"name": name, "rate": measured, "times": measured / peer, "target": target}
        verdict = ""
        if target is not None:
            verdict = f"{target:g}: {'reached' if measured >= target * peer else 'missed'}"
        print(f"| {name} | {measured:,.0f} | {measured / peer:.1f} | {verdict} |")
        found.append(row)
    return found
