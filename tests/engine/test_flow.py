"""Asking steps: who is asked, how asks close, what can be taken back, what time does."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tatami.engine.asking import Ask, pick
from tatami.engine.errors import Ack, EngineFault, Refusal
from tatami.engine.flow import (
    act,
    advance,
    key_of,
    new,
    options,
    reopen,
    sealed,
    small_options,
)
from tatami.engine.game import Game
from tatami.engine.imagine import imagine
from tatami.engine.look import look
from tatami.engine.notation import draw
from tatami.engine.referee import Referee, Reply
from tatami.engine.step import Right
from tatami.games.clans import GAME as CLANS
from tatami.testing.trial import Trial
from tests.fixtures import GAMES, draft, gong, guard, heap, trio


def code(reply: Reply) -> str:
    return "" if isinstance(reply, Ack) else reply.code


def first(referee: Referee, seat: int) -> int:
    return referee.asks(seat)[0][0]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, two, other = (new(CLANS, 4, seed) for seed in (7, 7, 8))
    assert [one.faces(z) for z in range(31)] == [two.faces(z) for z in range(31)]
    assert [one.faces(z) for z in range(31)] != [other.faces(z) for z in range(31)]


@pytest.mark.parametrize("seed", [-1, b"short", b"x" * 65])
def test_a_seed_is_a_number_or_16_to_64_bytes(seed: int | bytes) -> None:
    with pytest.raises(ValueError, match="seed"):
        key_of(seed)


@pytest.mark.parametrize("seats", [0, 2, 6])
def test_a_game_refuses_a_wrong_number_of_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 5 players"):
        new(CLANS, seats, 1)


def test_sealed_answers_stay_sealed_until_all_are_in() -> None:
    table = Referee(draft.GAME, 3, 1)
    before = table.view(2)
    kept = table.asks(0)[0][1].options[0]
    assert table.act(kept, 0, first(table, 0))
    assert table.view(2) == before
    assert table.view(0).given == ((0, kept),)
    assert table.waiting() == [1, 2]


def test_who_has_answered_is_public_only_where_the_game_says_so() -> None:
    secret, public = Referee(draft.GAME, 3, 1), Referee(gong.GAME, 3, 1)
    for table in (secret, public):
        table.act(table.asks(1)[0][1].options[0], 1, first(table, 1))
    assert secret.view(0).answered == ()
    assert secret.view(0).waiting == (0, 1, 2)
    assert public.view(0).answered == (1,)
    assert public.view(0).waiting == (0, 2)


def all_pass(table: Referee) -> None:
    for seat in table.waiting():
        table.act(table.asks(seat)[0][1].options[0], seat, first(table, seat))


def test_a_count_waits_for_its_end_and_changing_ones_answer_restarts_it() -> None:
    table = Referee(gong.GAME, 3, 2)
    all_pass(table)
    assert table.view(0).counting
    turn, revision = table.turn, table.revision
    assert table.back(1)
    assert not table.view(0).counting
    assert code(table.expire(turn, revision)) == "not_counting"
    all_pass(table)
    assert table.turn == turn
    assert table.expire(turn, table.revision)
    assert not table.view(0).counting
    assert table.turn != turn


def test_time_running_out_passes_with_defaults_for_those_who_have_not_answered() -> None:
    table = Referee(gong.GAME, 3, 2)
    lowest = min(table.view(1).zones[gong.HAND[1]])
    assert table.expire(table.turn)
    assert table.moves[-1].kind == "expire"
    assert lowest in table.view(1).zones[gong.HAND[2]]


def test_a_right_that_cuts_drops_the_pass_and_its_sealed_choices() -> None:
    table = Referee(gong.GAME, 3, 3)
    table.act(table.asks(0)[0][1].options[0], 0, first(table, 0))
    assert table.interrupt(2, "gong", 1, 0)
    assert table.world.stack[-1][0] is gong.hush
    assert table.waiting() == [0, 1]


def test_the_first_wins_a_race_and_the_next_is_too_late() -> None:
    table = Referee(gong.GAME, 3, 3)
    table.interrupt(2, "gong", 1, 0)
    assert code(table.interrupt(2, "shout", 1, 0)) == "no_such_right"
    assert table.interrupt(1, "shout", 1, 0)
    assert code(table.interrupt(0, "shout", 1, 0)) == "too_late"
    assert table.world.count[gong.SCORE[1]] == 1


def test_a_race_that_nobody_enters_expires() -> None:
    table = Referee(gong.GAME, 3, 3)
    table.interrupt(2, "gong", 1, 0)
    assert table.expire(table.turn)
    assert table.world.count[gong.ROUND] == 2


@pytest.mark.parametrize("kept", [{"cut": gong.next_round}, {"stamp": gong.ROUND}])
def test_a_right_is_not_raced_unless_it_cuts_and_names_a_stamp(kept: dict[str, Any]) -> None:
    with pytest.raises(EngineFault, match="it must cut, and name a stamp"):
        Right("shout", gong.CALL, gong.shout, gong.may_shout, raced=True, **kept)


def test_a_strike_that_names_an_older_deal_is_too_late() -> None:
    table = Referee(gong.GAME, 3, 3)
    table.interrupt(2, "gong", 1, 0)
    table.expire(table.turn)
    assert code(table.interrupt(0, "gong", 1, 0)) == "too_late"
    assert table.interrupt(0, "gong", 2, 0)


def test_a_right_that_resumes_keeps_sealed_choices_and_ask_numbers() -> None:
    table = Referee(gong.GAME, 3, 3)
    chosen = table.asks(0)[0][1].options[0]
    table.act(chosen, 0, first(table, 0))
    before = [table.asks(seat)[0][0] for seat in (1, 2)]
    assert table.interrupt(2, "wave", 0, 0)
    assert table.view(0).given == ((0, chosen),)
    assert [table.asks(seat)[0][0] for seat in (1, 2)] == before


@pytest.mark.parametrize(("name", "option"), [("gong", 7), ("nothing", 0), ("gong", -1)])
def test_a_right_one_does_not_have_is_refused(name: str, option: int) -> None:
    table = Referee(gong.GAME, 3, 3)
    assert code(table.interrupt(0, name, 1, option)) == "no_such_right"


def test_a_remark_touches_no_ask_and_is_in_the_record() -> None:
    table = Referee(gong.GAME, 3, 3)
    asks = [table.asks(seat) for seat in range(3)]
    assert table.remark(1, "wink")
    assert table.remark(0, "say", (), "mind the gong, Zoë")
    assert [[a for a, _ in one] for one in asks] == [
        [a for a, _ in table.asks(seat)] for seat in range(3)
    ]
    assert [(r.seat, r.kind, r.text) for r in table.remarks] == [
        (1, "wink", ""),
        (0, "say", "mind the gong, Zoë"),
    ]


@pytest.mark.parametrize(
    ("kind", "args", "text"),
    [("nod", (), ""), ("wink", (1,), ""), ("say", (), " "), ("say", (), "a\nb"), ("wink", (), "x")],
)
def test_a_remark_the_game_does_not_know_is_refused(
    kind: str, args: tuple[int, ...], text: str
) -> None:
    assert code(Referee(gong.GAME, 3, 3).remark(1, kind, args, text)) == "bad_remark"


def test_a_guard_drops_the_effect() -> None:
    world = draw(
        guard.GAME,
        "guard, 2 seats\nhand-0: Rat*2\nhand-1: Guard Fox\nrest: deck\nstep: guard.place 0",
    )
    table = Referee(guard.GAME, 2, 1, world=world)
    for seat, option in ((0, guard.PLACE[guard.RAT]), (0, guard.AIM[1]), (1, guard.REFUSE.option)):
        assert table.act(option, seat, first(table, seat))
    assert guard.effect not in [frame[0] for frame in table.world.stack]
    assert guard.GUARD in table.world.faces(guard.DISCARD)
    assert table.world.size(guard.HAND[1]) == 1


def test_the_attacked_is_asked_in_the_same_way_whatever_it_holds() -> None:
    """Only the options differ, and only the attacked sees them."""
    seen = []
    for held in ("Guard Fox", "Rat Fox"):
        text = (
            f"guard, 2 seats\nhand-0: Rat Monkey\nhand-1: {held}\nrest: deck\nstep: guard.place 0"
        )
        table = Referee(guard.GAME, 2, 1, world=draw(guard.GAME, text))
        table.act(guard.PLACE[guard.RAT], 0, first(table, 0))
        table.act(guard.AIM[1], 0, first(table, 0))
        view = table.view(0)
        seen.append((view.waiting, view.stack, view.offers, table.events(0)[:3]))
        assert len(table.asks(1)) == 1
    assert seen[0] == seen[1]


def test_answers_inside_a_step_can_be_taken_back_until_it_acts() -> None:
    table = Referee(CLANS, 3, 4)
    me = table.waiting()[0]
    asked = table.view(me)
    card = asked.options[0]
    table.act(card, me, first(table, me))
    assert table.back(me)
    assert table.view(me) == asked
    table.act(card, me, first(table, me))
    table.act(table.view(me).options[0], me, first(table, me))
    assert code(table.back(me)) == "nothing_to_take_back"


def test_nobody_takes_back_anothers_answer() -> None:
    table = Referee(CLANS, 3, 4)
    me = table.waiting()[0]
    table.act(table.view(me).options[0], me, first(table, me))
    assert code(table.back((me + 1) % 3)) == "nothing_to_take_back"


def test_others_cannot_see_how_far_a_player_is_inside_a_step() -> None:
    table = Referee(CLANS, 3, 4)
    me = table.waiting()[0]
    before = [table.view(seat) for seat in range(4) if seat != me]
    table.act(table.view(me).options[0], me, first(table, me))
    assert [table.view(seat) for seat in range(4) if seat != me] == before


def test_a_pick_from_forty_cards_has_few_options() -> None:
    world = new(heap.GAME, 2, 1)
    assert len(world.zones[heap.HAND[0]]) == 40
    assert len(options(world)) <= 13


def subsets(ask: Ask, part: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every subset that small picks lead to from here."""
    found: list[tuple[int, ...]] = []
    for option in small_options(ask, 0, part):
        if option == ask.question.stop:
            found.append(part)
        else:
            found += subsets(ask, (*part, option))
    return found


@pytest.mark.parametrize(("low", "high"), [(0, 2), (1, 3), (2, 2), (3, 5), (0, 5)])
def test_small_picks_reach_every_subset_in_exactly_one_way(low: int, high: int) -> None:
    items = [2, 0, 2, 1, 2]
    ask = pick(0, heap.LAY, items, low, high)
    wanted = {c for k in range(low, high + 1) for c in combinations(sorted(items), k)}
    assert sorted(subsets(ask, ())) == sorted(wanted)


def test_a_pick_can_be_given_whole_or_in_small_parts() -> None:
    whole, parts = Referee(heap.GAME, 2, 1), Referee(heap.GAME, 2, 1)
    cards = whole.asks(0)[0][1].items[:3]
    assert whole.act(list(reversed(cards)), 0, first(whole, 0))
    for card in cards:
        assert parts.act(card, 0, first(parts, 0))
    assert parts.act(heap.LAY.stop, 0, first(parts, 0))
    assert [whole.view(s).key() for s in range(3)] == [parts.view(s).key() for s in range(3)]


def test_a_half_made_pick_is_private_and_can_be_taken_back() -> None:
    table = Referee(heap.GAME, 2, 1)
    before, other = table.view(0), table.view(1)
    table.act(table.view(0).options[0], 0, first(table, 0))
    assert table.view(1) == other
    assert table.view(0).offers[0].picked == (before.options[0],)
    assert table.back(0)
    assert table.view(0) == before


@pytest.mark.parametrize(
    ("given", "want"),
    [([0] * 30, "pick_size"), ([0, 0, 0, 0, 0], "pick_size"), ([99], "illegal_option")],
)
def test_a_wrong_pick_is_refused(given: list[int], want: str) -> None:
    table = Referee(heap.GAME, 2, 1)
    assert code(table.act(given, 0, first(table, 0))) == want


def test_a_pick_of_cards_one_does_not_hold_often_enough_is_refused() -> None:
    table = Referee(heap.GAME, 2, 1)
    held = table.asks(0)[0][1].items
    rare = min(sorted(set(held)), key=held.count)
    assert held.count(rare) < 4, "this deal shows nothing"
    assert code(table.act([rare] * 4, 0, first(table, 0))) == "illegal_option"


def test_an_impossible_pick_is_the_games_fault() -> None:
    with pytest.raises(EngineFault, match="cannot pick"):
        pick(0, heap.LAY, [1], 2, 3)


def test_one_viewer_answers_for_three_positions() -> None:
    table = Referee(trio.GAME, 2, 1)
    assert [offer.position for _, offer in table.asks(0)] == [0, 2, 4]
    for ask, _ in table.asks(0):
        assert table.act(trio.NOTHING.option, 0, ask)
    assert table.waiting() == [1]
    assert len(table.view(0).given) == 3


def test_the_positions_of_one_viewer_may_be_answered_in_any_order() -> None:
    table = Referee(trio.GAME, 2, 1)
    for ask, _ in reversed(table.asks(0)):
        assert table.act(trio.NOTHING.option, 0, ask)
    assert [at for at, _ in table.view(0).given] == [0, 2, 4]


def test_imagine_keeps_my_sealed_answer_and_reopen_forgets_it() -> None:
    table = Referee(gong.GAME, 3, 3)
    table.act(table.asks(0)[0][1].options[-1], 0, first(table, 0))
    table.act(table.asks(1)[0][1].options[-1], 1, first(table, 1))
    world = imagine(table.view(0), 9, watched=True)
    assert sealed(world)[0] == sealed(table.world)[0]
    assert sealed(world)[1] is not None
    assert sealed(world)[2] is None
    reopen(world)
    assert sealed(world) == (None, None, None)


def test_a_search_copy_leaves_the_original_alone() -> None:
    world = new(CLANS, 4, 11, watched=True)
    before = look(world, 0).key()
    for step in range(40):
        twin = world.copy()
        for _ in range(step):
            act(twin, options(twin)[-1])
    assert look(world, 0).key() == before


def test_an_unwatched_world_cannot_be_looked_at() -> None:
    with pytest.raises(EngineFault, match="nobody watches"):
        look(new(CLANS, 4, 1), 0)


def test_a_world_that_is_over_asks_nothing() -> None:
    world = new(CLANS, 3, 1)
    while not world.over:
        act(world, options(world)[0])
    assert world.ask is None
    advance(world)
    assert world.over


@pytest.mark.parametrize("game", [CLANS, *GAMES], ids=lambda game: str(game.name))
def test_a_view_says_exactly_when_its_seat_can_take_something_back(game: Game) -> None:
    told: set[bool] = set()
    for referee, _ in Trial(game, game.fewest, game.defaults(), 5).play():
        for seat in range(game.fewest):
            can = referee.view(seat).back
            assert can == bool(referee.copy().back(seat))
            told.add(can)
        assert not referee.view(game.fewest).back
    assert False in told
    assert (True in told) == (game.name in {"clans", "gong", "heap", "letters", "purse"})


def test_after_the_end_every_input_is_refused() -> None:
    table = Referee(trio.GAME, 2, 1)
    while not table.over:
        table.expire(table.turn)
    assert {code(r) for r in (table.act(0, 0, 99), table.back(0), table.expire(1))} == {"over"}
    assert isinstance(table.interrupt(0, "x", 0, 0), Refusal)
