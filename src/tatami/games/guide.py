"""What a game can tell a search, all of it optional, and the levels of its bots.

A search works without any of this: it then plays at random to the end. What a game tells makes it
realistic (a bot to improve on), quick (a light playout, an end before the game's) or wise (what a
position is worth, which imagined worlds are likely).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeAlias

from tatami.engine.asking import Answer
from tatami.engine.ids import Zone
from tatami.engine.view import View
from tatami.engine.world import World


class Player(Protocol):
    """Answers the first thing that a view asks of its seat."""

    def decide(self, view: View) -> Answer:
        """An option of ``view.offers[0]``, or a whole pick."""
        ...


Maker: TypeAlias = Callable[[bytes], Player]
"""Makes a player from a key for its own randomness."""
Reward: TypeAlias = Callable[[World], list[float]]
"""What a position is worth to each seat, from 0 to 1."""
Scale: TypeAlias = Callable[[World], float]
"""How many points are much, at a table with these options."""


class Belief:
    """Which worlds are likely: a weight for each, and the places on which it rests."""

    def __init__(self, zones: list[Zone], weight: Callable[[World], float]) -> None:
        self.zones = zones
        self.weight = weight


WHIM: Final = 26
"""How many of 256 answers of a playout are left to chance, so that not all go the same way."""


class Guide:
    """What a game tells a search about itself."""

    def __init__(
        self,
        prior: Maker | None = None,
        *,
        scale: Scale | None = None,
        evaluate: Reward | None = None,
        until: Callable[[View, World], bool] | None = None,
        light: Callable[[World, int], list[float]] | None = None,
        candidates: Callable[[View, Answer], list[Answer]] | None = None,
        beliefs: Callable[[View], Belief] | None = None,
        whim: int = WHIM,
        facts: bool = False,
    ) -> None:
        self.prior = prior
        """Who is improved on, and who plays on in playouts: the game's own bot."""
        self.scale = scale
        """The lead in points that counts three quarters of the way from a tie to a certain win.

        An end is worth half the victory and half the lead; the victory alone where the game has no
        points."""
        self.evaluate = evaluate
        """What a position is worth in which a playout stops before the end."""
        self.until = until
        """Whether a playout that began at a view may stop in a world; else it goes to the end."""
        self.light = light
        """Plays a world on in its own way, from a seed: what that came to for each seat."""
        self.candidates = candidates
        """The answers to weigh, beside the bot's; else all, or for a pick those near the bot's."""
        self.beliefs = beliefs
        """From a view: which of the worlds that could be are likely, by what was said and done."""
        self.whim = whim
        self.facts = facts
        """Whether the bot asks what may lie hidden, so that playouts must tell."""


def blended(won: list[float], points: list[float], scale: float) -> list[float]:
    """Half a victory, half the lead over the best of the others, squashed."""
    found: list[float] = []
    for seat, mine in enumerate(points):
        lead = (mine - max(points[:seat] + points[seat + 1 :])) / scale
        found.append(0.5 * won[seat] + 0.5 * squashed(lead))
    return found


def squashed(lead: float) -> float:
    """A lead as a number from 0 to 1; a tie is a half."""
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


class Level(NamedTuple):
    """A level of a game's bots: how it plays, how often it slips, how much it searches."""

    name: str
    plays: Maker
    slips: int = 0
    """How many of 256 answers are left to chance."""
    simulations: int = 0
    """How many simulations a decision gets; none: it plays by rule."""
    most: int = 0
    """How many at most where a clock says how long it may think; none: as many as without one."""
