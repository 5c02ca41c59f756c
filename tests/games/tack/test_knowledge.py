"""T22: what each seat knows, and that it imagines exactly what it cannot exclude."""

from __future__ import annotations

from itertools import product

import pytest

from tatami.engine.flow import counting
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.referee import Referee
from tatami.engine.world import World
from tatami.games.tack.rules import GAME
from tatami.games.tack.zones import HAND
from tests.games.tack.positions import ATTACK, NINJA, call, passed, table

HANDS = "RROY ROYG ROGG YYGO"


def hands_of(w: World) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(w.faces(HAND[seat])) for seat in range(w.seats))


def after_a_pass(start: Referee, end: Referee, seat: int, card: int) -> set[object]:
    """Every position that one pass can lead to, as far as a seat can tell, by brute force."""
    view = start.view(seat)
    got = end.view(seat).zones[HAND[seat]]
    worlds = {hands_of(w): w for w in (imagine(view, number) for number in range(4000))}
    found: set[object] = set()
    for w in worlds.values():
        kinds = [[card] if one == seat else w.kinds_in(HAND[one]) for one in range(w.seats)]
        for picks in product(*kinds):
            twin = w.copy()
            twin.trade([(HAND[s], picks[s], HAND[(s + 1) % w.seats]) for s in range(w.seats)])
            if tuple(twin.faces(HAND[seat])) == got:
                found.add(hands_of(twin))
    return found


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    """T22"""
    game = Referee(GAME, 7, 5)
    for seat in range(8):
        for other in range(7):
            seen = game.view(seat).zones[HAND[other]]
            assert (seen == tuple(game.world.faces(HAND[other]))) == (seat == other)
            assert seat == other or seen == (-1,) * 4


def test_after_a_pass_a_seat_imagines_only_what_can_be() -> None:
    """T22: what it passed lies with the left neighbour, what it holds lies nowhere else."""
    game = table(HANDS)
    passed(game, "YGRO")
    view = game.view(0)
    for seed in range(300):
        w = imagine(view, seed)
        assert 2 in w.faces(HAND[1])
        assert w.faces(HAND[0]) == [0, 0, 1, 1]
        every = sorted(face for seat in range(4) for face in w.faces(HAND[seat]))
        assert every == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize("seat", [0, 2])
def test_a_seat_imagines_what_one_pass_can_have_led_to_and_nothing_else(seat: int) -> None:
    """T22: nothing that brute force does not find, and all of it but for the rarest hands."""
    start, end = table(HANDS), table(HANDS)
    passed(end, "YGRO")
    drawn = {hands_of(imagine(end.view(seat), number)) for number in range(4000)}
    reached = after_a_pass(start, end, seat, "ROYG".index("YGRO"[seat]))
    assert hands_of(end.world) in reached
    assert drawn <= reached
    assert len(drawn) > 0.95 * len(reached) > 150


@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_world_looks_the_same_after_many_passes(seed: int) -> None:
    """T22"""
    game = Referee(GAME, 6, seed)
    for number in range(12):
        for seat in range(6):
            ask, found = game.asks(seat)[0]
            game.act(found.options[(seed + number * seat) % len(found.options)], seat, ask)
        assert counting(game.world)
        assert game.expire(game.turn)
        for seat in range(7):
            view = game.view(seat)
            assert look(imagine(view, number, watched=True), seat) == view


@pytest.mark.parametrize("what", [NINJA, ATTACK])
def test_what_a_call_shows_is_forgotten_with_the_deal(what: int) -> None:
    """T12, T22"""
    game = table(HANDS)
    call(game, 0, what)
    for seat in range(5):
        for other in range(4):
            seen = game.view(seat).zones[HAND[other]]
            assert seat == other or seen == (-1,) * 4
