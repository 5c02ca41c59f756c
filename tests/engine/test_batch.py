"""Games that step together: the same as each alone."""

from __future__ import annotations

import pytest

import tatami
from tatami.engine.batch import Batch
from tatami.engine.dice import Dice
from tatami.engine.encoding import Encoding
from tatami.engine.flow import new
from tatami.engine.imagine import imagine
from tatami.engine.look import look

GAMES = ["clans", "wataah", "night", "tack"]
NUMBER = 6


def choices(batch: Batch, dice: Dice) -> list[int]:
    """A random action for each game."""
    found, first = [], 0
    for number in batch.choices:
        found.append(batch.allowed[first + dice.below(number)])
        first += number
    return found


def rows_of(batch: Batch) -> list[dict[int, int]]:
    """What is not 0 of each row."""
    found, first = [], 0
    for size in batch.sizes:
        part = slice(first, first + size)
        found.append(dict(zip(batch.places[part], batch.values[part], strict=True)))
        first += size
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_batch_holds_is_what_each_game_alone_would_give(name: str) -> None:
    encoding = Encoding(tatami.load(name), 4)
    batch, dice = Batch(encoding, NUMBER, bytes(32)), Dice(bytes(32))
    for _ in range(60):
        rows = rows_of(batch)
        for at, turns in enumerate(batch.games):
            assert batch.seats[at] == turns.seat
            row = encoding.row(turns.w, turns.seat)
            assert [rows[at].get(place, 0) for place in range(encoding.size)] == row
        batch.step(choices(batch, dice))


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_does_not_depend_on_what_its_seats_cannot_see(name: str) -> None:
    """The scramble test: in the place of each world one that its next seat imagines."""
    encoding = Encoding(tatami.load(name), 4)
    batch, dice = Batch(encoding, NUMBER, bytes(32)), Dice(bytes(32))
    for turns in batch.games:
        turns.w = new(encoding.game, 4, 5, None, True)
        turns.settle()
    differ = 0
    for number in range(12):
        before = again(batch)
        truths = [turns.w for turns in batch.games]
        for turns in batch.games:
            turns.w = imagine(look(turns.w, turns.seat), number, watched=True)
            differ += turns.w.face != truths[0].face
        assert again(batch) == before
        for turns, truth in zip(batch.games, truths, strict=True):
            turns.w = truth
        batch.step(choices(batch, dice))
        if batch.ended:
            break
    assert differ > 20


def again(batch: Batch) -> tuple[object, ...]:
    """What the batch says of its games as they are, once it is spread: lists have an order."""
    batch._forget()
    for at in range(batch.number):
        batch._look(at)
    return rows_of(batch), sorted(batch.allowed), batch.choices, batch.seats


@pytest.mark.parametrize("name", GAMES)
def test_what_has_ended_is_told_and_dealt_anew(name: str) -> None:
    batch, dice = Batch(Encoding(tatami.load(name), 4), 2, bytes(32)), Dice(bytes(32))
    while not batch.ended:
        before = [turns.seat for turns in batch.games]
        batch.step(choices(batch, dice))
    at = batch.ended[0]
    assert batch.cut == []
    assert abs(sum(batch.worth[0])) < 1e-9
    assert any(batch.worth[0])
    read = batch.encoding.decode(batch.final[0])
    assert read["over"] == {"over": 1}
    assert read["seat"] == {f"s{before[at]}": 1}
    assert batch.steps[at] == 0
    assert batch.dealt == 3


def test_the_same_key_gives_the_same_games_and_another_key_others() -> None:
    seen = []
    for key in (bytes(32), bytes(32), bytes([1] * 32)):
        batch, dice = Batch(Encoding(tatami.load("clans"), 4), 3, key), Dice(bytes(32))
        for _ in range(40):
            batch.step(choices(batch, dice))
        seen.append((batch.places, batch.values))
    assert seen[0] == seen[1] != seen[2]


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    batch, dice = Batch(Encoding(tatami.load("clans"), 4), 2, bytes(32), 5), Dice(bytes(32))
    for _ in range(5):
        batch.step(choices(batch, dice))
    assert batch.ended == batch.cut == [0, 1]
    assert batch.worth == [[0.0] * 4] * 2
