"""What a limit still proves once cards have gone unseen, by brute force.

Scripts of draws, thefts, exchanges and limits are played in a world. Beside it, a plain model keeps
every position that the viewer cannot exclude; it knows nothing of ledgers.
"""

from __future__ import annotations

from random import Random

import pytest

from tatami.engine import flow, rules, tale
from tatami.engine.imagine import imagine
from tatami.engine.ledger import Ledger
from tatami.engine.look import look
from tatami.engine.rules import Ask, Book, Chosen, Game, World, Zone
from tatami.engine.state import dump, load
from tatami.engine.tale import BARRED, CAME, MOVED, WENT, Deed, Teller, places_of, shortened
from tatami.testing.brute import weight

BOOK = Book("tale")
SEAT = rules.seats_of(4)
COIN = BOOK.cards("coin", ("two", "three", "four"))
WORTH: dict[int, int] = {coin: worth for worth, coin in enumerate(COIN.all, 2)}
BAG = BOOK.pile("bag", rules.HIDDEN, start=COIN.all * 3)
TABLE = BOOK.pile("table", rules.OPEN)
PURSE = BOOK.hand("purse", each=SEAT)
GO = BOOK.question("go", "X")
ON = GO.verb("go")
SEATS = 3

State = tuple[tuple[int, ...], ...]


@BOOK.step
def begin(w: World, answer: Chosen = None) -> Ask | None:
    return rules.choose(0, GO, [ON.option]) if answer is None else None


def nobody(w: World) -> list[int]:
    return []


GAME = Game(BOOK, version=1, players=(2, 3, 4), begin=begin, outcome=nobody)
ZONES = [BAG, TABLE, *PURSE[:SEATS]]


def total(faces: tuple[int, ...] | list[int]) -> int:
    return sum(WORTH[face] for face in faces)


class Script:
    """A world, and every position that one viewer cannot exclude in it."""

    def __init__(self, viewer: int, seed: int) -> None:
        self.viewer = viewer
        self.dice = Random(seed)
        self.world = flow.new(GAME, SEATS, seed, watched=True)
        self.world.shuffle(BAG)
        self.possible: set[State] = {self.state()}

    def state(self) -> State:
        return tuple(tuple(sorted(self.world.faces(zone))) for zone in ZONES)

    def sees(self, *zones: Zone) -> bool:
        """Whether the viewer sees what lies in one of these places."""
        return any((self.world.layout.sight[zone] >> self.viewer) & 1 for zone in zones)

    def move(self, source: Zone, target: Zone) -> None:
        """A random card goes over."""
        if not self.world.size(source):
            return
        face = self.world.random_face(source)
        if source == BAG:
            face = self.world.top(BAG)
            self.world.draw(BAG, target)
        else:
            self.world.play(source, face, target)
        known = [face] if self.sees(source, target) else COIN.all
        self.possible = {
            moved(state, source, target, one)
            for state in self.possible
            for one in known
            if one in state[source]
        }

    def exchange(self, a: Zone, b: Zone) -> None:
        """A random card of each, at the same moment."""
        if not self.world.size(a) or not self.world.size(b):
            return
        one, two = self.world.random_face(a), self.world.random_face(b)
        self.world.trade([(a, one, b), (b, two, a)])
        known = self.sees(a, b)
        self.possible = {
            moved(taken(taken(state, a, x), b, y), -1, b, x, a, y)
            for state in self.possible
            for x in ([one] if known else COIN.all)
            for y in ([two] if known else COIN.all)
            if x in state[a] and y in state[b]
        }

    def limit(self, zone: Zone, spare: int = 0) -> None:
        """Everybody is told how much the cards count at most."""
        most = total(self.world.faces(zone)) + spare
        self.world.limit(zone, WORTH, below=most + 1)
        self.possible = {state for state in self.possible if total(state[zone]) <= most}

    def anything(self) -> None:
        """Something happens."""
        a, b = self.dice.sample(PURSE[:SEATS], 2)
        kind = self.dice.randrange(8)
        if kind < 2:
            self.move(BAG, a)
        elif kind < 4:
            self.move(a, b)
        elif kind == 4:
            self.exchange(a, b)
        elif kind == 5:
            self.move(a, TABLE)
        else:
            self.limit(a, self.dice.randrange(2))

    def wrong(self, samples: int) -> str:
        """How what the viewer imagines differs from what is possible; empty if it does not."""
        view = look(self.world, self.viewer)
        drawn: dict[State, int] = {}
        for number in range(samples):
            world = imagine(view, number)
            state = tuple(tuple(sorted(world.faces(zone))) for zone in ZONES)
            drawn[state] = drawn.get(state, 0) + 1
        if extra := set(drawn) - self.possible:
            return f"imagines what cannot be: {min(extra)}, {view.facts}"
        ways = {state: weight(view, state) for state in self.possible}
        for state in sorted(self.possible):
            if ways[state] * samples / sum(ways.values()) >= 12 and state not in drawn:
                return f"never imagines {state}, {view.facts}"
        return ""


def taken(state: State, zone: int, face: int) -> State:
    faces = list(state[zone])
    faces.remove(face)
    return (*state[:zone], tuple(faces), *state[zone + 1 :])


def given(state: State, zone: int, face: int) -> State:
    return (*state[:zone], tuple(sorted([*state[zone], face])), *state[zone + 1 :])


def moved(state: State, source: int, target: int, face: int, *more: int) -> State:
    """A card taken from a place (none: -1) and laid in another; then a second place and card."""
    if source >= 0:
        state = taken(state, source, face)
    state = given(state, target, face)
    return given(state, *more) if more else state


A, B, C = PURSE[:SEATS]


def poor(viewer: int, seed: int, number: int = 3) -> Script:
    """A purse of which everybody knows how much it holds at most; the others have one coin."""
    script = Script(viewer, seed)
    for _ in range(number):
        script.move(BAG, A)
    script.move(BAG, B)
    script.move(BAG, C)
    script.limit(A)
    return script


@pytest.mark.parametrize("viewer", range(SEATS + 1))
def test_what_is_left_and_what_was_taken_are_bounded_together(viewer: int) -> None:
    for seed in range(3):
        script = poor(viewer, seed)
        script.move(A, B)
        assert not script.wrong(200)
        script.move(B, C)
        assert not script.wrong(200)
        script.exchange(A, C)
        assert not script.wrong(200)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_one_imagines_exactly_what_can_be(seed: int) -> None:
    script = poor(seed % (SEATS + 1), seed)
    for number in range(9):
        script.anything()
        if number % 4 == 3:
            assert not script.wrong(120)


def deeds(script: Script) -> list[Deed]:
    assert script.world.watch is not None
    return script.world.watch.ledger(script.viewer).tale


def test_a_card_that_comes_back_leaves_no_tale() -> None:
    """And the bar holds as it did."""
    script = poor(SEATS, 4)
    script.move(B, TABLE)
    before = look(script.world, SEATS).facts
    assert before[2]
    script.move(A, B)
    assert deeds(script)
    script.move(B, A)
    assert look(script.world, SEATS).facts == before


def test_a_card_that_comes_back_to_one_that_is_known_leaves_no_tale() -> None:
    """Seat 1 has given one of its own."""
    script = poor(1, 4, 2)
    script.move(B, A)
    script.limit(A)
    script.move(C, TABLE)
    before = look(script.world, 1).facts
    assert before[2]
    script.move(A, C)
    assert deeds(script)
    assert not script.wrong(150)
    script.move(C, A)
    assert not deeds(script)
    assert look(script.world, 1).facts[2][0] == before[2][0]
    assert not script.wrong(150)


def test_whoever_sees_all_that_moves_needs_no_tale() -> None:
    script = poor(0, 1)
    script.move(A, B)
    assert not deeds(script)


def test_a_tale_ends_when_everything_is_seen() -> None:
    script = poor(SEATS, 2)
    script.move(A, B)
    assert places_of(deeds(script)) == {A, B}
    for place in (A, B):
        while script.world.size(place):
            script.move(place, TABLE)
    assert not deeds(script)


def test_a_tale_is_kept_in_a_save_and_in_a_copy() -> None:
    script = poor(SEATS, 2)
    script.move(A, B)
    view = look(script.world, SEATS)
    assert view.facts[3]
    assert look(load(GAME, dump(script.world)), SEATS).facts == view.facts
    assert look(script.world.copy_watched(), SEATS).facts == view.facts
    assert Ledger.of(SEATS, script.world.layout, view.facts).facts() == view.facts


# -- tales by themselves


FIRST = (BARRED, A, 8, 0, 0, 1, 1, 1)


def test_a_bar_that_a_later_one_implies_is_forgotten() -> None:
    later = (BARRED, A, 7, 0, 0, 1, 1, 1)
    theft = (MOVED, A, B, 1)
    assert shortened([FIRST, (MOVED, BAG, A, 1), later, theft]) == [later, theft]
    assert shortened([FIRST, theft, later]) == [FIRST, theft, later]
    assert shortened([FIRST, (WENT, A, 0), later, theft]) == [FIRST, (WENT, A, 0), later, theft]
    assert shortened([later, (CAME, A, 1), FIRST, theft]) == [later, (CAME, A, 1), FIRST, theft]


def test_what_happened_before_the_first_bar_is_forgotten() -> None:
    before = [(MOVED, A, B, 1), (CAME, A, 0), (WENT, B, 0)]
    assert shortened([*before, FIRST, (MOVED, A, B, 1)]) == [FIRST, (MOVED, A, B, 1)]
    assert shortened([*before, FIRST, (MOVED, B, C, 1)]) == []


def test_a_long_tale_forgets_its_first_bars() -> None:
    theft, back = (MOVED, A, B, 1), (MOVED, B, A, 1)
    long = [FIRST, *[theft, back] * tale.LONGEST, FIRST, theft]
    assert shortened(long) == [FIRST, theft]


def test_a_tale_that_takes_too_long_to_tell_excludes_nothing() -> None:
    impossible = {A: [1, 1], B: [1]}
    assert not Teller([FIRST, (MOVED, A, B, 1)], impossible).fits()
    assert Teller([FIRST, (MOVED, A, B, 1)], {A: [0, 1], B: [1]}).fits()
    many = {A: [1] * 3, B: list(range(20))}
    assert Teller([FIRST, (MOVED, A, B, 10)], many).fits()
