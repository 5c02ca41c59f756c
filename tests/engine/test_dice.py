"""Chance: the same everywhere, without bias."""

from __future__ import annotations

from collections import Counter

import pytest

from tatami.engine.dice import Dice, QuickDice, block, words
from tatami.engine.errors import EngineFault, NeedsChance
from tatami.engine.flow import key_of, new
from tatami.games.clans import GAME


def test_a_block_is_the_same_on_every_machine() -> None:
    assert block(key_of(1), 0).hex().startswith("529d7eed6e297f67")
    assert words(key_of(1), 0)[0] == int(block(key_of(1), 0)[:4].hex(), 16)


def test_dice_are_the_same_for_the_same_key_and_fair() -> None:
    one, two = Dice(key_of(5)), Dice(key_of(5))
    rolled = [one.below(6) for _ in range(6000)]
    assert rolled == [two.below(6) for _ in range(6000)]
    assert all(900 < number < 1100 for number in Counter(rolled).values())


def test_a_world_rolls_the_same_dice() -> None:
    world, dice = new(GAME, 3, 5), Dice(key_of(9))
    world.rekey(key_of(9))
    assert [world.rand(k) for k in range(1, 60)] == [dice.below(k) for k in range(1, 60)]


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_there_is_no_random_number_below_nonsense(n: int) -> None:
    with pytest.raises(EngineFault):
        new(GAME, 3, 1).rand(n)


def test_loaded_numbers_come_first_and_then_are_asked_for() -> None:
    world = new(GAME, 3, 1)
    world.loaded = [4, 2]
    assert (world.rand(6), world.rand(3)) == (4, 2)
    with pytest.raises(NeedsChance) as wanted:
        world.rand(7)
    assert wanted.value.n == 7


def test_quick_dice_throw_the_same_for_a_seed_and_every_side_about_as_often() -> None:
    one, two = QuickDice(7), QuickDice(7)
    thrown = [one.below(6) for _ in range(6000)]
    assert thrown == [two.below(6) for _ in range(6000)]
    assert thrown[:8] == [1, 5, 3, 5, 0, 5, 2, 0]
    assert all(900 < thrown.count(side) < 1100 for side in range(6))
