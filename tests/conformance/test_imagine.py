"""``imagine`` reaches exactly what a seat cannot exclude, by brute force on small decks."""

from __future__ import annotations

import pytest

from tatami.engine.dice import Dice
from tatami.engine.flow import counting, new
from tatami.engine.game import Game
from tatami.engine.notation import draw
from tatami.engine.world import World
from tatami.games.clans import GAME as CLANS
from tatami.testing.brute import clone, compare, reachable, stream
from tatami.testing.inputs import Input, any_input
from tests.fixtures import draft, gong, guard, tricks


def play_on(start: World, seed: int, length: int) -> list[Input]:
    """Random inputs from a position: answers, and the end of a count."""
    dice = Dice(seed.to_bytes(32, "big"))
    referee, inputs = clone(start), []
    while len(inputs) < length and not referee.over:
        given = any_input(referee, dice)
        timely = given.kind == "answer" or (given.kind == "expire" and counting(referee.world))
        if timely and given.give(referee):
            inputs.append(given)
    return inputs


def wrong(start: World, inputs: list[Input], seat: int, samples: int = 1500) -> str:
    referee = clone(start)
    told = stream(referee, inputs, seat)
    return compare(referee, seat, reachable(start, seat, told), samples)


FIXTURES = [
    (draft.GAME, 2, (), (2, 4, 7)),
    (tricks.GAME, 2, (0,), (2, 4, 6)),
    (gong.GAME, 3, (0,), (4, 12)),
    (guard.GAME, 2, (1,), (3, 6, 10, 16)),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "seats", "opts", "lengths"), FIXTURES, ids=[f[0].name for f in FIXTURES]
)
def test_imagine_reaches_exactly_what_brute_force_finds(
    game: Game, seats: int, opts: tuple[int, ...], lengths: tuple[int, ...], seed: int
) -> None:
    for length in lengths:
        start = new(game, seats, seed, opts, watched=True)
        inputs = play_on(start, seed, length)
        for seat in range(seats):
            assert not wrong(start, inputs, seat)


@pytest.mark.parametrize(
    "game", [draft.GAME, gong.GAME, tricks.GAME], ids=["draft", "gong", "tricks"]
)
def test_a_spectator_imagines_exactly_what_brute_force_finds(game: Game) -> None:
    start = new(game, 2, 5, watched=True)
    assert not wrong(start, play_on(start, 5, 4), 2)


def test_brute_force_finds_knowledge_that_the_ledger_lacks() -> None:
    """A void that the rules keep silent about: some seat then imagines what cannot be."""
    found = ""
    for seed in range(12):
        start = new(tricks.GAME, 2, seed, (1,), watched=True)
        inputs = play_on(start, seed, 5)
        found = found or wrong(start, inputs, 0, 300) or wrong(start, inputs, 1, 300)
    assert "imagines what cannot be" in found


SMALL = """
clans, 3 seats
deck: Mori
hand-0: Ninja Oda
hand-1: Oda Takeda
hand-2: Ninja
loyalty-0: Oda-loyalty
loyalty-1: Mori-loyalty
loyalty-2: Hojo-loyalty
loyalties: Takeda-loyalty Uesugi-loyalty
army-0-Takeda: Takeda*2
army-1-Oda: Oda
rest: discard
step: clans.turn 0
"""


@pytest.mark.parametrize(("seat", "length"), [(0, 2), (1, 5), (2, 8), (1, 11)])
def test_imagine_is_exact_late_in_war_of_clans(seat: int, length: int) -> None:
    """C19: every hand and loyalty that fits, and no other."""
    start = draw(CLANS, SMALL)
    assert not wrong(start, play_on(start, 3 * length + seat, length), seat, 2500)


BEFORE_A_SKIP = """
clans, 3 seats
hand-0: Ninja*2
hand-1: Oda Takeda
hand-2: Mori
loyalty-0: Oda-loyalty
loyalty-1: Mori-loyalty
loyalty-2: Hojo-loyalty
loyalties: Takeda-loyalty Uesugi-loyalty
army-0-Takeda: Takeda*2
army-1-Oda: Oda
rest: discard
last = s1
step: clans.refill 2
step: clans.third_order 2
step: clans.second_order 2
"""


@pytest.mark.parametrize("seat", range(4))
def test_a_skipped_first_order_shows_a_hand_without_troops(seat: int) -> None:
    """C8, C19: seat 2 moves the last army home to seat 0, who skips: only ninjas can be there."""
    start = draw(CLANS, BEFORE_A_SKIP)
    moved = [
        Input("answer", 2, 0, 5 + 1 * 5 + 3, "second.what"),
        Input("answer", 2, 0, 0, "second.to"),
    ]
    assert not wrong(start, moved, seat)
    after = clone(start)
    stream(after, moved, seat)
    assert after.view(seat).zones[3] == (5, 5)
