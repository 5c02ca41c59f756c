"""What rules have by name instead of by number: answers, neighbours, standings, clauses."""

from __future__ import annotations

from typing import Final, NamedTuple, NewType

import pytest

from tatami.engine import rules
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.referee import Referee
from tatami.engine.rules import UNANSWERED, Ask, Book, Chosen, Game, Kind, Seat, View, World, best

BOOK: Final = Book("doors")
SEAT: Final = rules.seats_of(3)
DOOR: Final[Kind[int]] = Kind("door", ("Red", "Blue"))
Lock = NewType("Lock", int)
LOCKS: Final[rules.Pairs[Lock]] = rules.Pairs(SEAT, DOOR)
OWNER_OF: Final = LOCKS.each(SEAT)
DOOR_OF: Final = LOCKS.each(DOOR)
KEY: Final = BOOK.holder("key", SEAT)
COUNTED: Final = BOOK.counter("counted", 9)
FACE: Final = BOOK.face("Plain")
DECK: Final = BOOK.pile("deck", rules.HIDDEN, start=[FACE] * 3)
PILE: Final = BOOK.pile("pile", rules.OPEN)
OPENED: Final = BOOK.tally("opened", DOOR, 3, each=SEAT)

WHICH: Final = BOOK.question("which", "D1")
KNOCK: Final = WHICH.verb("knock", DOOR)
PASS: Final = WHICH.verb("pass")
WHOSE: Final = BOOK.question("whose", "D2", after=WHICH)
AT: Final = WHOSE.verb("at", SEAT)
OPEN: Final = WHOSE.verb("open", SEAT, DOOR)
AGAIN: Final = BOOK.question("again", "D3", after=WHOSE)
YES: Final = AGAIN.verb("yes")


@BOOK.step
def knock(
    w: World, me: Seat, which: Chosen = UNANSWERED, whose: Chosen = UNANSWERED, yes: Chosen = None
) -> Ask | None:
    """Asks three questions, one after the other."""
    if which is UNANSWERED:
        return rules.choose(me, WHICH, [*KNOCK.each(DOOR.all), PASS.option])
    if whose is UNANSWERED:
        return rules.choose(me, WHOSE, [*AT.each(w.others(me)), *OPEN.each(me, DOOR.all)])
    if yes is UNANSWERED:
        return rules.choose(me, AGAIN, [YES.option])
    w.end()
    return None


@BOOK.step
def begin(w: World) -> None:
    """The second seat knocks."""
    w.then(knock, SEAT.all[1])


SHUT: Final = BOOK.no("shut")
LOCKED: Final = BOOK.no("locked", "D9")


def why_not_at(view: View, me: Seat, whose: Seat) -> Refusal | None:
    """A blue door is locked, any other only shut."""
    return LOCKED if KNOCK.given(view) == DOOR.named("Blue") else SHUT


GAME: Final = Game(
    BOOK,
    version=1,
    players=(2, 3),
    begin=begin,
    outcome=lambda w: [0],
    why_not=BOOK.reasons({AT: why_not_at}),
    longest=9,
)


def asked(*answers: int) -> Referee:
    """A game in which the second seat has given these answers."""
    game = Referee(GAME, 3, 1)
    for answer in answers:
        assert game.act(answer)
    return game


# -- what was answered before


def test_an_answer_of_the_open_step_is_had_by_its_verb() -> None:
    game = asked(KNOCK[1], AT[Seat(2)])
    assert KNOCK.given(game.view(1)) == 1
    assert AT.given(game.view(1)) == 2


def test_an_answer_that_speaks_of_two_things_gives_both() -> None:
    game = asked(KNOCK[0], OPEN[Seat(1), 1])
    assert OPEN.given(game.view(1)) == (1, 1)


def test_an_answer_by_another_verb_is_a_fault() -> None:
    game = asked(PASS.option)
    with pytest.raises(EngineFault, match="which was not answered by knock"):
        KNOCK.given(game.view(1))


# -- refusals


def test_a_refusal_without_a_clause_cites_that_of_the_question() -> None:
    assert asked(KNOCK[0]).act(AT[Seat(1)]) == Refusal("shut", "shut", "doors:D2")


def test_a_refusal_with_a_clause_cites_its_own() -> None:
    assert asked(KNOCK[1]).act(AT[Seat(1)]) == Refusal("locked", "locked", "doors:D9")


# -- things of a table


@pytest.mark.parametrize("seats", [2, 3])
def test_a_sort_knows_which_of_its_things_a_table_has(seats: int) -> None:
    world = GAME.new(seats).world
    assert [SEAT.is_here(world, seat) for seat in SEAT.all] == [seat < seats for seat in SEAT.all]
    for one in SEAT.here(world):
        assert SEAT.but(world, one) == [seat for seat in SEAT.here(world) if seat != one]


def test_things_that_are_counted_from_one_are_left_out_by_name() -> None:
    number = rules.numbers("number", 1, 3)
    assert number.but(GAME.new(2).world, 3) == [1, 2]
    assert number.is_here(GAME.new(2).world, 3)


def test_a_pair_tells_its_things_and_a_table_its_pairs_elsewhere() -> None:
    assert [(OWNER_OF[lock], DOOR_OF[lock]) for lock in LOCKS.all] == [
        (seat, door) for seat in SEAT.all for door in DOOR.all
    ]
    world = GAME.new(2).world
    assert LOCKS.elsewhere(world, Seat(0)) == [LOCKS.of[1][0], LOCKS.of[1][1]]


def test_pairs_have_no_things_of_a_third_sort() -> None:
    with pytest.raises(EngineFault, match="not one thing is a number"):
        LOCKS.each(rules.numbers("number", 1, 3))


def test_who_has_something_is_a_seat_or_none() -> None:
    world = GAME.new(3).world
    assert world.who_has(KEY) is None
    world.hold(KEY, SEAT.all[0])
    assert world.who_has(KEY) == 0


def test_neighbours_sit_on_both_sides_in_truth_and_view() -> None:
    game = GAME.new(3)
    for sight in (game.world, game.view(0)):
        assert (sight.left_of(Seat(0)), sight.right_of(Seat(0))) == (1, 2)
        assert sight.from_on(Seat(1)) == [1, 2, 0]


def test_a_tally_gives_back_what_was_written_down() -> None:
    world = GAME.new(3).world
    red, blue = DOOR.all
    OPENED.put(world, Seat(2), {blue: 3})
    assert OPENED.of(world, Seat(2)) == {red: 0, blue: 3}
    assert OPENED.of(world, Seat(0)) == {red: 0, blue: 0}
    OPENED.clear(world, Seat(2))
    assert OPENED.of(world, Seat(2)) == {red: 0, blue: 0}


def test_cards_are_drawn_until_there_are_enough_and_things_counted_on() -> None:
    world = GAME.new(3).world
    world.add(COUNTED)
    world.add(COUNTED, 3)
    assert world.count[COUNTED] == 4
    assert world.draw_up_to(2, DECK, PILE) == 2
    assert world.draw_up_to(2, DECK, PILE) == 0
    assert world.draw_up_to(9, DECK, PILE) == 1
    assert world.size(PILE) == 3


def test_a_zone_without_cards_is_empty_in_truth_and_view() -> None:
    game = GAME.new(3)
    for sight in (game.world, game.view(0)):
        assert (sight.is_empty(DECK), sight.is_empty(PILE)) == (False, True)


def test_one_thing_is_as_likely_as_the_next() -> None:
    world = GAME.new(3).world
    drawn = [world.random_of(["a", "b"]) for _ in range(200)]
    assert 70 < drawn.count("a") < 130


# -- who stands best


class Standing(NamedTuple):
    """What is compared."""

    points: int
    cards: int


def test_the_next_field_decides_between_equals_and_equal_standings_share() -> None:
    standings = {"a": Standing(3, 1), "b": Standing(3, 2), "c": Standing(2, 9), "d": Standing(3, 2)}
    assert best(standings) == ["b", "d"]


def test_of_equals_the_first_has_most_and_fewest() -> None:
    cards = ["c", "a", "b", "a", "c"]
    assert rules.first_with_most(cards, cards.count) == "c"
    assert rules.first_with_fewest([*cards, "d"], [*cards, "d"].count) == "b"
