"""Games that step together: the same as each alone."""

from __future__ import annotations

import pytest

import tatami
from tatami.bots.playout import playout
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


class Rows:
    """The rows of a batch, kept as whoever has arrays keeps them."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.rows = [[0] * batch.encoding.size for _ in range(batch.number)]
        self.follow()

    def follow(self) -> list[list[int]]:
        """Take in what has changed."""
        batch = self.batch
        cleared, news = iter(batch.cleared), iter(zip(batch.places, batch.values, strict=True))
        for row, clears, size in zip(self.rows, batch.clears, batch.sizes, strict=True):
            for _ in range(clears):
                row[next(cleared)] = 0
            for _ in range(size):
                place, value = next(news)
                row[place] = value
        assert [*cleared, *news] == []
        return [row[:] for row in self.rows]

    def again(self) -> tuple[object, ...]:
        """What the batch says of its games as they are: actions have no order."""
        batch = self.batch
        batch._forget()
        for at in range(batch.number):
            batch._look(at)
        return self.follow(), sorted(batch.allowed), batch.choices, batch.seats


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("order", [False, True])
def test_all_that_a_batch_holds_is_what_each_game_alone_would_give(name: str, order: bool) -> None:
    """Written bit by bit, over the ends of games, and from nothing: the rows are the same."""
    encoding = Encoding(tatami.load(name), 4, order=order)
    batch, dice = Batch(encoding, NUMBER, bytes(32), 50), Dice(bytes(32))
    rows = Rows(batch)
    for _ in range(80):
        for at, turns in enumerate(batch.games):
            assert batch.seats[at] == turns.seat
            assert rows.rows[at] == encoding.row(turns.w, turns.seat)
        batch.step(choices(batch, dice))
        rows.follow()
    assert min(batch.dealt) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_with_the_ledger_rows_are_those_of_views(name: str) -> None:
    encoding = Encoding(tatami.load(name), 4, ledger=True, order=True)
    batch, dice = Batch(encoding, 3, bytes(32), 60), Dice(bytes(32))
    rows = Rows(batch)
    for _ in range(70):
        for at, turns in enumerate(batch.games):
            assert rows.rows[at] == encoding.row_of(look(turns.w, turns.seat))
        batch.step(choices(batch, dice))
        rows.follow()


def test_a_card_of_which_one_does_not_know_whose_it_was_lies_in_no_zone_of_a_row() -> None:
    """Late among four Grand Masters there are more of these than zones at the end of the layout."""
    encoding = Encoding(tatami.load("wataah"), 4, ledger=True)
    batch, dice = Batch(encoding, 1, bytes(32)), Dice(bytes(32))
    rows, most = Rows(batch), 0
    while batch.dealt == [1]:
        [turns] = batch.games
        view = look(turns.w, turns.seat)
        most = max(most, len(view.facts[1]))
        if len(view.facts[1]) > 12:
            assert rows.rows[0] == encoding.row_of(view)
        batch.step(choices(batch, dice))
        rows.follow()
    assert most > 18


@pytest.mark.parametrize("name", GAMES)
def test_games_that_are_copied_in_between_change_nothing(name: str) -> None:
    """A search copies the world of a batch, and plays on in the copy: zones are shared."""
    encoding = Encoding(tatami.load(name), 4)
    batch, dice = Batch(encoding, 2, bytes(32)), Dice(bytes(32))
    rows = Rows(batch)
    for _ in range(30):
        for turns in batch.games:
            playout(turns.w.copy(), 1, 1000)  # nobody strikes the gong: it would never end
        assert rows.again()[0] == [encoding.row(t.w, t.seat) for t in batch.games]
        batch.step(choices(batch, dice))
        rows.follow()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ledger", [False, True])
def test_a_batch_does_not_depend_on_what_its_seats_cannot_see(name: str, ledger: bool) -> None:
    """The scramble test: in the place of each world one that its next seat imagines."""
    encoding = Encoding(tatami.load(name), 4, ledger=ledger)
    batch, dice = Batch(encoding, NUMBER, bytes(32)), Dice(bytes(32))
    rows = Rows(batch)
    for turns in batch.games:
        turns.w = new(encoding.game, 4, 5, None, True)
        turns.settle()
    differ = 0
    for number in range(12):
        before = rows.again()
        truths = [turns.w for turns in batch.games]
        for turns in batch.games:
            turns.w = imagine(look(turns.w, turns.seat), number, watched=True)
            differ += turns.w.face != truths[0].face
        assert rows.again() == before
        for turns, truth in zip(batch.games, truths, strict=True):
            turns.w = truth
        batch.step(choices(batch, dice))
        rows.follow()
        if batch.ended:
            break
    assert differ > 20


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
    assert sum(batch.dealt) == 3


def test_the_same_key_gives_the_same_games_and_another_key_others() -> None:
    seen = []
    for key in (bytes(32), bytes(32), bytes([1] * 32)):
        batch, dice = Batch(Encoding(tatami.load("clans"), 4), 3, key), Dice(bytes(32))
        for _ in range(40):
            batch.step(choices(batch, dice))
        seen.append((batch.places, batch.values))
    assert seen[0] == seen[1] != seen[2]


def test_games_do_not_depend_on_how_they_are_spread_over_batches() -> None:
    encoding = Encoding(tatami.load("clans"), 4)
    whole = Batch(encoding, 3, bytes(32), 20)
    apart = [Batch(encoding, 1, bytes(32), 20), Batch(encoding, 2, bytes(32), 20, 1)]
    for _ in range(60):
        for one in (whole, *apart):
            one.step([one.allowed[sum(one.choices[:at])] for at in range(one.number)])
        together = [turns.w for batch in apart for turns in batch.games]
        for alone, turns in zip(together, whole.games, strict=True):
            assert encoding.row(alone, turns.seat) == encoding.row(turns.w, turns.seat)
            assert alone.key == turns.w.key
    assert whole.dealt == [4, 4, 4]


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    batch, dice = Batch(Encoding(tatami.load("clans"), 4), 2, bytes(32), 5), Dice(bytes(32))
    for _ in range(5):
        batch.step(choices(batch, dice))
    assert batch.ended == batch.cut == [0, 1]
    assert batch.worth == [[0.0] * 4] * 2
