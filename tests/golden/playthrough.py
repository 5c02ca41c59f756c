"""Whole games as text, in the names of each game; and node counts from fixed deals.

An event that not everybody saw alike ends with who saw it so; the others saw ``?`` for its faces.
Cards that go the same way one after the other stand in one line. Now and then all look at the
table: first what everybody sees, then what else each seat does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from tatami import catalogue
from tatami.engine.dice import Dice
from tatami.engine.flow import act, expire, new, options, waiting
from tatami.engine.game import Game
from tatami.engine.record import record
from tatami.engine.referee import Referee
from tatami.engine.view import View
from tatami.engine.watch import Event
from tatami.engine.world import World
from tatami.testing.inputs import Input, any_input
from tatami.testing.telling import Blind, Names
from tests.fixtures import GAMES
from tests.golden.choices import CHOICES, Choice
from tests.support.tables import tables_of

LOOKS = 5
"""How often all seats look at the table, besides at the end."""
DEPTH = 4
HIDDEN = ("known", "step", "given", "remarks", "back", "winners", "over", "answered", "counting")
"""What a view holds besides, and the lines before it tell."""


class Setup(NamedTuple):
    """A game, its seats and its table options."""

    game: Game
    seats: int
    opts: tuple[int, ...]

    def chosen(self) -> list[str]:
        """The options that are not as usual."""
        settings = zip(self.game.settings, self.opts, strict=True)
        return [f"{s.name}={s.values[value]}" for s, value in settings if value != s.default]

    def key(self) -> str:
        """Its name."""
        return "-".join([self.game.name, str(self.seats), *self.chosen()])

    def without(self, option: str) -> Setup:
        """The same with one option as usual."""
        at = [setting.name for setting in self.game.settings].index(option)
        usual = self.game.defaults()[at]
        return self._replace(opts=(*self.opts[:at], usual, *self.opts[at + 1 :]))


def tables() -> list[Setup]:
    """Every registered game with every number of seats and option; fixtures with one each."""
    registered = [catalogue.find(name).game for name in catalogue.names()]
    found = [Setup(game, seats, opts) for game in registered for seats, opts in tables_of(game)]
    return found + [Setup(game, game.fewest, game.defaults()) for game in GAMES]


def playthrough(setup: Setup) -> str:
    """One game: every input, what each seat saw of it, and all views now and then."""
    choice = CHOICES.get(setup.key(), Choice())
    return "\n".join(Play(setup, choice).lines(whole=True)) + "\n"


@cache
def story(setup: Setup, choice: Choice) -> tuple[str, ...]:
    """The same without views and hash: what was done and what happened."""
    return tuple(Play(setup, choice).lines(whole=False))


class Play:
    """One game that is played and written down."""

    def __init__(self, setup: Setup, choice: Choice) -> None:
        self.setup = setup
        self.choice = choice
        self.names = Names(setup.game, setup.seats, setup.opts)
        self.blind = Blind(setup.game, setup.seats, setup.opts)
        self.referee = Referee(setup.game, setup.seats, choice.seed, setup.opts)
        self.dice = Dice(choice.seed.to_bytes(32, "big"))
        places, faces = self.names.layout.places, setup.game.faces
        self.referee.world.trade(
            [(places[here], faces.index(face), places[there]) for here, face, there in choice.given]
        )

    def lines(self, whole: bool) -> Iterator[str]:
        """The game line by line; ``whole``: with views and the hash of its record."""
        yield f"# {self.setup.game.name} {self.setup.game.version}, {self.setup.seats} seats"
        yield from (f"# {chosen}" for chosen in self.setup.chosen() if whole)
        yield from self._events(0)
        number, every = 0, max(12, self.choice.inputs // LOOKS)
        while not self.referee.over and number < self.choice.inputs:
            if whole and number % every == 0:
                yield from self._views()
            said, since = "", self.referee.happened()
            while not said:
                said = self._given()
            number += 1
            yield f"{number}. {said}"
            yield from self._events(since)
        if whole:
            yield from self._views()
            yield f"winners: {' '.join(map(self.names.seat, self.referee.winners())) or '-'}"
            found = record(self.referee)
            found.format = 1  # another format of records is no other game
            yield f"hash: {found.hash}"

    def _given(self) -> str:
        """Give the next input, and say what it was; nothing where it was refused."""
        given = any_input(self.referee, self.dice)
        if self.dice.below(100) < self.choice.late:
            given = Input("expire")
        said = self.names.input(given)
        for _, offer in self.referee.asks(given.seat) if given.kind == "answer" else []:
            if offer.at == given.at:
                said += f" (of {len(offer.options)})"
        return said if given.give(self.referee) else ""

    # -- what happened

    def _events(self, since: int) -> Iterator[str]:
        """Each event once for all who saw the same, and cards that go one way in one line."""
        told: list[tuple[str, str]] = []
        seats = range(self.setup.seats + 1)
        for seen in zip(*(self.referee.events(seat, since) for seat in seats), strict=True):
            for text, who in self._traded(seen) if seen[0].verb == "trade" else self._seen(seen):
                if told and told[-1][1] == who and (both := joined(told[-1][0], text)):
                    told[-1] = (both, who)
                else:
                    told.append((text, who))
        yield from (f"  {text}{who}" for text, who in told)

    def _seen(self, events: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
        """What was seen of one event, and by whom: what only a spectator's eyes leave out, once."""
        seats: dict[Event, list[str]] = {}
        for seat, event in enumerate(events):
            seats.setdefault(event, []).append(self.names.seat(seat))
        plain = self.names.event(events[-1])
        for event, who in seats.items():
            if len(seats) == 1:
                yield plain, ""
            elif event != events[-1] or any(self.blind.event(one) != plain for one in seats):
                yield self.names.event(event), f" [{' '.join(who)}]"

    def _traded(self, events: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
        """What changed places at one moment: each way that cards went with who saw it so."""
        ways = zip(*map(_ways, events), strict=True)
        told = [f"{text[6:]}{who}" for way in ways for text, who in self._seen(way)]
        yield f"trade {', '.join(told)}", ""

    # -- what is seen

    def _views(self) -> Iterator[str]:
        """What everybody sees, and what else each seat does."""
        public = self._sight(self.referee.view(self.setup.seats))
        yield f"--- all: {'; '.join(f'{what}: {how}' for what, how in public.items())}"
        for seat in range(self.setup.seats):
            sight = self._sight(self.referee.view(seat))
            more = [f"{what}: {how}" for what, how in sight.items() if public.get(what) != how]
            less = [f"{what}: -" for what in public if what not in sight]
            yield f"--- {self.names.seat(seat)}: {'; '.join([*more, *less]) or '-'}"

    def _sight(self, view: View) -> dict[str, str]:
        """What is worth a line of a view: what is there, by its name."""
        found = self.names.sight(view)
        found["rights"] = " ".join(name for name, _, _ in view.rights) or "-"
        return {
            what: how
            for what, how in found.items()
            if how not in ("-", "0") and not what.startswith(HIDDEN)
        }


def _ways(event: Event) -> list[Event]:
    """A trade, cut into one for each way that cards went."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for at in range(0, len(event.args), 3):
        way = event.args[at : at + 3]
        found[way[:2]] = found.get(way[:2], ()) + way
    return [Event("trade", args) for args in found.values()]


MOVED = re.compile(r"([\w-]+)(?:\.(\d+))? > ([\w-]+)(?:\.(\d+))?: (.+)")


def joined(line: str, other: str) -> str:
    """Two moves in one line, where the second goes on where the first ended; else nothing."""
    one, two = MOVED.fullmatch(line), MOVED.fullmatch(other)
    if not one or not two or (one[1], one[3]) != (two[1], two[3]):
        return ""
    cards = len(one[5].split())
    on = [int(two[at] or 0) - int(one[at] or 0) for at in (2, 4)]
    if on not in ([-cards, cards], [-cards, 0], [0, cards], [0, 0]):
        return ""
    return f"{line} {two[5]}"


# -- node counts


def node_counts(setup: Setup) -> list[int]:
    """How many ways there are to answer the next 1, 2, ... asks, from a fixed deal."""
    game, seats, opts = setup
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
        act(twin, option, at)
        total += _nodes(twin, depth - 1)
    return total


# -- options at work


def parting(setup: Setup, option: str) -> tuple[str, str]:
    """Where this game and the same without one of its options first differ: a line of each."""
    choice = CHOICES.get(setup.key(), Choice())
    mine = story(setup, choice)
    inputs = sum(line[0].isdigit() for line in mine)
    other = story(setup.without(option), choice._replace(inputs=inputs + 3))
    for here, there in zip_longest(mine, other, fillvalue="-"):
        if here != there:
            return here, there
    return "", ""
