"""Declarations: each has a name and a number of its own; what a table lacks has no name there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tatami.engine import rules
from tatami.engine.errors import BadRecord, EngineFault
from tatami.engine.flow import new
from tatami.engine.look import look
from tatami.engine.notation import draw, show
from tatami.engine.referee import Referee
from tatami.engine.rules import Book, Game, Kind, World
from tatami.games.clans import GAME as CLANS
from tatami.games.clans.zones import LAST, SHIELDED
from tests.fixtures import bare

# -- names


def act(w: World) -> None:
    return None


def nobody(w: World) -> list[int]:
    return []


def lost(seat: int, seats: int) -> str:
    return f"seat-{seat}-lost"


SEAT = rules.seats_of(2)
MOOD: Kind[int] = Kind("mood", ("calm", "angry", "sad"))
DECLARATIONS: dict[str, Callable[[Book], object]] = {
    "a pile": lambda book: book.pile("deck", rules.HIDDEN),
    "a row": lambda book: book.row("line", rules.OPEN),
    "a hand": lambda book: book.hand("hand", each=SEAT),
    "a counter": lambda book: book.counter("turns", 9),
    "counters": lambda book: book.counter("score", 9, each=SEAT),
    "a holder": lambda book: book.holder("last", SEAT),
    "marks": lambda book: book.marks("safe", each=SEAT),
    "marks by name": lambda book: book.marks("lost", each=SEAT, named=lost),
    "one of a sort": lambda book: book.one_of("mood", MOOD),
    "a tally": lambda book: book.tally("shown", SEAT, 3, each=SEAT),
    "a face": lambda book: book.face("Rat"),
    "cards": lambda book: book.cards("card", ("Fox", "Toad")),
    "an option": lambda book: book.option("mode", "", {"plain": 0}),
    "a question": lambda book: book.question("what", "X1"),
    "a verb": lambda book: book.questions[0].verb("pass"),
    "a sentence": lambda book: book.sentence("plays", "X1", SEAT),
    "a remark": lambda book: book.remark("wink", "X1"),
    "a step": lambda book: book.step(act),
}


def empty() -> Book:
    """A book in which one thing can be asked."""
    book = Book("empty")
    book.question("ask", "X1")
    return book


@pytest.mark.parametrize("what", DECLARATIONS)
def test_two_declarations_of_one_name_are_a_fault(what: str) -> None:
    book = empty()
    DECLARATIONS[what](book)
    with pytest.raises(EngineFault, match="is declared twice"):
        DECLARATIONS[what](book)


@pytest.mark.parametrize("what", DECLARATIONS)
def test_a_declaration_after_the_game_was_made_is_a_fault(what: str) -> None:
    book = empty()

    def begin(w: World) -> None:
        return None

    Game(book, version=1, players=(2,), begin=book.step(begin), outcome=nobody)
    with pytest.raises(EngineFault, match="too late"):
        DECLARATIONS[what](book)


def test_two_games_can_be_made_of_one_book() -> None:
    """They say the same of every number."""
    first = [question.first for question in bare.BOOK.questions]
    zones = [*bare.HAND, *bare.SHARED]
    Game(bare.BOOK, version=2, players=(2, 3, 4), begin=bare.set_up, outcome=nobody)
    assert [question.first for question in bare.BOOK.questions] == first
    assert [*bare.HAND, *bare.SHARED] == zones


def test_two_zones_that_are_named_alike_are_a_fault() -> None:
    book = empty()
    book.pile("pile", rules.OPEN, each=SEAT, named=lambda seat, seats: "mine")
    begin = book.step(act)
    game = Game(book, version=1, players=(2,), begin=begin, outcome=nobody)
    with pytest.raises(EngineFault, match="one name"):
        game.layout(2, ())


def test_things_that_do_not_begin_with_0_cannot_have_zones() -> None:
    with pytest.raises(EngineFault, match="numbered from 0"):
        empty().pile("pile", rules.OPEN, each=rules.numbers("rank", 1, 3))


# -- options of verbs


def test_the_options_of_a_question_follow_one_another_verb_by_verb() -> None:
    colour: Kind[int] = Kind("colour", ("red", "blue"))
    number = rules.numbers("number", 3, 5)
    question = Book("verbs").question("what", "X1")
    stop, one = question.verb("pass"), question.verb("take", number)
    two, same = question.verb("lay", colour, number), question.verb("swap", number, number)
    assert question.spelled == [
        *("pass", "take:3", "take:4", "take:5"),
        *(f"lay:{red}:{rank}" for red in ("red", "blue") for rank in (3, 4, 5)),
        *(f"swap:{rank}:{other}" for rank in (3, 4, 5) for other in (3, 4, 5)),
    ]
    assert question.size == question.stop == 19
    assert [verb.start for verb in (stop, one, two, same)] == [0, 1, 4, 10]
    for option in range(question.size):
        (verb,) = [verb for verb in question.verbs if verb.fits(option)]
        assert question.verb_of(option) is verb
        assert question.read(question.spell(option)) == option
    assert (one[4], one.of(one[4]), two.of(two[1, 5])) == (2, 4, (1, 5))
    assert question.decode(two[1, 5]) == ("lay", (1, 2))
    assert (question.spell(same[4, 5]), same.of(same[4, 5])) == ("swap:4:5", (4, 5))


@pytest.mark.parametrize("option", [-1, 10, 99])
def test_an_option_of_no_verb_is_named(option: int) -> None:
    question = Book("verbs").question("what", "X1")
    question.verb("take", rules.numbers("number", 1, 10))
    with pytest.raises(EngineFault, match=f"what has no option {option}"):
        question.decode(option)


# -- ranges


@pytest.mark.parametrize(("counter", "value"), [(bare.TURNS, 9), (bare.TURNS, -1)])
def test_a_counter_beyond_its_range_is_a_fault_by_name(counter: int, value: int) -> None:
    world = new(bare.GAME, 3, 1, watched=True)
    with pytest.raises(EngineFault, match=f"turns is set to {value}, beyond"):
        world.set(counter, value)


@pytest.mark.parametrize("value", [-4, 3])
def test_each_counter_of_a_player_has_the_range_and_a_name(value: int) -> None:
    world = new(bare.GAME, 3, 1, watched=True)
    for fine in (-3, 2):
        world.set(bare.DEBT[2], fine)
    with pytest.raises(EngineFault, match=f"debt-2 is set to {value}"):
        world.set(bare.DEBT[2], value)


def test_what_a_table_does_not_have_cannot_be_counted() -> None:
    world = new(bare.GAME, 3, 1, watched=True)
    world.set(bare.GIFTS[0], 1)
    with pytest.raises(EngineFault, match="beyond"):
        world.set(bare.GIFTS[1], 1)


def test_a_holder_can_be_anybody_and_a_mark_anything_that_was_declared() -> None:
    world = new(CLANS, 5, 1, watched=True)
    for seat in world.everyone():
        world.hold(LAST, seat)
        assert world.holder(LAST) == seat
    with pytest.raises(EngineFault, match="last is set to 6"):
        world.hold(LAST, 5)
    world.mark_all(SHIELDED)
    assert all(world.marked(mark) for mark in SHIELDED)
    world.unmark(SHIELDED[3])
    world.unmark(SHIELDED[3])
    assert [world.marked(mark) for mark in SHIELDED].index(False) == 3
    world.unmark_all(SHIELDED)
    assert not any(world.marked(mark) for mark in SHIELDED)


def two_seats(book: Book) -> World:
    """A table of a game of which no more is known than its book."""
    game = Game(book, version=1, players=(2,), begin=book.step(act), outcome=nobody)
    return new(game, 2, 1, watched=True)


def test_marks_by_name_are_numbers_that_clients_can_ask_for() -> None:
    book = empty()
    marks = book.marks("lost", each=SEAT, named=lost)
    world = two_seats(book)
    world.mark(marks[1])
    assert [world.marked(mark) for mark in marks] == [False, True]
    assert world.unmarked(SEAT.all, marks) == world.view(0).unmarked(SEAT.all, marks) == [0]
    assert world.view(0).data()["counters"] == {"seat-0-lost": 0, "seat-1-lost": 1}
    world.unmark(marks[1])
    assert not world.marked(marks[1])


def test_marks_by_name_are_not_taken_for_bits_of_one_number() -> None:
    book = empty()
    marks = book.marks("lost", each=SEAT, named=lost)
    world = two_seats(book)
    for at_once in (world.mark_all, world.unmark_all):
        with pytest.raises(EngineFault, match="one by one"):
            at_once(marks)


def test_one_of_a_sort_is_had_as_the_thing_itself() -> None:
    book = empty()
    mood = book.one_of("mood", MOOD)
    world = two_seats(book)
    assert mood.of(world) == MOOD.named("calm")
    mood.put(world, MOOD.named("sad"))
    assert mood.of(world) == mood.of(world.view(1)) == MOOD.named("sad")
    with pytest.raises(EngineFault, match="mood is set to 3"):
        mood.put(world, 3)


# -- what a table lacks


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("shed", ["on", "off"])
def test_a_number_means_the_same_at_every_table(seats: int, shed: str) -> None:
    layout = bare.GAME.layout(seats, bare.GAME.choose_settings({"shed": shed}))
    shared = {f"shared-{pair}": bare.SHARED[pair] for pair in range(seats // 2)}
    hands = {f"hand-{seat}": bare.HAND[seat] for seat in range(seats)}
    sheds = {"shed": bare.SHED} if shed == "on" else {}
    assert layout.places == {**sheds, "deck": bare.DECK, **hands, **shared}
    for number, zone in enumerate(layout.zones):
        assert layout.places.get(zone.name) == (number if zone.name else None)
        assert zone.name or not (zone.kind or zone.sight or layout.start[number])


def astray(seats: int = 3) -> World:
    """A card of a table of three lies where another table has a zone."""
    world = Referee(bare.GAME, seats, 1).world
    for nowhere in (bare.SHED, bare.SHARED[1]):
        assert not world.layout.zones[nowhere].name
        world.draw(bare.DECK, nowhere)
    return world


def test_a_zone_without_a_name_is_shown_by_no_view_and_no_drawing() -> None:
    world = astray()
    for seat in range(4):
        view = look(world, seat)
        assert set(view.data()["zones"]) == {"deck", "hand-0", "hand-1", "hand-2", "shared-0"}
        assert set(view.data()["counters"]) == {"turns", "debt-0", "debt-1", "debt-2", "gifts-0"}
        assert not [line for line in str(view).splitlines() if line.startswith((":", " ="))]
    assert not [line for line in show(world).splitlines() if line.startswith((":", " ="))]


@pytest.mark.parametrize("line", [": Rake", "shed: Rake", "shared-1: Rake", "gifts-1 = 1", "x = 1"])
def test_nothing_can_be_drawn_where_a_table_has_nothing(line: str) -> None:
    text = f"bare, 3 seats\n{line}\nrest: deck\nstep: bare.turn 0"
    with pytest.raises(BadRecord, match=r"has no (zone|counter)"):
        draw(bare.GAME, text)
