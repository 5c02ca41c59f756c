"""Ask numbers, clocks, and the faults of rules that the engine names at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tatami.engine.errors import Ack, EngineFault
from tatami.engine.game import (
    UNASKED,
    Alternative,
    Ask,
    Question,
    Right,
    Rulebook,
    Sort,
    Step,
    choose,
    choose_or,
    each,
    pick,
    race,
)
from tatami.engine.referee import Referee, Reply
from tatami.engine.world import World
from tatami.games.clans import GAME as CLANS
from tests.fixtures import gong, heap, trio
from tests.fixtures.odd import hand, table

Rules = tuple[Callable[..., Ask | None], tuple[Right, ...]]


def code(reply: Reply) -> str:
    return "" if isinstance(reply, Ack) else reply.code


def two_races(book: Rulebook) -> Rules:
    def run(w: World, first: tuple[int, ...] | int = UNASKED) -> Ask | None:
        if isinstance(first, int):
            return race([0, 1], book.questions[1], [[0], [0]], 1)
        return None

    return run, ()


def test_a_late_click_for_one_race_does_not_win_the_next() -> None:
    referee = Referee(table(two_races), 2, 1)
    late, turn = referee.asks(1)[0][0], referee.turn
    assert referee.submit(0, referee.asks(0)[0][0], 0)
    assert code(referee.submit(1, late, 0)) == "stale_ask"
    assert code(referee.expire(turn)) == "not_counting"


def test_an_answer_to_an_older_deal_is_stale_even_if_the_question_looks_the_same() -> None:
    referee = Referee(gong.GAME, 3, 1)
    old = referee.asks(1)[0][0]
    referee.interrupt(0, "gong", 1, 0)
    referee.expire(referee.turn)
    assert code(referee.submit(1, old, 0)) in ("stale_ask", "not_asked")


def test_a_clock_is_not_restarted_by_private_answers_or_by_taking_them_back() -> None:
    referee = Referee(CLANS, 3, 4)
    me, turn = referee.waiting()[0], referee.turn
    for _ in range(3):
        ask, offer = referee.asks(me)[0]
        assert referee.submit(me, ask, offer.options[0])
        assert referee.turn == turn
        assert referee.back(me)
    assert referee.expire(turn)


def test_small_picks_do_not_restart_a_clock() -> None:
    referee = Referee(heap.GAME, 2, 1)
    turn = referee.turn
    ask, offer = referee.asks(0)[0]
    referee.submit(0, ask, offer.options[0])
    assert referee.turn == turn


def test_when_time_is_up_the_whole_step_is_answered_by_default() -> None:
    """C6: card and province both."""
    referee = Referee(CLANS, 3, 4)
    me = referee.waiting()[0]
    assert referee.expire(referee.turn)
    assert referee.world.size(3 + me) == 3
    assert len(referee.moves) == 1


def test_a_retransmitted_answer_of_any_position_is_acknowledged() -> None:
    referee = Referee(trio.GAME, 2, 1)
    given = [(ask, trio.NOTHING) for ask, _ in referee.asks(0)]
    for ask, answer in given:
        assert referee.submit(0, ask, answer)
    for ask, answer in given:
        reply = referee.submit(0, ask, answer)
        assert isinstance(reply, Ack)
        assert reply.repeated
    assert code(referee.submit(0, given[0][0], 0)) == "already_answered"


def test_nobody_else_has_asks() -> None:
    referee = Referee(trio.GAME, 2, 1)
    assert referee.asks(-1) == referee.asks(2) == []
    with pytest.raises(ValueError, match="no seat 9"):
        referee.events(9)


def in_turn(book: Rulebook) -> Rules:
    def ask_two(w: World, one: int = UNASKED, two: int = UNASKED) -> Ask | None:
        if one == UNASKED:
            return choose(0, book.questions[1], [0, 1])
        if two == UNASKED:
            return choose(1, book.questions[1], [0, 1])
        return None

    return ask_two, ()


def each_then_choose(book: Rulebook) -> Rules:
    def ask_two(w: World, one: tuple[int, ...] | int = UNASKED, two: int = UNASKED) -> Ask | None:
        if isinstance(one, int):
            return each([0, 1], book.questions[1], [[0, 1], [0, 1]])
        if two == UNASKED:
            return choose(0, book.questions[1], [0, 1])
        return None

    return ask_two, ()


@pytest.mark.parametrize("rules", [in_turn, each_then_choose])
def test_a_step_that_asks_several_seats_in_turn_is_a_fault(
    rules: Callable[[Rulebook], Rules],
) -> None:
    referee = Referee(table(rules), 2, 1)
    while len(referee.waiting()) > 1:
        referee.submit(1, referee.asks(1)[0][0], 0)
    with pytest.raises(EngineFault, match="several steps"):
        referee.submit(0, referee.asks(0)[0][0], 0)


def meddling(book: Rulebook) -> Rules:
    def meddle(w: World, me: int, option: int) -> None:
        for face in w.faces(hand(0)):
            w.play(hand(0), face, 0)

    def ask_all(w: World, got: tuple[int, ...] | int = UNASKED) -> Ask | None:
        asked = [seat for seat in range(w.seats) if w.size(hand(seat))]
        if isinstance(got, int):
            return each(asked, book.questions[0], [w.kinds_in(hand(seat)) for seat in asked])
        return None

    def always(w: World, seat: int) -> list[int]:
        return [0]

    return ask_all, (Right("meddle", book.questions[1], book.step(meddle), always),)


def test_a_right_that_resumes_may_not_change_what_is_asked() -> None:
    referee = Referee(table(meddling), 3, 1)
    with pytest.raises(EngineFault, match="changed what is asked"):
        referee.interrupt(1, "meddle", 0, 0)


def dropping(book: Rulebook) -> Rules:
    def effect(w: World, me: int) -> None:
        if me == 1:
            w.drop(book.steps["odd.effect"])

    effect_step = book.step(effect)

    def ask_one(w: World, one: int = UNASKED) -> Ask | None:
        if one == UNASKED:
            return choose(0, book.questions[1], [0, 1])
        w.then(effect_step, 1)
        w.then(effect_step, 0)
        return None

    return ask_one, ()


def test_a_step_that_drops_its_own_kind_drops_the_waiting_one() -> None:
    referee = Referee(table(dropping), 2, 1)
    waiting = len(referee.world.stack)
    assert referee.submit(0, referee.asks(0)[0][0], 0)
    assert len(referee.world.stack) == waiting - 1


QUESTION = Question("q", "", Alternative("card", Sort("face", ("a", "b"))))
FAULTS: list[Callable[[], object]] = [
    lambda: choose(0, QUESTION, []),
    lambda: choose_or(0, QUESTION, [0], 1),
    lambda: pick(0, QUESTION, [], 1, 2),
    lambda: pick(0, QUESTION, [0], 0, 0),
    lambda: each([], QUESTION, []),
    lambda: each([0], QUESTION, [[]]),
    lambda: each([0], QUESTION, [[0]], low=2, high=2),
    lambda: each([0, 1], QUESTION, [[0], [1]], positions=(1,)),
    lambda: race([], QUESTION, [], 0),
    lambda: race([0], QUESTION, [[]], 0),
    lambda: Alternative("stop"),
    lambda: Alternative("two words"),
    lambda: Sort("s", ("a,b",)),
    lambda: Question("q", "", Alternative("x"), Alternative("x")),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_an_ask_that_nobody_could_answer_is_a_fault(fault: Callable[[], object]) -> None:
    with pytest.raises(EngineFault):
        fault()


def test_an_empty_pick_may_be_asked_and_only_stopped() -> None:
    def rules(book: Rulebook) -> Rules:
        def ask_one(w: World, got: tuple[int, ...] | int = UNASKED) -> Ask | None:
            if isinstance(got, int):
                return pick(0, book.questions[0], [], 0, 3)
            assert got == ()
            return None

        return ask_one, ()

    referee = Referee(table(rules), 2, 1)
    ask, offer = referee.asks(0)[0]
    assert offer.options == (offer.question.stop,)
    assert referee.submit(0, ask, [])
    assert referee.submit(0, referee.asks(0)[0][0], offer.question.stop)
    assert referee.expire(referee.turn)


def test_two_steps_or_questions_of_one_name_are_a_fault() -> None:
    book = Rulebook("twice")

    def again(w: World) -> None:
        return None

    assert isinstance(book.step(again), Step)
    with pytest.raises(EngineFault, match="two steps"):
        book.step(again)
    book.ask("q", "", Alternative("x"))
    with pytest.raises(EngineFault, match="two questions"):
        book.ask("q", "", Alternative("x"))


def test_a_sealed_empty_subset_is_an_answer() -> None:
    """It is not taken for none: the other seat alone is waited for, and then the step acts."""

    def rules(book: Rulebook) -> Rules:
        def run(w: World, given: tuple[tuple[int, ...], ...] | int = UNASKED) -> Ask | None:
            if isinstance(given, int):
                return each([0, 1], book.questions[0], [[0, 1], [0, 1]], low=0, high=2)
            assert given == ((), (1,))
            return None

        return run, ()

    referee = Referee(table(rules), 2, 1)
    turn = referee.turn
    assert referee.submit(0, referee.asks(0)[0][0], [])
    assert referee.waiting() == [1]
    assert referee.submit(1, referee.asks(1)[0][0], [1])
    assert referee.turn != turn or referee.over


def test_a_pick_ends_by_itself_when_it_is_full_and_not_when_there_is_no_more() -> None:
    """How many there are to pick from can be a secret: two cards of up to four need a *stop*."""

    def rules(book: Rulebook) -> Rules:
        def run(w: World, given: tuple[int, ...] | int = UNASKED) -> Ask | None:
            if isinstance(given, int):
                return pick(0, book.questions[0], [0, 1], 1, 4)
            return None

        return run, ()

    referee = Referee(table(rules), 2, 1)
    turn = referee.turn
    for option in (0, 1):
        assert referee.submit(0, referee.asks(0)[0][0], option)
        assert referee.turn == turn
    ((ask, offer),) = referee.asks(0)
    assert offer.options == (offer.question.stop,)
    assert referee.submit(0, ask, offer.question.stop)
    assert referee.turn != turn or referee.over
