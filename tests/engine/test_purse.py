"""Empty sealed picks, what cards count together, gaps in the numbers of players, remarks."""

from __future__ import annotations

import pytest

from tatami.engine.book import Book
from tatami.engine.errors import BadRecord, EngineFault, Refusal
from tatami.engine.flow import act, new, part_of, sealed
from tatami.engine.imagine import imagine
from tatami.engine.referee import Referee
from tatami.engine.state import _own_digest, dump, load
from tatami.engine.walk import verdicts
from tatami.testing.brute import clone, compare, reachable, stream
from tatami.testing.inputs import Input
from tests.fixtures.purse import BAG, GAME, LAY, LEFT_HAND, POINT, PURSE, WORTH, total


def ask_of(referee: Referee, seat: int) -> int:
    return referee.asks(seat)[0][0]


# -- how many can play


@pytest.mark.parametrize("seats", [0, 1, 3, 5])
def test_a_game_can_leave_out_numbers_of_players(seats: int) -> None:
    with pytest.raises(ValueError, match="purse is for 2 or 4 players"):
        Referee(GAME, seats, 1)


def test_a_saved_game_of_too_many_is_refused() -> None:
    saved = dump(new(GAME, 2, 1, watched=True))
    for seats in (3, 1, 0, True, "2"):
        forged = {**saved, "seats": seats}
        forged["digest"] = _own_digest(forged)
        with pytest.raises(BadRecord, match="so many cannot play"):
            load(GAME, forged)


# -- picks


def test_an_empty_pick_is_sealed_like_any_other() -> None:
    referee = Referee(GAME, 2, 1)
    assert referee.act([], 0, ask_of(referee, 0))
    assert sealed(referee.world) == ((), None)
    assert not referee.view(0).offers
    assert referee.view(0).given == ((0, ()),)
    assert sealed(imagine(referee.view(0), 5)) == ((), None)


def test_a_pick_does_not_end_because_a_purse_is_empty() -> None:
    """How many there are to pick from is a secret; so the last small pick is always *no more*."""
    world = new(GAME, 2, 1)
    (coin,) = world.faces(PURSE[0])
    act(world, coin)
    assert part_of(world, 0) == (coin,)
    assert sealed(world) == (None, None)
    act(world, LAY.stop)
    assert sealed(world) == ((coin,), None)


def test_a_subset_that_cannot_be_picked_is_refused_with_the_games_reason() -> None:
    referee = Referee(GAME, 2, 1)
    lacking = next(face for face in WORTH if face not in referee.world.faces(PURSE[0]))
    reply = referee.act([lacking], 0, ask_of(referee, 0))
    assert isinstance(reply, Refusal)
    assert (reply.code, reply.clause) == ("no_such_coin", "purse:U1")
    twice = referee.world.faces(PURSE[0]) * 2
    reply = referee.act(twice, 0, ask_of(referee, 0))
    assert isinstance(reply, Refusal)
    assert reply.code == "illegal_option"


def test_one_seat_can_be_asked_for_one_of_its_positions() -> None:
    referee = Referee(GAME, 2, 1)
    for seat in (0, 1):
        referee.act([], seat, ask_of(referee, seat))
    ((_, offer),) = referee.asks(1)
    assert offer.position == LEFT_HAND


# -- what cards count together


def test_what_is_told_to_count_little_must_do_so() -> None:
    world = new(GAME, 2, 1, watched=True)
    most = total(world, 0)
    world.limit(PURSE[0], WORTH, below=most + 1)
    with pytest.raises(EngineFault, match="does count more"):
        world.limit(PURSE[0], WORTH, below=most)


@pytest.mark.parametrize(("seed", "taken"), [(1, False), (2, False), (3, True), (5, True)])
def test_imagine_is_exact_about_purses(seed: int, taken: bool) -> None:
    """By brute force over every deal: those that would have been claimed are never imagined."""
    start = new(GAME, 2, seed, watched=True)
    referee = clone(start)
    inputs: list[Input] = []
    for _ in range(7):
        if referee.over:
            break
        seat = referee.waiting()[0]
        ((_, offer),) = referee.asks(seat)
        answer = offer.question.stop if offer.question is LAY else int(taken) * offer.options[-1]
        given = Input("answer", seat, offer.at, answer, offer.question.key)
        assert given.give(referee)
        inputs.append(given)
    for seat in (0, 1, 2):
        after = clone(start)
        told = stream(after, inputs, seat)
        assert not compare(after, seat, reachable(start, seat, told), 1500)


# -- remarks


def test_a_game_declares_what_can_be_said() -> None:
    referee = Referee(GAME, 2, 1)
    assert referee.remark(0, POINT, (1,))
    for args in ((), (2,), (-1,), (0, 0)):
        assert not referee.remark(0, POINT, args)
    assert not referee.remark(0, "wave", ())
    assert not referee.remark(0, POINT, (1,), "with text")
    assert [remark.args for remark in referee.remarks] == [(1,)]


@pytest.mark.parametrize("key", ["say", "two words", ""])
def test_a_remark_has_a_name_of_its_own(key: str) -> None:
    book = Book("talk")
    with pytest.raises(EngineFault, match="cannot be the name of a remark"):
        book.remark(key, "U3")


def test_a_remark_is_judged_by_the_position_in_which_it_was_made() -> None:
    referee = Referee(GAME, 2, 1)
    assert referee.remark(0, POINT, (1,))
    (coin,) = referee.world.faces(PURSE[0])
    assert referee.remark(0, "say", (), "hello")
    referee.act([coin], 0, ask_of(referee, 0))
    referee.act([], 1, ask_of(referee, 1))
    assert referee.remark(0, POINT, (1,))
    assert verdicts(referee) == [False, None, True]
    assert referee.world.size(BAG) == 4
