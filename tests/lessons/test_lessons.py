"""Every lesson can be taken by its script; a wrong answer is explained and changes nothing."""

from __future__ import annotations

import pytest

from tatami import catalogue
from tatami.engine.errors import Ack, Refusal
from tatami.engine.record import read_move
from tatami.games.words import LANGUAGES
from tatami.lessons import (
    BadLesson,
    Lesson,
    Part,
    Run,
    Wrong,
    lesson_named,
    read_lessons,
    read_texts,
)
from tatami.lessons.script import texts_in
from tatami.testing.lessons import lesson_faults, right_move, text_faults
from tests.support.languages import WHOLE

CLANS = catalogue.find("clans")
LESSONS = [
    (name, one.name) for name in catalogue.names() for one in read_lessons(catalogue.find(name))
]


def lesson(game: str, name: str) -> Lesson:
    found = lesson_named(catalogue.find(game), name)
    assert found is not None
    return found


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_taken_by_its_script_and_explains_every_wrong_answer(
    game: str, name: str
) -> None:
    assert lesson_faults(catalogue.find(game), lesson(game, name)) == []


SPOKEN = [
    (game, name, language)
    for game, name in LESSONS
    for language in LANGUAGES
    if language in WHOLE or texts_in(catalogue.find(game), language)
]


@pytest.mark.parametrize(("game", "name", "language"), SPOKEN)
def test_a_lesson_has_its_texts_and_no_others(game: str, name: str, language: str) -> None:
    assert text_faults(catalogue.find(game), lesson(game, name), language) == []


READ, DONE = 150, 20
"""Words that a newcomer reads, and things that a newcomer does, in a minute."""
TAUGHT = [(game, language) for game in catalogue.names() for language in WHOLE]


@pytest.mark.parametrize(("game", "language"), TAUGHT)
def test_a_newcomer_is_through_the_lessons_before_the_first_game_in_ten_minutes(
    game: str, language: str
) -> None:
    listing, words, done = catalogue.find(game), 0, 0
    spoken = read_texts(listing, language)
    for one in read_lessons(listing):
        if any(part.play for part in one.parts):
            continue
        run = Run(one, listing)
        while run.waits != "done":
            go_on(run)
            done += 1
        words += sum(words_in(spoken[one.name][said.key]) for said in run.said)
    assert words / READ + done / DONE < 10


def go_on(run: Run) -> None:
    """The learner reads on, or gives the right answer."""
    if not run.go_on():
        assert run.part is not None
        assert run.take(right_move(run, run.part))


def words_in(text: str) -> int:
    """How many words; what French sets apart from them is none."""
    return sum(any(map(str.isalnum, one)) for one in text.split())


def at_first_order() -> Run:
    return Run(lesson("clans", "first-order"), CLANS)


def test_an_answer_skips_what_was_left_to_be_read() -> None:
    run = at_first_order()
    assert run.waits == "next"
    assert isinstance(run.take(read_move(CLANS.game, "s0 first.card deploy:Oda")), Ack)
    assert [one.key for one in run.said] == ["loyal", "points", "deploy", "where"]


def test_a_wrong_answer_in_the_middle_of_reading_skips_nothing() -> None:
    run = at_first_order()
    assert run.take(read_move(CLANS.game, "s0 first.card deploy:Mori")) == Wrong("not_mori")
    assert (run.waits, [one.key for one in run.said]) == ("next", ["loyal"])
    assert run.go_on()
    assert [one.key for one in run.said] == ["loyal", "points"]


def test_a_wrong_answer_before_others_have_moved_leaves_their_moves_to_come() -> None:
    told = Part(says=("one",), then=("s0 first.card deploy:Oda",))
    asked = Part(says=("three",), do=("first.to into:province-1",), other="no")
    run = Run(Lesson("new", (told, asked), lesson("clans", "first-order").position), CLANS)
    referee, before = run.referee, run.referee.happened()
    assert run.take(read_move(CLANS.game, "s0 first.to into:province-2")) == Wrong("no")
    assert (run.waits, referee.moves, referee.happened()) == ("next", [], before)
    assert run.referee is run.company.referee is referee
    assert run.go_on()
    assert run.waits == "do"


def test_after_a_right_answer_the_sentences_of_the_next_part_are_read_one_by_one() -> None:
    do = Part(do=("first.card deploy:Oda",))
    told = Part(says=("one", "two"), do=("first.to into:*",))
    run = Run(Lesson("new", (do, told), lesson("clans", "first-order").position), CLANS)
    assert isinstance(run.take(read_move(CLANS.game, "s0 first.card deploy:Oda")), Ack)
    assert run.waits == "next"
    assert run.go_on()
    assert run.waits == "do"


def test_what_the_rules_forbid_is_refused_with_its_clause() -> None:
    reply = at_first_order().take(read_move(CLANS.game, "s0 first.card ninja"))
    assert isinstance(reply, Refusal)
    assert reply.clause == "clans:C7"


def test_a_wrong_answer_says_what_it_would_lead_to_and_can_be_tried_again() -> None:
    run = at_first_order()
    assert run.take(read_move(CLANS.game, "s0 first.card deploy:Mori")) == Wrong("not_mori")
    assert run.take(read_move(CLANS.game, "s0 first.card deploy:Hojo")) == Wrong("not_mine")
    assert run.take(read_move(CLANS.game, "s0 first.card deploy:Oda"))


def test_nobody_acts_for_another_seat() -> None:
    run = at_first_order()
    assert not run.take(read_move(CLANS.game, "s1 first.card deploy:Oda"))
    assert run.referee.moves == []


def test_an_answer_taken_back_is_asked_again() -> None:
    run = at_first_order()
    run.take(read_move(CLANS.game, "s0 first.card deploy:Oda"))
    assert run.back()
    assert run.waits == "do"
    assert run.part is not None
    assert run.part.do == ("first.card deploy:Oda",)


def test_the_same_inputs_lead_to_the_same_place() -> None:
    runs = [Run(lesson("clans", "game"), CLANS) for _ in range(2)]
    for run in runs:
        while run.waits == "next":
            run.go_on()
    assert runs[0].view().key() == runs[1].view().key()


POSITION = lesson("clans", "attack").position


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (Part(do=("attack.with with:Mori",)), "should be right"),
        (
            Part(do=("attack.with with:Oda",), wrong={"attack.with with:Mori": "x"}),
            "named as wrong",
        ),
        (Part(do=("attack.with with:Oda",)), "nothing is said about"),
    ],
)
def test_a_lesson_that_the_rules_do_not_allow_is_named(part: Part, fault: str) -> None:
    broken = Lesson("broken", (part,), POSITION)
    found = lesson_faults(CLANS, broken)
    assert any(one.startswith("clans, broken: ") and fault in one for one in found)


def test_a_script_that_cannot_go_on_fails_by_name() -> None:
    broken = Lesson("broken", (Part(then=("s1 first.card ninja",)),), POSITION)
    with pytest.raises(BadLesson, match=r"clans, lesson broken: 's1 first\.card ninja'"):
        Run(broken, CLANS)


def test_a_position_that_cannot_be_drawn_fails_by_name() -> None:
    broken = Lesson("broken", (), "clans, 3 seats\nhand-0: Dragon\nrest: deck")
    with pytest.raises(BadLesson, match=r"clans, lesson broken: clans has no card"):
        Run(broken, CLANS)
