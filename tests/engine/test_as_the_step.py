"""What a view and a reason have as the open step has it, by names; cards that go together."""

from __future__ import annotations

from typing import Final

import pytest

from tatami.engine import rules
from tatami.engine.errors import EngineFault, Refusal
from tatami.engine.referee import Referee
from tatami.engine.rules import UNANSWERED, Ask, Book, Chosen, Face, Game, Seat, View, World

BOOK: Final = Book("boxes")
SEAT: Final = rules.seats_of(2)
CARD: Final = BOOK.cards("card", ("Moon", "Sun", "Star"))
MOON, SUN, STAR = CARD.all

WHAT: Final = BOOK.question("what", "B1")
ONE: Final = WHAT.verb("one", CARD)
SOME: Final = WHAT.verb("some")
WITH: Final = BOOK.question("with", "B2").verb("with", CARD)


@BOOK.step
def fill(
    w: World,
    me: Seat,
    barred: Face,
    what: Chosen = UNANSWERED,
    more: int | tuple[int, ...] | None = UNANSWERED,
) -> Ask | None:
    """One card, or some; then one beside it, or two."""
    if what is UNANSWERED:
        return rules.choose(me, WHAT, [*ONE.each([SUN, STAR]), SOME.option])
    if more is UNANSWERED:
        beside = [card for card in CARD.all if card != barred]
        return WITH.ask(me, beside) if ONE.fits(what) else WITH.pick(me, beside, low=1, high=2)
    w.end()
    return None


@BOOK.step
def lock(w: World, me: Seat) -> None:
    """What comes after it."""


@BOOK.step
def begin(w: World) -> None:
    """The second seat fills a box, without the Moon."""
    w.then(fill, SEAT.all[1], MOON)
    w.then(lock, SEAT.all[1])


IS_BARRED: Final = BOOK.no("is_barred", "B3")
IS_CHOSEN: Final = BOOK.no("is_chosen", "B4")


def why_not_one(view: View, barred: Face, card: Face) -> Refusal | None:
    """Asked before the first answer of ``fill``, of which it names one argument."""
    return IS_BARRED if card == barred else None


def why_not_with(view: View, what: Chosen, barred: Face, card: Face) -> Refusal | None:
    """Asked after it; it names an answer and an argument, in an order of its own."""
    if card == barred:
        return IS_BARRED
    return IS_CHOSEN if what == ONE[card] else None


GAME: Final = Game(
    BOOK,
    version=1,
    players=(2,),
    begin=begin,
    outcome=lambda w: [],
    why_not=BOOK.reasons({ONE: rules.in_step(why_not_one), WITH: rules.in_step(why_not_with)}),
)


def chosen_and_barred(what: Chosen, barred: Face) -> tuple[Chosen, Face]:
    """Some of what the open step has, by its names."""
    return what, barred


def with_key(key: int) -> int:
    """Something that the open step has not."""
    return key


def test_a_view_is_read_by_what_the_open_step_calls_its_own() -> None:
    referee = Referee(GAME, 2, seed=1)
    assert referee.view(1).read(chosen_and_barred) == (UNANSWERED, MOON)
    assert referee.act("one:Sun")
    assert referee.view(1).read(chosen_and_barred) == (ONE[SUN], MOON)
    assert referee.view(0).read(chosen_and_barred) == (UNANSWERED, MOON)


def test_what_the_open_step_does_not_have_cannot_be_read() -> None:
    with pytest.raises(EngineFault, match="nothing that it calls key"):
        Referee(GAME, 2, seed=1).view(1).read(with_key)
    assert Referee(GAME, 2, seed=1).view(1).called("barred") == MOON
    with pytest.raises(EngineFault, match="nothing that it calls key"):
        Referee(GAME, 2, seed=1).view(1).called("key")


def test_a_view_has_what_its_own_seat_has_answered_to_a_question() -> None:
    referee = Referee(GAME, 2, seed=1)
    assert referee.view(1).answer_to(WHAT) is UNANSWERED
    assert referee.act("one:Sun")
    assert referee.view(1).answer_to(WHAT) == ONE[SUN]
    assert referee.view(0).answer_to(WHAT) is UNANSWERED


def test_a_view_tells_what_the_open_step_guards() -> None:
    assert Referee(GAME, 2, seed=1).view(0).guarded() == (lock, (1,))


def test_a_reason_names_what_it_needs_of_the_open_step() -> None:
    referee = Referee(GAME, 2, seed=1)
    refused = referee.act("one:Moon")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("is_barred", "boxes:B3")
    assert referee.act("one:Sun")
    refused = referee.act("with:Moon")
    assert isinstance(refused, Refusal)
    assert refused.code == "is_barred"
    assert GAME.why_not is not None
    assert GAME.why_not(referee.view(1), WITH.question, WITH[SUN]) == IS_CHOSEN
    assert GAME.why_not(referee.view(1), WITH.question, WITH[STAR]) is None


def why_not_by_what_is_no_name(view: View, bared: Face, card: Face) -> Refusal | None:
    """It misspells an argument of the step."""
    return IS_BARRED if card == bared else None


def test_a_reason_that_misspells_what_it_needs_makes_no_game() -> None:
    book = Book("misspelt")
    said = book.question("what", "M1").verb("one", book.cards("card", ("Moon", "Sun")))

    @book.step
    def start(w: World, barred: Face, what: Chosen = UNANSWERED) -> Ask | None:
        return said.ask(SEAT.all[0], [MOON, SUN]) if what is UNANSWERED else None

    why_not = book.reasons({said: rules.in_step(why_not_by_what_is_no_name)})
    with pytest.raises(EngineFault, match="depends on bared, and no step of misspelt calls"):
        Game(book, 1, (2,), begin=start, outcome=lambda w: [], why_not=why_not)


def test_a_verb_asks_for_a_pick_and_reads_it() -> None:
    referee = Referee(GAME, 2, seed=1)
    assert referee.act("some")
    ((_, offer),) = referee.asks(1)
    assert (offer.low, offer.high) == (1, 2)
    assert WITH.of_all(offer.items) == [SUN, STAR]
    assert WITH.picked(offer.items) == [SUN, STAR]
    with pytest.raises(AssertionError):
        WITH.chosen(offer.items)


def test_a_verb_reads_a_choice_where_a_step_could_also_get_a_pick() -> None:
    assert WITH.chosen(WITH[STAR]) == STAR
    with pytest.raises(AssertionError):
        WITH.picked(WITH[STAR])


def test_cards_that_were_declared_one_after_the_other_are_a_sort() -> None:
    book = Book("sorts")
    low, high = book.faces("Low-{}", CARD), book.faces("High-{}", CARD)
    assert book.cards_of("all", [*low, *high]).names[::3] == ("Low-Moon", "High-Moon")
    for wrong in ([*high, *low], [low[0], high[0]]):
        with pytest.raises(EngineFault, match="one after the other"):
            book.cards_of("wrong", wrong)
