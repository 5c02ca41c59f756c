"""Ask numbers, clocks, and the faults of rules that the engine names at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tatami.engine.errors import Ack, EngineFault
from tatami.engine.referee import REMEMBERED, Referee, Reply
from tatami.engine.rules import (
    Ask,
    Book,
    Chosen,
    Kind,
    Option,
    Picked,
    Right,
    Seat,
    Together,
    World,
    choose,
    choose_or,
    each,
    pick,
)
from tatami.games.clans import GAME as CLANS
from tatami.games.clans.zones import HAND
from tatami.games.wataah import GAME as WATAAH
from tests.fixtures import gong, heap, trio
from tests.fixtures.odd import Odd, Rules, table


def code(reply: Reply) -> str:
    return "" if isinstance(reply, Ack) else reply.code


def test_an_answer_to_an_older_deal_is_stale_even_if_the_question_looks_the_same() -> None:
    referee = Referee(gong.GAME, 3, 1)
    old = referee.asks(1)[0][0]
    referee.interrupt(0, "gong", 1, 0)
    referee.expire(referee.turn)
    assert code(referee.act(0, 1, old)) in ("stale_ask", "not_asked")


def test_a_clock_is_not_restarted_by_private_answers_or_by_taking_them_back() -> None:
    referee = Referee(CLANS, 3, 4)
    me, turn = referee.waiting()[0], referee.turn
    for _ in range(3):
        ask, offer = referee.asks(me)[0]
        assert referee.act(offer.options[0], me, ask)
        assert referee.turn == turn
        assert referee.back(me)
    assert referee.expire(turn)


def test_small_picks_do_not_restart_a_clock() -> None:
    referee = Referee(heap.GAME, 2, 1)
    turn = referee.turn
    ask, offer = referee.asks(0)[0]
    referee.act(offer.options[0], 0, ask)
    assert referee.turn == turn


def test_when_time_is_up_the_whole_step_is_answered_by_default() -> None:
    """C6: card and province both."""
    referee = Referee(CLANS, 3, 4)
    me = referee.waiting()[0]
    assert referee.expire(referee.turn)
    assert referee.world.size(HAND[me]) == 3
    assert len(referee.moves) == 1


def test_a_retransmitted_answer_of_any_position_is_acknowledged() -> None:
    referee = Referee(trio.GAME, 2, 1)
    given = [(ask, trio.NOTHING.option) for ask, _ in referee.asks(0)]
    for ask, answer in given:
        assert referee.act(answer, 0, ask)
    for ask, answer in given:
        reply = referee.act(answer, 0, ask)
        assert isinstance(reply, Ack)
        assert reply.repeated
    assert code(referee.act(0, 0, given[0][0])) == "already_answered"


def test_the_last_sixty_four_answers_of_a_seat_are_known_and_not_one_more() -> None:
    """So many the protocol promises, however many of them other seats have given meanwhile."""
    assert REMEMBERED == 64
    referee, dice = Referee(WATAAH, 2, 1), Random(1)
    given: list[list[tuple[int, int]]] = [[], []]
    while not referee.over:
        seat = referee.waiting()[0]
        ask, offer = referee.asks(seat)[0]
        given[seat].append((ask, dice.choice(offer.options)))
        assert referee.act(given[seat][-1][1], seat, ask)
        numbers = [ask for ask, _ in given[seat]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        known = [referee.repeats(seat, *one) for one in given[seat]]
        assert known[-REMEMBERED:] == [True] * min(len(known), REMEMBERED)
        assert not any(known[:-REMEMBERED])
    assert min(map(len, given)) > REMEMBERED


def test_nobody_else_has_asks() -> None:
    referee = Referee(trio.GAME, 2, 1)
    assert referee.asks(-1) == referee.asks(2) == []
    with pytest.raises(ValueError, match="no seat 9"):
        referee.events(9)


def in_turn(odd: Odd) -> Rules:
    def ask_two(w: World, one: Chosen = None, two: Chosen = None) -> Ask | None:
        if one is None:
            return choose(0, odd.whether, [odd.no, odd.yes])
        return choose(1, odd.whether, [odd.no, odd.yes]) if two is None else None

    return ask_two, ()


def each_then_choose(odd: Odd) -> Rules:
    def ask_two(w: World, one: Together = None, two: Chosen = None) -> Ask | None:
        if one is None:
            return each([0, 1], odd.whether, [[odd.no, odd.yes], [odd.no, odd.yes]])
        return choose(0, odd.whether, [odd.no, odd.yes]) if two is None else None

    return ask_two, ()


@pytest.mark.parametrize("rules", [in_turn, each_then_choose])
def test_a_step_that_asks_several_seats_in_turn_is_a_fault(
    rules: Callable[[Odd], Rules],
) -> None:
    referee = Referee(table(rules), 2, 1)
    while len(referee.waiting()) > 1:
        referee.act(0, 1, referee.asks(1)[0][0])
    with pytest.raises(EngineFault, match="several steps"):
        referee.act(0, 0, referee.asks(0)[0][0])


def meddling(odd: Odd) -> Rules:
    def meddle(w: World, me: Seat, option: Option) -> None:
        for face in w.faces(odd.hand[0]):
            w.play(odd.hand[0], face, odd.deck)

    def ask_all(w: World, got: Together = None) -> Ask | None:
        asked = w.with_cards(w.everyone(), odd.hand)
        hands = [odd.card.each(w.kinds_in(odd.hand[seat])) for seat in asked]
        return each(asked, odd.which, hands) if got is None else None

    def always(w: World, seat: Seat) -> list[Option]:
        return [odd.no]

    return ask_all, (Right("meddle", odd.whether, odd.book.step(meddle), always),)


def test_a_right_that_resumes_may_not_change_what_is_asked() -> None:
    referee = Referee(table(meddling), 3, 1)
    with pytest.raises(EngineFault, match="changed what is asked"):
        referee.interrupt(1, "meddle", 0, 0)


def sizes_of_hands(w: World) -> list[int]:
    lying = zip(w.layout.zones, w.zones, strict=True)
    return [len(cards) for place, cards in lying if place.name.startswith("hand")]


def guarded_twice(odd: Odd) -> Rules:
    """The first of two effects that are alike can be cancelled."""

    @odd.book.step
    def effect(w: World, seat: Seat) -> None:
        w.draw(odd.deck, odd.hand[seat])

    @odd.book.step
    def guard(w: World, seat: Seat) -> None:
        w.cancel()

    def ask_one(w: World, one: Chosen = None) -> Ask | None:
        if one is None:
            return choose(0, odd.whether, [odd.no, odd.yes])
        w.then_unless(guard, Seat(0), effect, Seat(0))
        w.then(effect, Seat(1))
        return None

    return ask_one, ()


def test_a_guard_cancels_the_effect_that_it_came_with_and_no_other() -> None:
    game = table(guarded_twice)
    referee = Referee(game, 2, 1)
    sizes = sizes_of_hands(referee.world)
    assert referee.act(0, 0, referee.asks(0)[0][0])
    assert sizes_of_hands(referee.world) == [sizes[0], sizes[1] + 1]


def answered_by(odd: Odd) -> Rules:
    """The last seat that said yes draws a card; they are asked from the last seat on."""

    def ask_all(w: World, given: Together = None) -> Ask | None:
        if given is None:
            return each([Seat(1), Seat(0)], odd.whether, [[odd.no, odd.yes]] * 2)
        for seat, answer in w.by_seat(given).items():
            if answer == odd.yes:
                w.draw(odd.deck, odd.hand[seat])
        assert w.by_position(given) == w.by_seat(given)
        return None

    return ask_all, ()


def test_answers_given_together_are_had_by_who_gave_them() -> None:
    referee = Referee(table(answered_by), 2, 1)
    sizes = sizes_of_hands(referee.world)
    for seat, answer in ((0, 0), (1, 1)):
        assert referee.act(answer, seat, referee.asks(seat)[0][0])
    assert sizes_of_hands(referee.world) == [sizes[0], sizes[1] + 1]


BOOK = Book("faults")
QUESTION = BOOK.question("q", "")
QUESTION.verb("card", BOOK.cards("face", ("a", "b")))
FAULTS: list[Callable[[], object]] = [
    lambda: choose(0, QUESTION, []),
    lambda: choose_or(0, QUESTION, [0], 1),
    lambda: pick(0, QUESTION, [], 1, 2),
    lambda: pick(0, QUESTION, [0], 0, 0),
    lambda: each([], QUESTION, []),
    lambda: each([0], QUESTION, [[]]),
    lambda: each([0], QUESTION, [[0]], low=2, high=2),
    lambda: each([0, 1], QUESTION, [[0], [1]], positions=(1,)),
    lambda: QUESTION.verb("stop"),
    lambda: QUESTION.verb("two words"),
    lambda: QUESTION.verb("card"),
    lambda: Kind("s", ("a,b",)),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_an_ask_that_nobody_could_answer_is_a_fault(fault: Callable[[], object]) -> None:
    with pytest.raises(EngineFault):
        fault()


def test_an_empty_pick_may_be_asked_and_only_stopped() -> None:
    def rules(odd: Odd) -> Rules:
        def ask_one(w: World, got: Picked = None) -> Ask | None:
            if got is None:
                return pick(0, odd.which, odd.card.each([]), 0, 3)
            assert got == ()
            return None

        return ask_one, ()

    referee = Referee(table(rules), 2, 1)
    ask, offer = referee.asks(0)[0]
    assert offer.options == (offer.question.stop,)
    assert referee.act([], 0, ask)
    assert referee.act(offer.question.stop, 0, referee.asks(0)[0][0])
    assert referee.expire(referee.turn)


def test_a_sealed_empty_subset_is_an_answer() -> None:
    """It is not taken for none: the other seat alone is waited for, and then the step acts."""

    def rules(odd: Odd) -> Rules:
        def run(w: World, given: tuple[tuple[int, ...], ...] | None = None) -> Ask | None:
            if given is None:
                some = odd.card.each(odd.face.all[:2])
                return each([0, 1], odd.which, [some, some], low=0, high=2)
            assert given == ((), (1,))
            return None

        return run, ()

    referee = Referee(table(rules), 2, 1)
    turn = referee.turn
    assert referee.act([], 0, referee.asks(0)[0][0])
    assert referee.waiting() == [1]
    assert referee.act([1], 1, referee.asks(1)[0][0])
    assert referee.turn != turn or referee.over


def test_a_pick_ends_by_itself_when_it_is_full_and_not_when_there_is_no_more() -> None:
    """How many there are to pick from can be a secret: two cards of up to four need a *stop*."""

    def rules(odd: Odd) -> Rules:
        def run(w: World, given: Picked = None) -> Ask | None:
            some = odd.card.each(odd.face.all[:2])
            return pick(0, odd.which, some, 1, 4) if given is None else None

        return run, ()

    referee = Referee(table(rules), 2, 1)
    turn = referee.turn
    for option in (0, 1):
        assert referee.act(option, 0, referee.asks(0)[0][0])
        assert referee.turn == turn
    ((ask, offer),) = referee.asks(0)
    assert offer.options == (offer.question.stop,)
    assert referee.act(offer.question.stop, 0, ask)
    assert referee.turn != turn or referee.over
